/* How much a client may ask for; GET /api/v1/info tells it. */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

enum {
    LIMIT_BODY_BYTES = 8 << 20,
    LIMIT_TREE_NODES = 50000,
    LIMIT_TREE_DEPTH =
        1000,           /* nodes on a line: jansson reads 2,048 brackets into each other, and a node is two */
    LIMIT_TITLE = 200,  /* characters */
    LIMIT_LIST = 200,   /* trees or matches in one answer */
    LIMIT_GAMES = 1000, /* in one imported file */
    LIMIT_LIVE_IDS = 16, /* searches of one socket at a time */
};
#define LIMIT_MOVE_SECONDS    600.0
#define LIMIT_FORCING_SECONDS 600.0

#endif
