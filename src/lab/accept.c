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

/* An even position is stable, or less so (unstable1, unstable2). */
static const double UNSTABLE1 = 0.1, UNSTABLE2 = 0.2;

void lab_numbers(double chance, double swing, int mate, uint32_t *pn, uint32_t *dn)
{
    static const struct {
        double least;
        uint32_t pn, dn;
    } table[] = {{0.9, 1, 18}, {0.8, 2, 12}, {0.7, 3, 10}, {0.6, 4, 8}, {0.4, 6, 6},
                 {0.3, 8, 4},  {0.2, 10, 3}, {0.1, 12, 2}, {0, 18, 1}};
    size_t i = 0, last = sizeof table / sizeof *table - 1;
    while (mate == 0 && i < last && chance < table[i].least)
        i++;
    if (mate < 0)
        i = last;
    *pn = table[i].pn;
    *dn = table[i].dn;
    if (*pn == *dn)
        *pn = *dn = swing >= UNSTABLE2 ? 4 : swing >= UNSTABLE1 ? 5 : 6;
}

/* ---- rows ---- */

static int64_t keep_bundle(struct lab *l, const struct lab_result *r)
{
    uint8_t sum[SHA256_BYTES];
    if (r->bundle.len == 0)
        return 0;
    sha256(r->bundle.text, r->bundle.len, sum);
    db_do(l->ledger, "INSERT OR IGNORE INTO cert (sha256, bytes, claim, zones) VALUES (?1, ?2, 'bundle', '')",
          db_bytes(sum, sizeof sum), db_bytes(r->bundle.text, r->bundle.len));
    return db_number(l->ledger, 0, "SELECT id FROM cert WHERE sha256 = ?1", db_bytes(sum, sizeof sum));
}

static void keep_result(struct lab *l, const struct lab_result *r, int64_t cert, int checked)
{
    struct buf body = BUF_EMPTY;
    lab_result_write(r, &body);
    db_do(l->ledger,
          "INSERT INTO result (job, worker, verdict, body, cert, checked, nodes, cpu, created) VALUES (?1, "
          "?2, ?3, "
          "?4, ?5, ?6, ?7, ?8, ?9)",
          db_int(r->job), db_text(r->worker), db_int(r->verdict), db_text(buf_str(&body)), db_some(cert),
          db_int(checked), db_int((int64_t)r->nodes), db_real(r->cpu), db_int((int64_t)time(NULL)));
    buf_free(&body);
}

static void set_job_state(struct lab *l, int64_t job, int state)
{
    db_do(l->ledger, "UPDATE job SET state = ?1 WHERE id = ?2", db_int(state), db_int(job));
}

/* ---- by kind ---- */

void lab_many(struct graph *g, uint32_t node)
{
    uint32_t pn = g->node[node].own_pn < MANY_PN ? MANY_PN : g->node[node].own_pn;
    graph_set_own(g, node, pn < FAILED_PN / 8 ? pn * 8 : FAILED_PN, OPEN_DN, g->node[node].children);
}

/* Can the side to move play this? A part of a turn only where parts are meant; a turn that wins may be short. */
static bool possible(const struct position *p, const struct squares *turn, bool part)
{
    struct position *q = lab_after(p, turn, part, NULL);
    bool is = q;
    position_free(q);
    return is;
}

static bool excluded(const struct lab_job *j, const struct squares *turn)
{
    for (size_t i = 0; i < j->excluded.n; i++)
        if (squares_same(&j->excluded.turn[i].squares, turn))
            return true;
    return false;
}

/* Marks the parts that were given with the job: what follows them is known now. */
static void follow_parts(struct lab *l, uint32_t node, const struct lab_job *j)
{
    struct graph *g = l->graph;
    for (size_t i = 0; i < j->given.n; i++) {
        uint32_t e = lab_edge_by(l, node, &j->given.turn[i].squares);
        if (!e || g->edge[e].source != LAB_PART || !lab_part_over(&g->node[g->edge[e].child]))
            continue;
        g->edge[e].source = LAB_PART_FOLLOWED;
        /* Given up: nothing more is done for it here. */
        graph_set_pruned(g, e, g->node[g->edge[e].child].state != GRAPH_PROVED);
        lab_edge_note(l, e);
    }
}

/* The one certificate of a bundle. */
static bool only_cert(const struct lab_result *r, const char **cert, size_t *len)
{
    size_t at = 0;
    return bundle_next(r->bundle.text, r->bundle.len, &at, cert, len) && at == r->bundle.len;
}

/* The defender wins: its certificate proves the twin, which is made if need be. What it wins at once is seen at a glance, and was not.
 * True if the certificate is accepted. */
static bool apply_lost(struct lab *l, const struct lab_job *j, const struct lab_result *r)
{
    const char *cert;
    size_t len;
    int symmetry;
    struct err e;
    if (!only_cert(r, &cert, &len)) {
        lab_quarantine(l, r->job, "it says that the defender wins, without a certificate");
        return false;
    }
    uint32_t twin = lab_node(l, j->position, side_other(j->attacker), false, 6, 6, &symmetry, NULL);
    if (!lab_cert_keep(l, twin, cert, len, &e)) {
        lab_quarantine(l, r->job, e.text);
        return false;
    }
    lab_prove(l, twin);
    lab_settle(l, twin);
    return true;
}

static void apply_verify(struct lab *l, uint32_t node, const struct lab_job *j, const struct lab_result *r)
{
    struct graph *g = l->graph;
    if (r->verdict == LAB_MANY) {
        lab_many(g, node);
        return;
    }
    int turn = position_turn_length(j->position);
    for (size_t i = 0; i < r->open.n; i++)
        if (!possible(j->position, &r->open.turn[i].squares, true)) {
            lab_quarantine(l, r->job, "a defence of its list is not possible");
            return;
        }
    follow_parts(l, node, j);
    g->node[node].effort = EFFORT_VERIFIED;
    for (size_t i = 0; i < r->open.n; i++) {
        const struct squares *s = &r->open.turn[i].squares;
        bool part = s->n < turn, fresh;
        lab_link(l, node, s, part ? LAB_PART : LAB_BY_VERIFY, r->job, part ? PART_PN : OPEN_PN,
                 part ? PART_DN : OPEN_DN, &fresh);
    }
    graph_set_own(g, node, 0, GRAPH_INFINITE, false);
    lab_settle_node(l, node);
}

/* True if the certificate is accepted. */
static bool apply_solve(struct lab *l, uint32_t node, const struct lab_result *r)
{
    struct graph *g = l->graph;
    const char *cert;
    size_t len;
    struct err e;
    if (r->verdict == LAB_WON) {
        if (!only_cert(r, &cert, &len))
            err_set(&e, "it has no certificate");
        else if (lab_cert_keep(l, node, cert, len, &e)) {
            lab_prove(l, node);
            lab_settle(l, node);
            return true;
        }
        lab_quarantine(l, r->job, e.text);
        return false;
    }
    g->node[node].effort =
        (uint8_t)(g->node[node].kind == GRAPH_PART ? g->node[node].effort + 1 : EFFORT_SOLVED);
    graph_set_own(g, node, 2 * g->node[node].own_pn, g->node[node].own_dn, g->node[node].children);
    return false;
}

/* A turn that nobody has tried, when the engine has none: so every turn there is comes up in the end, whatever the engine
 * or a liar leaves out, and a position that was not won by any of them is refuted. */
static uint32_t link_untried(struct lab *l, uint32_t node, bool *fresh)
{
    struct squares turn;
    uint32_t pn, dn;
    lab_numbers(0, 0, 0, &pn, &dn);
    return lab_untried(l, node, &turn) ? lab_link(l, node, &turn, LAB_BY_ENGINE, 0, pn, dn, fresh)
                                       : GRAPH_NONE;
}

static void apply_expand(struct lab *l, uint32_t node, const struct lab_job *j, const struct lab_result *r)
{
    struct graph *g = l->graph;
    uint32_t pn = 0, dn, edge = GRAPH_NONE, siblings = 0;
    bool fresh = false;
    struct squares rest;
    if (r->verdict == LAB_OPEN && (!possible(j->position, &r->turn, false) || excluded(j, &r->turn))) {
        lab_quarantine(l, r->job, "its turn is not possible, or was excluded");
        return;
    }
    lab_numbers(r->chance, r->swing, r->mate, &pn, &dn);
    if (r->verdict == LAB_OPEN)
        edge = lab_link(l, node, &r->turn, LAB_BY_ENGINE, r->job, pn, dn, &fresh);
    if (!fresh)
        edge = link_untried(l, node, &fresh);
    for (uint32_t e = g->node[node].children; e; e = g->edge[e].next_down)
        siblings++;
    graph_set_own(g, node, (fresh ? pn : (uint32_t)FAILED_PN) + 1 + siblings, 1, lab_untried(l, node, &rest));
    if (edge)
        lab_settle(l, g->edge[edge].child);
    lab_settle_node(l, node);
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
    return (struct outstanding){0, 0, LAB_VERIFY, false, 0};
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

/* Can this job end so? The engine always has a turn, if none was excluded. */
static bool sensible(const struct lab_job *j, enum lab_verdict v)
{
    static const bool may[LAB_KINDS][LAB_VERDICTS] = {
        [LAB_VERIFY] =
            {[LAB_WON] = true, [LAB_LOST] = true, [LAB_OPEN] = true, [LAB_FAILED] = true, [LAB_MANY] = true},
        [LAB_SOLVE] = {[LAB_WON] = true, [LAB_OPEN] = true, [LAB_FAILED] = true},
        [LAB_EXPAND] = {[LAB_OPEN] = true, [LAB_NONE] = true, [LAB_FAILED] = true},
    };
    return may[j->kind][v] && !(v == LAB_NONE && !j->excluded.n) && !(v == LAB_MANY && !j->most);
}

static void apply(struct lab *l, uint32_t node, const struct lab_job *j, const struct lab_result *r)
{
    if (!sensible(j, r->verdict)) {
        lab_quarantine(l, r->job, "its verdict makes no sense");
        return;
    }
    if (l->graph->node[node].state != GRAPH_OPEN)
        return; /* settled meanwhile */
    if (lab_glance(l, node)) {
        lab_settle(l, node); /* whatever the result says */
    } else if (r->verdict == LAB_FAILED) {
        apply_failure(l, node, r);
    } else if (r->verdict == LAB_LOST || j->kind == LAB_SOLVE) {
        if (r->verdict == LAB_LOST ? apply_lost(l, j, r) : apply_solve(l, node, r))
            db_do(l->ledger, "UPDATE result SET checked = 1 WHERE job = ?1", db_int(r->job));
    } else if (j->kind == LAB_VERIFY) {
        apply_verify(l, node, j, r);
    } else {
        apply_expand(l, node, j, r);
    }
}

bool lab_accept(struct lab *l, struct lab_result *r, struct err *e)
{
    struct outstanding o = {0, 0, LAB_VERIFY, false, 0};
    struct lab_job j;
    db_begin(l->ledger);
    bool banned = lab_quarantined(l, r->worker);
    if (!banned)
        o = take_out(l, r->job);
    if (o.id) {
        graph_set_work(l->graph, o.node, false);
        set_job_state(l, o.id, JOB_DONE);
        lab_pair_spent(l, o.root, r->nodes);
        keep_result(l, r, keep_bundle(l, r), RESULT_CLAIMED);
        if (lab_job_again(l, &o, &j)) {
            apply(l, o.node, &j, r);
            lab_job_free(&j);
        }
        lab_give_up_parts(l);
        lab_save(l);
        lab_history(l, o.id);
    }
    return db_commit(l->ledger, e);
}
