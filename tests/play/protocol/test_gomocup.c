/* The Gomocup protocol from the engine's side, line by line. */
#include "support/boards.h"

#include "base/clock.h"
#include "play/protocol/conversation.h"
#include "play/protocol/gomocup.h"

static bool obey(void *x, char *text)
{
    return gomocup_line(x, text);
}

static struct conversation *start(const char *game)
{
    struct conversation *c = conversation_new();
    struct seat_options o = quick_seat(game);
    c->line = obey;
    c->who = gomocup_new(&o, c->out);
    return c;
}

static void finish(struct conversation *c)
{
    gomocup_free(c->who);
    conversation_free(c);
}

/* The square of an answer "x,y", on a board of this size. */
static void read_answer(const char *reply, int size, int *x, int *y)
{
    char end = '\0';
    if (sscanf(reply, "%d,%d%c", x, y, &end) != 3 || end != '\n' || *x < 0 || *x >= size || *y < 0 ||
        *y >= size)
        fail_msg("no square: %s", reply);
}

static void a_game_is_played(void **state)
{
    (void)state;
    struct conversation *c = start("gomoku");
    int x, y;
    assert_string_equal(ask(c, "BEGIN"), "ERROR START comes first\n");
    assert_string_equal(ask(c, "START 20"), "OK\n");
    assert_string_equal(
        ask(c, "INFO timeout_turn 50\nINFO timeout_match 0\nINFO game_type 1\nINFO rule 0\nINFO folder /x"),
        "");
    read_answer(ask(c, "BEGIN"), 20, &x, &y);
    assert_true(x >= 9 && x <= 10 && y >= 9 && y <= 10);
    read_answer(ask(c, "TURN 0,0\r"), 20, &x, &y);
    read_answer(ask(c, "turn 19 , 19"), 20, &x, &y);
    assert_string_equal(ask(c, "RESTART"), "OK\n");
    read_answer(ask(c, "TURN 10,10"), 20, &x, &y);
    assert_string_equal(ask(c, "RECTSTART 12,9"), "OK\n");
    read_answer(ask(c, "BEGIN"), 12, &x, &y);
    assert_true(y == 4);
    assert_string_equal(ask(c, "END"), "");
    assert_false(c->on);
    finish(c);
}

/* Rows count from the top: four in a row there must be completed there. */
static void boards_are_taken(void **state)
{
    (void)state;
    struct conversation *c = start("gomoku");
    int x, y;
    ask(c, "START 15\nINFO timeout_turn 200");
    read_answer(ask(c, "BOARD\n4,1,1\n4,9,2\n5,1,1\n6,9,2\n6,1,1\n8,9,2\n7,1,1\n0,14,2\nDONE"), 15, &x, &y);
    assert_true(y == 1 && (x == 3 || x == 8));
    /* The other side has four with one end stopped: stop the other. */
    ask(c, "RESTART");
    read_answer(ask(c, "BOARD\n4,1,2\n3,1,1\n5,1,2\n8,9,1\n6,1,2\n0,14,1\n7,1,2\nDONE"), 15, &x, &y);
    assert_true(x == 8 && y == 1);
    /* An empty list is an empty board. */
    read_answer(ask(c, "BOARD\nDONE"), 15, &x, &y);
    /* YXBOARD is not answered. */
    assert_string_equal(ask(c, "YXBOARD\n7,7,1\n8,8,2\nDONE"), "");
    read_answer(ask(c, "BEGIN"), 15, &x, &y);
    finish(c);
}

static void stones_are_taken_back(void **state)
{
    (void)state;
    struct conversation *c = start("gomoku");
    int x, y;
    char line[40];
    ask(c, "START 15\nINFO timeout_turn 50");
    read_answer(ask(c, "TURN 7,7"), 15, &x, &y);
    snprintf(line, sizeof line, "TAKEBACK %d,%d", x, y);
    assert_string_equal(ask(c, line), "OK\n");
    assert_string_equal(ask(c, "TAKEBACK 7,7"), "OK\n");
    assert_string_equal(ask(c, "TAKEBACK 7,7"), "ERROR 7,7: no stone was played there\n");
    read_answer(ask(c, "BEGIN"), 15, &x, &y);
    assert_true(x == 7 && y == 7);
    finish(c);
}

static void mistakes_are_errors(void **state)
{
    (void)state;
    struct conversation *c = start("gomoku");
    int x, y;
    assert_string_equal(ask(c, "START 4"), "ERROR boards are from 5x5 to 127x127\n");
    assert_string_equal(ask(c, "START x"), "ERROR boards are from 5x5 to 127x127\n");
    assert_string_equal(ask(c, "RECTSTART 20"), "ERROR boards are from 5x5 to 127x127\n");
    assert_string_equal(ask(c, "START 15"), "OK\n");
    assert_string_equal(ask(c, "TURN 15,0"), "ERROR no square of the board\n");
    assert_string_equal(ask(c, "TURN 1"), "ERROR no square of the board\n");
    read_answer(ask(c, "INFO timeout_turn 50\nTURN 7,7"), 15, &x, &y);
    assert_string_equal(ask(c, "TURN 7,7"), "ERROR 7,7: it is occupied\n");
    assert_string_equal(ask(c, "BOARD\n7,7,3\nDONE"), "ERROR a line of BOARD is not column,row,1 or 2\n");
    assert_string_equal(ask(c, "BOARD\n7,7\nDONE"), "ERROR a line of BOARD is not column,row,1 or 2\n");
    assert_string_equal(ask(c, "BOARD\n7,7,1\n7,7,2\nDONE"), "ERROR 7,7: it is occupied\n");
    assert_string_equal(ask(c, "SWAP2BOARD"), "UNKNOWN command\n");
    assert_non_null(strstr(ask(c, "ABOUT"), "name=\"Hexad\", version="));
    finish(c);
}

/* Exactly five: six of the other side end nothing, six of ours are not played for five. */
static void exactly_five_is_played(void **state)
{
    (void)state;
    struct conversation *c = start("gomoku");
    int x, y;
    assert_string_equal(ask(c, "INFO rule 1\nINFO timeout_turn 100\nSTART 15"), "OK\n");
    read_answer(
        ask(c, "BOARD\n0,0,2\n1,0,2\n2,0,2\n3,0,2\n4,0,2\n5,0,2\n0,2,1\n0,4,1\n0,6,1\n0,8,1\n0,10,1\nDONE"),
        15, &x, &y);
    /* 2,5 would make six; 6,7 or 11,7 make five. */
    assert_string_equal(ask(c, "RESTART"), "OK\n");
    read_answer(ask(c, "BOARD\n0,5,1\n1,5,1\n3,5,1\n4,5,1\n5,5,1\n7,7,1\n8,7,1\n9,7,1\n10,7,1\n"
                       "0,0,2\n2,0,2\n4,0,2\n6,0,2\n8,0,2\n10,0,2\n12,0,2\n14,0,2\n0,14,2\nDONE"),
                15, &x, &y);
    assert_true(y == 7 && (x == 6 || x == 11));
    /* The other side makes six on the board: the game goes on. */
    ask(c, "RESTART");
    read_answer(ask(c, "BOARD\n0,0,2\n1,0,2\n2,0,2\n3,0,2\n5,0,2\n0,2,1\n0,4,1\n0,6,1\n0,8,1\n0,10,1\nDONE"),
                15, &x, &y);
    read_answer(ask(c, "TURN 4,0"), 15, &x, &y);
    /* The rule may change with stones on the board. */
    assert_string_equal(ask(c, "INFO rule 0\nTURN 14,14"), "ERROR 14,14: the game is over\n");
    assert_string_equal(ask(c, "INFO rule 1"), "");
    finish(c);
}

/* A game that is not played is refused at once, as often as it is asked for; another rule ends that. */
static void other_rules_are_refused(void **state)
{
    (void)state;
    struct conversation *c = start("gomoku");
    const char *no = "ERROR rule 4 is not played by Hexad: 0 (five or more) and 1 (exactly five) are\n";
    int x, y;
    assert_string_equal(ask(c, "START 15"), "OK\n");
    assert_string_equal(ask(c, "INFO rule 4"), no);
    assert_string_equal(ask(c, "START 15"), no);
    assert_string_equal(ask(c, "BEGIN"), no);
    assert_string_equal(ask(c, "TURN 7,7"), no);
    assert_non_null(strstr(ask(c, "INFO rule 9"), "ERROR rule 9 is not played"));
    assert_non_null(strstr(ask(c, "INFO rule -1"), "ERROR rule"));
    assert_string_equal(ask(c, "INFO rule 3\nINFO timeout_turn 50\nSTART 15"), "OK\n");
    read_answer(ask(c, "BEGIN"), 15, &x, &y);
    finish(c);
}

static void limits_are_obeyed(void **state)
{
    (void)state;
    struct conversation *c = start("gomoku");
    int x, y;
    ask(c, "START 15\nINFO timeout_turn 0\nINFO max_memory 100000000");
    double before = clock_cpu(CPU_PROCESS);
    read_answer(ask(c, "TURN 7,7"), 15, &x, &y);
    assert_true(clock_cpu(CPU_PROCESS) - before < 3);
    ask(c, "INFO timeout_turn 60000\nINFO timeout_match 100000\nINFO time_left 500");
    before = clock_cpu(CPU_PROCESS);
    read_answer(ask(c, "TURN 0,0"), 15, &x, &y);
    assert_true(clock_cpu(CPU_PROCESS) - before < 3);
    finish(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_played),        cmocka_unit_test(boards_are_taken),
        cmocka_unit_test(stones_are_taken_back),   cmocka_unit_test(mistakes_are_errors),
        cmocka_unit_test(limits_are_obeyed),       cmocka_unit_test(exactly_five_is_played),
        cmocka_unit_test(other_rules_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
