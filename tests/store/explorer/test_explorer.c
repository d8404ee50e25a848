/* The explorer against plain counting over canonical positions; collections, games, damage, verdicts; summaries. */
#include "support/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "connect/board/key.h"
#include "connect/board/symmetry.h"
#include "connect/record/fingerprint.h"
#include "connect/record/record.h"
#include "db/until.h"
#include "store/explorer/explorer.h"
#include "store/explorer/report.h"
#include "store/explorer/summary.h"
#include "support/folder.h"

enum { GAMES = 60, SEEN_MOST = 60 };

static struct folder folder;

static int make_folder(void **state)
{
    (void)state;
    folder = folder_new();
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    folder_remove(&folder);
    return 0;
}

static const struct rules small = {5, 5, 4, 2, 1, false};

static struct explorer *open_file(const char *path, bool write)
{
    struct explorer *x = NULL;
    struct err e;
    if (!explorer_open(path, write, 0, &x, &e))
        fail_msg("%s", e.text);
    return x;
}

static int64_t make(struct explorer *x, const char *name)
{
    struct err e;
    int64_t id = 0;
    assert_int_equal(explorer_make(x, name, &id, &e), EXPLORER_FINE);
    return id;
}

/* A game near the middle of the board, so that positions come up again, seen through a random symmetry. */
static struct record *random_game(struct rng *rng, int number)
{
    struct record *r = record_new(&small);
    struct position *p = position_new(&small);
    struct tree_node *at = r->root;
    int turned = (int)rng_below(rng, 8), length = 1 + (int)rng_below(rng, 9);
    char round[16];
    while (p->outcome == OUTCOME_OPEN && p->stones < length) {
        int reach = p->stones < 3 ? 1 : 2;
        int col = 2 - reach + (int)rng_below(rng, (uint32_t)(2 * reach + 1)),
            row = 2 - reach + (int)rng_below(rng, (uint32_t)(2 * reach + 1));
        square s = symmetry_square(&small, turned, square_at(col, row));
        if (!position_legal_square(p, s))
            continue;
        at = node_add(at, p->to_move, s);
        position_place(p, s);
    }
    snprintf(round, sizeof round, "%d", number);
    record_set_info(r, "RO", round);
    record_set_info(r, "PB", "Anna");
    record_set_info(r, "PW", number % 2 ? "Bert" : "Carla");
    static const char *const results[] = {"B+", "W+", "Draw", NULL};
    record_set_info(r, "RE", results[rng_below(rng, 4)]);
    position_free(p);
    return r;
}

/* ---- Plain counting ---- */

/* A canonical packing and how often it was seen. */
struct seen {
    uint8_t key[POSITION_PACKED_MOST];
    struct explorer_counts counts;
};

static void count(struct explorer_counts *c, enum outcome result)
{
    c->black += result == OUTCOME_BLACK;
    c->draw += result == OUTCOME_DRAW;
    c->white += result == OUTCOME_WHITE;
    c->open += result == OUTCOME_OPEN;
}

static bool same_counts(const struct explorer_counts *a, const struct explorer_counts *b)
{
    return a->black == b->black && a->draw == b->draw && a->white == b->white && a->open == b->open;
}

/* What the games have at a position and after it, by whole positions. */
static size_t count_plainly(struct record **games, const struct position *p, struct explorer_counts *here,
                            struct seen children[SEEN_MOST])
{
    uint8_t wanted[POSITION_PACKED_MOST], key[POSITION_PACKED_MOST];
    size_t size = position_packed_size(&small), n = 0;
    position_canonical(p, wanted);
    *here = (struct explorer_counts){0};
    for (int g = 0; g < GAMES; g++) {
        struct position *q = position_new(&small);
        enum outcome result = record_outcome(games[g]);
        bool before = false;
        for (const struct tree_node *node = games[g]->root;; node = node->child) {
            if (node->at)
                position_place(q, node->at);
            bool whole = q->stones == 0 || q->outcome != OUTCOME_OPEN || q->left == 2;
            if (whole) {
                position_canonical(q, key);
                if (before) {
                    size_t i = 0;
                    while (i < n && memcmp(children[i].key, key, size) != 0)
                        i++;
                    assert_true(i < SEEN_MOST);
                    if (i == n) {
                        children[n] = (struct seen){.counts = {0}};
                        memcpy(children[n++].key, key, size);
                    }
                    count(&children[i].counts, result);
                }
                before = memcmp(key, wanted, size) == 0;
                if (before)
                    count(here, result);
            }
            if (!node->child)
                break;
        }
        position_free(q);
    }
    return n;
}

static void compare(struct explorer *x, int64_t id, struct record **games, struct position *p)
{
    struct explorer_counts here;
    static struct seen children[SEEN_MOST];
    struct explorer_report r;
    struct err e;
    size_t n = count_plainly(games, p, &here, children), size = position_packed_size(&small);
    assert_int_equal(explorer_ask(x, id, p, 100, 100, 0, &r, &e), EXPLORER_FINE);
    assert_true(same_counts(&r.counts, &here));
    assert_int_equal(r.games, explorer_games(&here));
    assert_int_equal(r.turns, n);
    assert_int_equal(r.turns_all, n);
    for (size_t i = 0; i < r.turns; i++) {
        uint8_t key[POSITION_PACKED_MOST];
        size_t j = 0;
        for (int k = 0; k < r.turn[i].squares.n; k++)
            assert_true(position_play(p, r.turn[i].squares.s[k], NULL));
        position_canonical(p, key);
        for (int k = 0; k < r.turn[i].squares.n; k++)
            position_undo(p);
        while (j < n && memcmp(children[j].key, key, size) != 0)
            j++;
        assert_true(j < n && same_counts(&children[j].counts, &r.turn[i].counts));
        assert_true(i == 0 || explorer_games(&r.turn[i - 1].counts) >= explorer_games(&r.turn[i].counts));
    }
    for (size_t i = 1; i < r.games; i++)
        assert_true(r.game[i - 1].id > r.game[i].id);
    explorer_report_free(&r);
}

/* Every position of every game, turned: the same numbers as by plain counting. Turned and added in parts. */
static void test_counts(void **state)
{
    struct rng rng;
    struct record *games[GAMES];
    struct explorer_added added;
    struct err e;
    (void)state;
    char path[100];
    for (int round = 0; round < test_rounds(2); round++) {
        rng_seed(&rng, 7 + (uint64_t)round);
        snprintf(path, sizeof path, "%s/counts-%d.db", folder.path, round);
        struct explorer *x = open_file(path, true);
        make(x, "another");
        int64_t id = make(x, "ours");
        for (int i = 0; i < GAMES; i++)
            games[i] = random_game(&rng, i);
        assert_int_equal(explorer_add(x, id, games, 10, &added, &e), EXPLORER_FINE);
        assert_int_equal(added.added, 10);
        assert_int_equal(explorer_add(x, id, games, GAMES, &added, &e), EXPLORER_FINE);
        assert_int_equal(added.added, GAMES - 10);
        assert_int_equal(added.known, 10);
        for (int i = 0; i < GAMES; i++) {
            struct position *p = position_new(&small);
            int turned = (int)rng_below(&rng, 8);
            compare(x, id, games, p);
            for (const struct tree_node *n = games[i]->root->child; n; n = n->child) {
                position_place(p, symmetry_square(&small, turned, n->at));
                if (p->left == 2 || p->outcome != OUTCOME_OPEN)
                    compare(x, id, games, p);
            }
            position_free(p);
        }
        for (int i = 0; i < GAMES; i++)
            record_free(games[i]);
        explorer_close(x);
    }
}

/* ---- Collections and games ---- */

static void test_collections(void **state)
{
    struct explorer_collection *list;
    struct explorer_report r;
    struct explorer_added added;
    struct rng rng;
    struct err e;
    size_t n;
    char path[100];
    (void)state;
    snprintf(path, sizeof path, "%s/collections.db", folder.path);
    rng_seed(&rng, 3);
    struct explorer *x = open_file(path, true);
    int64_t a = make(x, "a"), b = make(x, "b");
    struct record *game = random_game(&rng, 1), *setup = NULL, *back = NULL;
    struct position *p = position_new(&small);
    assert_int_equal(explorer_add(x, a, &game, 1, &added, &e), EXPLORER_FINE);
    assert_int_equal(explorer_rename(x, b, "other", &e), EXPLORER_FINE);
    assert_int_equal(explorer_rename(x, 99, "other", &e), EXPLORER_NONE);
    assert_int_equal(explorer_list(x, &list, &n, &e), EXPLORER_FINE);
    assert_int_equal(n, 2);
    assert_string_equal(list[0].name, list[0].id == b ? "other" : "a");
    explorer_list_free(list, n);
    /* Names and stones come back. */
    assert_int_equal(explorer_ask(x, a, p, 10, 10, 0, &r, &e), EXPLORER_FINE);
    assert_int_equal(r.games, 1);
    assert_string_equal(r.game[0].black, "Anna");
    assert_string_equal(r.game[0].white, "Bert");
    assert_int_equal(explorer_game(x, r.game[0].id, &back, &e), EXPLORER_FINE);
    square *mine, *theirs;
    size_t count_mine = record_main_line(game, &mine), count_theirs = record_main_line(back, &theirs);
    assert_int_equal(count_mine, count_theirs);
    assert_memory_equal(mine, theirs, count_mine * sizeof *mine);
    assert_string_equal(record_info(back, "PW"), "Bert");
    free(mine);
    free(theirs);
    record_free(back);
    explorer_report_free(&r);
    /* Set-up stones too. */
    const char *sgf = "(;SZ[5]RU[Connect(5,5,4,2,1)]AB[aa][ab]AW[cc]PL[W];W[dd];W[de])";
    assert_true(record_read(sgf, strlen(sgf), NULL, &setup, &e));
    assert_int_equal(explorer_add(x, b, &setup, 1, &added, &e), EXPLORER_FINE);
    assert_int_equal(explorer_game(x, 2, &back, &e), EXPLORER_FINE);
    assert_true(record_equal(setup, back));
    record_free(back);
    /* Dropped, it is gone; the other stays. */
    assert_int_equal(explorer_drop(x, a, &e), EXPLORER_FINE);
    assert_int_equal(explorer_drop(x, a, &e), EXPLORER_NONE);
    assert_int_equal(explorer_ask(x, a, p, 10, 10, 0, &r, &e), EXPLORER_NONE);
    assert_int_equal(explorer_game(x, 1, &back, &e), EXPLORER_NONE);
    assert_int_equal(explorer_add(x, a, &game, 1, &added, &e), EXPLORER_NONE);
    assert_int_equal(explorer_game(x, 2, &back, &e), EXPLORER_FINE);
    record_free(back);
    position_free(p);
    record_free(game);
    record_free(setup);
    explorer_close(x);
    /* Read only: refused with a message. */
    x = open_file(path, false);
    assert_int_equal(explorer_make(x, "c", &a, &e), EXPLORER_FAILED);
    explorer_close(x);
}

static void test_damage(void **state)
{
    struct explorer *x;
    struct err e;
    char path[100];
    (void)state;
    snprintf(path, sizeof path, "%s/other.db", folder.path);
    assert_true(file_write(path, "no database at all, but text", 28, &e));
    assert_false(explorer_open(path, true, 0, &x, &e));
    assert_non_null(strstr(e.text, "other.db"));
    snprintf(path, sizeof path, "%s/nowhere/x.db", folder.path);
    assert_false(explorer_open(path, true, 0, &x, &e));
}

/* A file that may not grow refuses whole, and goes on answering. */
static void test_full(void **state)
{
    enum { MANY = 400 };
    struct rng rng;
    struct explorer *x;
    struct explorer_added added;
    struct explorer_report r;
    struct err e;
    struct record *games[MANY];
    char path[100];
    (void)state;
    snprintf(path, sizeof path, "%s/full.db", folder.path);
    rng_seed(&rng, 5);
    for (int i = 0; i < MANY; i++)
        games[i] = random_game(&rng, i);
    assert_true(explorer_open(path, true, 80000, &x, &e));
    int64_t id = make(x, "small");
    assert_int_equal(explorer_add(x, id, games, 5, &added, &e), EXPLORER_FINE);
    assert_int_equal(explorer_add(x, id, games, MANY, &added, &e), EXPLORER_FULL);
    struct position *p = position_new(&small);
    assert_int_equal(explorer_ask(x, id, p, 10, 10, 0, &r, &e), EXPLORER_FINE);
    assert_int_equal(explorer_games(&r.counts), 5);
    explorer_report_free(&r);
    position_free(p);
    explorer_close(x);
    for (int i = 0; i < MANY; i++)
        record_free(games[i]);
}

/* What is over before it is done changes nothing; what comes after it, does. */
static void test_stopped(void **state)
{
    enum { MANY = 400 };
    struct rng rng;
    struct explorer_added added;
    struct explorer_report r;
    struct explorer_collection *list;
    size_t count;
    struct err e;
    struct record *games[MANY];
    struct explorer *x = open_file(NULL, true);
    int64_t id = make(x, "small");
    atomic_bool stop = true;
    const struct deadline over = {.stop = &stop};
    (void)state;
    rng_seed(&rng, 6);
    for (int i = 0; i < MANY; i++)
        games[i] = random_game(&rng, i);
    db_until(&over);
    assert_int_not_equal(explorer_add(x, id, games, MANY, &added, &e), EXPLORER_FINE);
    assert_non_null(strstr(e.text, "too long"));
    db_until(NULL);
    assert_int_equal(explorer_list(x, &list, &count, &e), EXPLORER_FINE);
    assert_int_equal(list[0].games, 0);
    explorer_list_free(list, count);
    assert_int_equal(explorer_add(x, id, games, MANY, &added, &e), EXPLORER_FINE);
    struct position *p = position_new(&small);
    assert_int_equal(explorer_ask(x, id, p, 10, 0, 0, &r, &e), EXPLORER_FINE);
    assert_int_equal(explorer_games(&r.counts), added.added);
    explorer_report_free(&r);
    position_free(p);
    explorer_close(x);
    for (int i = 0; i < MANY; i++)
        record_free(games[i]);
}

static void test_verdicts(void **state)
{
    struct explorer *x;
    struct explorer_report r;
    struct explorer_added added;
    struct rng rng;
    struct err e;
    char path[100];
    (void)state;
    snprintf(path, sizeof path, "%s/verdicts.db", folder.path);
    rng_seed(&rng, 1);
    x = open_file(path, true);
    int64_t id = make(x, "v");
    struct record *game = NULL;
    while (!game || !game->root->child->child || !game->root->child->child->child) {
        record_free(game);
        game = random_game(&rng, 1);
    }
    assert_int_equal(explorer_add(x, id, &game, 1, &added, &e), EXPLORER_FINE);
    struct position *p = position_new(&small);
    position_place(p, symmetry_square(&small, 6, game->root->child->at));
    struct explorer_verdict guess = {0.6, 0, 9}, proof = {1, 3, 2}, later = {0.1, 0, 30};
    assert_int_equal(explorer_note(x, p, &guess, &e), EXPLORER_FINE);
    assert_int_equal(explorer_note(x, p, &proof, &e), EXPLORER_FINE);
    assert_int_equal(explorer_note(x, p, &later, &e), EXPLORER_FINE); /* a proof stays */
    position_undo(p);
    assert_int_equal(explorer_ask(x, id, p, 10, 0, 0, &r, &e), EXPLORER_FINE);
    assert_int_equal(explorer_judge(x, p, &r, &e), EXPLORER_FINE);
    assert_int_equal(r.verdict.depth, 0);
    assert_int_equal(r.turns, 1);
    assert_int_equal(r.turn[0].verdict.mate, 3);
    explorer_report_free(&r);
    position_free(p);
    record_free(game);
    explorer_close(x);
}

/* ---- Summaries ---- */

/* A summary says what the collection says of every position that it keeps, and refuses every damage to its length. */
static void test_summary(void **state)
{
    struct rng rng;
    struct record *games[GAMES];
    struct explorer_added added;
    struct explorer_report whole, brief;
    struct buf bytes = BUF_EMPTY;
    struct summary *s;
    struct err e;
    size_t positions;
    char path[100];
    (void)state;
    snprintf(path, sizeof path, "%s/summary.db", folder.path);
    rng_seed(&rng, 11);
    for (int i = 0; i < GAMES; i++)
        games[i] = random_game(&rng, i);
    struct explorer *x = open_file(path, true);
    int64_t id = make(x, "s");
    assert_int_equal(explorer_add(x, id, games, GAMES, &added, &e), EXPLORER_FINE);
    assert_int_equal(summary_make(x, id, &small, 3, &bytes, &positions, &e), EXPLORER_FINE);
    assert_true(summary_read(bytes.text, bytes.len, &s, &e));
    assert_int_equal(summary_games(s), GAMES);
    size_t kept = 0;
    for (int i = 0; i < GAMES; i++) {
        struct position *p = position_new(&small);
        for (const struct tree_node *n = games[i]->root; n; n = n->child) {
            if (n->at)
                position_place(p, n->at);
            if (p->stones && p->left != 2 && p->outcome == OUTCOME_OPEN)
                continue;
            assert_int_equal(explorer_ask(x, id, p, 100, 0, 0, &whole, &e), EXPLORER_FINE);
            summary_ask(s, p, 100, &brief);
            bool frequent = explorer_games(&whole.counts) >= 3;
            assert_true(same_counts(&brief.counts, frequent ? &whole.counts : &(struct explorer_counts){0}));
            assert_true(brief.turns <= whole.turns);
            kept += frequent;
            explorer_report_free(&whole);
            explorer_report_free(&brief);
        }
        position_free(p);
    }
    assert_true(kept > 10 && positions > 3);
    summary_free(s);
    for (size_t cut = 0; cut < bytes.len; cut++)
        assert_false(summary_read(bytes.text, cut, &s, &e));
    buf_free(&bytes);
    explorer_close(x);
    for (int i = 0; i < GAMES; i++)
        record_free(games[i]);
}

/* The built-in one knows the first stone, whichever corner is looked at. */
static void test_builtin(void **state)
{
    struct rules connect6 = test_rules("connect6");
    struct explorer_report r, turned;
    (void)state;
    struct position *p = position_new(&connect6);
    position_place(p, square_at(9, 9));
    summary_ask(summary_builtin(), p, 10, &r);
    assert_true(explorer_games(&r.counts) > 1000 && r.turns == 10);
    struct squares first = r.turn[0].squares;
    struct position *q = position_new(&connect6);
    position_place(p, first.s[0]);
    position_place(p, first.s[1]);
    position_place(q, square_at(9, 9));
    position_place(q, symmetry_square(&connect6, 5, first.s[0]));
    position_place(q, symmetry_square(&connect6, 5, first.s[1]));
    explorer_report_free(&r);
    summary_ask(summary_builtin(), p, 10, &r);
    summary_ask(summary_builtin(), q, 10, &turned);
    assert_true(explorer_games(&r.counts) > 100 && same_counts(&r.counts, &turned.counts));
    explorer_report_free(&r);
    explorer_report_free(&turned);
    position_free(p);
    position_free(q);
}

/* Long turns keep their squares. */
static void test_pack(void **state)
{
    struct rules r = {19, 19, 10, 5, 3, false};
    struct squares turn = {
        5, {square_at(0, 0), square_at(18, 3), square_at(4, 4), square_at(9, 1), square_at(2, 17)}};
    struct buf bytes = BUF_EMPTY;
    struct report_rows rows = {0};
    struct explorer_report report = {0};
    struct explorer_counts one = {1, 0, 0, 0};
    (void)state;
    key_pack(&r, 7, turn.s, turn.n, &bytes);
    report_add(&rows, 7, (const uint8_t *)bytes.text, bytes.len, &one);
    report_add(&rows, 7, (const uint8_t *)bytes.text, bytes.len, &one);
    report_turns(&rows, &r, 7, 5, &report);
    assert_int_equal(report.turns, 1);
    assert_int_equal(report.turn[0].counts.black, 2);
    assert_int_equal(report.turn[0].squares.n, 5);
    assert_true(squares_same(&report.turn[0].squares, &turn));
    buf_free(&bytes);
    explorer_report_free(&report);
    free(rows.row);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),  cmocka_unit_test(test_collections), cmocka_unit_test(test_damage),
        cmocka_unit_test(test_stopped), cmocka_unit_test(test_full),        cmocka_unit_test(test_verdicts),
        cmocka_unit_test(test_summary), cmocka_unit_test(test_builtin),     cmocka_unit_test(test_pack),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
