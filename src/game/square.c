/* Squares as text; see square.h. */
#include "game/square.h"

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
