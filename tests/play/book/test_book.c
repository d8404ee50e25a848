/* The statistics book: keys, learning, advice, damage, interruption; and the agent that plays from it. */
#include "support/boards.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "connect/board/symmetry.h"
#include "connect/record/record.h"
#include "play/agent/agent.h"
#include "play/book/book.h"
#include "play/book/key.h"

/* ---- Files ---- */

static char folder[] = "/tmp/hexad-book-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : 1;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

/* A path in the folder; the last one stays valid until the next. */
static const char *path(const char *name)
{
    static char text[128];
    snprintf(text, sizeof text, "%s/%s", folder, name);
    return text;
}

static struct book *open_book(const char *name, bool write)
{
    struct book *b = NULL;
    struct err e;
    if (!book_open(path(name), write, &b, &e))
        fail_msg("%s", e.text);
    return b;
}

/* A record of these stones with a result, and a number so that equal games are told apart. */
static struct record *game(const char *rules, const char *stones, const char *result, int number)
{
    struct rules r = test_rules(rules);
    struct record *record = NULL;
    struct err e;
    char round[16];
    if (!record_from_stones(&r, 1, &stones, &record, &e))
        fail_msg("%s", e.text);
    snprintf(round, sizeof round, "%d", number);
    record_set_info(record, "RO", round);
    record_set_info(record, "RE", result);
    return record;
}

static enum book_lesson learn(struct book *b, const char *rules, const char *stones, const char *result,
                              int number)
{
    struct record *r = game(rules, stones, result, number);
    enum book_lesson lesson = BOOK_UNDECIDED;
    struct err e;
    if (!book_learn(b, r, 20, &lesson, &e))
        fail_msg("%s", e.text);
    record_free(r);
    return lesson;
}

static struct book_stats stats(struct book *b, const char *rules, const char *stones)
{
    struct position *p = test_game(rules, stones);
    struct book_stats s;
    struct err e;
    if (!book_lookup(b, p, &s, &e))
        fail_msg("%s", e.text);
    position_free(p);
    return s;
}

/* ---- Keys ---- */

static bool same_key(const char *rules, const char *a, const char *b)
{
    struct position *p = test_game(rules, a), *q = test_game(rules, b);
    struct book_key x, y;
    book_key(p, &x);
    book_key(q, &y);
    position_free(p);
    position_free(q);
    return x.size == y.size && memcmp(x.bytes, y.bytes, x.size) == 0;
}

static void equal_positions_have_one_key(void **state)
{
    (void)state;
    /* symmetries, and the order of stones */
    assert_true(same_key("connect6", "a1 b3 c1", "s19 r17 q19"));
    assert_true(same_key("connect6", "a1 b3 c1", "a1 c1 b3"));
    assert_true(same_key("connect6", "a1 b3 c1", "a19 c18 a17"));
    assert_false(same_key("connect6", "a1 b3 c1", "a1 b3 d1"));
    /* shifted, in the middle of the board; not near an edge, where it makes a difference */
    assert_true(same_key("connect6", "j10 k11 i11", "i9 j10 h10"));
    assert_true(same_key("connect6", "j10 k11 i11", "l12 m11 m13"));
    assert_false(same_key("connect6", "j10 k11 i11", "c3 d4 b4"));
    /* the colours and who is to move matter */
    assert_false(same_key("connect6", "j10 k11 i11", "k11 j10 i11"));
    assert_false(same_key("connect6", "j10 k11", "j10 k11 i11"));
    /* an oblong board has no diagonal symmetry */
    assert_true(same_key("5,7,4,2,1", "a1 b3 c1", "e7 d5 c7"));
    assert_false(same_key("5,7,4,2,1", "a1 b3 c1", "a1 c2 a3"));
}

/* A turn written in one frame and read in another lands on the equal squares. */
static void turns_move_with_the_frame(void **state)
{
    (void)state;
    struct rules r = test_rules("connect6");
    struct rng rng;
    rng_seed(&rng, 2);
    for (int i = 0; i < 200; i++) {
        struct position *p = position_new(&r), *q = position_new(&r);
        int symmetry = (int)rng_below(&rng, 8);
        bool middle = rng_below(&rng, 2);
        for (int n = 0; n < 7; n++) {
            square s;
            do
                s = middle ? square_at(6 + (int)rng_below(&rng, 7), 6 + (int)rng_below(&rng, 7))
                           : test_random_stone(p, &rng);
            while (!position_legal_square(p, s));
            position_place(p, s);
            position_place(q, symmetry_square(&r, symmetry, s));
        }
        struct squares turn = {2, {test_random_stone(p, &rng), 0}}, back;
        do
            turn.s[1] = test_random_stone(p, &rng);
        while (turn.s[1] == turn.s[0]);
        struct book_key x, y;
        book_key(p, &x);
        book_key(q, &y);
        struct buf label = BUF_EMPTY;
        book_label(&x.frame, &turn, &label);
        assert_true(book_label_squares(&y.frame, buf_str(&label), &back));
        for (int n = 0; n < 2; n++) {
            position_place(p, turn.s[n]);
            position_place(q, back.s[n]);
        }
        uint8_t a[POSITION_PACKED_MOST], b[POSITION_PACKED_MOST];
        position_canonical(p, a);
        position_canonical(q, b);
        assert_memory_equal(a, b, position_packed_size(&r));
        buf_free(&label);
        position_free(p);
        position_free(q);
    }
}

static void bad_labels_are_refused(void **state)
{
    (void)state;
    struct book_frame f = {test_rules("connect6"), 0, 3, 3};
    struct squares s;
    static const char *const bad[] = {"",      "1",        "1,",      "a,b",     "1,2,3", "1,2;3,4",
                                      "99,99", "-4,0 1,1", "1,2 3 4", "1,2 3,x", "1 2"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(book_label_squares(&f, bad[i], &s));
    assert_true(book_label_squares(&f, "-3,-3 15,15", &s));
    assert_int_equal(s.n, 2);
}

/* ---- Learning ---- */

static void results_go_to_every_position(void **state)
{
    (void)state;
    struct book *b = open_book("results.db", true);
    assert_int_equal(learn(b, "connect6", "j10 k11 i11 k9 i9", "B+", 1), BOOK_LEARNED);
    assert_int_equal(learn(b, "connect6", "j10 k11 i11 k9 i9", "W+", 2), BOOK_LEARNED);
    assert_int_equal(learn(b, "connect6", "j10 k11 k9", "0", 3), BOOK_LEARNED); /* the same, turned */
    assert_int_equal(learn(b, "connect6", "j10 a1 a2", "W+", 4), BOOK_LEARNED);
    assert_int_equal(learn(b, "connect6", "j10 a1 a2", "W+", 4), BOOK_KNOWN);
    assert_int_equal(learn(b, "connect6", "j10 a1 a2", NULL, 5), BOOK_UNDECIDED);
    struct book_stats s = stats(b, "connect6", "");
    assert_true(s.black == 1 && s.draw == 1 && s.white == 2);
    s = stats(b, "connect6", "j10 k9 i9");
    assert_true(s.black == 1 && s.draw == 1 && s.white == 1);
    s = stats(b, "connect6", "j10 k11 i11 k9 i9");
    assert_true(s.black == 1 && s.draw == 0 && s.white == 1);
    assert_int_equal(book_games(&(struct book_stats){1, 2, 3}), 6);
    /* Half a turn is no position of the book, nor is one of another game. */
    s = stats(b, "connect6", "j10 k11");
    assert_int_equal(book_games(&s), 0);
    s = stats(b, "gomoku", "");
    assert_int_equal(book_games(&s), 0);
    book_close(b);
}

/* The row on the board says who won where the record does not. */
static void the_board_tells_the_result(void **state)
{
    (void)state;
    struct book *b = open_book("row.db", true);
    assert_int_equal(learn(b, "tictactoe", "a1 a2 b1 b2 c1", NULL, 1), BOOK_LEARNED);
    struct book_stats s = stats(b, "tictactoe", "a1");
    assert_true(s.black == 1 && s.draw == 0 && s.white == 0);
    struct rules r;
    assert_true(book_rules(b, &r));
    assert_int_equal(r.k, 3);
    learn(b, "connect6", "j10", "B+", 1);
    assert_false(book_rules(b, &r));
    book_close(b);
}

/* The children of a position, on the board it is asked for. */
static void turns_are_listed(void **state)
{
    (void)state;
    struct book *b = open_book("turns.db", true);
    for (int i = 0; i < 3; i++)
        learn(b, "connect6", "j10 k11 i11", "W+", i);
    learn(b, "connect6", "j10 k11 k9", "B+", 3); /* equal to the first */
    learn(b, "connect6", "j10 a1 a2", "B+", 4);
    struct position *p = test_game("connect6", "i9");
    struct book_turns t = BOOK_TURNS_EMPTY;
    assert_true(book_turns(b, p, &t, NULL));
    assert_int_equal(t.count, 1); /* a1 and a2 would be off the board's middle: they belong to j10 alone */
    position_free(p);
    p = test_game("connect6", "j10");
    assert_true(book_turns(b, p, &t, NULL));
    assert_int_equal(t.count, 2);
    assert_int_equal(book_games(&t.turn[0].stats), 4);
    assert_int_equal(t.turn[0].stats.white, 3);
    assert_int_equal(t.turn[0].squares.n, 2);
    book_turns_free(&t);
    position_free(p);
    book_close(b);
}

/* ---- Advice ---- */

static int advice(int count, const struct book_stats *s, enum side side)
{
    struct book_turn turn[8];
    for (int i = 0; i < count; i++)
        turn[i] = (struct book_turn){{.n = 1}, s[i]};
    struct book_turns t = {(size_t)count, 8, turn};
    return book_advice(&t, side, 4);
}

static void the_papers_rule(void **state)
{
    (void)state;
    /* of the often seen the best share above one half */
    assert_int_equal(advice(2, (struct book_stats[]){{7, 0, 3}, {5, 0, 1}}, BLACK), 1);
    assert_int_equal(advice(2, (struct book_stats[]){{7, 0, 3}, {5, 0, 1}}, WHITE), -1);
    /* 70% of ten games, not 100% of two */
    assert_int_equal(advice(2, (struct book_stats[]){{7, 0, 3}, {2, 0, 0}}, BLACK), 0);
    /* draws do not count for the share, but for the number of games */
    assert_int_equal(advice(1, (struct book_stats[]){{1, 3, 0}}, BLACK), 0);
    /* exactly one half is not better than one half */
    assert_int_equal(advice(1, (struct book_stats[]){{5, 0, 5}}, BLACK), -1);
    /* of the rarer the most wins, then the fewest games: 2 of 2, then 2 of 3, then 1 of 1 */
    struct book_stats rare[] = {{5, 0, 6}, {2, 0, 1}, {2, 0, 0}, {1, 0, 0}};
    assert_int_equal(advice(4, rare, BLACK), 2);
    rare[2] = (struct book_stats){1, 0, 2};
    assert_int_equal(advice(4, rare, BLACK), 1);
    /* no win at all is no advice */
    assert_int_equal(advice(1, (struct book_stats[]){{0, 1, 2}}, BLACK), -1);
    assert_int_equal(advice(0, NULL, BLACK), -1);
}

/* ---- The agent ---- */

static void the_agent_follows_the_book(void **state)
{
    (void)state;
    struct book *b = open_book("agent.db", true);
    for (int i = 0; i < 5; i++)
        learn(b, "connect6", "j10 m13 g7", "W+", i);
    for (int i = 5; i < 9; i++)
        learn(b, "connect6", "j10 k11 i11", "B+", i);
    book_close(b);
    struct rules r = test_rules("connect6");
    struct err e;
    char spec[256];
    snprintf(spec, sizeof spec, "book:file=%s,fallback=(adjacent)", path("agent.db"));
    struct bot *a = agent_new(spec, &r, 1, &e);
    if (!a)
        fail_msg("%s", e.text);
    /* The first stone elsewhere in the middle: the same advice, shifted; and turned, as any equal turn. */
    struct position *p = test_game("connect6", "i9");
    struct threats *t = threats_new(p);
    struct squares turn = agent_choose(a, t, NULL);
    assert_true(a->work.book);
    assert_int_equal(turn.n, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(abs(square_col(turn.s[i]) - 8), 3);
        assert_int_equal(abs(square_row(turn.s[i]) - 8), 3);
    }
    /* In the middle of a turn and in an unknown position the other agent plays. */
    threats_place(t, turn.s[0]);
    assert_int_equal(agent_choose(a, t, NULL).n, 1);
    assert_false(a->work.book);
    threats_free(t);
    position_free(p);
    bot_free(a);
    /* A book cannot be searched. */
    snprintf(spec, sizeof spec, "book:file=%s+search", path("agent.db"));
    assert_null(agent_new(spec, &r, 1, &e));
    assert_non_null(strstr(e.text, "cannot be searched"));
}

/* The book in the program: its advice is a turn of recorded games, the same wherever the board is turned; other games have none. */
static void a_book_is_in_the_program(void **state)
{
    (void)state;
    struct book *b = NULL;
    struct book_turns turns = BOOK_TURNS_EMPTY, mirrored = BOOK_TURNS_EMPTY;
    struct err e;
    assert_true(book_open(BOOK_BUILTIN, false, &b, &e));
    struct position *p = test_game("connect6", "j10"), *q = test_game("connect6", "j10");
    assert_true(book_turns(b, p, &turns, &e) && turns.count > 1);
    struct squares first = turns.turn[0].squares;
    assert_true(position_play_turn(p, &first, NULL));
    for (int i = 0; i < first.n; i++)
        first.s[i] = symmetry_square(&p->rules, 1, first.s[i]);
    assert_true(position_play_turn(q, &first, NULL));
    assert_true(book_turns(b, p, &turns, &e) && book_turns(b, q, &mirrored, &e));
    assert_true(turns.count > 1);
    assert_int_equal(turns.count, mirrored.count);
    for (size_t i = 0; i < turns.count; i++) {
        assert_int_equal(turns.turn[i].squares.n, 2);
        assert_memory_equal(&turns.turn[i].stats, &mirrored.turn[i].stats, sizeof turns.turn[i].stats);
        if (i)
            assert_true(book_games(&turns.turn[i].stats) <= book_games(&turns.turn[i - 1].stats));
    }
    position_free(p);
    position_free(q);
    p = test_game("gomoku", "h8");
    assert_true(book_turns(b, p, &turns, &e));
    assert_int_equal(turns.count, 0);
    position_free(p);
    book_turns_free(&turns);
    book_turns_free(&mirrored);
    book_close(b);

    struct rules r = test_rules("connect6");
    struct bot *a = agent_new("book", &r, 1, &e);
    struct threats *t = threats_new(p = test_game("connect6", "j10"));
    assert_int_equal(agent_choose(a, t, NULL).n, 2);
    assert_true(a->work.book);
    threats_free(t);
    position_free(p);
    bot_free(a);
}

/* ---- Damage ---- */

static void other_files_are_refused(void **state)
{
    (void)state;
    struct book *b;
    struct err e;
    static const char nonsense[] =
        "this is not a database, and it is long enough to look at: ................";
    assert_true(file_write(path("nonsense.db"), nonsense, sizeof nonsense, &e));
    assert_false(book_open(path("nonsense.db"), false, &b, &e));
    assert_non_null(strstr(e.text, "nonsense.db"));
    assert_false(book_open(path("nonsense.db"), true, &b, &e));
    assert_false(book_open(path("missing.db"), false, &b, &e));
    assert_false(book_open(path("no/such/folder.db"), true, &b, &e));
    /* An empty file is no book to read, but may become one. */
    assert_true(file_write(path("empty.db"), "", 0, &e));
    assert_false(book_open(path("empty.db"), false, &b, &e));
    b = open_book("empty.db", true);
    assert_int_equal(learn(b, "connect6", "j10", "B+", 1), BOOK_LEARNED);
    book_close(b);
}

/* Bytes of a real book overwritten at random: an error or a strange answer, never a crash. */
static void damaged_books_do_no_harm(void **state)
{
    (void)state;
    struct book *b = open_book("whole.db", true);
    for (int i = 0; i < 30; i++)
        learn(b, "connect6", i % 2 ? "j10 k11 i11 k9 i9" : "j10 a1 a2 b7 c8", i % 3 ? "B+" : "W+", i);
    book_close(b);
    char *text;
    size_t len;
    struct err e;
    assert_true(file_read(path("whole.db"), &text, &len, &e));
    struct rng r;
    rng_seed(&r, 5);
    for (int i = 0; i < test_rounds(200); i++) {
        char *damaged = malloc(len);
        memcpy(damaged, text, len);
        for (int n = 1 + (int)rng_below(&r, 40); n > 0; n--)
            damaged[rng_below(&r, (uint32_t)len)] = (char)rng_next(&r);
        assert_true(file_write(path("damaged.db"), damaged,
                               rng_below(&r, 4) ? len : rng_below(&r, (uint32_t)len), &e));
        free(damaged);
        struct book_turns t = BOOK_TURNS_EMPTY;
        struct position *p = test_game("connect6", "j10");
        if (book_open(path("damaged.db"), false, &b, &e)) {
            book_turns(b, p, &t, NULL);
            for (size_t j = 0; j < t.count; j++) {
                struct position *q = position_copy(p);
                assert_true(position_play_turn(q, &t.turn[j].squares, NULL));
                position_free(q);
            }
            book_close(b);
        }
        book_turns_free(&t);
        position_free(p);
    }
    free(text);
}

/* ---- Interruption ---- */

/* Writes a file of many short games, each its own. */
static void write_games(const char *name, int count)
{
    struct buf b = BUF_EMPTY;
    struct rng r;
    struct err e;
    rng_seed(&r, 8);
    for (int i = 0; i < count; i++) {
        buf_format(&b, "(;GM[4]SZ[19]RU[Connect(19,19,6,2,1)]RO[%d]RE[%c+];B[jj]", i, i % 3 ? 'B' : 'W');
        for (int n = 0; n < 8; n++)
            buf_format(&b, ";%c[%c%c]", n / 2 % 2 ? 'B' : 'W', 'a' + 2 * n, (int)('a' + rng_below(&r, 19)));
        buf_text(&b, ")\n");
    }
    assert_true(file_write(path(name), buf_str(&b), b.len, &e));
    buf_free(&b);
}

static int run_learn(const char *games, const char *book, int kill_after_ms)
{
    char input[128];
    strcpy(input, path(games));
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (!freopen("/dev/null", "w", stdout))
            _exit(99);
        execl(TEST_PROGRAM, "hexad", "book", "learn", input, "-o", path(book), (char *)NULL);
        _exit(99);
    }
    if (kill_after_ms) {
        usleep((useconds_t)kill_after_ms * 1000);
        kill(child, SIGKILL);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* `hexad book show` prints the tree with the advice marked, and as JSON. */
static void show_prints_the_tree(void **state)
{
    (void)state;
    struct book *b = open_book("show.db", true);
    for (int i = 0; i < 4; i++)
        learn(b, "tictactoe", "b2 a1 b1 b3 c1 a3 c3", "B+", i);
    learn(b, "tictactoe", "a1 b2 c3 a2 b1 c2", "W+", 4);
    book_close(b);
    static const struct {
        const char *args, *answer;
    } cases[] = {
        {"", "5 games: 4 Black, 0 drawn, 1 White\n* b2 "},
        {"b2", "White to move, 1 stone\n4 games: 4 Black"},
        {"--depth 1 --least 2", "4 games:     4 Black     0 drawn     0 White  100% for Black"},
        {"--json", "\"advice\": true"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char command[512], out[8192] = "";
        snprintf(command, sizeof command, "'%s' book show %s %s", TEST_PROGRAM, path("show.db"),
                 cases[i].args);
        FILE *f = popen(command, "r");
        assert_non_null(f);
        size_t n = fread(out, 1, sizeof out - 1, f);
        out[n] = '\0';
        assert_int_equal(pclose(f), 0);
        if (!strstr(out, cases[i].answer))
            fail_msg("%s: no '%s' in:\n%s", cases[i].args, cases[i].answer, out);
    }
}

/* Killed at any moment and run again, learning ends with the same book. */
static void killed_and_repeated(void **state)
{
    (void)state;
    int games = test_rounds(4000);
    write_games("many.sgf", games);
    for (int i = 0; i < 8; i++)
        run_learn("many.sgf", "killed.db", 5 + 12 * i);
    assert_int_equal(run_learn("many.sgf", "killed.db", 0), 0);
    assert_int_equal(run_learn("many.sgf", "once.db", 0), 0);
    struct book *b[2] = {open_book("killed.db", false), open_book("once.db", false)};
    struct position *p = test_game("connect6", "j10");
    struct book_turns t[2] = {BOOK_TURNS_EMPTY, BOOK_TURNS_EMPTY};
    for (int i = 0; i < 2; i++) {
        struct book_stats s = stats(b[i], "connect6", "");
        assert_int_equal(book_games(&s), games);
        assert_true(book_turns(b[i], p, &t[i], NULL));
    }
    assert_int_equal(t[0].count, t[1].count);
    for (size_t i = 0; i < t[0].count; i++)
        assert_int_equal(book_games(&t[0].turn[i].stats), book_games(&t[1].turn[i].stats));
    for (int i = 0; i < 2; i++) {
        book_turns_free(&t[i]);
        book_close(b[i]);
    }
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_positions_have_one_key),
        cmocka_unit_test(turns_move_with_the_frame),
        cmocka_unit_test(bad_labels_are_refused),
        cmocka_unit_test(results_go_to_every_position),
        cmocka_unit_test(the_board_tells_the_result),
        cmocka_unit_test(turns_are_listed),
        cmocka_unit_test(the_papers_rule),
        cmocka_unit_test(the_agent_follows_the_book),
        cmocka_unit_test(a_book_is_in_the_program),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(damaged_books_do_no_harm),
        cmocka_unit_test(show_prints_the_tree),
        cmocka_unit_test(killed_and_repeated),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
