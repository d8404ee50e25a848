/* The number of legal positions on small boards (Tromp and Farnebäck: 1, 57, 12675, 24318165), found twice: boards
 * whose chains all have liberties; and what play leads to from the empty board, either side moving at any time, which
 * goes wrong if a capture leaves a stone too many or takes one too many. 4x4 is in the nightly run. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

#include "go/go.h"

enum { MOST = 16 };

struct search {
    struct go *g;
    uint8_t *seen; /* by number of a position */
    uint32_t *queue;
    size_t done, known;
};

static uint32_t number_of(const struct go *g)
{
    uint32_t n = 0;
    for (int p = g->points; p-- > 0;)
        n = 3 * n + g->cell[p];
    return n;
}

static void cells_of(uint32_t n, int points, uint8_t *cells)
{
    for (int p = 0; p < points; p++, n /= 3)
        cells[p] = (uint8_t)(n % 3);
}

static void add(struct search *s)
{
    uint32_t n = number_of(s->g);
    if (!s->seen[n])
        s->queue[s->known++] = n;
    s->seen[n] = 1;
}

static size_t reached_by_play(int size, uint32_t all)
{
    struct go_rules r = {size, 0, 0, GO_SIMPLE_KO};
    struct search s = {go_new(&r), calloc(all, 1), malloc(all * sizeof(uint32_t)), 0, 0};
    uint8_t cells[MOST];
    add(&s);
    while (s.done < s.known) {
        cells_of(s.queue[s.done++], s.g->points, cells);
        assert_true(go_lay(s.g, cells, NULL));
        for (int side = BLACK; side <= WHITE; side++)
            for (int p = 0; p < s.g->points; p++)
                if (go_judge(s.g, (enum side)side, (go_point)p) == GO_LEGAL) {
                    go_play_as(s.g, (enum side)side, (go_point)p);
                    add(&s);
                    go_undo(s.g);
                }
    }
    size_t known = s.known;
    free(s.seen);
    free(s.queue);
    go_free(s.g);
    return known;
}

static size_t with_liberties(int size, uint32_t all)
{
    struct go_rules r = {size, 0, 0, GO_SIMPLE_KO};
    struct go *g = go_new(&r);
    uint8_t cells[MOST];
    size_t legal = 0;
    for (uint32_t n = 0; n < all; n++) {
        cells_of(n, g->points, cells);
        legal += go_lay(g, cells, NULL);
    }
    go_free(g);
    return legal;
}

static void legal_positions_are_as_many_as_known(void **state)
{
    (void)state;
    static const size_t known[] = {0, 1, 57, 12675, 24318165};
    uint32_t all = 1;
    int largest = getenv("HEXAD_NIGHTLY") ? 4 : 3;
    for (int size = 1; size <= largest; size++) {
        for (int p = (size - 1) * (size - 1); p < size * size; p++)
            all *= 3;
        assert_int_equal(with_liberties(size, all), known[size]);
        assert_int_equal(reached_by_play(size, all), known[size]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(legal_positions_are_as_many_as_known)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
