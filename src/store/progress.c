/* What players have done on the page: a document each; see store.h. */
#include <inttypes.h>

#include "store/store_db.h"
#include "store/store_sum.h"
#include "json/limits.h"
#include "json/tree.h"

static int64_t sum_of(const char *player, const char *body, size_t len)
{
    return store_sum(player, "progress", body, len);
}

enum store_answer store_progress_get(struct store *s, const char *player, struct buf *out, struct err *e)
{
    enum store_answer why;
    struct store_db *d = store_take(s, false, &why, e);
    if (!d)
        return why;
    struct rows *r =
        db_ask(d->db, "SELECT revision, updated, body, sum FROM progress WHERE player = ?1", db_text(player));
    if (!rows_next(r))
        return store_release(d, STORE_NONE, e);
    size_t len;
    const char *body = rows_bytes(r, 2, &len);
    if (rows_int(r, 3) != sum_of(player, body, len)) {
        db_fail(d->db, DB_DAMAGED, "damaged: a player's progress is not as it was saved");
    } else {
        buf_text(out, "{\"player\":");
        tree_put_text(out, player);
        buf_format(out, ",\"revision\":%" PRId64 ",\"updated\":\"", rows_int(r, 0));
        store_put_time(out, rows_int(r, 1));
        buf_text(out, "\",\"document\":");
        buf_bytes(out, body, len);
        buf_char(out, '}');
    }
    rows_end(r);
    return store_release(d, STORE_FINE, e);
}

static enum store_answer put(struct db *d, const char *player, const char *body, size_t len,
                             int64_t *revision, struct err *e)
{
    int64_t there = db_number(d, 0, "SELECT revision FROM progress WHERE player = ?1", db_text(player));
    int64_t players = db_number(d, 0, "SELECT count(*) FROM progress");
    bool stale = *revision != there;
    *revision = stale ? there : there < INT64_MAX ? there + 1 : 1; /* in an edited file there may be any */
    if (stale)
        return STORE_CONFLICT;
    if (there == 0 && players >= LIMIT_PLAYERS) {
        err_set(e, "%d players are known, and no more can be", LIMIT_PLAYERS);
        return STORE_FULL;
    }
    db_do(
        d,
        "INSERT INTO progress (player, revision, updated, body, sum) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT "
        "(player) DO UPDATE SET revision = ?2, updated = ?3, body = ?4, sum = ?5",
        db_text(player), db_int(*revision), db_int(store_now_ms()), db_text_of(body, len),
        db_int(sum_of(player, body, len)));
    return STORE_FINE;
}

enum store_answer store_progress_put(struct store *s, const char *player, const char *body, size_t body_len,
                                     int64_t *revision, struct err *e)
{
    enum store_answer answer;
    struct store_db *d = store_take(s, true, &answer, e);
    if (!d)
        return answer;
    int64_t now = *revision;
    db_begin(d->db);
    answer = store_end(d, put(d->db, player, body, body_len, &now, e), e);
    if (answer == STORE_FINE || answer == STORE_CONFLICT)
        *revision = now;
    return store_release(d, answer, e);
}
