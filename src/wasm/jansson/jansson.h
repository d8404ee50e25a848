/* JSON for the engine in the browser, where there is no libjansson: those functions of it that src/json, src/server/live and
 * src/server/api use, by the same names and with the same meaning, so that these folders are compiled as they are. The
 * tests of the page compare the answers of both, byte for byte. */
#ifndef WASM_JANSSON_JANSSON_H
#define WASM_JANSSON_JANSSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    JSON_OBJECT,
    JSON_ARRAY,
    JSON_STRING,
    JSON_INTEGER,
    JSON_REAL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL,
} json_type;

typedef int64_t json_int_t;
#define JSON_INTEGER_FORMAT "lld"

typedef struct json_t {
    json_type type;
    size_t refs;
    union {
        struct { /* a string */
            char *text;
            size_t length;
        };
        struct { /* a list; an object has a name for each item, in the order in which they came */
            struct json_t **item;
            struct json_name *name;
            size_t count, room;
        };
        json_int_t integer;
        double real;
    };
} json_t;

#define JSON_ERROR_TEXT_LENGTH 160
typedef struct {
    int line, column, position;
    char text[JSON_ERROR_TEXT_LENGTH];
} json_error_t;

#define JSON_COMPACT           0x20
#define JSON_REAL_SHIFT        11
#define JSON_REAL_PRECISION(n) (((n)&31) << JSON_REAL_SHIFT)
#define JSON_REJECT_DUPLICATES 0x1
#define JSON_MAX_DEPTH         2048
#define JSON_MAX_NAMES         20000 /* of one object: names are looked for one after the other */

#define json_typeof(j)     ((j)->type)
#define json_is_object(j)  ((j) && json_typeof(j) == JSON_OBJECT)
#define json_is_array(j)   ((j) && json_typeof(j) == JSON_ARRAY)
#define json_is_string(j)  ((j) && json_typeof(j) == JSON_STRING)
#define json_is_integer(j) ((j) && json_typeof(j) == JSON_INTEGER)
#define json_is_real(j)    ((j) && json_typeof(j) == JSON_REAL)
#define json_is_number(j)  (json_is_integer(j) || json_is_real(j))
#define json_is_true(j)    ((j) && json_typeof(j) == JSON_TRUE)
#define json_is_false(j)   ((j) && json_typeof(j) == JSON_FALSE)
#define json_is_boolean(j) (json_is_true(j) || json_is_false(j))
#define json_is_null(j)    ((j) && json_typeof(j) == JSON_NULL)
#define json_boolean_value json_is_true

json_t *json_object(void);
json_t *json_array(void);
/* NULL if it is not UTF-8. */
json_t *json_string(const char *text);
json_t *json_stringn(const char *text, size_t length);
json_t *json_integer(json_int_t value);
json_t *json_real(double value);
json_t *json_true(void);
json_t *json_false(void);
json_t *json_null(void);
#define json_boolean(v) ((v) ? json_true() : json_false())

void json_free(json_t *j);
static inline json_t *json_incref(json_t *j)
{
    if (j)
        j->refs++;
    return j;
}
static inline void json_decref(json_t *j)
{
    if (j && --j->refs == 0)
        json_free(j);
}

/* Values of another type are "", 0 or nothing, as in jansson. */
const char *json_string_value(const json_t *j);
size_t json_string_length(const json_t *j);
json_int_t json_integer_value(const json_t *j);
double json_real_value(const json_t *j);
double json_number_value(const json_t *j);

size_t json_array_size(const json_t *j);
json_t *json_array_get(const json_t *j, size_t i);
/* Both take over the value; −1 if there is none, or the first is no list (no object). */
int json_array_append_new(json_t *j, json_t *value);
int json_object_set_new(json_t *j, const char *name, json_t *value);
int json_object_set(json_t *j, const char *name, json_t *value);
int json_object_del(json_t *j, const char *name);
size_t json_object_size(const json_t *j);
json_t *json_object_get(const json_t *j, const char *name);
/* Takes all items of the other object over, and lets go of it. */
int json_object_update_new(json_t *j, json_t *other);

/* The name of the i-th item, NULL behind the last; and the item. */
const char *json_object_name(const json_t *j, size_t i);
json_t *json_object_item(const json_t *j, size_t i);
#define json_object_foreach(object, key, value)                                     \
    for (size_t at_##key = 0; (key = json_object_name(object, at_##key)) != NULL && \
                              ((value = json_object_item(object, at_##key)), true); \
         at_##key++)
#define json_array_foreach(array, i, value) \
    for (i = 0; i < json_array_size(array) && ((value = json_array_get(array, i)), true); i++)

/* Formats: s s? s+ s# i I f b n o o? O, lists in [] and objects in {}. */
json_t *json_pack(const char *format, ...);

json_t *json_loadb(const char *text, size_t length, size_t flags, json_error_t *e);
json_t *json_loads(const char *text, size_t flags, json_error_t *e);

typedef int (*json_dump_callback_t)(const char *text, size_t length, void *context);
/* All that is written is compact. */
int json_dump_callback(const json_t *j, json_dump_callback_t callback, void *context, size_t flags);
char *json_dumps(const json_t *j, size_t flags);

/* Is it UTF-8, without surrogates and needless bytes? */
bool json_is_utf8(const char *text, size_t length);

#endif
