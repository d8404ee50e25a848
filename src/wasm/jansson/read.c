/* JSON from text; see jansson.h. */
#include <jansson.h>

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

struct reader {
    const char *text;
    size_t at, length;
    int depth;
    bool unique; /* a name that comes twice is wrong */
    json_error_t *e;
};

static json_t *fail(struct reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says what is wrong, the first time: line and column are those of the character at which it was seen. */
static json_t *fail(struct reader *r, const char *format, ...)
{
    if (!r->e || r->e->text[0])
        return NULL;
    va_list args;
    va_start(args, format);
    vsnprintf(r->e->text, sizeof r->e->text, format, args);
    va_end(args);
    r->e->line = 1;
    r->e->column = 0;
    r->e->position = (int)r->at;
    for (size_t i = 0; i < r->at && i < r->length; i++) {
        r->e->column += ((unsigned char)r->text[i] & 0xc0) != 0x80;
        if (r->text[i] == '\n') {
            r->e->line++;
            r->e->column = 0;
        }
    }
    return NULL;
}

static json_t *expected(struct reader *r, const char *what)
{
    if (r->at >= r->length)
        return fail(r, "%s expected near end of file", what);
    char c = r->text[r->at];
    return c > ' ' && c < 0x7f ? fail(r, "%s expected near '%c'", what, c) : fail(r, "%s expected", what);
}

/* The next character that is no space, '\0' at the end. */
static char peek(struct reader *r)
{
    while (r->at < r->length && r->text[r->at] && strchr(" \t\n\r", r->text[r->at]))
        r->at++;
    return r->at < r->length ? r->text[r->at] : '\0';
}

static bool take(struct reader *r, char c)
{
    if (peek(r) != c || r->at >= r->length)
        return false;
    r->at++;
    return true;
}

static bool is_digit(const struct reader *r, size_t at)
{
    return at < r->length && r->text[at] >= '0' && r->text[at] <= '9';
}

/* ---- Strings ---- */

/* Four digits behind \u; −1 if they are not there. */
static long read_hex(struct reader *r)
{
    long code = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        char c = r->at < r->length ? r->text[r->at] : '\0';
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0)
            return -1;
        code = code * 16 + digit;
    }
    return code;
}

static void put_code(struct buf *out, long code)
{
    if (code < 0x80) {
        buf_char(out, (char)code);
        return;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const int lead[] = {0, 0xc0, 0xe0, 0xf0};
    buf_char(out, (char)(lead[more] | (int)(code >> (6 * more))));
    while (more-- > 0)
        buf_char(out, (char)(0x80 | (int)(code >> (6 * more) & 0x3f)));
}

/* What stands behind \u, with the second half of a pair. */
static bool read_code(struct reader *r, struct buf *out)
{
    long code = read_hex(r), low = -1;
    if (code >= 0xd800 && code < 0xdc00 && r->length - r->at > 1 && memcmp(r->text + r->at, "\\u", 2) == 0) {
        r->at += 2;
        low = read_hex(r);
    }
    if (code >= 0xd800 && code < 0xe000) {
        if (code >= 0xdc00 || low < 0xdc00 || low >= 0xe000)
            return fail(r, "invalid Unicode escape");
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    if (code <= 0)
        return fail(r, code == 0 ? "\\u0000 is not allowed" : "invalid escape");
    put_code(out, code);
    return true;
}

static bool read_escape(struct reader *r, struct buf *out)
{
    static const char letters[] = "\"\\/bfnrt", plain[] = "\"\\/\b\f\n\r\t";
    char c = r->at < r->length ? r->text[r->at] : '\0';
    const char *letter = c ? strchr(letters, c) : NULL;
    r->at++;
    if (letter)
        buf_char(out, plain[letter - letters]);
    return letter ? true : c == 'u' ? read_code(r, out) : fail(r, "invalid escape") != NULL;
}

/* The contents of a string, whose first quote has been read. */
static bool read_text(struct reader *r, struct buf *out)
{
    for (;;) {
        size_t from = r->at;
        while (r->at < r->length && r->text[r->at] != '"' && r->text[r->at] != '\\' &&
               (unsigned char)r->text[r->at] >= 0x20)
            r->at++;
        if (!json_is_utf8(r->text + from, r->at - from))
            return fail(r, "unable to decode: this is no UTF-8");
        buf_bytes(out, r->text + from, r->at - from);
        if (r->at >= r->length)
            return fail(r, "premature end of input");
        char c = r->text[r->at++];
        if (c == '"')
            return true;
        if (c != '\\')
            return fail(r, "control character 0x%x", (unsigned)c);
        if (!read_escape(r, out))
            return false;
    }
}

static json_t *read_string(struct reader *r)
{
    struct buf text = BUF_EMPTY;
    json_t *j = read_text(r, &text) ? json_stringn(buf_str(&text), text.len) : NULL;
    buf_free(&text);
    return j;
}

/* ---- Numbers and words ---- */

/* The end of the number that begins here, its start if none does. */
static size_t number_end(const struct reader *r, bool *whole)
{
    size_t i = r->at + (r->text[r->at] == '-');
    if (!is_digit(r, i))
        return r->at;
    *whole = true;
    if (r->text[i] == '0')
        i++;
    else
        while (is_digit(r, i))
            i++;
    if (is_digit(r, i))
        return r->at; /* a zero in front */
    if (i < r->length && r->text[i] == '.') {
        *whole = false;
        if (!is_digit(r, ++i))
            return r->at;
        while (is_digit(r, i))
            i++;
    }
    if (i < r->length && (r->text[i] == 'e' || r->text[i] == 'E')) {
        *whole = false;
        i++;
        i += i < r->length && (r->text[i] == '+' || r->text[i] == '-');
        if (!is_digit(r, i))
            return r->at;
        while (is_digit(r, i))
            i++;
    }
    return i;
}

static json_t *read_number(struct reader *r)
{
    bool whole;
    size_t end = number_end(r, &whole);
    if (end == r->at)
        return fail(r, "invalid token");
    struct buf text = BUF_EMPTY;
    buf_bytes(&text, r->text + r->at, end - r->at);
    errno = 0;
    json_int_t integer = whole ? strtoll(buf_str(&text), NULL, 10) : 0;
    bool large = errno == ERANGE;
    double real = whole ? 0 : strtod(buf_str(&text), NULL);
    buf_free(&text);
    if (large || isinf(real))
        return fail(r, large ? "too big integer" : "real number overflow");
    r->at = end;
    return whole ? json_integer(integer) : json_real(real);
}

static json_t *read_word(struct reader *r)
{
    static const char *const words[] = {"true", "false", "null"};
    json_t *(*const makers[])(void) = {json_true, json_false, json_null};
    for (int i = 0; i < 3; i++) {
        size_t n = strlen(words[i]);
        if (r->length - r->at >= n && memcmp(r->text + r->at, words[i], n) == 0) {
            r->at += n;
            return makers[i]();
        }
    }
    return fail(r, "invalid token");
}

/* ---- Lists and objects ---- */

static json_t *read_value(struct reader *r);

/* One item of a list. */
static bool read_item(struct reader *r, json_t *list)
{
    return json_array_append_new(list, read_value(r)) == 0;
}

/* One name and its value. */
static bool read_pair(struct reader *r, json_t *object)
{
    struct buf name = BUF_EMPTY;
    bool ok = take(r, '"') ? read_text(r, &name) : expected(r, "string or '}'") != NULL;
    if (ok && strlen(buf_str(&name)) != name.len)
        ok = fail(r, "a zero byte in a name") != NULL;
    if (ok && r->unique && json_object_get(object, buf_str(&name)))
        ok = fail(r, "duplicate object key near '\"%.60s\"'", buf_str(&name)) != NULL;
    if (ok && json_object_size(object) >= JSON_MAX_NAMES)
        ok = fail(r, "too many names in an object") != NULL;
    if (ok && !take(r, ':'))
        ok = expected(r, "':'") != NULL;
    ok = ok && json_object_set_new(object, buf_str(&name), read_value(r)) == 0;
    buf_free(&name);
    return ok;
}

/* A list or an object, whose bracket has been read. */
static json_t *read_many(struct reader *r, json_t *j, char end, bool (*one)(struct reader *r, json_t *j))
{
    bool ok = ++r->depth <= JSON_MAX_DEPTH || fail(r, "maximum parsing depth reached");
    if (ok && !take(r, end)) {
        do
            ok = one(r, j);
        while (ok && take(r, ','));
        if (ok && !take(r, end))
            ok = expected(r, end == ']' ? "']'" : "'}'") != NULL;
    }
    r->depth--;
    if (ok)
        return j;
    json_decref(j);
    return NULL;
}

static json_t *read_value(struct reader *r)
{
    char c = peek(r);
    if (r->at >= r->length)
        return fail(r, "premature end of input");
    if (c == '-' || is_digit(r, r->at))
        return read_number(r);
    if (c != '{' && c != '[' && c != '"')
        return read_word(r);
    r->at++;
    return c == '"'   ? read_string(r)
           : c == '{' ? read_many(r, json_object(), '}', read_pair)
                      : read_many(r, json_array(), ']', read_item);
}

json_t *json_loadb(const char *text, size_t length, size_t flags, json_error_t *e)
{
    struct reader r = {.text = text, .length = length, .unique = flags & JSON_REJECT_DUPLICATES, .e = e};
    if (e)
        memset(e, 0, sizeof *e);
    char c = peek(&r);
    if (c != '{' && c != '[')
        return expected(&r, "'[' or '{'");
    json_t *j = read_value(&r);
    if (j && (peek(&r) || r.at < r.length)) {
        json_decref(j);
        return expected(&r, "end of file");
    }
    return j;
}

json_t *json_loads(const char *text, size_t flags, json_error_t *e)
{
    return json_loadb(text, strlen(text), flags, e);
}
