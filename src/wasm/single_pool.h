/* The pool of jobs (server/live/pool.h) where there are no threads: jobs wait until somebody has them run, one at a time. */
#ifndef WASM_SINGLE_POOL_H
#define WASM_SINGLE_POOL_H

#include "server/live/pool.h"

struct pool *single_pool_new(size_t hash_bytes);

/* Runs the job whose turn it is; false if none waits. */
bool single_pool_run(struct pool *p);

#endif
