/* Lines of a conversation: reading them, and cutting them into words. */
#ifndef PLAY_PROTOCOL_LINE_H
#define PLAY_PROTOCOL_LINE_H

#include <stdbool.h>

#include "connect/board/square.h"
#include <stdio.h>

enum { LINE_MOST = 65536, WORDS_MOST = 1024 };

/* Reads the next line without its end; what is past LINE_MOST characters is dropped. False at the end of
 * input. `out` has room for LINE_MOST + 1. */
bool line_read(FILE *in, char *out);

/* The words of a line, cut in place. */
struct words {
    int n;
    char *word[WORDS_MOST];
};

/* Cuts at blanks and at the characters of `also`; words past WORDS_MOST are dropped. Control characters count
 * as blanks. */
void line_cut(char *line, const char *also, struct words *out);

/* A whole number, or any finite number, that is all of the text and within bounds. */
bool word_whole(const char *text, long least, long most, long *out);
bool word_number(const char *text, double least, double most, double *out);

/* "b", "black", "w", "white" in either case; leaves `*out` alone if it is none of them. */
bool word_side(const char *text, enum side *out);

#endif
