/* Child processes; see child.h.
 *
 * All waiting is by poll in short slices, so that a deadline, the death of the program (also when a helper of
 * its own keeps the pipe open) and a stop from outside are noticed. What the program says is read only while
 * something is asked of it, and only so much of it: the pipe holds the rest of a flood back. */
#define _GNU_SOURCE /* pipe2, close_range, environ */
#include "play/arena/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/mem.h"

enum { SLICE_MS = 50, RAW = 8192 };
static const double grace = 0.5; /* seconds for a program to end by itself when its input is closed */
/* Seconds from the end of its output to its own: usually none, but a busy machine may take its time between the two. */
static const double last_breath = 5;

struct child {
    struct talk talk;
    pid_t pid;
    int in, out, log; /* our ends of the pipes; log is -1 if there is none */
    const atomic_bool *stop;
    size_t said; /* bytes since the last question */
    bool skip_lf;
    size_t raw_at, raw_end, line_len;
    char raw[RAW], line[TALK_LINE_MOST + 1];
};

static void nap(double seconds)
{
    struct timespec t = {0, (long)(seconds * 1e9)};
    nanosleep(&t, NULL);
}

/* Has it ended? It is not reaped here: as long as it is not, its number and its group's stay its own. */
static bool is_dead(const struct child *c, siginfo_t *how)
{
    siginfo_t info;
    memset(&info, 0, sizeof info);
    int got = waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT);
    if (how)
        *how = info;
    return got != 0 || info.si_pid == c->pid;
}

static bool is_stopped(const struct child *c)
{
    return c->stop && atomic_load(c->stop);
}

static void log_text(const struct child *c, const char *mark, const char *text, size_t len)
{
    if (c->log < 0)
        return;
    struct buf b = BUF_EMPTY;
    buf_text(&b, mark);
    buf_bytes(&b, text, len);
    if (!len || text[len - 1] != '\n')
        buf_char(&b, '\n');
    ssize_t ignored = write(c->log, buf_str(&b), b.len);
    (void)ignored; /* a full disk must not decide a game */
    buf_free(&b);
}

/* Writes without ever raising SIGPIPE: a thread's own is blocked, and taken off if it came. */
static ssize_t write_quietly(int fd, const char *text, size_t len)
{
    sigset_t pipe_only, old, pending;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &pipe_only, &old);
    ssize_t n = write(fd, text, len);
    int error = errno;
    if (n < 0 && error == EPIPE && !sigismember(&pending, SIGPIPE)) {
        struct timespec now = {0, 0};
        while (sigtimedwait(&pipe_only, NULL, &now) < 0 && errno == EINTR)
            ;
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = error;
    return n;
}

/* Waits until the pipe is ready, in one slice. */
static enum talk_status wait_slice(const struct child *c, int fd, short events, double deadline)
{
    if (is_stopped(c))
        return TALK_STOPPED;
    double left = deadline - clock_now();
    if (left <= 0)
        return TALK_LATE;
    struct pollfd p = {fd, events, 0};
    int ms = left * 1000 < SLICE_MS ? (int)(left * 1000) + 1 : SLICE_MS;
    if (poll(&p, 1, ms) == 0 && is_dead(c, NULL)) {
        /* Its last words may have come between the two looks. */
        if (events != POLLIN || poll(&p, 1, 0) == 0)
            return TALK_ENDED;
    }
    return TALK_FINE;
}

static enum talk_status child_send(struct talk *t, const char *text, size_t len, double deadline)
{
    struct child *c = (struct child *)t;
    log_text(c, "> ", text, len);
    c->said = 0;
    while (len) {
        ssize_t n = write_quietly(c->in, text, len);
        if (n > 0) {
            text += n;
            len -= (size_t)n;
        } else if (n < 0 && errno != EAGAIN && errno != EINTR) {
            return TALK_ENDED;
        } else {
            enum talk_status s = wait_slice(c, c->in, POLLOUT, deadline);
            if (s != TALK_FINE)
                return s;
        }
    }
    return TALK_FINE;
}

/* Moves bytes that were read into the line; true when the line is complete. */
static bool take_line(struct child *c)
{
    while (c->raw_at < c->raw_end) {
        char b = c->raw[c->raw_at++];
        bool skipped = c->skip_lf && b == '\n';
        c->skip_lf = b == '\r';
        if (skipped)
            continue;
        if (b == '\n' || b == '\r') {
            c->line[c->line_len] = '\0';
            c->line_len = 0;
            return true;
        }
        if (c->line_len < TALK_LINE_MOST)
            c->line[c->line_len++] = b ? b : '?';
    }
    return false;
}

static enum talk_status child_line(struct talk *t, double deadline, const char **out)
{
    struct child *c = (struct child *)t;
    for (;;) {
        if (is_stopped(c))
            return TALK_STOPPED;
        if (clock_now() > deadline)
            return TALK_LATE;
        if (c->said > TALK_ANSWER_MOST)
            return TALK_FLOOD;
        if (take_line(c)) {
            log_text(c, "< ", c->line, strlen(c->line));
            *out = c->line;
            return TALK_FINE;
        }
        ssize_t n = read(c->out, c->raw, sizeof c->raw);
        if (n > 0) {
            c->raw_at = 0;
            c->raw_end = (size_t)n;
            c->said += (size_t)n;
        } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
            return TALK_ENDED;
        } else {
            enum talk_status s = wait_slice(c, c->out, POLLIN, deadline);
            if (s != TALK_FINE)
                return s;
        }
    }
}

static void child_obituary(struct talk *t, struct err *e)
{
    struct child *c = (struct child *)t;
    siginfo_t how;
    /* The pipe closes a moment before the process is gone. */
    double until = clock_now() + last_breath;
    while (!is_dead(c, &how) && clock_now() < until)
        nap(0.001);
    if (how.si_pid != c->pid)
        err_set(e, "closed its output");
    else if (how.si_code == CLD_EXITED && how.si_status == 127)
        err_set(e, "ended with status 127 (no such command?)");
    else if (how.si_code == CLD_EXITED && how.si_status > 128 && how.si_status < 160)
        err_set(e, "ended with status %d (killed by signal %d)", how.si_status, how.si_status - 128);
    else if (how.si_code == CLD_EXITED)
        err_set(e, "ended with status %d", how.si_status);
    else
        err_set(e, "was killed by signal %d", how.si_status);
}

void child_adopt(void)
{
    signal(SIGCHLD, SIG_DFL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

bool child_ended(struct talk *t)
{
    return is_dead((struct child *)t, NULL);
}

static void child_free(struct talk *t)
{
    struct child *c = (struct child *)t;
    close(c->in);
    close(c->out);
    double until = clock_now() + grace;
    for (double pause = 0.0005; !is_dead(c, NULL) && clock_now() < until; pause *= pause < 0.01 ? 2 : 1)
        nap(pause);
    /* Its helpers go with it; so far the leader is at least a zombie, so that the group is still its own. */
    kill(-c->pid, SIGKILL);
    while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    /* Where we are the reaper of orphans (child_adopt), the helpers are ours now. */
    while (waitpid(-c->pid, NULL, 0) > 0 || errno == EINTR)
        ;
    if (c->log >= 0)
        close(c->log);
    free(c);
}

static const struct talk_ops child_ops = {child_send, child_line, child_obituary, child_free};

/* What happens on the other side of the fork: nothing here may allocate or lock, as other threads' locks may
 * be held. */
static void become(const char *command, char **env, int in, int out, int err, pid_t parent)
{
    setpgid(0, 0);
    /* Should we be killed without a chance to clean up, it goes too. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127);
    static const int signals[] = {SIGPIPE, SIGINT, SIGTERM, SIGQUIT, SIGTSTP, SIGCHLD, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    /* Above 2 first: if we were started without standard streams, the pipes may sit on their numbers. */
    in = fcntl(in, F_DUPFD, 3);
    out = fcntl(out, F_DUPFD, 3);
    err = fcntl(err, F_DUPFD, 3);
    if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0)
        _exit(127);
    close_range(3, ~0u, 0);
    char *argv[] = {(char[]){"sh"}, (char[]){"-c"}, (char *)(uintptr_t)command, NULL};
    execve("/bin/sh", argv, env);
    _exit(127);
}

/* What the shell is told. A plain command with a path takes the shell's place, so that it dies when we do and
 * tells itself how it ended; a bare word might be one of the shell's own. The caller frees it. */
static char *make_command(const char *command)
{
    struct buf b = BUF_EMPTY;
    size_t word = strcspn(command, " \t");
    bool plain = memchr(command, '/', word) && !strpbrk(command, "|&;<>()`$\\\"'*?[]#~=%{}!\n");
    buf_format(&b, plain ? "exec %s" : "%s", command);
    return buf_take(&b);
}

/* The environment with HEXAD_SEED; the array and its first string are the caller's to free. */
static char **make_environment(uint64_t seed)
{
    size_t n = 0;
    while (environ[n])
        n++;
    char **env = mem_alloc((n + 2) * sizeof *env);
    struct buf b = BUF_EMPTY;
    buf_format(&b, "HEXAD_SEED=%llu", (unsigned long long)seed);
    env[0] = buf_take(&b);
    size_t kept = 1;
    for (size_t i = 0; i < n; i++)
        if (strncmp(environ[i], "HEXAD_SEED=", 11) != 0)
            env[kept++] = environ[i];
    env[kept] = NULL;
    return env;
}

static void close_both(const int fd[2])
{
    close(fd[0]);
    close(fd[1]);
}

static bool open_pipes(int to[2], int from[2], struct err *e)
{
    if (pipe2(to, O_CLOEXEC) != 0)
        return err_set(e, "no pipe: %s", strerror(errno));
    if (pipe2(from, O_CLOEXEC) != 0) {
        err_set(e, "no pipe: %s", strerror(errno));
        close_both(to);
        return false;
    }
    /* Only our ends: the program's own must block as programs expect. */
    fcntl(to[1], F_SETFL, O_NONBLOCK);
    fcntl(from[0], F_SETFL, O_NONBLOCK);
    return true;
}

struct talk *child_start(const struct child_setup *s, struct err *e)
{
    int log = s->log ? open(s->log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666) : -1;
    if (s->log && log < 0) {
        err_set(e, "%s: %s", s->log, strerror(errno));
        return NULL;
    }
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC), to[2], from[2];
    if (nowhere < 0 || !open_pipes(to, from, e)) {
        if (nowhere < 0)
            err_set(e, "/dev/null: %s", strerror(errno));
        else
            close(nowhere);
        if (log >= 0)
            close(log);
        return NULL;
    }
    char **env = make_environment(s->seed), *command = make_command(s->command);
    pid_t parent = getpid(), pid = fork();
    if (pid == 0)
        become(command, env, to[0], from[1], log >= 0 ? log : nowhere, parent);
    int error = errno;
    free(command);
    free(env[0]);
    free(env);
    close(to[0]);
    close(from[1]);
    close(nowhere);
    if (pid < 0) {
        err_set(e, "no process: %s", strerror(error));
        close(to[1]);
        close(from[0]);
        if (log >= 0)
            close(log);
        return NULL;
    }
    setpgid(pid, pid); /* either side may come first; both do it */
    struct child *c = mem_zero(1, sizeof *c);
    *c = (struct child){
        .talk = {&child_ops}, .pid = pid, .in = to[1], .out = from[0], .log = log, .stop = s->stop};
    return &c->talk;
}
