/* Contest records, plain lists, stones on a command line, and telling the formats apart. */
#include <stdio.h>
#include <unistd.h>

#include "connect/record/records.h"

static void reads_contest_records(void **state)
{
    (void)state;
    const char *line = "j10 i11 k11 j11 j12";
    assert_reads_as(
        "{[C6][A][B][先手胜][2017.07.29 14:00 重庆][2017 CCGC];B(J,10);W(I,11)W(K,11);B(J,11)B(J,12)}", line);
    assert_reads_as("{[C6][][][][][];B(J,10);W(I,11);W(K,11);B(J,11);B(J,12)}", line);
    assert_reads_as("{[C6];B(J,10);W(I,11);W(K,11);\nB(J,11); B(J,12); ",
                    line); /* programs that leave out the brace */
    assert_reads_as("\n { [C6]\r\n[A] ; b( j , 10 ), W(I,11)\nW(k,11) ; B(J,11)(J,12) }\n", line);
    assert_reads_as("{[C6]；B（J，10）；W(I,11)，W(K,11)　B(J,11)B(J,12)}", line); /* wide forms */
    assert_reads_as("{B(J,10)}", "j10");
    assert_reads_as("{}", "");
    assert_reads_as("{[Connect(30,30,5,1,1)];B(AD,30);W(A,1)}", "ad30 a1");
    assert_reads_as("{[gomoku];B(H,8);W(A,1)}", "h8 a1");
}

static void contest_records_have_a_description(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "{[C6][先手参赛队 B][后手参赛队 W][后手胜][2017.07.29 14:00 重庆][2017 CCGC];B(J,10)MARK[1]}",
        "{[C6][先手参赛队 B][后手参赛队 W][后手胜][2017.07.29 14:00][重庆][2017 CCGC];B(J,10)MARK[1]}",
    };
    for (int i = 0; i < 2; i++) {
        struct record *r = read_record(cases[i]);
        assert_string_equal(record_info(r, "PB"), "先手参赛队 B");
        assert_string_equal(record_info(r, "PW"), "后手参赛队 W");
        assert_string_equal(record_info(r, "RE"), "W+");
        assert_string_equal(record_info(r, "DT"), "2017.07.29 14:00");
        assert_string_equal(record_info(r, "PC"), "重庆");
        assert_string_equal(record_info(r, "EV"), "2017 CCGC");
        assert_string_equal(node_property(r->root->child, "MARK")->value[0], "1");
        char *text = write_record(r, RECORD_CONTEST);
        assert_string_equal(text,
                            "{[C6][先手参赛队 B][后手参赛队 W][后手胜][2017.07.29 14:00 重庆][2017 CCGC]"
                            ";B(J,10)MARK[1]}\n");
        free(text);
        record_free(r);
    }
    /* the same bytes as contests have them, in GBK */
    struct record *r =
        read_record("{[C6][\xcf\xc8\xca\xd6][\xba\xf3\xca\xd6][\xcf\xc8\xca\xd6\xca\xa4];B(J,10)}");
    assert_string_equal(record_info(r, "PW"), "后手");
    assert_int_equal(record_result(r), OUTCOME_BLACK);
    record_free(r);
}

static void writes_contest_records(void **state)
{
    (void)state;
    struct record *r = read_record(
        "(;RU[Connect(30,30,5,1,1)]PB[a\\]b]RE[W+R]DT[May 2020]PC[here];B[AA](;W[a1];B[ab])(;W[b1]))");
    char *text = write_record(r, RECORD_CONTEST);
    /* other games by their numbers; date and place apart if they could not be told apart */
    assert_string_equal(text,
                        "{[Connect(30,30,5,1,1)][a\\]b][][W+R][May 2020][here][];B(AA,4);W(A,1);B(A,29)}\n");
    struct record *again = read_record(text);
    assert_string_equal(record_info(again, "DT"), "May 2020");
    assert_string_equal(record_info(again, "PB"), "a]b");
    record_free(again);
    free(text);
    record_free(r);

    r = read_record("(;AB[aa];W[bb])");
    struct buf b = BUF_EMPTY;
    struct err e;
    assert_false(record_write(r, RECORD_CONTEST, &b, &e));
    assert_string_equal(e.text, "a contest record holds no set-up stones");
    assert_false(record_write(r, RECORD_PLAIN, &b, &e));
    assert_string_equal(e.text, "a plain list holds no set-up stones");
    assert_int_equal(b.len, 0);
    record_free(r);
}

static void reads_plain_lists(void **state)
{
    (void)state;
    const char *line = "j10 k11 i11 l11 j12";
    assert_reads_as("j10 k11 i11 l11 j12", line);
    assert_reads_as("J10,k11,i11,L11,j12\n", line);
    assert_reads_as("# a game\n\nj10 / k11 i11 # good\r\n/ l11 j12 /", line);
    assert_reads_as("1.j10 2.k11i11 3.l11j12", line); /* as Little Golem shows a game */
    assert_reads_as("1. j10 2. k11 i11\n3) l11 j12", line);
    assert_reads_as("B JJ / W KI II / B LI JH", line); /* letters: rows from the top */
    assert_reads_as("black: j10; white: k11 i11; b l11 j12", line);
    assert_reads_as("", "");
    assert_reads_as("# nothing\n", "");
    assert_reads_as("Connect(9,9,5,1,1)\na1 b2", "a1 b2");
    assert_reads_as("# small\n game gomoku\na1 b2 o15", "a1 b2 o15");
    assert_reads_as("game 9,9,5,1,1 a1 b2", "a1 b2");
    assert_reads_as("game Connect(59, 59, 6, 2, 1) bg59", "bg59");
}

static void writes_plain_lists(void **state)
{
    (void)state;
    struct record *r = read_record("(;PB[a];B[jj]C[x](;W[aa];W[bb])(;W[cc]))");
    char *text = write_record(r, RECORD_PLAIN);
    assert_string_equal(text, "j10 a19 b18\n");
    free(text);
    record_free(r);
    r = read_record("Connect(59,59,6,2,1) bg59 a1");
    text = write_record(r, RECORD_PLAIN);
    assert_string_equal(text, "Connect(59,59,6,2,1)\nbg59 a1\n");
    free(text);
    record_free(r);
}

/* White's first stone of the last turn makes three; the other is in the record all the same. */
static void stones_left_over_stay(void **state)
{
    (void)state;
    static const char *const cases[] = {
        "Connect(5,5,3,2,1)\na1 a5 b5 a3 e3 c5 e1\n",
        "{[Connect(5,5,3,2,1)][][][][][];B(A,1);W(A,5)W(B,5);B(A,3)B(E,3);W(C,5)W(E,1)}\n",
    };
    static const enum record_format formats[] = {RECORD_PLAIN, RECORD_CONTEST};
    for (int i = 0; i < 2; i++) {
        struct record *r = read_record(cases[i]);
        assert_main_line(r, "a1 a5 b5 a3 e3 c5");
        char *text = write_record(r, formats[i]);
        assert_string_equal(text, cases[i]);
        free(text);
        record_free(r);
    }
}

static void options_give_the_game(void **state)
{
    (void)state;
    static const struct rules small = {9, 9, 5, 1, 1, false};
    struct record_options fall = {.fallback = &small}, force = {.forced = &small};
    static const struct {
        const char *text, *fallen, *forced;
    } cases[] = {
        {"a1", "Connect(9,9,5,1,1)", "Connect(9,9,5,1,1)"},
        {"game connect6 a1", "Connect(19,19,6,2,1)", "Connect(9,9,5,1,1)"},
        {"{;B(A,1)}", "Connect(9,9,5,1,1)", "Connect(9,9,5,1,1)"},
        {"{[C6];B(A,1)}", "Connect(19,19,6,2,1)", "Connect(9,9,5,1,1)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct record *r = read_bytes(cases[i].text, strlen(cases[i].text), &fall);
        assert_rules(r, cases[i].fallen);
        record_free(r);
        r = read_bytes(cases[i].text, strlen(cases[i].text), &force);
        assert_rules(r, cases[i].forced);
        record_free(r);
    }
}

static void refuses_in_one_line(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"{[C6][A", "line 1: a field that is not closed by a ]"},
        {"{[C6];B(J,10);\nW(J,10)}", "line 2, stone 2: W(J,10): j10 is occupied"},
        {"{[C6];B(J,10);B(J,11)}",
         "line 1, stone 2: B(J,11): j11: Black's stone, but White has 2 more to place"},
        {"{[C6];B(T,10)}", "line 1, stone 1: B(T,10): 'T10' is not on the 19x19 board"},
        {"{[C6];B(J,-1)}", "line 1, stone 1: B(J,: a stone is written B(J,10)"},
        {"{[C6];X}", "line 1, stone 1: X}: a stone is written B(J,10)"},
        {"{[C6];B(J,10)MARK[}", "line 1: a field that is not closed by a ]"},
        {"{\n[AM];B(A,1)}",
         "line 2: 'AM' is not a game: a name (connect6, gomoku, tictactoe …) or m,n,k,p,q"},
        {"{[Connect(200,19,6,2,1)]}",
         "line 1: game 'Connect(200,19,6,2,1)': the number of columns m is 200, must be 1 to 127"},
        {"j10 k11\nk11", "line 2, stone 3: k11 is occupied"},
        {"j10 k20", "line 1, stone 2: 'k20' is not on the 19x19 board"},
        {"j10 hello", "line 1, stone 2: 'hello' is not a square such as jj or j10"},
        {"j10 kk5", "line 1, stone 2: 'kk5' is not on the 19x19 board"},
        {"j10 kkj10", "line 1, stone 2: 'kkj10' is not a square such as jj or j10"},
        {"-1", "line 1, stone 1: '-1' is not a square such as jj or j10"},
        {"w j10", "line 1, stone 1: j10: White's stone, but Black has 1 more to place"},
        {"game 9,9,5\na1",
         "line 1: '9,9,5' is not a game: a name (connect6, gomoku, tictactoe …) or m,n,k,p,q"},
        {"\nConnect(-1,9,5,1,1)",
         "line 2: game 'Connect(-1,9,5,1,1)': the number of columns m is -1, must be 1 to 127"},
        {"game tictactoe a1 a2 b1 b2 c1 c2", "line 1, stone 6: c2: the game is over"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(cases[i][0], cases[i][1]);
}

static void reads_stones_of_a_command_line(void **state)
{
    (void)state;
    struct rules rules = test_rules("connect6");
    const char *stones[] = {"j10", "k11", "i11 l11", "j12"}, *bad[] = {"j10", "j10"};
    struct record *r;
    struct err e;
    assert_true(record_from_stones(&rules, 4, stones, &r, &e));
    assert_main_line(r, "j10 k11 i11 l11 j12");
    record_free(r);
    assert_true(record_from_stones(&rules, 0, NULL, &r, &e));
    assert_null(r->root->child);
    record_free(r);
    assert_false(record_from_stones(&rules, 2, bad, &r, &e));
    assert_string_equal(e.text, "stone 2: j10 is occupied");
}

static void formats_go_by_names(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        enum record_format format;
    } cases[] = {
        {"a.sgf", RECORD_SGF},          {"x.y/B.SGF", RECORD_SGF},
        {"a.c6", RECORD_CONTEST},       {"dir/C6-A vs B-2017.txt", RECORD_CONTEST},
        {"C6-dir/a.txt", RECORD_PLAIN}, {"a.txt", RECORD_PLAIN},
    };
    enum record_format f;
    struct err e;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(record_format_by_name(cases[i].path, &f));
        assert_int_equal(f, cases[i].format);
    }
    assert_false(record_format_by_name("a.png", &f));
    assert_false(record_format_by_name("x.sgf/a", &f));
    for (int i = RECORD_SGF; i <= RECORD_RENLIB; i++) {
        assert_true(record_format_parse(record_forms[i].name, &f, &e));
        assert_int_equal(f, i);
    }
    assert_false(record_format_parse("png", &f, &e));
    assert_string_equal(e.text, "'png' is not a format of records: sgf, contest, plain, psq or renlib");
}

static void files_in_and_out(void **state)
{
    (void)state;
    char path[64];
    snprintf(path, sizeof path, "test_lists.%ld.sgf", (long)getpid());
    struct record *r = read_record("(;PB[a];B[jj]C[x])"), *again;
    struct err e;
    assert_true(record_save(r, path, RECORD_SGF, &e));
    assert_true(record_load(path, NULL, &again, &e));
    assert_true(record_equal(r, again));
    record_free(again);
    record_free(r);
    unlink(path);
    assert_false(record_load("/nonexistent/a.sgf", NULL, &again, &e));
    assert_string_equal(e.text, "/nonexistent/a.sgf: No such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_contest_records),
        cmocka_unit_test(contest_records_have_a_description),
        cmocka_unit_test(writes_contest_records),
        cmocka_unit_test(reads_plain_lists),
        cmocka_unit_test(writes_plain_lists),
        cmocka_unit_test(stones_left_over_stay),
        cmocka_unit_test(options_give_the_game),
        cmocka_unit_test(refuses_in_one_line),
        cmocka_unit_test(reads_stones_of_a_command_line),
        cmocka_unit_test(formats_go_by_names),
        cmocka_unit_test(files_in_and_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
