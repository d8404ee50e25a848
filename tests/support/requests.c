/* Requests of every route: paths, bodies, messages, and what answers tell; see requests.h. */
#include "support/requests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "support/boards.h"
#include "support/described.h"

void requests_init(struct requests *q)
{
    *q = (struct requests){.c = NULL};
    q->rules = test_rules("connect6");
}

void requests_done(struct requests *q)
{
    position_free(q->position);
    json_decref(q->puzzle);
    json_decref(q->walk);
    requests_init(q);
}

void made_request_free(struct made_request *m)
{
    free(m->path);
    free(m->body);
}

const struct requests_lab requests_labs[] = {{"nine", "9,9,5,2,1", "e5 a1 i9 e6 f5", "it", -1},
                                             {"part", "9,9,5,2,1", "e5 a1 i9 e6 f5", "it", 40},
                                             {"small", "5,5,4,2,1", "c3 a1 b1", "r1", 0},
                                             {"six", "connect6", "j10", "r1", 0},
                                             {"made", "5,5,4,2,1", "", NULL, 0},
                                             {NULL, NULL, NULL, NULL, 0}};
enum { LABS = sizeof requests_labs / sizeof *requests_labs - 1 };

/* ---- paths ---- */

static void put_encoded(struct buf *out, const char *text)
{
    for (; *text; text++)
        if ((*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z') ||
            (*text >= '0' && *text <= '9') || strchr("._-", *text))
            buf_char(out, *text);
        else
            buf_format(out, "%%%02X", (unsigned char)*text);
}

static void put_id(struct requests *q, struct buf *out)
{
    uint32_t told = q->ids < REQUESTS_IDS ? q->ids : REQUESTS_IDS;
    if (told && choose(q->c, 3))
        buf_format(out, "%lld", (long long)q->id[choose(q->c, told)]);
    else if (q->deletes)
        buf_format(out, "%u", 2 + choose(q->c, 9));
    else if (q->sound || choose(q->c, 8))
        buf_format(out, "%u", 1 + choose(q->c, 5));
    else
        buf_text(out, choose(q->c, 2) ? "999999999999999" : "12345");
}

/* Which lab; the request is about a game of its rules then. */
static void put_lab(struct requests *q, struct buf *out)
{
    const struct requests_lab *l = &requests_labs[choose(q->c, LABS)];
    if (q->sound && choose(q->c, 2) && strcmp(q->path, "/labs/NAME/export") == 0)
        l = &requests_labs[0];          /* whose root is proved */
    if (q->deletes && choose(q->c, 32)) /* or soon there would be none to be asked */
        l = &requests_labs[LABS - 1];
    if (!q->sound && once_in(q->c, 8)) {
        buf_text(out, choose(q->c, 2) ? "nobody" : "..%2Fx");
        return;
    }
    q->rules = test_rules(l->rules);
    q->fixed = q->sound || choose(q->c, 8);
    position_free(q->position);
    q->position = test_game(l->rules, l->stones);
    q->lab = l->root ? l : NULL;
    put_encoded(out, l->name);
}

static void put_proof(struct requests *q, struct buf *out)
{
    const char *last = json_string_value(json_object_get(q->walk, "name"));
    q->walking = last && strcmp(q->path, "/proofs/NAME/walk") == 0 && choose(q->c, 4);
    json_t *name = q->walking
                       ? json_string(last)
                       : requests_word(q, "mine|mine-2|mine-3|connect-4-2-2|connect-4-1-1|connect-5-3-2|"
                                          "connect-6-3-1|connect-5-2-2#nobody|..|a b");
    put_encoded(out, json_string_value(name));
    json_decref(name);
}

static void put_duel(struct requests *q, struct buf *out)
{
    put_encoded(out, *q->duel && (q->sound || choose(q->c, 8)) ? q->duel : "nobodyknows1");
}

static void put_tournament(struct requests *q, struct buf *out)
{
    json_t *name = requests_word(q, "cup|cup|cup2#nobody|..|a b");
    put_encoded(out, json_string_value(name));
    json_decref(name);
}

/* "/trees/ID" with a number in place of ID. */
static void put_path(struct requests *q, const struct route *x, struct buf *out)
{
    for (const char *at = x->path; *at;) {
        size_t n = strcspn(at + 1, "/") + 1;
        buf_char(out, '/');
        if (n == 3 && strncmp(at, "/ID", 3) == 0)
            put_id(q, out);
        else if (n == 5 && strncmp(at, "/NAME", 5) == 0)
            (strncmp(x->path, "/labs", 5) == 0           ? put_lab
             : strncmp(x->path, "/duels", 6) == 0        ? put_duel
             : strncmp(x->path, "/tournaments", 12) == 0 ? put_tournament
                                                         : put_proof)(q, out);
        else
            buf_bytes(out, at + 1, n - 1);
        at += n;
    }
}

/* Of a parameter that goes behind the question mark; NULL: it is another. */
static const char *query_name(const json_t *parameter)
{
    bool query = strcmp(json_string_value(json_object_get(parameter, "in")), "query") == 0;
    return query ? json_string_value(json_object_get(parameter, "name")) : NULL;
}

static void put_query(struct requests *q, const struct route *x, struct buf *out)
{
    char between = '?';
    const json_t *list = json_object_get(described_route(x), "parameters");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = query_name(json_array_get(list, i));
        json_t *v = name && (choose(q->c, 2) || strcmp(name, "date") == 0)
                        ? requests_value(q, name, strlen(name))
                        : NULL;
        if (v) {
            buf_format(out, "%c%s=", between, name);
            if (json_is_integer(v))
                buf_format(out, "%lld", (long long)json_integer_value(v));
            else
                put_encoded(out, json_is_string(v) ? json_string_value(v) : "");
            between = '&';
        }
        json_decref(v);
    }
}

/* ---- bodies ---- */

/* A value of another type than this one, as it may be. */
static json_t *other_value(struct requests *q)
{
    switch (choose(q->c, 7)) {
    case 0:
        return json_null();
    case 1:
        return json_object();
    case 2:
        return json_array();
    case 3:
        return json_string("");
    case 4:
        return json_boolean(choose(q->c, 2));
    case 5:
        return json_real(-0.5);
    default:
        return json_integer(INT64_MIN);
    }
}

static json_t *object_of(struct requests *q, const char *fields)
{
    json_t *o = json_object();
    for (const char *at = fields; at && *at;) {
        size_t len = strcspn(at, " ");
        /* Either the one or the other, where a route takes both. */
        bool twice = json_object_get(o, "text") && len == 6 && strncmp(at, "base64", 6) == 0;
        if ((q->sound || choose(q->c, 12)) && !(twice && (q->sound || choose(q->c, 8)))) {
            json_t *v = !q->sound && once_in(q->c, 24) ? other_value(q) : requests_value(q, at, len);
            json_object_setn_new(o, at, len, v ? v : other_value(q));
        }
        at += len + strspn(at + len, " ");
    }
    return o;
}

/* What a route searches for if the request does not say how long; those who judge puzzles have less than a second. */
static double usual_seconds(const struct route *x)
{
    return x->fields && strstr(x->fields, "seconds") ? 60 : 0;
}

void requests_make(struct requests *q, const struct route *x, struct made_request *out)
{
    struct buf path = BUF_EMPTY;
    q->path = x->path;
    q->sound = choose(q->c, 3);
    q->deletes = strcmp(x->method, "DELETE") == 0;
    q->fixed = q->walking = false;
    q->lab = NULL;
    q->seconds = usual_seconds(x);
    position_free(q->position);
    q->position = NULL; /* until there is one in the request */
    put_path(q, x, &path);
    put_query(q, x, &path);
    buf_text(&path, "");
    json_t *body = x->fields ? object_of(q, x->fields) : NULL;
    *out = (struct made_request){buf_take(&path), body ? json_dumps(body, JSON_COMPACT) : NULL, q->seconds};
    json_decref(body);
}

/* ---- messages ---- */

const char *const requests_kinds[] = {"analyse", "review", "solve", "verify", "lab", "duel", "stop", NULL};
static const char *const message_fields[] = {"game lines seconds region threads hash",
                                             "game lines seconds",
                                             "game order seconds nodes",
                                             "game order seconds nodes",
                                             "root at open follow",
                                             "key",
                                             ""};

/* Of messages alone. */
static json_t *small(struct requests *q)
{
    static const int some[] = {1, 2, 3, 4, 5, 0, 16, 100};
    return json_integer(some[choose(q->c, q->sound || choose(q->c, 4) ? 4 : 8)]);
}

char *requests_message(struct requests *q, int *kind)
{
    *kind = (int)choose(q->c, 7);
    q->path = ROUTES_LIVE;
    q->sound = choose(q->c, 3);
    q->deletes = q->fixed = q->walking = false;
    q->lab = NULL;
    struct buf lab = BUF_EMPTY;
    put_lab(q, &lab);
    q->fixed = q->fixed && *kind == 4;
    json_t *o = object_of(q, message_fields[*kind]);
    static const char *const own[] = {"lines", "threads", "hash", "order", "nodes"};
    for (int i = 0; i < 5; i++)
        if (json_object_get(o, own[i]))
            json_object_set_new(o, own[i], small(q));
    json_object_set_new(o, "do", json_string(requests_kinds[*kind]));
    json_object_set_new(o, "id", json_integer(choose(q->c, q->sound || choose(q->c, 8) ? 4 : 20)));
    if (*kind == 4)
        json_object_set_new(o, "name", json_string(buf_str(&lab)));
    if (*kind == 5)
        json_object_set_new(o, "duel", json_string(q->duel));
    buf_free(&lab);
    char *text = json_dumps(o, JSON_COMPACT);
    json_decref(o);
    return text;
}

/* ---- answers ---- */

static void learn_numbers(struct requests *q, const json_t *j)
{
    const char *key;
    json_t *v;
    size_t i;
    if (json_is_array(j))
        json_array_foreach(j, i, v) learn_numbers(q, v);
    if (!json_is_object(j))
        return;
    json_object_foreach((json_t *)j, key, v)
    {
        if (json_is_integer(v) && strcmp(key, "edge") == 0)
            q->edge[q->edges++ % REQUESTS_EDGES] = (uint32_t)json_integer_value(v);
        else if (json_is_integer(v) && strcmp(key, "id") == 0)
            q->id[q->ids++ % REQUESTS_IDS] = json_integer_value(v);
        else
            learn_numbers(q, v);
    }
}

/* Where a walk has come to. */
static void learn_walk(struct requests *q, const json_t *answer)
{
    json_t *line = json_array(), *step;
    size_t i;
    json_array_foreach(json_object_get(answer, "line"), i, step)
    {
        json_array_append(line, json_object_get(step, "defence"));
    }
    json_decref(q->walk);
    q->walk = json_pack("{s:O, s:o, s:O}", "name", json_object_get(answer, "name"), "line", line, "defences",
                        json_object_get(answer, "defences"));
    if (json_is_true(json_object_get(answer, "ended"))) {
        json_decref(q->walk);
        q->walk = NULL;
    }
}

/* A game between people, and the key of one of them. */
static void learn_duel(struct requests *q, const json_t *answer)
{
    const char *id, *key, *seat;
    if (json_unpack((json_t *)answer, "{s:s, s:s, s:s}", "id", &id, "key", &key, "seat", &seat) != 0)
        return;
    snprintf(q->duel, sizeof q->duel, "%s", id);
    snprintf(q->key[strcmp(seat, "white") == 0], sizeof *q->key, "%s", key);
}

void requests_learn(struct requests *q, const struct route *x, const json_t *answer)
{
    json_t *puzzle = json_object_get(answer, "puzzle");
    const json_t *list = json_object_get(answer, "puzzles");
    if (!puzzle && json_array_size(list))
        puzzle = json_array_get(list, choose(q->c, (uint32_t)json_array_size(list)));
    if (json_is_object(puzzle)) {
        json_decref(q->puzzle);
        q->puzzle = json_incref(puzzle);
    }
    if (strncmp(x->path, "/proofs", 7) == 0 && json_object_get(answer, "defences"))
        learn_walk(q, answer);
    if (strncmp(x->path, "/duels", 6) == 0)
        learn_duel(q, answer);
    if (strcmp(x->path, "/puzzles") != 0)
        learn_numbers(q, answer);
}

/* ---- what is missing ---- */

/* The names of a route's query. */
static void put_query_names(const struct route *x, struct buf *out)
{
    const json_t *list = json_object_get(described_route(x), "parameters");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *name = query_name(json_array_get(list, i));
        if (name)
            buf_format(out, "%s ", name);
    }
}

bool requests_unknown(const struct route *x, struct buf *missing)
{
    struct choices c = choices_of(NULL, 0);
    struct requests q;
    struct buf names = BUF_EMPTY;
    requests_init(&q);
    q.c = &c;
    q.path = x->path;
    buf_text(&names, x->fields ? x->fields : "");
    put_query_names(x, &names);
    for (const char *at = buf_str(&names); *at && !missing->len;) {
        size_t len = strcspn(at, " ");
        json_t *v = requests_value(&q, at, len);
        if (!v)
            buf_bytes(missing, at, len);
        json_decref(v);
        at += len + strspn(at + len, " ");
    }
    requests_done(&q);
    buf_free(&names);
    return missing->len > 0;
}
