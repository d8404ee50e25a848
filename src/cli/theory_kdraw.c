/* `hexad theory kdraw` and `hexad theory complexity`: tables from formulas. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/describe.h"
#include "cli/theory.h"
#include "theory/complexity.h"
#include "theory/kdraw.h"

enum { KEY_SVG = 256, KEY_TURNS, KEY_SQUARES, P_MOST = 1000000 };

/* ---- kdraw ---- */

struct kdraw_args {
    int first, last;
    bool json;
    const char *svg;
};

static error_t parse_kdraw(int key, char *arg, struct argp_state *state)
{
    struct kdraw_args *a = state->input;
    char end;
    switch (key) {
    case 'p':
        if (sscanf(arg, "%7d-%7d%c", &a->first, &a->last, &end) != 2)
            a->first = a->last = (int)cli_number(state, "-p", arg, 1, P_MOST);
        if (a->first < 1 || a->last < a->first || a->last > P_MOST)
            argp_failure(state, EXIT_USAGE, 0, "-p is '%s', must be a range such as 1-1000", arg);
        return 0;
    case 'j':
        a->json = true;
        return 0;
    case KEY_SVG:
        a->svg = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void print_kdraw(const struct kdraw_args *a)
{
    json_t *list = json_array();
    if (!a->json)
        printf("   p  k_draw  by           Theorem 2  d    4p+7  Pluhar\n");
    for (int p = a->first; p <= a->last; p++) {
        const char *why;
        int d;
        long long best = kdraw(p, &why), general = kdraw_theorem2(p, &d), pluhar = kdraw_pluhar(p);
        if (a->json) {
            json_array_append_new(list,
                                  json_pack("{s:i, s:I, s:s, s:I, s:i, s:I, s:o}", "p", p, "k_draw",
                                            (json_int_t)best, "by", why, "theorem2", (json_int_t)general, "d",
                                            d, "hsieh_tsai", (json_int_t)kdraw_hsieh_tsai(p), "pluhar",
                                            pluhar ? json_integer(pluhar) : json_null()));
            continue;
        }
        char last[24] = "-";
        if (pluhar)
            snprintf(last, sizeof last, "%lld", pluhar);
        printf("%4d  %6lld  %-12s %9lld %2d  %6lld  %6s\n", p, best, why, general, d, kdraw_hsieh_tsai(p),
               last);
    }
    if (a->json)
        describe_print_json(list);
    else
        json_decref(list);
}

int theory_kdraw(int argc, char **argv)
{
    static const struct argp_option options[] = {
        {NULL, 'p', "A-B", 0, "stones a turn (1-1000)", 0},
        {"svg", KEY_SVG, "FILE", 0, "write a picture of k/p against p, from 1 to B", 0},
        {"json", 'j', NULL, 0, "print JSON", 0},
        {NULL, 0, NULL, 0, NULL, 0},
    };
    static const struct argp argp = {options,
                                     parse_kdraw,
                                     NULL,
                                     "Tells from which k on Connect(m,n,k,p,q) is drawn for all m, n and q "
                                     "<= p: the least known, by Theorem 1 "
                                     "(p = 2), Theorem 2 (3p+3d-1 with P(d-1) < p <= P(d), P(d) = 2^d-d-2), "
                                     "Zetters (p = 1), beside 4p+7 (Hsieh "
                                     "and Tsai) and Pluhar's bound (from p = 1000 on).",
                                     NULL,
                                     NULL,
                                     NULL};
    struct kdraw_args a = {1, 1000, false, NULL};
    cli_parse(&argp, argc, argv, &a);
    if (a.svg) {
        struct buf b = BUF_EMPTY;
        kdraw_svg(a.last, &b);
        return theory_write(argv[0], a.svg, &b);
    }
    print_kdraw(&a);
    return EXIT_FINE;
}

/* ---- complexity ---- */

struct complexity_args {
    int n;
    long number[5];
    int turns, squares;
    bool json;
};

static error_t parse_complexity(int key, char *arg, struct argp_state *state)
{
    struct complexity_args *a = state->input;
    switch (key) {
    case KEY_TURNS:
        a->turns = (int)cli_number(state, "--turns", arg, 1, 1000000);
        return 0;
    case KEY_SQUARES:
        a->squares = (int)cli_number(state, "--squares", arg, 1, 1000000);
        return 0;
    case 'j':
        a->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (a->n == 5)
            argp_failure(state, EXIT_USAGE, 0, "five numbers, please: '%s' is too much", arg);
        a->number[a->n] = cli_number(state, "a number of the game", arg, 1, 1000);
        a->n++;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int theory_complexity(int argc, char **argv)
{
    static const struct argp_option options[] = {
        {"turns", KEY_TURNS, "N", 0, "length of a game in turns (30, as estimated for Go-Moku)", 0},
        {"squares", KEY_SQUARES, "N", 0, "squares to choose from (300 on 19x19, in proportion on others)", 0},
        {"json", 'j', NULL, 0, "print JSON", 0},
        {NULL, 0, NULL, 0, NULL, 0},
    };
    static const struct argp argp = {
        options,
        parse_complexity,
        "m n k p q",
        "Estimates the state-space and the game-tree complexity of a game as the papers "
        "do, with the formulas.",
        NULL,
        NULL,
        NULL};
    struct complexity_args a = {.n = 0};
    cli_parse(&argp, argc, argv, &a);
    struct rules r = {(int)a.number[0], (int)a.number[1], (int)a.number[2], (int)a.number[3],
                      (int)a.number[4]};
    struct err e;
    if (a.n < 5)
        err_set(&e, "which game? Five numbers, as in 19 19 6 2 1");
    if (a.n < 5 || !rules_check(&r, &e))
        return cli_fail(argv[0], &e);
    struct complexity c = complexity_of(&r, a.turns, a.squares);
    if (a.json) {
        describe_print_json(json_pack("{s:f, s:f, s:f, s:i, s:i, s:f}", "state_space_log10", c.state,
                                      "state_space_by_counts_log10", c.state_counts, "game_tree_log10",
                                      c.tree, "turns", c.turns, "squares", c.choices_squares,
                                      "turn_choices_log10", c.choices));
        return EXIT_FINE;
    }
    char game[RULES_TEXT];
    printf("%s\n", rules_format(&r, game));
    printf("state space: 10^%.0f   3^(m*n) = 3^%d = 10^%.2f\n", floor(c.state), r.m * r.n, c.state);
    printf("             10^%.2f counting only positions whose numbers of stones can occur\n",
           c.state_counts);
    printf(
        "game tree:   10^%.0f   (%d^%d/%d!)^%d = 10^%.2f: %d turns, each of about %d squares p at a time\n",
        round(c.tree), c.choices_squares, r.p, r.p, c.turns, c.tree, c.turns, c.choices_squares);
    return EXIT_FINE;
}
