/* `hexad theory mb`: solves Maker-Breaker boards and writes White's strategy. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "cli/cli.h"
#include "cli/describe.h"
#include "cli/interrupt.h"
#include "cli/limit_arg.h"
#include "cli/live.h"
#include "cli/theory/theory.h"
#include "connect/theory/mb_cert.h"

struct args {
    const char *board, *certificate;
    int p, b;
    long limit;
    bool json, show;
    struct limits time;
    struct live live;
    double start, drawn;
    const struct mb_solver *solver; /* for the progress, once there is one */
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    switch (key) {
    case 'p':
        a->p = (int)cli_number(state, "-p", arg, 1, MB_SQUARES);
        return 0;
    case 'b':
        a->b = (int)cli_number(state, "-b", arg, 0, MB_SQUARES);
        return 0;
    case ARGP_KEY_ARG:
        if (a->board)
            argp_failure(state, EXIT_USAGE, 0, "one board, please: '%s' is too much", arg);
        a->board = arg;
        return 0;
    case ARGP_KEY_END:
        if (!a->board)
            argp_failure(state, EXIT_USAGE, 0, "which board? As in B2, BN(5,7) or a file");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* A built-in board by its name, otherwise a file. */
static bool find_board(const char *name, struct mb_board *out, struct err *e)
{
    struct err file;
    char *text;
    size_t len;
    if (mb_builtin(name, out, e))
        return true;
    if (strchr(name, '(') && !strchr(name, '.') && !strchr(name, '/'))
        return false; /* meant as a built-in one */
    if (!file_read(name, &text, &len, &file)) {
        *e = file;
        return false;
    }
    bool ok = strlen(text) == len ? mb_read(text, out, e) : err_set(e, "a NUL byte in the text");
    free(text);
    return ok || err_prefix(e, "%s", name);
}

/* Shows how far the search is. */
static void show(void *ctx)
{
    struct args *a = ctx;
    double now = clock_now();
    if (a->live.on && a->solver && now - a->drawn > 0.2) {
        char line[120];
        const struct mb_counts *c = mb_counts(a->solver);
        snprintf(line, sizeof line, "%" PRIu64 " positions, %" PRIu64 " kept, %.0f s", c->black + c->white,
                 c->stored, now - a->start);
        live_draw(&a->live, line);
        a->drawn = now;
    }
}

static const char *const verdicts[] = {"White draws", "Black wins", "stopped before it was decided"};

static void print(const struct args *a, const struct mb_game *g, enum mb_verdict v, double seconds)
{
    const struct mb_board *b = g->board;
    const struct mb_counts *c = mb_counts(a->solver);
    static const char *const names[] = {"drawn", "lost", "unknown"};
    if (a->json) {
        describe_print_json(json_pack(
            "{s:s, s:i, s:i, s:i, s:i, s:s, s:I, s:I, s:I, s:I, s:I, s:f}", "board", b->name, "squares",
            b->squares, "lines", b->lines, "p", g->p, "b", g->b, "verdict", names[v], "black_to_move",
            (json_int_t)c->black, "white_to_move", (json_int_t)c->white, "kept", (json_int_t)c->stored,
            "paired", (json_int_t)c->paired, "hits", (json_int_t)c->hits, "seconds", seconds));
        return;
    }
    /* A certificate on standard output stands alone there. */
    FILE *out = a->certificate && strcmp(a->certificate, "-") == 0 ? stderr : stdout;
    fprintf(out, g->b >= 0 ? "MBBoardX(%s, %d)" : "MBBoard(%s, %d)", b->name, g->b >= 0 ? g->b : g->p);
    fprintf(out, ": %d squares, %d lines, %d symmetries: %s\n", b->squares, b->lines,
            mb_solver_symmetries(a->solver)->count, c->wide ? "too many turns to list" : verdicts[v]);
    fprintf(out,
            "%" PRIu64 " positions (%" PRIu64 " with Black to move, %" PRIu64 " with White), %" PRIu64
            " drawn by pairing, %" PRIu64 " kept, %" PRIu64 " met again, %.3f s\n",
            c->black + c->white, c->black, c->white, c->paired, c->stored, c->hits, seconds);
}

static int solve(const char *command, struct args *a, const struct mb_game *g)
{
    struct buf text = BUF_EMPTY;
    struct interrupt_watch watch;
    interrupt_watch(&watch);
    a->time.stop = &watch.stop;
    struct mb_limits limits = {.positions = (uint64_t)a->limit,
                               .until = limits_from_now(&a->time, CPU_PROCESS),
                               .tell = show,
                               .ctx = a};
    a->live = live_new();
    a->start = clock_now();
    struct mb_solver *s = mb_solver_new(g, &limits);
    a->solver = s;
    enum mb_verdict v = mb_solve(s, 0, 0);
    double seconds = clock_now() - a->start;
    live_clear(&a->live);
    print(a, g, v, seconds);
    int status = v == MB_DRAWN ? EXIT_FINE : EXIT_NO;
    if (a->certificate && v == MB_DRAWN) {
        size_t positions;
        mb_limit(s, &limits);
        if (mb_certify(s, &text, &positions)) {
            live_clear(&a->live);
            size_t bytes = text.len;
            status = theory_write(command, a->certificate, &text);
            if (status == EXIT_FINE && !a->json && strcmp(a->certificate, "-") != 0)
                printf("certificate %s: %zu positions, %zu bytes\n", a->certificate, positions, bytes);
        } else {
            fprintf(stderr, "%s: stopped or too large, no certificate written\n", command);
            status = EXIT_NO;
        }
    }
    mb_solver_free(s);
    interrupt_done(&watch);
    return status;
}

int theory_mb(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_LIMIT(struct args, time),
        {NULL, 'p', "P", 0, "Black places up to P stones a turn, and wins by owning a line", 0, OWN},
        {NULL, 'b', "B", 0,
         "Black places any number, and wins with more than B stones on an active line after White's answer "
         "(boards "
         "with exclusive squares)",
         0, OWN},
        {"certificate", 'c', "FILE", 0, "write White's strategy", 0, TO_TEXT(struct args, certificate)},
        {"limit", 0, "N", 0, "stop after N positions", 0, TO_LONG(struct args, limit, 1, 1000000000000)},
        {"show", 0, NULL, 0, "print the board in its text form, and solve nothing", 0,
         TO_FLAG(struct args, show)},
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {NULL,
                                     parse,
                                     "BOARD",
                                     "Decides whether White draws the Maker-Breaker game on a board: Black "
                                     "wants to own a line, White answers with "
                                     "at most as many stones as Black placed.\vBoards: B2, P(h,w), BN(L,n), "
                                     "BZ(L,z), BNX(L,n), BrecX(m,n), "
                                     "BrecX-(m,n), or a file (docs/theory.md). Ctrl-C stops. Exit status 1: "
                                     "Black wins, or it was not decided.",
                                     NULL,
                                     NULL,
                                     NULL};
    struct args a = {.p = 0, .b = -1};
    struct mb_board board;
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    if (!find_board(a.board, &board, &e))
        return cli_fail(argv[0], &e);
    if (a.show) {
        struct buf b = BUF_EMPTY;
        mb_write(&board, &b);
        fputs(buf_str(&b), stdout);
        buf_free(&b);
        return EXIT_FINE;
    }
    struct mb_game g = {&board, a.p, a.b};
    bool fine = (a.p > 0) != (a.b >= 0) || err_set(&e, "either -p or -b must be given");
    if (fine && a.json && a.certificate && strcmp(a.certificate, "-") == 0)
        fine = err_set(&e, "--json and a certificate do not both fit on standard output");
    if (!fine || !mb_game_check(&g, &e))
        return cli_fail(argv[0], &e);
    return solve(argv[0], &a, &g);
}
