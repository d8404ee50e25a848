/* The contest protocol from the engine's side, line by line. */
#include "support/boards.h"

#include "play/protocol/contest.h"
#include "play/protocol/conversation.h"

static bool obey(void *x, char *text)
{
    return contest_line(x, text);
}

static struct conversation *start(const char *game, struct contest_options o)
{
    struct conversation *c = conversation_new();
    o.seat = quick_seat(game);
    c->line = obey;
    c->who = contest_new(&o, c->out);
    return c;
}

static void finish(struct conversation *c)
{
    contest_free(c->who);
    conversation_free(c);
}

/* The letters of "move XXYY"; they must be so many, different, and of the board. */
static const char *turn(const char *reply, size_t letters)
{
    static char text[64];
    if (sscanf(reply, "move %63s", text) != 1 || strlen(text) != letters)
        fail_msg("no turn of %zu letters: %s", letters, reply);
    return text;
}

static void a_game_is_played(void **state)
{
    (void)state;
    struct conversation *c = start("connect6", (struct contest_options){.top = false});
    assert_int_equal(strncmp(ask(c, "name?"), "name Hexad", 10), 0);
    assert_string_equal(turn(ask(c, "new black"), 2), "JJ");
    turn(ask(c, "move KKLL"), 4);
    turn(ask(c, "move AABB"), 4);
    /* As White; a first turn of one stone in all its forms. */
    static const char *const firsts[] = {"new white\nmove JJ@@", "new white\nmove JJ", "new white\nmove jjjj",
                                         "new white\nmove JJ @@"};
    char first[16];
    strcpy(first, turn(ask(c, firsts[0]), 4));
    for (int i = 1; i < 4; i++)
        assert_string_equal(turn(ask(c, firsts[i]), 4), first);
    assert_string_equal(ask(c, "quit"), "");
    assert_false(c->on);
    finish(c);
}

static void forms_of_a_single_stone(void **state)
{
    (void)state;
    struct conversation *c = start("connect6", (struct contest_options){.single = CONTEST_SHORT});
    assert_string_equal(turn(ask(c, "new black"), 2), "JJ");
    finish(c);
    c = start("connect6", (struct contest_options){.single = CONTEST_TWICE, .waits = true});
    assert_string_equal(ask(c, "new black"), "");
    assert_string_equal(turn(ask(c, "next"), 4), "JJJJ");
    finish(c);
    c = start("gomoku", (struct contest_options){.single = CONTEST_AT});
    assert_string_equal(turn(ask(c, "new black"), 2), "HH");
    finish(c);
}

/* Four black stones in a row with room: both boards, with row A at the bottom and at the top, and Black
 * wins. */
static void positions_are_set_up(void **state)
{
    (void)state;
    for (int top = 0; top < 2; top++) {
        struct conversation *c = start("connect6", (struct contest_options){.top = top != 0});
        assert_string_equal(
            ask(c, "new white\nblack JJ\nwhite AACA\nblack JKJL\nwhite AGCG\nblack JMAS\nwhite GGSA"), "");
        const char *win = turn(ask(c, "next"), 4);
        /* Rows G to P of column J, next to the four: J..M. */
        assert_true(win[0] == 'J' && win[2] == 'J');
        assert_true(strchr("HINO", win[1]) && strchr("HINO", win[3]));
        assert_string_equal(ask(c, "next"), "error: next: the game is over\n");
        assert_string_equal(ask(c, "move SSRR"), "error: move: the game is over\n");
        finish(c);
    }
}

static void mistakes_are_told_and_change_nothing(void **state)
{
    (void)state;
    struct conversation *c = start("connect6", (struct contest_options){.top = false});
    turn(ask(c, "new black"), 2);
    assert_string_equal(ask(c, "move JJKK"), "error: move: JJ: it is occupied\n");
    assert_string_equal(ask(c, "move AAJJ"), "error: move: JJ: it is occupied\n");
    assert_string_equal(ask(c, "move AA"), "error: move: 1 of 2 stones\n");
    assert_string_equal(ask(c, "move AABBCC"), "error: move: more than 2 stones\n");
    assert_string_equal(ask(c, "move AAB"), "error: move: a turn is two letters for each stone\n");
    assert_string_equal(ask(c, "move A1B2"), "error: move: 'A1' is no square\n");
    assert_string_equal(ask(c, "move TTAA"), "error: move: 'TT' is no square\n");
    assert_string_equal(ask(c, "move"), "error: move: a turn is two letters for each stone\n");
    assert_string_equal(ask(c, "new green"), "error: new: new black or new white\n");
    assert_string_equal(ask(c, "time soon"), "error: time: time takes one number\n");
    assert_string_equal(ask(c, "nonsense"), "error: no command 'nonsense'; there is help\n");
    assert_string_equal(ask(c, "new white\n\n  \n"), "");
    turn(ask(c, "move JJ"), 4);
    assert_non_null(strstr(ask(c, "print"), "10 . . . . . . . . . x"));
    assert_non_null(strstr(ask(c, "help"), "move XXYY"));
    finish(c);
}

/* A turn that wins with its first stone is still written whole. */
static void winning_turns_are_whole(void **state)
{
    (void)state;
    struct conversation *c = start("connect6", (struct contest_options){.top = false});
    assert_string_equal(
        ask(c, "new white\nblack JJ\nwhite AACA\nblack JKJL\nwhite AGCG\nblack JMJN\nwhite SASC"), "");
    const char *win = turn(ask(c, "next"), 4);
    assert_true(memcmp(win, win + 2, 2) != 0);
    assert_non_null(strstr(ask(c, "next"), "the game is over"));
    finish(c);
}

static void other_games(void **state)
{
    (void)state;
    struct conversation *c = start("9,9,5,3,2", (struct contest_options){.top = false});
    turn(ask(c, "new black"), 4);
    turn(ask(c, "move AABBCC"), 6);
    finish(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_played),        cmocka_unit_test(forms_of_a_single_stone),
        cmocka_unit_test(positions_are_set_up),    cmocka_unit_test(mistakes_are_told_and_change_nothing),
        cmocka_unit_test(winning_turns_are_whole), cmocka_unit_test(other_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
