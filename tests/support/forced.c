/* Plain forcing wins; see forced.h. */
#include "support/forced.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { SQUARES = 400, WORDS = 7, SLOTS = 1 << 13, THREATS = 2048 };

/* The board as squares 0 … n−1 and lists of the k squares of every segment. */
struct plain_board {
    int n, k, p, least;
    enum side attacker;
    uint8_t cell[SQUARES]; /* enum cell */
    int empty;
    int segments;
    uint16_t *segment; /* k squares each */
    int (*flank)[2];   /* by segment: the squares next to its ends; n: none, or it does not matter */
    int *through[SQUARES], through_n[SQUARES];
    uint8_t *count[2]; /* by side and segment: stones */
    uint64_t bits[2][WORDS];
    uint64_t left;
    struct slot {
        uint64_t bits[2][WORDS];
        uint8_t answer; /* 1 + enum forced_answer */
    } * slot;
    int slots_used;
};

static void board_make(struct plain_board *b, const struct position *p)
{
    static const int step[DIRECTIONS][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    const struct rules *r = &p->rules;
    *b = (struct plain_board){.n = r->m * r->n, .k = r->k, .p = r->p, .empty = r->m * r->n};
    assert(b->n <= SQUARES);
    b->segment = mem_zero((size_t)(DIRECTIONS * b->n * r->k), sizeof *b->segment);
    b->flank = mem_zero((size_t)(DIRECTIONS * b->n), sizeof *b->flank);
    for (int i = 0; i < b->n; i++)
        b->through[i] = mem_zero((size_t)(DIRECTIONS * r->k), sizeof *b->through[i]);
    for (int d = 0; d < (r->k == 1 && !r->exact ? 1 : DIRECTIONS); d++)
        for (int i = 0; i < b->n; i++) {
            int col = i % r->m, row = i / r->m;
            int end_col = col + step[d][0] * (r->k - 1), end_row = row + step[d][1] * (r->k - 1);
            if (!square_on_board(r, end_col, end_row))
                continue;
            for (int j = 0; j < r->k; j++) {
                int s = (row + j * step[d][1]) * r->m + col + j * step[d][0];
                b->segment[b->segments * r->k + j] = (uint16_t)s;
                b->through[s][b->through_n[s]++] = b->segments;
            }
            for (int j = 0; j < 2; j++) {
                int by = j ? r->k : -1, c = col + by * step[d][0], w = row + by * step[d][1];
                b->flank[b->segments][j] = r->exact && square_on_board(r, c, w) ? w * r->m + c : b->n;
            }
            b->segments++;
        }
    for (int side = 0; side < 2; side++)
        b->count[side] = mem_zero((size_t)b->segments + 1, 1);
    b->slot = mem_zero(SLOTS, sizeof *b->slot);
}

static void board_done(struct plain_board *b)
{
    free(b->segment);
    free(b->flank);
    for (int i = 0; i < b->n; i++)
        free(b->through[i]);
    free(b->count[0]);
    free(b->count[1]);
    free(b->slot);
}

static void put(struct plain_board *b, enum side side, int s)
{
    b->cell[s] = (uint8_t)cell_of(side);
    b->bits[side][s >> 6] |= (uint64_t)1 << (s & 63);
    b->empty--;
    for (int i = 0; i < b->through_n[s]; i++)
        b->count[side][b->through[s][i]]++;
}

static void take(struct plain_board *b, enum side side, int s)
{
    b->cell[s] = CELL_EMPTY;
    b->bits[side][s >> 6] &= ~((uint64_t)1 << (s & 63));
    b->empty++;
    for (int i = 0; i < b->through_n[s]; i++)
        b->count[side][b->through[s][i]]--;
}

/* Can the side fill this segment with `stones` more? */
static bool within(const struct plain_board *b, enum side side, int segment, int stones)
{
    for (int i = 0; i < 2; i++) {
        int s = b->flank[segment][i];
        if (s < b->n && b->cell[s] == cell_of(side))
            return false;
    }
    return b->count[side_other(side)][segment] == 0 && b->count[side][segment] + stones >= b->k;
}

static bool can_complete(const struct plain_board *b, enum side side, int stones)
{
    if (stones > b->empty)
        stones = b->empty;
    for (int i = 0; i < b->segments; i++)
        if (within(b, side, i, stones))
            return true;
    return false;
}

/* ---- threats ---- */

/* The attacker's segments that it could fill in its next turn. */
static int threat_segments(const struct plain_board *b, int out[THREATS])
{
    int n = 0;
    for (int i = 0; i < b->segments; i++)
        if (within(b, b->attacker, i, b->p)) {
            assert(n < THREATS);
            out[n++] = i;
        }
    return n;
}

static bool stopped(const struct plain_board *b, int segment)
{
    return b->count[side_other(b->attacker)][segment] > 0;
}

/* Can `most` stones of the defender stop all of these? Tries every square of the first that is open. */
static bool can_stop(struct plain_board *b, const int *threat, int n, int most)
{
    enum side defender = side_other(b->attacker);
    int i = 0;
    while (i < n && stopped(b, threat[i]))
        i++;
    if (i == n || most == 0)
        return i == n;
    for (int j = 0; j < b->k; j++) {
        int s = b->segment[threat[i] * b->k + j];
        if (b->cell[s] != CELL_EMPTY)
            continue;
        put(b, defender, s);
        bool can = can_stop(b, threat + i + 1, n - i - 1, most - 1);
        take(b, defender, s);
        if (can)
            return true;
    }
    return false;
}

/* The number of threats, p+1 at the most. */
static int number_of(struct plain_board *b, const int *threat, int n)
{
    int number = 0;
    while (number <= b->p && !can_stop(b, threat, n, number))
        number++;
    return number;
}

/* ---- positions seen ---- */

static struct slot *slot_of(struct plain_board *b)
{
    uint64_t h = 0;
    for (int side = 0; side < 2; side++)
        for (int w = 0; w < WORDS; w++)
            h = rng_mix(h ^ b->bits[side][w]) + (uint64_t)side;
    size_t i = h & (SLOTS - 1);
    while (b->slot[i].answer && memcmp(b->slot[i].bits, b->bits, sizeof b->bits) != 0)
        i = (i + 1) & (SLOTS - 1);
    return &b->slot[i];
}

static void remember(struct plain_board *b, enum forced_answer a)
{
    if (b->slots_used > SLOTS / 2)
        return;
    struct slot *s = slot_of(b);
    b->slots_used += !s->answer;
    memcpy(s->bits, b->bits, sizeof b->bits);
    s->answer = (uint8_t)(1 + a);
}

/* ---- the search ---- */

static enum forced_answer attack(struct plain_board *b, int left);

static enum forced_answer worse(enum forced_answer a, enum forced_answer b)
{
    return a == FORCED_NO || b == FORCED_NO ? FORCED_NO : a == FORCED_UNKNOWN ? a : b;
}

/* The defender places `left` more, which have to stop all of these; past that, on squares from `from` on. */
static enum forced_answer defend(struct plain_board *b, const int *threat, int n, int left, int from)
{
    enum side defender = side_other(b->attacker);
    enum forced_answer all = FORCED_YES;
    while (n > 0 && stopped(b, threat[0])) {
        threat++;
        n--;
    }
    if (left == 0 || b->empty == 0)
        return n > 0 ? FORCED_YES : b->empty == 0 ? FORCED_NO : attack(b, b->p);
    for (int j = n > 0 ? 0 : from; j < (n > 0 ? b->k : b->n) && all != FORCED_NO; j++) {
        int s = n > 0 ? b->segment[threat[0] * b->k + j] : j;
        if (b->cell[s] != CELL_EMPTY)
            continue;
        put(b, defender, s);
        all = worse(all, defend(b, threat + (n > 0), n - (n > 0), left - 1, n > 0 ? 0 : s + 1));
        take(b, defender, s);
    }
    return all;
}

/* The attacker's turn is on the board. With `at_once`, only p+1 threats count. */
static enum forced_answer after_turn(struct plain_board *b, bool at_once)
{
    int threat[THREATS];
    int n = threat_segments(b, threat);
    if (n < (at_once ? b->p + 1 : b->least) || can_complete(b, side_other(b->attacker), b->p))
        return FORCED_NO;
    int number = number_of(b, threat, n);
    if (number > b->p)
        return FORCED_YES;
    return at_once || number < b->least ? FORCED_NO : defend(b, threat, n, b->p, 0);
}

/* How many segments the attacker could fill in its next turn if it had a stone on s. */
static int makes(const struct plain_board *b, int s)
{
    int n = 0;
    for (int i = 0; i < b->through_n[s]; i++)
        n += within(b, b->attacker, b->through[s][i], b->p + 1);
    return n;
}

static bool on_one_segment(const struct plain_board *b, int s, int t)
{
    for (int i = 0; i < b->through_n[s]; i++)
        for (int j = 0; j < b->k; j++)
            if (b->segment[b->through[s][i] * b->k + j] == t)
                return true;
    return false;
}

/* Two stones on no common segment make the threats that each makes: is that too few, whatever is counted? */
static bool pair_too_weak(const struct plain_board *b, const int made[SQUARES], int s, int t)
{
    return made[s] + made[t] < b->least && !on_one_segment(b, s, t);
}

/* All sets of `left` squares from `from` on, besides those on the board; `last` was placed before, or −1. */
static enum forced_answer choose(struct plain_board *b, int left, int from, int last, const int made[SQUARES],
                                 bool at_once)
{
    enum forced_answer best = FORCED_NO;
    if (left == 0)
        return after_turn(b, at_once);
    for (int s = from; s < b->n && best != FORCED_YES; s++) {
        if (b->cell[s] != CELL_EMPTY || (left == 1 && last >= 0 && made && pair_too_weak(b, made, last, s)))
            continue;
        put(b, b->attacker, s);
        enum forced_answer a = choose(b, left - 1, s + 1, s, made, at_once);
        take(b, b->attacker, s);
        if (a != FORCED_NO)
            best = a;
    }
    return best;
}

static enum forced_answer attack(struct plain_board *b, int left)
{
    if (can_complete(b, b->attacker, left))
        return FORCED_YES;
    if (b->empty <= left)
        return FORCED_NO;
    if (left == b->p && slot_of(b)->answer)
        return (enum forced_answer)(slot_of(b)->answer - 1);
    if (b->left == 0)
        return FORCED_UNKNOWN;
    b->left--;
    int made[SQUARES];
    for (int s = 0; s < b->n; s++)
        made[s] = b->cell[s] == CELL_EMPTY ? makes(b, s) : 0;
    const int *pairs = left == 2 && b->p == 2 ? made : NULL;
    enum forced_answer a = choose(b, left, 0, -1, pairs, true); /* first: it is quick */
    if (a != FORCED_YES)
        a = choose(b, left, 0, -1, pairs, false);
    if (left == b->p)
        remember(b, a);
    return a;
}

static void board_load(struct plain_board *b, const struct position *p, int least, uint64_t most)
{
    board_make(b, p);
    b->least = least;
    b->left = most;
    int i = 0;
    for (square s = square_first(); s; s = square_next(&p->rules, s), i++)
        if (p->cell[s] != CELL_EMPTY)
            put(b, p->cell[s] == CELL_BLACK ? BLACK : WHITE, i);
}

enum forced_answer forced_wins(const struct position *p, int least, uint64_t most)
{
    struct plain_board b;
    board_load(&b, p, least, most);
    b.attacker = p->to_move;
    enum forced_answer a = attack(&b, p->left);
    board_done(&b);
    return a;
}

enum forced_answer forced_loses(const struct position *p, int least, uint64_t most)
{
    struct plain_board b;
    int threat[THREATS];
    board_load(&b, p, least, most);
    b.attacker = side_other(p->to_move);
    enum forced_answer a = FORCED_NO;
    if (!can_complete(&b, p->to_move, p->left)) {
        int n = threat_segments(&b, threat);
        a = can_stop(&b, threat, n, p->left) ? defend(&b, threat, n, p->left, 0) : FORCED_YES;
    }
    board_done(&b);
    return a;
}
