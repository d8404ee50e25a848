/* The checker of Maker-Breaker certificates against false ones: of games that Black wins, with one rule
 * broken (support/forge_mb.h) or taken from an easier game; and changed at random. None of them may be
 * accepted unless what it claims is true. Honest ones are, so it is not for their form. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/theory/mb_cert.h"
#include "connect/theory/mb_check.h"
#include "support/forge_mb.h"

static int squares(void)
{
    return getenv("HEXAD_NIGHTLY") ? BRUTE_MB_SQUARES : 8;
}

/* ---- With one rule broken ---- */

static const char *const kinds[FORGE_KINDS] = {
    "honest", "omitted turn", "one stone more", "on black stones", "symmetry", "cover", "pairing", "start"};

static void only_honest_certificates_are_accepted(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 21);
    int made[FORGE_KINDS][2] = {{0}};
    for (int round = 0; round < test_rounds(24000); round++) {
        struct mb_board board;
        struct mb_game game;
        bool bound = rng_below(&r, 2);
        brute_mb_random(&r, bound, 7, &board, &game);
        struct brute_mb *brute = brute_mb_new(&game);
        for (int kind = 0; kind < FORGE_KINDS; kind++) {
            struct buf text = BUF_EMPTY;
            struct mb_checked c;
            struct err e = {""};
            if (forge_mb(&game, brute, (enum forge_mb)kind, &r, &text)) {
                made[kind][bound]++;
                if (mb_check(buf_str(&text), &c, &e) != (kind == FORGE_NOTHING))
                    fail_msg("%s: %s\n%s", kinds[kind], kind ? "accepted" : e.text, buf_str(&text));
            }
            buf_free(&text);
        }
        brute_mb_free(brute);
    }
    for (int kind = 0; kind < FORGE_KINDS; kind++) {
        print_message("%s: %d of p, %d of b\n", kinds[kind], made[kind][0], made[kind][1]);
        assert_true(made[kind][0] > 0 && made[kind][1] > 0);
    }
}

/* ---- Of another game, or changed at random ---- */

static char *certificate(struct mb_solver *s)
{
    struct buf text = BUF_EMPTY;
    size_t positions;
    assert_true(mb_certify(s, &text, &positions));
    return buf_take(&text);
}

/* The certificate of one game with another one named at its head. */
static char *under_another_name(const char *text, const struct mb_game *g)
{
    struct buf out = BUF_EMPTY;
    buf_format(&out, "hexad mb-certificate 2\ngame %c %d\n", g->b >= 0 ? 'b' : 'p', g->b >= 0 ? g->b : g->p);
    mb_write(g->board, &out);
    buf_text(&out, strstr(text, "\nend\n") + 1);
    return buf_take(&out);
}

/* Drops lines that include others, which is right for one kind of game only. */
static void drop_including(struct mb_board *b)
{
    struct mb_board all = *b;
    b->lines = 0;
    for (int i = 0; i < all.lines; i++) {
        bool includes = false;
        for (int j = 0; j < all.lines; j++)
            includes = includes || (j != i && !(all.line[j] & ~all.line[i]));
        if (!includes)
            mb_add_line(b, all.line[i]);
    }
}

enum forgery { DROP_INCLUDING, DROP_LINE, LONGER_LINE, MORE_EXCLUSIVE, OTHER_NUMBER, FORGERIES };

static const char *const forgeries[FORGERIES] = {"lines that include others dropped", "a line dropped",
                                                 "a longer line", "another exclusive square",
                                                 "another p or b"};

/* Changes a game to one that is easier for White. */
static void make_easier(struct rng *r, enum forgery how, struct mb_board *b, struct mb_game *g)
{
    int line = b->lines ? (int)rng_below(r, (uint32_t)b->lines) : 0;
    if (how == DROP_INCLUDING)
        drop_including(b);
    else if (how == DROP_LINE && b->lines)
        b->line[line] = b->line[--b->lines];
    else if (how == LONGER_LINE && b->lines)
        b->line[line] |= mb_bit((int)rng_below(r, (uint32_t)b->squares));
    else if (how == MORE_EXCLUSIVE && g->b >= 0 && b->lines)
        b->exclusive |= mb_bit((int)rng_below(r, (uint32_t)b->squares));
    else if (how == OTHER_NUMBER && g->b >= 0)
        g->b++;
    else if (how == OTHER_NUMBER && g->p > 1)
        g->p--;
}

/* The certificate of a game that is easier than this one, which Black wins; NULL if Black wins that, too. */
static char *forge(struct rng *r, const struct mb_game *lost, enum forgery how)
{
    struct mb_board board = *lost->board;
    struct mb_game game = *lost;
    struct mb_limits plain = {.plain = true}; /* symmetries would be noticed first */
    game.board = &board;
    make_easier(r, how, &board, &game);
    struct mb_solver *s = mb_solver_new(&game, &plain);
    char *text = mb_solve(s, 0, 0) == MB_DRAWN ? certificate(s) : NULL;
    mb_solver_free(s);
    if (!text)
        return NULL;
    char *forged = under_another_name(text, lost);
    free(text);
    return forged;
}

/* Changes the text after `from` in a few places. */
static void mutate(struct rng *r, char *text, size_t from)
{
    size_t len = strlen(text);
    for (int i = 1 + (int)rng_below(r, 3); i > 0; i--) {
        size_t at = from + rng_below(r, (uint32_t)(len - from)),
               other = from + rng_below(r, (uint32_t)(len - from));
        if (rng_below(r, 3))
            text[at] = "0123456789abcdef>:/ -"[rng_below(r, 21)];
        else
            text[at] = text[other];
    }
}

/* What easier games prove says nothing about this one; nor if the text is changed at random. */
static void forgeries_are_rejected(void **state)
{
    (void)state;
    struct rng r;
    struct mb_checked checked;
    struct err e;
    rng_seed(&r, 12);
    int made[2][FORGERIES] = {{0}};
    for (int round = 0; round < test_rounds(10000); round++) {
        struct mb_board board;
        struct mb_game game;
        bool bound = rng_below(&r, 2);
        brute_mb_random(&r, bound, squares(), &board, &game);
        struct brute_mb *brute = brute_mb_new(&game);
        for (int how = 0; how < FORGERIES && !brute_mb_draws(brute, 0, 0); how++) {
            char *text = forge(&r, &game, (enum forgery)how);
            if (!text)
                continue;
            made[bound][how]++;
            if (mb_check(text, &checked, &e))
                fail_msg("accepted (%s):\n%s", forgeries[how], text);
            for (int i = 0; i < 10; i++) {
                char *changed = mem_strdup(text);
                mutate(&r, changed, (size_t)(strstr(changed, "\nsymmetries") - changed));
                if (mb_check(changed, &checked, &e))
                    fail_msg("changed, but accepted:\n%s", changed);
                free(changed);
            }
            free(text);
        }
        brute_mb_free(brute);
    }
    for (int i = 0; i < FORGERIES; i++)
        print_message("%s: %d of p, %d of b\n", forgeries[i], made[0][i], made[1][i]);
    assert_true(made[1][DROP_INCLUDING] > 0); /* of p there are none: nothing depends on these lines */
    assert_int_equal(made[0][DROP_INCLUDING], 0);
}

/* A certificate that is changed, also in its board, is rejected, or what it claims is true. */
static void changed_certificates_are_rejected_or_true(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 13);
    int tried = 0, accepted = 0;
    for (int round = 0; round < test_rounds(3000); round++) {
        struct mb_board board;
        struct mb_game game;
        brute_mb_random(&r, rng_below(&r, 2), squares(), &board, &game);
        struct mb_solver *s = mb_solver_new(&game, NULL);
        char *text = mb_solve(s, 0, 0) == MB_DRAWN ? certificate(s) : NULL;
        for (int i = 0; i < 20 && text; i++, tried++) {
            char *changed = mem_strdup(text);
            struct mb_checked checked;
            struct err e;
            mutate(&r, changed, rng_below(&r, 3) ? (size_t)(strstr(text, "\nstart") - text) : 0);
            if (mb_check(changed, &checked, &e)) {
                struct brute_mb *brute = brute_mb_new(&checked.game);
                if (!brute_mb_draws(brute, 0, 0) || !brute_mb_claims(brute, changed))
                    fail_msg("accepted, but not true:\n%s", changed);
                brute_mb_free(brute);
                accepted++;
            }
            free(changed);
        }
        free(text);
        mb_solver_free(s);
    }
    print_message("%d certificates changed, %d of them accepted and true\n", tried, accepted);
    assert_true(accepted > 0 && accepted < tried);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_honest_certificates_are_accepted),
        cmocka_unit_test(forgeries_are_rejected),
        cmocka_unit_test(changed_certificates_are_rejected_or_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
