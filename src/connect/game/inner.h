/* Inside src/connect/game: its records (connect_record.c), for the table in connect.c. */
#ifndef CONNECT_GAME_INNER_H
#define CONNECT_GAME_INNER_H

#include "game/game.h"

bool connect_read(const char *text, size_t len, const struct game_reading *how, game_read_one *one,
                  void *context, struct err *e);
struct record *connect_record(const struct game *g);

#endif
