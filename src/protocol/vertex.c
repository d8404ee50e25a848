/* Squares of GTP; see vertex.h. */
#include "protocol/vertex.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "protocol/line.h"

static const char letters[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
enum { LETTERS = sizeof letters - 1 };

const char *vertex_column(int col, char out[SQUARE_TEXT])
{
    if (col < LETTERS)
        snprintf(out, SQUARE_TEXT, "%c", letters[col]);
    else
        snprintf(out, SQUARE_TEXT, "%c%c", letters[(col / LETTERS - 1) % LETTERS], letters[col % LETTERS]);
    return out;
}

const char *vertex_format(square s, char out[SQUARE_TEXT])
{
    char column[SQUARE_TEXT];
    snprintf(out, SQUARE_TEXT, "%.2s%d", vertex_column(square_col(s), column), (square_row(s) + 1) % 1000);
    return out;
}

bool vertex_parse(const struct rules *r, const char *text, square *out)
{
    int col = 0;
    long row;
    size_t n = 0;
    for (; isalpha((unsigned char)text[n]); n++) {
        const char *at = strchr(letters, toupper((unsigned char)text[n]));
        if (!at || n == 2)
            return false;
        col = (n ? (col + 1) * LETTERS : 0) + (int)(at - letters);
    }
    if (n == 0 || !isdigit((unsigned char)text[n]) || !word_whole(text + n, 1, r->n, &row) || col >= r->m)
        return false;
    *out = square_at(col, (int)row - 1);
    return true;
}

bool vertex_side(const char *text, enum side *out)
{
    bool black = strcasecmp(text, "b") == 0 || strcasecmp(text, "black") == 0;
    bool white = strcasecmp(text, "w") == 0 || strcasecmp(text, "white") == 0;
    if (black || white)
        *out = white ? WHITE : BLACK;
    return black || white;
}
