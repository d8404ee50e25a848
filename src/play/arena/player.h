/* Players: whoever chooses turns in a game, an agent of ours or a program from outside (spec.h).
 *
 * A player is asked for one turn at a time, about any position of its game; outside programs are told what
 * they do not know yet, or everything anew if the position does not follow from the last one. Whatever goes
 * wrong is a fault with a reason: the player loses that game, and is started afresh for the next. */
#ifndef PLAY_ARENA_PLAYER_H
#define PLAY_ARENA_PLAYER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "game/game.h"
#include "play/arena/spec.h"
#include "play/arena/talk.h"

enum fault_kind {
    FAULT_NONE,
    FAULT_START,    /* could not be started, or was not ready in time */
    FAULT_TIME,     /* took too long, or hangs */
    FAULT_CRASH,    /* ended or was killed */
    FAULT_ILLEGAL,  /* a stone where none may be placed, or too few or too many */
    FAULT_NONSENSE, /* an answer that is none */
    FAULT_RESIGNED, /* no fault, but the end of the game all the same */
    FAULT_STOPPED,  /* we were told to stop: nobody's fault, the game does not count */
    FAULT_KINDS,
};

/* "time", "crash" … as in journals. */
extern const char *const fault_names[FAULT_KINDS];

struct fault {
    enum fault_kind kind;
    struct err why; /* one line */
};

/* Time of a player, in seconds; 0: no limit. */
struct turn_clock {
    double turn;   /* for a turn */
    double game;   /* for all turns of the game, those to come */
    double margin; /* how late an answer may be */
    double hang;   /* without limits: after how long a program is taken to hang */
    double cpu;    /* of processor time, for a turn of an agent of ours; programs are not held to it */
};

struct player;
enum { PLAYER_SCORE = 32 };

struct player_setup {
    const struct spec *spec; /* must outlive the player */
    struct game_rules rules;
    const atomic_bool *stop; /* may be NULL */
};

/* Makes a player for games of these rules; spec_check must have passed. No program is started yet. */
struct player *player_new(const struct player_setup *s);
/* Over a conversation that is there already instead of a program of its own, which is freed with the player:
 * for tests and the fuzzer. */
struct player *player_over(const struct player_setup *s, struct talk *talk);
void player_free(struct player *p);

/* Gets ready for a game (starts the program if it is not running) with this seed. */
bool player_ready(struct player *p, uint64_t seed, const struct turn_clock *c, struct fault *f);

/* Chooses the rest of the turn of the side to move: legal moves in an order in which they can be played. The
 * game is left as it was. */
bool player_choose(struct player *p, struct game *g, const struct turn_clock *c, struct squares *out,
                   struct fault *f);

/* Asks a GTP program for the final score of a game that is over: "B+3.5", "0". The text is what it answers. */
bool player_score(struct player *p, const struct game *g, const struct turn_clock *c, char out[PLAYER_SCORE],
                  struct fault *f);

/* Ends the program, if there is one; the next player_ready starts it again. */
void player_stop(struct player *p);

#endif
