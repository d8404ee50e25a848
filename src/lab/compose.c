/* One certificate from several: the verifier is asked about the whole position, and answers come from the
 * certificates in the file, each turned as its node is; see inner.h.
 *
 * Certificates were found one by one, so that their zones differ from those of the whole now and then, and a
 * defence comes up that none of them saw. It is solved on the spot, within a limit. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sha256.h"
#include "connect/board/symmetry.h"
#include "connect/proof/solve.h"
#include "connect/proof/verifier.h"
#include "lab/bundle.h"
#include "lab/inner.h"
#include "lab/plan.h"

enum { LATE_NODES = 20000, LATE_ALL = 2000000, LATE_ORDER = 3 };

struct composing {
    struct lab *l;
    struct plan *plan;
    enum side attacker;
    struct cert_writer *cert;
    uint64_t late; /* nodes of solving on the spot */
    struct squares refuted;
    bool has_refuted;
    int64_t liar;
    struct err why;
};

/* Is the time over? Nothing is composed any more then. */
static bool is_late(struct composing *c)
{
    bool late = c->l->until && deadline_over(c->l->until);
    if (late)
        err_set(&c->why, "the time was over before it was composed");
    return late;
}

/* ---- collecting ---- */

bool lab_cert_bytes(struct lab *l, int64_t id, struct buf *out)
{
    struct rows *rows = db_ask(l->ledger, "SELECT bytes FROM cert WHERE id = ?1", db_int(id));
    bool ok = rows_next(rows);
    if (ok) {
        size_t len;
        const void *bytes = rows_bytes(rows, 0, &len);
        buf_bytes(out, bytes, len);
    }
    rows_end(rows);
    return ok;
}

bool lab_cert_claim(struct lab *l, int64_t id, struct buf *out)
{
    struct rows *rows = db_ask(l->ledger, "SELECT claim FROM cert WHERE id = ?1", db_int(id));
    bool ok = rows_next(rows);
    if (ok)
        buf_text(out, rows_text(rows, 0));
    rows_end(rows);
    return ok;
}

static bool load_own(struct composing *c, int64_t cert, int symmetry)
{
    struct buf bytes = BUF_EMPTY;
    bool ok = !is_late(c) && lab_cert_bytes(c->l, cert, &bytes) &&
              plan_load(c->plan, bytes.text, bytes.len, symmetry, NULL, &c->why) == CHECK_ACCEPTED;
    buf_free(&bytes);
    return ok;
}

/* What the jobs on a defend node proved. A certificate among it that is rejected is a lie. */
static bool load_bundle(struct composing *c, int64_t job, int64_t cert, int symmetry)
{
    struct buf bytes = BUF_EMPTY;
    const char *one;
    size_t at = 0, len;
    bool ok = lab_cert_bytes(c->l, cert, &bytes);
    while (ok && bundle_next(bytes.text, bytes.len, &at, &one, &len))
        ok = plan_load(c->plan, one, len, symmetry, NULL, &c->why) == CHECK_ACCEPTED;
    ok = ok && at == bytes.len;
    if (!ok)
        c->liar = job;
    buf_free(&bytes);
    return ok;
}

static bool load_bundles(struct composing *c, uint32_t node, int symmetry)
{
    struct db *d = c->l->ledger;
    struct {
        int64_t job, cert;
    } *list = NULL;
    size_t n = 0, room = 0;
    struct rows *rows = db_ask(d,
                               "SELECT result.job, result.cert FROM job JOIN result ON result.job = job.id "
                               "WHERE job.node = ?1 AND job.kind = 0 AND result.cert IS NOT NULL AND "
                               "result.checked < 2 ORDER BY job.id",
                               db_int(node));
    while (rows_next(rows)) {
        list = mem_grow(list, &room, n + 1, sizeof *list);
        list[n].job = rows_int(rows, 0);
        list[n++].cert = rows_int(rows, 1);
    }
    bool ok = true;
    for (size_t i = 0; i < n && ok; i++)
        ok = load_bundle(c, list[i].job, list[i].cert, symmetry);
    free(list);
    return ok;
}

static bool load_node(struct composing *c, uint32_t node, int symmetry);

static bool load_child(struct composing *c, uint32_t edge, int symmetry)
{
    const struct graph_edge *e = &c->l->graph->edge[edge];
    return load_node(c, e->child, symmetry_then(symmetry_inverse(e->symmetry), symmetry));
}

/* Everything that proves a node; the symmetry leads from its orientation to the plan's. */
static bool load_node(struct composing *c, uint32_t node, int symmetry)
{
    struct lab *l = c->l;
    const struct graph *g = l->graph;
    if (lab_cert(l, node))
        return load_own(c, lab_cert(l, node), symmetry);
    if (g->node[node].kind == GRAPH_DEFEND) {
        if (!load_bundles(c, node, symmetry))
            return false;
        for (uint32_t e = g->node[node].children; e; e = g->edge[e].next_down)
            if (g->node[g->edge[e].child].state == GRAPH_PROVED && !load_child(c, e, symmetry))
                return false;
        return true;
    }
    for (uint32_t e = g->node[node].children; e; e = g->edge[e].next_down)
        if (g->node[g->edge[e].child].state == GRAPH_PROVED) {
            struct position *p = lab_position(l, node);
            struct squares turn;
            lab_edge_turn(l, e, &turn);
            plan_add(c->plan, p, &turn, symmetry);
            position_free(p);
            return load_child(c, e, symmetry);
        }
    return err_set(&c->why, "node %u is proved by nothing", node);
}

/* ---- writing ---- */

static bool solve_late(struct composing *c, struct battle *b)
{
    struct buf cert = BUF_EMPTY;
    struct solve_result found;
    struct solve_job job = {.position = b->position,
                            .attacker = c->attacker,
                            .order = LATE_ORDER,
                            .limits.nodes = LATE_NODES,
                            .memory = 256 << 20,
                            .bytes = &cert};
    if (c->late > LATE_ALL)
        return false;
    bool ok = solve_run(&job, &found, &c->why) && found.status == SOLVE_WON;
    c->late += found.nodes;
    ok = ok && plan_load(c->plan, cert.text, cert.len, 0, NULL, &c->why) == CHECK_ACCEPTED;
    buf_free(&cert);
    return ok;
}

static bool turn_of(void *ctx, struct battle *b, int depth, int order, struct squares *turn)
{
    struct composing *c = ctx;
    (void)depth;
    (void)order;
    if (is_late(c))
        return false;
    if (!plan_turn(c->plan, b, turn) && !(solve_late(c, b) && plan_turn(c->plan, b, turn)))
        return false;
    cert_write_turn(c->cert, turn->s, turn->n);
    return true;
}

static void on_refuted(void *ctx, const struct squares *defence)
{
    struct composing *c = ctx;
    c->refuted = *defence; /* the last one that is told is of the position itself */
    c->has_refuted = true;
}

static struct position *seen_through(const struct position *p, int symmetry)
{
    struct position *q = position_new(&p->rules);
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] != CELL_EMPTY)
            position_setup(q, symmetry_square(&p->rules, symmetry, s), (enum cell)p->cell[s]);
    position_settle(q, p->to_move, p->left, NULL);
    return q;
}

/* The claim of the certificate, in words. */
static bool check_whole(const struct lab *l, const char *bytes, size_t len, struct buf *claim,
                        struct check_zones **zones, struct err *e)
{
    struct cert_reader *reader = cert_reader_bytes(bytes, len, e);
    bool ok = reader;
    if (ok) {
        struct check_result result;
        struct check_watch watch = {.without_zones = !zones, .until = l->until};
        ok = check_run(reader, &watch, &result) == CHECK_ACCEPTED || err_set(e, "%s", result.why.text);
        if (ok && claim)
            check_claim_text(cert_reader_claim(reader), &result, claim);
        if (ok && zones) {
            *zones = result.zones;
            result.zones = NULL;
        }
        check_result_free(&result);
    }
    cert_reader_free(reader);
    return ok;
}

/* `z`: the zones of the whole, NULL: not wanted. */
static bool compose(struct composing *c, uint32_t node, int symmetry, struct zones *z, struct buf *out)
{
    struct lab *l = c->l;
    struct position *canonical = lab_position(l, node), *p = seen_through(canonical, symmetry);
    position_free(canonical);
    c->attacker = lab_attacker(l, node);
    c->plan = plan_new(p, c->attacker);
    bool ok = load_node(c, node, symmetry);
    char *text = NULL;
    size_t length = 0;
    FILE *f = ok ? open_memstream(&text, &length) : NULL;
    ok = ok && (f || err_set(&c->why, "%s", strerror(errno)));
    if (ok) {
        struct cert_claim claim = {p, c->attacker, false, false};
        struct battle *b = battle_new(p, c->attacker);
        struct strategy strategy = {c, turn_of, NULL, NULL, NULL, on_refuted};
        struct verifier *v = verifier_new(b, &strategy);
        c->cert = cert_writer_on(f, &claim);
        ok = verifier_run(v, 4, z) >= 0;
        if (!ok) {
            cert_writer_abandon(c->cert);
            if (!is_late(c))
                err_set(&c->why, "a defence comes up that nothing in the file answers");
        } else {
            ok = cert_writer_close(c->cert, &c->why);
        }
        verifier_free(v);
        battle_free(b);
    }
    if (f)
        fclose(f);
    if (ok)
        buf_bytes(out, text, length);
    free(text);
    plan_free(c->plan);
    position_free(p);
    return ok;
}

bool lab_compose(struct lab *l, uint32_t node, int symmetry, struct buf *out, struct err *e)
{
    struct composing c = {.l = l};
    if (l->graph->node[node].state != GRAPH_PROVED)
        return err_set(e, "it is not proved");
    size_t before = out->len;
    bool ok = compose(&c, node, symmetry, NULL, out) &&
              check_whole(l, out->text + before, out->len - before, NULL, NULL, &c.why);
    if (!ok && db_fine(l->ledger, e))
        err_set(e, "%s", c.why.text);
    return ok;
}

/* ---- keeping ---- */

/* Zones as a text: from which zone on they are everything, then the squares, each with its first zone. */
static void zones_text(int all, const square *at, int n, const uint8_t *first, struct buf *out)
{
    char text[SQUARE_TEXT];
    buf_format(out, "%d", all);
    for (int i = 0; i < n; i++)
        buf_format(out, " %s:%d", square_format(at[i], text), first[at[i]]);
}

/* Is the claim of this certificate that the node's attacker wins the node's position? */
static bool claims(struct lab *l, uint32_t node, const char *cert, size_t len, struct err *e)
{
    struct cert_reader *reader = cert_reader_bytes(cert, len, e);
    bool ok = reader;
    if (ok) {
        struct position *p = lab_position(l, node);
        ok = cert_claims(cert_reader_claim(reader), p, lab_attacker(l, node));
        position_free(p);
        if (!ok)
            err_set(e, "the certificate is about something else");
        else if (cert_reader_shared(reader))
            ok = err_set(e, LAB_NO_REPETITIONS);
    }
    cert_reader_free(reader);
    return ok;
}

bool lab_cert_accepted(struct lab *l, uint32_t node, const char *cert, size_t len, struct buf *claim,
                       struct err *e)
{
    return claims(l, node, cert, len, e) && check_whole(l, cert, len, claim, NULL, e);
}

/* Checks and keeps it. Zones are wanted where the attacker is to move: `known`, or the checker's, which cost more than the
 * check. They only say what to try, so that it does not matter who found them. */
static int64_t keep(struct lab *l, uint32_t node, const char *cert, size_t len, const struct zones *known,
                    struct err *e)
{
    struct buf claim = BUF_EMPTY, zones = BUF_EMPTY;
    struct check_zones *z = NULL;
    int64_t id = 0;
    bool wanted = l->graph->node[node].kind != GRAPH_DEFEND;
    bool ok =
        claims(l, node, cert, len, e) && check_whole(l, cert, len, &claim, wanted && !known ? &z : NULL, e);
    if (ok) {
        uint8_t sum[SHA256_BYTES];
        sha256(cert, len, sum);
        if (known && wanted)
            zones_text(known->all_from, known->at, known->n, known->level, &zones);
        else if (z)
            zones_text(z->all, z->at, z->n, z->first, &zones);
        db_do(l->ledger, "INSERT OR IGNORE INTO cert (sha256, bytes, claim, zones) VALUES (?1, ?2, ?3, ?4)",
              db_bytes(sum, sizeof sum), db_bytes(cert, len), db_text(buf_str(&claim)),
              db_text(buf_str(&zones)));
        id = db_number(l->ledger, 0, "SELECT id FROM cert WHERE sha256 = ?1", db_bytes(sum, sizeof sum));
        lab_cert_set(l, node, id);
    }
    check_zones_free(z);
    buf_free(&claim);
    buf_free(&zones);
    return id;
}

int64_t lab_cert_keep(struct lab *l, uint32_t node, const char *cert, size_t len, struct err *e)
{
    return keep(l, node, cert, len, NULL, e);
}

/* The results whose certificates went into it are checked now. */
static void mark_checked(struct lab *l, uint32_t node)
{
    db_do(l->ledger,
          "UPDATE result SET checked = 1 WHERE checked = 0 AND job "
          "IN (SELECT id FROM job WHERE node = ?1 AND kind = 0)",
          db_int(node));
}

struct composed lab_compose_own(struct lab *l, uint32_t node)
{
    struct composing c = {.l = l};
    struct buf bytes = BUF_EMPTY;
    struct zones *z = l->graph->node[node].kind == GRAPH_DEFEND ? NULL : zones_new(&l->rules);
    bool ok = compose(&c, node, 0, z, &bytes) && keep(l, node, bytes.text, bytes.len, z, &c.why);
    if (ok)
        mark_checked(l, node);
    else
        lab_say(l, "node %u: %s", node, c.why.text);
    zones_free(z);
    buf_free(&bytes);
    return (struct composed){ok, c.refuted, !ok && c.has_refuted, c.liar};
}

uint8_t *lab_cert_zones(struct lab *l, int64_t id, int *all)
{
    struct rows *rows = db_ask(l->ledger, "SELECT zones FROM cert WHERE id = ?1", db_int(id));
    if (!rows_next(rows))
        return NULL;
    uint8_t *zone = mem_zero((size_t)square_limit(&l->rules), sizeof *zone);
    const char *text = rows_text(rows, 0);
    char *end;
    *all = (int)strtol(text, &end, 10);
    bool ok = end != text;
    for (text = end; ok && *text == ' ';) {
        square at;
        ok = square_parse(&l->rules, text + 1, &text, &at, NULL) && *text == ':';
        long first = ok ? strtol(text + 1, &end, 10) : 0;
        text = ok ? end : text;
        if (ok)
            zone[at] = (uint8_t)(first > 0 && first < 255 ? first : 1);
    }
    ok = ok && *text == '\0';
    rows_end(rows);
    if (ok)
        return zone;
    free(zone);
    return NULL;
}

bool lab_follow(struct lab *l, uint32_t part, int unplaced, bool *everywhere, square **follow, int *n)
{
    int all;
    size_t room = 0;
    *follow = NULL;
    *n = 0;
    *everywhere = false;
    if (!lab_cert(l, part) && !lab_compose_own(l, part).ok)
        return false;
    uint8_t *zone = lab_cert_zones(l, lab_cert(l, part), &all);
    if (!zone)
        return false;
    *everywhere = unplaced >= all;
    for (square s = square_first(); s && !*everywhere; s = square_next(&l->rules, s))
        if (zone[s] && zone[s] <= unplaced) {
            *follow = mem_grow(*follow, &room, (size_t)*n + 1, sizeof **follow);
            (*follow)[(*n)++] = s;
        }
    free(zone);
    return true;
}
