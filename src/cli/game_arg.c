/* GAME on a command line; see game_arg.h. */
#include "cli/game_arg.h"

#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "record/record.h"

struct game_arg game_arg_init(void)
{
    return (struct game_arg){rules_names[0].rules, false, 0, NULL};
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct game_arg *g = state->input;
    struct err e;
    if (key != 'g')
        return ARGP_ERR_UNKNOWN;
    if (!rules_parse(arg, &g->rules, &e))
        argp_failure(state, EXIT_USAGE, 0, "--game: %s", e.text);
    g->rules_given = true;
    return 0;
}

static const struct argp_option options[] = {
    {"game", 'g', "M,N,K,P,Q", 0,
     "The game: connect6 (the default), connect6-59, gomoku, gomoku-19, tictactoe, or five numbers: M "
     "columns, N rows, K in a "
     "row win, P stones a turn, Q in Black's first. A record that says its game needs no --game.",
     0},
    {NULL, 0, NULL, 0, NULL, 0},
};

const struct argp game_argp = {options, parse, NULL, NULL, NULL, NULL, NULL};

void game_arg_take(struct game_arg *g, struct argp_state *state)
{
    g->n = state->argc - state->next;
    g->text = state->argv + state->next;
    state->next = state->argc;
}

/* One argument that is not a stone, or a list that begins with one, is the name of a file. */
static bool is_file(const char *text)
{
    struct rules widest = {RULES_MAX_SIDE, RULES_MAX_SIDE, 1, 1, 1};
    const char *end;
    square s;
    if (strcmp(text, "-") == 0)
        return true;
    if (!square_parse(&widest, text + strspn(text, " "), &end, &s, NULL))
        return text[strspn(text, " ")] != '\0';
    return *end && !strchr(" ,/\n\t", *end) && access(text, F_OK) == 0;
}

bool game_arg_record(const struct game_arg *g, struct record **out, struct err *e)
{
    if (g->n != 1 || !is_file(g->text[0]))
        return record_from_stones(&g->rules, g->n, (const char *const *)g->text, out, e);
    struct record_options o = {g->rules_given ? &g->rules : NULL, NULL};
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
