/* What a collection knows of a position; see explorer.h. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "store/explorer/inner.h"
#include "store/explorer/place.h"
#include "store/explorer/report.h"

/* A count from the file: one that makes no sense is none. */
static uint64_t column_count(sqlite3_stmt *s, int column)
{
    int64_t v = sqlite3_column_int64(s, column);
    return v > 0 ? (uint64_t)v : 0;
}

static struct explorer_counts column_counts(sqlite3_stmt *s, int first)
{
    return (struct explorer_counts){column_count(s, first), column_count(s, first + 1),
                                    column_count(s, first + 2), column_count(s, first + 3)};
}

/* One question going on. */
struct asking {
    struct explorer_db *db;
    int64_t collection, key, first; /* the first game's number */
    const struct rules *rules;
    int symmetry;
    struct explorer_report *report;
};

/* Prepares a statement whose parameter is the position. */
static sqlite3_stmt *about(struct asking *a, const char *sql, struct err *e)
{
    sqlite3_stmt *s = explorer_prepare(a->db, sql, a->collection, e);
    if (s)
        sqlite3_bind_int64(s, 1, a->key);
    return s;
}

static bool finish(struct asking *a, sqlite3_stmt *s, int status, struct err *e)
{
    if (s && status != SQLITE_DONE && status != SQLITE_ROW)
        explorer_fail(a->db, e);
    sqlite3_finalize(s);
    return s && (status == SQLITE_DONE || status == SQLITE_ROW);
}

/* The counts, and the first game with its turn as the first row of the turns. */
static bool ask_position(struct asking *a, struct report_rows *rows, struct err *e)
{
    sqlite3_stmt *s = about(
        a, "SELECT black, draw, white, open, game, result, child, turn FROM position_# WHERE key = ?1", e);
    int status = s ? sqlite3_step(s) : SQLITE_ERROR;
    if (status == SQLITE_ROW) {
        a->report->counts = column_counts(s, 0);
        a->first = sqlite3_column_int64(s, 4);
        int result = sqlite3_column_int(s, 5);
        struct explorer_counts one = {result == OUTCOME_BLACK, result == OUTCOME_DRAW,
                                      result == OUTCOME_WHITE, result == OUTCOME_OPEN};
        if (sqlite3_column_type(s, 7) == SQLITE_BLOB)
            report_add(rows, sqlite3_column_int64(s, 6), sqlite3_column_blob(s, 7),
                       (size_t)sqlite3_column_bytes(s, 7), &one);
    }
    return finish(a, s, status, e);
}

static bool ask_turns(struct asking *a, struct report_rows *rows, struct err *e)
{
    sqlite3_stmt *s =
        about(a, "SELECT black, draw, white, open, child, turn FROM turn_# WHERE position = ?1", e);
    int status = SQLITE_ERROR;
    while (s && (status = sqlite3_step(s)) == SQLITE_ROW) {
        struct explorer_counts c = column_counts(s, 0);
        report_add(rows, sqlite3_column_int64(s, 4), sqlite3_column_blob(s, 5),
                   (size_t)sqlite3_column_bytes(s, 5), &c);
    }
    return finish(a, s, status, e);
}

static char *column_copy(sqlite3_stmt *s, int column)
{
    const char *text = (const char *)sqlite3_column_text(s, column);
    return mem_strdup(text ? text : "");
}

static void add_game(struct explorer_report *r, sqlite3_stmt *s)
{
    int result = sqlite3_column_int(s, 5);
    r->game[r->games++] = (struct explorer_game){
        .id = sqlite3_column_int64(s, 0),
        .black = column_copy(s, 1),
        .white = column_copy(s, 2),
        .date = column_copy(s, 3),
        .event = column_copy(s, 4),
        .result = result >= OUTCOME_OPEN && result <= OUTCOME_DRAW ? (enum outcome)result : OUTCOME_OPEN,
        .stones = sqlite3_column_int(s, 6) / 2,
    };
}

/* The games, the last first: those that came later, then the first. */
static bool ask_games(struct asking *a, size_t games, size_t skip, struct err *e)
{
    if (!games || !explorer_games(&a->report->counts))
        return true;
    sqlite3_stmt *s = about(a,
                            "SELECT id, black, white, date, event, result, length(stones) FROM game WHERE id "
                            "IN (SELECT game FROM "
                            "(SELECT game FROM seen_# WHERE position = ?1 ORDER BY game DESC LIMIT ?2 OFFSET "
                            "?3)) OR (id = ?4 AND "
                            "?5) ORDER BY id DESC LIMIT ?2",
                            e);
    uint64_t later = explorer_games(&a->report->counts) - 1;
    int status = SQLITE_ERROR;
    a->report->game = mem_alloc(games * sizeof *a->report->game);
    if (s) {
        sqlite3_bind_int64(s, 2, (int64_t)games);
        sqlite3_bind_int64(s, 3, (int64_t)skip);
        sqlite3_bind_int64(s, 4, a->first);
        sqlite3_bind_int(s, 5, skip <= later && skip + games > later);
    }
    while (s && (status = sqlite3_step(s)) == SQLITE_ROW)
        add_game(a->report, s);
    return finish(a, s, status, e);
}

enum explorer_answer explorer_ask(struct explorer *x, int64_t collection, const struct position *p,
                                  size_t turns, size_t games, size_t skip, struct explorer_report *out,
                                  struct err *e)
{
    struct place at;
    struct report_rows rows = {0};
    struct asking a = {.db = &x->read, .collection = collection, .rules = &p->rules, .report = out};
    *out = (struct explorer_report){0};
    place_start(&at, p);
    a.key = place_key(&at, p->to_move, p->left, &a.symmetry);
    pthread_mutex_lock(&a.db->lock);
    enum explorer_answer answer = explorer_has(a.db, collection, e);
    if (answer == EXPLORER_FINE &&
        (!ask_position(&a, &rows, e) || !ask_turns(&a, &rows, e) || !ask_games(&a, games, skip, e)))
        answer = EXPLORER_FAILED;
    pthread_mutex_unlock(&a.db->lock);
    if (answer == EXPLORER_FINE)
        report_turns(&rows, a.rules, a.symmetry, turns, out);
    else
        explorer_report_free(out);
    free(rows.row);
    return answer;
}
