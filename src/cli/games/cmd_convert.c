/* `hexad convert IN OUT`: one record format into another. */
#include <hexad.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/any/any.h"
#include "cli/commands.h"
#include "cli/game_arg.h"
#include "connect/record/record.h"

struct args {
    struct game_arg game;
    const char *in, *out;
    enum record_format to;
    bool to_given;
    long pick; /* the game of a collection, from 1; 0: all */
    struct cli_bad_games bad;
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

/* A bad game is told, and left out unless it is the one asked for. */
static bool append(struct args *a, const hexad_record *r, size_t number, struct buf *text, struct err *e)
{
    hexad_error error;
    size_t length;
    char *game = hexad_record_write(r, number, record_forms[a->to].name, &length, &error);
    if (!game && error.status == HEXAD_BAD_DATA) {
        err_set(e, "%s", error.text);
        if (a->pick)
            return err_prefix(e, "--pick %ld", a->pick);
        cli_bad_game(&a->bad, e);
        return true;
    }
    if (!game)
        return err_set(e, "game %zu: %s", number + 1, error.text);
    buf_bytes(text, game, length);
    hexad_free(game);
    size_t lost = a->to == RECORD_SGF ? 0 : hexad_record_variations(r, number);
    if (lost)
        fprintf(stderr, "hexad convert: game %zu: %zu stones of variations left out, only SGF holds them\n",
                number + 1, lost);
    return true;
}

static bool write_games(struct args *a, const hexad_record *r, struct err *e)
{
    size_t count = hexad_record_count(r);
    if ((size_t)a->pick > count)
        return err_set(e, "--pick %ld, but %s holds %zu game%s", a->pick, a->in, count,
                       count == 1 ? "" : "s");
    if (count > 1 && !a->pick && a->to == RECORD_PLAIN)
        return err_set(e, "%s holds %zu games, a plain list one: say --pick", a->in, count);
    struct buf text = BUF_EMPTY;
    bool ok = true;
    for (size_t i = 0; i < count && ok; i++)
        if (!a->pick || (size_t)a->pick == i + 1)
            ok = append(a, r, i, &text, e);
    ok = ok && file_write(a->out, buf_str(&text), text.len, e);
    buf_free(&text);
    return ok;
}

int command_convert(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct args, game),
        {"to", 't', "FORMAT", 0, "sgf, contest or plain; the default is told by OUT's name (.sgf, .c6, .txt)",
         0, OWN},
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
    if (game_arg_other(&a.game))
        return any_convert(argv[0], &a.game, a.in, a.out, record_forms[a.to].name, a.pick);
    char rules[RULES_TEXT], *text;
    struct err e;
    hexad_error error;
    size_t len;
    if (!file_read(a.in, &text, &len, &e))
        return cli_fail(argv[0], &e);
    rules_format(&a.game.rules, rules);
    hexad_record *r = hexad_record_read(text, len, a.game.rules_given ? rules : NULL, &error);
    free(text);
    if (!r) {
        err_set(&e, "%s: %s", a.in, error.text);
        return cli_fail(argv[0], &e);
    }
    a.bad = (struct cli_bad_games){argv[0], a.in, 0};
    bool ok = write_games(&a, r, &e);
    hexad_record_free(r);
    return !ok ? cli_fail(argv[0], &e) : a.bad.n ? EXIT_NO : EXIT_FINE;
}
