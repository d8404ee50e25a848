/* GTP from the engine's side, line by line. */
#include "support/boards.h"

#include <ctype.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "play/protocol/conversation.h"
#include "play/protocol/gtp.h"

static bool obey(void *g, char *text)
{
    return gtp_line(g, text);
}

static struct conversation *start(const char *game)
{
    struct conversation *c = conversation_new();
    struct gtp_options o = {quick_seat(game), true};
    c->line = obey;
    c->who = gtp_new(&o, c->out);
    return c;
}

static void finish(struct conversation *c)
{
    gtp_free(c->who);
    conversation_free(c);
}

/* The vertex of an answer "= K10". */
static const char *vertex(const char *reply)
{
    static char text[16];
    if (sscanf(reply, "= %15s", text) != 1 || !isupper((unsigned char)text[0]))
        fail_msg("no vertex: %s", reply);
    return text;
}

static void answers_are_framed(void **state)
{
    (void)state;
    struct conversation *c = start("connect6");
    assert_string_equal(ask(c, "protocol_version"), "= 2\n\n");
    assert_string_equal(ask(c, "17 name"), "=17 Hexad\n\n");
    assert_string_equal(ask(c, "  3\tname\r"), "=3 Hexad\n\n");
    assert_string_equal(ask(c, "# a comment\n\n   \nname # of it"), "= Hexad\n\n");
    assert_string_equal(ask(c, "known_command genmove\nknown_command nonsense"), "= true\n\n= false\n\n");
    assert_string_equal(ask(c, "4 nonsense"), "?4 unknown command\n\n");
    assert_non_null(strstr(ask(c, "5"), "?5 a number and no command"));
    assert_non_null(strstr(ask(c, "play b"), "? play takes 2 or more words after it, not 1"));
    assert_non_null(strstr(ask(c, "komi x"), "? komi is not a number"));
    assert_string_equal(ask(c, "komi 6.5"), "=\n\n");
    assert_string_equal(ask(c, "quit"), "=\n\n");
    assert_false(c->on);
    finish(c);
}

/* All commands that version 2 demands, and those that are listed are known. */
static void the_list_of_commands_is_true(void **state)
{
    (void)state;
    struct conversation *c = start("connect6");
    static const char *const required[] = {"protocol_version",
                                           "name",
                                           "version",
                                           "known_command",
                                           "list_commands",
                                           "quit",
                                           "boardsize",
                                           "clear_board",
                                           "komi",
                                           "play",
                                           "genmove",
                                           "undo",
                                           "time_settings",
                                           "time_left",
                                           "final_score",
                                           "showboard",
                                           "loadsgf",
                                           "printsgf",
                                           "lz-analyze",
                                           "gogui-analyze_commands"};
    char list[4096];
    strcpy(list, ask(c, "list_commands"));
    for (size_t i = 0; i < sizeof required / sizeof *required; i++)
        assert_non_null(strstr(list, required[i]));
    char *rest = NULL;
    for (char *name = strtok_r(list + 2, "\n", &rest); name; name = strtok_r(NULL, "\n", &rest)) {
        char line[100];
        snprintf(line, sizeof line, "known_command %s", name);
        assert_string_equal(ask(c, line), "= true\n\n");
    }
    /* What GoGui is offered exists. */
    strcpy(list, ask(c, "gogui-analyze_commands"));
    assert_non_null(strstr(list, "gfx/Threats/hexad-threats"));
    finish(c);
}

/* One stone to a genmove; two make a turn, then the other side is to move. */
static void a_turn_is_given_stone_by_stone(void **state)
{
    (void)state;
    struct conversation *c = start("connect6");
    assert_string_equal(vertex(ask(c, "genmove black")), "K10");
    char first[16], second[16];
    strcpy(first, vertex(ask(c, "genmove white")));
    double before = clock_cpu(CPU_PROCESS);
    strcpy(second, vertex(ask(c, "genmove white")));
    assert_true(clock_cpu(CPU_PROCESS) - before < 2);
    assert_string_not_equal(first, second);
    assert_string_equal(ask(c, "gogui-rules_side_to_move"), "= black\n\n");
    assert_non_null(strstr(ask(c, "showboard"), "Black to move, stones: 2"));
    /* Taken back by one, the same rest of the turn or another is given, but one stone of White again. */
    assert_string_equal(ask(c, "undo"), "=\n\n");
    vertex(ask(c, "genmove w"));
    assert_string_equal(ask(c, "gogui-rules_side_to_move"), "= black\n\n");
    /* A look does not place anything. */
    vertex(ask(c, "reg_genmove b"));
    assert_non_null(strstr(ask(c, "showboard"), "Black to move, stones: 2"));
    finish(c);
}

static void mistakes_are_refused_and_change_nothing(void **state)
{
    (void)state;
    struct conversation *c = start("connect6");
    ask(c, "play b K10");
    assert_non_null(strstr(ask(c, "play w K10"), "? illegal move: K10: it is occupied"));
    assert_non_null(strstr(ask(c, "play w I5"), "? 'I5' is no vertex"));
    assert_non_null(strstr(ask(c, "play w U1"), "? 'U1' is no vertex"));
    assert_non_null(strstr(ask(c, "play green A1"), "? 'green' is no colour"));
    assert_non_null(strstr(ask(c, "play w pass"), "? illegal move"));
    assert_non_null(strstr(ask(c, "play w A1 A1"), "? illegal move"));
    assert_non_null(strstr(ask(c, "gogui-play_sequence w A1 w"), "? a colour without"));
    assert_non_null(strstr(ask(c, "gogui-play_sequence w A1 w A1"), "? illegal move"));
    assert_non_null(strstr(ask(c, "boardsize 0"), "? unacceptable size"));
    assert_non_null(strstr(ask(c, "boardsize 128"), "? unacceptable size"));
    assert_non_null(strstr(ask(c, "time_left b x 0"), "? syntax error"));
    assert_non_null(strstr(ask(c, "time_settings 1 2"), "? time_settings takes 3"));
    assert_non_null(strstr(ask(c, "loadsgf nowhere.sgf"), "? cannot load file: nowhere.sgf: No such file"));
    assert_non_null(strstr(ask(c, "loadsgf -"), "? cannot load file"));
    assert_non_null(strstr(ask(c, "final_score"), "? cannot score"));
    assert_non_null(strstr(ask(c, "showboard"), "White to move, stones: 2"));
    ask(c, "undo");
    assert_non_null(strstr(ask(c, "undo"), "? cannot undo"));
    finish(c);
}

static void other_games_of_the_family(void **state)
{
    (void)state;
    struct conversation *c = start("connect6");
    assert_string_equal(ask(c, "hexad-rules tictactoe\nhexad-rules"), "=\n\n= 3 3 3 1 1\n\n");
    assert_string_equal(ask(c, "hexad-rules 9 7 4 3 2\nhexad-rules"), "=\n\n= 9 7 4 3 2\n\n");
    for (int i = 0; i < 2; i++)
        vertex(ask(c, "genmove b"));
    assert_non_null(strstr(ask(c, "showboard"), "White to move, stones: 3"));
    assert_string_equal(ask(c, "boardsize 13\nhexad-rules"), "=\n\n= 13 13 4 3 2\n\n");
    assert_string_equal(ask(c, "rectangular_boardsize 10 8\nhexad-rules"), "=\n\n= 10 8 4 3 2\n\n");
    assert_non_null(strstr(ask(c, "hexad-rules 1 2"), "? "));
    assert_non_null(strstr(ask(c, "gogui-rules_board_size"), "? the board is not square"));
    ask(c, "hexad-rules 59,59,6,2,1");
    assert_string_equal(vertex(ask(c, "genmove b")), "AE30");
    finish(c);
}

static void a_game_ends(void **state)
{
    (void)state;
    struct conversation *c = start("tictactoe");
    ask(c, "gogui-play_sequence b A1 w A2 b B1 w B2");
    assert_string_equal(ask(c, "gogui-rules_final_result"), "=\n\n");
    assert_string_equal(vertex(ask(c, "genmove b")), "C1");
    assert_string_equal(ask(c, "final_score"), "= B+1\n\n");
    assert_string_equal(ask(c, "gogui-rules_final_result"), "= Black has won\n\n");
    assert_string_equal(ask(c, "gogui-rules_legal_moves"), "=\n\n");
    assert_string_equal(ask(c, "genmove w"), "= pass\n\n"); /* managers end a game so */
    assert_string_equal(ask(c, "play b pass"), "=\n\n");
    assert_string_equal(ask(c, "lz-analyze w 10"), "? the game is over\n\n");
    assert_string_equal(ask(c, "hexad-best"), "? the game is over\n\n");
    finish(c);
}

/* Stones told in the order of squares, as the arena does with positions that were set up. */
static void set_up_positions_are_taken(void **state)
{
    (void)state;
    struct conversation *c = start("connect6");
    assert_non_null(
        strstr(ask(c, "play w A1\nplay w B1\nplay b C1\nplay b D1\nplay b E1"), "=\n\n=\n\n=\n\n=\n\n=\n\n"));
    vertex(ask(c, "genmove w"));
    vertex(ask(c, "genmove w"));
    assert_string_equal(ask(c, "gogui-rules_side_to_move"), "= black\n\n");
    finish(c);
}

static void records_go_out_and_come_in(void **state)
{
    (void)state;
    struct conversation *c = start("connect6");
    char path[] = "/tmp/hexad-gtp-XXXXXX", line[100];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    ask(c, "gogui-play_sequence b K10 w L11 w J11 b A1");
    assert_non_null(strstr(ask(c, "printsgf"), ";B[jj];W[ki];W[ii];B[as]"));
    snprintf(line, sizeof line, "printsgf %s", path);
    assert_string_equal(ask(c, line), "=\n\n");
    ask(c, "clear_board");
    snprintf(line, sizeof line, "loadsgf %s", path);
    assert_string_equal(ask(c, line), "=\n\n");
    assert_non_null(strstr(ask(c, "showboard"), "Black to move, stones: 1"));
    assert_string_equal(ask(c, "undo"), "=\n\n");
    snprintf(line, sizeof line, "loadsgf %s 3", path);
    assert_string_equal(ask(c, line), "=\n\n");
    assert_non_null(strstr(ask(c, "showboard"), "White to move, stones: 1"));
    unlink(path);
    finish(c);
}

/* Has this been said, with what was said since? */
static bool more_has(struct conversation *c, struct buf *all, const char *part)
{
    buf_text(all, ask(c, ""));
    return strstr(buf_str(all), part);
}

/* A stream of reports goes on until the next line of any kind. */
static void analysis_streams_until_the_next_line(void **state)
{
    (void)state;
    struct conversation *c = start("connect6");
    ask(c, "play b K10");
    struct buf all = BUF_EMPTY;
    buf_text(&all, ask(c, "8 lz-analyze w 1"));
    WAIT_UNTIL(more_has(c, &all, " order 0 pv "));
    buf_text(&all, ask(c, "9 name"));
    const char *reply = buf_str(&all);
    assert_int_equal(strncmp(reply, "=8\ninfo move ", 13), 0);
    assert_non_null(strstr(reply, " visits "));
    assert_non_null(strstr(reply, " winrate "));
    assert_non_null(strstr(reply, " order 0 pv "));
    const char *end = strstr(reply, "\n\n=9 Hexad\n\n");
    assert_non_null(end);
    assert_string_equal(end, "\n\n=9 Hexad\n\n");
    /* An empty line ends it as well; the game is where it was. */
    assert_int_equal(strncmp(ask(c, "lz-analyze 20"), "=\n", 2), 0);
    assert_true(strlen(ask(c, "\n")) >= 1);
    assert_non_null(strstr(ask(c, "showboard"), "White to move, stones: 2"));
    assert_non_null(strstr(ask(c, "lz-analyze funny"), "? 'funny' is neither"));
    /* Some squares alone. */
    all.len = 0;
    buf_text(&all, ask(c, "lz-analyze w 1 allow b Q1 1 allow w A1,B2 1"));
    WAIT_UNTIL(more_has(c, &all, "info move "));
    buf_text(&all, ask(c, "name"));
    reply = buf_str(&all);
    assert_true(strstr(reply, "info move A1") || strstr(reply, "info move B2"));
    assert_null(strstr(reply, "info move K"));
    assert_non_null(
        strstr(ask(c, "lz-analyze w allow w A1"), "? of the squares that are allowed 1 are empty"));
    assert_non_null(strstr(ask(c, "lz-analyze w allow w A1,Z99"), "? 'Z99' is no square"));
    assert_non_null(strstr(ask(c, "lz-analyze w allow"), "? 'allow' is followed by"));
    /* Ended by the end of the conversation. */
    ask(c, "lz-analyze b interval 5");
    finish(c);
    buf_free(&all);
}

static void genmove_with_analysis(void **state)
{
    (void)state;
    struct conversation *c = start("connect6");
    ask(c, "play b K10\nhexad-param seconds 0.3\nhexad-param nodes 0");
    const char *reply = ask(c, "lz-genmove_analyze w 5");
    assert_int_equal(strncmp(reply, "=\n", 2), 0);
    assert_non_null(strstr(reply, "play "));
    assert_int_equal(strcmp(reply + strlen(reply) - 2, "\n\n"), 0);
    assert_non_null(strstr(ask(c, "showboard"), "White to move, stones: 1"));
    finish(c);
}

static void settings_and_pictures(void **state)
{
    (void)state;
    struct conversation *c = start("connect6");
    assert_non_null(
        strstr(ask(c, "hexad-param"), "[string] level full\n[string] seconds 0\n[string] nodes 300"));
    assert_string_equal(ask(c, "hexad-param level 3"), "=\n\n");
    assert_non_null(strstr(ask(c, "hexad-param"), "[string] level learner"));
    assert_non_null(strstr(ask(c, "hexad-param level 12"), "? '12' is no level"));
    assert_non_null(strstr(ask(c, "hexad-param funny 1"), "? no setting"));
    assert_non_null(strstr(ask(c, "hexad-param"), "[string] root_width 24\n"));
    assert_string_equal(ask(c, "hexad-param root_width 9"), "=\n\n");
    assert_non_null(strstr(ask(c, "hexad-param"), "[string] root_width 9\n"));
    assert_non_null(strstr(ask(c, "hexad-param root_width 0"), "? root_width is '0', must be"));
    assert_string_equal(ask(c, "hexad-param root_width 24"), "=\n\n");
    assert_non_null(strstr(ask(c, "hexad-param level"), "? no value"));
    ask(c, "gogui-play_sequence b K10 w A1 w A3 b L10 b M10 w S1 w S3 b N10 b A10 w C1 w C5");
    assert_non_null(strstr(ask(c, "hexad-threats"), "TEXT Threats: Black 2, White 0"));
    assert_non_null(strstr(ask(c, "hexad-best"), "LABEL "));
    assert_int_equal(strncmp(ask(c, "hexad-value"), "= 1.0", 5), 0);
    finish(c);
}

/* Of processor time: no more than of the clock by which it thinks. */
static double seconds_of(struct conversation *c, const char *line)
{
    double start_at = clock_cpu(CPU_PROCESS);
    vertex(ask(c, line));
    return clock_cpu(CPU_PROCESS) - start_at;
}

/* Clocks of GTP: byo yomi of a turn, main time, time left that is nearly none. */
static void time_is_kept(void **state)
{
    (void)state;
    struct conversation *c = start("connect6");
    ask(c, "hexad-param nodes 0\ngogui-play_sequence b K10 w A1 w A3 b E5 b P16\ntime_settings 0 1 4");
    assert_true(seconds_of(c, "genmove w") < 2); /* two of four stones: half of the second */
    ask(c,
        "undo\ntime_settings 0 2 1"); /* a period for each stone, and the first plans both: not two periods */
    assert_true(seconds_of(c, "genmove w") < 3);
    ask(c, "undo\ntime_settings 3600 0 0\ntime_left w 0 0");
    assert_true(seconds_of(c, "genmove w") < 2);
    ask(c, "undo\ntime_left w 6 0");
    assert_true(seconds_of(c, "genmove w") < 2);
    ask(c, "undo\ntime_left w 5 20");
    assert_true(seconds_of(c, "genmove w") < 2);
    finish(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_framed),
        cmocka_unit_test(the_list_of_commands_is_true),
        cmocka_unit_test(a_turn_is_given_stone_by_stone),
        cmocka_unit_test(mistakes_are_refused_and_change_nothing),
        cmocka_unit_test(other_games_of_the_family),
        cmocka_unit_test(a_game_ends),
        cmocka_unit_test(set_up_positions_are_taken),
        cmocka_unit_test(records_go_out_and_come_in),
        cmocka_unit_test(analysis_streams_until_the_next_line),
        cmocka_unit_test(genmove_with_analysis),
        cmocka_unit_test(settings_and_pictures),
        cmocka_unit_test(time_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
