/* Positions that leave too many defences open are tried again later, and the search still ends; simulated searches: the same tree for
 * any number of workers, and more workers are faster. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "lab/simulate.h"
#include "support/folder.h"

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

/* Two open defences are too many: turns are put off for it, and the root is proved all the same. */
static void too_many_is_not_the_end(void **state)
{
    (void)state;
    char command[900];
    snprintf(command, sizeof command,
             "cd %s && h=" TEST_PROGRAM
             " && s='--set verify-order=1 --set verify-nodes=3 --set solve-order=1 --set solve-nodes=1 --set "
             "expand-nodes=300 --set verify-most=1' && $h lab new a.lab --game 9,9,5,2,1 $s >/dev/null && $h "
             "lab add a.lab --attacker black "
             "--game 9,9,5,2,1 e5 a1 i9 >/dev/null && $h lab run a.lab --threads 1 >/dev/null 2>&1 && "
             "$h lab check "
             "a.lab >/dev/null && $h lab export a.lab --cert a.cert && $h check a.cert >/dev/null",
             folder.path);
    assert_int_equal(system(command), 0);
    char path[80];
    sqlite3 *db;
    sqlite3_stmt *s;
    snprintf(path, sizeof path, "%s/a.lab", folder.path);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT count(*) FROM result WHERE verdict = 5", -1, &s, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(s), SQLITE_ROW);
    assert_true(sqlite3_column_int(s, 0) > 0);
    sqlite3_finalize(s);
    sqlite3_close(db);
}

/* A file with jobs as a lab leaves them: turns that leave 0 to 4 defences open, positions half of which are won. */
static void make_records(const char *path)
{
    struct rules r = {19, 19, 6, 2, 1, false};
    struct lab_options o;
    struct err e;
    sqlite3 *db;
    lab_options_usual(&o);
    assert_true(lab_create(path, &r, &o, &e));
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    for (int i = 0; i < 60; i++) {
        char sql[1500];
        int x = 3 * i + 1, turn = i % 5, n = 0;
        n = snprintf(sql, sizeof sql,
                     "BEGIN; INSERT INTO node VALUES (%d, 'n%d', 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, NULL), (%d, "
                     "'c%d', 1, 2, 1, 1, 1, "
                     "1, 0, 0, 0, 0, NULL);"
                     "INSERT INTO job VALUES (%d, %d, 2, '', '', 1, 1, 0), (%d, %d, 0, '', '', 1, 1, 0), "
                     "(%d, %d, 1, '', '', 1, "
                     "1, 0);"
                     "INSERT INTO result VALUES (%d, 'w', 2, '{\"chance\":0.%d}', NULL, 0, 1, 0.1, 0), (%d, "
                     "'w', 2, '{}', NULL, 0, "
                     "1, %d, 0), (%d, 'w', %d, '{}', NULL, 0, 1, 0.5, 0);"
                     "INSERT INTO edge VALUES (NULL, %d, %d, '', 0, 1, 0, %d);",
                     2 * i + 1, i, 2 * i + 2, i, x, 2 * i + 1, x + 1, 2 * i + 2, x + 2, 2 * i + 1, x,
                     5 + i % 5, x + 1, 1 + turn, x + 2, i % 2 ? LAB_WON : LAB_OPEN, 2 * i + 1, 2 * i + 2, x);
        for (int k = 0; k < turn; k++)
            n += snprintf(sql + n, sizeof sql - (size_t)n,
                          "INSERT INTO edge VALUES (NULL, %d, %d, '', 0, 0, 0, %d);", 2 * i + 2, 2 * i + 1,
                          x + 1);
        snprintf(sql + n, sizeof sql - (size_t)n, "COMMIT;");
        char *why = NULL;
        if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
            fail_msg("%s", why);
    }
    sqlite3_close(db);
}

static void workers_help(void **state)
{
    (void)state;
    struct simulate_records *records;
    struct err e;
    char path[80];
    snprintf(path, sizeof path, "%s/b.lab", folder.path);
    assert_false(simulate_read("/nowhere/b.lab", &records, &e));
    make_records(path);
    if (!simulate_read(path, &records, &e))
        fail_msg("%s", e.text);
    assert_int_equal(simulate_jobs(records), 180);
    struct simulate_setup s = {.records = records, .graph = {.patience = 0.25}, .workers = 1, .most = 20000};
    int trees = 0;
    for (s.seed = 0; s.seed < 200 && trees < 5; s.seed++) {
        s.workers = 1;
        struct simulate_result one = simulate_run(&s), again = simulate_run(&s);
        assert_int_equal(one.jobs, again.jobs);
        assert_true(one.seconds == again.seconds && one.dropped == 0);
        if (!one.proved || one.jobs < 200)
            continue;
        trees++;
        for (int p = 0; p < GRAPH_POLICIES; p++) {
            s.graph.policy = (enum graph_policy)p;
            s.workers = 8;
            struct simulate_result r = simulate_run(&s);
            assert_true(r.proved);
            assert_true(r.work <= 8 * r.seconds * 1.000001 && r.wasted <= r.work);
        }
        s.graph.policy = GRAPH_EQUAL;
        assert_true(simulate_run(&s).seconds < one.seconds);
    }
    assert_true(trees > 0);
    simulate_records_free(records);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(too_many_is_not_the_end),
        cmocka_unit_test(workers_help),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
