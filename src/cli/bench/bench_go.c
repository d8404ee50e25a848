/* Go's speed: games of a player of ours against itself, replayed, with the planes of every position. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/rng.h"
#include "cli/bench/bench.h"
#include "cli/cli.h"
#include "cli/describe.h"
#include "go/game.h"
#include "go/ladder.h"
#include "go/planes.h"

struct tally {
    long positions;
    double seconds[4]; /* of processor time: moves, ladders, planes, games made */
    uint64_t sum;      /* over the planes */
    long cut;          /* ladders given up */
};

/* A game without a player's pass at the end, at most this long. */
enum { LONGEST = 400, ROUNDS = 5 };

static int make_game(struct bot *b, struct game *g, go_point *out)
{
    int n = 0;
    while (game_state(g) == OUTCOME_OPEN && n < LONGEST) {
        out[n] = bot_choose(b, g, NULL).s[0];
        game_play(g, out[n++]);
    }
    while (game_plies(g))
        game_undo(g);
    return n;
}

static void measure(struct go *g, const go_point *moves, int n, struct tally *t)
{
    static uint8_t planes[GO_PLANES * GO_POINTS];
    double start = clock_cpu(CPU_THREAD);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < n; i++)
            if (go_legal(g, moves[i])) /* as whoever reads records asks */
                go_play(g, moves[i]);
        while (g->moves)
            go_undo(g);
    }
    t->seconds[0] += (clock_cpu(CPU_THREAD) - start) / ROUNDS;
    for (int i = 0; i < n; i++) {
        struct go_set ladders;
        start = clock_cpu(CPU_THREAD);
        t->cut += go_ladders(g, &ladders);
        double between = clock_cpu(CPU_THREAD);
        go_planes(g, 1 + i % 9, planes);
        t->seconds[1] += between - start;
        t->seconds[2] += clock_cpu(CPU_THREAD) - between;
        for (int k = 0; k < GO_PLANES * g->points; k++)
            t->sum = rng_mix(t->sum + planes[k]);
        go_play(g, moves[i]);
    }
    t->positions += n;
}

int bench_go(long games, bool as_json)
{
    struct tally t = {0, {0}, 0, 0};
    struct game *g = go_take(go_new(&go_default));
    struct err e;
    go_point moves[LONGEST];
    for (long i = 0; i < games; i++) {
        struct bot *b = bot_make(&go_plain, NULL, g, (uint64_t)i, &e);
        double start = clock_cpu(CPU_THREAD);
        int n = make_game(b, g, moves);
        t.seconds[3] += clock_cpu(CPU_THREAD) - start;
        bot_free(b);
        measure(go_of(g), moves, n, &t);
        while (game_plies(g))
            game_undo(g);
    }
    game_free(g);
    double n = (double)t.positions;
    char sum[20];
    snprintf(sum, sizeof sum, "%016llx", (unsigned long long)t.sum);
    if (as_json)
        describe_print_json(json_pack(
            "{s:I, s:I, s:f, s:f, s:f, s:I, s:s}", "games", (json_int_t)games, "positions",
            (json_int_t)t.positions, "moves_per_second", n / t.seconds[0], "ladders_per_second",
            n / t.seconds[1], "planes_per_second", n / t.seconds[2], "cut", (json_int_t)t.cut, "sum", sum));
    else
        printf("%ld games of `plain` with itself, %ld positions, sum of planes %s, %ld ladders given up\n"
               "moves played and undone %.0f a second, ladders of a position %.0f, all planes %.0f\n",
               games, t.positions, sum, t.cut, n / t.seconds[0], n / t.seconds[1], n / t.seconds[2]);
    return EXIT_FINE;
}
