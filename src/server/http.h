/* Between the transport and the routes: who is admitted, which thread answers, what an answer looks like. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include "base/err.h"
#include "server/server.h"

/* Starts to listen; s->transport is set. */
bool http_start(struct server *s, const struct server_options *o, struct err *e);

#endif
