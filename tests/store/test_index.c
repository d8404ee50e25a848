/* Where positions are in a tree: every node has its place, and a position is found again through any symmetry and in any
 * order of its stones, nothing else. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

#include "connect/board/symmetry.h"
#include "connect/record/record.h"
#include "store/position_index.h"

/* A tree of random variations. */
static struct record *random_tree(const struct rules *r, struct rng *rng, int nodes)
{
    struct record *tree = record_new(r);
    struct tree_node *at = tree->root;
    struct position *p = position_new(r);
    for (int i = 0; i < nodes; i++) {
        square s = rng_below(rng, 6) ? test_random_stone(p, rng) : SQUARE_NONE;
        if (s == SQUARE_NONE) {
            for (uint64_t back = 1 + rng_below(rng, 4); back > 0 && at->parent; back--) {
                at = at->parent;
                position_undo(p);
            }
            continue;
        }
        enum side side = p->to_move;
        position_place(p, s);
        at = node_add(at, side, s);
    }
    position_free(p);
    return tree;
}

static bool same_form(const struct position_index *a, const struct place *x, const struct position_index *b,
                      const struct place *y)
{
    return x->hash == y->hash && x->form_len == y->form_len &&
           memcmp(index_form(a, x), index_form(b, y), x->form_len) == 0;
}

/* Asks for the stones of the line, seen through a symmetry: the place is found, and says how it lies. */
static void found_through(const struct rules *r, const struct position *p, int symmetry)
{
    struct position *q = position_new(r);
    for (int i = 0; i < p->plies; i++)
        position_place(q, symmetry_square(r, symmetry, p->ply[i].at));
    struct index_probe probe, plain;
    index_probe(q, &probe);
    index_probe(p, &plain);
    assert_true(same_form(&probe.wanted, &probe.wanted.place[0], &plain.wanted, &plain.wanted.place[0]));
    struct place_match m = index_match(&probe, plain.wanted.place[0].symmetry, plain.wanted.place[0].line);
    assert_false(m.order_differs);
    for (int i = 0; i < q->plies; i++) { /* it takes the position there */
        square to = symmetry_square(r, m.symmetry, q->ply[i].at);
        assert_int_equal(p->cell[to], q->cell[q->ply[i].at]);
    }
    index_probe_free(&probe);
    index_probe_free(&plain);
    position_free(q);
}

static void positions_are_found_through_symmetries(void **state)
{
    (void)state;
    static const char *const games[] = {"connect6", "7,5,4,2,1", "5,5,4,1,1"};
    struct rng rng;
    rng_seed(&rng, 8);
    for (int g = 0; g < 3; g++) {
        struct rules r = test_rules(games[g]);
        for (int round = 0; round < test_rounds(100); round++) {
            struct position *p = position_new(&r);
            for (uint64_t n = 1 + rng_below(&rng, 12); n > 0 && p->outcome == OUTCOME_OPEN; n--)
                position_place(p, test_random_stone(p, &rng));
            for (int i = 0; i < symmetry_count(&r); i++)
                found_through(&r, p, i);
            position_free(p);
        }
    }
}

/* The stones of a turn in another order are the same position and the same line; those of another turn are the same
 * position by another line. */
static void the_order_of_turns_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *stones;
        bool differs;
    } cases[] = {{"j10 k11 i12 a1 b2", false}, {"j10 i12 k11 b2 a1", false}, {"a1 k11 i12 j10 b2", true}};
    struct position *p = test_game("connect6", cases[0].stones);
    struct index_probe there;
    index_probe(p, &there);
    for (int i = 0; i < 3; i++) {
        struct position *q = test_game("connect6", cases[i].stones);
        struct index_probe probe;
        index_probe(q, &probe);
        assert_true(same_form(&probe.wanted, &probe.wanted.place[0], &there.wanted, &there.wanted.place[0]));
        struct place_match m =
            index_match(&probe, there.wanted.place[0].symmetry, there.wanted.place[0].line);
        assert_int_equal(m.order_differs, cases[i].differs);
        index_probe_free(&probe);
        position_free(q);
    }
    struct position *other = test_game("connect6", "j10 k11 i12 a1 b3");
    struct index_probe probe;
    index_probe(other, &probe);
    assert_false(same_form(&probe.wanted, &probe.wanted.place[0], &there.wanted, &there.wanted.place[0]));
    index_probe_free(&probe);
    index_probe_free(&there);
    position_free(other);
    position_free(p);
}

static size_t count_nodes(const struct tree_node *n)
{
    size_t count = 1;
    for (const struct tree_node *c = n->child; c; c = c->next)
        count += count_nodes(c);
    return count;
}

static void every_node_has_a_place(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 9);
    struct rules r = test_rules("connect6");
    for (int round = 0; round < test_rounds(30); round++) {
        struct record *tree = random_tree(&r, &rng, 80);
        struct position_index x;
        struct err e;
        assert_true(index_of(tree, &x, &e));
        /* As a chapter of its own, in numbers of one, two and three bytes, it has the same paths. */
        static const size_t chapters[] = {1, 200, 20000};
        size_t nodes = count_nodes(tree->root), chapter = chapters[round % 3];
        assert_int_equal(x.count, nodes);
        assert_true(index_add(tree, chapter, &x, &e));
        assert_int_equal(x.count, 2 * nodes);
        for (size_t i = 0; i < x.count; i++) {
            struct buf path = BUF_EMPTY;
            size_t of;
            assert_true(index_path_json(index_path(&x, &x.place[i]), x.place[i].path_len, &of, &path));
            assert_int_equal(of, i < nodes ? 0 : chapter);
            const struct tree_node *n = tree->root; /* the path leads somewhere */
            for (const char *at = buf_str(&path) + 1; *at != ']';) {
                char *end;
                long child = strtol(at, &end, 10);
                n = n->child;
                while (n && child-- > 0)
                    n = n->next;
                assert_non_null(n);
                at = end + (*end == ',');
            }
            buf_free(&path);
        }
        struct buf none = BUF_EMPTY;
        size_t of;
        assert_false(index_path_json("\xff\xff\xff\xff\xff", 5, &of, &none));
        for (size_t len = 2; len < 4; len++)
            assert_false(index_path_json("\0\0\1\0", len, &of, &none)); /* it ends before a path begins */
        buf_free(&none);
        index_free(&x);
        record_free(tree);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_found_through_symmetries),
        cmocka_unit_test(the_order_of_turns_is_told),
        cmocka_unit_test(every_node_has_a_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
