/* Sockets and their messages; see feed.h. */
#include "server/feed.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "record/text.h"
#include "server/feed_inner.h"
#include "server/fields.h"
#include "server/game_json.h"

enum { LINES_USUAL = 5 };
#define REVIEW_SECONDS 0.5

struct feed *feed_new(struct pool *pool)
{
    struct feed *l = mem_zero(1, sizeof *l);
    pthread_mutex_init(&l->lock, NULL);
    pthread_cond_init(&l->news, NULL);
    pthread_cond_init(&l->quiet, NULL);
    l->pool = pool;
    feed_send_start(l);
    return l;
}

/* Stops what the socket asked for; the lock is held. */
static void end_all(struct feed_socket *s)
{
    for (int i = 0; i < LIMIT_LIVE_IDS; i++)
        if (s->follower[i].study)
            study_leave(s->feed, &s->follower[i]);
    review_end(s, -1);
}

void feed_stop(struct feed *l)
{
    if (!l)
        return;
    pthread_mutex_lock(&l->lock);
    l->ending = true;
    pthread_cond_broadcast(&l->news);
    for (struct feed_socket *s = l->sockets; s; s = s->next)
        end_all(s);
    while (l->running > 0)
        pthread_cond_wait(&l->quiet, &l->lock);
    pthread_mutex_unlock(&l->lock);
    feed_send_end(l);
}

void feed_free(struct feed *l)
{
    if (!l)
        return;
    pthread_cond_destroy(&l->quiet);
    pthread_cond_destroy(&l->news);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

struct feed_socket *feed_open(struct feed *l, uint64_t client, feed_send *send, feed_queued *queued,
                              void *context)
{
    struct feed_socket *s = mem_zero(1, sizeof *s);
    s->feed = l;
    s->client = client;
    s->send = send;
    s->queued = queued;
    s->context = context;
    pthread_mutex_lock(&l->lock);
    s->next = l->sockets;
    l->sockets = s;
    l->socket_count++;
    pthread_mutex_unlock(&l->lock);
    return s;
}

void feed_close(struct feed_socket *s)
{
    struct feed *l = s->feed;
    pthread_mutex_lock(&l->lock);
    end_all(s);
    struct feed_socket **at = &l->sockets;
    while (*at != s)
        at = &(*at)->next;
    *at = s->next;
    l->socket_count--;
    pthread_mutex_unlock(&l->lock);
    free(s);
}

struct feed_counts feed_counts(struct feed *l)
{
    struct feed_counts n = {0, 0, 0};
    pthread_mutex_lock(&l->lock);
    n.sockets = l->socket_count;
    for (const struct study *t = l->studies; t; t = t->next)
        n.studies++;
    for (const struct review *v = l->reviews; v; v = v->next)
        n.reviews++;
    pthread_mutex_unlock(&l->lock);
    return n;
}

/* ---- Messages to the client ---- */

void feed_say(struct feed_socket *s, const char *text, size_t len)
{
    s->send(s->context, text, len);
}

void feed_say_fault(struct feed_socket *s, int64_t id, enum fault f, const char *message)
{
    json_t *j = json_pack("{s:o}", "error", reply_fault_json(f, message));
    if (id >= 0)
        json_object_set_new(j, "id", json_integer(id));
    char *text = json_dumps(j, JSON_COMPACT);
    if (text)
        feed_say(s, text, strlen(text));
    free(text);
    json_decref(j);
}

/* ---- Messages from the client ---- */

struct message {
    const char *what;
    int64_t id, lines;
    double seconds;
    struct position *position;
};

static bool read_message(const json_t *j, struct message *m, struct err *e)
{
    if (!field_text(j, "do", &m->what, e) || !field_whole(j, "id", 0, INT32_MAX, &m->id, e))
        return false;
    if (!m->what || m->id < 0)
        return err_set(e, "'%s' is missing", m->what ? "id" : "do");
    if (strcmp(m->what, "stop") == 0)
        return field_only(j, "do id", e);
    bool review = strcmp(m->what, "review") == 0;
    if (!review && strcmp(m->what, "analyse") != 0) {
        char quote[TEXT_QUOTE];
        return err_set(e, "'do' is '%s', must be analyse, review or stop",
                       text_quote(m->what, strlen(m->what), quote));
    }
    if (!field_only(j, "do id game lines seconds", e))
        return false;
    m->lines = review ? 1 : LINES_USUAL;
    m->seconds = review ? REVIEW_SECONDS : 0;
    return field_whole(j, "lines", 1, ENGINE_LINES_MOST, &m->lines, e) &&
           field_number(j, "seconds", review ? 0.01 : 0, LIMIT_MOVE_SECONDS, &m->seconds, e) &&
           game_of_request(j, !review, &m->position, e);
}

/* Ends what the socket has under this number. */
static void end_id(struct feed_socket *s, int64_t id)
{
    for (int i = 0; i < LIMIT_LIVE_IDS; i++)
        if (s->follower[i].study && s->follower[i].id == id)
            study_leave(s->feed, &s->follower[i]);
    review_end(s, id);
}

static void obey(struct feed_socket *s, const json_t *j)
{
    struct message m = {NULL, -1, 0, 0, NULL};
    struct err e;
    bool ok = read_message(j, &m, &e);
    pthread_mutex_lock(&s->feed->lock);
    if (!ok) {
        feed_say_fault(s, m.id, FAULT_BAD_REQUEST, e.text);
    } else {
        end_id(s, m.id);
        if (strcmp(m.what, "analyse") == 0)
            study_follow(s, m.id, m.position, (int)m.lines, m.seconds);
        else if (strcmp(m.what, "review") == 0)
            review_start(s, m.id, m.position, (int)m.lines, m.seconds);
    }
    pthread_mutex_unlock(&s->feed->lock);
}

static void complain(struct feed_socket *s, enum fault f, const char *message)
{
    pthread_mutex_lock(&s->feed->lock);
    feed_say_fault(s, -1, f, message);
    pthread_mutex_unlock(&s->feed->lock);
}

void feed_message(struct feed_socket *s, const char *text, size_t len)
{
    json_error_t e;
    json_t *j = json_loadb(text, len, JSON_REJECT_DUPLICATES, &e);
    if (!j) {
        struct err text_of;
        err_set(&text_of, "line %d, column %d: %s", e.line, e.column, e.text);
        complain(s, FAULT_BAD_JSON, text_of.text);
        return;
    }
    if (json_is_object(j))
        obey(s, j);
    else
        complain(s, FAULT_BAD_JSON, "a message must be a JSON object");
    json_decref(j);
}
