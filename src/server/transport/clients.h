/* What each client has at the moment, by its address. Belongs to the loop's thread. */
#ifndef SERVER_TRANSPORT_CLIENTS_H
#define SERVER_TRANSPORT_CLIENTS_H

#include "server/transport/address.h"

struct conn;

struct client {
    struct client *next; /* in its slot of the table */
    struct address address;
    int held;                 /* by how many connections and requests; kept as long as any */
    int connections, sockets; /* connections: those of HTTP */
    int64_t answers_bytes;    /* that it has not taken yet */
    double tokens, filled;    /* requests that it may make, and when that was counted */
    double guessed;           /* secrets that it got wrong lately; counted down at the same time */
    /* Its connections that wait for a request or the rest of one, the longest waiting first. */
    struct conn *waits_first, *waits_last;
};

struct clients;

/* `rate` requests a second each, 0: as many as they like; so many wrong secrets, and one more after so many seconds. */
struct clients *clients_new(double rate, double guesses, double guess_seconds);
void clients_free(struct clients *t);

/* The client, made if it is not there; to be dropped as often as it was found. */
struct client *clients_find(struct clients *t, const struct address *a, double now);
void clients_drop(struct client *c);

/* Takes the right to make a request; if there is none left, false and how many seconds to wait for one. */
bool clients_take(struct clients *t, struct client *c, double now, double *wait);

/* May it show one more secret that may be wrong? */
bool clients_may_guess(struct clients *t, struct client *c, double now);
/* The request that the right was taken for showed a wrong secret. It gets its right back: others of the same address must not suffer. False, and
 * how many seconds to wait: there were too many of these. */
bool clients_guess(struct clients *t, struct client *c, double now, double *wait);

/* Takes it even if there is none left: how many seconds to wait before the next. */
double clients_spend(struct clients *t, struct client *c, double now);

/* Forgets those that nothing holds and whose rights are all back; to be called now and then. */
void clients_sweep(struct clients *t, double now);

/* The one with the most connections, NULL if there are none. */
struct client *clients_largest(struct clients *t);

int clients_count(const struct clients *t);

#endif
