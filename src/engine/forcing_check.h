/* A plain checker of trees of forcing wins (forcing.h): plays the tree on a board of its own against every
 * turn of the defender, and shares nothing with the search but the shape of the tree. */
#ifndef ENGINE_FORCING_CHECK_H
#define ENGINE_FORCING_CHECK_H

#include "base/err.h"
#include "board/position.h"
#include "engine/forcing.h"

struct forcing_check {
    uint64_t most;   /* turns of the defender to try, each in its place; 0: no limit */
    uint64_t random; /* past that, so many games against random defences instead */
    uint64_t seed;
    struct deadline until; /* not accepted if it takes longer */
    uint64_t tried;        /* out: turns of the defender that were played */
    bool whole;            /* out: that was every one of them */
};

/* Does the side to move win the position with this tree? If not, says where it fails. Turns that leave a
 * threat are not played out: the row that the attacker completes then is looked for. */
bool forcing_check(const struct position *p, const struct forcing_node *tree, struct forcing_check *c,
                   struct err *e);

#endif
