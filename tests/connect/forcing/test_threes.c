/* Wins by fours and threes: what is found, what is told of it, and its limits. tests/truth/test_threes.c compares many more
 * with plain search. */
#include "connect/forcing/forcing.h"
#include "connect/proof/check.h"
#include "connect/proof/forced.h"
#include "support/boards.h"

enum { TABLE = 1 << 20 };

/* A search, and what it was about. */
struct asked {
    struct position *p;
    struct threats *t;
    struct forcing *f;
    struct forcing_result r;
};

static void ask(struct asked *a, const char *game, const char *stones, const struct forcing_limits *l)
{
    a->p = test_game(game, stones);
    a->t = threats_new(a->p);
    a->f = forcing_new(&a->p->rules, TABLE);
    forcing_search(a->f, a->t, l, &a->r);
}

static void done(struct asked *a)
{
    forcing_free(a->f);
    threats_free(a->t);
    position_free(a->p);
}

static void expect(const char *game, const char *stones, enum forcing_kind kind, enum forcing_answer answer,
                   enum forcing_kind found)
{
    struct asked a;
    ask(&a, game, stones, &(struct forcing_limits){.kind = kind, .nodes = 100000});
    assert_int_equal(a.r.answer, answer);
    if (answer == FORCING_WIN)
        assert_int_equal(a.r.kind, found);
    done(&a);
}

/* Two pairs that cross: a stone makes two threes at once. */
#define CROSS "h8 a1 i9 c1 j8 a3 i7 c4"

static void what_is_found(void **state)
{
    (void)state;
    expect("gomoku", CROSS, FORCING_VCT, FORCING_WIN, FORCING_VCT);
    expect("gomoku", CROSS, FORCING_VCDT, FORCING_NONE, FORCING_VCDT);
    expect("gomoku", "h8", FORCING_VCT, FORCING_NONE, FORCING_VCT); /* White has no stone */
    expect("gomoku", "h8 a1 h9 c1 h10 e1 h11 g1", FORCING_VCT, FORCING_WIN, FORCING_VCDT); /* a row */
    expect("gomoku", "h8 a1 h9 c1 h10 e1", FORCING_VCT, FORCING_WIN, FORCING_VCDT);        /* an open four */
    expect("gomoku-exact", CROSS, FORCING_VCT, FORCING_WIN, FORCING_VCT);
    expect("19,19,6,1,1", "h8 a1 i8 c1 j8 e1 h9 a3 h10 c3 h11 e3", FORCING_VCT, FORCING_WIN, FORCING_VCDT);
    /* Elsewhere it is the same as VCST. */
    expect("connect6", "j10 j9 l10 i8 h8 k11 l11 l12 m11", FORCING_VCT, FORCING_WIN, FORCING_VCST);
}

/* The other side has four in a row: the stone that stops it threatens nothing. */
static void the_defender_counts(void **state)
{
    (void)state;
    expect("gomoku", "h8 a1 i9 b1 j8 c1 i7 d1", FORCING_VCT, FORCING_NONE, FORCING_VCT);
    expect("gomoku", "h8 a1 i9 b1 j8 c1 i7 g1", FORCING_VCT, FORCING_WIN, FORCING_VCT);
}

static void what_is_told(void **state)
{
    (void)state;
    struct asked a;
    struct deadline never = {0};
    struct buf out = BUF_EMPTY;
    struct check_result c;
    uint64_t turns;
    ask(&a, "gomoku", CROSS, &(struct forcing_limits){.kind = FORCING_VCT, .nodes = 100000});
    assert_int_equal(a.r.turn.n, 1);
    assert_int_equal(a.r.turn.s[0], a.r.line[0]);
    assert_int_equal(a.r.depth, 3); /* a three, a four, a row */
    assert_int_equal(a.r.n, 3);
    for (int i = 0; i < a.r.n; i++) {
        assert_true(position_legal_square(a.p, a.r.line[i]));
        position_place(a.p, a.r.line[i]);
    }
    while (a.p->plies > 8)
        position_undo(a.p);
    assert_int_equal(forced_certify(a.f, a.t, &never, &out, &turns), FORCED_WRITTEN);
    assert_int_equal(check_bytes(out.text, out.len, NULL, &c), CHECK_ACCEPTED);
    check_result_free(&c);
    buf_free(&out);
    done(&a);
}

/* A stone off the zone leaves the win; one on it may stop it. */
static void its_zone(void **state)
{
    (void)state;
    struct asked a;
    ask(&a, "gomoku", CROSS, &(struct forcing_limits){.kind = FORCING_VCT, .nodes = 100000});
    uint8_t zone[SQUARE_CELLS];
    int n = forcing_zone(a.f, a.t, zone);
    assert_true(n > 3 && n < 60);
    assert_int_equal(zone[a.r.turn.s[0]], 1);
    assert_int_equal(zone[square_at(14, 0)], 0);
    done(&a);
}

static void a_loss(void **state)
{
    (void)state;
    struct asked a;
    struct forcing_limits l = {.kind = FORCING_VCT, .nodes = 300000};
    /* Black has two open threes. */
    ask(&a, "gomoku", "h8 a1 h9 c1 h10 e1 j8 a3 k8 c3 l8", &l);
    forcing_loses(a.f, a.t, &l, &a.r);
    assert_int_equal(a.r.answer, FORCING_WIN);
    done(&a);
    ask(&a, "gomoku", "h8", &l);
    forcing_loses(a.f, a.t, &(struct forcing_limits){.kind = FORCING_VCT, .nodes = 3000}, &a.r);
    assert_int_equal(a.r.answer, FORCING_CUT);
    done(&a);
}

static void its_limits(void **state)
{
    (void)state;
    struct asked a;
    atomic_bool stop = true;
    ask(&a, "gomoku", CROSS, &(struct forcing_limits){.kind = FORCING_VCT, .nodes = 1});
    assert_int_equal(a.r.answer, FORCING_CUT);
    done(&a);
    ask(&a, "gomoku", CROSS, &(struct forcing_limits){.kind = FORCING_VCT, .until.stop = &stop});
    assert_int_equal(a.r.answer, FORCING_CUT);
    done(&a);
    ask(&a, "gomoku", CROSS, &(struct forcing_limits){.kind = FORCING_VCT, .depth = 3}); /* not for threes */
    assert_int_equal(a.r.answer, FORCING_NONE);
    done(&a);
}

/* The same question, the same answer, whatever was asked before. */
static void it_is_deterministic(void **state)
{
    (void)state;
    struct asked a;
    struct forcing_limits l = {.kind = FORCING_VCT, .nodes = 20000};
    ask(&a, "gomoku", "h8 h9 i8 g8 i9 g7 i7 i10 g6 j11 f8 e9 h6", &l);
    struct forcing_result first = a.r;
    forcing_clear(a.f);
    forcing_search(a.f, a.t, &l, &a.r);
    assert_int_equal(a.r.answer, first.answer);
    assert_int_equal(a.r.nodes, first.nodes);
    done(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_found),
        cmocka_unit_test(the_defender_counts),
        cmocka_unit_test(what_is_told),
        cmocka_unit_test(its_zone),
        cmocka_unit_test(a_loss),
        cmocka_unit_test(its_limits),
        cmocka_unit_test(it_is_deterministic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
