/* Games of the terminal in files. */
#ifndef CLI_PLAY_PLAY_FILE_H
#define CLI_PLAY_PLAY_FILE_H

#include "game/game.h"

/* Writes the game; `given`: who has won by resignation, OUTCOME_OPEN if nobody resigned. Of the Connect family in the
 * format that the name tells, else as SGF. */
bool play_save(const struct game *g, const char *const name[2], enum outcome given, const char *path,
               struct err *e);

/* What the rules are to a file: none but their kind, those it has if it does not say, or those it has whatever it
 * says. */
enum play_rules { PLAY_KIND, PLAY_FALLBACK, PLAY_FORCED };

/* The game of a file, at the end of its main line, of the kind of these rules. The caller frees it. */
bool play_load(const char *path, const struct game_rules *r, enum play_rules what, struct game **out,
               struct err *e);

#endif
