/* The map of a root in which the defender is to move: each of its turns, up to symmetry, and what the lab knows of it. */
#ifndef LAB_MAP_H
#define LAB_MAP_H

#include <jansson.h>

#include "lab/lab.h"

enum map_state {
    MAP_PROVED,   /* it loses: a certificate was accepted */
    MAP_COVERED,  /* the same, by the zones of another's */
    MAP_VERIFIED, /* it loses, as a verify job says whose certificates nobody has put together yet */
    MAP_REFUTED,  /* the attacker does not win against it */
    MAP_RESISTS,  /* open, and tried */
    MAP_OPEN,     /* open, and not tried by itself */
    MAP_WAITS,    /* behind a part of a turn that is not solved, or not looked at at all */
    MAP_STATES
};
extern const char *const map_state_name[MAP_STATES];

struct map_reply {
    struct squares turn; /* as the root was given, the first of its images */
    int images;          /* turns that are equal to it by a symmetry of the position, itself among them */
    enum map_state state;
    uint32_t edge;         /* of the root's; 0: none */
    uint32_t pn, dn;       /* if open */
    struct squares answer; /* the attacker's winning turn, if one is proved; or none */
};

struct map {
    size_t n;
    struct map_reply *reply;  /* in the order of squares */
    size_t count[MAP_STATES]; /* of replies */
    long turns[MAP_STATES];   /* the same with all images */
    uint16_t
        left[SQUARE_CELLS]; /* by square, as the root was given: turns with it that are not proved to lose */
};

/* False with a message if the attacker is to move there, or turns have more than two stones. Free it by map_free. */
bool lab_map(struct lab *l, const struct lab_root *r, struct map *out, struct err *e);
void map_free(struct map *m);

/* How many turns there are, before symmetries. */
size_t lab_map_turns(const struct lab *l, const struct lab_root *r);

/* {"root", "game", "attacker", "replies": {state: number}, "turns": {state: number}, "left": [{"square", "turns"}], "list", "cut"}; of
 * verified replies only if `all`. `cut`: there are more than `most` (0: no limit). */
json_t *map_json(const struct lab *l, const struct lab_root *r, const struct map *m, bool all, size_t most);

#endif
