/* Openings that people have names for (docs/openings.md tells where each is from). */
#ifndef PLAY_OPENING_NAMES_H
#define PLAY_OPENING_NAMES_H

#include "base/buf.h"
#include "connect/board/position.h"

struct opening_name {
    const char *name;
    const char *also; /* what people call it besides; NULL: nothing */
    const char *game; /* the stones in the order of play */
};
/* The last entry's name is NULL. */
extern const struct opening_name opening_names[];

/* The opening that the game went through, up to symmetry and order of stones, of several the deepest; NULL if it has no name. Of a
 * position that was set up, itself and what was played since. `*stones` (may be NULL) gets how many stones it has. */
const struct opening_name *opening_name_of(const struct position *p, int *stones);

/* The position that a name is of, or what people call it besides, in any case of letters; NULL: no opening is called that. The
 * caller frees it. */
struct position *opening_position(const char *name);

/* Appends `XX-B22, "Mickey Mouse"`. */
void opening_name_text(const struct opening_name *o, struct buf *out);

#endif
