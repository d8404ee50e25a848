/* A text that grows: what writers of files and JSON append to. Always NUL-terminated. */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include <stddef.h>

struct buf {
    char *text; /* NULL while nothing was appended; see buf_text */
    size_t len, room;
};

#define BUF_EMPTY  \
    {              \
        NULL, 0, 0 \
    }

void buf_char(struct buf *b, char c);
void buf_bytes(struct buf *b, const void *bytes, size_t len);
void buf_text(struct buf *b, const char *text);
void buf_format(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The text so far, "" if nothing; valid until the next append. */
const char *buf_str(const struct buf *b);
/* Hands the text over (the caller frees it) and leaves the buffer empty. */
char *buf_take(struct buf *b);
void buf_free(struct buf *b);

#endif
