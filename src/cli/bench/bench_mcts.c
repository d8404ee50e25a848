/* Tree search over Go: playouts, evaluations and nodes a second of processor time, how full batches are, and how late the net's
 * shares come. */
#include <jansson.h>
#include <stdio.h>

#include "base/clock.h"
#include "cli/bench/bench.h"
#include "cli/cli.h"
#include "cli/describe.h"
#include "mcts/mcts.h"
#include "net/evaluator.h"
#include "play/games/games.h"

struct figures {
    const char *game, *net;
    double playouts, evaluations, nodes; /* a second of processor time, of all threads */
    double fill;                         /* of batches, 0 to 1; of those without, 1 */
    double lag;                          /* playouts between question and answer */
    double late;                         /* seconds past the limit, by the wall */
};

static const char *const names[] = {"none", "sync", "batch", "async"};

static bool measure(const char *rules, enum mcts_asking how, double seconds, struct figures *out,
                    struct err *e)
{
    struct game_rules r;
    if (!games_parse(rules, &r, e))
        return false;
    struct game *g = game_new(&r);
    struct net_evaluator_options net = {NULL, NET_USUAL, NET_LAST_USUAL};
    struct evaluator *x = how == MCTS_NEVER ? NULL : net_evaluator_new(g, &net, e);
    if (!x && how != MCTS_NEVER) {
        game_free(g);
        return false;
    }
    struct mcts_options o = mcts_usual();
    o.asking = how;
    o.evaluator = &x;
    struct mcts *m = mcts_new(g, &o);
    struct mcts_limits l = {.until = deadline_in(seconds, 0, CPU_PROCESS, NULL)};
    double wall = clock_now(), start = clock_cpu(CPU_PROCESS);
    mcts_run(m, &l);
    double took = clock_cpu(CPU_PROCESS) - start;
    struct mcts_counts c = mcts_count(m);
    int batch = how == MCTS_BATCHES || how == MCTS_THREAD ? o.batch : 1;
    *out = (struct figures){.game = rules,
                            .net = names[how],
                            .playouts = (double)c.walks / took,
                            .evaluations = (double)c.asked / took,
                            .nodes = (double)c.nodes / took,
                            .fill = c.batches ? (double)c.asked / (double)c.batches / batch : 0,
                            .lag = c.asked ? (double)c.lag / (double)c.asked : 0,
                            .late = clock_now() - wall - seconds};
    mcts_free(m);
    evaluator_free(x);
    game_free(g);
    return true;
}

static json_t *figures_json(const struct figures *f)
{
    return json_pack("{s:s, s:s, s:f, s:f, s:f, s:f, s:f, s:f}", "game", f->game, "net", f->net,
                     "playouts_per_second", f->playouts, "evaluations_per_second", f->evaluations,
                     "nodes_per_second", f->nodes, "batch_fill", f->fill, "lag", f->lag, "late", f->late);
}

int bench_mcts(double seconds, bool as_json)
{
    static const char *const games[] = {"go9", "go"};
    json_t *list = json_array();
    struct err e;
    for (int i = 0; i < 2; i++)
        for (int how = MCTS_NEVER; how <= MCTS_THREAD; how++) {
            struct figures f;
            if (!measure(games[i], (enum mcts_asking)how, seconds, &f, &e)) {
                json_decref(list);
                return cli_fail("hexad bench", &e);
            }
            json_array_append_new(list, figures_json(&f));
            if (!as_json)
                printf("%-4s net=%-5s %6.0f playouts, %5.0f evaluations, %7.0f nodes a second of processor "
                       "time; batches "
                       "%3.0f%% full, shares %.1f playouts late; ended %.1f ms after its limit\n",
                       f.game, f.net, f.playouts, f.evaluations, f.nodes, f.fill * 100, f.lag, f.late * 1000);
        }
    if (as_json)
        describe_print_json(list);
    else
        json_decref(list);
    return EXIT_FINE;
}
