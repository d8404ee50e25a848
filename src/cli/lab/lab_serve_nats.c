/* `hexad lab serve-nats`: a broker, for this machine alone or with users that it knows. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/lab/lab_verbs.h"
#include "cli/option.h"
#include "lab/grid/broker.h"

struct args {
    struct grid_broker broker;
    const char *workers, *coordinators;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    struct grid_broker *b = &a->broker;
    switch (key) {
    case ARGP_KEY_ARG:
        if (b->folder)
            argp_failure(state, EXIT_USAGE, 0, "one folder, please: '%s' is too much", arg);
        b->folder = arg;
        return 0;
    case ARGP_KEY_END:
        if (!b->cert != !b->key)
            argp_failure(state, EXIT_USAGE, 0, "--cert and --key belong together");
        if (a->workers && !b->folder)
            argp_failure(state, EXIT_USAGE, 0, "a folder for the configuration and the secrets is needed");
        if (!a->workers && !grid_loopback(b->address))
            argp_failure(state, EXIT_USAGE, 0,
                         "whoever reaches a broker without users can send what he likes: "
                         "with an address other than loopback say --workers NAME,NAME");
        if (!a->workers && (b->cert || strcmp(a->coordinators, "lab") != 0))
            argp_failure(state, EXIT_USAGE, 0, "--coordinators, --cert and --key want --workers");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool make_folder(const char *folder, struct err *e)
{
    return mkdir(folder, 0700) == 0 || errno == EEXIST || err_set(e, "%s: %s", folder, strerror(errno));
}

/* The name by which other machines reach us. */
static void find_host(const char *address, char out[256])
{
    bool all = strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
    if (!all || gethostname(out, 255) != 0)
        snprintf(out, 256, strchr(address, ':') ? "[%s]" : "%s", address);
    out[255] = '\0';
}

/* The line that each user starts with. */
static void print_lines(const struct grid_broker *b, const char *url)
{
    for (size_t i = 0; i < b->users; i++) {
        const struct grid_user *u = &b->user[i];
        char *file = grid_user_path(b->folder, u->role, u->name);
        printf("%s %s:\n    hexad lab %s --nats %s --nats-user %s%s%s\n", grid_role_name[u->role], u->name,
               u->role == GRID_WORKER ? "work" : "run FILE.lab", url, file, b->cert ? " --nats-ca " : "",
               b->cert ? b->cert : "");
        free(file);
    }
    if (!b->cert && !grid_loopback(b->address))
        printf(
            "without --cert and --key the secrets travel as they are: only over a network that you trust\n");
}

/* Becomes nats-server. Returns only if that fails. */
static void become(char *const argv[])
{
    execvp(argv[0], argv);
    execv("/usr/sbin/nats-server", argv);
}

static bool serve(const struct args *a, struct err *e)
{
    const struct grid_broker *b = &a->broker;
    char host[256], url[300], port[12], *conf = NULL;
    find_host(b->address, host);
    snprintf(url, sizeof url, "%s://%s:%d", b->cert ? "tls" : "nats", host, b->port);
    snprintf(port, sizeof port, "%d", b->port);
    if (b->users && !grid_broker_write(b, &conf, e))
        return false;
    printf("%s\n", url);
    print_lines(b, url);
    fflush(stdout);
    if (conf)
        become((char *const[]){"nats-server", "-c", conf, NULL});
    else
        become((char *const[]){"nats-server", "-a", (char *)b->address, "-p", port, NULL});
    err_set(e, "nats-server: %s (Debian's package is nats-server)", strerror(errno));
    free(conf);
    return false;
}

int lab_verb_serve_nats(int argc, char **argv)
{
    static const struct option_row options[] = {
        {"address", 'a', "ADDRESS", 0, "to listen on (127.0.0.1)", 0, TO_TEXT(struct args, broker.address)},
        {"port", 'p', "PORT", 0, "to listen on (4222)", 0, TO_INT(struct args, broker.port, 1, 65535)},
        {"workers", 'w', "NAMES", 0, "let in these workers, and nobody else", 0,
         TO_TEXT(struct args, workers)},
        {"coordinators", 'c', "NAMES", 0, "and these coordinators (lab)", 0,
         TO_TEXT(struct args, coordinators)},
        {"cert", 'C', "FILE", 0, "TLS: the broker's certificate", 0, TO_TEXT(struct args, broker.cert)},
        {"key", 'K', "FILE", 0, "TLS: its key", 0, TO_TEXT(struct args, broker.key)},
        OPTION_END,
    };
    static const struct argp argp = {NULL,
                                     parse,
                                     "[FOLDER]",
                                     "Starts a broker: nats-server. Without --workers it listens to this "
                                     "machine alone, and to everybody on it. "
                                     "With --workers a,b,c it lets in these workers and the coordinators, "
                                     "each under its own name: it writes the "
                                     "configuration and a file with a secret for each of them into the "
                                     "folder, and prints the line that each is "
                                     "started with.\vA worker's or coordinator's file has to be where its "
                                     "line is run, and nowhere else. Names that "
                                     "are no longer in the list are not let in any more; a name whose file "
                                     "is removed gets another secret.",
                                     NULL,
                                     NULL,
                                     NULL};
    struct args a = {.broker = {.address = "127.0.0.1", .port = 4222}, .coordinators = "lab"};
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    bool ok = !a.broker.folder || make_folder(a.broker.folder, &e);
    if (ok && a.workers)
        ok = grid_broker_add(&a.broker, GRID_COORDINATOR, a.coordinators, &e) &&
             grid_broker_add(&a.broker, GRID_WORKER, a.workers, &e);
    ok = ok && serve(&a, &e);
    grid_broker_free(&a.broker);
    return ok ? EXIT_FINE : cli_fail(argv[0], &e);
}
