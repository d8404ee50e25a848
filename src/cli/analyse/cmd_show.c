/* `hexad show GAME`: the board in the terminal. */
#include <jansson.h>
#include <stdio.h>

#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/game_arg.h"
#include "json/game.h"

struct args {
    struct game_arg game;
    enum diagram_style style;
    bool json;
    long stones; /* show the position after so many; -1: all */
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    switch (key) {
    case 's':
        if (!describe_parse_style(arg, &a->style))
            argp_failure(state, EXIT_USAGE, 0, "--style is '%s', must be plain, unicode or colour", arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void print_text(const struct game *g, enum diagram_style style)
{
    struct buf b = BUF_EMPTY;
    struct game_rules r;
    g->kind->rules(g, &r);
    buf_format(&b, "%s, ", r.text);
    game_describe(g, &b);
    buf_char(&b, '\n');
    g->kind->draw(g, style, &b);
    fputs(buf_str(&b), stdout);
    buf_free(&b);
}

int command_show(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct args, game),
        ARGUMENTS_GAME(struct args, game),
        {"style", 's', "STYLE", 0,
         "plain, unicode or colour; the default is colour on a terminal (unicode if NO_COLOR is set), else "
         "plain",
         0, OWN},
        {"stones", 'n', "N", 0, "show the position after N stones, set-up stones not counted", 0,
         TO_LONG(struct args, stones, 0, RULES_MAX_SIDE * RULES_MAX_SIDE)},
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {
        NULL, parse, "[GAME]", "Shows the board, the last turn marked.\v" GAME_ARG_DOC, NULL, NULL, NULL};
    struct args a = {game_arg_any(), describe_style(), false, -1};
    cli_parse(&argp, options, argc, argv, &a);
    struct game *g;
    struct err e;
    if (!game_arg_game(&a.game, &g, &e))
        return cli_fail(argv[0], &e);
    while (a.stones >= 0 && game_plies(g) > a.stones)
        game_undo(g);
    if (a.json)
        describe_print_json(game_json(g));
    else
        print_text(g, a.style);
    game_free(g);
    return EXIT_FINE;
}
