/* `hexad tune --play`: games of the engine against itself. */
#include <stdio.h>

#include "base/clock.h"
#include "base/file.h"
#include "cli/describe.h"
#include "cli/live.h"
#include "cli/train/tune.h"

static void show(struct live *l, const struct tune_games *g, long games, double start)
{
    struct buf b = BUF_EMPTY;
    double seconds = clock_now() - start;
    buf_format(&b, "%zu of %ld games, %.0f s, %.1f s a game\n", g->n, games, seconds,
               g->n ? seconds / (double)g->n : 0);
    live_draw(l, buf_str(&b));
    buf_free(&b);
}

static void conclude(const struct tune_games *g, bool stopped, bool json)
{
    size_t by[OUTCOME_DRAW + 1] = {0}, stones = 0;
    for (size_t i = 0; i < g->n; i++) {
        by[g->game[i].result]++;
        stones += (size_t)g->game[i].n;
    }
    if (json)
        describe_print_json(json_pack("{s:I, s:I, s:I, s:I, s:I, s:b}", "games", (json_int_t)g->n, "stones",
                                      (json_int_t)stones, "black", (json_int_t)by[OUTCOME_BLACK], "white",
                                      (json_int_t)by[OUTCOME_WHITE], "drawn", (json_int_t)by[OUTCOME_DRAW],
                                      "interrupted", stopped));
    else
        printf("%zu games%s, %zu stones: Black won %zu, White %zu, drawn %zu\n", g->n,
               stopped ? ", then stopped" : "", stones, by[OUTCOME_BLACK], by[OUTCOME_WHITE],
               by[OUTCOME_DRAW]);
}

static bool over(void *until)
{
    return deadline_over(until);
}

bool tune_play(const struct rules *r, const struct selfplay_options *o, const struct deadline *until,
               long games, const char *out, bool json, struct err *e)
{
    struct tune_games *g = tune_games_new(r);
    struct live live = live_new();
    double start = clock_now();
    bool stopped = false;
    struct deadline end = *until;
    for (long i = 0; i < games && !stopped; i++) {
        show(&live, g, games, start);
        stopped = !selfplay_game(g, o, (uint64_t)i, over, &end);
    }
    live_clear(&live);
    struct buf b = BUF_EMPTY;
    tune_games_write(g, &b);
    bool ok = file_write(out, b.text, b.len, e);
    if (ok)
        conclude(g, stopped, json);
    buf_free(&b);
    tune_games_free(g);
    return ok;
}
