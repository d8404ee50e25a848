/* First turns on the empty board; see turns.h. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/proof/turns.h"

enum { SHAPES_MOST = 200000 }; /* sets looked at */

/* A set of squares as offsets from its corner. */
struct shape {
    int n;
    int8_t col[RULES_MAX_TURN], row[RULES_MAX_TURN];
};

static int cell_number(const struct shape *s, int i)
{
    return s->row[i] * 256 + s->col[i];
}

/* Puts the corner at the origin and the squares in order. */
static void normalise(struct shape *s)
{
    int8_t col = INT8_MAX, row = INT8_MAX;
    for (int i = 0; i < s->n; i++) {
        col = s->col[i] < col ? s->col[i] : col;
        row = s->row[i] < row ? s->row[i] : row;
    }
    for (int i = 0; i < s->n; i++) {
        s->col[i] = (int8_t)(s->col[i] - col);
        s->row[i] = (int8_t)(s->row[i] - row);
        for (int j = i; j && cell_number(s, j - 1) > cell_number(s, j); j--) {
            int8_t c = s->col[j], r = s->row[j];
            s->col[j] = s->col[j - 1];
            s->row[j] = s->row[j - 1];
            s->col[j - 1] = c;
            s->row[j - 1] = r;
        }
    }
}

static int compare_shapes(const struct shape *a, const struct shape *b)
{
    for (int i = 0; i < a->n; i++)
        if (cell_number(a, i) != cell_number(b, i))
            return cell_number(a, i) - cell_number(b, i);
    return 0;
}

/* Is the shape the smallest of its eight images? Then it stands for them. */
static bool stands_for_all(const struct shape *s)
{
    for (int image = 1; image < 8; image++) {
        struct shape t = *s;
        for (int i = 0; i < t.n; i++) {
            int8_t col = s->col[i], row = s->row[i];
            if (image & 4) {
                int8_t swap = col;
                col = row;
                row = swap;
            }
            t.col[i] = image & 1 ? (int8_t)-col : col;
            t.row[i] = image & 2 ? (int8_t)-row : row;
        }
        normalise(&t);
        if (compare_shapes(&t, s) < 0)
            return false;
    }
    return true;
}

static int choices(int n, int k)
{
    double c = 1;
    for (int i = 0; i < k; i++)
        c = c * (n - i) / (i + 1);
    return c < SHAPES_MOST ? (int)c : SHAPES_MOST;
}

/* The squares of a shape whose middle is at a given place; false if it does not fit there. */
static bool place_shape(const struct battle *b, const struct shape *s, int col, int row, struct squares *turn)
{
    int wide = 0, high = 0;
    turn->n = s->n;
    for (int i = 0; i < s->n; i++) {
        wide = s->col[i] > wide ? s->col[i] : wide;
        high = s->row[i] > high ? s->row[i] : high;
    }
    for (int i = 0; i < s->n; i++) {
        int c = col - (wide + 1) / 2 + s->col[i], r = row - (high + 1) / 2 + s->row[i];
        if (!square_on_board(&b->position->rules, c, r))
            return false;
        turn->s[i] = square_at(c, r);
        if (b->position->cell[turn->s[i]] != CELL_EMPTY)
            return false;
    }
    return true;
}

/* How far a place is from the defender's stones, no more than counts. */
static int distance(const struct battle *b, int col, int row)
{
    const struct stone_list *l = &b->stone[b->defender];
    int nearest = 2 * b->position->rules.k;
    for (int i = 0; i < l->n; i++) {
        int across = abs(square_col(l->s[i]) - col), up = abs(square_row(l->s[i]) - row);
        int far = across > up ? across : up;
        nearest = far < nearest ? far : nearest;
    }
    return nearest;
}

/* Where to put shapes: the centre if it is free of the defender's stones, and places around it, the farthest
 * from them first. */
struct place {
    int col, row, far;
};

enum { PLACES = 9 };

static void find_places(const struct battle *b, struct place out[PLACES])
{
    static const int around[PLACES][2] = {{0, 0},   {-1, 0}, {1, 0},  {0, -1}, {0, 1},
                                          {-1, -1}, {1, 1},  {-1, 1}, {1, -1}};
    const struct rules *r = &b->position->rules;
    for (int i = 0; i < PLACES; i++) {
        int col = (r->m - 1) / 2 + around[i][0] * (r->k - 1),
            row = (r->n - 1) / 2 + around[i][1] * (r->k - 1);
        struct place p = {col, row, distance(b, col, row)};
        int j = i;
        for (; j && out[j - 1].far < p.far; j--)
            out[j] = out[j - 1];
        out[j] = p;
    }
}

/* One of each shape, the best first, in the middle of the board as if it were empty. The caller frees it. */
static struct shape *find_shapes(struct battle *b, int n, size_t *count)
{
    const struct rules *r = &b->position->rules;
    int side = 1, room = r->m < r->n ? r->m : r->n;
    struct shape *list = NULL;
    size_t list_room = 0;
    *count = 0;
    /* A window around the centre: as large as a row asks for and the number of sets allows. */
    while (side < r->k - 1 && side < room &&
           (side * side < n || choices((side + 1) * (side + 1), n) < SHAPES_MOST))
        side++;
    if (side * side < n)
        return NULL;
    assert(n > 0 && n <= RULES_MAX_TURN);
    int pick[RULES_MAX_TURN];
    for (int i = 0; i < n; i++)
        pick[i] = i;
    for (long tried = 0; tried < SHAPES_MOST && !battle_late(b, n * n); tried++) {
        struct shape s = {.n = n};
        for (int i = 0; i < n; i++) {
            s.col[i] = (int8_t)(pick[i] % side);
            s.row[i] = (int8_t)(pick[i] / side);
        }
        struct shape corner = s;
        normalise(&corner);
        if (compare_shapes(&corner, &s) == 0 && stands_for_all(&s)) {
            list = mem_grow(list, &list_room, *count + 1, sizeof *list);
            list[(*count)++] = s;
        }
        int i = n - 1;
        while (i >= 0 && pick[i] == side * side - n + i)
            i--;
        if (i < 0)
            break;
        pick[i]++;
        for (int j = i + 1; j < n; j++)
            pick[j] = pick[j - 1] + 1;
    }
    return list;
}

void turns_opening(struct battle *b, size_t most, struct turn_list *out)
{
    struct place place[PLACES];
    size_t count;
    out->length = position_turn_length(b->position);
    out->count = out->used = 0;
    struct shape *shape = find_shapes(b, out->length, &count);
    find_places(b, place);
    for (size_t i = 0; i < count && !battle_late(b, 1000 * out->length); i++)
        for (int j = 0; j < (b->position->stones ? PLACES : 1); j++) {
            struct squares turn;
            if (place_shape(b, &shape[i], place[j].col, place[j].row, &turn))
                turn_list_add(out, b, &turn);
        }
    free(shape);
    turn_list_sort(out);
    if (out->count > most)
        out->count = most;
}
