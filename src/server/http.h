/* The server's HTTP side: from the web library to the routes and the page, and back. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include "base/err.h"
#include "server/server.h"

/* Starts to listen; s->web and s->port are set. */
bool http_start(struct server *s, const struct server_options *o, struct err *e);
void http_stop(struct server *s);

#endif
