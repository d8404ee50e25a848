/* Jobs without threads; see single_pool.h. Nobody waits while a job runs, so that nobody asks it to give way. */
#include "wasm/single_pool.h"

#include <limits.h>

#include "base/mem.h"

struct pool {
    struct queue *queue;
    struct tools tools;
    int running;
    uint64_t done[JOB_KINDS];
};

struct pool *single_pool_new(size_t hash_bytes)
{
    struct pool *p = mem_zero(1, sizeof *p);
    p->queue = jobs_queue();
    p->tools.hash_bytes = hash_bytes;
    return p;
}

bool single_pool_run(struct pool *p)
{
    struct job *j = NULL;
    for (int c = 0; !j && c < JOB_CLASSES; c++)
        j = jobs_next(p->queue, (enum job_class)c, INT_MAX);
    if (!j)
        return false;
    uint64_t client = j->client;
    unsigned kind = j->kind;
    p->running++;
    j->run(j, &p->tools); /* may be freed by now */
    p->running--;
    p->done[kind]++;
    queue_done(p->queue, client, kind);
    return true;
}

bool pool_add(struct pool *p, struct job *j)
{
    return queue_add(p->queue, j);
}

/* The job that runs is counted until it returns: for the one that waits again, one more. */
bool pool_again(struct pool *p, struct job *j)
{
    return queue_add(p->queue, j);
}

bool pool_cancel(struct pool *p, struct job *j)
{
    return queue_take_out(p->queue, j);
}

void pool_slice(struct tools *d, atomic_bool *stop)
{
    (void)d;
    (void)stop;
}

bool pool_slice_end(struct tools *d)
{
    (void)d;
    return false;
}

int pool_ahead(struct pool *p, const struct job *j)
{
    return queue_ahead(p->queue, j);
}

int pool_width(struct pool *p)
{
    (void)p;
    return 1;
}

struct pool_share pool_share(const struct pool *p)
{
    return (struct pool_share){1, p->tools.hash_bytes};
}
