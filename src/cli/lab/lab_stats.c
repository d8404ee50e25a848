/* `hexad lab stats`: what was done for a lab. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/describe.h"
#include "cli/lab/lab_verbs.h"

struct args {
    const char *path;
    bool json;
};

/* By kind: jobs done, those that won, nodes, processor seconds. */
static json_t *kinds_json(struct ledger *d)
{
    json_t *all = json_object();
    sqlite3_stmt *s =
        ledger_statement(d, "SELECT job.kind, count(*), sum(result.verdict = 0), sum(result.nodes), "
                            "sum(result.cpu), sum(result.checked = 1), sum(result.checked = 0) FROM result "
                            "JOIN job ON job.id = result.job GROUP BY job.kind ORDER BY job.kind");
    while (ledger_row(d, s)) {
        int64_t kind = ledger_int(s, 0);
        if (kind < 0 || kind >= LAB_KINDS)
            continue;
        json_object_set_new(all, lab_kind_name[kind],
                            json_pack("{s:I, s:I, s:I, s:f, s:I, s:I}", "jobs", (json_int_t)ledger_int(s, 1),
                                      "won", (json_int_t)ledger_int(s, 2), "nodes",
                                      (json_int_t)ledger_int(s, 3), "cpu", sqlite3_column_double(s, 4),
                                      "checked", (json_int_t)ledger_int(s, 5), "claimed",
                                      (json_int_t)ledger_int(s, 6)));
    }
    return all;
}

static json_t *workers_json(struct ledger *d)
{
    json_t *all = json_array();
    sqlite3_stmt *s = ledger_statement(
        d, "SELECT result.worker, count(*), sum(result.nodes), sum(result.cpu), worker.quarantined FROM "
           "result LEFT JOIN "
           "worker ON worker.name = result.worker GROUP BY result.worker ORDER BY result.worker");
    while (ledger_row(d, s)) {
        json_t *w = json_pack("{s:s, s:I, s:I, s:f}", "worker", ledger_text(s, 0), "jobs",
                              (json_int_t)ledger_int(s, 1), "nodes", (json_int_t)ledger_int(s, 2), "cpu",
                              sqlite3_column_double(s, 3));
        if (ledger_text(s, 4)[0])
            json_object_set_new(w, "quarantined", json_string(ledger_text(s, 4)));
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

static json_t *stats_json(struct lab *l)
{
    const struct graph *g = lab_graph(l);
    struct ledger *d = lab_ledger(l);
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
                        json_integer(ledger_number(d, "SELECT count(*) FROM job WHERE state = 2", 0)));
    json_object_set_new(
        o, "certificate_bytes",
        json_integer(ledger_number(d, "SELECT coalesce(sum(length(bytes)), 0) FROM cert", 0)));
    json_object_set_new(o, "workers", workers_json(d));
    json_object_set_new(o, "options", options_json(lab_options(l)));
    return o;
}

static void print(const json_t *o)
{
    const char *name;
    const json_t *x;
    size_t i;
    printf("%lld nodes (%lld proved, %lld disproved, %lld parts of turns), %lld edges\n",
           json_integer_value(json_object_get(o, "nodes")), json_integer_value(json_object_get(o, "proved")),
           json_integer_value(json_object_get(o, "disproved")),
           json_integer_value(json_object_get(o, "parts")), json_integer_value(json_object_get(o, "edges")));
    json_object_foreach((json_t *)json_object_get(o, "jobs"), name, x)
        printf("%-8s %lld jobs, %lld won, %lld nodes, %.1f s of processor time\n", name,
               json_integer_value(json_object_get(x, "jobs")), json_integer_value(json_object_get(x, "won")),
               json_integer_value(json_object_get(x, "nodes")), json_real_value(json_object_get(x, "cpu")));
    printf("%lld jobs dropped, %lld bytes of certificates\n",
           json_integer_value(json_object_get(o, "dropped")),
           json_integer_value(json_object_get(o, "certificate_bytes")));
    json_array_foreach(json_object_get(o, "workers"), i, x)
    {
        const char *why = json_string_value(json_object_get(x, "quarantined"));
        printf("%s: %lld jobs, %.1f s%s%s\n", json_string_value(json_object_get(x, "worker")),
               json_integer_value(json_object_get(x, "jobs")), json_real_value(json_object_get(x, "cpu")),
               why ? ", quarantined: " : "", why ? why : "");
    }
    char *options = json_dumps(json_object_get(o, "options"), JSON_REAL_PRECISION(6));
    printf("options: %s\n", options);
    free(options);
}

int lab_verb_stats(int argc, char **argv)
{
    static const struct option_row options[] = {
        LAB_FILE(struct args, path),
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        NULL,
        "FILE.lab",
        "Tells what was done: nodes of the tree, jobs by kind and by worker, nodes and "
        "processor time, also while the lab runs.",
        NULL,
        NULL,
        NULL};
    struct args a = {NULL, false};
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    struct lab *l = lab_open(a.path, false, &e);
    if (!l)
        return cli_fail(argv[0], &e);
    json_t *o = stats_json(l);
    lab_close(l);
    if (a.json) {
        describe_print_json(o);
    } else {
        print(o);
        json_decref(o);
    }
    return EXIT_FINE;
}
