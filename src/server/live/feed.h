/* Live analysis: searches that sockets follow.
 *
 * A socket asks for searches by messages and gets their reports as they come. Those who ask for the same
 * search follow one; when the last of them goes, it stops. A socket that still has something to take gets
 * nothing but answers to what it asks: the newest report goes out when it has taken all. */
#ifndef SERVER_LIVE_FEED_H
#define SERVER_LIVE_FEED_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "play/chooser.h"
#include "server/live/pool.h"
#include "json/problem.h"

struct feed;
struct feed_socket;

/* How a socket sends, without waiting: false if it cannot any more. And how many bytes still wait. */
typedef bool feed_send(void *context, const char *text, size_t len);
typedef size_t feed_queued(void *context);

/* Where certificates of proofs go that a socket asked for: gives them a name. `keep` may be NULL: nowhere. */
enum { FEED_NAME = 101 };
struct feed_keeper {
    bool (*keep)(void *context, const char *bytes, size_t len, char name[FEED_NAME], struct err *e);
    void *context;
};

/* Somebody outside whom sockets follow as well: takes the messages whose "do" is this word. Sockets have numbers,
 * which are never used again. */
struct feed_guest {
    const char *word, *fields;
    /* False with what is wrong. What was followed under this number has ended before. */
    bool (*start)(void *context, uint64_t socket, uint64_t client, int64_t id, const json_t *message,
                  enum problem *f, struct err *e);
    /* The socket does not follow this any more; all it follows with -1. */
    void (*end)(void *context, uint64_t socket, int64_t id);
    void *context;
};

struct feed *feed_new(struct pool *pool);
void feed_set_keeper(struct feed *l, const struct feed_keeper *k);
/* What is known for certain is told at once, in place of a search. Before the first socket. */
void feed_set_book(struct feed *l, const struct chooser_book *b);
/* Before the first socket. */
enum { FEED_GUESTS = 2 };
void feed_add_guest(struct feed *l, const struct feed_guest *g);
/* For guests: sends a text to a socket that has taken everything so far. */
enum feed_told { FEED_TOLD, FEED_FULL, FEED_GONE };
enum feed_told feed_tell(struct feed *l, uint64_t socket, const char *text, size_t len);
/* Stops all searches and waits for them; no reports come afterwards. */
void feed_stop(struct feed *l);
/* All sockets must be closed, and the pool gone. */
void feed_free(struct feed *l);

/* A new socket, to be closed. `client` is whose jobs its searches are (base/queue.h). */
struct feed_socket *feed_open(struct feed *l, uint64_t client, feed_send *send, feed_queued *queued,
                              void *context);

/* A message from the client. */
void feed_message(struct feed_socket *s, const char *text, size_t len);

/* The connection has ended: its searches stop, and nothing is sent any more. */
void feed_close(struct feed_socket *s);

/* What is there, for tests and for those who watch. */
struct feed_counts {
    int sockets, studies, reviews, proofs;
};
struct feed_counts feed_counts(struct feed *l);

#endif
