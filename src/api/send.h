/* From a reply to the transport's answer. */
#ifndef API_SEND_H
#define API_SEND_H

#include "api/reply.h"
#include "transport/transport.h"

/* Gives the answer of a request, from any thread; the reply is used up. */
void reply_send(struct exchange *x, struct reply *r);

/* The same as the transport has it. */
void reply_take(struct reply *r, struct transport_answer *out);

#endif
