/* Edited files; see edits.h. */
#include "support/edits.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/rng.h"
#include "support/boards.h"

enum { SECONDS_MOST = 400, CHILD_MOST = 200 };

/* ---- SQL ---- */

static sqlite3 *open_db(const char *path)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    return db;
}

static bool try_sql(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static void run_sql(sqlite3 *db, const char *sql)
{
    if (!try_sql(db, sql))
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
}

/* The first column of what is asked. */
static void ask_list(sqlite3 *db, const char *sql, struct edits *out)
{
    sqlite3_stmt *s;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &s, NULL), SQLITE_OK);
    while (sqlite3_step(s) == SQLITE_ROW)
        edits_add(out, (const char *)sqlite3_column_text(s, 0));
    sqlite3_finalize(s);
}

static void tables_of(sqlite3 *db, struct edits *out)
{
    ask_list(db, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'", out);
    assert_true(out->n > 0);
}

void edits_ask(const char *path, const char *const *questions, struct buf *out)
{
    sqlite3 *db = open_db(path);
    for (; *questions; questions++) {
        sqlite3_stmt *s = NULL;
        (void)sqlite3_prepare_v2(db, *questions, -1, &s, NULL);
        while (s && sqlite3_step(s) == SQLITE_ROW) {
            for (int k = 0; k < sqlite3_column_count(s); k++) {
                const char *text = (const char *)sqlite3_column_text(s, k);
                buf_format(out, "%s|", text ? text : "null");
            }
            buf_text(out, "\n");
        }
        sqlite3_finalize(s);
    }
    sqlite3_close(db);
}

/* ---- files ---- */

static void remove_all(const char *path)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-journal", "-run"};
    char name[200];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

void edits_copy(const char *from, const char *to)
{
    char sql[300];
    remove_all(to);
    sqlite3 *db = open_db(from);
    snprintf(sql, sizeof sql, "VACUUM INTO '%s'", to);
    run_sql(db, sql);
    sqlite3_close(db);
}

void edits_plain(const char *from, const char *to)
{
    struct edits tables = {0};
    edits_copy(from, to);
    sqlite3 *db = open_db(to);
    tables_of(db, &tables);
    for (size_t i = 0; i < tables.n; i++) {
        char sql[300];
        const char *t = tables.sql[i];
        snprintf(sql, sizeof sql,
                 "PRAGMA legacy_alter_table = 1; CREATE TABLE x AS SELECT * FROM %s; DROP TABLE %s; "
                 "ALTER TABLE x RENAME TO %s",
                 t, t, t);
        run_sql(db, sql);
    }
    sqlite3_close(db);
    edits_free(&tables);
}

/* ---- edits ---- */

void edits_add(struct edits *e, const char *sql)
{
    e->sql = mem_grow(e->sql, &e->room, e->n + 1, sizeof *e->sql);
    e->sql[e->n++] = mem_strdup(sql);
}

void edits_thin(struct edits *e, size_t every)
{
    size_t kept = 0;
    for (size_t i = 0; i < e->n; i++)
        if (i % every == 0)
            e->sql[kept++] = e->sql[i];
        else
            free(e->sql[i]);
    e->n = kept;
}

void edits_free(struct edits *e)
{
    for (size_t i = 0; i < e->n; i++)
        free(e->sql[i]);
    free(e->sql);
    *e = (struct edits){0};
}

/* Values, as SQL: @ is the column, # the table, ? some number. */
static const char *const values[] = {
    "0",
    "1",
    "2",
    "3",
    "-1",
    "999999",
    "2147483648",
    "9223372036854775807",
    "-9223372036854775807 - 1",
    "1e999",
    "0.5",
    "NULL",
    "''",
    "'abc'",
    "'{}'",
    "x'00ff10aa55'",
    "'it' || char(10) || '\xff'",
    "CAST(@ AS TEXT)",
    "CAST(@ AS BLOB)",
    "zeroblob(length(@))",
    "zeroblob(100000)",
    "CAST(substr(@, 1, length(@) / 2) AS BLOB)",
    "substr(@, 1, length(@) / 2)",
    "@ || @",
    "CAST(@ || @ AS BLOB)",
    "@ + 1",
    "@ - 1",
    "(SELECT o.@ FROM # AS o LIMIT 1 OFFSET ? % (SELECT count(*) FROM #))",
    "CAST(substr(@, 1, ? % length(@)) || x'55' || substr(@, ? % length(@) + 2) AS BLOB)",
    "substr(@, 1, ? % length(@)) || '7' || substr(@, ? % length(@) + 2)",
};

static void put_value(const char *form, const char *column, const char *table, struct rng *rng,
                      struct buf *out)
{
    unsigned number = rng_below(rng, 1000); /* the same wherever it stands */
    for (; *form; form++)
        if (*form == '@')
            buf_text(out, column);
        else if (*form == '#')
            buf_text(out, table);
        else if (*form == '?')
            buf_format(out, "%u", number);
        else
            buf_char(out, *form);
}

/* A table, and the columns by which its rows are told apart. */
struct table {
    const char *name;
    char key[200];
    int rows; /* at random; the first and the last besides */
    struct rng *rng;
};

static struct table table_of(sqlite3 *db, const char *name, int rows, struct rng *rng)
{
    struct table t = {name, "rowid", rows, rng};
    char sql[300];
    sqlite3_stmt *s = NULL;
    snprintf(sql, sizeof sql, "SELECT rowid FROM %s", name);
    if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) != SQLITE_OK) {
        struct edits key = {0};
        struct buf list = BUF_EMPTY;
        snprintf(sql, sizeof sql, "SELECT name FROM pragma_table_info('%s') WHERE pk > 0 ORDER BY pk", name);
        ask_list(db, sql, &key);
        for (size_t i = 0; i < key.n; i++)
            buf_format(&list, "%s%s", i ? ", " : "", key.sql[i]);
        snprintf(t.key, sizeof t.key, "%s", buf_str(&list));
        buf_free(&list);
        edits_free(&key);
    }
    sqlite3_finalize(s);
    return t;
}

/* Adds the statement for the first row, the last, some others, and for all. */
static void add_rows(const struct table *t, const char *what, struct edits *out)
{
    for (int i = -2; i < t->rows; i++) {
        struct buf sql = BUF_EMPTY;
        buf_format(&sql, "%s WHERE (%s) = (SELECT %s FROM %s ORDER BY %s%s LIMIT 1 OFFSET ", what, t->key,
                   t->key, t->name, t->key, i == -2 ? " DESC" : "");
        if (i < 0)
            buf_text(&sql, "0)");
        else
            buf_format(&sql, "%u %% max(1, (SELECT count(*) FROM %s)))", rng_below(t->rng, 100000), t->name);
        edits_add(out, buf_str(&sql));
        buf_free(&sql);
    }
    edits_add(out, what);
}

static void list_column(const struct table *t, const char *column, struct edits *out)
{
    char sql[300];
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct buf set = BUF_EMPTY;
        buf_format(&set, "UPDATE %s SET %s = ", t->name, column);
        put_value(values[i], column, t->name, t->rng, &set);
        add_rows(t, buf_str(&set), out);
        buf_free(&set);
    }
    snprintf(sql, sizeof sql, "ALTER TABLE %s RENAME COLUMN %s TO %s_x", t->name, column, column);
    edits_add(out, sql);
    snprintf(sql, sizeof sql, "ALTER TABLE %s DROP COLUMN %s", t->name, column);
    edits_add(out, sql);
}

static void list_table(const struct table *t, struct edits *out)
{
    char sql[400];
    snprintf(sql, sizeof sql, "DELETE FROM %s", t->name);
    add_rows(t, sql, out);
    for (int i = 0; i <= t->rows; i++) {
        snprintf(sql, sizeof sql,
                 "INSERT INTO %s SELECT * FROM %s LIMIT 1 OFFSET %u %% max(1, (SELECT count(*) FROM %s))",
                 t->name, t->name, rng_below(t->rng, 100000), t->name);
        edits_add(out, sql);
    }
    snprintf(sql, sizeof sql, "DROP TABLE %s", t->name);
    edits_add(out, sql);
    snprintf(sql, sizeof sql, "DROP TABLE %s; CREATE TABLE %s (x)", t->name, t->name);
    edits_add(out, sql);
    snprintf(sql, sizeof sql, "DROP TABLE %s; CREATE VIEW %s AS SELECT 1 AS id", t->name, t->name);
    edits_add(out, sql);
}

void edits_list(const char *path, int rows, uint64_t seed, struct edits *out)
{
    struct edits tables = {0};
    struct rng rng;
    sqlite3 *db = open_db(path);
    rng_seed(&rng, seed);
    tables_of(db, &tables);
    for (size_t i = 0; i < tables.n; i++) {
        struct table t = table_of(db, tables.sql[i], rows, &rng);
        struct edits columns = {0};
        char sql[300];
        snprintf(sql, sizeof sql, "SELECT name FROM pragma_table_info('%s')", t.name);
        ask_list(db, sql, &columns);
        assert_true(columns.n > 0);
        list_table(&t, out);
        for (size_t k = 0; k < columns.n; k++)
            list_column(&t, columns.sql[k], out);
        edits_free(&columns);
    }
    sqlite3_close(db);
    edits_free(&tables);
}

/* ---- trying them ---- */

/* What a process that tries them tells the one that waits for it. */
struct told {
    size_t at; /* the next one */
    struct edits_tally tally;
};

static void copy_bytes(const char *from, const char *to)
{
    char *bytes;
    size_t len;
    struct err e;
    remove_all(to);
    if (!file_read(from, &bytes, &len, &e) || !file_write(to, bytes, len, &e))
        fail_msg("%s", e.text);
    free(bytes);
}

/* In a copy of the file; false if SQLite does not let it happen, or no row is other than before. */
static bool make_edit(const char *from, const char *to, const char *sql)
{
    copy_bytes(from, to);
    sqlite3 *db = open_db(to);
    bool done = try_sql(db, sql) && (strncmp(sql, "UPDATE", 6) != 0 || sqlite3_total_changes(db) > 0);
    sqlite3_close(db);
    return done;
}

static bool try_one(const struct edits_user *u, const struct buf *said, size_t which, const char *sql,
                    uint64_t seed, struct edits_tally *t)
{
    struct buf after = BUF_EMPTY;
    if (!make_edit(u->file[which], u->work, sql))
        return false;
    u->says(u->work, &after);
    bool same = strcmp(buf_str(&said[which]), buf_str(&after)) == 0;
    buf_free(&after);
    alarm(SECONDS_MOST);
    bool accepted = u->use(u->work, seed);
    alarm(0);
    t->tried++;
    t->accepted += accepted && same;
    t->refused += !accepted;
    t->wrong += accepted && !same;
    if (accepted && !same)
        fprintf(stderr, "accepted after: %s\n", sql);
    return true;
}

static void try_some(const struct edits *e, const struct edits_user *u, struct told *told)
{
    struct buf said[EDITS_FILES] = {BUF_EMPTY, BUF_EMPTY, BUF_EMPTY};
    size_t files = 0;
    for (; files < EDITS_FILES && u->file[files]; files++)
        u->says(u->file[files], &said[files]);
    for (int i = 0; i < CHILD_MOST && told->at < e->n; i++, told->at++) {
        bool done = false;
        for (size_t k = 0; k < files && !done; k++)
            done = try_one(u, said, (told->at + k) % files, e->sql[told->at], told->at, &told->tally);
    }
    while (files > 0)
        buf_free(&said[--files]);
}

/* Those that cmocka takes for a failed test: here they end the process, and leave the folder to the others. */
static void own_signals(void)
{
    static const int list[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGSYS};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        signal(list[i], SIG_DFL);
}

struct edits_tally edits_try(const struct edits *e, const struct edits_user *u)
{
    struct told *told = mmap(NULL, sizeof *told, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(told != MAP_FAILED);
    memset(told, 0, sizeof *told);
    while (told->at < e->n) {
        size_t before = told->at;
        int status;
        fflush(NULL);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            own_signals();
            try_some(e, u, told);
            exit(0); /* with a look at what was lost, where there are sanitizers */
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
            continue;
        bool over = told->at - before == CHILD_MOST || told->at == e->n;
        fprintf(stderr, "%s %d: %s\n", WIFSIGNALED(status) ? "signal" : "status",
                WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
                over ? "after the last one" : e->sql[told->at]);
        told->tally.crashed++;
        told->at += !over;
    }
    struct edits_tally t = told->tally;
    munmap(told, sizeof *told);
    return t;
}

void edits_show(const struct edits_tally *t)
{
    print_message(
        "%d edits: %d accepted and nothing said otherwise, %d refused, %d accepted and false, %d crashes\n",
        t->tried, t->accepted, t->refused, t->wrong, t->crashed);
    assert_true(t->accepted > 0 && t->refused > 0);
    assert_int_equal(t->wrong, 0);
    assert_int_equal(t->crashed, 0);
}
