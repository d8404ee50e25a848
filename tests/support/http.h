/* A small client for tests of the server: HTTP and WebSocket over plain sockets, so that requests can be as
 * wrong as they like. Everything fails the test when the server does not answer within some seconds. */
#ifndef SUPPORT_HTTP_H
#define SUPPORT_HTTP_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct reply_send {
    int status; /* 0: the server closed the connection without an answer */
    char *head; /* all header lines */
    char *body;
    size_t len;
};

void reply_send_free(struct reply_send *a);

/* A connection to the port of this machine; `from` is the address that it shows (127.0.0.2), NULL any. */
int http_connect_from(const char *from, int port);
int http_connect(int port);
/* Connections are known here, also one that is made elsewhere (its socket is given back). */
int http_own(int fd);
/* Closes those that are still open, which a test that failed in the middle has left: how many. */
int http_close_left(void);
/* Sends bytes as they are; false if the server takes no more. */
bool http_write(int fd, const char *bytes, size_t len);
/* Reads one answer. `head`: it has no body, whatever its header says. */
struct reply_send http_read(int fd, bool head);

/* A request on a connection of its own. `headers` are whole lines ("X: y\r\n"), with a Host of their own or
 * without; `body` may be NULL. */
struct reply_send http_ask(int port, const char *method, const char *path, const char *headers,
                           const char *body);
/* The same on an open connection, which stays open. */
struct reply_send http_ask_on(int fd, const char *method, const char *path, const char *headers,
                              const char *body);

/* Does the header have this line (without its end)? */
bool http_has(const struct reply_send *a, const char *line);

/* Asks and checks the status; returns the JSON of the answer (NULL with status 204). The caller lets go of
 * it. An answer of a route of the interface has to be as openapi.json describes it. */
json_t *http_json(int port, int status, const char *method, const char *path, const char *body);

/* ---- WebSockets ---- */

/* Opens /api/v1/live; returns the socket, or -1 with the status of the refusal. */
int ws_open(int port, const char *headers, int *status);
void ws_send(int fd, const char *text);
/* A frame with these first bits. */
void ws_send_frame(int fd, unsigned char bits, const char *bytes, size_t len);
/* The next message of text, NULL if none comes within so many seconds or the server closed. The caller frees
 * it. */
char *ws_read(int fd, double seconds);
/* The code of the close frame that comes, whatever comes before it: 0 if the server closes without one, -1 if
 * nothing of that comes in time. */
int ws_close_code(int fd, double seconds);
/* The same as JSON, as openapi.json describes it; the test fails if none comes in time. The caller lets go of it. */
json_t *ws_json(int fd, double seconds);

#endif
