/* Games into collections and out of them; see explorer.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "connect/board/key.h"
#include "connect/record/fingerprint.h"
#include "connect/record/record.h"
#include "store/explorer/inner.h"

/* ---- The way of a game ---- */

static struct explorer_step *add_step(struct explorer_way *w, const struct key_views *at,
                                      const struct position *p, int *symmetry)
{
    w->step = mem_grow(w->step, &w->room, w->count + 1, sizeof *w->step);
    struct explorer_step *s = &w->step[w->count++];
    s->key = key_number(at, p->to_move, p->left, symmetry);
    s->len = 0;
    return s;
}

bool explorer_find_way(const struct record *r, struct explorer_way *out, struct err *e)
{
    struct walk *w;
    struct key_views at;
    struct squares turn = {0};
    struct buf bytes = BUF_EMPTY;
    int symmetry;
    if (!walk_new(r, &w, e))
        return false;
    key_start(&at, w->position);
    add_step(out, &at, w->position, &symmetry);
    for (const struct tree_node *n = r->root->child; n; n = n->child) {
        enum side side = w->position->to_move;
        if (node_is_setup(n) || !walk_down(w, n, NULL))
            break;
        if (n->at == SQUARE_NONE)
            continue;
        turn.s[turn.n++] = n->at;
        key_stone(&at, n->at, side);
        if (w->position->to_move != side || w->position->outcome != OUTCOME_OPEN) {
            struct explorer_step *last = &out->step[out->count - 1];
            bytes.len = 0;
            key_pack(record_rules(r), symmetry, turn.s, turn.n, &bytes);
            last->len = bytes.len;
            memcpy(last->turn, buf_str(&bytes), bytes.len);
            turn.n = 0;
            add_step(out, &at, w->position, &symmetry);
        }
    }
    buf_free(&bytes);
    walk_free(w);
    return true;
}

/* ---- Rows ---- */

/* What it is added to, and the result of the game. */
struct adding {
    struct db *db;
    int64_t collection;
    struct explorer_counts one;
};

/* A position that another game had before is one more of its games, and of those that went on so. */
static void add_position(const struct adding *a, const struct explorer_step *now,
                         const struct explorer_step *next, int64_t game, enum outcome result)
{
    struct db_value black = db_int((int64_t)a->one.black), draw = db_int((int64_t)a->one.draw),
                    white = db_int((int64_t)a->one.white), open = db_int((int64_t)a->one.open),
                    of = db_of(a->collection), key = db_int(now->key);
    int64_t first = db_number(
        a->db, game,
        "INSERT INTO position_# (key, black, draw, white, open, game, result, child, turn) VALUES (?1, "
        "?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO UPDATE SET black = black + ?2, draw = draw + "
        "?3, white = white + ?4, open = open + ?5 RETURNING game",
        of, key, black, draw, white, open, db_int(game), db_int(result), next ? db_int(next->key) : db_null(),
        next ? db_bytes(now->turn, now->len) : db_null());
    if (first == game)
        return;
    db_do(a->db, "INSERT INTO seen_# (position, game) VALUES (?1, ?2)", of, key, db_int(game));
    if (next)
        db_do(a->db,
              "INSERT INTO turn_# (position, child, turn, black, draw, white, open) VALUES (?1, ?2, ?3, ?4, "
              "?5, "
              "?6, ?7) ON CONFLICT DO UPDATE SET black = black + ?4, draw = draw + ?5, white = white + ?6, "
              "open "
              "= open + ?7",
              of, key, db_int(next->key), db_bytes(now->turn, now->len), black, draw, white, open);
}

static struct db_value info(const struct record *r, const char *key)
{
    const char *value = record_info(r, key);
    return db_text(value ? value : "");
}

/* The row of the game itself; `id` 0 if it is there already. */
static bool add_game(const struct adding *a, const struct record *r, enum outcome result, int64_t *id,
                     struct err *e)
{
    uint64_t print[2];
    char game[RULES_TEXT];
    struct buf stones = BUF_EMPTY, text = BUF_EMPTY;
    bool setup = false;
    record_fingerprint(r, print);
    for (const struct tree_node *n = r->root; n; n = n->child) {
        setup |= node_is_setup(n);
        if (n->at == SQUARE_NONE)
            continue;
        buf_char(&stones, (char)(n->at >> 8));
        buf_char(&stones, (char)(n->at & 255));
    }
    bool ok = !setup || record_write(r, RECORD_SGF, &text, e);
    db_do(
        a->db,
        "INSERT INTO game (collection, print, rules, black, white, date, event, result, stones, sgf) VALUES "
        "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT DO NOTHING",
        db_int(a->collection), db_int((int64_t)(print[0] ^ print[1])),
        db_text(rules_format(record_rules(r), game)), info(r, "PB"), info(r, "PW"), info(r, "DT"),
        info(r, "EV"), db_int(result), db_bytes(buf_str(&stones), stones.len),
        db_text(setup ? buf_str(&text) : NULL));
    *id = db_changes(a->db) ? db_last(a->db) : 0;
    buf_free(&stones);
    buf_free(&text);
    return ok;
}

static bool add_record(struct adding *a, const struct record *r, bool *known, struct err *e)
{
    enum outcome result = record_outcome(r);
    struct explorer_way way = {0};
    int64_t game = 0;
    a->one = explorer_one(result);
    bool ok = explorer_find_way(r, &way, e) && add_game(a, r, result, &game, e);
    *known = !game;
    for (size_t i = 0; ok && game && i < way.count; i++)
        add_position(a, &way.step[i], i + 1 < way.count ? &way.step[i + 1] : NULL, game, result);
    free(way.step);
    return ok;
}

enum explorer_answer explorer_add(struct explorer *x, int64_t collection, struct record *const *records,
                                  size_t count, struct explorer_added *out, struct err *e)
{
    struct explorer_db *d = explorer_begin(x, e);
    *out = (struct explorer_added){0};
    if (!d)
        return EXPLORER_FAILED;
    struct adding a = {.db = d->db, .collection = collection};
    enum explorer_answer answer = explorer_has(d, collection, e);
    for (size_t i = 0; i < count && answer == EXPLORER_FINE && db_ok(d->db); i++) {
        bool known = false;
        if (!records[i])
            continue;
        if (!add_record(&a, records[i], &known, e))
            answer = EXPLORER_FAILED;
        out->known += known;
        out->added += !known;
    }
    db_do(d->db, "UPDATE collection SET games = games + ?1, added = ?2 WHERE id = ?3",
          db_int((int64_t)out->added), db_int((int64_t)time(NULL)), db_int(collection));
    answer = explorer_end(d, answer, e);
    if (answer != EXPLORER_FINE)
        *out = (struct explorer_added){0};
    return answer;
}

/* ---- Out ---- */

static void set_info(struct record *r, struct rows *row, int column, const char *key)
{
    if (*rows_text(row, column))
        record_set_info(r, key, rows_text(row, column));
}

bool explorer_row_record(struct rows *row, struct record **out, struct err *e)
{
    static const char *const results[] = {
        [OUTCOME_BLACK] = "B+", [OUTCOME_WHITE] = "W+", [OUTCOME_DRAW] = "Draw"};
    const char *sgf = rows_text(row, 7);
    struct rules rules;
    if (!rows_null(row, 7))
        return record_read(sgf, strlen(sgf), NULL, out, e);
    if (!rules_parse(rows_text(row, 0), &rules, e))
        return false;
    struct record *r = record_new(&rules);
    struct position *p = position_new(&rules);
    struct tree_node *at = r->root;
    size_t len;
    const uint8_t *bytes = rows_bytes(row, 6, &len);
    for (size_t i = 0; i + 1 < len; i += 2) {
        square stone = (square)(bytes[i] << 8 | bytes[i + 1]);
        if (!position_legal_square(p, stone))
            break; /* kept as it was read, so that only a damaged file has such a stone */
        at = node_add(at, p->to_move, stone);
        position_place(p, stone);
    }
    position_free(p);
    set_info(r, row, 1, "PB");
    set_info(r, row, 2, "PW");
    set_info(r, row, 3, "DT");
    set_info(r, row, 4, "EV");
    int64_t result = rows_int(row, 5);
    if (result == OUTCOME_BLACK || result == OUTCOME_WHITE || result == OUTCOME_DRAW)
        record_set_info(r, "RE", results[result]);
    *out = r;
    return true;
}

struct explorer_game explorer_row_game(struct rows *row)
{
    int64_t result = rows_int(row, 5);
    size_t len;
    (void)rows_bytes(row, 6, &len);
    return (struct explorer_game){
        .id = rows_int(row, 8),
        .collection = rows_int(row, 9),
        .black = mem_strdup(rows_text(row, 1)),
        .white = mem_strdup(rows_text(row, 2)),
        .date = mem_strdup(rows_text(row, 3)),
        .event = mem_strdup(rows_text(row, 4)),
        .result = result >= OUTCOME_OPEN && result <= OUTCOME_DRAW ? (enum outcome)result : OUTCOME_OPEN,
        .stones = (int)(len / 2),
    };
}

enum explorer_answer explorer_game(struct explorer *x, int64_t id, struct record **out, struct err *e)
{
    struct explorer_db *d = explorer_hold(x);
    struct record *found = NULL;
    enum explorer_answer a = EXPLORER_NONE;
    err_set(e, "there is no game %" PRId64, id);
    struct rows *r = db_ask(d->db, "SELECT " EXPLORER_ROW " FROM game WHERE id = ?1", db_int(id));
    if (rows_next(r))
        a = explorer_row_record(r, &found, e) ? EXPLORER_FINE : EXPLORER_FAILED;
    rows_end(r);
    a = explorer_end(d, a, e);
    if (a == EXPLORER_FINE)
        *out = found;
    else
        record_free(found);
    return a;
}
