/* Which turns the attacker tries at order 2 and more: those that make threats, and quiet ones where the order
 * allows them; the best-looking first.
 *
 * Nothing here is needed for a proof to be right, only for it to be found. The order of the list depends on
 * the stones and their places relative to each other, not on the size of the board. */
#ifndef CONNECT_PROOF_TURNS_H
#define CONNECT_PROOF_TURNS_H

#include <stddef.h>

#include "connect/forcing/forcing.h"
#include "connect/forcing/seen.h"
#include "connect/proof/battle.h"

struct turn_item {
    int32_t score;
    uint8_t threats; /* the number of threats after the turn, p+1 at the most */
    uint32_t at;     /* its squares in the list's pool */
};

struct turn_list {
    int length; /* stones of every turn */
    size_t count, room;
    struct turn_item *item;
    size_t used, pool_room;
    square *pool;
};

#define TURN_LIST_EMPTY           \
    {                             \
        0, 0, 0, NULL, 0, 0, NULL \
    }

void turn_list_free(struct turn_list *l);
/* Adds a turn of the attacker, who is to move, if it leaves the game open and the defender without a row to
 * complete. */
void turn_list_add(struct turn_list *l, struct battle *b, const struct squares *turn);
/* The most threats, then the best score first. */
void turn_list_sort(struct turn_list *l);
void turn_list_get(const struct turn_list *l, size_t i, struct squares *turn);

/* Turns after which the attacker has at least `least` (1 … p+1) threats and the defender cannot complete a
 * row, as the forcing search finds them; sorted. */
void turns_threatening(struct battle *b, struct forcing *f, int least, struct turn_list *out);

/* Turns with fewer threats than p: pairs (sets) out of the `width` best squares; sorted, at most `most`. */
void turns_quiet(struct battle *b, int width, size_t most, struct turn_list *out);

/* Turns of an attacker without stones: sets of squares, one of each shape up to symmetry and shifting, around
 * the centre and, if the defender has stones, around places away from them; sorted, at most `most`. */
void turns_opening(struct battle *b, size_t most, struct turn_list *out);

#endif
