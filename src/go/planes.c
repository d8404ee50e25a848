/* The planes of a position; see planes.h. */
#include "go/planes.h"

#include <string.h>

#include "go/inner.h"
#include "go/ladder.h"

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Stones that a move would take, whose points become liberties of its chain where they touch it. */
static int capture_into(const struct go *g, go_point at, const struct go_around *a, struct go_set *liberty)
{
    int taken = 0;
    for (int i = 0; i < a->other; i++) {
        go_point name = a->other_chain[i], q = name;
        if (g->liberties[name] > 1)
            continue;
        taken += g->length[name];
        do {
            for (int k = 0; k < 4; k++) {
                go_point n = g->near[q][k];
                bool touches = n == at;
                for (int j = 0; j < a->own && !touches && g->cell[n] != CELL_EDGE; j++)
                    touches = g->cell[n] == g->cell[a->own_chain[j]] && g->chain[n] == a->own_chain[j];
                if (touches)
                    go_set_add(liberty, q);
            }
            q = g->next[q];
        } while (q != name);
    }
    return taken;
}

static bool takes_some(const struct go *g, const struct go_around *a)
{
    for (int i = 0; i < a->other; i++)
        if (g->liberties[a->other_chain[i]] == 1)
            return true;
    return false;
}

/* Liberties of the chain of a stone that would be played there, and how many stones it would take. */
static int liberties_after(const struct go *g, go_point at, const struct go_around *a, int *taken)
{
    *taken = 0;
    bool takes = takes_some(g, a);
    if (!takes && a->own == 0)
        return a->empty;
    struct go_set liberty;
    for (int w = 0; w < g->words; w++)
        liberty.w[w] = a->own ? g->liberty[a->own_chain[0]].w[w] : 0;
    for (int i = 1; i < a->own; i++)
        for (int w = 0; w < g->words; w++)
            liberty.w[w] |= g->liberty[a->own_chain[i]].w[w];
    for (int i = 0; i < 4; i++)
        if (g->cell[g->near[at][i]] == CELL_EMPTY)
            go_set_add(&liberty, g->near[at][i]);
    go_set_drop(&liberty, at);
    if (takes)
        *taken = capture_into(g, at, a, &liberty);
    return go_set_count(g, &liberty);
}

/* What playing on an empty point would do. */
static void plane_move(const struct go *g, go_point at, uint8_t *out)
{
    if (!go_legal(g, at))
        return;
    struct go_around a;
    go_look_around(g, at, g->to_move, &a);
    int taken, after = liberties_after(g, at, &a, &taken);
    out[GO_PLANE_LEGAL * g->points + at] = 1;
    out[(GO_PLANE_AFTER + least(after, 6) - 1) * g->points + at] = 1;
    if (taken)
        out[(GO_PLANE_TAKES + least(taken, 7) - 1) * g->points + at] = 1;
}

static void plane_history(const struct go *g, uint8_t *out)
{
    for (int i = 1; i <= GO_HISTORY && i <= g->moves; i++) {
        go_point at = g->move[g->moves - i].at;
        bool later = at == GO_PASS;
        for (int k = 1; k < i; k++)
            later = later || g->move[g->moves - k].at == at;
        if (!later)
            out[(GO_PLANE_SINCE + i - 1) * g->points + at] = 1;
    }
}

void go_planes(struct go *g, int rank, uint8_t *out)
{
    int n = g->points;
    memset(out, 0, (size_t)(GO_PLANES * n));
    for (int p = 0; p < n; p++) {
        int c = g->cell[p];
        out[(c == CELL_EMPTY   ? GO_PLANE_EMPTY
             : c == CELL_BLACK ? GO_PLANE_BLACK
                               : GO_PLANE_WHITE) *
                n +
            p] = 1;
        if (c == CELL_EMPTY)
            plane_move(g, (go_point)p, out);
        else
            out[(GO_PLANE_LIBERTIES + least(g->liberties[g->chain[p]], 4) - 1) * n + p] = 1;
    }
    plane_history(g, out);
    struct go_set ladder;
    go_ladders(g, &ladder);
    for (int p = 0; p < n; p++)
        out[GO_PLANE_LADDER * n + p] = go_set_has(&ladder, (go_point)p);
    if (rank >= 1 && rank <= 9)
        memset(out + (GO_PLANE_RANK + rank - 1) * n, 1, (size_t)n);
}

void go_planes_turn(const uint8_t *in, int planes, int size, const go_point *to, uint8_t *out)
{
    int n = size * size;
    for (int k = 0; k < planes; k++)
        for (int p = 0; p < n; p++)
            out[k * n + to[p]] = in[k * n + p];
}
