/* What the people who run the server want to know, and nobody else. */
#ifndef SERVER_API_NOTE_H
#define SERVER_API_NOTE_H

struct server;

/* Into the log, or to standard error if there is none; the same thing not again and again. */
void note(struct server *s, const char *message);

#endif
