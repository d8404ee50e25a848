/* The log: a line for each request, refusal and WebSocket, that a person can read. No tokens, no games: of a
 * request there are its method, its path without the query and what became of it. */
#ifndef SERVER_TRANSPORT_LOG_H
#define SERVER_TRANSPORT_LOG_H

#include "base/err.h"
#include "server/transport/transport.h"

struct log;

/* Appends to the file; "-" is standard error. */
bool log_open(const char *path, struct log **out, struct err *e);
void log_close(struct log *l);

/* Something that is wrong. */
void log_note(struct log *l, const char *message);

/* Takes a line, which is written later: never waits for the disk. */
void log_event(struct log *l, const struct transport_event *e);

#endif
