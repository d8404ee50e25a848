/* Positions as keys of the opening database: whole ones, the same for all that a symmetry maps onto each other.
 *
 * A key: m n k p q and 1 for exact games, the attacker, who is to move, with how many stones left, the number of black
 * stones in two bytes, then the squares of the black and of the white ones in order, two bytes each. */
#ifndef STORE_EXPLORER_KNOWN_KEY_H
#define STORE_EXPLORER_KNOWN_KEY_H

#include "base/buf.h"
#include "connect/board/position.h"

/* What the keys of a game begin with. */
enum { KNOWN_KEY_GAME = 6 };
void known_key_game(const struct rules *r, uint8_t out[KNOWN_KEY_GAME]);

/* Appends the key; `*symmetry` gets how the position is seen in it. */
void known_key(const struct position *p, enum side attacker, struct buf *out, int *symmetry);

/* The position of a key, seen back through the symmetry. NULL if it is none; the caller frees it. */
struct position *known_key_position(const void *bytes, size_t len, int symmetry, enum side *attacker);

/* A number for the defender's stones and the number of the attacker's: equal for the positions between which a turn of
 * the attacker's may lead, if `more` of its stones are to come. Never 0. */
int64_t known_key_beside(const struct position *p, enum side attacker, int more);

/* If the attacker, to move in `p`, comes to `q` by one turn and some symmetry: that turn. */
bool known_key_turn(const struct position *p, const struct position *q, struct squares *turn);

/* Does this turn of the mover's end the game? */
bool known_ends(const struct position *p, const struct squares *turn);

#endif
