/* The statistics book, with SQLite and the disk failing at every call; see support/trial.h. */
#define _GNU_SOURCE /* faults.h */
#include "support/trial.h"

#include "connect/record/record.h"
#include "play/book/book.h"

static struct book *open_book(const char *path, struct err *e)
{
    struct book *b = NULL;
    return book_open(path, true, &b, e) ? b : NULL;
}

static void *book_of(const char *path)
{
    struct err e;
    struct book *b = open_book(path, &e);
    if (!b)
        fail_msg("%s", e.text);
    return b;
}

static void close_book(void *b)
{
    book_close(b);
}

#define HEAD "(;GM[4]FF[4]SZ[5]RU[5,5,4,2,1]"
static const char *const games[] = {
    HEAD "RE[B+];B[cc];W[bb];W[dd];B[cb];B[cd])",
    HEAD "RE[W+];B[cc];W[bb];W[dd];B[ba];B[cd])",
    HEAD "RE[Draw];B[cc];W[aa];W[dd])",
};

static bool learn(struct book *b, int which, struct buf *told)
{
    struct record *r;
    struct err e;
    enum book_lesson lesson;
    assert_true(record_read(games[which], strlen(games[which]), NULL, &r, &e));
    bool ok = book_learn(b, r, 20, &lesson, &e);
    if (ok)
        buf_format(told, "%d", lesson);
    record_free(r);
    return ok;
}

static void make_book(const char *path)
{
    struct buf told = BUF_EMPTY;
    struct book *b = book_of(path);
    assert_true(learn(b, 0, &told));
    book_close(b);
    buf_free(&told);
}

static bool opens(void *none, const char *path, struct buf *told)
{
    struct err e;
    (void)none;
    (void)told;
    struct book *b = open_book(path, &e);
    book_close(b);
    return b;
}

static bool learns(void *b, const char *path, struct buf *told)
{
    (void)path;
    return learn(b, 1, told);
}

/* Several at once, as the command does: whoever fails closes the book, and begins again. */
static bool learns_many(void *none, const char *path, struct buf *told)
{
    struct err e;
    struct book *b = open_book(path, &e);
    (void)none;
    bool ok = b && book_begin(b, &e) && learn(b, 1, told) && learn(b, 0, told) && learn(b, 2, told) &&
              book_commit(b, &e);
    book_close(b);
    return ok;
}

static bool reads(void *b, const char *path, struct buf *told)
{
    struct position *p = test_game("5,5,4,2,1", "c3");
    struct book_stats s;
    struct book_turns t = BOOK_TURNS_EMPTY;
    struct err e;
    (void)path;
    bool ok = book_lookup(b, p, &s, &e) && book_turns(b, p, &t, &e);
    if (ok)
        buf_format(told, "%d %d %zu", (int)s.black, (int)s.white, t.count);
    book_turns_free(&t);
    position_free(p);
    return ok;
}

static void books(void **state)
{
    (void)state;
    static const struct trial t[] = {
        {.name = "a book is made", .act = opens, .parts = true},
        {.name = "a book is opened", .make = make_book, .act = opens},
        {.name = "a game is learned", .make = make_book, .open = book_of, .act = learns, .close = close_book},
        {.name = "games are learned", .make = make_book, .act = learns_many},
        {.name = "a book is read", .make = make_book, .open = book_of, .act = reads, .close = close_book},
    };
    run_trials(t, sizeof t / sizeof *t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(books),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
