/* The WebSocket of live analysis: from the web library to feed.h and back. */
#ifndef SERVER_SOCKET_H
#define SERVER_SOCKET_H

struct server;

/* Tells the web library of it. */
void socket_install(struct server *s);

#endif
