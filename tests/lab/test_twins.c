/* Both claims about a position: who wins is found out, what proves the one disproves the other, also in files of before that. */
#include <string.h>

#include "base/mem.h"
#include "lab/bundle.h"
#include "lab/inner.h"
#include "support/folder.h"
#include "support/labs.h"

/* Black, to move, wins at once by force. */
#define WON "j10 a1 s1 j11 j12 a19 s19 k10 l10 a4 s4"

static void ask(const char *path, const char *kind, const char *body)
{
    struct err e;
    assert_true(lab_ask(path, kind, body, &e));
}

static void add(const char *path, enum side attacker, const char *name)
{
    struct position *p = test_game("connect6", WON);
    struct buf text = BUF_EMPTY;
    lab_root_write(p, attacker, name, WON, &text);
    ask(path, "add", buf_str(&text));
    buf_free(&text);
    position_free(p);
}

static struct folder make(bool black, bool white)
{
    struct folder f = folder_new();
    struct rules r = test_rules("connect6");
    struct lab_options o;
    struct err e;
    lab_options_usual(&o);
    assert_true(lab_create(f.file, &r, &o, &e));
    if (black)
        add(f.file, BLACK, "w.black");
    if (white)
        add(f.file, WHITE, "w.white");
    return f;
}

static struct lab_state run(struct lab *l, int64_t jobs)
{
    struct lab_run r = {.runner = runner_threads(1, 64 << 20), .jobs = jobs};
    struct lab_state s;
    struct err e;
    if (!lab_run(l, &r, &s, &e))
        fail_msg("%s", e.text);
    r.runner.free(r.runner.ctx);
    return s;
}

static void complain(void *ctx, const char *text)
{
    (void)ctx;
    print_message("%s\n", text);
}

#define PAIR "{\"name\":\"w\",\"black\":\"w.black\",\"white\":\"w.white\"}"

static void a_pair_says_who_wins(void **state)
{
    (void)state;
    struct folder f = make(true, true);
    const struct lab_pair *pair;
    ask(f.file, "pair", PAIR);
    struct lab *l = labs_open(f.file);
    struct lab_state s = run(l, 0);
    assert_int_equal(s.jobs, 1); /* the mover's quick win is looked for first */
    assert_int_equal(s.proved, 1);
    assert_int_equal(s.disproved + s.open_roots, 0);
    assert_int_equal(lab_pairs(l, &pair), 1);
    assert_string_equal(lab_pair_word(l, pair), "black");
    assert_string_equal(lab_root_find(l, "w")->name, "w.black");
    assert_int_equal(lab_check(l, complain, NULL), 0);
    lab_close(l);
    l = labs_open(f.file); /* all of it is in the file */
    assert_int_equal(lab_pairs(l, &pair), 1);
    assert_string_equal(lab_pair_word(l, pair), "black");
    assert_true(pair->spent[BLACK] > 0 && pair->spent[WHITE] == 0);
    lab_close(l);
    folder_remove(&f);
}

/* With the wrong attacker alone, one verify job refutes it by the other side's certificate. */
static void a_quick_win_refutes(void **state)
{
    (void)state;
    struct folder f = make(false, true);
    struct lab *l = labs_open(f.file);
    struct lab_state s = run(l, 0);
    assert_int_equal(s.jobs, 1);
    assert_int_equal(s.disproved, 1);
    uint32_t node = lab_root_find(l, "w.white")->node;
    assert_true(lab_twin_proved(l, node) && lab_cert(l, lab_twin(l, node)));
    assert_int_equal(lab_check(l, complain, NULL), 0);
    lab_close(l);
    folder_remove(&f);
}

static void pairs_that_are_none_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "{\"name\":\"w\",\"black\":\"w.white\",\"white\":\"w.black\"}",
        "{\"name\":\"w\",\"black\":\"w.black\",\"white\":\"w.black\"}",
        "{\"name\":\"w\",\"black\":\"w.black\",\"white\":\"nobody\"}",
        "{\"name\":\"w.black\",\"black\":\"w.black\",\"white\":\"w.white\"}",
        "{\"name\":\"\",\"black\":\"w.black\",\"white\":\"w.white\"}",
        "{\"name\":7,\"black\":\"w.black\",\"white\":\"w.white\"}",
        "{}",
    };
    struct folder f = make(true, true);
    struct lab *l = labs_open(f.file);
    const struct lab_pair *pair;
    struct err refused, e;
    assert_true(lab_take_up(l, NULL, &e));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ask(f.file, "pair", bad[i]);
        assert_true(lab_take_up(l, &refused, &e));
        assert_true(refused.text[0]);
    }
    assert_int_equal(lab_pairs(l, &pair), 0);
    ask(f.file, "pair", PAIR);
    ask(f.file, "pair", "{\"name\":\"v\",\"black\":\"w.black\",\"white\":\"w.white\"}"); /* it has one */
    assert_true(lab_take_up(l, &refused, &e));
    assert_true(refused.text[0]);
    assert_int_equal(lab_pairs(l, &pair), 1);
    lab_close(l);
    folder_remove(&f);
}

/* Whatever somebody writes into the table: a pair is two claims about one position, or the file is refused. */
static void edited_pairs_are_found(void **state)
{
    (void)state;
    static const char *const edits[] = {"black = white",    "white = black",     "black = 77", "name = ''",
                                        "spent_black = -1", "spent_white = 'x'", "white = 2.5"};
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        struct folder f = make(true, true);
        struct buf sql = BUF_EMPTY;
        struct err e;
        ask(f.file, "pair", PAIR);
        struct lab *l = labs_open(f.file);
        assert_true(lab_take_up(l, NULL, &e));
        buf_format(&sql, "UPDATE pair SET %s", edits[i]);
        db_run(lab_ledger(l), buf_str(&sql));
        lab_close(l);
        assert_null(lab_open(f.file, false, &e));
        assert_non_null(strstr(e.text, "pairs"));
        buf_free(&sql);
        folder_remove(&f);
    }
}

/* A worker that says so without a certificate, or with one of something else, lies. */
static void a_refutation_needs_its_certificate(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        struct folder f = make(false, true);
        struct lab *l = labs_open(f.file);
        struct lab_job j;
        struct err e;
        assert_true(lab_take_up(l, NULL, &e));
        assert_true(lab_next(l, 0, &j));
        struct lab_result r = {.job = j.id, .verdict = LAB_LOST};
        strcpy(r.worker, "liar");
        if (kind)
            bundle_add(&r.bundle, kind == 1 ? "nonsense" : "", kind == 1 ? 8 : 0);
        assert_true(lab_accept(l, &r, &e));
        assert_int_equal(lab_graph(l)->node[lab_root_find(l, "w.white")->node].state, GRAPH_OPEN);
        assert_true(lab_quarantined(l, "liar"));
        lab_result_free(&r);
        lab_job_free(&j);
        lab_close(l);
        folder_remove(&f);
    }
}

/* A file of before pairs: without the table it is looked at, and whoever changes it adds the table; what is proved for one side was
 * open for the other. */
static void older_files_are_brought_up_to_date(void **state)
{
    (void)state;
    struct folder f = make(true, true);
    const struct lab_pair *pair;
    struct err e;
    struct lab *l = labs_open(f.file);
    run(l, 0);
    uint32_t white = lab_root_find(l, "w.white")->node;
    struct db *d = lab_ledger(l);
    db_do(d, "UPDATE node SET state = 0, pn = 6, dn = 6 WHERE id = ?1", db_int(white));
    db_run(d, "DELETE FROM meta WHERE name = 'twinned'; DROP TABLE pair");
    lab_close(l);
    l = lab_open(f.file, false, &e);
    assert_non_null(l);
    assert_int_equal(lab_graph(l)->node[white].state, GRAPH_OPEN);
    assert_int_equal(lab_check(l, complain, NULL), 0);
    lab_close(l);
    l = labs_open(f.file);
    assert_int_equal(lab_graph(l)->node[white].state, GRAPH_DISPROVED);
    ask(f.file, "pair", PAIR);
    assert_true(lab_take_up(l, NULL, &e));
    assert_int_equal(lab_pairs(l, &pair), 1);
    assert_int_equal(lab_check(l, complain, NULL), 0);
    lab_close(l);
    folder_remove(&f);
}

static void numbers_begin_as_the_paper_has_them(void **state)
{
    (void)state;
    static const struct {
        double chance, swing;
        int mate;
        uint32_t pn, dn;
    } rows[] = {{0.95, 0, 0, 1, 18}, {0.85, 0, 0, 2, 12}, {0.75, 0, 0, 3, 10}, {0.65, 0, 0, 4, 8},
                {0.5, 0, 0, 6, 6},   {0.5, 0.1, 0, 5, 5}, {0.5, 0.3, 0, 4, 4}, {0.35, 0.3, 0, 8, 4},
                {0.25, 0, 0, 10, 3}, {0.15, 0, 0, 12, 2}, {0.05, 0, 0, 18, 1}, {0.5, 0.3, -2, 18, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t pn, dn;
        lab_numbers(rows[i].chance, rows[i].swing, rows[i].mate, &pn, &dn);
        assert_int_equal(pn, rows[i].pn);
        assert_int_equal(dn, rows[i].dn);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pair_says_who_wins),
        cmocka_unit_test(a_quick_win_refutes),
        cmocka_unit_test(pairs_that_are_none_are_refused),
        cmocka_unit_test(edited_pairs_are_found),
        cmocka_unit_test(a_refutation_needs_its_certificate),
        cmocka_unit_test(older_files_are_brought_up_to_date),
        cmocka_unit_test(numbers_begin_as_the_paper_has_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
