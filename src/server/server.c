/* The server's start and end; see server.h. */
#include "server/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "server/http.h"
#include "server/limits.h"
#include "server/state.h"

enum {
    USUAL_HASH = 256 << 20,
    USUAL_CONNECTIONS = 320,
    PLAIN_CONNECTIONS = 32, /* that live analysis leaves for requests */
};
#define USUAL_SECONDS 15.0

bool server_is_loopback(const char *address)
{
    struct in_addr a;
    return strcmp(address, "localhost") == 0 ||
           (inet_pton(AF_INET, address, &a) == 1 && ntohl(a.s_addr) >> 24 == 127);
}

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

static void log_store(void *context, const char *message)
{
    (void)context;
    fprintf(stderr, "hexad: %s\n", message);
}

bool server_start(const struct server_options *o, struct server **out, struct err *e)
{
    struct server_options set = *o;
    if (!set.address || strcmp(set.address, "localhost") == 0)
        set.address = "127.0.0.1";
    struct in_addr unused;
    if (inet_pton(AF_INET, set.address, &unused) != 1)
        return err_set(e, "'%.60s' is not an IPv4 address to listen on", set.address);
    struct server *s = mem_zero(1, sizeof *s);
    atomic_init(&s->ending, false);
    s->request_seconds = set.request_seconds > 0 ? set.request_seconds : USUAL_SECONDS;
    s->body_bytes = set.body_bytes ? set.body_bytes : LIMIT_BODY_BYTES;
    gate_init(&s->gate, set.address, set.token, set.name);
    s->watch = watch_new();
    s->pool =
        pool_new(set.threads ? set.threads : processors(), set.hash_bytes ? set.hash_bytes : USUAL_HASH);
    if (!set.connections)
        set.connections = USUAL_CONNECTIONS;
    int most = set.connections - PLAIN_CONNECTIONS;
    s->feed = feed_new(s->pool, most > 1 ? most : 1);
    struct store_options data = {.path = set.data, .bytes_most = set.data_bytes, .log = log_store};
    if (!store_open(&data, &s->store, e) || !http_start(s, &set, e)) {
        server_stop(s);
        return false;
    }
    *out = s;
    return true;
}

void server_stop(struct server *s)
{
    if (!s)
        return;
    atomic_store(&s->ending, true);
    feed_stop(s->feed);
    http_stop(s);
    pool_free(s->pool);
    feed_free(s->feed);
    store_close(s->store);
    watch_free(s->watch);
    gate_done(&s->gate);
    free(s);
}

int server_port(const struct server *s)
{
    return s->port;
}
