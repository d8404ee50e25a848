/* The file that a match is written to as it goes: one line of JSON for what the match is, then one for
 * each game as it ends, each safe on the disk before the next is begun. What an interrupted match is
 * resumed from. */
#ifndef PLAY_ARENA_JOURNAL_H
#define PLAY_ARENA_JOURNAL_H

#include <jansson.h>
#include <stdbool.h>

#include "base/err.h"

struct journal;

/* Starts a file that must not be there yet. NULL with a message if it cannot. */
struct journal *journal_create(const char *path, const json_t *header, struct err *e);

/* Opens one to go on with it: hands over the first line and then every game in order (false with a message:
 * refused). A last line that was cut off by a crash is dropped. Nobody else may have it open. */
struct journal *journal_open(const char *path, bool (*header)(void *who, const json_t *line, struct err *e),
                             bool (*game)(void *who, const json_t *line, struct err *e), void *who,
                             struct err *e);

/* Adds a line, which is on the disk when this returns. */
bool journal_add(struct journal *j, const json_t *line, struct err *e);
void journal_close(struct journal *j); /* NULL is fine */

#endif
