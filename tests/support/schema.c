/* JSON compared with a schema; see schema.h. */
#include "support/schema.h"

#include <regex.h>
#include <stdio.h>
#include <string.h>

#define REF "#/components/schemas/"

/* Where one is, and what was wrong there. */
struct walk {
    const json_t *whole;
    struct err *e;
    const struct walk *above;
    const char *key; /* NULL: an index, or the top */
    size_t index;
};

static void put_place(const struct walk *w, char *out, size_t room)
{
    if (!w->above) {
        snprintf(out, room, "%s", "the answer");
        return;
    }
    put_place(w->above, out, room);
    size_t len = strlen(out);
    if (w->key)
        snprintf(out + len, room - len, ".%s", w->key);
    else
        snprintf(out + len, room - len, "[%zu]", w->index);
}

static bool wrong(const struct walk *w, const char *what, const char *about)
{
    char place[150];
    put_place(w, place, sizeof place);
    return err_set(w->e, "%s: %s%s", place, what, about);
}

static bool check(const struct walk *w, const json_t *schema, const json_t *value);

const json_t *schema_follow(const json_t *whole, const json_t *schema)
{
    const char *name;
    while (schema && (name = json_string_value(json_object_get(schema, "$ref"))) != NULL) {
        if (strncmp(name, REF, strlen(REF)) != 0)
            return NULL;
        const json_t *all = json_object_get(json_object_get(whole, "components"), "schemas");
        schema = json_object_get(all, name + strlen(REF));
    }
    return schema;
}

/* ---- types ---- */

static bool is_type(const json_t *v, const char *type)
{
    static const struct {
        const char *name;
        json_type types[2];
    } rows[] = {{"object", {JSON_OBJECT, JSON_OBJECT}}, {"array", {JSON_ARRAY, JSON_ARRAY}},
                {"string", {JSON_STRING, JSON_STRING}}, {"integer", {JSON_INTEGER, JSON_INTEGER}},
                {"number", {JSON_INTEGER, JSON_REAL}},  {"boolean", {JSON_TRUE, JSON_FALSE}},
                {"null", {JSON_NULL, JSON_NULL}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(type, rows[i].name) == 0)
            return json_typeof(v) == rows[i].types[0] || json_typeof(v) == rows[i].types[1];
    return false;
}

/* One type, or one of several. */
static bool check_type(const struct walk *w, const json_t *type, const json_t *value)
{
    bool fits = json_is_string(type) && is_type(value, json_string_value(type));
    size_t i;
    const json_t *one;
    json_array_foreach((json_t *)type, i, one) fits = fits || is_type(value, json_string_value(one));
    return fits || wrong(w, "is not of the type ", json_is_string(type) ? json_string_value(type) : "said");
}

static bool check_enum(const struct walk *w, const json_t *words, const json_t *value)
{
    size_t i;
    json_t *one;
    json_array_foreach((json_t *)words, i, one) if (json_equal(one, value)) return true;
    return wrong(w, "is none of the words: ", json_is_string(value) ? json_string_value(value) : "");
}

static bool check_range(const struct walk *w, const json_t *schema, const json_t *value)
{
    const json_t *least = json_object_get(schema, "minimum"), *most = json_object_get(schema, "maximum");
    if (least && json_number_value(value) < json_number_value(least))
        return wrong(w, "is below its minimum", "");
    return !most || json_number_value(value) <= json_number_value(most) ||
           wrong(w, "is above its maximum", "");
}

static bool check_pattern(const struct walk *w, const char *pattern, const json_t *value)
{
    regex_t r;
    if (regcomp(&r, pattern, REG_EXTENDED | REG_NOSUB) != 0)
        return wrong(w, "cannot be compared with ", pattern);
    bool fits = regexec(&r, json_string_value(value), 0, NULL, 0) == 0;
    regfree(&r);
    return fits || wrong(w, "does not look like ", pattern);
}

/* ---- arrays ---- */

static bool check_array(const struct walk *w, const json_t *schema, const json_t *value)
{
    const json_t *first = json_object_get(schema, "prefixItems"), *rest = json_object_get(schema, "items"),
                 *least = json_object_get(schema, "minItems"), *most = json_object_get(schema, "maxItems");
    size_t n = json_array_size(value);
    if ((least && n < (size_t)json_integer_value(least)) || (most && n > (size_t)json_integer_value(most)))
        return wrong(w, "has too few items, or too many", "");
    for (size_t i = 0; i < n; i++) {
        struct walk below = {w->whole, w->e, w, NULL, i};
        const json_t *of = i < json_array_size(first) ? json_array_get(first, i) : rest;
        if (!of || json_is_false(of))
            return wrong(&below, "is not described", "");
        if (!check(&below, of, json_array_get(value, i)))
            return false;
    }
    return true;
}

/* ---- objects ---- */

/* The schema of a field, there or in one of those that the schema is made of; NULL: it has none. */
static const json_t *property(const json_t *whole, const json_t *schema, const char *key)
{
    schema = schema_follow(whole, schema);
    const json_t *found = json_object_get(json_object_get(schema, "properties"), key);
    const json_t *parts = json_object_get(schema, "allOf"),
                 *others = json_object_get(schema, "additionalProperties");
    for (size_t i = 0; !found && i < json_array_size(parts); i++)
        found = property(whole, json_array_get(parts, i), key);
    return found ? found : others;
}

static bool check_required(const struct walk *w, const json_t *schema, const json_t *value)
{
    schema = schema_follow(w->whole, schema);
    const json_t *names = json_object_get(schema, "required"), *parts = json_object_get(schema, "allOf");
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (!json_object_get(value, name))
            return wrong(w, "has no ", name);
    }
    for (size_t i = 0; i < json_array_size(parts); i++)
        if (!check_required(w, json_array_get(parts, i), value))
            return false;
    return true;
}

static bool check_object(const struct walk *w, const json_t *schema, const json_t *value)
{
    const char *key;
    json_t *field;
    json_object_foreach((json_t *)value, key, field)
    {
        struct walk below = {w->whole, w->e, w, key, 0};
        const json_t *of = property(w->whole, schema, key);
        if (!of || json_is_false(of))
            return wrong(&below, "is not described", "");
        if (!json_is_true(of) && !check(&below, of, field))
            return false;
    }
    return check_required(w, schema, value);
}

/* ---- choices ---- */

/* At least one of them, of "oneOf" exactly one. Where none fits, what is told is of the one that came furthest. */
static bool check_choices(const struct walk *w, const json_t *choices, bool alone, const json_t *value)
{
    int fits = 0;
    struct err best = {.text = ""};
    for (size_t i = 0; i < json_array_size(choices); i++) {
        struct err e;
        struct walk same = *w;
        same.e = &e;
        if (check(&same, json_array_get(choices, i), value))
            fits++;
        else if (strcspn(e.text, ":") > strcspn(best.text, ":"))
            best = e;
    }
    if (fits == 0)
        *w->e = best;
    return fits == 1 || (fits > 1 && (!alone || wrong(w, "is more than one of the choices", "")));
}

static bool check(const struct walk *w, const json_t *schema, const json_t *value)
{
    if (!(schema = schema_follow(w->whole, schema)))
        return wrong(w, "is described nowhere", "");
    const json_t *type = json_object_get(schema, "type"), *words = json_object_get(schema, "enum"),
                 *one = json_object_get(schema, "oneOf"), *any = json_object_get(schema, "anyOf");
    const char *pattern = json_string_value(json_object_get(schema, "pattern"));
    if (json_object_get(schema, "allOf") && !json_is_object(value))
        return wrong(w, "is no object", "");
    if ((type && !check_type(w, type, value)) || (words && !check_enum(w, words, value)) ||
        (one && !check_choices(w, one, true, value)) || (any && !check_choices(w, any, false, value)))
        return false;
    if (json_is_number(value) && !check_range(w, schema, value))
        return false;
    if (pattern && json_is_string(value) && !check_pattern(w, pattern, value))
        return false;
    if (one || any)
        return true;
    return json_is_array(value)    ? check_array(w, schema, value)
           : json_is_object(value) ? check_object(w, schema, value)
                                   : true;
}

bool schema_check(const json_t *whole, const json_t *schema, const json_t *value, struct err *e)
{
    struct walk top = {whole, e, NULL, NULL, 0};
    return check(&top, schema, value);
}

/* ---- schemas themselves ---- */

static bool sound(const json_t *whole, const json_t *schema, const char *name, struct err *e);

static bool sound_each(const json_t *whole, const json_t *all, const char *name, struct err *e)
{
    const char *key;
    json_t *one;
    json_object_foreach((json_t *)all, key, one) if (!sound(whole, one, key, e)) return false;
    for (size_t i = 0; i < json_array_size(all); i++)
        if (!sound(whole, json_array_get(all, i), name, e))
            return false;
    return true;
}

/* What is required has to be among the fields. */
static bool sound_required(const json_t *whole, const json_t *schema, const char *name, struct err *e)
{
    const json_t *names = json_object_get(schema, "required");
    for (size_t i = 0; i < json_array_size(names); i++) {
        const char *field = json_string_value(json_array_get(names, i));
        if (!property(whole, schema, field))
            return err_set(e, "'%s' requires '%s', which is not described", name, field);
    }
    return true;
}

static bool sound(const json_t *whole, const json_t *schema, const char *name, struct err *e)
{
    static const char words[] =
        " $ref description examples type enum pattern format contentEncoding minimum maximum "
        "minItems maxItems required ";
    const char *key;
    json_t *value;
    if (json_is_boolean(schema))
        return true;
    if (!schema_follow(whole, schema) || !json_is_object(schema))
        return err_set(e, "'%s' leads nowhere", name);
    json_object_foreach((json_t *)schema, key, value)
    {
        char word[60];
        snprintf(word, sizeof word, " %s ", key);
        bool one = strcmp(key, "items") == 0 || strcmp(key, "additionalProperties") == 0,
             several = strcmp(key, "properties") == 0 || strcmp(key, "prefixItems") == 0 ||
                       strcmp(key, "allOf") == 0 || strcmp(key, "oneOf") == 0 || strcmp(key, "anyOf") == 0;
        if (!one && !several && !strstr(words, word))
            return err_set(e, "'%s' has the word '%s', which nobody compares", name, key);
        if ((one && !sound(whole, value, name, e)) || (several && !sound_each(whole, value, name, e)))
            return false;
    }
    return sound_required(whole, schema, name, e);
}

bool schema_sound(const json_t *whole, const json_t *schema, struct err *e)
{
    return sound(whole, schema, "schema", e);
}
