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

bool lab_quarantined(struct lab *l, const char *worker)
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
