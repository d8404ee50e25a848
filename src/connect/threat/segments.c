/* The geometry of segments and lines; see segments.h. */
#include "connect/threat/segments.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

/* Squares from s on in a direction, s included, until the board ends. */
static int reach(const struct rules *r, square s, int direction)
{
    static const int dcol[DIRECTIONS] = {1, 0, 1, -1}, drow[DIRECTIONS] = {0, 1, 1, 1};
    int n = 0;
    for (int col = square_col(s), row = square_row(s); square_on_board(r, col, row); n++) {
        col += dcol[direction];
        row += drow[direction];
    }
    return n;
}

static bool starts_line(const struct rules *r, square s, int direction)
{
    int col = square_col(s), row = square_row(s);
    switch (direction) {
    case 0:
        return col == 0;
    case 1:
        return row == 0;
    case 2:
        return col == 0 || row == 0;
    default:
        return col == r->m - 1 || row == 0;
    }
}

static void number_line(struct segments *g, square start, int direction, int length)
{
    int k = g->rules.k, step = direction_step[direction], id = g->lines++, first = g->count;
    int windows = length - k + 1;
    g->line[id] = (struct line){start, (uint8_t)direction, (uint8_t)length, (uint16_t)first};
    for (int i = 0; i < windows; i++)
        g->segment[g->count++] = (struct segment){(square)(start + i * step), (uint8_t)direction};
    for (int i = 0; i < length; i++) {
        int low = i - k + 1 > 0 ? i - k + 1 : 0, high = i < windows - 1 ? i : windows - 1;
        g->at[start + i * step][direction] =
            (struct span){(uint16_t)(first + low), (uint16_t)id, (uint8_t)(high - low + 1), (uint8_t)i};
    }
}

struct segments *segments_new(const struct rules *r)
{
    struct segments *g = mem_zero(1, sizeof *g);
    size_t squares = (size_t)(r->m * r->n), most_lines = (size_t)(3 * (r->m + r->n)) + 1;
    /* 4 x 127 x 127 segments at the most: their numbers fit in 16 bits. */
    _Static_assert(DIRECTIONS * RULES_MAX_SIDE * RULES_MAX_SIDE <= UINT16_MAX, "segment numbers are 16 bits");
    g->rules = *r;
    g->segment = mem_alloc(DIRECTIONS * squares * sizeof *g->segment);
    g->line = mem_zero(most_lines, sizeof *g->line);
    g->at = mem_zero((size_t)square_limit(r), sizeof *g->at);
    g->lines = 1;
    int directions = r->k == 1 && !r->exact ? 1 : DIRECTIONS; /* a single square is one segment, not four */
    for (int direction = 0; direction < directions; direction++)
        for (square s = square_first(); s; s = square_next(r, s)) {
            int length = starts_line(r, s, direction) ? reach(r, s, direction) : 0;
            if (length >= r->k)
                number_line(g, s, direction, length);
        }
    assert((size_t)g->lines <= most_lines);
    return g;
}

void segments_free(struct segments *g)
{
    if (g) {
        free(g->segment);
        free(g->line);
        free(g->at);
        free(g);
    }
}
