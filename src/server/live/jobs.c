/* The pool's kinds of jobs; see jobs.h. */
#include "server/live/jobs.h"

#include "json/limits.h"

_Static_assert((int)JOB_KINDS <= (int)QUEUE_KINDS, "the queue has a line for every kind");

struct queue *jobs_queue(void)
{
    static const struct queue_most most[JOB_KINDS] = {
        [JOB_MOVE] = {LIMIT_MOVE_JOBS, LIMIT_CLIENT_MOVE_JOBS},
        [JOB_ANALYSIS] = {LIMIT_ANALYSIS_JOBS, LIMIT_CLIENT_ANALYSIS_JOBS},
        [JOB_REVIEW] = {LIMIT_REVIEW_JOBS, LIMIT_CLIENT_REVIEW_JOBS},
        [JOB_PROOF] = {LIMIT_PROVE_JOBS, LIMIT_CLIENT_PROVE_JOBS},
        [JOB_LAB] = {LIMIT_LAB_JOBS, LIMIT_CLIENT_LAB_JOBS},
    };
    return queue_new(most);
}

static struct queue_share share_of(enum job_class c, int most)
{
    struct queue_share s = {.all = 0};
    for (unsigned k = 0; k < JOB_KINDS; k++)
        s.most[k] = job_class(k) == c ? most : 0;
    return s;
}

struct job *jobs_next(struct queue *q, enum job_class c, int most)
{
    struct queue_share s = share_of(c, most);
    return queue_next(q, &s);
}

int jobs_ready(const struct queue *q, enum job_class c, int most)
{
    struct queue_share s = share_of(c, most);
    return queue_ready(q, &s);
}

void jobs_counts(const struct queue *q, struct pool_counts *out)
{
    out->clients = queue_clients(q);
    for (unsigned k = 0; k < JOB_KINDS; k++) {
        out->running[k] = queue_running(q, k);
        out->waiting[k] = queue_waiting(q, k);
        out->refused[k] = queue_refused(q, k);
    }
}
