/* Where jobs run: the coordinator gives them out and takes results, and does not know by whom. */
#ifndef LAB_RUNNER_H
#define LAB_RUNNER_H

#include "lab/job.h"

struct runner {
    void *ctx;
    /* How many more jobs can be given now without waiting behind others? */
    int (*room)(void *ctx);
    /* Gives out a job, which stays the caller's. */
    void (*give)(void *ctx, const struct lab_job *j);
    /* The next result, after so many seconds at the most; false if there is none. The caller frees it. */
    bool (*take)(void *ctx, double seconds, struct lab_result *out);
    /* The result of this job is no longer wanted; it may still come. */
    void (*cancel)(void *ctx, int64_t job);
    /* Stops what is under way and frees everything; the jobs given have no results then. */
    void (*free)(void *ctx);
    /* Who does this job? False if it is not known. May be NULL. */
    bool (*who)(void *ctx, int64_t job, char name[LAB_WORKER_MOST + 1]);
    /* This worker lied: nothing more is given to it, and what it has is for others. May be NULL. */
    void (*shun)(void *ctx, const char *worker);
};

/* Threads of this process, "local-1" and so on; `memory` bytes for the prover of each, 0: a usual size. */
struct runner runner_threads(int threads, size_t memory);

#endif
