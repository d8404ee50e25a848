/* Ctrl-C as a question instead of an end: long work asks now and then and stops with what it has. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/* Keeps SIGINT, SIGTERM and SIGHUP waiting from now on, in this thread and those it starts; except those that
 * whoever started us (nohup, a shell that runs us in the background) has us ignore. */
void interrupt_hold(void);

/* Has one of them come? `unused` makes it fit where work takes a function with a context. */
bool interrupt_came(void *unused);

/* Asks for work that looks at a flag instead: `stop` becomes true when one has come. */
struct interrupt_watch {
    atomic_bool stop, done;
    pthread_t thread;
    bool on;
};

/* From now on, until interrupt_done; holds the signals. */
void interrupt_watch(struct interrupt_watch *w);
void interrupt_done(struct interrupt_watch *w);

#endif
