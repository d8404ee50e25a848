/* A lab looked at from outside; see view.h. */
#include "lab/view.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "lab/view_inner.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/proof.h"

static bool read_meta(struct lab_view *v, struct err *e)
{
    char *game = ledger_get(v->ledger, "game"), *patience = ledger_get(v->ledger, "patience");
    bool ok = game ? rules_parse(game, &v->rules, e) : err_set(e, "the file names no game");
    v->patience = patience ? strtod(patience, NULL) : 0;
    free(game);
    free(patience);
    return ok && db_fine(v->ledger, e);
}

struct lab_view *lab_view_open(const char *path, struct err *e)
{
    struct lab_view *v = mem_zero(1, sizeof *v);
    v->ledger = ledger_open(path, e);
    v->version = -1;
    if (v->ledger && read_meta(v, e)) {
        db_do(v->ledger, "PRAGMA cache_size = -4096");
        return v;
    }
    lab_view_close(v);
    return NULL;
}

void lab_view_close(struct lab_view *v)
{
    if (!v)
        return;
    db_close(v->ledger);
    json_decref(v->stats);
    free(v->through);
    free(v->work);
    free(v->out);
    free(v);
}

const struct rules *lab_view_rules(const struct lab_view *v)
{
    return &v->rules;
}

bool lab_view_changed(struct lab_view *v)
{
    int64_t before = v->version;
    v->version = db_number(v->ledger, -1, "PRAGMA data_version");
    return before != v->version;
}

/* ---- places ---- */

bool view_root(struct lab_view *v, const char *name, struct spot *out, int64_t *id, char found[LAB_VIEW_ROOT])
{
    struct rows *rows = db_ask(v->ledger,
                               "SELECT id, node, symmetry, name FROM root WHERE name = ?1 OR ?1 = '' ORDER "
                               "BY priority DESC, id LIMIT 1",
                               db_text(name));
    if (!rows_next(rows))
        return false;
    *id = rows_int(rows, 0);
    *out = (struct spot){rows_int(rows, 1), (int)rows_int(rows, 2)};
    snprintf(found, LAB_VIEW_ROOT, "%s", rows_text(rows, 3));
    rows_end(rows);
    return true;
}

bool view_walk(struct lab_view *v, struct spot root, const struct lab_path *p, struct spot *out)
{
    *out = root;
    for (int i = 0; i < p->n; i++) {
        struct rows *rows =
            db_ask(v->ledger, "SELECT child, symmetry FROM edge WHERE id = ?1 AND parent = ?2",
                   db_int(p->edge[i]), db_int(out->node));
        if (!rows_next(rows))
            return false;
        out->node = rows_int(rows, 0);
        out->symmetry = symmetry_then(out->symmetry, (int)rows_int(rows, 1));
        rows_end(rows);
    }
    return true;
}

/* To the end of the most proving line. */
static void follow(struct lab_view *v, struct spot root, struct lab_path *p)
{
    struct spot at = root;
    p->n = 0;
    for (uint32_t e; p->n < LAB_VIEW_PATH && (e = view_next(v, at.node)) != 0;) {
        p->edge[p->n++] = e;
        if (!view_walk(v, root, p, &at))
            break;
    }
}

static json_t *path_json(const struct lab_path *p)
{
    json_t *list = json_array();
    for (int i = 0; i < p->n; i++)
        json_array_append_new(list, json_integer(p->edge[i]));
    return list;
}

/* ---- the file as a whole ---- */

static json_t *roots_json(struct lab_view *v)
{
    json_t *list = json_array();
    struct rows *rows = db_ask(
        v->ledger, "SELECT root.name, root.game, root.priority, root.paused, node.state, node.pn, node.dn, "
                   "node.cert IS NOT NULL, substr(node.key, 1, 1) FROM root JOIN node ON node.id = root.node "
                   "ORDER BY root.priority DESC, root.id LIMIT 1000");
    while (rows_next(rows)) {
        size_t len;
        const uint8_t *attacker = rows_bytes(rows, 8, &len);
        json_array_append_new(
            list, json_pack("{s:s, s:s, s:i, s:b, s:s, s:o, s:o, s:b, s:s}", "name", rows_text(rows, 0),
                            "stones", rows_text(rows, 1), "priority", (int)rows_int(rows, 2), "paused",
                            (int)rows_int(rows, 3), "state", view_state(rows_int(rows, 4)), "pn",
                            proof_number_json(rows_int(rows, 5)), "dn", proof_number_json(rows_int(rows, 6)),
                            "certificate", (int)rows_int(rows, 7), "attacker",
                            game_side(len && attacker[0] ? WHITE : BLACK)));
    }
    return list;
}

static json_t *summary(struct lab_view *v)
{
    struct db *d = v->ledger;
    return json_pack("{s:o, s:I, s:I, s:o, s:I, s:I}", "rules", game_rules_json(&v->rules), "nodes",
                     (json_int_t)db_number(d, 0, "SELECT coalesce(max(id), 0) FROM node"), "edges",
                     (json_int_t)db_number(d, 0, "SELECT coalesce(max(id), 0) FROM edge"), "roots",
                     roots_json(v), "jobs",
                     (json_int_t)db_number(d, 0, "SELECT coalesce(max(id), 0) FROM job"), "asked",
                     (json_int_t)db_number(d, 0, "SELECT count(*) FROM event WHERE done = 0"));
}

json_t *lab_view_summary(struct lab_view *v, struct err *e)
{
    db_begin_reading(v->ledger);
    json_t *j = summary(v);
    if (db_commit(v->ledger, e))
        return j;
    json_decref(j);
    return NULL;
}

/* ---- what is in sight ---- */

/* The way to the place, each turn with its node. */
static json_t *line_json(struct lab_view *v, struct spot root, const struct lab_path *p)
{
    json_t *list = json_array();
    struct spot at = root;
    for (int i = 0; i < p->n; i++)
        json_array_append_new(list, view_edge_json(v, at, p->edge[i], &at));
    return list;
}

static void put_open(struct lab_view *v, struct spot root, const struct lab_path *p, int *rows, json_t *list)
{
    struct spot at;
    if (*rows <= 0 || !view_walk(v, root, p, &at))
        return;
    json_t *j = view_children_json(v, at, p->most, rows);
    json_object_set_new(j, "path", path_json(p));
    json_array_append_new(list, j);
}

static bool is_above(const struct lab_path *a, const struct lab_path *b)
{
    return a->n <= b->n && memcmp(a->edge, b->edge, sizeof *a->edge * (size_t)a->n) == 0;
}

static bool same_path(const struct lab_path *a, const struct lab_path *b)
{
    return a->n == b->n && is_above(a, b);
}

static void put_sight(struct lab_view *v, const struct lab_sight *w, json_t *j)
{
    struct spot root, here;
    int64_t id;
    char name[LAB_VIEW_ROOT];
    int rows = w->rows;
    if (!view_root(v, w->root, &root, &id, name) && !view_root(v, "", &root, &id, name))
        return;
    struct lab_path at = w->at;
    if (w->follow)
        follow(v, root, &at);
    while (!view_walk(v, root, &at, &here) && at.n > 0)
        at.n--; /* what led on was taken away */
    json_t *open = json_array();
    if (w->follow)
        for (struct lab_path part = at; part.n >= 0; part.n--) {
            part.most = LAB_VIEW_WIDTH;
            for (size_t i = 0; i < w->opens; i++)
                if (same_path(&w->open[i], &part))
                    part.most = w->open[i].most;
            put_open(v, root, &part, &rows, open);
        }
    for (size_t i = 0; i < w->opens; i++)
        if (!w->follow || !is_above(&w->open[i], &at))
            put_open(v, root, &w->open[i], &rows, open);
    json_object_update_new(j, json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:b}", "root", name, "at",
                                        path_json(&at), "line", line_json(v, root, &at), "here",
                                        view_node_json(v, here.node), "position", view_position_json(v, here),
                                        "open", open, "history", view_history_json(v, id), "cut", rows <= 0));
}

json_t *lab_view_json(struct lab_view *v, const struct lab_sight *w, struct err *e)
{
    db_begin_reading(v->ledger);
    v->extras =
        db_number(v->ledger, 0, "SELECT count(*) FROM sqlite_master WHERE name IN ('history', 'busy')") == 2;
    view_count_jobs(v);
    json_t *j = summary(v);
    put_sight(v, w, j);
    json_object_set_new(j, "out", view_out_json(v));
    json_object_set_new(j, "stats", view_stats_json(v));
    json_object_set_new(j, "events", view_events_json(v));
    if (db_commit(v->ledger, e))
        return j;
    json_decref(j);
    return NULL;
}

/* ---- what somebody wants to see ---- */

static bool read_path(const json_t *list, struct lab_path *out, struct err *e)
{
    size_t n = json_array_size(list);
    if (!json_is_array(list) || n > LAB_VIEW_PATH)
        return err_set(e, "a path must be an array of at most %d numbers of edges", LAB_VIEW_PATH);
    out->n = (int)n;
    for (size_t i = 0; i < n; i++) {
        json_int_t edge = json_integer_value(json_array_get(list, i));
        if (edge < 1 || edge > UINT32_MAX)
            return err_set(e, "the number of an edge must be from 1 on");
        out->edge[i] = (uint32_t)edge;
    }
    return true;
}

static bool read_open(const json_t *list, size_t opens, struct lab_sight *out, struct err *e)
{
    size_t n = json_array_size(list), i;
    const json_t *x;
    if (list && (!json_is_array(list) || n > opens))
        return err_set(e, "'open' must be an array of at most %zu places", opens);
    out->open = n ? mem_zero(n, sizeof *out->open) : NULL;
    json_array_foreach(list, i, x)
    {
        assert(out->open);
        int64_t most = LAB_VIEW_WIDTH;
        struct lab_path *p = &out->open[out->opens++];
        if (!json_is_object(x))
            return err_set(e, "a place of 'open' must be an object");
        if (!field_only(x, "path most", e) || !field_whole(x, "most", 1, out->rows, &most, e) ||
            !read_path(json_object_get(x, "path"), p, e))
            return false;
        p->most = (int)most;
    }
    return true;
}

bool lab_sight_read(const json_t *o, size_t opens, int rows, struct lab_sight *out, struct err *e)
{
    const char *root = "";
    const json_t *at = json_object_get(o, "at");
    memset(out, 0, sizeof *out);
    out->rows = rows;
    if (!field_text(o, "root", &root, e) || !field_truth(o, "follow", &out->follow, e) ||
        (at && !read_path(at, &out->at, e)) || !read_open(json_object_get(o, "open"), opens, out, e))
        return false;
    if (strlen(root) >= sizeof out->root)
        return err_set(e, "a root's name has at most %d bytes", LAB_VIEW_ROOT - 1);
    snprintf(out->root, sizeof out->root, "%s", root);
    return true;
}

void lab_sight_free(struct lab_sight *w)
{
    free(w->open);
    w->open = NULL;
    w->opens = 0;
}
