/* What a thread of the pool keeps from job to job: an engine and a solver, with their tables. */
#ifndef SERVER_DESK_H
#define SERVER_DESK_H

#include "board/rules.h"
#include "engine/engine.h"
#include "engine/forcing.h"

struct seat;

struct desk {
    struct seat *seat; /* the pool's side of it */
    size_t hash_bytes; /* of its engine */
    struct engine *engine;
    struct rules engine_rules;
    int engine_threads;
    struct forcing *forcing;
    struct rules forcing_rules;
};

/* The engine for this game, kept if the last job had the same rules and threads. NULL if it cannot be made.
 */
struct engine *desk_engine(struct desk *d, const struct rules *r, int threads, struct err *e);
struct forcing *desk_forcing(struct desk *d, const struct rules *r);

/* Frees what the desk holds. */
void desk_done(struct desk *d);

#endif
