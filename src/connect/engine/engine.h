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

#include "connect/board/position.h"

struct engine;
struct search_params;

enum {
    ENGINE_LINES_MOST = 32,   /* turns reported at once */
    ENGINE_LINE_MOST = 126,   /* stones of a line */
    ENGINE_THREADS_MOST = 64, /* searching together */
    ENGINE_HASH_DEFAULT = 64 << 20,
};

struct engine_options {
    size_t hash_bytes; /* all that the tables may take; 0: the default, 64 MiB */
    int threads;       /* 0: one */
    /* The numbers of the search (params.h), which are copied. NULL: the usual ones. */
    const struct search_params *params;
};

/* When to stop: at the first limit reached. Everything zero: think until stopped. */
struct engine_limits {
    double seconds;          /* wall time of this turn */
    double cpu;              /* processor time, of the caller's thread; with threads, of the whole program */
    uint64_t nodes;          /* stones placed by all searches together */
    int depth;               /* turns looked ahead */
    int lines;               /* how many of the best turns to report, 0 as 1 */
    const atomic_bool *stop; /* becomes true from outside: answer soon with the best so far. May be NULL */
    /* The same for whoever plays with the engine; `progress` may set it. May be NULL. */
    const atomic_bool *enough;
    /* Turns that are not to be reported, their stones in any order; the caller's. */
    const struct squares *excluded;
    size_t excludes;
    /* By square: the turns that are looked for have all their stones here, what follows them is free. As many
     * squares of it are empty as the turn has stones left. NULL: the whole board. The caller's. */
    const uint8_t *region;
};

/* One turn and what is thought to follow. Stones in the order of play; the turns follow from p and the
 * stones left in the first. */
struct engine_line {
    int n;
    square stone[ENGINE_LINE_MOST];
    int value;     /* for the side to move, 100 about a won advantage; wins are past every evaluation */
    double chance; /* the same as a share of games won: 0 or 1 if that is certain, else 0.01 to 0.99 */
    int mate;      /* certain: the side to move wins in this many of its turns; negative: the turn loses in as
                      many, and in the first line, every turn of the position does, whatever the region */
    int likely;    /* the same by what the search tried, which is not everything; 0 if mate is known */
};

struct engine_report {
    int depth;        /* turns, of the last finished iteration; 0: none (a forced turn, or a forcing win) */
    int reached;      /* turns, the longest line looked at */
    uint64_t nodes;   /* stones placed */
    double seconds;   /* since the start */
    int hash_permill; /* of the table in use */
    int n;            /* lines, the best first; at least one when the search is over, unless turns were
                         excluded and no other was found */
    struct engine_line line[ENGINE_LINES_MOST];
};

/* Called during a search whenever the lines change, and about ten times a second besides, from the thread
 * that called engine_think. */
typedef void engine_progress(void *context, const struct engine_report *r);

struct engine *engine_new(const struct rules *r, const struct engine_options *o, struct err *e);
void engine_free(struct engine *x);

/* Forgets what was learned: as new. */
void engine_clear(struct engine *x);

/* Searches for the best rest of the turn of the side to move; the game must be open and of the engine's
 * rules. `progress` may be NULL. `out` holds the last report; its first line begins with the turn to play: as
 * many stones as the turn has left, fewer only if they win or fill the board. */
void engine_think(struct engine *x, const struct position *p, const struct engine_limits *l,
                  engine_progress *progress, void *context, struct engine_report *out);

/* The turn that a line begins with. */
struct squares engine_turn(const struct position *p, const struct engine_line *l);

/* The value of a line that wins in so many turns of the side to move, or loses (negative). */
int engine_mate_value(int mate);

/* "wins in 3", "loses in 2", "loses in 2, unproved", or "" if the line says nothing of an end. */
void engine_end_text(const struct engine_line *l, char *out, size_t size);

/* Bytes that the tables take. */
size_t engine_memory(const struct engine *x);

#endif
