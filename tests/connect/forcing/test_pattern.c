/* What one or two stones make of a line, compared with all sets of stones that stop the line's threats. */
#include "support/boards.h"

#include "connect/forcing/pattern.h"

enum { LENGTH = 13 };

static line_mask bit(int i)
{
    return (line_mask)1 << i;
}

/* Threats of the line by definition: the fewest stones that stop all of its segments; 99 if one is full. */
static int plain_number(const struct rules *r, line_mask own, line_mask other, line_mask starts)
{
    line_mask segment[LENGTH];
    int n = 0;
    for (int s = 0; s + r->k <= LENGTH; s++) {
        line_mask w = (bit(r->k) - 1) << s;
        bool over = r->exact && ((s > 0 && own & bit(s - 1)) || own & bit(s + r->k));
        if (!(starts & bit(s)) || w & other || over)
            continue;
        if (__builtin_popcountll((uint64_t)(w & own)) >= r->k - r->p)
            segment[n++] = w & ~own;
    }
    for (int i = 0; i < n; i++)
        if (!segment[i])
            return 99;
    int best = n;
    for (unsigned set = 0; set < 1u << LENGTH; set++) {
        int size = __builtin_popcount(set), i = 0;
        while (i < n && size < best && (uint64_t)segment[i] & set)
            i++;
        if (i == n && size < best)
            best = size;
    }
    return best;
}

static int single_of(const struct pattern *l, int at)
{
    for (int i = 0; i < l->singles; i++)
        if (l->single[i].at == at)
            return l->single[i].number;
    return 0;
}

static const struct pattern_pair *pair_of(const struct pattern *l, int a, int b)
{
    for (int i = 0; i < l->pairs; i++)
        if (l->pair[i].a == a && l->pair[i].b == b)
            return &l->pair[i];
    return NULL;
}

static void check_line(const struct rules *r, struct patterns *p, line_mask own, line_mask other)
{
    line_mask starts = bit(LENGTH - r->k + 1) - 1;
    const struct pattern *l = patterns_get(p, own, other, starts);
    assert_false(l->cut);
    /* What is looked for in vain here: lines that have a threat already are asked about, too. */
    for (int a = 0; a < LENGTH; a++) {
        if ((own | other) & bit(a))
            continue;
        int number = single_of(l, a);
        if (number)
            assert_int_equal(number, plain_number(r, own | bit(a), other, starts));
        else if (!plain_number(r, own, other, starts))
            assert_int_equal(0, plain_number(r, own | bit(a), other, starts));
        for (int b = a + 1; b < LENGTH; b++) {
            const struct pattern_pair *x = pair_of(l, a, b);
            if ((own | other) & bit(b) || !x)
                continue;
            int together = plain_number(r, own | bit(a) | bit(b), other, starts);
            assert_int_equal(x->number, together);
            assert_int_equal(x->more, together - number - single_of(l, b));
        }
    }
}

static void lines_are_as_counted_plainly(void **state)
{
    (void)state;
    static const char *const games[] = {"19,19,6,2,1", "15,15,5,1,1", "19,19,7,3,1", "19,19,5,2,1"};
    struct rng rng;
    rng_seed(&rng, 3);
    for (int g = 0; g < 4; g++)
        for (int exact = 0; exact < 2; exact++) {
            struct rules r = test_rules(games[g]);
            r.exact = exact;
            struct patterns *p = patterns_new(&r);
            for (int round = 0; round < test_rounds(40); round++) {
                line_mask own = 0, other = 0;
                for (int i = 0; i < LENGTH; i++) {
                    uint64_t what = rng_below(&rng, 10);
                    own |= what < 3 ? bit(i) : 0;
                    other |= what == 3 ? bit(i) : 0;
                }
                if (plain_number(&r, own, other, bit(LENGTH - r.k + 1) - 1) < 99)
                    check_line(&r, p, own, other);
            }
            patterns_free(p);
        }
    patterns_free(NULL);
}

/* The same line asked again is remembered; another one in its slot is not taken for it. */
static void what_is_remembered_is_the_line_asked_for(void **state)
{
    (void)state;
    struct rules r = test_rules("connect6");
    struct patterns *p = patterns_new(&r);
    line_mask starts = bit(14) - 1;
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 4096; i++) {
            const struct pattern *l = patterns_get(p, (line_mask)(unsigned)i, 0, starts);
            assert_true(l->own == (line_mask)(unsigned)i && l->other == 0 && l->starts == starts);
        }
    patterns_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_as_counted_plainly),
        cmocka_unit_test(what_is_remembered_is_the_line_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
