/* Proofs to walk through: /proofs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "server/api/api.h"
#include "server/api/deferred.h"
#include "server/api/guides.h"
#include "server/api/saved.h"
#include "server/api/state.h"
#include "json/base64.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/limits.h"

enum {
    DEFENCES_MOST = 5000,
    STEPS_MOST = 1000,
    STONES_MOST = 50000, /* of the claims of a list */
    TEXT_CUT = 200,      /* bytes of a claim with too many stones */
};

/* ---- claims ---- */

/* `stones`: so many may still be told, NULL: all. A claim with more has no set-up, and the beginning of its text. */
static json_t *claim_json(const struct cert_claim *c, int *stones)
{
    const struct position *p = c->position;
    struct buf text = BUF_EMPTY;
    bool whole = !stones || p->stones <= *stones;
    check_claim_text(c, NULL, &text);
    json_t *setup = json_null();
    if (whole)
        setup = json_pack("{s:o, s:o, s:s, s:i}", "black", game_stones_json(p, CELL_BLACK), "white",
                          game_stones_json(p, CELL_WHITE), "to_move", game_side(p->to_move), "left", p->left);
    if (whole && stones)
        *stones -= p->stones;
    if (!whole && text.len > TEXT_CUT) {
        text.len = TEXT_CUT;
        text.text[text.len] = '\0';
        buf_text(&text, " …");
    }
    json_t *j = json_pack("{s:s, s:o, s:o, s:s, s:b, s:b, s:b}", "text", buf_str(&text), "rules",
                          game_rules_json(&p->rules), "setup", setup, "attacker", game_side(c->attacker),
                          "infinite", c->infinite, "partial", c->partial, "reachable", cert_reachable(c));
    buf_free(&text);
    return j;
}

/* ---- the list, a file, the end of it ---- */

/* The claim at the beginning of a file; null if it is none. */
static json_t *claim_of(struct shelf *shelf, const char *name, int *stones)
{
    char *bytes;
    size_t len;
    struct err e;
    if (shelf_read_head(shelf, name, &bytes, &len, &e) != STORE_FINE)
        return json_null();
    struct cert_reader *r = cert_reader_bytes(bytes, len, &e);
    json_t *claim = r ? claim_json(cert_reader_claim(r), stones) : json_null();
    cert_reader_free(r);
    free(bytes);
    return claim;
}

void api_proofs_get(struct server *s, struct request *q, struct reply *r)
{
    size_t count;
    struct shelf_entry *list = shelf_list(s->shelf, &count);
    json_t *proofs = json_array();
    int stones = STONES_MOST;
    for (size_t i = 0; i < count && !deadline_over(&q->until); i++)
        json_array_append_new(proofs, json_pack("{s:s, s:I, s:b, s:o}", "name", list[i].name, "bytes",
                                                (json_int_t)list[i].bytes, "own", list[i].own, "claim",
                                                claim_of(s->shelf, list[i].name, &stones)));
    free(list);
    if (json_array_size(proofs) < count) {
        json_decref(proofs);
        reply_fail(r, PROBLEM_STOPPED, "there are too many proofs to list them");
        return;
    }
    reply_json(r, 200, json_pack("{s:o}", "proofs", proofs));
}

static bool report(enum store_answer a, struct reply *r, const struct err *e)
{
    return a == STORE_NONE ? reply_fail(r, PROBLEM_NOT_FOUND, "%s", e->text) : saved_report(a, r, e);
}

void api_proof_get(struct server *s, struct request *q, struct reply *r)
{
    char *bytes;
    size_t len;
    struct err e;
    if (!report(shelf_read(s->shelf, q->name, &bytes, &len, &e), r, &e))
        return;
    struct buf out = BUF_EMPTY;
    buf_format(&out, "{\"name\":\"%s\",\"base64\":\"", q->name);
    base64_encode(bytes, len, &out);
    buf_text(&out, "\"}");
    reply_text(r, 200, &out);
    buf_free(&out);
    free(bytes);
}

void api_proof_delete(struct server *s, struct request *q, struct reply *r)
{
    struct err e;
    if (!report(shelf_delete(s->shelf, q->name, &e), r, &e))
        return;
    r->status = 204;
}

/* ---- walking ---- */

/* A certificate to be checked and kept, or one that is there to be walked through. */
struct proof_call {
    struct deferred deferred;
    char name[SHELF_NAME];
    struct buf bytes; /* sent; none: the shelf has it */
    json_t *line;     /* turns of the defender; NULL: none */
    struct squares part;
    json_t *part_json;           /* of which the zone is asked for */
    char *line_text, *part_text; /* the same, on the way from one thread to another */
};

static void call_free(struct deferred *a)
{
    struct proof_call *x = (struct proof_call *)a;
    buf_free(&x->bytes);
    json_decref(x->line);
    json_decref(x->part_json);
    free(x->line_text);
    free(x->part_text);
    free(x);
}

static bool read_squares(const json_t *list, const struct rules *r, struct squares *out, struct err *e)
{
    out->n = 0;
    if (!json_is_array(list) || json_array_size(list) > RULES_MAX_TURN)
        return err_set(e, "a turn must be an array of at most %d squares", RULES_MAX_TURN);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (!text)
            return err_set(e, "a square must be a text");
        if (!square_parse(r, text, NULL, &out->s[out->n++], e))
            return false;
    }
    return true;
}

static json_t *squares_json(const struct squares *s)
{
    return game_squares_json(s->s, s->n);
}

static json_t *line_json(const struct guide_line *l)
{
    static const char *const why[] = {
        [GUIDE_COVERED] = "covered", [GUIDE_ROW] = "row", [GUIDE_OPEN] = "open"};
    json_t *list = json_array();
    for (size_t i = 0; i < l->steps; i++) {
        const struct guide_step *x = &l->step[i];
        json_t *j = json_pack("{s:o, s:s, s:o}", "defence", squares_json(&x->defence), "why", why[x->why],
                              "answer", squares_json(&x->answer));
        if (x->why == GUIDE_COVERED)
            json_object_set_new(j, "as", squares_json(&x->as));
        json_array_append_new(list, j);
    }
    return list;
}

static json_t *zone_json(const struct guide *g, const struct guide_line *l, const struct guide_defence *d,
                         const struct deadline *until)
{
    struct guide_zone z;
    if (!guide_zone(g, l, d, until, &z))
        return json_null();
    json_t *j = json_pack("{s:o, s:b, s:o}", "part", squares_json(&d->squares), "everywhere", z.everywhere,
                          "squares", game_squares_json(z.square, z.n));
    free(z.square);
    return j;
}

/* The defences that the proof answers where the line has come to, and the zone of the part asked for. */
static void put_defences(json_t *j, const struct guide *g, const struct guide_line *l,
                         const struct squares *part, const struct deadline *until)
{
    json_t *list = json_array(), *zone = json_null();
    struct guide_defence d;
    uint32_t cursor = 0;
    bool cut = false;
    while (!l->ended && guide_next(g, l->at, &cursor, &d)) {
        if (d.unplaced > 0 && squares_same(&d.squares, part)) {
            json_decref(zone);
            zone = zone_json(g, l, &d, until);
        }
        if (json_array_size(list) == DEFENCES_MOST) {
            cut = true;
            continue;
        }
        json_array_append_new(list,
                              json_pack("{s:o, s:i, s:b, s:o, s:I}", "squares", squares_json(&d.squares),
                                        "unplaced", d.unplaced, "unsolved", d.unsolved, "answer",
                                        squares_json(&d.answer), "turns", (json_int_t)d.turns));
    }
    json_object_set_new(j, "defences", list);
    json_object_set_new(j, "cut", json_boolean(cut));
    json_object_set_new(j, "zone", zone);
}

static json_t *open_json(const struct guides_entry *x)
{
    json_t *list = json_array();
    for (size_t i = 0; i < x->opens; i++)
        json_array_append_new(list, game_squares_json(x->open + i * (size_t)x->open_stones, x->open_stones));
    return list;
}

/* Follows the line and says where it leads. */
static void walk(struct proof_call *x, const struct guides_entry *entry, const struct deadline *until,
                 int status, struct reply *r)
{
    const struct guide *g = entry->guide;
    const struct rules *rules = &guide_claim(g)->position->rules;
    struct guide_line l;
    struct err e;
    bool ok = !x->part_json || read_squares(x->part_json, rules, &x->part, &e);
    guide_start(g, &l);
    for (size_t i = 0; ok && i < json_array_size(x->line); i++) {
        struct squares turn;
        ok = (read_squares(json_array_get(x->line, i), rules, &turn, &e) &&
              guide_play(g, &l, &turn, until, &e)) ||
             err_prefix(&e, "turn %zu", i + 1);
    }
    if (ok) {
        json_t *j = json_pack("{s:s, s:o, s:I, s:i, s:o, s:o, s:b, s:o}", "name", x->name, "claim",
                              claim_json(guide_claim(g), NULL), "turns", (json_int_t)entry->turns, "depth",
                              entry->depth, "first", squares_json(&l.first), "line", line_json(&l), "ended",
                              l.ended, "open", open_json(entry));
        put_defences(j, g, &l, &x->part, until);
        reply_json(r, status, j);
    } else {
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
    }
    guide_line_free(&l);
}

/* What was sent, or what the shelf has at the moment, as a proof in memory. NULL with an answer if there is none. */
static struct guides_entry *hold(struct proof_call *x, const struct deadline *until, struct reply *r)
{
    struct server *s = x->deferred.server;
    struct guides_verdict v;
    char *bytes = NULL;
    size_t len;
    struct err e;
    if (!x->bytes.len) {
        if (!report(shelf_read(s->shelf, x->name, &bytes, &len, &e), r, &e))
            return NULL;
        buf_bytes(&x->bytes, bytes, len);
        free(bytes);
    }
    struct guides_entry *entry = guides_hold(s->guides, x->bytes.text, x->bytes.len, until, &v, &e);
    if (!entry)
        reply_fail(r,
                   v.too_large                ? PROBLEM_TOO_LARGE
                   : v.check == CHECK_STOPPED ? PROBLEM_STOPPED
                                              : PROBLEM_BAD_REQUEST,
                   "%s%s",
                   v.check == CHECK_REJECTED     ? "rejected: "
                   : v.check == CHECK_UNREADABLE ? "no certificate: "
                                                 : "",
                   e.text);
    return entry;
}

/* Values of JSON stay in the thread that made them. */
static json_t *read_again(const char *text)
{
    return text ? json_loadb(text, strlen(text), JSON_REJECT_DUPLICATES, NULL) : NULL;
}

static void work_walk(struct deferred *a, struct tools *d, struct reply *r)
{
    struct proof_call *x = (struct proof_call *)a;
    x->line = read_again(x->line_text);
    x->part_json = read_again(x->part_text);
    struct deadline until = deadline_in(0, LIMIT_CHECK_SECONDS, CPU_THREAD, &a->stop);
    struct guides_entry *entry = hold(x, &until, r);
    (void)d;
    if (!entry)
        return;
    walk(x, entry, &until, 200, r);
    guides_release(a->server->guides, entry);
}

static void work_keep(struct deferred *a, struct tools *d, struct reply *r)
{
    struct proof_call *x = (struct proof_call *)a;
    struct server *s = a->server;
    struct deadline until = deadline_in(0, LIMIT_CHECK_SECONDS, CPU_THREAD, &a->stop);
    struct guides_entry *entry = hold(x, &until, r);
    char name[SHELF_NAME];
    struct err e;
    (void)d;
    if (!entry)
        return;
    if (saved_report(shelf_add(s->shelf, x->name, x->bytes.text, x->bytes.len, name, &e), r, &e)) {
        memcpy(x->name, name, sizeof name);
        walk(x, entry, &until, 201, r);
    }
    guides_release(s->guides, entry);
}

/* ---- requests ---- */

/* The name of a file without its folder and ending, with nothing in it that a name may not have. */
static void put_name(const char *file, char out[SHELF_NAME])
{
    const char *slash = strrchr(file, '/'), *from = slash ? slash + 1 : file;
    size_t n = 0, len = strlen(from);
    if (len > 5 && strcmp(from + len - 5, ".cert") == 0)
        len -= 5;
    for (size_t i = 0; i < len && n < SHELF_NAME - 14; i++) {
        char c = from[i], one[] = {c, '\0'};
        bool fine = (n > 0 && (c == '-' || c == '.' || c == '_')) || shelf_name_is_fine(one);
        if (fine || n > 0)
            out[n++] = fine ? c : '-';
    }
    out[n] = '\0';
    if (!n)
        snprintf(out, SHELF_NAME, "proof");
}

static bool read_post(const struct request *q, struct proof_call *x, bool *large, struct err *e)
{
    const char *base64 = NULL, *name = "proof";
    if (!field_text(q->json, "base64", &base64, e) || !field_text(q->json, "name", &name, e))
        return false;
    if (!base64)
        return err_set(e, "'base64' is missing");
    put_name(name, x->name);
    if (!base64_decode(base64, &x->bytes, e))
        return false;
    *large = x->bytes.len > LIMIT_PROOF_BYTES;
    if (*large)
        return err_set(e, "a proof may have %d bytes, this one has %zu", LIMIT_PROOF_BYTES, x->bytes.len);
    return x->bytes.len > 0 || err_set(e, "'base64' is empty");
}

static struct proof_call *call_new(void (*work)(struct deferred *, struct tools *, struct reply *))
{
    struct proof_call *x = mem_zero(1, sizeof *x);
    x->deferred.work = work;
    x->deferred.free = call_free;
    return x;
}

void api_proofs_post(struct server *s, struct request *q, struct reply *r)
{
    struct proof_call *x = call_new(work_keep);
    struct err e;
    bool large = false;
    if (read_post(q, x, &large, &e)) {
        deferred_start(s, &x->deferred, q, r);
    } else {
        reply_fail(r, large ? PROBLEM_TOO_LARGE : PROBLEM_BAD_REQUEST, "%s", e.text);
        call_free(&x->deferred);
    }
}

void api_proof_walk(struct server *s, struct request *q, struct reply *r)
{
    json_t *line = json_object_get(q->json, "line");
    if (line && (!json_is_array(line) || json_array_size(line) > STEPS_MOST)) {
        reply_fail(r, PROBLEM_BAD_REQUEST, "'line' must be an array of at most %d turns", STEPS_MOST);
        return;
    }
    struct proof_call *x = call_new(work_walk);
    snprintf(x->name, sizeof x->name, "%s", q->name);
    const json_t *part = json_object_get(q->json, "part");
    if (part && !json_is_array(part)) {
        reply_fail(r, PROBLEM_BAD_REQUEST, "'part' must be an array of squares");
        call_free(&x->deferred);
        return;
    }
    x->line_text = line ? json_dumps(line, JSON_COMPACT) : NULL;
    x->part_text = part ? json_dumps(part, JSON_COMPACT) : NULL;
    deferred_start(s, &x->deferred, q, r);
}
