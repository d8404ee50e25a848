/* HTTP/1.1 and WebSockets on one event loop.
 *
 * One thread reads, writes and counts for all connections; it never waits for a client, a lock or a
 * computation, so that whoever is slow, or lies, costs nobody but himself. Requests are handed over whole and
 * answered from any thread, whenever that is. Everything that a client may cost has a limit (limits.h).
 *
 * libuv is the loop, llhttp reads requests (intake.h), wslay reads frames (frames.h). */
#ifndef SERVER_TRANSPORT_TRANSPORT_H
#define SERVER_TRANSPORT_TRANSPORT_H

#include <stdatomic.h>

#include "base/err.h"
#include "server/transport/limits.h"
#include "server/transport/request.h"

struct transport;
struct exchange; /* a request that is being answered */
struct channel;  /* a WebSocket */

/* Why connections and requests were refused or cut off: name, meaning. */
#define TRANSPORT_REFUSALS(X)                                          \
    X(malformed, "no HTTP/1.1, or dangerous to read")                  \
    X(header_size, "the header is too large")                          \
    X(body_size, "the body is too large")                              \
    X(late, "the request did not arrive in time")                      \
    X(connections, "too many connections")                             \
    X(sockets, "too many WebSockets")                                  \
    X(rate, "too many requests a second")                              \
    X(memory, "too much is arriving, or waits to be taken")            \
    X(admission, "a foreign host or origin, no token, a wrong method") \
    X(guesses, "too many wrong tokens")                                \
    X(handshake, "no WebSocket's handshake")                           \
    X(frames, "a frame or message that may not be")                    \
    X(silent, "no frame came in time")                                 \
    X(reading, "an answer or messages were not taken in time")

enum transport_refusal {
#define TRANSPORT_REFUSAL_NAME(name, meaning) REFUSED_##name,
    TRANSPORT_REFUSALS(TRANSPORT_REFUSAL_NAME)
#undef TRANSPORT_REFUSAL_NAME
        REFUSALS,
};

struct transport_counts {
    int64_t connections, sockets, clients; /* that there are */
    int64_t requests;                      /* so far */
    int64_t working;                       /* requests that are being answered */
    int64_t bodies_bytes, answers_bytes;   /* see limits.h */
    int64_t refused[REFUSALS];
};

/* What happened, for a log. */
struct transport_event {
    enum { EVENT_ANSWERED, EVENT_REFUSED, EVENT_OPENED, EVENT_CLOSED } kind;
    const char *client;
    const char *method, *target; /* NULL: there was no request, or none that could be read */
    int status;                  /* of the answer, or the code with which a WebSocket was closed; 0: none */
    double seconds;              /* from the request to the end of its answer; that a WebSocket was open */
    size_t bytes;                /* of the answer */
    const char *fault;           /* NULL: none */
};

/* All are called in the loop's thread and must not wait for anything. */
struct transport_handlers {
    void *context;
    /* A request's header is there. False: it is refused with this answer, and the connection ends. */
    bool (*admit)(void *context, const struct transport_request *q, struct transport_answer *refusal);
    /* A request is there. True: this is its answer; false: exchange_answer will be called. */
    bool (*request)(void *context, struct exchange *x, struct transport_answer *a);
    /* Nobody waits any more for an answer that was not given yet (it must be given still). */
    void (*gone)(void *context, struct exchange *x);
    /* A request that was admitted opens a WebSocket. False: it is refused with this answer. */
    bool (*open)(void *context, struct channel *c, const struct transport_request *q,
                 struct transport_answer *refusal);
    /* A message, which the handler frees. The next comes after channel_ready. */
    void (*message)(void *context, struct channel *c, char *text, size_t len);
    /* The WebSocket is closed. Whoever has it lets go of it with channel_drop. */
    void (*closed)(void *context, struct channel *c);
    /* Makes the answer of a refusal that the transport decides on. */
    void (*refuse)(void *context, int status, const char *fault, struct transport_answer *out);
    /* May be NULL. */
    void (*event)(void *context, const struct transport_event *e);
};

struct transport_options {
    const char *addresses;    /* as address.h has them */
    int port;                 /* 0: any that is free */
    const char *header;       /* lines that every answer has, each with its \r\n */
    const char *proxy_header; /* names the client in requests that come from this machine; NULL: none does */
    const char *socket_path;  /* of WebSockets */
    double rate;              /* requests a second of one client; 0: any */
    struct transport_limits limits;
    const _Atomic double *clock; /* seconds by which limits are kept, for tests; NULL: those of the loop */
};

/* Starts to listen. */
bool transport_new(const struct transport_options *o, const struct transport_handlers *h,
                   struct transport **out, struct err *e);
/* Takes no more requests, closes WebSockets, and tells that nobody waits for answers any more. */
void transport_quiet(struct transport *t);
/* Ends all connections, after a moment for answers that are on their way, and the thread. The handlers are
 * called no more; answers are dropped. */
void transport_end(struct transport *t);
/* All exchanges must be answered, all channels dropped. */
void transport_free(struct transport *t);

int transport_port(const struct transport *t);
struct transport_counts transport_counts(struct transport *t);

/* ---- Requests ---- From any thread. */

/* Valid until the answer is given, and as long as the exchange is held. */
const struct transport_request *exchange_request(const struct exchange *x);
/* Becomes true when nobody waits for the answer any more. */
const atomic_bool *exchange_gone(const struct exchange *x);
/* Gives the answer, whose memory is taken over. Exactly once. */
void exchange_answer(struct exchange *x, struct transport_answer *a);
/* Keeps it, whatever becomes of it, until it is dropped. */
void exchange_hold(struct exchange *x);
void exchange_drop(struct exchange *x);
/* Something of the handlers' own, NULL at first. */
void exchange_set(struct exchange *x, void *own);
void *exchange_get(const struct exchange *x);

/* ---- WebSockets ---- From any thread, until they are dropped. */

/* Puts a message into the queue. False: it is closed, or too much waits, which closes it. */
bool channel_send(struct channel *c, const char *text, size_t len);
/* Bytes that wait to be taken. */
size_t channel_queued(const struct channel *c);
/* The last message has been dealt with. */
void channel_ready(struct channel *c);
void channel_hold(struct channel *c);
void channel_drop(struct channel *c);
void channel_set(struct channel *c, void *own);
void *channel_get(const struct channel *c);

#endif
