/* What scoring the stones of a position costs each agent, in time and in instructions.
 *
 * The position is a middle game on the Connect6 board, with threats on it: sequences has played both sides,
 * defensively, for a while. A stone is placed on each of the squares around the centre in turn and taken
 * back, and the agent scores the whole board after each step, so that each scoring is one stone away from the
 * last.
 *
 * Beside them stands the way of the paper (connect-k-agents §3.3, Sequences): for every empty square, look
 * again at the 32 windows in which a stone there can change something, for both players, square by square. It
 * is the cost that is measured, so the rescan does no more than count stones and squares them. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "cli/bench/bench.h"
#include "cli/cli.h"
#include "cli/describe.h"
#include "play/agent/agent.h"

enum { STONES = 60, NEAR = 4 };

static const struct rules connect6 = {19, 19, 6, 2, 1, false};
static const char paper[] = "the paper's rescan";

/* Adds the squared stones of every window of both players that has the square, and of one more on either side
 * of them. */
static double rescan_square(const struct position *p, square s)
{
    double sum = 0;
    int k = p->rules.k;
    for (int d = 0; d < DIRECTIONS; d++)
        for (int first = -k; first <= 1; first++) {
            int count[CELL_EDGE + 1] = {0}, step = direction_step[d], at = s + first * step;
            for (int i = 0; i < k; i++, at += step)
                count[at >= 0 && at < SQUARE_CELLS ? p->cell[at] : CELL_EDGE]++;
            if (count[CELL_EDGE] == 0 && (count[CELL_BLACK] == 0 || count[CELL_WHITE] == 0))
                sum += count[CELL_BLACK] * count[CELL_BLACK] - count[CELL_WHITE] * count[CELL_WHITE];
        }
    return sum;
}

static double rescan(const struct position *p)
{
    double sum = 0;
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] == CELL_EMPTY)
            sum += rescan_square(p, s);
    return sum;
}

static double score_once(struct bot *a, struct threats *t, struct scored *scores)
{
    if (!a)
        return rescan(t->position);
    int n = agent_score(a, t, scores);
    return scores[n - 1].score;
}

__attribute__((noinline)) double bench_agents_walk(struct bot *a, struct threats *t, const uint16_t *squares,
                                                   int n, int rounds)
{
    struct scored *scores = mem_alloc((size_t)t->position->empty * sizeof *scores);
    double sum = 0;
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < n; i++) {
            threats_place(t, squares[i]);
            sum += score_once(a, t, scores);
            threats_undo(t);
            sum += score_once(a, t, scores);
        }
    free(scores);
    return sum;
}

/* The middle game, and the empty squares near its centre on which a stone does not end the game. */
static struct threats *middle_game(uint16_t *squares, int *n)
{
    struct position *p = position_new(&connect6);
    struct threats *t = threats_new(p);
    struct bot *a = agent_new("sequences:c=3", &connect6, 1, NULL);
    while (p->stones < STONES && p->outcome == OUTCOME_OPEN) {
        struct squares turn = agent_choose(a, t, NULL);
        for (int i = 0; i < turn.n && p->stones < STONES; i++)
            threats_place(t, turn.s[i]);
    }
    bot_free(a);
    *n = 0;
    for (int i = -NEAR; i <= NEAR; i++)
        for (int j = -NEAR; j <= NEAR; j++) {
            square s = square_at(p->rules.m / 2 + i, p->rules.n / 2 + j);
            if (!position_legal_square(p, s))
                continue;
            threats_place(t, s);
            if (p->outcome == OUTCOME_OPEN)
                squares[(*n)++] = s;
            threats_undo(t);
        }
    return t;
}

static void finish(struct threats *t)
{
    position_free(t->position);
    threats_free(t);
}

int bench_agents_child(const char *what)
{
    char *spec;
    long rounds = strtol(what, &spec, 10);
    struct bot *a = NULL;
    struct err e;
    if (*spec != ':' || rounds < 1 || rounds > 1000000) {
        err_set(&e, "'%s' is no ROUNDS:AGENT", what);
        return cli_fail("hexad bench agents", &e);
    }
    if (strcmp(spec + 1, "paper") != 0 && !(a = agent_new(spec + 1, &connect6, 1, &e)))
        return cli_fail("hexad bench agents", &e);
    uint16_t squares[SQUARE_CELLS];
    int n;
    struct threats *t = middle_game(squares, &n);
    bench_agents_walk(a, t, squares, n, (int)rounds);
    printf("%ld\n", 2 * n * rounds);
    bot_free(a);
    finish(t);
    return EXIT_FINE;
}

/* Seconds for one scoring. */
static double time_agent(const char *spec)
{
    uint16_t squares[SQUARE_CELLS];
    int n, rounds = 0;
    struct threats *t = middle_game(squares, &n);
    struct bot *a = spec ? agent_new(spec, &connect6, 1, NULL) : NULL;
    double start = clock_now(), seconds = 0;
    for (; seconds < 0.3; rounds++) {
        bench_agents_walk(a, t, squares, n, 1);
        seconds = clock_now() - start;
    }
    bot_free(a);
    finish(t);
    return seconds / (2.0 * n * rounds);
}

/* Seconds for one turn by an agent that has seen nothing yet, and the nodes it took. */
static double time_turn(const char *spec, uint64_t *nodes)
{
    uint16_t squares[SQUARE_CELLS];
    int n;
    struct threats *t = middle_game(squares, &n);
    struct bot *a = agent_new(spec, &connect6, 1, NULL);
    double start = clock_now();
    agent_choose(a, t, NULL);
    double seconds = clock_now() - start;
    *nodes = a->work.nodes;
    bot_free(a);
    finish(t);
    return seconds;
}

static json_t *bench_scoring(const char *name, const char *spec, bool json)
{
    struct buf walk = BUF_EMPTY;
    buf_format(&walk, "agents '--walk=%d:%s'", spec && strncmp(spec, "mesh", 4) == 0 ? 1 : 20,
               spec ? spec : "paper");
    double microseconds = time_agent(spec) * 1e6;
    double instructions = bench_instructions("bench_agents_walk", buf_str(&walk));
    buf_free(&walk);
    if (!json) {
        printf("%-26s %14.2f ", name, microseconds);
        if (instructions > 0)
            printf("%14.0f\n", instructions);
        else
            printf("%14s\n", "no valgrind");
        fflush(stdout);
    }
    return json_pack("{s:s, s:f, s:o}", "agent", name, "microseconds", microseconds, "instructions",
                     instructions > 0 ? json_real(instructions) : json_null());
}

int bench_agents(bool json)
{
    static const char *const scoring[] = {
        "random", "adjacent", "windows", "threats", "sequences", "sequences:marking=paper", "mesh"};
    static const char *const turn[] = {"montecarlo", "threats+search:depth=4", "sequences+search:depth=4",
                                       "sequences+search:depth=3t"};
    json_t *scores = json_array(), *turns = json_array();
    if (!json)
        printf("All stones of a middle game scored, one stone after the last time:\n%-26s %14s %14s\n", "",
               "microseconds", "instructions");
    for (size_t i = 0; i < sizeof scoring / sizeof *scoring; i++)
        json_array_append_new(scores, bench_scoring(scoring[i], scoring[i], json));
    json_array_append_new(scores, bench_scoring(paper, NULL, json));
    if (!json)
        printf("A turn chosen:\n%-26s %14s %14s\n", "", "milliseconds", "nodes");
    for (size_t i = 0; i < sizeof turn / sizeof *turn; i++) {
        uint64_t nodes;
        double ms = time_turn(turn[i], &nodes) * 1e3;
        if (!json)
            printf("%-26s %14.2f %14llu\n", turn[i], ms, (unsigned long long)nodes);
        json_array_append_new(turns, json_pack("{s:s, s:f, s:I}", "agent", turn[i], "milliseconds", ms,
                                               "nodes", (json_int_t)nodes));
    }
    if (json)
        describe_print_json(json_pack("{s:o, s:o}", "scoring", scores, "turns", turns));
    else {
        json_decref(scores);
        json_decref(turns);
    }
    return EXIT_FINE;
}
