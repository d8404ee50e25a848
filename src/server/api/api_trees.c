/* Saved games and studies: /trees and /find. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "server/api/api.h"
#include "server/api/chapters.h"
#include "server/api/query.h"
#include "server/api/saved.h"
#include "server/api/state.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/limits.h"
#include "json/tree.h"

/* Says what the store had to say. True if all is fine. */
static bool report(enum store_answer a, const struct request *q, struct reply *r, const struct err *e)
{
    if (a == STORE_NONE)
        return reply_fail(r, PROBLEM_NOT_FOUND, "no tree has the number %lld", (long long)q->id);
    return saved_report(a, r, e);
}

/* A tree on its way into the store. */
struct saving {
    struct store_tree tree;
    struct buf title, body;
    struct tree_size size; /* of all chapters */
    char rules[RULES_TEXT];
    struct position_index index;
    bool large; /* what failed is a limit */
};

static void saving_done(struct saving *v)
{
    buf_free(&v->title);
    buf_free(&v->body);
    index_free(&v->index);
}

/* Reads a tree, the study's first (0) or a further chapter. It is checked stone by stone and written anew, so that
 * what is kept is sound. */
static bool read_chapter(struct saving *v, const json_t *tree, size_t chapter, struct err *e)
{
    struct record *record;
    if (!tree_read(tree, &record, &v->large, e))
        return false;
    if (!chapter)
        rules_numbers(record_rules(record), v->rules);
    tree_write(record, &v->body);
    tree_measure(record, &v->size);
    v->size.nodes += chapter > 0;
    v->large = !tree_size_fits(&v->size, e) || !index_add(record, chapter, &v->index, e);
    record_free(record);
    return !v->large;
}

/* The chapters behind the first, if there are any. */
static bool read_chapters(const struct request *q, struct saving *v, struct err *e)
{
    const json_t *list;
    if (!chapters_of(q->json, &list, &v->large, e))
        return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        buf_text(&v->body, i ? "," : ",\"chapters\":[");
        if (!read_chapter(v, json_array_get(list, i), i + 1, e))
            return err_prefix(e, "chapter %zu", i + 2);
    }
    buf_text(&v->body, json_array_size(list) ? "]" : "");
    return true;
}

/* Reads title and trees. */
static bool read_saving(const struct request *q, struct saving *v, struct err *e)
{
    const json_t *tree = field_need(q->json, "tree", e);
    if (!tree || !saved_name(q->json, "title", &v->title, e) || !read_chapter(v, tree, 0, e) ||
        !read_chapters(q, v, e))
        return false;
    v->tree = (struct store_tree){buf_str(&v->title), v->rules,    v->size.nodes,
                                  buf_str(&v->body),  v->body.len, &v->index};
    return true;
}

static void refuse(const struct saving *v, struct reply *r, const struct err *e)
{
    reply_fail(r, v->large ? PROBLEM_TOO_LARGE : PROBLEM_BAD_REQUEST, "%s", e->text);
}

void api_trees_post(struct server *s, struct request *q, struct reply *r)
{
    struct saving v = {.index = {NULL, 0, 0, BUF_EMPTY}};
    struct err e;
    int64_t id = 0;
    if (!read_saving(q, &v, &e))
        refuse(&v, r, &e);
    else if (report(store_insert(s->store, &v.tree, &id, &e), q, r, &e))
        reply_json(r, 201, json_pack("{s:I, s:i}", "id", (json_int_t)id, "revision", 1));
    saving_done(&v);
}

void api_tree_put(struct server *s, struct request *q, struct reply *r)
{
    struct saving v = {.index = {NULL, 0, 0, BUF_EMPTY}};
    struct err e;
    int64_t revision = 0, id = q->id;
    if (!read_saving(q, &v, &e) || !field_whole(q->json, "revision", 1, INT64_MAX, &revision, &e) ||
        !field_whole(q->json, "id", 1, INT64_MAX, &id, &e)) {
        refuse(&v, r, &e);
    } else if (id != q->id) {
        reply_fail(r, PROBLEM_BAD_REQUEST, "'id' is %lld, the address says %lld", (long long)id,
                   (long long)q->id);
    } else {
        enum store_answer a = store_update(s->store, q->id, &v.tree, &revision, &e);
        if (a == STORE_CONFLICT)
            reply_fail(r, PROBLEM_CONFLICT, "the tree was changed meanwhile: its revision is %lld now",
                       (long long)revision);
        else if (report(a, q, r, &e))
            reply_json(r, 200, json_pack("{s:I}", "revision", (json_int_t)revision));
    }
    saving_done(&v);
}

void api_tree_get(struct server *s, struct request *q, struct reply *r)
{
    struct err e;
    struct buf text = BUF_EMPTY;
    if (report(store_get(s->store, q->id, &text, &e), q, r, &e))
        reply_text(r, 200, &text);
    buf_free(&text);
}

void api_tree_delete(struct server *s, struct request *q, struct reply *r)
{
    struct err e;
    if (report(store_delete(s->store, q->id, &e), q, r, &e))
        r->status = 204;
}

static bool query_whole(const struct request *q, const char *name, int64_t most, int64_t *out, struct err *e)
{
    char text[32], *end;
    if (!query_text(q->query, name, text, sizeof text) || !*text)
        return true;
    long long v = strtoll(text, &end, 10);
    if (*end || v < 0 || v > most)
        return err_set(e, "'%s' must be a whole number from 0 to %lld", name, (long long)most);
    *out = v;
    return true;
}

void api_trees_get(struct server *s, struct request *q, struct reply *r)
{
    char query[4 * LIMIT_TITLE + 1] = "";
    int64_t limit = 50, offset = 0;
    struct err e;
    struct buf text = BUF_EMPTY, clean = BUF_EMPTY;
    query_text(q->query, "query", query, sizeof query);
    text_clean(query, strlen(query), true, &clean);
    if (!query_whole(q, "limit", LIMIT_LIST, &limit, &e) || !query_whole(q, "offset", INT32_MAX, &offset, &e))
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
    else if (report(store_list(s->store, buf_str(&clean), limit, offset, &text, &e), q, r, &e))
        reply_text(r, 200, &text);
    buf_free(&text);
    buf_free(&clean);
}

void api_find(struct server *s, struct request *q, struct reply *r)
{
    struct position *p;
    struct err e;
    int64_t limit = LIMIT_LIST;
    if (!field_whole(q->json, "limit", 1, LIMIT_LIST, &limit, &e) ||
        !game_of_request(q->json, false, &p, &e)) {
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
        return;
    }
    struct buf text = BUF_EMPTY;
    if (report(store_find(s->store, p, limit, &text, &e), q, r, &e))
        reply_text(r, 200, &text);
    buf_free(&text);
    position_free(p);
}
