/* One connection to one file: what was first to fail is kept and told, and nothing is half done. */
#include "support/boards.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "db/db.h"
#include "db/until.h"
#include "support/folder.h"

enum { APPLICATION = 0x54455354 };

static const char *const newer[] = {NULL, "ALTER TABLE t ADD COLUMN c"};
static const struct db_kind first = {.name = "a trial",
                                     .application = APPLICATION,
                                     .version = 1,
                                     .schema = "CREATE TABLE t (a INTEGER PRIMARY KEY, b);",
                                     .tables = "t",
                                     .pragmas = "PRAGMA journal_mode = WAL"};

static struct folder folder;

static int make_folder(void **state)
{
    (void)state;
    folder = folder_new();
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    folder_remove(&folder);
    return 0;
}

static struct db *open_as(const struct db_kind *k, const char *path, enum db_mode mode)
{
    struct db *d = NULL;
    struct err e;
    if (db_open(k, path, mode, &d, &e) != DB_FINE)
        fail_msg("%s", e.text);
    return d;
}

static void refused(const struct db_kind *k, enum db_mode mode, const char *words)
{
    struct db *d;
    struct err e;
    assert_int_not_equal(db_open(k, folder.file, mode, &d, &e), DB_FINE);
    assert_null(d);
    if (!strstr(e.text, words) || !strstr(e.text, folder.file))
        fail_msg("'%s' does not say '%s'", e.text, words);
}

static void put(struct db *d, int64_t a)
{
    db_do(d, "INSERT INTO t (a, b) VALUES (?1, 'x')", db_int(a));
}

static int64_t count(struct db *d)
{
    return db_number(d, -1, "SELECT count(*) FROM t");
}

static void fine(struct db *d)
{
    struct err e;
    if (!db_fine(d, &e))
        fail_msg("%s", e.text);
}

/* ---- Failures ---- */

static void the_first_failure_is_kept_and_told_once(void **state)
{
    (void)state;
    struct db *d = open_as(&first, folder.file, DB_CREATE);
    struct err e;
    put(d, 1);
    put(d, 1);                        /* there is one */
    db_do(d, "DELETE FROM nonsense"); /* would fail otherwise */
    put(d, 2);                        /* is not run any more */
    assert_int_equal(count(d), -1);   /* nor is this */
    db_fail(d, DB_DAMAGED, "too late");
    assert_false(rows_next(db_ask(d, "SELECT a FROM t")));
    assert_int_equal(db_failure(d, &e), DB_FAILED);
    assert_non_null(strstr(e.text, folder.file));
    assert_non_null(strstr(e.text, "UNIQUE constraint failed: t.a"));
    assert_true(db_fine(d, &e));
    assert_int_equal(count(d), 1);
    db_fail(d, DB_DAMAGED, "%d is wrong", 7);
    assert_int_equal(db_failure(d, &e), DB_DAMAGED);
    assert_non_null(strstr(e.text, ": 7 is wrong"));
    db_close(d);
    unlink(folder.file);
}

static void a_transaction_is_in_the_file_or_not(void **state)
{
    (void)state;
    struct db *d = open_as(&first, NULL, DB_CREATE);
    struct err e;
    db_begin(d);
    put(d, 1);
    assert_int_equal(db_end(d, true, &e), DB_FINE);
    db_begin(d);
    put(d, 2);
    assert_int_equal(db_end(d, false, &e), DB_FINE);
    db_begin(d);
    put(d, 3);
    put(d, 1);
    put(d, 4);
    assert_false(db_fine(d, &e)); /* told, and the transaction is over all the same */
    put(d, 5);
    assert_int_equal(db_end(d, true, &e), DB_FAILED);
    assert_int_equal(count(d), 1);
    /* As SQLite takes back all of it by itself when the disk is full. */
    db_begin(d);
    put(d, 6);
    db_do(d, "INSERT OR ROLLBACK INTO t (a) VALUES (1)");
    put(d, 7);
    assert_int_equal(db_end(d, true, &e), DB_FAILED);
    assert_int_equal(count(d), 1);
    db_close(d);
}

static void what_takes_too_long_is_taken_back(void **state)
{
    static const char forever[] =
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    (void)state;
    struct db *d = open_as(&first, NULL, DB_CREATE);
    struct err e;
    atomic_bool stop = true;
    const struct deadline over = {.stop = &stop};
    db_until(&over);
    db_begin(d);
    put(d, 1);
    assert_int_equal(db_number(d, -1, forever), -1);
    put(d, 2);
    assert_int_equal(db_end(d, true, &e), DB_STOPPED);
    assert_null(strstr(e.text, ":memory:")); /* nothing is wrong with the file */
    db_until(NULL);
    put(d, 3);
    assert_int_equal(count(d), 1);
    fine(d);
    db_close(d);
}

static void one_within_another_is_taken_back_alone(void **state)
{
    (void)state;
    struct db *d = open_as(&first, NULL, DB_CREATE);
    struct err e;
    db_begin(d);
    put(d, 1);
    db_begin(d);
    put(d, 2);
    put(d, 1);
    assert_int_equal(db_end(d, true, &e), DB_FAILED);
    db_begin(d);
    put(d, 3);
    assert_int_equal(db_end(d, false, &e), DB_FINE);
    db_begin(d);
    put(d, 4);
    assert_int_equal(db_end(d, true, &e), DB_FINE);
    assert_int_equal(db_end(d, true, &e), DB_FINE);
    assert_int_equal(db_number(d, 0, "SELECT sum(a) FROM t"), 1 + 4);
    db_close(d);
}

static void the_outer_one_does_not_go_on_when_it_cannot(void **state)
{
    (void)state;
    struct db *d = open_as(&first, NULL, DB_CREATE);
    struct err e;
    /* It failed before. */
    db_begin(d);
    put(d, 1);
    put(d, 1);
    db_begin(d);
    put(d, 2);
    assert_int_equal(db_end(d, true, &e), DB_FAILED);
    put(d, 3);
    assert_int_equal(db_end(d, true, &e), DB_FAILED);
    assert_int_equal(count(d), 0);
    /* It went with the inner one. */
    put(d, 9);
    db_begin(d);
    put(d, 1);
    db_begin(d);
    db_do(d, "INSERT OR ROLLBACK INTO t (a) VALUES (9)");
    assert_int_equal(db_end(d, true, &e), DB_FAILED);
    put(d, 2); /* would be in the file by itself */
    assert_int_equal(db_end(d, true, &e), DB_FAILED);
    assert_int_equal(count(d), 1);
    put(d, 2);
    fine(d);
    assert_int_equal(count(d), 2);
    db_close(d);
}

static void a_locked_file_is_busy(void **state)
{
    (void)state;
    struct db_kind soon = first;
    struct err e;
    soon.wait_ms = 1;
    struct db *a = open_as(&soon, folder.file, DB_CREATE), *b = open_as(&soon, folder.file, DB_CREATE);
    db_begin(a);
    put(a, 1);
    db_begin(b);
    put(b, 2);
    assert_int_equal(db_end(b, true, &e), DB_BUSY);
    assert_int_equal(db_end(a, true, &e), DB_FINE);
    /* All as of one moment. */
    db_begin_reading(b);
    assert_int_equal(count(b), 1);
    put(a, 3);
    assert_int_equal(count(b), 1);
    assert_int_equal(db_end(b, true, &e), DB_FINE);
    assert_int_equal(count(b), 2);
    fine(a);
    db_close(a);
    db_close(b);
    unlink(folder.file);
}

/* ---- Statements ---- */

static void values_come_back_as_they_went_in(void **state)
{
    (void)state;
    struct db *d = open_as(&first, NULL, DB_CREATE);
    size_t len;
    assert_int_equal(db_number(d, -1, "SELECT a FROM t"), -1);
    db_do(d, "INSERT INTO t (a, b) VALUES (1, ?1), (2, ?2), (3, ?3), (4, ?4), (5, ?5), (6, ?6), (7, ?7)",
          db_text("six"), db_real(0.5), db_bytes("\0a", 2), db_null(), db_text(NULL), db_some(0),
          db_text_of("sixteen", 3));
    assert_int_equal(db_last(d), 7);
    assert_int_equal(db_changes(d), 7);
    struct rows *r = db_ask(d, "SELECT b FROM t ORDER BY a");
    assert_true(rows_next(r));
    assert_string_equal(rows_text(r, 0), "six");
    assert_true(rows_next(r) && rows_real(r, 0) == 0.5);
    assert_true(rows_next(r));
    assert_memory_equal(rows_bytes(r, 0, &len), "\0a", 2);
    assert_int_equal(len, 2);
    for (int i = 0; i < 3; i++) {
        assert_true(rows_next(r) && rows_null(r, 0));
        assert_string_equal(rows_text(r, 0), "");
        rows_bytes(r, 0, &len);
        assert_int_equal(len, 0);
    }
    assert_true(rows_next(r));
    assert_string_equal(rows_text(r, 0), "six");
    assert_false(rows_next(r));
    assert_false(rows_next(r)); /* the end stays the end */
    /* A row that comes back from what changes it is in the file. */
    assert_int_equal(db_number(d, 0, "INSERT INTO t (a) VALUES (?1) RETURNING a", db_int(8)), 8);
    assert_int_equal(count(d), 8);
    fine(d);
    db_close(d);
}

/* More than are kept, and one of them in use all the while. */
static void tables_by_number(void **state)
{
    (void)state;
    enum { TABLES = 200 };
    struct db *d = open_as(&first, NULL, DB_CREATE);
    put(d, 1);
    put(d, 2);
    struct rows *r = db_ask(d, "SELECT a FROM t ORDER BY a");
    assert_true(rows_next(r));
    for (int64_t i = 0; i < TABLES; i++) {
        db_run_of(d, "CREATE TABLE n_# (x); INSERT INTO n_# VALUES (-1)", i);
        db_do(d, "INSERT INTO n_# VALUES (?1)", db_of(i), db_int(i));
    }
    for (int64_t i = 0; i < TABLES; i++)
        assert_int_equal(db_number(d, 0, "SELECT sum(x) FROM n_# WHERE x <> ?1", db_of(i), db_int(-1)), i);
    assert_true(rows_next(r) && rows_int(r, 0) == 2);
    rows_end(r);
    fine(d);
    db_close(d);
}

/* ---- Files ---- */

static void files_of_others_are_refused(void **state)
{
    (void)state;
    struct err e;
    struct db_kind other = first, later = first, whole = first;
    other.application++;
    later.version = 2;
    whole.tables = "t, u";
    refused(&first, DB_WRITE, "No such file");
    refused(&first, DB_READ, "No such file");
    db_close(open_as(&first, folder.file, DB_CREATE));
    refused(&other, DB_CREATE, "not a trial of this program");
    refused(&later, DB_CREATE, "a trial of version 1, this program knows version 2");
    refused(&whole, DB_CREATE, "no such table: u");
    later.newer = newer;
    refused(&later, DB_WRITE, "version 1"); /* who does not create does not change either */
    struct db *d = open_as(&later, folder.file, DB_CREATE);
    db_do(d, "INSERT INTO t (a, c) VALUES (1, 2)");
    fine(d);
    db_close(d);
    refused(&first, DB_READ, "a trial of version 2, this program knows version 1");
    d = open_as(&later, folder.file, DB_READ);
    db_do(d, "DELETE FROM t");
    assert_int_equal(db_failure(d, &e), DB_FAILED);
    assert_int_equal(count(d), 1);
    db_close(d);
    assert_true(
        file_write(folder.file, "no database, but long enough to be taken for one, one may say", 61, &e));
    refused(&first, DB_CREATE, "damaged: file is not a database");
    unlink(folder.file);
}

static void a_new_file_is_whole_or_not_there(void **state)
{
    (void)state;
    struct db_kind bad = first;
    bad.schema = "CREATE TABLE t (a); INSERT INTO nonsense VALUES (1);";
    refused(&bad, DB_NEW, "no such table: nonsense");
    assert_int_equal(access(folder.file, F_OK), -1);
    db_close(open_as(&first, folder.file, DB_NEW));
    refused(&first, DB_NEW, "there is a file of this name");
    db_close(open_as(&first, folder.file, DB_WRITE));
    unlink(folder.file);
}

static void a_file_has_a_limit(void **state)
{
    (void)state;
    struct db *d = open_as(&first, folder.file, DB_CREATE);
    struct err e;
    db_limit(d, 100000);
    fine(d);
    db_begin(d);
    put(d, 1);
    db_do(d, "INSERT INTO t (b) VALUES (zeroblob(200000))");
    assert_int_equal(db_end(d, true, &e), DB_FULL);
    assert_int_equal(count(d), 0);
    put(d, 1);
    db_grow(d);
    assert_true(db_empty_log(d));
    assert_false(db_moved(d));
    char away[100];
    snprintf(away, sizeof away, "%s/away", folder.path);
    assert_int_equal(rename(folder.file, away), 0);
    assert_true(db_moved(d));
    assert_int_equal(rename(away, folder.file), 0);
    fine(d);
    db_close(d);
    unlink(folder.file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_failure_is_kept_and_told_once),
        cmocka_unit_test(a_transaction_is_in_the_file_or_not),
        cmocka_unit_test(one_within_another_is_taken_back_alone),
        cmocka_unit_test(the_outer_one_does_not_go_on_when_it_cannot),
        cmocka_unit_test(a_locked_file_is_busy),
        cmocka_unit_test(what_takes_too_long_is_taken_back),
        cmocka_unit_test(values_come_back_as_they_went_in),
        cmocka_unit_test(tables_by_number),
        cmocka_unit_test(files_of_others_are_refused),
        cmocka_unit_test(a_new_file_is_whole_or_not_there),
        cmocka_unit_test(a_file_has_a_limit),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
