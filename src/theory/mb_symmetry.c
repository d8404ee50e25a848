/* Automorphisms of Maker-Breaker boards by backtracking; see mb.h.
 *
 * Squares get images one by one, each next to earlier ones if it can; a pair of squares must share as many
 * lines of each size as its images do, which leaves few dead ends on the boards of the paper. At the end
 * every line must map onto a line. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "theory/mb.h"

enum { MOST_STEPS = 2000000 }; /* boards without structure to prune by: stop looking, some are enough */

struct finder {
    const struct mb_board *board;
    uint32_t shared[MB_SQUARES][MB_SQUARES]; /* a digest of the lines through both squares */
    uint8_t image[MB_SQUARES];
    int order[MB_SQUARES];
    mb_set used;
    int most, steps;
    struct mb_symmetries *out;
};

static bool maps_lines(const struct finder *f)
{
    const struct mb_board *b = f->board;
    for (int l = 0; l < b->lines; l++) {
        mb_set s = mb_image(f->image, b->line[l]);
        int i = 0;
        while (i < b->lines && b->line[i] != s)
            i++;
        if (i == b->lines)
            return false;
    }
    return true;
}

static bool fits(const struct finder *f, int n, int t)
{
    int s = f->order[n];
    if (f->shared[s][s] != f->shared[t][t])
        return false;
    for (int i = 0; i < n; i++)
        if (f->shared[s][f->order[i]] != f->shared[t][f->image[f->order[i]]])
            return false;
    return true;
}

/* The next square in order: the one that shares lines with the most before it. */
static int next_square(const struct finder *f, int n)
{
    int best = -1, most = -1;
    for (int s = 0; s < f->board->squares; s++) {
        int links = 0;
        for (int i = 0; i < n && links >= 0; i++)
            links = f->order[i] == s ? -1 : links + (f->shared[s][f->order[i]] != 0);
        if (links > most) {
            best = s;
            most = links;
        }
    }
    return best;
}

static void extend(struct finder *f, int n)
{
    if (n == f->board->squares) {
        if (maps_lines(f) && memcmp(f->image, f->out->image[0], MB_SQUARES) != 0) {
            f->out->image = mem_resize(f->out->image, (size_t)f->out->count + 1, sizeof *f->out->image);
            memcpy(f->out->image[f->out->count++], f->image, MB_SQUARES);
        }
        return;
    }
    for (int t = 0; t < f->board->squares && f->out->count < f->most && f->steps < MOST_STEPS; t++)
        if (!(f->used & mb_bit(t)) && (f->steps++, fits(f, n, t))) {
            f->image[f->order[n]] = (uint8_t)t;
            f->used |= mb_bit(t);
            extend(f, n + 1);
            f->used &= ~mb_bit(t);
        }
}

void mb_symmetries_find(const struct mb_board *b, int most, struct mb_symmetries *out)
{
    struct finder *f = mem_zero(1, sizeof *f);
    f->board = b;
    f->most = most;
    f->out = out;
    for (int s = 0; s < b->squares; s++)
        for (int t = 0; t < b->squares; t++)
            for (int l = 0; l < b->lines; l++)
                if (b->line[l] & mb_bit(s) && b->line[l] & mb_bit(t)) {
                    uint32_t size = (uint32_t)mb_count(b->line[l]);
                    f->shared[s][t] += 1 + size * size * 64;
                }
    for (int s = 0; s < b->squares; s++)
        f->shared[s][s] = f->shared[s][s] << 1 | (b->exclusive >> s & 1);
    for (int n = 0; n < b->squares; n++)
        f->order[n] = next_square(f, n);
    out->count = 1; /* the identity, also if the search below is cut short */
    out->image = mem_zero(1, sizeof *out->image);
    for (int s = 0; s < MB_SQUARES; s++)
        f->image[s] = out->image[0][s] = (uint8_t)s;
    if (most > 1)
        extend(f, 0);
    free(f);
}

void mb_symmetries_free(struct mb_symmetries *s)
{
    free(s->image);
    s->image = NULL;
    s->count = 0;
}
