/* The connection; see link.h. */
#include "lab/grid/link.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"

#define WAIT_MS  5000
#define RETRY_MS 500
/* At the beginning a broker that is there but does not answer in time is asked again: it may have much to do. */
#define OPEN_SECONDS 60.0

static void on_reconnect(natsConnection *nc, void *context)
{
    struct grid_link *l = context;
    (void)nc;
    atomic_store(&l->reconnected, true);
}

/* Messages that came too fast were dropped as they should be. What is not permitted is told to whoever asks. */
static void on_error(natsConnection *nc, natsSubscription *sub, natsStatus err, void *context)
{
    struct grid_link *l = context;
    const char *text = NULL;
    (void)sub;
    if (err != NATS_NOT_PERMITTED)
        return;
    (void)natsConnection_GetLastError(nc, &text);
    pthread_mutex_lock(&l->lock);
    snprintf(l->why, sizeof l->why, "%s", text ? text : "permission denied");
    pthread_mutex_unlock(&l->lock);
    atomic_store(&l->denied, true);
}

/* NATS makes its calls on a thread of its own, in their order: after this one there is none. */
static void on_closed(natsConnection *nc, void *context)
{
    struct grid_link *l = context;
    (void)nc;
    pthread_mutex_lock(&l->lock);
    l->closed = true;
    pthread_cond_signal(&l->closes);
    pthread_mutex_unlock(&l->lock);
}

static natsStatus set_user(natsOptions *n, const struct grid_options *o, const struct grid_link *l)
{
    char login[GRID_LOGIN];
    grid_user_login(&l->user, login);
    if (l->known)
        return natsOptions_SetUserInfo(n, login, l->user.secret);
    return o->credentials ? natsOptions_SetUserCredentialsFromFiles(n, o->credentials, NULL) : NATS_OK;
}

static natsStatus set_options(natsOptions *n, const struct grid_options *o, struct grid_link *l)
{
    char copy[1000], *urls[16];
    int count = 0;
    bool tls = o->ca || o->cert;
    snprintf(copy, sizeof copy, "%s", o->url);
    for (char *save, *at = strtok_r(copy, ",", &save); at && count < 16; at = strtok_r(NULL, ",", &save)) {
        tls = tls || strncmp(at, "tls://", 6) == 0;
        urls[count++] = at;
    }
    natsStatus s = natsOptions_SetServers(n, (const char **)urls, count);
    if (s == NATS_OK)
        s = natsOptions_SetMaxReconnect(n, -1);
    if (s == NATS_OK)
        s = natsOptions_SetReconnectWait(n, RETRY_MS);
    if (s == NATS_OK)
        s = natsOptions_SetReconnectedCB(n, on_reconnect, l);
    if (s == NATS_OK)
        s = natsOptions_SetErrorHandler(n, on_error, l);
    if (s == NATS_OK)
        s = natsOptions_SetClosedCB(n, on_closed, l);
    if (s == NATS_OK)
        s = set_user(n, o, l);
    if (s == NATS_OK && o->ca)
        s = natsOptions_LoadCATrustedCertificates(n, o->ca);
    if (s == NATS_OK && o->cert)
        s = natsOptions_LoadCertificatesChain(n, o->cert, o->key);
    if (s == NATS_OK && tls)
        s = natsOptions_SetSecure(n, true);
    return s;
}

bool grid_link_user(struct grid_link *l, const struct grid_options *o, enum grid_role role, struct err *e)
{
    l->known = o->user;
    if (!o->user)
        return true;
    if (!grid_user_read(o->user, &l->user, e))
        return false;
    return l->user.role == role || err_set(e, "%s is for a %s; this is a %s", o->user,
                                           grid_role_name[l->user.role], grid_role_name[role]);
}

static void forget(struct grid_link *l)
{
    pthread_cond_destroy(&l->closes);
    pthread_mutex_destroy(&l->lock);
}

bool grid_open(struct grid_link *l, const struct grid_options *o, const atomic_bool *stop, struct err *e)
{
    natsOptions *n = NULL;
    double patient = clock_now() + OPEN_SECONDS;
    l->nc = NULL;
    l->why[0] = '\0';
    l->closed = false;
    atomic_init(&l->reconnected, false);
    atomic_init(&l->denied, false);
    pthread_mutex_init(&l->lock, NULL);
    pthread_cond_init(&l->closes, NULL);
    natsStatus s = natsOptions_Create(&n);
    if (s == NATS_OK)
        s = set_options(n, o, l);
    if (s == NATS_OK)
        do
            s = natsConnection_Connect(&l->nc, n);
        while (s == NATS_TIMEOUT && clock_now() < patient && !(stop && atomic_load(stop)));
    const char *more = s == NATS_OK ? NULL : nats_GetLastError(NULL);
    if (s != NATS_OK) {
        err_set(e, "%s: %s",
                s == NATS_CONNECTION_AUTH_FAILED ? "the broker does not let us in (--nats-user FILE)"
                                                 : "the broker cannot be reached",
                more && *more ? more : natsStatus_GetText(s));
        forget(l);
    }
    natsOptions_Destroy(n);
    return s == NATS_OK;
}

void grid_close(struct grid_link *l)
{
    if (!l->nc)
        return;
    grid_flush(l);
    natsConnection_Close(l->nc);
    pthread_mutex_lock(&l->lock);
    while (!l->closed)
        pthread_cond_wait(&l->closes, &l->lock);
    pthread_mutex_unlock(&l->lock);
    natsConnection_Destroy(l->nc);
    l->nc = NULL;
    forget(l);
}

bool grid_permitted(struct grid_link *l, struct err *e)
{
    if (natsConnection_IsClosed(l->nc))
        return err_set(e, "the broker does not let us in any more");
    if (!atomic_load(&l->denied))
        return true;
    pthread_mutex_lock(&l->lock);
    err_set(e, "the broker does not permit it: %s", l->why);
    pthread_mutex_unlock(&l->lock);
    return false;
}

bool grid_connected(struct grid_link *l)
{
    return natsConnection_Status(l->nc) == NATS_CONN_STATUS_CONNECTED;
}

bool grid_subscribe(struct grid_link *l, natsSubscription **sub, const char *subject, natsMsgHandler call,
                    void *ctx, int messages, int bytes, struct err *e)
{
    natsStatus s = natsConnection_Subscribe(sub, l->nc, subject, call, ctx);
    if (s == NATS_OK)
        s = natsSubscription_SetPendingLimits(*sub, messages, bytes);
    return s == NATS_OK || err_set(e, "the broker: %s: %s", subject, natsStatus_GetText(s));
}

void grid_unsubscribe(natsSubscription *s)
{
    if (s && natsSubscription_Drain(s) == NATS_OK)
        (void)natsSubscription_WaitForDrainCompletion(s, WAIT_MS);
    natsSubscription_Destroy(s);
}

bool grid_say(struct grid_link *l, const char *subject, const struct buf *message)
{
    return natsConnection_Publish(l->nc, subject, message->text, (int)message->len) != NATS_MAX_PAYLOAD;
}

void grid_flush(struct grid_link *l)
{
    (void)natsConnection_FlushTimeout(l->nc, RETRY_MS);
}

void grid_random(char out[17])
{
    unsigned char bytes[8] = {0};
    if (!grid_random_bytes(bytes, sizeof bytes)) { /* unlikely, and only to be told apart */
        double now = clock_now();
        memcpy(bytes, &now, sizeof bytes);
        bytes[0] ^= (unsigned char)getpid();
    }
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}
