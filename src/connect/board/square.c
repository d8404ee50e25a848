/* Squares read from text; see square.h. */
#include "connect/board/square.h"

#include <string.h>

#include "game/notation.h"

bool square_parse(const struct rules *r, const char *text, const char **end, square *out, struct err *e)
{
    const char *at = text; /* of a long list of squares only the first is looked at */
    enum notation_answer a =
        notation_read(NOTATION_PEOPLE, r->m, r->n, &at, text + strnlen(text, SQUARE_TEXT), out);
    if (a == NOTATION_NO_SQUARE || (!end && *at))
        return err_set(e, "'%.20s' is not a square such as j10", text);
    if (a == NOTATION_OFF_BOARD)
        return err_set(e, "'%.*s' is not on the %dx%d board", (int)(at - text), text, r->m, r->n);
    if (end)
        *end = at;
    return true;
}
