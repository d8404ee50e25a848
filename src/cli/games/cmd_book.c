/* `hexad book`: makes the statistics book from records, and shows what is in it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/files_arg.h"
#include "cli/game_arg.h"
#include "cli/interrupt.h"
#include "cli/live.h"
#include "cli/verbs.h"
#include "connect/game/connect.h"
#include "connect/record/record.h"
#include "play/book/book.h"
#include "json/game.h"

enum { TURNS_MOST = 10000, DEPTH_MOST = 100, COMMIT_EVERY = 500 };
static const double draw_every = 0.2; /* seconds between two looks at the progress */

/* ---- learn ---- */

struct learn_args {
    struct game_arg game;
    const char *book;
    long turns;
    bool json;
    struct files_arg files;
};

static error_t parse_learn(int key, char *arg, struct argp_state *state)
{
    struct learn_args *a = state->input;
    (void)arg;
    switch (key) {
    case ARGP_KEY_NO_ARGS:
        argp_failure(state, EXIT_USAGE, 0, "which files?");
        return 0;
    case ARGP_KEY_END:
        if (!a->book)
            argp_failure(state, EXIT_USAGE, 0, "which book? (-o BOOK)");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Learning going on. */
struct learning {
    const struct learn_args *args;
    struct book *book;
    struct live live;
    double drawn;
    size_t count[3], unreadable, bad,
        pending; /* by enum book_lesson; files; games; games since the last commit */
    bool interrupted;
};

static void show_progress(struct learning *l, int file)
{
    if (!l->live.on || clock_now() - l->drawn < draw_every)
        return;
    struct buf b = BUF_EMPTY;
    buf_format(&b, "file %d of %d: %zu games learned, %zu known before, %zu without a result", file + 1,
               l->args->files.n, l->count[BOOK_LEARNED], l->count[BOOK_KNOWN], l->count[BOOK_UNDECIDED]);
    live_draw(&l->live, buf_str(&b));
    buf_free(&b);
    l->drawn = clock_now();
}

/* Commits now and then, so that an interruption loses little and the rest goes fast. */
static bool learn_games(struct learning *l, int file, struct record **games, size_t n, struct err *e)
{
    for (size_t i = 0; i < n && !l->interrupted; i++) {
        enum book_lesson lesson;
        if (!games[i])
            continue;
        if (l->pending == 0 && !book_begin(l->book, e))
            return false;
        if (!book_learn(l->book, games[i], (int)l->args->turns, &lesson, e))
            return false;
        l->count[lesson]++;
        if (++l->pending == COMMIT_EVERY) {
            l->pending = 0;
            if (!book_commit(l->book, e))
                return false;
        }
        show_progress(l, file);
        l->interrupted = interrupt_came(NULL);
    }
    return true;
}

/* One file; one that cannot be read is told about and left out. Fails if the book cannot be written. */
static bool learn_file(struct learning *l, int file, struct err *e)
{
    const struct game_arg *g = &l->args->game;
    struct record **games;
    size_t n;
    live_clear(&l->live);
    if (!files_games("hexad book learn", l->args->files.path[file], g->rules_given ? &g->rules : NULL, &games,
                     &n, &l->bad)) {
        l->unreadable++;
        return true;
    }
    bool ok = learn_games(l, file, games, n, e);
    record_free_all(games, n);
    return ok;
}

static void print_learned(const struct learning *l)
{
    const size_t *n = l->count;
    if (l->args->json)
        describe_print_json(json_pack("{s:I, s:I, s:I, s:I, s:b}", "learned", (json_int_t)n[BOOK_LEARNED],
                                      "known", (json_int_t)n[BOOK_KNOWN], "undecided",
                                      (json_int_t)n[BOOK_UNDECIDED], "unreadable", (json_int_t)l->unreadable,
                                      "interrupted", l->interrupted));
    else
        printf("%zu games learned, %zu known before, %zu without a result%s\n", n[BOOK_LEARNED],
               n[BOOK_KNOWN], n[BOOK_UNDECIDED],
               l->interrupted ? "; interrupted, the rest is still to learn" : "");
}

static int run_learn(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct learn_args, game),
        ARGUMENTS_FILES(struct learn_args, files),
        {"output", 'o', "BOOK", 0, "the book to add to; it is made if it is not there", 0,
         TO_TEXT(struct learn_args, book)},
        {"turns", 't', "N", 0, "learn the first N turns of each game (default 20)", 0,
         TO_LONG(struct learn_args, turns, 1, TURNS_MOST)},
        OPTION_JSON(struct learn_args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        parse_learn,
        "-o BOOK FILE...",
        "Adds the games of record files to a book: the results after each position.\vA game that was learned "
        "before is not counted again, so an interrupted run can simply be repeated. Exit status 1: "
        "interrupted. 2: a file cannot be read (the others are learned).",
        NULL,
        NULL,
        NULL};
    struct learn_args a = {.game = game_arg_init(), .turns = 20};
    cli_parse(&argp, options, argc, argv, &a);
    struct learning l = {.args = &a, .live = live_new()};
    struct err e;
    interrupt_hold();
    if (!book_open(a.book, true, &l.book, &e))
        return cli_fail(argv[0], &e);
    bool ok = true;
    for (int i = 0; i < a.files.n && ok && !l.interrupted; i++)
        ok = learn_file(&l, i, &e);
    ok = ok && (l.pending == 0 || book_commit(l.book, &e));
    book_close(l.book);
    live_clear(&l.live);
    if (!ok)
        return cli_fail(argv[0], &e);
    print_learned(&l);
    return l.interrupted ? EXIT_NO : l.unreadable ? EXIT_USAGE : l.bad ? EXIT_NO : EXIT_FINE;
}

/* ---- show ---- */

struct show_args {
    struct game_arg game;
    const char *book;
    long depth, least, most, s;
    bool json;
};

static error_t parse_show(int key, char *arg, struct argp_state *state)
{
    struct show_args *a = state->input;
    (void)arg;
    switch (key) {
    case ARGP_KEY_ARGS:
        a->book = state->argv[state->next++];
        if (state->next < state->argc)
            game_arg_take(&a->game, state);
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_failure(state, EXIT_USAGE, 0, "which book?");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static json_t *stats_json(const struct book_stats *s)
{
    return json_pack("{s:I, s:I, s:I}", "black", (json_int_t)s->black, "drawn", (json_int_t)s->draw, "white",
                     (json_int_t)s->white);
}

static void print_turn(const struct book_turn *t, enum side side, bool advice, int indent)
{
    struct buf b = BUF_EMPTY;
    describe_squares(t->squares.s, t->squares.n, &b);
    uint64_t wins = book_wins(&t->stats, side), losses = book_wins(&t->stats, side_other(side));
    printf("%*s%c %-*s %6" PRIu64 " games: %5" PRIu64 " Black %5" PRIu64 " drawn %5" PRIu64 " White", indent,
           "", advice ? '*' : ' ', 24 - indent, buf_str(&b), book_games(&t->stats), t->stats.black,
           t->stats.draw, t->stats.white);
    if (wins + losses)
        printf("  %3.0f%% for %s", 100.0 * (double)wins / (double)(wins + losses), side_name(side));
    putchar('\n');
    buf_free(&b);
}

/* Prints the turns from a position and what follows them; as JSON into `list` if there is one. */
static bool show_turns(const struct show_args *a, struct book *book, struct position *p, long depth,
                       int indent, json_t *list, struct err *e)
{
    struct book_turns turns = BOOK_TURNS_EMPTY;
    enum side side = p->to_move;
    bool ok = book_turns(book, p, &turns, e);
    int advice = book_advice(&turns, side, (uint64_t)a->s);
    for (size_t i = 0; ok && i < turns.count && i < (size_t)a->most; i++) {
        const struct book_turn *t = &turns.turn[i];
        if (book_games(&t->stats) < (uint64_t)a->least)
            break;
        json_t *below = list ? json_array() : NULL;
        if (!list)
            print_turn(t, side, (int)i == advice, indent);
        for (int j = 0; j < t->squares.n; j++)
            position_place(p, t->squares.s[j]);
        if (depth > 1)
            ok = show_turns(a, book, p, depth - 1, indent + 2, below, e);
        for (int j = 0; j < t->squares.n; j++)
            position_undo(p);
        if (list) {
            json_t *one = stats_json(&t->stats);
            json_object_set_new(one, "turn", game_squares_json(t->squares.s, t->squares.n));
            json_object_set_new(one, "advice", json_boolean((int)i == advice));
            json_object_set_new(one, "turns", below);
            json_array_append_new(list, one);
        }
    }
    book_turns_free(&turns);
    return ok;
}

static bool show(const struct show_args *a, struct book *book, struct position *p, struct err *e)
{
    struct book_stats s;
    char game[RULES_TEXT];
    if (!book_lookup(book, p, &s, e))
        return false;
    if (!a->json) {
        struct buf b = BUF_EMPTY;
        connect_state(p, &b);
        printf("%s, %s\n%" PRIu64 " games: %" PRIu64 " Black, %" PRIu64 " drawn, %" PRIu64 " White\n",
               rules_format(&p->rules, game), buf_str(&b), book_games(&s), s.black, s.draw, s.white);
        buf_free(&b);
        return show_turns(a, book, p, a->depth, 0, NULL, e);
    }
    json_t *all = stats_json(&s), *turns = json_array();
    bool ok = show_turns(a, book, p, a->depth, 0, turns, e);
    json_object_set_new(all, "rules", game_rules_json(&p->rules));
    json_object_set_new(all, "turns", turns);
    if (ok)
        describe_print_json(all);
    else
        json_decref(all);
    return ok;
}

static int run_show(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct show_args, game),
        {"depth", 'd', "N", 0, "show N turns deep (default 2)", 0,
         TO_LONG(struct show_args, depth, 1, DEPTH_MOST)},
        {"least", 'l', "N", 0, "leave out turns of fewer than N games (default 1)", 0,
         TO_LONG(struct show_args, least, 1, 1000000000)},
        {"most", 'm', "N", 0, "show the N turns with the most games at each position (default 10)", 0,
         TO_LONG(struct show_args, most, 1, 1000000000)},
        {"significant", 's', "N", 0, "games that make a turn significant for the advice (default 4)", 0,
         TO_LONG(struct show_args, s, 1, 1000000000)},
        OPTION_JSON(struct show_args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        parse_show,
        "BOOK [GAME]",
        "Shows the statistics tree of a book from a position on: the turns that were played, and how those "
        "games "
        "ended. The turn that the book advises is marked with a star.\v" GAME_ARG_DOC,
        NULL,
        NULL,
        NULL};
    struct show_args a = {.game = game_arg_init(), .depth = 2, .least = 1, .most = 10, .s = 4};
    cli_parse(&argp, options, argc, argv, &a);
    struct book *book;
    struct position *p;
    struct err e;
    if (!book_open(a.book, false, &book, &e))
        return cli_fail(argv[0], &e);
    if (!a.game.rules_given)
        book_rules(book, &a.game.rules);
    bool ok = game_arg_position(&a.game, &p, &e);
    if (ok) {
        ok = show(&a, book, p, &e);
        position_free(p);
    }
    book_close(book);
    return ok ? EXIT_FINE : cli_fail(argv[0], &e);
}

/* ---- Which of them ---- */

static const struct command verbs[] = {
    {"learn", "add the games of record files to a book", run_learn},
    {"show", "show the statistics tree of a book", run_show},
    {NULL, NULL, NULL},
};

int command_book(int argc, char **argv)
{
    return verbs_run(verbs, "A book holds the results of recorded games by position.", argc, argv);
}
