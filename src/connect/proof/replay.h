/* The strategy in a table, asked turn by turn as the verifier does.
 *
 * A win by macro moves (SPEC 4.3) is a line: one entry at its start stands for the whole tree of defences below, where
 * the attacker goes on with the turns of the line until it can complete a row. */
#ifndef CONNECT_PROOF_REPLAY_H
#define CONNECT_PROOF_REPLAY_H

#include "connect/proof/battle.h"
#include "connect/proof/table.h"

struct replay;

struct replay *replay_new(struct battle *b, struct table *t);
void replay_free(struct replay *r);

/* The attacker is to move after `depth` of its turns on the path from where the asking began: its turn. False
 * if nothing is known. Every node on the path must have been asked for, but for those that were known by
 * their zones, below which nothing is asked. */
bool replay_turn(struct replay *r, int depth, struct squares *turn);

#endif
