/* Jobs, workers and what happened, for those who look on; see view_inner.h. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "lab/view_inner.h"
#include "json/proof.h"

enum { POINTS = 300, EVENTS = 30, WORKERS = 200, RECENT = 600 };
/* What takes long is found again after so many times as long as it took, and so many seconds at least. */
#define STATS_SHARE   20
#define STATS_SECONDS 2.0

/* ---- paths ---- */

static void read_path(const char *text, struct lab_path *p)
{
    p->n = 0;
    for (char *end; *text && p->n < LAB_VIEW_PATH; text = end) {
        unsigned long edge = strtoul(text, &end, 10);
        if (end == text || edge == 0 || edge > UINT32_MAX)
            return;
        p->edge[p->n++] = (uint32_t)edge;
    }
}

/* How many edges there can be, whatever the numbers in the file say: a row has some bytes. */
static int64_t edges_most(struct lab_view *v)
{
    enum { ROW_LEAST = 8 };
    int64_t last = db_number(v->ledger, 0, "SELECT coalesce(max(id), 0) FROM edge");
    int64_t room = db_number(v->ledger, 0, "PRAGMA page_count") *
                   db_number(v->ledger, 0, "PRAGMA page_size") / ROW_LEAST;
    return last < room ? last : room;
}

static void count(uint32_t **list, size_t *room, const struct lab_path *p, int64_t most)
{
    for (int i = 0; i < p->n && p->edge[i] <= most; i++) {
        size_t before = *room;
        *list = mem_grow(*list, room, (size_t)p->edge[i] + 1, sizeof **list);
        if (*room > before)
            memset(*list + before, 0, (*room - before) * sizeof **list);
        (*list)[p->edge[i]]++;
    }
}

/* A way up to a root, for a job that does not say by which it was chosen. */
static void climb(struct lab_view *v, int64_t node, struct lab_path *p)
{
    uint32_t up[LAB_VIEW_PATH];
    int n = 0;
    while (n < LAB_VIEW_PATH) {
        struct rows *rows =
            db_ask(v->ledger,
                   "SELECT id, parent FROM edge WHERE child = ?1 AND parent > 0 AND NOT EXISTS (SELECT 1 "
                   "FROM root WHERE node = ?1) ORDER BY id LIMIT 1",
                   db_int(node));
        if (!rows_next(rows))
            break;
        up[n++] = (uint32_t)rows_int(rows, 0);
        node = rows_int(rows, 1);
        rows_end(rows);
    }
    for (p->n = 0; p->n < n; p->n++)
        p->edge[p->n] = up[n - 1 - p->n];
}

static void read_out(struct lab_view *v)
{
    struct rows *rows = db_ask(
        v->ledger, "SELECT id, node, kind, created, path FROM job WHERE state = 0 ORDER BY id LIMIT 2000");
    v->outs = 0;
    while (rows_next(rows)) {
        v->out = mem_grow(v->out, &v->out_room, v->outs + 1, sizeof *v->out);
        struct view_out *o = &v->out[v->outs++];
        *o = (struct view_out){.job = rows_int(rows, 0),
                               .node = rows_int(rows, 1),
                               .kind = (int)rows_int(rows, 2),
                               .created = rows_int(rows, 3)};
        read_path(rows_text(rows, 4), &o->path);
    }
}

void view_count_jobs(struct lab_view *v)
{
    struct lab_path p;
    int64_t most = edges_most(v);
    struct rows *rows =
        db_ask(v->ledger, "SELECT id, path FROM job WHERE id > ?1 ORDER BY id", db_int(v->counted));
    while (rows_next(rows)) {
        v->counted = rows_int(rows, 0);
        read_path(rows_text(rows, 1), &p);
        count(&v->through, &v->through_room, &p, most);
    }
    if (v->work)
        memset(v->work, 0, v->work_room * sizeof *v->work);
    read_out(v);
    for (size_t i = 0; i < v->outs; i++) {
        if (v->out[i].path.n == 0)
            climb(v, v->out[i].node, &v->out[i].path);
        count(&v->work, &v->work_room, &v->out[i].path, most);
    }
}

/* ---- who works where ---- */

/* The root that a path begins at, or that is the job's node itself. */
static bool root_of(struct lab_view *v, const struct view_out *o, struct spot *out, json_t *j)
{
    struct rows *rows = db_ask(v->ledger,
                               "SELECT root.node, root.symmetry, root.name FROM root WHERE root.node = CASE "
                               "?1 WHEN 0 THEN ?2 ELSE (SELECT parent FROM edge WHERE id = ?1) END "
                               "ORDER BY root.priority DESC, root.id LIMIT 1",
                               db_int(o->path.n ? o->path.edge[0] : 0), db_int(o->node));
    if (!rows_next(rows))
        return false;
    *out = (struct spot){rows_int(rows, 0), (int)rows_int(rows, 1)};
    json_object_set_new(j, "root", json_string(rows_text(rows, 2)));
    rows_end(rows);
    return true;
}

static json_t *turns_json(struct lab_view *v, struct spot at, const struct lab_path *p)
{
    json_t *list = json_array();
    for (int i = 0; i < p->n; i++) {
        struct rows *rows =
            db_ask(v->ledger, "SELECT turn, symmetry FROM edge WHERE id = ?1", db_int(p->edge[i]));
        if (!rows_next(rows))
            break;
        json_array_append_new(list, view_turn_json(v, rows_text(rows, 0), at.symmetry));
        at.symmetry = symmetry_then(at.symmetry, (int)rows_int(rows, 1));
        rows_end(rows);
    }
    return list;
}

static void put_worker(struct lab_view *v, int64_t job, json_t *j)
{
    if (!v->extras)
        return;
    struct rows *rows = db_ask(v->ledger, "SELECT worker FROM busy WHERE job = ?1", db_int(job));
    if (!rows_next(rows))
        return;
    json_object_set_new(j, "worker", json_string(rows_text(rows, 0)));
    rows_end(rows);
}

json_t *view_out_json(struct lab_view *v)
{
    json_t *list = json_array();
    for (size_t i = 0; i < v->outs && i < VIEW_OUT; i++) {
        const struct view_out *o = &v->out[i];
        json_t *path = json_array();
        struct spot root;
        for (int k = 0; k < o->path.n; k++)
            json_array_append_new(path, json_integer(o->path.edge[k]));
        json_t *j = json_pack("{s:I, s:s, s:I, s:o}", "job", (json_int_t)o->job, "kind",
                              lab_kind_name[o->kind >= 0 && o->kind < LAB_KINDS ? o->kind : 0], "since",
                              (json_int_t)o->created, "path", path);
        if (root_of(v, o, &root, j))
            json_object_set_new(j, "turns", turns_json(v, root, &o->path));
        put_worker(v, o->job, j);
        json_array_append_new(list, j);
    }
    return json_pack("{s:I, s:o}", "all", (json_int_t)v->outs, "jobs", list);
}

/* ---- sums ---- */

static json_t *workers_json(struct lab_view *v, int64_t now)
{
    json_t *list = json_array();
    struct rows *rows = db_ask(v->ledger,
                               "SELECT result.worker, count(*), sum(nodes), sum(cpu), "
                               "sum(verdict = 4), sum(checked >= 2), min(created), "
                               "max(created), sum(CASE WHEN created >= ?1 THEN cpu ELSE 0 "
                               "END), sum(created >= ?1), (SELECT quarantined "
                               "FROM worker WHERE name = result.worker) FROM result GROUP "
                               "BY result.worker ORDER BY max(created) DESC, "
                               "result.worker LIMIT ?2",
                               db_int(now - RECENT), db_int(WORKERS));
    while (rows_next(rows)) {
        json_t *w = json_pack("{s:s, s:I, s:I, s:f, s:I, s:I, s:I, s:I, s:f, s:I}", "worker",
                              rows_text(rows, 0), "jobs", (json_int_t)rows_int(rows, 1), "nodes",
                              (json_int_t)rows_int(rows, 2), "cpu", rows_real(rows, 3), "failed",
                              (json_int_t)rows_int(rows, 4), "void", (json_int_t)rows_int(rows, 5), "first",
                              (json_int_t)rows_int(rows, 6), "last", (json_int_t)rows_int(rows, 7),
                              "recent_cpu", rows_real(rows, 8), "recent_jobs", (json_int_t)rows_int(rows, 9));
        if (rows_text(rows, 10)[0])
            json_object_set_new(w, "quarantined", json_string(rows_text(rows, 10)));
        json_array_append_new(list, w);
    }
    return list;
}

static json_t *find_stats(struct lab_view *v)
{
    struct db *d = v->ledger;
    int64_t now = (int64_t)time(NULL);
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o}", "proved",
                     (json_int_t)db_number(d, 0, "SELECT count(*) FROM node WHERE state = 1"), "disproved",
                     (json_int_t)db_number(d, 0, "SELECT count(*) FROM node WHERE state = 2"), "parts",
                     (json_int_t)db_number(d, 0, "SELECT count(*) FROM node WHERE kind = 2"), "done",
                     (json_int_t)db_number(d, 0, "SELECT count(*) FROM job WHERE state = 1"), "dropped",
                     (json_int_t)db_number(d, 0, "SELECT count(*) FROM job WHERE state = 2"),
                     "certificate_bytes",
                     (json_int_t)db_number(d, 0, "SELECT coalesce(sum(length(bytes)), 0) FROM cert"), "time",
                     (json_int_t)now, "workers", workers_json(v, now));
}

json_t *view_stats_json(struct lab_view *v)
{
    double now = clock_now();
    if (!v->stats || (now - v->stats_at > STATS_SECONDS && now - v->stats_at > STATS_SHARE * v->stats_cost)) {
        json_t *found = find_stats(v);
        if (!db_ok(v->ledger))
            return found; /* of a file that fails: nobody gets to see it, and it is not kept */
        json_decref(v->stats);
        v->stats = found;
        v->stats_at = clock_now();
        v->stats_cost = v->stats_at - now;
    }
    return json_incref(v->stats);
}

/* ---- over time ---- */

static int64_t history_end(struct lab_view *v, int64_t root, const char *sql)
{
    return db_number(v->ledger, 0, sql, db_int(root));
}

/* [job, time, pn, dn], at most some hundred of them, evenly. */
json_t *view_history_json(struct lab_view *v, int64_t root)
{
    json_t *list = json_array();
    if (!v->extras)
        return list;
    int64_t first =
                history_end(v, root, "SELECT id FROM history WHERE root = ?1 AND id > 0 ORDER BY id LIMIT 1"),
            last = history_end(v, root, "SELECT id FROM history WHERE root = ?1 ORDER BY id DESC LIMIT 1");
    int64_t step = (last - first) / POINTS + 1;
    for (int64_t at = first; first && at <= last;) {
        struct rows *rows = db_ask(v->ledger,
                                   "SELECT id, job, time, pn, dn FROM history WHERE root = ?1 "
                                   "AND id >= ?2 ORDER BY id LIMIT 1",
                                   db_int(root), db_int(at));
        if (!rows_next(rows))
            break;
        int64_t id = rows_int(rows, 0);
        json_array_append_new(
            list, json_pack("[I, I, o, o]", (json_int_t)rows_int(rows, 1), (json_int_t)rows_int(rows, 2),
                            proof_number_json(rows_int(rows, 3)), proof_number_json(rows_int(rows, 4))));
        rows_end(rows);
        if (id >= last || id < at)
            break; /* the last, or numbers that are none */
        at = last - id < step ? last : id + step;
    }
    return list;
}

/* What people asked for and what happened, the newest first; of what zones settled there is too much. */
json_t *view_events_json(struct lab_view *v)
{
    json_t *list = json_array();
    struct rows *rows =
        db_ask(v->ledger,
               "SELECT id, time, kind, substr(body, 1, 4000), done FROM event WHERE id > (SELECT "
               "coalesce(max(id), 0) FROM event) - 2000 AND kind <> 'transfer' ORDER BY id DESC LIMIT ?1",
               db_int(EVENTS));
    while (rows_next(rows)) {
        const char *kind = rows_text(rows, 2), *body = rows_text(rows, 3);
        json_t *j = json_pack("{s:I, s:I, s:s, s:b}", "id", (json_int_t)rows_int(rows, 0), "time",
                              (json_int_t)rows_int(rows, 1), "kind", kind, "done", (int)rows_int(rows, 4));
        json_t *asked = body[0] == '{' ? json_loads(body, JSON_REJECT_DUPLICATES, NULL) : NULL;
        static const char *const told[] = {"root", "name", "stones", "priority"};
        for (size_t i = 0; i < sizeof told / sizeof *told; i++)
            if (json_object_get(asked, told[i]))
                json_object_set(j, told[i], json_object_get(asked, told[i]));
        if (!asked && body[0] != '{')
            json_object_set_new(j, "text", json_string(body));
        json_decref(asked);
        json_array_append_new(list, j);
    }
    return list;
}
