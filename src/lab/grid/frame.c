/* Heads and signs of life; see frame.h. */
#include "lab/grid/frame.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"

static const char *const what_words[] = {[GRID_JOB] = "job",
                                         [GRID_WANT] = "want",
                                         [GRID_DROP] = "drop",
                                         [GRID_PIECE] = "piece",
                                         [GRID_REFUSED] = "refused"};
static const char *const state_words[] = {
    [GRID_IDLE] = "idle", [GRID_BUSY] = "busy", [GRID_COORDINATES] = "coordinates", [GRID_LEAVES] = "leaves"};

static void put_json(json_t *j, struct buf *out)
{
    char *text = json_dumps(j, JSON_COMPACT);
    if (text)
        buf_text(out, text);
    free(text);
    json_decref(j);
}

/* ---- fields ---- */

static bool read_version(const json_t *j, struct err *e)
{
    const json_t *v = json_object_get(j, "hexad");
    if (!json_is_integer(v))
        return err_set(e, "no message of the grid, or one of an older version");
    return json_integer_value(v) == GRID_VERSION ||
           err_set(e, "a message of version %lld of the grid; this is version %d",
                   (long long)json_integer_value(v), GRID_VERSION);
}

/* A name of an object; "" stays if it is not there. */
static bool read_name(const json_t *j, const char *field, char *out, size_t room)
{
    const json_t *v = json_object_get(j, field);
    if (!v)
        return true;
    const char *text = json_string_value(v);
    if (!text || !grid_name_is_fine(text, room - 1))
        return false;
    snprintf(out, room, "%s", text);
    return true;
}

static bool read_whole(const json_t *j, const char *field, int64_t least, int64_t most, int64_t *out)
{
    const json_t *v = json_object_get(j, field);
    if (!v)
        return true;
    *out = json_integer_value(v);
    return json_is_integer(v) && *out >= least && *out <= most;
}

static bool read_size(const json_t *j, const char *field, size_t most, size_t *out)
{
    int64_t n = 0;
    bool ok = read_whole(j, field, 0, (int64_t)most, &n);
    *out = (size_t)n;
    return ok;
}

static bool read_real(const json_t *j, const char *field, double *out)
{
    const json_t *v = json_object_get(j, field);
    *out = json_number_value(v);
    return !v || (json_is_number(v) && isfinite(*out) && *out >= 0);
}

static bool read_word(const json_t *j, const char *field, const char *const *words, int n, int *out)
{
    const char *text = json_string_value(json_object_get(j, field));
    for (int i = 0; text && i < n; i++)
        if (strcmp(text, words[i]) == 0) {
            *out = i;
            return true;
        }
    return false;
}

/* What people read: anything but control characters, which would play with their terminals. */
static void read_why(const json_t *j, char out[GRID_WHY])
{
    const char *text = json_string_value(json_object_get(j, "why"));
    snprintf(out, GRID_WHY, "%s", text ? text : "");
    for (char *c = out; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
}

/* ---- jobs ---- */

bool grid_held_same(const struct grid_held *a, const struct grid_held *b)
{
    return a->job == b->job && strcmp(a->sum, b->sum) == 0 && strcmp(a->coordinator, b->coordinator) == 0 &&
           strcmp(a->lab, b->lab) == 0;
}

void grid_sum(const char *line, size_t len, char out[GRID_SUM])
{
    uint8_t sum[SHA256_BYTES];
    char text[SHA256_TEXT];
    sha256(line, len, sum);
    snprintf(out, GRID_SUM, "%.16s", sha256_text(sum, text));
}

/* ---- heads ---- */

struct grid_head grid_head_of(enum grid_what what, const struct grid_held *of)
{
    struct grid_head h = {.what = what, .job = of->job};
    memcpy(h.lab, of->lab, sizeof h.lab);
    memcpy(h.sum, of->sum, sizeof h.sum);
    return h;
}

void grid_head_held(const struct grid_head *h, const char *coordinator, struct grid_held *out)
{
    *out = (struct grid_held){.job = h->job};
    snprintf(out->coordinator, sizeof out->coordinator, "%s", coordinator);
    memcpy(out->lab, h->lab, sizeof out->lab);
    memcpy(out->sum, h->sum, sizeof out->sum);
}

void grid_head_write(const struct grid_head *h, struct buf *out)
{
    json_t *j = json_pack("{s:i, s:s, s:s, s:I, s:s}", "hexad", GRID_VERSION, "what", what_words[h->what],
                          "lab", h->lab, "job", (json_int_t)h->job, "sum", h->sum);
    if (h->what == GRID_PIECE || h->what == GRID_WANT)
        json_object_update_new(j, json_pack("{s:s, s:I}", "try", h->try, "at", (json_int_t)h->at));
    if (h->what == GRID_PIECE)
        json_object_update_new(
            j, json_pack("{s:I, s:I}", "bytes", (json_int_t)h->bytes, "line", (json_int_t)h->line));
    if (h->what == GRID_REFUSED)
        json_object_update_new(j, json_pack("{s:b, s:s}", "full", h->full, "why", h->why));
    put_json(j, out);
    buf_char(out, '\n');
}

static bool read_head(const json_t *j, struct grid_head *h)
{
    int what;
    if (!read_word(j, "what", what_words, GRID_WHATS, &what) || !read_name(j, "lab", h->lab, sizeof h->lab) ||
        !read_whole(j, "job", 1, INT64_MAX, &h->job) || !read_name(j, "sum", h->sum, sizeof h->sum) ||
        !read_name(j, "try", h->try, sizeof h->try) || !read_size(j, "at", GRID_RESULT_MOST, &h->at) ||
        !read_size(j, "bytes", GRID_RESULT_MOST, &h->bytes) ||
        !read_size(j, "line", GRID_LINE_MOST, &h->line) || !h->lab[0] || !h->job || !h->sum[0])
        return false;
    h->what = (enum grid_what)what;
    h->full = json_is_true(json_object_get(j, "full"));
    read_why(j, h->why);
    if ((h->what == GRID_PIECE || h->what == GRID_WANT) && !h->try[0])
        return false;
    return h->what != GRID_PIECE || (h->bytes > 0 && h->at < h->bytes && h->line <= h->bytes);
}

bool grid_head_read(const char *text, size_t len, struct grid_head *out, const char **body, struct err *e)
{
    const char *end = len ? memchr(text, '\n', len) : NULL;
    *out = (struct grid_head){.job = 0};
    json_t *j = end ? json_loadb(text, (size_t)(end - text), JSON_REJECT_DUPLICATES, NULL) : NULL;
    bool ok = read_version(j, e) && (read_head(j, out) || err_set(e, "a head that makes no sense"));
    json_decref(j);
    if (ok)
        *body = end + 1;
    return ok;
}

/* ---- signs of life ---- */

void grid_sign_write(const struct grid_sign *s, struct buf *out)
{
    json_t *j = json_pack("{s:i, s:s, s:I, s:I, s:f}", "hexad", GRID_VERSION, "state", state_words[s->state],
                          "jobs", (json_int_t)s->jobs, "nodes", (json_int_t)s->nodes, "cpu", s->cpu);
    if (s->role == GRID_COORDINATOR) {
        json_object_update_new(j,
                               json_pack("{s:s, s:I}", "lab", s->lab, "poisoned", (json_int_t)s->poisoned));
    } else {
        json_t *held = json_array();
        for (int i = 0; i < s->helds; i++)
            json_array_append_new(held, json_pack("[s, s, I, s]", s->held[i].coordinator, s->held[i].lab,
                                                  (json_int_t)s->held[i].job, s->held[i].sum));
        json_object_set_new(j, "held", held);
    }
    if (s->state == GRID_BUSY)
        json_object_update_new(j, json_pack("{s:s, s:f}", "kind", s->kind, "seconds", s->seconds));
    put_json(j, out);
}

static bool read_held(const json_t *list, struct grid_sign *out)
{
    const json_t *item;
    size_t i;
    if (!list)
        return true;
    if (!json_is_array(list) || json_array_size(list) > GRID_HELD_MOST)
        return false;
    json_array_foreach(list, i, item)
    {
        struct grid_held *h = &out->held[out->helds++];
        const char *coordinator = json_string_value(json_array_get(item, 0));
        const char *lab = json_string_value(json_array_get(item, 1));
        const char *sum = json_string_value(json_array_get(item, 3));
        h->job = json_integer_value(json_array_get(item, 2));
        if (!coordinator || !grid_name_is_fine(coordinator, sizeof h->coordinator - 1) || !lab ||
            !grid_name_is_fine(lab, sizeof h->lab - 1) || h->job < 1 || !sum ||
            !grid_name_is_fine(sum, sizeof h->sum - 1))
            return false;
        strcpy(h->coordinator, coordinator);
        strcpy(h->lab, lab);
        strcpy(h->sum, sum);
    }
    return true;
}

static bool read_sign(const json_t *j, struct grid_sign *out)
{
    int state;
    int64_t nodes = 0;
    if (!read_word(j, "state", state_words, GRID_STATES, &state) ||
        (out->role == GRID_COORDINATOR && !read_name(j, "lab", out->lab, sizeof out->lab)) ||
        !read_name(j, "kind", out->kind, sizeof out->kind) ||
        !read_whole(j, "jobs", 0, INT64_MAX, &out->jobs) || !read_whole(j, "nodes", 0, INT64_MAX, &nodes) ||
        !read_whole(j, "poisoned", 0, INT64_MAX, &out->poisoned) || !read_real(j, "seconds", &out->seconds) ||
        !read_real(j, "cpu", &out->cpu) || !read_held(json_object_get(j, "held"), out))
        return false;
    out->state = (enum grid_state)state;
    out->nodes = (uint64_t)nodes;
    if (out->role == GRID_COORDINATOR)
        return out->lab[0] && (out->state == GRID_COORDINATES || out->state == GRID_LEAVES);
    return out->state != GRID_COORDINATES && (out->state != GRID_BUSY || (out->helds && out->kind[0]));
}

bool grid_sign_read(const char *subject, const char *text, size_t len, struct grid_sign *out, struct err *e)
{
    *out = (struct grid_sign){.state = GRID_IDLE};
    if (!grid_subject_sign(subject, &out->role, out->name))
        return err_set(e, "no subject of a sign of life");
    json_t *j = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
    bool ok = read_version(j, e) && (read_sign(j, out) || err_set(e, "no sign of life"));
    json_decref(j);
    return ok;
}

bool grid_sign_then(const char *text, size_t len, char name[GRID_NAME])
{
    json_t *j = json_loadb(text, len, 0, NULL);
    bool ok = json_string_value(json_object_get(j, "state")) && json_object_get(j, "name") &&
              read_name(j, "name", name, GRID_NAME);
    json_decref(j);
    return ok;
}
