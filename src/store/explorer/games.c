/* Games into collections and out of them; see explorer.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "connect/record/gist.h"
#include "connect/record/record.h"
#include "store/explorer/inner.h"
#include "store/explorer/place.h"

/* ---- The way of a game ---- */

/* A position of the game at the beginning of a turn, and the turn that followed it (none after the last). */
struct step {
    int64_t key;
    size_t len;
    uint8_t turn[PLACE_TURN_MOST];
};

struct way {
    struct step *step;
    size_t count, room;
};

static struct step *add_step(struct way *w, const struct place *at, const struct position *p, int *symmetry)
{
    w->step = mem_grow(w->step, &w->room, w->count + 1, sizeof *w->step);
    struct step *s = &w->step[w->count++];
    s->key = place_key(at, p->to_move, p->left, symmetry);
    s->len = 0;
    return s;
}

/* The positions of the main line, up to a set-up or a stone that the rules do not allow. */
static bool find_way(const struct record *r, struct way *out, struct err *e)
{
    struct walk *w;
    struct place at;
    struct squares turn = {0};
    int symmetry;
    if (!walk_new(r, &w, e))
        return false;
    place_start(&at, w->position);
    add_step(out, &at, w->position, &symmetry);
    for (const struct tree_node *n = r->root->child; n; n = n->child) {
        enum side side = w->position->to_move;
        if (node_is_setup(n) || !walk_down(w, n, NULL))
            break;
        if (n->at == SQUARE_NONE)
            continue;
        turn.s[turn.n++] = n->at;
        place_stone(&at, n->at, side);
        if (w->position->to_move != side || w->position->outcome != OUTCOME_OPEN) {
            struct step *last = &out->step[out->count - 1];
            last->len = place_pack(record_rules(r), symmetry, &turn, last->turn);
            turn.n = 0;
            add_step(out, &at, w->position, &symmetry);
        }
    }
    walk_free(w);
    return true;
}

/* ---- Rows ---- */

enum { ADD_GAME, ADD_POSITION, ADD_TURN, ADD_SEEN, STATEMENTS };
static const char *const sql[STATEMENTS] = {
    [ADD_GAME] =
        "INSERT INTO game (collection, print, rules, black, white, date, event, result, stones, sgf) "
        "VALUES (#, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING",
    [ADD_POSITION] = "INSERT INTO position_# (key, black, draw, white, open, game, result, child, turn) "
                     "VALUES (?1, ?2, ?3, "
                     "?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO UPDATE SET black = black + ?2, draw = draw + "
                     "?3, white = white "
                     "+ ?4, open = open + ?5 RETURNING game",
    [ADD_TURN] = "INSERT INTO turn_# (position, child, turn, black, draw, white, open) VALUES (?1, ?2, ?3, "
                 "?4, ?5, ?6, "
                 "?7) ON CONFLICT DO UPDATE SET black = black + ?4, draw = draw + ?5, white = white + ?6, "
                 "open = open + "
                 "?7",
    [ADD_SEEN] = "INSERT INTO seen_# (position, game) VALUES (?1, ?2)",
};

struct adding {
    struct explorer_db *db;
    sqlite3_stmt *statement[STATEMENTS];
};

/* Steps a statement of at most one row, whose first column goes to `out` if there is one. */
static bool step(struct adding *a, int which, int64_t *out, struct err *e)
{
    sqlite3_stmt *s = a->statement[which];
    int status = sqlite3_step(s);
    if (status == SQLITE_ROW && out)
        *out = sqlite3_column_int64(s, 0);
    bool ok = status == SQLITE_ROW || status == SQLITE_DONE;
    if (!ok)
        explorer_fail(a->db, e);
    sqlite3_reset(s);
    return ok;
}

static void bind_counts(sqlite3_stmt *s, int first, enum outcome result)
{
    sqlite3_bind_int(s, first, result == OUTCOME_BLACK);
    sqlite3_bind_int(s, first + 1, result == OUTCOME_DRAW);
    sqlite3_bind_int(s, first + 2, result == OUTCOME_WHITE);
    sqlite3_bind_int(s, first + 3, result == OUTCOME_OPEN);
}

static bool add_position(struct adding *a, const struct step *now, const struct step *next, int64_t game,
                         enum outcome result, struct err *e)
{
    sqlite3_stmt *s = a->statement[ADD_POSITION];
    int64_t first = game;
    sqlite3_bind_int64(s, 1, now->key);
    bind_counts(s, 2, result);
    sqlite3_bind_int64(s, 6, game);
    sqlite3_bind_int(s, 7, (int)result);
    if (next) {
        sqlite3_bind_int64(s, 8, next->key);
        sqlite3_bind_blob(s, 9, now->turn, (int)now->len, SQLITE_STATIC);
    } else {
        sqlite3_bind_null(s, 8);
        sqlite3_bind_null(s, 9);
    }
    if (!step(a, ADD_POSITION, &first, e))
        return false;
    if (first == game)
        return true;
    s = a->statement[ADD_SEEN];
    sqlite3_bind_int64(s, 1, now->key);
    sqlite3_bind_int64(s, 2, game);
    if (!step(a, ADD_SEEN, NULL, e))
        return false;
    if (!next)
        return true;
    s = a->statement[ADD_TURN];
    sqlite3_bind_int64(s, 1, now->key);
    sqlite3_bind_int64(s, 2, next->key);
    sqlite3_bind_blob(s, 3, now->turn, (int)now->len, SQLITE_STATIC);
    bind_counts(s, 4, result);
    return step(a, ADD_TURN, NULL, e);
}

static void bind_info(sqlite3_stmt *s, int column, const struct record *r, const char *key)
{
    const char *value = record_info(r, key);
    sqlite3_bind_text(s, column, value ? value : "", -1, SQLITE_TRANSIENT);
}

/* The row of the game itself; `id` 0 if it is there already. */
static bool add_game(struct adding *a, const struct record *r, enum outcome result, int64_t *id,
                     struct err *e)
{
    sqlite3_stmt *s = a->statement[ADD_GAME];
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
    sqlite3_bind_int64(s, 1, (int64_t)(print[0] ^ print[1]));
    sqlite3_bind_text(s, 2, rules_format(record_rules(r), game), -1, SQLITE_TRANSIENT);
    bind_info(s, 3, r, "PB");
    bind_info(s, 4, r, "PW");
    bind_info(s, 5, r, "DT");
    bind_info(s, 6, r, "EV");
    sqlite3_bind_int(s, 7, (int)result);
    sqlite3_bind_blob(s, 8, buf_str(&stones), (int)stones.len, SQLITE_TRANSIENT);
    if (setup)
        sqlite3_bind_text(s, 9, buf_str(&text), -1, SQLITE_TRANSIENT);
    else
        sqlite3_bind_null(s, 9);
    ok = ok && step(a, ADD_GAME, NULL, e);
    *id = ok && sqlite3_changes(a->db->db) ? sqlite3_last_insert_rowid(a->db->db) : 0;
    buf_free(&stones);
    buf_free(&text);
    return ok;
}

static bool add_record(struct adding *a, const struct record *r, bool *known, struct err *e)
{
    enum outcome result = record_outcome(r);
    struct way way = {0};
    int64_t game = 0;
    bool ok = find_way(r, &way, e) && add_game(a, r, result, &game, e);
    *known = ok && !game;
    for (size_t i = 0; ok && game && i < way.count; i++)
        ok = add_position(a, &way.step[i], i + 1 < way.count ? &way.step[i + 1] : NULL, game, result, e);
    free(way.step);
    return ok;
}

static bool count_games(struct adding *a, int64_t collection, size_t added, struct err *e)
{
    sqlite3_stmt *s = explorer_prepare(
        a->db, "UPDATE collection SET games = games + ?1, added = ?2 WHERE id = #", collection, e);
    if (!s)
        return false;
    sqlite3_bind_int64(s, 1, (int64_t)added);
    sqlite3_bind_int64(s, 2, (int64_t)time(NULL));
    bool ok = sqlite3_step(s) == SQLITE_DONE;
    if (!ok)
        explorer_fail(a->db, e);
    sqlite3_finalize(s);
    return ok;
}

enum explorer_answer explorer_add(struct explorer *x, int64_t collection, struct record *const *records,
                                  size_t count, struct explorer_added *out, struct err *e)
{
    struct adding a = {0};
    *out = (struct explorer_added){0};
    enum explorer_answer answer = explorer_begin(x, &a.db, e);
    if (answer != EXPLORER_FINE)
        return answer;
    answer = explorer_has(a.db, collection, e);
    bool ok = answer == EXPLORER_FINE;
    for (int i = 0; ok && i < STATEMENTS; i++)
        ok = (a.statement[i] = explorer_prepare(a.db, sql[i], collection, e)) != NULL;
    for (size_t i = 0; ok && i < count; i++) {
        bool known = false;
        if (!records[i])
            continue;
        ok = add_record(&a, records[i], &known, e);
        out->known += known;
        out->added += ok && !known;
    }
    ok = ok && count_games(&a, collection, out->added, e);
    if (!ok && answer == EXPLORER_FINE)
        answer = (sqlite3_errcode(a.db->db) & 255) == SQLITE_FULL ? EXPLORER_FULL : EXPLORER_FAILED;
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(a.statement[i]);
    return explorer_end(a.db, answer, e);
}

/* ---- Out ---- */

static void set_info(struct record *r, sqlite3_stmt *s, int column, const char *key)
{
    const char *text = (const char *)sqlite3_column_text(s, column);
    if (text && *text)
        record_set_info(r, key, text);
}

/* The record that a row describes: rules, black, white, date, event, result, stones, sgf. */
static bool read_game(sqlite3_stmt *s, struct record **out, struct err *e)
{
    static const char *const results[] = {
        [OUTCOME_BLACK] = "B+", [OUTCOME_WHITE] = "W+", [OUTCOME_DRAW] = "Draw"};
    const char *game = (const char *)sqlite3_column_text(s, 0),
               *sgf = (const char *)sqlite3_column_text(s, 7);
    struct rules rules;
    if (sgf)
        return record_read(sgf, strlen(sgf), NULL, out, e);
    if (!rules_parse(game ? game : "", &rules, e))
        return false;
    struct record *r = record_new(&rules);
    struct position *p = position_new(&rules);
    struct tree_node *at = r->root;
    const uint8_t *bytes = sqlite3_column_blob(s, 6);
    size_t len = (size_t)sqlite3_column_bytes(s, 6);
    for (size_t i = 0; i + 1 < len; i += 2) {
        square stone = (square)(bytes[i] << 8 | bytes[i + 1]);
        if (!position_legal_square(p, stone))
            break; /* kept as it was read, so that only a damaged file has such a stone */
        at = node_add(at, p->to_move, stone);
        position_place(p, stone);
    }
    position_free(p);
    set_info(r, s, 1, "PB");
    set_info(r, s, 2, "PW");
    set_info(r, s, 3, "DT");
    set_info(r, s, 4, "EV");
    int result = sqlite3_column_int(s, 5);
    if (result == OUTCOME_BLACK || result == OUTCOME_WHITE || result == OUTCOME_DRAW)
        record_set_info(r, "RE", results[result]);
    *out = r;
    return true;
}

enum explorer_answer explorer_game(struct explorer *x, int64_t id, struct record **out, struct err *e)
{
    struct explorer_db *d = &x->read;
    enum explorer_answer a = EXPLORER_FAILED;
    pthread_mutex_lock(&d->lock);
    sqlite3_stmt *s = explorer_prepare(
        d, "SELECT rules, black, white, date, event, result, stones, sgf FROM game WHERE id = #", id, e);
    int status = s ? sqlite3_step(s) : SQLITE_ERROR;
    if (status == SQLITE_ROW) {
        a = read_game(s, out, e) ? EXPLORER_FINE : EXPLORER_FAILED;
    } else if (status == SQLITE_DONE) {
        err_set(e, "there is no game %" PRId64, id);
        a = EXPLORER_NONE;
    } else if (s) {
        a = explorer_fail(d, e);
    }
    sqlite3_finalize(s);
    pthread_mutex_unlock(&d->lock);
    return a;
}
