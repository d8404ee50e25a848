/* Records of the public face: all games of a file in one handle; see hexad.h. */
#include "connect/record/record.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "face/face.h"

struct hexad_record {
    struct record **game; /* a bad one is NULL … */
    char **why;           /* … and this its error; NULL if all are good */
    size_t count;
};

/* The errors of the bad games, as they are told. */
struct faults {
    char **text;
    size_t n, room;
};

static void note_fault(void *context, const struct err *e)
{
    struct faults *f = context;
    f->text = mem_grow(f->text, &f->room, f->n + 1, sizeof *f->text);
    f->text[f->n++] = mem_strdup(e->text);
}

/* Gives every bad game its error: they come in order. */
static void place_faults(hexad_record *r, struct faults *f)
{
    size_t next = 0;
    if (f->n)
        r->why = mem_zero(r->count, sizeof *r->why);
    for (size_t i = 0; i < r->count && f->n; i++)
        if (!r->game[i])
            r->why[i] = f->text[next++];
    free(f->text);
}

hexad_record *hexad_record_read(const void *text, size_t length, const char *rules, hexad_error *error)
{
    struct rules forced;
    struct record **games;
    size_t count;
    struct err e;
    if (!text) {
        face_fail(error, HEXAD_BAD_ARGUMENT, "the text is NULL");
        return NULL;
    }
    if (rules && !face_rules(rules, &forced, error))
        return NULL;
    struct faults faults = {NULL, 0, 0};
    struct record_options o = {.forced = rules ? &forced : NULL, .bad = note_fault, .context = &faults};
    if (!record_read_all(text, length, &o, &games, &count, &e)) { /* nothing was told then */
        face_fail_as(error, HEXAD_BAD_DATA, &e);
        return NULL;
    }
    hexad_record *r = mem_zero(1, sizeof *r);
    r->game = games;
    r->count = count;
    place_faults(r, &faults);
    face_fine(error);
    return r;
}

hexad_record *hexad_record_new(const hexad_game *game, hexad_error *error)
{
    if (!face_position(game, error))
        return NULL;
    hexad_record *r = mem_zero(1, sizeof *r);
    r->game = mem_zero(1, sizeof *r->game);
    r->game[0] = record_of_position(game->position);
    r->count = 1;
    face_fine(error);
    return r;
}

void hexad_record_free(hexad_record *record)
{
    if (!record)
        return;
    for (size_t i = 0; record->why && i < record->count; i++)
        free(record->why[i]);
    free(record->why);
    record_free_all(record->game, record->count);
    free(record);
}

size_t hexad_record_count(const hexad_record *record)
{
    return record ? record->count : 0;
}

struct record *face_record(const hexad_record *r, size_t number, hexad_error *error)
{
    if (!r)
        face_fail(error, HEXAD_BAD_ARGUMENT, "the record is NULL");
    else if (number >= r->count)
        face_fail(error, HEXAD_BAD_ARGUMENT, "game %zu of %zu, counted from 0", number, r->count);
    else if (!r->game[number])
        face_fail(error, HEXAD_BAD_DATA, "%s", r->why[number]);
    else
        return r->game[number];
    return NULL;
}

hexad_game *hexad_record_game(const hexad_record *record, size_t number, hexad_error *error)
{
    const struct record *r = face_record(record, number, error);
    struct position *p;
    struct err e;
    if (!r)
        return NULL;
    if (record_position(r, node_line_end(r->root), &p, &e))
        return face_game(p, error);
    face_fail_as(error, HEXAD_BAD_DATA, &e);
    return NULL;
}

size_t hexad_record_variations(const hexad_record *record, size_t number)
{
    const struct record *r = face_record(record, number, NULL);
    size_t all = 0;
    if (!r)
        return 0;
    for (const struct tree_node *n = r->root; n; n = node_next(n, r->root))
        all++;
    return all - 1 - node_depth(node_line_end(r->root));
}

static bool is_key(const char *key)
{
    for (const char *const *k = record_info_keys; key && *k; k++)
        if (strcmp(*k, key) == 0)
            return true;
    return false;
}

const char *hexad_record_info(const hexad_record *record, size_t number, const char *key)
{
    const struct record *r = face_record(record, number, NULL);
    return r && is_key(key) ? record_info(r, key) : NULL;
}

hexad_status hexad_record_set_info(hexad_record *record, size_t number, const char *key, const char *value,
                                   hexad_error *error)
{
    hexad_error own = {0};
    struct record *r = face_record(record, number, &own);
    if (!r)
        return face_fail(error, own.status, "%s", own.text);
    if (!is_key(key))
        return face_fail(error, HEXAD_BAD_ARGUMENT, "'%.40s' is not a property of a game's description",
                         key ? key : "");
    record_set_info(r, key, value);
    return face_fine(error);
}

char *hexad_record_write(const hexad_record *record, size_t number, const char *format, size_t *length,
                         hexad_error *error)
{
    const struct record *r = face_record(record, number, error);
    enum record_format f;
    struct buf b = BUF_EMPTY;
    struct err e;
    if (!r)
        return NULL;
    if (!record_format_parse(format ? format : "", &f, &e) || !record_write(r, f, &b, &e)) {
        face_fail_as(error, HEXAD_BAD_ARGUMENT, &e);
        buf_free(&b);
        return NULL;
    }
    if (length)
        *length = b.len;
    face_fine(error);
    return buf_take(&b);
}
