/* `hexad theory tilings`: what tilings cover, and the search for better ones. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/describe.h"
#include "cli/interrupt.h"
#include "cli/limit_arg.h"
#include "cli/live.h"
#include "cli/theory/theory.h"
#include "connect/theory/kdraw.h"
#include "connect/theory/tile_cover.h"
#include "connect/theory/tile_search.h"

enum { KEY_SEED = 256, KEY_SHEARED, KEY_ALL, KEY_LIMIT };

struct args {
    struct tile_search search;
    bool searching, json;
    struct tile_found found;
    struct limits time;
    struct live live;
    double drawn;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    switch (key) {
    case 's':
        a->search.s = (int)cli_number(state, "-s", arg, 2, 8);
        break;
    case 'l':
        a->search.l = (int)cli_number(state, "-l", arg, 2, 8);
        break;
    case 'p':
        a->search.p = (int)cli_number(state, "-p", arg, 1, MB_SQUARES);
        break;
    case 'n':
        a->search.rounds = (uint64_t)cli_number(state, "-n", arg, 1, 1000000000000);
        break;
    case KEY_SEED:
        a->search.seed = (uint64_t)cli_number(state, "--seed", arg, 0, 1000000000000);
        break;
    case KEY_LIMIT:
        a->search.positions = (uint64_t)cli_number(state, "--limit", arg, 1, 1000000000000);
        break;
    case KEY_SHEARED:
        a->search.sheared = true;
        break;
    case KEY_ALL:
        a->search.all = true;
        break;
    case ARGP_KEY_END:
        if (a->searching && a->search.s == 0)
            argp_failure(state, EXIT_USAGE, 0, "a search needs the side of the tiles, -s");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    a->searching = true;
    return 0;
}

/* ---- The tilings of the papers ---- */

/* What a tiling covers; appended to `list`, or printed. False if it does not do what it should. */
static bool report(const char *name, struct tile_cover *c, bool straight, int expected, json_t *list)
{
    int least[DIRECTIONS], most = straight ? tile_cover_least_all(c) : 0;
    for (int d = 0; d < DIRECTIONS; d++)
        least[d] = tile_cover_least(c, d);
    if (list)
        json_array_append_new(list,
                              json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:b}", "tiling", name, "k", most,
                                        "horizontal", least[0], "vertical", least[1], "diagonal", least[2],
                                        "antidiagonal", least[3], "as_expected", most == expected));
    else
        printf("%-24s every %2d squares in a row hold a line (%d %d %d %d)%s\n", name, most, least[0],
               least[1], least[2], least[3], most == expected ? "" : ": NOT AS EXPECTED");
    tile_cover_free(c);
    return most == expected;
}

static int check_known(const struct args *a)
{
    struct tile_cover c;
    json_t *list = a->json ? json_array() : NULL;
    bool straight = tile_cover_parallelograms(3, 4, &c),
         ok = report("P(3,4) and its mirror", &c, straight, 8, list);
    straight = tile_cover_parallelograms(4, 6, &c);
    ok = report("B2 and its mirror", &c, straight, 11, list) && ok;
    for (int p = 1; p <= 16; p++) {
        int d;
        char name[40];
        kdraw_theorem2(p, &d);
        straight = tile_cover_strips(p + d, &c);
        snprintf(name, sizeof name, "BZ(%d) and its mirror", p + d);
        ok = report(name, &c, straight, 3 * (p + d) - 1, list) && ok;
    }
    if (a->json)
        describe_print_json(list);
    return ok ? EXIT_FINE : EXIT_NO;
}

/* ---- The search ---- */

/* Shows how far the search is. */
static void show(void *ctx)
{
    struct args *a = ctx;
    double now = clock_now();
    if (a->live.on && now - a->drawn > 0.2) {
        char line[120];
        snprintf(line, sizeof line, "%" PRIu64 " tried, %" PRIu64 " lost, %" PRIu64 " drawn", a->found.tried,
                 a->found.lost, a->found.drawn);
        live_draw(&a->live, line);
        a->drawn = now;
    }
}

static int search(const char *command, struct args *a)
{
    struct err e;
    struct tile_search *s = &a->search;
    if (!tile_search_check(s, &e))
        return cli_fail(command, &e);
    struct interrupt_watch watch;
    interrupt_watch(&watch);
    a->time.stop = &watch.stop;
    s->until = limits_from_now(&a->time, CPU_PROCESS);
    s->tell = show;
    s->ctx = a;
    a->live = live_new();
    double start = clock_now();
    tile_search_run(s, &a->found);
    double seconds = clock_now() - start;
    interrupt_done(&watch);
    const struct tile_found f = a->found;
    live_clear(&a->live);
    if (a->json) {
        describe_print_json(json_pack("{s:i, s:i, s:i, s:i, s:I, s:I, s:I, s:I, s:I, s:b, s:f}", "side", s->s,
                                      "line", s->l, "p", s->p, "k", s->s + s->l - 1, "tried",
                                      (json_int_t)f.tried, "lost", (json_int_t)f.lost, "undecided",
                                      (json_int_t)f.open, "drawn", (json_int_t)f.drawn, "impossible",
                                      (json_int_t)f.impossible, "complete", f.complete, "seconds", seconds));
        return f.drawn ? EXIT_FINE : EXIT_NO;
    }
    printf("tiles of %dx%d, lines of %d, p = %d: a drawn one would prove Connect(%d,%d) drawn\n", s->s, s->s,
           s->l, s->p, s->s + s->l - 1, s->p);
    printf("%" PRIu64 " shapes (%" PRIu64 " others have no room for all lines), %" PRIu64
           " %s tried, %" PRIu64 " of them lost;\nof whole tiles %" PRIu64 " drawn, %" PRIu64
           " undecided%s; %.1f s\n",
           f.shapes, f.impossible, f.tried, s->all ? "sets of lines" : "tiles", f.lost, f.drawn, f.open,
           f.complete ? "; nothing is left to try" : "", seconds);
    if (f.drawn) {
        struct buf b = BUF_EMPTY;
        mb_write(&f.first_drawn, &b);
        fputs(buf_str(&b), stdout);
        buf_free(&b);
    }
    return f.drawn ? EXIT_FINE : EXIT_NO;
}

int theory_tilings(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_LIMIT(struct args, time),
        {NULL, 's', "S", 0, "search: tiles of SxS squares that repeat with period S", 0, OWN},
        {NULL, 'l', "L", 0, "lines of L squares (4)", 0, OWN},
        {NULL, 'p', "P", 0, "stones a turn (2)", 0, OWN},
        {NULL, 'n', "N", 0, "how many tiles to try (1000); with --all and --sheared, how many shapes", 0,
         OWN},
        {"all", KEY_ALL, NULL, 0, "try all placements of lines instead of random ones", 0, OWN},
        {"sheared", KEY_SHEARED, NULL, 0, "shift the rows of the tiles at random", 0, OWN},
        {"seed", KEY_SEED, "N", 0, "of the random choices (1)", 0, OWN},
        {"limit", KEY_LIMIT, "N", 0, "positions to spend on one (10000)", 0, OWN},
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        parse,
        NULL,
        "Checks what the tilings of the papers cover: in each direction every k squares in a row must hold a "
        "whole line. "
        "With -s it searches for tiles with lines for a smaller k instead.\vThe four numbers are for "
        "horizontal, "
        "vertical, diagonal and antidiagonal rows. Ctrl-C and limits end a search. Exit status 1: not as "
        "expected, or nothing found.",
        NULL,
        NULL,
        NULL};
    struct args a = {.search = {.l = 4, .p = 2, .seed = 1, .rounds = 1000, .positions = 10000}};
    cli_parse(&argp, options, argc, argv, &a);
    return a.searching ? search(argv[0], &a) : check_known(&a);
}
