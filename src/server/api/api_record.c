/* Records of games in and out: /import and /export. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "connect/record/record.h"
#include "server/api/api.h"
#include "server/api/chapters.h"
#include "server/api/upload.h"
#include "json/base64.h"
#include "json/fields.h"
#include "json/limits.h"
#include "json/tree.h"

static bool put_game(const struct record *r, const char *name, size_t number, size_t games, struct buf *out,
                     struct err *e)
{
    if (!tree_fits(r, e))
        return err_prefix(e, "game %zu", number);
    buf_text(out, number > 1 ? ",{\"title\":" : "{\"title\":");
    upload_put_title(r, name, number, games, out);
    buf_text(out, ",\"tree\":");
    tree_write(r, out);
    buf_char(out, '}');
    return true;
}

static bool import(const char *text, size_t len, enum record_format format, const char *name,
                   const struct deadline *until, struct buf *out, bool *large, struct err *e)
{
    struct record **games;
    size_t count;
    struct record_budget budget = {LIMIT_GAMES, LIMIT_IMPORT_NODES, LIMIT_IMPORT_POINTS, false, until};
    struct record_options o = {.budget = &budget};
    bool ok = record_read_all(text, len, &o, &games, &count, e);
    *large = budget.exceeded;
    if (!ok)
        return false;
    buf_text(out, "{\"games\":[");
    for (size_t i = 0; ok && i < count && !deadline_over(until); i++)
        ok = put_game(games[i], name, i + 1, count, out, e);
    *large = !ok;
    buf_format(out, "],\"format\":\"%s\"}", record_forms[format].name);
    record_free_all(games, count);
    return ok;
}

void api_import(struct server *s, struct request *q, struct reply *r)
{
    const char *name = NULL, *format = NULL;
    struct buf bytes = BUF_EMPTY, out = BUF_EMPTY;
    struct err e;
    enum record_format wanted, found = RECORD_SGF;
    bool large = false;
    (void)s;
    bool ok = field_text(q->json, "name", &name, &e) && field_text(q->json, "format", &format, &e) &&
              (!format || record_format_parse(format, &wanted, &e)) && upload_read(q->json, &bytes, &e);
    ok = ok && record_look(buf_str(&bytes), bytes.len, &found, &e) &&
         (!format || found == wanted || err_set(&e, "this is not %s", record_forms[wanted].name));
    ok = ok && import(buf_str(&bytes), bytes.len, found, name, &q->until, &out, &large, &e);
    if (deadline_over(&q->until))
        reply_fail(r, PROBLEM_STOPPED, "it took too long, or nobody waits for it any more");
    else if (ok)
        reply_text(r, 200, &out);
    else
        reply_fail(r, large ? PROBLEM_TOO_LARGE : PROBLEM_BAD_REQUEST, "%s", e.text);
    buf_free(&bytes);
    buf_free(&out);
}

/* Appends the tree as a file of the format. */
static bool export(const json_t *tree, enum record_format f, struct buf *out, bool *large, struct err *e)
{
    struct record *record;
    if (!tree_read(tree, &record, large, e))
        return false;
    bool ok = record_write(record, f, out, e);
    record_free(record);
    return ok;
}

/* Appends the chapters behind the first, a game each. */
static bool export_chapters(const json_t *body, enum record_format f, struct buf *out, bool *large,
                            struct err *e)
{
    const json_t *list;
    if (!chapters_of(body, &list, large, e))
        return false;
    if (json_array_size(list) && f == RECORD_RENLIB)
        return err_set(e, "RenLib's files have one tree each");
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!export(json_array_get(list, i), f, out, large, e))
            return err_prefix(e, "chapter %zu", i + 2);
    return true;
}

/* The file as a text, or bytes that are none in base64. */
static void put_file(const struct buf *file, enum record_format f, struct buf *out)
{
    if (f == RECORD_RENLIB) {
        buf_text(out, "{\"base64\":\"");
        base64_encode(buf_str(file), file->len, out);
        buf_char(out, '"');
        return;
    }
    buf_text(out, "{\"text\":");
    tree_put_text(out, buf_str(file));
}

void api_export(struct server *s, struct request *q, struct reply *r)
{
    const char *name = "sgf";
    enum record_format f;
    struct buf text = BUF_EMPTY, out = BUF_EMPTY;
    struct err e;
    bool large = false;
    (void)s;
    const json_t *tree = field_need(q->json, "tree", &e);
    if (!tree || !field_text(q->json, "format", &name, &e) || !record_format_parse(name, &f, &e) ||
        !export(tree, f, &text, &large, &e) || !export_chapters(q->json, f, &text, &large, &e)) {
        reply_fail(r, large ? PROBLEM_TOO_LARGE : PROBLEM_BAD_REQUEST, "%s", e.text);
    } else {
        put_file(&text, f, &out);
        buf_format(&out, ",\"extension\":\"%s\",\"mime\":\"%s\"}", record_forms[f].extension,
                   record_forms[f].mime);
        reply_text(r, 200, &out);
    }
    buf_free(&text);
    buf_free(&out);
}
