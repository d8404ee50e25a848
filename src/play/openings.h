/* Known openings: the centre first, and the turns that experts play next in Connect6. */
#ifndef PLAY_OPENINGS_H
#define PLAY_OPENINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "connect/board/position.h"

/* A turn known for this position, up to symmetry: of several one by the seed, those that are played more
 * often more likely. False if none is known. */
bool openings_turn(const struct position *p, uint64_t seed, struct squares *out);

#endif
