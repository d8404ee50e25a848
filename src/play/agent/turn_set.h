/* The sets of stones already searched in a turn, so that no combination is searched twice.
 *
 * The stones of a turn can be placed in any order; what matters is the set. A set is known by the hash of the
 * board with its stones on it. */
#ifndef PLAY_AGENT_TURN_SET_H
#define PLAY_AGENT_TURN_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct turn_set {
    uint64_t *key; /* open addressing; a slot is in use if its mark is the current one */
    uint32_t *mark, current;
    size_t size, count; /* size: a power of two, or 0 */
};

/* Zeroed memory is an empty set. */
void turn_set_free(struct turn_set *s);
void turn_set_clear(struct turn_set *s);
/* Adds a hash; false if it was there. */
bool turn_set_add(struct turn_set *s, uint64_t key);

#endif
