/* Natural numbers of any size: for counts that no machine word holds. */
#ifndef BASE_NATURAL_H
#define BASE_NATURAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

struct natural {
    size_t n, room;
    uint32_t *digit; /* of a thousand millions each, the lowest first; n is 0 for zero */
};

#define NATURAL_ZERO \
    {                \
        0, 0, NULL   \
    }

void natural_free(struct natural *a);
void natural_set(struct natural *a, uint64_t value);
void natural_add(struct natural *a, const struct natural *b);
void natural_multiply(struct natural *a, uint32_t by);
/* Divides by a number that is not 0; the remainder is dropped. */
void natural_divide(struct natural *a, uint32_t by);

/* The number of ways to choose k of n, times what `a` holds. */
void natural_choose(struct natural *a, uint32_t n, uint32_t k);

/* False if it does not fit; then `out` is the largest that does. */
bool natural_fits(const struct natural *a, uint64_t *out);

/* Appends it in decimal. */
void natural_format(const struct natural *a, struct buf *out);

#endif
