/* Where handicap stones go: the fixed places of GTP and of the Japanese habit. */
#ifndef GO_HANDICAP_H
#define GO_HANDICAP_H

#include "go/go.h"

enum { GO_HANDICAP_MOST = 9 };

/* The most fixed handicap stones on a board of this size: 9 from 9x9 on with an odd side, 4 with an even one or
 * on 7x7, else 0. */
int go_handicap_most(int size);

/* The points of so many stones, in the order in which they are written; returns how many (0 if it cannot be). */
int go_handicap_points(int size, int stones, go_point out[GO_HANDICAP_MOST]);

#endif
