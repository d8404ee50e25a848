/* Squares read from text; see square.h. */
#include "connect/board/square.h"

#include <ctype.h>

bool square_parse(const struct rules *r, const char *text, const char **end, square *out, struct err *e)
{
    const char *at = text;
    int col = 0, row = 0, letters = 0, digits = 0;
    for (; isalpha((unsigned char)*at) && letters < 3; at++, letters++)
        col = col * 26 + (tolower((unsigned char)*at) - 'a') + 1;
    for (; isdigit((unsigned char)*at) && digits < 4; at++, digits++)
        row = row * 10 + (*at - '0');
    if (!letters || letters > 2 || !digits || digits > 3 || (!end && *at))
        return err_set(e, "'%.20s' is not a square such as j10", text);
    if (!square_on_board(r, col - 1, row - 1))
        return err_set(e, "'%.*s' is not on the %dx%d board", (int)(at - text), text, r->m, r->n);
    *out = square_at(col - 1, row - 1);
    if (end)
        *end = at;
    return true;
}
