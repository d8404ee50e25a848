/* What `solve` and `verify` write, the checker accepts: on all small boards, nearly full ones above all,
 * where turns are cut short and the defender may fill the board. */
#include "support/boards.h"

#include <stdio.h>
#include <unistd.h>

#include "base/buf.h"
#include "connect/board/diagram.h"
#include "connect/proof/check.h"
#include "connect/proof/defences.h"
#include "connect/proof/solve.h"

static int between(struct rng *r, int least, int most)
{
    return least + (int)rng_below(r, (uint32_t)(most - least + 1));
}

/* A set-up that is not over, with at most nine empty squares; the stones left are any that a file may
 * name. */
static struct position *random_position(struct rng *r)
{
    for (;;) {
        struct rules rules = {between(r, 1, 6), between(r, 1, 5), between(r, 1, 6),
                              between(r, 1, 5), between(r, 1, 5), between(r, 0, 2) == 0};
        struct position *p = position_new(&rules);
        int empty = between(r, 1, 9), black = between(r, 20, 80);
        while (p->empty > empty)
            position_setup(p, test_random_stone(p, r), between(r, 1, 100) <= black ? CELL_BLACK : CELL_WHITE);
        int most = rules.p > rules.q ? rules.p : rules.q;
        int left = rng_below(r, 3) ? rules.p : between(r, 1, most);
        if (position_settle(p, rng_below(r, 2) ? BLACK : WHITE, left, NULL) && p->outcome == OUTCOME_OPEN)
            return p;
        position_free(p);
    }
}

static void fail_at(const struct position *p, const char *who, const struct check_result *result)
{
    struct buf why = BUF_EMPTY, drawing = BUF_EMPTY;
    char game[RULES_TEXT];
    check_fault_text(result, &why);
    diagram_draw(p, DIAGRAM_PLAIN, &drawing);
    fail_msg("%s, %s, %s to move, %d left\n%s%s", who, rules_format(&p->rules, game), side_name(p->to_move),
             p->left, buf_str(&drawing), buf_str(&why));
}

/* The file, if there is one, is accepted; it goes. Returns whether there was one. */
static bool check_written(const struct position *p, const char *who, const char *path)
{
    struct err e;
    struct check_result result;
    if (access(path, F_OK) != 0)
        return false;
    struct cert_reader *r = cert_reader_open(path, &e);
    if (!r)
        fail_msg("%s: %s", who, e.text);
    assert_true(position_equal(cert_reader_claim(r)->position, p));
    if (check_run(r, NULL, &result) != CHECK_ACCEPTED)
        fail_at(p, who, &result);
    check_result_free(&result);
    cert_reader_free(r);
    unlink(path);
    return true;
}

static bool verify(const struct position *p, int order, const char *path)
{
    struct defences_job job = {
        .position = p, .order = order, .threads = 1, .limits.nodes = 2000, .cert = path};
    struct defences_result r;
    struct err e;
    if (!defences_run(&job, &r, &e))
        fail_msg("%s", e.text);
    defences_result_free(&r);
    return check_written(p, "verify", path);
}

static bool solve(const struct position *p, enum side attacker, int order, const char *path)
{
    struct solve_job job = {
        .position = p, .attacker = attacker, .order = order, .limits.nodes = 5000, .cert = path};
    struct solve_result r;
    struct err e;
    if (!solve_run(&job, &r, &e))
        fail_msg("%s", e.text);
    bool written = check_written(p, "solve", path);
    assert_int_equal(written, r.status == SOLVE_WON);
    return written;
}

static void what_is_written_is_accepted(void **state)
{
    (void)state;
    struct rng r;
    char path[64];
    rng_seed(&r, 61);
    snprintf(path, sizeof path, "written-%ld.cert", (long)getpid());
    int rounds = test_rounds(1000), verified = 0, solved = 0;
    for (int i = 0; i < rounds; i++) {
        struct position *p = random_position(&r);
        verified += verify(p, between(&r, 1, 3), path);
        solved += solve(p, rng_below(&r, 2) ? BLACK : WHITE, between(&r, 1, 3), path);
        position_free(p);
    }
    print_message("%d positions: %d certificates of verify, %d of solve\n", rounds, verified, solved);
    assert_true(verified > rounds / 10 && solved > rounds / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_written_is_accepted)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
