/* `hexad games FILES`: lists the games of record files and checks them against the rules and their own
 * results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/any/any.h"
#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/files_arg.h"
#include "cli/game_arg.h"
#include "connect/record/record.h"
#include "json/game.h"

struct args {
    struct game_arg game;
    bool quiet, json;
    struct files_arg files;
};

/* What was seen in all files. */
struct totals {
    size_t games, stones, by_row[2], drawn, unfinished, wrong, bad, unreadable;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    (void)arg;
    if (key != ARGP_KEY_NO_ARGS)
        return ARGP_ERR_UNKNOWN;
    argp_failure(state, EXIT_USAGE, 0, "which files?");
    return 0;
}

static const char *outcome_text(enum outcome o)
{
    static const char *const text[] = {"unfinished", "Black made the row", "White made the row", "drawn"};
    return text[o];
}

static const char *result_text(enum outcome o)
{
    static const char *const text[] = {"not said", "Black", "White", "draw"};
    return text[o];
}

static void count(struct totals *t, const struct position *p, bool wrong)
{
    t->games++;
    t->stones += (size_t)p->stones;
    t->wrong += wrong;
    if (p->outcome == OUTCOME_OPEN)
        t->unfinished++;
    else if (p->outcome == OUTCOME_DRAW)
        t->drawn++;
    else
        t->by_row[p->outcome == OUTCOME_BLACK ? BLACK : WHITE]++;
}

/* One game: is what the record says of its result what the board says? */
static void look_at(const struct args *a, const char *path, size_t number, const struct record *r,
                    json_t *list, struct totals *t)
{
    struct position *p;
    struct err e;
    if (!record_position(r, node_line_end(r->root), &p, &e)) {
        fprintf(stderr, "hexad games: %s: game %zu: %s\n", path, number, e.text);
        t->bad++;
        return;
    }
    enum outcome said = record_result(r);
    bool wrong = p->outcome != OUTCOME_OPEN && said != OUTCOME_OPEN && said != p->outcome;
    count(t, p, wrong);
    const char *black = record_info(r, "PB"), *white = record_info(r, "PW");
    char game[RULES_TEXT];
    if (list)
        json_array_append_new(list, json_pack("{s:s, s:I, s:o, s:s?, s:s?, s:i, s:s, s:s, s:b}", "file", path,
                                              "number", (json_int_t)number, "rules",
                                              game_rules_json(record_rules(r)), "black", black, "white",
                                              white, "stones", p->stones, "board", outcome_text(p->outcome),
                                              "result", result_text(said), "contradiction", wrong));
    else if (!a->quiet || wrong)
        printf("%s %zu: %s, %s - %s, %d stones, %s, result: %s%s\n", path, number,
               rules_format(record_rules(r), game), black ? black : "?", white ? white : "?", p->stones,
               outcome_text(p->outcome), result_text(said), wrong ? " CONTRADICTION" : "");
    position_free(p);
}

static void look_into(const struct args *a, const char *path, json_t *list, struct totals *t)
{
    struct record **games;
    size_t n;
    if (!files_games("hexad games", path, a->game.rules_given ? &a->game.rules : NULL, &games, &n, &t->bad)) {
        t->unreadable++;
        return;
    }
    for (size_t i = 0; i < n; i++)
        if (games[i])
            look_at(a, path, i + 1, games[i], list, t);
    record_free_all(games, n);
}

int command_games(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct args, game),
        ARGUMENTS_FILES(struct args, files),
        {"quiet", 'q', NULL, 0, "print only contradictions and the totals", 0, TO_FLAG(struct args, quiet)},
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        parse,
        "FILE...",
        "Lists the games of record files, replays each by the rules, and compares the result it gives with "
        "the row on the "
        "board; for --game go, the count of the territory that the record marks.\vFILE may be a folder for "
        "games "
        "other than the Connect family: all .sgf files below it. A bad game is told with its place, and the "
        "others are read. Exit status 1: a game is bad, "
        "or "
        "contradicts its result. 2: a file cannot be read.",
        NULL,
        NULL,
        NULL};
    struct args a = {.game = game_arg_any()};
    cli_parse(&argp, options, argc, argv, &a);
    if (game_arg_other(&a.game))
        return any_games(argv[0], &a.game, a.files.n, a.files.path, a.quiet, a.json);
    struct totals t = {0};
    json_t *list = a.json ? json_array() : NULL;
    for (int i = 0; i < a.files.n; i++)
        look_into(&a, a.files.path[i], list, &t);
    if (list)
        describe_print_json(list);
    else
        printf("%zu games, %zu stones: %zu rows of Black, %zu of White, %zu drawn, %zu unfinished; %zu "
               "contradictions, %zu bad games\n",
               t.games, t.stones, t.by_row[BLACK], t.by_row[WHITE], t.drawn, t.unfinished, t.wrong, t.bad);
    return t.unreadable ? EXIT_USAGE : t.wrong || t.bad ? EXIT_NO : EXIT_FINE;
}
