/* The plain checker; see forcing_check.h. Everything is worked out anew at every node from the cells. */
#include "engine/forcing_check.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"

/* Where the defender is to move: what the attacker threatens. */
struct node {
    const struct forcing_node *tree;
    int threats, room;
    square *threat; /* k + 1 numbers each: how many empty squares, then these */
    int squares;
    square *square; /* the empty squares of all threats, then the other empty ones */
    int others;
};

struct board {
    struct rules rules;
    enum side attacker;
    uint8_t *cell; /* enum cell, row by row */
    struct forcing_check *c;
    struct rng rng;
    bool random; /* one random turn a node instead of all */
    bool full;   /* the limit of turns was reached */
    struct pulse pulse;
    struct err *e;
};

static const int dcol[DIRECTIONS] = {1, 0, 1, 1}, drow[DIRECTIONS] = {0, 1, 1, -1};

static bool play_node(struct board *b, const struct forcing_node *tree, int left);

static uint8_t *cell_at(const struct board *b, square s)
{
    return &b->cell[square_row(s) * b->rules.m + square_col(s)];
}

static enum cell own_cell(const struct board *b)
{
    return cell_of(b->attacker);
}

/* The segment from a square in a direction: fills the empty squares, returns how many; −1 if it is not on the
 * board or has a stone of the other side. */
static int segment_of(const struct board *b, enum cell own, square s, int direction, square *empty)
{
    int col = square_col(s), row = square_row(s), k = b->rules.k, n = 0;
    if (!square_on_board(&b->rules, col + (k - 1) * dcol[direction], row + (k - 1) * drow[direction]))
        return -1;
    for (int i = 0; i < k; i++) {
        square at = square_at(col + i * dcol[direction], row + i * drow[direction]);
        uint8_t what = *cell_at(b, at);
        if (what == CELL_EMPTY)
            empty[n++] = at;
        else if (what != own)
            return -1;
    }
    return n;
}

/* The fewest empty squares of a segment that is open for a side; more than k if there is none. */
static int nearest(const struct board *b, enum cell own)
{
    int best = b->rules.k + 1;
    for (square s = square_first(); s; s = square_next(&b->rules, s))
        for (int d = 0; d < DIRECTIONS; d++) {
            square e[RULES_MAX_K];
            int n = segment_of(b, own, s, d, e);
            if (n >= 0 && n < best)
                best = n;
        }
    return best;
}

static bool fails(struct board *b, const char *what, const struct squares *turn)
{
    char text[160] = "", name[SQUARE_TEXT];
    for (int i = 0; turn && i < turn->n && strlen(text) < sizeof text - 10; i++) {
        strcat(text, " ");
        strcat(text, square_format(turn->s[i], name));
    }
    return err_set(b->e, "%s%s", what, text);
}

static void find_threats(const struct board *b, struct node *n)
{
    const struct rules *r = &b->rules;
    int k = r->k, size = r->m * r->n;
    bool *in = mem_zero((size_t)square_limit(r), sizeof *in);
    n->square = mem_alloc((size_t)size * sizeof *n->square);
    for (square s = square_first(); s; s = square_next(r, s))
        for (int d = 0; d < DIRECTIONS; d++) {
            square e[RULES_MAX_K];
            int empties = segment_of(b, own_cell(b), s, d, e);
            if (empties < 0 || empties > r->p)
                continue;
            size_t room = (size_t)n->room;
            n->threat = mem_grow(n->threat, &room, (size_t)((n->threats + 1) * (k + 1)), sizeof *n->threat);
            n->room = (int)room;
            square *t = n->threat + n->threats++ * (k + 1);
            t[0] = (square)empties;
            memcpy(t + 1, e, (size_t)empties * sizeof *e);
            for (int i = 0; i < empties; i++)
                if (!in[e[i]]) {
                    in[e[i]] = true;
                    n->square[n->squares++] = e[i];
                }
        }
    for (square s = square_first(); s; s = square_next(r, s))
        if (*cell_at(b, s) == CELL_EMPTY && !in[s])
            n->square[n->squares + n->others++] = s;
    free(in);
}

static bool has(const struct squares *set, square s)
{
    for (int i = 0; i < set->n; i++)
        if (set->s[i] == s)
            return true;
    return false;
}

static bool hits_all(const struct board *b, const struct node *n, const struct squares *turn)
{
    for (int i = 0; i < n->threats; i++) {
        const square *t = n->threat + i * (b->rules.k + 1);
        bool hit = false;
        for (int j = 1; j <= t[0]; j++)
            hit = hit || has(turn, t[j]);
        if (!hit)
            return false;
    }
    return true;
}

/* The tree's node after a turn of the defender. */
static const struct forcing_node *answer_to(const struct forcing_node *tree, const struct squares *turn)
{
    const struct forcing_node *best = NULL;
    int size = -1;
    for (int i = 0; i < tree->answers; i++) {
        const struct squares *a = &tree->answer[i];
        bool part = true;
        for (int j = 0; j < a->n; j++)
            part = part && has(turn, a->s[j]);
        if (part && a->n > size) {
            size = a->n;
            best = tree->next[i];
        }
    }
    return best;
}

static bool play_turn(struct board *b, const struct node *n, const struct squares *turn)
{
    if (n->tree->wins)
        return fails(b, "a turn that was to win is stopped by", turn);
    const struct forcing_node *next = answer_to(n->tree, turn);
    if (!next)
        return fails(b, "the tree has no answer to", turn);
    b->c->tried++;
    for (int i = 0; i < turn->n; i++)
        *cell_at(b, turn->s[i]) = (uint8_t)cell_of(side_other(b->attacker));
    bool ok = play_node(b, next, b->rules.p);
    for (int i = 0; i < turn->n; i++)
        *cell_at(b, turn->s[i]) = CELL_EMPTY;
    return ok;
}

/* All turns that have `turn` so far and more squares from number `from` on. */
static bool each_turn(struct board *b, const struct node *n, struct squares *turn, int from)
{
    int all = n->squares + n->others, length = b->rules.p < all ? b->rules.p : all;
    if (!b->random && b->c->most && b->c->tried >= b->c->most) {
        b->full = true;
        return true;
    }
    if (pulse_over(&b->pulse, (n->threats + 1) * turn->n))
        return err_set(b->e, "no time to play it through");
    if (turn->n == length)
        return !hits_all(b, n, turn) || play_turn(b, n, turn);
    if (from >= n->squares && !hits_all(b, n, turn))
        return true; /* the others stop nothing */
    if (n->tree->wins && hits_all(b, n, turn))
        return play_turn(b, n, turn);
    int to = n->tree->wins ? n->squares : all;
    for (int i = from; i < to; i++) {
        turn->s[turn->n++] = n->square[i];
        bool ok = each_turn(b, n, turn, i + 1);
        turn->n--;
        if (!ok)
            return false;
    }
    return true;
}

/* A random one of the answers, the other stones anywhere. */
static bool random_turn(struct board *b, const struct node *n)
{
    if (n->tree->answers == 0)
        return true;
    struct squares turn = n->tree->answer[rng_below(&b->rng, (uint32_t)n->tree->answers)];
    int all = n->squares + n->others;
    for (int i = 0; i < turn.n; i++)
        if (*cell_at(b, turn.s[i]) != CELL_EMPTY)
            return true; /* an answer that this game has no room for */
    while (turn.n < b->rules.p && turn.n < all) {
        square s = n->square[rng_below(&b->rng, (uint32_t)all)];
        if (!has(&turn, s))
            turn.s[turn.n++] = s;
    }
    return !hits_all(b, n, &turn) || play_turn(b, n, &turn);
}

static bool defend(struct board *b, const struct forcing_node *tree)
{
    if (nearest(b, cell_of(side_other(b->attacker))) <= b->rules.p)
        return fails(b, "the defender completes a row after", &tree->turn);
    struct node n = {.tree = tree};
    struct squares turn = {.n = 0};
    find_threats(b, &n);
    bool ok;
    if (n.threats == 0)
        ok = fails(b, "no threat after", &tree->turn);
    else
        ok = b->random && !tree->wins ? random_turn(b, &n) : each_turn(b, &n, &turn, 0);
    free(n.threat);
    free(n.square);
    return ok;
}

static bool play_node(struct board *b, const struct forcing_node *tree, int left)
{
    const struct squares *t = &tree->turn;
    if (pulse_over(&b->pulse, 8 * b->rules.m * b->rules.n))
        return err_set(b->e, "no time to play it through");
    int near = nearest(b, own_cell(b)), placed = 0;
    bool ok = true;
    if (near <= left && !(tree->wins && t->n == near)) {
        return true; /* it can complete a row, whatever the tree says: extra stones of macros are not there */
    }
    if (t->n > left || t->n == 0)
        return fails(b, "the turn is of a wrong length:", t);
    for (; placed < t->n && ok; placed++) {
        if (*cell_at(b, t->s[placed]) != CELL_EMPTY) {
            ok = fails(b, "the turn needs an occupied square:", t);
            break;
        }
        *cell_at(b, t->s[placed]) = (uint8_t)own_cell(b);
    }
    if (ok && nearest(b, own_cell(b)) > 0)
        ok = t->n == left ? defend(b, tree) : fails(b, "the turn has too few stones:", t);
    while (placed--)
        *cell_at(b, t->s[placed]) = CELL_EMPTY;
    return ok;
}

bool forcing_check(const struct position *p, const struct forcing_node *tree, struct forcing_check *c,
                   struct err *e)
{
    struct board b = {.rules = p->rules, .attacker = p->to_move, .c = c, .e = e};
    b.cell = mem_alloc((size_t)(p->rules.m * p->rules.n));
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        *cell_at(&b, s) = p->cell[s];
    rng_seed(&b.rng, c->seed);
    b.pulse = (struct pulse){.until = &c->until};
    c->tried = 0;
    bool ok = play_node(&b, tree, p->left);
    c->whole = ok && !b.full;
    b.random = true;
    for (uint64_t i = 0; ok && b.full && i < c->random; i++)
        ok = play_node(&b, tree, p->left);
    free(b.cell);
    return ok;
}
