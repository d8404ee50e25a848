/* The codes of the line patterns (cells_class.h) around all squares of a board, for both sides, kept up to
 * date stone by stone.
 *
 * Squares are numbered without gaps here, row by row from the bottom left: cells. Code of a cell in a
 * direction:
 *
 *     bit 31 … 16   as White sees it      bit 15 … 0   as Black sees it
 *
 * so that a stone changes both by one addition, the same one wherever the cell is. */
#ifndef CONNECT_EVAL_CELLS_LINES_H
#define CONNECT_EVAL_CELLS_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "connect/board/position.h"
#include "connect/eval/cells_class.h"

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

/* The classes around a cell as both sides see them, those of the four directions in 16 bits each: packed,
 * they are made, compared and kept without a detour through memory. */
struct cells_seen {
    uint64_t by[2]; /* by side */
};

static inline struct cells_seen cells_lines_seen(const struct cells_lines *l, const uint16_t *class_of,
                                                 int cell)
{
    const uint32_t *code = l->code[cell];
    uint64_t east = class_of[code[0] & 0xffff], north = class_of[code[1] & 0xffff];
    uint64_t north_east = class_of[code[2] & 0xffff], north_west = class_of[code[3] & 0xffff];
    uint64_t east_white = class_of[code[0] >> 16], north_white = class_of[code[1] >> 16];
    uint64_t north_east_white = class_of[code[2] >> 16], north_west_white = class_of[code[3] >> 16];
    return (struct cells_seen){
        {east | north << 16 | north_east << 32 | north_west << 48,
         east_white | north_white << 16 | north_east_white << 32 | north_west_white << 48}};
}

static inline int cells_seen_class(uint64_t seen, int direction)
{
    return (int)(seen >> 16 * direction & 0xffff);
}

/* Has any of the classes an own stone? Classes are below 2^15, so that the sums do not run into each
 * other. */
static inline bool cells_seen_stones(const struct cells_seen *s, int stoneless)
{
    const uint64_t every = 0x0001000100010001u, past = every * (uint64_t)(0x8000 - stoneless);
    return ((s->by[BLACK] + past) | (s->by[WHITE] + past)) & every << 15;
}

#endif
