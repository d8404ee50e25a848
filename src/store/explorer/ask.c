/* What a collection knows of a position; see explorer.h. */
#include <stdlib.h>

#include "base/mem.h"
#include "store/explorer/inner.h"
#include "store/explorer/report.h"

/* A count from the file: one that makes no sense is none. */
static uint64_t count(struct rows *r, int column)
{
    int64_t v = rows_int(r, column);
    return v > 0 ? (uint64_t)v : 0;
}

static struct explorer_counts counts(struct rows *r, int first)
{
    return (struct explorer_counts){count(r, first), count(r, first + 1), count(r, first + 2),
                                    count(r, first + 3)};
}

/* One question going on. */
struct asking {
    struct db *db;
    int64_t collection, key, first; /* the first game's number */
    struct explorer_report *report;
};

static void add_turn(struct report_rows *turns, struct rows *r, int child, const struct explorer_counts *c)
{
    size_t len;
    const void *turn = rows_bytes(r, child + 1, &len);
    report_add(turns, rows_int(r, child), turn, len, c);
}

/* The counts, and the first game with its turn as the first row of the turns. */
static void ask_position(struct asking *a, struct report_rows *turns)
{
    struct rows *r = db_ask(
        a->db, "SELECT black, draw, white, open, game, result, child, turn FROM position_# WHERE key = ?1",
        db_of(a->collection), db_int(a->key));
    if (rows_next(r)) {
        struct explorer_counts one = explorer_one(rows_int(r, 5));
        a->report->counts = counts(r, 0);
        a->first = rows_int(r, 4);
        if (!rows_null(r, 7))
            add_turn(turns, r, 6, &one);
    }
    rows_end(r);
}

static void ask_turns(struct asking *a, struct report_rows *turns)
{
    struct rows *r =
        db_ask(a->db, "SELECT black, draw, white, open, child, turn FROM turn_# WHERE position = ?1",
               db_of(a->collection), db_int(a->key));
    while (rows_next(r)) {
        struct explorer_counts c = counts(r, 0);
        add_turn(turns, r, 4, &c);
    }
}

/* The games, the last first: those that came later, then the first. */
static void ask_games(struct asking *a, size_t games, size_t skip)
{
    if (!games || !explorer_games(&a->report->counts))
        return;
    uint64_t later = explorer_games(&a->report->counts) - 1;
    a->report->game = mem_alloc(games * sizeof *a->report->game);
    struct rows *r = db_ask(
        a->db,
        "SELECT " EXPLORER_ROW " FROM game WHERE id IN (SELECT game "
        "FROM (SELECT game FROM seen_# WHERE position = ?1 ORDER BY game DESC LIMIT ?2 OFFSET ?3)) OR (id "
        "= ?4 AND ?5) ORDER BY id DESC LIMIT ?2",
        db_of(a->collection), db_int(a->key), db_int((int64_t)games), db_int((int64_t)skip), db_int(a->first),
        db_int(skip <= later && skip + games > later));
    while (rows_next(r))
        a->report->game[a->report->games++] = explorer_row_game(r);
}

enum explorer_answer explorer_ask(struct explorer *x, int64_t collection, const struct position *p,
                                  size_t turns, size_t games, size_t skip, struct explorer_report *out,
                                  struct err *e)
{
    struct key_views at;
    struct report_rows rows = {0};
    struct asking a = {.collection = collection, .report = out};
    int symmetry;
    *out = (struct explorer_report){0};
    key_start(&at, p);
    a.key = key_number(&at, p->to_move, p->left, &symmetry);
    struct explorer_db *d = explorer_hold(x);
    enum explorer_answer answer = explorer_has(d, collection, e);
    a.db = d->db;
    if (answer == EXPLORER_FINE) {
        ask_position(&a, &rows);
        ask_turns(&a, &rows);
        ask_games(&a, games, skip);
    }
    answer = explorer_end(d, answer, e);
    if (answer == EXPLORER_FINE)
        report_turns(&rows, &p->rules, symmetry, turns, out);
    else
        explorer_report_free(out);
    free(rows.row);
    return answer;
}
