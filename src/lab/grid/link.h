/* A connection to the broker: NATS with JetStream, its streams and subjects (docs/lab.md, "Many machines").
 *
 *     hexad.jobs.any.COORDINATOR   jobs for whoever is free        stream HEXAD_JOBS, one durable consumer
 *     hexad.jobs.to.WORKER         jobs for a worker by name       the same stream, a consumer each
 *     hexad.results.COORDINATOR    results, in parts               stream HEXAD_RESULTS, a consumer each
 *     hexad.cancel                 "COORDINATOR JOB": not wanted   no stream
 *     hexad.here, hexad.who        signs of life, and the request for them
 *
 * The broker may lose all it holds at any moment: nothing is there alone. */
#ifndef LAB_GRID_LINK_H
#define LAB_GRID_LINK_H

#include <nats/nats.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/err.h"

#define GRID_JOBS    "HEXAD_JOBS"
#define GRID_RESULTS "HEXAD_RESULTS"

/* How often one says that one is there, and after how long one is taken for gone. */
#define GRID_SIGN_SECONDS 2.0
#define GRID_GONE_SECONDS 10.0
/* Without a word from its worker for so long a job is given out again; a worker speaks three times as often. */
#define GRID_ACK_SECONDS 24

/* Where the broker is, and how to be let in; everything but the address may be NULL. */
struct grid_options {
    const char *url;             /* nats://[user:password@]host:port, several with commas */
    const char *credentials;     /* a file of NATS credentials (JWT and seed) */
    const char *ca, *cert, *key; /* files for TLS: whom to trust; who we are */
};

struct grid_link {
    natsConnection *nc;
    jsCtx *js;
    atomic_bool reconnected; /* set when the connection came back; whoever looks takes it down */
    double patient;          /* until then a broker that does not answer in time is asked again; 0: begun */
    const atomic_bool *stop; /* or until it is told to stop; may be NULL */
};

/* Connects and makes the streams. */
bool grid_open(struct grid_link *l, const struct grid_options *o, const atomic_bool *stop, struct err *e);
void grid_close(struct grid_link *l);

/* Makes the streams if they are not there. */
bool grid_streams(struct grid_link *l, struct err *e);

/* A pull subscription with a durable consumer of this name for the subjects. NULL with a message if it cannot
 * be had. */
natsSubscription *grid_pull(struct grid_link *l, const char *stream, const char *durable, const char *subject,
                            struct err *e);

/* Ends a subscription whose messages come by calls, when the last of them has returned. NULL is fine. */
void grid_unsubscribe(natsSubscription *s);

/* Stores a message; waits until the broker has it. An `id` that came before within two minutes is not stored
 * again; NULL: always. `sequence`, if not NULL, becomes its number in the stream. */
bool grid_store(struct grid_link *l, const char *subject, const void *bytes, size_t len, const char *id,
                uint64_t *sequence, struct err *e);

/* The next message, after so many seconds at the most; NULL: none. The caller destroys it. */
natsMsg *grid_fetch(natsSubscription *s, double seconds, bool *broken);

/* Random hexadecimal digits, 16 of them. */
void grid_random(char out[17]);

#endif
