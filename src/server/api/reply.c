/* Answers; see reply.h. */
#include "server/api/reply.h"

#include <stdarg.h>
#include <stdio.h>

void reply_free(struct reply *r)
{
    buf_free(&r->text);
}

static int append(const char *bytes, size_t len, void *context)
{
    buf_bytes(context, bytes, len);
    return 0;
}

void reply_json(struct reply *r, int status, json_t *j)
{
    buf_free(&r->text);
    r->status = status;
    json_dump_callback(j, append, &r->text, JSON_COMPACT | REPLY_DIGITS);
    json_decref(j);
}

void reply_text(struct reply *r, int status, struct buf *text)
{
    buf_free(&r->text);
    r->status = status;
    r->text = *text;
    *text = (struct buf)BUF_EMPTY;
}

bool reply_fail(struct reply *r, enum problem f, const char *fmt, ...)
{
    struct err e;
    va_list args;
    va_start(args, fmt);
    vsnprintf(e.text, sizeof e.text, fmt, args);
    va_end(args);
    reply_json(r, problem_forms[f].status, json_pack("{s:o}", "error", problem_json(f, e.text)));
    return false;
}
