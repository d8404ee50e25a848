/* Games of the terminal in files. */
#ifndef CLI_PLAY_PLAY_FILE_H
#define CLI_PLAY_PLAY_FILE_H

#include "game/game.h"

/* Writes the game; `given`: who has won by resignation, OUTCOME_OPEN if nobody resigned. Of the Connect family in the
 * format that the name tells, else as SGF. */
bool play_save(const struct game *g, const char *const name[2], enum outcome given, const char *path,
               struct err *e);

#endif
