/* What the rows of the opening database say of a position; see known.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sha256.h"
#include "connect/board/symmetry.h"
#include "store/explorer/inner.h"
#include "store/explorer/known.h"
#include "store/explorer/known_key.h"

/* ---- Rows ---- */

static int by_square(const void *a, const void *b)
{
    return *(const square *)a - *(const square *)b;
}

void known_squares_put(const struct rules *r, int symmetry, const square *s, int n, struct buf *out)
{
    square *seen = mem_alloc((size_t)n * sizeof *seen + 1);
    for (int i = 0; i < n; i++)
        seen[i] = symmetry_square(r, symmetry, s[i]);
    qsort(seen, (size_t)n, sizeof *seen, by_square);
    for (int i = 0; i < n; i++) {
        buf_char(out, (char)(seen[i] >> 8));
        buf_char(out, (char)(seen[i] & 255));
    }
    free(seen);
}

static bool get_square(const struct rules *r, const uint8_t *b, square *out)
{
    *out = (square)(b[0] << 8 | b[1]);
    return *out >= square_first() && *out < square_limit(r) &&
           square_on_board(r, square_col(*out), square_row(*out));
}

bool known_squares_get(const struct rules *r, int symmetry, const void *bytes, int len, struct squares *out)
{
    int back = symmetry_inverse(symmetry);
    out->n = 0;
    if (len % 2 || len > 2 * RULES_MAX_TURN)
        return false;
    for (int i = 0; i < len; i += 2) {
        square s;
        if (!get_square(r, (const uint8_t *)bytes + i, &s))
            return false;
        out->s[out->n++] = symmetry_square(r, back, s);
    }
    return true;
}

/* Columns proof, at, turns, depth, turn, symmetry. */
static bool read_row(sqlite3_stmt *s, const struct rules *r, struct known_row *out)
{
    *out =
        (struct known_row){sqlite3_column_int64(s, 0), sqlite3_column_int64(s, 1), sqlite3_column_int64(s, 2),
                           sqlite3_column_int(s, 3),   sqlite3_column_int(s, 5),   {0, {0}}};
    return out->at >= 0 && out->turns >= 0 && out->depth >= 0 && out->symmetry >= 0 &&
           out->symmetry < symmetry_count(r) &&
           known_squares_get(r, 0, sqlite3_column_blob(s, 4), sqlite3_column_bytes(s, 4), &out->turn);
}

static sqlite3_stmt *with_key(struct explorer_db *d, const char *sql, const struct buf *key)
{
    sqlite3_stmt *s = explorer_prepare(d, sql, 0, NULL);
    if (s)
        sqlite3_bind_blob(s, 1, buf_str(key), (int)key->len, SQLITE_STATIC);
    return s;
}

bool known_game(struct explorer_db *d, const struct rules *r)
{
    uint8_t from[KNOWN_KEY_GAME], to[KNOWN_KEY_GAME];
    known_key_game(r, from);
    memcpy(to, from, sizeof to);
    to[KNOWN_KEY_GAME - 1]++;
    sqlite3_stmt *s = explorer_prepare(d,
                                       "SELECT EXISTS (SELECT 1 FROM proved WHERE key >= ?1 AND key < ?2) OR "
                                       "EXISTS (SELECT 1 FROM weighed WHERE key >= ?1 AND key < ?2)",
                                       0, NULL);
    if (s) {
        sqlite3_bind_blob(s, 1, from, sizeof from, SQLITE_STATIC);
        sqlite3_bind_blob(s, 2, to, sizeof to, SQLITE_STATIC);
    }
    bool there = s && sqlite3_step(s) == SQLITE_ROW && sqlite3_column_int(s, 0);
    sqlite3_finalize(s);
    return there;
}

bool known_row(struct explorer_db *d, const struct buf *key, const struct rules *r, struct known_row *out)
{
    sqlite3_stmt *s =
        with_key(d, "SELECT proof, at, turns, depth, turn, symmetry FROM proved WHERE key = ?1", key);
    bool ok = s && sqlite3_step(s) == SQLITE_ROW && read_row(s, r, out);
    sqlite3_finalize(s);
    return ok;
}

static bool has(const struct squares *set, square s)
{
    for (int i = 0; i < set->n; i++)
        if (set->s[i] == s)
            return true;
    return false;
}

/* Are the stones of the turn beyond those of the part all outside the zone? */
static bool covers(const struct rules *r, const struct squares *part, const uint8_t *zone, int len,
                   const struct squares *turn)
{
    for (int i = 0; i < part->n; i++)
        if (!has(turn, part->s[i]))
            return false;
    if (len % 2)
        return false;
    for (int i = 0; i < len; i += 2) {
        square s;
        if (!get_square(r, zone + i, &s) || (has(turn, s) && !has(part, s)))
            return false;
    }
    return true;
}

bool known_part(struct explorer_db *d, const struct buf *key, const struct rules *r,
                const struct squares *turn, struct squares *part, struct known_row *out)
{
    sqlite3_stmt *s = with_key(
        d, "SELECT proof, at, turns, depth, turn, symmetry, part, zone FROM covered WHERE key = ?1", key);
    bool found = false;
    while (s && !found && sqlite3_step(s) == SQLITE_ROW)
        found = known_squares_get(r, 0, sqlite3_column_blob(s, 6), sqlite3_column_bytes(s, 6), part) &&
                covers(r, part, sqlite3_column_blob(s, 7), sqlite3_column_bytes(s, 7), turn) &&
                read_row(s, r, out);
    sqlite3_finalize(s);
    return found;
}

bool known_bytes(struct explorer_db *d, int64_t proof, struct buf *out)
{
    sqlite3_stmt *s = explorer_prepare(d, "SELECT bytes FROM proof WHERE id = ?1", 0, NULL);
    if (s)
        sqlite3_bind_int64(s, 1, proof);
    bool ok = s && sqlite3_step(s) == SQLITE_ROW && sqlite3_column_bytes(s, 0) > 0;
    if (ok)
        buf_bytes(out, sqlite3_column_blob(s, 0), (size_t)sqlite3_column_bytes(s, 0));
    sqlite3_finalize(s);
    return ok;
}

void known_name(struct explorer_db *d, int64_t proof, char *out, size_t size)
{
    sqlite3_stmt *s = explorer_prepare(d, "SELECT name FROM proof WHERE id = ?1", 0, NULL);
    const char *name = NULL;
    if (s)
        sqlite3_bind_int64(s, 1, proof);
    if (s && sqlite3_step(s) == SQLITE_ROW)
        name = (const char *)sqlite3_column_text(s, 0);
    snprintf(out, size, "%s", name ? name : "");
    sqlite3_finalize(s);
}

/* ---- One position ---- */

static void turn_back(const struct rules *r, int symmetry, struct squares *turn)
{
    int back = symmetry_inverse(symmetry);
    for (int i = 0; i < turn->n; i++)
        turn->s[i] = symmetry_square(r, back, turn->s[i]);
}

/* Could it be played? A damaged row may say anything. */
static bool playable(const struct position *p, const struct squares *turn)
{
    for (int i = 0; i < turn->n; i++)
        if (!position_legal_square(p, turn->s[i]))
            return false;
    return turn->n <= p->left;
}

static bool by_key(struct explorer_db *d, const struct position *p, enum side attacker,
                   struct known_answer *out)
{
    struct buf key = BUF_EMPTY;
    struct known_row row;
    int symmetry;
    known_key(p, attacker, &key, &symmetry);
    bool found = known_row(d, &key, &p->rules, &row);
    buf_free(&key);
    if (!found)
        return false;
    turn_back(&p->rules, symmetry, &row.turn);
    if (!playable(p, &row.turn) || (p->to_move == attacker && row.turn.n == 0))
        return false;
    *out = (struct known_answer){.what = KNOWN_PROVED,
                                 .attacker = attacker,
                                 .turn = row.turn,
                                 .depth = row.depth,
                                 .turns = (uint64_t)row.turns};
    known_name(d, row.proof, out->name, sizeof out->name);
    return true;
}

/* Does a turn of the mover's lead to a position that is proved for it? The shortest proof counts. */
static bool by_turn(struct explorer_db *d, const struct position *p, struct known_answer *out)
{
    sqlite3_stmt *s = explorer_prepare(
        d,
        "SELECT key, proof, depth, turns FROM proved WHERE beside = ?1 AND beside <> 0 ORDER BY turns, key",
        0, NULL);
    bool found = false;
    if (s)
        sqlite3_bind_int64(s, 1, known_key_beside(p, p->to_move, p->left));
    while (s && !found && sqlite3_step(s) == SQLITE_ROW) {
        enum side attacker;
        struct squares turn;
        struct position *q =
            known_key_position(sqlite3_column_blob(s, 0), (size_t)sqlite3_column_bytes(s, 0), 0, &attacker);
        found = q && attacker == p->to_move && known_key_turn(p, q, &turn);
        position_free(q);
        if (!found)
            continue;
        *out = (struct known_answer){.what = KNOWN_PROVED,
                                     .attacker = attacker,
                                     .turn = turn,
                                     .depth = sqlite3_column_int(s, 2) + 1,
                                     .turns = (uint64_t)sqlite3_column_int64(s, 3) + 1};
        known_name(d, sqlite3_column_int64(s, 1), out->name, sizeof out->name);
    }
    sqlite3_finalize(s);
    return found;
}

static bool by_weight(struct explorer_db *d, const struct position *p, enum side attacker,
                      struct known_answer *out)
{
    struct buf key = BUF_EMPTY;
    int symmetry;
    known_key(p, attacker, &key, &symmetry);
    sqlite3_stmt *s = with_key(d, "SELECT pn, dn, chance, lab FROM weighed WHERE key = ?1", &key);
    bool found = s && sqlite3_step(s) == SQLITE_ROW;
    if (found) {
        const char *lab = (const char *)sqlite3_column_text(s, 3);
        *out = (struct known_answer){.what = KNOWN_WEIGHED,
                                     .attacker = attacker,
                                     .pn = (uint32_t)sqlite3_column_int64(s, 0),
                                     .dn = (uint32_t)sqlite3_column_int64(s, 1),
                                     .chance = sqlite3_column_double(s, 2)};
        snprintf(out->name, sizeof out->name, "%s", lab ? lab : "");
    }
    sqlite3_finalize(s);
    buf_free(&key);
    return found;
}

static void look(struct explorer_db *d, const struct position *p, struct known_answer *out)
{
    enum side other = p->to_move == BLACK ? WHITE : BLACK;
    *out = (struct known_answer){.what = KNOWN_NOTHING, .chance = -1};
    if (p->outcome == OUTCOME_OPEN && known_game(d, &p->rules) && !by_key(d, p, p->to_move, out) &&
        !by_key(d, p, other, out) && !by_turn(d, p, out) && !by_weight(d, p, p->to_move, out))
        (void)by_weight(d, p, other, out);
}

enum explorer_answer explorer_look(struct explorer *x, const struct position *p, struct known_answer *out,
                                   struct err *e)
{
    (void)e;
    *out = (struct known_answer){.what = KNOWN_NOTHING, .chance = -1};
    if (!x->openings)
        return EXPLORER_FINE;
    struct explorer_db *d = explorer_hold(x);
    look(d, p, out);
    explorer_release(d);
    return EXPLORER_FINE;
}

/* ---- Lists ---- */

enum explorer_answer explorer_proofs(struct explorer *x, struct known_proof **out, size_t *count,
                                     struct err *e)
{
    size_t room = 0;
    *out = NULL;
    *count = 0;
    if (!x->openings)
        return EXPLORER_FINE;
    struct explorer_db *d = explorer_hold(x);
    sqlite3_stmt *s = explorer_prepare(d,
                                       "SELECT id, name, claim, turns, length(bytes), sha256, (SELECT "
                                       "count(*) FROM proved WHERE proved.proof = "
                                       "proof.id) FROM proof ORDER BY name, id",
                                       0, e);
    int status = SQLITE_ERROR;
    while (s && (status = sqlite3_step(s)) == SQLITE_ROW) {
        *out = mem_grow(*out, &room, *count + 1, sizeof **out);
        struct known_proof *p = &(*out)[(*count)++];
        const char *name = (const char *)sqlite3_column_text(s, 1),
                   *claim = (const char *)sqlite3_column_text(s, 2);
        *p = (struct known_proof){.id = sqlite3_column_int64(s, 0),
                                  .name = mem_strdup(name ? name : ""),
                                  .claim = mem_strdup(claim ? claim : ""),
                                  .turns = (uint64_t)sqlite3_column_int64(s, 3),
                                  .bytes = (uint64_t)sqlite3_column_int64(s, 4),
                                  .positions = (size_t)sqlite3_column_int64(s, 6)};
        if (sqlite3_column_bytes(s, 5) == SHA256_BYTES)
            sha256_text(sqlite3_column_blob(s, 5), p->sha256);
    }
    enum explorer_answer a = status == SQLITE_DONE ? EXPLORER_FINE
                             : s                   ? explorer_fail(d, e)
                                                   : EXPLORER_FAILED;
    sqlite3_finalize(s);
    explorer_release(d);
    return a;
}

void explorer_proofs_free(struct known_proof *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(list[i].name);
        free(list[i].claim);
    }
    free(list);
}

/* ---- Weights in ---- */

enum explorer_answer explorer_weigh(struct explorer *x, const char *lab, const struct known_weight *list,
                                    size_t count, struct err *e)
{
    struct explorer_db *d;
    enum explorer_answer a = explorer_begin(x, &d, e);
    if (a != EXPLORER_FINE)
        return a;
    sqlite3_stmt *s = explorer_prepare(
        d, "INSERT OR REPLACE INTO weighed (key, pn, dn, chance, lab) VALUES (?1, ?2, ?3, ?4, ?5)", 0, e);
    a = s ? EXPLORER_FINE : EXPLORER_FAILED;
    for (size_t i = 0; i < count && a == EXPLORER_FINE; i++) {
        struct buf key = BUF_EMPTY;
        int symmetry;
        known_key(list[i].position, list[i].attacker, &key, &symmetry);
        sqlite3_bind_blob(s, 1, buf_str(&key), (int)key.len, SQLITE_TRANSIENT);
        sqlite3_bind_int64(s, 2, list[i].pn);
        sqlite3_bind_int64(s, 3, list[i].dn);
        sqlite3_bind_double(s, 4, list[i].chance);
        sqlite3_bind_text(s, 5, lab, -1, SQLITE_STATIC);
        a = sqlite3_step(s) == SQLITE_DONE ? EXPLORER_FINE : explorer_fail(d, e);
        sqlite3_reset(s);
        buf_free(&key);
    }
    sqlite3_finalize(s);
    return explorer_end(d, a, e);
}
