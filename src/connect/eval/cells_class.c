/* Classes of line patterns; see cells_class.h.
 *
 * A hand is, up to its first block, a length and the own stones as bits: a shape, numbered 2^length − 1 +
 * bits. The class follows from the shapes of the two hands. */
#include "connect/eval/cells_class.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/mem.h"

enum { SHAPES_MOST = (1 << CELLS_K_MOST) - 1, HANDS_MOST = 243 };

struct shape {
    int length, bits;
};

static struct shape shape_of(int number)
{
    int length = 0;
    while ((2 << length) - 1 <= number)
        length++;
    return (struct shape){length, number - (1 << length) + 1};
}

/* The shape of a hand of `reach` digits. */
static int hand_shape(int hand, int reach)
{
    int length = 0, bits = 0;
    for (; length < reach && hand % 3 != 2; length++, hand /= 3)
        bits |= hand % 3 << length;
    return (1 << length) - 1 + bits;
}

/* Numbers the pairs of shapes in which a row of k fits: those without stones first. */
static int number_pairs(int k, uint16_t pair[SHAPES_MOST][SHAPES_MOST], int *stoneless)
{
    int shapes = (1 << k) - 1, next = CELLS_DEAD + 1;
    for (int stones = 0; stones < 2; stones++) {
        for (int a = 0; a < shapes; a++)
            for (int b = 0; b <= a; b++) {
                struct shape l = shape_of(a), r = shape_of(b);
                bool fits = l.length + r.length + 1 >= k;
                if (!fits)
                    pair[a][b] = pair[b][a] = CELLS_DEAD;
                else if ((l.bits || r.bits) == stones)
                    pair[a][b] = pair[b][a] = (uint16_t)next++;
            }
        if (stones == 0)
            *stoneless = next;
    }
    return next;
}

struct cells_classes *cells_classes_new(int k)
{
    assert(k >= 2 && k <= CELLS_K_MOST);
    struct cells_classes *c = mem_zero(1, sizeof *c);
    uint16_t pair[SHAPES_MOST][SHAPES_MOST];
    int hands = 1, shape[HANDS_MOST];
    for (int i = 1; i < k; i++)
        hands *= 3;
    for (int h = 0; h < hands; h++)
        shape[h] = hand_shape(h, k - 1);
    c->k = k;
    c->codes = hands * hands;
    c->classes = number_pairs(k, pair, &c->stoneless);
    assert(c->classes <= CELLS_CLASSES_MOST);
    c->of = mem_alloc((size_t)c->codes * sizeof *c->of);
    for (int code = c->codes - 1; code >= 0; code--) {
        c->of[code] = pair[shape[code % hands]][shape[code / hands]];
        c->sample[c->of[code]] = (uint16_t)code;
    }
    return c;
}

void cells_classes_free(struct cells_classes *c)
{
    if (c)
        free(c->of);
    free(c);
}

int cells_classes_count(int k)
{
    uint16_t pair[SHAPES_MOST][SHAPES_MOST];
    int stoneless;
    assert(k >= 2 && k <= CELLS_K_MOST);
    return number_pairs(k, pair, &stoneless);
}
