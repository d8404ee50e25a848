/* Waiting for a job and watching the connection; see ask.h. */
#include "server/ask.h"

#include <errno.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "server/state.h"

enum { LOOK_EVERY_MS = 200 }; /* whether the server ends, or the connection did */

static void run(struct job *j, struct desk *d)
{
    struct ask *a = (struct ask *)j;
    pool_slice(d, &a->stop);
    a->work(a, d);
    pool_slice_end(d);
    uint64_t one = 1;
    /* The asker may free everything from here on. */
    while (write(a->done, &one, sizeof one) < 0 && errno == EINTR)
        ;
}

/* Has the work been done within so many milliseconds? */
static bool wait_done(const struct ask *a, int ms)
{
    struct pollfd p = {a->done, POLLIN, 0};
    uint64_t count;
    return poll(&p, 1, ms) > 0 && read(a->done, &count, sizeof count) == (ssize_t)sizeof count;
}

/* Waits until the work is done, the client gone or the server ending; true in the first case. */
static bool wait_here(const struct server *s, const struct ask *a, int socket)
{
    while (!wait_done(a, LOOK_EVERY_MS))
        if (atomic_load(&s->ending) || (socket >= 0 && watch_is_closed(socket)))
            return false;
    return true;
}

bool ask_run(struct server *s, struct ask *a, const struct request *q, struct reply *r)
{
    a->job = (struct job){.run = run, .kind = JOB_MOVE, .client = q->client};
    atomic_init(&a->stop, false);
    a->done = eventfd(0, EFD_CLOEXEC);
    if (a->done < 0)
        return reply_fail(r, FAULT_BUSY, "too many files are open");
    if (!pool_add(s->pool, &a->job)) {
        close(a->done);
        return reply_fail(r, FAULT_BUSY, "too many searches are waiting; try again in a moment");
    }
    bool ok = wait_here(s, a, q->socket);
    if (!ok) {
        atomic_store(&a->stop, true);
        if (!pool_cancel(s->pool, &a->job))
            while (!wait_done(a, LOOK_EVERY_MS))
                ;
    }
    close(a->done);
    return ok || reply_fail(r, FAULT_STOPPED, "the search was stopped");
}
