/* What is said to outside programs, word for word, and what is made of their answers. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "connect/game/connect.h"
#include "play/arena/player.h"

/* A program that says what it is told to, whatever it hears. */
struct parrot {
    struct talk talk;
    const char *rest; /* of its words; it is silent after that */
    char line[TALK_LINE_MOST + 1];
    struct buf heard;
};

static enum talk_status parrot_send(struct talk *t, const char *text, size_t len, double deadline)
{
    (void)deadline;
    buf_bytes(&((struct parrot *)t)->heard, text, len);
    return TALK_FINE;
}

static enum talk_status parrot_line(struct talk *t, double deadline, const char **out)
{
    (void)deadline;
    struct parrot *p = (struct parrot *)t;
    if (!*p->rest)
        return TALK_LATE;
    size_t n = strcspn(p->rest, "\n");
    memcpy(p->line, p->rest, n);
    p->line[n] = '\0';
    p->rest += n + (p->rest[n] == '\n');
    *out = p->line;
    return TALK_FINE;
}

static void parrot_obituary(struct talk *t, struct err *e)
{
    (void)t;
    err_set(e, "is no more");
}

static void parrot_free(struct talk *t)
{
    (void)t;
}

static const struct talk_ops parrot_ops = {parrot_send, parrot_line, parrot_obituary, parrot_free};
static const struct turn_clock no_clock = {.hang = 60};

/* A player with the parrot for a program. */
struct table {
    struct parrot parrot;
    struct spec spec;
    struct player *player;
    struct game *game;
    struct threats *tracker;   /* of the game, */
    struct position *position; /* and its position */
    struct fault fault;
    struct squares turn;
};

static struct table *sit_down(const char *player, const char *game, const char *stones, const char *words)
{
    struct table *t = calloc(1, sizeof *t);
    struct err e;
    t->parrot.talk.ops = &parrot_ops;
    t->parrot.rest = words;
    if (!spec_parse(player, &t->spec, &e))
        fail_msg("%s", e.text);
    struct player_setup setup = {&t->spec, test_any(game), NULL};
    if (!spec_check(&t->spec, &setup.rules, &e))
        fail_msg("%s", e.text);
    t->player = player_over(&setup, &t->parrot.talk);
    t->game = connect_take(test_game(game, stones));
    t->tracker = connect_threats(t->game);
    t->position = t->tracker->position;
    return t;
}

static void stand_up(struct table *t)
{
    player_free(t->player);
    game_free(t->game);
    spec_free(&t->spec);
    buf_free(&t->parrot.heard);
    free(t);
}

static bool ask(struct table *t, const struct turn_clock *c)
{
    struct position *before = position_copy(t->position);
    bool ok = player_choose(t->player, t->game, c, &t->turn, &t->fault);
    assert_true(position_equal(before, t->position));
    assert_int_equal(before->plies, t->position->plies);
    position_free(before);
    return ok;
}

static void ready(struct table *t)
{
    if (!player_ready(t->player, 0, &no_clock, &t->fault))
        fail_msg("%s", t->fault.why.text);
}

/* The player must answer these stones; they are played. */
static void plays(struct table *t, const char *stones)
{
    if (!ask(t, &no_clock))
        fail_msg("%s: %s", fault_names[t->fault.kind], t->fault.why.text);
    struct buf b = BUF_EMPTY;
    for (int i = 0; i < t->turn.n; i++) {
        char text[SQUARE_TEXT];
        buf_format(&b, "%s%s", i ? " " : "", square_format(t->turn.s[i], text));
        threats_place(t->tracker, t->turn.s[i]);
    }
    assert_string_equal(buf_str(&b), stones);
    buf_free(&b);
}

static void fails(struct table *t, enum fault_kind kind, const char *why)
{
    assert_false(ask(t, &no_clock));
    if (t->fault.kind != kind || !strstr(t->fault.why.text, why))
        fail_msg("%s: %s, expected %s: %s", fault_names[t->fault.kind], t->fault.why.text, fault_names[kind],
                 why);
}

static void place(struct table *t, const char *stones)
{
    for (const char *at = stones; *at; at += strspn(at, " ")) {
        square s = SQUARE_NONE;
        assert_true(square_parse(&t->position->rules, at, &at, &s, NULL));
        threats_place(t->tracker, s);
    }
}

static void heard(struct table *t, const char *text)
{
    assert_string_equal(buf_str(&t->parrot.heard), text);
    buf_free(&t->parrot.heard);
}

/* ---- GTP ---- */

static void gtp_plays_stone_by_stone(void **state)
{
    (void)state;
    struct table *t = sit_down("gtp:cmd=x", "connect6", "",
                               "=\n\n=\n\n" /* boardsize, clear_board */
                               "= K10\n\n"
                               "=\n\n=\n\n= J9\n\n=3 h8\n\n");
    ready(t);
    heard(t, "boardsize 19\nclear_board\n");
    plays(t, "j10"); /* GTP has no column I */
    place(t, "i11 k11");
    plays(t, "i9 h8");
    heard(t, "genmove black\nplay white J11\nplay white L11\ngenmove black\ngenmove black\n");
    stand_up(t);
}

static void gtp_takes_a_whole_turn_and_talk_before_it(void **state)
{
    (void)state;
    struct table *t =
        sit_down("gtp:cmd=x", "connect6", "j10", "=\n\n=\n\nhello\n=\nthis too\n\ninfo 3\n= A1, T19\n\n");
    ready(t);
    plays(t, "a1 s19");
    stand_up(t);
}

static void gtp_sends_the_time_and_what_init_says(void **state)
{
    (void)state;
    struct table *t = sit_down("gtp:cmd=x,init=level 3;rules c6", "connect6", "",
                               "=\n\n=\n\n=\n\n=\n\n? unknown command\n\n=\n\n= A1\n\n");
    struct turn_clock c = {.game = 90.5};
    assert_true(player_ready(t->player, 0, &c, &t->fault));
    heard(t, "level 3\nrules c6\nboardsize 19\nclear_board\ntime_settings 90 0 0\n");
    assert_true(ask(t, &c));
    heard(t, "time_left black 90 0\ngenmove black\n");
    stand_up(t);
}

static void gtp_begins_anew_when_stones_were_taken_back(void **state)
{
    (void)state;
    struct table *t = sit_down("gtp:cmd=x", "gomoku", "h8", "=\n\n=\n\n=\n\n= A1\n\n=\n\n=\n\n= B1\n\n");
    ready(t);
    plays(t, "a1");
    threats_undo(t->tracker);
    threats_undo(t->tracker);
    place(t, "g7");
    buf_free(&t->parrot.heard);
    plays(t, "b1");
    heard(t, "clear_board\nplay black G7\ngenmove white\n");
    stand_up(t);
}

static void gtp_faults_have_reasons(void **state)
{
    (void)state;
    static const struct {
        const char *words, *why;
        enum fault_kind kind;
    } cases[] = {
        {"= K10\n\n", "j10 is occupied", FAULT_ILLEGAL},
        {"= pass\n\n", "'pass' is no vertex", FAULT_NONSENSE},
        {"= I5\n\n", "'I5' is no vertex", FAULT_NONSENSE},
        {"= A20\n\n", "no vertex", FAULT_NONSENSE},
        {"= A99999999999999999999\n\n", "no vertex", FAULT_NONSENSE},
        {"=\n\n", "'' is no vertex", FAULT_NONSENSE},
        {"= A1 A1\n\n", "a1 is occupied", FAULT_ILLEGAL},
        {"= A1 A2 A3\n\n", "too many stones", FAULT_ILLEGAL},
        {"? cannot\n\n", "refuses genmove white: cannot", FAULT_NONSENSE},
        {"= resign\n\n", "resigned", FAULT_RESIGNED},
        {"= A1\n", "no answer in time to genmove white", FAULT_TIME},
        {"", "no answer in time to genmove white", FAULT_TIME},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf words = BUF_EMPTY;
        buf_format(&words, "=\n\n=\n\n=\n\n%s", cases[i].words);
        struct table *t = sit_down("gtp:cmd=x", "connect6", "j10", buf_str(&words));
        ready(t);
        fails(t, cases[i].kind, cases[i].why);
        stand_up(t);
        buf_free(&words);
    }
    struct table *t = sit_down("gtp:cmd=x", "connect6", "j10", "=\n\n=\n\n? no such stone\n\n");
    ready(t);
    fails(t, FAULT_NONSENSE, "refuses play black K10: no such stone");
    stand_up(t);
}

static void gtp_stops_asking_when_the_first_stone_wins(void **state)
{
    (void)state;
    /* Black: a1 … e1; f1 makes six. */
    struct table *t = sit_down("gtp:cmd=x", "connect6", "a1 a10 b10 b1 c1 c10 e10 d1 e1 f10 h10",
                               "=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n= F1\n\n");
    ready(t);
    plays(t, "f1");
    assert_int_equal(t->position->outcome, OUTCOME_BLACK);
    stand_up(t);
}

/* ---- Gomocup ---- */

static void gomocup_goes_turn_by_turn(void **state)
{
    (void)state;
    struct table *t = sit_down("gomocup:cmd=x", "gomoku", "", "OK\nMESSAGE hm\n7,7\nDEBUG x\n 8 , 6 \n");
    ready(t);
    heard(t, "START 15\nINFO timeout_turn 60000\nINFO timeout_match 0\nINFO game_type 1\nINFO rule 0\n");
    plays(t, "h8");
    place(t, "a1");
    plays(t, "i9"); /* rows count from the top */
    heard(t, "BEGIN\nTURN 0,14\n");
    stand_up(t);
}

static void gomocup_gets_openings_as_a_board(void **state)
{
    (void)state;
    struct table *t = sit_down("gomocup:cmd=x", "15,13,5,1,1", "a1 b1", "OK\n2,2\n4,4\nOK\n0,0\n");
    ready(t);
    buf_free(&t->parrot.heard);
    plays(t, "c11");
    place(t, "o13");
    plays(t, "e9");
    heard(t, "BOARD\n0,12,1\n1,12,2\nDONE\nTURN 14,0\n");
    for (int i = 0; i < 4; i++)
        threats_undo(t->tracker);
    place(t, "c1 d1");
    plays(t, "a13");
    heard(t, "RESTART\nBOARD\n0,12,2\n2,12,1\n3,12,2\nDONE\n");
    stand_up(t);
}

static void gomocup_faults_have_reasons(void **state)
{
    (void)state;
    static const struct {
        const char *words, *why;
        enum fault_kind kind;
    } cases[] = {
        {"7,7\n", "h8 is occupied", FAULT_ILLEGAL},
        {"15,0\n", "'15,0' is not on the board", FAULT_ILLEGAL},
        {"-1,0\n", "'-1,0' is no square", FAULT_NONSENSE},
        {"99999999999999999999,1\n", "no square", FAULT_NONSENSE},
        {"1,2,3\n", "'1,2,3' is no square", FAULT_NONSENSE},
        {"ERROR what\n", "'ERROR what'", FAULT_NONSENSE},
        {"1\n", "no square", FAULT_NONSENSE},
        {"MESSAGE only\n", "no answer in time to TURN", FAULT_TIME},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf words = BUF_EMPTY;
        buf_format(&words, "OK\n%s", cases[i].words);
        struct table *t = sit_down("gomocup:cmd=x", "gomoku", "h8", buf_str(&words));
        ready(t);
        fails(t, cases[i].kind, cases[i].why);
        stand_up(t);
        buf_free(&words);
    }
    struct table *t = sit_down("gomocup:cmd=x", "gomoku", "", "ERROR size\n");
    assert_false(player_ready(t->player, 0, &no_clock, &t->fault));
    assert_non_null(strstr(t->fault.why.text, "START: answers 'ERROR size', not OK"));
    stand_up(t);
}

/* ---- The contest protocol ---- */

static void contest_begins_as_black(void **state)
{
    (void)state;
    struct table *t =
        sit_down("contest:cmd=x", "connect6", "", "welcome\nname it\nmove JJ@@\nlooking\nMove kkll\n");
    ready(t);
    heard(t, "name?\n");
    plays(t, "j10");
    place(t, "i11 k12");
    plays(t, "k11 l12");
    heard(t, "new black\nmove IKKL\n");
    stand_up(t);
}

static void contest_answers_as_white(void **state)
{
    (void)state;
    static const struct {
        const char *player, *first;
    } forms[] = {{"contest:cmd=x", "new white\nmove JC@@\n"},
                 {"contest:cmd=x,single=short", "new white\nmove JC\n"},
                 {"contest:cmd=x,single=twice", "new white\nmove JCJC\n"},
                 {"contest:cmd=x,row=top", "new white\nmove JQ@@\n"}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct table *t = sit_down(forms[i].player, "connect6", "j3", "move ABBA\n");
        ready(t);
        buf_free(&t->parrot.heard);
        plays(t, i == 3 ? "a18 b19" : "a2 b1");
        heard(t, forms[i].first);
        stand_up(t);
    }
}

static void contest_sets_openings_up(void **state)
{
    (void)state;
    struct table *t = sit_down("contest:cmd=x", "connect6", "j10 a1 b1", "move CCDD\nmove EEFF\n");
    ready(t);
    buf_free(&t->parrot.heard);
    plays(t, "c3 d4"); /* as Black, from an opening */
    heard(t, "new white\nblack JJ@@\nwhite AABA\nnext\n");
    place(t, "s1 s2");
    plays(t, "e5 f6");
    heard(t, "move SASB\n");
    stand_up(t);
    t = sit_down("contest:cmd=x,place=no", "connect6", "j10 a1 b1", "move CCDD\n");
    ready(t);
    fails(t, FAULT_START, "place=no");
    stand_up(t);
}

static void contest_reads_turns_of_one_stone_in_all_forms(void **state)
{
    (void)state;
    static const char *const forms[] = {"move JJ\n", "move JJ@@\n", "move JJJJ\n", "move  jj \n"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        struct table *t = sit_down("contest:cmd=x,first=next", "connect6", "", forms[i]);
        ready(t);
        buf_free(&t->parrot.heard);
        plays(t, "j10");
        heard(t, "new black\nnext\n");
        stand_up(t);
    }
}

static void contest_faults_have_reasons(void **state)
{
    (void)state;
    static const struct {
        const char *words, *why;
        enum fault_kind kind;
    } cases[] = {
        {"move JJKK\n", "j10 is occupied", FAULT_ILLEGAL},
        {"move AAAA\n", "a1 is occupied", FAULT_ILLEGAL},
        {"move AA\n", "has 1 of 2 stones", FAULT_ILLEGAL},
        {"move AA@@\n", "no square at letter 3", FAULT_NONSENSE},
        {"move AABBCC\n", "more than 2 stones", FAULT_ILLEGAL},
        {"move AAT\n", "is no turn", FAULT_NONSENSE},
        {"move AATT\n", "no square at letter 3", FAULT_NONSENSE},
        {"move\n", "is no turn", FAULT_NONSENSE},
        {"move AABB CC\n", "is no turn", FAULT_NONSENSE},
        {"moving on\n", "no answer in time to move", FAULT_TIME},
        {"resign\n", "resigned", FAULT_RESIGNED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct table *t = sit_down("contest:cmd=x", "connect6", "j10", cases[i].words);
        ready(t);
        fails(t, cases[i].kind, cases[i].why);
        stand_up(t);
    }
}

/* A program that only repeats what it is told makes no moves with that, whatever the protocol. */
static void echoes_are_no_answers(void **state)
{
    (void)state;
    static const struct {
        const char *player, *game, *stones, *words;
    } cases[] = {
        {"contest:cmd=x", "connect6", "", "name?\nnew black\n"},
        {"contest:cmd=x", "connect6", "j10", "name?\nnew white\nmove JJ@@\n"},
        {"contest:cmd=x,init=a;b", "connect6", "j10", "name?\na\nb\nnew white\nmove JJ@@\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct table *t = sit_down(cases[i].player, cases[i].game, cases[i].stones, cases[i].words);
        ready(t);
        fails(t, FAULT_NONSENSE, "it only repeats what it is told");
        stand_up(t);
    }
    /* Whoever has something to say may repeat the rest. */
    struct table *t = sit_down("contest:cmd=x", "connect6", "j10", "name?\nname Echo\nmove AABB\n");
    ready(t);
    plays(t, "a1 b2");
    stand_up(t);
    static const char *const others[][2] = {{"gtp:cmd=x", "boardsize 19\n"}, {"gomocup:cmd=x", "START 15\n"}};
    for (int i = 0; i < 2; i++) {
        t = sit_down(others[i][0], i ? "gomoku" : "connect6", "", others[i][1]);
        assert_false(player_ready(t->player, 0, &no_clock, &t->fault));
        assert_non_null(strstr(t->fault.why.text, "it only repeats what it is told"));
        stand_up(t);
    }
}

/* ---- Names of players ---- */

static void players_are_read(void **state)
{
    (void)state;
    struct spec s;
    struct err e;
    assert_true(spec_parse("gtp:cmd=(./bot --a=1,2 (x)),restart=yes", &s, &e));
    assert_int_equal(s.kind, SPEC_GTP);
    assert_string_equal(s.cmd, "./bot --a=1,2 (x)");
    assert_string_equal(s.name, "gtp:cmd=(./bot --a=1,2 (x)),restart=yes");
    assert_true(s.restart && s.start == 10);
    spec_free(&s);
    assert_true(spec_parse("strong=contest:cmd=./b c,row=top,single=short", &s, &e));
    assert_string_equal(s.name, "strong");
    assert_string_equal(s.cmd, "./b c");
    assert_true(s.top && s.single == SINGLE_SHORT && s.place);
    spec_free(&s);
    assert_true(spec_parse("x=sequences+search:depth=4", &s, &e));
    assert_int_equal(s.kind, SPEC_AGENT);
    assert_string_equal(s.agent, "sequences+search:depth=4");
    assert_string_equal(s.name, "x");
    spec_free(&s);
    assert_true(spec_parse("threats:c=4", &s, &e));
    assert_string_equal(s.agent, "threats:c=4");
    assert_string_equal(s.name, "threats:c=4");
    spec_free(&s);
}

static void bad_players_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "x=",
                                      "gtp",
                                      "gtp:",
                                      "gtp:cmd=",
                                      "gtp:cmd=x,row=top",
                                      "contest:cmd=x,row=left",
                                      "gtp:cmd=x,start=0",
                                      "gtp:cmd=x,start=soon",
                                      "gtp:restart=yes"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct spec s;
        struct err e = {""};
        if (spec_parse(bad[i], &s, &e))
            fail_msg("'%s' was read", bad[i]);
        assert_true(e.text[0]);
    }
    struct spec s;
    struct err e;
    struct game_rules oblong = test_any("15,13,5,1,1"), huge = test_any("59,59,6,2,1");
    assert_true(spec_parse("gtp:cmd=x", &s, &e));
    assert_false(spec_check(&s, &oblong, &e));
    spec_free(&s);
    assert_true(spec_parse("contest:cmd=x", &s, &e));
    assert_false(spec_check(&s, &huge, &e));
    spec_free(&s);
    assert_true(spec_parse("gomocup:cmd=x", &s, &e));
    assert_false(spec_check(&s, &huge, &e));
    spec_free(&s);
    assert_true(spec_parse("nobody", &s, &e));
    assert_false(spec_check(&s, &huge, &e));
    spec_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gtp_plays_stone_by_stone),
        cmocka_unit_test(gtp_takes_a_whole_turn_and_talk_before_it),
        cmocka_unit_test(gtp_sends_the_time_and_what_init_says),
        cmocka_unit_test(gtp_begins_anew_when_stones_were_taken_back),
        cmocka_unit_test(gtp_faults_have_reasons),
        cmocka_unit_test(gtp_stops_asking_when_the_first_stone_wins),
        cmocka_unit_test(gomocup_goes_turn_by_turn),
        cmocka_unit_test(gomocup_gets_openings_as_a_board),
        cmocka_unit_test(gomocup_faults_have_reasons),
        cmocka_unit_test(contest_begins_as_black),
        cmocka_unit_test(contest_answers_as_white),
        cmocka_unit_test(contest_sets_openings_up),
        cmocka_unit_test(contest_reads_turns_of_one_stone_in_all_forms),
        cmocka_unit_test(contest_faults_have_reasons),
        cmocka_unit_test(echoes_are_no_answers),
        cmocka_unit_test(players_are_read),
        cmocka_unit_test(bad_players_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
