/* `hexad theory check`: walks certificates of Maker-Breaker games. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "cli/cli.h"
#include "cli/describe.h"
#include "cli/theory/theory.h"
#include "connect/theory/mb_check.h"

struct args {
    const char *path;
    bool json;
};

/* A certificate may carry any board, but not another one under a built-in name. */
static bool check_name(const struct mb_checked *c, struct err *e)
{
    struct mb_board known;
    struct buf a = BUF_EMPTY, b = BUF_EMPTY;
    bool same = true;
    if (mb_builtin(c->board.name, &known, NULL)) {
        mb_write(&known, &a);
        mb_write(&c->board, &b);
        same = strcmp(buf_str(&a), buf_str(&b)) == 0 || err_set(e, "its board is not %s", c->board.name);
    }
    buf_free(&a);
    buf_free(&b);
    return same;
}

int theory_check(int argc, char **argv)
{
    static const struct option_row options[] = {
        ARGUMENT(struct args, path, "which certificate?"),
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {NULL,
                                     NULL,
                                     "FILE",
                                     "Walks a strategy certificate of `hexad theory mb`: from every "
                                     "position, every turn of Black's must be answered "
                                     "and lead to a position that is drawn. Shares no code with the solver "
                                     "but the board.\vExit status 1: rejected.",
                                     NULL,
                                     NULL,
                                     NULL};
    struct args a = {NULL, false};
    cli_parse(&argp, options, argc, argv, &a);
    struct err e;
    char *text;
    size_t len;
    if (!file_read(a.path, &text, &len, &e))
        return cli_fail(argv[0], &e);
    struct mb_checked *c = mem_alloc(sizeof *c);
    double start = clock_now();
    bool ok = mb_check(text, c, &e) && check_name(c, &e);
    double seconds = clock_now() - start;
    if (a.json)
        describe_print_json(json_pack("{s:b, s:s, s:s, s:I, s:I, s:f}", "accepted", ok, "reason",
                                      ok ? "" : e.text, "board", c->board.name, "positions",
                                      (json_int_t)c->positions, "turns", (json_int_t)c->turns, "seconds",
                                      seconds));
    else if (ok)
        printf("accepted: White draws %s(%s, %d). %" PRIu64 " positions, %" PRIu64
               " turns of Black's, %" PRIu64 " of them drawn by pairing after the answer, %.3f s\n",
               c->game.b >= 0 ? "MBBoardX" : "MBBoard", c->board.name, c->game.b >= 0 ? c->game.b : c->game.p,
               c->positions, c->turns, c->paired, seconds);
    else
        printf("rejected: %s\n", e.text);
    free(c);
    free(text);
    return ok ? EXIT_FINE : EXIT_NO;
}
