/* What the engine does with a turn's time: nodes per second, depth, and the memory that its tables really
 * take. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "cli/bench/bench.h"
#include "cli/cli.h"
#include "cli/describe.h"
#include "connect/engine/engine.h"

/* Games of Connect6 as stones in order, from the first turns to the thick of it, none decided. */
static const char *const positions[] = {
    "j10",
    "j10 i9 i11",
    "j10 h9 j11 h11 i10 g10 i8",
    "j10 h10 k9 h9 j8 j7 k8 k11 l9",
    "j10 h9 j11 h11 i10 g10 i8 j9 k8 l7 f13",
    "j10 h10 k9 h9 j8 j7 k8 k11 l9 l7 k7 m7 k5 i6 i7",
    "j10 h9 j11 h11 i10 g10 i8 j9 k8 l7 f13 j7 k9 e12 g14 d13 d11 h15 g15",
    "j10 h10 i9 j8 j9 j11 k8 j7 h7 j5 i7 i8 f8 g6 g8 g7 f7 f6 h6 e6 k6 h9 e7",
};
enum { POSITIONS = sizeof positions / sizeof *positions };

/* Bytes of this process that are in memory. */
static double resident(void)
{
    FILE *f = fopen("/proc/self/statm", "r");
    long pages = 0;
    if (f && fscanf(f, "%*s %ld", &pages) != 1)
        pages = 0;
    if (f)
        fclose(f);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

static struct position *position_after(const char *stones)
{
    struct position *p = position_new(&rules_names[0].rules);
    while (*stones) {
        square s = SQUARE_NONE;
        if (!square_parse(&p->rules, stones, &stones, &s, NULL) || !position_play(p, s, NULL))
            break;
        stones += strspn(stones, " ");
    }
    return p;
}

struct sums {
    double nodes, seconds, depth, reached;
};

static json_t *measure(struct engine *x, const char *stones, const struct bench_engine *b, bool json,
                       struct sums *sum)
{
    struct position *p = position_after(stones);
    struct engine_limits l = {.work.seconds = b->seconds, .work.cpu = b->cpu};
    struct report r;
    engine_clear(x);
    double start = clock_cpu(CPU_PROCESS);
    engine_think(x, p, &l, NULL, NULL, &r);
    if (b->cpu > 0) /* by the clock that limits */
        r.seconds = clock_cpu(CPU_PROCESS) - start;
    sum->nodes += (double)r.nodes;
    sum->seconds += r.seconds;
    sum->depth += r.depth;
    sum->reached += r.reached;
    if (!json) {
        printf("%-38.38s depth %2d, longest line %2d, %9" PRIu64
               " nodes, %5.0f thousand/s, table %2d%% full, %5.1f%%\n",
               stones, r.depth, r.reached, r.nodes, (double)r.nodes / r.seconds / 1000, r.hash_permill / 10,
               r.line[0].chance * 100);
        fflush(stdout);
    }
    position_free(p);
    return json_pack("{s:s, s:i, s:i, s:I, s:f, s:i, s:i, s:f}", "stones", stones, "depth", r.depth,
                     "reached", r.reached, "nodes", (json_int_t)r.nodes, "seconds", r.seconds, "hash_permill",
                     r.hash_permill, "mate", r.line[0].mate, "chance", r.line[0].chance);
}

int bench_engine(const struct bench_engine *b, bool json)
{
    struct engine_options o = {.hash_bytes = b->hash, .threads = b->threads};
    struct err e;
    double before = resident();
    struct engine *x = engine_new(&rules_names[0].rules, &o, &e);
    if (!x)
        return cli_fail("hexad bench", &e);
    json_t *rows = json_array();
    struct sums s = {.nodes = 0};
    for (int i = 0; i < POSITIONS; i++)
        json_array_append_new(rows, measure(x, positions[i], b, json, &s));
    double tables = (double)engine_memory(x), grown = resident() - before, mib = 1 << 20;
    if (json)
        describe_print_json(json_pack("{s:O, s:f, s:f, s:f, s:f, s:f, s:f}", "positions", rows,
                                      "nodes_per_second", s.nodes / s.seconds, "depth", s.depth / POSITIONS,
                                      "reached", s.reached / POSITIONS, "hash_bytes", (double)b->hash,
                                      "table_bytes", tables, "resident_bytes", grown));
    else
        printf("on average depth %.1f turns, longest line %.1f, %.0f thousand nodes/s; tables %.1f MiB of "
               "%.0f asked "
               "for, %.1f MiB more in memory\n",
               s.depth / POSITIONS, s.reached / POSITIONS, s.nodes / s.seconds / 1000, tables / mib,
               (double)b->hash / mib, grown / mib);
    json_decref(rows);
    engine_free(x);
    return EXIT_FINE;
}
