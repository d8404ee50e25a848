/* `hexad lab run`: the search, on threads of this machine or on the workers of a broker. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/lab/lab_verbs.h"
#include "cli/lab/nats_arg.h"
#include "cli/limit_arg.h"
#include "cli/live.h"
#include "json/proof.h"

enum { NAMED_MOST = 64 };

struct args {
    struct limits limit;
    struct grid_options nats;
    struct grid_wish wish;
    const char *named[NAMED_MOST];
    const char *path;
    int threads;
    long jobs;
    size_t memory;
    bool json;
    struct live live;
    double told;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    switch (key) {
    case 'W':
        if (a->wish.names == NAMED_MOST || !grid_name_is_fine(arg, LAB_WORKER_MOST))
            argp_failure(state, EXIT_USAGE, 0, "--worker '%s' is no name, or one too many", arg);
        a->named[a->wish.names++] = arg;
        return 0;
    case ARGP_KEY_END:
        if (!a->nats.url && (a->wish.workers || a->wish.names))
            argp_failure(state, EXIT_USAGE, 0, "--workers and --worker want --nats");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void on_tell(void *ctx, const struct lab *l, const struct lab_state *s)
{
    struct args *a = ctx;
    const struct lab_root *root;
    size_t n = lab_roots(l, &root);
    double now = clock_now();
    if (!a->live.on || now - a->told < 0.25)
        return;
    a->told = now;
    struct buf b = BUF_EMPTY;
    buf_format(&b, "%lld jobs, %llu nodes, %.0f s, %u nodes in the tree, %zu jobs out\n", (long long)s->jobs,
               (unsigned long long)s->nodes, s->seconds, lab_graph(l)->nodes, s->out);
    for (size_t i = 0; i < n; i++) {
        const struct graph_node *x = &lab_graph(l)->node[root[i].node];
        char pn[PROOF_NUMBER_TEXT], dn[PROOF_NUMBER_TEXT];
        buf_format(&b, "  %-20s %s%s, proof number %s, disproof number %s\n", root[i].name, lab_state_text(x),
                   root[i].paused ? ", paused" : "", proof_number_text(x->pn, pn),
                   proof_number_text(x->dn, dn));
    }
    live_draw(&a->live, buf_str(&b));
    buf_free(&b);
}

static void on_said(void *ctx, const char *text)
{
    struct args *a = ctx;
    live_clear(&a->live);
    fprintf(stderr, "%s\n", text);
}

/* Who wins, of every root that asks for it. */
static json_t *winners_json(const struct lab *l)
{
    const struct lab_pair *pair;
    size_t n = lab_pairs(l, &pair);
    json_t *all = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(
            all, json_pack("{s:s, s:s}", "name", pair[i].name, "winner", lab_pair_word(l, &pair[i])));
    return all;
}

static void print_end(const struct args *a, const struct lab *l, const struct lab_state *s)
{
    if (a->json) {
        json_t *j = json_pack("{s:I, s:I, s:f, s:f, s:I, s:I, s:I, s:b}", "jobs", (json_int_t)s->jobs,
                              "nodes", (json_int_t)s->nodes, "seconds", s->seconds, "cpu", s->cpu, "proved",
                              (json_int_t)s->proved, "disproved", (json_int_t)s->disproved, "open",
                              (json_int_t)(s->open_roots + s->paused), "stuck", s->stuck);
        json_object_set_new(j, "winners", winners_json(l));
        json_dumpf(j, stdout, JSON_COMPACT);
        putchar('\n');
        json_decref(j);
        return;
    }
    printf("%zu proved, %zu disproved, %zu open%s; %lld jobs, %llu nodes, %.1f s, %.1f s of processor time\n",
           s->proved, s->disproved, s->open_roots + s->paused, s->stuck ? ", with nothing left to try" : "",
           (long long)s->jobs, (unsigned long long)s->nodes, s->seconds, s->cpu);
    lab_print_pairs(l);
}

/* The name under which results come back, whenever and wherever the file is run; it stood for the coordinator once. */
static bool find_name(struct lab *l, char name[GRID_ID], struct err *e)
{
    char *kept = lab_kept(l, "coordinator");
    if (kept && grid_name_is_fine(kept, GRID_ID - 1)) {
        snprintf(name, GRID_ID, "%s", kept);
        free(kept);
        return true;
    }
    free(kept);
    char random[17];
    grid_random(random);
    snprintf(name, GRID_ID, "%s", random);
    return lab_keep(l, "coordinator", name, e);
}

/* What the broker tells, from threads of its own: never in the middle of a line of ours. */
static void on_grid_said(void *ctx, const char *text)
{
    (void)ctx;
    fprintf(stderr, "%s\n", text);
}

/* Threads of this machine, or the workers of a broker. */
static bool find_runner(struct args *a, struct lab *l, struct runner *out, struct err *e)
{
    char name[GRID_ID];
    if (!a->nats.url) {
        *out = runner_threads(a->threads, a->memory);
        return true;
    }
    if (!find_name(l, name, e))
        return false;
    a->wish.lab = name;
    a->wish.rules = lab_rules(l);
    a->wish.named = a->named;
    a->wish.said = on_grid_said;
    return runner_nats(&a->nats, &a->wish, out, e);
}

int lab_verb_run(int argc, char **argv)
{
    static const struct option_row options[] = {
        LAB_FILE(struct args, path),
        OPTION_LIMIT(struct args, limit),
        OPTION_NATS(struct args, nats),
        OPTION_THREADS(struct args, threads, 'T', 256, "work with so many threads (1)", 0),
        {"jobs", 'N', "N", 0, "stop after so many jobs", 0, TO_LONG(struct args, jobs, 1, 1000000000)},
        OPTION_HASH(struct args, memory, "memory for the prover of each thread (512)"),
        {"workers", 'w', "N", 0, "with --nats: so many workers at the most (a fair share of all)", 0,
         TO_INT(struct args, wish.workers, 1, 100000)},
        {"worker", 'W', "NAME", 0, "with --nats: this worker, may be given several times (any)", 0, OWN},
        {"json", 'j', NULL, 0, "print JSON at the end", 0, TO_FLAG(struct args, json)},
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        parse,
        "FILE.lab",
        "Searches until every root is settled or paused. It can be stopped at any time, "
        "by Ctrl-C or otherwise, and goes on from there. Exits with 1 if a root is left "
        "open.",
        NULL,
        NULL,
        NULL};
    struct args a = {.threads = 1, .live = live_new()};
    struct err e;
    struct lab_state s;
    cli_parse(&argp, options, argc, argv, &a);
    struct lab *l = lab_open(a.path, true, &e);
    if (!l)
        return cli_fail(argv[0], &e);
    struct interrupt_watch watch;
    interrupt_watch(&watch);
    struct runner runner;
    a.wish.stop = &watch.stop;
    if (!find_runner(&a, l, &runner, &e)) {
        interrupt_done(&watch);
        lab_close(l);
        return cli_fail(argv[0], &e);
    }
    struct lab_run r = {.runner = runner,
                        .jobs = a.jobs,
                        .limits.seconds = a.limit.seconds,
                        .limits.cpu = a.limit.cpu,
                        .limits.stop = &watch.stop,
                        .tell = on_tell,
                        .said = on_said,
                        .ctx = &a};
    bool ok = lab_run(l, &r, &s, &e);
    r.runner.free(r.runner.ctx);
    interrupt_done(&watch);
    live_clear(&a.live);
    if (ok)
        print_end(&a, l, &s);
    lab_close(l);
    if (!ok)
        return cli_fail(argv[0], &e);
    return s.open_roots + s.paused == 0 && s.disproved == 0 ? EXIT_FINE : EXIT_NO;
}
