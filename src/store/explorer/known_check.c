/* Checking an opening database; see known.h. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sha256.h"
#include "store/explorer/inner.h"
#include "store/explorer/known.h"

struct checking {
    void (*say)(void *ctx, const char *text);
    void *ctx;
    size_t faults;
};

static void fault(struct checking *c, const char *fmt, const char *name, const char *why)
{
    struct buf b = BUF_EMPTY;
    buf_format(&b, fmt, name, why);
    c->faults++;
    if (c->say)
        c->say(c->ctx, buf_str(&b));
    buf_free(&b);
}

/* All certificates again, into a file in memory. */
static bool prove_again(struct explorer *x, struct explorer *again, const struct deadline *until,
                        struct checking *c, struct err *e)
{
    struct known_proof *list;
    size_t count;
    bool ok = explorer_proofs(x, &list, &count, e) == EXPLORER_FINE;
    for (size_t i = 0; ok && i < count; i++) {
        struct buf bytes = BUF_EMPTY;
        struct known_added added;
        struct err why;
        uint8_t sum[SHA256_BYTES];
        char text[SHA256_TEXT];
        struct explorer_db *d = explorer_hold(x);
        bool there = known_bytes(d, list[i].id, &bytes);
        ok = explorer_end(d, EXPLORER_FINE, e) == EXPLORER_FINE;
        sha256(buf_str(&bytes), bytes.len, sum);
        if (ok && (!there || strcmp(sha256_text(sum, text), list[i].sha256) != 0))
            fault(c, "%s: %s", list[i].name, "its bytes are not those of its SHA-256");
        enum explorer_answer a =
            ok ? explorer_prove(again, list[i].name, buf_str(&bytes), bytes.len, until, &added, &why)
               : EXPLORER_FINE;
        if (a == EXPLORER_REFUSED)
            fault(c, "%s: %s", list[i].name, why.text);
        else if (a != EXPLORER_FINE)
            ok = err_set(e, "%s", why.text);
        buf_free(&bytes);
    }
    explorer_proofs_free(list, count);
    return ok;
}

/* Rows as text, in the order of their keys, without the numbers and names of proofs, which may differ. */
static const char *const listed[] = {
    ("SELECT quote(key) || ' ' || quote(at) || ' ' || quote(proved.turns) || ' ' || quote(depth) || ' ' || "
     "quote(turn) || ' ' || quote(symmetry) || ' ' || quote(beside) || ' ' || quote(sha256) FROM proved LEFT "
     "JOIN proof ON proof.id = proof ORDER BY key"),
    ("SELECT quote(key) || ' ' || quote(part) || ' ' || quote(at) || ' ' || quote(covered.turns) || ' ' || "
     "quote(depth) || ' ' || quote(turn) || ' ' || quote(symmetry) || ' ' || quote(zone) || ' ' || "
     "quote(sha256) FROM covered LEFT JOIN proof ON proof.id = proof ORDER BY key, part"),
    ("SELECT quote(sha256) || ' ' || quote(claim) || ' ' || quote(turns) || ' ' || quote(bytes) FROM proof "
     "ORDER BY sha256"),
};

static bool same_rows(struct db *a, struct db *b, const char *sql)
{
    struct rows *r = db_ask(a, sql), *s = db_ask(b, sql);
    bool here = rows_next(r), there = rows_next(s), same = true;
    for (; here && there; here = rows_next(r), there = rows_next(s))
        same = same && !rows_null(r, 0) && !rows_null(s, 0) && strcmp(rows_text(r, 0), rows_text(s, 0)) == 0;
    rows_end(r);
    rows_end(s);
    return same && here == there;
}

static bool compare(struct explorer *x, struct explorer *again, struct checking *c, struct err *e)
{
    struct explorer_db *a = explorer_hold(x), *b = explorer_hold(again);
    bool same = true;
    for (size_t i = 0; i < sizeof listed / sizeof *listed; i++)
        same = same_rows(a->db, b->db, listed[i]) && same;
    enum explorer_answer first = explorer_end(b, EXPLORER_FINE, e),
                         second = explorer_end(a, EXPLORER_FINE, e);
    if (first != EXPLORER_FINE || second != EXPLORER_FINE)
        return false;
    if (!same)
        fault(c, "%s%s", "it lists positions that its certificates do not prove, or not all that they do",
              "");
    return true;
}

/* What cannot be proved can at least be read: the tables are all there, or none of them, and weights are numbers. */
static bool check_tables(struct explorer *x, struct checking *c, struct err *e)
{
    static const struct {
        const char *sql, *what;
        bool openings; /* of a file that has them */
    } questions[] = {
        {"SELECT count(*) FROM sqlite_master WHERE name IN ('proof', 'proved', 'covered', 'weighed')",
         "tables of the opening database are missing", false},
        {"SELECT count(*) FROM weighed WHERE typeof(key) <> 'blob' OR typeof(pn) <> 'integer' OR typeof(dn) "
         "<> "
         "'integer' OR pn NOT BETWEEN 0 AND 1 << 30 OR dn NOT BETWEEN 0 AND 1 << 30 OR typeof(chance) <> "
         "'real' OR "
         "chance NOT BETWEEN -1 AND 1 OR typeof(lab) <> 'text'",
         "numbers of labs are none", true},
    };
    struct explorer_db *d = explorer_hold(x);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (questions[i].openings == x->openings && db_number(d->db, 0, questions[i].sql))
            fault(c, "%s%s", questions[i].what, "");
    return explorer_end(d, EXPLORER_FINE, e) == EXPLORER_FINE;
}

size_t explorer_check(struct explorer *x, const struct deadline *until,
                      void (*say)(void *ctx, const char *text), void *ctx, struct err *e)
{
    struct checking c = {say, ctx, 0};
    struct explorer *again;
    bool ok = check_tables(x, &c, e);
    if (!ok || !x->openings)
        return ok ? c.faults : SIZE_MAX;
    if (!explorer_open(NULL, true, 0, &again, e))
        return SIZE_MAX;
    ok = prove_again(x, again, until, &c, e) && compare(x, again, &c, e);
    explorer_close(again);
    return ok ? c.faults : SIZE_MAX;
}
