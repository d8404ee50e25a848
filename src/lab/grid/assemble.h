/* Results that come in parts, put together again. Parts of several tries at a job may come mixed. */
#ifndef LAB_GRID_ASSEMBLE_H
#define LAB_GRID_ASSEMBLE_H

#include "lab/grid/frame.h"

struct assembly;

struct assembly *assembly_new(void);
void assembly_free(struct assembly *a);

enum assembly_answer {
    ASSEMBLY_MORE,  /* it was taken; parts are missing */
    ASSEMBLY_WHOLE, /* that was the last: assembly_take has the result */
    ASSEMBLY_BAD,   /* it fits to nothing that came before, or there is too much */
};

/* A part. `message` is the caller's, and comes back with the whole. */
enum assembly_answer assembly_add(struct assembly *a, const struct grid_head *h, const char *body, size_t len,
                                  void *message);

/* The whole that the last part completed: its bytes, and the messages of all parts, at most `most` of them;
 * returns how many. What was put together is gone then. */
int assembly_take(struct assembly *a, struct buf *bytes, void **messages, int most);

/* Everything of this job is not wanted any more: gives back a message of it, NULL if there are none left. */
void *assembly_drop(struct assembly *a, int64_t job);

#endif
