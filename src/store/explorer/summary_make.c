/* Writing counts without games; see summary.h. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/key.h"
#include "play/book/summary_bytes.h"
#include "store/explorer/inner.h"
#include "store/explorer/summary.h"

static void put_number(struct buf *b, uint64_t n)
{
    for (; n >= 128; n >>= 7)
        buf_char(b, (char)((n & 127) | 128));
    buf_char(b, (char)n);
}

static void put_counts(struct buf *b, struct rows *r, int first)
{
    for (int i = 0; i < 4; i++)
        put_number(b, (uint64_t)rows_int(r, first + i));
}

static void put_turn(struct buf *b, const struct rules *r, const uint8_t *turn, size_t len)
{
    put_number(b, len / 2);
    for (size_t i = 0; i + 1 < len; i += 2) {
        square s = (square)(turn[i] << 8 | turn[i + 1]);
        put_number(b, (uint64_t)(square_row(s) * r->m + square_col(s)));
    }
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

/* What all questions are about. */
struct summary {
    struct db *db;
    int64_t collection;
    const struct rules *rules;
    int64_t least;
};

/* The turns from a position to others that came up often enough, those with the most games first. */
static void put_turns(const struct summary *s, int64_t key, struct buf *out)
{
    struct buf list = BUF_EMPTY;
    uint64_t count = 0;
    struct rows *r = db_ask(s->db, turns, db_of(s->collection), db_int(key), db_int(s->least));
    while (rows_next(r)) {
        size_t len;
        const uint8_t *turn = rows_bytes(r, 4, &len);
        put_counts(&list, r, 0);
        put_turn(&list, s->rules, turn, len);
        count++;
    }
    put_number(out, count);
    buf_bytes(out, buf_str(&list), list.len);
    buf_free(&list);
}

static size_t put_positions(const struct summary *s, struct buf *out)
{
    char game[RULES_TEXT];
    size_t count = 0;
    struct rows *r = db_ask(s->db, positions, db_of(s->collection), db_int(s->least),
                            db_text(rules_format(s->rules, game)));
    while (rows_next(r)) {
        int64_t key = rows_int(r, 0);
        for (int i = 0; i < 8; i++)
            buf_char(out, (char)((uint64_t)key >> 8 * i & 255));
        put_counts(out, r, 1);
        put_turns(s, key, out);
        count++;
    }
    return count;
}

enum explorer_answer summary_make(struct explorer *x, int64_t collection, const struct rules *r,
                                  uint64_t least, struct buf *out, size_t *count, struct err *e)
{
    struct explorer_db *d = explorer_hold(x);
    struct summary s = {d->db, collection, r, (int64_t)least};
    struct buf rows = BUF_EMPTY;
    enum explorer_answer a = explorer_has(d, collection, e);
    *count = a == EXPLORER_FINE ? put_positions(&s, &rows) : 0;
    a = explorer_end(d, a, e);
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
