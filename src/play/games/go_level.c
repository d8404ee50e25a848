/* Levels of Go; see go_level.h. */
#include "play/games/go_level.h"

#include <math.h>
#include <stdlib.h>

#include "go/game.h"

static const struct go_level levels[] = {
    {4, 0.60, 2.0},  {6, 0.40, 2.0},  {10, 0.25, 1.5}, {16, 0.15, 1.2}, {24, 0.10, 1.0},
    {40, 0.05, 0.8}, {64, 0.02, 0.5}, {120, 0, 0.3},   {250, 0, 0},     {600, 0, 0},
};

const struct go_level *go_level_of(int number)
{
    return number >= GO_LEVEL_LEAST && number <= GO_LEVEL_MOST ? &levels[number - GO_LEVEL_LEAST] : NULL;
}

/* Steps to the nearest stone, at most 3. */
static int distance(const struct go *g, int p)
{
    int nearest = 3;
    for (int q = 0; q < g->points; q++) {
        int d = abs(p % g->size - q % g->size) + abs(p / g->size - q / g->size);
        if (g->cell[q] != CELL_EMPTY && d < nearest)
            nearest = d;
    }
    return nearest;
}

/* A sensible point by lot, rather near other stones and off the edge. */
static go_point at_first_sight(const struct go *g, struct rng *rng)
{
    go_point at = GO_PASS;
    uint32_t weight = 0;
    for (int p = 0; p < g->points; p++) {
        int col = p % g->size, row = p / g->size;
        bool edge = col == 0 || row == 0 || col == g->size - 1 || row == g->size - 1;
        if (!go_sensible(g, (go_point)p))
            continue;
        uint32_t w = (uint32_t)(4 - distance(g, p)) * (edge ? 1 : 3);
        weight += w;
        if (rng_below(rng, weight) < w)
            at = (go_point)p;
    }
    return at;
}

static go_point by_visits(const struct go_level *v, const struct report *r, go_point best, struct rng *rng)
{
    double weight[REPORT_LINES_MOST], sum = 0;
    for (int i = 0; i < r->n; i++) {
        bool pass = r->line[i].move[0] == GO_PASS;
        sum += weight[i] = pass ? 0 : pow((double)r->line[i].visits, 1 / v->heat);
    }
    double lot = rng_unit(rng) * sum;
    for (int i = 0; i < r->n; i++)
        if ((lot -= weight[i]) < 0)
            return r->line[i].move[0];
    return best;
}

go_point go_level_choose(const struct go_level *v, const struct go *g, const struct report *r, go_point best,
                         struct rng *rng)
{
    if (best == GO_PASS)
        return best;
    if (rng_unit(rng) < v->whim) {
        go_point at = at_first_sight(g, rng);
        return at == GO_PASS ? best : at;
    }
    return v->heat > 0 ? by_visits(v, r, best, rng) : best;
}
