/* The parts of live analysis: sockets (feed.c), the sending thread (feed_send.c), searches that several
 * follow (study.c), whole games (review.c). One lock for all; searches run outside of it. */
#ifndef SERVER_FEED_INNER_H
#define SERVER_FEED_INNER_H

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "base/buf.h"
#include "board/position.h"
#include "server/feed.h"
#include "server/limits.h"
#include "server/reply.h"

/* A search that sockets follow. */
struct study {
    struct job job;
    struct feed *feed;
    struct study *next;
    struct position *position;
    int lines;
    double seconds; /* 0: until stopped */
    atomic_bool stop;

    /* Under the lock. */
    int followers;
    enum { STUDY_WAITS, STUDY_RUNS, STUDY_ENDED } state;
    bool dropped;      /* nobody follows: out of the list, whoever runs it frees it */
    uint64_t version;  /* counts the reports; 0: none yet */
    struct buf report; /* the newest */
    struct err err;    /* ended without a report: why */

    /* Of the thread that runs it. */
    bool yielded; /* it was stopped to let others have their turn */
    double published, spent;
    uint64_t nodes;
    struct engine_report best; /* the deepest so far, which was published last */
};

/* The analysis of a whole game, position by position. */
struct review {
    struct job job;
    struct feed *feed;
    struct review *next;
    struct feed_socket *socket; /* NULL: it has gone */
    int64_t id;
    struct position *game; /* with all its stones */
    int at;                /* stones of the position that is next */
    int lines;
    double seconds;
    atomic_bool stop;
    bool queued;
    bool yielded; /* the last position was cut short to let others have their turn */
};

/* What a socket follows under one of its numbers. */
struct follower {
    int64_t id;
    struct study *study; /* NULL: not in use */
    uint64_t sent;       /* version of the last report that was sent */
    int queued;          /* as it was last told; -1: never */
    double at;           /* when something was last sent */
};

struct feed_socket {
    struct feed *feed;
    struct feed_socket *next;
    feed_send *send;
    feed_queued *queued;
    void *context;
    uint64_t client; /* whose jobs its searches are (queue.h) */
    struct follower follower[LIMIT_LIVE_IDS];
};

struct feed {
    pthread_mutex_t lock;
    pthread_cond_t news;  /* something to send */
    pthread_cond_t quiet; /* a search is over */
    struct pool *pool;
    struct feed_socket *sockets;
    struct study *studies;
    struct review *reviews;
    int socket_count, running;
    bool ending;
    pthread_t sender;
    bool sending;
};

/* All of these want the lock held. */

/* Sends a message: a socket that lets too much pile up is closed. */
void feed_say(struct feed_socket *s, const char *text, size_t len);
void feed_say_fault(struct feed_socket *s, int64_t id, enum fault f, const char *message);

/* Starts to follow the study of a position, a new one if there is none. */
bool study_follow(struct feed_socket *s, int64_t id, struct position *p, int lines, double seconds);
void study_leave(struct feed *l, struct follower *f);

/* Starts a review of the game that led to `p`. */
bool review_start(struct feed_socket *s, int64_t id, struct position *p, int lines, double seconds);
/* Ends the socket's review of this number; all of them with -1. */
void review_end(struct feed_socket *s, int64_t id);

void feed_send_start(struct feed *l);
void feed_send_end(struct feed *l);

#endif
