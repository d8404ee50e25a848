/* Puzzles from many games, by several threads, in an order that does not depend on them; see making.h. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "lab/puzzles/making.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/puzzle.h"

enum { GAMES_A_THREAD = 4 }; /* of a batch */

/* What a game came to. */
struct make_slot {
    struct puzzles puzzles;
    long positions, rejected[REASONS];
    bool whole; /* it was not stopped */
};

struct make_worker {
    struct making *making;
    struct finder *finder;
    struct make_slot slot[GAMES_A_THREAD];
    uint64_t first;
    int games; /* of this batch */
};

struct making *making_new(const struct make_options *o)
{
    struct making *m = mem_zero(1, sizeof *m);
    m->options = *o;
    m->worker = mem_zero((size_t)o->threads, sizeof *m->worker);
    for (int i = 0; i < o->threads; i++) {
        m->worker[i].making = m;
        m->worker[i].finder = finder_new(&o->rules, &o->find);
    }
    return m;
}

void making_free(struct making *m)
{
    for (int i = 0; i < m->options.threads; i++)
        finder_free(m->worker[i].finder);
    for (size_t i = 0; i < m->records; i++)
        position_free(m->record[i].game);
    free(m->record);
    free(m->worker);
    free(m->seen);
    puzzles_free(&m->puzzles);
    free(m);
}

/* ---- what is there already ---- */

/* The place of the shape in the table: its own, or an empty one. */
static struct make_seen *seen_find(struct making *m, uint64_t shape)
{
    size_t i = shape & (m->seen_room - 1);
    while (m->seen[i].shape && m->seen[i].shape != shape)
        i = (i + 1) & (m->seen_room - 1);
    return &m->seen[i];
}

static struct make_seen *seen_get(struct making *m, uint64_t shape)
{
    if ((m->seen_n + 1) * 2 > m->seen_room) {
        struct make_seen *old = m->seen;
        size_t room = m->seen_room;
        m->seen_room = room ? 2 * room : 1024;
        m->seen = mem_zero(m->seen_room, sizeof *m->seen);
        for (size_t i = 0; i < room; i++)
            if (old[i].shape)
                *seen_find(m, old[i].shape) = old[i];
        free(old);
    }
    return seen_find(m, shape ? shape : 1);
}

static int stones_of(const struct puzzle *p)
{
    return p->before->stones + p->error.n;
}

/* Takes a puzzle, or says why not. Of two alike the one with fewer stones beside what matters stays. */
static enum puzzle_reason take(struct making *m, const struct puzzle *p)
{
    long *length = &m->length[p->turns <= HUNT_DEPTH ? p->turns : HUNT_DEPTH][p->kind];
    uint64_t shape = finder_shape(p);
    struct make_seen *seen = seen_get(m, shape);
    if (seen->shape) {
        struct puzzle *old = &m->puzzles.at[seen->at], new = *p;
        if (stones_of(old) <= stones_of(p))
            return REASON_DUPLICATE;
        puzzle_done(old);
        *old = new;
        m->counts.rejected[REASON_DUPLICATE]++;
        return PUZZLE_FINE;
    }
    if (m->options.quota && *length >= m->options.quota)
        return REASON_QUOTA;
    *seen = (struct make_seen){shape ? shape : 1, m->puzzles.n};
    m->seen_n++;
    ++*length;
    puzzles_add(&m->puzzles, p);
    return PUZZLE_FINE;
}

/* ---- a batch ---- */

struct telling {
    struct make_slot *slot;
    const struct making *making;
    uint64_t number;
};

static void told(void *ctx, enum puzzle_reason why, struct puzzle *p)
{
    struct telling *x = ctx;
    x->slot->positions++;
    if (!p) {
        x->slot->rejected[why]++;
        return;
    }
    const struct making *m = x->making;
    const char *from = !m->from_records ? "self-play" : m->record[x->number].from ? "proof" : "record";
    snprintf(p->source, sizeof p->source, "%s %llu/%llu", from,
             (unsigned long long)(m->from_records ? 0 : m->options.seed), (unsigned long long)x->number);
    puzzles_add(&x->slot->puzzles, p);
}

static void *work(void *arg)
{
    struct make_worker *w = arg;
    const struct making *m = w->making;
    for (int i = 0; i < w->games; i++) {
        struct make_slot *s = &w->slot[i];
        struct telling t = {s, m, w->first + (uint64_t)i};
        *s = (struct make_slot){0};
        struct position *game =
            m->from_records ? position_copy(m->record[t.number].game) : make_game(&m->options, t.number);
        if (game)
            finder_game(w->finder, game, m->from_records ? m->record[t.number].from : 0, told, &t);
        position_free(game);
        s->whole = game && !deadline_over(&m->options.find.until);
    }
    return NULL;
}

/* Adds what a game gave; false: no more is wanted. A game that was stopped counts as not looked at, and so do
 * those behind it. */
static bool merge(struct making *m, struct make_slot *s, bool wanted)
{
    wanted = wanted && s->whole && (!m->options.puzzles || m->puzzles.n < (size_t)m->options.puzzles);
    for (size_t i = 0; i < s->puzzles.n; i++) {
        enum puzzle_reason why = wanted ? take(m, &s->puzzles.at[i]) : REASON_QUOTA;
        if (why != PUZZLE_FINE) {
            puzzle_done(&s->puzzles.at[i]);
            s->rejected[why]++;
        }
    }
    free(s->puzzles.at);
    m->stopped = m->stopped || !s->whole;
    if (wanted) {
        m->next++;
        m->counts.games++;
        m->counts.positions += s->positions;
        for (int i = 0; i < REASONS; i++)
            m->counts.rejected[i] += s->rejected[i];
    }
    return wanted;
}

bool making_batch(struct making *m)
{
    uint64_t end = m->from_records ? m->records : m->options.games ? (uint64_t)m->options.games : UINT64_MAX;
    uint64_t first = m->next;
    pthread_t thread[64];
    int n = m->options.threads;
    for (int i = 0; i < n; i++) {
        struct make_worker *w = &m->worker[i];
        w->first = first;
        w->games = first >= end ? 0 : end - first < GAMES_A_THREAD ? (int)(end - first) : GAMES_A_THREAD;
        first += (uint64_t)w->games;
    }
    for (int i = 1; i < n; i++)
        if (pthread_create(&thread[i], NULL, work, &m->worker[i]) != 0)
            mem_fail(0);
    work(&m->worker[0]);
    for (int i = 1; i < n; i++)
        pthread_join(thread[i], NULL);
    bool wanted = true;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m->worker[i].games; j++)
            wanted = merge(m, &m->worker[i].slot[j], wanted);
    return wanted && m->next < end && (!m->options.puzzles || m->puzzles.n < (size_t)m->options.puzzles);
}

/* ---- files ---- */

/* The number of the game in a source "self-play 1/23". */
static uint64_t source_game(const struct puzzle *p)
{
    const char *slash = strrchr(p->source, '/');
    return slash ? strtoull(slash + 1, NULL, 10) : UINT64_MAX;
}

static json_t *options_json(const struct making *m)
{
    const struct make_options *o = &m->options;
    return json_pack("{s:o, s:I, s:i, s:i, s:i, s:I, s:i, s:b, s:b, s:I, s:I}", "rules",
                     game_rules_json(&o->rules), "seed", (json_int_t)o->seed, "from", o->level[0], "to",
                     o->level[1], "most", o->find.most, "nodes", (json_int_t)o->find.nodes, "singles",
                     o->find.singles, "defences", o->find.defences, "records", m->from_records, "quota",
                     (json_int_t)o->quota, "places", (json_int_t)o->places);
}

static char *state_path(const char *path)
{
    struct buf b = BUF_EMPTY;
    buf_format(&b, "%s.state", path);
    return buf_take(&b);
}

bool making_save(const struct making *m, const char *path, struct err *e)
{
    struct buf b = BUF_EMPTY;
    char *state = state_path(path);
    json_t *reasons = json_array();
    for (size_t i = 0; i < m->puzzles.n; i++)
        puzzle_write(&m->puzzles.at[i], &b);
    for (int i = 0; i < REASONS; i++)
        json_array_append_new(reasons, json_integer(m->counts.rejected[i]));
    json_t *j = json_pack("{s:o, s:I, s:I, s:I, s:f, s:o}", "options", options_json(m), "next",
                          (json_int_t)m->next, "games", (json_int_t)m->counts.games, "positions",
                          (json_int_t)m->counts.positions, "cpu", m->counts.cpu, "rejected", reasons);
    char *text = json_dumps(j, JSON_COMPACT);
    bool fine = file_write(path, buf_str(&b), b.len, e) && file_write(state, text, strlen(text), e);
    json_decref(j);
    free(text);
    free(state);
    buf_free(&b);
    return fine;
}

static bool load_state(struct making *m, const json_t *j, struct err *e)
{
    json_t *options = options_json(m);
    bool same = json_equal(json_object_get(j, "options"), options);
    json_decref(options);
    int64_t next = 0, games = 0, positions = 0;
    if (!same)
        return err_set(e, "it was made with other options");
    if (!field_whole(j, "next", 0, INT64_MAX / 2, &next, e) ||
        !field_whole(j, "games", 0, INT64_MAX / 2, &games, e) ||
        !field_whole(j, "positions", 0, INT64_MAX / 2, &positions, e) ||
        !field_number(j, "cpu", 0, 1e18, &m->counts.cpu, e))
        return false;
    m->next = (uint64_t)next;
    m->counts.games = (long)games;
    m->counts.positions = (long)positions;
    for (int i = 0; i < REASONS; i++)
        m->counts.rejected[i] =
            (long)json_integer_value(json_array_get(json_object_get(j, "rejected"), (size_t)i));
    return true;
}

/* The puzzles of the games that the state knows of: those behind them come again. */
static void keep_old(struct making *m, struct puzzles *old)
{
    for (size_t i = 0; i < old->n; i++)
        if (source_game(&old->at[i]) >= m->next || take(m, &old->at[i]) != PUZZLE_FINE)
            puzzle_done(&old->at[i]);
    free(old->at);
}

bool making_load(struct making *m, const char *path, struct err *e)
{
    char *state = state_path(path), *text = NULL;
    size_t len;
    struct puzzles old = PUZZLES_EMPTY;
    json_error_t why;
    json_t *j = NULL;
    bool fine = true;
    if (access(path, F_OK) == 0) {
        fine =
            file_read(state, &text, &len, e) || err_prefix(e, "%s is there, but not how it was made", path);
        if (fine && !(j = json_loadb(text, len, 0, &why)))
            fine = err_set(e, "%s: line %d: %s", state, why.line, why.text);
        fine = fine && (load_state(m, j, e) || err_prefix(e, "%s", path));
        free(text);
        text = NULL;
        fine = fine && file_read(path, &text, &len, e) &&
               (puzzles_read(text, len, &old, e) || err_prefix(e, "%s", path));
    }
    if (fine)
        keep_old(m, &old);
    else
        puzzles_free(&old);
    json_decref(j);
    free(text);
    free(state);
    return fine;
}

void making_add_game(struct making *m, struct position *game, int from)
{
    m->record = mem_grow(m->record, &m->record_room, m->records + 1, sizeof *m->record);
    m->record[m->records++] = (struct make_record){game, from};
}

/* Every line of the tree is a game. */
static void add_record(struct making *m, const struct record *r)
{
    for (struct tree_node *n = r->root; n; n = node_next(n, r->root)) {
        struct position *p;
        struct err e;
        if (n->child || !record_position(r, n, &p, &e))
            continue;
        making_add_game(m, p, 0);
    }
}

bool making_add_records(struct making *m, const char *path, record_bad *bad, void *context, struct err *e)
{
    char *text;
    size_t len, count;
    struct record **record;
    struct record_options o = {.fallback = &m->options.rules, .bad = bad, .context = context};
    if (!file_read(path, &text, &len, e))
        return false;
    m->from_records = true;
    if (making_is_proof(text, len)) {
        bool added = making_add_proof(m, path, text, len, e);
        free(text);
        return added;
    }
    bool fine = record_read_all(text, len, &o, &record, &count, e) || err_prefix(e, "%s", path);
    free(text);
    if (!fine)
        return false;
    for (size_t i = 0; i < count; i++)
        if (record[i] && rules_equal(record_rules(record[i]), &m->options.rules))
            add_record(m, record[i]);
    record_free_all(record, count);
    return true;
}
