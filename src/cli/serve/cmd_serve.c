/* `hexad serve`: the page, its interface and live analysis on a port of this machine. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/secret.h"
#include "cli/commands.h"
#include "cli/data.h"
#include "cli/interrupt.h"
#include "server/hurry.h"
#include "server/server.h"
#include "server/transport/address.h"
#include "json/limits.h"

enum { USUAL_PORT = 6006 };

struct args {
    struct server_options server;
    struct buf addresses, proofs, openings;
    char *token;
    const char *token_file;
    bool quiet;
};

/* Letters that need no quoting in an address or a cookie. */
static bool token_is_fine(const char *token)
{
    size_t len = strlen(token);
    return len >= 8 && len <= 200 &&
           strspn(token, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~") == len;
}
enum { TOKEN = 26 }; /* letters of those that are made */
#define TOKEN_RULE "must be 8 to 200 letters, digits, or any of - _ . ~"

/* Takes the token out of the command line, where everybody on the machine could read it. */
static void take_token(struct args *a, char *arg, struct argp_state *state)
{
    bool fine = token_is_fine(arg);
    a->token = mem_strdup(arg);
    memset(arg, '*', strlen(arg));
    if (!fine)
        argp_failure(state, EXIT_USAGE, 0, "--token " TOKEN_RULE);
}

static void take_proxy(struct args *a, const char *arg, struct argp_state *state)
{
    if (!*arg || strlen(arg) > 60 ||
        strspn(arg, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") != strlen(arg))
        argp_failure(state, EXIT_USAGE, 0, "--trust-proxy '%s' is not the name of a header", arg);
    a->server.proxy_header = arg;
}

enum { KEY_PROXY = 256, KEY_RATE, KEY_DATA_LIMIT, KEY_PROOFS, KEY_OPENINGS };

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    switch (key) {
    case 'a':
        buf_format(&a->addresses, "%s%s", a->addresses.len ? "," : "", arg);
        return 0;
    case 't':
        take_token(a, arg, state);
        return 0;
    case KEY_PROXY:
        take_proxy(a, arg, state);
        return 0;
    case KEY_RATE:
        a->server.rate = (double)cli_number(state, "--rate", arg, 1, 1000000);
        return 0;
    case KEY_PROOFS:
        if (strchr(arg, ':'))
            argp_failure(state, EXIT_USAGE, 0, "--proofs '%s' has a colon in it", arg);
        buf_format(&a->proofs, "%s%s", a->proofs.len ? ":" : "", arg);
        return 0;
    case KEY_OPENINGS:
        if (strchr(arg, ':'))
            argp_failure(state, EXIT_USAGE, 0, "--openings '%s' has a colon in it", arg);
        a->server.no_openings = strcmp(arg, "off") == 0;
        if (!a->server.no_openings)
            buf_format(&a->openings, "%s%s", a->openings.len ? ":" : "", arg);
        return 0;
    case KEY_DATA_LIMIT:
        a->server.data_bytes = (int64_t)cli_number(state, "--data-limit", arg, 1, 1 << 20) << 20;
        return 0;
    case ARGP_KEY_ARG:
        argp_failure(state, EXIT_USAGE, 0, "'%s' is too much", arg);
        return 0;
    case ARGP_KEY_END:
        if (a->token && a->token_file)
            argp_failure(state, EXIT_USAGE, 0, "--token and --token-file exclude each other");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The token, from the command line, a file or the environment; made if it is needed and there is none. */
static bool find_token(struct args *a, struct err *e)
{
    const char *environment = getenv("HEXAD_TOKEN");
    if (a->token_file) {
        size_t len;
        if (!file_read(a->token_file, &a->token, &len, e))
            return false;
        a->token[strcspn(a->token, "\r\n")] = '\0';
        if (!token_is_fine(a->token))
            return err_set(e, "%s: the token " TOKEN_RULE, a->token_file);
    } else if (!a->token && environment && *environment) {
        a->token = mem_strdup(environment);
        if (!token_is_fine(a->token))
            return err_set(e, "HEXAD_TOKEN: the token " TOKEN_RULE);
    } else if (!a->token && a->server.address && !address_list_is_loopback(a->server.address)) {
        a->token = mem_alloc(TOKEN + 1);
        return secret_make(a->token, TOKEN, e);
    }
    return true;
}

/* As many connections as the system lets us have. */
static void raise_files(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < files.rlim_max) {
        files.rlim_cur = files.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
}

/* Where proofs are installed: beside the program, wherever that is. */
static void add_installed_proofs(struct buf *folders)
{
    char *path = data_beside("../share/hexad/proofs");
    if (*path && !strchr(path, ':'))
        buf_format(folders, "%s%s", folders->len ? ":" : "", path);
    free(path);
}

/* The opening database that is installed, unless another was named. */
static void add_installed_openings(struct args *a)
{
    char *path = a->openings.len || a->server.no_openings ? NULL : data_installed_openings();
    if (path && !strchr(path, ':'))
        buf_text(&a->openings, path);
    free(path);
}

/* A folder beside the data file. The caller frees it. */
static char *beside(const char *data, const char *name)
{
    const char *slash = strrchr(data, '/');
    struct buf b = BUF_EMPTY;
    buf_format(&b, "%.*s%s", slash ? (int)(slash + 1 - data) : 0, data, name);
    return buf_take(&b);
}

/* Until Ctrl-C or the like, which interrupt_hold keeps for us. */
static void wait_for_end(void)
{
    while (!interrupt_came(NULL)) {
        struct timespec pause = {0, 50000000};
        nanosleep(&pause, NULL);
    }
}

#define END_WALL 30.0 /* seconds that the end may take on a machine that has no time for us */

static void leave(void)
{
    static const char text[] =
        "hexad: the end comes while something is still being done; what was saved is kept\n";
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(EXIT_USAGE);
    _exit(EXIT_FINE);
}

/* The address for a browser: the first that is listened on. */
static void tell(const struct args *a, const struct server *s)
{
    char first[64] = "127.0.0.1";
    if (a->server.address)
        snprintf(first, sizeof first, "%.*s", (int)strcspn(a->server.address, ","), a->server.address);
    if (strcmp(first, "0.0.0.0") == 0 || strcmp(first, "::") == 0)
        snprintf(first, sizeof first, "localhost");
    bool six = strchr(first, ':') != NULL;
    printf("http://%s%s%s:%d/", six ? "[" : "", first, six ? "]" : "", server_port(s));
    if (a->server.token)
        printf("?token=%s", a->server.token);
    printf("\n");
    if (!a->quiet)
        printf("Games are kept in %s. Ctrl-C ends.\n", a->server.data);
    fflush(stdout);
}

static bool serve(struct args *a, struct err *e)
{
    char *data = NULL, *proofs = NULL, *labs = NULL, *tournaments = NULL;
    struct server *s;
    if (a->addresses.len)
        a->server.address = buf_str(&a->addresses);
    if (!find_token(a, e))
        return false;
    a->server.token = a->token;
    if (!a->server.data && !(a->server.data = data = data_usual("", true)))
        return err_set(e, "neither HOME nor XDG_DATA_HOME says where games are kept: give --data FILE");
    add_installed_proofs(&a->proofs);
    add_installed_openings(a);
    a->server.proofs = buf_str(&a->proofs);
    a->server.openings = buf_str(&a->openings);
    a->server.own_proofs = proofs = beside(a->server.data, "proofs");
    if (!a->server.labs)
        a->server.labs = labs = beside(a->server.data, "labs");
    a->server.tournaments = tournaments = beside(a->server.data, "tournaments");
    interrupt_hold();
    signal(SIGPIPE, SIG_IGN);
    raise_files();
    bool ok = server_start(&a->server, &s, e);
    if (ok) {
        tell(a, s);
        wait_for_end();
        struct hurry *h = hurry_start(LIMIT_END_MS / 1000.0, END_WALL, leave);
        server_stop(s);
        hurry_stop(h);
    }
    free(proofs);
    free(labs);
    free(tournaments);
    free(data);
    return ok;
}

int command_serve(int argc, char **argv)
{
    static const struct option_row options[] = {
        {"address", 'a', "ADDRESS", 0,
         "IPv4 or IPv6 address to listen on, may be given several times (localhost: 127.0.0.1 and ::1)", 0,
         OWN},
        {"port", 'p', "PORT", 0, "port to listen on (6006; 0: any that is free)", 0,
         TO_INT(struct args, server.port, 0, 65535)},
        {"token", 't', "TOKEN", 0,
         "refuse whoever does not know the token; beyond this machine there is always one", 0, OWN},
        {"token-file", 0, "FILE", 0,
         "the first line of the file is the token; that of the environment is HEXAD_TOKEN", 0,
         TO_TEXT(struct args, token_file)},
        {"name", 'n', "HOST", 0, "one more name by which clients may call this machine", 0,
         TO_TEXT(struct args, server.name)},
        {"data", 'd', "FILE", 0, "file of saved games and studies (~/.local/share/hexad/hexad.db)", 0,
         TO_TEXT(struct args, server.data)},
        {"proofs", KEY_PROOFS, "FOLDER", 0,
         "certificates to show on the page, may be given several times (those that are installed)", 0, OWN},
        {"openings", KEY_OPENINGS, "FILE", 0,
         "an opening database to answer from, as soon as it is there; may be given several times (that which "
         "is installed); the games' own is asked anyway; `off`: none",
         0, OWN},
        {"labs", 0, "FOLDER", 0, "labs to run and to look at on the page (labs beside the data file)", 0,
         TO_TEXT(struct args, server.labs)},
        {"data-limit", KEY_DATA_LIMIT, "MB", 0, "how large that file may become (1024)", 0, OWN},
        OPTION_THREADS(struct args, server.threads, 'T', 64,
                       "analyses at once (as many as there are processors)", 0),
        {"hash", 'H', "MIB", 0, "memory of all engines together (256)", 0,
         TO_MEMORY(struct args, server.hash_bytes)},
        {"read-only", 0, NULL, 0, "save and delete nothing", 0, TO_FLAG(struct args, server.read_only)},
        {"rate", KEY_RATE, "N", 0, "requests a second that one client may make (any number)", 0, OWN},
        {"trust-proxy", KEY_PROXY, "HEADER", 0,
         "take the client's address from this header of requests that come from this machine", 0, OWN},
        {"log", 0, "FILE", 0, "append a line for every request to the file; - is standard error", 0,
         TO_TEXT(struct args, server.log)},
        {"quiet", 'q', NULL, 0, "print nothing but the address", 0, TO_FLAG(struct args, quiet)},
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        parse,
        NULL,
        "Serves the page where people play, analyse and edit games, and the interface "
        "for programs (docs/api.md), and prints the address.\vOn any address but "
        "loopback a token is asked for; without --token one is made. Ctrl-C ends.",
        NULL,
        NULL,
        NULL};
    struct args a = {
        .server = {.port = USUAL_PORT}, .addresses = BUF_EMPTY, .proofs = BUF_EMPTY, .openings = BUF_EMPTY};
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    bool ok = serve(&a, &e);
    free(a.token);
    buf_free(&a.addresses);
    buf_free(&a.proofs);
    buf_free(&a.openings);
    return ok ? EXIT_FINE : cli_fail(argv[0], &e);
}
