/* The parts of the transport: the loop and its thread (transport.c), connections (conn.c), requests and
 * answers on them (requests.c, answer.c), WebSockets (channel.c), and what comes from other threads (post.c).
 * Everything but what post.c has belongs to the loop's thread. */
#ifndef SERVER_TRANSPORT_INNER_H
#define SERVER_TRANSPORT_INNER_H

#include <pthread.h>
#include <uv.h>

#include "server/transport/address.h"
#include "server/transport/clients.h"
#include "server/transport/frames.h"
#include "server/transport/intake.h"
#include "server/transport/transport.h"

enum conn_stage {
    CONN_HEAD,   /* waits for a request, or has a part of its header */
    CONN_BODY,   /* has a part of its body */
    CONN_WORK,   /* the request is being answered */
    CONN_ANSWER, /* the answer is being written */
    CONN_SOCKET, /* a WebSocket */
    CONN_LINGER, /* all was said: what still comes is thrown away, until the other end closes */
    CONN_DEAD,   /* freed after the round */
};

/* Why nothing is read from a connection at the moment. */
enum {
    PAUSE_ROUND = 1,   /* it had its share of this round of the loop */
    PAUSE_REST = 2,    /* enough has come behind the request that is being answered */
    PAUSE_MESSAGE = 4, /* a message is being dealt with */
    PAUSE_QUEUE = 8,   /* too much waits to be written */
    PAUSE_RATE = 16,   /* the client has made all requests that it may for now */
};

struct conn {
    uv_tcp_t tcp;
    uv_shutdown_t end;
    struct transport *t;
    struct conn *prev, *next;
    enum conn_stage stage;
    struct address address;
    struct client *peer;  /* whose connection it is */
    struct client *asker; /* whose the request or the WebSocket is; NULL: there is none now */
    bool proxy;           /* the peer is the proxy that we trust */

    struct conn *wait_prev, *wait_next; /* in the peer's list, while it waits for a request */
    bool waits, counted;                /* counted: among the peer's connections */

    double since;    /* it is in its stage, or waits for the request */
    double deadline; /* of the stage; 0: none */
    int paused;
    bool ended;         /* the other end sends no more */
    bool last;          /* it ends with the answer that is being written, */
    int status;         /* which has this status */
    uint64_t round;     /* of the loop, in which */
    size_t round_bytes; /* so much was read */
    size_t discarded;   /* bytes, in CONN_LINGER */
    double pipelined;   /* since when PAUSE_REST; 0: it is not */
    struct conn *hungry_next;

    struct intake intake;
    struct buf rest;           /* bytes that came and were not used yet */
    size_t held;               /* bytes of it that are counted */
    struct exchange *exchange; /* CONN_WORK, CONN_ANSWER; NULL: the answer is a refusal */

    struct channel *channel; /* CONN_SOCKET */
    struct frames frames;
    struct buf out; /* frames that wait for the write before them */
    size_t writing; /* bytes of frames that are being written; 0: none are */
    double wrote;   /* when the last write ended, or the queue was empty */
    double heard, pinged, message_since;
    double rate_until; /* PAUSE_RATE */
    double opened;
};

struct exchange {
    struct transport *t;
    struct exchange *next; /* among the answers that came */
    struct conn *conn;     /* NULL: it has gone */
    struct intake intake;
    struct client *client;
    char client_text[ADDRESS_TEXT];
    struct transport_answer answer;
    double began;
    size_t held;
    void *own;
    atomic_bool gone;
    atomic_int refs; /* one of whoever answers, one of each who holds it */
};

struct channel {
    struct transport *t;
    struct conn *conn; /* NULL: closed; the loop's */
    void *own;
    atomic_int refs; /* one of the connection, one of the handlers */
    atomic_size_t queued;
    atomic_bool closed;
    /* Under the lock. */
    struct channel *next; /* among those with news, which holds it */
    struct buf outbox;
    bool news, ready, overflow;
    /* Of post_take. */
    struct channel *taken_next;
    bool taken_ready, taken_overflow;
};

struct transport {
    uv_loop_t loop;
    uv_async_t wake;
    uv_timer_t tick;
    uv_prepare_t prepare;
    uv_tcp_t listener[ADDRESSES_MOST];
    int listeners, port;
    pthread_t thread;
    struct transport_limits limits;
    const _Atomic double *clock;
    struct transport_handlers handlers;
    char *header, *proxy_header, *socket_path;
    struct clients *clients;
    struct conn *conns;
    struct conn *hungry; /* to be read from again in the next round */
    uint64_t round;
    bool quiet, ended;
    double end_by; /* by the loop's clock */
    double swept;
    char bytes[64 << 10]; /* what is read goes through here */

    struct {
        _Atomic int64_t connections, sockets, clients, requests, working, bodies_bytes, answers_bytes;
        _Atomic int64_t refused[REFUSALS];
    } count;

    /* From other threads; see post.c. */
    pthread_mutex_t lock;
    struct exchange *answers, *answers_last;
    struct channel *news;
    bool quiet_wanted, end_wanted;
};

/* Seconds; of the loop, they are the same through one round. */
double transport_now(struct transport *t);
void transport_event(struct transport *t, const struct transport_event *e);
void transport_refused(struct transport *t, enum transport_refusal why);

enum { CONN_HELD_MUCH = 64 << 10 }; /* bytes that are worth a look when there is too much of them */

/* conn.c */
void conn_accept(struct transport *t, uv_stream_t *listener);
/* Ends it at once; it is freed after the round. */
void conn_close(struct conn *c);
/* Says no more, and takes what still comes for a moment. */
void conn_linger(struct conn *c);
/* Lets go of all that it has sent. */
void conn_forget(struct conn *c);
/* It waits for a request, or does no more. */
void conn_wait(struct conn *c);
void conn_wait_over(struct conn *c);
/* It has no more to do with its exchange. */
void conn_leave_exchange(struct conn *c);
/* Nothing is read from it, until nothing says so any more. */
void conn_pause(struct conn *c, int why);
void conn_resume(struct conn *c, int why);
/* Counts again what it holds; ends connections that hold much, or this one, if it is too much. */
void conn_count(struct conn *c);
/* Is it late? */
void conn_tick(struct conn *c, double now);
/* The server ends: tells it. */
void conn_quiet(struct conn *c);

/* requests.c */
/* Deals with bytes that came, or that it has left. */
void conn_feed(struct conn *c, const char *bytes, size_t len);
void conn_go_on(struct conn *c);
/* Keeps bytes that came behind the request that is being answered. */
void conn_keep(struct conn *c, const char *bytes, size_t len);

/* answer.c */
/* Gives the answer to the request that it is about. */
void conn_answer(struct conn *c, struct transport_answer *a);
/* Refuses what it has sent: answers, and ends it. The answer is made, or given by the handlers. */
void conn_refuse(struct conn *c, int status, enum transport_refusal why, const char *fault);
void conn_refuse_as(struct conn *c, struct transport_answer *a, enum transport_refusal why,
                    const char *fault);
/* Writes bytes, which are taken over; `done` may be NULL. */
struct conn_write;
void conn_write(struct conn *c, struct buf *bytes, void (*done)(struct conn *c, struct conn_write *w));
size_t conn_write_bytes(const struct conn_write *w);

/* post.c */
struct exchange *exchange_new(struct conn *c);
void exchange_leave(struct exchange *x); /* nobody waits for it any more */
void exchange_over(struct exchange *x);  /* it was answered, and the answer dealt with */

/* channel.c */
/* Makes a WebSocket of the connection, whose request asks for one, or refuses. */
void channel_begin(struct conn *c);
void channel_feed(struct conn *c, const char *bytes, size_t len);
void channel_tick(struct conn *c, double now);
/* Closes it from our side. */
void channel_end(struct conn *c, int code, const char *fault);
/* The connection is no more. */
void channel_gone(struct conn *c, int code, const char *fault);
/* There is something in c->out. */
void channel_write(struct conn *c);
/* The handlers are through with a message. */
void channel_next(struct conn *c);

/* What other threads have sent. */
void post_take(struct transport *t);

#endif
