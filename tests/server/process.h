/* `hexad serve` as a process of its own. */
#ifndef SERVER_PROCESS_H
#define SERVER_PROCESS_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/serving.h"

struct process {
    pid_t pid;
    int port;
    char line[300]; /* the first that it printed */
};

/* Starts it on a free port; `more` are options besides --port, --hash and --threads, ended by NULL. */
static inline struct process process_start(const char *const *more)
{
    struct process p;
    int out[2];
    assert_int_equal(pipe(out), 0);
    p.pid = fork();
    assert_true(p.pid >= 0);
    if (p.pid == 0) {
        const char *args[20] = {"hexad", "serve", "--port", "0", "--hash", "16", "--threads", "1"};
        int n = 8;
        while (*more && n < 19)
            args[n++] = *more++;
        dup2(out[1], STDOUT_FILENO);
        close(out[0]);
        close(out[1]);
        execv(TEST_PROGRAM, (char *const *)(void *)args);
        _exit(127);
    }
    close(out[1]);
    FILE *in = fdopen(out[0], "r");
    p.line[0] = '\0';
    assert_non_null(fgets(p.line, sizeof p.line, in));
    fclose(in);
    const char *colon = strrchr(p.line, ':');
    assert_non_null(colon);
    p.port = atoi(colon + 1);
    assert_true(p.port > 0);
    return p;
}

/* Sends the signal, and waits for an end with status 0. */
static inline void process_end(const struct process *p, int signal)
{
    int status;
    assert_int_equal(kill(p->pid, signal), 0);
    assert_int_equal(waitpid(p->pid, &status, 0), p->pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

#endif
