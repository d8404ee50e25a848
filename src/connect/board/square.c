/* Squares as text; see square.h. */
#include "connect/board/square.h"

#include <ctype.h>
#include <stdio.h>

const char *square_column_text(int col, char out[SQUARE_TEXT])
{
    /* Columns past z: aa is 26, as in a spreadsheet. */
    int n = 0;
    if (col >= 26)
        out[n++] = (char)('a' + col / 26 - 1);
    out[n++] = (char)('a' + col % 26);
    out[n] = '\0';
    return out;
}

const char *square_format(square s, char out[SQUARE_TEXT])
{
    char letters[SQUARE_TEXT];
    /* Both are below 127: two letters and three digits fit. */
    snprintf(out, SQUARE_TEXT, "%.2s%d", square_column_text(square_col(s), letters),
             (square_row(s) + 1) % 1000);
    return out;
}

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
