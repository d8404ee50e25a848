/* Sockets and their messages; see feed.h. */
#include "server/live/feed.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "base/wait.h"
#include "connect/board/region.h"
#include "server/live/feed_inner.h"
#include "json/fields.h"
#include "json/game.h"

enum { LINES_USUAL = 5 };
#define REVIEW_SECONDS 0.5
#define PROVE_SECONDS  60.0

struct feed *feed_new(struct pool *pool)
{
    struct feed *l = mem_zero(1, sizeof *l);
    pthread_mutex_init(&l->lock, NULL);
    wait_init(&l->news);
    pthread_cond_init(&l->quiet, NULL);
    l->pool = pool;
    feed_send_start(l);
    return l;
}

void feed_set_keeper(struct feed *l, const struct feed_keeper *k)
{
    l->keeper = *k;
}

void feed_set_book(struct feed *l, const struct chooser_book *b)
{
    l->book = *b;
}

void feed_add_guest(struct feed *l, const struct feed_guest *g)
{
    assert(l->guests < FEED_GUESTS);
    l->guest[l->guests++] = *g;
}

enum feed_told feed_tell(struct feed *l, uint64_t socket, const char *text, size_t len)
{
    enum feed_told told = FEED_GONE;
    pthread_mutex_lock(&l->lock);
    for (struct feed_socket *s = l->sockets; s && !l->ending; s = s->next)
        if (s->number == socket) {
            told = s->queued(s->context) ? FEED_FULL : FEED_TOLD;
            if (told == FEED_TOLD)
                feed_say(s, text, len);
            break;
        }
    pthread_mutex_unlock(&l->lock);
    return told;
}

/* Guests take locks of their own, and talk to sockets while they hold them: they are not called under ours. */
static void end_guests(struct feed_socket *s, int64_t id)
{
    for (int i = 0; i < s->feed->guests; i++)
        s->feed->guest[i].end(s->feed->guest[i].context, s->number, id);
}

/* Stops what the socket asked for; the lock is held. */
static void end_all(struct feed_socket *s)
{
    for (int i = 0; i < LIMIT_LIVE_IDS; i++)
        if (s->follower[i].study)
            study_leave(s->feed, &s->follower[i]);
    solo_end(s, -1);
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
    s->number = ++l->numbers;
    s->next = l->sockets;
    l->sockets = s;
    l->socket_count++;
    pthread_mutex_unlock(&l->lock);
    return s;
}

void feed_close(struct feed_socket *s)
{
    struct feed *l = s->feed;
    end_guests(s, -1);
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
    struct feed_counts n = {0, 0, 0, 0};
    pthread_mutex_lock(&l->lock);
    n.sockets = l->socket_count;
    for (const struct study *t = l->studies; t; t = t->next)
        n.studies++;
    for (const struct solo *v = l->solos; v; v = v->next)
        (*(v->kind->job == JOB_REVIEW ? &n.reviews : &n.proofs))++;
    pthread_mutex_unlock(&l->lock);
    return n;
}

/* ---- Messages to the client ---- */

void feed_say(struct feed_socket *s, const char *text, size_t len)
{
    s->send(s->context, text, len);
}

void feed_say_fault(struct feed_socket *s, int64_t id, enum problem f, const char *message)
{
    json_t *j = json_pack("{s:o}", "error", problem_json(f, message));
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
    const struct feed_guest *guest; /* for somebody outside */
    int64_t id;
    struct study_wish search; /* a review has lines and seconds alone */
    struct prove_wish prove;
    struct position *position; /* of proofs */
    struct game_asked asked;   /* of analyses and reviews */
};

static bool is(const struct message *m, const char *what)
{
    return strcmp(m->what, what) == 0;
}

/* The rest of a message that asks for a proof. */
static bool read_prove(const json_t *j, struct message *m, struct err *e)
{
    int64_t order = 2, nodes = 0;
    m->prove = (struct prove_wish){.verify = is(m, "verify"), .seconds = PROVE_SECONDS};
    if (!field_only(j, "do id game order seconds nodes", e) || !field_whole(j, "order", 1, 4, &order, e) ||
        !field_whole(j, "nodes", 1, INT64_MAX, &nodes, e) ||
        !field_number(j, "seconds", 0.01, LIMIT_PROVE_SECONDS, &m->prove.seconds, e))
        return false;
    m->prove.order = (int)order;
    m->prove.nodes = (uint64_t)nodes;
    return game_of_request(j, true, &m->position, e);
}

/* The part of the board that the turns of an analysis are limited to. */
static bool read_region(const json_t *j, struct message *m, struct err *e)
{
    const char *text = NULL;
    struct err wrong;
    if (!field_text(j, "region", &text, e))
        return false;
    if (!text)
        return true;
    const struct position *p = m->asked.position;
    if (!p)
        return err_set(e, "'region' is for the Connect family");
    m->search.region = mem_zero((size_t)square_limit(&p->rules), 1);
    return region_parse(p, text, m->search.region, &wrong) || err_set(e, "'region': %s", wrong.text);
}

static bool read_search(const json_t *j, struct message *m, struct err *e)
{
    bool review = is(m, "review");
    int64_t lines = review ? 1 : LINES_USUAL, threads = 0, hash = 0;
    if (!field_only(j, review ? "do id game lines seconds" : "do id game lines seconds region threads hash",
                    e))
        return false;
    m->search.seconds = review ? REVIEW_SECONDS : 0;
    if (!field_whole(j, "lines", 1, REPORT_LINES_MOST, &lines, e) ||
        !field_whole(j, "threads", 1, ENGINE_THREADS_MOST, &threads, e) ||
        !field_whole(j, "hash", 1, 1 << 20, &hash, e) ||
        !field_number(j, "seconds", review ? 0.01 : 0, LIMIT_MOVE_SECONDS, &m->search.seconds, e) ||
        !game_asked_read(j, !review, &m->asked, e))
        return false;
    m->search.lines = (int)lines;
    m->search.threads = (int)threads;
    m->search.hash_bytes = (size_t)hash << 20;
    if (review || read_region(j, m, e))
        return true;
    game_asked_free(&m->asked);
    free(m->search.region);
    return false;
}

static bool read_message(const struct feed *l, const json_t *j, struct message *m, struct err *e)
{
    if (!field_text(j, "do", &m->what, e) || !field_whole(j, "id", 0, INT32_MAX, &m->id, e))
        return false;
    if (!m->what || m->id < 0)
        return err_set(e, "'%s' is missing", m->what ? "id" : "do");
    if (is(m, "stop"))
        return field_only(j, "do id", e);
    if (is(m, "analyse") || is(m, "review"))
        return read_search(j, m, e);
    if (is(m, "solve") || is(m, "verify"))
        return read_prove(j, m, e);
    struct err words = {""};
    for (int i = 0; i < l->guests; i++) {
        if (is(m, l->guest[i].word)) {
            m->guest = &l->guest[i];
            return field_only(j, l->guest[i].fields, e);
        }
        size_t len = strlen(words.text);
        snprintf(words.text + len, sizeof words.text - len, ", %s", l->guest[i].word);
    }
    char quote[TEXT_QUOTE];
    return err_set(e, "'do' is '%s', must be analyse, review, solve, verify%s or stop",
                   text_quote(m->what, strlen(m->what), quote), words.text);
}

/* Ends what the socket has under this number. */
static void end_id(struct feed_socket *s, int64_t id)
{
    for (int i = 0; i < LIMIT_LIVE_IDS; i++)
        if (s->follower[i].study && s->follower[i].id == id)
            study_leave(s->feed, &s->follower[i]);
    solo_end(s, id);
}

static void obey(struct feed_socket *s, const json_t *j)
{
    struct message m = {.id = -1};
    struct err e;
    enum problem problem = PROBLEM_BAD_REQUEST;
    bool ok = read_message(s->feed, j, &m, &e);
    if (ok)
        end_guests(s, m.id);
    if (ok && m.guest)
        ok = m.guest->start(m.guest->context, s->number, s->client, m.id, j, &problem, &e);
    pthread_mutex_lock(&s->feed->lock);
    if (!ok) {
        feed_say_fault(s, m.id, problem, e.text);
    } else {
        end_id(s, m.id);
        if (m.guest)
            ; /* it tells by itself */
        else if (is(&m, "analyse"))
            study_follow(s, m.id, &m.asked, &m.search);
        else if (is(&m, "review"))
            review_start(s, m.id, &m.asked, m.search.lines, m.search.seconds);
        else if (!is(&m, "stop"))
            prove_start(s, m.id, m.position, &m.prove);
    }
    pthread_mutex_unlock(&s->feed->lock);
}

static void complain(struct feed_socket *s, enum problem f, const char *message)
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
        complain(s, PROBLEM_BAD_JSON, text_of.text);
        return;
    }
    if (json_is_object(j))
        obey(s, j);
    else
        complain(s, PROBLEM_BAD_JSON, "a message must be a JSON object");
    json_decref(j);
}
