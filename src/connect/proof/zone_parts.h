/* What a single position gives to the zones, by the rules of SPEC 4.2, for the verifier. The forcing search works the
 * same out on its lines of bits (connect/forcing/replay.c); that the two are apart is meant. */
#ifndef CONNECT_PROOF_ZONE_PARTS_H
#define CONNECT_PROOF_ZONE_PARTS_H

#include "connect/forcing/zone.h"
#include "connect/proof/battle.h"

/* End: for each i the empty squares of every defender-active segment with at most i of them. */
void zones_end(struct zones *z, struct battle *b);

/* (a): the empty squares of the attacker's threat segments, into every zone. */
void zones_threats(struct zones *z, const struct battle *b);

/* (b): for each i the empty squares of every defender-active segment with at most i + turn of them, `turn`
 * being the stones of the defender's turn. */
void zones_counter(struct zones *z, struct battle *b, int turn);

#endif
