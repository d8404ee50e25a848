/* A plan: the attacker's turn in every position that some certificates know, seen from one starting position.
 *
 * Certificates are lists of turns in an order that depends on how the board lies; a plan is asked by whole
 * positions, and so can be made of several certificates, each turned by a symmetry, and be written down again
 * as one by the verifier. */
#ifndef LAB_PLAN_H
#define LAB_PLAN_H

#include "base/buf.h"
#include "connect/board/position.h"
#include "connect/proof/battle.h"
#include "connect/proof/check.h"

/* A few bytes of version 3 can stand for millions of turns, and who sends them is not known: labs take versions 1 and 2, as they write
 * them. */
#define LAB_NO_REPETITIONS "the certificate has repetitions (version 3): labs take it written out"

struct plan;

/* For positions that can be reached from `start`. The caller frees it. */
struct plan *plan_new(const struct position *start, enum side attacker);
void plan_free(struct plan *p);
size_t plan_turns(const struct plan *p);

/* Adds the turns of a certificate, each seen through the symmetry, while the checker reads it; what it says of
 * the certificate. Its position must lie behind the start. `zones`, if not NULL, gets the zones of the claim as
 * the certificate has them, or NULL; the caller frees them. */
enum check_verdict plan_load(struct plan *p, const char *cert, size_t len, int symmetry,
                             struct check_zones **zones, struct err *e);

/* Adds one turn: in this position, seen through the symmetry. The first turn that a position gets stays. */
void plan_add(struct plan *p, const struct position *at, const struct squares *turn, int symmetry);

/* The turn of the battle's position; false if the plan has none. */
bool plan_turn(const struct plan *p, const struct battle *b, struct squares *turn);

/* The same if the defender has stones that the plan does not know of, and lacks those of `missing`: the turn of the
 * position with the same stones of the attacker and the most of the defender's. It is a guess that only the
 * verifier can make a proof of; zones tell when it will be one (SPEC 4.3). */
bool plan_turn_near(struct plan *p, const struct battle *b, const struct squares *missing,
                    struct squares *turn);

#endif
