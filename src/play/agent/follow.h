/* What changed on the board since the last look: how agents keep up with a tracker that nobody tells them
 * about.
 *
 * A follower remembers the plies it has seen. At the next look it finds by comparison which were taken back
 * and which are new; if the stones it remembers do not lead to the position (another game, another set-up),
 * everything may have changed. */
#ifndef PLAY_AGENT_FOLLOW_H
#define PLAY_AGENT_FOLLOW_H

#include <stdbool.h>
#include <stddef.h>

#include "connect/board/position.h"

struct follow {
    bool started;
    uint64_t hash; /* of the stones at the last look */
    int plies;
    struct ply *ply;
    size_t ply_room, changed_room;
    square *changed;
};

/* Zeroed memory is a follower that has seen nothing. */
void follow_free(struct follow *f);

/* Looks at the position. Returns how many squares may have changed since the last look and points `*changed`
 * at them (valid until the next look; a square may come twice), or -1: any may have. */
int follow_look(struct follow *f, const struct position *p, const square **changed);

#endif
