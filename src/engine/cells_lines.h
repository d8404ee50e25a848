/* The codes of the line patterns (cells_class.h) around all squares of a board, for both sides, kept up to
 * date stone by stone.
 *
 * Squares are numbered without gaps here, row by row from the bottom left: cells. Code of a cell in a
 * direction:
 *
 *     bit 31 … 16   as White sees it      bit 15 … 0   as Black sees it
 *
 * so that a stone changes both by one addition, the same one wherever the cell is. */
#ifndef ENGINE_CELLS_LINES_H
#define ENGINE_CELLS_LINES_H

#include <stdint.h>

#include "board/position.h"
#include "engine/cells_class.h"

struct cells_lines {
    int m, n, reach;                     /* columns, rows, k − 1 */
    int cells;                           /* m * n */
    square *at;                          /* by cell: its square */
    uint8_t *stone;                      /* by cell: enum cell, CELL_EDGE never */
    uint32_t (*code)[DIRECTIONS];        /* by cell */
    uint32_t (*empty)[DIRECTIONS];       /* the codes of the empty board */
    uint32_t delta[2][2 * CELLS_K_MOST]; /* by side and digit: what a stone adds */
    int changes;                         /* cells whose codes or stone changed since they were last taken, */
    uint16_t *changed;                   /* each once */
    uint8_t *marked;                     /* by cell: it is among them */
};

/* The empty board of these rules, k at most CELLS_K_MOST. The caller frees it. */
struct cells_lines *cells_lines_new(const struct rules *r);
void cells_lines_free(struct cells_lines *l);

static inline int cells_lines_cell(const struct cells_lines *l, square s)
{
    return square_row(s) * l->m + square_col(s);
}

/* Puts a stone, or CELL_EMPTY, on a cell, whatever is there. */
void cells_lines_set(struct cells_lines *l, int cell, enum cell what);

/* Back to the empty board, with no changes noted. */
void cells_lines_clear(struct cells_lines *l);

/* Forgets which cells changed. */
void cells_lines_take(struct cells_lines *l);

/* The classes around a cell: by side that sees them and direction. */
static inline void cells_lines_classes(const struct cells_lines *l, const uint16_t *class_of, int cell,
                                       uint16_t out[2][DIRECTIONS])
{
    for (int d = 0; d < DIRECTIONS; d++) {
        uint32_t code = l->code[cell][d];
        out[BLACK][d] = class_of[code & 0xffff];
        out[WHITE][d] = class_of[code >> 16];
    }
}

#endif
