/* Squares in SGF; see point.h. */
#include "game/point.h"

#include "base/text.h"
#include "game/sgf.h"

enum { LETTERS = 26 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static char small(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool is_letter(char c)
{
    return small(c) >= 'a' && small(c) <= 'z';
}

static char letter(int n)
{
    return (char)(n < LETTERS ? 'a' + n : 'A' + n - LETTERS);
}

const char *point_format(const struct record *r, square s, char out[SQUARE_TEXT])
{
    if (r->columns > 2 * LETTERS || r->rows > 2 * LETTERS)
        return square_format(s, out);
    out[0] = letter(square_col(s));
    out[1] = letter(r->rows - 1 - square_row(s));
    out[2] = '\0';
    return out;
}

/* On boards past 26 capitals are letters of their own. */
static int letter_value(const struct record *r, char c)
{
    bool more = c <= 'Z' && (r->columns > LETTERS || r->rows > LETTERS);
    return small(c) - 'a' + (more ? LETTERS : 0);
}

/* "j10": one or two letters, one to three digits; col and row may be off any board. */
static bool read_people(const char **text, const char *end, int *col, int *row)
{
    const char *at = *text, *digits = at;
    *col = *row = 0;
    for (; at < end && is_letter(*at); at++)
        *col = at - *text < 2 ? *col * LETTERS + small(*at) - 'a' + 1 : 0;
    for (digits = at; at < end && is_digit(*at); at++)
        *row = at - digits < 3 ? *row * 10 + *at - '0' : 0;
    bool ok = digits > *text && digits - *text <= 2 && at - digits <= 3;
    --*col;
    --*row;
    *text = at;
    return ok;
}

/* Two letters and no third; digits behind letters make it people's. */
static bool read_any(const struct record *r, const char **text, const char *end, int *col, int *row)
{
    const char *at = *text;
    while (at < end && is_letter(*at))
        at++;
    if (r->game->loose && at < end && is_digit(*at))
        return read_people(text, end, col, row);
    if (at - *text != 2)
        return false;
    *col = letter_value(r, at[-2]);
    *row = r->rows - 1 - letter_value(r, at[-1]);
    *text = at;
    return true;
}

bool point_read(const struct record *r, const char **text, const char *end, square *out, struct err *e)
{
    const char *at = *text;
    char shown[TEXT_QUOTE];
    int col, row;
    if (!read_any(r, &at, end, &col, &row))
        return err_set(e, "'%s' is not a square such as jj%s",
                       text_quote(*text, (size_t)(end - *text), shown), r->game->loose ? " or j10" : "");
    if (col < 0 || col >= r->columns || row < 0 || row >= r->rows)
        return err_set(e, "'%s' is not on the %dx%d board", text_quote(*text, (size_t)(at - *text), shown),
                       r->columns, r->rows);
    *out = square_at(col, row);
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
