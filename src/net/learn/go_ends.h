/* How recorded games of Go ended: whose each point was, and by how much.
 *
 * Only games that were counted say so: those of which the record gives a number of points. Whose the points are the record
 * marks, or playouts find out (go/final.h), once for each game, when somebody asks first; they follow from the game alone,
 * whoever asks, and count only if they agree with the record about the winner and nearly about the score. */
#ifndef NET_LEARN_GO_ENDS_H
#define NET_LEARN_GO_ENDS_H

#include "go/record.h"

struct go_ends;
struct go_ends *go_ends_new(int points);
void go_ends_free(struct go_ends *s);

/* The next game, at its end; `g` is the board there. */
void go_ends_add(struct go_ends *s, const struct go_record *r, const struct go *g);

struct go_end {
    bool scored;
    int score;            /* half points on the board, Black's less White's; komi is no part of it */
    const uint8_t *owner; /* CELL_BLACK, CELL_WHITE, CELL_EMPTY (nobody's) by point; NULL: not known */
};

/* How a game ended as the record has it; false if only playouts can tell. */
bool go_ends_known(struct go_ends *s, size_t game, struct go_end *out);
/* Finds it out, by playouts from the end of the game; false if they do not agree with the record. Any thread may ask. */
bool go_ends_find(struct go_ends *s, size_t game, const struct go *g, struct go_end *out);

#endif
