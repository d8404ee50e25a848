/* Checks what tilings cover; see tile_cover.h. */
#include "connect/theory/tile_cover.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/theory/tiles.h"

const int tile_cover_step[DIRECTIONS][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
static int by_row_and_column(const void *x, const void *y)
{
    const int *a = x, *b = y;
    return a[1] != b[1] ? (a[1] > b[1]) - (a[1] < b[1]) : (a[0] > b[0]) - (a[0] < b[0]);
}

bool tile_cover_add(struct tile_cover *c, const int (*squares)[2], int n)
{
    assert(n >= 1 && n <= MB_SQUARES);
    int s[MB_SQUARES][2];
    memcpy(s, squares, (size_t)n * sizeof *s);
    qsort(s, (size_t)n, sizeof *s, by_row_and_column);
    for (int d = 0; d < DIRECTIONS; d++) {
        bool straight = true;
        for (int i = 1; i < n && straight; i++)
            straight = s[i][0] == s[0][0] + i * tile_cover_step[d][0] &&
                       s[i][1] == s[0][1] + i * tile_cover_step[d][1];
        if (straight) {
            c->line = mem_grow(c->line, &c->room, c->count + 1, sizeof *c->line);
            c->line[c->count++] = (struct tile_cover_line){s[0][0], s[0][1], d, n};
            return true;
        }
    }
    return false;
}

void tile_cover_free(struct tile_cover *c)
{
    free(c->line);
    *c = (struct tile_cover){0, 0, 0, 0, NULL};
}

bool tile_cover_parallelograms(int h, int w, struct tile_cover *out)
{
    char name[40];
    struct mb_board b;
    bool ok = true;
    *out = (struct tile_cover){w, 2 * h, 0, 0, NULL};
    snprintf(name, sizeof name, "P(%d,%d)", h, w);
    if (!mb_builtin(name, &b, NULL))
        return false;
    for (int band = 0; band < 2; band++)
        for (int l = 0; l < b.lines && ok; l++) {
            int at[MB_SQUARES][2], n = 0;
            for (mb_set s = b.line[l]; s; s &= s - 1, n++) {
                struct tile_place p = {0, band, mb_first(s) % w, mb_first(s) / w};
                tile_square(h, w, &p, &at[n][0], &at[n][1]);
            }
            ok = tile_cover_add(out, (const int(*)[2])at, n);
        }
    return ok;
}

bool tile_cover_strips(int l, struct tile_cover *out)
{
    bool ok = l >= 2 && l <= MB_SQUARES;
    *out = (struct tile_cover){2 * l, 2 * l, 0, 0, NULL};
    for (int strip = 0; strip < 2; strip++)
        for (int line = 0; line < 4 * l && ok; line++) {
            int at[MB_SQUARES][2], first = line / 2;
            for (int i = 0; i < l; i++) {
                struct strip_place p = line % 2 ? (struct strip_place){strip, first + i, first}
                                                : (struct strip_place){strip, first, first - i};
                strip_square(l, &p, &at[i][0], &at[i][1]);
            }
            ok = tile_cover_add(out, (const int(*)[2])at, l);
        }
    return ok;
}

/* The squares from (x, y) on to the end of the first whole line, 0 if none begins within `most` steps. */
static int reach(const struct tile_cover *c, int direction, int x, int y, int most)
{
    int best = 0;
    for (int i = 0; i < most && (best == 0 || i < best); i++) {
        int at_x = floor_mod(x + i * tile_cover_step[direction][0], c->width);
        int at_y = floor_mod(y + i * tile_cover_step[direction][1], c->height);
        for (size_t l = 0; l < c->count; l++)
            if (c->line[l].direction == direction && floor_mod(c->line[l].x, c->width) == at_x &&
                floor_mod(c->line[l].y, c->height) == at_y && (best == 0 || i + c->line[l].length < best))
                best = i + c->line[l].length;
    }
    return best;
}

int tile_cover_least(const struct tile_cover *c, int direction)
{
    int least = 0;
    for (int y = 0; y < c->height; y++)
        for (int x = 0; x < c->width; x++) {
            int k = reach(c, direction, x, y, c->width * c->height);
            if (k == 0)
                return 0;
            least = k > least ? k : least;
        }
    return least;
}

int tile_cover_least_all(const struct tile_cover *c)
{
    int least = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
        int k = tile_cover_least(c, d);
        if (k == 0)
            return 0;
        least = k > least ? k : least;
    }
    return least;
}
