/* Live analysis: searches that sockets follow.
 *
 * A socket asks for searches by messages and gets their reports as they come. Those who ask for the same
 * search follow one; when the last of them goes, it stops. Reports are sent by a thread of the server's own,
 * so that a client that is slow to take them holds up neither the search nor the others: it gets the newest
 * report when it is ready, and is cut off if it never is. */
#ifndef SERVER_FEED_H
#define SERVER_FEED_H

#include <stdbool.h>
#include <stddef.h>

#include "server/pool.h"

struct feed;
struct feed_socket;

/* How a socket sends: false if it cannot any more. */
typedef bool feed_send(void *context, const char *text, size_t len);

struct feed *feed_new(struct pool *pool, int sockets_most);
/* Stops all searches and waits for them; no reports come afterwards. */
void feed_stop(struct feed *l);
/* All sockets must be closed, and the pool gone. */
void feed_free(struct feed *l);

/* A new socket, NULL if there are too many. `fd` is looked at to see whether it can take more; -1: always. */
struct feed_socket *feed_open(struct feed *l, feed_send *send, void *context, int fd);

/* A message from the client; false if the connection must end. */
bool feed_message(struct feed_socket *s, const char *text, size_t len);

/* The connection has ended: its searches stop, and nothing is sent any more. */
void feed_close(struct feed_socket *s);

/* What is there, for tests and for those who watch. */
struct feed_counts {
    int sockets, studies, reviews;
};
struct feed_counts feed_counts(struct feed *l);

#endif
