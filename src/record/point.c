/* Squares in files; see point.h. */
#include "record/point.h"

#include <string.h>

#include "record/text.h"

enum { LETTERS = 26, SGF_MOST = 2 * LETTERS };

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool either_case(const struct rules *r)
{
    return r->m <= LETTERS && r->n <= LETTERS;
}

static int letter_number(const struct rules *r, char c)
{
    if (c >= 'a')
        return c - 'a';
    return c - 'A' + (either_case(r) ? 0 : LETTERS);
}

static bool off_board(const struct rules *r, const char *text, size_t len, struct err *e)
{
    char shown[TEXT_QUOTE];
    return err_set(e, "'%s' is not on the %dx%d board", text_quote(text, len, shown), r->m, r->n);
}

bool point_read(const struct rules *r, const char **text, const char *end, square *out, struct err *e)
{
    const char *at = *text;
    size_t letters = 0, digits = 0, rest = (size_t)(end - at);
    while (letters < rest && is_letter(at[letters]))
        letters++;
    while (letters + digits < rest && is_digit(at[letters + digits]))
        digits++;
    size_t len = letters + digits;
    if (letters < 1 || letters > 2 || digits > 3 || (letters == 1 && !digits)) {
        char shown[TEXT_QUOTE];
        return err_set(e, "'%s' is not a square such as jj or j10", text_quote(at, rest, shown));
    }
    if (digits) {
        char copy[SQUARE_TEXT];
        memcpy(copy, at, len);
        copy[len] = '\0';
        if (!square_parse(r, copy, NULL, out, e))
            return false;
    } else {
        int col = letter_number(r, at[0]), row = r->n - 1 - letter_number(r, at[1]);
        if (!square_on_board(r, col, row))
            return off_board(r, at, len, e);
        *out = square_at(col, row);
    }
    *text = at + len;
    return true;
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

static char number_letter(int n)
{
    return (char)(n < LETTERS ? 'a' + n : 'A' + n - LETTERS);
}

const char *point_format(const struct rules *r, square s, char out[SQUARE_TEXT])
{
    if (r->m > SGF_MOST || r->n > SGF_MOST)
        return square_format(s, out);
    out[0] = number_letter(square_col(s));
    out[1] = number_letter(r->n - 1 - square_row(s));
    out[2] = '\0';
    return out;
}
