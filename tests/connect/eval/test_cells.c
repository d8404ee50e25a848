/* The learned evaluation against plain code: classes, codes, values and policies after random walks, the file
 * of weights, and what the built-in weights think of plain positions. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "connect/eval/cells.h"
#include "connect/eval/cells_lines.h"

/* The neighbours of a square on one line, as a code, read off the board. */
static int plain_code(const struct position *p, square s, int d, enum side own)
{
    static const int step_col[] = {1, 0, 1, -1}, step_row[] = {0, 1, 1, 1};
    int code = 0, weight = 1;
    for (int hand = -1; hand <= 1; hand += 2)
        for (int i = 1; i < p->rules.k; i++, weight *= 3) {
            int col = square_col(s) + hand * i * step_col[d], row = square_row(s) + hand * i * step_row[d];
            bool on = square_on_board(&p->rules, col, row);
            enum cell what = on ? (enum cell)p->cell[square_at(col, row)] : CELL_EDGE;
            code += what == CELL_EMPTY ? 0 : what == cell_of(own) ? weight : 2 * weight;
        }
    return code;
}

/* A pattern by its meaning: the free squares on both hands and the stones on them, the smaller hand first. */
static uint32_t plain_meaning(int code, int k)
{
    uint32_t hand[2];
    for (int h = 0; h < 2; h++) {
        uint32_t length = 0, bits = 0;
        bool blocked = false;
        for (int i = 0; i < k - 1; i++, code /= 3) {
            blocked = blocked || code % 3 == 2;
            if (!blocked)
                bits |= (uint32_t)(code % 3) << length++;
        }
        hand[h] = length << 8 | bits;
    }
    if ((hand[0] >> 8) + (hand[1] >> 8) + 1 < (uint32_t)k)
        return UINT32_MAX; /* dead */
    return hand[0] < hand[1] ? hand[0] << 16 | hand[1] : hand[1] << 16 | hand[0];
}

static void patterns_of_one_class_mean_the_same(void **state)
{
    (void)state;
    static const int counts[CELLS_K_MOST + 1] = {0, 0, 6, 26, 111, 471, 1949};
    for (int k = 2; k <= CELLS_K_MOST; k++) {
        struct cells_classes *c = cells_classes_new(k);
        uint32_t meaning[CELLS_CLASSES_MOST] = {0};
        bool seen[CELLS_CLASSES_MOST] = {false};
        int distinct = 0;
        for (int code = 0; code < c->codes; code++) {
            int number = c->of[code];
            uint32_t m = plain_meaning(code, k);
            assert_in_range(number, 0, c->classes - 1);
            if (!seen[number]) {
                for (int other = 0; other < c->classes; other++)
                    assert_false(seen[other] && meaning[other] == m);
                seen[number] = true;
                meaning[number] = m;
                distinct++;
                bool stones = m != UINT32_MAX && (m & 0x00ff00ff) != 0;
                assert_int_equal(number >= c->stoneless, stones);
                assert_int_equal(c->of[c->sample[number]], number);
            }
            assert_int_equal(meaning[number], m);
        }
        assert_int_equal(distinct, c->classes);
        assert_int_equal(distinct, counts[k]);
        assert_int_equal(distinct, cells_classes_count(k));
        assert_int_equal(meaning[CELLS_DEAD], UINT32_MAX);
        cells_classes_free(c);
    }
}

static void codes_follow_the_stones(void **state)
{
    (void)state;
    static const char *const games[] = {"19,19,6,2,1", "7,12,5,1,1", "3,2,3,1,1", "1,9,4,2,1"};
    struct rng rng;
    rng_seed(&rng, 5);
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        struct rules r = test_rules(games[g]);
        struct position *p = position_new(&r);
        struct cells_lines *l = cells_lines_new(&r);
        for (int round = 0; round < test_rounds(40); round++) {
            for (int i = 0; i < 10; i++) {
                square s = l->at[rng_below(&rng, (uint32_t)l->cells)];
                enum cell what = (enum cell)rng_below(&rng, 3);
                if (p->cell[s] != CELL_EMPTY)
                    position_setup(p, s, CELL_EMPTY);
                if (what != CELL_EMPTY)
                    position_setup(p, s, what);
                cells_lines_set(l, cells_lines_cell(l, s), what);
            }
            for (int cell = 0; cell < l->cells; cell++)
                for (int d = 0; d < DIRECTIONS; d++) {
                    assert_int_equal(l->code[cell][d] & 0xffff, plain_code(p, l->at[cell], d, BLACK));
                    assert_int_equal(l->code[cell][d] >> 16, plain_code(p, l->at[cell], d, WHITE));
                }
        }
        cells_lines_free(l);
        position_free(p);
    }
}

static int16_t chance(struct rng *r, int most)
{
    return (int16_t)((int)rng_below(r, (uint32_t)(2 * most + 1)) - most);
}

/* Weights that are random, up to their bounds. */
static struct weights *random_weights(int k, int p, uint64_t seed)
{
    struct weights *w = weights_new(k, p);
    struct rng r;
    rng_seed(&r, seed);
    int row = seed % 2 ? WEIGHTS_ROW_MOST : 600;
    for (int c = 0; c < 2 * w->classes; c++)
        for (int i = 0; i < WEIGHTS_LANES; i++)
            w->owned[c][i] = chance(&r, row);
    for (int i = 0; i < WEIGHTS_LANES; i++)
        w->bias[i] = chance(&r, row);
    for (int h = 0; h < p; h++) {
        struct weights_head *head = &w->head[h];
        for (int i = 0; i < WEIGHTS_LANES; i++) {
            head->policy[i] = chance(&r, INT16_MAX);
            head->skip[i] = chance(&r, 200);
        }
        for (int j = 0; j < WEIGHTS_HIDDEN; j++) {
            for (int i = 0; i < WEIGHTS_LANES; i++)
                head->first[j][i] = chance(&r, WEIGHTS_UNIT_SUM / WEIGHTS_LANES);
            head->out[j] = chance(&r, 500);
            head->first_bias[j] = chance(&r, INT16_MAX) * 4;
        }
        head->out_bias = chance(&r, INT16_MAX) * 8;
    }
    struct err e;
    assert_true(weights_check(w, &e));
    return w;
}

/* The definition (docs/evaluation.md), cell by cell. `sum` adds up what counts for the value. */
static void plain_cell(const struct position *p, const struct weights *w, const struct cells_classes *classes,
                       square s, int feature[WEIGHTS_LANES], int64_t sum[WEIGHTS_LANES])
{
    bool active = false;
    for (int i = 0; i < WEIGHTS_LANES; i++)
        feature[i] = w->bias[i];
    for (int d = 0; d < DIRECTIONS; d++) {
        int own = classes->of[plain_code(p, s, d, p->to_move)];
        int other = classes->of[plain_code(p, s, d, side_other(p->to_move))];
        active = active || own >= classes->stoneless || other >= classes->stoneless;
        for (int i = 0; i < WEIGHTS_LANES; i++)
            feature[i] += w->own[own][i] + w->other[other][i];
    }
    for (int i = 0; i < WEIGHTS_LANES; i++) {
        feature[i] = feature[i] < 0 ? 0 : feature[i] > WEIGHTS_ONE ? WEIGHTS_ONE : feature[i];
        sum[i] += active ? feature[i] : 0;
    }
}

static int64_t plain_value(const struct weights_head *h, const int64_t sum[WEIGHTS_LANES])
{
    int64_t value = h->out_bias;
    for (int i = 0; i < WEIGHTS_LANES; i++)
        value += sum[i] / 64 * h->skip[i] * 4;
    for (int j = 0; j < WEIGHTS_HIDDEN; j++) {
        int64_t unit = h->first_bias[j];
        for (int i = 0; i < WEIGHTS_LANES; i++)
            unit += sum[i] / 64 * h->first[j][i];
        unit = unit < 0 ? 0 : unit / 256; /* negative ones are cut anyway */
        value += (unit > 8192 ? 8192 : unit) * h->out[j];
    }
    value = value * EVAL_UNIT / (1024 * 1024);
    return value > EVAL_MOST ? EVAL_MOST : value < -EVAL_MOST ? -EVAL_MOST : value;
}

/* Compares all that is asked of `c` with the definition. */
static void compare(struct cells *c, const struct position *p, const struct weights *w,
                    const struct cells_classes *classes)
{
    const struct weights_head *h = &w->head[(p->left < w->p ? p->left : w->p) - 1];
    int64_t sum[WEIGHTS_LANES] = {0};
    int *score = mem_zero((size_t)square_limit(&p->rules), sizeof *score);
    for (square s = square_first(); s; s = square_next(&p->rules, s)) {
        int feature[WEIGHTS_LANES];
        int64_t logit = 0;
        if (p->cell[s] != CELL_EMPTY)
            continue;
        plain_cell(p, w, classes, s, feature, sum);
        for (int i = 0; i < WEIGHTS_LANES; i++)
            logit += (int64_t)feature[i] * h->policy[i];
        score[s] = (int)(logit * EVAL_UNIT / (1024 * 1024));
    }
    struct eval_score *list = mem_zero((size_t)p->empty, sizeof *list);
    int n = cells_policy(c, list);
    assert_int_equal(cells_value(c), plain_value(h, sum));
    assert_in_range(n, 1, p->empty);
    for (int i = 0; i < n && p->stones; i++) {
        assert_int_equal(p->cell[list[i].at], CELL_EMPTY);
        assert_int_equal(list[i].score, score[list[i].at]);
        score[list[i].at] = INT32_MAX; /* each once */
    }
    free(list);
    free(score);
}

/* Places and takes back at random, and asks now and then: what is kept is what would be worked out anew. */
static void walk(const char *game, uint64_t seed)
{
    struct rules r = test_rules(game);
    struct position *p = position_new(&r);
    struct threats *t = threats_new(p);
    struct weights *w = random_weights(r.k, r.p, seed);
    struct cells_classes *classes = cells_classes_new(r.k);
    struct cells *c = cells_with(t, w);
    struct rng rng;
    rng_seed(&rng, seed);
    for (int i = 0; i < test_rounds(300); i++) {
        square s = test_random_stone(p, &rng);
        if (s && rng_below(&rng, 5) < 3) {
            enum side side = p->to_move;
            threats_place(t, s);
            cells_placed(c, s, side);
        } else if (p->plies) {
            struct ply last = p->ply[p->plies - 1];
            threats_undo(t);
            cells_removed(c, last.at, (enum side)last.side);
        }
        if (p->outcome == OUTCOME_OPEN && rng_below(&rng, 3) == 0)
            compare(c, p, w, classes);
    }
    cells_free(c);
    c = cells_with(t, w); /* in the middle of the game */
    if (p->outcome == OUTCOME_OPEN)
        compare(c, p, w, classes);
    cells_free(c);
    cells_classes_free(classes);
    weights_free(w);
    threats_free(t);
    position_free(p);
}

static void values_follow_the_stones(void **state)
{
    (void)state;
    static const char *const games[] = {"19,19,6,2,1", "8,23,6,2,1", "15,15,5,1,1", "4,5,3,1,1", "9,1,4,2,1"};
    for (size_t g = 0; g < sizeof games / sizeof *games; g++)
        for (uint64_t seed = 1; seed <= 3; seed++)
            walk(games[g], seed);
}

static void a_game_and_its_mirror_images_are_worth_the_same(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10 i9 j11 h12 h10 i11 g10 h11 h9 h8");
    struct weights *w = random_weights(6, 2, 8);
    int first = 0;
    for (int symmetry = 0; symmetry < symmetry_count(&p->rules); symmetry++) {
        struct position *q = position_new(&p->rules);
        for (int i = 0; i < p->plies; i++)
            position_place(q, symmetry_square(&p->rules, symmetry, p->ply[i].at));
        struct threats *t = threats_new(q);
        struct cells *c = cells_with(t, w);
        if (symmetry == 0)
            first = cells_value(c);
        assert_int_equal(cells_value(c), first);
        cells_free(c);
        threats_free(t);
        position_free(q);
    }
    weights_free(w);
    position_free(p);
}

/* The same stones in the middle of boards of any size: what is far from all stones adds nothing. */
static void a_larger_board_changes_nothing(void **state)
{
    (void)state;
    static const int shift[][2] = {{0, 0}, {1, 0},   {0, 2}, {3, 1}, {-2, 1},
                                   {2, 2}, {-1, -1}, {4, 0}, {0, -3}};
    static const char *const games[] = {"31,31,6,2,1", "59,41,6,2,1", "127,127,6,2,1"};
    struct weights *w = random_weights(6, 2, 12);
    int first = 0;
    for (int g = 0; g < 3; g++) {
        struct rules r = test_rules(games[g]);
        struct position *p = position_new(&r);
        for (size_t i = 0; i < sizeof shift / sizeof *shift; i++)
            position_place(p, square_at(r.m / 2 + shift[i][0], r.n / 2 + shift[i][1]));
        struct threats *t = threats_new(p);
        struct cells *c = cells_with(t, w);
        if (g == 0)
            first = cells_value(c);
        assert_int_equal(cells_value(c), first);
        cells_free(c);
        threats_free(t);
        position_free(p);
    }
    weights_free(w);
}

/* The square that the built-in weights like best, and the value, for the side to move. */
static square best_stone(struct position *p, int *value)
{
    struct threats *t = threats_new(p);
    struct cells *c = cells_new(t);
    struct eval_score list[19 * 19];
    assert_non_null(c);
    int n = cells_policy(c, list), best = 0;
    for (int i = 1; i < n; i++)
        best = list[i].score > list[best].score ? i : best;
    *value = cells_value(c);
    cells_free(c);
    threats_free(t);
    return list[best].at;
}

static void the_built_in_weights_know_the_game(void **state)
{
    (void)state;
    struct rules r = test_rules("connect6"), larger = test_rules("connect6-59"),
                 other = test_rules("9,9,7,3,1");
    const struct weights *w = weights_for(&r);
    struct err e;
    int value, mirrored;
    assert_non_null(w);
    assert_true(weights_check(w, &e));
    assert_ptr_equal(weights_for(&larger), w);
    assert_null(weights_for(&other));
    /* Black is to extend its four; White is to stop it. */
    struct position *p = test_game("connect6", "j10 b2 q3 k10 l10 c17 q16 m10 s9 d2 b4");
    square s = best_stone(p, &value);
    assert_int_equal(square_row(s), 9);
    assert_in_range(square_col(s), 7, 14);
    position_free(p);
    p = test_game("connect6", "j10 b2 q3 k10 l10 c17 q16 m10 s9");
    s = best_stone(p, &value);
    assert_int_equal(square_row(s), 9);
    assert_in_range(square_col(s), 7, 14);
    position_free(p);
    /* Whoever has stones together is ahead of who has them scattered. */
    p = test_game("connect6", "j10 a1 s19 k11 i11 a19 s1");
    best_stone(p, &value);
    position_free(p);
    p = test_game("connect6", "a1 j10 k11 s19 a19 i11 k9 s1 a10");
    best_stone(p, &mirrored);
    position_free(p);
    assert_true(value > 50 && mirrored > 50);
}

static bool same_weights(const struct weights *a, const struct weights *b)
{
    struct buf x = BUF_EMPTY, y = BUF_EMPTY;
    weights_write(a, &x);
    weights_write(b, &y);
    bool same = x.len == y.len && memcmp(x.text, y.text, x.len) == 0;
    buf_free(&x);
    buf_free(&y);
    return same;
}

static void the_file_of_weights_is_read_as_written(void **state)
{
    (void)state;
    struct weights *w = random_weights(4, 2, 9), *back = NULL;
    struct buf b = BUF_EMPTY;
    struct err e;
    weights_write(w, &b);
    assert_true(weights_read(b.text, b.len, &back, &e));
    assert_true(same_weights(w, back));
    assert_int_equal(back->head[1].out_bias, w->head[1].out_bias);
    assert_memory_equal(back->owned, w->owned, 2 * (size_t)w->classes * sizeof *w->owned);
    weights_free(back);
    for (size_t len = 0; len < b.len; len += 1 + len / 7)
        assert_false(weights_read(b.text, len, &back, &e));
    for (size_t i = 0; i < b.len; i += 1 + i / 11) {
        b.text[i] ^= 0x20;
        assert_false(weights_read(b.text, b.len, &back, &e));
        b.text[i] ^= 0x20;
    }
    buf_char(&b, 'x');
    assert_false(weights_read(b.text, b.len, &back, &e));
    buf_free(&b);
    weights_free(w);
}

static void numbers_past_their_bounds_are_refused(void **state)
{
    (void)state;
    struct weights *w = random_weights(3, 1, 10), *back = NULL;
    struct buf b = BUF_EMPTY;
    struct err e;
    w->owned[w->classes + 2][7] = WEIGHTS_ROW_MOST + 1;
    weights_write(w, &b);
    assert_false(weights_read(b.text, b.len, &back, &e));
    assert_non_null(strstr(e.text, "other rows: 3641 is past 3640"));
    w->owned[w->classes + 2][7] = 0;
    for (int i = 0; i < WEIGHTS_LANES; i++)
        w->head[0].first[3][i] = -2000;
    assert_false(weights_check(w, &e));
    assert_non_null(strstr(e.text, "head 1: unit 3"));
    buf_free(&b);
    weights_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns_of_one_class_mean_the_same),
        cmocka_unit_test(codes_follow_the_stones),
        cmocka_unit_test(values_follow_the_stones),
        cmocka_unit_test(a_game_and_its_mirror_images_are_worth_the_same),
        cmocka_unit_test(a_larger_board_changes_nothing),
        cmocka_unit_test(the_built_in_weights_know_the_game),
        cmocka_unit_test(the_file_of_weights_is_read_as_written),
        cmocka_unit_test(numbers_past_their_bounds_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
