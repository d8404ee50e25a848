/* Certificates changed at random; see mutants.h. */
#include "support/mutants.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "support/boards.h"

enum { EMPTY_MOST = 11, TURNS_MOST = 3000 };

/* A random game of small numbers, a random set-up of it that is not over, anybody to move. */
static struct position *random_position(struct rng *r)
{
    for (;;) {
        struct rules rules = {3 + (int)rng_below(r, 4), 3 + (int)rng_below(r, 3), 3 + (int)rng_below(r, 3),
                              1 + (int)rng_below(r, 3), 1 + (int)rng_below(r, 3), rng_below(r, 3) == 0};
        uint32_t black = 30 + rng_below(r, 41); /* percent */
        struct position *p = position_new(&rules);
        int empty = 3 + (int)rng_below(r, EMPTY_MOST - 2);
        while (p->empty > empty)
            position_setup(p, test_random_stone(p, r), rng_below(r, 100) < black ? CELL_BLACK : CELL_WHITE);
        enum side to_move = rng_below(r, 2) ? BLACK : WHITE;
        int left = 1 + (int)rng_below(r, (uint32_t)rules.p);
        if (position_settle(p, to_move, left, NULL) && p->outcome == OUTCOME_OPEN)
            return p;
        position_free(p);
    }
}

/* A random position that the attacker wins, with its proof. Most of them are won in a turn or two, by threats
 * alone: of those only a few are taken. */
struct position *mutants_random_win(struct rng *r, enum side *attacker, struct plain **w,
                                    struct plain_proof *proof)
{
    for (;;) {
        struct position *p = random_position(r);
        *attacker = rng_below(r, 2) ? BLACK : WHITE;
        *w = plain_new(&p->rules, *attacker);
        uint64_t a = plain_stones(*w, p, *attacker), d = plain_stones(*w, p, side_other(*attacker));
        bool easy = p->to_move == *attacker && plain_completes(*w, a, d, p->left);
        if (!(easy && rng_below(r, 20) > 0)) {
            bool won = plain_prove(*w, p, TURNS_MOST, proof);
            /* A proof is for a win, and every win has one, if it is not too long; but in exact games a win that rests on
             * the other side's having to place stones has none. */
            assert_true(proof->cut || (p->rules.exact && !won) || won == plain_wins_position(*w, p));
            if (won && (proof->unplaced > 0 || rng_below(r, proof->turns > 2 ? 4 : 40) == 0))
                return p;
            plain_proof_free(proof);
        }
        plain_free(*w);
        position_free(p);
    }
}

/* The checker that finds no zones but those it needs says the same, wherever it stops. (Of several rows that the defender
 * can complete it may name another one.) */
static void without_zones(const char *bytes, size_t size, const struct check_result *with)
{
    struct check_watch watch = {.without_zones = true};
    struct check_result result;
    check_bytes(bytes, size, &watch, &result);
    assert_int_equal(result.verdict, with->verdict);
    assert_int_equal(result.turns, with->turns);
    assert_int_equal(result.opens, with->opens);
    assert_int_equal(result.line_length, with->line_length);
    assert_int_equal(result.why.text[0] == '\0', with->why.text[0] == '\0');
    assert_null(result.zones);
    check_result_free(&result);
}

/* Checks the bytes; the claim that was read goes to `claim` (its position a copy), NULL: not wanted. */
enum check_verdict mutants_check(const char *bytes, size_t size, struct cert_claim *claim,
                                 struct check_result *result)
{
    struct err e;
    struct cert_reader *r = cert_reader_bytes(bytes, size, &e);
    *result = (struct check_result){.verdict = CHECK_UNREADABLE};
    if (r) {
        check_run(r, NULL, result);
        without_zones(bytes, size, result);
        if (claim) {
            *claim = *cert_reader_claim(r);
            claim->position = position_copy(claim->position);
        }
    }
    cert_reader_free(r);
    return result->verdict;
}

/* A certificate taken apart. */
struct parts {
    struct cert_claim claim;
    struct position *position; /* the claim's */
    struct squares *turn;
    size_t turns;
};

static struct parts parts_copy(const struct cert_claim *claim, const struct squares *turn, size_t turns)
{
    struct parts x = {*claim, position_copy(claim->position), NULL, turns};
    x.claim.position = x.position;
    x.turn = mem_zero(turns + 1, sizeof *x.turn);
    if (turns)
        memcpy(x.turn, turn, turns * sizeof *x.turn);
    return x;
}

static void parts_free(struct parts *x)
{
    position_free(x->position);
    free(x->turn);
}

static square any_square(const struct position *p, struct rng *r)
{
    return square_at((int)rng_below(r, (uint32_t)p->rules.m), (int)rng_below(r, (uint32_t)p->rules.n));
}

/* A turn: a stone of it elsewhere, one more, one less; or the turn left out, doubled, swapped with
 * another. */
static void change_turn(struct parts *x, struct rng *r)
{
    if (x->turns == 0)
        return;
    size_t i = rng_below(r, (uint32_t)x->turns), j = rng_below(r, (uint32_t)x->turns);
    struct squares *turn = &x->turn[i], other = x->turn[j];
    switch (rng_below(r, 6)) {
    case 0:
        x->turns--;
        memmove(turn, turn + 1, (x->turns - i) * sizeof *turn);
        break;
    case 1:
        memmove(turn + 1, turn, (x->turns - i) * sizeof *turn);
        x->turns++;
        break;
    case 2:
        x->turn[j] = *turn;
        *turn = other;
        break;
    case 3:
        turn->n -= turn->n > 1;
        break;
    case 4:
        turn->s[turn->n++] = any_square(x->position, r);
        break;
    default:
        if (turn->n) /* an unsolved mark has none */
            turn->s[rng_below(r, (uint32_t)turn->n)] = any_square(x->position, r);
        break;
    }
}

/* The position: a stone added, taken away or given to the other side; who is to move, with how many
 * stones. */
static void change_position(struct parts *x, struct rng *r)
{
    struct position *p = x->position;
    square s = any_square(p, r);
    enum side to_move = p->to_move;
    int left = p->left, most = p->rules.p > p->rules.q ? p->rules.p : p->rules.q;
    switch (rng_below(r, 6)) {
    case 0:
        to_move = side_other(to_move);
        break;
    case 1:
        left = 1 + (int)rng_below(r, (uint32_t)most);
        break;
    default:
        if (p->cell[s] != CELL_EMPTY)
            position_setup(p, s, CELL_EMPTY);
        if (rng_below(r, 3))
            position_setup(p, s, rng_below(r, 2) ? CELL_BLACK : CELL_WHITE);
        break;
    }
    if (!position_settle(p, to_move, left, NULL) || p->outcome != OUTCOME_OPEN)
        p->outcome = OUTCOME_OPEN; /* the file will say so, and the reader has to notice */
}

/* The game: k, p, q; who attacks; the infinite board. */
static void change_claim(struct parts *x, struct rng *r)
{
    struct rules *rules = &x->position->rules;
    switch (rng_below(r, 5)) {
    case 0:
        rules->k = 1 + (int)rng_below(r, 6);
        break;
    case 1:
        rules->p = 1 + (int)rng_below(r, 4);
        break;
    case 2:
        rules->q = 1 + (int)rng_below(r, 4);
        break;
    case 3:
        x->claim.attacker = side_other(x->claim.attacker);
        break;
    default:
        x->claim.infinite = true;
        break;
    }
}

static char *change_bytes(const struct cert_claim *claim, const struct squares *turn, size_t turns,
                          bool board, struct rng *r, size_t *size)
{
    char *bytes = plain_certificate(claim, turn, turns, size);
    size_t at = rng_below(r, (uint32_t)*size);
    if (!board && (at == 8 || at == 9)) /* minimax could not follow */
        at = 10;
    switch (rng_below(r, 4)) {
    case 0:
        *size = at > 0 ? at : 1;
        break;
    case 1: {
        size_t more = 1 + rng_below(r, 4);
        bytes = mem_resize(bytes, *size + more, 1);
        for (; more > 0; more--)
            bytes[(*size)++] = (char)rng_below(r, 256);
        break;
    }
    case 2:
        bytes[at] = (char)(bytes[at] ^ (char)(1 << rng_below(r, 8)));
        break;
    default:
        bytes[at] = (char)rng_below(r, 256);
        break;
    }
    return bytes;
}

char *mutants_change(const struct cert_claim *claim, const struct squares *turn, size_t turns, bool board,
                     struct rng *r, size_t *size)
{
    if (rng_below(r, 3) == 0)
        return change_bytes(claim, turn, turns, board, r, size);
    struct parts x = parts_copy(claim, turn, turns);
    for (uint32_t more = 1 + rng_below(r, 2); more > 0; more--) {
        uint32_t kind = rng_below(r, 4);
        if (kind == 0 && more == 1) /* once: a doubled turn has room for one more */
            change_position(&x, r);
        else if (kind == 1)
            change_claim(&x, r);
        else if (more == 1)
            change_turn(&x, r);
    }
    x.claim.partial = x.claim.partial && x.position->to_move != x.claim.attacker; /* else nobody writes it */
    char *bytes = plain_certificate(&x.claim, x.turn, x.turns, size);
    parts_free(&x);
    return bytes;
}
