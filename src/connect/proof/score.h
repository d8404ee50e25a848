/* What looks good for the attacker: the order in which turns are tried, and nothing more. */
#ifndef CONNECT_PROOF_SCORE_H
#define CONNECT_PROOF_SCORE_H

#include "connect/proof/battle.h"

/* How much a stone on this empty square is worth to the attacker: the segments through it, its own most. */
int score_square(const struct battle *b, square s);

/* How promising the board is for the attacker after a turn: the segments it could go on with. */
int score_board(const struct battle *b);

#endif
