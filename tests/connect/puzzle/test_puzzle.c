/* Puzzles in and out: bytes, JSON lines, SGF; found in games, checked again. */
#include <stdlib.h>
#include <string.h>

#include "connect/puzzle/collect.h"
#include "connect/puzzle/grade.h"
#include "connect/puzzle/prove.h"
#include "connect/puzzle/recheck.h"
#include "connect/puzzle/sgf.h"
#include "json/puzzle.h"

enum { BUILTIN_MOST = 300 * 1000, COLLECTION_CONNECT6 = 1000, COLLECTION_GOMOKU = 300 };

static void same(const struct puzzle *a, const struct puzzle *b)
{
    struct buf x = BUF_EMPTY, y = BUF_EMPTY;
    puzzle_write(a, &x);
    puzzle_write(b, &y);
    assert_string_equal(buf_str(&x), buf_str(&y));
    buf_free(&x);
    buf_free(&y);
}

/* As many as promised, from easy to hard, of both games, in order, no name twice. */
static void the_collection_is_there(void **state)
{
    struct puzzles l = collect_builtin(0, 1);
    int connect6 = 0, gomoku = 0, length[HUNT_DEPTH + 1] = {0};
    struct buf b = BUF_EMPTY;
    struct err e;
    (void)state;
    for (size_t i = 0; i < l.n; i++) {
        connect6 += l.at[i].before->rules.k == 6;
        gomoku += l.at[i].before->rules.k == 5;
        length[l.at[i].turns]++;
        assert_true(i == 0 || l.at[i - 1].rating <= l.at[i].rating);
    }
    assert_true(connect6 >= COLLECTION_CONNECT6);
    assert_true(gomoku >= COLLECTION_GOMOKU);
    for (int n = 1; n <= 6; n++)
        assert_true(length[n] > 0);
    assert_true(collection_pack(&l, &b, &e));
    assert_true(b.len <= BUILTIN_MOST);
    buf_free(&b);
    puzzles_free(&l);
}

static void bytes_json_and_sgf_keep_it(void **state)
{
    struct puzzles l = collect_builtin(2, 19), in = PUZZLES_EMPTY, sgf = PUZZLES_EMPTY;
    struct buf bytes = BUF_EMPTY, text = BUF_EMPTY, games = BUF_EMPTY;
    struct collection c;
    struct err e;
    struct puzzle p;
    (void)state;
    assert_true(collection_pack(&l, &bytes, &e));
    assert_true(collection_open(&c, (const uint8_t *)bytes.text, bytes.len));
    for (size_t i = 0; i < l.n; i++) {
        assert_true(collection_next(&c, &p));
        same(&p, &l.at[i]);
        puzzle_done(&p);
        puzzle_write(&l.at[i], &text);
        assert_true(puzzle_sgf_write(&l.at[i], &games, &e));
    }
    assert_false(collection_next(&c, &p));
    assert_true(puzzles_read(text.text, text.len, &in, &e));
    assert_true(puzzle_sgf_read(games.text, games.len, &sgf, &e));
    assert_int_equal(in.n, l.n);
    assert_int_equal(sgf.n, l.n);
    for (size_t i = 0; i < l.n; i++) {
        same(&in.at[i], &l.at[i]);
        struct position *a = puzzle_position(&sgf.at[i], &e), *b = puzzle_position(&l.at[i], &e);
        assert_true(position_equal(a, b));
        assert_string_equal(sgf.at[i].id, l.at[i].id);
        assert_int_equal(sgf.at[i].kind, l.at[i].kind);
        assert_int_equal(sgf.at[i].rating, l.at[i].rating);
        position_free(a);
        position_free(b);
    }
    puzzles_free(&l);
    puzzles_free(&in);
    puzzles_free(&sgf);
    buf_free(&bytes);
    buf_free(&text);
    buf_free(&games);
}

/* Cut or changed bytes give an end, not a crash. */
static void damaged_bytes_end(void **state)
{
    struct puzzles l = collect_builtin(1, 211);
    struct buf b = BUF_EMPTY;
    struct rng rng;
    struct err e;
    (void)state;
    rng_seed(&rng, 5);
    assert_true(collection_pack(&l, &b, &e));
    for (int i = 0; i < test_rounds(200); i++) {
        uint8_t *bytes = malloc(b.len);
        memcpy(bytes, b.text, b.len);
        bytes[9 + rng_below(&rng, (uint32_t)b.len - 9)] ^= (uint8_t)(1 << rng_below(&rng, 8));
        struct collection c;
        struct puzzle p;
        collection_open(&c, bytes, rng_below(&rng, 2) ? b.len : rng_below(&rng, (uint32_t)b.len));
        while (collection_next(&c, &p))
            puzzle_done(&p);
        free(bytes);
    }
    buf_free(&b);
    puzzles_free(&l);
}

static void bad_lines_are_named(void **state)
{
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"\n{\"kind\":\"win\"}\n", "line 2: 'game' is missing"},
        {"{\"game\":{\"rules\":\"gomoku\",\"stones\":[\"h8\"]},\"error\":[\"h8\"]}", "occupied"},
        {"{\"game\":{\"rules\":\"gomoku\",\"stones\":[]},\"wrong\":1}", "wrong"},
        {"{\"game\":{\"rules\":\"gomoku\",\"stones\":[]},\"kind\":\"loss\"}", "must be win or defence"},
        {"{\"game\":{\"rules\":\"connect6\",\"stones\":[\"j10\",\"j11\"]}}", "middle of a turn"},
        {"{\"game\":{\"rules\":[9,9,4,3,3],\"stones\":[]}}", "two more than a turn"},
        {"{\"game\":{\"rules\":\"gomoku\",\"stones\":[]},\"themes\":[\"none\"]}", "no theme 'none'"},
        {"{", "line 1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct puzzles l = PUZZLES_EMPTY;
        struct err e;
        assert_false(puzzles_read(bad[i].text, strlen(bad[i].text), &l, &e));
        if (!strstr(e.text, bad[i].message))
            fail_msg("'%s' does not say '%s'", e.text, bad[i].message);
        puzzles_free(&l);
    }
}

/* A sample in check, all in nightly: every puzzle proved again. */
static void puzzles_are_proved_again(void **state)
{
    bool all = test_rounds(1) > 5;
    struct puzzles l = collect_builtin(4, all ? 1 : 83);
    (void)state;
    for (size_t i = 0; i < l.n; i++) {
        struct finder_options o = {.most = HUNT_DEPTH, .nodes = UINT64_MAX / 2};
        struct finder *f = finder_new(&l.at[i].before->rules, &o);
        struct err e;
        if (all || l.at[i].kind == PUZZLE_WIN)
            if (!finder_recheck(f, &l.at[i], &e))
                fail_msg("%s: %s", l.at[i].id, e.text);
        finder_free(f);
    }
    puzzles_free(&l);
}

/* What says something false of itself is rejected. */
static void false_puzzles_are_rejected(void **state)
{
    struct puzzles l = collect_builtin(4, 83);
    int tried = 0;
    (void)state;
    for (size_t i = 0; i < l.n && tried < 4; i++) {
        struct puzzle p = l.at[i];
        struct finder_options o = {.most = HUNT_DEPTH, .nodes = UINT64_MAX / 2};
        struct err e;
        if (p.kind != PUZZLE_WIN || p.turns < 2 || p.turns > 3)
            continue;
        struct finder *f = finder_new(&p.before->rules, &o);
        p.turns = l.at[i].turns - 1;
        assert_false(finder_recheck(f, &p, &e));
        p.turns = l.at[i].turns + 1;
        assert_false(finder_recheck(f, &p, &e));
        p.turns = l.at[i].turns;
        p.key.n = 0;
        assert_false(finder_recheck(f, &p, &e));
        p.key = l.at[i].key;
        p.firsts++;
        assert_false(finder_recheck(f, &p, &e));
        finder_free(f);
        tried++;
    }
    assert_true(tried > 0);
    puzzles_free(&l);
}

/* Shapes see through symmetry, shifting and stones far off. */
static void shapes_tell_duplicates(void **state)
{
    static const char line[] =
        "{\"game\":{\"rules\":\"gomoku\",\"setup\":{\"black\":[%s],\"white\":[%s],\"to_move\":"
        "\"black\"},\"stones\":[]},\"error\":[],\"turns\":1,\"key\":[%s],\"line\":[%s]}";
    static const struct {
        const char *black, *white, *key;
    } puzzle[] = {
        {"\"h8\",\"i8\",\"j8\"", "\"a1\",\"b3\",\"c7\"", "\"k8\""},
        {"\"h9\",\"i9\",\"j9\"", "\"o1\",\"b3\",\"c7\"", "\"k9\""},         /* shifted */
        {"\"h8\",\"h9\",\"h10\"", "\"a1\",\"b3\",\"c7\"", "\"h11\""},       /* turned */
        {"\"h8\",\"i8\",\"j8\",\"b14\"", "\"a1\",\"b3\",\"c7\"", "\"k8\""}, /* a stone far off */
        {"\"h8\",\"i8\",\"k8\"", "\"a1\",\"b3\",\"c7\"", "\"j8\""},         /* another */
    };
    uint64_t shape[5];
    (void)state;
    for (int i = 0; i < 5; i++) {
        struct puzzles l = PUZZLES_EMPTY;
        struct buf b = BUF_EMPTY;
        struct err e;
        buf_format(&b, line, puzzle[i].black, puzzle[i].white, puzzle[i].key, puzzle[i].key);
        if (!puzzles_read(b.text, b.len, &l, &e))
            fail_msg("%s", e.text);
        shape[i] = finder_shape(&l.at[0]);
        buf_free(&b);
        puzzles_free(&l);
    }
    assert_true(shape[0] == shape[1] && shape[0] == shape[2] && shape[0] == shape[3]);
    assert_true(shape[0] != shape[4]);
}

struct found {
    const char *id;
    int n;
    bool seen;
};

static void told(void *ctx, enum puzzle_reason why, struct puzzle *p)
{
    struct found *x = ctx;
    assert_true(puzzle_reason_text(why)[0] || p);
    if (p) {
        x->n++;
        x->seen = x->seen || strcmp(p->id, x->id) == 0;
        assert_true(p->key.n >= 1 && p->line_n >= 1 && p->rating >= 400);
        puzzle_done(p);
    }
}

/* The game of a puzzle gives the puzzle again; one without errors gives none. */
static void errors_in_games_become_puzzles(void **state)
{
    struct puzzles l = collect_builtin(6, 151);
    struct finder_options o = {.most = 8};
    (void)state;
    for (size_t i = 0; i < l.n; i++) {
        struct err e;
        if (l.at[i].kind != PUZZLE_WIN || l.at[i].class != HUNT_DOUBLE)
            continue;
        struct position *p = puzzle_position(&l.at[i], &e);
        struct finder *f = finder_new(&p->rules, &o);
        struct found x = {.id = l.at[i].id};
        position_place(p, l.at[i].line[0]);
        finder_game(f, p, 0, told, &x);
        assert_true(x.seen);
        position_free(p);
        p = position_new(&l.at[i].before->rules);
        position_place(p, square_at(7, 7));
        x.n = 0;
        finder_game(f, p, 0, told, &x);
        assert_int_equal(x.n, 0);
        position_free(p);
        finder_free(f);
    }
    puzzles_free(&l);
}

/* The certificate of a win that is too short for it is not made. */
static void only_wins_are_proved(void **state)
{
    struct position *p = test_game("gomoku", "h8 a1 i8 a3 j8 c1");
    struct hunt *h = hunt_new(&p->rules, 1 << 20);
    struct prove_result r;
    struct err e;
    (void)state;
    assert_true(prove_win(h, p, HUNT_DOUBLE, 1, &r, &e));
    assert_int_equal(r.depth, 1);
    position_free(p);
    p = test_game("gomoku", "h8 a1 i8 a3");
    assert_false(prove_win(h, p, HUNT_DOUBLE, 3, &r, &e));
    hunt_free(h);
    position_free(p);
}

static void longer_is_harder(void **state)
{
    struct puzzles l = collect_builtin(0, 500);
    struct grade_features f = {.turns = 2, .firsts = 1, .forcing = 10, .proof = 5, .stones = 20}, g = f;
    const struct puzzle *p = &l.at[0];
    (void)state;
    while (p->kind != PUZZLE_WIN)
        p++;
    g.turns = 4;
    assert_true(grade_rating(p, &f) < grade_rating(p, &g));
    g = f;
    g.forcing = 100;
    assert_true(grade_rating(p, &f) < grade_rating(p, &g));
    assert_true(grade_themes(p, &f) >> THEME_ONLY & 1);
    puzzles_free(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_collection_is_there),  cmocka_unit_test(bytes_json_and_sgf_keep_it),
        cmocka_unit_test(damaged_bytes_end),        cmocka_unit_test(bad_lines_are_named),
        cmocka_unit_test(puzzles_are_proved_again), cmocka_unit_test(false_puzzles_are_rejected),
        cmocka_unit_test(shapes_tell_duplicates),   cmocka_unit_test(errors_in_games_become_puzzles),
        cmocka_unit_test(only_wins_are_proved),     cmocka_unit_test(longer_is_harder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
