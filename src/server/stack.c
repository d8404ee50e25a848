/* Work on a stack of its own; see stack.h. */
#include "server/stack.h"

#include <pthread.h>

enum { STACK_BYTES = 16 << 20 }; /* of addresses; memory is taken only as far as it is used */

struct errand {
    void (*work)(void *context);
    void *context;
};

static void *run(void *context)
{
    struct errand *e = context;
    e->work(e->context);
    return NULL;
}

bool stack_run(void (*work)(void *context), void *context)
{
    struct errand e = {work, context};
    pthread_t thread;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    bool ok = pthread_create(&thread, &attributes, run, &e) == 0;
    pthread_attr_destroy(&attributes);
    if (ok)
        pthread_join(thread, NULL);
    return ok;
}
