/* The engine: chooses and judges turns of any Connect(m,n,k,p,q) game (SPEC 3 and 7).
 *
 * Forcing wins are searched first, then alpha-beta over whole turns deepens until the limits are reached. One
 * engine serves one game after another and keeps what it learned in its table; one search at a time. With one
 * thread and a limit of nodes or depth, a new engine gives the same answer every time. */
#ifndef CONNECT_ENGINE_ENGINE_H
#define CONNECT_ENGINE_ENGINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "connect/board/position.h"
#include "game/report.h"

struct engine;
struct search_params;

enum {
    ENGINE_THREADS_MOST = 64, /* searching together */
    ENGINE_HASH_DEFAULT = 64 << 20,
};

struct weights;

struct engine_options {
    size_t hash_bytes; /* all that the tables may take; 0: the default, 64 MiB */
    int threads;       /* 0: one */
    /* The numbers of the search (params.h), which are copied. NULL: the usual ones. */
    const struct search_params *params;
    /* Of the evaluation (connect/eval/weights.h); they fit the game and stay the caller's. NULL: the program's. */
    const struct weights *weights;
};

/* When to stop: at the first limit reached. Everything zero: think until stopped. */
struct engine_limits {
    struct limits work; /* of this turn; nodes: stones placed by all searches together */
    int depth;          /* turns looked ahead */
    int lines;          /* how many of the best turns to report, 0 as 1 */
    /* The same for whoever plays with the engine; `progress` may set it. May be NULL. */
    const atomic_bool *enough;
    /* Turns that are not to be reported, their stones in any order; the caller's. */
    const struct squares *excluded;
    size_t excludes;
    /* By square: the turns that are looked for have all their stones here, what follows them is free. As many
     * squares of it are empty as the turn has stones left. NULL: the whole board. The caller's. */
    const uint8_t *region;
};

struct engine *engine_new(const struct rules *r, const struct engine_options *o, struct err *e);
void engine_free(struct engine *x);

/* Forgets what was learned: as new. */
void engine_clear(struct engine *x);

/* Searches for the best rest of the turn of the side to move; the game must be open and of the engine's
 * rules. `progress` may be NULL. `out` holds the last report; its first line begins with the turn to play: as
 * many stones as the turn has left, fewer only if they win or fill the board. */
void engine_think(struct engine *x, const struct position *p, const struct engine_limits *l,
                  report_progress *progress, void *context, struct report *out);

/* The turn that a line begins with. */
struct squares engine_turn(const struct position *p, const struct report_line *l);

/* The value of a line that wins in so many turns of the side to move, or loses (negative). */
int engine_mate_value(int mate);

/* Bytes that the tables take. */
size_t engine_memory(const struct engine *x);

#endif
