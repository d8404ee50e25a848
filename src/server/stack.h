/* Work on a stack of its own.
 *
 * The web library's threads have 100 kB of stack, which JSON of some hundred levels, read by recursion,
 * overflows. So what a client sent is read and answered in a thread with as much as it may take: 20 µs more.
 */
#ifndef SERVER_STACK_H
#define SERVER_STACK_H

#include <stdbool.h>

/* Runs `work` on a large stack and waits for it. False: there is no thread to be had. */
bool stack_run(void (*work)(void *context), void *context);

#endif
