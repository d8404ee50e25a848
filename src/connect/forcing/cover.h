/* Which stones stop threats, for the forcing search: hitting sets of the few small sets of empty squares that
 * threat segments have at a node. Exact, as connect/threat/hitting.h, but for a handful of sets and without memory of
 * its own; where there would be too much to try it says so. */
#ifndef CONNECT_FORCING_COVER_H
#define CONNECT_FORCING_COVER_H

#include "connect/forcing/field.h"

enum {
    EDGES_MOST = 96,   /* threat segments looked at: more cannot be stopped in any game that is played */
    EDGE_POOL = 1024,  /* their empty squares */
    COVERS_MOST = 256, /* critical defences kept */
    COVER_POOL = 2048, /* their squares */
};

/* The empty squares of the threat segments of a side. */
struct edges {
    int n;
    bool cut;   /* there are more */
    bool pairs; /* p = 2 and no row: all sets have two squares, maybe the same one twice */
    uint16_t from[EDGES_MOST + 1];
    square at[EDGE_POOL];
    struct pulse *pulse; /* of the field */
};

/* Sets of squares. */
struct covers {
    int n;
    bool cut; /* there are more, or it is not known */
    uint16_t from[COVERS_MOST + 1];
    square at[COVER_POOL];
};

static inline int covers_size(const struct covers *c, int i)
{
    return c->from[i + 1] - c->from[i];
}

static inline const square *covers_set(const struct covers *c, int i)
{
    return c->at + c->from[i];
}

/* The threat segments of `side`. */
void edges_find(const struct field *f, enum side side, struct edges *out);

/* The number of threats: the fewest squares that hit all, `most` + 1 if more than `most`. `sure`, which may
 * be NULL, becomes false if it was too hard to tell. */
int edges_number(const struct edges *e, int most, bool *sure);

/* The first threat segment that this set does not hit, or e->n. */
int edges_open(const struct edges *e, const square *s, int n);

/* Does this set hit all? */
bool edges_hit(const struct edges *e, const square *s, int n);

/* All sets of at most `most` squares that hit all, with none to spare. */
void edges_covers(const struct edges *e, int most, struct covers *out);

#endif
