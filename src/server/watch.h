/* Time limits on connections, and the sockets behind them.
 *
 * The web library waits for every piece of a request or an answer separately, so that a client that sends or
 * takes one byte at a time can hold a connection for hours. The watch shuts down the socket of whatever is
 * not over at its deadline, which ends the library's waiting. */
#ifndef SERVER_WATCH_H
#define SERVER_WATCH_H

#include <stdbool.h>

struct watch;

struct watch *watch_new(void);
void watch_free(struct watch *w);

/* Shuts the socket down in so many seconds, unless it is dropped before; returns a number to drop it by. */
int watch_add(struct watch *w, int socket, double seconds);
/* Returns false if the deadline had passed. */
bool watch_drop(struct watch *w, int id);

/* The socket of the connection between this port of ours and that port of a client, -1 if there is none. */
int watch_find_socket(const char *client, int client_port, int port);

/* Shuts down every connection to a port of ours, and the socket that takes new ones: the web library, which
 * looks every two seconds whether it should end, then looks at once. */
void watch_hang_up(int port);

/* Has the other end closed the connection? */
bool watch_is_closed(int socket);

#endif
