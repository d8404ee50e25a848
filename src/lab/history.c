/* What those who look on want to know, kept beside what the lab itself needs: the numbers of the roots over time,
 * and who does what. */
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "lab/inner.h"

/* What was last noted of a root, in this process or before it. */
static struct lab_told *told_of(struct lab *l, int64_t root)
{
    for (size_t i = 0; i < l->tolds; i++)
        if (l->told[i].root == root)
            return &l->told[i];
    l->told = mem_grow(l->told, &l->told_room, l->tolds + 1, sizeof *l->told);
    struct lab_told *t = &l->told[l->tolds++];
    *t = (struct lab_told){root, UINT32_MAX, UINT32_MAX};
    sqlite3_stmt *s =
        ledger_statement(l->ledger, "SELECT pn, dn FROM history WHERE root = ?1 ORDER BY id DESC LIMIT 1");
    if (s) {
        ledger_bind_int(s, 1, root);
        if (ledger_row(l->ledger, s)) {
            t->pn = (uint32_t)ledger_int(s, 0);
            t->dn = (uint32_t)ledger_int(s, 1);
            ledger_done(s);
        }
    }
    return t;
}

void lab_history(struct lab *l, int64_t job)
{
    for (size_t i = 0; i < l->roots; i++) {
        const struct graph_node *n = &l->graph->node[l->root[i].node];
        struct lab_told *t = told_of(l, l->root[i].id);
        if (t->pn == n->pn && t->dn == n->dn)
            continue;
        t->pn = n->pn;
        t->dn = n->dn;
        sqlite3_stmt *s = ledger_statement(
            l->ledger, "INSERT INTO history (root, job, time, pn, dn) VALUES (?1, ?2, ?3, ?4, ?5)");
        if (!s)
            return;
        const int64_t value[] = {t->root, job, (int64_t)time(NULL), t->pn, t->dn};
        for (int k = 0; k < 5; k++)
            ledger_bind_int(s, k + 1, value[k]);
        ledger_do(l->ledger, s);
    }
}

/* Is this what the table says? */
static bool noted(struct lab *l, const struct runner *r, bool none)
{
    char name[LAB_WORKER_MOST + 1];
    int64_t count = 0;
    for (size_t i = 0; i < l->outs && !none; i++) {
        if (!l->out[i].given || !r->who(r->ctx, l->out[i].id, name))
            continue;
        count++;
        sqlite3_stmt *s =
            ledger_statement(l->ledger, "SELECT count(*) FROM busy WHERE job = ?1 AND worker = ?2");
        if (!s)
            return true;
        ledger_bind_int(s, 1, l->out[i].id);
        ledger_bind_text(s, 2, name);
        bool there = ledger_row(l->ledger, s) && ledger_int(s, 0) == 1;
        ledger_done(s);
        if (!there)
            return false;
    }
    return ledger_number(l->ledger, "SELECT count(*) FROM busy", 0) == count;
}

bool lab_busy(struct lab *l, const struct runner *r, bool none, struct err *e)
{
    char name[LAB_WORKER_MOST + 1];
    if (noted(l, r, none))
        return ledger_fine(l->ledger, e);
    ledger_begin(l->ledger);
    ledger_do(l->ledger, ledger_statement(l->ledger, "DELETE FROM busy"));
    for (size_t i = 0; i < l->outs && !none; i++) {
        sqlite3_stmt *s = ledger_statement(l->ledger, "INSERT INTO busy (job, worker) VALUES (?1, ?2)");
        if (!s || !l->out[i].given || !r->who(r->ctx, l->out[i].id, name))
            continue;
        ledger_bind_int(s, 1, l->out[i].id);
        ledger_bind_text(s, 2, name);
        ledger_do(l->ledger, s);
    }
    return ledger_commit(l->ledger, e);
}
