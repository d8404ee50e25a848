/* The checker, rule by rule: boards, turns, and what it says about them. */
#include "support/boards.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/proof/check.h"
#include "support/brute.h"
#include "support/plain.h"

/* What the last check found. */
struct answer {
    enum check_verdict verdict;
    struct check_result result;
    char *text; /* the claim if accepted, else the fault */
};

static struct answer check_file(const char *bytes, size_t size)
{
    struct answer a = {CHECK_UNREADABLE, {.verdict = CHECK_UNREADABLE}, NULL};
    struct buf text = BUF_EMPTY;
    struct err e;
    struct cert_reader *r = cert_reader_bytes(bytes, size, &e);
    if (!r) {
        buf_text(&text, e.text);
    } else {
        a.verdict = check_run(r, NULL, &a.result);
        if (a.verdict == CHECK_ACCEPTED)
            check_claim_text(cert_reader_claim(r), &a.result, &text);
        else
            check_fault_text(&a.result, &text);
    }
    cert_reader_free(r);
    a.text = buf_take(&text);
    return a;
}

static void answer_free(struct answer *a)
{
    check_result_free(&a->result);
    free(a->text);
}

/* Turns as text: "a1 b1; c1 d1; ?", `?` an unsolved mark. */
static char *certificate(const struct cert_claim *claim, const char *turns, size_t *size)
{
    char *bytes = NULL;
    FILE *f = open_memstream(&bytes, size);
    struct cert_writer *w = cert_writer_on(f, claim);
    struct squares turn = {0, {0}};
    struct err e;
    for (const char *at = turns;; at++) {
        if (*at == '?') {
            cert_write_unsolved(w);
        } else if ((*at == ';' || !*at) && turn.n) {
            cert_write_turn(w, turn.s, turn.n);
            turn.n = 0;
        } else if (*at && *at != ' ' && *at != ';') {
            if (!square_parse(&claim->position->rules, at, &at, &turn.s[turn.n++], &e))
                fail_msg("%s", e.text);
            at--;
        }
        if (!*at)
            break;
    }
    assert_true(cert_writer_close(w, &e));
    fclose(f);
    return bytes;
}

static struct answer check_claim(const struct cert_claim *claim, const char *turns)
{
    size_t size;
    char *bytes = certificate(claim, turns, &size);
    struct answer a = check_file(bytes, size);
    free(bytes);
    return a;
}

/* A board, who is to move with how many stones, Black's turns; asserts the verdict and that the text has
 * these words in it. */
static void expect(const char *game, const char *drawing, enum side to_move, int left, const char *turns,
                   enum check_verdict verdict, const char *words)
{
    struct position *p = test_board(game, drawing);
    assert_true(position_settle(p, to_move, left, NULL));
    struct cert_claim claim = {p, BLACK, false, false};
    struct answer a = check_claim(&claim, turns);
    if (a.verdict != verdict || !strstr(a.text, words))
        fail_msg("%s", a.text);
    answer_free(&a);
    position_free(p);
}

/* ---- the attacker's turns ---- */

static void a_completed_row_ends_the_game(void **state)
{
    (void)state;
    const char *board = ". . .\n"
                        "o o .\n"
                        "x x .\n";
    expect("3,3,3,1,1", board, BLACK, 1, "c1", CHECK_ACCEPTED,
           "Black, to move with 1 stone to place, wins Connect(3,3,3,1,1) from black a1 b1 and white a2 b2");
    expect("3,3,3,1,1", board, BLACK, 1, "c3", CHECK_REJECTED,
           "turn 1, after c3: the defender can complete the row that begins at a2");
    expect("3,3,3,1,1", board, BLACK, 1, "", CHECK_REJECTED, "turn 0: a turn of the attacker is missing");
    expect("3,3,3,1,1", board, BLACK, 1, "c1; c2", CHECK_REJECTED,
           "turn 2: the proof is complete, but the certificate goes on");
    expect("3,3,3,1,1", board, BLACK, 1, "b1", CHECK_REJECTED, "the attacker plays on b1, which is occupied");
}

static void turns_have_their_length(void **state)
{
    (void)state;
    const char *board = ". . . .\n"
                        ". . . .\n"
                        "x x . .\n";
    expect("4,3,3,2,1", board, BLACK, 2, "c1", CHECK_ACCEPTED, "Black, to move with 2 stones to place, wins");
    expect("4,3,3,2,1", board, BLACK, 2, "a2 c1", CHECK_ACCEPTED,
           "Black, to move with 2 stones to place, wins");
    expect("4,3,3,2,1", board, BLACK, 1, "c1", CHECK_ACCEPTED, "Black, to move with 1 stone to place, wins");
    expect("4,3,3,2,1", board, BLACK, 2, "c1 d1", CHECK_REJECTED, "goes on after the end of the game");
    expect("4,3,3,2,1", board, BLACK, 2, "d1", CHECK_REJECTED, "has 1 stones, must have 2");
    expect("4,3,3,2,1", board, BLACK, 1, "d1 a2", CHECK_REJECTED, "has 2 stones, must have 1");
    expect("4,3,3,2,1", board, BLACK, 2, "a3 b3 c3", CHECK_REJECTED, "has 3 stones, must have 2");
}

static void a_full_board_is_no_win(void **state)
{
    (void)state;
    expect("3,2,3,1,1",
           "o x o\n"
           "x o .\n",
           BLACK, 1, "c1", CHECK_REJECTED, "the board is full");
    expect("3,2,3,2,1",
           "o x o\n"
           ". . .\n",
           BLACK, 1, "c1", CHECK_REJECTED, "the defender fills the board");
}

/* ---- the defender's turns ---- */

static void more_threats_than_stones_are_won(void **state)
{
    (void)state;
    expect("5,3,3,1,1",
           ". . . . .\n"
           ". x x . .\n"
           ". . . . .\n",
           WHITE, 1, "", CHECK_ACCEPTED,
           "Black wins Connect(5,3,3,1,1) from black b2 c2, White to move with 1 stone to place (set up, not "
           "reachable in this game)");
    /* Two stones stop both. */
    expect("5,3,3,1,2",
           ". . . . .\n"
           ". x x . .\n"
           ". . . . .\n",
           WHITE, 2, "", CHECK_REJECTED, "turn 0, after a2 d2: a turn of the attacker is missing");
    /* And a row of the defender's is quicker than all threats. */
    expect("5,3,3,1,1",
           "o o . . .\n"
           ". x x . .\n"
           ". . . . .\n",
           WHITE, 1, "", CHECK_REJECTED, "the defender can complete the row that begins at a3");
}

/* Black's two pairs become four threats if White does nothing. White's single stone j1 has no row within
 * three more stones, so its line is not in Z1; but two stones on it disturb, so it is in Z2, and with both
 * stones unplaced that is the zone to go through. */
static void two_unplaced_stones_use_the_second_zone(void **state)
{
    (void)state;
    struct position *p = position_new(&(struct rules){19, 19, 5, 2, 1, false});
    static const char *const black[] = {"d9", "e9", "n9", "o9"};
    for (int i = 0; i < 4; i++)
        position_setup(p, test_square(p, black[i]), CELL_BLACK);
    position_setup(p, test_square(p, "j1"), CELL_WHITE);
    assert_true(position_settle(p, WHITE, 2, NULL));
    struct cert_claim claim = {p, BLACK, false, false};
    struct answer a = check_claim(&claim, "f9 p9");
    assert_string_equal(a.text,
                        "turn 1, after f1 pass: a turn of the attacker is missing: the certificate ends");
    answer_free(&a);
    a = check_claim(&claim, "f9 p9; f9 p9");
    assert_string_equal(a.text,
                        "turn 2, after f1 g1: a turn of the attacker is missing: the certificate ends");
    answer_free(&a);
    position_free(p);
}

/* ---- turns by a strategy: the checker asks, it answers ---- */

/* The attacker's turn in a position; 0 stones if it has none. */
typedef void strategy(struct position *p, struct squares *turn);

static void minimax(struct position *p, struct squares *turn)
{
    struct plain *w = plain_new(&p->rules, p->to_move);
    struct plain_proof proof;
    turn->n = 0;
    if (plain_prove(w, p, 100000, &proof))
        *turn = proof.turn[0];
    plain_proof_free(&proof);
    plain_free(w);
}

/* A stone that wins at once, or one that makes two threats, next to no edge if it can be helped. */
static void double_threat(struct position *p, struct squares *turn)
{
    enum side own = p->to_move;
    turn->n = 0;
    for (square s = square_first(); s; s = square_next(&p->rules, s)) {
        if (p->cell[s] != CELL_EMPTY)
            continue;
        position_place(p, s);
        bool row = p->outcome == outcome_win(own), good = row || brute_threats(p, own) > p->rules.p;
        position_undo(p);
        if (good && (row || turn->n == 0)) {
            turn->s[0] = s;
            turn->n = 1;
        }
        if (row)
            break;
    }
}

/* Plays a rejection's line from the claim's position. */
static struct position *line_position(const struct cert_claim *claim, const struct check_result *r)
{
    struct position *p = position_copy(claim->position);
    for (int i = 0; i < r->line_length; i++)
        if (r->line[i])
            position_place(p, r->line[i]);
        else
            position_pass(p);
    return p;
}

struct turns {
    struct squares *at;
    size_t n, room;
};

static void add_turn(struct turns *t, struct squares turn)
{
    t->at = mem_grow(t->at, &t->room, t->n + 1, sizeof *t->at);
    t->at[t->n++] = turn;
}

/* Checks again and again, each time with the turn added that was missing. Stops when the strategy has none;
 * in a partial claim it marks that as unsolved. */
static struct answer ask(const struct cert_claim *claim, strategy *s, struct turns *turns)
{
    for (;;) {
        size_t size;
        char *bytes = plain_certificate(claim, turns->at, turns->n, &size);
        struct answer a = check_file(bytes, size);
        free(bytes);
        if (!strstr(a.text, "is missing"))
            return a;
        struct squares turn;
        struct position *p = line_position(claim, &a.result);
        s(p, &turn);
        position_free(p);
        if (turn.n == 0 && !claim->partial)
            return a;
        add_turn(turns, turn);
        answer_free(&a);
    }
}

/* Black threatens b1 c1 and c1 c2. One stone on c1 stops both, as do b1 and c2 together: a relaxed defence,
 * and here the only one that holds. */
static void relaxed_defences_have_to_be_answered(void **state)
{
    (void)state;
    struct position *p = test_board("5,4,4,2,1", ". x x o x\n"
                                                 ". . x . o\n"
                                                 ". . . x .\n"
                                                 "x . . x o\n");
    assert_true(position_settle(p, WHITE, 2, NULL));
    struct cert_claim claim = {p, BLACK, false, false};
    struct turns turns = {NULL, 0, 0};
    struct answer a = ask(&claim, minimax, &turns);
    assert_int_equal(a.verdict, CHECK_REJECTED);
    assert_non_null(strstr(a.text, ", after b1 c2: a turn of the attacker is missing"));
    answer_free(&a);
    free(turns.at);
    position_free(p);
}

/* Three in a row on a board of this size: Black's first stone, then two threats against whatever White
 * does. */
static struct answer three_in_a_row(int size, const char *first, bool infinite, size_t *count)
{
    struct rules rules = {size, size, 3, 1, 1, false};
    struct position *p = position_new(&rules);
    struct cert_claim claim = {p, BLACK, infinite, false};
    struct turns turns = {NULL, 0, 0};
    add_turn(&turns, (struct squares){1, {test_square(p, first)}});
    struct answer a = ask(&claim, double_threat, &turns);
    *count = turns.n;
    free(turns.at);
    position_free(p);
    return a;
}

static void the_infinite_board(void **state)
{
    (void)state;
    size_t count, other;
    struct answer a = three_in_a_row(13, "g7", true, &count);
    assert_string_equal(a.text,
                        "Black, to move with 1 stone to place, wins Connect(∞,∞,3,1,1) from the empty board");
    assert_int_equal(a.result.null, 1);
    assert_int_equal(a.result.depth, 2);
    answer_free(&a);
    /* The same on a larger board, turn by turn, and as a claim about this very board. */
    a = three_in_a_row(41, "u21", true, &other);
    assert_int_equal(a.verdict, CHECK_ACCEPTED);
    assert_int_equal(count, other);
    answer_free(&a);
    a = three_in_a_row(13, "g7", false, &other);
    assert_string_equal(
        a.text, "Black, to move with 1 stone to place, wins Connect(13,13,3,1,1) from the empty board");
    assert_int_equal(count, other);
    answer_free(&a);
    /* Too near to the edge it is still a win, but says nothing about other boards. */
    a = three_in_a_row(13, "c3", false, &other);
    assert_int_equal(a.verdict, CHECK_ACCEPTED);
    answer_free(&a);
    a = three_in_a_row(13, "c3", true, &other);
    assert_int_equal(a.verdict, CHECK_REJECTED);
    assert_non_null(strstr(a.text, "infinite board: "));
    assert_non_null(strstr(a.text, "has fewer than 2 squares to an edge"));
    answer_free(&a);
}

/* Some stones of both around the middle, White to move; NULL if the game is over. */
static struct position *random_cluster(const struct rules *rules, struct rng *r)
{
    struct position *p = position_new(rules);
    for (int n = 4 + (int)rng_below(r, 5); n > 0; n--) {
        square s =
            square_at(rules->m / 2 - 2 + (int)rng_below(r, 5), rules->n / 2 - 2 + (int)rng_below(r, 5));
        if (p->cell[s] == CELL_EMPTY)
            position_setup(p, s, rng_below(r, 3) ? CELL_BLACK : CELL_WHITE);
    }
    if (position_settle(p, WHITE, 1, NULL) && p->outcome == OUTCOME_OPEN)
        return p;
    position_free(p);
    return NULL;
}

/* The same stones on a larger board, moved right and up. */
static struct position *moved(const struct position *p, int more, int right, int up)
{
    struct rules rules = p->rules;
    rules.m += more;
    rules.n += more;
    struct position *q = position_new(&rules);
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] != CELL_EMPTY)
            position_setup(q, square_at(square_col(s) + right, square_row(s) + up), (enum cell)p->cell[s]);
    assert_true(position_settle(q, p->to_move, p->left, NULL));
    return q;
}

/* A proof for the infinite board is one, turn by turn, on every board that has room for it. */
static void infinite_proofs_hold_on_all_boards(void **state)
{
    (void)state;
    struct rng r;
    rng_seed(&r, 1);
    int accepted = 0, parts = 0;
    for (int round = test_rounds(60); round > 0; round--) {
        struct rules rules = {19, 19, 3 + (int)rng_below(&r, 2), 1, 1, false};
        struct position *p = random_cluster(&rules, &r);
        struct turns turns = {NULL, 0, 0};
        struct cert_claim claim = {p, BLACK, true, false};
        if (!p)
            continue;
        struct answer a = ask(&claim, double_threat, &turns);
        if (a.verdict == CHECK_ACCEPTED) {
            int more = (int)rng_below(&r, 60), right = (int)rng_below(&r, (uint32_t)more + 1),
                up = (int)rng_below(&r, (uint32_t)more + 1);
            accepted++;
            parts += a.result.null > 0;
            struct position *q = moved(p, more, right, up);
            for (size_t i = 0; i < turns.n; i++)
                for (int j = 0; j < turns.at[i].n; j++)
                    turns.at[i].s[j] = (square)(turns.at[i].s[j] + right + up * SQUARE_STRIDE);
            struct cert_claim other = {q, BLACK, rng_below(&r, 2), false};
            size_t size;
            char *bytes = plain_certificate(&other, turns.at, turns.n, &size);
            struct answer b = check_file(bytes, size);
            if (b.verdict != CHECK_ACCEPTED)
                fail_msg("%s", b.text);
            assert_int_equal(b.result.whole, a.result.whole);
            answer_free(&b);
            free(bytes);
            position_free(q);
        }
        answer_free(&a);
        free(turns.at);
        position_free(p);
    }
    assert_true(accepted > 0 && parts > 0);
}

/* After the first stone in the middle of nine squares White's corners draw and the others lose. */
static void partial_claims_list_what_is_open(void **state)
{
    (void)state;
    struct position *p = test_game("tictactoe", "b2");
    struct cert_claim claim = {p, BLACK, false, true};
    struct turns turns = {NULL, 0, 0};
    struct answer a = ask(&claim, minimax, &turns);
    assert_string_equal(
        a.text,
        "Black wins Connect(3,3,3,1,1) from black b2, White to move with 1 stone to place, against every "
        "turn but 4: a1, c1, a3, c3");
    answer_free(&a);
    /* Without the flag the marks are worth nothing. */
    claim.partial = false;
    size_t size;
    char *bytes = plain_certificate(&claim, turns.at, turns.n, &size);
    a = check_file(bytes, size);
    assert_int_equal(a.verdict, CHECK_REJECTED);
    assert_non_null(strstr(a.text, "unsolved"));
    answer_free(&a);
    free(bytes);
    free(turns.at);
    position_free(p);
}

/* ---- limits ---- */

/* Nineteen stones a turn, and rows of twenty: a single stone threatens along its four lines, and each can be
 * stopped by 190 pairs of stones. */
static void too_many_defences_are_refused(void **state)
{
    (void)state;
    struct position *p = test_game("127,127,20,19,1", "bk64");
    struct cert_claim claim = {p, BLACK, false, false};
    struct answer a = check_claim(&claim, "");
    assert_int_equal(a.verdict, CHECK_REJECTED);
    assert_non_null(strstr(a.text, "too large to check"));
    answer_free(&a);
    position_free(p);
}

/* Black plays square after square of a checkered board and White passes each time. */
static void too_deep_nesting_is_refused(void **state)
{
    (void)state;
    struct rules rules = {127, 127, 63, 1, 1, false};
    struct position *p = position_new(&rules);
    struct cert_claim claim = {p, BLACK, false, false};
    struct turns turns = {NULL, 0, 0};
    for (int i = 0; i < 3000; i++)
        add_turn(&turns, (struct squares){1, {square_at(2 * (i % 63), 2 * (i / 63))}});
    size_t size;
    char *bytes = plain_certificate(&claim, turns.at, turns.n, &size);
    struct answer a = check_file(bytes, size);
    assert_int_equal(a.verdict, CHECK_REJECTED);
    assert_non_null(strstr(a.text, "too large to check: nested deeper"));
    answer_free(&a);
    free(bytes);
    free(turns.at);
    position_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_completed_row_ends_the_game),
        cmocka_unit_test(turns_have_their_length),
        cmocka_unit_test(a_full_board_is_no_win),
        cmocka_unit_test(more_threats_than_stones_are_won),
        cmocka_unit_test(two_unplaced_stones_use_the_second_zone),
        cmocka_unit_test(relaxed_defences_have_to_be_answered),
        cmocka_unit_test(the_infinite_board),
        cmocka_unit_test(infinite_proofs_hold_on_all_boards),
        cmocka_unit_test(partial_claims_list_what_is_open),
        cmocka_unit_test(too_many_defences_are_refused),
        cmocka_unit_test(too_deep_nesting_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
