/* Version 3 of certificates: what is repeated means what it would mean written out, whatever the checker leaves out of it. */
#include "support/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "connect/proof/check_memo.h"
#include "connect/proof/compact.h"
#include "connect/proof/solve.h"
#include "lab/plan.h"
#include "support/mutants.h"
#include "support/shared.h"

/* ---- reading ---- */

static bool look(void *user, const struct check_event *e)
{
    (void)user;
    (void)e;
    return true;
}

/* Everything that a checker tells of a certificate, whether it goes through all of it or not. */
static struct check_result check(const char *bytes, size_t size, bool all)
{
    struct check_watch watch = {.event = all ? look : NULL, .without_zones = true};
    struct check_result result;
    check_bytes(bytes, size, &watch, &result);
    return result;
}

static void assert_same(const struct check_result *a, const struct check_result *b, bool bytes)
{
    assert_int_equal(a->verdict, b->verdict);
    assert_int_equal(a->turns, b->turns);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->whole, b->whole);
    assert_int_equal(a->semi_null, b->semi_null);
    assert_int_equal(a->null, b->null);
    assert_int_equal(a->opens, b->opens);
    assert_int_equal(a->line_length, b->line_length);
    if (a->line_length)
        assert_memory_equal(a->line, b->line, (size_t)a->line_length * sizeof *a->line);
    if (bytes)
        assert_string_equal(a->why.text, b->why.text);
}

/* The same answer with and without what may be left out, and of the items written out. Returns the verdict. */
static enum check_verdict check_all_ways(const char *bytes, size_t size)
{
    struct check_result brief = check(bytes, size, false), all = check(bytes, size, true);
    size_t length;
    char *plain = shared_expand(bytes, size, &length);
    assert_same(&brief, &all, true);
    if (plain) {
        struct check_result written = check(plain, length, false);
        assert_same(&brief, &written, true);
        check_result_free(&written);
    }
    enum check_verdict v = brief.verdict;
    free(plain);
    check_result_free(&brief);
    check_result_free(&all);
    return v;
}

/* The same items from both? */
static void assert_same_items(struct cert_reader *a, struct cert_reader *b)
{
    struct squares x = {0, {0}}, y = {0, {0}};
    struct err e;
    enum cert_item item;
    do {
        item = cert_read(a, &x, &e);
        assert_int_equal(cert_read(b, &y, &e), item);
        assert_int_not_equal(item, CERT_BAD);
        if (item == CERT_TURN) {
            assert_int_equal(x.n, y.n);
            assert_memory_equal(x.s, y.s, (size_t)x.n * sizeof *x.s);
        }
    } while (item != CERT_END);
    assert_int_equal(cert_reader_turns(a), cert_reader_turns(b));
}

/* ---- the project's proofs ---- */

/* As version 3, and back again: the same bytes. Tells by how much it got shorter. */
static size_t there_and_back(const char *path, size_t *size)
{
    struct err e;
    struct check_result result;
    struct buf shared = BUF_EMPTY;
    char *text = NULL;
    size_t length;
    struct cert_reader *r = cert_reader_open(path, &e);
    assert_non_null(r);
    assert_true(file_read(path, &text, size, &e));
    assert_int_equal(compact(r, NULL, &shared, &result), CHECK_ACCEPTED);
    struct check_result brief = check(shared.text, shared.len, false);
    assert_same(&brief, &result, true);
    char *back = shared_expand(shared.text, shared.len, &length);
    assert_int_equal(length, *size);
    assert_memory_equal(back, text, length);
    size_t shorter = shared.len;
    cert_reader_free(r);
    check_result_free(&brief);
    check_result_free(&result);
    buf_free(&shared);
    free(text);
    free(back);
    return shorter;
}

static void known_proofs_there_and_back(void **state)
{
    (void)state;
    static const char *const names[] = {"4-1-1", "4-2-1", "5-2-1", "5-2-2",
                                        "6-2-3", "6-3-1", "7-4-1", "8-5-1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[300];
        snprintf(path, sizeof path, "%s/proofs/connect-%s.cert", TEST_SOURCE, names[i]);
        size_t size, shorter = there_and_back(path, &size);
        if (size > 10000)
            assert_true(2 * shorter < size);
        if (strcmp(names[i], "6-2-3") == 0)
            assert_true(20 * shorter < size);
    }
}

/* ---- random proofs ---- */

/* A win of two turns or more on a board of some size: there is much to repeat. */
static bool cluster_win(struct rng *r, struct cert_claim *claim, struct buf *bytes)
{
    struct rules rules = {11, 11, 4 + (int)rng_below(r, 3), 1 + (int)rng_below(r, 2), 1, false};
    struct position *p = position_new(&rules);
    for (int n = 5 + (int)rng_below(r, 8); n > 0; n--) {
        square s = square_at(3 + (int)rng_below(r, 5), 3 + (int)rng_below(r, 5));
        if (p->cell[s] == CELL_EMPTY)
            position_setup(p, s, rng_below(r, 5) < 2 ? CELL_WHITE : CELL_BLACK);
    }
    bool fine =
        position_settle(p, rng_below(r, 3) ? WHITE : BLACK, rules.p, NULL) && p->outcome == OUTCOME_OPEN;
    struct solve_job job = {
        .position = p, .attacker = BLACK, .order = 3, .limits.nodes = 4000, .bytes = bytes};
    struct solve_result result;
    struct err e;
    fine = fine && solve_run(&job, &result, &e) && result.status == SOLVE_WON && bytes->len > 60;
    *claim = (struct cert_claim){.position = p, .attacker = BLACK};
    if (!fine)
        position_free(p);
    return fine;
}

/* The items of a certificate. The caller frees them. */
static struct squares *items_of(const char *bytes, size_t size, size_t *count)
{
    struct err e;
    struct squares *list = NULL, turn = {0, {0}};
    size_t room = 0;
    struct cert_reader *r = cert_reader_bytes(bytes, size, &e);
    *count = 0;
    while (r && cert_read(r, &turn, &e) == CERT_TURN) {
        list = mem_grow(list, &room, *count + 1, sizeof *list);
        list[(*count)++] = turn;
    }
    cert_reader_free(r);
    return list;
}

/* A stone more or less in the position: some of what was proved holds there and some does not. */
static void disturb(struct position *p, struct rng *r)
{
    square s = square_at(3 + (int)rng_below(r, 5), 3 + (int)rng_below(r, 5));
    enum side to_move = p->to_move;
    int left = p->left;
    position_setup(p, s, p->cell[s] != CELL_EMPTY ? CELL_EMPTY : rng_below(r, 3) ? CELL_WHITE : CELL_BLACK);
    if (!position_settle(p, to_move, left, NULL) || p->outcome != OUTCOME_OPEN)
        p->outcome = OUTCOME_OPEN;
}

static void count_one(const char *bytes, size_t size, int count[4])
{
    count[check_all_ways(bytes, size)]++;
}

/* One proof: as `compact` writes it, with definitions by chance, and each of them changed. */
static void try_proof(const struct cert_claim *claim, const struct buf *bytes, struct rng *r, int count[4])
{
    size_t items, size;
    struct squares *turn = items_of(bytes->text, bytes->len, &items);
    struct buf shared = BUF_EMPTY;
    struct check_result result;
    struct err e;
    struct cert_reader *reader = cert_reader_bytes(bytes->text, bytes->len, &e);
    assert_int_equal(compact(reader, NULL, &shared, &result), CHECK_ACCEPTED);
    cert_reader_free(reader);
    check_result_free(&result);
    struct cert_reader *a = cert_reader_bytes(bytes->text, bytes->len, &e),
                       *b = cert_reader_bytes(shared.text, shared.len, &e);
    assert_same_items(a, b);
    cert_reader_free(a);
    cert_reader_free(b);
    count_one(shared.text, shared.len, count);
    for (int i = 0; i < 12; i++) {
        struct position *p = position_copy(claim->position);
        struct cert_claim other = {
            .position = p, .attacker = claim->attacker, .infinite = rng_below(r, 8) == 0};
        if (i % 3)
            disturb(p, r);
        char *text = shared_certificate(&other, turn, items, r, &size);
        count_one(text, size, count);
        size_t changed = i % 2 ? shared.len : size;
        char *worse = shared_change(i % 2 ? shared.text : text, 20, &changed, r);
        count_one(worse, changed, count);
        free(worse);
        free(text);
        position_free(p);
    }
    buf_free(&shared);
    free(turn);
}

static void repetitions_mean_what_is_written_out(void **state)
{
    (void)state;
    struct rng r;
    int count[4] = {0, 0, 0, 0};
    rng_seed(&r, 33);
    for (int i = 0; i < test_rounds(120);) {
        struct cert_claim claim;
        struct buf bytes = BUF_EMPTY;
        if (cluster_win(&r, &claim, &bytes)) {
            try_proof(&claim, &bytes, &r, count);
            position_free((struct position *)(uintptr_t)claim.position);
            i++;
        }
        buf_free(&bytes);
    }
    print_message("%d accepted, %d rejected, %d unreadable\n", count[CHECK_ACCEPTED], count[CHECK_REJECTED],
                  count[CHECK_UNREADABLE]);
    assert_true(count[CHECK_ACCEPTED] && count[CHECK_REJECTED] && count[CHECK_UNREADABLE]);
    assert_int_equal(count[CHECK_STOPPED], 0);
}

/* ---- bytes that mean nothing ---- */

static const unsigned char head[] = {'H', 'E', 'X', 'C', 'E', 'R', 'T', 3, 5, 1, 3, 1, 1, 2, 1, 1, 3, 0};

static enum check_verdict verdict_of(const unsigned char *items, size_t n, const char *why)
{
    char bytes[400];
    memcpy(bytes, head, sizeof head);
    memcpy(bytes + sizeof head, items, n);
    struct check_result result = check(bytes, sizeof head + n, true);
    if (!strstr(result.why.text, why))
        fail_msg("\"%s\" does not say \"%s\"", result.why.text, why);
    enum check_verdict v = result.verdict;
    assert_int_equal(check_all_ways(bytes, sizeof head + n), v);
    check_result_free(&result);
    return v;
}

#define VERDICT(why, ...) \
    verdict_of((const unsigned char[]){__VA_ARGS__}, sizeof(const unsigned char[]){__VA_ARGS__}, why)

/* Black has c1 on a row of five squares and needs three in a row, White is to move. After the null move b1 wins, and then the
 * zone has the squares a1, b1 and d1, where it does not: the claim is false. */
static void what_cannot_be_read(void **state)
{
    (void)state;
    enum { B1 = 111, BEGIN = 228, FINISH = 229, FAR = 230, LAST = 231, END = 255 };
    assert_int_equal(VERDICT("occupied", BEGIN, B1, FINISH, LAST, LAST, LAST, END, 4), CHECK_REJECTED);
    assert_int_equal(VERDICT("not there", B1, LAST, END, 2), CHECK_UNREADABLE);
    assert_int_equal(VERDICT("not there", BEGIN, B1, FINISH, LAST + 1, END, 2), CHECK_UNREADABLE);
    assert_int_equal(VERDICT("not there", BEGIN, B1, FINISH, FAR, 0, END, 2), CHECK_UNREADABLE);
    assert_int_equal(VERDICT("not there", BEGIN, B1, FINISH, FAR, 2, END, 2), CHECK_UNREADABLE);
    assert_int_equal(VERDICT("not finished", BEGIN, B1, LAST, FINISH, END, 2), CHECK_UNREADABLE);
    assert_int_equal(VERDICT("does not begin with an item", BEGIN, BEGIN, B1, FINISH, FINISH, END, 1),
                     CHECK_UNREADABLE);
    assert_int_equal(VERDICT("not there", BEGIN, B1, FINISH, BEGIN, LAST, FINISH, END, 2), CHECK_UNREADABLE);
    assert_int_equal(VERDICT("empty", BEGIN, FINISH, END, 0), CHECK_UNREADABLE);
    assert_int_equal(VERDICT("the end of no definition", FINISH, B1, END, 1), CHECK_UNREADABLE);
    assert_int_equal(VERDICT("not a stone", BEGIN, 225, 1, FINISH, END, 0), CHECK_UNREADABLE);
}

/* Definitions each of which repeats the one before it twice: a file of some bytes has more items than anybody reads. */
static void too_many_repetitions(void **state)
{
    (void)state;
    struct buf b = BUF_EMPTY;
    buf_bytes(&b, (const char *)head, sizeof head);
    buf_bytes(&b, "\xe4\xe3\xe5", 3); /* an unsolved mark */
    for (int i = 0; i < 60; i++)
        buf_bytes(&b, "\xe4\xe3\xe8\xe8\xe5", 5); /* and twice the one before */
    struct err e;
    struct squares turn;
    struct cert_reader *r = cert_reader_bytes(b.text, b.len, &e);
    enum cert_item item;
    assert_non_null(r);
    while ((item = cert_read(r, &turn, &e)) == CERT_UNSOLVED)
        ;
    assert_int_equal(item, CERT_BAD);
    assert_non_null(strstr(e.text, "too many repetitions"));
    assert_true(cert_reader_turns(r) > 1 << 20 && cert_reader_turns(r) < (1 << 20) + 1024 * (b.len + 1));
    cert_reader_free(r);
    buf_free(&b);
}

/* ---- what need not be gone through again ---- */

static square at(const char *name)
{
    struct rules rules = {19, 19, 6, 2, 1, false};
    struct err e;
    square s;
    assert_true(square_parse(&rules, name, &name, &s, &e));
    return s;
}

/* A board with these stones of Black's and White's. */
static struct check_board *board_of(const char *black, const char *white)
{
    struct rules rules = {19, 19, 6, 2, 1, false};
    struct position *p = position_new(&rules);
    struct err e;
    const char *text[] = {black, white};
    for (int i = 0; i < 2; i++)
        for (const char *t = text[i]; *t; t += strspn(t, " ")) {
            square s;
            assert_true(square_parse(&rules, t, &t, &s, &e));
            position_setup(p, s, i ? CELL_WHITE : CELL_BLACK);
        }
    assert_true(position_settle(p, BLACK, 2, &e));
    struct check_board *b = check_board_new(p);
    position_free(p);
    return b;
}

/* How many stones White has more than in what is kept of `definition`; -1: it does not hold here. */
static int recalled(const struct check_memo *m, uint32_t definition, const char *black, const char *white)
{
    struct check_board *b = board_of(black, white);
    int more;
    bool found = check_memo_find(m, definition, b, BLACK, &more);
    check_board_free(b);
    return found ? more : -1;
}

static void every_condition_counts(void **state)
{
    (void)state;
    struct rules rules = {19, 19, 6, 2, 1, false}, exact = rules, whole = rules;
    struct check_memo m = {.most = 1 << 20};
    struct check_zones *z = check_zones_new(&rules), *shifted = check_zones_new(&rules);
    struct check_board *b = board_of("j10 k10", "a1 b1 c1");
    check_zones_keep(z, 2);
    check_zones_add(z, at("d5"), 1);
    check_zones_add(z, at("e5"), 2);
    check_zones_add(z, at("g5"), 2);
    check_zones_stop(z, at("b1"));
    check_memo_add(&m, 7, b, BLACK, z, 3, 20);
    assert_int_equal(recalled(&m, 7, "j10 k10", "a1 b1 c1"), 0);
    assert_int_equal(recalled(&m, 6, "j10 k10", "a1 b1 c1"), -1);
    assert_int_equal(recalled(&m, 8, "j10 k10", "a1 b1 c1"), -1);
    assert_int_equal(recalled(&m, 7, "j10 l10", "a1 b1 c1"), -1);
    assert_int_equal(recalled(&m, 7, "j10", "a1 b1 c1"), -1);
    assert_int_equal(recalled(&m, 7, "j10 k10 l10", "a1 b1 c1"), -1);
    assert_int_equal(recalled(&m, 7, "j10 k10", "b1"), 0);
    assert_int_equal(recalled(&m, 7, "j10 k10", "a1 b1 d1"), 1);
    assert_int_equal(recalled(&m, 7, "j10 k10", "b1 d1"), 1);
    assert_int_equal(recalled(&m, 7, "j10 k10", "a1 c1 d1"), -1);    /* b1 stops */
    assert_int_equal(recalled(&m, 7, "j10 k10", "a1 b1 c1 d1"), -1); /* one more in all */
    assert_int_equal(recalled(&m, 7, "j10 k10", "a1 b1 d5"), -1);    /* Z1 */
    assert_int_equal(recalled(&m, 7, "j10 k10", "a1 b1 e5"), 1);     /* in Z2 alone */
    assert_int_equal(recalled(&m, 7, "j10 k10", "b1 e5 f5"), 2);     /* first e5 */
    assert_int_equal(recalled(&m, 7, "j10 k10", "b1 e5 g5"), -1);    /* both in Z2 */
    assert_int_equal(recalled(&m, 7, "j10 k10", "b1 e5 d5"), -1); /* d5 would have to be before the first */
    struct check_board *there = board_of("j10 k10", "a1 b1 e5");
    int more;
    const struct check_reading *x = check_memo_find(&m, 7, there, BLACK, &more);
    assert_true(x && x->height == 3 && x->whole == 20);
    check_zones_keep(shifted, 2);
    check_memo_zones(x, there, more, shifted);
    assert_int_equal(shifted->first[at("d5")], 1);
    assert_int_equal(shifted->first[at("g5")], 1);
    assert_int_equal(shifted->first[at("e5")], 0); /* a stone is there */
    assert_true(shifted->stopping[at("b1")] && shifted->stops == 1);
    assert_true(!check_zones_all(shifted, 1) && check_zones_all(shifted, 2));
    exact.exact = true;
    whole.p = 6;
    assert_true(check_memo_allowed(&rules) && !check_memo_allowed(&exact) && !check_memo_allowed(&whole));
    check_board_free(there);
    check_board_free(b);
    check_zones_free(z);
    check_zones_free(shifted);
    check_memo_free(&m);
}

static void add_stop(struct check_zones *z, square s)
{
    check_zones_stop(z, s);
}

/* Those on segments with four black stones or more. */
static void stones_that_stop(void **state)
{
    (void)state;
    struct rules rules = {19, 19, 6, 2, 1, false};
    struct check_board *b = board_of("d4 e4 f4 g4 c10 d10 e10", "h4 b10 a1 d8");
    struct check_zones *z = check_zones_new(&rules);
    check_board_stopped(b, BLACK, add_stop, z);
    assert_true(z->stops == 1 && z->stopping[at("h4")]);
    check_zones_clear(z);
    check_board_place(b, at("f10"));
    check_board_stopped(b, BLACK, add_stop, z);
    assert_true(z->stops == 2 && z->stopping[at("h4")] && z->stopping[at("b10")]);
    check_zones_clear(z);
    check_board_undo(b);
    check_board_stopped(b, BLACK, add_stop, z);
    assert_true(z->stops == 1 && z->stopping[at("h4")]);
    check_zones_free(z);
    check_board_free(b);
}

/* Labs take certificates from strangers: only those whose length says how long they take. */
static void labs_take_none(void **state)
{
    (void)state;
    struct rules rules = {9, 9, 4, 1, 1, false};
    struct position *p = position_new(&rules);
    struct buf bytes = BUF_EMPTY, shared = BUF_EMPTY;
    struct solve_job job = {
        .position = p, .attacker = BLACK, .order = 2, .limits.nodes = 4000, .bytes = &bytes};
    struct solve_result solved;
    struct check_result result;
    struct err e;
    position_setup(p, at("e5"), CELL_BLACK);
    position_setup(p, at("e4"), CELL_BLACK);
    position_setup(p, at("a1"), CELL_WHITE);
    position_setup(p, at("i1"), CELL_WHITE);
    assert_true(position_settle(p, BLACK, 1, &e) && solve_run(&job, &solved, &e));
    assert_int_equal(solved.status, SOLVE_WON);
    struct cert_reader *r = cert_reader_bytes(bytes.text, bytes.len, &e);
    assert_int_equal(compact(r, NULL, &shared, &result), CHECK_ACCEPTED);
    struct plan *plan = plan_new(p, BLACK);
    assert_int_equal(plan_load(plan, bytes.text, bytes.len, 0, NULL, &e), CHECK_ACCEPTED);
    assert_int_equal(plan_load(plan, shared.text, shared.len, 0, NULL, &e), CHECK_REJECTED);
    assert_string_equal(e.text, LAB_NO_REPETITIONS);
    plan_free(plan);
    cert_reader_free(r);
    check_result_free(&result);
    buf_free(&bytes);
    buf_free(&shared);
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_proofs_there_and_back),
        cmocka_unit_test(repetitions_mean_what_is_written_out),
        cmocka_unit_test(what_cannot_be_read),
        cmocka_unit_test(too_many_repetitions),
        cmocka_unit_test(every_condition_counts),
        cmocka_unit_test(stones_that_stop),
        cmocka_unit_test(labs_take_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
