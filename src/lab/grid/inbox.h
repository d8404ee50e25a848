/* What a worker holds: orders that wait, and results that nobody has taken yet. It knows no broker. There
 * is never more on it than so much, whatever coordinators do. */
#ifndef LAB_GRID_INBOX_H
#define LAB_GRID_INBOX_H

#include "lab/grid/frame.h"

#define INBOX_OFFER      2.0 /* seconds after which a result is offered again, twice as many each time */
#define INBOX_OFFER_MOST 60.0
#define INBOX_KEEP       86400.0 /* a result that nobody takes for so long is forgotten */

enum {
    INBOX_ORDERS = 8, /* that wait; of one coordinator two, as one may be cancelled and not know it */
    INBOX_ORDERS_EACH = 2,
    INBOX_RESULTS = 8,      /* and of results, of so many bytes together; the oldest go first, */
    INBOX_RESULTS_EACH = 4, /* and who has so many loses its own */
    INBOX_BYTES = 128 << 20,
};

struct inbox_order {
    struct grid_held of;
    struct buf line;
};

struct inbox_result {
    struct grid_held of;
    char try[GRID_ID];
    struct buf bytes;
    size_t line;
    double made, offered, wait;
};

struct inbox {
    struct inbox_order order[INBOX_ORDERS]; /* the oldest first */
    int orders;
    struct inbox_result result[INBOX_RESULTS];
    int results;
};

void inbox_free(struct inbox *d);

/* An order; `line` is copied. False if there is too much already. One that waits is not added again. */
bool inbox_add(struct inbox *d, const struct grid_held *of, const char *line, size_t len);
/* The next one to be done; the caller frees its line. False if there is none. */
bool inbox_next(struct inbox *d, struct inbox_order *out);

/* Keeps a result, whose bytes are taken over, and offers it from now on. */
void inbox_keep(struct inbox *d, const struct grid_held *of, struct buf *bytes, size_t line, double now);
struct inbox_result *inbox_result(struct inbox *d, const struct grid_held *of);
/* A result that is to be offered now, which counts as done; NULL: none. */
const struct inbox_result *inbox_offer(struct inbox *d, double now);
/* Somebody may have begun to listen: results of this coordinator's, or (NULL) all, are offered at once. */
void inbox_offer_again(struct inbox *d, const char *coordinator);

/* Neither the order nor its result is wanted any more. */
void inbox_drop(struct inbox *d, const struct grid_held *of);

/* Appends what is there to a list of so many. */
int inbox_list(const struct inbox *d, struct grid_held *out, int n, int most);

#endif
