/* A win of the hunt written down as a certificate and checked by the checker, which shares nothing with it. */
#ifndef CONNECT_PUZZLE_PROVE_H
#define CONNECT_PUZZLE_PROVE_H

#include "base/err.h"
#include "connect/puzzle/hunt.h"

struct prove_result {
    int depth;      /* turns of the attacker on the longest line that was checked */
    uint64_t turns; /* of the certificate: the size of the proof */
};

/* Has the side to move a win within n turns? Asks the hunt, writes the certificate in memory and has it
 * checked. False with a message if that fails in any way: a message about the hunt's limits, or about a
 * fault. */
bool prove_win(struct hunt *h, const struct position *p, enum hunt_class c, int n, struct prove_result *out,
               struct err *e);

#endif
