/* Character sets and clean texts; see text.h. */
#include "base/text.h"

#include <errno.h>
#include <iconv.h>
#include <string.h>
#include <strings.h>

/* The character sets that records are found in, by the names that files give them, and what iconv is asked
 * for. The name in a file is not handed to iconv as it stands: some sets (UTF-7, UTF-16, stateful ones) would
 * read the brackets of the format itself as something else. GB18030 contains GBK, which contains GB2312;
 * CP932 has a backslash where Shift_JIS proper has a yen sign. */
static const struct {
    const char *name, *iconv;
} charsets[] = {
    {"GB18030", "GB18030"},
    {"GBK", "GB18030"},
    {"GB2312", "GB18030"},
    {"GB_2312-80", "GB18030"},
    {"EUC-CN", "GB18030"},
    {"CP936", "GB18030"},
    {"Big5", "BIG5-HKSCS"},
    {"Big5-HKSCS", "BIG5-HKSCS"},
    {"CP950", "CP950"},
    {"Shift_JIS", "CP932"},
    {"Shift-JIS", "CP932"},
    {"SJIS", "CP932"},
    {"CP932", "CP932"},
    {"Windows-31J", "CP932"},
    {"EUC-JP", "EUC-JP"},
    {"EUC-KR", "CP949"},
    {"CP949", "CP949"},
    {"KS_C_5601-1987", "CP949"},
    {"ISO-8859-2", "ISO-8859-2"},
    {"ISO-8859-5", "ISO-8859-5"},
    {"ISO-8859-7", "ISO-8859-7"},
    {"ISO-8859-9", "ISO-8859-9"},
    {"ISO-8859-15", "ISO-8859-15"},
    {"Windows-1250", "CP1250"},
    {"Windows-1251", "CP1251"},
    {"Windows-1252", "CP1252"},
    {"Windows-1254", "CP1254"},
    {"CP1250", "CP1250"},
    {"CP1251", "CP1251"},
    {"CP1252", "CP1252"},
    {"KOI8-R", "KOI8-R"},
    {"KOI8-U", "KOI8-U"},
    {"TIS-620", "TIS-620"},
};

/* The length of the UTF-8 character at `s`, 0 if there is none. */
static size_t character(const unsigned char *s, size_t len)
{
    static const unsigned long least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3 : 4;
    if (n == 1)
        return 1;
    if (s[0] < 0xc2 || s[0] > 0xf4 || len < n)
        return 0;
    unsigned long c = s[0] & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((s[i] & 0xc0) != 0x80)
            return 0;
        c = c << 6 | (s[i] & 0x3f);
    }
    return c < least[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) ? 0 : n;
}

bool text_is_utf8(const char *text, size_t len)
{
    for (size_t i = 0, n; i < len; i += n)
        if ((n = character((const unsigned char *)text + i, len - i)) == 0)
            return false;
    return true;
}

/* Converts all of the bytes, or nothing. */
static bool convert(const char *bytes, size_t len, const char *from, struct buf *out)
{
    iconv_t cd = iconv_open("UTF-8", from);
    if (cd == (iconv_t)-1)
        return false;
    /* iconv does not write to its input; its prototype is older than const. */
    char *in = (char *)bytes, part[4096];
    size_t in_left = len;
    bool ok = true;
    for (bool flush = in_left == 0; ok; flush = in_left == 0) {
        char *to = part;
        size_t room = sizeof part;
        /* The last call, without input, makes it give up a character that it held back to see what
         * follows. */
        size_t done = iconv(cd, flush ? NULL : &in, flush ? NULL : &in_left, &to, &room);
        ok = done != (size_t)-1 || errno == E2BIG;
        buf_bytes(out, part, (size_t)(to - part));
        if (flush)
            break;
    }
    iconv_close(cd);
    if (!ok)
        buf_free(out);
    return ok;
}

static bool convert_named(const char *bytes, size_t len, const char *name, struct buf *out)
{
    for (size_t i = 0; i < sizeof charsets / sizeof *charsets; i++)
        if (strcasecmp(name, charsets[i].name) == 0)
            return convert(bytes, len, charsets[i].iconv, out);
    return false;
}

/* Does text that is not UTF-8 look Chinese? Common characters are two bytes from 0xA1 up, while the accented
 * letters of a European text stand between ASCII ones; without this, nearly any Latin-1 text would pass as
 * GB18030. */
static bool looks_chinese(const char *bytes, size_t len)
{
    size_t high = 0, paired = 0;
    for (size_t i = 0; i < len; i++) {
        if ((unsigned char)bytes[i] < 0x80)
            continue;
        if (i + 1 < len && (unsigned char)bytes[i] >= 0xa1 && (unsigned char)bytes[i + 1] >= 0xa1) {
            high += 2;
            paired += 2;
            i++;
        } else {
            high++;
        }
    }
    return paired * 2 >= high;
}

static void from_latin1(const char *bytes, size_t len, struct buf *out)
{
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c >= 0x80)
            buf_char(out, (char)(0xc0 | c >> 6));
        buf_char(out, (char)(c < 0x80 ? c : 0x80 | (c & 0x3f)));
    }
}

static bool starts_with(const char *bytes, size_t len, const char *mark)
{
    size_t n = strlen(mark);
    return len >= n && memcmp(bytes, mark, n) == 0;
}

bool text_decode(const char *bytes, size_t len, const char *charset, char **out, size_t *out_len,
                 struct err *e)
{
    struct buf b = BUF_EMPTY;
    bool wide_le = starts_with(bytes, len, "\xff\xfe"), wide_be = starts_with(bytes, len, "\xfe\xff");
    bool marked = starts_with(bytes, len, "\xef\xbb\xbf");
    if (marked) {
        bytes += 3;
        len -= 3;
    }
    if ((wide_le || wide_be) && convert(bytes + 2, len - 2, wide_le ? "UTF-16LE" : "UTF-16BE", &b)) {
        /* done */
    } else if (!marked && charset && convert_named(bytes, len, charset, &b)) {
        /* done */
    } else if (text_is_utf8(bytes, len)) {
        buf_bytes(&b, bytes, len);
    } else if (!looks_chinese(bytes, len) || !convert(bytes, len, "GB18030", &b)) {
        from_latin1(bytes, len, &b);
    }
    while (b.len > 0 && (b.text[b.len - 1] == '\0' || b.text[b.len - 1] == '\x1a'))
        b.text[--b.len] = '\0';
    size_t good = b.len ? strlen(b.text) : 0;
    if (good < b.len) {
        err_set(e, "line %d: a NUL byte; this is no text", 1 + text_lines(b.text, good));
        buf_free(&b);
        return false;
    }
    *out_len = b.len;
    *out = buf_take(&b);
    return true;
}

static bool is_control(char c)
{
    return (unsigned char)c < 0x20 || c == 0x7f;
}

int text_lines(const char *text, size_t len)
{
    int n = 0;
    for (size_t i = 0, step; i < len; i += step ? step : 1) {
        step = text_line_end(text + i, len - i);
        n += step > 0;
    }
    return n;
}

void text_clean(const char *text, size_t len, bool one_line, struct buf *out)
{
    for (size_t i = 0, n; i < len; i += n) {
        for (n = 0; i + n < len && text[i + n] >= ' ' && text[i + n] < 0x7f;)
            n++;
        if (n > 0) { /* most of it */
            buf_bytes(out, text + i, n);
        } else if ((n = text_line_end(text + i, len - i)) > 0) {
            buf_char(out, one_line ? ' ' : '\n');
        } else if (is_control(text[i])) {
            buf_char(out, ' ');
            n = 1;
        } else if ((n = character((const unsigned char *)text + i, len - i)) > 0) {
            buf_bytes(out, text + i, n);
        } else {
            buf_text(out, "\xef\xbf\xbd");
            n = 1;
        }
    }
}

const char *text_quote(const char *text, size_t len, char out[TEXT_QUOTE])
{
    static const char more[] = "…";
    size_t used = 0;
    for (size_t i = 0, n; i < len; i += n) {
        n = character((const unsigned char *)text + i, len - i);
        bool shown = n > 0 && !is_control(text[i]);
        n = n ? n : 1;
        size_t rest = i + n < len ? sizeof more - 1 : 0;
        if (used + (shown ? n : 1) + rest >= TEXT_QUOTE) {
            memcpy(out + used, more, sizeof more - 1);
            used += sizeof more - 1;
            break;
        }
        memcpy(out + used, shown ? text + i : "?", shown ? n : 1);
        used += shown ? n : 1;
    }
    out[used] = '\0';
    return out;
}
