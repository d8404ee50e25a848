/* The server's HTTP side: from the web library to the routes and the page, and back. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include "base/err.h"
#include "server/reply.h"
#include "server/server.h"

/* Starts to listen; s->web and s->port are set. */
/* Is the client one that we talk to, and does it know the token? If not, says so to it. */
struct wire;
struct mg_connection;
bool http_admit(struct server *s, struct mg_connection *c, struct wire *w);

/* Answers with an error and ends the connection. */
void http_refuse(struct mg_connection *c, struct wire *w, enum fault f, const char *message);

bool http_start(struct server *s, const struct server_options *o, struct err *e);
void http_stop(struct server *s);

#endif
