/* Squares in all dialects; see notation.h. A dialect is how its columns and rows are written: letters or numbers, from which side. */
#include "game/notation.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* How one of the two numbers of a square is written. */
enum part {
    LETTERS_ALL,  /* a … z, aa … */
    LETTERS_NO_I, /* a … z without i, aa … */
    LETTER,       /* a … z */
    LETTER_CASE,  /* a … z, then A … Z on boards past 26 */
    NUMBER_FROM_1,
    NUMBER_FROM_0,
};

static const struct dialect {
    enum part column, row;
    bool comma;    /* between them */
    bool from_top; /* rows are counted from the top */
    bool capitals;
} dialects[NOTATIONS] = {
    [NOTATION_PEOPLE] = {LETTERS_ALL, NUMBER_FROM_1, false, false, false},
    [NOTATION_GTP] = {LETTERS_NO_I, NUMBER_FROM_1, false, false, true},
    [NOTATION_SGF] = {LETTER_CASE, LETTER_CASE, false, true, false},
    [NOTATION_CONTEST] = {LETTER, LETTER, false, false, true},
    [NOTATION_CONTEST_TOP] = {LETTER, LETTER, false, true, true},
    [NOTATION_RECORD] = {LETTERS_ALL, NUMBER_FROM_1, true, false, true},
    [NOTATION_GOMOCUP] = {NUMBER_FROM_0, NUMBER_FROM_0, true, true, false},
};

static const char alphabet[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
                  without_i[] = "abcdefghjklmnopqrstuvwxyz";
enum { LETTERS = 26 };

/* ---- writing ---- */

static char *put_letters(const char *letters, int size, bool capitals, int value, char *out)
{
    if (value >= size) /* as in a spreadsheet */
        out = put_letters(letters, size, capitals, value / size - 1, out);
    char c = letters[value % size];
    *out++ = (char)(capitals ? toupper((unsigned char)c) : c);
    return out;
}

static char *put_number(int value, char *out)
{
    if (value >= 10)
        out = put_number(value / 10, out);
    *out++ = (char)('0' + value % 10);
    return out;
}

/* Returns the end of what was written; a side is at most GAME_SIDE_MOST, so two parts and a comma have room. */
static char *put_part(enum part part, bool capitals, int value, char *out)
{
    switch (part) {
    case LETTERS_NO_I:
        return put_letters(without_i, LETTERS - 1, capitals, value, out);
    case NUMBER_FROM_1:
    case NUMBER_FROM_0:
        return put_number(value + (part == NUMBER_FROM_1), out);
    case LETTER_CASE:
        return put_letters(alphabet, 2 * LETTERS, capitals, value, out);
    default:
        return put_letters(alphabet, LETTERS, capitals, value, out);
    }
}

const char *notation_column(enum notation n, int col, char out[SQUARE_TEXT])
{
    *put_part(dialects[n].column, dialects[n].capitals, col, out) = '\0';
    return out;
}

const char *notation_format(enum notation n, int rows, square s, char out[SQUARE_TEXT])
{
    const struct dialect *d = &dialects[n];
    int row = d->from_top ? rows - 1 - square_row(s) : square_row(s);
    char *at = put_part(d->column, d->capitals, square_col(s), out);
    if (d->comma)
        *at++ = ',';
    *put_part(d->row, d->capitals, row, at) = '\0';
    return out;
}

/* ---- reading ---- */

static size_t skip(const char *at, const char *end, int (*is)(int))
{
    size_t n = 0;
    while (at + n < end && is((unsigned char)at[n]))
        n++;
    return n;
}

/* One or two letters of so many; false if one is none, or there are more. */
static bool letters_value(const char *at, size_t n, const char *letters, int size, int *out)
{
    *out = -1;
    for (size_t i = 0; i < n && n <= 2; i++) {
        const char *found = memchr(letters, tolower((unsigned char)at[i]), (size_t)size);
        if (!found)
            return false;
        *out = (*out + 1) * size + (int)(found - letters);
    }
    return n >= 1 && n <= 2;
}

static bool number_value(const char *at, size_t n, int *out)
{
    *out = 0;
    for (size_t i = 0; i < n && n <= 3; i++)
        *out = *out * 10 + at[i] - '0';
    return n >= 1 && n <= 3;
}

/* Reads a part and moves past it. False if there is none. `large`: of a board past 26. */
static bool read_part(enum part part, bool large, const char **at, const char *end, int *out)
{
    const char *text = *at;
    bool number = part == NUMBER_FROM_1 || part == NUMBER_FROM_0, one = part == LETTER || part == LETTER_CASE;
    size_t n = skip(text, end, number ? isdigit : isalpha);
    if (one && n > 1)
        n = 1;
    *at += n;
    if (number) {
        bool ok = number_value(text, n, out);
        *out -= part == NUMBER_FROM_1;
        return ok;
    }
    bool no_i = part == LETTERS_NO_I;
    if (!letters_value(text, n, no_i ? without_i : alphabet, no_i ? LETTERS - 1 : LETTERS, out))
        return false;
    if (part == LETTER_CASE && large && isupper((unsigned char)*text))
        *out += LETTERS;
    return true;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

enum notation_answer notation_read(enum notation n, int columns, int rows, const char **text, const char *end,
                                   square *out)
{
    const char *at = *text;
    int col, row;
    bool large = columns > LETTERS || rows > LETTERS;
    const struct dialect *d = &dialects[n];
    if (!read_part(d->column, large, &at, end, &col))
        return NOTATION_NO_SQUARE;
    if (d->comma) {
        at = skip_blanks(at, end);
        if (at == end || *at != ',')
            return NOTATION_NO_SQUARE;
        at = skip_blanks(at + 1, end);
    }
    if (!read_part(d->row, large, &at, end, &row))
        return NOTATION_NO_SQUARE;
    *text = at;
    row = d->from_top ? rows - 1 - row : row;
    if (col < 0 || col >= columns || row < 0 || row >= rows)
        return NOTATION_OFF_BOARD;
    *out = square_at(col, row);
    return NOTATION_SQUARE;
}

enum notation_answer notation_parse(enum notation n, int columns, int rows, const char *text, square *out)
{
    const char *end = text + strlen(text), *at = skip_blanks(text, end);
    enum notation_answer a = notation_read(n, columns, rows, &at, end, out);
    return skip_blanks(at, end) == end ? a : NOTATION_NO_SQUARE;
}
