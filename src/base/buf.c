/* Growing text; see buf.h. */
#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void buf_bytes(struct buf *b, const void *bytes, size_t len)
{
    b->text = mem_grow(b->text, &b->room, b->len + len + 1, 1);
    if (len)
        memcpy(b->text + b->len, bytes, len);
    b->len += len;
    b->text[b->len] = '\0';
}

void buf_char(struct buf *b, char c)
{
    buf_bytes(b, &c, 1);
}

void buf_text(struct buf *b, const char *text)
{
    buf_bytes(b, text, strlen(text));
}

void buf_format(struct buf *b, const char *fmt, ...)
{
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n > 0) {
        b->text = mem_grow(b->text, &b->room, b->len + (size_t)n + 1, 1);
        vsnprintf(b->text + b->len, (size_t)n + 1, fmt, again);
        b->len += (size_t)n;
    }
    va_end(again);
}

const char *buf_str(const struct buf *b)
{
    return b->text ? b->text : "";
}

char *buf_take(struct buf *b)
{
    char *text = b->text ? b->text : mem_strdup("");
    *b = (struct buf)BUF_EMPTY;
    return text;
}

void buf_free(struct buf *b)
{
    free(b->text);
    *b = (struct buf)BUF_EMPTY;
}
