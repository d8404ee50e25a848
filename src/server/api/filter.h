/* Which games are meant, in the bodies of requests: "player", "side", "from", "to", "result". */
#ifndef SERVER_API_FILTER_H
#define SERVER_API_FILTER_H

#include <jansson.h>

#include "store/explorer/explorer.h"

struct filter_read {
    struct explorer_filter filter; /* its texts are the body's */
    bool any;                      /* it says something */
};

bool filter_read(const json_t *body, struct filter_read *out, struct err *e);

#endif
