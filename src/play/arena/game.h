/* One game between two players, from an opening to its end. */
#ifndef PLAY_ARENA_GAME_H
#define PLAY_ARENA_GAME_H

#include "play/arena/player.h"

enum game_end {
    GAME_ROW,   /* k in a row */
    GAME_FULL,  /* a full board */
    GAME_COUNT, /* by counting, as the game's rules end it */
    GAME_LONG,  /* it went on too long, and was counted as it stood */
    GAME_FAULT, /* a player's fault, or its resignation */
    GAME_PROOF, /* adjudicated */
    GAME_STOPPED,
};

struct arena_game {
    struct game_rules rules;
    const game_move *opening; /* legal moves up to the end of a turn, the game still open */
    int opening_stones;
    struct player *player[2]; /* by side */
    uint64_t seed;
    struct turn_clock time;
    bool adjudicate; /* end the game where the numbers of threats prove who wins */
    struct player
        *referee; /* a GTP program that says what a game that ended by counting is worth; may be NULL */
};

struct game_result {
    enum outcome outcome; /* OUTCOME_OPEN if it was stopped */
    enum game_end end;
    enum fault_kind fault; /* of the loser, if `end` is GAME_FAULT */
    struct err why;        /* one line on how it ended */
    game_move *stones;     /* all moves, the opening's too; free with game_result_free */
    int count;
    double seconds[2]; /* thinking time by side */
    int turns[2];      /* that the players chose */
};

/* Plays the game. False if it was stopped before its end: then it does not count. */
bool arena_play(const struct arena_game *s, struct game_result *out);
void game_result_free(struct game_result *r);

/* "row", "full", "count", "long", "proof", or the fault's name. */
const char *game_end_name(enum game_end end, enum fault_kind fault);
/* The other way; false if there is no such name. */
bool game_end_parse(const char *name, enum game_end *end, enum fault_kind *fault);

#endif
