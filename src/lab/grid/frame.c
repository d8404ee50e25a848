/* Heads and signs of life; see frame.h. */
#include "lab/grid/frame.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const state_words[] = {
    [GRID_IDLE] = "idle", [GRID_BUSY] = "busy", [GRID_COORDINATES] = "coordinates"};

bool grid_name_is_fine(const char *name, size_t most)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    size_t n = strspn(name, letters);
    return n > 0 && n <= most && !name[n];
}

static void put_json(json_t *j, struct buf *out)
{
    char *text = json_dumps(j, JSON_COMPACT);
    if (text)
        buf_text(out, text);
    free(text);
    json_decref(j);
}

void grid_head_write(const struct grid_head *h, struct buf *out)
{
    json_t *j = json_pack("{s:s, s:I}", "coordinator", h->coordinator, "job", (json_int_t)h->job);
    if (h->parts)
        json_object_update_new(j, json_pack("{s:s, s:s, s:i, s:i, s:I}", "worker", h->worker, "try", h->try,
                                            "part", h->part, "parts", h->parts, "line", (json_int_t)h->line));
    put_json(j, out);
    buf_char(out, '\n');
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

static bool read_head(const json_t *j, struct grid_head *h)
{
    int64_t part = 0, parts = 0, line = 0;
    if (!read_name(j, "coordinator", h->coordinator, sizeof h->coordinator) ||
        !read_whole(j, "job", 1, INT64_MAX, &h->job) ||
        !read_name(j, "worker", h->worker, sizeof h->worker) || !read_name(j, "try", h->try, sizeof h->try) ||
        !read_whole(j, "parts", 1, GRID_PARTS_MOST, &parts) || !read_whole(j, "part", 0, parts - 1, &part) ||
        !read_whole(j, "line", 0, (int64_t)GRID_PARTS_MOST * GRID_CHUNK, &line))
        return false;
    h->part = (int)part;
    h->parts = (int)parts;
    h->line = (size_t)line;
    return h->coordinator[0] && h->job && (!parts || (h->worker[0] && h->try[0]));
}

bool grid_head_read(const char *text, size_t len, struct grid_head *out, const char **body, struct err *e)
{
    const char *end = len ? memchr(text, '\n', len) : NULL;
    *out = (struct grid_head){.job = 0};
    json_t *j = end ? json_loadb(text, (size_t)(end - text), JSON_REJECT_DUPLICATES, NULL) : NULL;
    bool ok = json_is_object(j) && read_head(j, out);
    json_decref(j);
    if (!ok)
        return err_set(e, "no head of a job or a result");
    *body = end + 1;
    return true;
}

void grid_sign_write(const struct grid_sign *s, struct buf *out)
{
    json_t *j = json_pack("{s:s, s:s, s:f, s:I, s:I, s:f, s:I}", "state", state_words[s->state], "name",
                          s->name, "seconds", s->seconds, "jobs", (json_int_t)s->jobs, "nodes",
                          (json_int_t)s->nodes, "cpu", s->cpu, "poisoned", (json_int_t)s->poisoned);
    if (s->state == GRID_BUSY)
        json_object_update_new(j, json_pack("{s:s, s:I, s:s}", "coordinator", s->coordinator, "job",
                                            (json_int_t)s->job, "kind", s->kind));
    put_json(j, out);
}

bool grid_sign_read(const char *text, size_t len, struct grid_sign *out, struct err *e)
{
    json_t *j = json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
    int64_t nodes = 0;
    bool ok = false;
    *out = (struct grid_sign){.state = GRID_IDLE};
    const char *state = json_string_value(json_object_get(j, "state"));
    for (int i = 0; state && i < 3; i++)
        if (strcmp(state, state_words[i]) == 0) {
            out->state = (enum grid_state)i;
            ok = true;
        }
    ok = ok && read_name(j, "name", out->name, sizeof out->name) && out->name[0] &&
         read_name(j, "coordinator", out->coordinator, sizeof out->coordinator) &&
         read_name(j, "kind", out->kind, sizeof out->kind) && read_whole(j, "job", 1, INT64_MAX, &out->job) &&
         read_whole(j, "jobs", 0, INT64_MAX, &out->jobs) && read_whole(j, "nodes", 0, INT64_MAX, &nodes) &&
         read_whole(j, "poisoned", 0, INT64_MAX, &out->poisoned);
    ok = ok && (out->state != GRID_BUSY || (out->coordinator[0] && out->job && out->kind[0]));
    out->nodes = (uint64_t)nodes;
    out->seconds = json_number_value(json_object_get(j, "seconds"));
    out->cpu = json_number_value(json_object_get(j, "cpu"));
    json_decref(j);
    return ok || err_set(e, "no sign of life");
}
