/* `hexad play` driven through a pipe: what a person types, and what the terminal shows. */
#include "support/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"

#define BOT TEST_SOURCE "/tests/play/arena/bots/"

static char folder[] = "/tmp/hexad-play-XXXXXX";

/* Runs `hexad play ARGS` in the scratch folder with these lines; what it printed is to be freed. */
static char *play(const char *args, const char *lines)
{
    struct buf c = BUF_EMPTY;
    struct err e;
    buf_format(&c, "%s/in", folder);
    assert_true(file_write(buf_str(&c), lines, strlen(lines), &e));
    buf_free(&c);
    buf_format(&c, "cd %s && '%s' play %s <in 2>&1", folder, TEST_PROGRAM, args);
    FILE *f = popen(buf_str(&c), "r");
    assert_non_null(f);
    struct buf out = BUF_EMPTY;
    char line[1000];
    while (fgets(line, sizeof line, f))
        buf_text(&out, line);
    int status = pclose(f);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail_msg("hexad play %s: status %d:\n%s", args, status, buf_str(&out));
    buf_free(&c);
    return buf_take(&out);
}

static void shows(const char *args, const char *lines, const char *expected)
{
    char *out = play(args, lines);
    if (!strstr(out, expected))
        fail_msg("hexad play %s\n%s-- expected:\n%s\n-- got:\n%s", args, lines, expected, out);
    free(out);
}

static int count(const char *text, const char *part)
{
    int n = 0;
    for (; (text = strstr(text, part)); text++)
        n++;
    return n;
}

static void a_newcomer_is_playing_at_once(void **state)
{
    (void)state;
    char *out = play("--seconds 0.2", "j10\n");
    assert_non_null(strstr(out, "Black, 1 stone> "));
    assert_non_null(strstr(out, "White plays "));
    assert_non_null(strstr(out, "Black, 2 stones> "));
    free(out);
}

static void two_persons_play_and_win(void **state)
{
    (void)state;
    shows("person -g 5,5,4,2,1", "a1\nb1 b2\na2 a3\nb3\nb4\n",
          "    a b c d e\n"
          "  5 . . . . . 5\n"
          "  4 . O . . . 4\n"
          "  3 x O . . . 3\n"
          "  2 x o . . . 2\n"
          "  1 x o . . . 1\n"
          "    a b c d e\n"
          "Game over: White has won: b1 b2 b3 b4. (new, undo, save FILE or quit)\n");
}

static void stones_may_come_one_by_one_and_wrong_ones_are_explained(void **state)
{
    (void)state;
    char *out = play("person", "j10\nk10\nk10\nz99\nk11 l11\nfoo bar\n\nl11\n");
    assert_non_null(strstr(out, "White, 2 stones> "));
    assert_non_null(strstr(out, "White, 1 stone> k10 is occupied"));
    assert_non_null(strstr(out, "z99"));
    assert_non_null(strstr(out, "more stones than the turn has"));
    assert_non_null(strstr(out, "Black, 2 stones> "));
    free(out);
}

static void turns_are_taken_back(void **state)
{
    (void)state;
    char *out = play("random -g gomoku", "h8\nundo\nundo\n");
    /* Both stones are gone, and then there is nothing left. */
    assert_int_equal(count(out, "Black, 1 stone> "), 4);
    assert_non_null(strstr(out, "Nothing to take back."));
    free(out);
    /* Half a turn. */
    out = play("person", "j10\nk10\nundo\n");
    assert_int_equal(count(out, "White, 2 stones> "), 2);
    free(out);
    /* The game can go on from before its end. */
    shows("person -g tictactoe", "a1\nb1\na2\nb2\na3\nundo\nc3\n", "White, 1 stone> ");
    shows("person -g tictactoe", "a1\nresign\nundo\nb1\n", "Black, 1 stone> ");
    /* A player who begins has nothing to take back before it. */
    shows("random --as white -g tictactoe", "undo\n", "Nothing to take back.");
}

static void hints_are_given(void **state)
{
    (void)state;
    shows("person --hints sequences -g tictactoe", "a1\nb1\na2\nc3\nhint\n", "sequences would play a3\n");
    shows("person --hints nobody", "hint\n", "No hints: no player 'nobody'");
}

static void games_are_saved_and_loaded(void **state)
{
    (void)state;
    char *out =
        play("person", "j10\nk11 i11\nsave x.sgf\nsave x.txt\nsave x.c6\nsave\nsave /no/such/place.sgf\n");
    assert_int_equal(count(out, "Saved to x."), 3);
    assert_non_null(strstr(out, "Save to which file?"));
    assert_non_null(strstr(out, "Not saved: /no/such/place.sgf"));
    free(out);
    static const char *const names[] = {"x.sgf", "x.txt", "x.c6"};
    for (int i = 0; i < 3; i++) {
        char line[40];
        snprintf(line, sizeof line, "load %s\nj10\n", names[i]);
        shows("person", line, "Black, 2 stones> j10 is occupied");
        snprintf(line, sizeof line, "--load %s person", names[i]);
        shows(line, "undo\n", "White, 2 stones> ");
    }
    shows("person", "load nowhere.sgf\n", "Not loaded: nowhere.sgf: No such file");
    /* Another game than the one being played. */
    free(play("person -g tictactoe --save t.sgf", "a1\nb1\n"));
    shows("random", "load t.sgf\n", "  1 x O . 1\n");
}

static void games_are_kept_after_every_turn(void **state)
{
    (void)state;
    free(play("random -g tictactoe --save k.sgf", "b2\nresign\n"));
    struct buf path = BUF_EMPTY;
    buf_format(&path, "%s/k.sgf", folder);
    char *text = NULL;
    size_t len;
    assert_true(file_read(buf_str(&path), &text, &len, NULL));
    assert_non_null(strstr(text, "PB[person]PW[random]RE[W+R]"));
    assert_int_equal(count(text, ";W["), 1);
    free(text);
    buf_free(&path);
}

static void new_games_of_any_kind(void **state)
{
    (void)state;
    char *out = play("random", "new tictactoe\nb2\nnew 5,4,3,1,1\nnew nonsense\nquit\nj10\n");
    assert_non_null(strstr(out, "  4 . . . . . 4\n"));
    assert_non_null(strstr(out, "White plays "));
    assert_non_null(strstr(out, "nonsense"));
    assert_null(strstr(out, "j10"));
    free(out);
    shows("person", "help\n", "6 in a row win");
}

static void programs_from_outside_play_and_fail(void **state)
{
    (void)state;
    shows("'gtp:cmd=" BOT "gtp.sh'", "j10\nundo\nk11\n", "White plays ");
    char *out = play("'bot=gtp:cmd=" BOT "gtp.sh suicide'", "j10\nj11\ngo\nundo\nboard\n");
    assert_true(count(out, "bot cannot go on: was killed by signal 9 at genmove white") >= 2);
    assert_non_null(strstr(out, "bot is to move; `go` asks it."));
    free(out);
    shows("'gtp:cmd=" BOT "gtp.sh resign'", "j10\n", "Game over: Black has won: White resigned.");
    shows("-g tictactoe sequences+search sequences+search", "", "Game over: a draw");
}

static int setup(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    struct buf c = BUF_EMPTY;
    buf_format(&c, "rm -rf %s", folder);
    int status = system(buf_str(&c));
    buf_free(&c);
    return status;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_newcomer_is_playing_at_once),
        cmocka_unit_test(two_persons_play_and_win),
        cmocka_unit_test(stones_may_come_one_by_one_and_wrong_ones_are_explained),
        cmocka_unit_test(turns_are_taken_back),
        cmocka_unit_test(hints_are_given),
        cmocka_unit_test(games_are_saved_and_loaded),
        cmocka_unit_test(games_are_kept_after_every_turn),
        cmocka_unit_test(new_games_of_any_kind),
        cmocka_unit_test(programs_from_outside_play_and_fail),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
