/* `hexad perft DEPTH [GAME]`: how many ways there are to play so many turns. */
#include <stdio.h>

#include "base/clock.h"
#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/game_arg.h"
#include "cli/interrupt.h"
#include "cli/limit_arg.h"
#include "connect/exact/perft.h"
#include "connect/game/connect.h"
#include "game/count.h"

enum { LIST_MOST = 1000000 }; /* turns in a list of JSON */

struct args {
    struct game_arg game;
    struct limits limit;
    long depth;
    bool divide, json;
    struct game *of; /* the game that is counted */
    json_t *list;    /* of JSON */
    bool cut;        /* there are more */
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    (void)arg;
    switch (key) {
    case ARGP_KEY_ARGS:
        a->depth = cli_number(state, "DEPTH", state->argv[state->next++], 0, 100);
        game_arg_take(&a->game, state);
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_failure(state, EXIT_USAGE, 0, "how many turns? DEPTH is missing");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* A count in JSON: a number where that is one for every reader, otherwise its digits. */
static json_t *count_json(const struct natural *count)
{
    uint64_t n;
    if (natural_fits(count, &n) && n <= INT64_MAX)
        return json_integer((json_int_t)n);
    struct buf b = BUF_EMPTY;
    natural_format(count, &b);
    json_t *j = json_string(buf_str(&b));
    buf_free(&b);
    return j;
}

/* With --divide: a line, or an entry of the JSON array, for each first turn. */
static void tell(struct args *a, const char *turn, const struct natural *count)
{
    if (!a->json) {
        struct buf b = BUF_EMPTY;
        natural_format(count, &b);
        printf("%s: %s\n", turn, buf_str(&b));
        buf_free(&b);
    } else if (json_array_size(a->list) < LIST_MOST) {
        json_array_append_new(a->list, json_pack("{s:s, s:o}", "turn", turn, "count", count_json(count)));
    } else {
        a->cut = true;
    }
}

static void tell_turn(void *ctx, const struct squares *turn, const struct natural *count)
{
    struct buf b = BUF_EMPTY;
    describe_squares(turn->s, turn->n, &b);
    tell(ctx, buf_str(&b), count);
    buf_free(&b);
}

static void tell_move(void *ctx, game_move m, uint64_t ways)
{
    struct args *a = ctx;
    char text[GAME_MOVE_TEXT];
    struct natural count = NATURAL_ZERO;
    natural_set(&count, ways);
    tell(a, a->of->kind->format(a->of, GAME_PEOPLE, m, text), &count);
    natural_free(&count);
}

/* Turns of the Connect family are sets of stones; those of other games one move each. */
static struct perft_result count(struct args *a)
{
    const struct threats *t = connect_threats(a->of);
    if (t) {
        struct perft_options o = {a->divide ? tell_turn : NULL, a, a->limit};
        return perft(t->position, (int)a->depth, &o);
    }
    struct game_count c = game_count(a->of, (int)a->depth, &a->limit, a->divide ? tell_move : NULL, a);
    struct perft_result r = {.nodes = c.nodes, .stopped = c.stopped};
    natural_set(&r.count, c.count);
    return r;
}

static void print_json(const struct args *a, const struct perft_result *r, double seconds)
{
    json_t *j =
        json_pack("{s:I, s:o, s:b, s:I, s:f}", "depth", (json_int_t)a->depth, "count", count_json(&r->count),
                  "stopped", r->stopped, "nodes", (json_int_t)r->nodes, "seconds", seconds);
    if (a->divide)
        json_object_update_new(j, json_pack("{s:O, s:b}", "turns", a->list, "turns_cut", a->cut));
    describe_print_json(j);
}

static void print_text(const struct perft_result *r)
{
    struct buf b = BUF_EMPTY;
    buf_text(&b, r->stopped ? "stopped; at least " : "");
    natural_format(&r->count, &b);
    puts(buf_str(&b));
    buf_free(&b);
}

int command_perft(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct args, game),
        OPTION_LIMIT(struct args, limit),
        {"divide", 'd', NULL, 0, "tell the number for each first turn, too", 0, TO_FLAG(struct args, divide)},
        OPTION_NODES(struct args, limit.nodes, 'n', "stop after placing N stones", 0),
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        parse,
        "DEPTH [GAME]",
        "Counts the ways to play exactly DEPTH turns. A turn is a set of stones: their order does not count, "
        "except that a row ends the game at once. While no row can be completed the number is worked out, "
        "otherwise the turns are tried one by one.\v" GAME_ARG_DOC
        " Moves of Go are counted one by one, passes among them. Ctrl-C and limits end it with what was "
        "counted so far. In JSON a count of 2^63 or more is a "
        "string. "
        "Exit status 1: stopped before the end.",
        NULL,
        NULL,
        NULL};
    struct args a = {.game = game_arg_any()};
    cli_parse(&argp, options, argc, argv, &a);
    struct err e;
    if (!game_arg_game(&a.game, &a.of, &e))
        return cli_fail(argv[0], &e);
    struct interrupt_watch watch;
    interrupt_watch(&watch);
    a.list = json_array();
    a.limit.stop = &watch.stop;
    double start = clock_now();
    struct perft_result r = count(&a);
    double seconds = clock_now() - start;
    interrupt_done(&watch);
    if (a.json)
        print_json(&a, &r, seconds);
    else
        print_text(&r);
    bool stopped = r.stopped;
    json_decref(a.list);
    perft_result_free(&r);
    game_free(a.of);
    return stopped ? EXIT_NO : EXIT_FINE;
}
