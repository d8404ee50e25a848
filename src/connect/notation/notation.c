/* Squares in all dialects; see notation.h. A dialect is how its columns and rows are written: letters or numbers, from which side. */
#include "connect/notation/notation.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LETTERS = 26 };

/* How one of the two numbers of a square is written. */
enum part {
    LETTERS_ALL,  /* a … z, aa … */
    LETTERS_NO_I, /* A … Z without I, AA … */
    LETTER,       /* A … Z */
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
    [NOTATION_CONTEST] = {LETTER, LETTER, false, false, true},
    [NOTATION_CONTEST_TOP] = {LETTER, LETTER, false, true, true},
    [NOTATION_RECORD] = {LETTERS_ALL, NUMBER_FROM_1, true, false, true},
    [NOTATION_GOMOCUP] = {NUMBER_FROM_0, NUMBER_FROM_0, true, true, false},
};

/* ---- writing ---- */

static const char gtp_letters[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
enum { GTP_LETTERS = sizeof gtp_letters - 1 };

static void put_part(enum part part, bool capitals, int value, char out[SQUARE_TEXT])
{
    switch (part) {
    case LETTERS_ALL:
        square_column_text(value, out);
        for (char *c = out; *c && capitals; c++)
            *c = (char)toupper((unsigned char)*c);
        break;
    case LETTERS_NO_I:
        if (value < GTP_LETTERS)
            snprintf(out, SQUARE_TEXT, "%c", gtp_letters[value]);
        else
            snprintf(out, SQUARE_TEXT, "%c%c", gtp_letters[(value / GTP_LETTERS - 1) % GTP_LETTERS],
                     gtp_letters[value % GTP_LETTERS]);
        break;
    case LETTER:
        snprintf(out, SQUARE_TEXT, "%c", 'A' + value);
        break;
    case NUMBER_FROM_1:
    case NUMBER_FROM_0:
        snprintf(out, SQUARE_TEXT, "%d", (value + (part == NUMBER_FROM_1)) % 1000);
        break;
    }
}

const char *notation_column(enum notation n, int col, char out[SQUARE_TEXT])
{
    put_part(dialects[n].column, dialects[n].capitals, col, out);
    return out;
}

const char *notation_format(enum notation n, const struct rules *r, square s, char out[SQUARE_TEXT])
{
    const struct dialect *d = &dialects[n];
    char column[SQUARE_TEXT], row[SQUARE_TEXT];
    int from_bottom = square_row(s);
    put_part(d->column, d->capitals, square_col(s), column);
    put_part(d->row, d->capitals, d->from_top ? r->n - 1 - from_bottom : from_bottom, row);
    snprintf(out, SQUARE_TEXT, "%.3s%s%.3s", column, d->comma ? "," : "", row);
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

/* One or two letters, so many of each kind; −1 if one is none, or there are more. */
static int letters_value(const char *at, size_t n, const char *alphabet, int size)
{
    int value = 0;
    if (n > 2)
        return -1;
    for (size_t i = 0; i < n; i++) {
        const char *found = strchr(alphabet, toupper((unsigned char)at[i]));
        if (!found || !*found)
            return -1;
        value = (i ? (value + 1) * size : 0) + (int)(found - alphabet);
    }
    return value;
}

/* Reads a part and moves past it. False if there is none. */
static bool read_part(enum part part, const char **at, const char *end, int *out)
{
    static const char all[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    size_t letters = skip(*at, end, isalpha), digits = skip(*at, end, isdigit);
    const char *text = *at;
    switch (part) {
    case LETTERS_ALL:
    case LETTERS_NO_I:
        *at += letters;
        *out = part == LETTERS_ALL ? letters_value(text, letters, all, LETTERS)
                                   : letters_value(text, letters, gtp_letters, GTP_LETTERS);
        return letters >= 1 && letters <= 2 && *out >= 0;
    case LETTER:
        if (letters == 0)
            return false;
        ++*at;
        *out = toupper((unsigned char)*text) - 'A';
        return true;
    case NUMBER_FROM_1:
    case NUMBER_FROM_0:
        if (digits < 1 || digits > 3)
            return false;
        *out = part == NUMBER_FROM_1 ? -1 : 0;
        for (size_t i = 0, scale = digits; i < digits; i++, scale--) {
            int digit = text[i] - '0';
            for (size_t j = 1; j < scale; j++)
                digit *= 10;
            *out += digit;
        }
        *at += digits;
        return true;
    }
    return false;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

enum notation_answer notation_read(enum notation n, const struct rules *r, const char **text, const char *end,
                                   square *out)
{
    const char *at = *text;
    int col, row;
    const struct dialect *d = &dialects[n];
    if (!read_part(d->column, &at, end, &col))
        return NOTATION_NO_SQUARE;
    if (d->comma) {
        at = skip_blanks(at, end);
        if (at == end || *at != ',')
            return NOTATION_NO_SQUARE;
        at = skip_blanks(at + 1, end);
    }
    if (!read_part(d->row, &at, end, &row))
        return NOTATION_NO_SQUARE;
    *text = at;
    row = d->from_top ? r->n - 1 - row : row;
    if (!square_on_board(r, col, row))
        return NOTATION_OFF_BOARD;
    *out = square_at(col, row);
    return NOTATION_SQUARE;
}

enum notation_answer notation_parse(enum notation n, const struct rules *r, const char *text, square *out)
{
    const char *end = text + strlen(text), *at = skip_blanks(text, end);
    enum notation_answer a = notation_read(n, r, &at, end, out);
    return skip_blanks(at, end) == end ? a : NOTATION_NO_SQUARE;
}
