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

enum explorer_answer explorer_make(struct explorer *x, const char *name, int64_t *id, struct err *e)
{
    struct explorer_db *d = explorer_begin(x, e);
    if (!d)
        return EXPLORER_FAILED;
    db_do(d->db, "INSERT INTO collection (name, games, added) VALUES (?1, 0, ?2)", db_text(name),
          db_int((int64_t)time(NULL)));
    *id = db_last(d->db);
    db_run_of(d->db, tables, *id);
    return explorer_end(d, EXPLORER_FINE, e);
}

enum explorer_answer explorer_rename(struct explorer *x, int64_t id, const char *name, struct err *e)
{
    struct explorer_db *d = explorer_begin(x, e);
    if (!d)
        return EXPLORER_FAILED;
    enum explorer_answer a = explorer_has(d, id, e);
    db_do(d->db, "UPDATE collection SET name = ?1 WHERE id = ?2", db_text(name), db_int(id));
    return explorer_end(d, a, e);
}

enum explorer_answer explorer_drop(struct explorer *x, int64_t id, struct err *e)
{
    struct explorer_db *d = explorer_begin(x, e);
    if (!d)
        return EXPLORER_FAILED;
    enum explorer_answer a = explorer_has(d, id, e);
    if (a == EXPLORER_FINE)
        db_run_of(d->db, drop, id);
    return explorer_end(d, a, e);
}

enum explorer_answer explorer_list(struct explorer *x, struct explorer_collection **out, size_t *count,
                                   struct err *e)
{
    struct explorer_db *d = explorer_hold(x);
    size_t room = 0;
    *out = NULL;
    *count = 0;
    struct rows *r =
        db_ask(d->db, "SELECT id, name, games, added FROM collection ORDER BY added DESC, id DESC");
    while (rows_next(r)) {
        *out = mem_grow(*out, &room, *count + 1, sizeof **out);
        (*out)[(*count)++] = (struct explorer_collection){rows_int(r, 0), mem_strdup(rows_text(r, 1)),
                                                          rows_int(r, 2), rows_int(r, 3)};
    }
    enum explorer_answer a = explorer_end(d, EXPLORER_FINE, e);
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
