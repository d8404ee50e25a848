/* The scout of the Connect family (game/scout.h): rows and numbers of threats, forcing wins of the side to move, and the squares
 * that have to be met where the other side threatens to win. */
#ifndef CONNECT_GAME_SCOUT_H
#define CONNECT_GAME_SCOUT_H

#include "connect/forcing/forcing.h"
#include "game/scout.h"

/* `nodes`: stones that a forcing search may place, 0: none is made. `zones`: are wins of the other side looked for, too? */
struct scout *connect_scout(const struct rules *r, uint64_t nodes, bool zones, size_t table);

/* Its forcing searches, for questions between two looks. */
struct forcing *connect_scout_forcing(struct scout *x);

#endif
