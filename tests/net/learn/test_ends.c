/* How games of Go ended, as nets learn it: whose points and by how much, by marks and by playouts; games left out by name; the
 * losses' gradients; a training that is the same by two threads. */
#include "support/boards.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "net/learn/go.h"
#include "net/learn/train.h"
#include "net/net.h"

enum { SIDE = 5, POINTS = SIDE * SIDE };

/* Black has the columns a to c, White d and e: 15 points and 10. */
#define WALLS      ";B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[]"
#define MARKS      "TB[aa][ab][ac][ad][ae][ba][bb][bc][bd][be]TW[ea][eb][ec][ed][ee]"
#define ROOT(more) "(;GM[1]SZ[5]RU[Chinese]" more

static const char marked[] = ROOT("KM[0.5]RE[B+4.5]PB[Ann]PW[Bo]") WALLS MARKS ")";
static const char unmarked[] = ROOT("KM[0.5]RE[B+4.5]PB[HiraBot41]PW[Bo]") WALLS ")";
static const char wrong[] = ROOT("KM[0.5]RE[W+20.5]PB[Ann]PW[Bo]") WALLS ")";
static const char resigned[] = ROOT("KM[0.5]RE[B+R]PB[Ann]PW[gnugo3]") WALLS MARKS ")";

static struct data *read_games(const char *text, const char *without, struct data_go_count *count)
{
    char path[] = "/tmp/hexad-ends-XXXXXX";
    struct err e;
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    struct data_go_source *s = data_go_source(&(struct data_go_filter){.size = SIDE, .without = without});
    assert_true(data_go_add(s, path, &e));
    *count = *data_go_count(s);
    unlink(path);
    return data_new(&data_go, s, SIDE, SIDE, 1);
}

/* The end as position number `at` of the only game has it. */
static void ended(const char *text, int at, struct data_sample *out, int8_t owner[POINTS])
{
    struct data_go_count count;
    struct data *d = read_games(text, NULL, &count);
    void *maker = data_go.maker_new(d->source);
    for (int times = 0; times < 2; times++) { /* found out, then known */
        data_go.make(maker, 0, at, out);
        data_go.end(maker, 0, out);
    }
    if (out->owner)
        memcpy(owner, out->owner, POINTS);
    data_go.maker_free(maker);
    data_free(d);
}

static void check_owner(const char *text, int at, int sign)
{
    struct data_sample s;
    int8_t owner[POINTS];
    ended(text, at, &s, owner);
    assert_true(s.scored && s.owner);
    assert_true(fabsf(s.score - (float)sign * 5.0f / NET_SCORE_UNIT) < 1e-6f);
    for (int p = 0; p < POINTS; p++)
        assert_int_equal(owner[p], p % SIDE <= 2 ? sign : -sign);
}

static void test_owner(void **state)
{
    (void)state;
    check_owner(marked, 0, 1); /* Black to move */
    check_owner(marked, 1, -1);
    check_owner(unmarked, 4, 1); /* by playouts */
    check_owner(unmarked, 9, -1);
}

/* A count that the board does not bear out gives no points, a game by resignation nothing. */
static void test_unknown(void **state)
{
    (void)state;
    struct data_sample s;
    int8_t owner[POINTS];
    ended(wrong, 0, &s, owner);
    assert_true(s.scored && !s.owner && s.score < -1.9f);
    ended(resigned, 0, &s, owner);
    assert_true(!s.scored && !s.owner && s.weight > 0);
}

static void test_names(void **state)
{
    (void)state;
    static const struct {
        const char *without;
        size_t games;
    } cases[] = {{NULL, 4}, {"", 4}, {"bot", 3}, {"GNU,BOT", 2}, {"bo", 1}, {",zen,", 4}, {"Annabel", 4}};
    char all[sizeof marked + sizeof unmarked + sizeof wrong + sizeof resigned];
    snprintf(all, sizeof all, "%s%s%s%s", marked, unmarked, wrong, resigned);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct data_go_count count;
        data_free(read_games(all, cases[i].without, &count));
        assert_int_equal(count.games, cases[i].games);
        assert_int_equal(count.other, 4 - cases[i].games);
    }
}

/* ---- Losses ---- */

static double loss_of(const struct data_sample *s, const struct loss_said *said,
                      const struct loss_shares *shares)
{
    struct loss_sum sum = {0};
    loss_add(&sum, s, POINTS, said, shares, NULL);
    double off = sum.score, score = off < 1 ? off * off / 2 : off - 0.5; /* as its gradient has it */
    return (double)shares->all * (sum.policy + (double)shares->value * sum.value +
                                  (double)shares->owner * sum.owner + (double)shares->score * score);
}

static void check_slope(const struct data_sample *s, const struct loss_said *said,
                        const struct loss_shares *shares, float *at, float slope)
{
    float was = *at, by = 1.0f / 128;
    *at = was + by;
    double more = loss_of(s, said, shares);
    *at = was - by;
    double less = loss_of(s, said, shares);
    *at = was;
    assert_true(fabs((more - less) / (2.0 / 128) - (double)slope) < 1e-3);
}

static void test_gradients(void **state)
{
    (void)state;
    enum { HEADS = POINTS * NET_HEAD_WIDTH };
    float policy[HEADS], owner[HEADS], value[2] = {0.3f, -0.4f};
    float dpolicy[HEADS], downer[HEADS], dvalue[2];
    uint8_t legal[POINTS];
    int8_t owners[POINTS];
    struct rng r;
    rng_seed(&r, 9);
    for (int i = 0; i < HEADS; i++) {
        policy[i] = (float)rng_unit(&r);
        owner[i] = (float)(2 * rng_unit(&r) - 1);
    }
    for (int p = 0; p < POINTS; p++) {
        legal[p] = p != 3;
        owners[p] = (int8_t)((int)rng_below(&r, 3) - 1);
    }
    struct loss_said said = {policy, owner, value, 2};
    struct loss_back back = {dpolicy, downer, dvalue};
    struct loss_shares shares = {2, 0.5f, 0.7f, 3};
    struct data_sample s = {.legal = legal, .rights = 1, .right = {7}, .target = 1, .weight = 1};
    s.owner = owners;
    s.scored = true;
    for (int far = 0; far < 2; far++) {
        struct loss_sum sum = {0};
        s.score = far ? 4 : 0;
        loss_add(&sum, &s, POINTS, &said, &shares, &back);
        for (int i = 0; i < HEADS; i++) {
            check_slope(&s, &said, &shares, &policy[i], dpolicy[i]);
            check_slope(&s, &said, &shares, &owner[i], downer[i]);
        }
        check_slope(&s, &said, &shares, &value[0], dvalue[0]);
        check_slope(&s, &said, &shares, &value[1], dvalue[1]);
        assert_int_equal(sum.owners, 1);
        assert_int_equal(sum.scores, 1);
    }
}

/* ---- Training ---- */

static struct train_state *trained(const struct net *n, const struct data *d, int threads, float few)
{
    struct train_options o = train_defaults();
    o.batch = 8;
    o.rate = 0.1f;
    o.samples = 100 * 8;
    o.every = o.samples;
    o.test = 0;
    o.threads = threads;
    o.few = few;
    o.average = 0.9f;
    o.owner = 10;
    struct train_state *s = train_state_new(n, 1);
    struct train *t = train_new(n, &net_kernels_plain, d, &o, s);
    while (train_step(t))
        continue;
    train_mark(t);
    train_free(t);
    return s;
}

/* Whoever finds out how a game ended, everybody learns the same; and it does learn whose the points are. */
static void test_training(void **state)
{
    (void)state;
    struct data_go_count count;
    struct net *n = net_new("r1x16v16o", 36, SIDE, SIDE, NULL);
    struct train_state *s[3];
    for (int i = 0; i < 3; i++) {
        struct data *d = read_games(unmarked, NULL, &count);
        d->learns = d->tests; /* the only game is for both */
        d->games[DATA_LEARN] = d->games[DATA_TEST];
        d->number[DATA_LEARN][0] = d->number[DATA_TEST][0];
        d->upto[DATA_LEARN][0] = d->upto[DATA_TEST][0];
        s[i] = trained(n, d, i == 1 ? 2 : 1, i == 2 ? 0 : 1);
        data_free(d);
    }
    assert_memory_equal(s[0]->average, s[1]->average, n->parameters * sizeof(float));
    assert_memory_not_equal(s[0]->average, s[2]->average, n->parameters * sizeof(float));
    assert_true(s[0]->curve[0].test_owner_right > 0.75);
    assert_true(s[0]->learned.values == 0 && s[0]->curve[0].learn_value > 0 &&
                s[2]->curve[0].learn_value <= 0);
    for (int i = 0; i < 3; i++)
        train_state_free(s[i]);
    net_free(n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_owner),     cmocka_unit_test(test_unknown),  cmocka_unit_test(test_names),
        cmocka_unit_test(test_gradients), cmocka_unit_test(test_training),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
