/* Games that are over, as a match keeps them: a line of its journal, what the tally needs of it, and an SGF
 * file. */
#ifndef PLAY_ARENA_ARCHIVE_H
#define PLAY_ARENA_ARCHIVE_H

#include "play/arena/setup.h"

/* What the tally needs of a game. */
struct archived {
    uint8_t outcome; /* enum outcome */
    uint8_t fault;   /* enum fault_kind of the loser, if it lost by one */
    int turns[2];    /* by side, the opening's not counted */
    float seconds[2];
    uint64_t hash; /* of players, colours and stones */
};

/* The line of the journal. */
json_t *archive_line(const struct match_setup *s, long number, const struct game_result *r);
/* Reads one. */
bool archive_read(const struct match_setup *s, const json_t *line, long *number, struct archived *out,
                  struct err *e);

/* Writes the game's record into the directory s->sgf, which is made if it is not there. */
bool archive_sgf(const struct match_setup *s, long number, const struct game_result *r, struct err *e);

#endif
