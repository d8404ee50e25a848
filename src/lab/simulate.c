/* Searches with many workers, made up from recorded jobs; see simulate.h. */
#include "lab/simulate.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "lab/inner.h"

enum { LEAST_RECORDS = 20, KEY = 8 };

/* A turn of the attacker's: what the engine thought of it, and how many defences were left. */
struct turn_record {
    double chance, expand_cost, verify_cost;
    int open; /* less than 0: too many */
};

struct solve_record {
    double cost;
    bool won;
};

struct simulate_records {
    struct turn_record *turn;
    struct solve_record *solve;
    size_t turns, solves, turn_room, solve_room;
};

/* ---- Records ---- */

static void read_rows(struct db *d, struct simulate_records *r)
{
    struct rows *rows = db_ask(d, "SELECT json_extract(x.body, '$.chance'), x.cpu, v.cpu, v.verdict, "
                                  "(SELECT count(*) FROM edge AS down WHERE "
                                  "down.job = vj.id AND down.source = 0) FROM edge JOIN result AS x "
                                  "ON x.job = edge.job JOIN job AS vj ON "
                                  "vj.node = edge.child AND vj.kind = 0 JOIN result AS v ON v.job = "
                                  "vj.id WHERE edge.source = 1 ORDER BY vj.id");
    while (rows_next(rows)) {
        r->turn = mem_grow(r->turn, &r->turn_room, r->turns + 1, sizeof *r->turn);
        r->turn[r->turns++] =
            (struct turn_record){rows_real(rows, 0), rows_real(rows, 1), rows_real(rows, 2),
                                 rows_int(rows, 3) == LAB_MANY ? -1 : (int)rows_int(rows, 4)};
    }
    rows = db_ask(d, "SELECT cpu, verdict FROM result JOIN job ON job.id = result.job JOIN node ON node.id = "
                     "job.node WHERE job.kind = 1 AND node.kind = 0 ORDER BY job.id");
    while (rows_next(rows)) {
        r->solve = mem_grow(r->solve, &r->solve_room, r->solves + 1, sizeof *r->solve);
        r->solve[r->solves++] = (struct solve_record){rows_real(rows, 0), rows_int(rows, 1) == LAB_WON};
    }
}

bool simulate_read(const char *path, struct simulate_records **out, struct err *e)
{
    struct db *d = ledger_open(path, e);
    if (!d)
        return false;
    struct simulate_records *r = mem_zero(1, sizeof *r);
    read_rows(d, r);
    bool ok = db_fine(d, e);
    db_close(d);
    if (ok && (r->turns < LEAST_RECORDS || r->solves < LEAST_RECORDS))
        ok = err_set(
            e, "%s: %zu turns that were verified and %zu positions that were tried are too few to learn from",
            path, r->turns, r->solves);
    *out = r;
    if (!ok) {
        simulate_records_free(r);
        *out = NULL;
    }
    return ok;
}

void simulate_records_free(struct simulate_records *r)
{
    if (!r)
        return;
    free(r->turn);
    free(r->solve);
    free(r);
}

size_t simulate_jobs(const struct simulate_records *r)
{
    return 2 * r->turns + r->solves;
}

/* ---- The search ---- */

/* A job that somebody works on. */
struct going {
    double end, start;
    uint32_t node;
    enum lab_kind kind;
};

struct sim {
    const struct simulate_setup *setup;
    struct graph *g;
    uint64_t *seed; /* by node */
    size_t seed_room;
    struct going *heap; /* the one that ends first on top */
    int going;
    double now;
    struct simulate_result r;
};

static uint32_t new_node(struct sim *s, enum graph_kind kind, int level, uint64_t seed, uint32_t pn,
                         uint32_t dn)
{
    uint8_t key[KEY];
    uint64_t number = s->g->nodes + 1;
    memcpy(key, &number, sizeof key);
    uint32_t n = graph_add(s->g, key, kind, level, pn, dn, NULL);
    s->seed = mem_grow(s->seed, &s->seed_room, (size_t)n + 1, sizeof *s->seed);
    s->seed[n] = seed;
    return n;
}

static void add_child(struct sim *s, uint32_t parent, uint64_t which, uint32_t pn, uint32_t dn)
{
    const struct graph_node *p = &s->g->node[parent];
    uint32_t child = new_node(s, p->kind == GRAPH_DEFEND ? GRAPH_ATTACK : GRAPH_DEFEND, p->level + 1,
                              rng_mix(s->seed[parent] + (which + 1) * 0x9e3779b97f4a7c15u), pn, dn);
    graph_link(s->g, parent, child, NULL, 0, 0, LAB_BY_VERIFY);
}

/* The turn by which an attack node's child came is drawn with the child's seed; the root is as one. */
static const struct turn_record *turn_of(const struct sim *s, uint64_t seed)
{
    return &s->setup->records->turn[rng_mix(seed) % s->setup->records->turns];
}

static const struct solve_record *solve_of(const struct sim *s, uint32_t node)
{
    return &s->setup->records->solve[rng_mix(s->seed[node]) % s->setup->records->solves];
}

static uint64_t children(const struct sim *s, uint32_t node)
{
    uint64_t n = 0;
    for (uint32_t e = s->g->node[node].children; e; e = s->g->edge[e].next_down)
        n++;
    return n;
}

static uint64_t next_seed(const struct sim *s, uint32_t node)
{
    return rng_mix(s->seed[node] + (children(s, node) + 1) * 0x9e3779b97f4a7c15u);
}

static enum lab_kind kind_of(const struct sim *s, uint32_t node)
{
    const struct graph_node *n = &s->g->node[node];
    return n->kind == GRAPH_DEFEND ? LAB_VERIFY : n->effort == EFFORT_NONE ? LAB_SOLVE : LAB_EXPAND;
}

static double cost_of(const struct sim *s, uint32_t node, enum lab_kind kind)
{
    double cost = kind == LAB_VERIFY  ? turn_of(s, s->seed[node])->verify_cost
                  : kind == LAB_SOLVE ? solve_of(s, node)->cost
                                      : turn_of(s, next_seed(s, node))->expand_cost;
    return cost > 1e-4 ? cost : 1e-4;
}

/* ---- Jobs in and out ---- */

static void push(struct sim *s, struct going j)
{
    int i = s->going++;
    for (; i > 0 && j.end < s->heap[(i - 1) / 2].end; i = (i - 1) / 2)
        s->heap[i] = s->heap[(i - 1) / 2];
    s->heap[i] = j;
}

static void sift(struct sim *s, int i)
{
    struct going j = s->heap[i];
    for (int down; (down = 2 * i + 1) < s->going; i = down) {
        if (down + 1 < s->going && s->heap[down + 1].end < s->heap[down].end)
            down++;
        if (j.end <= s->heap[down].end)
            break;
        s->heap[i] = s->heap[down];
    }
    s->heap[i] = j;
}

static void begin(struct sim *s, uint32_t node)
{
    enum lab_kind kind = kind_of(s, node);
    push(s, (struct going){s->now + cost_of(s, node, kind), s->now, node, kind});
    graph_set_work(s->g, node, true);
}

/* As next_sibling of choose.c: while the newest turn of a position is verified, the next one is generated. */
static bool begin_sibling(struct sim *s)
{
    for (int i = 0; i < s->going; i++) {
        uint32_t e = s->g->node[s->heap[i].node].parents, parent = e ? s->g->edge[e].parent : 0;
        const struct graph_node *p = &s->g->node[parent];
        if (e && s->heap[i].kind == LAB_VERIFY && p->last_child == e && p->phantom && !p->work &&
            p->state == GRAPH_OPEN) {
            begin(s, parent);
            return true;
        }
    }
    return false;
}

static void give(struct sim *s)
{
    uint32_t edge[GRAPH_PATH_MOST], node;
    while (s->going < s->setup->workers) {
        if (s->going + 1 < s->setup->workers && begin_sibling(s))
            continue;
        int length = graph_choose(s->g, 1, edge, GRAPH_PATH_MOST, &node);
        if (length < 0)
            return;
        uint32_t at = 1;
        for (int i = 0; i < length; i++) {
            graph_set_chosen(s->g, at, edge[i]);
            at = s->g->edge[edge[i]].child;
        }
        begin(s, node);
    }
}

/* ---- Results ---- */

static void settle(struct sim *s, uint32_t node)
{
    struct graph *g = s->g;
    for (uint32_t e; g->node[node].state == GRAPH_PROVED && (e = g->node[node].parents) != 0;) {
        uint32_t parent = g->edge[e].parent;
        if (g->node[parent].state != GRAPH_OPEN)
            return;
        bool all = true;
        for (uint32_t d = g->node[parent].children; d && g->node[parent].kind == GRAPH_DEFEND;
             d = g->edge[d].next_down)
            all = all && g->node[g->edge[d].child].state == GRAPH_PROVED;
        if (!all)
            return;
        graph_set_state(g, parent, GRAPH_PROVED);
        node = parent;
    }
}

static void prove(struct sim *s, uint32_t node)
{
    graph_set_state(s->g, node, GRAPH_PROVED);
    settle(s, node);
}

static void verified(struct sim *s, uint32_t node)
{
    const struct turn_record *t = turn_of(s, s->seed[node]);
    struct graph_node *n = &s->g->node[node];
    if (t->open < 0) {
        lab_many(s->g, node);
        return;
    }
    n->effort = EFFORT_VERIFIED;
    for (int i = 0; i < t->open; i++)
        add_child(s, node, (uint64_t)i, OPEN_PN, OPEN_DN);
    graph_set_own(s->g, node, 0, GRAPH_INFINITE, false);
    if (t->open == 0)
        prove(s, node);
}

static void solved(struct sim *s, uint32_t node)
{
    if (solve_of(s, node)->won) {
        prove(s, node);
        return;
    }
    s->g->node[node].effort = EFFORT_SOLVED;
    graph_set_own(s->g, node, 2 * s->g->node[node].own_pn, s->g->node[node].own_dn, false);
}

static void expanded(struct sim *s, uint32_t node)
{
    uint32_t pn, dn;
    uint64_t before = children(s, node);
    lab_numbers(turn_of(s, next_seed(s, node))->chance, 0, 0, &pn, &dn);
    add_child(s, node, before, pn, dn);
    graph_set_own(s->g, node, pn + 2 + (uint32_t)before, 1, true);
}

static bool needed(const struct sim *s, uint32_t node)
{
    const struct graph *g = s->g;
    for (;;) {
        if (g->node[node].state != GRAPH_OPEN)
            return false;
        uint32_t e = g->node[node].parents;
        if (!e)
            return true;
        node = g->edge[e].parent;
    }
}

/* Jobs that lie below a node that is settled end at once. */
static void drop_needless(struct sim *s)
{
    int kept = 0;
    for (int i = 0; i < s->going; i++) {
        if (needed(s, s->heap[i].node)) {
            s->heap[kept++] = s->heap[i];
            continue;
        }
        graph_set_work(s->g, s->heap[i].node, false);
        s->r.work += s->now - s->heap[i].start;
        s->r.wasted += s->now - s->heap[i].start;
        s->r.dropped++;
    }
    if (kept == s->going)
        return;
    s->going = kept;
    for (int i = kept / 2; i-- > 0;)
        sift(s, i);
}

static void take(struct sim *s)
{
    struct going j = s->heap[0];
    s->heap[0] = s->heap[--s->going];
    if (s->going)
        sift(s, 0);
    s->now = j.end;
    s->r.jobs++;
    s->r.work += j.end - j.start;
    graph_set_work(s->g, j.node, false);
    uint32_t proved_before = s->g->node[j.node].state;
    if (j.kind == LAB_VERIFY)
        verified(s, j.node);
    else if (j.kind == LAB_SOLVE)
        solved(s, j.node);
    else
        expanded(s, j.node);
    if (s->g->node[j.node].state != proved_before)
        drop_needless(s);
    graph_forget_changes(s->g);
}

struct simulate_result simulate_run(const struct simulate_setup *setup)
{
    struct sim s = {.setup = setup, .g = graph_new(KEY, &setup->graph)};
    s.heap = mem_alloc(((size_t)setup->workers + 1) * sizeof *s.heap);
    new_node(&s, GRAPH_DEFEND, 0, rng_mix(setup->seed + 1), 6, 6);
    while (s.g->node[1].state == GRAPH_OPEN && s.r.jobs < setup->most) {
        give(&s);
        if (!s.going)
            break;
        take(&s);
    }
    for (int i = 0; i < s.going; i++) {
        s.r.work += s.now - s.heap[i].start;
        s.r.wasted += s.now - s.heap[i].start;
        s.r.dropped++;
    }
    s.r.proved = s.g->node[1].state == GRAPH_PROVED;
    s.r.seconds = s.now;
    graph_free(s.g);
    free(s.heap);
    free(s.seed);
    return s.r;
}
