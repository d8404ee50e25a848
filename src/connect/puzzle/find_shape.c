/* The shape of a puzzle, for telling near-duplicates; see find.h. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "connect/puzzle/find_inner.h"

enum { NEAR = 4 }; /* squares from the key, of a defence puzzle */

struct shape_stone {
    int16_t col, row, what; /* cell, or KEY */
};
enum { KEY = CELL_EDGE + 1 };

struct shape {
    int n;
    size_t room;
    struct shape_stone *at;
};

static void add(struct shape *x, square s, int what)
{
    x->at = mem_grow(x->at, &x->room, (size_t)x->n + 1, sizeof *x->at);
    x->at[x->n++] = (struct shape_stone){(int16_t)square_col(s), (int16_t)square_row(s), (int16_t)what};
}

/* Is the solver's stone on a segment that it could fill, together with one of the squares it plays? */
static bool takes_part(const struct position *p, square stone, const square *line, int n)
{
    const struct rules *r = &p->rules;
    enum cell other = cell_of(side_other(p->to_move));
    for (int i = 0; i < n; i++) {
        int dc = square_col(line[i]) - square_col(stone), dr = square_row(line[i]) - square_row(stone);
        int far = abs(dc) > abs(dr) ? abs(dc) : abs(dr);
        if (far == 0 || far >= r->k || (dc && dr && abs(dc) != abs(dr)))
            continue;
        int step = (dr > 0) - (dr < 0), run = 0;
        int d = step * SQUARE_STRIDE + (dc > 0) - (dc < 0);
        square from = stone;
        for (int j = 0; j < r->k - 1 - far; j++) /* as far back as a segment with both can begin */
            if (p->cell[from - d] == other || p->cell[from - d] == CELL_EDGE)
                break;
            else
                from = (square)(from - d);
        for (square s = from; p->cell[s] != other && p->cell[s] != CELL_EDGE && run < r->k; run++)
            s = (square)(s + d);
        if (run >= r->k)
            return true;
    }
    return false;
}

static bool is_near(square s, const struct squares *key)
{
    for (int i = 0; i < key->n; i++)
        if (abs(square_col(s) - square_col(key->s[i])) <= NEAR &&
            abs(square_row(s) - square_row(key->s[i])) <= NEAR)
            return true;
    return false;
}

/* The squares that the solver plays in the main line. */
static int own_squares(const struct puzzle *p, square out[PUZZLE_LINE])
{
    int turn = p->before->rules.p, n = 0;
    for (int i = 0; i < p->line_n; i++)
        if (i / turn % 2 == 0)
            out[n++] = p->line[i];
    return n;
}

static int by_place(const void *x, const void *y)
{
    return memcmp(x, y, sizeof(struct shape_stone));
}

/* Its hash as seen through one of eight symmetries, wherever it lies. */
static uint64_t hash_of(const struct shape *x, int symmetry, struct shape_stone *room)
{
    int low[2] = {INT16_MAX, INT16_MAX};
    uint64_t hash = 1;
    for (int i = 0; i < x->n; i++) {
        struct shape_stone s = x->at[i];
        int col = symmetry & 4 ? s.row : s.col, row = symmetry & 4 ? s.col : s.row;
        col = symmetry & 1 ? -col : col;
        row = symmetry & 2 ? -row : row;
        low[0] = col < low[0] ? col : low[0];
        low[1] = row < low[1] ? row : low[1];
        room[i] = (struct shape_stone){(int16_t)col, (int16_t)row, s.what};
    }
    for (int i = 0; i < x->n; i++) {
        room[i].col = (int16_t)(room[i].col - low[0]);
        room[i].row = (int16_t)(room[i].row - low[1]);
    }
    qsort(room, (size_t)x->n, sizeof *room, by_place);
    for (int i = 0; i < x->n; i++)
        hash = rng_mix(hash ^ (uint64_t)(room[i].col << 16 | room[i].row << 4 | room[i].what)) + 1;
    return hash;
}

uint64_t finder_shape(const struct puzzle *p)
{
    struct err e;
    struct position *at = puzzle_position(p, &e);
    struct shape x = {0};
    square own[PUZZLE_LINE];
    int n = own_squares(p, own);
    if (!at)
        return 0;
    for (square s = square_first(); s; s = square_next(&at->rules, s))
        if (p->kind == PUZZLE_DEFENCE ? at->cell[s] != CELL_EMPTY && is_near(s, &p->key)
                                      : at->cell[s] == cell_of(at->to_move) && takes_part(at, s, own, n))
            add(&x, s, at->cell[s] == cell_of(at->to_move) ? CELL_BLACK : CELL_WHITE);
    for (int i = 0; i < p->key.n; i++)
        add(&x, p->key.s[i], KEY);
    uint64_t best = UINT64_MAX;
    struct shape_stone *room = mem_zero((size_t)x.n + 1, sizeof *room);
    for (int i = 0; i < 8; i++) {
        uint64_t hash = hash_of(&x, i, room);
        best = hash < best ? hash : best;
    }
    free(room);
    free(x.at);
    position_free(at);
    return rng_mix(best ^ (uint64_t)p->kind ^ (uint64_t)p->turns << 8);
}
