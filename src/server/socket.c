/* The WebSocket of live analysis; see socket.h.
 *
 * Messages are read by the workers, one at a time for each socket; its end waits for the message that is
 * being dealt with. Whichever of the two comes last closes it, which two bits settle. */
#include "server/socket.h"

#include <stdlib.h>

#include "base/mem.h"
#include "server/api/state.h"

enum { BUSY = 1, CLOSED = 2 };

struct live {
    struct job message, close;
    struct server *server;
    struct channel *channel;
    struct feed_socket *feed; /* of the workers; NULL: no message yet */
    char *text;
    size_t len;
    atomic_int state;
};

static struct live *of_message(struct job *j)
{
    return (struct live *)j;
}

static struct live *of_close(struct job *j)
{
    return (struct live *)(void *)((char *)j - offsetof(struct live, close));
}

static bool send(void *context, const char *text, size_t len)
{
    return channel_send(context, text, len);
}

static size_t queued(void *context)
{
    return channel_queued(context);
}

static void close_live(struct live *l)
{
    if (l->feed)
        feed_close(l->feed);
    channel_drop(l->channel);
    free(l);
}

static void run_close(struct job *j, struct tools *d)
{
    (void)d;
    close_live(of_close(j));
}

static void run_message(struct job *j, struct tools *d)
{
    struct live *l = of_message(j);
    (void)d;
    if (!l->feed)
        l->feed = feed_open(l->server->feed, l->message.client, send, queued, l->channel);
    feed_message(l->feed, l->text, l->len);
    free(l->text);
    l->text = NULL;
    struct channel *c = l->channel;
    channel_hold(c); /* from the next line on another worker may close it */
    if (atomic_fetch_and(&l->state, ~BUSY) & CLOSED)
        close_live(l);
    else
        channel_ready(c);
    channel_drop(c);
}

bool socket_open(void *context, struct channel *c, const struct transport_request *q,
                 struct transport_answer *refusal)
{
    struct live *l = mem_zero(1, sizeof *l);
    (void)refusal;
    l->server = context;
    l->channel = c;
    l->message.run = run_message;
    l->close.run = run_close;
    l->message.client = l->close.client = q->client_id;
    atomic_init(&l->state, 0);
    channel_set(c, l);
    return true;
}

void socket_message(void *context, struct channel *c, char *text, size_t len)
{
    struct server *s = context;
    struct live *l = channel_get(c);
    l->text = text;
    l->len = len;
    atomic_fetch_or(&l->state, BUSY);
    workers_add(s->workers, &l->message, false);
}

void socket_closed(void *context, struct channel *c)
{
    struct server *s = context;
    struct live *l = channel_get(c);
    if (!(atomic_fetch_or(&l->state, CLOSED) & BUSY))
        workers_hurry(s->workers, &l->close);
}
