/* Matches on threads; see match.h. */
#include "play/arena/match.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/wait.h"
#include "play/arena/archive.h"
#include "play/arena/journal.h"

struct slot {
    bool done, taken;
    struct archived game;
};

struct match {
    const struct match_setup *setup;
    struct journal *journal;
    struct slot *slot; /* by game */
    long games, next;  /* next: no game below it is still to be begun */
    /* The test looks at pairs in their order, so that what it decides does not depend on which came first. */
    long pairs; /* looked at so far */
    long penta[PENTA];
    enum sprt_verdict verdict;
    struct err failure; /* "" if there is none */
    atomic_bool stop;   /* players look at it; the rest is under the lock */
    pthread_mutex_t lock;
    pthread_cond_t ended; /* a thread has */
    pthread_t *thread;
    int threads, running, under_way;
};

static struct match *make(const struct match_setup *s)
{
    struct match *m = mem_zero(1, sizeof *m);
    m->setup = s;
    pthread_mutex_init(&m->lock, NULL);
    wait_init(&m->ended);
    atomic_init(&m->stop, false);
    return m;
}

static void make_slots(struct match *m)
{
    m->games = setup_games(m->setup);
    m->slot = mem_zero((size_t)m->games, sizeof *m->slot);
}

struct match *match_new(const struct match_setup *s, const char *journal, struct err *e)
{
    struct match *m = make(s);
    make_slots(m);
    if (journal) {
        json_t *header = setup_to_json(s);
        m->journal = journal_create(journal, header, e);
        json_decref(header);
        if (!m->journal) {
            match_free(m);
            return NULL;
        }
    }
    return m;
}

/* Points of the first player in a pair, 0 … 4 halves. */
static int pair_points(const struct slot *pair)
{
    static const int black_points[] = {[OUTCOME_BLACK] = 2, [OUTCOME_DRAW] = 1, [OUTCOME_WHITE] = 0};
    return black_points[pair[0].game.outcome] + 2 - black_points[pair[1].game.outcome];
}

/* Goes on with the test as far as pairs are complete. */
static void look_at_pairs(struct match *m)
{
    while (m->setup->test && m->verdict == SPRT_OPEN && m->pairs < m->games / 2) {
        const struct slot *pair = &m->slot[2 * m->pairs];
        if (!pair[0].done || !pair[1].done)
            return;
        m->penta[pair_points(pair)]++;
        m->pairs++;
        m->verdict = sprt_decide(&m->setup->sprt, m->penta);
    }
    if (m->verdict != SPRT_OPEN)
        atomic_store(&m->stop, true);
}

static bool resume_header(void *who, const json_t *line, struct err *e)
{
    struct match *m = who;
    /* It is ours until the header has been read; after that nobody writes it. */
    if (!setup_from_json(line, (struct match_setup *)(uintptr_t)m->setup, e))
        return false;
    make_slots(m);
    return true;
}

static bool resume_game(void *who, const json_t *line, struct err *e)
{
    struct match *m = who;
    long number;
    struct archived g;
    if (!archive_read(m->setup, line, &number, &g, e))
        return false;
    if (m->slot[number].done)
        return err_set(e, "game %ld comes twice", number);
    m->slot[number].done = m->slot[number].taken = true;
    m->slot[number].game = g;
    return true;
}

struct match *match_resume(const char *journal, struct match_setup *s, struct err *e)
{
    struct match *m = make(s);
    m->journal = journal_open(journal, resume_header, resume_game, m, e);
    if (!m->journal) {
        match_free(m);
        return NULL;
    }
    look_at_pairs(m);
    return m;
}

void match_free(struct match *m)
{
    if (!m)
        return;
    match_stop(m);
    journal_close(m->journal);
    free(m->slot);
    pthread_mutex_destroy(&m->lock);
    pthread_cond_destroy(&m->ended);
    free(m);
}

/* ---- Playing, on the threads ---- */

/* A thread keeps the players of its last game, so that programs need not start for every game. */
struct seats {
    struct player *player[2];
    int who[2];
    struct player *referee; /* NULL: none, or not yet */
};

static struct player *seat(struct match *m, struct seats *seats, int at, int who)
{
    if (!seats->player[at] || seats->who[at] != who) {
        player_free(seats->player[at]);
        struct player_setup setup = {&m->setup->player[who], m->setup->rules, &m->stop};
        seats->player[at] = player_new(&setup);
        seats->who[at] = who;
    }
    return seats->player[at];
}

static bool play_one(struct match *m, struct seats *seats, long number, struct game_result *out)
{
    struct scheduled g = setup_game(m->setup, number);
    /* Seats belong to the first and second player of the meeting, whatever their colours. */
    int first = g.swapped;
    struct player *black = seat(m, seats, first, g.black), *white = seat(m, seats, !first, g.white);
    if (m->setup->referee_text && !seats->referee) {
        struct player_setup setup = {&m->setup->referee, m->setup->rules, &m->stop};
        seats->referee = player_new(&setup);
    }
    struct arena_game setup = {.rules = m->setup->rules,
                               .opening = g.opening->s,
                               .opening_stones = g.opening->n,
                               .player = {black, white},
                               .seed = g.seed,
                               .time = m->setup->time,
                               .adjudicate = m->setup->adjudicate,
                               .referee = seats->referee};
    return arena_play(&setup, out);
}

/* The next game to be played, -1 if there is none; under the lock. */
static long take_game(struct match *m)
{
    if (atomic_load(&m->stop))
        return -1;
    while (m->next < m->games && m->slot[m->next].taken)
        m->next++;
    if (m->next == m->games)
        return -1;
    m->slot[m->next].taken = true;
    m->under_way++;
    return m->next;
}

/* Writes a game down; under the lock, so that the journal's lines do not mix. What is kept comes from the
 * line, so that a match that is resumed has exactly the same. */
static void finish_game(struct match *m, long number, const struct game_result *r)
{
    struct err e;
    struct slot *s = &m->slot[number];
    json_t *line = archive_line(m->setup, number, r);
    bool ok = (!m->setup->sgf || archive_sgf(m->setup, number, r, &e)) &&
              (!m->journal || journal_add(m->journal, line, &e)) &&
              archive_read(m->setup, line, &number, &s->game, &e);
    json_decref(line);
    if (!ok) {
        if (!m->failure.text[0])
            m->failure = e;
        atomic_store(&m->stop, true);
        return;
    }
    s->done = true;
    look_at_pairs(m);
}

static void *work(void *who)
{
    struct match *m = who;
    struct seats seats = {{NULL, NULL}, {-1, -1}, NULL};
    pthread_mutex_lock(&m->lock);
    for (long number; (number = take_game(m)) >= 0;) {
        pthread_mutex_unlock(&m->lock);
        struct game_result r;
        bool counts = play_one(m, &seats, number, &r);
        pthread_mutex_lock(&m->lock);
        m->under_way--;
        if (counts)
            finish_game(m, number, &r);
        else
            m->slot[number].taken = false;
        game_result_free(&r);
    }
    pthread_mutex_unlock(&m->lock);
    player_free(seats.player[0]);
    player_free(seats.player[1]);
    player_free(seats.referee);
    pthread_mutex_lock(&m->lock);
    m->running--;
    pthread_cond_broadcast(&m->ended);
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

void match_start(struct match *m, int threads)
{
    assert(!m->thread && threads > 0);
    m->thread = mem_zero((size_t)threads, sizeof *m->thread);
    pthread_mutex_lock(&m->lock);
    for (; m->threads < threads; m->threads++) {
        if (pthread_create(&m->thread[m->threads], NULL, work, m) != 0)
            break; /* fewer then */
        m->running++;
    }
    if (m->threads == 0)
        err_set(&m->failure, "no thread could be started");
    pthread_mutex_unlock(&m->lock);
}

bool match_wait(struct match *m, double seconds)
{
    double until = clock_now() + seconds;
    pthread_mutex_lock(&m->lock);
    while (m->running > 0 && wait_until(&m->ended, &m->lock, until))
        ;
    bool over = m->running == 0;
    pthread_mutex_unlock(&m->lock);
    return over;
}

/* A match that has run to its end was not stopped. */
void match_halt(struct match *m)
{
    if (!match_wait(m, 0))
        atomic_store(&m->stop, true);
}

void match_stop(struct match *m)
{
    match_halt(m);
    for (int i = 0; i < m->threads; i++)
        pthread_join(m->thread[i], NULL);
    m->threads = 0;
    free(m->thread);
    m->thread = NULL;
}

bool match_failed(struct match *m, struct err *e)
{
    pthread_mutex_lock(&m->lock);
    bool failed = m->failure.text[0] != '\0';
    if (failed)
        *e = m->failure;
    pthread_mutex_unlock(&m->lock);
    return failed;
}

/* ---- The tally ---- */

static void count_game(struct tally *t, const struct scheduled *s, const struct archived *g)
{
    int colour = s->swapped ? WHITE : BLACK; /* of the first player */
    enum outcome mine = s->swapped ? OUTCOME_WHITE : OUTCOME_BLACK;
    if (g->outcome == OUTCOME_DRAW)
        t->draw[colour]++;
    else if (g->outcome == mine)
        t->win[colour]++;
    else
        t->loss[colour]++;
    if (g->fault != FAULT_NONE)
        t->fault[g->outcome == mine][g->fault]++;
    for (int i = 0; i < 2; i++) {
        int side = i == 0 ? colour : !colour;
        t->seconds[i] += (double)g->seconds[side];
        t->turns[i] += g->turns[side];
    }
}

static int by_hash(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static long count_distinct(uint64_t *hash, size_t n)
{
    qsort(hash, n, sizeof *hash, by_hash);
    size_t different = 0;
    for (size_t i = 0; i < n; i++)
        different += i == 0 || hash[i] != hash[i - 1];
    return (long)different;
}

struct standing match_standing(struct match *m)
{
    struct standing s;
    memset(&s, 0, sizeof s);
    pthread_mutex_lock(&m->lock);
    s.planned = m->games;
    s.meetings = setup_meetings(m->setup);
    s.tally = mem_zero((size_t)s.meetings, sizeof *s.tally);
    s.under_way = m->under_way;
    s.over = m->running == 0;
    s.verdict = m->verdict;
    s.llr = m->setup->test ? sprt_llr(m->penta, m->setup->sprt.elo0, m->setup->sprt.elo1) : 0;
    uint64_t *hash = mem_zero((size_t)m->games, sizeof *hash);
    long counted = m->verdict == SPRT_OPEN ? m->games : 2 * m->pairs;
    for (long i = 0; i < m->games; i++) {
        if (!m->slot[i].done)
            continue;
        if (i >= counted) {
            s.unused++;
            continue;
        }
        struct scheduled g = setup_game(m->setup, i);
        struct tally *t = &s.tally[g.meeting];
        count_game(t, &g, &m->slot[i].game);
        if (g.swapped && m->slot[i - 1].done)
            t->penta[pair_points(&m->slot[i - 1])]++;
        hash[s.played++] = m->slot[i].game.hash;
    }
    s.stopped = m->verdict == SPRT_OPEN && s.played < s.planned && s.over;
    pthread_mutex_unlock(&m->lock);
    s.distinct = count_distinct(hash, (size_t)s.played);
    free(hash);
    return s;
}

void standing_free(struct standing *s)
{
    free(s->tally);
    s->tally = NULL;
}
