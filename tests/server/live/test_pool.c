/* The pool and its queue: whose job is next, how many there may be, who stops for whom. Jobs are made up;
 * what is waited for is an event, never a time, and a wait without end fails the test. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/mem.h"
#include "server/live/pool.h"
#include "support/boards.h"
#include "json/limits.h"

/* ---- The queue alone ---- */

enum { JOBS = 2000, MANY = 1000 }; /* MANY: may run at once, in tests where this does not matter */

struct jobs {
    struct job job[JOBS];
    int count;
};

static struct job *add(struct queue *q, struct jobs *all, uint64_t client, enum job_kind kind)
{
    assert_true(all->count < JOBS);
    struct job *j = &all->job[all->count++];
    *j = (struct job){.client = client, .kind = kind};
    return queue_add(q, j) ? j : NULL;
}

/* Gives out a job and ends it; the client's letter, '-' if there is none. */
static char serve(struct queue *q, enum job_class slow)
{
    struct job *j = jobs_next(q, slow, MANY);
    if (!j)
        return '-';
    queue_done(q, j->client, j->kind);
    return (char)j->client;
}

static void assert_served(struct queue *q, enum job_class slow, const char *clients)
{
    for (; *clients; clients++)
        assert_int_equal(serve(q, slow), *clients);
    assert_int_equal(serve(q, slow), '-');
}

static void lines_take_turns(void **state)
{
    (void)state;
    struct queue *q = jobs_queue();
    struct jobs *all = mem_zero(1, sizeof *all);
    for (const char *c = "aaaabccb"; *c; c++)
        add(q, all, (uint64_t)*c, JOB_MOVE);
    assert_served(q, false, "abcabcaa");
    /* One who was served goes behind those who wait, and so does one who comes. */
    for (const char *c = "aab"; *c; c++)
        add(q, all, (uint64_t)*c, JOB_ANALYSIS);
    assert_int_equal(serve(q, true), 'a');
    add(q, all, 'c', JOB_ANALYSIS);
    assert_served(q, true, "bac");
    queue_free(q);
    free(all);
}

static void who_has_less_running_comes_first(void **state)
{
    (void)state;
    struct queue *q = jobs_queue();
    struct jobs *all = mem_zero(1, sizeof *all);
    for (const char *c = "aaabb"; *c; c++)
        add(q, all, (uint64_t)*c, JOB_MOVE);
    static const char given[] = "abab";
    for (const char *c = given; *c; c++)
        assert_int_equal(jobs_next(q, false, MANY)->client, (uint64_t)*c);
    add(q, all, 'c', JOB_MOVE);
    add(q, all, 'b', JOB_MOVE);
    assert_int_equal(jobs_next(q, false, MANY)->client, 'c');
    /* No client has more running than it may, and the others go on. */
    assert_null(jobs_next(q, false, 2));
    assert_int_equal(jobs_ready(q, false, 2), 0);
    queue_done(q, 'b', JOB_MOVE);
    assert_int_equal(jobs_ready(q, false, 2), 1);
    assert_int_equal(jobs_next(q, false, 2)->client, 'b');
    assert_int_equal(jobs_next(q, false, 3)->client, 'a');
    queue_free(q);
    free(all);
}

static void analyses_and_reviews_take_turns(void **state)
{
    (void)state;
    struct queue *q = jobs_queue();
    struct jobs *all = mem_zero(1, sizeof *all);
    for (int i = 0; i < 6; i++)
        add(q, all, (uint64_t)('a' + i), JOB_ANALYSIS);
    for (int i = 0; i < 3; i++)
        add(q, all, 'r', JOB_REVIEW);
    add(q, all, 'm', JOB_MOVE);
    assert_served(q, true, "arbrcrdef");
    assert_served(q, false, "m");
    queue_free(q);
    free(all);
}

static const struct {
    enum job_kind kind;
    int all, client;
} kinds[JOB_KINDS] = {
    {JOB_MOVE, LIMIT_MOVE_JOBS, LIMIT_CLIENT_MOVE_JOBS},
    {JOB_ANALYSIS, LIMIT_ANALYSIS_JOBS, LIMIT_CLIENT_ANALYSIS_JOBS},
    {JOB_REVIEW, LIMIT_REVIEW_JOBS, LIMIT_CLIENT_REVIEW_JOBS},
    {JOB_PROOF, LIMIT_PROVE_JOBS, LIMIT_CLIENT_PROVE_JOBS},
    {JOB_LAB, LIMIT_LAB_JOBS, LIMIT_CLIENT_LAB_JOBS},
};

/* Whether they wait or run. */
static void a_client_has_its_share_and_no_more(void **state)
{
    (void)state;
    for (int k = 0; k < JOB_KINDS; k++) {
        struct queue *q = jobs_queue();
        struct jobs *all = mem_zero(1, sizeof *all);
        struct job *last = NULL;
        enum job_class slow = job_class(kinds[k].kind);
        for (int i = 0; i < kinds[k].client; i++) {
            last = add(q, all, 7, kinds[k].kind);
            assert_non_null(last);
            if (i % 2)
                assert_non_null(jobs_next(q, slow, MANY));
        }
        assert_null(add(q, all, 7, kinds[k].kind));
        for (int other = 0; other < JOB_KINDS; other++) {
            assert_non_null(add(q, all, 8, kinds[other].kind));
            assert_true((add(q, all, 7, kinds[other].kind) != NULL) == (other != k));
        }
        struct pool_counts n;
        jobs_counts(q, &n);
        assert_int_equal(n.refused[k], 2);
        assert_int_equal(n.clients, 2);
        /* One less, one more; one that was let in may come back. */
        assert_true(queue_take_out(q, last));
        assert_false(queue_take_out(q, last));
        assert_non_null(add(q, all, 7, kinds[k].kind));
        assert_null(add(q, all, 7, kinds[k].kind));
        struct job *given = jobs_next(q, slow, MANY);
        while (given->client != 7 || given->kind != kinds[k].kind)
            given = jobs_next(q, slow, MANY);
        queue_return(q, given);
        assert_true(queue_ahead(q, given) >= 0);
        assert_null(add(q, all, 7, kinds[k].kind));
        queue_free(q);
        free(all);
    }
}

static void the_queue_of_a_kind_has_an_end(void **state)
{
    (void)state;
    for (int k = 0; k < JOB_KINDS; k++) {
        struct queue *q = jobs_queue();
        struct jobs *all = mem_zero(1, sizeof *all);
        for (int i = 0; i < kinds[k].all; i++)
            assert_non_null(add(q, all, (uint64_t)i, kinds[k].kind));
        assert_null(add(q, all, 1000000, kinds[k].kind));
        for (int other = 0; other < JOB_KINDS; other++)
            assert_true((add(q, all, 1000000, kinds[other].kind) != NULL) == (other != k));
        assert_int_equal(queue_waiting(q, kinds[k].kind), kinds[k].all);
        queue_free(q);
        free(all);
    }
}

/* However many want all they can get, there is room for one who wants little. */
static void the_greedy_leave_room(void **state)
{
    (void)state;
    enum { MOST = 100 };
    for (int greedy = 1; greedy <= MOST; greedy++) {
        struct queue *q = jobs_queue();
        struct jobs *all = mem_zero(1, sizeof *all);
        bool more = true;
        while (more) {
            more = false;
            for (int i = 0; i < greedy && all->count < JOBS; i++) {
                bool got = add(q, all, (uint64_t)i, JOB_MOVE) != NULL;
                all->count -= !got;
                more = more || got;
            }
        }
        int share = queue_waiting(q, JOB_MOVE) / greedy;
        assert_true(share >= 1 && share <= LIMIT_CLIENT_MOVE_JOBS);
        assert_non_null(add(q, all, MOST + 1, JOB_MOVE));
        queue_free(q);
        free(all);
    }
}

/* What is said to be in front of a job is in front of it. */
static void the_place_in_the_queue_is_told(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 5);
    for (int round = test_rounds(200); round > 0; round--) {
        struct queue *q = jobs_queue();
        struct jobs *all = mem_zero(1, sizeof *all);
        for (uint32_t n = 1 + rng_below(&rng, 40); n > 0; n--) {
            add(q, all, 'a' + rng_below(&rng, 5), JOB_ANALYSIS);
            if (rng_below(&rng, 4) == 0)
                serve(q, true);
        }
        struct job *j = &all->job[rng_below(&rng, (uint32_t)all->count)];
        int ahead = queue_ahead(q, j);
        for (int served = 0;; served++) {
            struct job *next = jobs_next(q, true, MANY);
            if (next == j || !next) {
                assert_int_equal(ahead, next ? served : -1);
                break;
            }
            queue_done(q, next->client, next->kind);
        }
        queue_free(q);
        free(all);
    }
}

/* ---- The pool ---- */

/* A job that runs until it is told to end, or to stop. */
struct task {
    struct job job;
    struct pool *pool;
    pthread_mutex_t *lock;
    pthread_cond_t *news;
    atomic_bool stop;
    int runs;        /* how often it began */
    int again;       /* how often it goes back to the queue when it is cut */
    int order;       /* when it began last, counted over all */
    bool end, ended; /* it may end; it has */
    bool cut;        /* it was stopped for others */
};

struct stage {
    struct pool *pool;
    pthread_mutex_t lock;
    pthread_cond_t news;
    int began;
    struct task task[600];
    int tasks;
};

static struct stage *stage_new(int threads)
{
    struct stage *t = mem_zero(1, sizeof *t);
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->news, NULL);
    t->pool = pool_new(threads, 1 << 20);
    return t;
}

static void wait_a_moment(pthread_cond_t *news, pthread_mutex_t *lock)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += 10000000;
    t.tv_sec += t.tv_nsec / 1000000000;
    t.tv_nsec %= 1000000000;
    pthread_cond_timedwait(news, lock, &t);
}

static void run_task(struct job *j, struct tools *d)
{
    struct task *t = (struct task *)j;
    struct stage *g = (struct stage *)(void *)((char *)t->lock - offsetof(struct stage, lock));
    pool_slice(d, &t->stop);
    pthread_mutex_lock(t->lock);
    t->runs++;
    t->order = ++g->began;
    pthread_cond_broadcast(t->news);
    while (!t->end && !atomic_load(&t->stop))
        wait_a_moment(t->news, t->lock);
    pthread_mutex_unlock(t->lock);
    bool cut = pool_slice_end(d);
    pthread_mutex_lock(t->lock);
    t->cut = cut;
    if (cut && t->again > 0) {
        t->again--;
        atomic_store(&t->stop, false);
        pthread_mutex_unlock(t->lock);
        if (pool_again(t->pool, j))
            return;
        pthread_mutex_lock(t->lock); /* the pool ends */
    }
    t->ended = true;
    pthread_cond_broadcast(t->news);
    pthread_mutex_unlock(t->lock);
}

/* A new task; NULL if the pool does not take it. */
static struct task *play(struct stage *g, uint64_t client, enum job_kind kind)
{
    struct task *t = &g->task[g->tasks++];
    *t = (struct task){.job = {.run = run_task, .client = client, .kind = kind},
                       .pool = g->pool,
                       .lock = &g->lock,
                       .news = &g->news};
    atomic_init(&t->stop, false);
    if (pool_add(g->pool, &t->job))
        return t;
    g->tasks--;
    return NULL;
}

/* Waits until a field of the task is at least so much. */
static void wait_until(struct stage *g, const int *field, int least, const char *what)
{
    double until = clock_now() + PATIENCE;
    pthread_mutex_lock(&g->lock);
    while (*field < least) {
        wait_a_moment(&g->news, &g->lock);
        if (clock_now() > until)
            fail_msg("%s: %d, waited for %d", what, *field, least);
    }
    pthread_mutex_unlock(&g->lock);
}

static void wait_began(struct stage *g, struct task *t)
{
    wait_until(g, &t->runs, 1, "a job did not begin");
}

static void wait_ended(struct stage *g, const struct task *t)
{
    double until = clock_now() + PATIENCE;
    pthread_mutex_lock(&g->lock);
    while (!t->ended) {
        wait_a_moment(&g->news, &g->lock);
        if (clock_now() > until)
            fail_msg("a job did not end");
    }
    pthread_mutex_unlock(&g->lock);
}

static void let_end(struct stage *g, struct task *t)
{
    pthread_mutex_lock(&g->lock);
    t->end = true;
    pthread_cond_broadcast(&g->news);
    pthread_mutex_unlock(&g->lock);
    wait_ended(g, t);
}

static void wait_running(struct stage *g, int n)
{
    double until = clock_now() + PATIENCE;
    while (pool_running(g->pool) != n)
        if (clock_now() > until)
            fail_msg("%d jobs run, not %d", pool_running(g->pool), n);
}

static int runs_of(struct stage *g, const struct task *t)
{
    pthread_mutex_lock(&g->lock);
    int n = t->runs;
    pthread_mutex_unlock(&g->lock);
    return n;
}

static void stage_free(struct stage *g)
{
    pthread_mutex_lock(&g->lock);
    for (int i = 0; i < g->tasks; i++)
        g->task[i].end = true;
    pthread_cond_broadcast(&g->news);
    pthread_mutex_unlock(&g->lock);
    for (int i = 0; i < g->tasks; i++)
        pool_cancel(g->pool, &g->task[i].job);
    pool_free(g->pool);
    pthread_cond_destroy(&g->news);
    pthread_mutex_destroy(&g->lock);
    free(g);
}

enum { NEVER = 1000000 }; /* seconds of a slice that nobody lives to see the end of */

static void a_move_never_waits_for_an_analysis(void **state)
{
    (void)state;
    struct stage *g = stage_new(1);
    pool_set_slice(g->pool, NEVER);
    for (int client = 1; client <= 7; client++)
        for (int i = 0; i < 40; i++)
            play(g, (uint64_t)client, i % 8 ? JOB_ANALYSIS : JOB_REVIEW);
    wait_until(g, &g->began, 1, "no job began");
    assert_true(pool_waiting(g->pool, JOB_ANALYSIS) > 200);
    /* One more of those who ask for much, and of one who asks for nothing else. */
    struct task *own = play(g, 1, JOB_MOVE), *other = play(g, 99, JOB_MOVE);
    assert_true(own && other);
    wait_began(g, own);
    wait_began(g, other);
    struct pool_counts n = pool_counts(g->pool);
    assert_int_equal(n.running[JOB_ANALYSIS] + n.running[JOB_REVIEW], 1);
    stage_free(g);
}

static void long_moves_of_one_leave_a_thread_for_others(void **state)
{
    (void)state;
    struct stage *g = stage_new(1);
    pool_set_slice(g->pool, NEVER);
    enum { SEATS = 1 + LIMIT_SPARE_THREADS };
    struct task *greedy[SEATS];
    for (int i = 0; i < SEATS; i++)
        greedy[i] = play(g, 1, JOB_MOVE);
    for (int i = 0; i < SEATS - 1; i++)
        wait_began(g, greedy[i]);
    struct task *other = play(g, 2, JOB_MOVE);
    wait_began(g, other);
    assert_int_equal(pool_waiting(g->pool, JOB_MOVE), 1);
    assert_int_equal(runs_of(g, greedy[SEATS - 1]), 0);
    /* Nor do they keep an analysis waiting. */
    wait_began(g, play(g, 3, JOB_ANALYSIS));
    let_end(g, greedy[0]);
    wait_began(g, greedy[SEATS - 1]);
    stage_free(g);
}

static void the_greediest_stops_when_others_wait(void **state)
{
    (void)state;
    struct stage *g = stage_new(1);
    pool_set_slice(g->pool, NEVER);
    struct task *old = play(g, 1, JOB_MOVE);
    wait_began(g, old);
    struct task *greedy[3];
    for (int i = 0; i < 3; i++) {
        greedy[i] = play(g, 2, JOB_MOVE);
        wait_began(g, greedy[i]);
    }
    struct task *next = play(g, 3, JOB_MOVE);
    assert_int_equal(pool_ahead(g->pool, &next->job), 0);
    pool_set_slice(g->pool, 0);
    wait_began(g, next);
    wait_ended(g, greedy[0]);
    assert_true(greedy[0]->cut);
    assert_int_equal(pool_counts(g->pool).cut[JOB_MOVE], 1);
    pool_set_slice(g->pool, NEVER);
    assert_false(atomic_load(&old->stop) || atomic_load(&greedy[1]->stop) || atomic_load(&greedy[2]->stop));
    stage_free(g);
}

/* Who waits behind himself gets on, too: he may be several. */
static void ones_own_long_moves_stop_for_the_next(void **state)
{
    (void)state;
    struct stage *g = stage_new(1);
    pool_set_slice(g->pool, NEVER);
    struct task *t[4];
    for (int i = 0; i < 4; i++)
        t[i] = play(g, 1, JOB_MOVE);
    for (int i = 0; i < 3; i++)
        wait_began(g, t[i]);
    pool_set_slice(g->pool, 0);
    wait_began(g, t[3]);
    stage_free(g);
}

/* A thread that is free is enough: nobody stops. */
static void nobody_stops_while_there_is_room(void **state)
{
    (void)state;
    struct stage *g = stage_new(2);
    pool_set_slice(g->pool, 0);
    struct task *a = play(g, 1, JOB_ANALYSIS);
    wait_began(g, a);
    for (int i = 0; i < 50; i++) {
        struct task *b = play(g, 1, JOB_ANALYSIS);
        wait_began(g, b);
        let_end(g, b);
        wait_running(g, 1); /* it has not only ended, but left its thread */
    }
    assert_int_equal(pool_counts(g->pool).cut[JOB_ANALYSIS], 0);
    assert_int_equal(runs_of(g, a), 1);
    stage_free(g);
}

static void analyses_give_way_and_go_on(void **state)
{
    (void)state;
    enum { CLIENTS = 5, ROUNDS = 20 };
    struct stage *g = stage_new(1);
    pool_set_slice(g->pool, NEVER);
    struct task *t[CLIENTS];
    for (int i = 0; i < CLIENTS; i++) {
        t[i] = play(g, (uint64_t)i, i < 3 ? JOB_ANALYSIS : JOB_REVIEW);
        t[i]->again = NEVER;
    }
    pool_set_slice(g->pool, 0);
    for (int i = 0; i < CLIENTS; i++)
        wait_until(g, &t[i]->runs, ROUNDS, "runs");
    /* They took turns: nobody is a round ahead of another of his kind. */
    pool_set_slice(g->pool, NEVER);
    for (int i = 0; i < CLIENTS; i++)
        for (int k = 0; k < i; k++)
            if (t[i]->job.kind == t[k]->job.kind)
                assert_true(abs(runs_of(g, t[i]) - runs_of(g, t[k])) <= 2);
    stage_free(g);
}

/* Sixteen analyses on each of 34 sockets, some of one client: he is refused, and nobody else. */
static void the_greedy_is_refused_and_nobody_else(void **state)
{
    (void)state;
    struct stage *g = stage_new(1);
    pool_set_slice(g->pool, NEVER);
    int taken = 0;
    for (int i = 0; i < 34 * 16; i++)
        taken += play(g, 1, JOB_ANALYSIS) != NULL;
    assert_int_equal(taken, LIMIT_CLIENT_ANALYSIS_JOBS);
    for (int client = 2; client < 50; client++)
        assert_non_null(play(g, (uint64_t)client, JOB_ANALYSIS));
    wait_began(g, play(g, 1, JOB_MOVE));
    assert_non_null(play(g, 1, JOB_REVIEW));
    struct pool_counts n = pool_counts(g->pool);
    assert_int_equal(n.refused[JOB_ANALYSIS], 34 * 16 - LIMIT_CLIENT_ANALYSIS_JOBS);
    assert_int_equal(n.refused[JOB_MOVE], 0);
    assert_int_equal(n.clients, 49);
    assert_int_equal(n.waiting[JOB_REVIEW], 1);
    stage_free(g);
}

static void jobs_are_cancelled_until_they_run(void **state)
{
    (void)state;
    struct stage *g = stage_new(1);
    pool_set_slice(g->pool, NEVER);
    struct task *a = play(g, 1, JOB_ANALYSIS), *b = play(g, 1, JOB_ANALYSIS), *c = play(g, 2, JOB_ANALYSIS);
    wait_began(g, a);
    assert_int_equal(pool_width(g->pool), 1);
    assert_false(pool_cancel(g->pool, &a->job));
    assert_true(pool_cancel(g->pool, &b->job));
    assert_false(pool_cancel(g->pool, &b->job));
    assert_int_equal(pool_ahead(g->pool, &b->job), -1);
    assert_int_equal(pool_ahead(g->pool, &c->job), 0);
    assert_int_equal(pool_running(g->pool), 1);
    let_end(g, a);
    wait_began(g, c);
    assert_int_equal(pool_waiting(g->pool, JOB_ANALYSIS), 0);
    assert_int_equal(runs_of(g, b), 0);
    stage_free(g);
}

/* ---- Everything at once ---- */

struct brief {
    struct job job;
    struct pool *pool;
    atomic_bool stop;
    atomic_int runs;
    int again;
    atomic_int *left;
};

static void run_brief(struct job *j, struct tools *d)
{
    struct brief *b = (struct brief *)j;
    struct pool *p = b->pool;
    pool_slice(d, &b->stop);
    atomic_fetch_add(&b->runs, 1);
    pool_slice_end(d);
    if (b->again-- > 0 && pool_again(p, j))
        return;
    atomic_fetch_sub(b->left, 1);
}

struct crowd {
    struct pool *pool;
    uint64_t seed;
    int rounds, wrong; /* jobs that did not run as often as they should */
};

static void *jostle(void *context)
{
    struct crowd *c = context;
    struct rng rng;
    rng_seed(&rng, c->seed);
    enum { AT_ONCE = 30 };
    for (int round = 0; round < c->rounds; round++) {
        struct brief b[AT_ONCE];
        bool in[AT_ONCE];
        int again[AT_ONCE];
        atomic_int left;
        atomic_init(&left, 0);
        for (int i = 0; i < AT_ONCE; i++) {
            again[i] = (int)rng_below(&rng, 3);
            b[i] = (struct brief){.job = {.run = run_brief,
                                          .client = rng_below(&rng, 4),
                                          .kind = (enum job_kind)rng_below(&rng, JOB_KINDS)},
                                  .pool = c->pool,
                                  .again = again[i],
                                  .left = &left};
            atomic_init(&b[i].stop, false);
            atomic_init(&b[i].runs, 0);
            atomic_fetch_add(&left, 1);
            in[i] = pool_add(c->pool, &b[i].job);
            if (!in[i])
                atomic_fetch_sub(&left, 1);
        }
        for (int i = 0; i < AT_ONCE; i++)
            if (in[i] && rng_below(&rng, 3) == 0 && pool_cancel(c->pool, &b[i].job)) {
                atomic_fetch_sub(&left, 1);
                again[i] = -1;
            }
        for (double until = clock_now() + PATIENCE; atomic_load(&left) > 0 && clock_now() < until;) {
            struct timespec t = {0, 100000};
            nanosleep(&t, NULL);
        }
        if (atomic_load(&left) > 0)
            abort(); /* they may still run, on what is our stack */
        for (int i = 0; i < AT_ONCE; i++) {
            /* One that was cancelled may have run before it waited again. */
            int runs = atomic_load(&b[i].runs), wanted = in[i] ? again[i] + 1 : 0;
            c->wrong += in[i] && again[i] < 0 ? runs > 2 : runs != wanted;
        }
    }
    return NULL;
}

static void every_job_runs_or_is_cancelled(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    struct pool *p = pool_new(2, 1 << 20);
    pool_set_slice(p, 0);
    struct crowd crowd[THREADS];
    pthread_t thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
        crowd[i] = (struct crowd){p, (uint64_t)i, test_rounds(100), 0};
        assert_int_equal(pthread_create(&thread[i], NULL, jostle, &crowd[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        assert_int_equal(crowd[i].wrong, 0);
    }
    /* The last may have counted down, but not yet returned. */
    for (double until = clock_now() + PATIENCE; pool_running(p) > 0 && clock_now() < until;)
        ;
    struct pool_counts n = pool_counts(p);
    for (int k = 0; k < JOB_KINDS; k++) {
        assert_int_equal(n.running[k], 0);
        assert_int_equal(n.waiting[k], 0);
        assert_true(n.done[k] > 0);
    }
    assert_int_equal(n.clients, 0);
    pool_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_take_turns),
        cmocka_unit_test(who_has_less_running_comes_first),
        cmocka_unit_test(analyses_and_reviews_take_turns),
        cmocka_unit_test(a_client_has_its_share_and_no_more),
        cmocka_unit_test(the_queue_of_a_kind_has_an_end),
        cmocka_unit_test(the_greedy_leave_room),
        cmocka_unit_test(the_place_in_the_queue_is_told),
        cmocka_unit_test(a_move_never_waits_for_an_analysis),
        cmocka_unit_test(long_moves_of_one_leave_a_thread_for_others),
        cmocka_unit_test(the_greediest_stops_when_others_wait),
        cmocka_unit_test(ones_own_long_moves_stop_for_the_next),
        cmocka_unit_test(nobody_stops_while_there_is_room),
        cmocka_unit_test(analyses_give_way_and_go_on),
        cmocka_unit_test(the_greedy_is_refused_and_nobody_else),
        cmocka_unit_test(jobs_are_cancelled_until_they_run),
        cmocka_unit_test(every_job_runs_or_is_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
