/* Whoever plays with the engine: known openings first, then a search within limits or by a clock, then the
 * choice of a level. What agents, protocols and the server share. */
#ifndef ENGINE_CHOOSER_H
#define ENGINE_CHOOSER_H

#include "engine/clock.h"
#include "engine/engine.h"
#include "engine/level.h"

struct chooser;

struct chooser_options {
    struct engine_options engine;
    const struct level *level; /* NULL: full strength */
    bool openings;             /* play known openings, if the level knows them */
    uint64_t seed;             /* of the choices among equals */
};

/* Rules that are valid. The caller frees it. */
struct chooser *chooser_new(const struct rules *r, const struct chooser_options *o, struct err *e);
void chooser_free(struct chooser *c);

/* The engine itself, for analysis and for thinking on the other side's time. */
struct engine *chooser_engine(struct chooser *c);

/* How a turn is asked for. */
struct chooser_job {
    struct engine_limits limits; /* zeros: none */
    /* A clock as well; NULL: none. Answers earlier than it must. */
    const struct game_clock *clock;
    double since;              /* clock_now() when the turn was asked for, for the clock; 0: now */
    engine_progress *progress; /* may be NULL */
    void *context;
};

/* Chooses the rest of the turn of the side to move, in an order in which it can be placed; the game is open.
 * `out` gets what the engine reported: an opening is one line of depth 0 without nodes. It may be NULL. */
struct squares chooser_turn(struct chooser *c, const struct position *p, const struct chooser_job *j,
                            struct engine_report *out);

#endif
