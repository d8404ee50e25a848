/* SGF by example: the dialects, what a node may hold, which game it is, and what is refused in which
 * words. */
#include "connect/record/records.h"

static void reads_every_dialect_of_stones(void **state)
{
    (void)state;
    const char *line = "j10 l12 h12 j9 k10";
    /* one stone a node in SGF's letters, rows from the top */
    assert_reads_as("(;FF[4]GM[4]SZ[19];B[jj];W[lh];W[hh];B[jk];B[kj])", line);
    /* NCTU6: capitals; with and without the parentheses */
    assert_reads_as("(;B[JJ];W[LH];W[HH];B[JK];B[KJ])", line);
    assert_reads_as(";B[JJ];W[LH];W[HH];B[JK];B[KJ]", line);
    /* Little Golem: both stones in a value, rows from the bottom */
    assert_reads_as(
        "(;FF[4]EV[connect6.ch.1]PB[a]PW[b]SO[http://www.littlegolem.com];B[j10];W[l12h12];B[j9k10];)", line);
    assert_reads_as("(;B[J10];W[L12, H12];B[j9 k10])", line);
    /* two values, or two properties, in a node */
    assert_reads_as("(;B[jj];W[lh][hh];B[jk]B[kj])", line);
    assert_reads_as("(;B[jj]W[lh]W[hh]B[jk]B[kj])", line);
    /* old files have small letters in the names of properties; some have nothing else, or no first
     * semicolon */
    assert_reads_as("(;GaMe[4]SiZe[19];Black[jj];White[lh];White[hh];Black[jk];Black[kj])", line);
    assert_reads_as("(;b[jj];w[lh];w[hh];b[jk];b[kj])", line);
    assert_reads_as("(FF[4]GM[4];B[jj];W[lh];W[hh];B[jk];B[kj])", line);
    /* blanks and line ends wherever SGF allows them */
    assert_reads_as("\xef\xbb\xbf \r\n( ;\tB [ jj ] ;\r\nW[lh]\n\n[hh];B\n[jk]; B[kj] ) \n", line);
}

static void letters_depend_on_the_board(void **state)
{
    (void)state;
    /* up to 26: capitals are small letters; up to 52: they follow them; beyond: numbers */
    assert_reads_as("(;RU[Connect(26,26,6,2,1)];B[zZ];W[Aa][zA])", "z1 a26 z26");
    assert_reads_as("(;RU[Connect(52,52,6,2,1)];B[zZ];W[Aa][ZA])", "z1 aa52 az26");
    assert_reads_as("(;RU[Connect(59,59,6,2,1)];B[ad30];W[bg59][a1])", "ad30 bg59 a1");
    assert_reads_as("(;RU[Connect(127,127,6,2,1)];B[dw127];W[a1dw1])", "dw127 a1 dw1");
    /* an oblong board: the row counts from the top of its 10 rows */
    assert_reads_as("(;SZ[30:10];B[aa];W[Dj][aj])", "a10 ad1 a1");
}

static void a_node_of_two_stones_becomes_two(void **state)
{
    (void)state;
    struct record *r = read_record("(;C[start];B[j10];W[j9l11]C[a reply]N[two]TR[j9]XX[kept])");
    assert_string_equal(r->root->notes->comment, "start");
    const struct tree_node *first = r->root->child->child, *second = first->child;
    assert_null(first->notes);
    assert_int_equal(second->side, WHITE);
    assert_string_equal(second->notes->comment, "a reply");
    assert_string_equal(second->notes->name, "two");
    assert_int_equal(second->notes->marks, 1);
    assert_string_equal(node_property(second, "XX")->value[0], "kept");
    record_free(r);
    /* a turn may have any number of stones */
    assert_reads_as("(;RU[Connect(9,9,5,4,1)];B[e5];W[a1b2c3d4];B[a9b9c9e9])", "e5 a1 b2 c3 d4 a9 b9 c9 e9");
}

static void reads_variations(void **state)
{
    (void)state;
    struct record *r = read_record("(;B[jj](;W[aa];W[bb])(;W[cc](;W[dd])(;W[ee]C[x]))(;W[ff]))");
    const struct tree_node *b = r->root->child;
    assert_main_line(r, "j10 a19 b18");
    assert_ptr_equal(b->child->next->next, b->last);
    assert_string_equal(b->child->next->last->notes->comment, "x");
    assert_int_equal(node_depth(b->child->next->last), 3);
    char *text = write_record(r, RECORD_SGF);
    assert_string_equal(text,
                        "(;FF[4]GM[4]CA[UTF-8]AP[Hexad:" HEXAD_VERSION "]SZ[19]RU[Connect(19,19,6,2,1)]\n"
                        ";B[jj]\n(;W[aa];W[bb])\n(;W[cc]\n(;W[dd])\n(;W[ee]C[x]))\n(;W[ff]))\n");
    struct record *again = read_record(text);
    assert_true(record_equal(r, again));
    free(text);
    record_free(again);
    record_free(r);
}

static void reads_texts(void **state)
{
    (void)state;
    struct record *r = read_record("(;PB[A\nb\\]c]GC[two\r\nlines];C[a\\]b\\\\c\\:d:e\\\nf\n\rg\th\x01i]"
                                   "LB[aa:x\\:y:z][bb:]AR[aa:bb]LN[cc:dd])");
    assert_string_equal(record_info(r, "PB"), "A b]c");
    assert_string_equal(record_info(r, "GC"), "two\nlines");
    const struct notes *n = r->root->child->notes;
    assert_string_equal(n->comment, "a]b\\c:d:ef\ng h i");
    assert_int_equal(n->marks, 4);
    assert_string_equal(n->mark[0].text, "x:y:z");
    assert_string_equal(n->mark[1].text, "");
    assert_int_equal(n->mark[2].kind, MARK_ARROW);
    assert_int_equal(n->mark[2].to, square_at(1, 17));
    record_free(r);
}

/* The comment "六子棋" and a name with ö, in the bytes of several character sets. */
static void reads_character_sets(void **state)
{
    (void)state;
    static const struct {
        const char *bytes, *comment;
    } cases[] = {
        {"(;C[\xe5\x85\xad\xe5\xad\x90\xe6\xa3\x8b])", "六子棋"},  /* UTF-8, unsaid */
        {"(;CA[GB2312]C[\xc1\xf9\xd7\xd3\xc6\xe5])", "六子棋"},    /* named */
        {"(;C[\xc1\xf9\xd7\xd3\xc6\xe5])", "六子棋"},              /* found by looking */
        {"(;CA[big5]C[\xa4\xbb\xa4\x6c\xb4\xd1])", "六子棋"},      /* Big5 */
        {"(;CA[Shift_JIS]C[\x98\x5a\x8e\x71\x8a\xfb])", "六子棋"}, /* 六 has a second byte 5a */
        {"(;CA[Shift_JIS]C[\x95\x5c])", "表"},                     /* and 表 a backslash */
        {"(;CA[GBK]C[\x81\x5d])", "乚"},                           /* a closing bracket */
        {"(;CA[KOI8-R]C[\xc2])", "б"},                             /* */
        {"(;CA[no such set]C[G\xf6"
         "del])",
         "Gödel"}, /* unknown: looked at */
        {"(;C[G\xf6"
         "del M\xfc"
         "ller])",
         "Gödel Müller"}, /* Latin-1, SGF's default */
        {"(;CA[UTF-8]C[G\xf6"
         "del])",
         "Gödel"},                             /* a wrong claim */
        {"(;CA[ISO-8859-1]C[\xc3\xb6])", "ö"}, /* another */
        {"(;CA[utf-7]C[+AGE-])", "+AGE-"},     /* not a set for files of brackets */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct record *r = read_record(cases[i].bytes);
        assert_string_equal(r->root->notes->comment, cases[i].comment);
        record_free(r);
    }
    static const char wide[] = "\xff\xfe(\0;\0B\0[\0j\0j\0]\0)\0";
    struct record *r = read_bytes(wide, sizeof wide - 1, NULL);
    assert_main_line(r, "j10");
    record_free(r);
    /* padding of old systems is not text */
    r = read_bytes("(;B[jj])\r\n\x1a\0\0\0", 14, NULL);
    record_free(r);
}

static void reads_set_up(void **state)
{
    (void)state;
    struct record *r =
        read_record("(;SZ[5]RU[Connect(5,5,4,2,1)]AB[aa:ba][cc]AW[ee][de:ce]AE[aa]PL[W];W[dd])");
    struct position *p = end_position(r), *expected = test_board("5,5,4,2,1", ". x . . .\n"
                                                                              ". . . . .\n"
                                                                              ". . x . .\n"
                                                                              ". . . o .\n"
                                                                              ". . o o o\n");
    assert_int_equal(p->hash, expected->hash);
    assert_int_equal(p->to_move, WHITE);
    assert_int_equal(p->left, 1);
    position_free(p);
    position_free(expected);
    record_free(r);
}

static void says_who_moves_after_a_set_up(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum side side;
        int left;
    } cases[] = {
        {"(;AB[jj])", WHITE, 2},            /* as after Black's first turn */
        {"(;AB[jj]AW[aa])", WHITE, 1},      /* in the middle of White's */
        {"(;AB[jj]AW[aa]PL[W])", WHITE, 1}, /* the same, said */
        {"(;AB[jj]AW[aa]PL[B])", BLACK, 2}, /* said against the number of stones: a whole turn */
        {"(;AB[jj]AW[aa]PL[W]LS[2])", WHITE, 2},
        {"(;AB[ij][kj][jk])", WHITE, 2}, /* colours that no game has: the side with fewer stones */
        {"(;AW[ij][kj])", BLACK, 2},
        {"(;PL[W])", WHITE, 2},
        {"(;PL[B])", BLACK, 1},
        {"(;B[jj];W[aa];AE[aa]AW[bb];W[cc])", BLACK, 2}, /* a stone moved in the game: its turn goes on */
        {"(;B[jj]PL[W];W[aa])", WHITE, 1},               /* PL beside a stone says nothing new */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct record *r = read_record(cases[i].text);
        struct position *p = end_position(r);
        if (p->to_move != cases[i].side || p->left != cases[i].left)
            fail_msg("%s: %s has %d to place", cases[i].text, side_name(p->to_move), p->left);
        position_free(p);
        record_free(r);
    }
}

static void finds_the_game(void **state)
{
    (void)state;
    static const struct rules gomoku = {15, 15, 5, 1, 1, false}, large = {59, 59, 6, 2, 1, false};
    static const struct record_options none = {.forced = NULL}, fall = {.fallback = &gomoku},
                                       force = {.forced = &large, .fallback = &gomoku};
    static const struct {
        const char *text;
        const struct record_options *options;
        const char *game;
    } cases[] = {
        {"(;)", &none, "Connect(19,19,6,2,1)"},
        {"(;)", &fall, "Connect(15,15,5,1,1)"},
        {"(;RU[Connect(9,8,5,2,1)])", &fall, "Connect(9,8,5,2,1)"},
        {"(;RU[Connect(9,8,5,2,1)]SZ[9:8])", &fall, "Connect(9,8,5,2,1)"},
        {"(;RU[ connect(9, 8, 5, 2, 1), no swap]SZ[9:8])", &fall, "Connect(9,8,5,2,1)"},
        {"(;RU[9,8,5,2,1])", &fall, "Connect(9,8,5,2,1)"},
        {"(;RU[Connect6]SZ[59])", &none, "Connect(59,59,6,2,1)"},
        {"(;RU[Connect6])", &fall, "Connect(19,19,6,2,1)"},
        {"(;RU[Japanese])", &none, "Connect(19,19,6,2,1)"},
        {"(;SZ[13])", &none, "Connect(13,13,6,2,1)"},
        {"(;SZ[13x11])", &fall, "Connect(13,11,5,1,1)"},
        {"(;RU[Connect(9,8,5,2,1)]SZ[7])", &force, "Connect(59,59,6,2,1)"},
        /* GM[4] is Gomoku; with stones that alternate it is meant, else the number is only the nearest there
           is */
        {"(;GM[4];B[hh];W[hi];B[ii])", &none, "Connect(15,15,5,1,1)"},
        {"(;GM[4]SZ[19];B[h8](;W[h9];B[i9])(;W[a1]))", &none, "Connect(19,19,5,1,1)"},
        {"(;GM[4]SZ[19];B[jj];W[aa];W[bb])", &none, "Connect(19,19,6,2,1)"},
        {"(;GM[4];B[j10];W[a1b2];B[c3d4])", &none, "Connect(19,19,6,2,1)"},
        {"(;GM[4]SZ[15]RU[Connect(15,15,5,1,1,exact)];B[hh])", &none, "Connect(15,15,5,1,1,exact)"},
        {"(;GM[4]SZ[13]RU[gomoku-exact];B[gg])", &none, "Connect(13,13,5,1,1,exact)"},
        {"(;GM[1]SZ[19];B[jj])", &none, "Connect(19,19,6,2,1)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct record *r = read_bytes(cases[i].text, strlen(cases[i].text), cases[i].options);
        assert_rules(r, cases[i].game);
        record_free(r);
    }
    struct record *r = read_record("(;RU[Connect(9,9,5,1,1) by the club's rules ])");
    assert_string_equal(r->rules_note, "by the club's rules");
    record_free(r);
}

static void keeps_what_it_does_not_know(void **state)
{
    (void)state;
    struct record *r =
        read_record("(;ST[2]AP[Other:1]KM[0]ZZ9[a\\]][b\\:c];B[jj]BL[12.5]PL[W];W[];W[aa]VW[]DD[aa:cc])");
    assert_string_equal(node_property(r->root, "ST")->value[0], "2");
    assert_string_equal(node_property(r->root, "ZZ9")->value[0], "a\\]");
    assert_string_equal(node_property(r->root, "ZZ9")->value[1], "b\\:c");
    assert_null(node_property(r->root, "AP")); /* it names the program that wrote the file */
    char *text = write_record(r, RECORD_SGF);
    assert_non_null(
        strstr(text, "]ST[2]KM[0]ZZ9[a\\]][b\\:c]\n;B[jj]BL[12.5]PL[W];W[];W[aa]VW[]DD[aa:cc])\n"));
    free(text);
    record_free(r);
}

static void a_pass_is_kept_and_changes_nothing(void **state)
{
    (void)state;
    /* as people record two stones with a program for Go */
    assert_reads_as("(;B[jj];W[lh];B[];W[hh];B[jk];W[tt];B[kj];W[resign])", "j10 l12 h12 j9 k10");
    /* where the board has the square, tt is a stone */
    assert_reads_as("(;SZ[20];B[tt])", "t1");
}

static void stones_after_the_winning_one_of_its_turn_are_kept(void **state)
{
    (void)state;
    /* White's first stone of the last turn makes three */
    struct record *r = read_record("(;RU[Connect(5,5,3,2,1)];B[a1];W[a5b5];B[a3e3];W[c5e1]C[won])");
    assert_main_line(r, "a1 a5 b5 a3 e3 c5");
    const struct tree_node *end = node_line_end(r->root);
    assert_string_equal(node_property(end, "W")->value[0], "ee");
    assert_string_equal(end->notes->comment, "won");
    char *text = write_record(r, RECORD_SGF);
    struct record *again = read_record(text);
    assert_true(record_equal(r, again));
    free(text);
    record_free(again);
    record_free(r);
    assert_refused("(;RU[Connect(5,5,3,2,1)];B[a1];W[a5b5];B[a3e3];W[c5e1]W[e2])",
                   "line 1, node 5: W[e2]: e2: the game is over");
    assert_refused("(;RU[Connect(5,5,3,2,1)];B[a1];W[a5b5];B[a3e3];W[c5];B[e1])",
                   "line 1, node 6: B[e1]: e1: the game is over");
}

static void refuses_broken_files_in_one_line(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"(", "line 1: the file ends with 1 '(' open"},
        {"(;B[jj]\n(;W[aa]\n", "line 3: the file ends with 2 '(' open"},
        {"()", "line 1: a game without a node"},
        {";B[jj])", "line 1: ')' without a '('"},
        {"(;B[jj]\r\n\r\n;C[open", "line 3: the value of C is not closed by a ]"},
        {"(;B[jj\\]", "line 1: the value of B is not closed by a ]"},
        {"(;B;W[aa])", "line 1: no value follows B"},
        {"(;B[jj]=)", "line 1: '=)' where '(', ')' or ';' should be"},
        {"(;B[jj](;W[aa]);W[bb])", "line 1: a node after the variations of the one before"},
        {"(;\n;B[zz])", "line 2, node 2: B[zz]: 'zz' is not on the 19x19 board"},
        {"(;\n;B[j20])", "line 2, node 2: B[j20]: 'j20' is not on the 19x19 board"},
        {"(;;B[j-1])", "line 1, node 2: B[j-1]: 'j-1' is not a square such as jj or j10"},
        {"(;;B[jjj])", "line 1, node 2: B[jjj]: 'jjj' is not a square such as jj or j10"},
        {"(;B[jj];W[aa]\n;W[aa])", "line 2, node 3: W[aa]: a19 is occupied"},
        {"(;B[jj];W[aa](;W[bb];B[cc])(;W[dd]\n;B[dd]))", "line 2, node 6: B[dd]: d16 is occupied"},
        {"(;B[jj];W[aa];B[bb])", "line 1, node 3: B[bb]: b18: Black's stone, but White has 1 more to place"},
        {"(;W[jj])", "line 1, node 1: W[jj]: j10: White's stone, but Black has 1 more to place"},
        {"(;AB[aa][a20])", "line 1, node 1: AB[a20]: 'a20' is not on the 19x19 board"},
        {"(;AB[aa:fa]\nAW[ab:fb])", "line 1, node 1: set-up: both sides have 6 in a row"},
        {"(;AB[aa:fa];W[gg])", "line 1, node 2: W[gg]: g13: the game is over"},
        {"(;PL[x])", "line 1, node 1: PL[x]: not a side; B or W"},
        {"(;TR[aa][zz])", "line 1, node 1: TR[zz]: 'zz' is not on the 19x19 board"},
        {"(;LB[aa])", "line 1, node 1: LB[aa]: no ':' in it"},
        {"(;SZ[200])", "line 1, node 1: SZ[200]: the number of columns m is 200, must be 1 to 127"},
        {"(;SZ[19:-3])", "line 1, node 1: SZ[19:-3]: the number of rows n is -3, must be 1 to 127"},
        {"(;SZ[99999999999999999999])",
         "line 1, node 1: SZ[99999999999999999999]: the number of columns m is 1000000, must be 1 to 127"},
        {"(;SZ[big])", "line 1, node 1: SZ[big]: not a board's size such as 19 or 15:19"},
        {"(;FF[4]\nRU[Connect(19,19,6,-2,1)])", "line 2, node 1: RU[Connect(19,19,6,-2,1)]: game "
                                                "'Connect(19,19,6,-2,1)': the stones of a turn p is -2, must "
                                                "be 1 to 63"},
        {"(;RU[Connect(6,2,1)])",
         "line 1, node 1: RU[Connect(6,2,1)]: 'Connect(6,2,1)' is not a game: a name "
         "(connect6, gomoku, tictactoe …) or m,n,k,p,q"},
        {"(;GM[1]SZ[19];B[pd];W[dp];B[pp])",
         "line 1, node 1: GM[1]: a record of Go (--game go); if another game was played, say which"},
        {"(;RU[Connect(9,9,5,1,1)]SZ[19])", "line 1, node 1: SZ[19]: RU says a board of 9:9"},
        {"(;GM[11];B[a1])", "line 1, node 1: GM[11]: the record of another game; Gomoku and its kin have 4"},
        {"(;C[\x01\n\xff long long long long long long long long]SZ[\x01\n\x02])",
         "line 2, node 1: SZ[???]: not a board's size such as 19 or 15:19"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(cases[i][0], cases[i][1]);
    struct record *r;
    struct err e;
    assert_false(record_read("(;\n\nC[a\0b])", 10, NULL, &r, &e));
    assert_string_equal(e.text, "line 3: a NUL byte; this is no text");
}

static void reads_collections(void **state)
{
    (void)state;
    const char *text = "(;PB[a];B[jj])\n(;PB[b]SZ[9];B[aa])\r\n\n(;PB[c])";
    struct record **games;
    size_t count;
    struct err e;
    assert_true(record_read_all(text, strlen(text), NULL, &games, &count, &e));
    assert_int_equal(count, 3);
    assert_string_equal(record_info(games[1], "PB"), "b");
    assert_main_line(games[1], "a9");
    record_free_all(games, count);
    struct record *first = read_record(text);
    assert_string_equal(record_info(first, "PB"), "a");
    record_free(first);

    const char *bad = "(;B[jj])\n(;B[jj]\n;W[j10])", *junk = "(;B[jj])\n;W[aa])";
    assert_false(record_read_all(bad, strlen(bad), NULL, &games, &count, &e));
    assert_string_equal(e.text, "game 2: line 3, node 2: W[j10]: j10 is occupied");
    assert_false(record_read_all(junk, strlen(junk), NULL, &games, &count, &e));
    assert_string_equal(e.text, "line 2: ';W[aa])' after the end of the game");
}

static void count_bad(void *context, const struct err *e)
{
    (void)e;
    ++*(int *)context;
}

/* Whichever way it fails, nothing is handed over that could be freed again, and nobody is told. */
static void a_failure_leaves_an_empty_list(void **state)
{
    (void)state;
    static const char *const all_bad[] = {"(;B[jj];W[jj])", "(;B[zz])(;B[zz])", "rovef", "(;C["};
    static struct record *games_before[1];
    for (size_t i = 0; i < sizeof all_bad / sizeof *all_bad; i++)
        for (int telling = 0; telling < 2; telling++) {
            struct record **games = games_before;
            size_t count = 1;
            int told = 0;
            struct record_options o = {.bad = telling ? count_bad : NULL, .context = &told};
            struct err e;
            assert_false(record_read_all(all_bad[i], strlen(all_bad[i]), &o, &games, &count, &e));
            assert_null(games);
            assert_int_equal(count, 0);
            assert_int_equal(told, 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_dialect_of_stones),
        cmocka_unit_test(letters_depend_on_the_board),
        cmocka_unit_test(a_node_of_two_stones_becomes_two),
        cmocka_unit_test(reads_variations),
        cmocka_unit_test(reads_texts),
        cmocka_unit_test(reads_character_sets),
        cmocka_unit_test(reads_set_up),
        cmocka_unit_test(says_who_moves_after_a_set_up),
        cmocka_unit_test(finds_the_game),
        cmocka_unit_test(keeps_what_it_does_not_know),
        cmocka_unit_test(a_pass_is_kept_and_changes_nothing),
        cmocka_unit_test(stones_after_the_winning_one_of_its_turn_are_kept),
        cmocka_unit_test(refuses_broken_files_in_one_line),
        cmocka_unit_test(reads_collections),
        cmocka_unit_test(a_failure_leaves_an_empty_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
