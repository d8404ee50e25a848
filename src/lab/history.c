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
    struct rows *rows = db_ask(
        l->ledger, "SELECT pn, dn FROM history WHERE root = ?1 ORDER BY id DESC LIMIT 1", db_int(root));
    if (rows_next(rows)) {
        t->pn = (uint32_t)rows_int(rows, 0);
        t->dn = (uint32_t)rows_int(rows, 1);
    }
    rows_end(rows);
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
        db_do(l->ledger, "INSERT INTO history (root, job, time, pn, dn) VALUES (?1, ?2, ?3, ?4, ?5)",
              db_int(t->root), db_int(job), db_int((int64_t)time(NULL)), db_int(t->pn), db_int(t->dn));
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
        if (db_number(l->ledger, 0, "SELECT count(*) FROM busy WHERE job = ?1 AND worker = ?2",
                      db_int(l->out[i].id), db_text(name)) != 1)
            return false;
    }
    return db_number(l->ledger, 0, "SELECT count(*) FROM busy") == count;
}

bool lab_busy(struct lab *l, const struct runner *r, bool none, struct err *e)
{
    char name[LAB_WORKER_MOST + 1];
    if (noted(l, r, none))
        return db_fine(l->ledger, e);
    db_begin(l->ledger);
    db_do(l->ledger, "DELETE FROM busy");
    for (size_t i = 0; i < l->outs && !none; i++)
        if (l->out[i].given && r->who(r->ctx, l->out[i].id, name))
            db_do(l->ledger, "INSERT INTO busy (job, worker) VALUES (?1, ?2)", db_int(l->out[i].id),
                  db_text(name));
    return db_commit(l->ledger, e);
}
