/* Jobs and results as JSON; see job.h. */
#include "lab/job.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sha256.h"
#include "json/fields.h"

const char *const lab_kind_name[LAB_KINDS] = {"verify", "solve", "expand"};
const char *const lab_verdict_name[LAB_VERDICTS] = {"won", "lost", "open", "none", "failed", "many"};

/* ---- lists of turns ---- */

void lab_turns_add(struct lab_turns *l, const struct squares *s, bool everywhere, const square *follow, int n)
{
    l->turn = mem_grow(l->turn, &l->room, l->n + 1, sizeof *l->turn);
    struct lab_turn *t = &l->turn[l->n++];
    *t = (struct lab_turn){*s, everywhere, n, NULL};
    if (n > 0) {
        t->follow = mem_alloc((size_t)n * sizeof *t->follow);
        memcpy(t->follow, follow, (size_t)n * sizeof *t->follow);
    }
}

void lab_turns_clear(struct lab_turns *l)
{
    for (size_t i = 0; i < l->n; i++)
        free(l->turn[i].follow);
    free(l->turn);
    *l = (struct lab_turns){0, 0, NULL};
}

void lab_job_free(struct lab_job *j)
{
    position_free(j->position);
    lab_turns_clear(&j->excluded);
    lab_turns_clear(&j->given);
    j->position = NULL;
}

void lab_result_free(struct lab_result *r)
{
    lab_turns_clear(&r->open);
    buf_free(&r->bundle);
}

/* ---- writing ---- */

static json_t *squares_json(const square *s, int n)
{
    struct buf b = BUF_EMPTY;
    char text[SQUARE_TEXT];
    for (int i = 0; i < n; i++)
        buf_format(&b, "%s%s", i ? " " : "", square_format(s[i], text));
    json_t *j = json_string(buf_str(&b));
    buf_free(&b);
    return j;
}

static json_t *turns_json(const struct lab_turns *l)
{
    json_t *list = json_array();
    for (size_t i = 0; i < l->n; i++) {
        const struct lab_turn *t = &l->turn[i];
        json_t *squares = squares_json(t->squares.s, t->squares.n);
        if (!t->everywhere && t->n == 0) {
            json_array_append_new(list, squares);
            continue;
        }
        json_t *o = json_pack("{s:o}", "turn", squares);
        json_object_set_new(o, "follow", t->everywhere ? json_string("*") : squares_json(t->follow, t->n));
        json_array_append_new(list, o);
    }
    return list;
}

static void write_line(json_t *j, struct buf *out)
{
    char *text = json_dumps(j, JSON_COMPACT);
    buf_text(out, text);
    free(text);
    json_decref(j);
}

static json_t *stones_json(const struct position *p, enum cell of)
{
    square *list = mem_alloc((size_t)(p->stones + 1) * sizeof *list);
    int n = 0;
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] == of)
            list[n++] = s;
    json_t *j = squares_json(list, n);
    free(list);
    return j;
}

static const char *side_word(enum side s)
{
    return s == BLACK ? "black" : "white";
}

void lab_job_write(const struct lab_job *j, struct buf *out)
{
    char game[RULES_TEXT];
    json_t *o =
        json_pack("{s:I, s:s, s:s, s:s, s:s, s:i, s:o, s:o, s:i, s:I}", "job", (json_int_t)j->id, "kind",
                  lab_kind_name[j->kind], "game", rules_format(&j->position->rules, game), "attacker",
                  side_word(j->attacker), "to_move", side_word(j->position->to_move), "left",
                  j->position->left, "black", stones_json(j->position, CELL_BLACK), "white",
                  stones_json(j->position, CELL_WHITE), "order", j->order, "nodes", (json_int_t)j->nodes);
    if (j->most)
        json_object_set_new(o, "most", json_integer((json_int_t)j->most));
    if (j->excluded.n)
        json_object_set_new(o, "excluded", turns_json(&j->excluded));
    if (j->given.n)
        json_object_set_new(o, "given", turns_json(&j->given));
    write_line(o, out);
}

void lab_result_write(const struct lab_result *r, struct buf *out)
{
    json_t *o =
        json_pack("{s:I, s:s, s:s, s:I, s:f}", "job", (json_int_t)r->job, "worker", r->worker, "verdict",
                  lab_verdict_name[r->verdict], "nodes", (json_int_t)r->nodes, "cpu", r->cpu);
    if (r->turn.n) {
        json_object_set_new(o, "turn", squares_json(r->turn.s, r->turn.n));
        json_object_set_new(o, "chance", json_real(r->chance));
        json_object_set_new(o, "swing", json_real(r->swing));
        json_object_set_new(o, "mate", json_integer(r->mate));
    }
    if (r->open.n)
        json_object_set_new(o, "open", turns_json(&r->open));
    if (r->why[0])
        json_object_set_new(o, "why", json_string(r->why));
    if (r->bundle.len) {
        uint8_t sum[SHA256_BYTES];
        char text[SHA256_TEXT];
        sha256(r->bundle.text, r->bundle.len, sum);
        json_object_set_new(o, "bundle", json_string(sha256_text(sum, text)));
        json_object_set_new(o, "bytes", json_integer((json_int_t)r->bundle.len));
    }
    write_line(o, out);
}

/* ---- reading ---- */

static bool read_squares(const char *text, const struct rules *r, struct squares *out, struct err *e)
{
    out->n = 0;
    while (*text) {
        if (out->n == RULES_MAX_TURN)
            return err_set(e, "more than %d stones in a turn", RULES_MAX_TURN);
        if (!square_parse(r, text, &text, &out->s[out->n], e))
            return false;
        for (int i = 0; i < out->n; i++)
            if (out->s[i] == out->s[out->n])
                return err_set(e, "a square twice in a turn");
        out->n++;
        if (*text == ' ')
            text++;
        else if (*text)
            return err_set(e, "squares go apart by blanks");
    }
    return true;
}

static int by_square(const void *a, const void *b)
{
    return *(const square *)a - *(const square *)b;
}

static bool read_follow(const char *text, const struct rules *r, struct lab_turn *t, struct err *e)
{
    size_t room = 0;
    t->everywhere = strcmp(text, "*") == 0;
    while (!t->everywhere && *text) {
        if (t->n == r->m * r->n)
            return err_set(e, "more squares than the board has");
        t->follow = mem_grow(t->follow, &room, (size_t)t->n + 1, sizeof *t->follow);
        if (!square_parse(r, text, &text, &t->follow[t->n], e))
            return false;
        t->n++;
        text += *text == ' ';
    }
    return true;
}

static bool read_turns(const json_t *o, const char *name, const struct rules *r, struct lab_turns *out,
                       struct err *e)
{
    const json_t *list = json_object_get(o, name), *item;
    size_t i;
    if (!list)
        return true;
    if (!json_is_array(list) || json_array_size(list) > LAB_TURNS_MOST)
        return err_set(e, "%s must be an array of at most %d turns", name, LAB_TURNS_MOST);
    json_array_foreach(list, i, item)
    {
        const char *text = json_string_value(json_is_object(item) ? json_object_get(item, "turn") : item);
        const char *follow = json_string_value(json_object_get(item, "follow"));
        struct squares s;
        if (!text)
            return err_set(e, "%s[%zu] is no turn", name, i);
        if (!read_squares(text, r, &s, e))
            return err_prefix(e, "%s[%zu]", name, i);
        qsort(s.s, (size_t)s.n, sizeof *s.s, by_square);
        lab_turns_add(out, &s, false, NULL, 0);
        if (follow && !read_follow(follow, r, &out->turn[out->n - 1], e))
            return err_prefix(e, "%s[%zu]", name, i);
    }
    return true;
}

static bool read_word(const json_t *o, const char *name, const char *const *words, int n, int *out,
                      struct err *e)
{
    const char *text = NULL;
    if (!field_need(o, name, e) || !field_text(o, name, &text, e))
        return false;
    for (int i = 0; i < n; i++)
        if (text && strcmp(text, words[i]) == 0) {
            *out = i;
            return true;
        }
    return err_set(e, "%s is '%.40s'", name, text ? text : "null");
}

static bool set_stones(struct position *p, const json_t *o, const char *name, enum cell what, struct err *e)
{
    const char *text = "";
    if (!field_text(o, name, &text, e))
        return false;
    while (*text) {
        square s;
        if (!square_parse(&p->rules, text, &text, &s, e))
            return err_prefix(e, "%s", name);
        if (p->cell[s] != CELL_EMPTY)
            return err_set(e, "%s: a square is taken twice", name);
        position_setup(p, s, what);
        if (*text && *text != ' ')
            return err_set(e, "%s: squares go apart by blanks", name);
        text += *text == ' ';
    }
    return true;
}

static const char *const sides[] = {"black", "white"};

static bool read_position(const json_t *o, struct lab_job *out, struct err *e)
{
    const char *game = "";
    struct rules r;
    int to_move = 0;
    int64_t left = 0;
    if (!field_need(o, "game", e) || !field_text(o, "game", &game, e) || !rules_parse(game, &r, e) ||
        !read_word(o, "to_move", sides, 2, &to_move, e) || !field_need(o, "left", e) ||
        !field_whole(o, "left", 1, r.p > r.q ? r.p : r.q, &left, e))
        return false;
    out->position = position_new(&r);
    if (!set_stones(out->position, o, "black", CELL_BLACK, e) ||
        !set_stones(out->position, o, "white", CELL_WHITE, e) ||
        !position_settle(out->position, (enum side)to_move, (int)left, e))
        return false;
    return out->position->outcome == OUTCOME_OPEN || err_set(e, "the game is over");
}

static bool read_job(const json_t *o, struct lab_job *out, struct err *e)
{
    int kind = 0, attacker = 0;
    int64_t order = 0, nodes = 0, most = 0;
    if (!json_is_object(o))
        return err_set(e, "no object");
    if (!field_need(o, "job", e) || !field_whole(o, "job", 0, INT64_MAX, &out->id, e) ||
        !read_word(o, "kind", lab_kind_name, LAB_KINDS, &kind, e) ||
        !read_word(o, "attacker", sides, 2, &attacker, e) || !field_whole(o, "order", 0, 4, &order, e) ||
        !field_whole(o, "nodes", 0, INT64_MAX, &nodes, e) ||
        !field_whole(o, "most", 0, LAB_TURNS_MOST, &most, e) || !read_position(o, out, e) ||
        !read_turns(o, "excluded", &out->position->rules, &out->excluded, e) ||
        !read_turns(o, "given", &out->position->rules, &out->given, e))
        return false;
    out->kind = (enum lab_kind)kind;
    out->attacker = (enum side)attacker;
    out->order = (int)order;
    out->nodes = (uint64_t)nodes;
    out->most = most;
    if (out->kind == LAB_VERIFY && out->position->to_move == out->attacker)
        return err_set(e, "verify: the attacker is to move");
    if (out->kind == LAB_SOLVE && out->position->to_move != out->attacker)
        return err_set(e, "solve: the defender is to move");
    if (out->kind != LAB_EXPAND && out->order == 0)
        return err_set(e, "order is missing");
    return true;
}

bool lab_job_read(const char *text, size_t len, struct lab_job *out, struct err *e)
{
    json_error_t why;
    memset(out, 0, sizeof *out);
    json_t *o = json_loadb(text, len, JSON_REJECT_DUPLICATES, &why);
    if (!o)
        return err_set(e, "a job that is no JSON: %s", why.text);
    bool ok = read_job(o, out, e);
    json_decref(o);
    if (!ok)
        lab_job_free(out);
    return ok;
}

static bool read_bundle(const json_t *o, const char *bundle, size_t len, struct lab_result *out,
                        struct err *e)
{
    const char *want = "";
    char text[SHA256_TEXT];
    uint8_t sum[SHA256_BYTES];
    if (!field_text(o, "bundle", &want, e))
        return false;
    sha256(bundle, len, sum);
    if ((len == 0) != (*want == '\0') || (len && strcmp(want, sha256_text(sum, text)) != 0))
        return err_set(e, "the bundle is not the one that the result names");
    buf_bytes(&out->bundle, bundle, len);
    return true;
}

static bool read_result(const json_t *o, const struct rules *rules, struct lab_result *out, struct err *e)
{
    int verdict = 0;
    int64_t nodes = 0, mate = 0;
    const char *worker = "", *why = "", *turn = "";
    if (!json_is_object(o))
        return err_set(e, "no object");
    if (!field_need(o, "job", e) || !field_whole(o, "job", 0, INT64_MAX, &out->job, e) ||
        !field_text(o, "worker", &worker, e) ||
        !read_word(o, "verdict", lab_verdict_name, LAB_VERDICTS, &verdict, e) ||
        !field_whole(o, "nodes", 0, INT64_MAX, &nodes, e) || !field_number(o, "cpu", 0, 1e12, &out->cpu, e) ||
        !field_text(o, "turn", &turn, e) || !read_squares(turn, rules, &out->turn, e) ||
        !field_number(o, "chance", 0, 1, &out->chance, e) ||
        !field_number(o, "swing", 0, 1, &out->swing, e) || !field_whole(o, "mate", -10000, 10000, &mate, e) ||
        !field_text(o, "why", &why, e) || !read_turns(o, "open", rules, &out->open, e))
        return false;
    if (!*worker || strlen(worker) > LAB_WORKER_MOST)
        return err_set(e, "a worker has a name of 1 to %d letters", LAB_WORKER_MOST);
    for (const char *c = worker; *c; c++)
        if ((unsigned char)*c < ' ')
            return err_set(e, "a worker's name without control characters");
    strcpy(out->worker, worker);
    strncpy(out->why, why, sizeof out->why - 1);
    out->verdict = (enum lab_verdict)verdict;
    out->nodes = (uint64_t)nodes;
    out->mate = (int)mate;
    return true;
}

bool lab_result_read(const char *text, size_t len, const struct rules *rules, const char *bundle,
                     size_t bundle_len, struct lab_result *out, struct err *e)
{
    json_error_t why;
    memset(out, 0, sizeof *out);
    json_t *o = json_loadb(text, len, JSON_REJECT_DUPLICATES, &why);
    if (!o)
        return err_set(e, "a result that is no JSON: %s", why.text);
    bool ok = read_result(o, rules, out, e) && read_bundle(o, bundle, bundle_len, out, e);
    json_decref(o);
    if (!ok)
        lab_result_free(out);
    return ok;
}
