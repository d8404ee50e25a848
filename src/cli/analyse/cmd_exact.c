/* `hexad exact GAME`: the value of a small position by exhaustive search. */
#include <stdio.h>

#include "base/clock.h"
#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/game_arg.h"
#include "cli/interrupt.h"
#include "cli/limit_arg.h"
#include "connect/exact/exact.h"
#include "connect/game/connect.h"
#include "json/game.h"
#include "json/searches.h"

struct args {
    struct game_arg game;
    struct limits limit;
    bool all, json;
    size_t memory;
};

/* "win", or "win or draw" where the search was stopped. */
static const char *value_text(int lower, int upper)
{
    static const char *const text[3][3] = {
        {"loss", "draw or loss", "unknown"}, {NULL, "draw", "win or draw"}, {NULL, NULL, "win"}};
    return text[lower + 1][upper + 1];
}

static void print_text(const struct position *p, const struct exact_result *r,
                       const struct exact_stone *stone, int n, double seconds)
{
    struct buf b = BUF_EMPTY;
    connect_state(p, &b);
    if (p->outcome == OUTCOME_OPEN) {
        buf_format(&b, ": %s", value_text(r->lower, r->upper));
        if (r->turn.n) {
            buf_text(&b, ", by ");
            describe_squares(r->turn.s, r->turn.n, &b);
        }
    }
    buf_format(&b, "\n%llu nodes, %.2f s\n", (unsigned long long)r->nodes, seconds);
    for (int i = 0; i < n; i++) {
        char text[SQUARE_TEXT];
        buf_format(&b, "  %-4s %s\n", square_format(stone[i].at, text),
                   value_text(stone[i].lower, stone[i].upper));
    }
    fputs(buf_str(&b), stdout);
    buf_free(&b);
}

static void print_json(const struct position *p, const struct exact_result *r,
                       const struct exact_stone *stone, int n, bool all, double seconds)
{
    json_t *j = exact_json(r, seconds);
    json_object_set_new(j, "position", game_position_json(p));
    json_t *list = json_array();
    for (int i = 0; i < n; i++) {
        char text[SQUARE_TEXT];
        const struct exact_stone *s = &stone[i];
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s}", "at", square_format(s->at, text),
                                              "value", exact_word(s->lower, s->upper), "least",
                                              exact_word(s->lower, s->lower), "most",
                                              exact_word(s->upper, s->upper)));
    }
    if (all)
        json_object_set(j, "stones", list);
    json_decref(list);
    describe_print_json(j);
}

int command_exact(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct args, game),
        OPTION_LIMIT(struct args, limit),
        ARGUMENTS_GAME(struct args, game),
        {"all", 'a', NULL, 0, "tell the value of every stone that can be placed", 0,
         TO_FLAG(struct args, all)},
        OPTION_NODES(struct args, limit.nodes, 'n', "stop after N nodes and tell what is known", 0),
        OPTION_HASH(struct args, memory, "remember positions in MIB megabytes (64)"),
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        NULL,
        "[GAME]",
        "Finds the exact value of a position with at most 64 empty squares, both sides playing perfectly, "
        "and a best turn.\v" GAME_ARG_DOC " Ctrl-C and limits stop the search; it tells what is known. Exit "
        "status 1: stopped before the value was "
        "certain.",
        NULL,
        NULL,
        NULL};
    struct args a = {.game = game_arg_init(), .memory = (size_t)64 << 20};
    cli_parse(&argp, options, argc, argv, &a);
    struct position *p;
    struct err e;
    if (!game_arg_position(&a.game, &p, &e))
        return cli_fail(argv[0], &e);
    struct interrupt_watch watch;
    interrupt_watch(&watch);
    struct exact *x = exact_new(a.memory);
    a.limit.stop = &watch.stop;
    struct exact_result r;
    struct exact_stone stone[EXACT_MOST];
    int n = 0;
    double start = clock_now();
    bool ok = a.all ? exact_all(x, p, &a.limit, stone, &n, &r, &e) : exact_solve(x, p, &a.limit, &r, &e);
    double seconds = clock_now() - start;
    interrupt_done(&watch);
    if (ok && a.json)
        print_json(p, &r, stone, n, a.all, seconds);
    else if (ok)
        print_text(p, &r, stone, n, seconds);
    exact_free(x);
    position_free(p);
    if (!ok)
        return cli_fail(argv[0], &e);
    return r.lower == r.upper ? EXIT_FINE : EXIT_NO;
}
