/* What the comparisons with brute force share. A contradiction is printed with its position and counted; the
 * run goes on, so that one kind of error does not hide another, and fails at its end. */
#ifndef TRUTH_TRUTH_H
#define TRUTH_TRUTH_H

#include <stdio.h>
#include <stdlib.h>

#include "support/scatter.h"

/* Ten times what other random tests do in the nightly run: hours in all. */
static inline int truth_rounds(int usual)
{
    return getenv("HEXAD_NIGHTLY") ? test_rounds(10 * usual) : test_rounds(usual);
}

static int truth_contradictions;

#define TRUTH_CONTRADICTS(position, ...)               \
    do {                                               \
        printf("FALSE: %s: ", scatter_text(position)); \
        printf(__VA_ARGS__);                           \
        printf("\n");                                  \
        truth_contradictions++;                        \
    } while (0)

static inline void truth_holds(void)
{
    int n = truth_contradictions;
    truth_contradictions = 0;
    if (n)
        fail_msg("%d contradictions", n);
}

#endif
