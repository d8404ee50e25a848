/* Squares in SGF; see point.h. */
#include "game/point.h"

#include <ctype.h>

#include "base/text.h"
#include "game/notation.h"
#include "game/sgf.h"

const char *point_format(const struct record *r, square s, char out[SQUARE_TEXT])
{
    enum { LETTERS = 52 };
    bool large = r->columns > LETTERS || r->rows > LETTERS;
    return notation_format(large ? NOTATION_PEOPLE : NOTATION_SGF, r->rows, s, out);
}

/* Two letters and no third; digits behind letters make it people's. */
static enum notation_answer read_any(const struct record *r, const char **text, const char *end, square *out)
{
    const char *at = *text;
    while (at < end && isalpha((unsigned char)*at))
        at++;
    bool people = r->game->loose && at < end && isdigit((unsigned char)*at);
    if (!people && at - *text != 2)
        return NOTATION_NO_SQUARE;
    return notation_read(people ? NOTATION_PEOPLE : NOTATION_SGF, r->columns, r->rows, text, end, out);
}

bool point_read(const struct record *r, const char **text, const char *end, square *out, struct err *e)
{
    const char *at = *text;
    char shown[TEXT_QUOTE];
    enum notation_answer a = read_any(r, &at, end, out);
    if (a == NOTATION_NO_SQUARE)
        return err_set(e, "'%s' is not a square such as jj%s",
                       text_quote(*text, (size_t)(end - *text), shown), r->game->loose ? " or j10" : "");
    if (a == NOTATION_OFF_BOARD)
        return err_set(e, "'%s' is not on the %dx%d board", text_quote(*text, (size_t)(at - *text), shown),
                       r->columns, r->rows);
    *text = at;
    return true;
}

bool point_parse(const struct record *r, const char *text, size_t len, square *out, struct err *e)
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
        return err_set(e, "'%s' is not a square such as jj%s", text_quote(text, len, shown),
                       r->game->loose ? " or j10" : "");
    }
    return true;
}
