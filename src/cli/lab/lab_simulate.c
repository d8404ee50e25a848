/* `hexad lab simulate`: how a search would go with many workers, from the jobs that a lab recorded. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "cli/cli.h"
#include "cli/describe.h"
#include "cli/interrupt.h"
#include "cli/lab/lab_verbs.h"
#include "cli/live.h"
#include "lab/simulate.h"

enum { WORKERS_MOST = 8, TREES_MOST = 100 };

struct args {
    const char *path, *svg;
    int workers[WORKERS_MOST], counts;
    long trees, seed, least, most;
    bool json;
};

static void read_workers(struct args *a, const char *text, struct argp_state *state)
{
    a->counts = 0;
    while (*text) {
        char *end;
        long n = strtol(text, &end, 10);
        if (end == text || n < 1 || n > 100000 || a->counts == WORKERS_MOST || (*end && *end != ','))
            argp_failure(state, EXIT_USAGE, 0, "--workers is a list of up to %d numbers, as in 16,128,1000",
                         WORKERS_MOST);
        a->workers[a->counts++] = (int)n;
        text = *end ? end + 1 : end;
    }
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    switch (key) {
    case 'w':
        read_workers(a, arg, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The trees, and what one worker takes for each. */
struct base {
    uint64_t seed[TREES_MOST];
    struct simulate_result one[TREES_MOST];
    int n;
};

struct measured {
    double efficiency, wasted,
        jobs; /* means: efficiency geometric, shares of work and of one worker's jobs */
    int failed;
    bool done; /* not interrupted before */
};

static void tell(struct live *live, const char *what, int n)
{
    struct buf b = BUF_EMPTY;
    if (!live->on)
        return;
    buf_format(&b, "%s: %d", what, n);
    live_draw(live, buf_str(&b));
    buf_free(&b);
}

/* Trees that one worker proves by enough jobs and not too many. */
static void find_trees(const struct args *a, struct simulate_setup *s, struct base *out, struct live *live)
{
    s->workers = 1;
    s->most = a->most;
    for (uint64_t seed = (uint64_t)a->seed; out->n < a->trees && seed < (uint64_t)a->seed + 20000; seed++) {
        s->seed = seed;
        struct simulate_result r = simulate_run(s);
        if (interrupt_came(NULL))
            return;
        if (!r.proved || r.jobs < a->least)
            continue;
        out->seed[out->n] = seed;
        out->one[out->n++] = r;
        tell(live, "trees", out->n);
    }
}

static struct measured measure(const struct base *b, struct simulate_setup *s, int workers)
{
    struct measured c = {0};
    double sum = 0;
    for (int i = 0; i < b->n; i++) {
        s->seed = b->seed[i];
        s->workers = workers;
        s->most = b->one[i].jobs * 50 + 10000;
        struct simulate_result r = simulate_run(s);
        if (!r.proved) {
            c.failed++;
            continue;
        }
        sum += log(b->one[i].seconds / (workers * r.seconds));
        c.wasted += r.wasted / r.work;
        c.jobs += (double)r.jobs / (double)b->one[i].jobs;
    }
    int n = b->n - c.failed;
    c.done = true;
    c.efficiency = n ? exp(sum / n) : 0;
    c.wasted = n ? c.wasted / n : 0;
    c.jobs = n ? c.jobs / n : 0;
    return c;
}

/* ---- The picture ---- */

enum { LEFT = 60, TOP = 20, WIDE = 460, HIGH = 260 };

static void write_svg(const struct args *a, struct measured cell[GRAPH_POLICIES][WORKERS_MOST],
                      struct buf *out)
{
    static const char *const colour[] = {"#c0392b", "#2471a3", "#d68910", "#1e8449"};
    double span = log((double)a->workers[a->counts - 1]);
    buf_format(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 330\" font-family=\"sans-serif\" "
               "font-size=\"12\">\n<rect width=\"640\" height=\"330\" fill=\"white\"/>\n");
    for (int i = 0; i <= 5; i++)
        buf_format(out,
                   "<path d=\"M%d %d h%d\" stroke=\"#ddd\"/><text x=\"%d\" y=\"%d\" "
                   "text-anchor=\"end\">%.1f</text>\n",
                   LEFT, TOP + HIGH * i / 5, WIDE, LEFT - 6, TOP + HIGH * i / 5 + 4, 1 - i / 5.0);
    for (int i = 0; i < a->counts; i++)
        buf_format(out, "<text x=\"%.0f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
                   LEFT + WIDE * log((double)a->workers[i]) / span, TOP + HIGH + 18, a->workers[i]);
    buf_format(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">workers</text>\n", LEFT + WIDE / 2,
               TOP + HIGH + 38);
    for (int p = 0; p < GRAPH_POLICIES; p++) {
        buf_format(out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" points=\"%d,%d", colour[p],
                   LEFT, TOP);
        for (int i = 0; i < a->counts && cell[p][i].done; i++) {
            double e = cell[p][i].efficiency;
            buf_format(out, " %.1f,%.1f", LEFT + WIDE * log((double)a->workers[i]) / span,
                       TOP + HIGH * (1 - (e > 1 ? 1 : e)));
        }
        buf_format(out, "\"/>\n<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", LEFT + WIDE + 16,
                   TOP + 20 + 20 * p, colour[p], graph_policy_name[p]);
    }
    buf_text(out, "</svg>\n");
}

/* ---- Words ---- */

static void print_plain(const struct args *a, const struct base *b, size_t records,
                        struct measured cell[GRAPH_POLICIES][WORKERS_MOST])
{
    double jobs = 0, seconds = 0;
    for (int i = 0; i < b->n; i++) {
        jobs += (double)b->one[i].jobs / b->n;
        seconds += b->one[i].seconds / b->n;
    }
    printf("%d trees, from %zu recorded jobs; one worker takes %.0f jobs and %.0f s on average\n\n", b->n,
           records, jobs, seconds);
    printf(
        "| policy | workers | efficiency | work wasted | jobs | not proved |\n|---|---|---|---|---|---|\n");
    for (int p = 0; p < GRAPH_POLICIES; p++)
        for (int i = 0; i < a->counts && cell[p][i].done; i++)
            printf("| %s | %d | %.2f | %.0f%% | %.2f | %d |\n", graph_policy_name[p], a->workers[i],
                   cell[p][i].efficiency, cell[p][i].wasted * 100, cell[p][i].jobs, cell[p][i].failed);
}

static void print_json(const struct args *a, const struct base *b, size_t records,
                       struct measured cell[GRAPH_POLICIES][WORKERS_MOST])
{
    json_t *list = json_array();
    for (int p = 0; p < GRAPH_POLICIES; p++)
        for (int i = 0; i < a->counts && cell[p][i].done; i++)
            json_array_append_new(
                list, json_pack("{s:s, s:i, s:f, s:f, s:f, s:i}", "policy", graph_policy_name[p], "workers",
                                a->workers[i], "efficiency", cell[p][i].efficiency, "wasted",
                                cell[p][i].wasted, "jobs", cell[p][i].jobs, "failed", cell[p][i].failed));
    describe_print_json(
        json_pack("{s:I, s:i, s:o}", "records", (json_int_t)records, "trees", b->n, "results", list));
}

static int simulate(const struct args *a, const char *command)
{
    struct simulate_records *records;
    struct err e;
    if (!simulate_read(a->path, &records, &e))
        return cli_fail(command, &e);
    struct lab_options usual;
    lab_options_usual(&usual);
    struct simulate_setup s = {.records = records, .graph = usual.graph};
    struct base *b = mem_zero(1, sizeof *b);
    struct measured cell[GRAPH_POLICIES][WORKERS_MOST] = {{{0}}};
    struct live live = live_new();
    interrupt_hold();
    find_trees(a, &s, b, &live);
    for (int p = 0; p < GRAPH_POLICIES && b->n && !interrupt_came(NULL); p++) {
        s.graph.policy = (enum graph_policy)p;
        for (int i = 0; i < a->counts && !interrupt_came(NULL); i++) {
            tell(&live, graph_policy_name[p], a->workers[i]);
            cell[p][i] = measure(b, &s, a->workers[i]);
        }
    }
    live_clear(&live);
    bool ok = b->n > 0 || err_set(&e, "no tree is proved by %ld to %ld jobs", a->least, a->most);
    if (ok && a->json)
        print_json(a, b, simulate_jobs(records), cell);
    else if (ok)
        print_plain(a, b, simulate_jobs(records), cell);
    if (ok && a->svg) {
        struct buf svg = BUF_EMPTY;
        write_svg(a, cell, &svg);
        ok = file_write(a->svg, buf_str(&svg), svg.len, &e);
        buf_free(&svg);
    }
    free(b);
    simulate_records_free(records);
    return ok ? interrupt_came(NULL) ? EXIT_NO : EXIT_FINE : cli_fail(command, &e);
}

int lab_verb_simulate(int argc, char **argv)
{
    static const struct option_row options[] = {
        LAB_FILE(struct args, path),
        {"workers", 'w', "LIST", 0, "how many (16,128,1000)", 0, OWN},
        {"trees", 't', "N", 0, "trees that are searched by each number of workers with each policy (10)", 0,
         TO_LONG(struct args, trees, 1, TREES_MOST)},
        {"least", 0, "N", 0, "jobs that one worker needs for a tree, at least (5000)", 0,
         TO_LONG(struct args, least, 1, 10000000)},
        {"most", 0, "N", 0, "the same, at most (200000)", 0, TO_LONG(struct args, most, 1, 100000000)},
        {"seed", 0, "N", 0, "of the first tree (0)", 0, TO_LONG(struct args, seed, 0, 1L << 40)},
        {"svg", 0, "OUT", 0, "draw the efficiency", 0, TO_TEXT(struct args, svg)},
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {NULL,
                                     parse,
                                     "FILE.lab",
                                     "Simulates searches with many workers, with every policy: the graph and "
                                     "the choice of nodes are the lab's own, the "
                                     "outcome and the processor time of each job are drawn from those in the "
                                     "file, the same for a node of the made-up "
                                     "tree whoever asks when. Efficiency is the time of one worker divided "
                                     "by the number of workers and their time.",
                                     NULL,
                                     NULL,
                                     NULL};
    struct args a = {.workers = {16, 128, 1000}, .counts = 3, .trees = 10, .least = 5000, .most = 200000};
    cli_parse(&argp, options, argc, argv, &a);
    return simulate(&a, argv[0]);
}
