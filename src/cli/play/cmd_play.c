/* `hexad play`: play in the terminal, against a player or another person. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/game_arg.h"
#include "cli/play/play.h"
#include "play/arena/child.h"
#include "play/games/games.h"

enum { KEY_AS = 256 };

struct args {
    struct game_arg game;
    struct play_setup play;
    const char *load;
    bool as_white;
    int n;
    char **player;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    switch (key) {
    case KEY_AS:
        if (strcmp(arg, "black") != 0 && strcmp(arg, "white") != 0)
            argp_error(state, "--as is '%s', must be black or white", arg);
        a->as_white = strcmp(arg, "white") == 0;
        return 0;
    case 's':
        if (!describe_parse_style(arg, &a->play.style))
            argp_error(state, "--style is '%s', must be plain, unicode or colour", arg);
        return 0;
    case ARGP_KEY_ARGS:
        a->n = state->argc - state->next;
        a->player = state->argv + state->next;
        state->next = state->argc;
        if (a->n > 2)
            argp_error(state, "a game has two players, not %d", a->n);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct option_row options[] = {
    OPTION_GAME(struct args, game),
    {"as", KEY_AS, "COLOUR", 0, "the colour you play: black (the default) or white", 0, OWN},
    {"load", 0, "FILE", 0, "go on from the end of the game in FILE", 0, TO_TEXT(struct args, load)},
    {"save", 0, "FILE", 0, "write the game to FILE after every turn", 0, TO_TEXT(struct args, play.save)},
    {"hints", 0, "AGENT", 0, "who gives hints (engine:level=6; of Go: plain)", 0,
     TO_TEXT(struct args, play.hints)},
    {"seconds", 0, "S", 0, "seconds for a turn of a player (as it likes)", 0,
     TO_SECONDS(struct args, play.seconds, 0)},
    {"time-turn", 0, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 0, OWN},
    {"cpu", 0, "S", 0, "seconds of processor time for a turn of an agent (as it likes)", 0,
     TO_SECONDS(struct args, play.cpu, 0)},
    OPTION_SEED(struct args, play.seed, "of the players' chance (0)", 0),
    {"style", 's', "STYLE", 0, "draw the board plain, unicode or colour (what suits the terminal)", 0, OWN},
    OPTION_END,
};

static bool start_game(const struct args *a, struct game **out, struct err *e)
{
    struct game_reading how = {.rules = a->game.rules_given ? &a->game.game : NULL};
    if (a->load)
        return game_load(a->load, a->game.game.kind, &how, out, e);
    *out = game_new(&a->game.game);
    return true;
}

/* Reads lines until there are no more, or somebody quits. */
static void converse(struct play *p)
{
    char *line = NULL;
    size_t room = 0;
    struct buf prompt = BUF_EMPTY;
    bool on = true;
    while (on) {
        play_on(p);
        prompt.len = 0;
        play_prompt(p, &prompt);
        fputs(buf_str(&prompt), stdout);
        fflush(stdout);
        on = getline(&line, &room, stdin) > 0;
        if (on)
            on = play_line(p, line);
        else
            putchar('\n');
    }
    buf_free(&prompt);
    free(line);
}

int command_play(int argc, char **argv)
{
    static const struct argp argp = {
        NULL,
        parse,
        "[OPPONENT | BLACK WHITE]",
        "Plays a game in the terminal; without arguments, Connect6 with you as Black.\v"
        "A player is `person`, an agent or a program from outside (`hexad arena --players` lists them). Type "
        "squares "
        "such as j10 k11, or `help`.",
        NULL,
        NULL,
        NULL};
    struct args a = {.game = game_arg_any(), .play = {.style = describe_style()}};
    cli_parse(&argp, options, argc, argv, &a);
    static const char person[] = "person";
    const char *opponent = a.n == 1 ? a.player[0] : games_find(a.game.game.kind)->usual;
    a.play.player[BLACK] = a.n == 2 ? a.player[0] : a.as_white ? opponent : person;
    a.play.player[WHITE] = a.n == 2 ? a.player[1] : a.as_white ? person : opponent;
    a.play.prompt = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    child_adopt();
    struct err e;
    struct game *start = NULL;
    if (!start_game(&a, &start, &e))
        return cli_fail("hexad play", &e);
    struct play *p = play_new(&a.play, start, &e);
    if (!p) {
        game_free(start);
        return cli_fail("hexad play", &e);
    }
    if (a.play.prompt)
        printf("Type %s, or help.\n", game_arg_other(&a.game) ? "a move such as D4" : "squares such as j10");
    converse(p);
    play_free(p);
    return EXIT_FINE;
}
