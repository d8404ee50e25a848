/* The parts of live analysis: sockets (feed.c), the sending thread (feed_send.c), searches that several
 * follow (study.c), whole games (review.c), proofs (prove.c). One lock for all; searches run outside of it. */
#ifndef LIVE_FEED_INNER_H
#define LIVE_FEED_INNER_H

#include <jansson.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "base/buf.h"
#include "board/position.h"
#include "live/feed.h"
#include "json/limits.h"
#include "json/problem.h"

/* What a socket asks for when it asks for an analysis. */
struct study_wish {
    int lines;
    double seconds;    /* 0: until stopped */
    int threads;       /* at most, 0: all that there are */
    size_t hash_bytes; /* the same */
    uint8_t *region;   /* of the turns (search/engine.h), by square; NULL: the whole board */
};

/* A search that sockets follow. */
struct study {
    struct job job;
    struct feed *feed;
    struct study *next;
    struct position *position;
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
    struct engine_report best;                            /* the deepest so far, which was published last */
    char proof[sizeof((struct chooser_known *)0)->proof]; /* its name, if the report is from one */
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

/* A proof that is looked for. */
struct proving {
    struct job job;
    struct feed *feed;
    struct proving *next;
    struct feed_socket *socket; /* NULL: it has gone */
    int64_t id;
    struct position *position;
    bool verifies; /* the defender is to move: all its turns; or else a win of the side to move */
    int order;
    double seconds;
    uint64_t most; /* nodes; 0: the usual limit */
    atomic_bool stop;
    bool queued;

    /* Of the thread that runs it. */
    uint64_t nodes;
    double began, told;
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
    uint64_t client; /* whose jobs its searches are (queue.h) */
    uint64_t number; /* for the guest */
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
    struct proving *provings;
    struct feed_keeper keeper;
    struct chooser_book book;
    struct feed_guest guest; /* no word: none */
    uint64_t numbers;        /* that sockets were given */
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

/* Starts to follow the study of a position, a new one if there is none. `p` and the wish's region are taken over. */
bool study_follow(struct feed_socket *s, int64_t id, struct position *p, const struct study_wish *w);
void study_leave(struct feed *l, struct follower *f);

/* Starts a review of the game that led to `p`. */
bool review_start(struct feed_socket *s, int64_t id, struct position *p, int lines, double seconds);
/* Ends the socket's review of this number; all of them with -1. */
void review_end(struct feed_socket *s, int64_t id);

/* Starts to look for a proof; `p` is taken over. */
bool prove_start(struct feed_socket *s, int64_t id, struct position *p, const struct prove_wish *w);
/* Ends the socket's search for a proof of this number; all of them with -1. */
void prove_end(struct feed_socket *s, int64_t id);

void feed_send_start(struct feed *l);
void feed_send_end(struct feed *l);

#endif
