/* The segments and lines of a board: which k squares in a row there are, and which of them a square lies on.
 *
 * Segments are numbered along their lines, so the segments through a square in one direction are neighbours
 * in number: a stone updates four runs of an array. Lines shorter than k have no segments and share line 0,
 * which stands for "no line". With k = 1, where all directions give the same segments, only the rows have
 * any; but in an exact game a square has other neighbours in each direction. */
#ifndef CONNECT_THREAT_SEGMENTS_H
#define CONNECT_THREAT_SEGMENTS_H

#include "connect/board/rules.h"
#include "connect/board/square.h"

/* The segments through a square in one direction, and its place on that line. */
struct span {
    uint16_t first; /* lowest number of a segment through the square */
    uint16_t line;  /* 0 if the line is shorter than k */
    uint8_t count;  /* how many segments, 0 … k */
    uint8_t place;  /* squares before it on the line */
};

struct segment {
    square start; /* its other squares follow in steps of direction_step[direction] */
    uint8_t direction;
};

struct line {
    square start;
    uint8_t direction;
    uint8_t length;
    uint16_t first; /* its lowest segment; it has length − k + 1 of them */
};

struct segments {
    struct rules rules;
    int count, lines; /* segments; lines, line 0 included */
    struct segment *segment;
    struct line *line;
    struct span (*at)[DIRECTIONS]; /* by square */
};

struct segments *segments_new(const struct rules *r);
void segments_free(struct segments *g);

#endif
