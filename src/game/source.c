/* The text of files, and what stands around a game; see source.h. */
#include "game/source.h"

#include <string.h>

#include "base/mem.h"
#include "game/sgf_lex.h"

/* Is it ASCII, which every character set that files name agrees on, with nothing to clean away? */
static bool is_plain(const char *text, size_t len)
{
    unsigned char high = 0;
    for (size_t i = 0; i < len; i++)
        high |= (unsigned char)text[i];
    return high < 0x80 && !memchr(text, '\0', len) && (len == 0 || text[len - 1] != '\x1a');
}

bool source_open(struct source *s, const char *text, size_t len, char **clean, struct err *e)
{
    if (is_plain(text, len)) {
        *clean = mem_strndup(text, len);
    } else {
        char charset[CHARSET_NAME];
        sgf_charset(text, len, charset);
        if (!text_decode(text, len, charset[0] ? charset : NULL, clean, &len, e))
            return false;
    }
    s->at = *clean;
    s->end = *clean + len;
    s->line = 1;
    source_peek(s);
    return true;
}

bool source_pass_over(struct source *s)
{
    const char *pair = *s->at == '(' ? "()" : *s->at == '{' ? "{}" : NULL;
    int depth = 0;
    bool value = false;
    while (pair && s->at < s->end) {
        char c = *s->at;
        if (value && c == '\\' && s->at + 1 < s->end)
            source_step(s);
        else if (c == '[' || c == ']')
            value = c == '[';
        else if (!value)
            depth += (c == pair[0]) - (c == pair[1]);
        source_step(s);
        if (depth == 0)
            return true;
    }
    return false;
}
