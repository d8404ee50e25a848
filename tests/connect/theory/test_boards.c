/* From which board on the certificates of wins hold: what src/connect/theory/fairness_data.c says of them is worked
 * out again from the files in proofs/. */
#include "support/boards.h"

#include <stdio.h>

#include "connect/proof/check.h"
#include "connect/theory/fairness.h"

/* The columns and rows of all stones that the checker places. */
struct extent {
    int left, right, low, high;
};

static bool look(void *user, const struct check_event *e)
{
    struct extent *x = user;
    const struct position *p = e->position;
    if (e->kind != CHECK_TURN && e->kind != CHECK_DEFENCE)
        return true;
    for (int i = p->plies - 1; i >= 0 && i >= p->plies - e->stones - 1; i--) {
        square s = p->ply[i].at;
        if (s == SQUARE_NONE)
            continue;
        x->left = square_col(s) < x->left ? square_col(s) : x->left;
        x->right = square_col(s) > x->right ? square_col(s) : x->right;
        x->low = square_row(s) < x->low ? square_row(s) : x->low;
        x->high = square_row(s) > x->high ? square_row(s) : x->high;
    }
    return true;
}

/* The least side of a square board that has room for the proof and k−1 squares around it; 0 if the
 * certificate does not prove that Black wins this game on the infinite board, from its beginning. */
static int least_board(const char *path, int k, int p, int q)
{
    struct err e;
    struct check_result result;
    struct extent x = {1000, -1, 1000, -1};
    struct check_watch watch = {.event = look, .user = &x};
    struct cert_reader *r = cert_reader_open(path, &e);
    if (!r)
        fail_msg("%s", e.text);
    struct cert_claim claim = *cert_reader_claim(r);
    struct rules rules = claim.position->rules;
    bool game = rules.k == k && rules.p == p && rules.q == q && claim.position->stones == 0;
    enum check_verdict v = check_run(r, &watch, &result);
    bool fine = v == CHECK_ACCEPTED && result.reachable && game && claim.infinite && claim.attacker == BLACK;
    cert_reader_free(r);
    check_result_free(&result);
    int width = x.right - x.left + 1, height = x.high - x.low + 1;
    return fine ? (width > height ? width : height) + 2 * (k - 1) : 0;
}

static void wins_hold_from_the_boards_that_are_listed_on(void **state)
{
    (void)state;
    static const int games[][3] = {{4, 1, 1}, {4, 2, 2}, {5, 2, 1}, {5, 3, 2}, {6, 2, 3}, {6, 3, 3},
                                   {6, 4, 3}, {7, 4, 4}, {7, 5, 3}, {8, 5, 5}, {9, 6, 6}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        int k = games[i][0], p = games[i][1], q = games[i][2], listed = 0;
        char path[300];
        snprintf(path, sizeof path, TEST_SOURCE "/proofs/connect-%d-%d-%d.cert", k, p, q);
        int least = least_board(path, k, p, q);
        for (const struct fair_known *x = fair_known; x->k; x++)
            if (x->k == k && x->p == p && x->q == q && x->m_most == FAIR_INFINITE &&
                x->strength == FAIR_PROVED && x->m_least < FAIR_INFINITE && x->m_least == x->n_least)
                listed = x->m_least;
        if (least == 0 || listed != least)
            fail_msg("Connect(%d,%d,%d) is proved from %dx%d on, but listed from %d on", k, p, q, least,
                     least, listed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wins_hold_from_the_boards_that_are_listed_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
