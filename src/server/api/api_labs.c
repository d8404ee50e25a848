/* Labs of the server: /labs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "server/api/api.h"
#include "server/api/deferred.h"
#include "server/api/saved.h"
#include "server/api/state.h"
#include "server/workshop/workshop.h"
#include "json/base64.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/limits.h"

enum { ROOT_NAME = 60, STONES_BYTES = 8000, RECORD_STONES = 10000 };

void api_labs_get(struct server *s, struct request *q, struct reply *r)
{
    (void)q;
    reply_json(r, 200, workshop_list(s->workshop));
}

void api_labs_post(struct server *s, struct request *q, struct reply *r)
{
    const char *name = "";
    struct rules rules;
    struct err e;
    enum problem f = PROBLEM_BAD_REQUEST;
    if (field_text(q->json, "name", &name, &e) && game_rules(q->json, &rules, &e) &&
        workshop_make(s->workshop, name, &rules, json_object_get(q->json, "options"), &f, &e))
        reply_json(r, 201, json_pack("{s:s}", "name", name));
    else
        reply_fail(r, f, "%s", e.text);
}

void api_lab_delete(struct server *s, struct request *q, struct reply *r)
{
    enum problem f;
    struct err e;
    if (workshop_delete(s->workshop, q->name, &f, &e))
        r->status = 204;
    else
        reply_fail(r, f, "%s", e.text);
}

void api_lab_view(struct server *s, struct request *q, struct reply *r)
{
    enum problem f;
    struct err e;
    json_t *j = workshop_view(s->workshop, q->name, q->json, &f, &e);
    if (j)
        reply_json(r, 200, j);
    else
        reply_fail(r, f, "%s", e.text);
}

/* ---- taking part ---- */

/* Done: 200. Noted for whoever runs the lab: 202. */
static void report(bool ok, bool noted, enum problem f, struct reply *r, const struct err *e)
{
    if (ok)
        reply_json(r, noted ? 202 : 200, json_pack("{s:b}", "noted", noted));
    else
        reply_fail(r, f, "%s", e->text);
}

void api_lab_roots(struct server *s, struct request *q, struct reply *r)
{
    const char *name = "";
    struct position *p = NULL;
    struct err e;
    enum problem f = PROBLEM_BAD_REQUEST;
    bool noted = false, ok = field_text(q->json, "name", &name, &e) && game_of_request(q->json, true, &p, &e);
    if (ok && (!*name || strlen(name) > ROOT_NAME))
        ok = err_set(&e, "'name' must have 1 to %d letters", ROOT_NAME);
    if (ok) {
        enum side attacker = side_other(p->to_move);
        const char *asked = json_string_value(json_object_get(q->json, "attacker"));
        ok = asked && strcmp(asked, "both") == 0
                 ? workshop_add_both(s->workshop, q->name, name, p, &noted, &f, &e)
                 : game_side_field(q->json, "attacker", &attacker, &e) &&
                       workshop_add(s->workshop, q->name, name, p, attacker, &noted, &f, &e);
    }
    position_free(p);
    report(ok, noted, f, r, &e);
}

static bool read_stones(const json_t *o, const char **root, const char **stones, struct err *e)
{
    if (!field_text(o, "root", root, e) || !field_text(o, "stones", stones, e))
        return false;
    if (strlen(*root) > ROOT_NAME)
        return err_set(e, "'root' must have at most %d letters", ROOT_NAME);
    return strlen(*stones) <= STONES_BYTES || err_set(e, "'stones' may have %d bytes", STONES_BYTES);
}

void api_lab_ask(struct server *s, struct request *q, struct reply *r)
{
    static const char kinds[] = " suggest prune unprune pause resume priority ";
    const char *what = "", *root = "", *stones = "";
    int64_t priority = 0;
    struct err e;
    enum problem f = PROBLEM_BAD_REQUEST;
    bool noted = false;
    bool ok = field_text(q->json, "what", &what, &e) && read_stones(q->json, &root, &stones, &e) &&
              field_whole(q->json, "priority", -1000000, 1000000, &priority, &e);
    struct buf word = BUF_EMPTY;
    buf_format(&word, " %s ", what);
    if (ok && (!*what || strchr(what, ' ') || !strstr(kinds, buf_str(&word))))
        ok = err_set(&e, "'what' must be suggest, prune, unprune, pause, resume or priority");
    buf_free(&word);
    if (ok) {
        json_t *body = json_pack("{s:s}", "root", root);
        if (strcmp(what, "priority") == 0)
            json_object_set_new(body, "priority", json_integer(priority));
        else if (strstr("suggest unprune", what))
            json_object_set_new(body, "stones", json_string(stones));
        char *text = json_dumps(body, JSON_COMPACT);
        ok = workshop_ask(s->workshop, q->name, what, text, &noted, &f, &e);
        free(text);
        json_decref(body);
    }
    report(ok, noted, f, r, &e);
}

void api_lab_run(struct server *s, struct request *q, struct reply *r)
{
    bool run = true;
    struct err e;
    enum problem f = PROBLEM_BAD_REQUEST;
    bool ok =
        field_truth(q->json, "run", &run, &e) && (run ? workshop_run(s->workshop, q->name, q->client, &f, &e)
                                                      : workshop_pause(s->workshop, q->name, &f, &e));
    if (ok)
        reply_json(r, 202, json_pack("{s:b}", "run", run));
    else
        reply_fail(r, f, "%s", e.text);
}

/* ---- the map ---- */

struct map_call {
    struct deferred deferred;
    char name[sizeof((struct request *)0)->name];
    char *root;
};

static void map_call_free(struct deferred *a)
{
    struct map_call *x = (struct map_call *)a;
    free(x->root);
    free(x);
}

static void work_map(struct deferred *a, struct tools *d, struct reply *r)
{
    struct map_call *x = (struct map_call *)a;
    struct err e;
    enum problem f;
    (void)d;
    struct deadline until = deadline_in(0, LIMIT_CHECK_SECONDS, CPU_THREAD, &a->stop);
    json_t *j = workshop_map(a->server->workshop, x->name, x->root, &until, &f, &e);
    if (j)
        reply_json(r, 200, j);
    else
        reply_fail(r, f, "%s", e.text);
}

void api_lab_map(struct server *s, struct request *q, struct reply *r)
{
    const char *root = "";
    struct err e;
    if (!field_text(q->json, "root", &root, &e)) {
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
        return;
    }
    struct map_call *x = mem_zero(1, sizeof *x);
    x->deferred.work = work_map;
    x->deferred.free = map_call_free;
    snprintf(x->name, sizeof x->name, "%s", q->name);
    x->root = mem_strdup(root);
    deferred_start(s, &x->deferred, q, r);
}

/* ---- proofs ---- */

/* Loads the lab and composes: not for the threads that answer requests. */
struct export_call {
    struct deferred deferred;
    char name[sizeof((struct request *)0)->name];
    char *root, *stones;
    bool sgf, keep;
    int64_t most;
};

static void export_free(struct deferred *a)
{
    struct export_call *x = (struct export_call *)a;
    free(x->root);
    free(x->stones);
    free(x);
}

static void put_file(const struct buf *bytes, bool sgf, bool whole, struct reply *r)
{
    if (sgf) {
        reply_json(r, 200, json_pack("{s:s%, s:b}", "text", buf_str(bytes), bytes->len, "whole", whole));
        return;
    }
    struct buf out = BUF_EMPTY;
    buf_text(&out, "{\"base64\":\"");
    base64_encode(bytes->text, bytes->len, &out);
    buf_text(&out, "\"}");
    reply_text(r, 200, &out);
    buf_free(&out);
}

/* Under the lab's name and the root's, with nothing in it that a name may not have. */
static void proof_name(const struct export_call *x, char out[SHELF_NAME])
{
    char wish[SHELF_NAME];
    snprintf(wish, sizeof wish, "%.40s-%.40s", x->name, x->root);
    size_t n = 0;
    for (const char *c = wish; *c; c++) {
        char one[] = {*c, '\0'};
        bool fine = shelf_name_is_fine(one) || (n > 0 && strchr("._-", *c));
        if (fine || n > 0)
            out[n++] = fine ? *c : '-';
    }
    out[n] = '\0';
    if (!n)
        snprintf(out, SHELF_NAME, "lab");
}

static void work_export(struct deferred *a, struct tools *d, struct reply *r)
{
    struct export_call *x = (struct export_call *)a;
    struct server *s = a->server;
    struct buf bytes = BUF_EMPTY;
    struct err e;
    enum problem f;
    bool whole;
    char name[SHELF_NAME], wish[SHELF_NAME];
    (void)d;
    struct deadline until = deadline_in(0, LIMIT_CHECK_SECONDS, CPU_THREAD, &a->stop);
    struct workshop_wish what = {x->root, x->stones, x->sgf, (size_t)x->most};
    if (!workshop_export(s->workshop, x->name, &what, &until, &bytes, &whole, &f, &e)) {
        reply_fail(r, f, "%s", e.text);
    } else if (!x->keep) {
        put_file(&bytes, x->sgf, whole, r);
    } else {
        proof_name(x, wish);
        if (saved_report(shelf_add(s->shelf, wish, bytes.text, bytes.len, name, &e), r, &e))
            reply_json(r, 201, json_pack("{s:s}", "proof", name));
    }
    buf_free(&bytes);
}

void api_lab_export(struct server *s, struct request *q, struct reply *r)
{
    const char *root = "", *stones = "", *format = "cert";
    struct err e;
    struct export_call *x = mem_zero(1, sizeof *x);
    x->deferred.work = work_export;
    x->deferred.free = export_free;
    x->most = RECORD_STONES;
    bool ok = read_stones(q->json, &root, &stones, &e) && field_text(q->json, "format", &format, &e) &&
              field_truth(q->json, "keep", &x->keep, &e) &&
              field_whole(q->json, "most", 1, 10 * RECORD_STONES, &x->most, &e);
    x->sgf = strcmp(format, "sgf") == 0;
    if (ok && !x->sgf && strcmp(format, "cert") != 0)
        ok = err_set(&e, "'format' must be cert or sgf");
    if (ok && x->sgf && x->keep)
        ok = err_set(&e, "only certificates are kept");
    if (!ok || (x->keep && s->read_only)) {
        if (ok)
            reply_fail(r, PROBLEM_READ_ONLY, "this server keeps nothing: it was started with --read-only");
        else
            reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
        export_free(&x->deferred);
        return;
    }
    snprintf(x->name, sizeof x->name, "%s", q->name);
    x->root = mem_strdup(root);
    x->stones = mem_strdup(stones);
    deferred_start(s, &x->deferred, q, r);
}
