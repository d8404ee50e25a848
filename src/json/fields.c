/* Fields of JSON objects; see fields.h. */
#include "json/fields.h"

#include <string.h>

#include "base/text.h"

const char *field_type(const json_t *v)
{
    switch (json_typeof(v)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "an array";
    case JSON_STRING:
        return "a text";
    case JSON_INTEGER:
    case JSON_REAL:
        return "a number";
    case JSON_TRUE:
    case JSON_FALSE:
        return "true or false";
    default:
        return "null";
    }
}

/* The field, NULL if it is missing or null. */
static json_t *field(const json_t *o, const char *name)
{
    json_t *v = json_object_get(o, name);
    return v && !json_is_null(v) ? v : NULL;
}

static bool is_among(const char *name, const char *names)
{
    size_t len = strlen(name);
    for (const char *at = names; len > 0 && (at = strstr(at, name)) != NULL; at += len)
        if ((at == names || at[-1] == ' ') && (at[len] == ' ' || !at[len]))
            return true;
    return false;
}

bool field_only(const json_t *o, const char *names, struct err *e)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)o, name, value)
    {
        char quote[TEXT_QUOTE];
        if (!is_among(name, names))
            return err_set(e, "'%s' is no field here; there are: %s", text_quote(name, strlen(name), quote),
                           names);
    }
    return true;
}

json_t *field_need(const json_t *o, const char *name, struct err *e)
{
    json_t *v = field(o, name);
    if (!v)
        err_set(e, "'%s' is missing", name);
    return v;
}

bool field_text(const json_t *o, const char *name, const char **out, struct err *e)
{
    json_t *v = field(o, name);
    if (!v)
        return true;
    if (!json_is_string(v))
        return err_set(e, "'%s' is %s, must be a text", name, field_type(v));
    *out = json_string_value(v);
    return true;
}

bool field_whole(const json_t *o, const char *name, int64_t least, int64_t most, int64_t *out, struct err *e)
{
    json_t *v = field(o, name);
    if (!v)
        return true;
    if (!json_is_integer(v))
        return err_set(e, "'%s' is %s, must be a whole number", name,
                       json_is_real(v) ? "a fraction" : field_type(v));
    json_int_t x = json_integer_value(v);
    if (x < least || x > most)
        return err_set(e, "'%s' is %lld, must be %lld to %lld", name, (long long)x, (long long)least,
                       (long long)most);
    *out = x;
    return true;
}

bool field_truth(const json_t *o, const char *name, bool *out, struct err *e)
{
    json_t *v = field(o, name);
    if (!v)
        return true;
    if (!json_is_boolean(v))
        return err_set(e, "'%s' is %s, must be true or false", name, field_type(v));
    *out = json_is_true(v);
    return true;
}

bool field_number(const json_t *o, const char *name, double least, double most, double *out, struct err *e)
{
    json_t *v = field(o, name);
    if (!v)
        return true;
    if (!json_is_number(v))
        return err_set(e, "'%s' is %s, must be a number", name, field_type(v));
    double x = json_number_value(v);
    if (!(x >= least && x <= most))
        return err_set(e, "'%s' is %g, must be %g to %g", name, x, least, most);
    *out = x;
    return true;
}
