/* The explorer under load: games are generated, added to a collection in a new file, and asked about.
 *
 * The games are made to meet as recorded ones do: the first stone is the middle one, and every next stone is one of the best
 * few squares by a fixed count of neighbours, the better ones more often. So most early positions come up again and again, turned
 * and mirrored, and every game ends alone. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/rng.h"
#include "cli/bench/bench.h"
#include "cli/cli.h"
#include "cli/describe.h"
#include "connect/board/symmetry.h"
#include "store/explorer/explorer.h"

static const struct rules connect6 = {19, 19, 6, 2, 1, false};
enum { SHORT = 21, LONG = 61, BATCH = 1000, QUESTIONS = 4000, NEAR = 2 };

/* ---- Games ---- */

/* How many stones lie within two squares. */
static int neighbours(const struct position *p, square s)
{
    int n = 0;
    for (int row = -NEAR; row <= NEAR; row++)
        for (int col = -NEAR; col <= NEAR; col++) {
            int c = square_col(s) + col, r = square_row(s) + row;
            if (square_on_board(&p->rules, c, r)) {
                uint8_t cell = p->cell[square_at(c, r)];
                n += cell == CELL_BLACK || cell == CELL_WHITE;
            }
        }
    return n;
}

/* One of the eight squares with the most neighbours, each half as likely as the one before. */
static square choose(const struct position *p, struct rng *rng)
{
    enum { BEST = 8 };
    square best[BEST] = {0};
    int count[BEST], n = 0;
    for (square s = square_first(); s; s = square_next(&p->rules, s)) {
        if (p->cell[s] != CELL_EMPTY)
            continue;
        int have = neighbours(p, s) * 8 + (int)(rng_next(rng) & 7), i = n < BEST ? n : BEST;
        for (; i > 0 && count[i - 1] < have; i--)
            if (i < BEST) {
                count[i] = count[i - 1];
                best[i] = best[i - 1];
            }
        if (i < BEST) {
            count[i] = have;
            best[i] = s;
            n += n < BEST;
        }
    }
    int pick = 0;
    while (pick + 1 < n && rng_below(rng, 2))
        pick++;
    return best[pick];
}

static struct record *make_game(struct rng *rng, long number)
{
    struct record *r = record_new(&connect6);
    struct position *p = position_new(&connect6);
    struct tree_node *at = r->root;
    int stones = SHORT + (int)rng_below(rng, LONG - SHORT), turned = (int)rng_below(rng, 8);
    char text[32];
    while (p->stones < stones && p->outcome == OUTCOME_OPEN) {
        square s = p->stones ? choose(p, rng) : square_at(9, 9);
        at = node_add(at, p->to_move, symmetry_square(&connect6, turned, s));
        position_place(p, s);
    }
    snprintf(text, sizeof text, "Player %u", rng_below(rng, 500));
    record_set_info(r, "PB", text);
    snprintf(text, sizeof text, "Player %u", rng_below(rng, 500));
    record_set_info(r, "PW", text);
    snprintf(text, sizeof text, "%ld", number);
    record_set_info(r, "RO", text);
    record_set_info(r, "RE", rng_below(rng, 2) ? "B+" : "W+");
    position_free(p);
    return r;
}

/* ---- Measurements ---- */

struct measured {
    long games;
    double adding; /* seconds in the explorer alone */
    double bytes;
    double median, late, most; /* seconds of a question; late: 99% are faster */
};

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static bool add_all(struct explorer *x, int64_t id, long games, struct measured *m, struct err *e)
{
    struct record *batch[BATCH];
    struct rng rng;
    rng_seed(&rng, 1);
    for (long done = 0; done < games;) {
        size_t n = 0;
        struct explorer_added added;
        for (; n < BATCH && done < games; n++)
            batch[n] = make_game(&rng, done++);
        double start = clock_now();
        bool ok = explorer_add(x, id, batch, n, &added, e) == EXPLORER_FINE;
        m->adding += clock_now() - start;
        m->games += (long)added.added;
        for (size_t i = 0; i < n; i++)
            record_free(batch[i]);
        if (!ok)
            return false;
    }
    return true;
}

/* Questions as one who goes through games asks them: a game of the collection from its beginning, turned. */
static bool ask_all(struct explorer *x, int64_t id, struct measured *m, struct err *e)
{
    double *took = mem_alloc(QUESTIONS * sizeof *took);
    struct rng rng;
    int n = 0;
    bool ok = true;
    rng_seed(&rng, 2);
    while (ok && n < QUESTIONS) {
        struct record *game;
        struct position *p = position_new(&connect6);
        int turned = (int)rng_below(&rng, 8);
        ok = explorer_game(x, 1 + (int64_t)rng_below(&rng, (uint32_t)m->games), &game, e) == EXPLORER_FINE;
        for (const struct tree_node *at = ok ? game->root : NULL;
             ok && at && n < QUESTIONS && p->stones < SHORT; at = at->child) {
            struct explorer_report r;
            if (at->at)
                position_place(p, symmetry_square(&connect6, turned, at->at));
            if (p->stones && p->left != connect6.p)
                continue;
            double start = clock_now();
            ok = explorer_ask(x, id, p, 30, 10, 0, &r, e) == EXPLORER_FINE &&
                 explorer_judge(x, p, &r, e) == EXPLORER_FINE;
            took[n++] = clock_now() - start;
            explorer_report_free(&r);
        }
        if (ok)
            record_free(game);
        position_free(p);
    }
    qsort(took, (size_t)n, sizeof *took, compare);
    m->median = took[n / 2];
    m->late = took[n * 99 / 100];
    m->most = took[n - 1];
    free(took);
    return ok;
}

static void print(const struct measured *m, bool json)
{
    if (json)
        describe_print_json(json_pack("{s:I, s:f, s:f, s:f, s:f, s:f}", "games", (json_int_t)m->games,
                                      "games_per_second", (double)m->games / m->adding, "bytes", m->bytes,
                                      "median_ms", m->median * 1e3, "late_ms", m->late * 1e3, "most_ms",
                                      m->most * 1e3));
    else
        printf("%ld games added at %.0f a second, %.1f MB (%.0f bytes a game)\n"
               "a question: median %.2f ms, 99%% within %.2f ms, the longest %.2f ms\n",
               m->games, (double)m->games / m->adding, m->bytes / 1e6, m->bytes / (double)m->games,
               m->median * 1e3, m->late * 1e3, m->most * 1e3);
}

int bench_explorer(long games, bool json)
{
    char folder[] = "/tmp/hexad-explorer-XXXXXX", path[64], log[80];
    struct measured m = {0};
    struct explorer *x = NULL;
    struct stat size;
    struct err e;
    int64_t id;
    if (!mkdtemp(folder)) {
        err_set(&e, "%s: cannot be made", folder);
        return cli_fail("hexad bench", &e);
    }
    snprintf(path, sizeof path, "%s/games.db", folder);
    bool ok = explorer_open(path, true, 0, &x, &e) &&
              explorer_make(x, "generated", &id, &e) == EXPLORER_FINE && add_all(x, id, games, &m, &e) &&
              ask_all(x, id, &m, &e);
    explorer_close(x);
    m.bytes = stat(path, &size) == 0 ? (double)size.st_size : 0;
    unlink(path);
    snprintf(log, sizeof log, "%s-wal", path);
    unlink(log);
    snprintf(log, sizeof log, "%s-shm", path);
    unlink(log);
    rmdir(folder);
    if (!ok)
        return cli_fail("hexad bench", &e);
    print(&m, json);
    return EXIT_FINE;
}
