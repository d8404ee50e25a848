/* The bytes of certificates: what is written is read back, and damage is noticed. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "connect/proof/cert.h"

/* A certificate in memory. */
struct bytes {
    char *text;
    size_t len;
};

static struct position *some_position(void)
{
    return test_game("19,19,6,2,1", "j10 k11 i11 k9 i9");
}

/* Two whole turns of White's and a short one. */
static struct bytes some_certificate(struct position *p)
{
    struct cert_claim claim = {p, WHITE, false, false};
    struct bytes b;
    FILE *f = open_memstream(&b.text, &b.len);
    struct cert_writer *w = cert_writer_on(f, &claim);
    square turn[] = {test_square(p, "a1"), test_square(p, "s19"), test_square(p, "r18"),
                     test_square(p, "k18"), test_square(p, "j11")};
    cert_write_turn(w, turn, 2);
    cert_write_turn(w, turn + 2, 2);
    cert_write_turn(w, turn + 4, 1);
    assert_int_equal(cert_writer_turns(w), 3);
    assert_true(cert_writer_close(w, NULL));
    fclose(f);
    return b;
}

static void what_is_written_is_read_back(void **state)
{
    (void)state;
    struct position *p = some_position();
    struct bytes b = some_certificate(p);
    struct err e;
    struct cert_reader *r = cert_reader_bytes(b.text, b.len, &e);
    assert_non_null(r);
    const struct cert_claim *claim = cert_reader_claim(r);
    assert_true(position_equal(claim->position, p));
    assert_int_equal(claim->attacker, WHITE);
    assert_false(claim->infinite || claim->partial);
    struct squares turn;
    assert_int_equal(cert_read(r, &turn, &e), CERT_TURN);
    assert_int_equal(turn.n, 2);
    assert_int_equal(turn.s[0], test_square(p, "a1"));
    assert_int_equal(turn.s[1], test_square(p, "s19"));
    assert_int_equal(cert_read(r, &turn, &e), CERT_TURN);
    assert_int_equal(turn.s[1], test_square(p, "k18"));
    assert_int_equal(cert_read(r, &turn, &e), CERT_TURN);
    assert_int_equal(turn.n, 1);
    assert_int_equal(turn.s[0], test_square(p, "j11"));
    assert_int_equal(cert_read(r, &turn, &e), CERT_END);
    assert_int_equal(cert_read(r, &turn, &e), CERT_END);
    assert_int_equal(cert_reader_turns(r), 3);
    cert_reader_free(r);
    free(b.text);
    position_free(p);
}

/* Random claims and turns on boards of all sizes. */
static void random_certificates_survive(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 1);
    for (int round = test_rounds(300); round > 0; round--) {
        struct rules rules = {1 + (int)rng_below(&r, 127), 1 + (int)rng_below(&r, 127), 20,
                              1 + (int)rng_below(&r, 63),  1 + (int)rng_below(&r, 63),  false};
        struct position *p = position_new(&rules);
        for (uint32_t n = rng_below(&r, 40); n > 0 && p->empty > 1; n--)
            position_setup(p, test_random_stone(p, &r), rng_below(&r, 2) ? CELL_BLACK : CELL_WHITE);
        bool white = rng_below(&r, 2);
        assert_true(
            position_settle(p, white ? WHITE : BLACK, 1 + (int)rng_below(&r, (uint32_t)rules.p), NULL));
        if (p->outcome != OUTCOME_OPEN) {
            position_free(p);
            continue;
        }
        struct cert_claim claim = {p, rng_below(&r, 2) ? WHITE : BLACK, rng_below(&r, 2), false};
        claim.partial = claim.attacker != p->to_move && rng_below(&r, 2);
        struct bytes b;
        FILE *f = open_memstream(&b.text, &b.len);
        struct cert_writer *w = cert_writer_on(f, &claim);
        struct squares turn[30], got;
        int turns = (int)rng_below(&r, 30);
        for (int i = 0; i < turns; i++) {
            turn[i].n = rng_below(&r, 3) ? rules.p : (int)rng_below(&r, 64);
            for (int j = 0; j < turn[i].n; j++)
                turn[i].s[j] =
                    square_at((int)rng_below(&r, (uint32_t)rules.m), (int)rng_below(&r, (uint32_t)rules.n));
            if (turn[i].n)
                cert_write_turn(w, turn[i].s, turn[i].n);
            else
                cert_write_unsolved(w);
        }
        uint64_t size = cert_writer_bytes(w);
        assert_true(cert_writer_close(w, NULL));
        fclose(f);
        assert_int_equal(size + 2, b.len); /* the end's byte and the count's */
        struct err e;
        struct cert_reader *cr = cert_reader_bytes(b.text, b.len, &e);
        if (!cr)
            fail_msg("%s", e.text);
        assert_true(position_equal(cert_reader_claim(cr)->position, p));
        assert_int_equal(cert_reader_claim(cr)->attacker, claim.attacker);
        assert_int_equal(cert_reader_claim(cr)->infinite, claim.infinite);
        assert_int_equal(cert_reader_claim(cr)->partial, claim.partial);
        for (int i = 0; i < turns; i++) {
            assert_int_equal(cert_read(cr, &got, &e), turn[i].n ? CERT_TURN : CERT_UNSOLVED);
            if (turn[i].n) {
                assert_int_equal(got.n, turn[i].n);
                assert_memory_equal(got.s, turn[i].s, (size_t)got.n * sizeof *got.s);
            }
        }
        assert_int_equal(cert_read(cr, &got, &e), CERT_END);
        cert_reader_free(cr);
        free(b.text);
        position_free(p);
    }
}

/* Reads to the end; the message if it is no certificate, NULL if it is. */
static const char *read_to_end(struct cert_reader *r, struct err *e)
{
    struct squares turn;
    enum cert_item item = CERT_BAD;
    while (r && (item = cert_read(r, &turn, e)) != CERT_END && item != CERT_BAD)
        ;
    cert_reader_free(r);
    return item == CERT_BAD ? e->text : NULL;
}

/* The same of these bytes, which say the same in memory and on a stream. */
static const char *complaint(const char *text, size_t len, struct err *e)
{
    struct err on_stream = {""};
    *e = on_stream;
    const char *found = read_to_end(cert_reader_bytes(text, len, e), e);
    FILE *f = fmemopen((char *)(uintptr_t)text, len, "rb");
    assert_non_null(f);
    assert_int_equal(read_to_end(cert_reader_on(f, &on_stream), &on_stream) != NULL, found != NULL);
    assert_string_equal(on_stream.text, e->text);
    return found;
}

static void damage_is_noticed(void **state)
{
    (void)state;
    struct position *p = some_position();
    struct bytes b = some_certificate(p);
    struct err e;
    assert_null(complaint(b.text, b.len, &e));
    assert_null(cert_reader_bytes(NULL, 0, &e));
    assert_string_equal(e.text, "not a certificate: it is empty");
    for (size_t len = 1; len < b.len; len++)
        assert_non_null(complaint(b.text, len, &e));
    char *longer = malloc(b.len + 1);
    memcpy(longer, b.text, b.len);
    longer[b.len] = 0;
    assert_non_null(strstr(complaint(longer, b.len + 1, &e), "more bytes after the end"));
    longer[b.len - 1] = 4;
    assert_non_null(strstr(complaint(longer, b.len, &e), "it has 3 turns but says 4"));
    memcpy(longer, b.text, b.len);
    longer[7] = 9;
    assert_non_null(strstr(complaint(longer, b.len, &e), "a certificate of version 9"));
    longer[0] = 'X';
    assert_non_null(strstr(complaint(longer, b.len, &e), "not a certificate"));
    memcpy(longer, b.text, b.len);
    longer[8] = 2; /* columns: j10 has no place */
    assert_non_null(complaint(longer, b.len, &e));
    free(longer);
    free(b.text);
    position_free(p);
}

/* ---- which positions a game can reach ---- */

enum { CELLS = 9, SETUPS = 19683, TURN = 4 }; /* 3^9 */

/* The stones of a board of nine squares as a number, three values a square. */
static int setup_number(const struct position *p)
{
    int number = 0;
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        number = 3 * number + p->cell[s];
    return number;
}

static int with_room(const struct position *p)
{
    return position_turn_length(p) - 1;
}

typedef bool reached_list[SETUPS][2][TURN];

/* Plays all games. */
static void play_all(struct position *p, reached_list reached)
{
    if (p->outcome != OUTCOME_OPEN || reached[setup_number(p)][p->to_move][with_room(p)])
        return;
    reached[setup_number(p)][p->to_move][with_room(p)] = true;
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] == CELL_EMPTY) {
            position_place(p, s);
            play_all(p, reached);
            position_undo(p);
        }
}

static struct position *setup_of(const struct rules *rules, int number)
{
    struct position *p = position_new(rules);
    for (int i = CELLS - 1; i >= 0; i--, number /= 3)
        if (number % 3)
            position_setup(p, square_at(i % rules->m, i / rules->m), (enum cell)(number % 3));
    return p;
}

/* Compares all set-ups of the game with what playing reaches; returns how many positions it reaches. */
static int compare_setups(const struct rules *rules, reached_list reached)
{
    int count = 0, most = rules->p > rules->q ? rules->p : rules->q;
    for (int number = 0; number < SETUPS; number++) {
        struct position *p = setup_of(rules, number);
        for (int turn = 0; turn < 2 * most; turn++) {
            struct cert_claim claim = {p, BLACK, false, false};
            if (!position_settle(p, (enum side)(turn % 2), 1 + turn / 2, NULL) || p->outcome != OUTCOME_OPEN)
                continue;
            bool known = reached[number][p->to_move][with_room(p)];
            assert_int_equal(cert_reachable(&claim), known);
            count += known;
        }
        position_free(p);
    }
    return count;
}

static void reachable_is_what_playing_reaches(void **state)
{
    (void)state;
    static const int games[][3] = {{3, 1, 1}, {3, 2, 1}, {3, 1, 2}, {2, 2, 3},
                                   {3, 3, 2}, {4, 4, 1}, {3, 2, 4}};
    bool(*reached)[2][TURN] = mem_alloc(sizeof(reached_list));
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct rules rules = {3, 3, games[i][0], games[i][1], games[i][2], false};
        struct position *p = position_new(&rules);
        memset(reached, 0, sizeof(reached_list));
        play_all(p, reached);
        assert_true(compare_setups(&rules, reached) > 40);
        position_free(p);
    }
    free(reached);
}

/* The infinite board has room for every stone, whatever the board of the file has. */
static void stones_without_room_count_on_the_infinite_board(void **state)
{
    (void)state;
    struct position *p = position_new(&(struct rules){1, 1, 1, 2, 2, false});
    struct cert_claim claim = {p, BLACK, false, false};
    assert_true(position_settle(p, BLACK, 1, NULL));
    assert_true(cert_reachable(&claim));
    claim.infinite = true;
    assert_false(cert_reachable(&claim));
    position_free(p);
}

static bool exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}

/* Under its name a file is there whole or not at all. */
static void files_are_whole_or_absent(void **state)
{
    (void)state;
    char dir[] = "/tmp/hexad-cert-XXXXXX", path[64], part[80];
    assert_non_null(mkdtemp(dir));
    snprintf(path, sizeof path, "%s/a.cert", dir);
    snprintf(part, sizeof part, "%s.part", path);
    struct position *p = some_position();
    struct cert_claim claim = {p, WHITE, false, false};
    struct err e;
    square turn[] = {test_square(p, "a1"), test_square(p, "b1")};

    struct cert_writer *w = cert_writer_open(path, &claim, &e);
    cert_write_turn(w, turn, 2);
    assert_false(exists(path));
    cert_writer_abandon(w);
    assert_false(exists(path) || exists(part));

    w = cert_writer_open(path, &claim, &e);
    cert_write_turn(w, turn, 2);
    assert_true(cert_writer_close(w, &e));
    assert_true(exists(path) && !exists(part));
    struct cert_reader *r = cert_reader_open(path, &e);
    assert_non_null(r);
    cert_reader_free(r);

    unlink(path);
    rmdir(dir);
    assert_null(cert_writer_open(path, &claim, &e));
    assert_null(cert_reader_open(path, &e));
    assert_non_null(strstr(e.text, "No such file"));
    position_free(p);
}

/* Writes a certificate to standard output, which goes to the file meanwhile, and gives it up or not. */
static void write_standard(const char *path, bool keep)
{
    struct position *p = test_game("connect6", "j10");
    struct cert_claim claim = {p, WHITE, false, false};
    square turn[2] = {square_at(3, 3), square_at(4, 4)};
    fflush(stdout);
    int out = dup(STDOUT_FILENO);
    assert_non_null(freopen(path, "ab", stdout));
    struct cert_writer *w = cert_writer_open("-", &claim, NULL);
    for (int i = 0; i < 5000; i++) /* more than a stream keeps back */
        cert_write_turn(w, turn, 2);
    if (keep)
        assert_true(cert_writer_close(w, NULL));
    else
        cert_writer_abandon(w);
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    close(out);
    position_free(p);
}

/* What was begun on standard output and given up leaves nothing there: the next one stands alone. */
static void standard_output_is_whole_or_empty(void **state)
{
    (void)state;
    char path[] = "/tmp/hexad-cert-XXXXXX", *text;
    size_t len;
    close(mkstemp(path));
    write_standard(path, false);
    assert_true(file_read(path, &text, &len, NULL));
    assert_int_equal(len, 0);
    free(text);
    write_standard(path, true);
    assert_true(file_read(path, &text, &len, NULL));
    assert_true(len > 10000 && memcmp(text, "HEXCERT", 7) == 0);
    free(text);
    unlink(path);
}

/* The same at the end of bytes. */
static void bytes_are_whole_or_as_before(void **state)
{
    (void)state;
    struct position *p = test_game("connect6", "j10");
    struct cert_claim claim = {p, WHITE, false, false};
    square turn[2] = {square_at(3, 3), square_at(4, 4)};
    struct buf b = BUF_EMPTY;
    buf_text(&b, "before");
    for (int keep = 0; keep < 2; keep++) {
        struct cert_writer *w = cert_writer_to(&b, &claim);
        cert_write_turn(w, turn, 2);
        size_t size = (size_t)cert_writer_bytes(w);
        if (keep)
            assert_true(cert_writer_close(w, NULL));
        else
            cert_writer_abandon(w);
        assert_int_equal(b.len, keep ? 6 + size + 2 : 6);
        assert_memory_equal(b.text, "before", 6);
    }
    buf_free(&b);
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(random_certificates_survive),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(reachable_is_what_playing_reaches),
        cmocka_unit_test(stones_without_room_count_on_the_infinite_board),
        cmocka_unit_test(files_are_whole_or_absent),
        cmocka_unit_test(standard_output_is_whole_or_empty),
        cmocka_unit_test(bytes_are_whole_or_as_before),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
