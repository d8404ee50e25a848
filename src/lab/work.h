/* Doing a job: what a worker is, wherever it runs. */
#ifndef LAB_WORK_H
#define LAB_WORK_H

#include <stdatomic.h>

#include "lab/job.h"

struct lab_worker;

/* A worker of this name; it keeps an engine between jobs. The caller frees it. */
struct lab_worker *lab_worker_new(const char *name, size_t memory);
void lab_worker_free(struct lab_worker *w);

/* Does the job; the same job has the same result, whoever does it and whatever was done before. False if it
 * was stopped: then there is no result. The caller frees the result otherwise. */
bool lab_worker_do(struct lab_worker *w, const struct lab_job *j, const atomic_bool *stop,
                   struct lab_result *out);

#endif
