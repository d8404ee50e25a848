/* What the rows of the opening database say of a position; see known.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sha256.h"
#include "connect/board/key.h"
#include "connect/board/symmetry.h"
#include "lab/graph.h"
#include "store/explorer/inner.h"
#include "store/explorer/known.h"
#include "store/explorer/known_key.h"

enum { DEPTH_MOST = UINT8_MAX }; /* as known_add.c counts */

/* ---- Rows ---- */

static bool read_squares(struct rows *row, int column, const struct rules *r, struct squares *out)
{
    size_t len;
    const void *bytes = rows_bytes(row, column, &len);
    return key_unpack(r, 0, bytes, len, out);
}

/* Columns proof, at, turns, depth, turn, symmetry. */
static bool read_row(struct rows *row, const struct rules *r, struct known_row *out)
{
    int64_t depth = rows_int(row, 3), symmetry = rows_int(row, 5);
    if (depth < 0 || depth > DEPTH_MOST || symmetry < 0 || symmetry >= symmetry_count(r))
        return false;
    *out = (struct known_row){rows_int(row, 0), rows_int(row, 1), rows_int(row, 2),
                              (int)depth,       (int)symmetry,    {0, {0}}};
    return out->at >= 0 && out->turns >= 0 && read_squares(row, 4, r, &out->turn);
}

static struct db_value key_value(const struct buf *key)
{
    return db_bytes(buf_str(key), key->len);
}

bool known_game(struct explorer_db *d, const struct rules *r)
{
    uint8_t from[KNOWN_KEY_GAME], to[KNOWN_KEY_GAME];
    known_key_game(r, from);
    memcpy(to, from, sizeof to);
    to[KNOWN_KEY_GAME - 1]++;
    return db_number(d->db, 0,
                     "SELECT EXISTS (SELECT 1 FROM proved WHERE key >= ?1 AND key < ?2) OR "
                     "EXISTS (SELECT 1 FROM weighed WHERE key >= ?1 AND key < ?2)",
                     db_bytes(from, sizeof from), db_bytes(to, sizeof to));
}

bool known_row(struct explorer_db *d, const struct buf *key, const struct rules *r, struct known_row *out)
{
    struct rows *row = db_ask(
        d->db, "SELECT proof, at, turns, depth, turn, symmetry FROM proved WHERE key = ?1", key_value(key));
    bool ok = rows_next(row) && read_row(row, r, out);
    rows_end(row);
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
static bool covers(const struct rules *r, const struct squares *part, const uint8_t *zone, size_t len,
                   const struct squares *turn)
{
    for (int i = 0; i < part->n; i++)
        if (!has(turn, part->s[i]))
            return false;
    if (len % 2)
        return false;
    for (size_t i = 0; i < len; i += 2) {
        square s;
        if (!key_square(r, zone + i, &s) || (has(turn, s) && !has(part, s)))
            return false;
    }
    return true;
}

bool known_part(struct explorer_db *d, const struct buf *key, const struct rules *r,
                const struct squares *turn, struct squares *part, struct known_row *out)
{
    struct rows *row = db_ask(
        d->db, "SELECT proof, at, turns, depth, turn, symmetry, part, zone FROM covered WHERE key = ?1",
        key_value(key));
    bool found = false;
    while (!found && rows_next(row)) {
        size_t len;
        const uint8_t *zone = rows_bytes(row, 7, &len);
        found = read_squares(row, 6, r, part) && covers(r, part, zone, len, turn) && read_row(row, r, out);
    }
    rows_end(row);
    return found;
}

bool known_bytes(struct explorer_db *d, int64_t proof, struct buf *out)
{
    size_t len = 0;
    struct rows *r = db_ask(d->db, "SELECT bytes FROM proof WHERE id = ?1", db_int(proof));
    if (rows_next(r)) {
        const void *bytes = rows_bytes(r, 0, &len);
        buf_bytes(out, bytes, len);
    }
    rows_end(r);
    return len > 0;
}

void known_name(struct explorer_db *d, int64_t proof, char *out, size_t size)
{
    struct rows *r = db_ask(d->db, "SELECT name FROM proof WHERE id = ?1", db_int(proof));
    snprintf(out, size, "%s", rows_next(r) ? rows_text(r, 0) : "");
    rows_end(r);
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
    struct position *q = position_copy(p);
    bool fits = turn->n == 0 || position_play_turn(q, turn, NULL);
    position_free(q);
    return fits;
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
    struct rows *r = db_ask(
        d->db,
        "SELECT key, proof, depth, turns FROM proved WHERE beside = ?1 AND beside <> 0 ORDER BY turns, key",
        db_int(known_key_beside(p, p->to_move, p->left)));
    bool found = false;
    while (!found && rows_next(r)) {
        enum side attacker;
        struct squares turn;
        size_t len;
        const void *key = rows_bytes(r, 0, &len);
        struct position *q = known_key_position(key, len, 0, &attacker);
        int64_t depth = rows_int(r, 2), turns = rows_int(r, 3);
        found = q && attacker == p->to_move && depth >= 0 && depth <= DEPTH_MOST && turns >= 0 &&
                known_key_turn(p, q, &turn);
        position_free(q);
        if (!found)
            continue;
        *out = (struct known_answer){.what = KNOWN_PROVED,
                                     .attacker = attacker,
                                     .turn = turn,
                                     .depth = (int)depth + 1,
                                     .turns = (uint64_t)turns + 1};
        known_name(d, rows_int(r, 1), out->name, sizeof out->name);
    }
    rows_end(r);
    return found;
}

/* Columns pn, dn, chance. */
static bool is_weight(struct rows *r)
{
    int64_t pn = rows_int(r, 0), dn = rows_int(r, 1);
    double chance = rows_real(r, 2);
    return pn >= 0 && pn <= GRAPH_INFINITE && dn >= 0 && dn <= GRAPH_INFINITE && chance >= -1 && chance <= 1;
}

static bool by_weight(struct explorer_db *d, const struct position *p, enum side attacker,
                      struct known_answer *out)
{
    struct buf key = BUF_EMPTY;
    int symmetry;
    known_key(p, attacker, &key, &symmetry);
    struct rows *r = db_ask(d->db, "SELECT pn, dn, chance, lab FROM weighed WHERE key = ?1", key_value(&key));
    bool found = rows_next(r) && is_weight(r);
    if (found) {
        *out = (struct known_answer){.what = KNOWN_WEIGHED,
                                     .attacker = attacker,
                                     .pn = (uint32_t)rows_int(r, 0),
                                     .dn = (uint32_t)rows_int(r, 1),
                                     .chance = rows_real(r, 2)};
        snprintf(out->name, sizeof out->name, "%s", rows_text(r, 3));
    }
    rows_end(r);
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
    *out = (struct known_answer){.what = KNOWN_NOTHING, .chance = -1};
    if (!x->openings)
        return EXPLORER_FINE;
    struct explorer_db *d = explorer_hold(x);
    look(d, p, out);
    return explorer_end(d, EXPLORER_FINE, e);
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
    struct rows *r =
        db_ask(d->db, "SELECT id, name, claim, turns, length(bytes), sha256, (SELECT count(*) FROM "
                      "proved WHERE proved.proof = proof.id) FROM proof ORDER BY name, id");
    while (rows_next(r)) {
        size_t len;
        *out = mem_grow(*out, &room, *count + 1, sizeof **out);
        struct known_proof *p = &(*out)[(*count)++];
        *p = (struct known_proof){.id = rows_int(r, 0),
                                  .name = mem_strdup(rows_text(r, 1)),
                                  .claim = mem_strdup(rows_text(r, 2)),
                                  .turns = (uint64_t)rows_int(r, 3),
                                  .bytes = (uint64_t)rows_int(r, 4),
                                  .positions = (size_t)rows_int(r, 6)};
        const void *sum = rows_bytes(r, 5, &len);
        if (len == SHA256_BYTES)
            sha256_text(sum, p->sha256);
    }
    return explorer_end(d, EXPLORER_FINE, e);
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
    struct explorer_db *d = explorer_begin(x, e);
    if (!d)
        return EXPLORER_FAILED;
    for (size_t i = 0; i < count && db_ok(d->db); i++) {
        struct buf key = BUF_EMPTY;
        int symmetry;
        known_key(list[i].position, list[i].attacker, &key, &symmetry);
        db_do(d->db, "INSERT OR REPLACE INTO weighed (key, pn, dn, chance, lab) VALUES (?1, ?2, ?3, ?4, ?5)",
              key_value(&key), db_int(list[i].pn), db_int(list[i].dn), db_real(list[i].chance), db_text(lab));
        buf_free(&key);
    }
    return explorer_end(d, EXPLORER_FINE, e);
}
