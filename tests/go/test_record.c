/* Records of Go: what servers write, what is wrong with files, and writing them again. */
#include "support/boards.h"

#include <stdio.h>
#include <string.h>

#include "game/sgf.h"
#include "go/game.h"
#include "go/record.h"
#include "support/trees.h"

static struct go_record *record;

static bool read_game(const char *text, struct err *e)
{
    return go_record_read(record, text, strlen(text), e);
}

static struct go *played(const char *text)
{
    struct err e;
    struct go *g = go_new(&go_default);
    bool ok = read_game(text, &e) && go_record_start(record, g, &e);
    for (int i = 0; ok && i < record->moves; i++)
        ok = go_record_play(record, g, i, &e);
    if (!ok)
        fail_msg("%s: %s", text, e.text);
    return g;
}

static go_point point(const struct go *g, const char *name)
{
    go_point at;
    assert_true(go_point_parse(g->size, name, &at, NULL));
    return at;
}

static void a_game_as_kgs_writes_it(void **state)
{
    (void)state;
    struct go *g =
        played("(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]ST[2]\nRU[Japanese]SZ[19]HA[3]KM[0.50]TM[1800]\n"
               "PW[white]PB[black]WR[6d?]BR[?]DT[2006-01-01]PC[somewhere]RE[W+Resign]AB[dd][pp][pd]"
               "C[hello \\] there]\n;W[dp]WL[1799.1];B[qf](;W[tt];B[];W[aa])(;W[bb];B[cc]))");
    assert_int_equal(record->handicap, 3);
    assert_int_equal(record->rules.komi, 1);
    assert_int_equal(record->setups, 3);
    assert_int_equal(record->first, WHITE);
    assert_int_equal(record->moves, 5);
    assert_int_equal(record->move[2].at, GO_PASS);
    assert_int_equal(record->move[3].at, GO_PASS);
    assert_int_equal(record->rank[WHITE], 6);
    assert_int_equal(record->rank[BLACK], 0);
    assert_string_equal(record_info(record->tree, "PB"), "black");
    assert_string_equal(record->ruleset, "Japanese");
    assert_int_equal(record->result.outcome, OUTCOME_WHITE);
    assert_int_equal(record->result.by, GO_BY_RESIGNATION);
    assert_int_equal(g->cell[point(g, "D4")], CELL_WHITE);
    assert_int_equal(g->cell[point(g, "A19")], CELL_WHITE); /* after two passes play went on */
    assert_int_equal(g->cell[point(g, "D16")], CELL_BLACK);
    assert_false(go_record_more(record));
    go_free(g);
}

static void other_habits(void **state)
{
    (void)state;
    struct go *g = played("(;AB[aa:bb]AW[ss]AE[aa]PL[W])"); /* rectangles, no size, no moves */
    assert_int_equal(g->size, 19);
    assert_int_equal(g->stones[BLACK], 3);
    assert_int_equal(g->to_move, WHITE);
    go_free(g);
    g = played("(;SZ[25];B[tt];W[yy];B[])"); /* tt is a point here */
    assert_int_equal(g->moves, 3);
    assert_int_equal(g->move[0].at, point(g, "U6"));
    go_free(g);
    g = played("(;SZ[9:9]KM[]HA[0]RE[];B[ee];B[cc];W[gg])"); /* Black twice */
    assert_int_equal(g->stones[BLACK], 2);
    assert_int_equal(record->result.outcome, OUTCOME_OPEN);
    go_free(g);
    g = played("\xef\xbb\xbf(;GM[1]SZ[9]PB[\xe5\x90\xb3];B[ee])");
    assert_string_equal(record_info(record->tree, "PB"), "\xe5\x90\xb3");
    go_free(g);
    g = played("(;GM[1]CA[GB18030]SZ[9]PB[\xce\xe2];B[ee])");
    assert_string_equal(record_info(record->tree, "PB"), "\xe5\x90\xb4");
    go_free(g);
}

static void ranks_and_results(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        go_rank rank;
        const char *again;
        int plane;
    } ranks[] = {{"6d", 6, "6d", 6}, {"9p", 19, "9p", 9},        {"P3", 13, "3p", 9},
                 {"p", 0, "?", 0},   {"12k", -12, "12k", 0},     {"?", 0, "?", 0},
                 {"", 0, "?", 0},    {"5 dan", 5, "5d", 5},      {"7d?", 7, "7d", 7},
                 {"10d", 0, "?", 0}, {"99999999999d", 0, "?", 0}};
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        char text[GO_RANK_TEXT];
        assert_int_equal(go_rank_parse(ranks[i].text), ranks[i].rank);
        assert_string_equal(go_rank_format(ranks[i].rank, text), ranks[i].again);
        assert_int_equal(go_rank_plane(ranks[i].rank), ranks[i].plane);
    }
    struct go_result r = go_result_parse("W+12.50");
    assert_true(r.outcome == OUTCOME_WHITE && r.by == GO_BY_POINTS && r.points == 25);
    r = go_result_parse("B+Time");
    assert_true(r.outcome == OUTCOME_BLACK && r.by == GO_BY_TIME);
    r = go_result_parse("Jigo");
    assert_true(r.outcome == OUTCOME_DRAW && r.points == 0);
    static const char *const none[] = {"Void", "?", "", "B", "B-3", "white"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_int_equal(go_result_parse(none[i]).outcome, OUTCOME_OPEN);
}

/* The last word of each message is about what, and where. */
static void faults_are_told_by_name_and_place(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum go_fault fault;
        const char *message;
    } bad[] = {
        {"", GO_FAULT_SYNTAX, "line 1"},
        {"B[aa]", GO_FAULT_SYNTAX, "line 1"},
        {"(;GM[1];B[aa]", GO_FAULT_SYNTAX, "the file ends"},
        {"(;GM[1]\n;B[aa", GO_FAULT_SYNTAX, "line 2: the value of B is not closed"},
        {"()", GO_FAULT_SYNTAX, "without a node"},
        {"(;GM[2])", GO_FAULT_GAME, "GM[2]"},
        {"(;SZ[19:13])", GO_FAULT_SIZE, "SZ[19:13]"},
        {"(;SZ[52])", GO_FAULT_SIZE, "SZ[52]"},
        {"(;SZ[x])", GO_FAULT_VALUE, "SZ[x]"},
        {"(;KM[much])", GO_FAULT_VALUE, "KM[much]"},
        {"(;HA[x])", GO_FAULT_VALUE, "HA[x]"},
        {"(;SZ[9]\n;B[ee]\n;W[jj])", GO_FAULT_POINT, "line 3, node 3: W[jj]"},
        {"(;SZ[9];B[e])", GO_FAULT_POINT, "B[e]"},
        {"(;SZ[9];B[ee];AW[aa])", GO_FAULT_SETUP, "line 1: stones set up after the first move"},
        {"(;SZ[9]AB[ab][ba]AW[aa])", GO_FAULT_SETUP, "without a liberty"},
        {"(;SZ[9];B[ee]\n;W[ee])", GO_FAULT_OCCUPIED, "line 2, move 2: White E5: it is occupied"},
        {"(;SZ[9]AB[ab][ba];W[aa])", GO_FAULT_SUICIDE, "move 1: White A9: suicide"},
        {"(;SZ[9]AB[ba][ab][bc]AW[ca][db][cc][bb];B[cb];W[bb])", GO_FAULT_KO, "move 2: White B8: ko"},
        {"(;SZ[3];B[ab];W[ba];B[bc];W[bb];B[aa];W[ac];B[ab])", GO_FAULT_SUPERKO, "move 7: Black A2: superko"},
    };
    struct go *g = go_new(&go_default);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct err e;
        bool ok = read_game(bad[i].text, &e) && go_record_start(record, g, &e);
        for (int k = 0; ok && k < record->moves; k++)
            ok = go_record_play(record, g, k, &e);
        if (ok)
            fail_msg("%s: nothing is wrong", bad[i].text);
        if (record->fault != bad[i].fault || !strstr(e.text, bad[i].message))
            fail_msg("%s: %s: %s", bad[i].text, go_fault_name(record->fault), e.text);
    }
    go_free(g);
}

static void games_behind_a_bad_one_are_read(void **state)
{
    (void)state;
    struct err e;
    assert_true(read_game("(;SZ[9];B[aa])\n(;SZ[9];B[zz]C[)(])(;GM[9])\n(;SZ[9];B[bb];W[cc])", &e));
    assert_true(go_record_more(record));
    assert_false(go_record_next(record, &e));
    assert_int_equal(record->fault, GO_FAULT_POINT);
    assert_false(go_record_next(record, &e));
    assert_int_equal(record->fault, GO_FAULT_GAME);
    assert_true(go_record_more(record));
    assert_true(go_record_next(record, &e));
    assert_int_equal(record->moves, 2);
    assert_false(go_record_more(record));
}

/* A little game of 5x5 that was counted: Black the left two columns, White the right two, the middle one Black's;
 * a white stone is dead in the corner. */
static void territory_is_counted_by_the_rules_of_the_record(void **state)
{
    (void)state;
    static const char form[] =
        "(;SZ[5]KM[0.5]RU[%s]RE[%s]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de][aa]PL[B]"
        ";B[ca];W[];B[];TB[aa][ab][ac][ad][ae]TW[ea][eb][ec][ed][ee])";
    char text[512];
    int score;
    /* Area: Black 6 stones and 5 points, White 5 and 5. */
    snprintf(text, sizeof text, form, "Chinese", "B+0.5");
    struct go *g = played(text);
    assert_true(go_record_count(record, g, &score));
    assert_int_equal(score, 1);
    assert_int_equal(record->result.points, 1);
    go_free(g);
    /* Territory: Black 5 points and a prisoner, White 5. */
    snprintf(text, sizeof text, form, "Japanese", "B+0.5");
    g = played(text);
    assert_true(go_record_count(record, g, &score));
    assert_int_equal(score, 1);
    go_free(g);
    g = played("(;SZ[5];B[aa])");
    assert_false(go_record_count(record, g, &score));
    go_free(g);
}

static void what_is_written_reads_back(void **state)
{
    (void)state;
    struct go *g = played("(;SZ[9]KM[5.5]AB[cc][gg]HA[2];W[ee];B[];W[de];B[fe])");
    struct game_info info = {
        .name = {"a ] \\ b", "c"}, .rank = {"6d", NULL}, .result = "W+R", .comment = "end:\n]"};
    struct buf out = BUF_EMPTY;
    struct game *game = go_take(go_copy(g));
    game_write(game, &info, &out);
    game_free(game);
    struct go *again = played(buf_str(&out));
    assert_string_equal(record_info(record->tree, "PB"), "a ] \\ b");
    assert_int_equal(record->rank[BLACK], 6);
    assert_int_equal(record->handicap, 2);
    assert_int_equal(again->moves, g->moves);
    assert_true(go_key(again) == go_key(g));
    assert_int_equal(again->rules.komi, g->rules.komi);
    buf_free(&out);
    go_free(again);
    go_free(g);
}

/* The whole tree of the only game of a text. */
static struct record *read_tree(const char *text)
{
    struct err e;
    record->whole = true;
    if (!read_game(text, &e) && !record->tree)
        fail_msg("%s: %s", text, e.text);
    struct record *r = record->tree;
    record->tree = NULL;
    record->whole = false;
    return r;
}

static void trees_read_back_the_same(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 27);
    for (int i = test_rounds(1000); i > 0; i--) {
        struct record *a = test_random_go(&rng);
        struct buf text = BUF_EMPTY, again = BUF_EMPTY;
        sgf_write(a, &text);
        struct record *b = read_tree(buf_str(&text));
        if (!record_equal(a, b))
            fail_msg("not the same:\n%s", buf_str(&text));
        sgf_write(b, &again);
        assert_string_equal(buf_str(&again), buf_str(&text));
        buf_free(&text);
        buf_free(&again);
        record_free(a);
        record_free(b);
    }
}

/* Nothing that a file says is lost or changed, but for what says who wrote it. */
static void files_keep_all_that_is_in_them(void **state)
{
    (void)state;
    static const char text[] =
        "(;GM[1]FF[4]SZ[9]RU[Japanese]PB[a]BR[3d?]HA[2]KM[5.75]ST[2]AB[cc][gg]PL[W]C[begin]"
        ";W[ee]WL[12.5]N[name]LB[ee:1][aa:x]TR[bb]CR[cc]SQ[dd]MA[ff]"
        "(;B[];W[tt]C[two passes])(;B[de]C[a \\] b](;W[ed])(;AE[cc]AW[ab];W[ca]ZZ[what])))";
    static const char *const kept[] = {"RU[Japanese]", "BR[3d?]",        "HA[2]",          "KM[5.75]",
                                       "ST[2]",        "AB[gg][cc]",     "PL[W]",          "WL[12.5]",
                                       "N[name]",      "LB[ee:1][aa:x]", "TR[bb]SQ[dd]",   "CR[cc]",
                                       "MA[ff]",       "C[two passes]",  "C[a \\] b]",     "(;W[ed])",
                                       "AW[ab]",       "AE[cc]",         ";W[ca]ZZ[what]", "(;B[]"};
    struct record *r = read_tree(text);
    struct buf out = BUF_EMPTY;
    sgf_write(r, &out);
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (!strstr(buf_str(&out), kept[i]))
            fail_msg("%s is lost:\n%s", kept[i], buf_str(&out));
    record_free(r);
    buf_free(&out);
}

/* Old files have moves in the first node: the game's own properties stay at the root of the tree. */
static void a_root_with_moves_keeps_its_rules(void **state)
{
    (void)state;
    struct record *a = read_tree("(;SZ[9]KM[6.5]HA[2]B[ee]BL[3]W[aa];B[bb])"), *b;
    struct buf text = BUF_EMPTY;
    sgf_write(a, &text);
    b = read_tree(buf_str(&text));
    assert_true(record_equal(a, b));
    assert_int_equal(go_tree_rules(b)->rules.komi, 13);
    assert_int_equal(go_tree_rules(b)->handicap, 2);
    assert_null(node_property(b->root, "BL"));
    buf_free(&text);
    record_free(a);
    record_free(b);
}

static int begin(void **state)
{
    (void)state;
    record = go_record_new();
    return 0;
}

static int end(void **state)
{
    (void)state;
    go_record_free(record);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_as_kgs_writes_it),
        cmocka_unit_test(other_habits),
        cmocka_unit_test(ranks_and_results),
        cmocka_unit_test(faults_are_told_by_name_and_place),
        cmocka_unit_test(games_behind_a_bad_one_are_read),
        cmocka_unit_test(territory_is_counted_by_the_rules_of_the_record),
        cmocka_unit_test(what_is_written_reads_back),
        cmocka_unit_test(trees_read_back_the_same),
        cmocka_unit_test(files_keep_all_that_is_in_them),
        cmocka_unit_test(a_root_with_moves_keeps_its_rules),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
