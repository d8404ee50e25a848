/* Live analysis: searches that sockets follow.
 *
 * A socket asks for searches by messages and gets their reports as they come. Those who ask for the same
 * search follow one; when the last of them goes, it stops. A socket that still has something to take gets
 * nothing but answers to what it asks: the newest report goes out when it has taken all. */
#ifndef SERVER_FEED_H
#define SERVER_FEED_H

#include <stdbool.h>
#include <stddef.h>

#include "server/pool.h"

struct feed;
struct feed_socket;

/* How a socket sends, without waiting: false if it cannot any more. And how many bytes still wait. */
typedef bool feed_send(void *context, const char *text, size_t len);
typedef size_t feed_queued(void *context);

struct feed *feed_new(struct pool *pool);
/* Stops all searches and waits for them; no reports come afterwards. */
void feed_stop(struct feed *l);
/* All sockets must be closed, and the pool gone. */
void feed_free(struct feed *l);

/* A new socket, to be closed. `client` is whose jobs its searches are (queue.h). */
struct feed_socket *feed_open(struct feed *l, uint64_t client, feed_send *send, feed_queued *queued,
                              void *context);

/* A message from the client. */
void feed_message(struct feed_socket *s, const char *text, size_t len);

/* The connection has ended: its searches stop, and nothing is sent any more. */
void feed_close(struct feed_socket *s);

/* What is there, for tests and for those who watch. */
struct feed_counts {
    int sockets, studies, reviews;
};
struct feed_counts feed_counts(struct feed *l);

#endif
