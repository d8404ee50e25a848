/* What a thread of the pool keeps from job to job: an engine and a solver, with their tables. */
#ifndef SERVER_LIVE_TOOLS_H
#define SERVER_LIVE_TOOLS_H

#include "connect/board/rules.h"
#include "connect/engine/engine.h"
#include "connect/forcing/forcing.h"
#include "connect/puzzle/judge.h"
#include "game/bot.h"

struct seat;

struct tools {
    struct seat *seat; /* the pool's side of it */
    size_t hash_bytes; /* of its engine */
    struct engine *engine;
    struct rules engine_rules;
    int engine_threads;
    size_t engine_hash;
    struct engine *small; /* for levels, with a table that is quick to clear */
    struct rules small_rules;
    struct forcing *forcing;
    struct rules forcing_rules;
    struct judge *judge;
    struct rules judge_rules;
    struct bot *analyst; /* of a game outside the Connect family */
    struct game_rules analyst_game;
    int analyst_threads;
    size_t analyst_memory;
};

/* The engine for this game, kept if the last job wanted the same. `hash_bytes` are what it may have less than the
 * tools' share, 0: all of it. NULL if it cannot be made. */
struct engine *tools_engine(struct tools *d, const struct rules *r, int threads, size_t hash_bytes,
                            struct err *e);
/* An engine as new, for a level: what it answers depends on nothing before. NULL if it cannot be made. */
struct engine *tools_fresh(struct tools *d, const struct rules *r, struct err *e);
struct forcing *tools_forcing(struct tools *d, const struct rules *r);
struct judge *tools_judge(struct tools *d, const struct rules *r);

/* Who reports on positions of another game (games.h): kept if the last job wanted the same, with what it found. Its tree has the
 * memory of an engine. NULL if there is none. */
struct bot *tools_analyst(struct tools *d, const struct game *g, int threads, size_t hash_bytes,
                          struct err *e);

/* Frees what the tools holds. */
void tools_done(struct tools *d);

#endif
