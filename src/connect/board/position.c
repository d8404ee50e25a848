/* Positions: place, undo, turns, the end of the game; see position.h. */
#include "connect/board/position.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

struct position *position_new(const struct rules *r)
{
    assert(rules_check(r, NULL));
    struct position *p = mem_zero(1, sizeof *p);
    p->rules = *r;
    position_clear(p);
    return p;
}

struct position *position_copy(const struct position *p)
{
    struct position *c = mem_alloc(sizeof *c);
    *c = *p;
    c->ply_room = (size_t)p->plies;
    c->ply = mem_alloc(c->ply_room * sizeof *c->ply);
    if (p->plies)
        memcpy(c->ply, p->ply, c->ply_room * sizeof *c->ply);
    return c;
}

void position_free(struct position *p)
{
    if (p) {
        free(p->ply);
        free(p);
    }
}

void position_clear(struct position *p)
{
    const struct rules *r = &p->rules;
    memset(p->cell, CELL_EDGE, sizeof p->cell);
    for (int row = 0; row < r->n; row++)
        memset(p->cell + square_at(0, row), CELL_EMPTY, (size_t)r->m);
    p->hash = 0;
    p->stones = 0;
    p->empty = r->m * r->n;
    p->plies = 0;
    p->outcome = OUTCOME_OPEN;
    rules_turn_at(r, 0, &p->to_move, &p->left);
}

void rules_turn_at(const struct rules *r, int stones, enum side *to_move, int *left)
{
    if (stones < r->q) {
        *to_move = BLACK;
        *left = r->q - stones;
        return;
    }
    int after = stones - r->q;
    *to_move = after / r->p % 2 == 0 ? WHITE : BLACK;
    *left = r->p - after % r->p;
}

bool position_legal_square(const struct position *p, square s)
{
    return s < SQUARE_CELLS && p->cell[s] == CELL_EMPTY && p->outcome == OUTCOME_OPEN;
}

const char *position_refusal(const struct position *p, square s)
{
    if (position_legal_square(p, s))
        return NULL;
    if (s >= SQUARE_CELLS || p->cell[s] == CELL_EDGE)
        return "it is off the board";
    return p->outcome != OUTCOME_OPEN ? "the game is over" : "it is occupied";
}

bool position_legal(const struct position *p, square s, struct err *e)
{
    if (position_legal_square(p, s))
        return true;
    if (s >= SQUARE_CELLS || p->cell[s] == CELL_EDGE)
        return err_set(e, "a square off the %dx%d board", p->rules.m, p->rules.n);
    char text[SQUARE_TEXT];
    square_format(s, text);
    if (p->outcome != OUTCOME_OPEN)
        return err_set(e, "%s: the game is over", text);
    return err_set(e, "%s is occupied", text);
}

/* Would a stone of this colour on s stand in a row of k? Looks along the four lines until the colour ends. */
static bool makes_row(const struct position *p, square s, uint8_t own)
{
    const uint8_t *c = p->cell + s;
    for (int d = 0; d < DIRECTIONS; d++) {
        int step = direction_step[d], n = 1;
        for (const uint8_t *x = c + step; *x == own; x += step)
            n++;
        /* South-west of a1 there is no cell at all. */
        for (int x = s - step; x >= 0 && p->cell[x] == own; x -= step)
            n++;
        if (rules_row(&p->rules, n))
            return true;
    }
    return false;
}

static void push_ply(struct position *p, square s)
{
    if ((size_t)p->plies == p->ply_room)
        p->ply = mem_grow(p->ply, &p->ply_room, (size_t)p->plies + 1, sizeof *p->ply);
    p->ply[p->plies++] = (struct ply){s, (uint8_t)p->to_move, (uint8_t)p->left};
}

void position_place_known(struct position *p, square s, bool wins)
{
    assert(position_legal_square(p, s));
    push_ply(p, s);
    p->cell[s] = (uint8_t)cell_of(p->to_move);
    p->hash ^= position_stone_key(s, p->to_move);
    p->stones++;
    p->empty--;
    if (wins) {
        p->outcome = outcome_win(p->to_move);
        return; /* the winner stays to move, with the stones it did not need */
    }
    if (p->empty == 0)
        p->outcome = OUTCOME_DRAW;
    if (--p->left == 0) {
        p->to_move = side_other(p->to_move);
        p->left = p->rules.p;
    }
}

void position_place(struct position *p, square s)
{
    position_place_known(p, s, makes_row(p, s, (uint8_t)cell_of(p->to_move)));
}

bool position_play(struct position *p, square s, struct err *e)
{
    if (!position_legal(p, s, e))
        return false;
    position_place(p, s);
    return true;
}

/* The stones of a turn in order; some may be placed already when one cannot be. */
static bool play_stones(struct position *p, const struct squares *turn, int length, struct err *e)
{
    if (turn->n > length)
        return err_set(e, "%d stones are too many: %s has %d to place", turn->n, side_name(p->to_move),
                       length);
    for (int i = 0; i < turn->n; i++)
        if (!position_play(p, turn->s[i], e))
            return false;
    return true;
}

static bool play_turn(struct position *p, const struct squares *turn, bool part, struct err *e)
{
    int plies = p->plies, length = position_turn_length(p);
    bool ok = play_stones(p, turn, length, e);
    if (ok && turn->n < length && p->outcome == OUTCOME_OPEN) {
        if (part)
            position_pass(p);
        else
            ok = err_set(e, "a turn has %d stones here, not %d", length, turn->n);
    }
    while (!ok && p->plies > plies)
        position_undo(p);
    return ok;
}

bool position_play_turn(struct position *p, const struct squares *turn, struct err *e)
{
    return play_turn(p, turn, false, e);
}

bool position_play_part(struct position *p, const struct squares *turn, struct err *e)
{
    return play_turn(p, turn, true, e);
}

void position_pass(struct position *p)
{
    assert(p->outcome == OUTCOME_OPEN);
    push_ply(p, SQUARE_NONE);
    p->to_move = side_other(p->to_move);
    p->left = p->rules.p;
}

void position_undo(struct position *p)
{
    assert(p->plies > 0);
    struct ply last = p->ply[--p->plies];
    p->to_move = (enum side)last.side;
    p->left = last.left;
    p->outcome = OUTCOME_OPEN;
    if (last.at == SQUARE_NONE)
        return;
    p->cell[last.at] = CELL_EMPTY;
    p->hash ^= position_stone_key(last.at, p->to_move);
    p->stones--;
    p->empty++;
}

int position_undo_part(struct position *p)
{
    int n = 0;
    for (; p->outcome == OUTCOME_OPEN && p->plies && p->ply[p->plies - 1].side == p->to_move; n++)
        position_undo(p);
    return n;
}

void position_setup(struct position *p, square s, enum cell what)
{
    assert(p->plies == 0 && s < SQUARE_CELLS && p->cell[s] != CELL_EDGE && what != CELL_EDGE);
    enum cell old = (enum cell)p->cell[s];
    assert((old == CELL_EMPTY) != (what == CELL_EMPTY));
    enum cell stone = old == CELL_EMPTY ? what : old;
    int change = old == CELL_EMPTY ? 1 : -1;
    p->cell[s] = (uint8_t)what;
    p->hash ^= position_stone_key(s, stone == CELL_BLACK ? BLACK : WHITE);
    p->stones += change;
    p->empty -= change;
}

bool position_settle(struct position *p, enum side to_move, int left, struct err *e)
{
    bool row[2] = {false, false};
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] != CELL_EMPTY && makes_row(p, s, p->cell[s]))
            row[p->cell[s] == CELL_BLACK ? BLACK : WHITE] = true;
    return position_settle_known(p, to_move, left, row, e);
}

bool position_settle_known(struct position *p, enum side to_move, int left, const bool row[2], struct err *e)
{
    assert(left >= 1 && left <= RULES_MAX_TURN);
    if (row[BLACK] && row[WHITE])
        return err_set(e, "both sides have %d in a row", p->rules.k);
    p->to_move = to_move;
    p->left = left;
    p->outcome = row[BLACK]      ? OUTCOME_BLACK
                 : row[WHITE]    ? OUTCOME_WHITE
                 : p->empty == 0 ? OUTCOME_DRAW
                                 : OUTCOME_OPEN;
    return true;
}

/* How many stones of this colour follow s in steps of `step`, counted up to `most`. */
static int run_from(const struct position *p, square s, int step, uint8_t own, int most)
{
    int n = 0;
    /* South-west of a1 there is no cell at all. */
    for (int x = s + step; n < most && x >= 0 && p->cell[x] == own; x += step)
        n++;
    return n;
}

int position_rows_through(const struct position *p, square s)
{
    int rows = 0, k = p->rules.k, most = p->rules.exact ? k + 1 : k - 1;
    uint8_t own = p->cell[s];
    for (int d = 0; d < DIRECTIONS; d++) {
        int before = run_from(p, s, -direction_step[d], own, most),
            after = run_from(p, s, direction_step[d], own, most), more = before + 1 + after - k + 1;
        if (p->rules.exact)
            rows += (more == 1) - (before == k) - (after == k);
        else
            rows += more > 0 ? more : 0;
    }
    return rows;
}

void position_put_aside(struct position *p, struct position_aside *a)
{
    *a = (struct position_aside){p->ply, p->ply_room, p->plies, p->left, p->to_move, p->outcome};
    p->ply = NULL;
    p->ply_room = 0;
    p->plies = 0;
}

void position_take_back(struct position *p, const struct position_aside *a)
{
    assert(p->plies == 0);
    free(p->ply);
    p->ply = a->ply;
    p->ply_room = a->ply_room;
    p->plies = a->plies;
    p->left = a->left;
    p->to_move = a->to_move;
    p->outcome = a->outcome;
}

bool position_equal(const struct position *a, const struct position *b)
{
    return a->hash == b->hash && a->to_move == b->to_move && a->left == b->left &&
           rules_equal(&a->rules, &b->rules) &&
           memcmp(a->cell, b->cell, (size_t)square_limit(&a->rules)) == 0;
}

int position_win_row(const struct position *p, square out[RULES_MAX_SIDE])
{
    if (p->outcome != OUTCOME_BLACK && p->outcome != OUTCOME_WHITE)
        return 0;
    uint8_t own = (uint8_t)(p->outcome == OUTCOME_BLACK ? CELL_BLACK : CELL_WHITE);
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        for (int d = 0; d < DIRECTIONS && p->cell[s] == own; d++) {
            int step = direction_step[d], n = 0;
            if (s >= step && p->cell[s - step] == own)
                continue; /* not the first of its row; south-west of a1 there is no cell at all */
            for (int x = s; p->cell[x] == own; x += step)
                out[n++] = (square)x;
            if (rules_row(&p->rules, n))
                return n;
        }
    return 0;
}
