/* What runners share whose workers are threads of this process: the jobs that were given, the results that were not taken.
 * A runner begins with a `struct tasks` and says by a `struct tasks_kind` whose threads do them. */
#ifndef LAB_TASKS_H
#define LAB_TASKS_H

#include <pthread.h>

#include "lab/runner.h"
#include "lab/work.h"

/* A job that waits or is done. It goes over as the line that it would be for a worker far away, so that all ways are one. */
struct lab_task {
    struct lab_task *next;
    int64_t id;
    struct buf line;
    atomic_bool stop;
    char worker[LAB_WORKER_MOST + 1]; /* "": it waits */
};

struct tasks;

struct tasks_kind {
    size_t task_bytes; /* of a struct that begins with a lab_task */
    /* How many jobs may be given whose results were not taken? The next one may depend on them. */
    int (*share)(struct tasks *t);
    /* Sees to it that a thread does this task. False: none will. The lock is held. */
    bool (*start)(struct tasks *t, struct lab_task *x);
    /* No thread will begin this task, which waits. False: one has. The lock is held. NULL: none has. */
    bool (*withdraw)(struct tasks *t, struct lab_task *x);
    /* Frees what the runner has besides; there are no tasks any more. May be NULL. */
    void (*end)(struct tasks *t);
};

struct tasks {
    const struct tasks_kind *kind;
    pthread_mutex_t lock;
    pthread_cond_t news;    /* a task is over */
    struct lab_task *first; /* that wait or are done, in the order in which they came */
    int given;              /* whose results were not taken */
    struct tasks_result *out, **last;
};

/* Makes a runner of a struct that begins with these, all zero, and comes from the heap. */
struct runner tasks_runner(struct tasks *t, const struct tasks_kind *kind);

/* The first task that waits; NULL: none. The lock is held. */
struct lab_task *tasks_waiting(const struct tasks *t);
/* Does a task and frees it. The lock is held, and let go meanwhile; after the next unlock the tasks may be gone. */
void tasks_do(struct tasks *t, struct lab_task *x, struct lab_worker *w, const char *name);

#endif
