/* What can happen to the file of saved trees: locked, full, damaged, replaced, gone, of another version. Each
 * is answered clearly and soon, nothing is lost, and when the cause is gone the store goes on. */
#define _GNU_SOURCE /* unshare, memmem */
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "store/store.h"
#include "support/boards.h"
#include "support/folder.h"
#include "json/limits.h"
#include "json/tree.h"

/* ---- Trees and stores ---- */

enum { WAIT_MS = 200 };

struct kept {
    struct folder folder;
    struct store *store;
    struct buf log;
};

static void note(void *context, const char *message)
{
    buf_format(context, "%s\n", message);
}

static bool reopen(struct kept *k, int64_t bytes_most, struct err *e)
{
    store_close(k->store);
    k->store = NULL;
    struct store_options o = {.path = k->folder.file,
                              .bytes_most = bytes_most,
                              .wait_ms = WAIT_MS,
                              .log = note,
                              .context = &k->log};
    return store_open(&o, &k->store, e);
}

static void must_open(struct kept *k, int64_t bytes_most)
{
    struct err e;
    if (!reopen(k, bytes_most, &e))
        fail_msg("%s", e.text);
}

static struct kept *kept_new(int64_t bytes_most)
{
    struct kept *k = mem_zero(1, sizeof *k);
    k->folder = folder_new();
    must_open(k, bytes_most);
    return k;
}

static void kept_free(struct kept *k)
{
    store_close(k->store);
    buf_free(&k->log);
    folder_remove(&k->folder);
    free(k);
}

enum { LINE = 300 };

/* A tree of so many nodes, a line and what is left as leaves at its end, with a comment of so many bytes. */
static struct record *make_tree(int nodes, size_t comment)
{
    struct rules r = test_rules("19,19,19,2,1");
    struct record *record = record_new(&r);
    struct position *p = position_new(&r);
    struct tree_node *at = record->root;
    for (int i = 0; i < nodes && i < LINE; i++) {
        square s = square_at(i % 19, i / 19);
        at = node_add(at, p->to_move, s);
        position_place(p, s);
    }
    for (int i = LINE; i < nodes; i++)
        node_add(at, p->to_move, square_at(i % 19, 18));
    char *text = mem_alloc(comment + 1);
    memset(text, 'x', comment);
    text[comment] = '\0';
    node_set_comment(record->root, text);
    free(text);
    position_free(p);
    return record;
}

/* Saves it, as new or (id not 0) over another. */
static enum store_answer save(struct store *s, int64_t *id, int nodes, size_t comment, struct err *e)
{
    struct record *r = make_tree(nodes, comment);
    struct buf body = BUF_EMPTY;
    struct position_index places;
    size_t longest;
    int64_t revision = 0;
    tree_write(r, &body);
    assert_true(index_of(r, &places, e));
    struct store_tree t = {"title",        "19,19,19,2,1", tree_count(r, &longest),
                           buf_str(&body), body.len,       &places};
    enum store_answer a = *id ? store_update(s, *id, &t, &revision, e) : store_insert(s, &t, id, e);
    buf_free(&body);
    index_free(&places);
    record_free(r);
    return a;
}

static int64_t must_save(struct store *s, int nodes, size_t comment)
{
    struct err e;
    int64_t id = 0;
    if (save(s, &id, nodes, comment, &e) != STORE_FINE)
        fail_msg("%s", e.text);
    return id;
}

/* What is answered is JSON, or a message. */
static enum store_answer get(struct store *s, int64_t id, struct err *e)
{
    struct buf b = BUF_EMPTY;
    enum store_answer a = store_get(s, id, &b, e);
    json_t *j = a == STORE_FINE ? json_loadb(buf_str(&b), b.len, 0, NULL) : NULL;
    assert_true(!j == (a != STORE_FINE));
    json_decref(j);
    buf_free(&b);
    return a;
}

/* The number of trees; -1 if that cannot be said. */
static int64_t count(struct store *s, enum store_answer *a, struct err *e)
{
    struct buf b = BUF_EMPTY;
    *a = store_list(s, NULL, 100, 0, &b, e);
    json_t *j = *a == STORE_FINE ? json_loadb(buf_str(&b), b.len, 0, NULL) : NULL;
    assert_true(!j == (*a != STORE_FINE));
    int64_t n = j ? json_integer_value(json_object_get(j, "total")) : -1;
    json_decref(j);
    buf_free(&b);
    return n;
}

static enum store_answer find_root(struct store *s, int64_t *matches, struct err *e)
{
    struct rules r = test_rules("19,19,19,2,1");
    struct position *p = position_new(&r);
    struct buf b = BUF_EMPTY;
    enum store_answer a = store_find(s, p, 10000, &b, e);
    json_t *j = a == STORE_FINE ? json_loadb(buf_str(&b), b.len, 0, NULL) : NULL;
    assert_true(!j == (a != STORE_FINE));
    *matches = (int64_t)json_array_size(json_object_get(j, "matches"));
    json_decref(j);
    buf_free(&b);
    position_free(p);
    return a;
}

static void must_be_whole(struct store *s)
{
    struct err e;
    if (!store_check(s, &e))
        fail_msg("%s", e.text);
}

/* The message says this, and no client learns where the file is: that is in the log. */
static void assert_said(const struct kept *k, const struct err *e, const char *words)
{
    if (!strstr(e->text, words))
        fail_msg("'%s' does not say '%s'", e->text, words);
    if (strstr(e->text, k->folder.path))
        fail_msg("'%s' tells the path", e->text);
}

static void assert_logged(const struct kept *k, const char *words)
{
    if (!strstr(buf_str(&k->log), k->folder.file) || !strstr(buf_str(&k->log), words))
        fail_msg("'%s' is not in the log: %s", words, buf_str(&k->log));
}

/* Runs SQL on a connection of its own, which stays open. */
static sqlite3 *sql_on(const char *file, const char *sql)
{
    sqlite3 *db;
    char *message = NULL;
    assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, 5000);
    if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", sql, message);
    return db;
}

static void run_sql(const char *file, const char *sql)
{
    sqlite3_close(sql_on(file, sql));
}

/* ---- Locked ---- */

struct
try {
    struct store *store;
    enum store_answer answer;
    double took;
    struct err err;
};

static void *save_meanwhile(void *context)
{
    struct try *t = context;
    int64_t id = 0;
    double start = clock_now();
    t->answer = save(t->store, &id, 1, 0, &t->err);
    t->took = clock_now() - start;
    return NULL;
}

static void a_locked_file_is_said_to_be_and_soon(void **state)
{
    (void)state;
    enum { SAVERS = 5 };
    struct kept *k = kept_new(0);
    int64_t id = must_save(k->store, 3, 10);
    sqlite3 *other = sql_on(k->folder.file, "BEGIN IMMEDIATE");
    struct try t[SAVERS];
    pthread_t thread[SAVERS];
    for (int i = 0; i < SAVERS; i++) {
        t[i] = (struct try){.store = k->store};
        assert_int_equal(pthread_create(&thread[i], NULL, save_meanwhile, &t[i]), 0);
    }
    /* Reading goes on. */
    struct err e;
    assert_int_equal(get(k->store, id, &e), STORE_FINE);
    for (int i = 0; i < SAVERS; i++) {
        pthread_join(thread[i], NULL);
        assert_int_equal(t[i].answer, STORE_BUSY);
        assert_said(k, &t[i].err, "try again in a moment");
        /* Not one after the other: each waits at most for the file, and for the one before it. */
        assert_true(t[i].took < 10 * WAIT_MS / 1000.0 + PATIENCE / 2);
    }
    assert_int_equal(store_delete(k->store, id, &e), STORE_BUSY);
    assert_logged(k, "locked");
    assert_int_equal(sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    must_save(k->store, 1, 0);
    assert_int_equal(store_delete(k->store, id, &e), STORE_FINE);
    must_be_whole(k->store);
    kept_free(k);
}

/* ---- Tables ---- */

static void a_file_without_tables_is_made_whole(void **state)
{
    (void)state;
    struct kept *k = kept_new(0);
    store_close(k->store);
    k->store = NULL;
    assert_int_equal(unlink(k->folder.file), 0);
    run_sql(k->folder.file, "PRAGMA application_id = 0x48585356; PRAGMA user_version = 1;");
    must_open(k, 0);
    must_save(k->store, 1, 0);
    must_be_whole(k->store);
    kept_free(k);
}

static void a_file_with_a_table_missing_is_refused(void **state)
{
    (void)state;
    static const char *const tables[] = {"tree", "place", "doomed", "progress"};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct kept *k = kept_new(0);
        struct err e;
        char sql[60], words[60];
        store_close(k->store);
        k->store = NULL;
        snprintf(sql, sizeof sql, "DROP TABLE %s", tables[i]);
        snprintf(words, sizeof words, "no such table: %s", tables[i]);
        run_sql(k->folder.file, sql);
        assert_false(reopen(k, 0, &e));
        if (!strstr(e.text, words) || !strstr(e.text, k->folder.file))
            fail_msg("'%s' does not say '%s'", e.text, words);
        kept_free(k);
    }
}

/* Saves a player's progress over this revision, and reads it back from a file opened anew. */
static void progress_is(struct store *s, int64_t revision, const char *part)
{
    struct buf out = BUF_EMPTY;
    struct err e;
    int64_t next = revision;
    assert_int_equal(store_progress_get(s, "me", &out, &e), revision ? STORE_FINE : STORE_NONE);
    if (part)
        assert_non_null(strstr(buf_str(&out), part));
    assert_int_equal(store_progress_put(s, "me", "{\"n\":1}", 7, &next, &e), STORE_FINE);
    assert_int_equal(next, revision + 1);
    buf_free(&out);
}

static void progress_survives_and_is_checked(void **state)
{
    (void)state;
    struct kept *k = kept_new(0);
    struct buf out = BUF_EMPTY;
    struct err e;
    progress_is(k->store, 0, NULL);
    must_open(k, 0);
    progress_is(k->store, 1, "\"revision\":1,");
    must_open(k, 0);
    progress_is(k->store, 2, "\"document\":{\"n\":1}}");
    run_sql(k->folder.file, "UPDATE progress SET body = '{\"n\":2}'");
    assert_int_equal(store_progress_get(k->store, "me", &out, &e), STORE_DAMAGED);
    assert_int_equal(out.len, 0);
    assert_non_null(strstr(buf_str(&k->log), "progress is not as it was saved"));
    kept_free(k);
}

static void other_versions(void **state)
{
    (void)state;
    struct kept *k = kept_new(0);
    struct err e;
    enum store_answer a;
    int64_t matches;
    must_save(k->store, 5, 10);
    /* As version 1 left it. */
    run_sql(k->folder.file, "ALTER TABLE tree DROP COLUMN sum; DROP TABLE doomed; DROP TABLE progress; "
                            "PRAGMA user_version = 1");
    must_open(k, 0);
    assert_int_equal(count(k->store, &a, &e), 1);
    assert_int_equal(get(k->store, 1, &e), STORE_FINE);
    assert_int_equal(find_root(k->store, &matches, &e), STORE_FINE);
    assert_int_equal(matches, 1);
    must_be_whole(k->store);
    /* And version 2. */
    run_sql(k->folder.file, "DROP TABLE progress; PRAGMA user_version = 2");
    must_open(k, 0);
    assert_int_equal(count(k->store, &a, &e), 1);
    progress_is(k->store, 0, NULL);
    store_close(k->store);
    k->store = NULL;
    run_sql(k->folder.file, "PRAGMA user_version = 99");
    assert_false(reopen(k, 0, &e));
    assert_non_null(strstr(e.text, "version 99"));
    kept_free(k);
}

/* ---- Full ---- */

/* Saves until there is no room; how many were. */
static int fill(struct store *s, int nodes, size_t comment, struct err *e)
{
    for (int n = 0;; n++) {
        int64_t id = 0;
        enum store_answer a = save(s, &id, nodes, comment, e);
        if (a == STORE_FULL)
            return n;
        if (a != STORE_FINE)
            fail_msg("%s", e->text);
        assert_true(n < 10000);
    }
}

static void the_size_has_a_limit(void **state)
{
    (void)state;
    enum { MOST = 1 << 20 };
    struct kept *k = kept_new(MOST);
    struct store_size n;
    struct err e;
    enum store_answer a;
    int saved = fill(k->store, 50, 20000, &e);
    assert_said(k, &e, "no room left (its limit is 1 MB): delete trees to make some");
    assert_true(saved > 20);
    assert_int_equal(store_size(k->store, &n, &e), STORE_FINE);
    assert_true(n.bytes <= MOST && n.bytes > MOST / 2 && n.most == MOST && n.trees == saved);
    /* What is there can be read and deleted, and is then room again. */
    assert_int_equal(count(k->store, &a, &e), saved);
    int64_t one = 1;
    assert_int_equal(save(k->store, &one, 300, 900000, &e), STORE_FULL);
    assert_int_equal(save(k->store, &one, 1, 10, &e), STORE_FINE);
    for (int64_t id = 1; id <= 5; id++)
        assert_int_equal(store_delete(k->store, id, &e), STORE_FINE);
    assert_true(fill(k->store, 50, 20000, &e) >= 4);
    must_be_whole(k->store);
    /* With a larger one it goes on. */
    must_open(k, 2 * MOST);
    assert_true(fill(k->store, 50, 20000, &e) > 20);
    /* And with one that is smaller than the file, what is there stays. */
    must_open(k, MOST / 4);
    assert_int_equal(get(k->store, 10, &e), STORE_FINE);
    assert_int_equal(fill(k->store, 50, 20000, &e), 0);
    assert_int_equal(store_delete(k->store, 10, &e), STORE_FINE);
    kept_free(k);
}

/* Takes all that is left of the disk. */
static void take_rest(const char *folder)
{
    struct buf path = BUF_EMPTY;
    buf_format(&path, "%s/rest", folder);
    int fd = open(buf_str(&path), O_WRONLY | O_CREAT | O_APPEND, 0600);
    assert_true(fd >= 0);
    static const char zeros[4096];
    for (size_t size = sizeof zeros; size > 0; size /= 2)
        while (write(fd, zeros, size) == (ssize_t)size)
            ;
    close(fd);
    buf_free(&path);
}

static void give_back(const char *folder)
{
    struct buf path = BUF_EMPTY;
    buf_format(&path, "%s/rest", folder);
    assert_int_equal(unlink(buf_str(&path)), 0);
    buf_free(&path);
}

/* On a disk of a few megabytes: fills it, deletes, saves again; then somebody else fills it. */
static void live_on_a_full_disk(struct kept *k, bool others)
{
    struct err e;
    enum store_answer a;
    int64_t matches, large = must_save(k->store, 12000, 0);
    int saved = 1 + fill(k->store, 50, 20000, &e);
    assert_true(saved > 10);
    assert_said(k, &e, others ? "the disk is full" : "no room left");
    assert_int_equal(count(k->store, &a, &e), saved);
    assert_int_equal(get(k->store, saved, &e), STORE_FINE);
    /* Every tree can go, one after the other, on the full disk. */
    for (int64_t id = 2; id <= saved / 2; id++)
        if (store_delete(k->store, id, &e) != STORE_FINE)
            fail_msg("tree %lld: %s", (long long)id, e.text);
    assert_int_equal(count(k->store, &a, &e), saved - saved / 2 + 1);
    assert_true(fill(k->store, 50, 20000, &e) > 0);
    must_be_whole(k->store);
    if (!others)
        return;
    /* Some room, then none at all, by somebody else. */
    for (int64_t id = saved / 2 + 1; id <= saved / 2 + 4; id++)
        assert_int_equal(store_delete(k->store, id, &e), STORE_FINE);
    take_rest(k->folder.path);
    if (store_delete(k->store, large, &e) != STORE_FINE || store_delete(k->store, saved, &e) != STORE_FINE)
        fail_msg("%s", e.text);
    assert_int_equal(get(k->store, saved, &e), STORE_NONE);
    assert_int_equal(find_root(k->store, &matches, &e), STORE_FINE);
    assert_int_equal(matches, count(k->store, &a, &e));
    must_be_whole(k->store);
    give_back(k->folder.path);
    must_save(k->store, 50, 20000);
    must_be_whole(k->store);
    must_open(k, 0);
    must_be_whole(k->store);
    assert_int_equal(get(k->store, saved, &e), STORE_NONE);
}

/* Runs in a process of its own, which may have mounts and limits of its own. */
static void in_a_child(void (*work)(void *context), void *context)
{
    fflush(stdout);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        work(context);
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail_msg("the child ended with %d", status);
}

/* A small disk, if we may mount one; false: we may not. */
static bool mount_small(const char *folder)
{
    if (unshare(CLONE_NEWNS) != 0 && unshare(CLONE_NEWNS | CLONE_NEWUSER) != 0)
        return false;
    return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
           mount("none", folder, "tmpfs", 0, "size=16m") == 0;
}

static void try_full_disk(void *context)
{
    (void)context;
    struct kept k = {.folder = folder_new()};
    if (mount_small(k.folder.path)) {
        must_open(&k, 0);
        live_on_a_full_disk(&k, true);
        store_close(k.store);
        umount(k.folder.path);
    } else {
        print_message("no disk can be mounted: not tried\n");
    }
    buf_free(&k.log);
    folder_remove(&k.folder);
}

static void a_full_disk_is_said_to_be_and_deleting_helps(void **state)
{
    (void)state;
    in_a_child(try_full_disk, NULL);
}

static void try_small_files(void *context)
{
    (void)context;
    struct kept k = {.folder = folder_new()};
    struct rlimit most = {8 << 20, 8 << 20};
    signal(SIGXFSZ, SIG_IGN);
    must_open(&k, 0);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &most), 0);
    live_on_a_full_disk(&k, false);
    store_close(k.store);
    buf_free(&k.log);
    folder_remove(&k.folder);
}

static void files_that_may_not_grow_are_full(void **state)
{
    (void)state;
    in_a_child(try_small_files, NULL);
}

static void a_large_tree_goes_bit_by_bit(void **state)
{
    (void)state;
    struct kept *k = kept_new(0);
    struct err e;
    int64_t id = must_save(k->store, 300, 0), other = must_save(k->store, 2, 0), matches;
    /* More places than go at once, as if they were there. */
    char sql[400];
    snprintf(sql, sizeof sql,
             "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 3000)"
             "INSERT INTO place SELECT x, %d, x'99' || cast(x AS blob), x'00', 0, 0 FROM n",
             (int)id);
    run_sql(k->folder.file, sql);
    assert_int_equal(store_delete(k->store, id, &e), STORE_FINE);
    must_be_whole(k->store);
    sqlite3 *db = sql_on(k->folder.file, "");
    sqlite3_stmt *s;
    static const char left[] = "SELECT (SELECT count(*) FROM place), (SELECT count(*) FROM doomed)";
    assert_int_equal(sqlite3_prepare_v2(db, left, -1, &s, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(s), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(s, 0), 3);
    assert_int_equal(sqlite3_column_int(s, 1), 0);
    sqlite3_finalize(s);
    sqlite3_close(db);
    /* Ended in the middle: what is left is not found, and goes at the next start. */
    snprintf(sql, sizeof sql, "DELETE FROM tree WHERE id = %d; INSERT INTO doomed VALUES (%d)", (int)other,
             (int)other);
    run_sql(k->folder.file, sql);
    must_be_whole(k->store);
    assert_int_equal(find_root(k->store, &matches, &e), STORE_FINE);
    assert_int_equal(matches, 0);
    must_open(k, 0);
    run_sql(k->folder.file, "CREATE TABLE none (x CHECK (x = 0));"
                            "INSERT INTO none SELECT count(*) FROM place; DROP TABLE none");
    kept_free(k);
}

/* ---- Damaged ---- */

/* Brings all into the file, so that what is damaged there is not in the log. */
static void settle(const struct kept *k)
{
    run_sql(k->folder.file, "PRAGMA wal_checkpoint(TRUNCATE)");
}

/* Writes bytes over those of the file. */
static void overwrite(const char *file, size_t at, const char *bytes, size_t len)
{
    int fd = open(file, O_WRONLY);
    assert_true(fd >= 0);
    assert_int_equal(pwrite(fd, bytes, len, (off_t)at), len);
    close(fd);
}

static void put_file(const char *file, const char *bytes, size_t len)
{
    int fd = open(file, O_WRONLY | O_TRUNC | O_CREAT, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes, len), len);
    close(fd);
}

static size_t find_bytes(const char *bytes, size_t len, const char *wanted)
{
    const char *at = memmem(bytes, len, wanted, strlen(wanted));
    assert_non_null(at);
    return (size_t)(at - bytes);
}

static void a_tree_with_a_byte_changed_is_not_passed_on(void **state)
{
    (void)state;
    struct kept *k = kept_new(0);
    struct err e;
    enum store_answer a;
    char *bytes;
    size_t len;
    must_save(k->store, 3, 10000);
    must_save(k->store, 4, 30);
    settle(k);
    store_close(k->store);
    k->store = NULL;
    assert_true(file_read(k->folder.file, &bytes, &len, &e));
    size_t at = find_bytes(bytes, len, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
    overwrite(k->folder.file, at, "y", 1);
    must_open(k, 0);
    assert_int_equal(get(k->store, 1, &e), STORE_DAMAGED);
    assert_said(k, &e, "damaged");
    assert_logged(k, "tree 1 is not as it was saved");
    /* The others are there, and so is this one again when its bytes are. */
    assert_int_equal(get(k->store, 2, &e), STORE_FINE);
    assert_int_equal(count(k->store, &a, &e), 2);
    overwrite(k->folder.file, at, "x", 1);
    get(k->store, 1, &e); /* may have the old bytes in its memory, once */
    assert_int_equal(get(k->store, 1, &e), STORE_FINE);
    free(bytes);
    kept_free(k);
}

static void a_file_cut_short_is_refused(void **state)
{
    (void)state;
    struct kept *k = kept_new(0);
    struct err e;
    enum store_answer a;
    char *bytes;
    size_t len;
    for (int i = 0; i < 10; i++)
        must_save(k->store, 30, 3000);
    settle(k);
    store_close(k->store);
    k->store = NULL;
    assert_true(file_read(k->folder.file, &bytes, &len, &e));
    for (size_t cut = 4096; cut < len; cut += 7 * 4096 + 1000) {
        put_file(k->folder.file, bytes, cut);
        assert_false(reopen(k, 0, &e));
        if (!strstr(e.text, "damaged") || !strstr(e.text, k->folder.file))
            fail_msg("cut to %zu: %s", cut, e.text);
        /* It was not written to. */
        char *now;
        size_t now_len;
        assert_true(file_read(k->folder.file, &now, &now_len, &e));
        assert_int_equal(now_len, cut);
        assert_memory_equal(now, bytes, cut);
        free(now);
    }
    put_file(k->folder.file, bytes, len);
    must_open(k, 0);
    assert_int_equal(count(k->store, &a, &e), 10);
    must_be_whole(k->store);
    free(bytes);
    kept_free(k);
}

static void a_file_that_goes_and_comes_back(void **state)
{
    (void)state;
    struct kept *k = kept_new(0);
    struct err e;
    enum store_answer a;
    char away[100];
    int64_t id = must_save(k->store, 3, 10), none = 0;
    settle(k);
    snprintf(away, sizeof away, "%s/away.db", k->folder.path);
    assert_int_equal(rename(k->folder.file, away), 0);
    /* What would be written to a file that nobody finds again is not acknowledged. */
    assert_int_equal(save(k->store, &none, 3, 10, &e), STORE_FAILED);
    assert_said(k, &e, "cannot be read or written");
    assert_int_equal(get(k->store, id, &e), STORE_FAILED);
    assert_int_equal(count(k->store, &a, &e), -1);
    assert_logged(k, "No such file");
    assert_int_equal(access(k->folder.file, F_OK), -1);
    assert_int_equal(rename(away, k->folder.file), 0);
    assert_int_equal(get(k->store, id, &e), STORE_FINE);
    must_save(k->store, 3, 10);
    /* Nonsense in its place, and the file again. */
    settle(k);
    assert_int_equal(rename(k->folder.file, away), 0);
    put_file(k->folder.file, "this is no database, but long enough to be taken for one, one might say", 70);
    a = get(k->store, id, &e);
    assert_true(a == STORE_DAMAGED || a == STORE_FAILED);
    assert_said(k, &e, "the data file");
    assert_int_equal(rename(away, k->folder.file), 0);
    assert_int_equal(count(k->store, &a, &e), 2);
    must_save(k->store, 3, 10);
    must_be_whole(k->store);
    kept_free(k);
}

/* Tries everything; nothing may crash, and what is answered is JSON or a message. Returns whether all went
 * well. */
static bool try_all(struct kept *k)
{
    struct err e;
    enum store_answer a;
    int64_t none = 0, one = 1, matches;
    struct store_size size;
    bool fine = count(k->store, &a, &e) == 6;
    for (int64_t id = 1; id <= 6; id++)
        fine = (get(k->store, id, &e) == STORE_FINE) && fine;
    fine = find_root(k->store, &matches, &e) == STORE_FINE && matches == 6 && fine;
    fine = store_size(k->store, &size, &e) == STORE_FINE && fine;
    fine = save(k->store, &none, 20, 50, &e) == STORE_FINE && fine;
    fine = save(k->store, &one, 25, 5000, &e) == STORE_FINE && fine;
    fine = store_delete(k->store, 2, &e) == STORE_FINE && fine;
    return fine;
}

static void damaged_files_do_no_harm(void **state)
{
    (void)state;
    struct kept *k = kept_new(0);
    struct err e;
    struct rng rng;
    char *bytes;
    size_t len;
    rng_seed(&rng, 3);
    for (int i = 0; i < 6; i++)
        must_save(k->store, 40, i % 2 ? 9000 : 100);
    settle(k);
    store_close(k->store);
    k->store = NULL;
    assert_true(file_read(k->folder.file, &bytes, &len, &e));
    char *bad = mem_alloc(len);
    int refused = 0, unwell = 0;
    for (int round = test_rounds(60); round > 0; round--) {
        memcpy(bad, bytes, len);
        for (uint32_t n = 1 + rng_below(&rng, 20); n > 0; n--) {
            /* Anywhere, or where the structure of a page is. */
            size_t at = rng_below(&rng, (uint32_t)len);
            if (rng_below(&rng, 2))
                at = at / 4096 * 4096 + rng_below(&rng, 100);
            bad[at < len ? at : 0] = (char)rng_below(&rng, 256);
        }
        put_file(k->folder.file, bad, len);
        if (!reopen(k, 0, &e))
            refused++;
        else
            unwell += !try_all(k);
        store_close(k->store);
        k->store = NULL;
    }
    assert_true(refused > 0 && unwell > 0);
    put_file(k->folder.file, bytes, len);
    must_open(k, 0);
    assert_true(try_all(k));
    must_be_whole(k->store);
    free(bad);
    free(bytes);
    kept_free(k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_locked_file_is_said_to_be_and_soon),
        cmocka_unit_test(a_file_without_tables_is_made_whole),
        cmocka_unit_test(a_file_with_a_table_missing_is_refused),
        cmocka_unit_test(other_versions),
        cmocka_unit_test(progress_survives_and_is_checked),
        cmocka_unit_test(the_size_has_a_limit),
        cmocka_unit_test(a_full_disk_is_said_to_be_and_deleting_helps),
        cmocka_unit_test(files_that_may_not_grow_are_full),
        cmocka_unit_test(a_large_tree_goes_bit_by_bit),
        cmocka_unit_test(a_tree_with_a_byte_changed_is_not_passed_on),
        cmocka_unit_test(a_file_cut_short_is_refused),
        cmocka_unit_test(a_file_that_goes_and_comes_back),
        cmocka_unit_test(damaged_files_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
