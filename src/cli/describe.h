/* Positions in words and in JSON, as several commands print them. */
#ifndef CLI_DESCRIBE_H
#define CLI_DESCRIBE_H

#include <jansson.h>

#include "base/buf.h"
#include "board/diagram.h"
#include "board/position.h"

/* Appends "White to move, 2 stones" or how the game ended: "Black has won: e5 f6 …", "a draw". */
void describe_state(const struct position *p, struct buf *out);

/* Appends squares with blanks between them: "j10 k11". */
void describe_squares(const square *s, int n, struct buf *out);

/* ["j10", "k11"] */
json_t *describe_squares_json(const square *s, int n);

/* The rules as {"m": 19, …}, the stones by colour, those played in order, who is to move, the outcome. */
json_t *describe_position_json(const struct position *p);

/* "black" or "white", as in JSON and options. */
const char *describe_side(enum side s);

/* How to draw on standard output: colours where a person looks at a terminal and did not ask to be spared
 * (NO_COLOR); plain characters for programs. */
enum diagram_style describe_style(void);
/* "plain", "unicode", "colour"; false if it is none of them. */
bool describe_parse_style(const char *text, enum diagram_style *out);

/* Prints the JSON to standard output, and lets go of it. */
void describe_print_json(json_t *j);

#endif
