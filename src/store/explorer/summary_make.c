/* Writing counts without games; see summary.h. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "store/explorer/inner.h"
#include "store/explorer/place.h"
#include "store/explorer/summary.h"
#include "store/explorer/summary_bytes.h"

static void put_number(struct buf *b, uint64_t n)
{
    for (; n >= 128; n >>= 7)
        buf_char(b, (char)((n & 127) | 128));
    buf_char(b, (char)n);
}

static void put_counts(struct buf *b, sqlite3_stmt *s, int first)
{
    for (int i = 0; i < 4; i++)
        put_number(b, (uint64_t)sqlite3_column_int64(s, first + i));
}

static void put_turn(struct buf *b, const struct rules *r, const uint8_t *turn, size_t len)
{
    put_number(b, len / 2);
    for (size_t i = 0; i + 1 < len; i += 2) {
        square s = (square)(turn[i] << 8 | turn[i + 1]);
        put_number(b, (uint64_t)(square_row(s) * r->m + square_col(s)));
    }
}

/* The turns from a position to others that came up often enough, those with the most games first. */
static bool put_turns(struct explorer_db *d, sqlite3_stmt *s, int64_t key, uint64_t least,
                      const struct rules *r, struct buf *out, struct err *e)
{
    struct buf turns = BUF_EMPTY;
    uint64_t count = 0;
    int status;
    sqlite3_bind_int64(s, 1, key);
    sqlite3_bind_int64(s, 2, (int64_t)least);
    while ((status = sqlite3_step(s)) == SQLITE_ROW) {
        put_counts(&turns, s, 0);
        put_turn(&turns, r, sqlite3_column_blob(s, 4), (size_t)sqlite3_column_bytes(s, 4));
        count++;
    }
    if (status != SQLITE_DONE)
        explorer_fail(d, e);
    sqlite3_reset(s);
    put_number(out, count);
    buf_bytes(out, buf_str(&turns), turns.len);
    buf_free(&turns);
    return status == SQLITE_DONE;
}

/* A position of other rules has a key of its own, and is not reached: its games are not of these rules. So the games decide. */
static const char positions[] =
    "SELECT key, p.black, p.draw, p.white, p.open FROM position_# p JOIN game g ON g.id = p.game "
    "WHERE p.black + p.draw + p.white + p.open >= ?1 AND g.rules = ?2 ORDER BY key";
static const char turns[] =
    "SELECT sum(t.b), sum(t.d), sum(t.w), sum(t.o), t.turn FROM (SELECT child, turn, black b, draw d, white "
    "w, "
    "open o FROM turn_# WHERE position = ?1 UNION ALL SELECT child, turn, result = 1, result = 3, result = "
    "2, "
    "result = 0 FROM position_# WHERE key = ?1 AND turn IS NOT NULL) t JOIN position_# c ON c.key = t.child "
    "WHERE c.black + c.draw + c.white + c.open >= ?2 GROUP BY t.child ORDER BY sum(t.b + t.d + t.w + t.o) "
    "DESC, "
    "t.child";

static bool put_positions(struct explorer_db *d, int64_t collection, const struct rules *r, uint64_t least,
                          struct buf *out, size_t *count, struct err *e)
{
    char game[RULES_TEXT];
    int status = SQLITE_ERROR;
    sqlite3_stmt *p = explorer_prepare(d, positions, collection, e),
                 *t = p ? explorer_prepare(d, turns, collection, e) : NULL;
    bool ok = t != NULL;
    if (ok) {
        sqlite3_bind_int64(p, 1, (int64_t)least);
        sqlite3_bind_text(p, 2, rules_format(r, game), -1, SQLITE_TRANSIENT);
    }
    while (ok && (status = sqlite3_step(p)) == SQLITE_ROW) {
        int64_t key = sqlite3_column_int64(p, 0);
        for (int i = 0; i < 8; i++)
            buf_char(out, (char)((uint64_t)key >> 8 * i & 255));
        put_counts(out, p, 1);
        ok = put_turns(d, t, key, least, r, out, e);
        (*count)++;
    }
    if (ok && status != SQLITE_DONE) {
        explorer_fail(d, e);
        ok = false;
    }
    sqlite3_finalize(p);
    sqlite3_finalize(t);
    return ok;
}

enum explorer_answer summary_make(struct explorer *x, int64_t collection, const struct rules *r,
                                  uint64_t least, struct buf *out, size_t *count, struct err *e)
{
    struct explorer_db *d = &x->read;
    struct buf rows = BUF_EMPTY;
    *count = 0;
    pthread_mutex_lock(&d->lock);
    enum explorer_answer a = explorer_has(d, collection, e);
    if (a == EXPLORER_FINE && !put_positions(d, collection, r, least, &rows, count, e))
        a = EXPLORER_FAILED;
    pthread_mutex_unlock(&d->lock);
    if (a == EXPLORER_FINE) {
        const uint8_t rules[6] = {(uint8_t)r->m, (uint8_t)r->n, (uint8_t)r->k,
                                  (uint8_t)r->p, (uint8_t)r->q, r->exact};
        buf_text(out, SUMMARY_MAGIC);
        buf_bytes(out, rules, sizeof rules);
        put_number(out, *count);
        buf_bytes(out, buf_str(&rows), rows.len);
    }
    buf_free(&rows);
    return a;
}
