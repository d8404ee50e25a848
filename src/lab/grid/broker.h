/* A broker that knows its users: the configuration of nats-server in which each worker and each coordinator may
 * speak for itself alone, and hears only what it needs.
 *
 *     who                speaks                                    hears
 *     worker W           hexad.from.W.*, hexad.here.worker.W       hexad.to.W.*, hexad.who
 *     coordinator C      hexad.to.*.C, hexad.here.coordinator.C,   hexad.from.*.C, hexad.here.*.*
 *                        hexad.who
 */
#ifndef LAB_GRID_BROKER_H
#define LAB_GRID_BROKER_H

#include "base/buf.h"
#include "base/err.h"
#include "lab/grid/user.h"

enum { GRID_USERS_MOST = 2000 };

struct grid_broker {
    const char *folder; /* for the configuration and the users' files */
    const char *address;
    int port;
    const char *cert, *key; /* TLS; may be NULL */
    struct grid_user *user;
    size_t users, room;
};

/* The users of a list of names, "a,b,c": those that the folder knows, and new ones. */
bool grid_broker_add(struct grid_broker *b, enum grid_role role, const char *names, struct err *e);
/* Writes FOLDER/nats.conf, for nobody else to read; the caller frees its path. */
bool grid_broker_write(const struct grid_broker *b, char **path, struct err *e);
void grid_broker_free(struct grid_broker *b);

/* Its text, appended. */
void grid_broker_text(const struct grid_broker *b, struct buf *out);

/* Is it an address that only this machine reaches? */
bool grid_loopback(const char *address);

#endif
