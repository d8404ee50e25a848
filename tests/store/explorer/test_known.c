/* The opening database: what enters and what is refused, questions through every symmetry and order of stones, any
 * defence followed to the end, labs, damaged files, and players that use it. */
#include "support/boards.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "connect/proof/cert.h"
#include "store/explorer/known.h"
#include "store/explorer/known_key.h"
#include "support/folder.h"
#include "support/sanitized.h"

static const struct deadline forever = {0};

static char *load(const char *name, size_t *len)
{
    char path[300], *bytes;
    struct err e;
    snprintf(path, sizeof path, TEST_SOURCE "/proofs/%s.cert", name);
    if (!file_read(path, &bytes, len, &e))
        fail_msg("%s", e.text);
    return bytes;
}

static struct explorer *open_file(const char *path, bool write)
{
    struct explorer *x = NULL;
    struct err e;
    if (!explorer_open(path, write, 0, &x, &e))
        fail_msg("%s", e.text);
    return x;
}

static void add(struct explorer *x, const char *name)
{
    size_t len;
    struct known_added added;
    struct err e;
    char *bytes = load(name, &len);
    if (explorer_prove(x, name, bytes, len, &forever, &added, &e) != EXPLORER_FINE)
        fail_msg("%s", e.text);
    assert_true(added.known || added.positions > 0);
    free(bytes);
}

static struct known *with(const char *name, struct explorer **x)
{
    struct known *k = known_new();
    *x = open_file(NULL, true);
    add(*x, name);
    known_add(k, *x, true);
    return k;
}

/* The position of a certificate's claim, and who wins it. */
static struct position *claim_of(const char *name, enum side *attacker)
{
    char path[300];
    struct err e;
    snprintf(path, sizeof path, TEST_SOURCE "/proofs/%s.cert", name);
    struct cert_reader *r = cert_reader_open(path, &e);
    assert_non_null(r);
    struct position *p = position_copy(cert_reader_claim(r)->position);
    *attacker = cert_reader_claim(r)->attacker;
    cert_reader_free(r);
    return p;
}

static void place(struct position *p, const struct squares *turn)
{
    for (int i = 0; i < turn->n; i++) {
        assert_true(position_legal_square(p, turn->s[i]));
        position_place(p, turn->s[i]);
    }
}

/* A turn at random: near the stones, or anywhere. */
static struct squares random_turn(const struct position *p, struct rng *rng)
{
    struct squares turn = {0, {0}};
    struct position *q = position_copy(p);
    while (turn.n < p->left && q->outcome == OUTCOME_OPEN) {
        int reach = rng_below(rng, 2) ? 4 : p->rules.m;
        int col = p->rules.m / 2 - reach + (int)rng_below(rng, (uint32_t)(2 * reach + 1));
        int row = p->rules.n / 2 - reach + (int)rng_below(rng, (uint32_t)(2 * reach + 1));
        if (!square_on_board(&p->rules, col, row) || !position_legal_square(q, square_at(col, row)))
            continue;
        turn.s[turn.n++] = square_at(col, row);
        position_place(q, square_at(col, row));
    }
    position_free(q);
    return turn;
}

/* Plays against random turns, with those that resist among them: known to be won until it is. */
static void play_out(struct known *k, const struct position *start, enum side attacker, struct rng *rng)
{
    struct position *p = position_copy(start);
    int most = 0, played = 0;
    while (p->outcome == OUTCOME_OPEN) {
        struct known_answer a;
        known_ask(k, p, &forever, &a);
        if (a.what != KNOWN_PROVED)
            fail_msg("not known after %d stones", p->stones);
        assert_int_equal(a.attacker, attacker);
        if (p->to_move == attacker) {
            most = played ? most : a.depth;
            assert_true(a.depth >= 1 && a.turn.n >= 1 && ++played <= most);
            place(p, &a.turn);
        } else {
            struct squares turn = a.turn.n && rng_below(rng, 3) ? a.turn : random_turn(p, rng);
            most = played ? most : a.depth;
            place(p, &turn);
        }
    }
    assert_int_equal(p->outcome, outcome_win(attacker));
    position_free(p);
}

static void test_every_defence(void **state)
{
    (void)state;
    static const char *const names[] = {"connect-4-1-1", "connect-5-2-2", "connect-6-3-1", "connect-5-2-1",
                                        "connect-7-5-1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct explorer *x;
        struct known *k = with(names[i], &x);
        enum side attacker;
        struct position *p = claim_of(names[i], &attacker);
        struct rng rng;
        rng_seed(&rng, i + 1);
        for (int game = 0; game < 15; game++)
            play_out(k, p, attacker, &rng);
        position_free(p);
        known_free(k);
    }
}

/* The position, turned, its stones placed in another order as a game would (set up). */
static struct position *turned(const struct position *p, int symmetry)
{
    struct position *q = position_new(&p->rules);
    square *all = mem_alloc((size_t)p->stones * sizeof *all + 1);
    int n = 0;
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] != CELL_EMPTY)
            all[n++] = s;
    while (n-- > 0)
        position_setup(q, symmetry_square(&p->rules, symmetry, all[n]), (enum cell)p->cell[all[n]]);
    assert_true(position_settle(q, p->to_move, p->left, NULL));
    free(all);
    return q;
}

/* Positions along a game, each asked through all symmetries as set up: the answers are the same, turned. */
static void test_symmetry(void **state)
{
    (void)state;
    struct explorer *x;
    struct known *k = with("connect-5-2-1", &x);
    enum side attacker;
    struct position *p = claim_of("connect-5-2-1", &attacker);
    for (int turn = 0; turn < 3 && p->outcome == OUTCOME_OPEN; turn++) {
        struct known_answer a, b;
        known_look(k, p, &a);
        assert_int_equal(a.what, KNOWN_PROVED);
        for (int s = 0; s < symmetry_count(&p->rules); s++) {
            struct position *q = turned(p, s);
            known_look(k, q, &b);
            assert_int_equal(b.what, KNOWN_PROVED);
            assert_int_equal(b.turns, a.turns);
            assert_int_equal(b.depth, a.depth);
            assert_int_equal(b.turn.n, a.turn.n);
            for (int i = 0; i < b.turn.n; i++)
                assert_true(position_legal_square(q, b.turn.s[i]));
            position_free(q);
        }
        place(p, &a.turn);
    }
    position_free(p);
    known_free(k);
}

/* A position that another order of stones and turns led to, seen through a symmetry. */
static void test_transposition(void **state)
{
    (void)state;
    struct rules r = {19, 19, 6, 2, 1, false};
    /* A certificate of one turn: Black completes a row. */
    struct position *p = position_new(&r);
    struct err e;
    static const char *const stones[] = {"j10", "a1",  "b1",  "j11", "j12", "c1",
                                         "s1",  "j13", "s19", "a19", "c19"};
    for (size_t i = 0; i < sizeof stones / sizeof *stones; i++) {
        square s;
        const char *end;
        assert_true(square_parse(&r, stones[i], &end, &s, &e));
        position_place(p, s);
    }
    assert_int_equal(p->to_move, BLACK);
    struct cert_claim claim = {.position = p, .attacker = BLACK};
    struct buf cert = BUF_EMPTY;
    struct cert_writer *w = cert_writer_to(&cert, &claim);
    square win[2] = {square_at(9, 13), square_at(9, 14)};
    cert_write_turn(w, win, 2);
    assert_true(cert_writer_close(w, &e));
    struct explorer *x = open_file(NULL, true);
    struct known_added added;
    assert_int_equal(explorer_prove(x, "row", cert.text, cert.len, &forever, &added, &e), EXPLORER_FINE);
    struct position *q = position_new(&r);
    static const char *const other[] = {"j13", "c1",  "a19", "s19", "j10", "a1",
                                        "c19", "j12", "j11", "b1",  "s1"};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        square s;
        const char *end;
        assert_true(square_parse(&r, other[i], &end, &s, &e));
        position_place(q, symmetry_square(&r, 5, s));
    }
    struct known_answer a;
    assert_int_equal(explorer_look(x, q, &a, &e), EXPLORER_FINE);
    assert_int_equal(a.what, KNOWN_PROVED);
    position_free(q);
    q = turned(p, 6);
    assert_int_equal(explorer_look(x, q, &a, &e), EXPLORER_FINE);
    assert_int_equal(a.what, KNOWN_PROVED);
    assert_int_equal(a.turn.n, 2);
    position_free(q);
    /* One stone more or less, the other side to move, another board: nothing. */
    for (int i = 0; i < 2; i++)
        position_undo(p);
    assert_int_equal(explorer_look(x, p, &a, &e), EXPLORER_FINE);
    assert_int_equal(a.what, KNOWN_NOTHING);
    position_free(p);
    buf_free(&cert);
    explorer_close(x);
}

/* The winner's turn before a proved position is known, too. */
static void test_turn_before(void **state)
{
    (void)state;
    struct explorer *x;
    struct known *k = with("connect-4-1-1", &x);
    enum side attacker;
    struct position *p = claim_of("connect-4-1-1", &attacker);
    struct known_answer a, b;
    struct squares first;
    known_look(k, p, &a);
    assert_int_equal(a.what, KNOWN_PROVED);
    if (p->to_move != attacker) {
        place(p, &a.turn);
        known_look(k, p, &a);
    }
    first = a.turn;
    struct position *q = turned(p, 3); /* no game led to it */
    known_look(k, q, &b);
    assert_int_equal(b.what, KNOWN_PROVED);
    place(q, &b.turn);
    known_look(k, q, &a);
    assert_int_equal(a.attacker, attacker);
    (void)first;
    position_free(q);
    position_free(p);
    known_free(k);
}

/* ---- Refused ---- */

static enum explorer_answer prove(const void *bytes, size_t len, struct err *e)
{
    struct explorer *x = open_file(NULL, true);
    struct known_added added;
    struct known_proof *list;
    size_t count;
    enum explorer_answer a = explorer_prove(x, "try", bytes, len, &forever, &added, e);
    assert_int_equal(explorer_proofs(x, &list, &count, e), EXPLORER_FINE);
    assert_int_equal(count, a == EXPLORER_FINE);
    explorer_proofs_free(list, count);
    explorer_close(x);
    return a;
}

static void test_refused(void **state)
{
    (void)state;
    struct err e;
    size_t len, refused = 0;
    char *bytes = load("connect-6-3-1", &len);
    assert_int_equal(prove(bytes, len, &e), EXPLORER_FINE);
    assert_int_equal(prove(bytes, len - 1, &e), EXPLORER_REFUSED);
    assert_int_equal(prove(bytes, 0, &e), EXPLORER_REFUSED);
    assert_int_equal(prove("nothing", 7, &e), EXPLORER_REFUSED);
    for (size_t i = 0; i < len; i++) { /* forged in every byte; a few make another true proof */
        bytes[i] ^= 1;
        refused += prove(bytes, len, &e) == EXPLORER_REFUSED;
        bytes[i] ^= 1;
    }
    assert_true(refused * 10 > len * 9);
    free(bytes);
}

/* Black has four in a row and White nothing: true of the position, and of no game. */
static void test_set_up(void **state)
{
    (void)state;
    struct rules r = {19, 19, 6, 2, 1, false};
    struct position *p = position_new(&r);
    struct err e;
    for (int i = 0; i < 4; i++)
        position_setup(p, square_at(9, 9 + i), CELL_BLACK);
    assert_true(position_settle(p, BLACK, 2, &e));
    struct cert_claim claim = {.position = p, .attacker = BLACK};
    struct buf cert = BUF_EMPTY;
    struct cert_writer *w = cert_writer_to(&cert, &claim);
    square win[2] = {square_at(9, 13), square_at(9, 14)};
    cert_write_turn(w, win, 2);
    assert_true(cert_writer_close(w, &e));
    assert_int_equal(prove(cert.text, cert.len, &e), EXPLORER_REFUSED);
    assert_non_null(strstr(e.text, "no game"));
    buf_free(&cert);
    position_free(p);
}

/* ---- Files ---- */

static void run_sql(const char *path, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void say(void *ctx, const char *text)
{
    (void)ctx;
    print_message("%s\n", text);
}

static size_t faults(const char *path)
{
    struct err e;
    struct explorer *x = open_file(path, false);
    size_t n = explorer_check(x, &forever, say, NULL, &e);
    explorer_close(x);
    return n;
}

/* Whatever is in the rows, answers stay within the board, and the check tells. */
static void test_damage(void **state)
{
    (void)state;
    static const char *const damage[] = {
        "UPDATE proved SET turn = x'FFFFFFFF'",
        "UPDATE proved SET turn = x'00'",
        "UPDATE proved SET proof = 77, at = -5",
        "UPDATE proved SET at = 100000000, turns = 100000000",
        "UPDATE proof SET bytes = x'00'",
        "UPDATE covered SET zone = x''",
        "UPDATE proved SET key = key || x'00' WHERE beside = 0",
        "UPDATE proved SET symmetry = 99",
        "DELETE FROM proof",
    };
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
        struct folder folder = folder_new();
        struct explorer *x = open_file(folder.file, true);
        enum side attacker;
        struct position *p = claim_of("connect-5-2-2", &attacker);
        struct rng rng;
        rng_seed(&rng, i);
        add(x, "connect-5-2-2");
        explorer_close(x);
        assert_int_equal(faults(folder.file), 0);
        run_sql(folder.file, damage[i]);
        assert_true(faults(folder.file) > 0);
        struct known *k = known_new();
        known_add(k, open_file(folder.file, false), true);
        for (int turn = 0; turn < 4 && p->outcome == OUTCOME_OPEN; turn++) {
            struct known_answer a;
            known_ask(k, p, &forever, &a);
            for (int s = 0; s < a.turn.n; s++)
                assert_true(position_legal_square(p, a.turn.s[s]));
            struct squares next = a.turn.n == p->left ? a.turn : random_turn(p, &rng);
            place(p, &next);
        }
        known_free(k);
        position_free(p);
        folder_remove(&folder);
    }
}

/* A file of collections that is older than the opening database: nothing is known, and it can be added to. */
static void test_older_file(void **state)
{
    (void)state;
    struct folder folder = folder_new();
    struct explorer *x = open_file(folder.file, true);
    explorer_close(x);
    run_sql(folder.file, "DROP TABLE covered; DROP TABLE proved; DROP TABLE proof; DROP TABLE weighed;");
    enum side attacker;
    struct position *p = claim_of("connect-4-2-1", &attacker);
    struct known_answer a;
    struct err e;
    x = open_file(folder.file, false);
    assert_int_equal(explorer_look(x, p, &a, &e), EXPLORER_FINE);
    assert_int_equal(a.what, KNOWN_NOTHING);
    explorer_close(x);
    x = open_file(folder.file, true);
    add(x, "connect-4-2-1");
    assert_int_equal(explorer_look(x, p, &a, &e), EXPLORER_FINE);
    assert_int_equal(a.what, KNOWN_PROVED);
    explorer_close(x);
    position_free(p);
    folder_remove(&folder);
}

/* A lab: its proofs and its open positions. */
static void test_lab(void **state)
{
    (void)state;
    struct folder folder = folder_new();
    char command[900];
    snprintf(
        command, sizeof command,
        "cd %s && h=" TEST_PROGRAM
        " && s='--set verify-order=1 --set verify-nodes=5 --set solve-order=1 --set "
        "solve-nodes=20' && $h lab new a.lab --game 9,9,5,2,1 $s >/dev/null && $h lab add a.lab --game "
        "9,9,5,2,1 e5 a1 i9 e6 f5 "
        ">/dev/null && cp a.lab b.lab && $h lab run a.lab --threads 1 >/dev/null 2>&1 && $h lab run b.lab "
        "--threads 1 --jobs 2 >/dev/null 2>&1; test -s a.lab -a -s b.lab",
        folder.path);
    assert_int_equal(system(command), 0);
    struct err e;
    struct rules r = {9, 9, 5, 2, 1, false};
    static const char *const stones[] = {"e5", "a1", "i9", "e6", "f5"};
    struct position *p = position_new(&r);
    for (size_t i = 0; i < 5; i++) {
        square s;
        const char *end;
        assert_true(square_parse(&r, stones[i], &end, &s, &e));
        position_place(p, s);
    }
    for (int which = 0; which < 2; which++) {
        struct explorer *x = open_file(NULL, true);
        struct known_lab sum;
        struct known_answer a;
        char path[100];
        snprintf(path, sizeof path, "%s/%s.lab", folder.path, which ? "b" : "a");
        if (explorer_take_lab(x, path, &forever, &sum, &e) != EXPLORER_FINE)
            fail_msg("%s", e.text);
        assert_int_equal(explorer_look(x, p, &a, &e), EXPLORER_FINE);
        assert_int_equal(a.what, which ? KNOWN_WEIGHED : KNOWN_PROVED);
        assert_int_equal(a.attacker, BLACK);
        assert_true(which ? sum.weighed > 0 && a.pn > 0 : sum.proofs > 0);
        /* Again: nothing new. */
        size_t proofs = sum.proofs;
        assert_int_equal(explorer_take_lab(x, path, &forever, &sum, &e), EXPLORER_FINE);
        assert_int_equal(sum.proofs, 0);
        (void)proofs;
        explorer_close(x);
    }
    position_free(p);
    folder_remove(&folder);
}

/* ---- Reports and players ---- */

static void test_report(void **state)
{
    (void)state;
    struct explorer *x;
    struct known *k = with("connect-4-1-1", &x);
    enum side attacker;
    struct position *p = claim_of("connect-4-1-1", &attacker);
    struct explorer_report r = {0};
    if (p->to_move != attacker) {
        struct known_answer a;
        known_look(k, p, &a);
        place(p, &a.turn);
    }
    known_judge(k, p, &r);
    assert_true(r.proof.proved);
    assert_string_equal(r.proof.name, "connect-4-1-1");
    assert_int_equal(r.turns, 1); /* the winning turn, that nobody played */
    assert_true(r.turn[0].proof.proved);
    explorer_report_free(&r);
    position_free(p);
    known_free(k);
}

/* A game of 3,225 stones on the largest board, of which something is proved, or nothing: asking ends when its time does. */
static void test_asking_ends_in_time(void **state)
{
    (void)state;
    /* proofs/connect-4-2-2.cert on another board: a finite one of 127x127. */
    static const char bytes[] =
        "HEXCERT\x01\x7f\x7f\x04\x02\x02\x00\x02\x00\x00\x6f\x71\x42\x8e\x52\x8e\x52\x8e\xff\x04";
    struct explorer *x = open_file(NULL, true);
    struct known *k = known_new();
    struct known_added added;
    struct known_answer a;
    struct err e;
    if (explorer_prove(x, "large", bytes, sizeof bytes - 1, &forever, &added, &e) != EXPLORER_FINE)
        fail_msg("%s", e.text);
    known_add(k, x, true);
    static const char *const games[] = {"127,127,4,2,2", "127,127,6,2,1"};
    for (int i = 0; i < 2; i++) {
        struct rules r = test_rules(games[i]);
        struct position *p = position_new(&r);
        for (square s = square_first(); s; s = square_next(&r, s))
            if ((square_col(s) + 2 * square_row(s)) % 5 == 0)
                position_place(p, s);
        assert_int_equal(p->outcome, OUTCOME_OPEN);
        double before = clock_cpu(CPU_THREAD);
        struct deadline until = deadline_in(0, 0.02, CPU_THREAD, NULL);
        known_ask(k, p, &until, &a);
        double took = clock_cpu(CPU_THREAD) - before;
        assert_int_equal(a.what, KNOWN_NOTHING);
        if (took > (TEST_SANITIZED ? 3 : 0.15))
            fail_msg("%s: %.2f s", games[i], took);
        position_free(p);
    }
    known_free(k);
}

/* The chooser plays the proof without a search, and says that it is certain. */
static void test_chooser(void **state)
{
    (void)state;
    struct explorer *x;
    struct known *k = with("connect-5-2-1", &x);
    enum side attacker;
    struct position *p = claim_of("connect-5-2-1", &attacker);
    struct chooser_book book = known_book(k);
    struct chooser_options o = {.engine = {.hash_bytes = 8 << 20}, .book = &book, .openings = true};
    struct chooser_job job = {.limits = {.work.nodes = 500}};
    struct report r;
    struct err e;
    struct chooser *c = chooser_new(&p->rules, &o, &e);
    assert_non_null(c);
    while (p->outcome == OUTCOME_OPEN) {
        struct squares turn = chooser_turn(c, p, &job, &r);
        if (p->to_move == attacker) {
            assert_int_equal(r.nodes, 0);
            assert_true(r.line[0].mate > 0 && r.line[0].chance == 1.0);
        }
        place(p, &turn);
    }
    assert_int_equal(p->outcome, outcome_win(attacker));
    chooser_free(c);
    position_free(p);
    known_free(k);
}

static void test_keys(void **state)
{
    (void)state;
    enum side attacker, side;
    struct position *p = claim_of("connect6-opening-p1", &attacker);
    struct buf key = BUF_EMPTY;
    int symmetry;
    known_key(p, attacker, &key, &symmetry);
    struct position *q = known_key_position(key.text, key.len, symmetry, &side);
    assert_non_null(q);
    assert_true(position_equal(p, q));
    assert_int_equal(side, attacker);
    position_free(q);
    for (size_t len = 0; len < key.len; len += 2)
        assert_null(known_key_position(key.text, len, symmetry, &side));
    key.text[key.len - 1] = key.text[key.len - 3]; /* two stones on one square */
    key.text[key.len - 2] = key.text[key.len - 4];
    assert_null(known_key_position(key.text, key.len, symmetry, &side));
    buf_free(&key);
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_defence),
        cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_transposition),
        cmocka_unit_test(test_turn_before),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_set_up),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_older_file),
        cmocka_unit_test(test_lab),
        cmocka_unit_test(test_report),
        cmocka_unit_test(test_chooser),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_asking_ends_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
