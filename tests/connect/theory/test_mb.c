/* Maker-Breaker boards: their text, the lemmas of the paper by machine, certificates. (test_mb_truth.c
 * compares with a plain solver, test_mb_forged.c tries to deceive the checker.) */
#include "support/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/theory/mb_cert.h"
#include "connect/theory/mb_check.h"
#include "connect/theory/mb_state.h"

static struct mb_board board(const char *name)
{
    struct mb_board b;
    struct err e;
    if (!mb_builtin(name, &b, &e))
        fail_msg("%s", e.text);
    return b;
}

/* The verdict of a game that a limit of positions must be enough for; p or b as in struct mb_game. */
static enum mb_verdict verdict(const char *name, int p, int b, uint64_t limit, struct mb_counts *counts)
{
    struct mb_board it = board(name);
    struct mb_game g = {&it, p, b};
    struct mb_limits limits = {.positions = limit};
    struct mb_solver *s = mb_solver_new(&g, &limits);
    enum mb_verdict v = mb_solve(s, 0, 0);
    if (counts)
        *counts = *mb_counts(s);
    mb_solver_free(s);
    return v;
}

/* ---- Text ---- */

static void boards_are_read_and_written(void **state)
{
    (void)state;
    struct mb_board b, again;
    struct err e;
    assert_true(mb_read("# a cross\nboard cross\nline a b c  # across\n\nline d b e\nsquare f\n", &b, &e));
    assert_int_equal(b.squares, 6);
    assert_int_equal(b.lines, 2);
    assert_true((b.line[0] & b.line[1]) == mb_bit(mb_find(&b, "b", 1)));
    static const char *const names[] = {"B2",       "P(3,4)",     "BN(5,7)",    "BZ(3,4)",
                                        "BNX(3,6)", "BrecX(3,4)", "BrecX-(4,4)"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct buf text = BUF_EMPTY, twice = BUF_EMPTY;
        b = board(names[i]);
        mb_write(&b, &text);
        if (!mb_read(buf_str(&text), &again, &e))
            fail_msg("%s: %s", names[i], e.text);
        mb_write(&again, &twice);
        assert_string_equal(buf_str(&text), buf_str(&twice));
        assert_memory_equal(b.line, again.line, sizeof b.line);
        assert_true(b.exclusive == again.exclusive);
        buf_free(&text);
        buf_free(&twice);
    }
}

static void bad_boards_are_refused(void **state)
{
    (void)state;
    static const char *const bad[][2] = {
        {"", "'board NAME' is missing"},
        {"line a b", "line 1: 'board NAME' must come first"},
        {"board x\nboard y", "line 2: the board has a name already"},
        {"board x y", "too much: 'y'"},
        {"board x\nline a a", "line 2: named twice: 'a'"},
        {"board x\nline", "line 2: squares are missing"},
        {"board x\nrow a b", "line 2: unknown item 'row'"},
        {"board x\nline a!b", "not a square's name"},
        {"board x\nline a234567890123", "not a square's name"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct mb_board b;
        struct err e;
        assert_false(mb_read(bad[i][0], &b, &e));
        if (!strstr(e.text, bad[i][1]))
            fail_msg("'%s' instead of '%s'", e.text, bad[i][1]);
    }
    struct mb_board b;
    struct err e;
    struct buf many = BUF_EMPTY;
    buf_text(&many, "board x\nsquare");
    for (int i = 0; i <= MB_SQUARES; i++)
        buf_format(&many, " s%d", i);
    assert_false(mb_read(buf_str(&many), &b, &e));
    assert_non_null(strstr(e.text, "more than 128 squares"));
    buf_free(&many);
    static const char *const none[] = {"B3",      "BN(5)",      "BN(5,4)", "BN(9,15)", "P(4,3)",
                                       "BZ(3,3)", "BrecX(0,3)", "B2(",     "BN(5,7)x"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_false(mb_builtin(none[i], &b, &e));
}

/* Fig. 1: 24 squares, 4 horizontal, 3 vertical and 6 diagonal lines. */
static void b2_is_the_board_of_figure_1(void **state)
{
    (void)state;
    struct mb_board b = board("B2");
    assert_int_equal(b.squares, 24);
    assert_int_equal(b.lines, 13);
    int sixes = 0, fours = 0;
    for (int l = 0; l < b.lines; l++) {
        sixes += mb_count(b.line[l]) == 6;
        fours += mb_count(b.line[l]) == 4;
    }
    assert_int_equal(sixes, 4);
    assert_int_equal(fours, 9);
}

/* Lemma 3: transposing the odd zones takes the lines of BZ(L) to those of BN(L). */
static void bz_is_isomorphic_to_bn(void **state)
{
    (void)state;
    struct mb_board z = board("BZ(4,4)"), n = board("BN(4,16)");
    uint8_t image[MB_SQUARES];
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 16; x++) {
            int zone = x / 4, column = x % 4, from_top = 3 - y;
            int to_column = zone % 2 ? from_top : column, to_top = zone % 2 ? column : from_top;
            image[y * 16 + x] = (uint8_t)((3 - to_top) * 16 + zone * 4 + to_column);
        }
    assert_int_equal(z.lines, n.lines);
    for (int l = 0; l < z.lines; l++) {
        bool found = false;
        for (int i = 0; i < n.lines; i++)
            found = found || n.line[i] == mb_image(image, z.line[l]);
        assert_true(found);
    }
}

/* Rings turn and mirror; B2 turns by half. Every symmetry takes lines to lines. */
static void symmetries_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int count;
    } boards[] = {{"B2", 2}, {"P(3,4)", 2}, {"BN(6,8)", 32}, {"BrecX-(3,3)", 8}, {"BNX(2,5)", 20}};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct mb_board b = board(boards[i].name);
        struct mb_symmetries sym;
        mb_symmetries_find(&b, 1000, &sym);
        assert_int_equal(sym.count, boards[i].count);
        for (int g = 0; g < sym.count; g++) {
            assert_true(mb_image(sym.image[g], mb_all(&b)) == mb_all(&b));
            assert_true(mb_image(sym.image[g], b.exclusive) == b.exclusive);
            for (int l = 0; l < b.lines; l++) {
                struct mb_board more = b;
                assert_true(mb_add_line(&more, mb_image(sym.image[g], b.line[l])));
                assert_int_equal(more.lines, b.lines);
            }
        }
        mb_symmetries_free(&sym);
    }
}

/* ---- Lemmas ---- */

static void lemma_1(void **state)
{
    (void)state;
    struct mb_counts c;
    assert_int_equal(verdict("B2", 2, -1, 0, &c), MB_DRAWN);
    assert_true(c.black + c.white <= 100000);
    assert_int_equal(verdict("B2", 3, -1, 0, NULL), MB_LOST);
}

/* Lemma 2, for any p: on a tree of lines of p+2 squares with one black stone, pairing draws. */
static void lemma_2(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 2);
    for (int round = 0; round < test_rounds(300); round++) {
        int p = 1 + (int)rng_below(&r, 3), lines = 0;
        struct mb_board b;
        mb_begin(&b, "tree");
        mb_add_square(&b, "root");
        while (b.squares + p + 1 <= MB_SQUARES && lines < 12) {
            mb_set line =
                mb_bit((int)rng_below(&r, (uint32_t)b.squares)); /* hangs on one square of the tree */
            for (int i = 0; i <= p; i++) {
                char name[16];
                snprintf(name, sizeof name, "s%d", b.squares);
                line |= mb_bit(mb_add_square(&b, name));
            }
            assert_true(mb_add_line(&b, line));
            lines++;
        }
        struct mb_game g = {&b, p, -1};
        struct mb_view v;
        mb_set own[MB_LINES];
        mb_view(&g, mb_bit((int)rng_below(&r, (uint32_t)b.squares)), 0, &v);
        assert_true(mb_pairing(&g, &v, own));
    }
}

static void lemmas_5_and_6(void **state)
{
    (void)state;
    static const char *const names[] = {"BrecX(2,2)",  "BrecX(2,3)",  "BrecX(3,3)",  "BrecX(2,5)",
                                        "BrecX(5,5)",  "BrecX-(2,2)", "BrecX-(2,3)", "BrecX-(3,3)",
                                        "BrecX-(3,4)", "BrecX-(5,5)"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_int_equal(verdict(names[i], 0, 1, 0, NULL), MB_DRAWN);
        assert_int_equal(verdict(names[i], 0, 0, 0, NULL), MB_LOST);
    }
}

static void lemma_8(void **state)
{
    (void)state;
    assert_int_equal(verdict("BN(4,4)", 1, -1, 0, NULL), MB_DRAWN);
    assert_int_equal(verdict("BN(4,9)", 1, -1, 0, NULL), MB_DRAWN);
    assert_int_equal(verdict("BZ(4,2)", 1, -1, 0, NULL), MB_DRAWN);
    assert_int_equal(verdict("BN(4,16)", 1, -1, 0, NULL), MB_DRAWN);
}

static void lemmas_9_and_10(void **state)
{
    (void)state;
    assert_int_equal(verdict("BNX(2,4)", 0, 1, 0, NULL), MB_DRAWN);
    assert_int_equal(verdict("BNX(2,16)", 0, 1, 0, NULL), MB_DRAWN);
    assert_int_equal(verdict("BNX(3,4)", 0, 2, 0, NULL), MB_DRAWN);
    assert_int_equal(verdict("BNX(3,12)", 0, 2, 0, NULL), MB_DRAWN);
}

/* Table 1: MBBoardN(5,2), (6,3), (7,3) and (8,4), the first games of Table 2, on rings. */
static void table_1(void **state)
{
    (void)state;
    assert_int_equal(verdict("BN(5,5)", 2, -1, 0, NULL), MB_DRAWN);
    assert_int_equal(verdict("BN(5,7)", 2, -1, 0, NULL), MB_DRAWN);
    assert_int_equal(verdict("BN(5,11)", 2, -1, 0, NULL), MB_DRAWN);
    assert_int_equal(verdict("BN(6,6)", 3, -1, 0, NULL), MB_DRAWN);
    assert_int_equal(verdict("BN(7,7)", 3, -1, 0, NULL), MB_DRAWN);
    assert_int_equal(verdict("BN(7,10)", 3, -1, 0, NULL), MB_DRAWN); /* more squares than bits in a word */
    assert_int_equal(verdict("BN(8,8)", 4, -1, 0, NULL), MB_DRAWN);
}

/* Zetters' result by the same means: the parallelogram for k = 8. */
static void zetters(void **state)
{
    (void)state;
    struct mb_counts c;
    assert_int_equal(verdict("P(3,4)", 1, -1, 0, &c), MB_DRAWN);
    assert_true(c.black + c.white < 1000);
    assert_int_equal(verdict("P(3,4)", 2, -1, 0, NULL), MB_LOST);
}

/* ---- Certificates ---- */

static char *certificate_of(const struct mb_board *it, int p, int b)
{
    struct mb_game g = {it, p, b};
    struct mb_solver *s = mb_solver_new(&g, NULL);
    struct buf text = BUF_EMPTY;
    size_t positions;
    assert_true(mb_certify(s, &text, &positions));
    mb_solver_free(s);
    return buf_take(&text);
}

static char *certificate(const char *name, int p, int b)
{
    struct mb_board it = board(name);
    return certificate_of(&it, p, b);
}

static void certificates_are_accepted(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int p, b;
    } games[] = {
        {"B2", 2, -1}, {"P(3,4)", 1, -1}, {"BN(5,5)", 2, -1}, {"BrecX-(3,3)", 0, 1}, {"BN(4,6)", 1, -1}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct mb_checked c;
        struct err e;
        char *text = certificate(games[i].name, games[i].p, games[i].b);
        if (!mb_check(text, &c, &e))
            fail_msg("%s: %s", games[i].name, e.text);
        assert_string_equal(c.board.name, games[i].name);
        free(text);
    }
}

/* The squares of P(3,4) as the last of a board with more than 64. */
static void certificates_of_large_boards_are_accepted(void **state)
{
    (void)state;
    struct mb_board small = board("P(3,4)"), large;
    mb_begin(&large, "large");
    for (int i = 0; i < MB_SQUARES; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%d", i);
        mb_add_square(&large, name);
    }
    for (int l = 0; l < small.lines; l++)
        assert_true(mb_add_line(&large, small.line[l] << (MB_SQUARES - small.squares)));
    char *text = certificate_of(&large, 1, -1);
    struct mb_checked c;
    struct err e;
    if (!mb_check(text, &c, &e))
        fail_msg("%s", e.text);
    assert_true(c.positions > 0);
    free(text);
}

/* Replaces the first `from` after `after` by `to`, of equal length. */
static bool rejected(const char *certificate, const char *after, const char *from, const char *to)
{
    char *text = mem_strdup(certificate);
    struct mb_checked c;
    struct err e;
    char *at = strstr(strstr(text, after), from);
    assert_non_null(at);
    assert_int_equal(strlen(from), strlen(to));
    memcpy(at, to, strlen(to));
    bool accepted = mb_check(text, &c, &e);
    free(text);
    return !accepted;
}

static void wrong_certificates_are_rejected(void **state)
{
    (void)state;
    char *text = certificate("P(3,4)", 1, -1);
    assert_true(rejected(text, "", "game p 1", "game p 2"));
    assert_true(rejected(text, "symmetries 2", "11", "10"));
    assert_true(rejected(text, "", "start >0", "start  -"));
    assert_true(rejected(text, "", "start >0", "start >9"));
    free(text);
}

/* Any answer of the certificate, exchanged for another stone or another position, is noticed, unless that one
 * is just as good: so most are, and what is accepted must be a strategy, which the plain walk of the checker
 * shows. */
static void mutated_certificates_are_mostly_rejected(void **state)
{
    (void)state;
    char *text = certificate("P(3,4)", 1, -1);
    char *body = strstr(text, "start");
    struct rng r;
    rng_seed(&r, 5);
    int tried = 0, noticed = 0;
    for (int round = 0; round < test_rounds(3000); round++) {
        char *at = body + 10 + rng_below(&r, (uint32_t)strlen(body) - 16), was = *at;
        struct mb_checked c;
        struct err e;
        *at = "0123456789abcdef> /\n-"[rng_below(&r, 21)];
        if (*at != was) {
            tried++;
            noticed += !mb_check(text, &c, &e);
        }
        *at = was;
    }
    assert_true(noticed * 10 > tried * 8);
    assert_true(tried == 0 || noticed > 0);
    free(text);
}

/* The whole of White's strategy, stone by stone: leaving out any answer's stone makes a turn unanswered. */
static void an_answer_without_stones_is_rejected(void **state)
{
    (void)state;
    static const char certificate_text[] =
        "hexad mb-certificate 2\ngame p 1\nboard v\nsquare a b c\nline a b\nline b c\nend\n"
        "symmetries 1\n0 1 2\npositions 1\nstart >0\n0 7 %s\nend\n";
    /* Two lines that share b: after b White cannot stop both a and c. No answers can make this a draw. */
    static const char *const tries[] = {"1:2>0 2:1>0 4:2>0", "1:2 2:1 4:2",       "1:2 2:4 4:2",
                                        "1:2 2:5 4:2",       "1:2>0 2:4>0 4:2>0", "1:2 2:1",
                                        "1:2 4:2",           "1:2 4:2 2:1",       ""};
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        char text[400];
        struct mb_checked c;
        struct err e;
        snprintf(text, sizeof text, certificate_text, tries[i]);
        assert_false(mb_check(text, &c, &e));
    }
}

static void limits_stop_the_search(void **state)
{
    (void)state;
    assert_int_equal(verdict("B2", 2, -1, 1000, NULL), MB_UNKNOWN);
    struct mb_board b = board("B2"), x = board("BrecX(2,2)");
    struct err e;
    assert_false(mb_game_check(&(struct mb_game){&b, 0, -1}, &e));
    assert_false(mb_game_check(&(struct mb_game){&b, 0, 1}, &e));
    assert_false(mb_game_check(&(struct mb_game){&x, 2, -1}, &e));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_are_read_and_written),
        cmocka_unit_test(bad_boards_are_refused),
        cmocka_unit_test(b2_is_the_board_of_figure_1),
        cmocka_unit_test(bz_is_isomorphic_to_bn),
        cmocka_unit_test(symmetries_are_found),
        cmocka_unit_test(lemma_1),
        cmocka_unit_test(lemma_2),
        cmocka_unit_test(lemmas_5_and_6),
        cmocka_unit_test(lemma_8),
        cmocka_unit_test(lemmas_9_and_10),
        cmocka_unit_test(table_1),
        cmocka_unit_test(zetters),
        cmocka_unit_test(certificates_are_accepted),
        cmocka_unit_test(certificates_of_large_boards_are_accepted),
        cmocka_unit_test(wrong_certificates_are_rejected),
        cmocka_unit_test(mutated_certificates_are_mostly_rejected),
        cmocka_unit_test(an_answer_without_stones_is_rejected),
        cmocka_unit_test(limits_stop_the_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
