/* The search of exact games: does the attacker win, where a row of more than k wins nothing?
 *
 * There a stone of one's own may be worse than none, so nothing of search.h that leaves squares out as useless holds: every
 * square is tried, but for what rows and threats force. */
#ifndef CONNECT_EXACT_OVERLINES_H
#define CONNECT_EXACT_OVERLINES_H

#include "connect/exact/search.h"

struct overlines;

/* The segments of a map whose base has exact rules. */
struct overlines *overlines_new(const struct exact_map *m);
void overlines_free(struct overlines *o);

/* As exact_ask, for the position, which the map fits and which is open; uses the search's table and limits. */
enum exact_answer overlines_ask(const struct overlines *o, struct exact_search *x, const struct position *p,
                                enum side attacker, int *best);

#endif
