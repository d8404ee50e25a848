/* Games by player, date, result and position, and what some of the games did at a position; see explorer.h. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "store/explorer/inner.h"
#include "store/explorer/report.h"
#include "json/limits.h"

/* What a filter says of a row: the parameters 1 to 5. A date that says less than asked ("2017") counts as what it says. */
#define FILTERED                                                                                             \
    "(?1 IS NULL OR (black LIKE ?1 ESCAPE '\\' AND ?2 <> 2) OR (white LIKE ?1 ESCAPE '\\' AND ?2 <> 1))"     \
    " AND (?3 IS NULL OR date >= ?3) AND (?4 IS NULL OR (date <> '' AND substr(date, 1, length(?4)) <= ?4))" \
    " AND (?5 < 0 OR result = ?5)"
/* The games of the position whose key is the parameter. */
#define THROUGH(n)                                        \
    "id IN (SELECT game FROM seen_# WHERE position = ?" n \
    " UNION ALL SELECT game FROM position_# WHERE key = ?" n ")"
#define LATEST " ORDER BY date DESC, id DESC"

/* A part of a name as a pattern of LIKE. The caller frees it. */
static char *pattern(const char *part)
{
    struct buf b = BUF_EMPTY;
    buf_char(&b, '%');
    for (; *part; part++) {
        if (strchr("%_\\", *part))
            buf_char(&b, '\\');
        buf_char(&b, *part);
    }
    buf_char(&b, '%');
    return buf_take(&b);
}

/* A filter as parameters. */
struct wish {
    struct db_value player, side, from, to, result;
    char *pattern;
};

static struct wish wish_of(const struct explorer_filter *f)
{
    struct wish w = {.pattern = f->player && *f->player ? pattern(f->player) : NULL};
    w.player = db_text(w.pattern);
    w.side = db_int(f->side);
    w.from = db_text(f->from);
    w.to = db_text(f->to);
    w.result = db_int(f->result);
    return w;
}

static int64_t key_of(const struct position *p, int *symmetry)
{
    struct key_views at;
    key_start(&at, p);
    return key_number(&at, p->to_move, p->left, symmetry);
}

/* ---- The archive ---- */

/* One search, in one collection. */
struct looking {
    struct db *db;
    struct wish wish;
    struct db_value key[2];
    size_t keys, most, skip;
    struct explorer_found *out;
};

#define COUNT "SELECT count(*) FROM game WHERE "
#define LIST  "SELECT " EXPLORER_ROW " FROM game WHERE "

/* By how many positions are asked for: how many games there are, and which. A position leads to its games faster than the index of
 * collections, which "+" keeps out of it. */
static const char *const counts[] = {
    COUNT "collection = ?6 AND " FILTERED,
    COUNT "+collection = ?6 AND " FILTERED " AND " THROUGH("7"),
    COUNT "+collection = ?6 AND " FILTERED " AND " THROUGH("7") " AND " THROUGH("8"),
};
static const char *const lists[] = {
    LIST "collection = ?6 AND " FILTERED LATEST " LIMIT ?9 OFFSET ?10",
    LIST "+collection = ?6 AND " FILTERED " AND " THROUGH("7") LATEST " LIMIT ?9 OFFSET ?10",
    LIST "+collection = ?6 AND " FILTERED " AND " THROUGH("7") " AND " THROUGH("8") LATEST
    " LIMIT ?9 OFFSET ?10",
};

static void look(struct looking *l, int64_t collection)
{
    const struct wish *w = &l->wish;
    int64_t total = db_number(l->db, 0, counts[l->keys], db_of(collection), w->player, w->side, w->from,
                              w->to, w->result, db_int(collection), l->key[0], l->key[1]);
    size_t here = total > 0 ? (size_t)total : 0, left = l->most - l->out->games;
    l->out->total += here;
    if (left && l->skip < here) {
        struct rows *r =
            db_ask(l->db, lists[l->keys], db_of(collection), w->player, w->side, w->from, w->to, w->result,
                   db_int(collection), l->key[0], l->key[1], db_int((int64_t)left), db_int((int64_t)l->skip));
        while (l->out->games < l->most && rows_next(r))
            l->out->game[l->out->games++] = explorer_row_game(r);
        rows_end(r);
    }
    l->skip -= l->skip < here ? l->skip : here;
}

/* All collections, the last made first. The caller frees the list. */
static int64_t *collections(struct db *db, size_t *count)
{
    int64_t *list = NULL;
    size_t room = 0;
    *count = 0;
    struct rows *r = db_ask(db, "SELECT id FROM collection ORDER BY id DESC");
    while (rows_next(r)) {
        list = mem_grow(list, &room, *count + 1, sizeof *list);
        list[(*count)++] = rows_int(r, 0);
    }
    rows_end(r);
    return list;
}

static void look_everywhere(struct looking *l)
{
    size_t n;
    int64_t *all = collections(l->db, &n);
    for (size_t i = 0; i < n && db_ok(l->db); i++)
        look(l, all[i]);
    free(all);
}

enum explorer_answer explorer_search(struct explorer *x, const struct explorer_search *s,
                                     struct explorer_found *out, struct err *e)
{
    int symmetry;
    struct looking l = {.wish = wish_of(&s->filter),
                        .key = {db_null(), db_null()},
                        .most = s->most,
                        .skip = s->skip,
                        .out = out};
    *out = (struct explorer_found){.game = mem_alloc((s->most + 1) * sizeof *out->game)};
    for (int i = 0; i < 2; i++)
        if (s->through[i])
            l.key[l.keys++] = db_int(key_of(s->through[i], &symmetry));
    struct explorer_db *d = explorer_hold(x);
    enum explorer_answer a = s->collection ? explorer_has(d, s->collection, e) : EXPLORER_FINE;
    l.db = d->db;
    if (a == EXPLORER_FINE && s->collection)
        look(&l, s->collection);
    else if (a == EXPLORER_FINE)
        look_everywhere(&l);
    free(l.wish.pattern);
    a = explorer_end(d, a, e);
    if (a != EXPLORER_FINE)
        explorer_found_free(out);
    return a;
}

void explorer_found_free(struct explorer_found *f)
{
    explorer_games_free(f->game, f->games);
    *f = (struct explorer_found){0};
}

/* ---- Some of the games at a position ---- */

/* Some games at a position, going on. */
struct some {
    int64_t key;
    size_t games, skip, seen;
    struct report_rows turns;
    struct explorer_report *out;
};

static void add_counts(struct explorer_counts *to, const struct explorer_counts *more)
{
    to->black += more->black;
    to->draw += more->draw;
    to->white += more->white;
    to->open += more->open;
}

/* One more game went on so; turns that lead to the same position are one. */
static void count_turn(struct some *s, const struct explorer_step *now, int64_t child,
                       const struct explorer_counts *one)
{
    for (size_t i = 0; i < s->turns.count; i++)
        if (s->turns.row[i].child == child) {
            add_counts(&s->turns.row[i].counts, one);
            return;
        }
    report_add(&s->turns, child, now->turn, now->len, one);
}

/* Counts what this game did there. One that a damaged file has in pieces did nothing. */
static void add_game(struct some *s, struct rows *row)
{
    struct explorer_counts one = explorer_one(rows_int(row, 5));
    struct explorer_way way = {0};
    struct record *r;
    struct err e;
    if (!explorer_row_record(row, &r, &e))
        return;
    bool ok = explorer_find_way(r, &way, &e);
    for (size_t i = 0; ok && i < way.count; i++)
        if (way.step[i].key == s->key) {
            add_counts(&s->out->counts, &one);
            if (i + 1 < way.count)
                count_turn(s, &way.step[i], way.step[i + 1].key, &one);
            break;
        }
    if (s->seen++ >= s->skip && s->out->games < s->games)
        s->out->game[s->out->games++] = explorer_row_game(row);
    free(way.step);
    record_free(r);
}

enum explorer_answer explorer_ask_some(struct explorer *x, int64_t collection, const struct position *p,
                                       const struct explorer_filter *f, size_t turns, size_t games,
                                       size_t skip, struct explorer_report *out, struct err *e)
{
    int symmetry;
    struct wish w = wish_of(f);
    *out = (struct explorer_report){.game = mem_alloc((games + 1) * sizeof *out->game)};
    struct some s = {.key = key_of(p, &symmetry), .games = games, .skip = skip, .out = out};
    struct explorer_db *d = explorer_hold(x);
    enum explorer_answer a = explorer_has(d, collection, e);
    if (a == EXPLORER_FINE) {
        struct rows *r =
            db_ask(d->db, LIST "+collection = ?6 AND " FILTERED " AND " THROUGH("7") LATEST " LIMIT ?8",
                   db_of(collection), w.player, w.side, w.from, w.to, w.result, db_int(collection),
                   db_int(s.key), db_int(LIMIT_FILTERED_GAMES + 1));
        while (!out->cut && rows_next(r)) {
            out->cut = s.seen == LIMIT_FILTERED_GAMES;
            if (!out->cut)
                add_game(&s, r);
        }
        rows_end(r);
    }
    free(w.pattern);
    a = explorer_end(d, a, e);
    if (a == EXPLORER_FINE)
        report_turns(&s.turns, &p->rules, symmetry, turns, out);
    else
        explorer_report_free(out);
    free(s.turns.row);
    return a;
}
