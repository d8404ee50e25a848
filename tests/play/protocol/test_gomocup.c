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

/* What is said after all that is only told. */
static const char *answer_of(const char *reply)
{
    while (strncmp(reply, "MESSAGE ", 8) == 0 || strncmp(reply, "INFO ", 5) == 0)
        reply += strcspn(reply, "\n") + 1;
    return reply;
}

/* The square of an answer "x,y", on a board of this size. */
static void read_answer(const char *reply, int size, int *x, int *y)
{
    char end = '\0';
    reply = answer_of(reply);
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
    assert_string_equal(ask(c, "SUGGEST 7,7"), "UNKNOWN command\n");
    assert_string_equal(ask(c, "YXNBEST 0"), "ERROR YXNBEST takes a number from 1 to 32\n");
    assert_string_equal(ask(c, "SWAP2BOARD\n7,7,1\nDONE"), "ERROR a line of SWAP2BOARD is not column,row\n");
    assert_string_equal(ask(c, "SWAP2BOARD\n7,7\n8,8\nDONE"), "ERROR SWAP2BOARD lists no stone, 3 or 5\n");
    assert_string_equal(ask(c, "SWAP2BOARD\n7,7\n8,8\n7,7\nDONE"), "ERROR it is occupied\n");
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

/* How often a line begins with this. */
static int lines_with(const char *text, const char *word)
{
    int n = 0;
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
        n += strncmp(text, word, strlen(word)) == 0;
    return n;
}

/* swap2: three stones to begin with; then the better colour, by the number of stones that are there. */
static void openings_are_swapped(void **state)
{
    (void)state;
    struct conversation *c = start("gomoku");
    int x[3], y[3];
    char end = '\0';
    assert_string_equal(ask(c, "START 15\nINFO timeout_turn 30000"), "OK\n");
    for (int round = 0; round < 3; round++) {
        const char *said = ask(c, "SWAP2BOARD\nDONE");
        assert_int_equal(sscanf(said, "%d,%d %d,%d %d,%d%c", &x[0], &y[0], &x[1], &y[1], &x[2], &y[2], &end),
                         7);
        assert_true(end == '\n');
        for (int i = 0; i < 3; i++) {
            assert_true(x[i] >= 0 && x[i] < 15 && y[i] >= 0 && y[i] < 15);
            assert_false(x[i] == x[(i + 1) % 3] && y[i] == y[(i + 1) % 3]);
        }
    }
    /* Black has two in the middle, White's stone is in the corner: whoever chooses takes Black. */
    assert_string_equal(answer_of(ask(c, "SWAP2BOARD\n7,7\n0,0\n8,8\nDONE")), "SWAP\n");
    /* Nothing of this is on the board of another game. */
    assert_string_equal(ask(c, "RESTART"), "OK\n");
    read_answer(ask(c, "BEGIN"), 15, x, y);
    /* Three in a row of White's, who is to move, and Black scattered: White is kept, and the stone stands. */
    read_answer(ask(c, "SWAP2BOARD\n0,0\n7,7\n14,0\n7,8\n0,14\nDONE"), 15, x, y);
    assert_true(strstr(ask(c, "TURN 14,14"), "ERROR") == NULL);
    finish(c);
}

/* What it thinks is told: shortly before every answer; each depth, and in lines for programs, if that is wanted. */
static void thoughts_are_told(void **state)
{
    (void)state;
    struct conversation *c = start("gomoku");
    int x, y;
    ask(c, "START 15\nINFO timeout_turn 30000");
    const char *said = ask(c, "BOARD\n7,7,2\n8,8,1\n9,9,2\nDONE");
    assert_int_equal(lines_with(said, "MESSAGE depth "), 1);
    assert_non_null(strstr(said, "%, value "));
    assert_non_null(strstr(said, " nodes, "));
    assert_int_equal(lines_with(said, "INFO "), 0);
    /* The line that is told begins with the stone that is played. */
    char first[16], stone[16];
    read_answer(said, 15, &x, &y);
    snprintf(stone, sizeof stone, "%d,%d", x, y);
    assert_int_equal(sscanf(strstr(said, ", line ") + strlen(", line "), "%15s", first), 1);
    assert_string_equal(first, stone);

    said = ask(c, "YXSHOWINFO");
    assert_int_equal(lines_with(said, "MESSAGE Hexad "), 1);
    assert_int_equal(lines_with(said, "MESSAGE INFO MAX_THREAD_NUM "), 1);
    said =
        ask(c, "INFO show_detail 2\nINFO timeout_turn 30000\nYXBOARD\n7,7,2\n8,8,1\n9,9,2\nDONE\nYXNBEST 3");
    assert_true(lines_with(said, "MESSAGE depth 1,") >= 1);
    assert_true(lines_with(said, "INFO PV 2") >= 1);
    assert_int_equal(lines_with(said, "INFO PV DONE"), lines_with(said, "INFO BESTLINE "));
    assert_int_equal(lines_with(said, "INFO EVAL "), lines_with(said, "INFO BESTLINE "));
    read_answer(said, 15, &x, &y);
    snprintf(stone, sizeof stone, "%d,%d\n", x, y);
    assert_string_equal(strrchr(said, '\n') - strlen(stone) + 1, stone);
    /* A win that is certain is told with the number of stones to its end. */
    said = ask(c, "BOARD\n4,1,1\n4,9,2\n5,1,1\n6,9,2\n6,1,1\n8,11,2\n7,1,1\n0,14,2\nDONE");
    assert_true(lines_with(said, "INFO EVAL +M1") >= 1);
    assert_non_null(strstr(said, "wins in 1"));
    finish(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_played),        cmocka_unit_test(boards_are_taken),
        cmocka_unit_test(stones_are_taken_back),   cmocka_unit_test(mistakes_are_errors),
        cmocka_unit_test(limits_are_obeyed),       cmocka_unit_test(exactly_five_is_played),
        cmocka_unit_test(other_rules_are_refused), cmocka_unit_test(openings_are_swapped),
        cmocka_unit_test(thoughts_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
