/* Pairing as the checker of certificates (mb_check.h) judges it, with no code of the solver's. */
#ifndef THEORY_MB_CHECK_PAIRING_H
#define THEORY_MB_CHECK_PAIRING_H

#include "theory/mb.h"

int mb_check_bits(mb_set s);

/* The most black stones that a line may hold, if active, when Black is to move. */
int mb_check_bound(const struct mb_game *g, int line);

/* Does pairing draw with Black to move? Every active line that matters must get enough squares of its own. */
bool mb_check_paired(const struct mb_game *g, mb_set black, mb_set white);

#endif
