/* Squares in every dialect, whatever the game: one table.
 *
 *     people    j10     column letters a … z, aa …, without skipping i; the row from 1 at the bottom
 *     gtp       K10     the same in capitals without the letter I; past Z come AA, AB … AZ, BA
 *     sgf       jj      two letters: the column, then the row from the top; a … z, then A … Z. On boards of at most 26,
 *                       capitals are the same as small letters; boards up to 52
 *     contest   JJ      two letters: the column, then the row from the bottom; boards up to 26
 *     top       JJ      the same with the rows from the top
 *     record    J,10    people's in capitals, with a comma: contest records
 *     gomocup   9,9     column and row from 0, rows from the top
 */
#ifndef GAME_NOTATION_H
#define GAME_NOTATION_H

#include "game/square.h"

enum notation {
    NOTATION_PEOPLE,
    NOTATION_GTP,
    NOTATION_SGF,
    NOTATION_CONTEST,
    NOTATION_CONTEST_TOP,
    NOTATION_RECORD,
    NOTATION_GOMOCUP,
    NOTATIONS,
};

/* The square, which is on the board and within what the dialect has words for; returns `out`. `rows` of the board may be 0 for
 * people, gtp, contest and record, which count from the bottom. */
const char *notation_format(enum notation n, int rows, square s, char out[SQUARE_TEXT]);

/* The letters of a column, in the dialects that have them before digits (people, gtp); returns `out`. */
const char *notation_column(enum notation n, int col, char out[SQUARE_TEXT]);

enum notation_answer {
    NOTATION_SQUARE,
    NOTATION_NO_SQUARE, /* no word of the dialect */
    NOTATION_OFF_BOARD, /* a square, but of a larger board; it is moved past, too */
};

/* Reads a square of a board at *text and moves past it, at most up to `end`; the text need not end with a NUL. Letters in either
 * case. */
enum notation_answer notation_read(enum notation n, int columns, int rows, const char **text, const char *end,
                                   square *out);

/* The same where the square is all of a text that ends with a NUL, blanks around it apart. */
enum notation_answer notation_parse(enum notation n, int columns, int rows, const char *text, square *out);

#endif
