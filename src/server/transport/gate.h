/* Who may talk to the server.
 *
 * A page from elsewhere, open in the same browser, must not reach the server: not by its address (Origin
 * names that page then), and not by a name of its own that is made to point here (DNS rebinding: Host names
 * it then). So Host must be a name of ours or a plain IP address, and Origin, if there is one, the very same
 * host. Pictures and scripts that a page from elsewhere names are asked for without an Origin: there the browser says where the
 * request comes from (Sec-Fetch-Site). With a token, a request must also show it: in a header, or in the cookie that the page's first
 * address sets. */
#ifndef SERVER_TRANSPORT_GATE_H
#define SERVER_TRANSPORT_GATE_H

#include <stdbool.h>

#include "server/transport/request.h"

struct gate {
    bool loopback;
    char *token, *name; /* NULL: none */
    char machine[256];  /* this machine's name, "" if unknown */
};

void gate_init(struct gate *g, const char *address, const char *token, const char *name);
void gate_done(struct gate *g);

/* Is this the Host of a request to us? NULL (there was none) is not. */
bool gate_host(const struct gate *g, const char *host);

/* Does this Origin belong to the page of the same host? NULL: there was none, which programs do. */
bool gate_origin(const char *origin, const char *host);

/* Does the browser say that a page of another origin asks? Not if it says nothing (NULL), which programs do, or that a person does. */
bool gate_foreign(const char *site);

/* Does one of these show the token? Both may be NULL. True if none is asked for. */
bool gate_shows(const struct gate *g, const char *authorization, const char *cookie);
/* A token of less than GATE_LONG letters could be found by trying one after the other. Of those who tried too many lately (`suspect`) nothing
 * is looked at then, be it right or wrong. A longer one is always looked at, so that guessing keeps nobody out who knows it. */
enum { GATE_LONG = 22 };
bool gate_looks(const struct gate *g, const struct transport_request *q);
/* The same for a request, all its cookies with it; false if it is not looked at. */
bool gate_token(const struct gate *g, const struct transport_request *q);

/* The same for the value itself. */
bool gate_token_is(const struct gate *g, const char *token);

/* A request that gate_token refuses: does it show a token at all, which is wrong then? */
bool gate_guesses(const struct gate *g, const struct transport_request *q);

#define GATE_COOKIE "hexad_token"

#endif
