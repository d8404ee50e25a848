/* `hexad lab work`, `hexad lab status` and `hexad lab serve-nats`: the lab on many machines. */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
        {"name", 'n', "NAME", 0, "the worker's name (the machine's, and some digits)", 0, OWN},
        OPTION_HASH(struct work_args, worker.memory, "memory for the prover (512)"),
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
        "machine has processors use it well.\vA job that is stopped goes back to the others.",
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

static void print_status_json(const struct grid_status *s)
{
    json_t *workers = json_array(), *coordinators = json_array();
    for (size_t i = 0; i < s->signs; i++) {
        const struct grid_sign *x = &s->sign[i];
        if (x->state == GRID_COORDINATES) {
            json_array_append_new(coordinators,
                                  json_pack("{s:s, s:I, s:I}", "name", x->name, "out", (json_int_t)x->jobs,
                                            "poisoned", (json_int_t)x->poisoned));
            continue;
        }
        json_t *j = json_pack("{s:s, s:b, s:I, s:I, s:f}", "name", x->name, "busy", x->state == GRID_BUSY,
                              "jobs", (json_int_t)x->jobs, "nodes", (json_int_t)x->nodes, "cpu", x->cpu);
        if (x->state == GRID_BUSY)
            json_object_update_new(j, json_pack("{s:s, s:I, s:s, s:f}", "coordinator", x->coordinator, "job",
                                                (json_int_t)x->job, "kind", x->kind, "seconds", x->seconds));
        json_array_append_new(workers, j);
    }
    describe_print_json(json_pack("{s:o, s:o, s:I, s:I}", "workers", workers, "coordinators", coordinators,
                                  "jobs", (json_int_t)s->jobs, "results", (json_int_t)s->results));
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
        if (x->state == GRID_COORDINATES)
            printf("%-30s coordinates, %lld jobs out, %lld poisoned\n", x->name, (long long)x->jobs,
                   (long long)x->poisoned);
        else if (x->state == GRID_BUSY)
            printf("%-30s %s, job %lld of %s, %.0f s; ", x->name, x->kind, (long long)x->job, x->coordinator,
                   x->seconds);
        else
            printf("%-30s idle; ", x->name);
        if (x->state != GRID_COORDINATES)
            print_done(x);
    }
    printf("%llu jobs not done, %llu parts of results not taken\n", (unsigned long long)s->jobs,
           (unsigned long long)s->results);
}

int lab_verb_status(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_NATS(struct status_args, nats),
        OPTION_JSON(struct status_args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {
        NULL, parse_status, NULL, "Shows who works at a broker on what, who coordinates, and what waits.",
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

/* ---- serve-nats ---- */

struct serve_args {
    const char *address, *folder;
    int port;
};

static error_t parse_serve(int key, char *arg, struct argp_state *state)
{
    struct serve_args *a = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        if (a->folder)
            argp_failure(state, EXIT_USAGE, 0, "one folder, please: '%s' is too much", arg);
        a->folder = arg;
        return 0;
    case ARGP_KEY_END:
        if (!a->folder)
            argp_failure(state, EXIT_USAGE, 0, "a folder for what the broker holds is needed");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int lab_verb_serve_nats(int argc, char **argv)
{
    static const struct option_row options[] = {
        {"address", 'a', "ADDRESS", 0, "to listen on (127.0.0.1)", 0, TO_TEXT(struct serve_args, address)},
        {"port", 'p', "PORT", 0, "to listen on (4222)", 0, TO_INT(struct serve_args, port, 1, 65535)},
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        parse_serve,
        "FOLDER",
        "Starts a broker: nats-server with JetStream, which keeps what it holds in the folder.\vThe "
        "same as nats-server -js -sd FOLDER -a ADDRESS -p PORT. On any address but loopback it should ask "
        "for TLS "
        "and credentials: see nats-server's manual for its configuration file.",
        NULL,
        NULL,
        NULL};
    struct serve_args a = {.address = "127.0.0.1", .port = 4222};
    struct err e;
    char port[12];
    cli_parse(&argp, options, argc, argv, &a);
    if (mkdir(a.folder, 0700) != 0 && errno != EEXIST) {
        err_set(&e, "%s: %s", a.folder, strerror(errno));
        return cli_fail(argv[0], &e);
    }
    snprintf(port, sizeof port, "%d", a.port);
    printf("nats://%s:%s\n", a.address, port);
    fflush(stdout);
    execlp("nats-server", "nats-server", "-js", "-sd", a.folder, "-a", a.address, "-p", port, (char *)NULL);
    execl("/usr/sbin/nats-server", "nats-server", "-js", "-sd", a.folder, "-a", a.address, "-p", port,
          (char *)NULL);
    err_set(&e, "nats-server: %s (Debian's package is nats-server)", strerror(errno));
    return cli_fail(argv[0], &e);
}
