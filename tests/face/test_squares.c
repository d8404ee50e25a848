/* Squares that the public face gives back are squares of the caller's board: on boards of every size and shape, wherever on
 * them the stones are, each can be played and does what is said of it. Of the face nothing but hexad.h is used; chance
 * and the number of rounds are the tests'. */
#include "face/using.h"

#include <stdio.h>

#include "support/boards.h"

enum { WINDOW = 11, ROUNDS = 60, PLACES = 4, SOLVE_NODES = 200, FORCE_NODES = 20000, THINK_NODES = 300 };

static const struct family {
    int k, p, q, attacker; /* colour that is to win */
    const char *exact;
} families[] = {
    {6, 2, 1, HEXAD_BLACK, ""},       {6, 2, 1, HEXAD_WHITE, ""}, {5, 1, 1, HEXAD_BLACK, ""},
    {5, 1, 1, HEXAD_BLACK, ",exact"}, {5, 2, 2, HEXAD_BLACK, ""}, {7, 3, 1, HEXAD_WHITE, ""},
    {6, 2, 1, HEXAD_BLACK, ",exact"}, {4, 1, 1, HEXAD_WHITE, ""},
};
enum { FAMILIES = sizeof families / sizeof *families };

/* ---- Games ---- */

/* Stones in a window of the plane, the attacker's close together. */
struct pattern {
    const struct family *family;
    int count;
    hexad_square at[60];
};

/* The pattern on a board of this size, its window at this corner; NULL if the game ends before all stones are there. */
static hexad_game *game_at(const struct pattern *x, int columns, int rows, int right, int up)
{
    char text[60];
    const struct family *f = x->family;
    snprintf(text, sizeof text, "%d,%d,%d,%d,%d%s", columns, rows, f->k, f->p, f->q, f->exact);
    hexad_game *g = hexad_game_new(text, NULL);
    assert_non_null(g);
    for (int i = 0; i < x->count; i++)
        if (hexad_game_play(g, (hexad_square){x->at[i].column + right, x->at[i].row + up}, NULL) !=
            HEXAD_OK) {
            hexad_game_free(g);
            return NULL;
        }
    hexad_state s;
    assert_ok(hexad_game_state(g, &s, &error));
    if (s.outcome == HEXAD_OPEN)
        return g;
    hexad_game_free(g);
    return NULL;
}

/* The attacker is to move after some turns, and has its stones in a part of the window. */
static struct pattern random_pattern(const struct family *f, struct rng *rng)
{
    struct pattern x = {.family = f};
    hexad_game *g = NULL;
    int turns = 2 + (int)rng_below(rng, 3), near = f->k - 1,
        col = (int)rng_below(rng, (uint32_t)(WINDOW - near)),
        row = (int)rng_below(rng, (uint32_t)(WINDOW - near));
    while (!g) {
        hexad_state s;
        x.count = 0;
        g = game_at(&x, WINDOW, WINDOW, 0, 0);
        for (int tries = 0; tries < 400; tries++) {
            assert_ok(hexad_game_state(g, &s, &error));
            if (s.outcome != HEXAD_OPEN)
                break;
            int mine = (int)s.to_move == f->attacker, left = s.left;
            if (mine && left == f->p && x.count >= 2 * turns * f->p)
                return hexad_game_free(g), x;
            hexad_square at = mine ? (hexad_square){col + (int)rng_below(rng, (uint32_t)near),
                                                    row + (int)rng_below(rng, (uint32_t)near)}
                                   : (hexad_square){(int)rng_below(rng, WINDOW), (int)rng_below(rng, WINDOW)};
            if (hexad_game_legal(g, at) && hexad_game_play(g, at, NULL) == HEXAD_OK)
                x.at[x.count++] = at;
        }
        hexad_game_free(g);
        g = NULL;
    }
    return x;
}

/* Plays them, whoever is to move: each must be legal. The copy is the caller's. */
static hexad_game *after(const hexad_game *g, const hexad_squares *s)
{
    hexad_game *copy = hexad_game_copy(g, NULL);
    for (int i = 0; i < s->count; i++)
        assert_ok(hexad_game_play(copy, s->at[i], &error));
    return copy;
}

static hexad_state state_of(const hexad_game *g)
{
    hexad_state s;
    assert_ok(hexad_game_state(g, &s, &error));
    return s;
}

static bool on_board(const hexad_game *g, hexad_square s)
{
    return hexad_game_cell(g, s) != HEXAD_OUTSIDE;
}

/* ---- The first turn of a certificate, read as docs/certificates.md says ---- */

static size_t varint(const unsigned char *b, size_t *at)
{
    size_t value = 0;
    for (int shift = 0;; shift += 7) {
        value |= (size_t)(b[*at] & 127) << shift;
        if (!(b[(*at)++] & 128))
            return value;
    }
}

static hexad_squares first_turn(const unsigned char *b)
{
    size_t at = 8, head[7]; /* m n k p q, flags, stones to place */
    for (int i = 0; i < 7; i++)
        head[i] = varint(b, &at);
    for (int list = 0; list < 2; list++)
        for (size_t n = varint(b, &at); n > 0; n--)
            varint(b, &at);
    hexad_squares turn = {.count = (int)head[6]};
    if (b[at] == 225) {
        turn.count = b[at + 1];
        at += 2;
    }
    hexad_square last = {(int)head[0] / 2, (int)head[1] / 2};
    for (int i = 0; i < turn.count; i++) {
        int code = b[at++];
        if (code == 226) {
            last = (hexad_square){b[at], b[at + 1]};
            at += 2;
        } else {
            assert_true(code < 225);
            last.column += code % 15 - 7;
            last.row += code / 15 - 7;
        }
        turn.at[i] = last;
    }
    return turn;
}

/* How far the stones of the claim are moved, all of them alike; false if there are none. */
static bool find_shift(const hexad_game *g, const hexad_game *claimed, hexad_square *shift)
{
    hexad_state s = state_of(g), c = state_of(claimed);
    hexad_square first = {-1, -1}, there = {-1, -1};
    assert_int_equal(s.stones, c.stones);
    assert_int_equal(s.to_move, c.to_move);
    assert_int_equal(s.left, c.left);
    for (int i = s.rows * s.columns - 1; i >= 0; i--)
        if (hexad_game_cell(g, (hexad_square){i % s.columns, i / s.columns}) != HEXAD_EMPTY)
            first = (hexad_square){i % s.columns, i / s.columns};
    for (int i = c.rows * c.columns - 1; i >= 0; i--)
        if (hexad_game_cell(claimed, (hexad_square){i % c.columns, i / c.columns}) != HEXAD_EMPTY)
            there = (hexad_square){i % c.columns, i / c.columns};
    if (first.row < 0)
        return false;
    *shift = (hexad_square){there.column - first.column, there.row - first.row};
    for (int i = 0; i < s.rows * s.columns; i++) {
        hexad_square at = {i % s.columns, i / s.columns};
        hexad_colour colour = hexad_game_cell(g, at);
        if (colour != HEXAD_EMPTY)
            assert_int_equal(
                hexad_game_cell(claimed, (hexad_square){at.column + shift->column, at.row + shift->row}),
                colour);
    }
    return true;
}

/* ---- Solving ---- */

struct tally {
    int inside, beyond;
};

/* The turn told is the first of the certificate, moved back; none if that is beyond the board. */
static void check_solved(const hexad_game *g, bool infinite, int order, struct tally *t)
{
    hexad_question q = {.order = order, .infinite = infinite};
    hexad_limits limits = {.nodes = SOLVE_NODES};
    hexad_win w;
    hexad_proof *p;
    hexad_square shift = {0, 0};
    assert_ok(hexad_game_solve(g, &q, &limits, &w, &p, &error));
    if (w.answer != HEXAD_WIN)
        return;
    hexad_game *claimed = hexad_proof_game(p, NULL);
    assert_true(find_shift(g, claimed, &shift));
    hexad_squares turn = first_turn(hexad_proof_bytes(p, NULL));
    hexad_game_free(after(claimed, &turn));
    bool inside = true;
    for (int i = 0; i < turn.count; i++) {
        turn.at[i].column -= shift.column;
        turn.at[i].row -= shift.row;
        inside = inside && on_board(g, turn.at[i]);
    }
    assert_int_equal(w.turn.count, inside ? turn.count : 0);
    for (int i = 0; i < w.turn.count; i++) {
        assert_int_equal(w.turn.at[i].column, turn.at[i].column);
        assert_int_equal(w.turn.at[i].row, turn.at[i].row);
    }
    hexad_game_free(after(g, &w.turn));
    if (!infinite)
        assert_true(shift.column == 0 && shift.row == 0);
    t->inside += inside;
    t->beyond += !inside;
    hexad_game_free(claimed);
    hexad_proof_free(p);
}

/* A board with room for the window somewhere, or just around it. */
static hexad_game *somewhere(const struct pattern *x, struct rng *rng)
{
    int most = rng_below(rng, 2) ? HEXAD_SQUARES_MOST : WINDOW + 4;
    int columns = WINDOW + (int)rng_below(rng, (uint32_t)(most - WINDOW + 1)),
        rows = WINDOW + (int)rng_below(rng, (uint32_t)(most - WINDOW + 1));
    return game_at(x, columns, rows, (int)rng_below(rng, (uint32_t)(columns - WINDOW + 1)),
                   (int)rng_below(rng, (uint32_t)(rows - WINDOW + 1)));
}

static void a_solved_turn_is_one_of_the_callers_board(void **state)
{
    (void)state;
    struct rng rng;
    struct tally infinite = {0}, finite = {0};
    rng_seed(&rng, 6);
    for (int round = 0; round < test_rounds(ROUNDS); round++) {
        struct pattern x = random_pattern(&families[round % FAMILIES], &rng);
        for (int place = 0; place < PLACES; place++) {
            hexad_game *g = somewhere(&x, &rng);
            assert_non_null(g);
            check_solved(g, true, 1 + round % 2, &infinite);
            if (place == 0)
                check_solved(g, false, 1 + round % 2, &finite);
            hexad_game_free(g);
        }
    }
    print_message("infinite: %d turns on the caller's board, %d beyond it; %d on boards as they are\n",
                  infinite.inside, infinite.beyond, finite.inside);
    assert_true(infinite.inside > 0 && finite.inside > 0 && finite.beyond == 0);
}

/* The same of a few that are known, on boards on which the answer once came from another one. */
static void solved_turns_that_are_known(void **state)
{
    (void)state;
    static const struct {
        const char *rules, *stones, *turn;
    } cases[] = {
        {"100,100,6,2,1", "m13 m2 m4 n14 o15 n2 n4", "l12 o13"},
        {"19,19,6,2,1", "m13 m2 m4 n14 o15 n2 n4", "l12 o13"},
        /* In the corner the turn that is found first is not on the board: none is told. */
        {"19,19,6,2,1", "a1 m2 m4 a2 a3 n2 n4 a4 s19 o2 o4", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hexad_game *g = game_of(cases[i].rules, cases[i].stones);
        hexad_question q = {.infinite = true};
        hexad_win w;
        hexad_proof *p;
        struct tally t = {0};
        assert_ok(hexad_game_solve(g, &q, NULL, &w, &p, &error));
        assert_int_equal(w.answer, HEXAD_WIN);
        assert_squares(&w.turn, cases[i].turn);
        check_solved(g, true, 2, &t);
        assert_int_equal(t.beyond, cases[i].turn[0] == '\0');
        hexad_proof_free(p);
        hexad_game_free(g);
    }
}

/* ---- Everything else that gives squares ---- */

static void check_row(const hexad_game *g)
{
    hexad_state s = state_of(g);
    hexad_colour winner = s.outcome == HEXAD_BLACK_WINS ? HEXAD_BLACK : HEXAD_WHITE;
    assert_true(s.outcome == HEXAD_BLACK_WINS || s.outcome == HEXAD_WHITE_WINS);
    assert_true(s.row.count >= s.k);
    for (int i = 0; i < s.row.count; i++)
        assert_int_equal(hexad_game_cell(g, s.row.at[i]), winner);
    for (int i = 2; i < s.row.count; i++) {
        assert_int_equal(s.row.at[i].column - s.row.at[i - 1].column,
                         s.row.at[1].column - s.row.at[0].column);
        assert_int_equal(s.row.at[i].row - s.row.at[i - 1].row, s.row.at[1].row - s.row.at[0].row);
    }
}

static void check_stones(const hexad_game *g)
{
    hexad_state s = state_of(g);
    for (int i = 0; i < s.played; i++) {
        hexad_square at;
        hexad_colour colour;
        assert_ok(hexad_game_stone(g, i, &at, &colour, &error));
        assert_int_equal(hexad_game_cell(g, at), colour);
    }
}

static void check_threats(const hexad_game *g)
{
    hexad_state s = state_of(g);
    hexad_colour other = s.to_move == HEXAD_BLACK ? HEXAD_WHITE : HEXAD_BLACK;
    hexad_threats t;
    hexad_squares defence[20];
    size_t count;
    assert_ok(hexad_game_threats(g, s.to_move, &t, &error));
    if (t.win.count) {
        hexad_game *won = after(g, &t.win);
        check_row(won);
        hexad_game_free(won);
    }
    assert_ok(hexad_game_threats(g, other, &t, &error));
    if (t.number == 0)
        return;
    assert_ok(hexad_game_defences(g, other, 20, defence, &count, NULL, &error));
    for (size_t i = 0; i < count; i++) {
        if (defence[i].count > s.left)
            continue;
        hexad_game *stopped = after(g, &defence[i]);
        if (state_of(stopped).outcome == HEXAD_OPEN) {
            assert_ok(hexad_game_threats(stopped, other, &t, &error));
            assert_int_equal(t.number, 0);
        }
        hexad_game_free(stopped);
    }
}

static bool check_force(const hexad_game *g)
{
    hexad_limits limits = {.nodes = FORCE_NODES, .memory = 1 << 16};
    hexad_win w;
    assert_ok(hexad_game_force(g, false, &limits, &w, &error));
    if (w.answer != HEXAD_WIN)
        return false;
    hexad_game_free(after(g, &w.turn));
    hexad_game_free(after(g, &w.stones));
    for (int i = 0; i < w.turn.count; i++)
        assert_memory_equal(&w.turn.at[i], &w.stones.at[i], sizeof w.turn.at[i]);
    return true;
}

static void check_think(const hexad_game *g)
{
    static hexad_report r;
    char text[60];
    hexad_state s = state_of(g);
    snprintf(text, sizeof text, "%d,%d,%d,%d,%d%s", s.columns, s.rows, s.k, s.p, s.q,
             s.exact ? ",exact" : "");
    hexad_engine *e = hexad_engine_new(text, 1 << 18, 1, NULL);
    hexad_limits limits = {.nodes = THINK_NODES, .lines = 3};
    assert_non_null(e);
    assert_ok(hexad_engine_think(e, g, &limits, &r, &error));
    assert_true(r.count >= 1);
    for (int i = 0; i < r.count; i++) {
        assert_true(r.line[i].turn >= 1 && r.line[i].turn <= s.left);
        hexad_game_free(after(g, &r.line[i].stones));
    }
    hexad_engine_free(e);
}

static void check_exact(struct rng *rng)
{
    int columns = 3 + (int)rng_below(rng, 4), rows = 3 + (int)rng_below(rng, 3);
    struct pattern x = {.family = &(struct family){.k = 3, .p = 1, .q = 1, .exact = ""}};
    hexad_game *g = game_at(&x, columns, rows, 0, 0);
    hexad_limits limits = {.nodes = 20000};
    hexad_value v;
    for (uint32_t stones = 1 + rng_below(rng, 3); stones > 0;)
        if (hexad_game_play(
                g,
                (hexad_square){(int)rng_below(rng, (uint32_t)columns), (int)rng_below(rng, (uint32_t)rows)},
                NULL) == HEXAD_OK)
            stones--;
    assert_ok(hexad_game_exact(g, &limits, &v, &error));
    hexad_game *next = after(g, &v.turn);
    if (v.lower == v.upper && state_of(next).outcome == HEXAD_OPEN) {
        hexad_value w;
        assert_true(v.turn.count == 1);
        assert_ok(hexad_game_exact(next, &limits, &w, &error));
        assert_true(w.lower != w.upper || w.lower == -v.lower);
    }
    hexad_game_free(next);
    hexad_game_free(g);
}

static void other_squares_are_those_of_the_callers_board(void **state)
{
    (void)state;
    struct rng rng;
    int forced = 0;
    rng_seed(&rng, 7);
    for (int round = 0; round < test_rounds(ROUNDS); round++) {
        struct pattern x = random_pattern(&families[round % FAMILIES], &rng);
        hexad_game *g = somewhere(&x, &rng);
        assert_non_null(g);
        check_stones(g);
        check_threats(g);
        forced += check_force(g);
        if (round % 4 == 0)
            check_think(g);
        check_exact(&rng);
        hexad_game_free(g);
    }
    assert_true(forced > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_solved_turn_is_one_of_the_callers_board),
        cmocka_unit_test(solved_turns_that_are_known),
        cmocka_unit_test(other_squares_are_those_of_the_callers_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
