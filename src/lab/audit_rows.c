/* Jobs, results and certificates of a lab's file, and whether they say what the rest of it says; see audit.h. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sha256.h"
#include "lab/audit.h"
#include "lab/bundle.h"

/* ---- every row at once ---- */

#define WHOLE(column) "typeof(" column ") <> 'integer' OR "
#define TEXT(column)  "typeof(" column ") <> 'text' OR "
#define BYTES(column) "typeof(" column ") <> 'blob' OR "
#define MAYBE(column) "typeof(" column ") NOT IN ('integer', 'null') OR "

/* Rows that a lab never writes, in one question a table. */
static const struct {
    const char *what, *sql;
    bool looking; /* of a table that older files do not have */
} questions[] = {
    {"rows of nodes with what is no number",
     "SELECT count(*) FROM node WHERE " WHOLE("id") BYTES("key") WHOLE("kind") WHOLE("level") WHOLE("pn")
         WHOLE("dn") WHOLE("own_pn") WHOLE("own_dn") WHOLE("phantom") WHOLE("state") WHOLE("effort")
             WHOLE("chosen") MAYBE("cert") "0",
     false},
    {"rows of edges with what is no number or turn",
     "SELECT count(*) FROM edge WHERE " WHOLE("id") WHOLE("parent") WHOLE("child") TEXT("turn")
         WHOLE("symmetry") WHOLE("source") WHOLE("pruned") MAYBE("job") "0",
     false},
    {"edges whose job is not one that could have brought them",
     "SELECT count(*) FROM edge LEFT JOIN job ON job.id = edge.job WHERE edge.job <> 0 AND (job.id IS NULL "
     "OR "
     "edge.source = 2 OR (edge.parent <> 0 AND job.node <> edge.parent) OR job.kind <> CASE edge.source WHEN "
     "1 THEN "
     "2 ELSE 0 END)",
     false},
    {"rows of roots with what is no number or text",
     "SELECT count(*) FROM root WHERE " WHOLE("id") TEXT("name") WHOLE("node") WHOLE("symmetry") TEXT("game")
         WHOLE("priority") WHOLE("paused") "0",
     false},
    {"rows of jobs with what is no number or text",
     "SELECT count(*) FROM job WHERE " WHOLE("id") WHOLE("node") WHOLE("kind") TEXT("body") TEXT("path")
         WHOLE("state") WHOLE("attempt") WHOLE("created") "state NOT IN (0, 1, 2)",
     false},
    {"jobs that are done without a result, or have one and are not done",
     "SELECT count(*) FROM job LEFT JOIN result ON result.job = job.id WHERE (job.state = 1) <> (result.job "
     "IS NOT "
     "NULL)",
     false},
    {"jobs that are there twice", "SELECT count(*) - count(DISTINCT id) FROM job", false},
    {"results without a job, or more than one of a job",
     "SELECT (SELECT count(*) FROM result WHERE NOT EXISTS (SELECT 1 FROM job WHERE id = result.job)) + "
     "count(*) - "
     "count(DISTINCT job) FROM result",
     false},
    {"rows of results with what is no number or text",
     "SELECT count(*) FROM result WHERE " WHOLE("job") TEXT("worker") WHOLE("verdict") TEXT("body")
         MAYBE("cert") WHOLE("checked")
             WHOLE("nodes") "typeof(cpu) <> 'real' OR " WHOLE("created") "checked NOT IN (0, 1, 2, 3)",
     false},
    {"results of workers in quarantine that count nevertheless",
     "SELECT count(*) FROM result JOIN worker ON worker.name = result.worker WHERE quarantined IS NOT NULL "
     "AND "
     "checked = 0",
     false},
    {"results that were rejected, of workers that are not in quarantine",
     "SELECT count(*) FROM result LEFT JOIN worker ON worker.name = result.worker WHERE checked = 2 AND "
     "quarantined IS "
     "NULL",
     false},
    {"workers in quarantine for nothing",
     "SELECT count(*) FROM worker WHERE typeof(name) <> 'text' OR typeof(quarantined) <> 'text' OR NOT "
     "EXISTS (SELECT 1 "
     "FROM result WHERE result.worker = worker.name AND checked = 2)",
     false},
    {"rows of certificates with what is no number, bytes or text",
     "SELECT count(*) FROM cert WHERE " WHOLE("id") BYTES("sha256") BYTES("bytes") TEXT("claim")
         TEXT("zones") "0",
     false},
    {"certificates that are there twice",
     "SELECT 2 * count(*) - count(DISTINCT id) - count(DISTINCT sha256) FROM cert", false},
    {"certificates of results that claim something",
     "SELECT count(*) FROM cert WHERE (claim <> 'bundle' OR zones <> '') AND id IN (SELECT cert FROM result)",
     false},
    {"rows of events with what is no number or text",
     "SELECT count(*) FROM event WHERE " WHOLE("id") WHOLE("time") TEXT("kind") TEXT("body")
         WHOLE("done") "done NOT IN (0, 1, 2) OR (done = 2 AND kind <> 'add')",
     false},
    {"rows of the history that are none",
     "SELECT count(*) FROM history WHERE " WHOLE("id") WHOLE("root") WHOLE("job") WHOLE("time") WHOLE("pn")
         WHOLE("dn") "pn < 0 OR pn > 1 << 30 OR dn < 0 OR dn > 1 << 30 OR root NOT IN (SELECT id FROM root) "
                     "OR job NOT IN "
                     "(SELECT id FROM job)",
     true},
    {"rows of who is busy that are none",
     "SELECT count(*) FROM busy WHERE " WHOLE("job") TEXT("worker") "job NOT IN (SELECT id FROM job)", true},
};

static void ask_all(struct audit *a)
{
    struct db *d = a->l->ledger;
    bool looking =
        db_number(d, 0, "SELECT count(*) FROM sqlite_master WHERE name IN ('history', 'busy')") == 2;
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        int64_t n = questions[i].looking && !looking ? 0 : db_number(d, 0, questions[i].sql);
        if (n)
            audit_fault(a, "%s: %lld", questions[i].what, (long long)n);
    }
}

/* ---- jobs ---- */

/* Does the path lead to the node? Of edges that were taken away since one does not know. */
static bool path_fits(const struct graph *g, const char *text, uint32_t node)
{
    uint32_t at = 0;
    bool gone = false;
    while (*text) {
        char *end;
        unsigned long e = strtoul(text, &end, 10);
        if (end == text || e == 0 || e > g->edges || (*end && *end != ' '))
            return false;
        gone = gone || !g->edge[e].parent;
        if (!gone && at && g->edge[e].parent != at)
            return false;
        at = g->edge[e].child;
        text = end + (*end == ' ');
    }
    return gone || at == 0 || at == node;
}

static void check_jobs(struct audit *a)
{
    struct lab *l = a->l;
    struct rows *rows = db_ask(l->ledger, "SELECT id, node, kind, path FROM job ORDER BY id");
    while (rows_next(rows)) {
        int64_t id = 0, node = 0, kind = 0;
        struct lab_job j;
        bool ok = rows_whole(rows, 0, 1, INT64_MAX, &id) && rows_whole(rows, 1, 1, l->graph->nodes, &node) &&
                  rows_whole(rows, 2, 0, LAB_KINDS - 1, &kind) &&
                  path_fits(l->graph, rows_text(rows, 3), (uint32_t)node);
        struct outstanding o = {id, (uint32_t)node, (enum lab_kind)kind, false, 0};
        if (ok && lab_job_again(l, &o, &j))
            lab_job_free(&j);
        else
            audit_fault(a, "job %lld: it is not about its node", (long long)rows_int(rows, 0));
    }
}

/* ---- results ---- */

/* A result that was accepted: the node is proved; a win was found by its certificate, or the node's is composed of them all. */
static void check_accepted(struct audit *a, const struct lab_result *r, uint32_t node, enum lab_kind kind)
{
    const struct graph_node *n = &a->l->graph->node[node];
    const char *cert;
    size_t at = 0, len;
    struct err why;
    bool ok = n->state == GRAPH_PROVED && kind != LAB_EXPAND;
    uint32_t twin = kind == LAB_VERIFY && r->verdict == LAB_LOST ? lab_twin(a->l, node) : 0;
    if (twin)
        ok = bundle_next(r->bundle.text, r->bundle.len, &at, &cert, &len) &&
             lab_cert_accepted(a->l, twin, cert, len, NULL, &why);
    else if (ok && kind == LAB_VERIFY)
        ok = lab_cert(a->l, node);
    else if (ok)
        ok = r->verdict == LAB_WON && bundle_next(r->bundle.text, r->bundle.len, &at, &cert, &len) &&
             lab_cert_accepted(a->l, node, cert, len, NULL, &why);
    if (!ok)
        audit_fault(a, "job %lld: its result was not accepted", (long long)r->job);
}

static bool result_fits(const struct lab_result *r, struct rows *rows)
{
    return r->job == rows_int(rows, 0) && strcmp(r->worker, rows_text(rows, 1)) == 0 &&
           (int64_t)r->verdict == rows_int(rows, 2) && (int64_t)r->nodes == rows_int(rows, 6) &&
           r->cpu == rows_real(rows, 7);
}

static void check_results(struct audit *a)
{
    struct lab *l = a->l;
    struct rows *rows =
        db_ask(l->ledger, "SELECT result.job, worker, verdict, result.body, result.cert, checked, "
                          "nodes, cpu, job.node, job.kind "
                          "FROM result JOIN job ON job.id = result.job ORDER BY result.job");
    while (rows_next(rows)) {
        struct buf bundle = BUF_EMPTY;
        struct lab_result r;
        struct err why = {"it is not what its row says"};
        int64_t node = 0, kind = 0;
        const char *body = rows_text(rows, 3);
        bool ok =
            rows_whole(rows, 8, 1, l->graph->nodes, &node) && rows_whole(rows, 9, 0, LAB_KINDS - 1, &kind);
        if (ok && !rows_null(rows, 4))
            ok = lab_cert_bytes(l, rows_int(rows, 4), &bundle);
        ok = ok && lab_result_read(body, strlen(body), &l->rules, bundle.text, bundle.len, &r, &why);
        if (ok) {
            if (!result_fits(&r, rows))
                audit_fault(a, "job %lld: its result is not what its row says", (long long)r.job);
            if (rows_int(rows, 5) == RESULT_ACCEPTED)
                check_accepted(a, &r, (uint32_t)node, (enum lab_kind)kind);
            lab_result_free(&r);
        } else {
            audit_fault(a, "job %lld: its result: %s", (long long)rows_int(rows, 0), why.text);
        }
        buf_free(&bundle);
    }
}

/* ---- certificates ---- */

static void check_sums(struct audit *a)
{
    struct rows *rows = db_ask(a->l->ledger, "SELECT id, sha256, bytes FROM cert");
    while (rows_next(rows)) {
        uint8_t sum[SHA256_BYTES];
        size_t len, bytes;
        const void *kept = rows_bytes(rows, 1, &len), *of = rows_bytes(rows, 2, &bytes);
        sha256(of, bytes, sum);
        if (len != sizeof sum || memcmp(kept, sum, sizeof sum) != 0)
            audit_fault(a, "certificate %lld: its bytes are not those of its SHA-256",
                        (long long)rows_int(rows, 0));
    }
}

void audit_rows(struct audit *a)
{
    ask_all(a);
    check_jobs(a);
    check_results(a);
    check_sums(a);
}
