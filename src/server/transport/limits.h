/* How much one client may cost, and all of them together: every limit of the transport, declared once. The
 * struct below, docs/api.md (a test compares) and GET /api/v1/info come from this table. */
#ifndef SERVER_TRANSPORT_LIMITS_H
#define SERVER_TRANSPORT_LIMITS_H

#include <stdint.h>

/* name, value, meaning */
#define TRANSPORT_LIMITS(X)                                                                               \
    X(header_count, 100, "header lines of a request")                                                     \
    X(header_bytes, 16 << 10, "bytes of a request before its body")                                       \
    X(header_seconds, 15, "seconds from the first byte of a request to the end of its header")            \
    X(body_bytes, 8 << 20, "bytes of a request's body")                                                   \
    X(body_seconds, 30, "seconds for a body to arrive")                                                   \
    X(bodies_bytes, 96 << 20, "bytes of all requests and messages that are arriving or being answered")   \
    X(answers_bytes, 256 << 20, "bytes of all answers that clients have not taken yet")                   \
    X(client_answers_bytes, 64 << 20, "the same for one client")                                          \
    X(answer_rate, 50000, "bytes a second, after the first 15 seconds, that a client must take of one")   \
    X(pipeline_bytes, 64 << 10, "bytes that may come behind a request that is being answered")            \
    X(idle_seconds, 15, "seconds that a connection may stay open between requests")                       \
    X(wrong_tokens, 20,                                                                                   \
      "wrong tokens of one client that are answered as such; then short ones are not looked at")          \
    X(wrong_token_seconds, 5, "seconds after which it may try one more")                                  \
    X(connections, 8192, "connections at once, WebSockets with them")                                     \
    X(client_connections, 1024, "of one client, WebSockets without; a new one ends its oldest idle one")  \
    X(sockets, 6144, "WebSockets at once")                                                                \
    X(client_sockets, 256, "WebSockets of one client")                                                    \
    X(message_bytes, 256 << 10, "bytes of a message on a WebSocket")                                      \
    X(message_seconds, 30, "seconds for a message in several frames to arrive")                           \
    X(silent_seconds, 30, "seconds within which a whole frame must come on a WebSocket (a pong will do)") \
    X(socket_queue_bytes, 1 << 20, "bytes that may wait for the client of a WebSocket")                   \
    X(socket_queue_seconds, 20, "seconds within which it must take some of them")                         \
    X(closing_seconds, 2, "seconds that are waited for the other end to close, taking what still comes")  \
    X(closing_bytes, 1 << 20,                                                                             \
      "bytes that are taken then; 64 times as many of a body that there was no room for")

struct transport_limits {
#define TRANSPORT_LIMIT_FIELD(name, value, meaning) int64_t name;
    TRANSPORT_LIMITS(TRANSPORT_LIMIT_FIELD)
#undef TRANSPORT_LIMIT_FIELD
};

/* All of them as the table has them. */
#define TRANSPORT_LIMIT_VALUE(name, value, meaning) .name = (value),
#define TRANSPORT_LIMITS_USUAL                  \
    {                                           \
        TRANSPORT_LIMITS(TRANSPORT_LIMIT_VALUE) \
    }

#endif
