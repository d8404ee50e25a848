/* Boards drawn with characters: what tests and people read.
 *
 * Rows from the top, one line each; `X` and `x` a black stone, `O` and `o` a white one, `.` empty; spaces
 * between squares do not count, nor do the row numbers and column letters that a drawing has around it. */
#ifndef CONNECT_BOARD_DIAGRAM_H
#define CONNECT_BOARD_DIAGRAM_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "connect/board/position.h"
#include "game/draw.h"

/* Appends the board with its coordinates; the stones of the last turn are marked. */
void diagram_draw(const struct position *p, enum diagram_style style, struct buf *out);

/* Sets `p` up from a drawing of its board. The side to move and its stones left follow from the number of
 * stones, as if they had been played in order, unless the caller settles it anew. */
bool diagram_read(struct position *p, const char *text, struct err *e);

#endif
