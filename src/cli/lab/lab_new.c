/* `hexad lab new` and `hexad lab add`: files and the positions that are to be proved. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "cli/cli.h"
#include "cli/describe.h"
#include "cli/game_arg.h"
#include "cli/lab/lab_verbs.h"
#include "json/game.h"

struct args {
    struct game_arg game;
    const char *path, *name;
    int attacker; /* −1: who moved last; 2: both are asked */
    struct lab_options options;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    struct err e;
    switch (key) {
    case 'a':
        if (strcmp(arg, "black") != 0 && strcmp(arg, "white") != 0 && strcmp(arg, "both") != 0)
            argp_failure(state, EXIT_USAGE, 0, "--attacker is '%s', must be black, white or both", arg);
        a->attacker = strcmp(arg, "both") == 0 ? 2 : strcmp(arg, "white") == 0;
        return 0;
    case 'o': {
        char *value = strchr(arg, '=');
        if (!value)
            argp_failure(state, EXIT_USAGE, 0, "--set is '%s', must be NAME=VALUE", arg);
        else {
            *value++ = '\0';
            if (!lab_option_set(&a->options, arg, value, &e))
                argp_failure(state, EXIT_USAGE, 0, "--set: %s", e.text);
        }
        return 0;
    }
    case ARGP_KEY_ARG:
        if (!a->path) {
            a->path = arg;
            return 0;
        }
        return ARGP_ERR_UNKNOWN;
    case ARGP_KEY_END:
        if (!a->path)
            argp_failure(state, EXIT_USAGE, 0, "a file is needed");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int lab_verb_new(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct args, game),
        ARGUMENTS_GAME(struct args, game),
        {"set", 'o', "NAME=VALUE", 0, "an option of the search, kept in the file", 0, OWN},
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        parse,
        "FILE.lab",
        "Makes the file of a lab for positions of one game.\vThe options are policy "
        "(how nodes in work look to the choice: loss, win, greedy or equal), weak, "
        "patience, verify-order, verify-nodes, solve-order, solve-nodes and "
        "expand-nodes; `hexad lab stats` tells their values.",
        NULL,
        NULL,
        NULL};
    struct args a = {.game = game_arg_init(), .attacker = -1};
    struct err e;
    lab_options_usual(&a.options);
    cli_parse(&argp, options, argc, argv, &a);
    if (a.game.n) {
        err_set(&e, "'%.60s': positions are added by `hexad lab add`", a.game.text[0]);
        return cli_fail(argv[0], &e);
    }
    return lab_create(a.path, &a.game.rules, &a.options, &e) ? EXIT_FINE : cli_fail(argv[0], &e);
}

static int add_one(const char *command, const char *path, const struct position *p, enum side attacker,
                   const char *name, const char *stones)
{
    struct buf text = BUF_EMPTY;
    lab_root_write(p, attacker, name, stones, &text);
    json_t *body = json_loads(buf_str(&text), 0, NULL);
    buf_free(&text);
    return lab_request(command, path, "add", body);
}

/* A root for each claim, and that they belong together. */
static int add_both(const char *command, const char *path, const struct position *p, const char *name,
                    const char *stones)
{
    struct buf claim[2] = {BUF_EMPTY, BUF_EMPTY};
    int status = EXIT_FINE;
    for (int side = BLACK; side <= WHITE && status == EXIT_FINE; side++) {
        buf_format(&claim[side], "%s.%s", name, game_side((enum side)side));
        status = add_one(command, path, p, (enum side)side, buf_str(&claim[side]), stones);
    }
    if (status == EXIT_FINE)
        status = lab_request(command, path, "pair",
                             json_pack("{s:s, s:s, s:s}", "name", name, "black", buf_str(&claim[BLACK]),
                                       "white", buf_str(&claim[WHITE])));
    buf_free(&claim[BLACK]);
    buf_free(&claim[WHITE]);
    return status;
}

int lab_verb_add(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct args, game),
        ARGUMENTS_GAME(struct args, game),
        {"attacker", 'a', "SIDE", 0,
         "who is to be proved to win: black, white, or both: who wins is to be found out (who moved last)", 0,
         OWN},
        {"name", 'n', "NAME", 0, "what it is called (its stones)", 0, TO_TEXT(struct args, name)},
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        parse,
        "FILE.lab GAME",
        "Adds a position to a lab: that the attacker wins is to be proved, or who wins.\v" GAME_ARG_DOC,
        NULL,
        NULL,
        NULL};
    struct args a = {.game = game_arg_init(), .attacker = -1};
    struct position *p;
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    if (!game_arg_position(&a.game, &p, &e))
        return cli_fail(argv[0], &e);
    if (p->outcome != OUTCOME_OPEN) {
        position_free(p);
        err_set(&e, "the game is over");
        return cli_fail(argv[0], &e);
    }
    struct buf stones = BUF_EMPTY;
    for (int i = 0; i < a.game.n; i++)
        buf_format(&stones, "%s%s", i ? " " : "", a.game.text[i]);
    const char *name = a.name ? a.name : stones.len ? buf_str(&stones) : "start";
    int status = a.attacker == 2 ? add_both(argv[0], a.path, p, name, buf_str(&stones))
                                 : add_one(argv[0], a.path, p,
                                           a.attacker < 0 ? side_other(p->to_move)
                                           : a.attacker   ? WHITE
                                                          : BLACK,
                                           name, buf_str(&stones));
    position_free(p);
    buf_free(&stones);
    return status;
}
