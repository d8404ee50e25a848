/* Listening while we think: lines of standard input are read on a thread of their own, so that their end is
 * noticed at once. A program whose other side is gone must not think on. */
#ifndef CLI_PLAY_LISTEN_H
#define CLI_PLAY_LISTEN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

struct listener;

/* Reads `in` to its end, or to the first line that `last` says ends the conversation. NULL if no thread can
 * be had. */
struct listener *listener_new(FILE *in, bool (*last)(const char *line));
void listener_free(struct listener *l);

/* The next line, into `out`, which has room for LINE_MOST + 1; waits for it. False at the end. */
bool listener_line(struct listener *l, char *out);

/* Becomes true half a second after the end was seen: enough for an answer that was nearly there. */
const atomic_bool *listener_over(const struct listener *l);

#endif
