/* Walking through proofs: every defence that somebody can think of is answered, and the attacker wins. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "connect/proof/defences.h"
#include "connect/proof/guide.h"
#include "connect/proof/guide_inner.h"
#include "support/folder.h"
#include "support/scatter.h"

static const struct deadline never = {0};

static struct guide *open_guide(const char *path, uint64_t *turns)
{
    struct err e;
    struct guide *g;
    struct check_result result;
    struct cert_reader *r = cert_reader_open(path, &e);
    if (!r)
        fail_msg("%s", e.text);
    assert_int_equal(guide_open(r, &never, &g, &result), CHECK_ACCEPTED);
    *turns = result.turns;
    check_result_free(&result);
    cert_reader_free(r);
    return g;
}

static struct guide *open_stored(const char *name, uint64_t *turns)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/proofs/%s.cert", TEST_SOURCE, name);
    return open_guide(path, turns);
}

/* A turn of the defender: one of the proof's, one with some of its stones, or anything near the stones. */
static struct squares think_of(const struct guide *g, const struct guide_line *l, struct rng *rng)
{
    const struct position *p = l->position;
    struct squares turn = {0, {0}};
    struct guide_defence d;
    uint32_t cursor = 0, seen = 0;
    int length = position_turn_length(p);
    while (rng_below(rng, 3) && guide_next(g, l->at, &cursor, &d))
        if (rng_below(rng, ++seen) == 0)
            turn = d.squares;
    for (int i = 0; i < turn.n; i++) /* a square that an irrelevant stone has taken */
        if (p->cell[turn.s[i]] != CELL_EMPTY)
            turn.n = 0;
    if (rng_below(rng, 8) == 0)
        return turn; /* perhaps not all of its stones */
    while (turn.n < length) {
        square s =
            square_at((int)rng_below(rng, (uint32_t)p->rules.m), (int)rng_below(rng, (uint32_t)p->rules.n));
        bool taken = p->cell[s] != CELL_EMPTY;
        for (int i = 0; i < turn.n; i++)
            taken = taken || turn.s[i] == s;
        if (!taken)
            turn.s[turn.n++] = s;
    }
    return turn;
}

static void every_line_is_won(void **state)
{
    static const char *const names[] = {"connect-4-1-1", "connect-4-2-1", "connect-5-2-2", "connect-5-3-2",
                                        "connect-6-3-1", "connect-6-4-3", "connect-8-5-5"};
    struct rng rng;
    (void)state;
    rng_seed(&rng, 7);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        uint64_t turns;
        struct guide *g = open_stored(names[i], &turns);
        assert_int_equal(g->nodes, turns);
        for (int game = test_rounds(40); game > 0; game--) {
            struct guide_line l;
            struct err e;
            guide_start(g, &l);
            while (!l.ended) {
                struct squares turn = think_of(g, &l, &rng);
                if (!guide_play(g, &l, &turn, &never, &e))
                    fail_msg("%s: %s", names[i], e.text);
                assert_int_not_equal(l.step[l.steps - 1].why, GUIDE_OPEN);
            }
            assert_int_equal(l.position->outcome, outcome_win(guide_claim(g)->attacker));
            guide_line_free(&l);
        }
        guide_free(g);
    }
}

/* A claim that needs no turn: the attacker threatens more than can be stopped. NULL: this one is none. */
static struct guide *guide_of_threats(const struct position *p)
{
    struct cert_claim claim = {.position = p, .attacker = side_other(p->to_move)};
    struct buf bytes = BUF_EMPTY;
    struct check_result result;
    struct guide *g;
    struct err e;
    assert_true(cert_writer_close(cert_writer_to(&bytes, &claim), &e));
    struct cert_reader *r = cert_reader_bytes(bytes.text, bytes.len, &e);
    assert_non_null(r);
    enum check_verdict v = guide_open(r, &never, &g, &result);
    check_result_free(&result);
    cert_reader_free(r);
    buf_free(&bytes);
    return v == CHECK_ACCEPTED ? g : NULL;
}

/* Rows through each other, so that a stone of one may complete another: whatever the defender leaves, a row is completed, by
 * stones of which none is too many. */
static void every_threat_is_answered_by_a_row(void **state)
{
    static const char *const games[] = {"19,19,6,2,1",       "9,9,4,2,1",        "8,8,5,3,1",
                                        "7,7,3,2,2",         "15,15,5,1,1",      "12,12,6,4,2",
                                        "15,15,5,1,1,exact", "11,11,5,3,2,exact"};
    struct rng rng;
    int answered = 0;
    (void)state;
    rng_seed(&rng, 26);
    for (int round = 0; round < test_rounds(6000); round++) {
        struct rules r = test_rules(games[(size_t)round % (sizeof games / sizeof *games)]);
        struct position *p = scatter(&r, 9, 8 + (int)rng_below(&rng, 30), &rng);
        struct guide *g = guide_of_threats(p);
        for (int i = 0; g && i < 20; i++) {
            struct guide_line l;
            struct err e;
            guide_start(g, &l);
            struct squares turn = think_of(g, &l, &rng);
            if (!guide_play(g, &l, &turn, &never, &e))
                fail_msg("%s: %s", scatter_text(p), e.text);
            assert_int_equal(l.step[0].why, GUIDE_ROW);
            assert_int_equal(l.position->outcome, outcome_win(guide_claim(g)->attacker));
            assert_int_equal(l.position->ply[l.position->plies - 1].at,
                             l.step[0].answer.s[l.step[0].answer.n - 1]);
            guide_line_free(&l);
            answered++;
        }
        guide_free(g);
        position_free(p);
    }
    assert_true(answered > test_rounds(6000) / 10);
}

/* The defence with one stone more: what the proof makes of it. */
static struct guide_step with_stone(const struct guide *g, const struct guide_defence *d, square s)
{
    struct squares turn = d->squares;
    struct guide_line l;
    struct err e;
    turn.s[turn.n++] = s;
    guide_start(g, &l);
    assert_true(guide_play(g, &l, &turn, &never, &e));
    struct guide_step step = l.step[0];
    guide_line_free(&l);
    return step;
}

/* A stone outside the zone of a semi-null move changes nothing, one inside is answered for itself, too. */
static void zones_tell_what_matters(void **state)
{
    uint64_t turns;
    struct guide *g = open_stored("connect-6-2-3", &turns);
    struct guide_line l;
    struct guide_defence d;
    struct guide_zone z;
    uint32_t cursor = 0;
    int outside = 0, count = 0;
    (void)state;
    guide_start(g, &l);
    while (guide_next(g, l.at, &cursor, &d) && d.unplaced != 1)
        ;
    assert_true(guide_zone(g, &l, &d, &never, &z));
    assert_true(!z.everywhere && z.n > 10);
    for (square s = square_first(); s; s = square_next(&l.position->rules, s)) {
        bool in = false;
        for (int i = 0; i < z.n; i++)
            in = in || z.square[i] == s;
        if (l.position->cell[s] != CELL_EMPTY || s == d.squares.s[0] || (!in && ++count % 7))
            continue;
        struct guide_step step = with_stone(g, &d, s);
        assert_int_not_equal(step.why, GUIDE_OPEN);
        if (in)
            continue;
        assert_true(step.why == GUIDE_COVERED && step.as.n < step.defence.n);
        outside++;
    }
    assert_true(outside > 0);
    free(z.square);
    guide_line_free(&l);
    guide_free(g);
}

static void bad_turns_change_nothing(void **state)
{
    uint64_t turns;
    struct guide *g = open_stored("connect-4-2-2", &turns);
    struct guide_line l;
    struct err e;
    (void)state;
    guide_start(g, &l);
    struct squares twice = {2, {square_at(3, 3), square_at(3, 3)}};
    struct squares many = {3, {square_at(1, 1), square_at(2, 2), square_at(3, 3)}};
    struct squares onto = {2, {l.first.s[0], square_at(1, 1)}};
    int plies = l.position->plies;
    assert_false(guide_play(g, &l, &twice, &never, &e));
    assert_non_null(strstr(e.text, "d4"));
    assert_false(guide_play(g, &l, &many, &never, &e));
    assert_non_null(strstr(e.text, "too many"));
    assert_false(guide_play(g, &l, &onto, &never, &e));
    assert_int_equal(l.position->plies, plies);
    assert_int_equal(l.steps, 0);
    struct squares nothing = {0, {0}};
    assert_true(guide_play(g, &l, &nothing, &never, &e)); /* a threat is left: the row is completed */
    assert_int_equal(l.step[0].why, GUIDE_ROW);
    assert_true(l.ended);
    assert_false(guide_play(g, &l, &nothing, &never, &e));
    guide_line_free(&l);
    guide_free(g);
}

/* "j10 k11" */
static struct squares turn_of(const struct rules *r, const char *text)
{
    struct squares t = {0, {0}};
    struct err e;
    while (*text)
        if (*text == ' ')
            text++;
        else if (!square_parse(r, text, &text, &t.s[t.n++], &e))
            fail_msg("%s", e.text);
    return t;
}

/* A partial claim: what it leaves open is told as such, everything else is answered. */
static void what_is_open_stays_open(void **state)
{
    struct folder f = folder_new();
    struct rules r = {.m = 13, .n = 13, .k = 5, .p = 2, .q = 1};
    struct position *p = position_new(&r);
    struct squares stones = turn_of(&r, "g7 h8 f6 g9 i7");
    struct defences_result found;
    struct err e;
    uint64_t turns;
    (void)state;
    guide_place(p, &stones);
    struct defences_job job = {.position = p, .order = 1, .threads = 1, .cert = f.file};
    assert_true(defences_run(&job, &found, &e));
    assert_true(found.certified && found.open > 0);
    struct guide *g = open_guide(f.file, &turns);
    size_t open = 0;
    for (size_t i = 0; i < found.count; i++) {
        struct guide_line l;
        if (found.defence[i].unplaced)
            continue;
        guide_start(g, &l);
        assert_true(guide_play(g, &l, &found.defence[i].squares, &never, &e));
        /* One that was not solved for itself may lie outside the zone of a part of it that was. */
        assert_false(l.step[0].why == GUIDE_OPEN && found.defence[i].state == DEFENCE_LOSES);
        open += l.step[0].why == GUIDE_OPEN;
        guide_line_free(&l);
    }
    assert_true(open > 0 && open <= found.open);
    guide_free(g);
    defences_result_free(&found);
    position_free(p);
    folder_remove(&f);
}

static void stops_in_time(void **state)
{
    char path[1024];
    struct err e;
    struct guide *g;
    struct check_result result;
    atomic_bool stop;
    (void)state;
    atomic_init(&stop, true);
    struct deadline until = {.stop = &stop};
    snprintf(path, sizeof path, "%s/proofs/connect-6-2-3.cert", TEST_SOURCE);
    struct cert_reader *r = cert_reader_open(path, &e);
    assert_int_equal(guide_open(r, &until, &g, &result), CHECK_STOPPED);
    assert_null(g);
    assert_non_null(strstr(result.why.text, "time"));
    check_result_free(&result);
    cert_reader_free(r);
}

/* With as much memory as the guide takes it is made; with less, it is not. */
static void keeps_within_its_memory(void **state)
{
    (void)state;
    char path[1024];
    uint64_t turns;
    snprintf(path, sizeof path, "%s/proofs/connect-5-2-2.cert", TEST_SOURCE);
    struct guide *g = open_guide(path, &turns);
    size_t bytes = guide_bytes(g);
    guide_free(g);
    for (int i = 0; i < 4; i++) {
        struct err e;
        struct check_result result;
        struct guide_memory most = {i == 2 ? 1 : 0, i == 0 ? bytes : i == 1 ? bytes / 2 : 0};
        struct cert_reader *r = cert_reader_open(path, &e);
        bool fits = i == 0 || i == 3;
        assert_int_equal(guide_open_within(r, &never, &most, &g, &result),
                         fits ? CHECK_ACCEPTED : CHECK_STOPPED);
        assert_int_equal(result.too_large, !fits);
        if (!fits)
            assert_non_null(strstr(result.why.text, "bytes of memory"));
        check_result_free(&result);
        cert_reader_free(r);
        guide_free(g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_line_is_won),       cmocka_unit_test(every_threat_is_answered_by_a_row),
        cmocka_unit_test(zones_tell_what_matters), cmocka_unit_test(bad_turns_change_nothing),
        cmocka_unit_test(what_is_open_stays_open), cmocka_unit_test(stops_in_time),
        cmocka_unit_test(keeps_within_its_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
