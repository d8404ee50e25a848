/* Games by player, date, result and position, against plain filters; and filtered statistics against those of a collection that has
 * such games alone. */
#include "support/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "connect/board/symmetry.h"
#include "connect/record/fingerprint.h"
#include "connect/record/record.h"
#include "play/opening_names.h"
#include "store/explorer/explorer.h"

enum { GAMES = 70 };

static const struct rules small = {5, 5, 4, 2, 1, false};
static const char *const players[] = {"Anna", "Bert", "Carla_%", "\\Dora", "Émile"};
static const char *const dates[] = {"2016-12-31", "2017", "2017-05", "2017-05-31", "2018-01-01", NULL};
static const char *const results[] = {NULL, "B+", "W+", "Draw"};

/* A game of some stones near the middle, in which positions come up again. */
static struct record *random_game(struct rng *rng)
{
    struct record *r = record_new(&small);
    struct position *p = position_new(&small);
    struct tree_node *at = r->root;
    int length = 1 + (int)rng_below(rng, 9);
    while (p->outcome == OUTCOME_OPEN && p->stones < length) {
        int reach = p->stones < 3 ? 1 : 2;
        square s = square_at(2 - reach + (int)rng_below(rng, (uint32_t)(2 * reach + 1)),
                             2 - reach + (int)rng_below(rng, (uint32_t)(2 * reach + 1)));
        if (!position_legal_square(p, s))
            continue;
        at = node_add(at, p->to_move, s);
        position_place(p, s);
    }
    record_set_info(r, "PB", players[rng_below(rng, 5)]);
    record_set_info(r, "PW", players[rng_below(rng, 5)]);
    record_set_info(r, "DT", dates[rng_below(rng, 6)]);
    record_set_info(r, "RE", results[rng_below(rng, 4)]);
    position_free(p);
    return r;
}

/* ---- Plainly ---- */

static const char *text_of(const struct record *r, const char *key)
{
    const char *text = record_info(r, key);
    return text ? text : "";
}

static bool lets_through(const struct explorer_filter *f, const struct record *r)
{
    const char *date = text_of(r, "DT");
    bool black = f->player && strstr(text_of(r, "PB"), f->player),
         white = f->player && strstr(text_of(r, "PW"), f->player);
    if (f->player && !((black && f->side != 2) || (white && f->side != 1)))
        return false;
    if (f->from && strcmp(date, f->from) < 0)
        return false;
    if (f->to && (!*date || strncmp(date, f->to, strlen(f->to)) > 0))
        return false;
    return f->result < 0 || record_outcome(r) == (enum outcome)f->result;
}

static bool went_through(const struct record *r, const struct position *p)
{
    uint8_t wanted[POSITION_PACKED_MOST], here[POSITION_PACKED_MOST];
    struct position *q = position_new(&small);
    bool found = false;
    position_canonical(p, wanted);
    for (const struct tree_node *n = r->root; n && !found; n = n->child) {
        if (n->at)
            position_place(q, n->at);
        position_canonical(q, here);
        found = q->outcome == p->outcome && memcmp(wanted, here, position_packed_size(&small)) == 0;
    }
    position_free(q);
    return found;
}

/* ---- The file ---- */

struct archive {
    struct explorer *x;
    int64_t all, some; /* collections: of every game; of those that a filter lets through */
    struct record *game[GAMES];
    size_t games;
};

static int64_t make(struct explorer *x)
{
    struct err e;
    int64_t id = 0;
    assert_int_equal(explorer_make(x, "games", &id, &e), EXPLORER_FINE);
    return id;
}

static void add(struct explorer *x, int64_t id, struct record *const *list, size_t n)
{
    struct explorer_added added;
    struct err e;
    assert_int_equal(explorer_add(x, id, list, n, &added, &e), EXPLORER_FINE);
}

/* Games that are all different, as a collection has them. */
static struct archive open_archive(struct rng *rng)
{
    struct archive a = {.x = NULL};
    struct err e;
    assert_true(explorer_open(NULL, true, 0, &a.x, &e));
    a.all = make(a.x);
    for (int i = 0; i < GAMES; i++) {
        struct explorer_added added;
        struct record *r = random_game(rng);
        assert_int_equal(explorer_add(a.x, a.all, &r, 1, &added, &e), EXPLORER_FINE);
        if (added.added)
            a.game[a.games++] = r;
        else
            record_free(r);
    }
    return a;
}

static void close_archive(struct archive *a)
{
    for (size_t i = 0; i < a->games; i++)
        record_free(a->game[i]);
    explorer_close(a->x);
}

static struct explorer_filter random_filter(struct rng *rng)
{
    static const char *const parts[] = {"Anna", "er", "_%", "\\", "Émile", "a", "nobody"};
    struct explorer_filter f = EXPLORER_ALL;
    if (rng_below(rng, 2))
        f.player = parts[rng_below(rng, 7)];
    f.side = (int)rng_below(rng, 3);
    if (rng_below(rng, 3) == 0)
        f.from = dates[rng_below(rng, 5)];
    if (rng_below(rng, 3) == 0)
        f.to = dates[rng_below(rng, 5)];
    if (rng_below(rng, 3) == 0)
        f.result = (int)rng_below(rng, 4);
    return f;
}

/* At the beginning of a turn of some game. */
static struct position *random_place(const struct archive *a, struct rng *rng)
{
    const struct record *r = a->game[rng_below(rng, (uint32_t)a->games)];
    struct position *p = position_new(&small);
    size_t most = rng_below(rng, 5);
    for (const struct tree_node *n = r->root->child; n && most--; n = n->child)
        position_place(p, n->at);
    position_undo_part(p);
    return p;
}

/* ---- Compared ---- */

static void compare_search(const struct archive *a, const struct explorer_search *s)
{
    struct explorer_found found;
    struct err e;
    size_t wanted = 0;
    for (size_t i = 0; i < a->games; i++) {
        bool in = lets_through(&s->filter, a->game[i]);
        for (int k = 0; k < 2; k++)
            in = in && (!s->through[k] || went_through(a->game[i], s->through[k]));
        wanted += in;
    }
    assert_int_equal(explorer_search(a->x, s, &found, &e), EXPLORER_FINE);
    assert_int_equal(found.total, wanted);
    size_t left = wanted > s->skip ? wanted - s->skip : 0;
    assert_int_equal(found.games, left < s->most ? left : s->most);
    for (size_t i = 0; i < found.games; i++) {
        const struct explorer_game *g = &found.game[i];
        struct record *r;
        assert_int_equal(explorer_game(a->x, g->id, &r, &e), EXPLORER_FINE);
        assert_true(lets_through(&s->filter, r));
        assert_string_equal(text_of(r, "PB"), g->black);
        assert_int_equal(g->collection, a->all);
        assert_true(i == 0 || strcmp(g->date, found.game[i - 1].date) <= 0);
        record_free(r);
    }
    explorer_found_free(&found);
}

static void games_are_found(void **state)
{
    struct rng rng;
    (void)state;
    rng_seed(&rng, 5);
    for (int round = 0; round < test_rounds(6); round++) {
        struct archive a = open_archive(&rng);
        for (int i = 0; i < 60; i++) {
            struct position *p[2] = {random_place(&a, &rng), random_place(&a, &rng)};
            size_t keys = rng_below(&rng, 3);
            struct explorer_search s = {.collection = rng_below(&rng, 2) ? a.all : 0,
                                        .filter = random_filter(&rng),
                                        .through = {keys > 0 ? p[0] : NULL, keys > 1 ? p[1] : NULL},
                                        .most = rng_below(&rng, 2) ? 100 : rng_below(&rng, 8),
                                        .skip = rng_below(&rng, 3) ? 0 : rng_below(&rng, 20)};
            compare_search(&a, &s);
            position_free(p[0]);
            position_free(p[1]);
        }
        close_archive(&a);
    }
}

static bool same_counts(const struct explorer_counts *a, const struct explorer_counts *b)
{
    return a->black == b->black && a->draw == b->draw && a->white == b->white && a->open == b->open;
}

static void statistics_are_those_of_such_games(void **state)
{
    struct rng rng;
    struct err e;
    (void)state;
    rng_seed(&rng, 6);
    for (int round = 0; round < test_rounds(25); round++) {
        struct archive a = open_archive(&rng);
        struct explorer_filter f = random_filter(&rng);
        a.some = make(a.x);
        for (size_t i = 0; i < a.games; i++)
            if (lets_through(&f, a.game[i]))
                add(a.x, a.some, &a.game[i], 1);
        for (int i = 0; i < 8; i++) {
            struct position *p = random_place(&a, &rng);
            struct explorer_report some, alone;
            assert_int_equal(explorer_ask_some(a.x, a.all, p, &f, 100, 100, 0, &some, &e), EXPLORER_FINE);
            assert_int_equal(explorer_ask(a.x, a.some, p, 100, 100, 0, &alone, &e), EXPLORER_FINE);
            assert_true(same_counts(&some.counts, &alone.counts));
            assert_int_equal(some.games, alone.games);
            assert_int_equal(some.turns, alone.turns);
            assert_int_equal(some.turns_all, alone.turns_all);
            assert_false(some.cut);
            uint64_t sum = 0, other = 0;
            for (size_t k = 0; k < some.turns; k++) {
                sum += explorer_games(&some.turn[k].counts);
                other += explorer_games(&alone.turn[k].counts);
                assert_int_equal(explorer_games(&some.turn[k].counts), explorer_games(&alone.turn[k].counts));
            }
            assert_int_equal(sum, other);
            explorer_report_free(&some);
            explorer_report_free(&alone);
            position_free(p);
        }
        close_archive(&a);
    }
}

static void openings_are_positions(void **state)
{
    (void)state;
    struct position *p = opening_position("mickey mouse");
    assert_non_null(p);
    assert_string_equal(opening_name_of(p, NULL)->name, "XX-B22");
    assert_null(opening_position("nobody's"));
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_are_found),
        cmocka_unit_test(statistics_are_those_of_such_games),
        cmocka_unit_test(openings_are_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
