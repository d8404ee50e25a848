/* Codes of line patterns stone by stone; see cells_lines.h. */
#include "connect/eval/cells_lines.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static const int step_col[DIRECTIONS] = {1, 0, 1, -1}, step_row[DIRECTIONS] = {0, 1, 1, 1};

/* Writes the codes of the empty board: all that is off it is blocked to both sides. */
static void write_empty(struct cells_lines *l)
{
    for (int cell = 0; cell < l->cells; cell++)
        for (int d = 0; d < DIRECTIONS; d++) {
            uint32_t code = 0, weight = 2 * 0x10001;
            for (int hand = -1; hand <= 1; hand += 2)
                for (int i = 1; i <= l->reach; i++, weight *= 3) {
                    int col = cell % l->m + hand * i * step_col[d];
                    int row = cell / l->m + hand * i * step_row[d];
                    if (col < 0 || col >= l->m || row < 0 || row >= l->n)
                        code += weight;
                }
            l->empty[cell][d] = code;
        }
}

struct cells_lines *cells_lines_new(const struct rules *r)
{
    assert(r->k >= 2 && r->k <= CELLS_K_MOST);
    struct cells_lines *l = mem_zero(1, sizeof *l);
    size_t cells = (size_t)(r->m * r->n);
    l->m = r->m;
    l->n = r->n;
    l->reach = r->k - 1;
    l->cells = (int)cells;
    l->at = mem_zero(cells, sizeof *l->at);
    l->stone = mem_zero(cells, sizeof *l->stone);
    l->code = mem_zero(cells, sizeof *l->code);
    l->empty = mem_zero(cells, sizeof *l->empty);
    l->changed = mem_zero(cells + 1, sizeof *l->changed); /* note writes before it knows */
    l->marked = mem_zero(cells, sizeof *l->marked);
    for (square s = square_first(); s; s = square_next(r, s))
        l->at[cells_lines_cell(l, s)] = s;
    uint32_t weight = 1;
    for (int i = 0; i < 2 * l->reach; i++, weight *= 3) {
        l->delta[BLACK][i] = weight | weight << 17; /* own to Black, blocked to White */
        l->delta[WHITE][i] = weight << 1 | weight << 16;
    }
    write_empty(l);
    cells_lines_clear(l);
    return l;
}

void cells_lines_free(struct cells_lines *l)
{
    if (!l)
        return;
    free(l->at);
    free(l->stone);
    free(l->code);
    free(l->empty);
    free(l->changed);
    free(l->marked);
    free(l);
}

static inline void note(struct cells_lines *l, int cell)
{
    l->changed[l->changes] = (uint16_t)cell;
    l->changes += !l->marked[cell];
    l->marked[cell] = 1;
}

static inline int least(int a, int b)
{
    return a < b ? a : b;
}

/* Adds to the codes of all cells on the four lines through `cell` what a stone there means, `sign` times. */
static void apply(struct cells_lines *l, int cell, const uint32_t *delta, uint32_t sign)
{
    int col = cell % l->m, row = cell / l->m, reach = l->reach;
    int east = least(reach, l->m - 1 - col), west = least(reach, col);
    int north = least(reach, l->n - 1 - row), south = least(reach, row);
    const int ahead[DIRECTIONS] = {east, north, least(east, north), least(west, north)};
    const int behind[DIRECTIONS] = {west, south, least(west, south), least(east, south)};
    for (int d = 0; d < DIRECTIONS; d++) {
        int step = step_row[d] * l->m + step_col[d];
        for (int i = 1, at = cell + step; i <= ahead[d]; i++, at += step) {
            l->code[at][d] += sign * delta[i - 1];
            note(l, at);
        }
        for (int i = 1, at = cell - step; i <= behind[d]; i++, at -= step) {
            l->code[at][d] += sign * delta[reach + i - 1];
            note(l, at);
        }
    }
    note(l, cell);
}

void cells_lines_set(struct cells_lines *l, int cell, enum cell what)
{
    assert(what != CELL_EDGE);
    uint8_t old = l->stone[cell];
    if (old == what)
        return;
    if (old != CELL_EMPTY)
        apply(l, cell, l->delta[old == CELL_BLACK ? BLACK : WHITE], UINT32_MAX);
    if (what != CELL_EMPTY)
        apply(l, cell, l->delta[what == CELL_BLACK ? BLACK : WHITE], 1);
    l->stone[cell] = (uint8_t)what;
}

void cells_lines_clear(struct cells_lines *l)
{
    memset(l->stone, CELL_EMPTY, (size_t)l->cells);
    memcpy(l->code, l->empty, (size_t)l->cells * sizeof *l->code);
    cells_lines_take(l);
}

void cells_lines_take(struct cells_lines *l)
{
    for (int i = 0; i < l->changes; i++)
        l->marked[l->changed[i]] = 0;
    l->changes = 0;
}
