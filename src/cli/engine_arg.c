/* Options of the engine; see engine_arg.h. */
#include "cli/engine_arg.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "cli/cli.h"
#include "cli/data.h"
#include "play/games/games.h"
#include "play/protocol/line.h"

enum {
    KEY_SECONDS = 512,
    KEY_CPU,
    KEY_NODES,
    KEY_DEPTH,
    KEY_THREADS,
    KEY_HASH,
    KEY_SET,
    KEY_LEVEL,
    KEY_OPENINGS,
    KEY_NO_OPENINGS,
    KEY_PONDER,
    KEY_SEED,
    KEY_LAG,
    KEY_PLAYER
};

static error_t parse_engine(int key, char *arg, struct argp_state *state)
{
    struct engine_arg *a = state->input;
    struct err e;
    switch (key) {
    case KEY_SECONDS:
        a->limits.work.seconds = cli_seconds(state, "--seconds", arg, 0.001);
        return 0;
    case KEY_CPU:
        a->limits.work.cpu = cli_seconds(state, "--cpu", arg, 0.001);
        return 0;
    case KEY_NODES:
        a->limits.work.nodes = (uint64_t)cli_number(state, "--nodes", arg, 1, 1000000000000000);
        return 0;
    case KEY_DEPTH:
        a->limits.depth = (int)cli_number(state, "--depth", arg, 1, 1000);
        return 0;
    case KEY_THREADS:
        a->engine.threads = (int)cli_number(state, "--threads", arg, 1, ENGINE_THREADS_MOST);
        return 0;
    case KEY_HASH:
        a->engine.hash_bytes = cli_memory(state, "--hash", arg);
        return 0;
    case KEY_SET:
        if (!a->engine.params)
            a->params = search_params_usual;
        a->engine.params = &a->params;
        if (!search_params_read(&a->params, arg, &e))
            argp_failure(state, EXIT_USAGE, 0, "--set: %s", e.text);
        return 0;
    case KEY_OPENINGS:
        a->openings = arg;
        return 0;
    case KEY_NO_OPENINGS:
        a->no_openings = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option engine_options[] = {
    {"seconds", KEY_SECONDS, "S", 0, "think for so long (of a turn)", 0},
    {"cpu", KEY_CPU, "S", 0,
     "think for so many seconds of processor time (of a turn), of all threads together", 0},
    {"nodes", KEY_NODES, "N", 0, "place so many stones in the search (of a turn)", 0},
    {"depth", KEY_DEPTH, "N", 0, "look so many turns ahead", 0},
    {"threads", KEY_THREADS, "N", 0, "search with so many threads (1)", 0},
    {"hash", KEY_HASH, "MIB", 0, "memory for tables (64)", 0},
    {"set", KEY_SET, "NAME=VALUE", 0,
     "another value for a number of the search; `hexad bench params` lists them", 0},
    {"openings", KEY_OPENINGS, "FILE", 0,
     "answer what is proved from this opening database (HEXAD_OPENINGS, or that of the page); `off`: none",
     0},
    {"no-openings", KEY_NO_OPENINGS, NULL, 0, "think from the first turn on, whatever is known", 0},
    {NULL, 0, NULL, 0, NULL, 0},
};

const struct argp engine_argp = {engine_options, parse_engine, NULL, NULL, NULL, NULL, NULL};

static error_t parse_player(int key, char *arg, struct argp_state *state)
{
    struct engine_arg *a = state->input;
    struct err e;
    switch (key) {
    case KEY_LEVEL:
        if (!level_parse(arg, &a->level, &e))
            argp_failure(state, EXIT_USAGE, 0, "--level: %s", e.text);
        return 0;
    case KEY_PONDER:
        a->ponder = true;
        return 0;
    case KEY_SEED:
        a->seed = (uint64_t)cli_number(state, "--seed", arg, 0, 1L << 62);
        return 0;
    case KEY_LAG:
        a->lag = cli_seconds(state, "--lag", arg, 0);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option player_options[] = {
    {"level", KEY_LEVEL, "LEVEL", 0, "1 (newcomer) to 10 (champion), or full (the default)", 0},
    {"ponder", KEY_PONDER, NULL, 0, "think on the other side's time", 0},
    {"seed", KEY_SEED, "N", 0, "of choices among equals (HEXAD_SEED, or 0)", 0},
    {"lag", KEY_LAG, "S", 0, "seconds that an answer is under way, kept back of every limit (0)", 0},
    {NULL, 0, NULL, 0, NULL, 0},
};

const struct argp player_argp = {player_options, parse_player, NULL, NULL, NULL, NULL, NULL};

static error_t parse_seat(int key, char *arg, struct argp_state *state)
{
    struct seat_arg *a = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &a->game;
        state->child_inputs[1] = state->child_inputs[2] = &a->engine;
        return 0;
    case KEY_PLAYER:
        a->player = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option seat_options_rows[] = {
    {"player", KEY_PLAYER, "PLAYER", 0,
     "who plays, instead of the engine or, in Go, the net (`hexad arena --players` lists them)", 0},
    {NULL, 0, NULL, 0, NULL, 0},
};

static const struct argp_child seat_children[] = {
    {&game_argp, 0, NULL, 0}, {&engine_argp, 0, NULL, 0}, {&player_argp, 0, NULL, 0}, {NULL, 0, NULL, 0}};
const struct argp seat_argp = {seat_options_rows, parse_seat, NULL, NULL, seat_children, NULL, NULL};

struct seat_arg seat_arg_init(void)
{
    struct seat_arg a = {.game = game_arg_init()};
    const char *seed = getenv("HEXAD_SEED"); /* as the arena hands it over */
    a.engine.seed = seed ? strtoull(seed, NULL, 10) : 0;
    return a;
}

bool engine_arg_book(struct engine_arg *a, const struct chooser_book **out, struct err *e)
{
    *out = NULL;
    if (a->no_openings)
        return true;
    if (!data_known(a->openings, &a->known, e))
        return false;
    a->book = known_book(a->known);
    *out = known_empty(a->known) ? NULL : &a->book;
    return true;
}

void engine_arg_done(struct engine_arg *a)
{
    known_free(a->known);
    a->known = NULL;
}

bool seat_arg_options(struct seat_arg *a, struct seat_options *out, struct err *e)
{
    struct engine_arg *x = &a->engine;
    *out = (struct seat_options){
        .rules = a->game.rules,
        .chooser = {.engine = x->engine, .level = x->level, .openings = !x->no_openings, .seed = x->seed},
        .limits = x->limits,
        .lag = x->lag,
        .ponder = x->ponder,
    };
    if (a->player) {
        struct game *g = game_new(&a->game.game);
        struct bot *b = games_player(a->player, g, x->seed, e); /* is it one? */
        game_free(g);
        bot_free(b);
        if (!b)
            return false;
        out->player = a->player;
        out->make = games_player;
    }
    return engine_arg_book(x, &out->chooser.book, e);
}

void seat_converse(bool (*line)(void *who, char *text), void *who)
{
    char *text = mem_alloc(LINE_MOST + 1);
    while (line_read(stdin, text) && line(who, text))
        continue;
    free(text);
}
