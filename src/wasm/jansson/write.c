/* JSON as text; see jansson.h. */
#include <jansson.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"

static void put_string(struct buf *out, const char *text, size_t length)
{
    static const char plain[] = "\b\f\n\r\t\"\\", letters[] = "bfnrt\"\\";
    buf_char(out, '"');
    for (size_t i = 0; i < length; i++) {
        const char *special = text[i] ? strchr(plain, text[i]) : NULL;
        if (special)
            buf_format(out, "\\%c", letters[special - plain]);
        else if ((unsigned char)text[i] < 0x20)
            buf_format(out, "\\u%04X", (unsigned)text[i]);
        else
            buf_char(out, text[i]);
    }
    buf_char(out, '"');
}

/* With 17 digits, so that it reads back as the same number, or as many as the flags say; and so that it reads back as no whole
 * number. */
static void put_real(struct buf *out, double value, size_t flags)
{
    char text[40];
    int digits = (int)(flags >> JSON_REAL_SHIFT & 31);
    snprintf(text, sizeof text, "%.*g", digits ? digits : 17, value);
    char *e = strchr(text, 'e');
    if (!e) {
        buf_format(out, "%s%s", text, strchr(text, '.') ? "" : ".0");
        return;
    }
    *e++ = '\0';
    bool minus = *e == '-';
    e += strspn(e, "+-");
    e += strspn(e, "0");
    buf_format(out, "%se%s%s", text, minus ? "-" : "", e);
}

static bool put(struct buf *out, const json_t *j, size_t flags, int depth)
{
    if (!j || depth > JSON_MAX_DEPTH)
        return false;
    bool ok = true;
    switch (j->type) {
    case JSON_OBJECT:
    case JSON_ARRAY:
        buf_char(out, j->type == JSON_OBJECT ? '{' : '[');
        for (size_t i = 0; ok && i < j->count; i++) {
            buf_text(out, i ? "," : "");
            if (j->type == JSON_OBJECT) {
                const char *name = json_object_name(j, i);
                put_string(out, name, strlen(name));
                buf_char(out, ':');
            }
            ok = put(out, j->item[i], flags, depth + 1);
        }
        buf_char(out, j->type == JSON_OBJECT ? '}' : ']');
        return ok;
    case JSON_STRING:
        put_string(out, j->text, j->length);
        return true;
    case JSON_INTEGER:
        buf_format(out, "%" PRId64, j->integer);
        return true;
    case JSON_REAL:
        put_real(out, j->real, flags);
        return isfinite(j->real);
    default:
        buf_text(out, j->type == JSON_TRUE ? "true" : j->type == JSON_FALSE ? "false" : "null");
        return true;
    }
}

int json_dump_callback(const json_t *j, json_dump_callback_t callback, void *context, size_t flags)
{
    struct buf out = BUF_EMPTY;
    int bad = put(&out, j, flags, 0) ? callback(buf_str(&out), out.len, context) : -1;
    buf_free(&out);
    return bad;
}

static int keep(const char *text, size_t length, void *context)
{
    char *copy = mem_zero(length + 1, 1);
    memcpy(copy, text, length);
    *(char **)context = copy;
    return 0;
}

char *json_dumps(const json_t *j, size_t flags)
{
    char *text = NULL;
    json_dump_callback(j, keep, &text, flags);
    return text;
}
