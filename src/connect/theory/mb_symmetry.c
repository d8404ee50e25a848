/* Automorphisms of Maker-Breaker boards by backtracking; see mb.h.
 *
 * Lines get images one by one, each next to earlier ones if it can: a line as long, that meets the images of
 * earlier lines in as many squares. There are far fewer lines than squares, and few dead ends on the boards
 * of the paper. At the end the squares follow: each goes to one that is on the images of its lines. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/theory/mb.h"

enum { MOST_STEPS = 5000000 }; /* boards without structure to prune by: stop looking, some are enough */

struct finder {
    const struct mb_board *board;
    uint64_t through[MB_SQUARES]; /* the lines of a square */
    int order[MB_LINES];          /* of lines */
    int image[MB_LINES];
    uint64_t used;
    int most, steps;
    struct mb_symmetries *out;
};

static int crossing(const struct mb_board *b, int k, int l)
{
    return mb_count(b->line[k] & b->line[l]);
}

static bool fits(const struct finder *f, int n, int to)
{
    const struct mb_board *b = f->board;
    int line = f->order[n];
    if (mb_count(b->line[line]) != mb_count(b->line[to]) ||
        mb_count(b->line[line] & b->exclusive) != mb_count(b->line[to] & b->exclusive))
        return false;
    for (int i = 0; i < n; i++)
        if (crossing(b, line, f->order[i]) != crossing(b, to, f->image[f->order[i]]))
            return false;
    return true;
}

/* The next line in order: the one that meets the most before it. */
static int next_line(const struct finder *f, int n)
{
    int best = -1, most = -1;
    for (int l = 0; l < f->board->lines; l++) {
        int links = 0;
        for (int i = 0; i < n && links >= 0; i++)
            links = f->order[i] == l ? -1 : links + crossing(f->board, l, f->order[i]);
        if (links > most) {
            best = l;
            most = links;
        }
    }
    return best;
}

/* The squares that follow from the lines; those on the same lines keep their order. False if one finds no
 * place. */
static bool map_squares(const struct finder *f, uint8_t *image)
{
    const struct mb_board *b = f->board;
    mb_set taken = 0;
    memcpy(image, f->out->image[0], MB_SQUARES);
    for (int s = 0; s < b->squares; s++) {
        uint64_t lines = 0;
        for (uint64_t l = f->through[s]; l; l &= l - 1)
            lines |= (uint64_t)1 << f->image[mb_first(l)];
        int t = 0;
        while (t < b->squares && (taken & mb_bit(t) || f->through[t] != lines ||
                                  (b->exclusive >> t & 1) != (b->exclusive >> s & 1)))
            t++;
        if (t == b->squares)
            return false;
        taken |= mb_bit(t);
        image[s] = (uint8_t)t;
    }
    return true;
}

static void extend(struct finder *f, int n)
{
    if (n == f->board->lines) {
        uint8_t image[MB_SQUARES];
        if (map_squares(f, image) && memcmp(image, f->out->image[0], MB_SQUARES) != 0) {
            f->out->image = mem_resize(f->out->image, (size_t)f->out->count + 1, sizeof *f->out->image);
            memcpy(f->out->image[f->out->count++], image, MB_SQUARES);
        }
        return;
    }
    for (int to = 0; to < f->board->lines && f->out->count < f->most && f->steps < MOST_STEPS; to++)
        if (!(f->used >> to & 1) && (f->steps++, fits(f, n, to))) {
            f->image[f->order[n]] = to;
            f->used |= (uint64_t)1 << to;
            extend(f, n + 1);
            f->used &= ~((uint64_t)1 << to);
        }
}

void mb_symmetries_find(const struct mb_board *b, int most, struct mb_symmetries *out)
{
    struct finder f = {.board = b, .most = most, .out = out};
    for (int l = 0; l < b->lines; l++)
        for (mb_set s = b->line[l]; s; s &= s - 1)
            f.through[mb_first(s)] |= (uint64_t)1 << l;
    for (int n = 0; n < b->lines; n++)
        f.order[n] = next_line(&f, n);
    out->count = 1; /* the identity, also if the search below is cut short */
    out->image = mem_zero(1, sizeof *out->image);
    for (int s = 0; s < MB_SQUARES; s++)
        out->image[0][s] = (uint8_t)s;
    if (most > 1)
        extend(&f, 0);
}

void mb_symmetries_free(struct mb_symmetries *s)
{
    free(s->image);
    s->image = NULL;
    s->count = 0;
}
