/* What people want of labs: to ask, to add, to have a proof; see workshop.h. */
#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "connect/record/record.h"
#include "db/until.h"
#include "lab/map.h"
#include "server/workshop/inner.h"
#include "json/game.h"
#include "json/limits.h"

/* ---- asking ---- */

/* Does at once what was asked, if nobody runs the file. The caller holds `changing`. */
static bool take_up(struct workshop *w, const char *name, const char *path, bool *noted, enum problem *f,
                    struct err *e)
{
    struct err busy, refused = {""};
    size_t bytes;
    *noted = true;
    if (run_is_here(w, name) || !weight_take(w, path, &bytes))
        return true; /* whoever runs it takes it up */
    struct lab *l = lab_open(path, true, &busy);
    bool ok = true;
    struct err why;
    if (l) { /* otherwise another process has it, and takes it up */
        *noted = false;
        ok = lab_take_up(l, &refused, &why) ||
             workshop_fail_writing(w, f, e, "the lab's file cannot be written");
        lab_close(l);
    }
    weight_change(w, &bytes, 0);
    return ok && (!refused.text[0] || workshop_fail(f, PROBLEM_BAD_REQUEST, e, refused.text));
}

/* Is there room for one more wish? */
static bool may_ask(struct workshop *w, const char *path, struct lab_events *events, enum problem *f,
                    struct err *e)
{
    struct err why;
    if (!lab_events(path, events, &why))
        return workshop_fail_writing(w, f, e, "the file cannot be read as a lab");
    if (events->waiting >= LIMIT_LAB_ASKED)
        return workshop_fail(f, PROBLEM_BUSY, e, "too much waits to be taken up by whoever runs the lab");
    return weight_disk(w) ||
           workshop_fail(f, PROBLEM_FULL, e, "the labs are too large: some must be deleted first");
}

bool workshop_ask(struct workshop *w, const char *name, const char *kind, const char *body, bool *noted,
                  enum problem *f, struct err *e)
{
    struct buf path = BUF_EMPTY;
    bool ok = workshop_find(w, name, &path, f, e);
    struct err why;
    struct lab_events before;
    if (ok) {
        pthread_mutex_lock(&w->changing);
        ok = may_ask(w, buf_str(&path), &before, f, e);
        ok = ok && (lab_ask(buf_str(&path), kind, body, &why) ||
                    workshop_fail_writing(w, f, e, "the lab's file cannot be written"));
        bool asked = ok;
        ok = ok && take_up(w, name, buf_str(&path), noted, f, e);
        /* What was refused is told to who asked, and needs no place in the file. */
        if (asked)
            (void)lab_forget_events(buf_str(&path), ok ? INT64_MAX : before.last, LIMIT_LAB_EVENTS, &why);
        pthread_mutex_unlock(&w->changing);
    }
    buf_free(&path);
    return ok;
}

static bool has_room(struct workshop *w, const char *name, enum problem *f, struct err *e)
{
    struct buf path = BUF_EMPTY;
    struct lab_events events;
    bool ok = workshop_find(w, name, &path, f, e) && may_ask(w, buf_str(&path), &events, f, e);
    buf_free(&path);
    return ok && (events.roots < LIMIT_LAB_ROOTS ||
                  workshop_fail(f, PROBLEM_FULL, e, "the lab has too many roots"));
}

bool workshop_add(struct workshop *w, const char *name, const char *root, const struct position *p,
                  enum side attacker, bool *noted, enum problem *f, struct err *e)
{
    struct buf path = BUF_EMPTY, body = BUF_EMPTY;
    bool ok = has_room(w, name, f, e) && workshop_find(w, name, &path, f, e);
    if (ok && p->stones > LIMIT_LAB_STONES)
        ok = workshop_fail(f, PROBLEM_BAD_REQUEST, e, "there are too many stones on the board of a root");
    if (ok) {
        lab_root_write(p, attacker, root, NULL, &body);
        ok = workshop_ask(w, name, "add", buf_str(&body), noted, f, e);
    }
    buf_free(&path);
    buf_free(&body);
    return ok;
}

bool workshop_add_both(struct workshop *w, const char *name, const char *root, const struct position *p,
                       bool *noted, enum problem *f, struct err *e)
{
    struct buf claim[2] = {BUF_EMPTY, BUF_EMPTY};
    bool ok = true, later = false;
    for (int side = BLACK; side <= WHITE && ok; side++) {
        buf_format(&claim[side], "%s.%s", root, game_side((enum side)side));
        ok = workshop_add(w, name, buf_str(&claim[side]), p, (enum side)side, noted, f, e);
        later = later || *noted;
    }
    if (ok) {
        json_t *pair = json_pack("{s:s, s:s, s:s}", "name", root, "black", buf_str(&claim[BLACK]), "white",
                                 buf_str(&claim[WHITE]));
        char *text = json_dumps(pair, JSON_COMPACT);
        ok = workshop_ask(w, name, "pair", text, noted, f, e);
        free(text);
        json_decref(pair);
    }
    *noted = *noted || later;
    buf_free(&claim[BLACK]);
    buf_free(&claim[WHITE]);
    return ok;
}

/* ---- proofs ---- */

static bool write_proof(struct lab *l, uint32_t node, int symmetry, bool sgf, size_t most, struct buf *out,
                        bool *whole, struct err *e)
{
    *whole = true;
    if (!sgf)
        return lab_compose(l, node, symmetry_inverse(symmetry), out, e);
    struct record *r = lab_record(l, node, symmetry, most, whole);
    bool ok = record_write(r, RECORD_SGF, out, e);
    record_free(r);
    return ok;
}

/* What is wanted of a lab that is opened to be read. */
typedef bool reading(struct lab *l, void *context, enum problem *f, struct err *e);

/* Opens it as far as there is memory, for as long as there is time. */
static bool read_lab(struct workshop *w, const char *name, const struct deadline *until, reading *read,
                     void *context, enum problem *f, struct err *e)
{
    struct buf path = BUF_EMPTY;
    size_t bytes = 0;
    bool ok = workshop_find(w, name, &path, f, e) &&
              (weight_take(w, buf_str(&path), &bytes) ||
               workshop_fail(f, PROBLEM_BUSY, e, "there is no memory for the tree of this lab now"));
    if (ok) {
        db_until(until);
        struct lab *l = lab_open(buf_str(&path), false, e);
        if (l) {
            lab_until(l, until);
            ok = read(l, context, f, e);
        } else {
            ok = workshop_fail(f, PROBLEM_INTERNAL, e, "the file cannot be read as a lab");
        }
        lab_close(l);
        db_until(NULL);
        if (!ok && deadline_over(until))
            workshop_fail(f, PROBLEM_STOPPED, e, "it took too long, or nobody waits for it any more");
    }
    weight_change(w, &bytes, 0);
    buf_free(&path);
    return ok;
}

struct exporting {
    const struct workshop_wish *wish;
    struct buf *out;
    bool *whole;
};

static bool export_from(struct lab *l, void *context, enum problem *f, struct err *e)
{
    const struct exporting *x = context;
    const struct lab_root *r = lab_root_find(l, x->wish->root);
    uint32_t node;
    int symmetry;
    *f = PROBLEM_INTERNAL;
    if (!r)
        return workshop_fail(f, PROBLEM_NOT_FOUND, e, "there is no root of this name");
    if (!lab_walk(l, r, x->wish->stones, &node, &symmetry, e))
        return (*f = PROBLEM_BAD_REQUEST, false);
    if (lab_graph(l)->node[node].state != GRAPH_PROVED)
        return workshop_fail(f, PROBLEM_CONFLICT, e, "it is not proved");
    return write_proof(l, node, symmetry, x->wish->sgf, x->wish->most, x->out, x->whole, e);
}

bool workshop_export(struct workshop *w, const char *name, const struct workshop_wish *wish,
                     const struct deadline *until, struct buf *out, bool *whole, enum problem *f,
                     struct err *e)
{
    struct exporting x = {wish, out, whole};
    return read_lab(w, name, until, export_from, &x, f, e);
}

/* ---- the map ---- */

struct charting {
    const char *root;
    json_t *out;
};

static bool map_from(struct lab *l, void *context, enum problem *f, struct err *e)
{
    struct charting *x = context;
    const struct lab_root *r = lab_root_find(l, x->root);
    struct map m;
    if (!r)
        return workshop_fail(f, PROBLEM_NOT_FOUND, e, "there is no root of this name");
    if (lab_map_turns(l, r) > LIMIT_MAP_TURNS)
        return workshop_fail(f, PROBLEM_BAD_REQUEST, e, "there are too many turns for a map here");
    *f = PROBLEM_BAD_REQUEST;
    if (!lab_map(l, r, &m, e))
        return false;
    x->out = map_json(l, r, &m, false, LIMIT_MAP_LISTED);
    map_free(&m);
    return true;
}

json_t *workshop_map(struct workshop *w, const char *name, const char *root, const struct deadline *until,
                     enum problem *f, struct err *e)
{
    struct charting x = {root, NULL};
    return read_lab(w, name, until, map_from, &x, f, e) ? x.out : NULL;
}
