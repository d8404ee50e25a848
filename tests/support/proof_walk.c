/* Certificates followed from their roots; see proof_walk.h. */
#include "support/proof_walk.h"

#include <stdlib.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"

/* A walk from the root to the stones of `to`, the game after some of its turns, and on by the rest of them. */
struct walk {
    const struct guide *guide;
    struct guide_line line;
    const struct position *to;
    const struct squares *rest; /* turns of the game after it, the loser's first */
    int rests;
};

static bool same_set(const struct squares *a, const struct squares *b)
{
    int same = 0;
    for (int i = 0; i < a->n; i++)
        for (int j = 0; j < b->n; j++)
            same += a->s[i] == b->s[j];
    return a->n == b->n && same == a->n;
}

static bool all_are(const struct position *p, const struct squares *s, enum cell what)
{
    for (int i = 0; i < s->n; i++)
        if (p->cell[s->s[i]] != what)
            return false;
    return true;
}

static void place(struct position *p, const struct squares *s)
{
    for (int i = 0; i < s->n; i++)
        position_place(p, s->s[i]);
}

static void take_back(struct position *p, int plies)
{
    while (p->plies > plies)
        position_undo(p);
}

static bool has(const struct squares *set, square s)
{
    for (int i = 0; i < set->n; i++)
        if (set->s[i] == s)
            return true;
    return false;
}

/* Does this defence of the proof stand for the turn: is it the turn, or the part of it that matters? */
static bool stands_for(struct walk *w, const struct guide_defence *d, const struct squares *turn)
{
    const struct deadline forever = {0};
    struct guide_zone z;
    for (int i = 0; i < d->squares.n; i++)
        if (!has(turn, d->squares.s[i]))
            return false;
    if (d->squares.n == turn->n)
        return true;
    bool ok = guide_zone(w->guide, &w->line, d, &forever, &z) && !z.everywhere;
    for (int i = 0; ok && i < z.n; i++)
        ok = has(&d->squares, z.square[i]) || !has(turn, z.square[i]);
    free(z.square);
    return ok;
}

/* The loser's turn and the winner's are played, and count as this defence and its answer; then `next`. */
static bool go_on(struct walk *w, const struct guide_defence *d, const struct squares *turn,
                  bool (*next)(struct walk *w))
{
    struct guide_line *l = &w->line;
    uint32_t at = l->at;
    int plies = l->position->plies;
    place(l->position, turn);
    place(l->position, &d->answer);
    l->step = mem_grow(l->step, &l->room, l->steps + 1, sizeof *l->step);
    l->step[l->steps++] = (struct guide_step){.defence = *turn, .as = d->squares, .answer = d->answer};
    l->at = d->at;
    bool found = l->position->outcome == OUTCOME_OPEN && next(w);
    l->at = at;
    l->steps--;
    take_back(l->position, plies);
    return found;
}

/* The rest of the game: does the winner play what the proof says, to a defence that stands for each of the loser's turns? */
static bool follow_rest(struct walk *w)
{
    struct guide_defence d;
    bool found = w->rests == 0;
    const struct squares *turn = w->rest;
    for (uint32_t cursor = 0; !found && guide_next(w->guide, w->line.at, &cursor, &d);) {
        if (d.unsolved || !same_set(&d.answer, &turn[1]) || !stands_for(w, &d, turn))
            continue;
        w->rest += 2;
        w->rests -= 2;
        found = go_on(w, &d, turn, follow_rest);
        w->rest -= 2;
        w->rests += 2;
    }
    return found;
}

/* The loser is to move, and all stones so far are among those of the game. */
static bool descend(struct walk *w)
{
    const struct position *p = w->line.position;
    enum cell hers = cell_of(p->to_move), his = cell_of(side_other(p->to_move));
    struct guide_defence d;
    bool found = false;
    if (p->stones >= w->to->stones)
        return position_equal(p, w->to) && follow_rest(w);
    for (uint32_t cursor = 0; !found && guide_next(w->guide, w->line.at, &cursor, &d);)
        if (!d.unplaced && !d.unsolved && all_are(w->to, &d.squares, hers) && all_are(w->to, &d.answer, his))
            found = go_on(w, &d, &d.squares, descend);
    return found;
}

/* Are all stones of `a` in `b`? */
static bool within(const struct position *a, const struct position *b)
{
    for (square s = square_first(); s; s = square_next(&a->rules, s))
        if (a->cell[s] != CELL_EMPTY && a->cell[s] != b->cell[s])
            return false;
    return true;
}

/* From the root to `to` with the loser to move, then by the rest of the game. */
static bool reaches(const struct guide *g, const struct position *to, const struct squares *rest, int rests)
{
    struct walk w = {.guide = g, .to = to, .rest = rest, .rests = rests};
    guide_start(g, &w.line);
    bool ok = !w.line.ended && within(w.line.position, to) && descend(&w);
    guide_line_free(&w.line);
    return ok;
}

/* The game seen through a symmetry; stones that were set up first. */
static struct position *seen_through(const struct position *p, int symmetry)
{
    struct position *base = position_copy(p), *q = position_new(&p->rules);
    take_back(base, 0);
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (base->cell[s] != CELL_EMPTY)
            position_setup(q, symmetry_square(&p->rules, symmetry, s), (enum cell)base->cell[s]);
    position_settle(q, base->to_move, base->left, NULL);
    for (int i = 0; i < p->plies; i++)
        position_place(q, symmetry_square(&p->rules, symmetry, p->ply[i].at));
    position_free(base);
    return q;
}

/* Goes back through the game, turn by turn, until a position of the proof from which it leads to the end. `q` is used up. */
static bool walk_back(const struct guide *g, struct position *q)
{
    enum side attacker = guide_claim(g)->attacker;
    int room = q->plies + 1, first = room;
    struct squares *turn = mem_alloc((size_t)room * sizeof *turn);
    bool found = false;
    for (;;) {
        if (q->to_move != attacker && reaches(g, q, turn + first, room - first)) {
            found = true;
            break;
        }
        if (q->plies == 0)
            break;
        struct squares *t = &turn[--first];
        enum side side = (enum side)q->ply[q->plies - 1].side;
        for (t->n = 0; q->plies && q->ply[q->plies - 1].side == side; position_undo(q))
            t->s[t->n++] = q->ply[q->plies - 1].at;
    }
    free(turn);
    return found;
}

bool proof_walk_wins(const struct guide *g, const struct position *game, const struct squares *told)
{
    const struct cert_claim *c = guide_claim(g);
    if (c->partial || !rules_equal(&c->position->rules, &game->rules))
        return false;
    struct position *end = position_copy(game);
    bool ok = true, wins = false;
    for (int i = 0; ok && end->to_move == c->attacker && i < told->n; i++) {
        ok = position_legal_square(end, told->s[i]);
        if (ok)
            position_place(end, told->s[i]);
    }
    if (ok && end->outcome != OUTCOME_OPEN)
        wins = end->outcome == outcome_win(c->attacker);
    else if (ok && end->to_move != c->attacker)
        for (int s = 0; s < symmetry_count(&game->rules) && !wins; s++) {
            struct position *q = seen_through(end, s);
            wins = walk_back(g, q);
            position_free(q);
        }
    position_free(end);
    return wins;
}
