/* `hexad perft DEPTH [GAME]`: how many ways there are to play so many turns. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/game_arg.h"
#include "cli/interrupt.h"
#include "search/perft.h"

struct args {
    struct game_arg game;
    long depth;
    bool divide, json;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    (void)arg;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &a->game;
        return 0;
    case 'd':
        a->divide = true;
        return 0;
    case 'j':
        a->json = true;
        return 0;
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

/* With --divide: a line, or an entry of the JSON array, for each first turn. */
static void tell_turn(void *ctx, const struct squares *turn, uint64_t count)
{
    json_t *list = ctx;
    struct buf b = BUF_EMPTY;
    describe_squares(turn->s, turn->n, &b);
    if (list)
        json_array_append_new(list, json_pack("{s:s, s:I}", "turn", buf_str(&b), "count", (json_int_t)count));
    else
        printf("%s: %" PRIu64 "\n", buf_str(&b), count);
    buf_free(&b);
}

int command_perft(int argc, char **argv)
{
    static const struct argp_option options[] = {
        {"divide", 'd', NULL, 0, "tell the number for each first turn, too", 0},
        {"json", 'j', NULL, 0, "print JSON", 0},
        {NULL, 0, NULL, 0, NULL, 0},
    };
    static const struct argp_child children[] = {{&game_argp, 0, NULL, 0}, {NULL, 0, NULL, 0}};
    static const struct argp argp = {
        options,
        parse,
        "DEPTH [GAME]",
        "Counts the ways to play exactly DEPTH turns. A turn is a set of stones: their order does not count, "
        "except that a row "
        "ends the game at once.\v" GAME_ARG_DOC
        " Exit status 1: the number does not fit in 64 bits, or Ctrl-C came first.",
        children,
        NULL,
        NULL};
    struct args a = {.game = game_arg_init()};
    cli_parse(&argp, argc, argv, &a);
    struct position *p;
    struct err e;
    if (!game_arg_position(&a.game, &p, &e))
        return cli_fail(argv[0], &e);
    interrupt_hold();
    json_t *list = a.json ? json_array() : NULL;
    struct perft_options o = {a.divide ? tell_turn : NULL, interrupt_came, list};
    double start = clock_now();
    struct perft_result r = perft(p, (int)a.depth, &o);
    double seconds = clock_now() - start;
    if (a.json) {
        json_t *j = json_pack("{s:I, s:o, s:b, s:b, s:f}", "depth", (json_int_t)a.depth, "count",
                              r.overflow ? json_null() : json_integer((json_int_t)r.count), "overflow",
                              r.overflow, "stopped", r.halted, "seconds", seconds);
        if (a.divide)
            json_object_set(j, "turns", list);
        json_decref(list);
        describe_print_json(j);
    } else if (r.overflow) {
        puts("more than fits in 64 bits");
    } else {
        printf("%s%" PRIu64 "\n", r.halted ? "stopped; at least " : "", r.count);
    }
    position_free(p);
    return r.overflow || r.halted ? EXIT_NO : EXIT_FINE;
}
