/* Between the transport and the routes: who is admitted, which thread answers, what an answer looks like. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include "base/err.h"
#include "server/reply.h"
#include "server/server.h"
#include "transport/transport.h"

/* Starts to listen; s->transport is set. */
bool http_start(struct server *s, const struct server_options *o, struct err *e);

/* Gives the answer of a request, from any thread; the reply is used up. */
void http_answer(struct exchange *x, struct reply *r);

/* The same as the transport has it. */
void http_reply(struct reply *r, struct transport_answer *out);

#endif
