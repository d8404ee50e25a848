/* `hexad lab work` and `hexad lab status`: the lab on many machines. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/describe.h"
#include "cli/interrupt.h"
#include "cli/lab/lab_verbs.h"
#include "cli/lab/nats_arg.h"

/* Verbs that do nothing without a broker, and take no arguments. */
static error_t parse_broker(const struct grid_options *nats, int key, char *arg, struct argp_state *state)
{
    switch (key) {
    case ARGP_KEY_ARG:
        argp_failure(state, EXIT_USAGE, 0, "'%s' is too much", arg);
        return 0;
    case ARGP_KEY_END:
        if (!nats->url)
            argp_failure(state, EXIT_USAGE, 0, "where is the broker? --nats URL");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* ---- work ---- */

struct work_args {
    struct grid_options nats;
    struct grid_worker worker;
    bool quiet;
};

static error_t parse_work(int key, char *arg, struct argp_state *state)
{
    struct work_args *a = state->input;
    switch (key) {
    case 'n':
        if (!grid_name_is_fine(arg, LAB_WORKER_MOST))
            argp_failure(state, EXIT_USAGE, 0, "--name '%s' must be up to %d letters, digits, - or _", arg,
                         LAB_WORKER_MOST);
        a->worker.name = arg;
        return 0;
    default:
        return parse_broker(&a->nats, key, arg, state);
    }
}

static void on_said(void *ctx, const char *text)
{
    (void)ctx;
    printf("%s\n", text);
    fflush(stdout);
}

int lab_verb_work(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_NATS(struct work_args, nats),
        {"name", 'n', "NAME", 0, "the worker's name (that of --nats-user, or the machine's and some digits)",
         0, OWN},
        OPTION_HASH(struct work_args, worker.memory, "memory for the prover (512)"),
        {"job-nodes", 'J', "N", 0, "refuse jobs that ask for more nodes (1000000000)", 0,
         TO_COUNT(struct work_args, worker.limits.nodes, 1, OPTION_NODES_MOST)},
        {"job-seconds", 'S', "S", 0, "leave jobs that take longer (3600)", 0,
         TO_SECONDS(struct work_args, worker.limits.seconds, 0.001)},
        {"job-memory", 'M', "MIB", 0,
         "leave jobs with which the process takes more memory (1024 more than --hash)", 0,
         TO_MEMORY(struct work_args, worker.limits.memory)},
        {"jobs", 'N', "N", 0, "end after so many jobs", 0,
         TO_LONG(struct work_args, worker.jobs, 1, 1000000000)},
        {"quiet", 'q', NULL, 0, "print nothing", 0, TO_FLAG(struct work_args, quiet)},
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        parse_work,
        NULL,
        "Works for the labs of a broker, one job at a time, until Ctrl-C; as many of these as a "
        "machine has processors use it well.\vA job that is stopped goes back to the others, and so does one "
        "that is "
        "beyond the limits.",
        NULL,
        NULL,
        NULL};
    struct work_args a = {.quiet = false};
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    struct interrupt_watch watch;
    interrupt_watch(&watch);
    a.worker.stop = &watch.stop;
    a.worker.said = a.quiet ? NULL : on_said;
    bool ok = grid_work(&a.nats, &a.worker, &e);
    interrupt_done(&watch);
    return ok ? EXIT_FINE : cli_fail(argv[0], &e);
}

/* ---- status ---- */

struct status_args {
    struct grid_options nats;
    bool json;
};

static error_t parse_status(int key, char *arg, struct argp_state *state)
{
    struct status_args *a = state->input;
    return parse_broker(&a->nats, key, arg, state);
}

static json_t *json_worker(const struct grid_sign *x)
{
    json_t *j =
        json_pack("{s:s, s:b, s:I, s:I, s:f, s:i}", "name", x->name, "busy", x->state == GRID_BUSY, "jobs",
                  (json_int_t)x->jobs, "nodes", (json_int_t)x->nodes, "cpu", x->cpu, "held", x->helds);
    if (x->state == GRID_BUSY)
        json_object_update_new(j,
                               json_pack("{s:s, s:s, s:I, s:s, s:f}", "coordinator", x->held[0].coordinator,
                                         "lab", x->held[0].lab, "job", (json_int_t)x->held[0].job, "kind",
                                         x->kind, "seconds", x->seconds));
    return j;
}

static void print_status_json(const struct grid_status *s)
{
    json_t *workers = json_array(), *coordinators = json_array(), *older = json_array();
    for (size_t i = 0; i < s->signs; i++) {
        const struct grid_sign *x = &s->sign[i];
        if (x->role == GRID_WORKER)
            json_array_append_new(workers, json_worker(x));
        else
            json_array_append_new(coordinators,
                                  json_pack("{s:s, s:s, s:I, s:I}", "name", x->name, "lab", x->lab, "out",
                                            (json_int_t)x->jobs, "poisoned", (json_int_t)x->poisoned));
    }
    for (size_t i = 0; i < s->olders; i++)
        json_array_append_new(older, json_string(s->older[i]));
    describe_print_json(
        json_pack("{s:o, s:o, s:o}", "workers", workers, "coordinators", coordinators, "older", older));
}

/* What a worker has done so far, and how fast it is. */
static void print_done(const struct grid_sign *x)
{
    printf("%lld jobs done, %llu nodes in %.1f s", (long long)x->jobs, (unsigned long long)x->nodes, x->cpu);
    if (x->cpu > 0)
        printf(", %.0f a second", (double)x->nodes / x->cpu);
    printf("\n");
}

static void print_status_text(const struct grid_status *s)
{
    for (size_t i = 0; i < s->signs; i++) {
        const struct grid_sign *x = &s->sign[i];
        if (x->role == GRID_COORDINATOR)
            printf("%-30s coordinates %s, %lld jobs out, %lld poisoned\n", x->name, x->lab,
                   (long long)x->jobs, (long long)x->poisoned);
        else if (x->state == GRID_BUSY)
            printf("%-30s %s, job %lld of %s, %.0f s; ", x->name, x->kind, (long long)x->held[0].job,
                   x->held[0].coordinator, x->seconds);
        else
            printf("%-30s idle; ", x->name);
        if (x->role == GRID_WORKER)
            print_done(x);
    }
    for (size_t i = 0; i < s->olders; i++)
        printf("%-30s is an older hexad, which does not understand this one: update it\n", s->older[i]);
    if (s->signs + s->olders == 0)
        printf("nobody is there\n");
}

int lab_verb_status(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_NATS(struct status_args, nats),
        OPTION_JSON(struct status_args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {
        NULL, parse_status, NULL, "Shows who works at a broker on what, and who coordinates.",
        NULL, NULL,         NULL};
    struct status_args a = {.json = false};
    struct grid_status s;
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    if (!grid_look(&a.nats, GRID_SIGN_SECONDS + 0.5, &s, &e))
        return cli_fail(argv[0], &e);
    if (a.json)
        print_status_json(&s);
    else
        print_status_text(&s);
    grid_status_free(&s);
    return EXIT_FINE;
}
