/* The checker's board; see check_board.h. */
#include "connect/proof/check_board.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

/* A step from the board's first square may leave the cells altogether. */
static bool on_board(const struct check_board *b, int at)
{
    return at >= square_first() && b->p->cell[at] != CELL_EDGE;
}

/* Counts a stone on all segments through s that start on the board. */
static void count_stone(struct check_board *b, square s, enum side side)
{
    for (int d = 0; d < DIRECTIONS; d++) {
        int start = s;
        for (int i = 0; i < b->p->rules.k && on_board(b, start); i++) {
            if (++b->count[side][d][start] == b->warm && b->fits[d][start])
                b->warm_at[side][b->warms[side]++] = (struct check_start){(square)start, (uint8_t)d};
            start -= direction_step[d];
        }
    }
}

/* The same the other way. */
static void uncount_stone(struct check_board *b, square s, enum side side)
{
    for (int d = 0; d < DIRECTIONS; d++) {
        int start = s;
        for (int i = 0; i < b->p->rules.k && on_board(b, start); i++) {
            b->warms[side] -= b->count[side][d][start]-- == b->warm && b->fits[d][start];
            start -= direction_step[d];
        }
    }
}

static void add_stone(struct check_board *b, square s, enum side side)
{
    b->stone[side][b->stones[side]++] = s;
    count_stone(b, s, side);
}

struct check_board *check_board_new(const struct position *p)
{
    struct check_board *b = mem_zero(1, sizeof *b);
    b->p = position_copy(p);
    const struct rules *r = &p->rules;
    b->warm = r->k > r->p ? r->k - r->p : 1;
    for (square s = square_first(); s; s = square_next(r, s)) {
        int col = square_col(s), row = square_row(s), far = r->k - 1;
        b->fits[0][s] = square_on_board(r, col + far, row);
        b->fits[1][s] = square_on_board(r, col, row + far);
        b->fits[2][s] = square_on_board(r, col + far, row + far);
        b->fits[3][s] = square_on_board(r, col - far, row + far);
    }
    for (square s = square_first(); s; s = square_next(r, s))
        if (p->cell[s] != CELL_EMPTY)
            add_stone(b, s, p->cell[s] == CELL_BLACK ? BLACK : WHITE);
    return b;
}

void check_board_free(struct check_board *b)
{
    if (b)
        position_free(b->p);
    free(b);
}

void check_board_place(struct check_board *b, square s)
{
    add_stone(b, s, b->p->to_move);
    position_place(b->p, s);
}

void check_board_undo(struct check_board *b)
{
    struct ply last = b->p->ply[b->p->plies - 1];
    position_undo(b->p);
    if (last.at == SQUARE_NONE)
        return;
    assert(b->stone[last.side][b->stones[last.side] - 1] == last.at);
    b->stones[last.side]--;
    uncount_stone(b, last.at, (enum side)last.side);
}

/* Exact games: is a stone of the side next to one of the segment's ends? Filled, it would be part of a longer run. */
static bool is_flanked(const struct check_board *b, enum side side, int d, int start)
{
    int step = direction_step[d], before = start - step, after = start + b->p->rules.k * step;
    uint8_t own = (uint8_t)cell_of(side);
    return (on_board(b, before) && b->p->cell[before] == own) || b->p->cell[after] == own;
}

static bool is_active(const struct check_board *b, enum side side, int d, int start, int most)
{
    return b->p->rules.k - b->count[side][d][start] <= most && b->count[side_other(side)][d][start] == 0 &&
           b->fits[d][start] && !(b->p->rules.exact && is_flanked(b, side, d, start));
}

static void append(const struct check_board *b, enum side side, int d, int start, struct check_segments *out)
{
    int empty = b->p->rules.k - b->count[side][d][start];
    out->at[out->n++] = (struct check_segment){(square)start, (uint8_t)d, (uint8_t)empty};
}

/* Those with stone s on them and no other stone of its side before it: so each is found once. */
static void active_from_stone(const struct check_board *b, enum side side, square s, int most,
                              struct check_segments *out)
{
    uint8_t own = (uint8_t)cell_of(side);
    for (int d = 0; d < DIRECTIONS; d++) {
        int step = direction_step[d], start = s;
        for (int i = 0; i < b->p->rules.k; i++, start -= step) {
            if (!on_board(b, start) || (i > 0 && b->p->cell[start] == own))
                break;
            if (is_active(b, side, d, start, most))
                append(b, side, d, start, out);
        }
    }
}

void check_board_active(const struct check_board *b, enum side side, int most, struct check_segments *out)
{
    out->n = 0;
    if (b->p->rules.k - most >= b->warm) {
        for (int i = 0; i < b->warms[side]; i++) {
            struct check_start w = b->warm_at[side][i];
            if (is_active(b, side, w.direction, w.start, most))
                append(b, side, w.direction, w.start, out);
        }
        return;
    }
    if (most < b->p->rules.k) { /* each has a stone of that side */
        for (int i = 0; i < b->stones[side]; i++)
            active_from_stone(b, side, b->stone[side][i], most, out);
        return;
    }
    for (square s = square_first(); s; s = square_next(&b->p->rules, s))
        for (int d = 0; d < DIRECTIONS; d++)
            if (is_active(b, side, d, s, most))
                append(b, side, d, s, out);
}

/* Those of one segment. */
static void stones_on(const struct check_board *b, uint8_t cell, int d, int start,
                      void (*stops)(struct check_zones *z, square s), struct check_zones *z)
{
    for (int i = 0; i < b->p->rules.k; i++, start += direction_step[d])
        if (b->p->cell[start] == cell)
            stops(z, (square)start);
}

void check_board_stopped(const struct check_board *b, enum side side,
                         void (*stops)(struct check_zones *z, square s), struct check_zones *z)
{
    enum side other = side_other(side);
    for (int i = 0; i < b->warms[side]; i++) {
        struct check_start w = b->warm_at[side][i];
        if (b->count[other][w.direction][w.start])
            stones_on(b, (uint8_t)cell_of(other), w.direction, w.start, stops, z);
    }
}

int check_board_empties(const struct check_board *b, struct check_segment g, square out[RULES_MAX_K])
{
    int n = 0;
    for (int i = 0; i < b->p->rules.k; i++) {
        square s = (square)(g.start + i * direction_step[g.direction]);
        if (b->p->cell[s] == CELL_EMPTY)
            out[n++] = s;
    }
    return n;
}

int check_board_margin(const struct check_board *b, square s)
{
    const struct rules *r = &b->p->rules;
    int col = square_col(s), row = square_row(s);
    int across = col < r->m - 1 - col ? col : r->m - 1 - col;
    int down = row < r->n - 1 - row ? row : r->n - 1 - row;
    return across < down ? across : down;
}
