/* Ctrl-C as a question instead of an end: long work asks now and then and stops with what it has. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

/* Keeps SIGINT, SIGTERM and SIGHUP waiting from now on, in this thread and those it starts; except those that
 * whoever started us (nohup, a shell that runs us in the background) has us ignore. */
void interrupt_hold(void);

/* Has one of them come? `unused` makes it fit where work takes a function with a context. */
bool interrupt_came(void *unused);

#endif
