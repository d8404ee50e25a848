/* `hexad arena` at a terminal: the live table, and Ctrl-C. */
#define _XOPEN_SOURCE 700 /* posix_openpt */
#include "support/boards.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"

#define BOT TEST_SOURCE "/tests/play/arena/bots/"

struct terminal {
    int fd;
    pid_t pid;
    struct buf seen;
};

/* Runs the program with a new terminal for all its streams. */
static struct terminal *open_terminal(char *const *argv)
{
    struct terminal *t = calloc(1, sizeof *t);
    t->fd = posix_openpt(O_RDWR | O_NOCTTY);
    if (t->fd < 0 || grantpt(t->fd) != 0 || unlockpt(t->fd) != 0) {
        print_message("no pseudo-terminals here (/dev/pts), so this cannot be tried\n");
        free(t);
        skip();
    }
    char *name = ptsname(t->fd);
    t->pid = fork();
    if (t->pid == 0) {
        setsid();
        signal(SIGINT, SIG_DFL);      /* tests run in the background inherit it ignored */
        int tty = open(name, O_RDWR); /* becomes the controlling terminal */
        struct winsize size = {12, 60, 0, 0};
        ioctl(tty, TIOCSWINSZ, &size);
        dup2(tty, 0);
        dup2(tty, 1);
        dup2(tty, 2);
        execv(TEST_PROGRAM, argv);
        _exit(127);
    }
    return t;
}

/* Reads until the text has been seen; false if the program ends first. */
static bool wait_for(struct terminal *t, const char *text)
{
    double until = clock_now() + PATIENCE;
    while (!strstr(buf_str(&t->seen), text)) {
        struct pollfd p = {t->fd, POLLIN, 0};
        char some[4096];
        if (poll(&p, 1, 100) > 0) {
            ssize_t n = read(t->fd, some, sizeof some);
            if (n <= 0)
                return false;
            buf_bytes(&t->seen, some, (size_t)n);
        }
        if (clock_now() > until) {
            kill(t->pid, SIGKILL);
            fail_msg("'%s' is not seen in:\n%s", text, buf_str(&t->seen));
        }
    }
    return true;
}

static int close_terminal(struct terminal *t)
{
    wait_for(t, "this is never seen");
    int status = 0;
    assert_int_equal(waitpid(t->pid, &status, 0), t->pid);
    close(t->fd);
    buf_free(&t->seen);
    free(t);
    return status;
}

static void the_table_lives_and_ctrl_c_ends_it(void **state)
{
    (void)state;
    char *const argv[] = {"hexad", "arena", "adjacent", "bot=gtp:cmd=" BOT "gtp.sh", "--games", "1000000",
                          "-c",    "2",     NULL};
    struct terminal *t = open_terminal(argv);
    assert_true(wait_for(t, "of 1000000 games, 2 under way"));
    /* Drawn again in place, lines cut to the width of the terminal. */
    assert_true(wait_for(t, "\033[4A\033[J"));
    for (const char *line = buf_str(&t->seen); *line; line += strcspn(line, "\n") + 1) {
        const char *text = strstr(line, "\033[J") == line + 4 ? line + 7 : line;
        assert_true(strcspn(text, "\r\n") < 60);
        if (!line[strcspn(line, "\n")])
            break;
    }
    assert_int_equal(write(t->fd, "\003", 1), 1);
    assert_true(wait_for(t, "interrupted after "));
    assert_non_null(strstr(buf_str(&t->seen), "Connect(19,19,6,2,1), "));
    int status = close_terminal(t);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 1);
}

static void play_draws_in_colour(void **state)
{
    (void)state;
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    char *const argv[] = {"hexad", "play", "random", "-g", "tictactoe", NULL};
    struct terminal *t = open_terminal(argv);
    assert_true(wait_for(t, "Black, 1 stone> "));
    assert_non_null(strstr(buf_str(&t->seen), "Type squares such as j10, or help."));
    assert_non_null(strstr(buf_str(&t->seen), "\033[48;5;179m"));
    assert_int_equal(write(t->fd, "b2\n", 3), 3);
    assert_true(wait_for(t, "White plays "));
    assert_int_equal(write(t->fd, "quit\n", 5), 5);
    int status = close_terminal(t);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_lives_and_ctrl_c_ends_it),
        cmocka_unit_test(play_draws_in_colour),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
