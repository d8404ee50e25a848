/* A connection to the broker: NATS, of which nothing is used but messages; subject.h has where they go. What is said
 * may be lost at any moment, with the broker or without, and whoever says it says it again. */
#ifndef LAB_GRID_LINK_H
#define LAB_GRID_LINK_H

#include <nats/nats.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "lab/grid/user.h"

/* Where the broker is, and how to be let in; everything but the address may be NULL. */
struct grid_options {
    const char *url;             /* nats://[user:password@]host:port, several with commas; tls:// */
    const char *user;            /* a file with our name at this broker and its secret (user.h) */
    const char *credentials;     /* a file of NATS credentials (JWT and seed) */
    const char *ca, *cert, *key; /* files for TLS: whom to trust; who we are */
};

struct grid_link {
    natsConnection *nc;
    struct grid_user user;   /* if there is one */
    bool known;              /* there is */
    atomic_bool reconnected; /* set when the connection came back; whoever looks takes it down */
    atomic_bool denied;      /* the broker does not permit what we do; `why` says what */
    pthread_mutex_t lock;    /* of the following */
    char why[200];
    bool closed; /* the last of NATS' calls into this link is over */
    pthread_cond_t closes;
};

/* Reads who we are, if the options name a file; false with a message if that is somebody of another role. */
bool grid_link_user(struct grid_link *l, const struct grid_options *o, enum grid_role role, struct err *e);
/* Connects, after grid_link_user. A broker that is there but does not answer in time is asked again for a minute, or
 * until it is told to stop. */
bool grid_open(struct grid_link *l, const struct grid_options *o, const atomic_bool *stop, struct err *e);
void grid_close(struct grid_link *l);

/* Did the broker refuse something, or us? Then false, with what it was. */
bool grid_permitted(struct grid_link *l, struct err *e);
/* Are we connected now? */
bool grid_connected(struct grid_link *l);

/* Messages of a subject come by calls; those that come faster than they are read, beyond so many or so many bytes,
 * are dropped. */
bool grid_subscribe(struct grid_link *l, natsSubscription **sub, const char *subject, natsMsgHandler call,
                    void *ctx, int messages, int bytes, struct err *e);
/* Ends that, when the last of the calls has returned. NULL is fine. */
void grid_unsubscribe(natsSubscription *s);

/* Says it; whether anybody hears it is not known. False if the message is larger than the broker takes. */
bool grid_say(struct grid_link *l, const char *subject, const struct buf *message);

/* Waits until what was said has been sent, for a moment at the most. */
void grid_flush(struct grid_link *l);

/* Random hexadecimal digits, 16 of them. */
void grid_random(char out[17]);

#endif
