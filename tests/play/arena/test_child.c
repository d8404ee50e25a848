/* Programs run as child processes: lines in and out, deadlines, floods, death, and nothing left behind. */
#include "support/boards.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "play/arena/child.h"

static struct talk *start(const char *command)
{
    struct child_setup s = {command, NULL, 42, NULL};
    struct err e;
    struct talk *t = child_start(&s, &e);
    if (!t)
        fail_msg("%s", e.text);
    return t;
}

static void says(struct talk *t, const char *expected)
{
    const char *line;
    assert_int_equal(talk_line(t, clock_now() + PATIENCE, &line), TALK_FINE);
    assert_string_equal(line, expected);
}

/* No child of ours, alive or dead, is left. */
static void nobody_is_left(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static void lines_go_in_and_out(void **state)
{
    (void)state;
    struct talk *t = start("while read -r a; do printf '%s\\r\\n' \"<$a>\"; done; echo end");
    assert_int_equal(talk_send(t, clock_now() + PATIENCE, "one\ntwo %d\n", 2), TALK_FINE);
    says(t, "<one>");
    says(t, "<two 2>");
    talk_free(t);
    nobody_is_left();
}

static void all_line_ends_and_long_lines_are_read(void **state)
{
    (void)state;
    struct talk *t = start("printf 'a\\rb\\r\\nc\\n\\n\\000d\\n'; printf '%5000d\\n' 7; echo e");
    says(t, "a");
    says(t, "b");
    says(t, "c");
    says(t, "");
    says(t, "?d");
    const char *line;
    assert_int_equal(talk_line(t, clock_now() + PATIENCE, &line), TALK_FINE);
    assert_int_equal(strlen(line), TALK_LINE_MOST);
    says(t, "e");
    assert_int_equal(talk_line(t, clock_now() + PATIENCE, &line), TALK_ENDED);
    talk_free(t);
    nobody_is_left();
}

static void the_seed_is_in_the_environment(void **state)
{
    (void)state;
    struct talk *t = start("echo $HEXAD_SEED");
    says(t, "42");
    talk_free(t);
}

static void silence_ends_at_the_deadline(void **state)
{
    (void)state;
    struct talk *t = start("sleep 1000");
    const char *line;
    double from = clock_now();
    assert_int_equal(talk_line(t, from + 0.2, &line), TALK_LATE);
    assert_true(clock_now() - from >= 0.2);
    talk_free(t);
    nobody_is_left();
}

static void a_stop_from_outside_is_noticed(void **state)
{
    (void)state;
    atomic_bool stop = true;
    struct child_setup s = {"sleep 1000", NULL, 0, &stop};
    struct talk *t = child_start(&s, NULL);
    const char *line;
    assert_int_equal(talk_line(t, clock_now() + 1000, &line), TALK_STOPPED);
    talk_free(t);
    nobody_is_left();
}

static void ends_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *command, *how;
    } cases[] = {{"exit 3", "ended with status 3"},
                 {"kill -9 $$", "was killed by signal 9"},
                 {"kill -SEGV $$", "was killed by signal 11"},
                 {"exec /no/such/program", "ended with status 127 (no such command?)"},
                 {"exec >&-; exec sleep 1000", "closed its output"},
                 /* A helper keeps the pipe open: the death of the program itself counts. */
                 {"sleep 1000 & exit 5", "ended with status 5"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct talk *t = start(cases[i].command);
        const char *line;
        struct err e;
        assert_int_equal(talk_line(t, clock_now() + PATIENCE, &line), TALK_ENDED);
        talk_obituary(t, &e);
        assert_string_equal(e.text, cases[i].how);
        talk_free(t);
    }
    nobody_is_left();
}

static void floods_are_held_back(void **state)
{
    (void)state;
    struct talk *t = start("while :; do echo 'and another thing'; done");
    const char *line;
    enum talk_status s = TALK_FINE;
    long lines = 0;
    while ((s = talk_line(t, clock_now() + PATIENCE, &line)) == TALK_FINE)
        lines++;
    assert_int_equal(s, TALK_FLOOD);
    assert_true(lines > 1000 && lines < 200000);
    talk_free(t);
    nobody_is_left();
}

static void a_program_that_does_not_listen_is_late(void **state)
{
    (void)state;
    struct talk *t = start("sleep 1000");
    enum talk_status s = TALK_FINE;
    for (int i = 0; i < 1000 && s == TALK_FINE; i++)
        s = talk_send(t, clock_now() + 0.2, "%01000d\n", i);
    assert_int_equal(s, TALK_LATE);
    talk_free(t);
    nobody_is_left();
}

static void talking_to_the_dead_is_no_crash(void **state)
{
    (void)state;
    struct talk *t = start("exit 0");
    while (!child_ended(t))
        usleep(1000);
    assert_int_equal(talk_send(t, clock_now() + PATIENCE, "hello?\n"), TALK_ENDED);
    talk_free(t);
    nobody_is_left();
}

static void helpers_die_with_the_program(void **state)
{
    (void)state;
    /* The helper says its number; it must be gone after the conversation. */
    struct talk *t = start("sleep 1000 & echo $!; (sleep 1000; true) & trap '' TERM HUP; wait");
    const char *line;
    assert_int_equal(talk_line(t, clock_now() + PATIENCE, &line), TALK_FINE);
    pid_t helper = (pid_t)atoi(line);
    assert_int_equal(kill(helper, 0), 0);
    talk_free(t);
    assert_int_equal(kill(helper, 0), -1);
    nobody_is_left();
}

static void conversations_are_logged(void **state)
{
    (void)state;
    char path[] = "/tmp/hexad-log-XXXXXX";
    close(mkstemp(path));
    struct child_setup s = {"read -r a; echo trouble >&2; echo \"answer to $a\"", path, 0, NULL};
    struct talk *t = child_start(&s, NULL);
    talk_send(t, clock_now() + PATIENCE, "question\n");
    says(t, "answer to question");
    talk_free(t);
    char *text;
    size_t len;
    assert_true(file_read(path, &text, &len, NULL));
    assert_non_null(strstr(text, "> question\n"));
    assert_non_null(strstr(text, "< answer to question\n"));
    assert_non_null(strstr(text, "trouble\n"));
    free(text);
    unlink(path);
    struct child_setup nowhere = {"true", "/no/such/folder/log", 0, NULL};
    struct err e;
    assert_null(child_start(&nowhere, &e));
    assert_non_null(strstr(e.text, "/no/such/folder/log"));
}

static void no_descriptors_leak(void **state)
{
    (void)state;
    /* The lowest free descriptor is the same after a hundred programs as before. */
    int before = dup(0);
    close(before);
    for (int i = 0; i < 100; i++) {
        struct talk *t = start("exec cat");
        talk_send(t, clock_now() + PATIENCE, "x\n");
        says(t, "x");
        talk_free(t);
    }
    int after = dup(0);
    close(after);
    assert_int_equal(before, after);
    nobody_is_left();
}

int main(void)
{
    child_adopt();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_go_in_and_out),
        cmocka_unit_test(all_line_ends_and_long_lines_are_read),
        cmocka_unit_test(the_seed_is_in_the_environment),
        cmocka_unit_test(silence_ends_at_the_deadline),
        cmocka_unit_test(a_stop_from_outside_is_noticed),
        cmocka_unit_test(ends_are_told),
        cmocka_unit_test(floods_are_held_back),
        cmocka_unit_test(a_program_that_does_not_listen_is_late),
        cmocka_unit_test(talking_to_the_dead_is_no_crash),
        cmocka_unit_test(helpers_die_with_the_program),
        cmocka_unit_test(conversations_are_logged),
        cmocka_unit_test(no_descriptors_leak),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
