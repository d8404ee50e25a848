/* Where a reader is in the text of a file, and on which line. */
#ifndef GAME_SOURCE_H
#define GAME_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

struct record_budget;

struct source {
    const char *at, *end;
    int line;                     /* of `at`, from 1 */
    struct record_budget *budget; /* how much may be read; NULL: what the readers allow */
};

/* Moves past one character, or one line end. */
static inline void source_step(struct source *s)
{
    size_t line_end = text_line_end(s->at, (size_t)(s->end - s->at));
    s->line += line_end > 0;
    s->at += line_end ? line_end : 1;
}

/* Skips blanks; returns the character there, '\0' at the end. */
static inline char source_peek(struct source *s)
{
    while (s->at < s->end && text_is_space(*s->at))
        source_step(s);
    return s->at < s->end ? *s->at : '\0';
}

/* Begins at the first thing in a file, whose bytes become clean UTF-8 that ends with a NUL: `*clean` is to be freed
 * when the reading is over. The budget stays as it is. */
bool source_open(struct source *s, const char *text, size_t len, char **clean, struct err *e);

/* Moves behind the game that begins here: to the bracket that closes it. Values of SGF may hold brackets, and
 * these are none. False if there is no such bracket. */
bool source_pass_over(struct source *s);

#endif
