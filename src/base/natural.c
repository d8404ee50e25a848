/* Natural numbers of any size; see natural.h. */
#include "base/natural.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"

enum { DIGIT = 1000000000 };

void natural_free(struct natural *a)
{
    free(a->digit);
    *a = (struct natural)NATURAL_ZERO;
}

static void push(struct natural *a, uint32_t digit)
{
    a->digit = mem_grow(a->digit, &a->room, a->n + 1, sizeof *a->digit);
    a->digit[a->n++] = digit;
}

/* Drops leading zeros. */
static void trim(struct natural *a)
{
    while (a->n && a->digit[a->n - 1] == 0)
        a->n--;
}

void natural_set(struct natural *a, uint64_t value)
{
    a->n = 0;
    for (; value; value /= DIGIT)
        push(a, (uint32_t)(value % DIGIT));
}

void natural_add(struct natural *a, const struct natural *b)
{
    uint32_t carry = 0;
    for (size_t i = 0; i < b->n || carry; i++) {
        if (i == a->n)
            push(a, 0);
        uint32_t sum = a->digit[i] + (i < b->n ? b->digit[i] : 0) + carry;
        carry = sum >= DIGIT;
        a->digit[i] = sum - carry * DIGIT;
    }
}

void natural_multiply(struct natural *a, uint32_t by)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < a->n; i++) {
        carry += (uint64_t)a->digit[i] * by;
        a->digit[i] = (uint32_t)(carry % DIGIT);
        carry /= DIGIT;
    }
    for (; carry; carry /= DIGIT)
        push(a, (uint32_t)(carry % DIGIT));
    trim(a);
}

void natural_divide(struct natural *a, uint32_t by)
{
    uint64_t rest = 0;
    assert(by > 0);
    for (size_t i = a->n; i-- > 0;) {
        rest = rest * DIGIT + a->digit[i];
        a->digit[i] = (uint32_t)(rest / by);
        rest %= by;
    }
    trim(a);
}

void natural_choose(struct natural *a, uint32_t n, uint32_t k)
{
    if (k > n) {
        a->n = 0;
        return;
    }
    for (uint32_t i = 1; i <= k; i++) { /* i numbers in a row: one of them is divisible by each up to i */
        natural_multiply(a, n - k + i);
        natural_divide(a, i);
    }
}

bool natural_fits(const struct natural *a, uint64_t *out)
{
    *out = 0;
    for (size_t i = a->n; i-- > 0;)
        if (__builtin_mul_overflow(*out, (uint64_t)DIGIT, out) ||
            __builtin_add_overflow(*out, (uint64_t)a->digit[i], out)) {
            *out = UINT64_MAX;
            return false;
        }
    return true;
}

void natural_format(const struct natural *a, struct buf *out)
{
    if (a->n == 0)
        buf_char(out, '0');
    for (size_t i = a->n; i-- > 0;)
        buf_format(out, i + 1 == a->n ? "%" PRIu32 : "%09" PRIu32, a->digit[i]);
}
