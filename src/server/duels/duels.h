/* Games between people, in the words of the interface "duels": made by one, joined by another who was sent the link, watched by whoever
 * has it.
 *
 * One thread has them all. It takes what waits, does it, writes all of it into one file at once (store/duels.h), and only then tells
 * anybody: what was told is on the disk. Clocks go by the time that the server has been up; the moment when a request came
 * counts, and not when its turn came. */
#ifndef SERVER_DUELS_DUELS_H
#define SERVER_DUELS_DUELS_H

#include <jansson.h>

#include "server/live/feed.h"
#include "json/problem.h"

struct duels;

struct duels_options {
    const char *path;            /* of the file; NULL: in memory */
    struct feed *feed;           /* whose sockets may follow them */
    const _Atomic double *clock; /* seconds, for tests; NULL: the usual one */
    void (*log)(void *context, const char *message);
    void *context;
};

/* Before the feed's first socket. */
bool duels_open(const struct duels_options *o, struct duels **out, struct err *e);
/* Nothing is done or told any more. */
void duels_stop(struct duels *t);
void duels_close(struct duels *t);

enum duels_what { DUELS_MAKE, DUELS_JOIN, DUELS_LOOK, DUELS_LIST, DUELS_ACT };

/* Does what a request asks for and returns its answer, which is on the disk; NULL with what is wrong. `id` is that of the game where
 * there is one, `body` may be NULL for DUELS_LOOK. Waits. */
json_t *duels_ask(struct duels *t, enum duels_what what, const char *id, uint64_t client, const json_t *body,
                  enum problem *f, struct err *e);

/* For those who watch the server. */
struct duels_counts {
    int running, followers; /* games whose clock runs; sockets that follow one */
};
struct duels_counts duels_counts(struct duels *t);

#endif
