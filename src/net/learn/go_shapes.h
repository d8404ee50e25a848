/* Learning what the shapes of playouts of Go are worth (go/shapes.h), from games.
 *
 * Where a playout would choose by shapes, the player chose one of the places beside the last move or went elsewhere: each class of
 * shapes has a strength, elsewhere has strength 1, places that are diagonal to the last move a common factor, and a place's chance is
 * its share of all (Bradley and Terry's model, as Coulom's "Computing Elo Ratings of Move Patterns in the Game of Go", 2007, has it).
 * Where he went elsewhere, the same is learned of the place that he took against others drawn by chance. */
#ifndef NET_LEARN_GO_SHAPES_H
#define NET_LEARN_GO_SHAPES_H

#include "base/buf.h"
#include "net/learn/go.h"

struct go_shapes;

/* All positions of the games; what is drawn is the same every time. */
struct go_shapes *go_shapes_new(const struct data_go_source *s);
void go_shapes_free(struct go_shapes *x);

/* How well the strengths predict what was played: the mean of -log of its share, before learning anything and now. */
struct go_shapes_score {
    size_t positions; /* where a playout would choose by shapes */
    size_t beside;    /* in how many of them a place beside the last move was taken */
    double diagonal;  /* the factor of places diagonal to the last move */
    struct {
        double before, now;
    } near, far;
};

void go_shapes_learn(struct go_shapes *x, struct go_shapes_score *score);

/* As src/go/shapes.inc has them. */
void go_shapes_write(const struct go_shapes *x, struct buf *out);

#endif
