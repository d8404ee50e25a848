/* Whoever plays with the engine: known openings first, then a search within limits or by a clock, then the
 * choice of a level. What agents, protocols and the server share. */
#ifndef PLAY_CHOOSER_H
#define PLAY_CHOOSER_H

#include "base/clock.h"
#include "connect/engine/engine.h"
#include "play/clock.h"
#include "play/level.h"

struct chooser;

/* What somebody knows for certain of a position. */
struct chooser_known {
    bool wins;           /* the side to move; otherwise it loses */
    struct squares turn; /* the rest of its turn: one that wins, or one that resists longest; may be none */
    int depth;           /* turns of the winner at most */
    char proof[101];     /* the name of the proof; "" if it has none */
};

/* Who knows it, such as an opening database; false if nothing is known, or not by then (NULL: whenever). Asked from the thread
 * that chooses. */
struct chooser_book {
    bool (*ask)(void *context, const struct position *p, const struct deadline *until,
                struct chooser_known *out);
    void *context;
};

struct chooser_options {
    struct engine_options engine;
    const struct chooser_book *book; /* what is proved is played, at full strength; NULL: nobody is asked */
    const struct level *level;       /* NULL: full strength */
    bool openings;                   /* play known openings, if the level knows them */
    uint64_t seed;                   /* of the choices among equals */
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
    report_progress *progress; /* may be NULL */
    void *context;
};

/* Chooses the rest of the turn of the side to move, in an order in which it can be placed; the game is open.
 * `out` gets what the engine reported: an opening is one line of depth 0 without nodes. It may be NULL. */
struct squares chooser_turn(struct chooser *c, const struct position *p, const struct chooser_job *j,
                            struct report *out);

/* What is known for certain, as a report: one line, of depth 0 without nodes, that goes on as long as it is known. The
 * game is open. `known` gets what was known of the position itself; it may be NULL. False if nothing is, or not by then (NULL:
 * whenever). */
bool chooser_known_report(const struct chooser_book *b, const struct position *p,
                          const struct deadline *until, struct report *out, struct chooser_known *known);

/* The same with an engine of the caller's, such as one that serves many games: level, openings and seed of
 * `o` count. `out` may not be NULL. */
struct squares chooser_pick(struct engine *x, const struct chooser_options *o, const struct position *p,
                            const struct chooser_job *j, struct report *out);

#endif
