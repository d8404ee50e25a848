/* Area and eyes; see score.h. */
#include "go/score.h"

#include <string.h>

/* The empty region of a point: who borders on it, as bits of enum cell. Its points are listed in `found`. */
static int region(const struct go *g, go_point from, uint8_t seen[GO_POINTS], go_point found[GO_POINTS],
                  int *n)
{
    int borders = 0;
    *n = 0;
    found[(*n)++] = from;
    seen[from] = 1;
    for (int i = 0; i < *n; i++)
        for (int k = 0; k < 4; k++) {
            go_point q = g->near[found[i]][k];
            if (g->cell[q] == CELL_EDGE)
                continue;
            if (g->cell[q] != CELL_EMPTY) {
                borders |= 1 << g->cell[q];
            } else if (!seen[q]) {
                seen[q] = 1;
                found[(*n)++] = q;
            }
        }
    return borders;
}

void go_area(const struct go *g, uint8_t owner[GO_POINTS])
{
    uint8_t seen[GO_POINTS] = {0};
    go_point found[GO_POINTS];
    for (int p = 0; p < g->points; p++) {
        if (g->cell[p] != CELL_EMPTY)
            owner[p] = g->cell[p];
        if (g->cell[p] != CELL_EMPTY || seen[p])
            continue;
        int n, borders = region(g, (go_point)p, seen, found, &n);
        uint8_t whose = borders == 1 << CELL_BLACK   ? CELL_BLACK
                        : borders == 1 << CELL_WHITE ? CELL_WHITE
                                                     : CELL_EMPTY;
        for (int i = 0; i < n; i++)
            owner[found[i]] = whose;
    }
}

int go_score_of(const struct go *g, const uint8_t owner[GO_POINTS])
{
    int score = 0;
    for (int p = 0; p < g->points; p++)
        /* NOLINTNEXTLINE: every point is somebody's or nobody's */
        score += owner[p] == CELL_BLACK ? 1 : owner[p] == CELL_WHITE ? -1 : 0;
    return 2 * score - g->rules.komi;
}

int go_score(const struct go *g)
{
    uint8_t owner[GO_POINTS];
    go_area(g, owner);
    return go_score_of(g, owner);
}

bool go_eye(const struct go *g, go_point at, enum side side)
{
    bool edge = false;
    for (int i = 0; i < 4; i++) {
        int c = g->cell[g->near[at][i]];
        if (c != CELL_EDGE && c != (int)cell_of(side))
            return false;
        edge = edge || c == CELL_EDGE;
    }
    int hostile = 0;
    for (int i = 0; i < 4; i++) { /* left or right, then below or above */
        go_point beside = g->near[at][i % 2];
        go_point q = beside == GO_OFF ? (go_point)GO_OFF : g->near[beside][2 + i / 2];
        hostile += g->cell[q] == (int)cell_of(side_other(side));
    }
    return hostile + edge < 2;
}
