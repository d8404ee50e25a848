/* From a reply to the transport's answer. */
#ifndef SERVER_API_SEND_H
#define SERVER_API_SEND_H

#include "server/api/reply.h"
#include "server/transport/transport.h"

/* Gives the answer of a request, from any thread; the reply is used up. */
void reply_send(struct exchange *x, struct reply *r);

/* The same as the transport has it. */
void reply_take(struct reply *r, struct transport_answer *out);

#endif
