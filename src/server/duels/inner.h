/* The parts of the room: one game (duel.c, duel_json.c, timing.c), requests and the thread that does them (desk.c), the games in memory
 * (tables.c), and those who follow them (followers.c). */
#ifndef SERVER_DUELS_INNER_H
#define SERVER_DUELS_INNER_H

#include <pthread.h>

#include "server/duels/duel.h"
#include "server/duels/duels.h"
#include "store/duels.h"

enum { TABLES = 1024 };

/* A game in memory. It stays while somebody follows it or its clock runs, and some time longer. */
struct table {
    struct table *next; /* in its slot */
    char id[DUEL_ID + 1];
    struct duel *duel;  /* NULL: to be read again */
    bool changed, gone; /* since the transaction began */
    bool running;       /* as of the last look */
    uint64_t news;      /* when something about it changed last, of all changes */
    uint64_t used;      /* when it was asked for last, of all requests */
    int here[2], watchers;
    char *text; /* what followers are told, while they are */
};

struct follower {
    struct follower *next;
    uint64_t socket, client;
    int64_t id;
    struct table *table;
    int seat; /* -1: a watcher */
    uint64_t seen;
};

/* What the thread is to do. */
struct ask {
    struct ask *next;
    enum ask_what { ASK_REQUEST, ASK_FOLLOW, ASK_LEAVE } kind;
    enum duels_what what;
    const char *id;
    const json_t *body;
    uint64_t client, socket;
    int64_t number; /* of the follower; -1: all of the socket's */
    int64_t at;     /* when it came */
    json_t *answer;
    enum problem problem;
    struct err err;
    bool ok, done;
};

struct duels {
    struct duels_options options;
    struct duel_store *store;
    struct feed *feed;
    int64_t base; /* the pulse at the start */
    double start; /* and the clock */
    pthread_t thread;
    bool started;

    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t come, done;
    struct ask *asks, **last;
    int waiting;
    bool ending;
    struct duels_counts counts;

    /* Of the thread. */
    struct table *tables[TABLES];
    int tables_count;
    struct follower *followers;
    uint64_t news, requests;
    int64_t pulsed, expired;
    bool wrote; /* something in this transaction */
    bool waits; /* a follower could not be told */
    struct err logged;
};

/* Milliseconds that the server has been up, with all earlier times. */
int64_t duels_moment(const struct duels *t);

/* ---- tables.c ---- Within the transaction of the thread. */

/* The game, in memory from now on; NULL with what is wrong. */
struct table *duels_find(struct duels *t, const char *id, enum problem *f, struct err *e);
/* A new game, taken over. */
struct table *duels_add(struct duels *t, struct duel *d);
/* It was changed: the store has it as it is now. */
void duels_put(struct duels *t, struct table *p, bool touched);
void duels_drop(struct duels *t, struct table *p);
/* What it shows now. The caller lets go of it. */
json_t *duels_json(const struct table *p, int64_t now);
/* Ends the games whose time is over. Returns how many clocks run, and when the next will have run out (-1: none). */
int tables_look(struct duels *t, int64_t now, int64_t *next);
/* The transaction is over: keeps what was changed, or forgets it. */
void tables_settle(struct duels *t, bool kept);
/* Forgets what followers were told. */
void tables_hush(struct duels *t);
/* Frees what nobody needs. */
void tables_tidy(struct duels *t);
void tables_free(struct duels *t);

/* ---- followers.c ---- */

void follower_add(struct duels *t, struct ask *a);
void follower_leave(struct duels *t, uint64_t socket, int64_t id);
/* Tells all of them what is new. */
void followers_tell(struct duels *t, int64_t now);
void followers_free(struct duels *t);
int followers_count(const struct duels *t);

#endif
