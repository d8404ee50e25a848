/* The connection; see link.h. */
#include "lab/grid/link.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

enum { DELIVERIES = 3, PENDING = 100000, WAITING = 10000 };
#define NANO     1000000000ll
#define WAIT_MS  5000
#define RETRY_MS 500
#define EMPTY_MS 20 /* a fetch may come back at once though its time is not over */
/* At the beginning a broker that is there but does not answer in time is asked again: it may have much to do. */
#define OPEN_SECONDS 60.0

static bool fail(struct err *e, const char *what, natsStatus s)
{
    const char *more = nats_GetLastError(NULL);
    return err_set(e, "%s: %s", what, more && *more ? more : natsStatus_GetText(s));
}

static void on_reconnect(natsConnection *nc, void *context)
{
    struct grid_link *l = context;
    (void)nc;
    atomic_store(&l->reconnected, true);
}

static void on_error(natsConnection *nc, natsSubscription *sub, natsStatus err, void *context)
{
    /* Slow consumers of signs of life: the newest is as good as all. Everything else shows where it is asked. */
    (void)nc;
    (void)sub;
    (void)err;
    (void)context;
}

static natsStatus set_options(natsOptions *n, const struct grid_options *o, struct grid_link *l)
{
    char copy[1000], *urls[16];
    int count = 0;
    snprintf(copy, sizeof copy, "%s", o->url);
    for (char *save, *at = strtok_r(copy, ",", &save); at && count < 16; at = strtok_r(NULL, ",", &save))
        urls[count++] = at;
    natsStatus s = natsOptions_SetServers(n, (const char **)urls, count);
    if (s == NATS_OK)
        s = natsOptions_SetMaxReconnect(n, -1);
    if (s == NATS_OK)
        s = natsOptions_SetReconnectWait(n, RETRY_MS);
    if (s == NATS_OK)
        s = natsOptions_SetReconnectedCB(n, on_reconnect, l);
    if (s == NATS_OK)
        s = natsOptions_SetErrorHandler(n, on_error, NULL);
    if (s == NATS_OK && o->credentials)
        s = natsOptions_SetUserCredentialsFromFiles(n, o->credentials, NULL);
    if (s == NATS_OK && o->ca)
        s = natsOptions_LoadCATrustedCertificates(n, o->ca);
    if (s == NATS_OK && o->cert)
        s = natsOptions_LoadCertificatesChain(n, o->cert, o->key);
    if (s == NATS_OK && (o->ca || o->cert))
        s = natsOptions_SetSecure(n, true);
    return s;
}

/* May one try once more to begin? */
static bool again(const struct grid_link *l, natsStatus s)
{
    return s == NATS_TIMEOUT && clock_now() < l->patient && !(l->stop && atomic_load(l->stop));
}

/* One stream; that it is there already is fine. */
static bool add_stream(struct grid_link *l, const char *name, const char *subject, int days, struct err *e)
{
    jsStreamConfig c;
    jsErrCode code = 0;
    jsStreamConfig_Init(&c);
    c.Name = name;
    c.Subjects = &subject;
    c.SubjectsLen = 1;
    c.Retention = js_WorkQueuePolicy;
    c.Storage = js_FileStorage;
    c.MaxAge = days * 86400 * NANO; /* of coordinators that never come back */
    natsStatus s;
    do
        s = js_AddStream(NULL, l->js, &c, NULL, &code);
    while (again(l, s));
    if (s == NATS_OK || code == JSStreamNameExistErr)
        return true;
    if (code == JSNotEnabledErr)
        return err_set(e, "the broker has no JetStream: start it with -js (hexad lab serve-nats does)");
    return fail(e, name, s);
}

bool grid_streams(struct grid_link *l, struct err *e)
{
    return add_stream(l, GRID_JOBS, "hexad.jobs.>", 7, e) &&
           add_stream(l, GRID_RESULTS, "hexad.results.>", 30, e);
}

bool grid_open(struct grid_link *l, const struct grid_options *o, const atomic_bool *stop, struct err *e)
{
    natsOptions *n = NULL;
    jsOptions js;
    *l = (struct grid_link){.patient = clock_now() + OPEN_SECONDS, .stop = stop};
    atomic_init(&l->reconnected, false);
    natsStatus s = natsOptions_Create(&n);
    if (s == NATS_OK)
        s = set_options(n, o, l);
    if (s == NATS_OK)
        do
            s = natsConnection_Connect(&l->nc, n);
        while (again(l, s));
    natsOptions_Destroy(n);
    if (s != NATS_OK)
        return fail(e, "the broker cannot be reached", s);
    jsOptions_Init(&js);
    js.Wait = WAIT_MS;
    s = natsConnection_JetStream(&l->js, l->nc, &js);
    if (s == NATS_OK && grid_streams(l, e))
        return true;
    if (s != NATS_OK)
        fail(e, "JetStream", s);
    grid_close(l);
    return false;
}

void grid_close(struct grid_link *l)
{
    if (l->nc)
        (void)natsConnection_FlushTimeout(l->nc, RETRY_MS); /* acknowledgements */
    jsCtx_Destroy(l->js);
    natsConnection_Destroy(l->nc);
    l->js = NULL;
    l->nc = NULL;
}

natsSubscription *grid_pull(struct grid_link *l, const char *stream, const char *durable, const char *subject,
                            struct err *e)
{
    jsConsumerConfig c;
    jsSubOptions o;
    jsErrCode code = 0;
    natsSubscription *sub = NULL;
    jsConsumerConfig_Init(&c);
    c.Durable = durable;
    c.FilterSubject = subject;
    c.AckPolicy = js_AckExplicit;
    c.AckWait = GRID_ACK_SECONDS * NANO;
    c.MaxDeliver = DELIVERIES;
    c.MaxAckPending = PENDING;
    c.MaxWaiting = WAITING;
    natsStatus s;
    do
        s = js_AddConsumer(NULL, l->js, stream, &c, NULL, &code);
    while (again(l, s));
    if (s == NATS_OK || code == JSConsumerNameExistErr || code == JSConsumerExistingActiveErr) {
        jsSubOptions_Init(&o);
        o.Stream = stream;
        o.Consumer = durable;
        do
            s = js_PullSubscribe(&sub, l->js, subject, durable, NULL, &o, &code);
        while (again(l, s));
    }
    if (s != NATS_OK) {
        fail(e, durable, s);
        return NULL;
    }
    return sub;
}

void grid_unsubscribe(natsSubscription *s)
{
    if (s && natsSubscription_Drain(s) == NATS_OK)
        (void)natsSubscription_WaitForDrainCompletion(s, WAIT_MS);
    natsSubscription_Destroy(s);
}

bool grid_store(struct grid_link *l, const char *subject, const void *bytes, size_t len, const char *id,
                uint64_t *sequence, struct err *e)
{
    jsPubOptions o;
    jsPubAck *ack = NULL;
    jsErrCode code = 0;
    jsPubOptions_Init(&o);
    o.MsgId = id;
    natsStatus s = js_Publish(&ack, l->js, subject, bytes, (int)len, &o, &code);
    if (s == NATS_OK && sequence)
        *sequence = ack->Sequence;
    jsPubAck_Destroy(ack);
    return s == NATS_OK || fail(e, subject, s);
}

natsMsg *grid_fetch(natsSubscription *sub, double seconds, bool *broken)
{
    double until = clock_now() + seconds;
    do {
        natsMsgList list = {NULL, 0};
        double left = until - clock_now();
        int64_t ms = left > 0 ? (int64_t)(left * 1000) + 1 : 1;
        natsStatus s = natsSubscription_Fetch(&list, sub, 1, ms, NULL);
        if (s == NATS_OK && list.Count == 1) {
            natsMsg *m = list.Msgs[0];
            list.Msgs[0] = NULL;
            natsMsgList_Destroy(&list);
            return m;
        }
        natsMsgList_Destroy(&list);
        if (s != NATS_OK && s != NATS_TIMEOUT)
            *broken = true;
        struct timespec pause = {0, EMPTY_MS * 1000000};
        nanosleep(&pause, NULL);
    } while (clock_now() < until);
    return NULL;
}

void grid_random(char out[17])
{
    unsigned char bytes[8] = {0};
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, bytes, sizeof bytes);
    if (fd >= 0)
        close(fd);
    if (n != (ssize_t)sizeof bytes) { /* unlikely, and only to be told apart */
        double now = clock_now();
        memcpy(bytes, &now, sizeof bytes);
        bytes[0] ^= (unsigned char)getpid();
    }
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}
