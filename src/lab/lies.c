/* Workers that lied; see inner.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "lab/inner.h"

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

void lab_quarantine(struct lab *l, int64_t job, const char *why)
{
    struct db *d = l->ledger;
    char worker[LAB_WORKER_MOST + 1] = "";
    struct rows *rows = db_ask(d, "SELECT worker FROM result WHERE job = ?1", db_int(job));
    if (rows_next(rows))
        snprintf(worker, sizeof worker, "%s", rows_text(rows, 0));
    rows_end(rows);
    db_do(d, "UPDATE result SET checked = 2 WHERE job = ?1", db_int(job));
    db_do(d, "INSERT OR REPLACE INTO worker (name, quarantined) VALUES (?1, ?2)", db_text(worker),
          db_text(why));
    struct buf text = BUF_EMPTY;
    buf_format(&text, "%s, job %lld: %s", worker, (long long)job, why);
    ledger_event(d, "quarantine", buf_str(&text), true);
    lab_say(l, "quarantined %s", buf_str(&text));
    buf_free(&text);
    /* Everything of this worker that was never checked. */
    uint32_t *node = NULL;
    size_t room = 0, n = 0;
    rows = db_ask(d,
                  "SELECT DISTINCT job.node FROM result JOIN job ON job.id = result.job WHERE "
                  "result.worker = ?1 AND result.checked IN (0, 2) ORDER BY job.node",
                  db_text(worker));
    while (rows_next(rows)) {
        node = mem_grow(node, &room, n + 1, sizeof *node);
        node[n++] = (uint32_t)rows_int(rows, 0);
    }
    db_do(d, "UPDATE result SET checked = 3 WHERE worker = ?1 AND checked = 0", db_text(worker));
    for (size_t i = 0; i < n; i++)
        undo(l, node[i]);
    free(node);
}

bool lab_quarantined(struct lab *l, const char *worker)
{
    return db_number(l->ledger, 0, "SELECT 1 FROM worker WHERE name = ?1 AND quarantined IS NOT NULL",
                     db_text(worker));
}
