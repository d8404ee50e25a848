/* What placing and undoing one stone costs, in time and in instructions.
 *
 * Instructions are counted in bench_board_walk alone (bench_count.c). */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/clock.h"
#include "cli/bench/bench.h"
#include "cli/cli.h"
#include "connect/threat/threats.h"

enum { STONES = 41, NEAR = 4, SCATTER = 6 };

__attribute__((noinline)) uint64_t bench_board_walk(struct threats *t, const uint16_t *squares, int n,
                                                    int rounds, bool lines)
{
    uint64_t sum = 0;
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < n; i++) {
            threats_place(t, squares[i]);
            sum += (uint64_t)(threats_number(t, BLACK) + threats_number(t, WHITE));
            if (lines)
                sum += (uint64_t)(threats_hp(t, BLACK).hp + threats_hp(t, WHITE).hp);
            threats_undo(t);
            sum += (uint64_t)(threats_number(t, BLACK) + threats_number(t, WHITE));
            if (lines)
                sum += (uint64_t)(threats_hp(t, BLACK).hp + threats_hp(t, WHITE).hp);
        }
    return sum;
}

/* A quiet middle game: stones scattered around the centre so that no threat is on the board, the same stones
 * on every board that is large enough; and the empty squares within NEAR of the centre, each of which lies on
 * 4k segments of a board of 19x19 or more. */
static struct threats *middle_game(const struct rules *r, uint16_t *squares, int *n)
{
    struct position *p = position_new(r);
    struct threats *t = threats_new(p);
    struct rng rng;
    rng_seed(&rng, 6);
    int col = r->m / 2 - SCATTER, row = r->n / 2 - SCATTER, width = 2 * SCATTER + 1;
    while (p->plies < STONES) {
        square s = square_at(col + (int)rng_below(&rng, (uint32_t)width),
                             row + (int)rng_below(&rng, (uint32_t)width));
        if (!position_legal_square(p, s))
            continue;
        threats_place(t, s);
        if (threats_number(t, BLACK) || threats_number(t, WHITE))
            threats_undo(t);
    }
    *n = 0;
    for (int i = -NEAR; i <= NEAR; i++)
        for (int j = -NEAR; j <= NEAR; j++) {
            square s = square_at(r->m / 2 + i, r->n / 2 + j);
            if (position_legal_square(p, s))
                squares[(*n)++] = s;
        }
    return t;
}

static void finish(struct threats *t)
{
    position_free(t->position);
    threats_free(t);
}

int bench_board_child(const char *what)
{
    struct rules r = {0};
    int rounds, lines;
    if (sscanf(what, "%d,%d,%d,%d,%d:%d:%d", &r.m, &r.n, &r.k, &r.p, &r.q, &rounds, &lines) != 7 ||
        !rules_check(&r, NULL) || r.m <= 2 * SCATTER || r.n <= 2 * SCATTER)
        return EXIT_USAGE;
    uint16_t squares[SQUARE_CELLS];
    int n;
    struct threats *t = middle_game(&r, squares, &n);
    bench_board_walk(t, squares, n, rounds, lines != 0);
    printf("%d\n", n * rounds);
    finish(t);
    return EXIT_FINE;
}

/* The instructions of one place and undo, or a negative number. */
static double count_instructions(const struct rules *r, int rounds, bool lines)
{
    struct buf walk = BUF_EMPTY;
    char text[RULES_TEXT];
    buf_format(&walk, "board --walk=%s:%d:%d", rules_numbers(r, text), rounds, lines);
    double count = bench_instructions("bench_board_walk", buf_str(&walk));
    buf_free(&walk);
    return count;
}

static double time_one(const struct rules *r, bool lines)
{
    uint16_t squares[SQUARE_CELLS];
    int n, rounds = 3000;
    struct threats *t = middle_game(r, squares, &n);
    double start = clock_now();
    bench_board_walk(t, squares, n, rounds, lines);
    double seconds = clock_now() - start;
    finish(t);
    return seconds / n / rounds;
}

int bench_board(bool json)
{
    static const struct {
        const char *what;
        struct rules rules;
        bool lines;
    } row[] = {
        {"segments and threats", {19, 19, 6, 2, 1, false}, false},
        {"segments and threats", {99, 99, 6, 2, 1, false}, false},
        {"dead, live and HP too", {19, 19, 6, 2, 1, false}, true},
        {"dead, live and HP too", {99, 99, 6, 2, 1, false}, true},
        {"segments and threats", {15, 15, 5, 1, 1, false}, false},
        {"dead, live and HP too", {15, 15, 5, 1, 1, false}, true},
    };
    json_t *rows = json_array();
    if (!json)
        printf("Place and undo one stone; kept up and read after each:\n%-24s %-22s %12s %14s\n", "", "game",
               "nanoseconds", "instructions");
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char game[RULES_TEXT];
        rules_format(&row[i].rules, game);
        double ns = time_one(&row[i].rules, row[i].lines) * 1e9;
        double instructions = count_instructions(&row[i].rules, 200, row[i].lines);
        if (!json) {
            printf("%-24s %-22s %12.0f ", row[i].what, game, ns);
            if (instructions > 0)
                printf("%14.0f\n", instructions);
            else
                printf("%14s\n", "no valgrind");
            fflush(stdout);
        }
        json_array_append_new(rows, json_pack("{s:s, s:s, s:f, s:o}", "kept", row[i].what, "game", game,
                                              "nanoseconds", ns, "instructions",
                                              instructions > 0 ? json_real(instructions) : json_null()));
    }
    if (json) {
        json_dumpf(rows, stdout, JSON_INDENT(2));
        putchar('\n');
    }
    json_decref(rows);
    return EXIT_FINE;
}
