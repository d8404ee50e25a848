/* What the parts of the server share. */
#ifndef API_STATE_H
#define API_STATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "api/guides.h"
#include "explorer/known.h"
#include "live/feed.h"
#include "live/pool.h"
#include "store/shelf.h"
#include "store/store.h"
#include "transport/gate.h"
#include "transport/log.h"
#include "transport/transport.h"
#include "transport/workers.h"
#include "workshop/workshop.h"

struct server {
    struct gate gate;
    struct pool *pool;
    struct store *store;
    struct shelf *shelf;
    struct guides *guides;
    struct explorer *explorer; /* NULL: explorer_err says why */
    struct err explorer_err;
    struct known *known;      /* the opening databases */
    struct chooser_book book; /* what is proved, from there */
    struct feed *feed;
    struct workshop *workshop;
    struct transport *transport;
    struct workers *workers;
    struct log *log; /* NULL: none is written */
    struct transport_limits limits;
    const _Atomic double *clock; /* of the transport, for tests */
    pthread_mutex_t deferring;   /* see deferred.c */
    bool read_only;
    double started;
    atomic_bool ending; /* long work stops when it sees this */
};

#endif
