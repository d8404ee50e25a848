/* Values of JSON from a format and arguments; see jansson.h. */
#include <jansson.h>

#include <stdarg.h>
#include <string.h>

#include "base/buf.h"

struct packer {
    const char *at;
    va_list args;
    bool bad; /* an argument that is no value, or a format that is none */
};

static char skip(struct packer *p)
{
    while (*p->at && strchr(" \t\n,:", *p->at))
        p->at++;
    return *p->at;
}

static bool take(struct packer *p, char c)
{
    if (*p->at != c)
        return false;
    p->at++;
    return true;
}

static json_t *need(struct packer *p, json_t *value)
{
    p->bad |= !value;
    return value;
}

/* One text, or several that s+ puts together; the `s` itself has been read. */
static json_t *pack_string(struct packer *p)
{
    struct buf all = BUF_EMPTY;
    const char *text = va_arg(p->args, const char *);
    if (take(p, '?') && !text)
        return json_null();
    bool ok = text != NULL;
    if (take(p, '#')) {
        size_t length = (size_t)va_arg(p->args, int);
        return need(p, json_stringn(text, length));
    }
    buf_text(&all, ok ? text : "");
    while (take(p, '+')) {
        const char *more = va_arg(p->args, const char *);
        ok = ok && more;
        buf_text(&all, more ? more : "");
    }
    json_t *j = need(p, ok ? json_stringn(buf_str(&all), all.len) : NULL);
    buf_free(&all);
    return j;
}

static json_t *pack(struct packer *p);

static json_t *pack_array(struct packer *p)
{
    json_t *j = json_array();
    while (skip(p) && *p->at != ']')
        json_array_append_new(j, pack(p));
    p->bad |= !take(p, ']');
    return j;
}

static json_t *pack_object(struct packer *p)
{
    json_t *j = json_object();
    while (skip(p) == 's') {
        p->at++;
        json_t *name = pack_string(p);
        json_t *value = pack(p);
        if (json_is_string(name))
            json_object_set_new(j, json_string_value(name), value);
        else
            json_decref(value);
        json_decref(name);
    }
    p->bad |= !take(p, '}');
    return j;
}

/* A value of the caller's, handed over (o) or shared (O). */
static json_t *pack_given(struct packer *p, bool share)
{
    json_t *j = va_arg(p->args, json_t *);
    if (share)
        json_incref(j);
    if (take(p, '?') && !j)
        return json_null();
    return need(p, j);
}

static json_t *pack(struct packer *p)
{
    char c = skip(p);
    p->at += c != '\0';
    switch (c) {
    case '{':
        return pack_object(p);
    case '[':
        return pack_array(p);
    case 's':
        return pack_string(p);
    case 'n':
        return json_null();
    case 'b':
        return json_boolean(va_arg(p->args, int));
    case 'i':
        return json_integer(va_arg(p->args, int));
    case 'I':
        return json_integer(va_arg(p->args, json_int_t));
    case 'f':
        return json_real(va_arg(p->args, double));
    case 'o':
        return pack_given(p, false);
    case 'O':
        return pack_given(p, true);
    default:
        return need(p, NULL);
    }
}

json_t *json_pack(const char *format, ...)
{
    struct packer p = {.at = format};
    va_start(p.args, format);
    json_t *j = pack(&p);
    va_end(p.args);
    if (!p.bad && !skip(&p))
        return j;
    json_decref(j);
    return NULL;
}
