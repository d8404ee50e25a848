/* `hexad analyze` when somebody loses patience: Ctrl-C ends it with what it has. */
#include "support/boards.h"

#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

/* Starts `hexad analyze` on a thoughtful position, with a pipe for its output. With `held` a signal that
 * comes before the program has seen to it waits, too. */
static pid_t start(const char *form, bool held, FILE **out)
{
    int end[2];
    assert_int_equal(pipe(end), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, SIGINT);
        sigprocmask(held ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
        dup2(end[1], STDOUT_FILENO);
        close(end[0]);
        close(end[1]);
        execl(TEST_PROGRAM, "hexad", "analyze", "--seconds", "100000", form, "j10", "i9", "i11",
              (char *)NULL);
        _exit(99);
    }
    close(end[1]);
    *out = fdopen(end[0], "r");
    assert_non_null(*out);
    return child;
}

static void ends_well(pid_t child)
{
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void check_report(const json_t *j, bool final)
{
    assert_string_equal(json_string_value(json_object_get(j, "to_move")), "black");
    assert_true(json_array_size(json_object_get(j, "lines")) >= 1);
    const json_t *line = json_array_get(json_object_get(j, "lines"), 0);
    assert_int_equal(json_array_size(json_object_get(line, "turn")), 2);
    assert_int_equal(json_is_true(json_object_get(j, "final")), final);
}

static void ctrl_c_keeps_the_answer(void **state)
{
    (void)state;
    FILE *out;
    pid_t child = start("--json", true, &out);
    nanosleep(&(struct timespec){0, 700000000}, NULL);
    double since = clock_now();
    kill(child, SIGINT);
    json_t *j = json_loadf(out, 0, NULL);
    assert_non_null(j);
    check_report(j, true);
    json_decref(j);
    fclose(out);
    ends_well(child);
    assert_true(clock_now() - since < PATIENCE);
}

/* Reports come while it thinks, each a line; the last one says that it is. */
static void reports_come_as_a_stream(void **state)
{
    (void)state;
    FILE *out;
    char *line = NULL;
    size_t room = 0;
    int reports = 0;
    bool final = false;
    pid_t child = start("--stream", false, &out);
    while (getline(&line, &room, out) > 0) {
        json_t *j = json_loads(line, 0, NULL);
        assert_non_null(j);
        assert_false(final);
        final = json_is_true(json_object_get(j, "final"));
        check_report(j, final);
        json_decref(j);
        if (++reports == 2)
            kill(child, SIGINT);
    }
    assert_true(final && reports >= 3);
    free(line);
    fclose(out);
    ends_well(child);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ctrl_c_keeps_the_answer),
        cmocka_unit_test(reports_come_as_a_stream),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
