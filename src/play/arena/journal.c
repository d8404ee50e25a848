/* Journals; see journal.h. */
#include "play/arena/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"

struct journal {
    int fd;
    char *path;
};

enum { LOCK_TRIES = 50, LOCK_PAUSE_MS = 20 };

/* One match, one writer. The lock goes with the process, and with what it had just forked for a player when it was killed: that
 * lets go as soon as it is a program of its own, so that there is some patience. */
static bool lock(int fd)
{
    struct timespec pause = {0, LOCK_PAUSE_MS * 1000000L};
    int tries = 0;
    while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK || ++tries == LOCK_TRIES)
            return false;
        nanosleep(&pause, NULL);
    }
    return true;
}

static struct journal *take(int fd, const char *path, struct err *e)
{
    if (!lock(fd)) {
        err_set(e, "%s: %s", path, errno == EWOULDBLOCK ? "another match is writing to it" : strerror(errno));
        close(fd);
        return NULL;
    }
    struct journal *j = mem_alloc(sizeof *j);
    j->fd = fd;
    j->path = mem_strdup(path);
    return j;
}

struct journal *journal_create(const char *path, const json_t *header, struct err *e)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0) {
        if (errno == EEXIST)
            err_set(e, "%s is there already; --resume goes on with it", path);
        else
            err_set(e, "%s: %s", path, strerror(errno));
        return NULL;
    }
    struct journal *j = take(fd, path, e);
    if (j && !journal_add(j, header, e)) {
        journal_close(j);
        return NULL;
    }
    return j;
}

struct reader {
    bool (*header)(void *who, const json_t *line, struct err *e);
    bool (*game)(void *who, const json_t *line, struct err *e);
    void *who;
};

/* Reads one line; `*torn` if it is not whole. */
static bool read_line(const struct reader *r, const char *text, size_t len, int number, bool *torn,
                      struct err *e)
{
    json_error_t bad;
    json_t *line = json_loadb(text, len, 0, &bad);
    *torn = !line || text[len - 1] != '\n';
    bool ok = true;
    if (!*torn)
        ok = (number == 1 ? r->header : r->game)(r->who, line, e) || err_prefix(e, "line %d", number);
    json_decref(line);
    return ok;
}

/* Reads the lines; `*good` becomes the length of what is whole. A last line may be torn by a crash. */
static bool read_lines(const struct reader *r, FILE *f, off_t *good, struct err *e)
{
    char *text = NULL;
    size_t room = 0;
    ssize_t len;
    int number = 1;
    bool ok = true, torn = false;
    *good = 0;
    while (ok && !torn && (len = getline(&text, &room, f)) > 0) {
        ok = read_line(r, text, (size_t)len, number++, &torn, e);
        if (ok && !torn)
            *good += len;
    }
    if (ok && torn && getline(&text, &room, f) > 0)
        ok = err_set(e, "line %d is no line of a journal", number - 1);
    free(text);
    return ok && (*good > 0 || err_set(e, "no match in it"));
}

struct journal *journal_open(const char *path, bool (*header)(void *who, const json_t *line, struct err *e),
                             bool (*game)(void *who, const json_t *line, struct err *e), void *who,
                             struct err *e)
{
    int fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC);
    if (fd < 0) {
        err_set(e, "%s: %s", path, strerror(errno));
        return NULL;
    }
    struct journal *j = take(fd, path, e);
    if (!j)
        return NULL;
    FILE *f = fopen(path, "rbe");
    off_t good = 0;
    const struct reader r = {header, game, who};
    bool ok = f ? read_lines(&r, f, &good, e) || err_prefix(e, "%s", path)
                : err_set(e, "%s: %s", path, strerror(errno));
    if (f)
        fclose(f);
    if (ok && ftruncate(fd, good) != 0)
        ok = err_set(e, "%s: %s", path, strerror(errno));
    if (!ok) {
        journal_close(j);
        return NULL;
    }
    return j;
}

bool journal_add(struct journal *j, const json_t *line, struct err *e)
{
    char *text = json_dumps(line, JSON_COMPACT);
    size_t len = strlen(text), done = 0;
    text[len++] = '\n'; /* in place of the NUL */
    bool ok = true;
    while (ok && done < len) {
        ssize_t n = write(j->fd, text + done, len - done);
        if (n > 0)
            done += (size_t)n;
        else if (n < 0 && errno != EINTR)
            ok = err_set(e, "%s: %s", j->path, strerror(errno));
    }
    free(text);
    return ok && (fdatasync(j->fd) == 0 || err_set(e, "%s: %s", j->path, strerror(errno)));
}

void journal_close(struct journal *j)
{
    if (!j)
        return;
    close(j->fd);
    free(j->path);
    free(j);
}
