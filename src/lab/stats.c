/* What was done for a lab; see lab.h. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "lab/inner.h"

/* By kind: jobs done, those that won, nodes, processor seconds. */
static json_t *kinds_json(struct db *d)
{
    json_t *all = json_object();
    struct rows *rows =
        db_ask(d, "SELECT job.kind, count(*), sum(result.verdict = 0), sum(result.nodes), "
                  "sum(result.cpu), sum(result.checked = 1), sum(result.checked = 0) FROM result "
                  "JOIN job ON job.id = result.job GROUP BY job.kind ORDER BY job.kind");
    while (rows_next(rows)) {
        int64_t kind = rows_int(rows, 0);
        if (kind < 0 || kind >= LAB_KINDS)
            continue;
        json_object_set_new(all, lab_kind_name[kind],
                            json_pack("{s:I, s:I, s:I, s:f, s:I, s:I}", "jobs", (json_int_t)rows_int(rows, 1),
                                      "won", (json_int_t)rows_int(rows, 2), "nodes",
                                      (json_int_t)rows_int(rows, 3), "cpu", rows_real(rows, 4), "checked",
                                      (json_int_t)rows_int(rows, 5), "claimed",
                                      (json_int_t)rows_int(rows, 6)));
    }
    return all;
}

static json_t *workers_json(struct db *d)
{
    json_t *all = json_array();
    struct rows *rows = db_ask(
        d, "SELECT result.worker, count(*), sum(result.nodes), sum(result.cpu), worker.quarantined FROM "
           "result LEFT JOIN "
           "worker ON worker.name = result.worker GROUP BY result.worker ORDER BY result.worker");
    while (rows_next(rows)) {
        json_t *w = json_pack("{s:s, s:I, s:I, s:f}", "worker", rows_text(rows, 0), "jobs",
                              (json_int_t)rows_int(rows, 1), "nodes", (json_int_t)rows_int(rows, 2), "cpu",
                              rows_real(rows, 3));
        if (rows_text(rows, 4)[0])
            json_object_set_new(w, "quarantined", json_string(rows_text(rows, 4)));
        json_array_append_new(all, w);
    }
    return all;
}

static json_t *options_json(const struct lab_options *o)
{
    json_t *all = json_object();
    for (const struct lab_option *t = lab_option_table; t->name; t++) {
        double x = lab_option_get(o, t->name);
        json_object_set_new(all, t->name, t->words ? json_string(t->words[(int)x]) : json_real(x));
    }
    return all;
}

json_t *lab_stats_json(struct lab *l, struct err *e)
{
    const struct graph *g = lab_graph(l);
    struct db *d = lab_ledger(l);
    json_int_t proved = 0, disproved = 0, parts = 0;
    for (uint32_t n = 1; n <= g->nodes; n++) {
        proved += g->node[n].state == GRAPH_PROVED;
        disproved += g->node[n].state == GRAPH_DISPROVED;
        parts += g->node[n].kind == GRAPH_PART;
    }
    json_t *o = json_pack("{s:I, s:I, s:I, s:I, s:I}", "nodes", (json_int_t)g->nodes, "edges",
                          (json_int_t)g->edges, "proved", proved, "disproved", disproved, "parts", parts);
    json_object_set_new(o, "jobs", kinds_json(d));
    json_object_set_new(o, "dropped",
                        json_integer(db_number(d, 0, "SELECT count(*) FROM job WHERE state = 2")));
    json_object_set_new(o, "certificate_bytes",
                        json_integer(db_number(d, 0, "SELECT coalesce(sum(length(bytes)), 0) FROM cert")));
    json_object_set_new(o, "workers", workers_json(d));
    json_object_set_new(o, "options", options_json(lab_options(l)));
    if (db_fine(d, e))
        return o;
    json_decref(o);
    return NULL;
}

double *lab_chances(struct lab *l, struct err *e)
{
    uint32_t nodes = l->graph->nodes;
    double *chance = mem_alloc(((size_t)nodes + 1) * sizeof *chance);
    for (uint32_t n = 0; n <= nodes; n++)
        chance[n] = -1;
    struct rows *rows =
        db_ask(l->ledger, "SELECT edge.child, result.body FROM edge JOIN result ON result.job = "
                          "edge.job WHERE edge.source = 1");
    while (rows_next(rows)) {
        int64_t child = rows_int(rows, 0);
        const char *body = rows_text(rows, 1);
        struct lab_result r;
        if (child < 1 || child > nodes || !lab_result_read(body, strlen(body), &l->rules, "", 0, &r, NULL))
            continue;
        chance[child] = r.chance;
        lab_result_free(&r);
    }
    if (db_fine(l->ledger, e))
        return chance;
    free(chance);
    return NULL;
}
