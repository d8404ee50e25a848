/* The text of files: which character set it is in, and what is allowed in a tree's texts.
 *
 * Inside the program every text is UTF-8 without control characters (line feeds apart), so that what was
 * written reads back as it was. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"

/* Turns the bytes of a file into UTF-8. `charset` is the name that the file gives for its own (NULL: none).
 * A byte order mark decides first, then a known `charset` that the bytes agree with, then whether the bytes
 * are UTF-8, then whether they look like Chinese text in GB18030; what is left is Latin-1. Marks at the start
 * and padding at the end (NUL, ^Z) are dropped. Fails on a NUL byte in the text. The caller frees `*out`,
 * which is NUL-terminated. */
bool text_decode(const char *bytes, size_t len, const char *charset, char **out, size_t *out_len,
                 struct err *e);

/* Is it UTF-8 as the standard has it: shortest forms, no surrogates, at most U+10FFFF? */
bool text_is_utf8(const char *text, size_t len);

/* Appends `text` as a tree may hold it: bytes that are not UTF-8 become U+FFFD, line ends of any kind a line
 * feed (a blank if `one_line`), other control characters a blank. */
void text_clean(const char *text, size_t len, bool one_line, struct buf *out);

enum { TEXT_QUOTE = 48 };
/* The beginning of a piece of input, fit for a message of one line: no control characters, cut with "…"
 * between characters. Returns `out`. */
const char *text_quote(const char *text, size_t len, char out[TEXT_QUOTE]);

/* The number of line ends (LF, CR, CRLF or LFCR) in the text. */
int text_lines(const char *text, size_t len);

/* The bytes of the line end at `text` (0 if there is none, 2 for CRLF and LFCR). */
static inline size_t text_line_end(const char *text, size_t len)
{
    if (len == 0 || (text[0] != '\n' && text[0] != '\r'))
        return 0;
    bool pair = len > 1 && (text[1] == '\n' || text[1] == '\r') && text[1] != text[0];
    return pair ? 2 : 1;
}

/* Blank, tab, line end and the like, and nothing that depends on the locale. */
static inline bool text_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

#endif
