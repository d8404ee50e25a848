/* A server for a test: on a free port, its data in memory or in a file. */
#ifndef SERVER_SERVING_H
#define SERVER_SERVING_H

#include "server/api/state.h"
#include "server/server.h"
#include "support/boards.h"
#include "support/http.h"

#define API   "/api/v1"
#define START "{\"rules\":[19,19,6,2,1],\"stones\":[]}"

/* Little memory, two analyses at once; what `o` says goes first. */
static inline struct server *serving_start(const struct server_options *o)
{
    struct server_options set = o ? *o : (struct server_options){0};
    struct server *s;
    struct err e;
    if (!set.threads)
        set.threads = 2;
    if (!set.hash_bytes)
        set.hash_bytes = 16 << 20;
    if (!server_start(&set, &s, &e))
        fail_msg("%s", e.text);
    return s;
}

#endif
