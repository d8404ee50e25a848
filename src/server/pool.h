/* The bounded pool of engine jobs.
 *
 * Two classes of jobs wait in two queues: quick ones, which somebody waits for with his hand on the mouse
 * (a move, a forcing win), and long ones (analysis). As many long jobs run at once as the pool has threads;
 * as many again are kept for the quick ones, so that analysis never keeps a player waiting. The threads run
 * at lower priority than those that answer requests. */
#ifndef SERVER_POOL_H
#define SERVER_POOL_H

#include <stdbool.h>
#include <stddef.h>

#include "server/desk.h"

struct pool;

/* A job is a member of the struct of whoever asks; its memory is the asker's, until `run` has returned or
 * pool_cancel has said true. */
struct job {
    void (*run)(struct job *j, struct desk *d);
    bool quick;
    struct job *next;
    bool waiting;
};

enum { POOL_MOST_WAITING = 512 };

/* `threads` long jobs at once, with `hash_bytes` for all engines together. */
struct pool *pool_new(int threads, size_t hash_bytes);
/* Waits for the jobs that run; those that wait are dropped (their askers must be gone, or not care). */
void pool_free(struct pool *p);

/* Puts a job at the end of its queue. False: too many wait. */
bool pool_add(struct pool *p, struct job *j);

/* Takes a job that still waits out of its queue. False: it has started (or never waited). */
bool pool_cancel(struct pool *p, struct job *j);

/* How many jobs of the class wait; or how many are in front of this one, -1 if it does not wait. */
int pool_waiting(struct pool *p, bool quick);
int pool_ahead(struct pool *p, const struct job *j);
/* How many jobs run now. */
int pool_running(struct pool *p);
/* Threads that a job which runs now may use for itself: all of them if it is the only one, else one. */
int pool_width(struct pool *p);

#endif
