/* The checker's critical defences: all minimal sets of at most so many squares that meet every set of a
 * family. */
#ifndef CONNECT_PROOF_CHECK_HITS_H
#define CONNECT_PROOF_CHECK_HITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "connect/board/square.h"

enum { CHECK_HITS_MOST = 65536 }; /* minimal sets of one family */

struct check_hits;

struct check_hits *check_hits_new(void);
void check_hits_free(struct check_hits *h);

/* Empties the family. */
void check_hits_clear(struct check_hits *h);
/* Adds a set of n ≥ 1 different squares. */
void check_hits_add(struct check_hits *h, const square *s, int n);

/* Finds the sets of at most `most` squares that meet every set of the family and of which no square can be
 * spared, by size, then by their squares in order; each set is in order itself. An empty family has the
 * empty set alone. The caller frees `*out`. False if there are more than CHECK_HITS_MOST, or if finding them
 * takes more than the `*work` there is, or the time is over (pulse->over; NULL: it never is); what was done is taken off
 * `*work`. */
bool check_hits_minimal(struct check_hits *h, int most, uint64_t *work, struct pulse *pulse,
                        struct squares **out, size_t *count);

#endif
