/* Classes of shapes and their table; see shapes.h. */
#include "go/shapes.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "game/symmetry.h"

/* As `hexad net shapes` writes them: near and far, class by class. */
static const uint8_t numbers[] = {
#include "go/shapes.inc"
};
_Static_assert(sizeof numbers == 2 * SHAPE_CLASSES, "go/shapes.inc has two numbers for each class");

/* Column and row of a cell in the square of three by three, by step; the place itself is in the middle. */
static const int col_of[8] = {0, 2, 1, 1, 0, 2, 0, 2}, row_of[8] = {1, 1, 0, 2, 0, 0, 2, 2};

/* to[s][i]: where symmetry s takes the cell of step i. */
struct turns {
    uint8_t to[8][8];
};

static struct turns turns_make(void)
{
    struct turns t = {{{0}}};
    for (int s = 0; s < 8; s++)
        for (int i = 0; i < 8; i++) {
            int col = col_of[i], row = row_of[i], k = 0;
            symmetry_turn(s, 3, 3, &col, &row);
            while (col_of[k] != col || row_of[k] != row)
                k++;
            t.to[s][i] = (uint8_t)k;
        }
    return t;
}

static uint32_t turned(const struct turns *t, int s, uint32_t code)
{
    uint32_t out = 0;
    for (int i = 0; i < 8; i++)
        out |= (code >> 2 * i & 3) << 2 * t->to[s][i];
    return out;
}

static uint32_t least(const struct turns *t, uint32_t code)
{
    uint32_t best = code;
    for (int s = 1; s < 8; s++) {
        uint32_t c = turned(t, s, code);
        best = c < best ? c : best;
    }
    return best;
}

/* Black's stones for White's: 1 and 2 are exchanged, 0 and 3 stay. */
static uint32_t exchanged(uint32_t code)
{
    uint32_t low = code & 0x5555, high = code >> 1 & 0x5555;
    return high | low << 1;
}

/* Is it the surroundings of a place on a board? Then the cells beyond an edge are the three of its side. */
static bool possible(uint32_t code)
{
    uint32_t beyond = 0, want = 0;
    static const uint32_t side[4] = {1 | 16 | 64, 2 | 32 | 128, 4 | 16 | 32, 8 | 64 | 128};
    for (int i = 0; i < 8; i++)
        beyond |= (uint32_t)((code >> 2 * i & 3) == CELL_EDGE) << i;
    for (int i = 0; i < 4; i++)
        want |= beyond >> i & 1 ? side[i] : 0;
    return beyond == want && (beyond & 3) != 3 && (beyond & 12) != 12;
}

/* By code, as Black sees it: its class, or -1. Classes are in the order of their least codes. */
static void classes_make(const struct turns *t, int16_t class[SHAPE_CODES])
{
    int16_t n = 0;
    memset(class, 0xff, SHAPE_CODES * sizeof *class);
    for (uint32_t code = 0; code < SHAPE_CODES; code++) {
        if (!possible(code))
            continue;
        uint32_t first = least(t, code);
        class[code] = first == code ? n++ : class[first];
    }
}

void shape_classes(int16_t class[SHAPE_CODES])
{
    struct turns t = turns_make();
    classes_make(&t, class);
}

uint32_t shape_seen(uint32_t code, enum side side)
{
    return side == BLACK ? code : exchanged(code);
}

/* As go_eye says. */
static bool is_eye(uint32_t code, enum side side)
{
    int edge = 0, hostile = 0;
    for (int i = 0; i < 8; i++) {
        uint32_t c = code >> 2 * i & 3;
        if (i < 4 && c != CELL_EDGE && c != cell_of(side))
            return false;
        edge |= i < 4 && c == CELL_EDGE;
        hostile += i >= 4 && c == cell_of(side_other(side));
    }
    return hostile + edge < 2;
}

void shape_table(uint32_t told[SHAPE_CODES])
{
    static const int near_at[2] = {2, 10}, far_at[2] = {18, 25};
    int16_t *class = mem_zero(SHAPE_CODES, sizeof *class);
    shape_classes(class);
    for (uint32_t code = 0; code < SHAPE_CODES; code++) {
        told[code] = (uint32_t)is_eye(code, BLACK) | (uint32_t)is_eye(code, WHITE) << 1;
        for (int side = BLACK; side <= WHITE; side++) {
            int c = class[shape_seen(code, (enum side)side)];
            if (c >= 0)
                told[code] |= (uint32_t)numbers[2 * c] << near_at[side] | (uint32_t)numbers[2 * c + 1]
                                                                              << far_at[side];
        }
    }
    free(class);
}
