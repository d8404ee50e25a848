/* `hexad theory fairness`: what is known about a game, or about a grid of games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/describe.h"
#include "cli/theory/theory.h"
#include "connect/theory/fairness.h"

struct args {
    int n;
    char *number[5];
    bool table, json; /* table: any option that only a grid has */
    const char *svg, *board;
    struct fair_grid grid;
};

enum { KEY_DELTA = 256, KEY_SVG, KEY_BOARD };

/* "4-9" or "4". */
static void parse_range(struct argp_state *state, const char *option, const char *text, int lowest,
                        int *least, int *most)
{
    char end;
    int n = sscanf(text, "%6d-%6d%c", least, most, &end);
    if (n == 1)
        *most = *least;
    char one[16];
    snprintf(one, sizeof one, "%d", n >= 1 ? *least : 0);
    if ((n != 1 && n != 2) || (n == 1 && strcmp(one, text) != 0) || *least < lowest)
        argp_failure(state, EXIT_USAGE, 0, "%s is '%s', must be a range such as 4-9", option, text);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    switch (key) {
    case 't':
        break;
    case 'k':
        parse_range(state, "-k", arg, 1, &a->grid.k_least, &a->grid.k_most);
        break;
    case 'q':
        parse_range(state, "-q", arg, 0, &a->grid.q_least, &a->grid.q_most);
        break;
    case 'p':
        parse_range(state, "-p", arg, 1, &a->grid.p_least, &a->grid.p_most);
        break;
    case KEY_DELTA:
        a->grid.delta = (int)cli_number(state, "--delta", arg, 0, FAIR_MOST);
        break;
    case KEY_BOARD:
        a->board = arg;
        break;
    case KEY_SVG:
        a->svg = arg;
        break;
    case ARGP_KEY_ARG:
        if (a->n == 5)
            argp_failure(state, EXIT_USAGE, 0, "five numbers, please: '%s' is too much", arg);
        a->number[a->n++] = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    a->table = true;
    return 0;
}

static const char *const strengths[] = {"proved", "informally proved", "claimed", "remark"};

static json_t *side_json(int side)
{
    return side == FAIR_INFINITE ? json_string("inf") : json_integer(side);
}

static json_t *outcomes_json(int outcomes)
{
    json_t *list = json_array();
    static const char *const names[] = {"black", "draw", "white"};
    for (int i = 0; i < 3; i++)
        if (outcomes >> i & 1)
            json_array_append_new(list, json_string(names[i]));
    return list;
}

static json_t *fairness_json(const struct fairness *f)
{
    json_t *facts = json_array();
    for (int i = 0; i < f->count; i++)
        json_array_append_new(facts,
                              json_pack("{s:s, s:o, s:s, s:s}", "strength", strengths[f->fact[i].strength],
                                        "outcomes", outcomes_json(f->fact[i].outcomes), "reason",
                                        f->fact[i].text, "source", f->fact[i].source));
    return json_pack("{s:o, s:o, s:i, s:i, s:i, s:s, s:o, s:s, s:o}", "m", side_json(f->game.m), "n",
                     side_json(f->game.n), "k", f->game.k, "p", f->game.p, "q", f->game.q, "verdict",
                     fair_verdict_name(f->verdict), "possible", outcomes_json(f->proved), "cell",
                     fair_cell(f), "facts", facts);
}

static int one_game(const char *command, const struct args *a)
{
    struct fair_game g;
    struct err e;
    int *field[5] = {&g.m, &g.n, &g.k, &g.p, &g.q};
    for (int i = 0; i < 5; i++)
        if (!fair_number(a->number[i], i < 2, field[i], &e))
            return cli_fail(command, &e);
    if (!fair_game_check(&g, &e))
        return cli_fail(command, &e);
    struct fairness f;
    fairness_find(&g, &f);
    if (a->json) {
        describe_print_json(fairness_json(&f));
        return EXIT_FINE;
    }
    struct buf b = BUF_EMPTY;
    fair_game_format(&g, &b);
    buf_text(&b, " is ");
    fair_verdict_format(&f, &b);
    buf_char(&b, '\n');
    for (int i = 0; i < f.count; i++)
        buf_format(&b, "  %s: %s (%s)\n", strengths[f.fact[i].strength], f.fact[i].text, f.fact[i].source);
    fputs(buf_str(&b), stdout);
    buf_free(&b);
    return EXIT_FINE;
}

static json_t *grid_json(const struct fair_grid *g)
{
    json_t *list = json_array();
    for (int p = g->p_least; p <= g->p_most; p++)
        for (int q = g->q_least; q <= g->q_most; q++)
            for (int k = g->k_least; k <= g->k_most; k++) {
                struct fair_game game;
                struct fairness f;
                if (!fair_grid_game(g, p, k, q, &game))
                    continue;
                fairness_find(&game, &f);
                json_array_append_new(list, fairness_json(&f));
            }
    return list;
}

static int grid(const char *command, struct args *a)
{
    struct err e;
    struct buf b = BUF_EMPTY;
    char m[32], n[32];
    if (a->board) {
        bool fine = sscanf(a->board, "%20[^x]x%20s", m, n) == 2 ||
                    err_set(&e, "--board is '%.40s', must be as 19x19", a->board);
        if (!fine || !fair_number(m, true, &a->grid.m, &e) || !fair_number(n, true, &a->grid.n, &e))
            return cli_fail(command, &e);
    }
    if (!fair_grid_check(&a->grid, &e))
        return cli_fail(command, &e);
    if (a->svg) {
        fair_grid_svg(&a->grid, &b);
        return theory_write(command, a->svg, &b);
    }
    if (a->json) {
        describe_print_json(grid_json(&a->grid));
        return EXIT_FINE;
    }
    fair_grid_text(&a->grid, &b);
    buf_text(&b, "B W: Black or White wins (proved, or informally proved); FB FW: favours; D: drawn;\n"
                 "B? W?: only the other side is proved not to win; U: conjectured to be unfair;\n"
                 ".: potentially fair; -: not asked (q > p)\n");
    fputs(buf_str(&b), stdout);
    buf_free(&b);
    return EXIT_FINE;
}

int theory_fairness(int argc, char **argv)
{
    static const struct option_row options[] = {
        {"table", 't', NULL, 0,
         "print a grid of games instead, by default that of k-p = 3; so do the options below", 0, OWN},
        {NULL, 'k', "A-B", 0, "columns of the grid (4-9)", 0, OWN},
        {NULL, 'q', "A-B", 0, "rows of the grid (1-6)", 0, OWN},
        {"delta", KEY_DELTA, "D", 0, "p = k-D in every column (3)", 0, OWN},
        {NULL, 'p', "A-B", 0, "a grid for each p, the same in every column", 0, OWN},
        {"board", KEY_BOARD, "MxN", 0, "the board of the grid (infxinf)", 0, OWN},
        {"svg", KEY_SVG, "FILE", 0, "write the grid as a picture", 0, OWN},
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {NULL,
                                     parse,
                                     "m n k p q\n--table",
                                     "Tells everything known about the fairness of Connect(m,n,k,p,q), each "
                                     "piece with its reason and source, and "
                                     "the verdict that follows: definitely, monotonically or empirically "
                                     "unfair, potentially fair, or drawn."
                                     "\vm and n may be inf. With q = 0 White begins.",
                                     NULL,
                                     NULL,
                                     NULL};
    struct args a = {.grid = {FAIR_INFINITE, FAIR_INFINITE, 3, 0, 0, 4, 9, 1, 6}};
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    if (a.table && a.n > 0)
        err_set(&e, "either a game or a grid: '%.40s' is too much with --table and its options", a.number[0]);
    else if (a.table)
        return grid(argv[0], &a);
    else if (a.n == 5)
        return one_game(argv[0], &a);
    else
        err_set(&e, "which game? Five numbers, as in 19 19 6 2 1, or --table");
    return cli_fail(argv[0], &e);
}
