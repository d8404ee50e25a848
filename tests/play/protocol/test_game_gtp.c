/* GTP for games outside the Connect family, line by line, and games over it against the arena. */
#include "support/boards.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "play/arena/child.h"
#include "play/arena/game.h"
#include "play/games/games.h"
#include "play/protocol/conversation.h"
#include "play/protocol/game_gtp_inner.h"

static bool obey(void *g, char *text)
{
    return game_gtp_line(g, text);
}

static struct conversation *start_with(const char *rules, const char *player, bool ponder)
{
    struct conversation *c = conversation_new();
    struct game_gtp_options o = {.make = games_player, .player = player, .files = true, .ponder = ponder};
    struct err e;
    assert_true(games_parse(rules, &o.rules, &e));
    c->line = obey;
    c->who = game_gtp_new(&o, c->out, &e);
    assert_non_null(c->who);
    return c;
}

static struct conversation *start(const char *rules, const char *player)
{
    return start_with(rules, player, false);
}

static void finish(struct conversation *c)
{
    game_gtp_free(c->who);
    conversation_free(c);
}

#define HAS(c, line, text)  assert_non_null(strstr(ask(c, line), text))
#define SAYS(c, line, text) assert_string_equal(ask(c, line), text)

static void answers_are_framed(void **state)
{
    (void)state;
    struct conversation *c = start("go9", "plain");
    SAYS(c, "protocol_version", "= 2\n\n");
    SAYS(c, "17 name # who", "=17 Hexad\n\n");
    SAYS(c, "4 nonsense", "?4 unknown command\n\n");
    SAYS(c, "known_command genmove\nknown_command nonsense", "= true\n\n= false\n\n");
    HAS(c, "play b", "? play takes 2 words after it, not 1");
    HAS(c, "list_commands", "\nplace_free_handicap\n");
    SAYS(c, "quit", "=\n\n");
    assert_false(c->on);
    finish(c);
}

static void a_game_is_conducted(void **state)
{
    (void)state;
    struct conversation *c = start("go", "plain");
    SAYS(c, "query_boardsize", "= 19\n\n");
    SAYS(c, "boardsize 9\nclear_board\nkomi 5.5", "=\n\n=\n\n=\n\n");
    SAYS(c, "boardsize 26", "? unacceptable size\n\n");
    SAYS(c, "get_komi", "= 5.5\n\n");
    HAS(c, "komi much", "? komi is not a number");
    SAYS(c, "play b e5\nplay w pass", "=\n\n=\n\n");
    HAS(c, "play w e5", "? illegal move: it is occupied");
    HAS(c, "play w i5", "? invalid coordinate");
    HAS(c, "play w z5", "? invalid coordinate");
    HAS(c, "play green a1", "is no colour");
    HAS(c, "showboard", "5 . . . . x . . . . 5");
    HAS(c, "showboard", "7 . . + . . . + . . 7");
    SAYS(c, "last_move", "= white pass\n\n");
    SAYS(c, "countlib e5\nfindlib e5", "= 4\n\n= E4 D5 F5 E6\n\n");
    SAYS(c, "list_stones b\ncaptures w\ncolor e5\ncolor a1", "= E5\n\n= 0\n\n= black\n\n= empty\n\n");
    SAYS(c, "final_score", "= B+75.5\n\n");
    HAS(c, "move_history", "= white pass\nblack E5");
    SAYS(c, "undo\nundo", "=\n\n=\n\n");
    SAYS(c, "undo", "? cannot undo\n\n");
    HAS(c, "genmove b", "= ");
    HAS(c, "reg_genmove w", "= ");
    SAYS(c, "gg-undo 1", "=\n\n");
    SAYS(c, "gogui-play_sequence b A1 w A2 b I9",
         "? invalid coordinate: 'I9': boards of Go have no column I\n\n");
    SAYS(c, "list_stones b", "=\n\n");
    SAYS(c, "play b pass\nplay w pass\ngenmove b", "=\n\n=\n\n= pass\n\n");
    SAYS(c, "play w c3", "=\n\n"); /* some play on after two passes */
    finish(c);
}

static bool ponders(const struct conversation *c)
{
    const struct game_gtp *g = c->who;
    return g->stream.on && g->stream.silent;
}

/* Thinking goes on from our move to the next line, says nothing, and is no part of the answers. */
static void the_other_sides_time_is_used(void **state)
{
    (void)state;
    struct conversation *c = start_with("go9", "mcts:net=none,playouts=20,memory=8,keep=yes", true);
    SAYS(c, "play b e5", "=\n\n");
    assert_false(ponders(c));
    HAS(c, "genmove w", "= ");
    assert_true(ponders(c));
    SAYS(c, "4 name", "=4 Hexad\n\n");
    assert_false(ponders(c));
    HAS(c, "genmove b", "= ");
    assert_true(ponders(c));
    HAS(c, "reg_genmove w", "= ");
    assert_false(ponders(c));
    HAS(c, "genmove_analyze w", "play ");
    assert_true(ponders(c));
    SAYS(c, "clear_board", "=\n\n");
    assert_false(ponders(c));
    SAYS(c, "play b pass", "=\n\n");
    SAYS(c, "play w pass", "=\n\n");
    SAYS(c, "genmove b", "= pass\n\n");
    assert_false(ponders(c)); /* the game is over */
    SAYS(c, "clear_board", "=\n\n");
    HAS(c, "genmove b", "= ");
    finish(c); /* and its end ends it */
}

/* Reports in the words of two programs; an analysis ends when the next line comes. */
static void what_is_thought_is_told(void **state)
{
    (void)state;
    struct conversation *c = start("go9", "mcts:playouts=200");
    ask(c, "play b E5");
    HAS(c, "lz-genmove_analyze w interval 0", "\nplay ");
    HAS(c, "lz-genmove_analyze b 0\nundo", " winrate ");
    HAS(c, "kata-genmove_analyze b 0 ownership true\nundo", " ownership ");
    HAS(c, "kata-analyze b 10 ownership true\nname", "\n\n= Hexad\n\n");
    HAS(c, "lz-analyze 10 nonsense", "? 'nonsense' is neither");
    finish(c);
    c = start("go9", "plain");
    HAS(c, "lz-analyze b 10", "? the player plain has nothing to tell");
    finish(c);
}

static void kgs_is_understood(void **state)
{
    (void)state;
    struct conversation *c = start("go:7", "mcts:playouts=20");
    SAYS(c, "kgs-rules chinese", "=\n\n");
    HAS(c, "kgs-rules ing", "? unknown rules");
    SAYS(c, "kgs-time_settings none\nkgs-time_settings absolute 60\nkgs-time_settings byoyomi 60 10 3",
         "=\n\n=\n\n=\n\n");
    SAYS(c, "kgs-time_settings canadian 60 300 25", "=\n\n");
    HAS(c, "kgs-time_settings canadian 60", "? syntax error");
    SAYS(c, "set_random_seed 7", "=\n\n");
    HAS(c, "cputime", "= ");
    /* A white stone inside Black's area: dead, and taken off stone by stone. */
    ask(c, "gogui-play_sequence b C1 w D1 b C2 w D2 b C3 w D3 b C4 w D4 b C5 w D5 b C6 w D6 b C7 w D7 b pass "
           "w A5");
    SAYS(c, "final_status_list dead\nfinal_status A5\nfinal_score", "= A5\n\n= dead\n\n= W+14.5\n\n");
    SAYS(c, "komi 0.5\nfinal_score", "=\n\n= W+7.5\n\n");
    SAYS(c, "final_status_list seki\nfinal_status D1\nfinal_status G1",
         "=\n\n= alive\n\n= white_territory\n\n");
    ask(c, "kgs-genmove_cleanup b");
    HAS(c, "last_move", "= black ");
    ask(c, "play w pass\nkgs-genmove_cleanup b\nplay w pass\nkgs-genmove_cleanup b");
    SAYS(c, "color A5", "= empty\n\n");
    finish(c);
    /* Who has lost everything gives up, if he may. */
    c = start("go:5,komi=100", "mcts:playouts=30,resign=0.5");
    const char *said = "";
    for (int i = 0; i < 8 && !strstr(said, "resign"); i++) {
        ask(c, i % 2 ? "play w A1" : "play w E5");
        said = ask(c, "genmove b");
    }
    assert_non_null(strstr(said, "resign"));
    finish(c);
}

static void ko_and_suicide_are_refused(void **state)
{
    (void)state;
    struct conversation *c = start("go9", "random");
    ask(c, "gogui-play_sequence b B3 b C2 b C4 b D3 w D2 w D4 w E3 w C3");
    HAS(c, "play w C3", "? illegal move: it is occupied");
    finish(c);
    c = start("go9", "random");
    ask(c, "gogui-play_sequence b C2 w D2 b C4 w D4 b B3 w E3 b D3 w C3");
    HAS(c, "is_legal b D3", "= 0");
    HAS(c, "play b D3", "? illegal move: ko");
    SAYS(c, "play b J1\nplay w J9\nplay b D3", "=\n\n=\n\n=\n\n");
    ask(c, "gogui-play_sequence w A8 w B9");
    HAS(c, "play b A9", "? illegal move: suicide");
    assert_null(strstr(ask(c, "all_legal b"), " A9 "));
    finish(c);
}

static void handicaps(void **state)
{
    (void)state;
    struct conversation *c = start("go", "random");
    SAYS(c, "fixed_handicap 3", "= D4 Q16 Q4\n\n");
    SAYS(c, "get_handicap", "= 3\n\n");
    SAYS(c, "get_\001handicap\r", "= 3\n\n");
    SAYS(c, "fixed_handicap 3", "? board not empty\n\n");
    HAS(c, "showboard", "White to play");
    SAYS(c, "clear_board\nfixed_handicap 10", "=\n\n? invalid number of stones\n\n");
    SAYS(c, "place_free_handicap 2", "= D4 Q16\n\n");
    SAYS(c, "clear_board\nset_free_handicap C3 C4 pass", "=\n\n? bad vertex list\n\n");
    SAYS(c, "set_free_handicap C3 C3", "? repeated vertex\n\n");
    SAYS(c, "set_free_handicap C3 C5\nlist_stones black", "=\n\n= C3 C5\n\n");
    SAYS(c, "boardsize 5\nfixed_handicap 2", "=\n\n? invalid number of stones\n\n");
    finish(c);
    c = start("go:19,handicap=4", "random");
    SAYS(c, "list_stones b", "= D4 Q4 D16 Q16\n\n");
    finish(c);
}

static void time_is_kept(void **state)
{
    (void)state;
    struct conversation *c = start("go9", "plain");
    SAYS(c, "time_settings 60 10 5\ntime_left b 3 1", "=\n\n=\n\n");
    HAS(c, "genmove b", "= ");
    HAS(c, "time_settings x 0 0", "? syntax error");
    HAS(c, "time_left b x 0", "? syntax error");
    SAYS(c, "time_left w 0 0", "=\n\n");
    HAS(c, "genmove w", "= ");
    finish(c);
}

static void records_are_read_and_written(void **state)
{
    (void)state;
    struct conversation *c = start("go9", "random");
    char path[] = "/tmp/hexad-go-XXXXXX", line[128];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    ask(c, "fixed_handicap 2\nplay w e5\nplay b pass");
    HAS(c, "printsgf", "AB[cg][gc]PL[W]KM[7.5]HA[2]");
    snprintf(line, sizeof line, "printsgf %s", path);
    SAYS(c, line, "=\n\n");
    snprintf(line, sizeof line, "boardsize 19\nloadsgf %s\nquery_boardsize\nlast_move", path);
    SAYS(c, line, "=\n\n= white\n\n= 9\n\n= black pass\n\n");
    snprintf(line, sizeof line, "loadsgf %s 2", path);
    SAYS(c, line, "= black\n\n");
    HAS(c, "loadsgf /nowhere/at.all", "? cannot open or parse");
    remove(path);
    finish(c);
}

/* A game that has nothing of its own to say over GTP is conducted as well. */
static void another_game_has_it_too(void **state)
{
    (void)state;
    struct conversation *c = start("four", "random");
    SAYS(c, "query_boardsize", "= 7 6\n\n");
    SAYS(c, "boardsize 9", "? unacceptable size\n\n");
    SAYS(c, "play b D1\nplay w D2", "=\n\n=\n\n");
    HAS(c, "play b D4", "? illegal move: stones fall");
    HAS(c, "play w D3", "? illegal move: it is the other side's turn");
    HAS(c, "genmove w", "? it is the other side's turn");
    SAYS(c, "all_legal b", "= A1 B1 C1 E1 F1 G1 D3\n\n");
    HAS(c, "showboard", ". . . o . . . \n. . . x . . . \nBlack to play");
    HAS(c, "komi 7.5", "? unknown command");
    SAYS(c, "gogui-play_sequence b E1 w E2 b F1 w F2", "=\n\n");
    HAS(c, "reg_genmove b", "= ");
    SAYS(c, "play b G1", "=\n\n"); /* four in a row */
    HAS(c, "genmove w", "? the game is over");
    HAS(c, "printsgf", ";B[gf]");
    SAYS(c, "gg-undo 3\nlast_move", "=\n\n= white E2\n\n");
    SAYS(c, "clear_board\nmove_history", "=\n\n=\n\n");
    HAS(c, "genmove b", "= ");
    finish(c);
}

/* And in the arena, with a journal's record of it. */
static void another_game_is_played_in_the_arena(void **state)
{
    (void)state;
    struct game_rules r = test_any("four");
    struct spec spec;
    struct err e;
    assert_true(spec_parse("random", &spec, NULL));
    assert_true(spec_check(&spec, &r, &e));
    struct player_setup setup = {&spec, r, NULL};
    struct player *player[2] = {player_new(&setup), player_new(&setup)};
    struct arena_game s = {
        .rules = r, .player = {player[0], player[1]}, .seed = 4, .time = {.margin = 5, .hang = 60}};
    struct game_result result;
    assert_true(arena_play(&s, &result));
    assert_int_not_equal(result.outcome, OUTCOME_OPEN);
    assert_true(result.count >= 7);
    game_result_free(&result);
    for (int i = 0; i < 2; i++)
        player_free(player[i]);
    spec_free(&spec);
}

/* A whole game of the program itself over GTP against a player of ours, and its score by a referee over GTP. */
static void a_game_over_gtp_ends_by_counting(void **state)
{
    (void)state;
    struct game_rules r = test_any("go:5,komi=0.5");
    char text[1024];
    struct spec spec[3];
    struct player *player[3];
    snprintf(text, sizeof text, "gtp:cmd=(exec '%s' gtp --game go --player plain)", TEST_PROGRAM);
    assert_true(spec_parse("plain", &spec[0], NULL));
    assert_true(spec_parse(text, &spec[1], NULL));
    assert_true(spec_parse(text, &spec[2], NULL));
    for (int i = 0; i < 3; i++) {
        struct player_setup s = {&spec[i], r, NULL};
        struct err e;
        assert_true(spec_check(&spec[i], &r, &e));
        player[i] = player_new(&s);
    }
    struct arena_game s = {.rules = r,
                           .player = {player[0], player[1]},
                           .seed = 3,
                           .time = {.margin = 5, .hang = 60},
                           .referee = player[2]};
    struct game_result result;
    assert_true(arena_play(&s, &result));
    if (result.end != GAME_COUNT || !strstr(result.why.text, "by the referee"))
        fail_msg("%s", result.why.text);
    game_result_free(&result);
    for (int i = 0; i < 3; i++) {
        player_free(player[i]);
        spec_free(&spec[i]);
    }
}

static void programs_that_err_lose(void **state)
{
    (void)state;
    struct game_rules r = test_any("go9");
    struct err e;
    struct spec spec;
    assert_true(spec_parse("contest:cmd=x", &spec, &e));
    assert_false(spec_check(&spec, &r, &e));
    assert_non_null(strstr(e.text, "Connect family"));
    spec_free(&spec);
    assert_true(spec_parse("sequences", &spec, &e));
    assert_false(spec_check(&spec, &r, &e));
    spec_free(&spec);
}

int main(void)
{
    child_adopt();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_framed),
        cmocka_unit_test(a_game_is_conducted),
        cmocka_unit_test(the_other_sides_time_is_used),
        cmocka_unit_test(what_is_thought_is_told),
        cmocka_unit_test(kgs_is_understood),
        cmocka_unit_test(ko_and_suicide_are_refused),
        cmocka_unit_test(handicaps),
        cmocka_unit_test(time_is_kept),
        cmocka_unit_test(records_are_read_and_written),
        cmocka_unit_test(another_game_has_it_too),
        cmocka_unit_test(another_game_is_played_in_the_arena),
        cmocka_unit_test(a_game_over_gtp_ends_by_counting),
        cmocka_unit_test(programs_that_err_lose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
