/* `hexad theory complexity`: how large a game is, by the formulas of the papers. */
#include <math.h>
#include <stdio.h>

#include "cli/cli.h"
#include "cli/describe.h"
#include "cli/theory/theory.h"
#include "connect/theory/complexity.h"

struct args {
    int n;
    long number[5];
    int turns, squares;
    bool json;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    switch (key) {
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
    static const struct option_row options[] = {
        {"turns", 0, "N", 0, "length of a game in turns (30, as estimated for Go-Moku)", 0,
         TO_INT(struct args, turns, 1, 1000000)},
        {"squares", 0, "N", 0, "squares to choose from (300 on 19x19, in proportion on others)", 0,
         TO_INT(struct args, squares, 1, 1000000)},
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        parse,
        "m n k p q",
        "Estimates the state-space and the game-tree complexity of a game as the papers "
        "do, with the formulas.",
        NULL,
        NULL,
        NULL};
    struct args a = {.n = 0};
    cli_parse(&argp, options, argc, argv, &a);
    struct rules r = {(int)a.number[0], (int)a.number[1], (int)a.number[2],
                      (int)a.number[3], (int)a.number[4], false};
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
