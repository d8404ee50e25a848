/* The parts of a workshop: files (workshop.c) and what people want of them (wishes.c), labs that run here (runs.c) and their jobs in the pool (pool_runner.c), those who
 * look on (watch.c), and what all of that takes (weight.c). One lock for all; nothing takes long under it. */
#ifndef SERVER_WORKSHOP_INNER_H
#define SERVER_WORKSHOP_INNER_H

#include <pthread.h>
#include <stdatomic.h>

#include "lab/lab.h"
#include "lab/view.h"
#include "lab/work.h"
#include "server/live/feed.h"
#include "server/live/pool.h"
#include "server/workshop/workshop.h"
#include "json/limits.h"

/* A lab that runs here, or did: what came of it is told until it is run again. */
struct run {
    struct run *next;
    struct workshop *shop;
    char name[WORKSHOP_NAME];
    uint64_t number; /* whose jobs its jobs are (base/queue.h) */
    uint64_t client; /* who wanted it to run */
    size_t weight;   /* bytes of its tree */
    pthread_t thread;
    atomic_bool stop;
    bool over;   /* the thread has nothing more to do with us */
    bool paused; /* somebody wanted it to end */
    bool stuck;
    double looked;  /* when the size of its file was last looked at */
    struct err why; /* what went wrong; "" nothing */
};

/* Somebody who looks at a lab. Only the watching thread frees it. */
struct watcher {
    struct watcher *next;
    uint64_t socket, client;
    int64_t id;
    bool gone;
    char name[WORKSHOP_NAME];
    struct lab_sight sight;

    /* Of the watching thread: */
    struct watched *lab;
    uint64_t seen;   /* the version that it was told */
    struct buf told; /* the last message */
};

/* A worker that keeps its engine between jobs, whichever lab they are of. */
struct kept_worker {
    struct kept_worker *next;
    struct lab_worker *worker;
    char name[24];
};

struct workshop {
    pthread_mutex_t lock;
    pthread_mutex_t changing; /* held while somebody here opens a file for changes */
    pthread_cond_t news;      /* for the watching thread */
    char *folder;
    struct pool *pool;
    struct feed *feed;
    int threads;
    size_t memory, memory_most; /* of the trees that are open */
    bool read_only, ending;
    struct run *runs;
    uint64_t numbers;
    uint64_t turns; /* counts starts and ends of runs */
    struct kept_worker *idle;
    int workers;
    struct watcher *watchers;
    int watching;
    pthread_t eye;
    bool looking;
};

/* workshop.c */
/* What is wrong, and that it is; a file that cannot be written may be so because the disk is full. Return false. */
bool workshop_fail(enum problem *f, enum problem what, struct err *e, const char *text);
bool workshop_fail_writing(const struct workshop *w, enum problem *f, struct err *e, const char *text);
bool workshop_name_is_fine(const char *name);
/* The path of a lab that is there; false with what is wrong. */
bool workshop_find(struct workshop *w, const char *name, struct buf *path, enum problem *f, struct err *e);
void workshop_path(const struct workshop *w, const char *name, struct buf *path);

/* Bytes of all files. */
int64_t workshop_bytes(struct workshop *w);

/* weight.c */
/* Takes the memory for the tree of a file; false, and nothing taken: there is too little. */
bool weight_take(struct workshop *w, const char *path, size_t *bytes);
/* It takes so many now, 0 when it is closed; false if all of them take too much by that. */
bool weight_change(struct workshop *w, size_t *bytes, size_t now);
size_t weight_of(const struct rules *r, int64_t nodes, int64_t edges);
/* Is there room on the disk for more? */
bool weight_disk(struct workshop *w);

/* runs.c */
/* {"where": "here" or "elsewhere" or null, …}; takes the lock. */
json_t *run_json(struct workshop *w, const char *name, const char *path);
bool run_is_here(struct workshop *w, const char *name);
/* Ends all and waits for them. */
void runs_end(struct workshop *w);

/* pool_runner.c: a runner that gives jobs to the pool. */
struct runner pool_runner_new(struct run *r);
void pool_workers_free(struct workshop *w);

/* watch.c */
void watch_start(struct workshop *w);
void watch_end(struct workshop *w);
/* One message about a lab: {"id"?, "lab": {…}}. */
json_t *watch_json(struct workshop *w, struct lab_view *v, const char *name, const struct lab_sight *sight,
                   struct err *e);

#endif
