/* What is known of positions with the attacker to move, all reached from one starting position.
 *
 * A proof may not be lossy: an entry holds the stones that were added to the starting position, and a look-up
 * compares them all with the board. */
#ifndef CONNECT_PROOF_TABLE_H
#define CONNECT_PROOF_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "connect/forcing/forcing.h"
#include "connect/forcing/zone.h"
#include "connect/proof/battle.h"

enum { TABLE_ORDERS = 4 };

/* The zones of a won position, as they are kept. */
struct kept_zones {
    int n, all_from;
    square *at;
    uint8_t *level;
};

struct entry {
    uint64_t key;
    uint32_t next;   /* in the chain of its hash, 0 at the end */
    uint32_t stones; /* in the table's pool: the attacker's added stones, then the defender's */
    uint32_t turn;   /* in the pool: the winning turn, or all turns of a line */
    uint16_t attackers, defenders;
    uint8_t left, turn_length;
    int8_t won;   /* the order of the win, −1 if none is known */
    uint8_t line; /* turns of the line that wins whatever the defences; 0: it is no line */
    uint8_t
        given_up[TABLE_ORDERS + 1]; /* by order: the effort (prover.h) that found nothing, 0 if not tried */
    struct kept_zones *zones;       /* of the win, NULL if not kept */
    uint32_t next_zones;            /* next entry with zones and the same attacker's stones */
};

struct table;

/* For positions that the battle reaches from where it stands; it remembers at most that many bytes of
 * failures, wins always. The caller frees it, before the battle. */
struct table *table_new(struct battle *b, size_t memory);
void table_free(struct table *t);

/* The entry of the battle's position, NULL if there is none; valid until the next table_make. */
struct entry *table_find(struct table *t);
/* The same, made if it is not there; NULL if memory is used up, unless it is for a win. */
struct entry *table_make(struct table *t, bool win);

void table_set_turn(struct table *t, struct entry *e, const struct squares *turn, int order);
/* The same for a win of order 1 by a line (connect/forcing/forcing.h). */
void table_set_line(struct table *t, struct entry *e, const struct forcing_line *l);
void table_get_line(const struct table *t, const struct entry *e, struct forcing_line *l);
/* The first turn. */
void table_get_turn(const struct table *t, const struct entry *e, struct squares *turn);

/* Keeps the zones of the battle's position, which is won. */
void table_set_zones(struct table *t, struct entry *e, const struct zones *z);
/* z |= kept ≪ d */
void kept_zones_merge(struct zones *z, const struct kept_zones *k, int d);

/* A won position with zones that settles the battle's: the same side to move and attacker's stones, and
 * fewer defender's stones, those that are new being irrelevant to its zones (SPEC 4.3). NULL if there is
 * none. */
struct entry *table_settles(struct table *t);

size_t table_bytes(const struct table *t);
size_t table_entries(const struct table *t);

#endif
