/* The threads that answer requests: reading JSON, the store, small computations. Few, with room for deep
 * recursion on their stacks, and shared fairly: whoever has the fewest at work is next, and large requests
 * never have them all. */
#ifndef SERVER_WORKERS_H
#define SERVER_WORKERS_H

#include <stdbool.h>
#include <stdint.h>

struct workers;

/* A member of the struct of whoever asks, whose memory must last until `run` is called. */
struct errand {
    void (*run)(struct errand *e);
    uint64_t client; /* errands of one number share */
    bool large;      /* it may take long */
    struct errand *next;
};

struct workers *workers_new(int threads);
/* Waits until all that was asked for is done. */
void workers_free(struct workers *w);

/* Puts it at the end of the queue. False: too many wait. */
bool workers_add(struct workers *w, struct errand *e);
/* The same however many wait, for what has a limit of its own. */
void workers_post(struct workers *w, struct errand *e);
/* Puts it in front of all that wait, however many: news of those who went away. */
void workers_hurry(struct workers *w, struct errand *e);

int workers_waiting(struct workers *w);

#endif
