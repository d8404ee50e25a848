/* Answers; see reply.h. */
#include "server/reply.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "record/text.h"

const struct fault_form fault_forms[FAULTS] = {
    [FAULT_BAD_JSON] = {400, "bad_json"},
    [FAULT_BAD_REQUEST] = {400, "bad_request"},
    [FAULT_UNAUTHORISED] = {401, "unauthorised"},
    [FAULT_FORBIDDEN] = {403, "forbidden"},
    [FAULT_NOT_FOUND] = {404, "not_found"},
    [FAULT_BAD_METHOD] = {405, "bad_method"},
    [FAULT_TIMEOUT] = {408, "timeout"},
    [FAULT_CONFLICT] = {409, "conflict"},
    [FAULT_TOO_LARGE] = {413, "too_large"},
    [FAULT_UPGRADE] = {426, "upgrade_required"},
    [FAULT_RATE] = {429, "too_many"},
    [FAULT_READ_ONLY] = {403, "read_only"},
    [FAULT_BUSY] = {503, "busy"},
    [FAULT_STOPPED] = {503, "stopped"},
    [FAULT_INTERNAL] = {500, "internal"},
    [FAULT_FULL] = {507, "full"},
};

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
    json_dump_callback(j, append, &r->text, JSON_COMPACT);
    json_decref(j);
}

void reply_text(struct reply *r, int status, struct buf *text)
{
    buf_free(&r->text);
    r->status = status;
    r->text = *text;
    *text = (struct buf)BUF_EMPTY;
}

json_t *reply_fault_json(enum fault f, const char *message)
{
    /* A message quotes input, and may be cut in the middle of a character: jansson takes nothing but UTF-8.
     */
    struct buf clean = BUF_EMPTY;
    text_clean(message, strlen(message), true, &clean);
    json_t *j = json_pack("{s:s, s:s}", "code", fault_forms[f].code, "message", buf_str(&clean));
    buf_free(&clean);
    return j;
}

bool reply_fail(struct reply *r, enum fault f, const char *fmt, ...)
{
    struct err e;
    va_list args;
    va_start(args, fmt);
    vsnprintf(e.text, sizeof e.text, fmt, args);
    va_end(args);
    reply_json(r, fault_forms[f].status, json_pack("{s:o}", "error", reply_fault_json(f, e.text)));
    return false;
}
