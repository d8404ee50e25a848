/* `hexad explore`: collections of games, and what they know of a position. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/game_arg.h"
#include "cli/games/explore.h"
#include "cli/verbs.h"
#include "connect/game/connect.h"
#include "store/explorer/explorer.h"
#include "store/explorer/report_json.h"
#include "store/explorer/summary.h"
#include "json/game.h"

/* The collection of a name, or the only one if no name is given; `*id` 0 if there is none of it. */
bool explore_find(struct explorer *x, const char *name, int64_t *id, struct err *e)
{
    struct explorer_collection *list;
    size_t count;
    if (explorer_list(x, &list, &count, e) != EXPLORER_FINE)
        return false;
    *id = !name && count == 1 ? list[0].id : 0;
    for (size_t i = 0; name && i < count; i++)
        if (strcmp(list[i].name, name) == 0)
            *id = list[i].id;
    bool ok = name || count < 2 || err_set(e, "%zu collections: which one? (--collection NAME)", count);
    explorer_list_free(list, count);
    return ok;
}

static bool need(struct explorer *x, const char *name, int64_t *id, struct err *e)
{
    if (!explore_find(x, name, id, e))
        return false;
    return *id != 0 ||
           (name ? err_set(e, "no collection is called '%.80s'", name) : err_set(e, "no collection"));
}

struct args {
    struct game_arg game;
    const char *file, *collection, *output;
    long turns, games, least;
    bool json, drop;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    (void)arg;
    switch (key) {
    case ARGP_KEY_ARGS:
        a->file = state->argv[state->next++];
        if (state->next < state->argc)
            game_arg_take(&a->game, state);
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_failure(state, EXIT_USAGE, 0, "which file of collections? (`recorded` is built in)");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* ---- show ---- */

static const char *const results[] = {
    [OUTCOME_OPEN] = "?", [OUTCOME_BLACK] = "Black", [OUTCOME_WHITE] = "White", [OUTCOME_DRAW] = "draw"};

static void print_json(const struct position *p, int placed, const struct explorer_report *r)
{
    json_t *j = explorer_report_json(r, placed);
    json_object_set_new(j, "rules", game_rules_json(&p->rules));
    game_put_opening(j, p);
    describe_print_json(j);
}

static void print_counts(const struct explorer_counts *c)
{
    printf("%7" PRIu64 " games: %6" PRIu64 " Black %5" PRIu64 " drawn %6" PRIu64 " White", explorer_games(c),
           c->black, c->draw, c->white);
    if (c->open)
        printf(" %6" PRIu64 " not known", c->open);
    putchar('\n');
}

static void print_plain(const struct position *p, const struct explorer_report *r)
{
    char game[RULES_TEXT];
    struct buf b = BUF_EMPTY;
    connect_state(p, &b);
    describe_opening(p, &b);
    printf("%s, %s\n%-16s", rules_format(&p->rules, game), buf_str(&b), "");
    print_counts(&r->counts);
    for (size_t i = 0; i < r->turns; i++) {
        buf_free(&b);
        describe_squares(r->turn[i].squares.s, r->turn[i].squares.n, &b);
        printf("%-16s", buf_str(&b));
        print_counts(&r->turn[i].counts);
    }
    if (r->turns < r->turns_all)
        printf("… %zu more turns\n", r->turns_all - r->turns);
    for (size_t i = 0; i < r->games; i++) {
        const struct explorer_game *g = &r->game[i];
        printf("%8" PRId64 "  %s – %s  %s  %s  %s  %d stones\n", g->id, *g->black ? g->black : "?",
               *g->white ? g->white : "?", g->date, g->event, results[g->result], g->stones);
    }
    buf_free(&b);
}

static bool show(const struct args *a, struct position *p, struct err *e)
{
    struct explorer_report r;
    int placed = position_undo_part(p);
    if (strcmp(a->file, "recorded") == 0) {
        summary_ask(summary_builtin(), p, (size_t)a->turns, &r);
    } else {
        struct explorer *x;
        int64_t id;
        if (!explorer_open(a->file, false, 0, &x, e))
            return false;
        bool ok = need(x, a->collection, &id, e) &&
                  explorer_ask(x, id, p, (size_t)a->turns, (size_t)a->games, 0, &r, e) == EXPLORER_FINE;
        explorer_close(x);
        if (!ok)
            return false;
    }
    if (a->json)
        print_json(p, placed, &r);
    else
        print_plain(p, &r);
    explorer_report_free(&r);
    return true;
}

static int run_show(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct args, game),
        {"collection", 'c', "NAME", 0, "which collection of the file (needed if there are several)", 0,
         TO_TEXT(struct args, collection)},
        {"most", 'm', "N", 0, "show the N turns with the most games (default 20)", 0,
         TO_LONG(struct args, turns, 0, 1000000)},
        {"games", 0, "N", 0, "show the N games added last (default 5)", 0,
         TO_LONG(struct args, games, 0, 1000000)},
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        parse,
        "FILE [GAME]",
        "Shows what was played from a position, how often and with what results, and in "
        "which games; turned and mirrored positions count as the same. FILE `recorded` "
        "is what the program knows of recorded games of Connect6.\v" GAME_ARG_DOC,
        NULL,
        NULL,
        NULL};
    struct args a = {.game = game_arg_init(), .turns = 20, .games = 5};
    struct position *p;
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    if (!game_arg_position(&a.game, &p, &e))
        return cli_fail(argv[0], &e);
    bool ok = show(&a, p, &e);
    position_free(p);
    return ok ? EXIT_FINE : cli_fail(argv[0], &e);
}

/* ---- list, and drop ---- */

static bool list(const struct args *a, struct err *e)
{
    struct explorer *x;
    struct explorer_collection *found;
    size_t count;
    int64_t id;
    if (!explorer_open(a->file, a->drop, 0, &x, e))
        return false;
    bool ok = !a->drop || (need(x, a->collection, &id, e) && explorer_drop(x, id, e) == EXPLORER_FINE);
    ok = ok && explorer_list(x, &found, &count, e) == EXPLORER_FINE;
    explorer_close(x);
    if (!ok)
        return false;
    json_t *all = json_array();
    for (size_t i = 0; i < count; i++)
        if (a->json)
            json_array_append_new(all, json_pack("{s:I, s:s, s:I}", "id", (json_int_t)found[i].id, "name",
                                                 found[i].name, "games", (json_int_t)found[i].games));
        else
            printf("%9" PRId64 " games  %s\n", found[i].games, found[i].name);
    if (a->json)
        describe_print_json(json_pack("{s:o}", "collections", all));
    else
        json_decref(all);
    explorer_list_free(found, count);
    return true;
}

static int run_list(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct args, game),
        {"collection", 'c', "NAME", 0, "with --drop: which", 0, TO_TEXT(struct args, collection)},
        {"drop", 0, NULL, 0, "delete a collection and its games first", 0, TO_FLAG(struct args, drop)},
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {NULL, parse, "FILE", "Lists the collections of a file.",
                                     NULL, NULL,  NULL};
    struct args a = {.game = game_arg_init()};
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    return list(&a, &e) ? EXIT_FINE : cli_fail(argv[0], &e);
}

/* ---- summary ---- */

static bool summarise(const struct args *a, struct err *e)
{
    struct explorer *x;
    struct buf out = BUF_EMPTY;
    size_t positions;
    int64_t id;
    if (!explorer_open(a->file, false, 0, &x, e))
        return false;
    bool ok = need(x, a->collection, &id, e) &&
              summary_make(x, id, &a->game.rules, (uint64_t)a->least, &out, &positions, e) == EXPLORER_FINE &&
              file_write(a->output, buf_str(&out), out.len, e);
    if (ok)
        fprintf(stderr, "%zu positions, %zu bytes\n", positions, out.len);
    buf_free(&out);
    explorer_close(x);
    return ok;
}

static int run_summary(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct args, game),
        {"collection", 'c', "NAME", 0, "which collection of the file", 0, TO_TEXT(struct args, collection)},
        {"least", 'l', "N", 0, "leave out positions of fewer than N games (default 5)", 0,
         TO_LONG(struct args, least, 1, 1000000000)},
        {"output", 'o', "OUT", 0, "the file to write", 0, TO_TEXT(struct args, output)},
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        parse,
        "-o OUT FILE",
        "Writes the counts of positions that came up often, without games and names: the "
        "form in which recorded games are built into the program.",
        NULL,
        NULL,
        NULL};
    struct args a = {.game = game_arg_init(), .least = 5};
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    if (!a.output) {
        err_set(&e, "where to? (-o OUT)");
        return cli_fail(argv[0], &e);
    }
    return summarise(&a, &e) ? EXIT_FINE : cli_fail(argv[0], &e);
}

/* ---- Which of them ---- */

static const struct command verbs[] = {
    {"add", "add the games of record files to a collection", explore_add},
    {"show", "show what was played from a position", run_show},
    {"list", "list the collections of a file", run_list},
    {"summary", "write the counts of frequent positions", run_summary},
    {NULL, NULL, NULL},
};

int command_explore(int argc, char **argv)
{
    return verbs_run(verbs, "Collections hold games, and know every position in them.", argc, argv);
}
