/* Collections of games: /collections and /games. */
#include <stdlib.h>

#include "connect/record/record.h"
#include "play/opening_names.h"
#include "server/api/api.h"
#include "server/api/collections.h"
#include "server/api/note.h"
#include "server/api/saved.h"
#include "server/api/state.h"
#include "server/api/upload.h"
#include "store/explorer/summary.h"
#include "json/game.h"
#include "json/limits.h"
#include "json/tree.h"

bool collections_need(struct server *s, struct reply *r)
{
    return s->explorer || reply_fail(r, PROBLEM_INTERNAL, "there are no collections: %s",
                                     s->read_only ? "nobody has made any" : "their file cannot be opened");
}

bool collections_report(struct server *s, const struct request *q, enum explorer_answer a, struct reply *r,
                        const struct err *e)
{
    if (a == EXPLORER_FAILED && deadline_over(&q->until))
        a = EXPLORER_STOPPED;
    if (a == EXPLORER_FULL || a == EXPLORER_FAILED)
        note(s, e->text);
    switch (a) {
    case EXPLORER_FINE:
        return true;
    case EXPLORER_NONE:
        return reply_fail(r, PROBLEM_NOT_FOUND, "%s", e->text);
    case EXPLORER_FULL:
        return reply_fail(r, PROBLEM_FULL,
                          "the file of the collections has reached its limit, or the disk is full: deleting "
                          "collections makes room");
    case EXPLORER_STOPPED:
        return reply_fail(r, PROBLEM_STOPPED, "it took too long, or nobody waits for it any more");
    default:
        return reply_fail(r, PROBLEM_INTERNAL, "the file of the collections cannot be read or written");
    }
}

void api_collections_get(struct server *s, struct request *q, struct reply *r)
{
    struct explorer_collection *list = NULL;
    size_t count = 0;
    struct err e;
    if (s->explorer && !collections_report(s, q, explorer_list(s->explorer, &list, &count, &e), r, &e))
        return;
    json_t *all = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(all, json_pack("{s:I, s:s, s:I, s:I}", "id", (json_int_t)list[i].id, "name",
                                             list[i].name, "games", (json_int_t)list[i].games, "added",
                                             (json_int_t)list[i].added));
    const struct summary *built = summary_builtin();
    json_array_append_new(all, json_pack("{s:i, s:s, s:I, s:o, s:b}", "id", COLLECTION_BUILTIN, "name",
                                         "recorded games", "games", (json_int_t)summary_games(built), "rules",
                                         game_rules_json(summary_rules(built)), "builtin", 1));
    json_t *openings = json_array();
    for (const struct opening_name *o = opening_names; o->name; o++)
        json_array_append_new(openings, json_string(o->name));
    reply_json(r, 200, json_pack("{s:o, s:o}", "collections", all, "openings", openings));
    explorer_list_free(list, count);
}

static bool read_name(const struct request *q, struct buf *out, struct err *e)
{
    return saved_name(q->json, "name", out, e) && (out->len || err_set(e, "'name' is missing"));
}

void api_collections_post(struct server *s, struct request *q, struct reply *r)
{
    struct buf name = BUF_EMPTY;
    struct err e;
    int64_t id;
    if (!read_name(q, &name, &e))
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
    else if (collections_need(s, r) &&
             collections_report(s, q, explorer_make(s->explorer, buf_str(&name), &id, &e), r, &e))
        reply_json(r, 201, json_pack("{s:I}", "id", (json_int_t)id));
    buf_free(&name);
}

void api_collection_put(struct server *s, struct request *q, struct reply *r)
{
    struct buf name = BUF_EMPTY;
    struct err e;
    if (!read_name(q, &name, &e))
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
    else if (collections_need(s, r) &&
             collections_report(s, q, explorer_rename(s->explorer, q->id, buf_str(&name), &e), r, &e))
        r->status = 204;
    buf_free(&name);
}

void api_collection_delete(struct server *s, struct request *q, struct reply *r)
{
    struct err e;
    if (collections_need(s, r) && collections_report(s, q, explorer_drop(s->explorer, q->id, &e), r, &e))
        r->status = 204;
}

/* ---- Games into a collection ---- */

enum { TOLD_MOST = 20 };

/* The first of the messages about bad games, and how many there are. */
struct complaints {
    json_t *list;
    int64_t count;
};

static void complain(void *context, const struct err *e)
{
    struct complaints *c = context;
    if (c->count++ < TOLD_MOST)
        json_array_append_new(c->list, json_string(e->text));
}

void api_collection_add(struct server *s, struct request *q, struct reply *r)
{
    struct buf bytes = BUF_EMPTY;
    struct record **games = NULL;
    struct record_budget budget = {LIMIT_GAMES, LIMIT_IMPORT_NODES, LIMIT_IMPORT_POINTS, false, &q->until};
    struct complaints bad = {json_array(), 0};
    struct record_options o = {.budget = &budget, .bad = complain, .context = &bad};
    struct explorer_added added;
    struct err e;
    size_t count = 0;
    bool ok = upload_read(q->json, &bytes, &e) &&
              record_read_all(buf_str(&bytes), bytes.len, &o, &games, &count, &e);
    if (deadline_over(&q->until))
        reply_fail(r, PROBLEM_STOPPED, "it took too long, or nobody waits for it any more");
    else if (!ok)
        reply_fail(r, budget.exceeded ? PROBLEM_TOO_LARGE : PROBLEM_BAD_REQUEST, "%s", e.text);
    else if (collections_need(s, r) &&
             collections_report(s, q, explorer_add(s->explorer, q->id, games, count, &added, &e), r, &e))
        reply_json(r, 200,
                   json_pack("{s:I, s:I, s:I, s:O}", "added", (json_int_t)added.added, "known",
                             (json_int_t)added.known, "bad", (json_int_t)bad.count, "messages", bad.list));
    record_free_all(games, count);
    json_decref(bad.list);
    buf_free(&bytes);
}

/* ---- And out ---- */

void api_game_get(struct server *s, struct request *q, struct reply *r)
{
    struct record *record;
    struct buf out = BUF_EMPTY;
    struct err e;
    if (!collections_need(s, r) ||
        !collections_report(s, q, explorer_game(s->explorer, q->id, &record, &e), r, &e))
        return;
    if (tree_fits(record, &e)) {
        buf_text(&out, "{\"title\":");
        upload_put_title(record, NULL, 1, 1, &out);
        buf_text(&out, ",\"tree\":");
        tree_write(record, &out);
        buf_char(&out, '}');
        reply_text(r, 200, &out);
    } else {
        reply_fail(r, PROBLEM_TOO_LARGE, "%s", e.text);
    }
    buf_free(&out);
    record_free(record);
}
