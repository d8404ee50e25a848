/* `hexad convert IN OUT`: one record format into another. */
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/game_arg.h"
#include "connect/game/connect.h"
#include "connect/record/record.h"

struct args {
    struct game_arg game;
    const char *in, *out;
    enum record_format to;
    bool to_given;
    long pick; /* the game of a collection, from 1; 0: all */
};

struct conversion {
    const struct args *args;
    const char *who;
    size_t seen, written, bad;
    bool failed; /* `why` says how */
    struct err why;
    struct buf text;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    struct err e;
    switch (key) {
    case 't':
        if (!record_format_parse(arg, &a->to, &e))
            argp_failure(state, EXIT_USAGE, 0, "--to: %s", e.text);
        a->to_given = true;
        return 0;
    case ARGP_KEY_ARG:
        if (a->out)
            argp_failure(state, EXIT_USAGE, 0, "two files, please: '%s' is too much", arg);
        *(a->in ? &a->out : &a->in) = arg;
        return 0;
    case ARGP_KEY_END:
        if (!a->out)
            argp_failure(state, EXIT_USAGE, 0, "two files, please: IN and OUT");
        if (!a->to_given && !record_format_by_name(a->out, &a->to))
            argp_failure(state, EXIT_USAGE, 0, "%s: the name does not tell the format; say --to", a->out);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Moves as people write them; of the Connect family its own list does that. */
static void put_moves(const struct game *g, struct buf *out)
{
    for (int i = 0; i < game_plies(g); i++) {
        char text[GAME_MOVE_TEXT];
        enum side side;
        buf_format(out, "%s%s", i ? " " : "",
                   g->kind->format(g, GAME_PEOPLE, g->kind->ply(g, i, &side), text));
    }
    buf_char(out, '\n');
}

static bool put_game(struct conversion *c, const struct game *g, const struct record *r, struct err *e)
{
    if (c->args->to == RECORD_SGF || connect_threats(g))
        return record_write(r, c->args->to, &c->text, e);
    put_moves(g, &c->text);
    return true;
}

static void tell_lost(const struct conversion *c, size_t number, const struct record *r)
{
    size_t all = 0, main = node_depth(node_line_end(r->root)) + 1;
    for (const struct tree_node *n = r->root; n; n = node_next(n, r->root))
        all++;
    if (c->args->to != RECORD_SGF && c->args->to != RECORD_RENLIB && all > main)
        fprintf(stderr, "%s: game %zu: %zu %ss of variations left out, only SGF holds them\n", c->who, number,
                all - main, game_unit(c->args->game.game.kind));
}

/* A bad game is told, and left out unless it is the one asked for. */
static bool convert_one(void *context, size_t number, struct game *g, const struct game_info *info,
                        const struct err *bad)
{
    struct conversion *c = context;
    size_t pick = (size_t)c->args->pick;
    c->seen = number;
    if (pick && number != pick)
        return true;
    if (g && put_game(c, g, info->record, &c->why)) {
        c->written++;
        tell_lost(c, number, info->record);
    } else if (g) {
        c->failed = !err_prefix(&c->why, "game %zu", number);
    } else if (pick) {
        c->failed = !err_set(&c->why, "--pick %zu: %s", pick, bad->text);
    } else {
        fprintf(stderr, "%s: %s: %s\n", c->who, c->args->in, bad->text);
        c->bad++;
    }
    return !c->failed;
}

static bool convert(struct conversion *c, const char *text, size_t len, struct err *e)
{
    const struct args *a = c->args;
    const char *name = a->game.game.kind->name;
    if (game_arg_other(&a->game) && a->to != RECORD_SGF && a->to != RECORD_PLAIN)
        return err_set(e, "%s is written as sgf or plain, not as %s", name, record_forms[a->to].name);
    struct game_reading how = {.rules = a->game.rules_given ? &a->game.game : NULL, .whole = true};
    bool ok = a->game.game.kind->read(text, len, &how, convert_one, c, e) || err_prefix(e, "%s", a->in);
    if (c->failed)
        return err_set(e, "%s", c->why.text);
    if (ok && (size_t)a->pick > c->seen)
        return err_set(e, "--pick %ld, but %s holds %zu game%s", a->pick, a->in, c->seen,
                       c->seen == 1 ? "" : "s");
    if (ok && a->to == RECORD_PLAIN && c->written > 1)
        return err_set(e, "%s holds %zu games, a plain list one: say --pick", a->in, c->seen);
    if (ok && a->to == RECORD_RENLIB && c->written > 1)
        return err_set(e, "%s holds %zu games, a library of RenLib one tree: say --pick", a->in, c->seen);
    return ok && file_write(a->out, buf_str(&c->text), c->text.len, e);
}

int command_convert(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct args, game),
        {"to", 't', "FORMAT", 0,
         "sgf, contest, plain or renlib; the default is told by OUT's name (.sgf, .c6, .txt, .lib)", 0, OWN},
        {"pick", 'p', "N", 0, "only the N-th game of a file with several", 0,
         TO_LONG(struct args, pick, 1, 1000000000)},
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        parse,
        "IN OUT",
        "Writes the games of one record file in another format.\vIN's format is found by looking: SGF "
        "in any dialect, contest record or list of stones; `-` is standard input or output. "
        "docs/formats.md describes the formats. Bad games are told with their places and left out, exit "
        "status 1.",
        NULL,
        NULL,
        NULL};
    struct args a = {.game = game_arg_any()};
    cli_parse(&argp, options, argc, argv, &a);
    struct conversion c = {.args = &a, .who = argv[0]};
    struct err e;
    char *text;
    size_t len;
    if (!file_read(a.in, &text, &len, &e))
        return cli_fail(argv[0], &e);
    bool ok = convert(&c, text, len, &e);
    free(text);
    buf_free(&c.text);
    return !ok ? cli_fail(argv[0], &e) : c.bad ? EXIT_NO : EXIT_FINE;
}
