/* Workers and coordinators of versions before this one, which speak by other subjects and are not heard: they are
 * told of, each once. At a broker with permissions there are none. */
#ifndef LAB_GRID_OLDER_H
#define LAB_GRID_OLDER_H

#include "lab/grid/link.h"

enum { GRID_OLDER_MOST = 100 };

struct grid_older {
    natsSubscription *sub;
    pthread_mutex_t lock; /* of the names */
    char (*name)[GRID_NAME];
    size_t names, room;
    void (*said)(void *ctx, const char *text); /* may be NULL */
    void *ctx;
};

bool grid_older_listen(struct grid_older *o, struct grid_link *l, void (*said)(void *, const char *),
                       void *ctx, struct err *e);
/* Ends it; the names stay until they are freed. */
void grid_older_end(struct grid_older *o);

#endif
