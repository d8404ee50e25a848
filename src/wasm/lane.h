/* The pool of jobs (server/live/pool.h) where there are no threads: jobs wait until somebody has them run, one at a time. */
#ifndef WASM_LANE_H
#define WASM_LANE_H

#include "server/live/pool.h"

struct pool *lane_new(size_t hash_bytes);

/* Runs the job whose turn it is; false if none waits. */
bool lane_run(struct pool *p);

#endif
