/* Squares in files; see point.h. */
#include "connect/record/point.h"

#include "connect/notation/notation.h"
#include "connect/record/text.h"

bool point_read(const struct rules *r, const char **text, const char *end, square *out, struct err *e)
{
    const char *at = *text;
    char shown[TEXT_QUOTE];
    switch (notation_read(NOTATION_SGF, r, &at, end, out)) {
    case NOTATION_SQUARE:
        *text = at;
        return true;
    case NOTATION_OFF_BOARD:
        return err_set(e, "'%s' is not on the %dx%d board", text_quote(*text, (size_t)(at - *text), shown),
                       r->m, r->n);
    case NOTATION_NO_SQUARE:
        break;
    }
    return err_set(e, "'%s' is not a square such as jj or j10",
                   text_quote(*text, (size_t)(end - *text), shown));
}

bool point_parse(const struct rules *r, const char *text, size_t len, square *out, struct err *e)
{
    while (len && text_is_space(text[len - 1]))
        len--;
    for (; len && text_is_space(*text); text++)
        len--;
    const char *at = text;
    if (!point_read(r, &at, text + len, out, e))
        return false;
    if (at != text + len) {
        char shown[TEXT_QUOTE];
        return err_set(e, "'%s' is not a square such as jj or j10", text_quote(text, len, shown));
    }
    return true;
}
