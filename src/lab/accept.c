/* From a result to the graph; see inner.h.
 *
 * What a worker says is a claim. A win counts when the checker has accepted its certificate; the defences that
 * `verify` claims to be lost count when the certificate of the node is composed from theirs; what the engine
 * thinks only steers. A certificate that is rejected is a lie: its worker is quarantined, and everything that
 * it claimed and nobody has checked is done again by others. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "base/sha256.h"
#include "lab/bundle.h"
#include "lab/inner.h"

void lab_numbers(double chance, int mate, uint32_t *pn, uint32_t *dn)
{
    static const struct {
        double least;
        uint32_t pn, dn;
    } table[] = {{0.9, 1, 18}, {0.8, 2, 12}, {0.7, 3, 10}, {0.6, 4, 8}, {0.4, 6, 6},
                 {0.3, 8, 4},  {0.2, 10, 3}, {0.1, 12, 2}, {0, 18, 1}};
    size_t i = 0;
    while (mate == 0 && chance < table[i].least)
        i++;
    if (mate < 0)
        i = sizeof table / sizeof *table - 1;
    *pn = table[i].pn;
    *dn = table[i].dn;
}

/* ---- rows ---- */

static int64_t keep_bundle(struct lab *l, const struct lab_result *r)
{
    uint8_t sum[SHA256_BYTES];
    if (r->bundle.len == 0)
        return 0;
    sha256(r->bundle.text, r->bundle.len, sum);
    sqlite3_stmt *s = ledger_statement(
        l->ledger, "INSERT OR IGNORE INTO cert (sha256, bytes, claim, zones) VALUES (?1, ?2, 'bundle', '')");
    if (!s)
        return 0;
    ledger_bind_bytes(s, 1, sum, sizeof sum);
    ledger_bind_bytes(s, 2, r->bundle.text, r->bundle.len);
    ledger_do(l->ledger, s);
    s = ledger_statement(l->ledger, "SELECT id FROM cert WHERE sha256 = ?1");
    if (!s)
        return 0;
    ledger_bind_bytes(s, 1, sum, sizeof sum);
    int64_t id = ledger_row(l->ledger, s) ? ledger_int(s, 0) : 0;
    ledger_done(s);
    return id;
}

static void keep_result(struct lab *l, const struct lab_result *r, int64_t cert, int checked)
{
    struct buf body = BUF_EMPTY;
    lab_result_write(r, &body);
    sqlite3_stmt *s =
        ledger_statement(l->ledger, "INSERT INTO result (job, worker, verdict, body, cert, checked, nodes, "
                                    "cpu, created) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)");
    if (s) {
        ledger_bind_int(s, 1, r->job);
        ledger_bind_text(s, 2, r->worker);
        ledger_bind_int(s, 3, r->verdict);
        ledger_bind_text(s, 4, buf_str(&body));
        if (cert)
            ledger_bind_int(s, 5, cert);
        ledger_bind_int(s, 6, checked);
        ledger_bind_int(s, 7, (int64_t)r->nodes);
        ledger_bind_real(s, 8, r->cpu);
        ledger_bind_int(s, 9, (int64_t)time(NULL));
        ledger_do(l->ledger, s);
    }
    buf_free(&body);
}

static void set_job_state(struct lab *l, int64_t job, int state)
{
    sqlite3_stmt *s = ledger_statement(l->ledger, "UPDATE job SET state = ?1 WHERE id = ?2");
    if (s) {
        ledger_bind_int(s, 1, state);
        ledger_bind_int(s, 2, job);
        ledger_do(l->ledger, s);
    }
}

/* ---- what follows from a state ---- */

/* A defend node that was verified: is everything below it proved? */
static bool all_proved(const struct lab *l, uint32_t node)
{
    const struct graph *g = l->graph;
    const struct graph_node *n = &g->node[node];
    if (n->effort != EFFORT_VERIFIED || n->phantom)
        return false;
    for (uint32_t e = n->children; e; e = g->edge[e].next_down)
        if (g->node[g->edge[e].child].state != GRAPH_PROVED || g->edge[e].source == LAB_PART)
            if (!(g->edge[e].source == LAB_PART_FOLLOWED &&
                  g->node[g->edge[e].child].effort == EFFORT_GIVEN_UP))
                return false;
    return true;
}

/* Are there parts whose continuations can be asked for now? */
static bool parts_wait(const struct lab *l, uint32_t node)
{
    const struct graph *g = l->graph;
    for (uint32_t e = g->node[node].children; e; e = g->edge[e].next_down) {
        const struct graph_node *c = &g->node[g->edge[e].child];
        if (g->edge[e].source == LAB_PART && (c->state == GRAPH_PROVED || c->effort == EFFORT_GIVEN_UP))
            return true;
    }
    return false;
}

static void quarantine(struct lab *l, int64_t job, const char *why);

/* Defences that a composition needed and no job had named. Zones differ a little between certificates; but when
 * there are many, what the jobs claim of this node is not worth much: it is verified again. */
static void doubt(struct lab *l, uint32_t node)
{
    struct graph *g = l->graph;
    int missed = 0;
    for (uint32_t e = g->node[node].children; e; e = g->edge[e].next_down)
        missed += l->edge_job[e] == 0;
    if (missed % DOUBT != 0)
        return;
    sqlite3_stmt *s =
        ledger_statement(l->ledger, "UPDATE result SET checked = 3 WHERE checked = 0 AND job IN (SELECT id "
                                    "FROM job WHERE node = ?1 AND kind = 0)");
    if (s) {
        ledger_bind_int(s, 1, node);
        ledger_do(l->ledger, s);
    }
    g->node[node].effort = EFFORT_NONE;
    graph_set_own(g, node, 1, 1, true);
}

static void settle_defend(struct lab *l, uint32_t node)
{
    struct graph *g = l->graph;
    if (g->node[node].state != GRAPH_OPEN || g->node[node].effort != EFFORT_VERIFIED)
        return;
    if (parts_wait(l, node)) {
        if (!g->node[node].phantom)
            graph_set_own(g, node, 1, 1, true);
        return;
    }
    while (g->node[node].state == GRAPH_OPEN && all_proved(l, node)) {
        struct composed c = lab_compose_own(l, node);
        bool fresh = false;
        if (c.ok) {
            graph_set_state(g, node, GRAPH_PROVED);
            lab_settle(l, node);
        } else if (c.liar) {
            quarantine(l, c.liar, "its certificates were rejected");
            return;
        } else if (c.has_missing &&
                   lab_link(l, node, &c.missing, LAB_BY_VERIFY, 0, OPEN_PN, OPEN_DN, &fresh) && fresh) {
            doubt(l, node);
        } else {
            lab_say(l, "node %u: everything below it is proved, but no certificate could be composed", node);
            ledger_event(l->ledger, "stuck", "a composition failed", true);
            g->node[node].effort = EFFORT_STUCK;
            graph_set_own(g, node, FAILED_PN, 1, true);
        }
    }
}

/* Is there a whole turn of this node that is open? */
static bool open_sibling(const struct lab *l, uint32_t parent)
{
    const struct graph *g = l->graph;
    for (uint32_t e = g->node[parent].children; e; e = g->edge[e].next_down)
        if (g->node[g->edge[e].child].state == GRAPH_OPEN && g->edge[e].source == LAB_BY_VERIFY)
            return g->node[parent].state == GRAPH_OPEN;
    return false;
}

void lab_settle(struct lab *l, uint32_t node)
{
    struct graph *g = l->graph;
    for (uint32_t e = g->node[node].parents; e; e = g->edge[e].next_up) {
        uint32_t parent = g->edge[e].parent;
        if (g->node[parent].kind == GRAPH_DEFEND) {
            if (g->node[node].state == GRAPH_DISPROVED && g->node[parent].state == GRAPH_OPEN &&
                g->edge[e].source != LAB_PART && g->edge[e].source != LAB_PART_FOLLOWED) {
                graph_set_state(g, parent, GRAPH_DISPROVED);
                lab_settle(l, parent);
            }
            if (g->node[node].state == GRAPH_PROVED && open_sibling(l, parent))
                lab_transfer(l, e);
            settle_defend(l, parent);
        } else if (g->node[node].state == GRAPH_PROVED && g->node[parent].state == GRAPH_OPEN) {
            graph_set_state(g, parent, GRAPH_PROVED);
            lab_settle(l, parent);
        }
    }
}

/* ---- lies ---- */

/* Undoes what an unchecked result did to its node: it is a leaf as before, and will be tried again. Edges that
 * it brought stay where they only suggest; of a defend node they are taken for what the worker made up. */
static void undo(struct lab *l, uint32_t node)
{
    struct graph *g = l->graph;
    if (g->node[node].state != GRAPH_OPEN)
        return;
    g->node[node].effort = EFFORT_NONE;
    if (g->node[node].kind == GRAPH_DEFEND) {
        for (uint32_t e = g->node[node].children; e; e = g->edge[e].next_down)
            lab_edge_note(l, e);
        graph_cut(g, node);
        graph_set_own(g, node, 6, 6, false);
    } else {
        graph_set_own(g, node, OPEN_PN, OPEN_DN, g->node[node].children);
    }
}

static void quarantine(struct lab *l, int64_t job, const char *why)
{
    struct ledger *d = l->ledger;
    char worker[LAB_WORKER_MOST + 1] = "";
    sqlite3_stmt *s = ledger_statement(d, "SELECT worker FROM result WHERE job = ?1");
    if (!s)
        return;
    ledger_bind_int(s, 1, job);
    if (ledger_row(d, s))
        snprintf(worker, sizeof worker, "%s", ledger_text(s, 0));
    ledger_done(s);
    s = ledger_statement(d, "UPDATE result SET checked = 2 WHERE job = ?1");
    if (s) {
        ledger_bind_int(s, 1, job);
        ledger_do(d, s);
    }
    s = ledger_statement(d, "INSERT OR REPLACE INTO worker (name, quarantined) VALUES (?1, ?2)");
    if (s) {
        ledger_bind_text(s, 1, worker);
        ledger_bind_text(s, 2, why);
        ledger_do(d, s);
    }
    struct buf text = BUF_EMPTY;
    buf_format(&text, "%s, job %lld: %s", worker, (long long)job, why);
    ledger_event(d, "quarantine", buf_str(&text), true);
    lab_say(l, "quarantined %s", buf_str(&text));
    buf_free(&text);
    /* Everything of this worker that was never checked. */
    uint32_t *node = NULL;
    size_t room = 0, n = 0;
    s = ledger_statement(d, "SELECT DISTINCT job.node FROM result JOIN job ON job.id = result.job WHERE "
                            "result.worker = ?1 AND result.checked IN (0, 2) ORDER BY job.node");
    if (s)
        ledger_bind_text(s, 1, worker);
    while (ledger_row(d, s)) {
        node = mem_grow(node, &room, n + 1, sizeof *node);
        node[n++] = (uint32_t)ledger_int(s, 0);
    }
    s = ledger_statement(d, "UPDATE result SET checked = 3 WHERE worker = ?1 AND checked = 0");
    if (s) {
        ledger_bind_text(s, 1, worker);
        ledger_do(d, s);
    }
    for (size_t i = 0; i < n; i++)
        undo(l, node[i]);
    free(node);
}

static bool quarantined(struct lab *l, const char *worker)
{
    sqlite3_stmt *s =
        ledger_statement(l->ledger, "SELECT 1 FROM worker WHERE name = ?1 AND quarantined IS NOT NULL");
    if (!s)
        return false;
    ledger_bind_text(s, 1, worker);
    bool is = ledger_row(l->ledger, s);
    ledger_done(s);
    return is;
}

/* ---- by kind ---- */

void lab_many(struct graph *g, uint32_t node)
{
    uint32_t pn = g->node[node].own_pn < MANY_PN ? MANY_PN : g->node[node].own_pn;
    graph_set_own(g, node, pn < FAILED_PN / 8 ? pn * 8 : FAILED_PN, OPEN_DN, g->node[node].children);
}

static void apply_verify(struct lab *l, uint32_t node, const struct lab_result *r)
{
    struct graph *g = l->graph;
    if (r->verdict == LAB_LOST) {
        /* A claim, too, but one that is seen at a glance. */
        if (lab_defender_ends(l, node)) {
            graph_set_state(g, node, GRAPH_DISPROVED);
            lab_settle(l, node);
        } else {
            quarantine(l, r->job, "it says that the defender wins at once");
        }
        return;
    }
    if (r->verdict == LAB_MANY) {
        lab_many(g, node);
        return;
    }
    struct position *p = lab_position(l, node);
    int turn = position_turn_length(p);
    position_free(p);
    for (uint32_t e = g->node[node].children; e; e = g->edge[e].next_down) {
        const struct graph_node *c = &g->node[g->edge[e].child];
        if (g->edge[e].source == LAB_PART && (c->state == GRAPH_PROVED || c->effort == EFFORT_GIVEN_UP)) {
            g->edge[e].source = LAB_PART_FOLLOWED;
            g->edge[e].pruned = c->state != GRAPH_PROVED; /* given up: nothing more is done for it here */
            lab_edge_note(l, e);
        }
    }
    g->node[node].effort = EFFORT_VERIFIED;
    for (size_t i = 0; i < r->open.n; i++) {
        const struct squares *s = &r->open.turn[i].squares;
        bool part = s->n < turn, fresh;
        lab_link(l, node, s, part ? LAB_PART : LAB_BY_VERIFY, r->job, part ? PART_PN : OPEN_PN,
                 part ? PART_DN : OPEN_DN, &fresh);
    }
    graph_set_own(g, node, 0, GRAPH_INFINITE, false);
    settle_defend(l, node);
}

/* True if the certificate is accepted. */
static bool apply_solve(struct lab *l, uint32_t node, const struct lab_result *r)
{
    struct graph *g = l->graph;
    const char *cert;
    size_t at = 0, len;
    struct err e;
    if (r->verdict == LAB_WON) {
        if (!bundle_next(r->bundle.text, r->bundle.len, &at, &cert, &len) || at != r->bundle.len)
            err_set(&e, "it has no certificate");
        else if (lab_cert_keep(l, node, cert, len, &e)) {
            graph_set_state(g, node, GRAPH_PROVED);
            lab_settle(l, node);
            return true;
        }
        quarantine(l, r->job, e.text);
        return false;
    }
    g->node[node].effort =
        (uint8_t)(g->node[node].kind == GRAPH_PART ? g->node[node].effort + 1 : EFFORT_SOLVED);
    graph_set_own(g, node, 2 * g->node[node].own_pn, g->node[node].own_dn, g->node[node].children);
    return false;
}

static bool possible(const struct lab *l, uint32_t node, const struct squares *turn)
{
    struct position *p = lab_position(l, node), *q = lab_after(p, turn, false, NULL);
    bool is = q || turn->n < position_turn_length(p); /* a turn that wins may be short */
    position_free(q);
    position_free(p);
    return is;
}

static void apply_expand(struct lab *l, uint32_t node, const struct lab_result *r)
{
    struct graph *g = l->graph;
    uint32_t pn, dn;
    bool fresh = false;
    if (r->verdict == LAB_OPEN && !possible(l, node, &r->turn)) {
        quarantine(l, r->job, "its turn is not possible");
        return;
    }
    lab_numbers(r->chance, r->mate, &pn, &dn);
    uint32_t edge = r->verdict == LAB_OPEN
                        ? lab_link(l, node, &r->turn, LAB_BY_ENGINE, r->job, pn, dn, &fresh)
                        : GRAPH_NONE;
    if (!fresh) {
        /* Nothing new: no more from the engine. That is no disproof, it is only what it tried. */
        graph_set_own(g, node, FAILED_PN, 1, false);
        if (!g->node[node].children)
            g->node[node].effort = EFFORT_GIVEN_UP;
        return;
    }
    uint32_t siblings = 0;
    for (uint32_t e = g->node[node].children; e; e = g->edge[e].next_down)
        siblings++;
    graph_set_own(g, node, pn + 1 + siblings, 1, true);
    if (g->node[g->edge[edge].child].state == GRAPH_PROVED)
        lab_settle(l, g->edge[edge].child);
}

/* A part that has resisted: what follows it is listed instead. */
static void give_up_parts(struct lab *l)
{
    struct graph *g = l->graph;
    for (size_t i = 0; i < g->changes; i++) {
        struct graph_node *n = &g->node[g->changed[i]];
        if (n->kind != GRAPH_PART || n->state != GRAPH_OPEN || n->effort < EFFORT_SOLVED_MORE ||
            n->effort == EFFORT_GIVEN_UP || n->pn < PART_PATIENCE || n->pn >= GRAPH_INFINITE)
            continue;
        n->effort = EFFORT_GIVEN_UP;
        for (uint32_t e = n->parents; e; e = g->edge[e].next_up)
            settle_defend(l, g->edge[e].parent);
    }
}

/* ---- the whole ---- */

static struct outstanding take_out(struct lab *l, int64_t job)
{
    for (size_t i = 0; i < l->outs; i++)
        if (l->out[i].id == job) {
            struct outstanding o = l->out[i];
            memmove(l->out + i, l->out + i + 1, (--l->outs - i) * sizeof *l->out);
            return o;
        }
    return (struct outstanding){0, 0, LAB_VERIFY, false};
}

/* A job that could not be done: it is poisoned, and its node goes behind all others. */
static void apply_failure(struct lab *l, uint32_t node, const struct lab_result *r)
{
    struct buf text = BUF_EMPTY;
    buf_format(&text, "job %lld: %s", (long long)r->job, r->why);
    ledger_event(l->ledger, "poisoned", buf_str(&text), true);
    lab_say(l, "poisoned %s", buf_str(&text));
    buf_free(&text);
    graph_set_own(l->graph, node, FAILED_PN, 1, l->graph->node[node].children);
    if (l->graph->node[node].kind != GRAPH_DEFEND)
        l->graph->node[node].effort = EFFORT_SOLVED_MORE;
}

/* Can a job of this kind end so? The engine always has a turn, if none was excluded. */
static bool sensible(const struct lab *l, uint32_t node, enum lab_kind kind, enum lab_verdict v)
{
    static const bool may[LAB_KINDS][LAB_VERDICTS] = {
        [LAB_VERIFY] =
            {[LAB_WON] = true, [LAB_LOST] = true, [LAB_OPEN] = true, [LAB_FAILED] = true, [LAB_MANY] = true},
        [LAB_SOLVE] = {[LAB_WON] = true, [LAB_OPEN] = true, [LAB_FAILED] = true},
        [LAB_EXPAND] = {[LAB_OPEN] = true, [LAB_NONE] = true, [LAB_FAILED] = true},
    };
    return may[kind][v] && !(v == LAB_NONE && !l->graph->node[node].children);
}

static void apply(struct lab *l, uint32_t node, enum lab_kind kind, const struct lab_result *r)
{
    if (!sensible(l, node, kind, r->verdict)) {
        quarantine(l, r->job, "its verdict makes no sense");
        return;
    }
    if (l->graph->node[node].state != GRAPH_OPEN)
        return; /* settled meanwhile */
    if (r->verdict == LAB_FAILED) {
        apply_failure(l, node, r);
    } else if (kind == LAB_VERIFY) {
        apply_verify(l, node, r);
    } else if (kind == LAB_SOLVE) {
        if (apply_solve(l, node, r)) {
            sqlite3_stmt *s = ledger_statement(l->ledger, "UPDATE result SET checked = 1 WHERE job = ?1");
            if (s) {
                ledger_bind_int(s, 1, r->job);
                ledger_do(l->ledger, s);
            }
        }
    } else {
        apply_expand(l, node, r);
    }
}

bool lab_accept(struct lab *l, struct lab_result *r, struct err *e)
{
    struct outstanding o = {0, 0, LAB_VERIFY, false};
    ledger_begin(l->ledger);
    bool banned = quarantined(l, r->worker);
    if (!banned)
        o = take_out(l, r->job);
    if (o.id) {
        graph_set_work(l->graph, o.node, false);
        set_job_state(l, o.id, JOB_DONE);
        keep_result(l, r, keep_bundle(l, r), RESULT_CLAIMED);
        apply(l, o.node, o.kind, r);
        give_up_parts(l);
        lab_save(l);
        lab_history(l, o.id);
    }
    return ledger_commit(l->ledger, e);
}
