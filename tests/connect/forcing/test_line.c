/* What provers ask of the forcing search: the shortest wins of order 1, lines that win again, and the turns that
 * make threats; compared with plain search. */
#include "support/boards.h"

#include "connect/forcing/forcing.h"
#include "support/brute.h"
#include "support/forced.h"
#include "support/scatter.h"

enum { TABLE = 1 << 22, NODES = 20000, BUDGET = 500 };

static const struct deadline never = {.wall = 0};

static enum forcing_answer ask(struct forcing *f, const struct position *p, int depth,
                               struct forcing_line *out, bool *tree)
{
    struct forcing_order1 l = {.depth = depth, .nodes = NODES, .wide = true, .until = &never};
    uint64_t nodes = 0;
    enum forcing_answer a = forcing_order1(f, p, &l, out, tree, &nodes);
    assert_true(nodes > 0 && nodes <= 2 * NODES + 2);
    return a;
}

/* The position with one more stone of the side that is not to move. */
static struct position *with_stone(const struct position *p, square s)
{
    struct position *more = position_new(&p->rules);
    for (square at = square_first(); at; at = square_next(&p->rules, at))
        if (p->cell[at] != CELL_EMPTY)
            position_setup(more, at, (enum cell)p->cell[at]);
    position_setup(more, s, cell_of(side_other(p->to_move)));
    assert_true(position_settle(more, p->to_move, p->left, NULL));
    return more;
}

/* A line wins where it was found and is remembered, the shortest is found first, and a stone on it spoils it. */
static void lines_win_again(void **state)
{
    static const char *const won[] = {
        "j10 k11 l9 j12 i11 h10 j8",
        "j10 d4 e4 i11 j12 f4 g4 h4 c4 e3 g5",
        "j10 j9 j11 l10 l8 i11 i10 i9 h11 k12 l13 m14 h9 i12 i13 i14 h13",
    };
    (void)state;
    for (size_t i = 0; i < sizeof won / sizeof *won; i++) {
        struct position *p = test_game("connect6", won[i]);
        struct forcing *f = forcing_for_proofs(&p->rules, TABLE);
        struct forcing_line line, shorter;
        bool tree;
        uint64_t nodes = 0;
        assert_null(forcing_again(f, p, &nodes));
        assert_int_equal(ask(f, p, 12, &line, &tree), FORCING_WIN);
        assert_false(tree);
        assert_true(line.turns > 1);
        struct forcing *fresh = forcing_for_proofs(&p->rules, TABLE); /* the other remembers the win */
        assert_true(ask(fresh, p, line.turns - 1, &shorter, &tree) != FORCING_WIN || tree);
        forcing_free(fresh);
        assert_true(forcing_follow(f, p, &line, &nodes));
        const struct forcing_line *again = forcing_again(f, p, &nodes);
        assert_non_null(again);
        assert_int_equal(again->turns, line.turns);
        assert_true(nodes > 0);
        struct position *spoilt = with_stone(p, line.s[0]);
        assert_false(forcing_follow(f, spoilt, &line, &nodes));
        position_free(spoilt);
        forcing_free(f);
        position_free(p);
    }
}

/* What is won is won, and what is said not to be there is not, by a plain search of all such turns. */
static void answers_agree_with_plain_search(void **state)
{
    static const struct {
        const char *game;
        int window, stones;
    } family[] = {{"5,5,4,1,1", 5, 10}, {"6,6,5,1,1", 6, 16}, {"4,4,4,2,1", 4, 6},  {"5,5,5,2,1", 5, 16},
                  {"7,7,6,2,1", 7, 30}, {"5,4,5,3,1", 5, 12}, {"6,5,6,3,1", 6, 20}, {"5,5,5,4,1", 5, 12}};
    (void)state;
    struct rng rng;
    rng_seed(&rng, 31);
    int wins = 0, nones = 0;
    for (int round = 0; round < test_rounds(40); round++)
        for (size_t i = 0; i < sizeof family / sizeof *family; i++) {
            struct rules r = test_rules(family[i].game);
            struct position *p = scatter(&r, family[i].window, family[i].stones, &rng);
            if (p->outcome == OUTCOME_OPEN && p->left == r.p && brute_threats(p, p->to_move) == 0) {
                struct forcing *f = forcing_for_proofs(&r, TABLE);
                struct forcing_line line;
                bool tree;
                enum forcing_answer a = ask(f, p, 12, &line, &tree);
                enum forced_answer truth = forced_wins(p, r.p, BUDGET);
                if (a == FORCING_WIN && truth == FORCED_NO)
                    fail_msg("%s: a win that is none", scatter_text(p));
                if (a == FORCING_NONE && truth == FORCED_YES)
                    fail_msg("%s: a win was missed", scatter_text(p));
                wins += a == FORCING_WIN && truth == FORCED_YES;
                nones += a == FORCING_NONE && truth == FORCED_NO;
                forcing_free(f);
            }
            position_free(p);
        }
    assert_true(wins > 0 && nones > 0);
}

struct heard {
    struct position *p;
    int n, least;
};

static void hear(void *ctx, const struct squares *turn)
{
    struct heard *h = ctx;
    assert_int_equal(turn->n, h->p->left);
    for (int i = 0; i < turn->n; i++) {
        assert_int_equal(h->p->cell[turn->s[i]], CELL_EMPTY);
        for (int j = 0; j < i; j++)
            assert_int_not_equal(turn->s[i], turn->s[j]);
    }
    h->n++;
}

/* Every turn is a possible one, and none makes threats where there are no stones to make them of. */
static void turns_are_possible(void **state)
{
    (void)state;
    struct heard h = {.p = test_game("connect6", "j10 j9 l10 i8 h8 k11 l11 l12 m11"), .least = 1};
    struct forcing *f = forcing_for_proofs(&h.p->rules, TABLE);
    forcing_turns_each(f, h.p, 2, hear, &h);
    int doubles = h.n;
    assert_true(doubles > 0);
    h.n = 0;
    forcing_turns_each(f, h.p, 1, hear, &h);
    assert_true(h.n > doubles);
    position_free(h.p);
    h = (struct heard){.p = test_game("connect6", "j10 k11 i11")};
    forcing_turns_each(f, h.p, 1, hear, &h);
    assert_int_equal(h.n, 0);
    position_free(h.p);
    forcing_free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_win_again),
        cmocka_unit_test(answers_agree_with_plain_search),
        cmocka_unit_test(turns_are_possible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
