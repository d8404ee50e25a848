/* What players have done on the page: /progress. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "server/api/api.h"
#include "server/api/query.h"
#include "server/api/saved.h"
#include "server/api/state.h"
#include "json/fields.h"
#include "json/limits.h"

void api_progress_get(struct server *s, struct request *q, struct reply *r)
{
    char query[4 * LIMIT_TITLE + 8] = "";
    struct buf player = BUF_EMPTY, text = BUF_EMPTY;
    struct err e;
    query_text(q->query, "player", query, sizeof query);
    text_clean(query, strlen(query), true, &player);
    if (!saved_fits(buf_str(&player), "player", &e)) {
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
    } else {
        enum store_answer a = store_progress_get(s->store, buf_str(&player), &text, &e);
        if (a == STORE_NONE)
            reply_json(r, 200,
                       json_pack("{s:s, s:i, s:n}", "player", buf_str(&player), "revision", 0, "document"));
        else if (saved_report(a, r, &e))
            reply_text(r, 200, &text);
    }
    buf_free(&player);
    buf_free(&text);
}

/* The document as it is kept. The caller frees it; NULL with an answer if it is none. */
static char *read_document(const struct request *q, struct reply *r)
{
    struct err e;
    const json_t *document = field_need(q->json, "document", &e);
    if (!document || !json_is_object(document)) {
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", document ? "'document' must be an object" : e.text);
        return NULL;
    }
    char *body = json_dumps(document, JSON_COMPACT);
    if (body && strlen(body) <= LIMIT_PROGRESS_BYTES)
        return body;
    reply_fail(r, PROBLEM_TOO_LARGE, "'document' is longer than %d bytes", LIMIT_PROGRESS_BYTES);
    free(body);
    return NULL;
}

void api_progress_put(struct server *s, struct request *q, struct reply *r)
{
    struct buf player = BUF_EMPTY;
    struct err e;
    int64_t revision = 0;
    char *body = NULL;
    if (!saved_name(q->json, "player", &player, &e) ||
        !field_whole(q->json, "revision", 0, INT64_MAX - 1, &revision, &e)) {
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
    } else if ((body = read_document(q, r))) {
        enum store_answer a =
            store_progress_put(s->store, buf_str(&player), body, strlen(body), &revision, &e);
        if (a == STORE_CONFLICT)
            reply_fail(r, PROBLEM_CONFLICT, "it was saved meanwhile: its revision is %lld now",
                       (long long)revision);
        else if (saved_report(a, r, &e))
            reply_json(r, 200, json_pack("{s:I}", "revision", (json_int_t)revision));
    }
    free(body);
    buf_free(&player);
}
