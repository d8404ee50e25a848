/* Replies on their way out; see send.h. */
#include "server/api/send.h"

void reply_take(struct reply *r, struct transport_answer *out)
{
    out->status = r->status;
    out->type = r->status == 204 ? NULL : "application/json";
    buf_text(&out->header, "Cache-Control: no-store\r\n");
    buf_text(&out->header, r->more);
    out->body = r->text;
    *r = (struct reply)REPLY_EMPTY;
}

void reply_send(struct exchange *x, struct reply *r)
{
    struct transport_answer a = TRANSPORT_ANSWER_EMPTY;
    reply_take(r, &a);
    exchange_answer(x, &a);
}
