/* The nets inside the program. */
#ifndef NET_BUILTIN_H
#define NET_BUILTIN_H

#include "net/file.h"

/* The games that they are for, by number; NULL after the last. */
const char *net_builtin_game(int number);

/* The net of a game ("connect6", "go"; free with net_file_done). */
bool net_builtin(const char *game, struct net_file *out, struct err *e);

/* The net of a file; with "builtin" the one inside for `game`, with "builtin:GAME" that of another. */
bool net_open(const char *path, const char *game, struct net_file *out, struct err *e);

#endif
