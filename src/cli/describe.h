/* What several commands print, and JSON on its way out (json/game.h makes it). */
#ifndef CLI_DESCRIBE_H
#define CLI_DESCRIBE_H

#include <jansson.h>
#include <stdio.h>

#include "base/buf.h"
#include "connect/board/diagram.h"
#include "connect/board/position.h"

/* Appends squares with blanks between them: "j10 k11". */
void describe_squares(const square *s, int n, struct buf *out);

/* Appends `; opening XX-B22, "Mickey Mouse"` if the game went through an opening that has a name. */
void describe_opening(const struct position *p, struct buf *out);

/* How to draw on standard output: colours where a person looks at a terminal and did not ask to be spared
 * (NO_COLOR); plain characters for programs. */
enum diagram_style describe_style(void);
/* "plain", "unicode", "colour"; false if it is none of them. */
bool describe_parse_style(const char *text, enum diagram_style *out);

/* Prints the JSON to standard output, or to a stream, and lets go of it. */
void describe_print_json(json_t *j);
void describe_write_json(json_t *j, FILE *to);

/* Where a command tells what it found: standard output, unless it writes its certificate there. */
FILE *describe_beside(const char *cert);

#endif
