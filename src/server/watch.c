/* Time limits on connections; see watch.h. */
#include "server/watch.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>

#include "base/clock.h"
#include "base/mem.h"

#ifndef POLLRDHUP
#define POLLRDHUP 0x2000 /* Linux; the header has it for _GNU_SOURCE alone */
#endif

struct entry {
    int socket; /* -1: not in use */
    double deadline;
    bool late;
};

struct watch {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    bool started, ending;
    struct entry *entry;
    size_t count, room;
};

enum { LOOK_EVERY_MS = 100 };

/* Shuts down what is late; the lock is held, so that no socket can be closed (and its number used anew)
 * between the look and the deed: connections are dropped from the watch before they are closed. */
static void look(struct watch *w)
{
    double now = clock_now();
    for (size_t i = 0; i < w->count; i++) {
        struct entry *e = &w->entry[i];
        if (e->socket >= 0 && !e->late && now >= e->deadline) {
            e->late = true;
            shutdown(e->socket, SHUT_RDWR);
        }
    }
}

static void *run(void *context)
{
    struct watch *w = context;
    pthread_mutex_lock(&w->lock);
    while (!w->ending) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += LOOK_EVERY_MS * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        pthread_cond_timedwait(&w->changed, &w->lock, &until);
        look(w);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

struct watch *watch_new(void)
{
    struct watch *w = mem_zero(1, sizeof *w);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->changed, NULL);
    w->started = pthread_create(&w->thread, NULL, run, w) == 0;
    return w;
}

void watch_free(struct watch *w)
{
    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    w->ending = true;
    pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->lock);
    if (w->started)
        pthread_join(w->thread, NULL);
    pthread_cond_destroy(&w->changed);
    pthread_mutex_destroy(&w->lock);
    free(w->entry);
    free(w);
}

int watch_add(struct watch *w, int socket, double seconds)
{
    pthread_mutex_lock(&w->lock);
    size_t i = 0;
    while (i < w->count && w->entry[i].socket >= 0)
        i++;
    if (i == w->count) {
        w->entry = mem_grow(w->entry, &w->room, w->count + 1, sizeof *w->entry);
        w->count++;
    }
    w->entry[i] = (struct entry){socket, clock_now() + seconds, false};
    pthread_mutex_unlock(&w->lock);
    return (int)i;
}

bool watch_drop(struct watch *w, int id)
{
    pthread_mutex_lock(&w->lock);
    bool late = w->entry[id].late;
    w->entry[id].socket = -1;
    pthread_mutex_unlock(&w->lock);
    return !late;
}

/* ---- Sockets ---- */

/* Sockets have the lowest free numbers, so this many are looked at. */
static int socket_limit(void)
{
    struct rlimit l;
    enum { MOST = 4096 };
    if (getrlimit(RLIMIT_NOFILE, &l) != 0 || l.rlim_cur > MOST)
        return MOST;
    return (int)l.rlim_cur;
}

/* The port of one end of an IPv4 connection, 0 if this is none. */
static int port_of(int fd, bool other_end, struct in_addr *address)
{
    struct sockaddr_in a;
    socklen_t len = sizeof a;
    memset(&a, 0, sizeof a);
    int status = other_end ? getpeername(fd, (struct sockaddr *)&a, &len)
                           : getsockname(fd, (struct sockaddr *)&a, &len);
    if (status != 0 || a.sin_family != AF_INET)
        return 0;
    *address = a.sin_addr;
    return ntohs(a.sin_port);
}

int watch_find_socket(const char *client, int client_port, int port)
{
    struct in_addr wanted, found;
    if (client_port <= 0 || inet_pton(AF_INET, client, &wanted) != 1)
        return -1;
    int limit = socket_limit();
    for (int fd = 3; fd < limit; fd++)
        if (port_of(fd, true, &found) == client_port && found.s_addr == wanted.s_addr &&
            port_of(fd, false, &found) == port)
            return fd;
    return -1;
}

void watch_hang_up(int port)
{
    struct in_addr unused;
    int limit = socket_limit();
    for (int fd = 3; fd < limit; fd++)
        if (port_of(fd, false, &unused) == port)
            shutdown(fd, SHUT_RDWR);
}

bool watch_is_closed(int socket)
{
    struct pollfd p = {socket, POLLRDHUP, 0};
    return poll(&p, 1, 0) > 0 && (p.revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL)) != 0;
}
