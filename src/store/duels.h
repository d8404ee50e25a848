/* Games between people in SQLite: a row each, written whole at every change.
 *
 * What was committed is on the disk, whatever happens to the program or the machine afterwards. The file also keeps the time that
 * the server has been up, in milliseconds (its pulse): clocks of games go by that, so that the time while it is down is nobody's.
 *
 * One thread uses it. After a failure everything since duel_store_begin is as it was. */
#ifndef STORE_DUELS_H
#define STORE_DUELS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "store/store.h"

struct duel_store;

/* A game as it is kept. `body` is JSON that its owner makes and reads. */
struct duel_row {
    const char *id;
    bool over;
    int64_t made, touched; /* milliseconds since 1970 */
    uint64_t client;       /* who made it, 0 once the server was started again */
    int64_t spent,
        since; /* milliseconds of the turn; the pulse at which its clock began to run, -1: it stands */
    const char *body;
};

/* `path` NULL: in memory. Clocks that ran when the server ended stand from now on, with the time up to the last pulse on them.
 * `*pulse` is that. */
bool duel_store_open(const char *path, int64_t bytes_most, struct duel_store **out, int64_t *pulse,
                     struct err *e);
void duel_store_close(struct duel_store *s);

void duel_store_begin(struct duel_store *s);
/* Ends it: what failed first, in words for clients; `*detail` for the log. */
enum store_answer duel_store_end(struct duel_store *s, struct err *e, struct err *detail);

void duel_store_put(struct duel_store *s, const struct duel_row *r);
void duel_store_drop(struct duel_store *s, const char *id);
void duel_store_pulse(struct duel_store *s, int64_t pulse);

/* STORE_NONE: there is none; STORE_DAMAGED: it is not as it was written. The body goes to the end of `*body`; `id` and `body` of the
 * row are not set. */
enum store_answer duel_store_get(struct duel_store *s, const char *id, struct duel_row *out,
                                 struct buf *body);

/* How many there are, and of these open ones that this client made. */
int64_t duel_store_count(struct duel_store *s);
int64_t duel_store_open_of(struct duel_store *s, uint64_t client);
/* Takes the game away that is over and was touched last of all such; false if there is none. */
bool duel_store_drop_oldest(struct duel_store *s);
/* Those that were not touched since, and (never begun) since `waiting`. Only a part of them, so that it does not take long. */
void duel_store_expire(struct duel_store *s, int64_t touched, int64_t waiting);
#endif
