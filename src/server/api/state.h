/* What the parts of the server share. */
#ifndef SERVER_API_STATE_H
#define SERVER_API_STATE_H

#include <pthread.h>
#include <stdatomic.h>

#include "server/api/guides.h"
#include "server/duels/duels.h"
#include "server/live/feed.h"
#include "server/live/pool.h"
#include "server/tournaments/tournaments.h"
#include "server/transport/gate.h"
#include "server/transport/log.h"
#include "server/transport/transport.h"
#include "server/transport/workers.h"
#include "server/workshop/workshop.h"
#include "store/explorer/known.h"
#include "store/shelf.h"
#include "store/store.h"

struct server {
    struct gate gate;
    struct pool *pool;
    struct store *store;
    struct shelf *shelf;
    struct guides *guides;
    struct explorer *explorer; /* NULL: its file cannot be opened */
    struct known *known;       /* the opening databases */
    struct chooser_book book;  /* what is proved, from there */
    struct feed *feed;
    struct workshop *workshop;
    struct duels *duels; /* games between people; NULL: nothing is kept, or their file cannot be opened */
    struct tournaments *tournaments;
    struct transport *transport;
    struct workers *workers;
    struct log *log; /* NULL: none is written */
    struct transport_limits limits;
    const _Atomic double *clock; /* of the transport, for tests */
    pthread_mutex_t deferring;   /* see deferred.c */
    pthread_mutex_t noting;      /* of what was noted last (note.h), and when */
    struct err noted;
    double noted_at;
    bool read_only;
    double started;
    atomic_bool ending; /* long work stops when it sees this */
};

#endif
