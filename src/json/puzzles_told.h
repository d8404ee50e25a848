/* The built-in collection of puzzles as it is told: read once, then found and sent without being worked out again. */
#ifndef JSON_PUZZLES_TOLD_H
#define JSON_PUZZLES_TOLD_H

#include "connect/puzzle/puzzle.h"

struct puzzle_entry {
    struct puzzle puzzle; /* without its position */
    struct rules rules;
    const char *text; /* all of it, as JSON */
    size_t len;
};

/* All of them by rating, and how many there are; they stay. */
const struct puzzle_entry *puzzles_told(size_t *count);

/* Of the list, the one of this name; −1 if there is none. */
int puzzles_told_find(const char *id);

#endif
