/* What the parts of the server share. */
#ifndef SERVER_STATE_H
#define SERVER_STATE_H

#include <stdatomic.h>

#include "server/feed.h"
#include "server/gate.h"
#include "server/pool.h"
#include "server/server.h"
#include "server/store.h"
#include "server/watch.h"

struct mg_context;

struct server {
    struct gate gate;
    struct pool *pool;
    struct store *store;
    struct watch *watch;
    struct feed *feed;
    struct mg_context *web;
    int port;
    double request_seconds;
    size_t body_bytes;
    atomic_bool ending; /* long work stops when it sees this */
};

#endif
