/* The WebSocket of live analysis: from the transport to feed.h and back. */
#ifndef SERVER_SOCKET_H
#define SERVER_SOCKET_H

#include "server/transport/transport.h"

/* Handlers of the transport; the context is the server. */
bool socket_open(void *context, struct channel *c, const struct transport_request *q,
                 struct transport_answer *refusal);
void socket_message(void *context, struct channel *c, char *text, size_t len);
void socket_closed(void *context, struct channel *c);

#endif
