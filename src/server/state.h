/* What the parts of the server share. */
#ifndef SERVER_STATE_H
#define SERVER_STATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "server/feed.h"
#include "server/gate.h"
#include "server/log.h"
#include "server/pool.h"
#include "server/server.h"
#include "server/store.h"
#include "server/workers.h"
#include "transport/transport.h"

struct server {
    struct gate gate;
    struct pool *pool;
    struct store *store;
    struct feed *feed;
    struct transport *transport;
    struct workers *workers;
    struct log *log; /* NULL: none is written */
    struct transport_limits limits;
    pthread_mutex_t asks; /* see ask.c */
    bool read_only;
    double started;
    atomic_bool ending; /* long work stops when it sees this */
};

#endif
