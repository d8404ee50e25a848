/* What the files of the hunt share; see hunt.h for the way in. */
#ifndef CONNECT_PUZZLE_HUNT_INNER_H
#define CONNECT_PUZZLE_HUNT_INNER_H

#include "connect/forcing/cover.h"
#include "connect/forcing/field.h"
#include "connect/forcing/forcing.h"
#include "connect/puzzle/hunt.h"

/* What is known of a position, the attacker to move with a whole turn: by class, no win within `none`; of the
 * class DOUBLE and of a wider one, a win within `won` by the turn. */
struct hunt_entry {
    uint64_t key;
    uint8_t age, attacker;
    uint8_t none[HUNT_WIDEST + 1], won[2], wider; /* the class of won[1] */
    bool never[2];                                /* no win however long, of the class DOUBLE, and of any */
    square turn[2][HUNT_TURN];
    uint64_t packed[];
};

struct hunt {
    struct forcing *maker; /* of turns, */
    struct field *field;   /* on its board */
    int p;
    enum side attacker, defender;

    char *table;
    size_t entry_size, entries; /* a power of two */
    uint8_t age;

    struct hunt_limits limit;
    uint64_t nodes, most, next_look;
    struct pulse pulse;
    bool cut;
    bool limited; /* "none" was said for want of turns, or of turns with fewer threats */

    /* stones of the turns of all nodes on the path, one list after the other */
    square *turn; /* p stones each */
    size_t turns, turn_room;
    square refuter; /* the free stone that last helped the defender */
};

/* The table: what is known of the field's position; NULL if nothing. */
struct hunt_entry *hunt_find(struct hunt *h);
struct hunt_entry *hunt_get(struct hunt *h);

/* The field becomes the position, with this attacker. */
void hunt_begin(struct hunt *h, const struct position *p, enum side attacker);
/* The attacker is to move, and has no row to complete: does it win within n turns? By which turn? */
bool hunt_attack(struct hunt *h, int n, enum hunt_class c, square turn[HUNT_TURN]);
/* The attacker's turn is on the board: how many threats has it? −1 if the defender can complete a row. */
int hunt_threats(struct hunt *h, struct edges *e);
/* After a defence of fewer stones than a turn, which loses within n by the class DOUBLE: does it whatever the
 * other stone is, by this class? */
bool hunt_free_stone_loses(struct hunt *h, int n, enum hunt_class c);
/* The class of what follows a turn of so many threats. */
enum hunt_class hunt_narrower(const struct hunt *h, int threats, enum hunt_class c);

/* Adds the turns that may make `least` threats and stop those of the defender, the promising first. */
void hunt_turns(struct hunt *h, int least);

/* The zone of a win within n of the class DOUBLE, as the field stands; false if there is none. */
bool hunt_zone_here(struct hunt *h, int n, uint8_t *zone);

bool hunt_spent(struct hunt *h);

static inline void hunt_place(struct hunt *h, enum side side, const square *s, int n)
{
    for (int i = 0; i < n; i++)
        field_place(h->field, side, s[i]);
    h->nodes += (uint64_t)n;
}

static inline void hunt_back(struct hunt *h, int n)
{
    while (n--)
        field_undo(h->field);
}

#endif
