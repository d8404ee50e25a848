/* Sums over the segments through each square, kept up to date: what windows and sequences score with.
 *
 * A table gives every state of a segment (connect/threat/threats.h) up to four numbers; a square's sum is their total
 * over all segments through it. A stone changes at most 4k segments, each of which lies on k squares: 4k²
 * additions, 144 in Connect6, where a new count of the whole board reads 8,600 segments. */
#ifndef PLAY_AGENT_SUMS_H
#define PLAY_AGENT_SUMS_H

#include "connect/threat/threats.h"
#include "play/agent/follow.h"

enum { SUMS_CHANNELS = 4 };

struct sum {
    int64_t of[SUMS_CHANNELS];
};

struct sums {
    struct follow follow;
    struct sum *worth; /* by state / SEGMENT_BLACK */
    uint16_t *seen;    /* by segment: the state that is in the sums */
    struct sum *at;    /* by square */
};

/* What a segment is worth with these stones of Black and White on it. */
typedef struct sum (*sums_worth)(const struct rules *r, int black, int white, const void *context);

/* Zeroed memory is freed by sums_free, too. */
void sums_init(struct sums *s, const struct rules *r, sums_worth worth, const void *context);
void sums_free(struct sums *s);

/* Brings the sums up to the tracker's position. */
void sums_update(struct sums *s, const struct threats *t);

#endif
