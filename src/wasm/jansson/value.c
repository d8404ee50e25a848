/* Values of JSON; see jansson.h. */
#include <jansson.h>

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

struct json_name {
    uint32_t hash;
    char *text;
};

/* ---- Making ---- */

static json_t *make(json_type type)
{
    json_t *j = mem_zero(1, sizeof *j);
    j->type = type;
    j->refs = 1;
    return j;
}

json_t *json_object(void)
{
    return make(JSON_OBJECT);
}

json_t *json_array(void)
{
    return make(JSON_ARRAY);
}

json_t *json_true(void)
{
    return make(JSON_TRUE);
}

json_t *json_false(void)
{
    return make(JSON_FALSE);
}

json_t *json_null(void)
{
    return make(JSON_NULL);
}

json_t *json_integer(json_int_t value)
{
    json_t *j = make(JSON_INTEGER);
    j->integer = value;
    return j;
}

json_t *json_real(double value)
{
    json_t *j = make(JSON_REAL);
    j->real = value;
    return j;
}

/* The bytes that follow the first one of a character, −1 if no character begins with it. */
static int follow(unsigned char c)
{
    return c < 0x80 ? 0 : c < 0xc2 ? -1 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : c < 0xf5 ? 3 : -1;
}

bool json_is_utf8(const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        unsigned char c = (unsigned char)text[i++];
        int more = follow(c);
        if (more < 0 || (size_t)more > length - i)
            return false;
        for (int k = 0; k < more; k++)
            if (((unsigned char)text[i + (size_t)k] & 0xc0) != 0x80)
                return false;
        unsigned char next = more ? (unsigned char)text[i] : 0;
        if ((c == 0xe0 && next < 0xa0) || (c == 0xed && next > 0x9f) || (c == 0xf0 && next < 0x90) ||
            (c == 0xf4 && next > 0x8f))
            return false;
        i += (size_t)more;
    }
    return true;
}

json_t *json_stringn(const char *text, size_t length)
{
    if (!text || !json_is_utf8(text, length))
        return NULL;
    json_t *j = make(JSON_STRING);
    j->text = mem_zero(length + 1, 1);
    memcpy(j->text, text, length);
    j->length = length;
    return j;
}

json_t *json_string(const char *text)
{
    return text ? json_stringn(text, strlen(text)) : NULL;
}

void json_free(json_t *j)
{
    if (j->type == JSON_STRING)
        free(j->text);
    if (j->type == JSON_ARRAY || j->type == JSON_OBJECT) {
        for (size_t i = 0; i < j->count; i++) {
            json_decref(j->item[i]);
            if (j->type == JSON_OBJECT)
                free(j->name[i].text);
        }
        free(j->item);
        free(j->name);
    }
    free(j);
}

/* ---- Looking ---- */

const char *json_string_value(const json_t *j)
{
    return json_is_string(j) ? j->text : NULL;
}

size_t json_string_length(const json_t *j)
{
    return json_is_string(j) ? j->length : 0;
}

json_int_t json_integer_value(const json_t *j)
{
    return json_is_integer(j) ? j->integer : 0;
}

double json_real_value(const json_t *j)
{
    return json_is_real(j) ? j->real : 0;
}

double json_number_value(const json_t *j)
{
    return json_is_integer(j) ? (double)j->integer : json_real_value(j);
}

size_t json_array_size(const json_t *j)
{
    return json_is_array(j) ? j->count : 0;
}

json_t *json_array_get(const json_t *j, size_t i)
{
    return i < json_array_size(j) ? j->item[i] : NULL;
}

size_t json_object_size(const json_t *j)
{
    return json_is_object(j) ? j->count : 0;
}

const char *json_object_name(const json_t *j, size_t i)
{
    return i < json_object_size(j) ? j->name[i].text : NULL;
}

json_t *json_object_item(const json_t *j, size_t i)
{
    return i < json_object_size(j) ? j->item[i] : NULL;
}

static uint32_t hash_of(const char *text)
{
    uint32_t h = 2166136261u;
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * 16777619u;
    return h;
}

/* The place of a name, `count` if it is not there. */
static size_t find(const json_t *j, const char *name)
{
    uint32_t hash = hash_of(name);
    size_t i = 0;
    while (i < j->count && (j->name[i].hash != hash || strcmp(j->name[i].text, name) != 0))
        i++;
    return i;
}

json_t *json_object_get(const json_t *j, const char *name)
{
    if (!json_is_object(j) || !name)
        return NULL;
    size_t i = find(j, name);
    return i < j->count ? j->item[i] : NULL;
}

/* ---- Changing ---- */

static void make_room(json_t *j)
{
    if (j->count < j->room)
        return;
    j->room = j->room ? 2 * j->room : 4;
    j->item = mem_resize(j->item, j->room, sizeof *j->item);
    if (j->type == JSON_OBJECT)
        j->name = mem_resize(j->name, j->room, sizeof *j->name);
}

int json_array_append_new(json_t *j, json_t *value)
{
    if (!value || !json_is_array(j)) {
        json_decref(value);
        return -1;
    }
    make_room(j);
    j->item[j->count++] = value;
    return 0;
}

int json_object_set_new(json_t *j, const char *name, json_t *value)
{
    if (!value || !name || !json_is_object(j)) {
        json_decref(value);
        return -1;
    }
    size_t i = find(j, name);
    if (i < j->count) {
        json_decref(j->item[i]);
    } else {
        make_room(j);
        j->name[i] = (struct json_name){hash_of(name), mem_strdup(name)};
        j->count++;
    }
    j->item[i] = value;
    return 0;
}

int json_object_set(json_t *j, const char *name, json_t *value)
{
    return json_object_set_new(j, name, json_incref(value));
}

int json_object_del(json_t *j, const char *name)
{
    size_t i = json_is_object(j) && name ? find(j, name) : SIZE_MAX;
    if (i >= json_object_size(j))
        return -1;
    json_decref(j->item[i]);
    free(j->name[i].text);
    memmove(&j->item[i], &j->item[i + 1], (j->count - i - 1) * sizeof *j->item);
    memmove(&j->name[i], &j->name[i + 1], (j->count - i - 1) * sizeof *j->name);
    j->count--;
    return 0;
}

int json_object_update_new(json_t *j, json_t *other)
{
    int bad = json_is_object(j) && json_is_object(other) ? 0 : -1;
    for (size_t i = 0; !bad && i < other->count; i++)
        json_object_set(j, other->name[i].text, other->item[i]);
    json_decref(other);
    return bad;
}
