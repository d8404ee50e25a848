/* Positions on and beside a proof; see beside.h. */
#include "support/beside.h"

#include <stdlib.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"

enum {
    TURNS_MOST = 14, /* of a line through a proof */
    PART_MOST =
        10000, /* turns of a part of a proof that may have to be checked for every question, but for a few */
};

static const struct deadline forever = {0};

static void place(struct position *p, const struct squares *turn)
{
    for (int i = 0; i < turn->n && position_legal_square(p, turn->s[i]); i++)
        position_place(p, turn->s[i]);
}

static square near_square(const struct position *p, struct rng *rng)
{
    const struct rules *r = &p->rules;
    int col = (int)rng_below(rng, (uint32_t)r->m), row = (int)rng_below(rng, (uint32_t)r->n);
    if (p->plies && rng_below(rng, 3)) {
        square s = p->ply[rng_below(rng, (uint32_t)p->plies)].at;
        col = square_col(s) - 3 + (int)rng_below(rng, 7);
        row = square_row(s) - 3 + (int)rng_below(rng, 7);
    }
    return square_on_board(r, col, row) ? square_at(col, row) : SQUARE_NONE;
}

/* Some stones of `some`, the others by chance: near the stones or anywhere. */
static struct squares any_turn(const struct position *p, const struct squares *some, struct rng *rng)
{
    struct squares turn = {0, {0}};
    struct position *q = position_copy(p);
    while (turn.n < position_turn_length(p) && q->outcome == OUTCOME_OPEN) {
        square s = some && some->n && rng_below(rng, 2) ? some->s[rng_below(rng, (uint32_t)some->n)]
                                                        : near_square(p, rng);
        if (s == SQUARE_NONE || !position_legal_square(q, s))
            continue;
        turn.s[turn.n++] = s;
        position_place(q, s);
    }
    position_free(q);
    return turn;
}

/* The same stones, one after the other, under these rules; NULL if the game does not come to that position. */
static struct position *played(const struct rules *r, const square *s, int n)
{
    struct position *q = position_new(r);
    for (int i = 0; i < n && q; i++)
        if (position_legal_square(q, s[i])) {
            position_place(q, s[i]);
        } else {
            position_free(q);
            q = NULL;
        }
    if (q && q->outcome != OUTCOME_OPEN) {
        position_free(q);
        q = NULL;
    }
    return q;
}

/* The stones of the game in another order, seen through a symmetry. */
static struct position *in_other_order(const struct position *p, bool shuffle, struct rng *rng)
{
    square *s = mem_alloc(((size_t)p->plies + 1) * sizeof *s);
    int symmetry = (int)rng_below(rng, (uint32_t)symmetry_count(&p->rules));
    for (int i = 0; i < p->plies; i++)
        s[i] = symmetry_square(&p->rules, symmetry, p->ply[i].at);
    for (int i = p->plies - 1; shuffle && i > 0; i--) {
        int j = (int)rng_below(rng, (uint32_t)i + 1);
        if (p->ply[i].side == p->ply[j].side) {
            square swap = s[i];
            s[i] = s[j];
            s[j] = swap;
        }
    }
    struct position *q = played(&p->rules, s, p->plies);
    free(s);
    return q;
}

/* The same squares under other rules, or on a board of another size. */
static struct position *elsewhere(const struct position *p, struct rng *rng)
{
    struct rules r = p->rules;
    square *s = mem_alloc(((size_t)p->plies + 1) * sizeof *s);
    switch (rng_below(rng, 5)) {
    case 0:
        r.k += rng_below(rng, 2) ? 1 : -1;
        break;
    case 1:
        r.exact = !r.exact;
        break;
    case 2:
        r.m += 2 * (int)rng_below(rng, 2) - 1;
        break;
    case 3:
        r.n += 2 * (int)rng_below(rng, 2) - 1;
        break;
    default:
        r.q = r.q > 1 ? r.q - 1 : r.q + 1;
    }
    for (int i = 0; i < p->plies; i++)
        s[i] = p->ply[i].at;
    bool fine = rules_check(&r, NULL);
    for (int i = 0; i < p->plies; i++)
        fine = fine && square_on_board(&r, square_col(s[i]), square_row(s[i]));
    struct position *q = fine ? played(&r, s, p->plies) : NULL;
    free(s);
    return q;
}

/* No game: the stones are just there. */
static struct position *set_up(const struct position *p)
{
    struct position *q = position_new(&p->rules);
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] != CELL_EMPTY)
            position_setup(q, s, (enum cell)p->cell[s]);
    if (!position_settle(q, p->to_move, p->left, NULL)) {
        position_free(q);
        return NULL;
    }
    return q;
}

/* Adds the game, or what it becomes in one of these ways. `turn` is one that may be played next. */
static void add(struct beside *all, const struct position *p, const struct squares *turn)
{
    struct position *q = NULL;
    struct rng *rng = all->rng;
    if (p->outcome != OUTCOME_OPEN || all->count == all->most)
        return;
    switch (rng_below(rng, 10)) {
    case 0:
    case 1:
        q = in_other_order(p, false, rng);
        break;
    case 2:
        q = in_other_order(p, true, rng);
        break;
    case 3:
        q = elsewhere(p, rng);
        break;
    case 4:
        q = set_up(p);
        break;
    case 5: {
        struct squares begun = any_turn(p, turn, rng);
        begun.n = (int)rng_below(rng, (uint32_t)(begun.n + 1));
        q = position_copy(p);
        place(q, &begun);
        if (q->outcome != OUTCOME_OPEN) {
            position_free(q);
            q = NULL;
        }
        break;
    }
    default:
        break;
    }
    all->list = mem_grow(all->list, &all->room, all->count + 1, sizeof *all->list);
    all->list[all->count++] = (struct beside_one){.position = q ? q : position_copy(p), .line = all->lines};
}

/* What happens beside the line: turns by chance, whoever is to move. */
static void add_beside(struct beside *all, const struct position *p, const struct squares *turn)
{
    struct position *q = position_copy(p);
    int turns = 1 + (int)rng_below(all->rng, 3);
    for (int i = 0; i < turns && q->outcome == OUTCOME_OPEN; i++) {
        struct squares other = any_turn(q, i ? NULL : turn, all->rng);
        place(q, &other);
        add(all, q, NULL);
    }
    position_free(q);
}

/* A turn of the loser's: one of the proof's, often the first, which begins where the whole begins; a part of one with other
 * stones; or any. */
static struct squares choose_defence(const struct guide *g, const struct guide_line *l, struct rng *rng)
{
    struct guide_defence d, chosen;
    uint32_t seen = 0;
    bool first = rng_below(rng, 3) == 0;
    for (uint32_t cursor = 0; guide_next(g, l->at, &cursor, &d); seen++)
        if (seen == 0 || (!first && rng_below(rng, seen + 1) == 0))
            chosen = d;
    if (!seen || rng_below(rng, 4) == 0)
        return any_turn(l->position, NULL, rng);
    return chosen.unplaced || rng_below(rng, 8) == 0 ? any_turn(l->position, &chosen.squares, rng)
                                                     : chosen.squares;
}

/* The stones of a claim as a game that comes to it. */
static struct position *game_to(const struct position *claim, struct rng *rng)
{
    struct position *p = position_new(&claim->rules);
    while (p->stones < claim->stones) {
        square s = near_square(p, rng);
        if (s != SQUARE_NONE && claim->cell[s] == cell_of(p->to_move) && p->cell[s] == CELL_EMPTY)
            position_place(p, s);
    }
    assert_true(position_equal(p, claim));
    return p;
}

/* Is what the proof has from here on too much to be checked again and again? */
static bool is_large(const struct guide *g, const struct guide_line *l, struct rng *rng)
{
    uint32_t turns = l->at == GUIDE_START ? guide_turns(g) : guide_size(g, l->at);
    return turns > PART_MOST && rng_below(rng, turns) >= PART_MOST / 4;
}

/* A line through a proof, and what lies beside it. */
void beside_line(struct beside *all, const struct guide *g)
{
    struct rng *rng = all->rng;
    struct position *p = game_to(guide_claim(g)->position, rng);
    struct guide_line l;
    guide_start(g, &l);
    all->lines++;
    add(all, p, &l.first);
    place(p, &l.first);
    for (int turn = 0; turn < TURNS_MOST && !l.ended; turn++) {
        struct squares defence = choose_defence(g, &l, rng);
        bool large = is_large(g, &l, rng);
        add(all, p, &defence);
        if (!large)
            add_beside(all, p, &defence);
        if (!guide_play(g, &l, &defence, &forever, NULL) || l.step[l.steps - 1].why == GUIDE_OPEN)
            break;
        place(p, &defence);
        const struct squares *answer = &l.step[l.steps - 1].answer;
        add(all, p, answer);
        if (!large)
            add_beside(all, p, answer);
        place(p, answer);
    }
    guide_line_free(&l);
    position_free(p);
}

void beside_free(struct beside *all)
{
    for (size_t i = 0; i < all->count; i++)
        position_free(all->list[i].position);
    free(all->list);
    *all = (struct beside){.rng = all->rng};
}
