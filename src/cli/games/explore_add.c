/* `hexad explore add`: games of record files into a collection. */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/files_arg.h"
#include "cli/game_arg.h"
#include "cli/games/explore.h"
#include "cli/interrupt.h"
#include "cli/live.h"
#include "connect/record/record.h"

enum { COMMIT_EVERY = 1000 };
static const double draw_every = 0.2; /* seconds between two looks at the progress */

struct args {
    struct game_arg game;
    const char *file, *collection;
    bool json;
    struct files_arg files;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    (void)arg;
    switch (key) {
    case ARGP_KEY_NO_ARGS:
        argp_failure(state, EXIT_USAGE, 0, "which records?");
        return 0;
    case ARGP_KEY_END:
        if (!a->file)
            argp_failure(state, EXIT_USAGE, 0, "which file of collections? (-o FILE)");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

struct adding {
    const struct args *args;
    struct explorer *explorer;
    int64_t collection;
    struct live live;
    double drawn;
    struct explorer_added sum;
    size_t unreadable, bad; /* files, games */
    bool interrupted;
};

static void show_progress(struct adding *a, int file, size_t at, size_t of)
{
    if (!a->live.on || clock_now() - a->drawn < draw_every)
        return;
    struct buf b = BUF_EMPTY;
    buf_format(&b, "file %d of %d, game %zu of %zu: %zu games added, %zu known before", file + 1,
               a->args->files.n, at, of, a->sum.added, a->sum.known);
    live_draw(&a->live, buf_str(&b));
    buf_free(&b);
    a->drawn = clock_now();
}

static bool add_games(struct adding *a, int file, struct record **games, size_t n, struct err *e)
{
    for (size_t i = 0; i < n && !a->interrupted; i += COMMIT_EVERY) {
        struct explorer_added now;
        size_t part = n - i < COMMIT_EVERY ? n - i : COMMIT_EVERY;
        if (explorer_add(a->explorer, a->collection, games + i, part, &now, e) != EXPLORER_FINE)
            return false;
        a->sum.added += now.added;
        a->sum.known += now.known;
        show_progress(a, file, i + part, n);
        a->interrupted = interrupt_came(NULL);
    }
    return true;
}

/* One file; one that cannot be read is told about and left out. Fails if the collection cannot be written. */
static bool add_file(struct adding *a, int file, struct err *e)
{
    const struct game_arg *g = &a->args->game;
    struct record **games;
    size_t n;
    live_clear(&a->live);
    if (!files_games("hexad explore add", a->args->files.path[file], g->rules_given ? &g->rules : NULL,
                     &games, &n, &a->bad)) {
        a->unreadable++;
        return true;
    }
    bool ok = add_games(a, file, games, n, e);
    record_free_all(games, n);
    return ok;
}

static bool open_collection(struct adding *a, struct err *e)
{
    const char *name = a->args->collection;
    if (!explorer_open(a->args->file, true, 0, &a->explorer, e))
        return false;
    return explore_find(a->explorer, name, &a->collection, e) &&
           (a->collection ||
            explorer_make(a->explorer, name ? name : "games", &a->collection, e) == EXPLORER_FINE);
}

static void print_added(const struct adding *a)
{
    if (a->args->json)
        describe_print_json(json_pack("{s:I, s:I, s:I, s:I, s:b}", "added", (json_int_t)a->sum.added, "known",
                                      (json_int_t)a->sum.known, "bad", (json_int_t)a->bad, "unreadable",
                                      (json_int_t)a->unreadable, "interrupted", a->interrupted));
    else
        printf("%zu games added, %zu known before%s\n", a->sum.added, a->sum.known,
               a->interrupted ? "; interrupted, the rest is still to add" : "");
}

static bool add_all(struct adding *a, struct err *e)
{
    bool ok = open_collection(a, e);
    for (int i = 0; i < a->args->files.n && ok && !a->interrupted; i++)
        ok = add_file(a, i, e);
    explorer_close(a->explorer);
    live_clear(&a->live);
    return ok;
}

int explore_add(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct args, game),
        ARGUMENTS_FILES(struct args, files),
        {"output", 'o', "FILE", 0, "the file of collections to add to; it is made if it is not there", 0,
         TO_TEXT(struct args, file)},
        {"collection", 'c', "NAME", 0,
         "the collection; it is made if it is not there (default: the only one)", 0,
         TO_TEXT(struct args, collection)},
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {NULL,
                                     parse,
                                     "-o FILE RECORD...",
                                     "Adds the games of record files to a collection.\vA game that the "
                                     "collection has already is not added again, "
                                     "so an interrupted run can simply be repeated. Exit status 1: "
                                     "interrupted, or a game is bad (the others are "
                                     "added). 2: a file cannot be read (the others are added).",
                                     NULL,
                                     NULL,
                                     NULL};
    struct args args = {.game = game_arg_init()};
    cli_parse(&argp, options, argc, argv, &args);
    struct adding a = {.args = &args, .live = live_new()};
    struct err e;
    interrupt_hold();
    if (!add_all(&a, &e))
        return cli_fail(argv[0], &e);
    print_added(&a);
    return a.interrupted ? EXIT_NO : a.unreadable ? EXIT_USAGE : a.bad ? EXIT_NO : EXIT_FINE;
}

bool explore_add_records(const struct game_arg *game, const char *file, const char *collection, int n,
                         char **path, struct explore_added *out, struct err *e)
{
    struct args args = {.game = *game, .file = file, .collection = collection, .files = {n, path}};
    struct adding a = {.args = &args, .live = live_new()};
    bool ok = add_all(&a, e);
    *out = (struct explore_added){a.sum.added, a.sum.known, a.bad, a.unreadable, a.interrupted};
    return ok;
}
