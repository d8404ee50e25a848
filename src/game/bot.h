/* Players of ours, for any game: a name, options, and the choice of a turn.
 *
 * The Connect family has agents, which do more (play/agent/agent.h); they are bots through play/games/connect_bot.c. A bot
 * is made for one game and one seed. Its answer depends on the seed, the position and the options alone, unless a
 * clock cuts its work short. It is used by one thread at a time. */
#ifndef GAME_BOT_H
#define GAME_BOT_H

#include <stdatomic.h>

#include "base/clock.h"
#include "base/rng.h"
#include "game/game.h"
#include "game/options.h"

/* What a turn may cost. Everything zero means: as the options say. */
struct budget {
    double seconds;          /* wall time; 0: no limit */
    uint64_t nodes;          /* stones placed in search, or random games; 0: no limit */
    const atomic_bool *stop; /* becomes true from outside: answer soon with the best so far. May be NULL */
    double cpu;              /* processor time of the thread that asks; 0: no limit */
    double game;             /* wall time left for this turn and all that follow; 0: no such clock */
};

struct bot {
    const struct bot_kind *kind;
    uint64_t seed;
    struct rng rng;        /* started anew from seed and position before every choice */
    struct budget budget;  /* of the turn being chosen */
    struct deadline until; /* the same as a moment: a share of the clock, if there is one for the game */
};

struct bot_kind {
    const char *name, *about;           /* about: one line */
    const struct agent_option *options; /* the last name is NULL; or NULL altogether */
    size_t size;                        /* of the bot's own struct, whose first member is a struct bot */

    /* Makes the rest of the bot, which is zeroed, for games of the rules of `g`; `v` has one value for each option.
     * Fails with a message. NULL: nothing to do. `done` frees what `init` made, also after it failed. */
    bool (*init)(struct bot *b, const struct game *g, const struct agent_value *v, struct err *e);
    void (*done)(struct bot *b);

    /* Chooses the rest of the turn (an empty `out` is handed in): legal moves in the order in which they are played.
     * The game is open, and afterwards as before. */
    void (*choose)(struct bot *b, struct game *g, struct squares *out);
};

/* The bot "name" or "name:option=value,…" of a list that ends with NULL. The caller frees it. */
struct bot *bot_new(const struct bot_kind *const *kinds, const char *spec, const struct game *g,
                    uint64_t seed, struct err *e);
/* The same for a kind; `options` as after the colon, NULL for none. */
struct bot *bot_make(const struct bot_kind *kind, const char *options, const struct game *g, uint64_t seed,
                     struct err *e);
void bot_free(struct bot *b);

/* `budget` may be NULL. */
struct squares bot_choose(struct bot *b, struct game *g, const struct budget *budget);

/* Appends the bots of a list with their options. */
void bot_list(const struct bot_kind *const *kinds, struct buf *out);

#endif
