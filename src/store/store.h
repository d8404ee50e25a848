/* Saved games and studies in SQLite, with an index of all their positions.
 *
 * A save that was acknowledged is on the disk, whatever happens to the program or the machine afterwards; it
 * and its positions change together or not at all. Several threads may use a store at once.
 *
 * A file that is locked, full, damaged or gone is answered as such, within a short time and without its path
 * in the message; the log gets the whole story. When the cause is gone, the store goes on. */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "store/position_index.h"

struct store;

enum store_answer {
    STORE_FINE,
    STORE_NONE,     /* no tree has this number, no player this name */
    STORE_CONFLICT, /* it was saved by somebody else since */
    STORE_BUSY,     /* somebody else has the file locked: later */
    STORE_FULL,     /* the file or the disk: something must go first */
    STORE_STOPPED,  /* the time was over (db/until.h): nothing was changed */
    STORE_DAMAGED,  /* what is in the file is not what was written */
    STORE_FAILED,   /* the file cannot be read or written */
};

/* A tree to be saved, or a study of several: its chapters. */
struct store_tree {
    const char *title, *rules; /* rules: "19,19,6,2,1", of the first */
    size_t nodes;              /* the first root not counted */
    const char *body;          /* JSON: the tree, and `,"chapters":[…]` behind it if there are more */
    size_t body_len;
    const struct position_index *places;
};

struct store_options {
    const char *path;   /* NULL: in memory */
    int64_t bytes_most; /* of the file; 0: LIMIT_DATA_BYTES */
    int wait_ms;        /* for a file that is locked; 0: LIMIT_DATA_WAIT_MS */
    /* Is told what goes wrong with the file, the same thing not more than once in some seconds; may be NULL.
     * Several threads call it, one at a time. */
    void (*log)(void *context, const char *message);
    void *context;
};

/* A file that is not ours, not whole or of another version is refused. */
bool store_open(const struct store_options *o, struct store **out, struct err *e);
void store_close(struct store *s);

/* Is the file whole, and has every tree its positions in the index? Looks at everything. */
bool store_check(struct store *s, struct err *e);

/* How large it is, for those who watch. */
struct store_size {
    int64_t bytes; /* of the file; what waits in its log is not counted */
    int64_t free;  /* of these, room for what comes next */
    int64_t most;
    int64_t trees;
};
enum store_answer store_size(struct store *s, struct store_size *out, struct err *e);

enum store_answer store_insert(struct store *s, const struct store_tree *t, int64_t *id, struct err *e);
/* `revision` is the one that the caller changed, and becomes the new one; 0: whichever it is. In a conflict
 * it becomes the one that there is. */
enum store_answer store_update(struct store *s, int64_t id, const struct store_tree *t, int64_t *revision,
                               struct err *e);
/* Works on a full disk, too: some room is kept for it. */
enum store_answer store_delete(struct store *s, int64_t id, struct err *e);

/* Appends {"id","title","rules","nodes","updated","revision","tree"}, with "chapters" if there are more. */
enum store_answer store_get(struct store *s, int64_t id, struct buf *out, struct err *e);

/* The trees whose title has `query` in it (NULL: all), the last saved first, without their bodies:
 * appends {"total","trees":[…]}. */
enum store_answer store_list(struct store *s, const char *query, int64_t limit, int64_t offset,
                             struct buf *out, struct err *e);

/* What a player has done on the page, a JSON document by the player's name: appends
 * {"player","revision","updated","document"}. */
enum store_answer store_progress_get(struct store *s, const char *player, struct buf *out, struct err *e);
/* `revision` is the one that the caller changed, 0 if there was none, and becomes the new one; in a conflict
 * it becomes the one that there is. */
enum store_answer store_progress_put(struct store *s, const char *player, const char *body, size_t body_len,
                                     int64_t *revision, struct err *e);

/* The places of a position in all trees, the newest tree first: appends {"matches":[…],"cut"}. */
enum store_answer store_find(struct store *s, const struct position *p, int64_t limit, struct buf *out,
                             struct err *e);

/* Milliseconds since 1970. */
int64_t store_now_ms(void);
/* "2026-11-16T02:23:11.123Z" */
void store_put_time(struct buf *b, int64_t ms);

#endif
