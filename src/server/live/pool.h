/* The bounded pool of engine jobs, with fair shares for everybody (base/queue.h has the order).
 *
 * As many analyses and positions of reviews run at once as the pool has threads. Moves and forcing wins, for
 * which somebody waits, have threads of their own, some more than that, so that neither an analysis nor
 * another's long move keeps a player waiting; one of them is always left for other clients. The threads run
 * at lower priority than those that answer requests, and those of analyses at lower than those of moves.
 *
 * Proofs that are looked for have one thread more, one after the other; the jobs of labs that run here have as
 * many as analyses, up to a few, and give way to everything else.
 *
 * While jobs wait, those that run have a slice of some seconds each: who has had it is asked to stop, the
 * client with the most running first. An analysis then goes to the end of its line and on when its turn comes
 * again; a move or a forcing search ends with what it has. */
#ifndef SERVER_LIVE_POOL_H
#define SERVER_LIVE_POOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "server/live/jobs.h"
#include "server/live/tools.h"

struct pool;

/* `threads` analyses at once, with `hash_bytes` for all engines together. */
struct pool *pool_new(int threads, size_t hash_bytes);
/* The same by parts: so many analyses and so many moves at once, and the threads that one of them may use for
 * itself where it is the only one. */
struct pool_size {
    int analyses, moves, width;
};
struct pool *pool_make(const struct pool_size *size, size_t hash_bytes);
/* So many jobs of labs at once has a pool with so many analyses. */
int pool_labs(int analyses);
/* Waits for the jobs that run; those that wait are dropped (their askers must be gone, or not care). */
void pool_free(struct pool *p);

/* Another slice than LIMIT_SLICE_SECONDS, for tests. */
void pool_set_slice(struct pool *p, double seconds);

/* Puts a job at the end of its client's line. False: the client has too many, or there are too many of its
 * kind. */
bool pool_add(struct pool *p, struct job *j);
/* The same for a job that runs, from its own `run`, to be run again: it has its place, whatever else waits.
 * False: the pool ends. It may run at once, in another thread. */
bool pool_again(struct pool *p, struct job *j);

/* Takes a job that still waits out of its line. False: it has started (or never waited). */
bool pool_cancel(struct pool *p, struct job *j);

/* For a job that runs: from here to pool_slice_end the pool may set `stop` to let others have their turn.
 * pool_slice_end says whether it did; neither is touched afterwards. */
void pool_slice(struct tools *d, atomic_bool *stop);
bool pool_slice_end(struct tools *d);

/* How many jobs of the kind wait; or how many are in front of this one, -1 if it does not wait. */
int pool_waiting(struct pool *p, enum job_kind kind);
int pool_ahead(struct pool *p, const struct job *j);
/* How many jobs run now. */
int pool_running(struct pool *p);
/* Threads that a job which runs now may use for itself: all of them if it is the only one, else one. */
int pool_width(struct pool *p);

/* The most that the engine of one analysis may have. */
struct pool_share {
    int threads;
    size_t hash_bytes;
};
struct pool_share pool_share(const struct pool *p);

struct pool_counts pool_counts(struct pool *p);

#endif
