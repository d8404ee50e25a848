/* `hexad serve`: the page, its interface and live analysis on a port of this machine. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/buf.h"
#include "base/mem.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "server/server.h"

enum { USUAL_PORT = 6006 };

struct args {
    struct server_options server;
    bool quiet;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    switch (key) {
    case 'a':
        a->server.address = arg;
        return 0;
    case 'p':
        a->server.port = (int)cli_number(state, "--port", arg, 0, 65535);
        return 0;
    case 't':
        if (strlen(arg) < 8 || strlen(arg) > 200 ||
            strspn(arg, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~") != strlen(arg))
            argp_failure(state, EXIT_USAGE, 0, "--token must be 8 to 200 letters, digits, or any of - _ . ~");
        a->server.token = arg;
        return 0;
    case 'n':
        a->server.name = arg;
        return 0;
    case 'd':
        a->server.data = arg;
        return 0;
    case 'T':
        a->server.threads = (int)cli_number(state, "--threads", arg, 1, 64);
        return 0;
    case 'H':
        a->server.hash_bytes = cli_memory(state, "--hash", arg);
        return 0;
    case 'q':
        a->quiet = true;
        return 0;
    case ARGP_KEY_ARG:
        argp_failure(state, EXIT_USAGE, 0, "'%s' is too much", arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Makes the folders above a file. What goes wrong shows when the file is opened. */
static void make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        (void)mkdir(path, 0700);
        *slash = '/';
    }
}

/* $XDG_DATA_HOME/hexad/hexad.db, ~/.local/share/hexad/hexad.db. The caller frees it. */
static char *usual_data(void)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    struct buf b = BUF_EMPTY;
    if (data && data[0] == '/')
        buf_format(&b, "%s/hexad/hexad.db", data);
    else
        buf_format(&b, "%s/.local/share/hexad/hexad.db", home && *home ? home : ".");
    char *path = buf_take(&b);
    make_folders(path);
    return path;
}

/* Until Ctrl-C or the like, which interrupt_hold keeps for us. */
static void wait_for_end(void)
{
    while (!interrupt_came(NULL)) {
        struct timespec pause = {0, 50000000};
        nanosleep(&pause, NULL);
    }
}

static void tell(const struct args *a, const struct server *s)
{
    const char *address = a->server.address;
    if (!address || strcmp(address, "0.0.0.0") == 0)
        address = address ? "localhost" : "127.0.0.1";
    printf("http://%s:%d/", address, server_port(s));
    if (a->server.token)
        printf("?token=%s", a->server.token);
    printf("\n");
    if (!a->quiet)
        printf("Games are kept in %s. Ctrl-C ends.\n", a->server.data);
    fflush(stdout);
}

int command_serve(int argc, char **argv)
{
    static const struct argp_option options[] = {
        {"address", 'a', "ADDRESS", 0, "IPv4 address to listen on (127.0.0.1)", 0},
        {"port", 'p', "PORT", 0, "port to listen on (6006; 0: any that is free)", 0},
        {"token", 't', "TOKEN", 0,
         "refuse whoever does not know the token; beyond this machine there is always one", 0},
        {"name", 'n', "HOST", 0, "one more name by which clients may call this machine", 0},
        {"data", 'd', "FILE", 0, "file of saved games and studies (~/.local/share/hexad/hexad.db)", 0},
        {"threads", 'T', "N", 0, "analyses at once (as many as there are processors)", 0},
        {"hash", 'H', "MB", 0, "memory of all engines together (256)", 0},
        {"quiet", 'q', NULL, 0, "print nothing but the address", 0},
        {NULL, 0, NULL, 0, NULL, 0},
    };
    static const struct argp argp = {
        options,
        parse,
        NULL,
        "Serves the page where people play, analyse and edit games, and the interface "
        "for programs (docs/api.md), and prints the address.\vOn any address but "
        "loopback a token is asked for; without --token one is made. Ctrl-C ends.",
        NULL,
        NULL,
        NULL};
    struct args a = {.server = {.port = USUAL_PORT}};
    cli_parse(&argp, argc, argv, &a);
    char token[SERVER_TOKEN], *data = NULL;
    struct server *s;
    struct err e;
    if (a.server.address && !server_is_loopback(a.server.address) && !a.server.token) {
        if (!server_make_token(token, &e))
            return cli_fail(argv[0], &e);
        a.server.token = token;
    }
    if (!a.server.data)
        a.server.data = data = usual_data();
    interrupt_hold();
    signal(SIGPIPE, SIG_IGN);
    if (!server_start(&a.server, &s, &e)) {
        free(data);
        return cli_fail(argv[0], &e);
    }
    tell(&a, s);
    wait_for_end();
    server_stop(s);
    free(data);
    return EXIT_FINE;
}
