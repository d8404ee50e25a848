/* Collections: made, named, dropped; see explorer.h. */
#include <stdlib.h>
#include <time.h>

#include "base/mem.h"
#include "store/explorer/inner.h"

/* Of each position: its first game with the turn that followed there, and all results. Of turns and games those that came later. */
static const char tables[] =
    "CREATE TABLE position_# (key INTEGER PRIMARY KEY, black INTEGER NOT NULL, draw INTEGER NOT NULL,"
    " white INTEGER NOT NULL, open INTEGER NOT NULL, game INTEGER NOT NULL, result INTEGER NOT NULL, child "
    "INTEGER, turn BLOB);"
    "CREATE TABLE turn_# (position INTEGER NOT NULL, child INTEGER NOT NULL, turn BLOB NOT NULL,"
    " black INTEGER NOT NULL, draw INTEGER NOT NULL, white INTEGER NOT NULL, open INTEGER NOT NULL,"
    " PRIMARY KEY (position, child)) WITHOUT ROWID;"
    "CREATE TABLE seen_# (position INTEGER NOT NULL, game INTEGER NOT NULL, PRIMARY KEY (position, game)) "
    "WITHOUT ROWID;";

static const char drop[] = "DROP TABLE position_#; DROP TABLE turn_#; DROP TABLE seen_#;"
                           "DELETE FROM game WHERE collection = #; DELETE FROM collection WHERE id = #;";

/* Runs several statements about one collection. */
static enum explorer_answer run_for(struct explorer_db *d, const char *sql, int64_t id, struct err *e)
{
    struct buf text = BUF_EMPTY;
    explorer_number(sql, id, &text);
    enum explorer_answer a = explorer_run(d, buf_str(&text), e);
    buf_free(&text);
    return a;
}

static enum explorer_answer set_name(struct explorer_db *d, const char *sql, int64_t id, const char *name,
                                     struct err *e)
{
    sqlite3_stmt *s = explorer_prepare(d, sql, id, e);
    if (!s)
        return EXPLORER_FAILED;
    sqlite3_bind_text(s, 1, name, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int64(s, 2, (int64_t)time(NULL));
    enum explorer_answer a = sqlite3_step(s) == SQLITE_DONE ? EXPLORER_FINE : explorer_fail(d, e);
    sqlite3_finalize(s);
    return a;
}

enum explorer_answer explorer_make(struct explorer *x, const char *name, int64_t *id, struct err *e)
{
    struct explorer_db *d;
    enum explorer_answer a = explorer_begin(x, &d, e);
    if (a != EXPLORER_FINE)
        return a;
    a = set_name(d, "INSERT INTO collection (name, games, added) VALUES (?1, 0, ?2)", 0, name, e);
    *id = sqlite3_last_insert_rowid(d->db);
    return explorer_end(d, a == EXPLORER_FINE ? run_for(d, tables, *id, e) : a, e);
}

enum explorer_answer explorer_rename(struct explorer *x, int64_t id, const char *name, struct err *e)
{
    struct explorer_db *d;
    enum explorer_answer a = explorer_begin(x, &d, e);
    if (a != EXPLORER_FINE)
        return a;
    a = explorer_has(d, id, e);
    return explorer_end(
        d, a == EXPLORER_FINE ? set_name(d, "UPDATE collection SET name = ?1 WHERE id = #", id, name, e) : a,
        e);
}

enum explorer_answer explorer_drop(struct explorer *x, int64_t id, struct err *e)
{
    struct explorer_db *d;
    enum explorer_answer a = explorer_begin(x, &d, e);
    if (a != EXPLORER_FINE)
        return a;
    a = explorer_has(d, id, e);
    return explorer_end(d, a == EXPLORER_FINE ? run_for(d, drop, id, e) : a, e);
}

enum explorer_answer explorer_list(struct explorer *x, struct explorer_collection **out, size_t *count,
                                   struct err *e)
{
    struct explorer_db *d = &x->read;
    size_t room = 0;
    *out = NULL;
    *count = 0;
    pthread_mutex_lock(&d->lock);
    sqlite3_stmt *s = explorer_prepare(
        d, "SELECT id, name, games, added FROM collection ORDER BY added DESC, id DESC", 0, e);
    int status = SQLITE_ERROR;
    while (s && (status = sqlite3_step(s)) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(s, 1);
        *out = mem_grow(*out, &room, *count + 1, sizeof **out);
        (*out)[(*count)++] =
            (struct explorer_collection){sqlite3_column_int64(s, 0), mem_strdup(name ? name : ""),
                                         sqlite3_column_int64(s, 2), sqlite3_column_int64(s, 3)};
    }
    enum explorer_answer a = status == SQLITE_DONE ? EXPLORER_FINE
                             : s                   ? explorer_fail(d, e)
                                                   : EXPLORER_FAILED;
    sqlite3_finalize(s);
    pthread_mutex_unlock(&d->lock);
    if (a != EXPLORER_FINE) {
        explorer_list_free(*out, *count);
        *out = NULL;
        *count = 0;
    }
    return a;
}

void explorer_list_free(struct explorer_collection *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(list[i].name);
    free(list);
}
