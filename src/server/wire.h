/* One connection: its socket, found once, and sending on it. */
#ifndef SERVER_WIRE_H
#define SERVER_WIRE_H

#include <stdbool.h>
#include <stddef.h>

struct mg_connection;
struct feed_socket;
struct server;

struct wire {
    int socket;               /* -1: not looked for yet, or not found */
    bool close;               /* the answer says that the connection ends with it */
    struct feed_socket *feed; /* of a WebSocket; NULL: it is none */
};

/* For the web library's table of callbacks: init_connection and connection_close (in connection_closed,
 * whatever its documentation says, the wire is gone). */
int wire_begin(const struct mg_connection *c, void **data);
void wire_end(const struct mg_connection *c);

/* The wire of a connection, with its socket. */
struct wire *wire_of(struct server *s, struct mg_connection *c);

/* What every answer has besides its contents. */
struct wire_answer {
    int status;
    const char *type;   /* of the body; NULL: there is none */
    const char *header; /* more header lines, each with its \r\n; NULL: none */
    const void *body;
    size_t size;
    bool head; /* only the header is wanted */
};

/* Sends an answer, in one piece if it is small. */
void wire_send(struct mg_connection *c, struct wire *w, const struct wire_answer *a);

/* Reads the whole body of a request, `most` bytes at the most. The caller frees it. Statuses: 200 it is all
 * there, 413 it is too large, 400 the client stopped in the middle. */
int wire_read_body(struct mg_connection *c, long long announced, size_t most, char **out, size_t *len);

/* Ends a connection on which the rest of a request may still arrive: takes some of it, so that the client
 * sees the answer before the end. */
void wire_linger(struct wire *w);

#endif
