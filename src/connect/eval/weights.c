/* Weights that are built in, and new ones; see weights.h. */
#include "connect/eval/weights.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "connect/eval/cells_class.h"

#include "connect/eval/weights_k6p2.inc"

static const struct weights *const built_in[] = {&weights_6_2};

const struct weights *weights_for(const struct rules *r)
{
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++)
        if (weights_fit(built_in[i], r))
            return built_in[i];
    return NULL;
}

struct weights *weights_new(int k, int p)
{
    assert(k >= 2 && k <= CELLS_K_MOST && p >= 1 && p <= WEIGHTS_HEADS_MOST);
    struct weights *w = mem_zero(1, sizeof *w);
    w->k = k;
    w->p = p;
    w->classes = cells_classes_count(k);
    w->owned = mem_zero(2 * (size_t)w->classes, sizeof *w->owned);
    w->own = (const int16_t(*)[WEIGHTS_LANES])w->owned;
    w->other = (const int16_t(*)[WEIGHTS_LANES])(w->owned + w->classes);
    return w;
}

void weights_free(struct weights *w)
{
    if (w)
        free(w->owned);
    free(w);
}

bool weights_fit(const struct weights *w, const struct rules *r)
{
    return w->k == r->k && w->p == r->p;
}
