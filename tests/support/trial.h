/* Operations on files of SQLite, tried with a fault at every call: never success without the row, never a row without
 * success, the file stays whole, and the second try succeeds. For one program at a time, as faults.h. */
#ifndef SUPPORT_TRIAL_H
#define SUPPORT_TRIAL_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "support/faults.h"
#include "support/folder.h"
#include "support/sanitized.h"

/* ---- What is in a file ---- */

/* Times differ from one run to the next. */
static bool is_time(const char *column)
{
    static const char *const names[] = {"updated", "added", "created", "time", "cpu"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(column, names[i]) == 0)
            return true;
    return false;
}

static void dump_table(sqlite3 *db, const char *table, struct buf *out)
{
    sqlite3_stmt *s;
    char sql[100];
    snprintf(sql, sizeof sql, "SELECT * FROM %s ORDER BY 1, 2", table);
    if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) != SQLITE_OK) { /* of one column */
        snprintf(sql, sizeof sql, "SELECT * FROM %s ORDER BY 1", table);
        assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &s, NULL), SQLITE_OK);
    }
    int status;
    while ((status = sqlite3_step(s)) == SQLITE_ROW) {
        buf_text(out, table);
        for (int i = 0; i < sqlite3_column_count(s); i++) {
            if (is_time(sqlite3_column_name(s, i)))
                continue;
            buf_char(out, ' ');
            const uint8_t *bytes = sqlite3_column_blob(s, i);
            bool blob = sqlite3_column_type(s, i) == SQLITE_BLOB;
            for (int k = 0; k < sqlite3_column_bytes(s, i); k++) {
                if (blob)
                    buf_char(out, "0123456789abcdef"[bytes[k] >> 4]);
                buf_char(out, blob ? "0123456789abcdef"[bytes[k] & 15] : (char)bytes[k]);
            }
        }
        buf_char(out, '\n');
    }
    assert_int_equal(status, SQLITE_DONE);
    sqlite3_finalize(s);
}

/* All rows of all tables but those named in `without`; "" of a file without tables, or of none. */
static char *dump(const char *path, const char *without)
{
    struct buf out = BUF_EMPTY;
    sqlite3 *db;
    sqlite3_stmt *s;
    buf_text(&out, "");
    if (access(path, F_OK) != 0)
        return buf_take(&out);
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    sqlite3_busy_timeout(db, 10000);
    assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &s, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(s), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(s, 0), "ok");
    sqlite3_finalize(s);
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1",
                                        -1, &s, NULL),
                     SQLITE_OK);
    while (sqlite3_step(s) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(s, 0);
        buf_format(&out, "%s\n", name);
        if (!without || !strstr(without, name))
            dump_table(db, name, &out);
    }
    sqlite3_finalize(s);
    sqlite3_close(db);
    return buf_take(&out);
}

/* ---- A trial ---- */

/* Something that is done with a file, and tells what it found or made. */
struct trial {
    const char *name;
    void (*make)(const char *path);  /* the file before; NULL: there is none */
    void *(*open)(const char *path); /* NULL: the act opens it itself */
    bool (*act)(void *x, const char *path, struct buf *told);
    void (*close)(void *x);
    const char *without; /* tables that may differ */
    bool parts;          /* it is done in several transactions: a failure may leave some of them done */
    bool gone;           /* a failure leaves no file */
};

static struct folder folder;
static int64_t trials, failures, unsure, violations;

static int make_folder(void **state)
{
    (void)state;
    folder = folder_new();
    faults_install();
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    print_message("%" PRId64 " times a fault: %" PRId64 " failures, %" PRId64 " of them unsure; %" PRId64
                  " violations\n",
                  trials, failures, unsure, violations);
    folder_remove(&folder);
    return 0;
}

static const char *path_of(const char *name)
{
    static char path[4][100];
    static int next;
    next = (next + 1) % 4;
    snprintf(path[next], sizeof path[next], "%s/%s", folder.path, name);
    return path[next];
}

static void remove_file(const char *path)
{
    static const char *const beside[] = {"", "-wal", "-shm", "-journal", "-run", "-reserve"};
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        char name[100];
        snprintf(name, sizeof name, "%s%s", path, beside[i]);
        unlink(name);
    }
}

static void copy_file(const char *from, const char *to)
{
    char bytes[1 << 16];
    size_t n;
    remove_file(to);
    FILE *in = fopen(from, "rb"), *out = in ? fopen(to, "wb") : NULL;
    while (in && (n = fread(bytes, 1, sizeof bytes, in)) > 0)
        assert_int_equal(fwrite(bytes, 1, n, out), n);
    if (in)
        assert_true(fclose(in) == 0 && fclose(out) == 0);
}

/* What a trial is compared with. */
struct expected {
    char *before, *after, *told;
};

static const char *compare(const struct trial *t, const char *path, bool ok, const struct expected *x,
                           const struct buf *told)
{
    char *now = dump(path, t->without);
    bool before = strcmp(now, x->before) == 0, after = strcmp(now, x->after) == 0;
    free(now);
    if (ok && !after)
        return "success without the row";
    if (ok && strcmp(buf_str(told), x->told) != 0)
        return "success, and something else is told";
    if (!ok && !t->parts && !before)
        return after ? "a row without success" : "failure, and a part of it is done";
    if (!ok && t->gone && access(path, F_OK) == 0)
        return "failure, and there is a file";
    return NULL;
}

/* Once, with a fault at the n-th call. Returns how many calls there were. */
static int64_t try_once(const struct trial *t, const struct fault *f, int64_t n, const struct expected *x)
{
    const char *path = path_of("trial.db");
    struct buf told = BUF_EMPTY, again = BUF_EMPTY;
    copy_file(path_of("before.db"), path);
    void *h = t->open ? t->open(path) : NULL;
    faults_order(f, n);
    bool ok = t->act(h, path, &told);
    int64_t seen = faults_off();
    const char *wrong = compare(t, path, ok, x, &told);
    /* A disk that fails when the end of a transaction is synced, and is gone from then on: all of it may be in the log that the
     * next one finds, and no program could know. */
    bool know = !(f->disk && f->stays && wrong && strcmp(wrong, "a row without success") == 0);
    bool then = ok || !know || t->act(h, path, &again);
    if (t->close)
        t->close(h);
    if (!ok && know && !wrong)
        wrong = then ? compare(t, path, true, x, &again) : "the second try fails";
    trials++;
    failures += !ok;
    unsure += !know;
    violations += wrong && know;
    if (wrong && know)
        print_message("%s: %s, call %" PRId64 ": %s\n", t->name, f->name, n, wrong);
    buf_free(&told);
    buf_free(&again);
    return seen;
}

static void run_trial(const struct trial *t)
{
    const char *before = path_of("before.db"), *path = path_of("trial.db");
    struct buf told = BUF_EMPTY;
    remove_file(before);
    if (t->make)
        t->make(before);
    struct expected x = {.before = dump(before, t->without)};
    copy_file(before, path);
    void *h = t->open ? t->open(path) : NULL;
    if (!t->act(h, path, &told))
        fail_msg("%s: fails without a fault: %s", t->name, buf_str(&told));
    if (t->close)
        t->close(h);
    x.after = dump(path, t->without);
    x.told = buf_take(&told);
    for (int i = 0; i < FAULT_KINDS; i++) {
        const struct fault *f = &fault_kinds[i];
        int64_t n = 1, step = TEST_SANITIZED && !getenv("HEXAD_NIGHTLY") ? 7 : 1;
        while (try_once(t, f, n, &x) >= n) /* until it comes to its end before the fault */
            n += step;
        trials--;
        print_message("%s: %s: %" PRId64 " places\n", t->name, f->name, (n - 1) / step);
    }
    free(x.before);
    free(x.after);
    free(x.told);
}

static void run_trials(const struct trial *t, size_t count)
{
    int64_t before = violations;
    for (size_t i = 0; i < count; i++)
        run_trial(&t[i]);
    assert_int_equal(violations - before, 0);
}

#endif
