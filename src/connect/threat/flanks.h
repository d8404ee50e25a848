/* The tracker's way of counting in exact games. Private to the tracker (threats.h).
 *
 * There a segment is of no more use to a side once a stone of that side stands next to one of its ends: filling
 * it would make a longer run. Such a segment is dead to the side as if the other had a stone on it, and its
 * state says so: the count of the other side is SEGMENT_DEAD, more stones than any segment with others on it can
 * have. Only for an empty segment that is dead to one side alone there is no such state: it stays 0, is counted
 * apart, and is to be asked about with threats_open. */
#ifndef CONNECT_THREAT_FLANKS_H
#define CONNECT_THREAT_FLANKS_H

#include "connect/threat/threats.h"

/* For a tracker without a stone. */
struct flanks *flanks_new(const struct threats *t);
void flanks_free(struct flanks *f);

/* A stone comes or goes. */
void flanks_place(struct threats *t, square s, enum side side);
void flanks_remove(struct threats *t, square s, enum side side);

#endif
