/* A coordinator's jobs among workers that vanish, refuse, fail, are late, flood and lie, by a clock that the test
 * drives; and the inbox of a worker. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/grid/inbox.h"
#include "lab/grid/outbox.h"
#include "support/boards.h"

enum { SAID_MOST = 100000 };

/* What was said to workers, and the time. */
static struct {
    struct outbox *box;
    double now;
    struct {
        char what; /* j(ob), w(ant), d(rop) */
        char worker[GRID_NAME];
        int64_t job;
        size_t at;
    } said[SAID_MOST];
    int says, seen;
} world;

static void note(char what, const char *worker, int64_t job, size_t at)
{
    assert_true(world.says < SAID_MOST);
    world.said[world.says].what = what;
    snprintf(world.said[world.says].worker, GRID_NAME, "%s", worker);
    world.said[world.says].job = job;
    world.said[world.says++].at = at;
}

static bool say_job(void *ctx, const char *worker, const struct grid_held *of, const struct buf *line)
{
    (void)ctx;
    (void)line;
    note('j', worker, of->job, 0);
    return true;
}

static void say_want(void *ctx, const char *worker, const struct grid_held *of, const char *try, size_t at)
{
    (void)ctx;
    (void)try;
    note('w', worker, of->job, at);
}

static void say_drop(void *ctx, const char *worker, const struct grid_held *of)
{
    (void)ctx;
    note('d', worker, of->job, 0);
}

static const char line[] = "a job";

static struct grid_held job_of(int64_t id)
{
    struct grid_held of = {"c", "l", id, ""};
    grid_sum(line, sizeof line - 1, of.sum);
    return of;
}

static void begin(const char *const *named, int names)
{
    struct outbox_options o = {.wire = {NULL, say_job, say_want, say_drop},
                               .coordinator = "c",
                               .lab = "l",
                               .named = named,
                               .names = names};
    memset(&world, 0, sizeof world);
    world.now = 1000;
    world.box = outbox_new(&o);
    outbox_heard(world.box, world.now);
}

static void end(void)
{
    outbox_free(world.box);
}

/* The next thing that was said, "j w1 7" or "w w1 7 100"; "" if there is none. */
static const char *next(void)
{
    static char text[GRID_NAME + 60];
    if (world.seen == world.says)
        return "";
    int i = world.seen++;
    int n = snprintf(text, sizeof text, "%c %s %lld", world.said[i].what, world.said[i].worker,
                     (long long)world.said[i].job);
    if (world.said[i].what == 'w')
        snprintf(text + n, sizeof text - (size_t)n, " %zu", world.said[i].at);
    return text;
}

/* A worker says that it is there, with up to two jobs (0: none). */
static void here(const char *worker, int64_t job)
{
    struct grid_sign s = {.state = job ? GRID_BUSY : GRID_IDLE, .kind = "solve"};
    char subject[GRID_SUBJECT];
    struct buf b = BUF_EMPTY;
    if (job)
        s.held[s.helds++] = job_of(job);
    grid_sign_write(&s, &b);
    grid_subject_here(subject, GRID_WORKER, worker);
    outbox_sign(world.box, subject, b.text, b.len, world.now);
    buf_free(&b);
}

static void leaves(const char *worker)
{
    struct grid_sign s = {.state = GRID_LEAVES};
    char subject[GRID_SUBJECT];
    struct buf b = BUF_EMPTY;
    grid_sign_write(&s, &b);
    grid_subject_here(subject, GRID_WORKER, worker);
    outbox_sign(world.box, subject, b.text, b.len, world.now);
    buf_free(&b);
}

static void add(int64_t id)
{
    struct buf b = BUF_EMPTY;
    buf_text(&b, line);
    outbox_add(world.box, id, &b, world.now);
}

static void look(void)
{
    outbox_look(world.box, world.now);
}

/* Time passes, in which these say that they are there; "w1:7" has a job. */
static void pass(double seconds, int n, const char *const *who)
{
    for (double until = world.now + seconds; world.now < until;) {
        world.now += 1;
        for (int i = 0; i < n; i++) {
            char name[GRID_NAME];
            const char *colon = strchr(who[i], ':');
            snprintf(name, sizeof name, "%.*s", (int)strcspn(who[i], ":"), who[i]);
            here(name, colon ? atoll(colon + 1) : 0);
        }
        look();
    }
}

/* A piece of a result of so many bytes, of this job. */
static bool piece_of(const char *worker, const struct grid_held *of, const char *try, size_t at, size_t bytes,
                     size_t len)
{
    struct grid_head h = grid_head_of(GRID_PIECE, of);
    static char zero[GRID_PIECE_MOST + 1];
    struct buf b = BUF_EMPTY;
    snprintf(h.try, sizeof h.try, "%s", try);
    h.at = at;
    h.bytes = bytes;
    grid_head_write(&h, &b);
    buf_bytes(&b, zero, len);
    bool whole = outbox_message(world.box, worker, b.text, b.len, world.now);
    buf_free(&b);
    return whole;
}

static bool piece(const char *worker, int64_t job, const char *try, size_t at, size_t bytes, size_t len)
{
    struct grid_held of = job_of(job);
    return piece_of(worker, &of, try, at, bytes, len);
}

static void refuse(const char *worker, int64_t job, bool full)
{
    struct grid_held of = job_of(job);
    struct grid_head h = grid_head_of(GRID_REFUSED, &of);
    h.full = full;
    strcpy(h.why, "too large");
    struct buf b = BUF_EMPTY;
    grid_head_write(&h, &b);
    outbox_message(world.box, worker, b.text, b.len, world.now);
    buf_free(&b);
}

static void expect_result(const char *worker, int64_t job, struct outbox_result *r)
{
    assert_true(outbox_take(world.box, r));
    assert_string_equal(r->worker, worker);
    assert_int_equal(r->job, job);
    buf_free(&r->bytes);
}

/* A worker that has done a job, the only one that is there. */
static void known(const char *worker)
{
    struct outbox_result r;
    here(worker, 0);
    add(1);
    assert_true(piece(worker, 1, "t", 0, 3, 3));
    expect_result(worker, 1, &r);
    outbox_done(world.box, &r, world.now);
    outbox_settle(world.box);
    world.seen = world.says;
}

/* ---- the usual way ---- */

static void a_job_goes_out_and_comes_back(void **state)
{
    (void)state;
    struct outbox_result r;
    begin(NULL, 0);
    assert_int_equal(outbox_room(world.box, world.now), 0);
    here("w1", 0);
    here("w2", 0);
    assert_int_equal(outbox_room(world.box, world.now), 2);
    add(7);
    assert_string_equal(next(), "j w1 7");
    assert_string_equal(outbox_who(world.box, 7), "w1");
    assert_int_equal(outbox_room(world.box, world.now), 1);
    assert_true(piece("w1", 7, "t", 0, 100, 100));
    expect_result("w1", 7, &r);
    outbox_done(world.box, &r, world.now);
    assert_string_equal(next(), ""); /* it keeps it until it is safe */
    outbox_settle(world.box);
    assert_string_equal(next(), "d w1 7");
    assert_int_equal(outbox_count(world.box), 0);
    add(8); /* who has waited longest */
    assert_string_equal(next(), "j w2 8");
    outbox_cancel(world.box, 8);
    assert_string_equal(next(), "d w2 8");
    end();
}

static void large_results_are_fetched_piece_by_piece(void **state)
{
    (void)state;
    struct outbox_result r;
    size_t whole = 3 * GRID_WINDOW + 5, at = GRID_PIECE_MOST;
    char text[100];
    begin(NULL, 0);
    here("w1", 0);
    add(7);
    next();
    assert_false(piece("w1", 7, "t", 0, whole, GRID_PIECE_MOST));
    while (at < whole) {
        snprintf(text, sizeof text, "w w1 7 %zu", at);
        assert_string_equal(next(), text);
        for (size_t to = at + GRID_WINDOW; at < to && at < whole; at += GRID_PIECE_MOST) {
            size_t len = whole - at < GRID_PIECE_MOST ? whole - at : GRID_PIECE_MOST;
            assert_false(piece("w1", 7, "t", at + 1, whole, 1)); /* not what comes next */
            assert_false(piece("w1", 7, "u", at, whole, len));   /* of another doing */
            assert_int_equal(piece("w1", 7, "t", at, whole, len), at + len == whole);
        }
    }
    assert_int_equal(outbox_bytes(world.box), whole);
    assert_true(outbox_take(world.box, &r));
    assert_int_equal(r.bytes.len, whole);
    assert_int_equal(outbox_bytes(world.box), 0);
    buf_free(&r.bytes);
    end();
}

/* Pieces and orders may be lost on the way. */
static void what_is_lost_is_said_again(void **state)
{
    (void)state;
    begin(NULL, 0);
    here("w1", 0);
    add(7);
    assert_string_equal(next(), "j w1 7");
    pass(3, 1, (const char *[]){"w1"}); /* it does not know of it */
    assert_string_equal(next(), "j w1 7");
    pass(20, 1, (const char *[]){"w1:7"});
    assert_string_equal(next(), "");
    assert_false(piece("w1", 7, "t", 0, 2 * GRID_WINDOW, GRID_PIECE_MOST));
    assert_string_equal(next(), "w w1 7 131072");
    assert_false(piece("w1", 7, "t", GRID_PIECE_MOST, 2 * GRID_WINDOW, GRID_PIECE_MOST));
    pass(OUTBOX_ASK + 2, 1, (const char *[]){"w1:7"});
    assert_string_equal(next(), "w w1 7 262144");
    end();
}

/* A coordinator that begins again finds those who have its jobs. */
static void who_has_it_already_gets_it(void **state)
{
    (void)state;
    begin(NULL, 0);
    here("w1", 0);
    here("w2", 7);
    here("w3", 0);
    add(7);
    assert_string_equal(next(), "j w2 7");
    end();
}

/* ---- workers that do not do it ---- */

static void who_vanishes_loses_the_job(void **state)
{
    (void)state;
    int64_t id;
    char why[GRID_WHY];
    begin(NULL, 0);
    known("w1");
    add(7);
    assert_string_equal(next(), "j w1 7");
    pass(8, 2, (const char *[]){"w2", "w1:7"});
    pass(GRID_GONE_SECONDS, 1, (const char *[]){"w2"});
    assert_string_equal(next(), "j w2 7");
    pass(3, 2, (const char *[]){"w2:7", "w1"});
    pass(2, 2, (const char *[]){"w2", "w1"}); /* it was started again, and knows of nothing */
    assert_string_equal(next(), "j w1 7");
    pass(5, 2, (const char *[]){"w2", "w1:7"});
    assert_false(outbox_given_up(world.box, &id, why));
    pass(2, 2, (const char *[]){"w2", "w1"}); /* the third one: there is something about this job */
    assert_true(outbox_given_up(world.box, &id, why));
    assert_int_equal(id, 7);
    assert_int_equal(outbox_poisoned(world.box), 1);
    end();
}

/* Nobody is taken for gone while we hear nothing. */
static void silence_of_the_broker_is_nobodys_fault(void **state)
{
    (void)state;
    begin(NULL, 0);
    here("w1", 0);
    add(7);
    next();
    pass(3, 1, (const char *[]){"w1:7"});
    world.now += 1000;
    outbox_heard(world.box, world.now);
    look();
    assert_string_equal(outbox_who(world.box, 7), "w1");
    pass(3, 1, (const char *[]){"w1:7"});
    assert_string_equal(next(), "");
    end();
}

static void who_leaves_is_not_waited_for(void **state)
{
    (void)state;
    begin(NULL, 0);
    here("w1", 0);
    add(7);
    next();
    here("w2", 0);
    leaves("w1");
    look();
    assert_string_equal(next(), "j w2 7");
    end();
}

static void refusals_go_to_others(void **state)
{
    (void)state;
    int64_t id;
    char why[GRID_WHY];
    begin(NULL, 0);
    here("w1", 0);
    here("w2", 0);
    add(7);
    next();
    refuse("w1", 7, false);
    look();
    assert_string_equal(next(), "j w2 7");
    refuse("w2", 7, true); /* it has too much to do: later */
    look();
    assert_string_equal(next(), "");
    assert_false(outbox_given_up(world.box, &id, why));
    pass(4, 2, (const char *[]){"w1", "w2"});
    assert_string_equal(next(), "j w2 7");
    refuse("w2", 7, false);
    look();
    assert_false(outbox_given_up(world.box, &id, why)); /* others may still be heard */
    pass(OUTBOX_MEET, 2, (const char *[]){"w1", "w2"});
    assert_true(outbox_given_up(world.box, &id, why));
    assert_string_equal(why, "too large");
    end();
}

/* One who fails, or sends nonsense, fails nobody but himself. */
static void one_failure_is_no_verdict(void **state)
{
    (void)state;
    struct outbox_result r;
    int64_t id;
    char why[GRID_WHY];
    for (int fault = 0; fault < 2; fault++) {
        begin(NULL, 0);
        here("w1", 0);
        here("w2", 0);
        add(7);
        next();
        pass(OUTBOX_MEET, 2, (const char *[]){"w1:7", "w2"});
        assert_true(piece("w1", 7, "t", 0, 3, 3));
        expect_result("w1", 7, &r);
        outbox_failed(world.box, &r, fault, "cannot", world.now);
        assert_string_equal(next(), "d w1 7");
        assert_false(outbox_given_up(world.box, &id, why));
        look();
        assert_string_equal(next(), "j w2 7");
        assert_true(piece("w2", 7, "t", 0, 3, 3));
        expect_result("w2", 7, &r);
        outbox_failed(world.box, &r, fault, "cannot", world.now);
        assert_int_equal(outbox_given_up(world.box, &id, why), !fault); /* everybody failed */
        end();
    }
}

/* Two liars may be the first to be heard: a job is not given up before the others could be. */
static void the_first_to_be_heard_are_not_everybody(void **state)
{
    (void)state;
    static const char *const first[] = {"w1", "w2"};
    struct outbox_result r;
    int64_t id;
    char why[GRID_WHY], order[20];
    begin(NULL, 0);
    here("w1", 0);
    here("w2", 0);
    add(7);
    next();
    for (int i = 0; i < 2; i++) {
        assert_true(piece(first[i], 7, "t", 0, 3, 3));
        expect_result(first[i], 7, &r);
        outbox_failed(world.box, &r, false, "cannot", world.now);
        snprintf(order, sizeof order, "d %s 7", first[i]);
        assert_string_equal(next(), order);
        assert_false(outbox_given_up(world.box, &id, why));
        if (i == 1)
            here("w3", 0);
        look();
        assert_string_equal(next(), i == 0 ? "j w2 7" : "j w3 7");
    }
    end();
}

/* A worker that says for ever that it works on it keeps only itself from other work. */
static void beside_one_who_is_late_another_begins(void **state)
{
    (void)state;
    struct outbox_result r;
    begin(NULL, 0);
    known("sits");
    add(7);
    next();
    here("w2", 0);
    pass(OUTBOX_PATIENCE - 2, 2, (const char *[]){"sits:7", "w2"});
    assert_string_equal(next(), "");
    pass(4, 2, (const char *[]){"sits:7", "w2"});
    assert_string_equal(next(), "j w2 7");
    add(8); /* everybody has one: it waits */
    assert_string_equal(next(), "");
    assert_true(piece("w2", 7, "t", 0, 3, 3));
    expect_result("w2", 7, &r);
    outbox_done(world.box, &r, world.now);
    outbox_settle(world.box);
    assert_string_equal(next(), "d sits 7"); /* nobody needs it any more */
    assert_string_equal(next(), "d w2 7");
    end();
}

/* Of whom nothing is known yet, or nothing good, one waits less long, if somebody has nothing to do. */
static void strangers_are_on_trial(void **state)
{
    (void)state;
    begin(NULL, 0);
    known("w2");
    here("new", 0);
    add(7);
    assert_string_equal(next(), "j new 7");
    pass(OUTBOX_TRIAL - 1, 2, (const char *[]){"new:7", "w2"});
    assert_string_equal(next(), "");
    pass(2, 2, (const char *[]){"new:7", "w2"});
    assert_string_equal(next(), "j w2 7");
    pass(OUTBOX_PATIENCE - 5, 3, (const char *[]){"new:7", "w2:7", "w3"}); /* one is enough, if it is known */
    assert_string_equal(next(), "");
    end();
}

/* The job that waited longest goes first, or late ones would wait for ever behind new ones. */
static void the_oldest_goes_first(void **state)
{
    (void)state;
    struct outbox_result r;
    begin(NULL, 0);
    known("sits");
    add(7);
    next();
    pass(OUTBOX_PATIENCE - 2, 2, (const char *[]){"sits:7", "w2"});
    add(8);
    assert_string_equal(next(), "j w2 8");
    pass(5, 2, (const char *[]){"sits:7", "w2:8"});
    assert_string_equal(next(), "");
    assert_true(piece("w2", 8, "t", 0, 3, 3));
    expect_result("w2", 8, &r);
    outbox_done(world.box, &r, world.now);
    add(9);
    assert_string_equal(next(), "j w2 7");
    end();
}

/* ---- workers that mean harm ---- */

/* However many begin to send and do not end, the job goes on, and so do those of others. */
static void unfinished_results_block_nothing(void **state)
{
    (void)state;
    enum { MANY = 300 };
    char name[GRID_NAME];
    struct outbox_result r;
    begin(NULL, 0);
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "liar%d", i);
        here(name, 0);
    }
    for (int i = 0; i < MANY; i++)
        add(i + 1);
    for (int i = 0; i < MANY; i++) { /* each begins with the result of each job, its own included */
        snprintf(name, sizeof name, "liar%d", i);
        for (int job = 1; job <= MANY; job += 7)
            piece(name, job, "t", 0, GRID_RESULT_MOST, GRID_PIECE_MOST);
    }
    assert_true(outbox_bytes(world.box) <= OUTBOX_BYTES_MOST);
    here("honest", 0);
    add(MANY + 1);
    assert_true(piece("honest", MANY + 1, "t", 0, 5, 5));
    expect_result("honest", MANY + 1, &r);
    outbox_done(world.box, &r, world.now);
    outbox_settle(world.box);
    world.seen = world.says;
    /* Nothing more comes from the liars, who say that they are there: the honest one gets job after job. */
    int done = 0;
    for (int round = 0; round < 100; round++) {
        world.now += 1;
        here("honest", 0);
        for (int64_t job = 1; job <= MANY; job++) {
            const char *who = outbox_who(world.box, job);
            if (who && strcmp(who, "honest") != 0)
                here(who, job);
        }
        look();
        for (; world.seen < world.says; world.seen++) {
            if (world.said[world.seen].what != 'j' || strcmp(world.said[world.seen].worker, "honest") != 0)
                continue;
            assert_true(piece("honest", world.said[world.seen].job, "t", 0, 5, 5));
            expect_result("honest", world.said[world.seen].job, &r);
            outbox_done(world.box, &r, world.now);
            done++;
        }
    }
    assert_true(done >= 50);
    assert_true(outbox_bytes(world.box) <= OUTBOX_BYTES_MOST);
    end();
}

/* Many that send as much as they may, as slowly as they may: there is never more than the limit in memory, and one
 * that sends at a decent rate is not kept waiting. */
static void memory_is_bounded(void **state)
{
    (void)state;
    enum { MANY = 40 };
    char name[GRID_NAME];
    size_t whole = 20 << 20;
    struct outbox_result r;
    begin(NULL, 0);
    here("honest", 0);
    add(100);
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "slow%d", i);
        here(name, 0);
        add(i + 1);
    }
    for (size_t at = 0; at < whole - GRID_PIECE_MOST; at += GRID_PIECE_MOST) {
        world.now += 0.5;
        for (int i = 0; i < MANY; i++) { /* never the last piece */
            snprintf(name, sizeof name, "slow%d", i);
            piece(name, i + 1, "t", at, whole, GRID_PIECE_MOST);
            assert_true(outbox_bytes(world.box) <= OUTBOX_BYTES_MOST);
        }
    }
    bool done = false;
    for (size_t at = 0; at < whole; at += GRID_PIECE_MOST)
        done = piece("honest", 100, "t", at, whole, GRID_PIECE_MOST);
    assert_true(done);
    assert_true(outbox_bytes(world.box) <= OUTBOX_BYTES_MOST);
    expect_result("honest", 100, &r);
    end();
}

/* Nobody answers for another, or what he was not asked. */
static void strangers_are_not_heard(void **state)
{
    (void)state;
    struct outbox_result r;
    begin(NULL, 0);
    here("w1", 0);
    add(7);
    next();
    here("liar", 0);
    for (int i = 0; i < 100; i++) {
        assert_false(piece("liar", 7, "t", 0, 5, 5));
        refuse("liar", 7, false);
    }
    assert_false(outbox_take(world.box, &r));
    assert_string_equal(outbox_who(world.box, 7), "w1");
    assert_int_equal(outbox_bytes(world.box), 0);
    end();
}

/* Two copies of a lab, or one that was put back to what it was, have other jobs by the same numbers. */
static void results_belong_to_what_was_asked(void **state)
{
    (void)state;
    struct grid_held other = {"c", "l", 7, "0123456789abcdef"};
    struct outbox_result r;
    begin(NULL, 0);
    here("w1", 0);
    add(7);
    next();
    assert_false(piece_of("w1", &other, "t", 0, 5, 5));
    assert_false(outbox_take(world.box, &r));
    other.job = 8; /* of which nothing is known here: the copy may want it */
    assert_false(piece_of("w1", &other, "t", 0, 5, 5));
    assert_string_equal(next(), "");
    assert_true(piece("w1", 7, "t", 0, 5, 5));
    expect_result("w1", 7, &r);
    outbox_done(world.box, &r, world.now);
    outbox_settle(world.box);
    assert_string_equal(next(), "d w1 7");
    assert_false(piece("w1", 7, "u", 0, 5, 5)); /* that was lost on the way */
    assert_string_equal(next(), "d w1 7");
    end();
}

/* What nobody asked for costs the job, not more; and those who are asked for nothing get few answers. */
static void noise_costs_the_job(void **state)
{
    (void)state;
    begin(NULL, 0);
    here("loud", 0);
    add(7);
    next();
    here("w2", 0);
    for (int i = 0; i <= OUTBOX_NOISE; i++)
        piece("loud", 7, "t", 5, 10, 5);
    assert_string_equal(next(), "d loud 7");
    look();
    assert_string_equal(next(), "j w2 7");
    for (int i = 0; i < 10000; i++)
        piece("loud", 1000 + i, "t", 0, 10, 5);
    assert_true(world.says < 100);
    end();
}

static void liars_are_shunned(void **state)
{
    (void)state;
    struct outbox_result r;
    begin(NULL, 0);
    here("liar", 0);
    add(7);
    next();
    assert_true(piece("liar", 7, "t", 0, 5, 5)); /* on its way in, when it is caught with something else */
    outbox_shun(world.box, "liar", world.now);
    assert_string_equal(next(), "d liar 7");
    assert_false(outbox_take(world.box, &r));
    assert_false(piece("liar", 7, "t", 0, 5, 5));
    assert_int_equal(outbox_room(world.box, world.now), 0);
    pass(1000, 1, (const char *[]){"liar"});
    assert_string_equal(next(), "");
    here("w2", 0);
    look();
    assert_string_equal(next(), "j w2 7");
    end();
}

/* Those asked for by name, and nobody else. */
static void names_are_kept_to(void **state)
{
    (void)state;
    begin((const char *[]){"w2", "w3"}, 2);
    here("w1", 0);
    assert_int_equal(outbox_room(world.box, world.now), 0);
    add(7);
    assert_string_equal(next(), "");
    here("w3", 0);
    assert_int_equal(outbox_room(world.box, world.now), 0);
    look();
    assert_string_equal(next(), "j w3 7");
    end();
}

/* ---- a worker's inbox ---- */

static void a_desk_has_room_for_so_much(void **state)
{
    (void)state;
    struct inbox d = {.orders = 0};
    struct inbox_order o;
    struct buf bytes = BUF_EMPTY;
    for (int i = 0; i < 20; i++) {
        struct grid_held of = {"greedy", "l", i + 1, "5"};
        assert_int_equal(inbox_add(&d, &of, "x", 1), i < INBOX_ORDERS_EACH);
    }
    assert_true(inbox_add(&d, &(struct grid_held){"greedy", "l", 1, "5"}, "x", 1)); /* it has that one */
    assert_int_equal(d.orders, INBOX_ORDERS_EACH);
    assert_true(inbox_add(&d, &(struct grid_held){"other", "l", 1, "5"}, "x", 1));
    assert_true(inbox_next(&d, &o) && strcmp(o.of.coordinator, "greedy") == 0 && o.of.job == 1);
    buf_free(&o.line);
    buf_text(&bytes, "result");
    inbox_keep(&d, &(struct grid_held){"other", "l", 9, "5"}, &bytes, 6, 0);
    for (int i = 0; i < 20; i++) { /* who takes none of his own loses them, not others' */
        buf_text(&bytes, "result");
        inbox_keep(&d, &(struct grid_held){"greedy", "l", i + 1, "5"}, &bytes, 6, 0);
    }
    assert_int_equal(d.results, 1 + INBOX_RESULTS_EACH);
    assert_non_null(inbox_result(&d, &(struct grid_held){"other", "l", 9, "5"}));
    assert_null(inbox_result(&d, &(struct grid_held){"greedy", "l", 1, "5"}));
    assert_non_null(inbox_result(&d, &(struct grid_held){"greedy", "l", 20, "5"}));
    struct grid_held held[GRID_HELD_MOST];
    assert_int_equal(inbox_list(&d, held, 0, GRID_HELD_MOST), d.orders + d.results);
    inbox_drop(&d, &(struct grid_held){"other", "l", 9, "5"});
    inbox_drop(&d, &(struct grid_held){"other", "l", 1, "5"});
    assert_int_equal(d.orders, 1);
    assert_int_equal(d.results, INBOX_RESULTS_EACH);
    inbox_free(&d);
    assert_int_equal(d.orders + d.results, 0);
}

static void results_are_offered_until_they_are_taken(void **state)
{
    (void)state;
    struct inbox d = {.orders = 0};
    struct buf bytes = BUF_EMPTY;
    int offers = 0;
    buf_text(&bytes, "result");
    inbox_keep(&d, &(struct grid_held){"c", "l", 9, "5"}, &bytes, 6, 0);
    for (double now = 0; now < 600; now += 0.1)
        offers += inbox_offer(&d, now) != NULL;
    assert_in_range(offers, 12, 18); /* less and less often */
    assert_null(inbox_offer(&d, 600));
    inbox_offer_again(&d, "another");
    assert_null(inbox_offer(&d, 600));
    inbox_offer_again(&d, "c");
    assert_non_null(inbox_offer(&d, 600));
    assert_null(inbox_offer(&d, INBOX_KEEP + 1)); /* it was not wanted */
    assert_int_equal(d.results, 0);
    inbox_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_job_goes_out_and_comes_back),
        cmocka_unit_test(large_results_are_fetched_piece_by_piece),
        cmocka_unit_test(what_is_lost_is_said_again),
        cmocka_unit_test(who_has_it_already_gets_it),
        cmocka_unit_test(who_vanishes_loses_the_job),
        cmocka_unit_test(silence_of_the_broker_is_nobodys_fault),
        cmocka_unit_test(who_leaves_is_not_waited_for),
        cmocka_unit_test(refusals_go_to_others),
        cmocka_unit_test(one_failure_is_no_verdict),
        cmocka_unit_test(the_first_to_be_heard_are_not_everybody),
        cmocka_unit_test(beside_one_who_is_late_another_begins),
        cmocka_unit_test(strangers_are_on_trial),
        cmocka_unit_test(the_oldest_goes_first),
        cmocka_unit_test(unfinished_results_block_nothing),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(strangers_are_not_heard),
        cmocka_unit_test(results_belong_to_what_was_asked),
        cmocka_unit_test(noise_costs_the_job),
        cmocka_unit_test(liars_are_shunned),
        cmocka_unit_test(names_are_kept_to),
        cmocka_unit_test(a_desk_has_room_for_so_much),
        cmocka_unit_test(results_are_offered_until_they_are_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
