/* GAME on a command line; see game_arg.h. */
#include "cli/game_arg.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/cli.h"
#include "connect/game/connect.h"
#include "connect/record/record.h"
#include "play/games/games.h"

struct game_arg game_arg_init(void)
{
    struct game_arg g = {.rules = rules_names[0].rules};
    g.game = connect_game_rules(&g.rules);
    return g;
}

struct game_arg game_arg_any(void)
{
    struct game_arg g = game_arg_init();
    g.any = true;
    return g;
}

bool game_arg_other(const struct game_arg *g)
{
    return g->game.kind != &connect_game;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct game_arg *g = state->input;
    struct err e;
    if (key != 'g')
        return ARGP_ERR_UNKNOWN;
    if (!games_parse(arg, &g->game, &e))
        argp_failure(state, EXIT_USAGE, 0, "--game: %s", e.text);
    if (game_arg_other(g) && !g->any)
        argp_failure(state, EXIT_USAGE, 0, "--game: this command is for the Connect family, not for %s", arg);
    if (!game_arg_other(g))
        g->rules = connect_rules(&g->game);
    g->rules_given = true;
    return 0;
}

static const struct argp_option options[] = {
    {"game", 'g', "M,N,K,P,Q", 0,
     "The game: connect6 (the default), connect6-59, gomoku, gomoku-19, gomoku-exact, tictactoe, or five "
     "numbers: M columns, N rows, K in a row win, P stones a turn, Q in Black's first; with ,exact behind "
     "them "
     "a row of more than K wins nothing. A record that says its game needs no --game. Some commands play Go "
     "as well: go, go9, go13, go:19,komi=7.5,handicap=4.",
     0},
    {NULL, 0, NULL, 0, NULL, 0},
};

const struct argp game_argp = {options, parse, NULL, NULL, NULL, NULL, NULL};

void game_arg_take(void *game_arg, struct argp_state *state)
{
    struct game_arg *g = game_arg;
    g->n = state->argc - state->next;
    g->text = state->argv + state->next;
    state->next = state->argc;
}

/* One argument that is not a stone, or a list that begins with one, is the name of a file. */
static bool is_file(const char *text)
{
    struct rules widest = {RULES_MAX_SIDE, RULES_MAX_SIDE, 1, 1, 1, false};
    const char *end;
    square s;
    if (strcmp(text, "-") == 0)
        return true;
    if (!square_parse(&widest, text + strspn(text, " "), &end, &s, NULL))
        return text[strspn(text, " ")] != '\0';
    return *end && !strchr(" ,/\n\t", *end) && access(text, F_OK) == 0;
}

/* Moves, in one or several arguments. */
static bool play_moves(const struct game_arg *g, struct game *game, struct err *e)
{
    int number = 0;
    bool ok = true;
    for (int i = 0; ok && i < g->n; i++) {
        char *all = mem_strdup(g->text[i]), *rest = NULL;
        for (char *word = strtok_r(all, " ,\t\n", &rest); ok && word;
             word = strtok_r(NULL, " ,\t\n", &rest)) {
            number++;
            ok = game_play_text(game, GAME_PEOPLE, word, e) || err_prefix(e, "move %d", number);
        }
        free(all);
    }
    return ok;
}

bool game_arg_game(const struct game_arg *g, struct game **out, struct err *e)
{
    game_move m;
    if (!game_arg_other(g)) {
        struct position *p;
        bool ok = game_arg_position(g, &p, e);
        *out = ok ? connect_take(p) : NULL;
        return ok;
    }
    struct game *game = game_new(&g->game);
    if (g->n == 1 && !strpbrk(g->text[0], " ,") &&
        !game->kind->read_move(game, GAME_PEOPLE, g->text[0], &m, NULL)) {
        game_free(game);
        return game_load(g->text[0], g->game.kind, &(struct game_reading){.rules = &g->game}, out, e);
    }
    if (!play_moves(g, game, e)) {
        game_free(game);
        return false;
    }
    *out = game;
    return true;
}

bool game_arg_record(const struct game_arg *g, struct record **out, struct err *e)
{
    if (g->n != 1 || !is_file(g->text[0]))
        return record_from_stones(&g->rules, g->n, (const char *const *)g->text, out, e);
    struct record_options o = {.forced = g->rules_given ? &g->rules : NULL};
    return record_load(g->text[0], &o, out, e);
}

bool game_arg_position(const struct game_arg *g, struct position **out, struct err *e)
{
    struct record *r;
    if (!game_arg_record(g, &r, e))
        return false;
    bool ok = record_position(r, node_line_end(r->root), out, e);
    record_free(r);
    return ok;
}
