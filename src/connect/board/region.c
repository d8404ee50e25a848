/* A part of the board; see region.h. */
#include "connect/board/region.h"

#include <string.h>

static void mark(square a, square b, uint8_t *out)
{
    int left = square_col(a), right = square_col(b), low = square_row(a), high = square_row(b);
    for (int row = low < high ? low : high; row <= (low < high ? high : low); row++)
        for (int col = left < right ? left : right; col <= (left < right ? right : left); col++)
            out[square_at(col, row)] = 1;
}

static const char *skip(const char *text)
{
    return text + strspn(text, " ,\t\n");
}

bool region_parse(const struct position *p, const char *text, uint8_t *out, struct err *e)
{
    memset(out, 0, (size_t)square_limit(&p->rules));
    for (text = skip(text); *text; text = skip(text)) {
        square a, b;
        if (!square_parse(&p->rules, text, &text, &a, e))
            return false;
        b = a;
        if (*text == '-' && !square_parse(&p->rules, text + 1, &text, &b, e))
            return false;
        if (*text && !strchr(" ,\t\n-", *text))
            return err_set(e, "'%.20s' follows a square of the region", text);
        mark(a, b, out);
    }
    int empty, left = position_turn_length(p);
    if (region_count(p, out, &empty) == 0)
        return err_set(e, "the region has no squares");
    if (empty < left)
        return err_set(e, "the region has %d empty square%s, the turn takes %d", empty, empty == 1 ? "" : "s",
                       left);
    return true;
}

int region_count(const struct position *p, const uint8_t *region, int *empty)
{
    int n = 0;
    *empty = 0;
    for (square s = square_first(); s; s = square_next(&p->rules, s)) {
        n += region[s] != 0;
        *empty += region[s] && p->cell[s] == CELL_EMPTY;
    }
    return n;
}
