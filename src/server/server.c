/* The server's start and end; see server.h. */
#include "server/server.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "server/http.h"
#include "server/state.h"

enum { USUAL_HASH = 256 << 20, WORKERS = 8 };
#define USUAL_ADDRESS "localhost"

bool server_make_token(char out[SERVER_TOKEN], struct err *e)
{
    unsigned char bytes[(SERVER_TOKEN - 1) / 2];
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, bytes, sizeof bytes);
    if (fd >= 0)
        close(fd);
    if (n != (ssize_t)sizeof bytes)
        return err_set(e, "/dev/urandom: %s", strerror(errno));
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(out + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

static int processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > ENGINE_THREADS_MOST ? ENGINE_THREADS_MOST : (int)n;
}

/* What is wrong with the data file: where somebody looks. */
static void log_store(void *context, const char *message)
{
    const struct server *s = context;
    if (s->log)
        log_note(s->log, message);
    else
        fprintf(stderr, "hexad: %s\n", message);
}

bool server_start(const struct server_options *o, struct server **out, struct err *e)
{
    struct server_options set = *o;
    if (!set.address)
        set.address = USUAL_ADDRESS;
    struct server *s = mem_zero(1, sizeof *s);
    atomic_init(&s->ending, false);
    pthread_mutex_init(&s->asks, NULL);
    s->limits = set.limits ? *set.limits : (struct transport_limits)TRANSPORT_LIMITS_USUAL;
    s->read_only = set.read_only;
    s->started = clock_now();
    gate_init(&s->gate, set.address, set.token, set.name);
    s->pool =
        pool_new(set.threads ? set.threads : processors(), set.hash_bytes ? set.hash_bytes : USUAL_HASH);
    s->feed = feed_new(s->pool);
    struct store_options data = {
        .path = set.data, .bytes_most = set.data_bytes, .log = log_store, .context = s};
    if (!(s->workers = workers_new(WORKERS, e)) || (set.log && !log_open(set.log, &s->log, e)) ||
        !store_open(&data, &s->store, e) || !http_start(s, &set, e)) {
        server_stop(s);
        return false;
    }
    *out = s;
    return true;
}

/* The transport says goodbye first, and ends when the searches have; whatever is answered then is dropped. */
void server_stop(struct server *s)
{
    if (!s)
        return;
    atomic_store(&s->ending, true);
    if (s->transport)
        transport_quiet(s->transport);
    feed_stop(s->feed);
    if (s->transport)
        transport_end(s->transport);
    workers_free(s->workers);
    pool_free(s->pool);
    feed_free(s->feed);
    transport_free(s->transport);
    store_close(s->store);
    log_close(s->log);
    gate_done(&s->gate);
    pthread_mutex_destroy(&s->asks);
    free(s);
}

int server_port(const struct server *s)
{
    return transport_port(s->transport);
}
