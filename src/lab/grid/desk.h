/* What a worker has on its desk: orders that wait, and results that nobody has taken yet. It knows no broker. There
 * is never more on it than so much, whatever coordinators do. */
#ifndef LAB_GRID_DESK_H
#define LAB_GRID_DESK_H

#include "lab/grid/frame.h"

#define DESK_OFFER      2.0 /* seconds after which a result is offered again, twice as many each time */
#define DESK_OFFER_MOST 60.0
#define DESK_KEEP       86400.0 /* a result that nobody takes for so long is forgotten */

enum {
    DESK_ORDERS = 8, /* that wait; of one coordinator two, as one may be cancelled and not know it */
    DESK_ORDERS_EACH = 2,
    DESK_RESULTS = 8,      /* and of results, of so many bytes together; the oldest go first, */
    DESK_RESULTS_EACH = 4, /* and who has so many loses its own */
    DESK_BYTES = 128 << 20,
};

struct desk_order {
    struct grid_held of;
    struct buf line;
};

struct desk_result {
    struct grid_held of;
    char try[GRID_ID];
    struct buf bytes;
    size_t line;
    double made, offered, wait;
};

struct desk {
    struct desk_order order[DESK_ORDERS]; /* the oldest first */
    int orders;
    struct desk_result result[DESK_RESULTS];
    int results;
};

void desk_free(struct desk *d);

/* An order; `line` is copied. False if there is too much already. One that waits is not added again. */
bool desk_add(struct desk *d, const struct grid_held *of, const char *line, size_t len);
/* The next one to be done; the caller frees its line. False if there is none. */
bool desk_next(struct desk *d, struct desk_order *out);

/* Keeps a result, whose bytes are taken over, and offers it from now on. */
void desk_keep(struct desk *d, const struct grid_held *of, struct buf *bytes, size_t line, double now);
struct desk_result *desk_result(struct desk *d, const struct grid_held *of);
/* A result that is to be offered now, which counts as done; NULL: none. */
const struct desk_result *desk_offer(struct desk *d, double now);
/* Somebody may have begun to listen: results of this coordinator's, or (NULL) all, are offered at once. */
void desk_offer_again(struct desk *d, const char *coordinator);

/* Neither the order nor its result is wanted any more. */
void desk_drop(struct desk *d, const struct grid_held *of);

/* Appends what is there to a list of so many. */
int desk_list(const struct desk *d, struct grid_held *out, int n, int most);

#endif
