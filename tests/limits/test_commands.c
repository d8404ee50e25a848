/* Limits from the outside: commands with --cpu, Ctrl-C, the end of input, and memory that cannot be had. */
#include "support/boards.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/sanitized.h"

/* What a command did. */
struct done {
    int status; /* of its exit; −N: killed by signal N */
    double cpu; /* processor seconds */
    char out[1 << 16], err[4096];
};

static void read_back(FILE *f, char *out, size_t room)
{
    rewind(f);
    out[fread(out, 1, room - 1, f)] = '\0';
    fclose(f);
}

/* Runs a command line of the shell with the program as $H; a moment later it gets a SIGINT, if that is
 * wanted, which waits if the program has not yet seen to it. */
static struct done *run(const char *line, bool interrupt)
{
    static struct done d;
    FILE *out = tmpfile(), *err = tmpfile();
    assert_true(out && err);
    setenv("H", TEST_PROGRAM, 1);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, SIGINT);
        sigprocmask(SIG_BLOCK, &set, NULL);
        dup2(fileno(out), STDOUT_FILENO);
        dup2(fileno(err), STDERR_FILENO);
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(99);
    }
    if (interrupt) {
        nanosleep(&(struct timespec){0, 300000000}, NULL);
        kill(child, SIGINT);
    }
    int status;
    struct rusage u;
    assert_int_equal(wait4(child, &status, 0, &u), child);
    d.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    d.cpu = (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
            (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
    read_back(out, d.out, sizeof d.out);
    read_back(err, d.err, sizeof d.err);
    return &d;
}

static void says(const char *line, int status, const char *out, const char *err)
{
    struct done *d = run(line, false);
    if (d->status != status || !strstr(d->out, out) || !strstr(d->err, err))
        fail_msg("%s: status %d, '%.200s', '%.200s'", line, d->status, d->out, d->err);
}

/* A tenth of a second of processor time for the work, as much for what it may take longer, and the start of
 * the program. */
static void commands_end_in_time(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "exec $H analyze --cpu 0.1 --game 127,127,63,63,63",
        "exec $H analyze --cpu 0.1 --game 127,127,30,20,1 --threads 2 a1",
        "exec $H force --cpu 0.1 --game 19,19,7,6,6",
        "exec $H force --cpu 0.1 --game 127,127,12,8,8 --check",
        "exec $H solve --cpu 0.1 --order 4 --game 127,127,63,31,1 a1",
        "exec $H solve --cpu 0.1 --board infinite --order 3",
        "exec $H verify --cpu 0.1 --game 127,127,6,2,1 a1",
        "exec $H verify --cpu 0.1 --threads 2 --game 127,127,20,10,1 a1",
        "exec $H exact --cpu 0.1 --game 8,8,5,2,1",
        "exec $H perft 63 --cpu 0.1",
        "exec $H perft 3 --divide --cpu 0.1 --game 127,127,63,63,63",
        "exec $H threats --cpu 0.1 --game 127,127,63,63,63",
        "exec $H arena openings --cpu 0.1 --game 127,127,63,20,20 --radius 60",
        "echo genmove b | $H gtp --cpu 0.1 --game 127,127,63,62,62",
        "echo new black | $H contest --cpu 0.1 --game 26,26,20,12,12",
        "echo BEGIN | (echo START 100; cat) | $H gomocup --cpu 0.1",
        "exec $H theory mb --cpu 0.1 'BN(6,12)' -p 3",
        "exec $H theory tilings --cpu 0.1 -s 8 -l 4 -p 2 -n 100000000",
        "exec $H arena random sequences --cpu 0.001 --games 2 --game 20,20,15,30,30",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        double cpu = 1;
        for (int tries = 0; tries < 3 && cpu > 0.3;
             tries++) { /* a busy machine is not at fault three times */
            struct done *d = run(lines[i], false);
            if (d->status != 0 && d->status != 1)
                fail_msg("%s: status %d, %s", lines[i], d->status, d->err);
            cpu = d->cpu;
        }
        if (cpu > 0.3 && !TEST_SANITIZED)
            fail_msg("%s: %.2f s", lines[i], cpu);
    }
}

static void ctrl_c_ends_with_what_there_is(void **state)
{
    (void)state;
    static const struct {
        const char *line, *out;
    } cases[] = {
        {"exec $H perft 63", "stopped; at least "},
        {"exec $H perft 63 --json", "\"stopped\": true"},
        {"exec $H exact --game 8,8,5,2,1", "nodes"},
        {"exec $H force --seconds 100 --game 40,40,9,6,6", "not found within the limits"},
        {"exec $H solve --order 4 --game 127,127,63,31,1 a1", "stopped at a limit"},
        {"exec $H verify --order 3 j10", "stopped before the end"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct done *d = run(cases[i].line, true);
        if (d->status != 1 || !strstr(d->out, cases[i].out))
            fail_msg("%s: status %d, '%.200s', '%.200s'", cases[i].line, d->status, d->out, d->err);
    }
}

/* The turn would take an hour. */
static void the_end_of_input_ends_gomocup(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "printf 'START 15\\nINFO timeout_turn 3600000\\nBEGIN\\n' | $H gomocup",
        "printf 'START 15\\nINFO timeout_turn 3600000\\nBEGIN\\nEND\\n' | $H gomocup",
        "printf 'START 15\\nINFO timeout_turn 3600000\\nBEGIN\\nend\\r\\nTURN 1,1\\n' | $H gomocup --ponder"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct timespec a, b;
        clock_gettime(CLOCK_MONOTONIC, &a);
        struct done *d = run(lines[i], false);
        clock_gettime(CLOCK_MONOTONIC, &b);
        assert_int_equal(d->status, 0);
        assert_non_null(strstr(d->out, "OK\n"));
        assert_true(d->cpu < 3 || TEST_SANITIZED);
        assert_true((double)(b.tv_sec - a.tv_sec) < PATIENCE);
    }
}

static void memory_that_is_not_there(void **state)
{
    (void)state;
    static const char *const asked[] = {"analyze --hash",       "force --hash",   "exact --game tictactoe -m",
                                        "solve --hash",         "verify -m",      "gtp --hash",
                                        "contest --hash",       "gomocup --hash", "bench engine --hash",
                                        "serve --port 0 --hash"};
    char line[200];
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        snprintf(line, sizeof line, "exec $H %s 1048576 </dev/null", asked[i]);
        says(line, 2, "", "MiB of memory are wanted");
    }
    says("exec $H arena --games 2 random engine:hash=1048576", 2, "", "MiB of memory are wanted");
    if (TEST_SANITIZED)
        return; /* they need terabytes of addresses themselves */
    says("ulimit -v 60000; exec $H analyze --seconds 0.1", 2, "", "64 MiB of memory are wanted");
    says("ulimit -v 60000; exec $H exact --game tictactoe", 2, "", "64 MiB of memory are wanted");
    says("ulimit -v 60000; exec $H force --hash 1000", 2, "", "--hash: 1000 MiB of memory are wanted");
    says("ulimit -v 60000; exec $H solve --seconds 0.2 --order 4 j10", 1, "not proved", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_end_in_time),
        cmocka_unit_test(ctrl_c_ends_with_what_there_is),
        cmocka_unit_test(the_end_of_input_ends_gomocup),
        cmocka_unit_test(memory_that_is_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
