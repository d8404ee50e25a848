/* The parts of live analysis: sockets (feed.c), the sending thread (feed_send.c), searches that several
 * follow (study.c), work that one socket waits for (solo.c): whole games (review.c), proofs (prove.c). One lock for all; searches run outside of it. */
#ifndef SERVER_LIVE_FEED_INNER_H
#define SERVER_LIVE_FEED_INNER_H

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "base/buf.h"
#include "connect/board/position.h"
#include "server/live/feed.h"
#include "json/game.h"
#include "json/limits.h"
#include "json/problem.h"

/* What a socket asks for when it asks for an analysis. */
struct study_wish {
    int lines;
    double seconds;    /* 0: until stopped */
    int threads;       /* at most, 0: all that there are */
    size_t hash_bytes; /* the same */
    uint8_t *region;   /* of the turns (connect/engine/engine.h), by square; NULL: the whole board */
};

/* A search that sockets follow. */
struct study {
    struct job job;
    struct feed *feed;
    struct study *next;
    struct game_asked asked;
    struct study_wish wish;
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
    struct report best;                                   /* the deepest so far, which was published last */
    char proof[sizeof((struct chooser_known *)0)->proof]; /* its name, if the report is from one */
};

/* Work that one socket waits for, in a job or several, one after the other. */
struct solo {
    struct job job;
    const struct solo_kind *kind;
    struct feed *feed;
    struct solo *next;
    struct feed_socket *socket; /* NULL: it has gone */
    int64_t id;
    atomic_bool stop;
    bool queued;
};

struct solo_kind {
    enum job_kind job;
    const char *busy;                              /* what a socket is told if there are too many */
    void (*work)(struct solo *v, struct tools *d); /* in a thread of the pool, without the lock */
    bool (*tell)(struct solo *v); /* what came of it; true: there is more to do. The lock is held */
    void (*free)(struct solo *v);
};

/* What a socket asks for. */
struct prove_wish {
    bool verify;
    int order;
    double seconds;
    uint64_t nodes;
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
    uint64_t client; /* whose jobs its searches are (base/queue.h) */
    uint64_t number; /* for guests */
    struct follower follower[LIMIT_LIVE_IDS];
};

struct feed {
    pthread_mutex_t lock;
    pthread_cond_t news;  /* something to send */
    pthread_cond_t quiet; /* a search is over */
    struct pool *pool;
    struct feed_socket *sockets;
    struct study *studies;
    struct solo *solos;
    struct feed_keeper keeper;
    struct chooser_book book;
    struct feed_guest guest[FEED_GUESTS];
    int guests;
    uint64_t numbers; /* that sockets were given */
    int socket_count, running;
    bool ending;
    pthread_t sender;
    bool sending;
};

/* All of these want the lock held. */

/* Sends a message: a socket that lets too much pile up is closed. */
void feed_say(struct feed_socket *s, const char *text, size_t len);
void feed_say_fault(struct feed_socket *s, int64_t id, enum problem f, const char *message);

/* There is something to send: wakes the thread that does it. Without one, as where there are no threads, it is sent
 * at once. */
void feed_news(struct feed *l);

/* Starts to follow the study of a position, a new one if there is none. Position and the wish's region are taken over. */
bool study_follow(struct feed_socket *s, int64_t id, struct game_asked *p, const struct study_wish *w);
void study_leave(struct feed *l, struct follower *f);

/* Puts it into the queue of the pool. False: there are too many, the socket was told so, and it was freed. */
bool solo_start(struct solo *v, const struct solo_kind *kind, struct feed_socket *s, int64_t id);
/* Ends the socket's work of this number; all of it with -1. */
void solo_end(struct feed_socket *s, int64_t id);

/* Starts a review of the game that led to `p`, which is taken over. */
bool review_start(struct feed_socket *s, int64_t id, struct game_asked *p, int lines, double seconds);
/* Starts to look for a proof; `p` is taken over. */
bool prove_start(struct feed_socket *s, int64_t id, struct position *p, const struct prove_wish *w);

void feed_send_start(struct feed *l);
void feed_send_end(struct feed *l);

#endif
