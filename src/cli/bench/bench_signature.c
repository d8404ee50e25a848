/* The signature: node counts of fixed searches, one thread, fixed limits. The same source gives the same
 * number with every compiler; a change that is meant to change nothing must leave it as it is. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "cli/bench/bench.h"
#include "cli/describe.h"
#include "connect/engine/engine.h"
#include "connect/exact/exact.h"
#include "connect/proof/solve.h"
#include "play/agent/agent.h"

static struct position *position_of(const char *game)
{
    struct rules r;
    return rules_parse(game, &r, NULL) ? position_new(&r) : NULL;
}

/* The value of an empty board. */
static uint64_t count_exact(const char *game)
{
    struct position *p = position_of(game);
    struct exact *x = exact_new(0);
    struct exact_result r = {.nodes = 0};
    exact_solve(x, p, NULL, &r, NULL);
    exact_free(x);
    position_free(p);
    return r.nodes;
}

/* Black's win from an empty board, found and verified. */
static uint64_t count_solve(const char *game)
{
    struct position *p = position_of(game);
    struct solve_job job = {.position = p, .attacker = BLACK, .order = 3, .limits.nodes = 1000000};
    struct solve_result r = {.nodes = 0};
    solve_run(&job, &r, NULL);
    position_free(p);
    return r.nodes + r.proof_nodes;
}

/* The first twelve turns that the shared search plays against itself. */
static uint64_t count_search(const char *game)
{
    struct position *p = position_of(game);
    struct threats *t = threats_new(p);
    struct bot *a = agent_new("sequences+search:depth=4,width=8", &p->rules, 1, NULL);
    uint64_t nodes = 0;
    for (int turn = 0; turn < 12 && p->outcome == OUTCOME_OPEN; turn++) {
        struct squares s = agent_choose(a, t, NULL);
        nodes += a->work.nodes;
        for (int i = 0; i < s.n; i++)
            threats_place(t, s.s[i]);
    }
    nodes += p->hash % 1000; /* and where the stones went */
    bot_free(a);
    threats_free(t);
    position_free(p);
    return nodes;
}

/* What the engine makes of a few stones, with one thread and a limit of nodes. */
static uint64_t count_engine(const char *game)
{
    struct position *p = position_of(game);
    square centre = square_at(p->rules.m / 2, p->rules.n / 2);
    static const int step[] = {0, SQUARE_STRIDE + 1, SQUARE_STRIDE - 1, 2, -2 * SQUARE_STRIDE,
                               1, -SQUARE_STRIDE - 1};
    for (size_t i = 0; i < sizeof step / sizeof *step; i++)
        position_place(p, (square)(centre + step[i]));
    struct engine *x = engine_new(&p->rules, NULL, NULL);
    struct engine_limits l = {.work.nodes = 100000, .lines = 2};
    struct report r;
    engine_think(x, p, &l, NULL, NULL, &r);
    uint64_t nodes = r.nodes + (uint64_t)(r.line[0].value & 1023) + r.line[0].move[0];
    engine_free(x);
    position_free(p);
    return nodes;
}

int bench_signature(bool json)
{
    static const struct {
        const char *what, *game;
        uint64_t (*count)(const char *game);
    } part[] = {
        {"exact", "5,5,4,1,1", count_exact},     {"exact", "4,6,4,1,1", count_exact},
        {"exact", "7,7,5,1,1", count_exact},     {"exact", "4,4,4,2,1", count_exact},
        {"solve", "19,19,6,2,3", count_solve},   {"search", "connect6", count_search},
        {"search", "gomoku", count_search},      {"search", "15,15,8,3,1", count_search},
        {"engine", "connect6", count_engine},    {"engine", "gomoku", count_engine},
        {"engine", "19,19,7,3,2", count_engine},
    };
    json_t *rows = json_array();
    uint64_t total = 0;
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        double start = clock_now();
        uint64_t nodes = part[i].count(part[i].game);
        double seconds = clock_now() - start;
        total += nodes;
        if (!json) {
            printf("%-7s %-12s %10" PRIu64 " nodes %7.2f s\n", part[i].what, part[i].game, nodes, seconds);
            fflush(stdout);
        }
        json_array_append_new(rows, json_pack("{s:s, s:s, s:I, s:f}", "what", part[i].what, "game",
                                              part[i].game, "nodes", (json_int_t)nodes, "seconds", seconds));
    }
    if (json)
        describe_print_json(json_pack("{s:I, s:O}", "bench", (json_int_t)total, "parts", rows));
    else
        printf("Bench: %" PRIu64 "\n", total);
    json_decref(rows);
    return EXIT_SUCCESS;
}
