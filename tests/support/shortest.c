/* Plain shortest wins; see shortest.h. */
#include "support/shortest.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"

enum { MOST_SQUARES = 400, MOST_THREATS = 1200, MEMO = 1 << 14 };

/* A position with the attacker to move, whole, and within how many turns it has no win. */
struct memo {
    uint8_t cell[MOST_SQUARES];
    uint8_t none;
};

struct plain {
    int n, k, p, m;
    int mine, other; /* colours in cell: 1 and 2 */
    uint8_t cell[MOST_SQUARES];
    int segments;
    uint16_t *square; /* k of each segment */
    int *through[MOST_SQUARES], throughs[MOST_SQUARES];
    uint8_t *count[3]; /* by colour and segment */
    int empty;
    long budget;
    uint32_t stamp, *paired; /* by two squares: the last list of turns that has them */
    uint64_t hash;
    struct memo *memo;
};

/* What a stone adds to the hash; the memo compares the cells. */
static uint64_t mark(int colour, int s)
{
    return rng_mix((uint64_t)(2 * s + colour));
}

static void plain_segments(struct plain *b, int m, int n)
{
    static const int step[4][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    for (int d = 0; d < 4; d++)
        for (int i = 0; i < b->n; i++) {
            int col = i % m, row = i / m, c = col + step[d][0] * (b->k - 1),
                r = row + step[d][1] * (b->k - 1);
            if (c < 0 || c >= m || r >= n)
                continue;
            for (int j = 0; j < b->k; j++) {
                int s = (row + j * step[d][1]) * m + col + j * step[d][0];
                b->square[b->segments * b->k + j] = (uint16_t)s;
                b->through[s][b->throughs[s]++] = b->segments;
            }
            b->segments++;
        }
}

static void put(struct plain *b, int colour, int s)
{
    b->cell[s] = (uint8_t)colour;
    b->hash ^= mark(colour, s);
    b->empty--;
    for (int i = 0; i < b->throughs[s]; i++)
        b->count[colour][b->through[s][i]]++;
}

static void take(struct plain *b, int s)
{
    for (int i = 0; i < b->throughs[s]; i++)
        b->count[b->cell[s]][b->through[s][i]]--;
    b->hash ^= mark(b->cell[s], s);
    b->cell[s] = 0;
    b->empty++;
}

static struct plain *plain_new(const struct position *p, enum side attacker)
{
    struct plain *b = mem_zero(1, sizeof *b);
    const struct rules *r = &p->rules;
    b->n = b->empty = r->m * r->n;
    b->m = r->m;
    b->k = r->k;
    b->p = r->p;
    b->mine = 1;
    b->other = 2;
    b->square = mem_zero((size_t)(4 * b->n * b->k), sizeof *b->square);
    for (int i = 0; i < b->n; i++)
        b->through[i] = mem_zero((size_t)(4 * b->k), sizeof(int));
    plain_segments(b, r->m, r->n);
    b->paired = mem_zero((size_t)(b->n * b->n), sizeof *b->paired);
    b->memo = mem_zero(MEMO, sizeof *b->memo);
    for (int i = 1; i < 3; i++)
        b->count[i] = mem_zero((size_t)b->segments, 1);
    for (int i = 0; i < b->n; i++) {
        enum cell c = p->cell[square_at(i % r->m, i / r->m)];
        if (c != CELL_EMPTY)
            put(b, c == cell_of(attacker) ? 1 : 2, i);
    }
    return b;
}

static void plain_free(struct plain *b)
{
    free(b->square);
    free(b->paired);
    free(b->memo);
    for (int i = 0; i < b->n; i++)
        free(b->through[i]);
    free(b->count[1]);
    free(b->count[2]);
    free(b);
}

/* The segments that a colour could fill in a turn; returns how many. */
static int threats(const struct plain *b, int colour, int out[MOST_THREATS])
{
    int n = 0;
    for (int i = 0; i < b->segments && n < MOST_THREATS; i++)
        if (b->count[3 - colour][i] == 0 && b->count[colour][i] >= b->k - b->p)
            out[n++] = i;
    return n;
}

static bool holds(const struct plain *b, int segment, int s)
{
    for (int j = 0; j < b->k; j++)
        if (b->square[segment * b->k + j] == s)
            return true;
    return false;
}

/* Can `most` squares meet all? */
static bool can_meet(struct plain *b, const int *t, int n, int most)
{
    if (n == 0 || most == 0)
        return n == 0;
    for (int j = 0; j < b->k; j++) {
        int s = b->square[t[0] * b->k + j], rest[MOST_THREATS], left = 0;
        if (b->cell[s])
            continue;
        for (int i = 0; i < n; i++)
            if (!holds(b, t[i], s))
                rest[left++] = t[i];
        if (can_meet(b, rest, left, most - 1))
            return true;
    }
    return false;
}

static int number_of(struct plain *b, const int *t, int n)
{
    int number = 0;
    while (number <= b->p && !can_meet(b, t, n, number))
        number++;
    return number;
}

static bool attack(struct plain *b, int n);

/* The defender meets all of t with its p stones, in every way: does it always lose within n? */
static bool defend(struct plain *b, const int *t, int count, int left, int n)
{
    if (count == 0 && left == 0)
        return attack(b, n);
    if (left == 0)
        return true; /* a threat stays: the attacker completes it */
    if (count == 0)
        return false; /* a stone to spare: not a turn of p threats */
    for (int j = 0; j < b->k; j++) {
        int s = b->square[t[0] * b->k + j], rest[MOST_THREATS], k = 0;
        if (b->cell[s])
            continue;
        for (int i = 0; i < count; i++)
            if (!holds(b, t[i], s))
                rest[k++] = t[i];
        put(b, b->other, s);
        bool lost = defend(b, rest, k, left - 1, n);
        take(b, s);
        if (!lost)
            return false;
    }
    return true;
}

/* The attacker's turn is on the board: does it win within n more? */
static bool after(struct plain *b, int n, bool *forcing)
{
    int t[MOST_THREATS];
    *forcing = false;
    if (threats(b, b->other, t) > 0)
        return false;
    int count = threats(b, b->mine, t), number = count < b->p ? 0 : number_of(b, t, count);
    *forcing = number >= b->p;
    return number > b->p || (number == b->p && n > 0 && defend(b, t, count, b->p, n));
}

/* How many segments a stone on s would make threats. */
static int makes(const struct plain *b, int s)
{
    int n = 0;
    for (int i = 0; i < b->throughs[s]; i++)
        n += b->count[2][b->through[s][i]] == 0 && b->count[1][b->through[s][i]] == b->k - b->p - 1;
    return n;
}

/* The turns of a node. */
struct turns {
    size_t n, room;
    uint16_t (*at)[2];
};

static void add_turn(struct plain *b, int s, int t, struct turns *out)
{
    int low = s < t ? s : t, high = s < t ? t : s;
    if (b->p == 2) {
        uint32_t *seen = &b->paired[low * b->n + high];
        if (low == high || *seen == b->stamp)
            return;
        *seen = b->stamp;
    }
    out->at = mem_grow(out->at, &out->room, out->n + 1, sizeof *out->at);
    out->at[out->n][0] = (uint16_t)low;
    out->at[out->n++][1] = (uint16_t)high;
}

/* Two stones on a segment that needs both. */
static void add_segment(struct plain *b, int x, struct turns *out)
{
    const uint16_t *at = b->square + x * b->k;
    for (int i = 0; i < b->k; i++)
        for (int j = i + 1; j < b->k; j++)
            if (!b->cell[at[i]] && !b->cell[at[j]])
                add_turn(b, at[i], at[j], out);
}

/* Calls for every turn that could make p threats, until one returns true: two stones on a segment that needs
 * both, or stones that make threats each alone, enough of them together, whatever the other stone is. */
typedef bool each(struct plain *b, int s, int t, int n, void *ctx);
static bool every_turn(struct plain *b, int n, each *f, void *ctx)
{
    int made[MOST_SQUARES];
    struct turns turns = {0};
    b->stamp++;
    for (int s = 0; s < b->n; s++)
        made[s] = b->cell[s] ? 0 : makes(b, s);
    for (int x = 0; b->p == 2 && x < b->segments; x++)
        if (b->count[2][x] == 0 && b->count[1][x] + 2 == b->k - b->p)
            add_segment(b, x, &turns);
    for (int s = 0; s < b->n; s++) {
        if (made[s] && b->p == 1)
            add_turn(b, s, b->n, &turns);
        for (int t = 0; made[s] && b->p == 2 && t < b->n; t++)
            if (!b->cell[t] && made[s] + made[t] >= b->p)
                add_turn(b, s, t, &turns);
    }
    bool stop = false;
    for (size_t i = 0; i < turns.n && !stop; i++)
        stop = --b->budget < 0 || f(b, turns.at[i][0], turns.at[i][1], n, ctx);
    free(turns.at);
    return stop && b->budget >= 0;
}

static bool turn_wins(struct plain *b, int s, int t, int n, void *ctx)
{
    bool forcing;
    (void)ctx;
    put(b, b->mine, s);
    if (b->p == 2)
        put(b, b->mine, t);
    bool won = after(b, n - 1, &forcing);
    if (b->p == 2)
        take(b, t);
    take(b, s);
    return won;
}

static bool attack(struct plain *b, int n)
{
    if (n == 0 || b->empty <= b->p)
        return false;
    struct memo *m = &b->memo[b->hash & (MEMO - 1)];
    if (m->none >= n && memcmp(m->cell, b->cell, sizeof m->cell) == 0)
        return false;
    bool won = every_turn(b, n, turn_wins, NULL);
    if (!won && b->budget >= 0) {
        memcpy(m->cell, b->cell, sizeof m->cell);
        m->none = (uint8_t)n;
    }
    return won;
}

struct collect {
    struct shortest *out;
};

static bool collect_turn(struct plain *b, int s, int t, int n, void *ctx)
{
    struct shortest *out = ((struct collect *)ctx)->out;
    if (!turn_wins(b, s, t, n, NULL))
        return false;
    square turn[2] = {square_at(s % b->m, s / b->m), b->p == 2 ? square_at(t % b->m, t / b->m) : SQUARE_NONE};
    if (out->firsts++ == 0) {
        out->key.n = b->p;
        memcpy(out->key.s, turn, (size_t)b->p * sizeof *turn);
        return false;
    }
    int kept = 0;
    for (int i = 0; i < out->key.n; i++)
        if (out->key.s[i] == turn[0] || out->key.s[i] == turn[1])
            out->key.s[kept++] = out->key.s[i];
    out->key.n = kept;
    return false;
}

struct shortest shortest_solve(const struct position *p, int most, long budget)
{
    struct shortest out = {0};
    struct plain *b = plain_new(p, p->to_move);
    b->budget = budget;
    for (int n = 1; n <= most && !out.n && b->budget >= 0; n++)
        if (attack(b, n))
            out.n = n;
    struct collect c = {&out};
    if (out.n)
        every_turn(b, out.n, collect_turn, &c);
    if (b->budget < 0)
        out.n = -1;
    plain_free(b);
    return out;
}

/* ---- with turns that make no threat ---- */

static bool attack_quiet(struct plain *b, int n, int quiet);

/* The attacker's stone is on the board, and threatens to win within n: does it, whatever square is taken? */
static bool all_answers_lose(struct plain *b, int n, int quiet)
{
    bool lost = true;
    for (int s = 0; s < b->n && lost; s++)
        if (!b->cell[s]) {
            put(b, b->other, s);
            lost = attack_quiet(b, n, quiet);
            take(b, s);
        }
    return lost;
}

static bool quiet_turn_wins(struct plain *b, int s, int n, int quiet)
{
    int t[MOST_THREATS];
    put(b, b->mine, s);
    bool won = false;
    if (threats(b, b->other, t) == 0) {
        int count = threats(b, b->mine, t), number = number_of(b, t, count);
        won = number > 1;
        if (number == 1)
            for (int j = 0; j < b->k && n > 1 && !won; j++) { /* the one square that stops it, if any */
                int at = b->square[t[0] * b->k + j];
                if (b->cell[at])
                    continue;
                put(b, b->other, at);
                won = attack_quiet(b, n - 1, quiet);
                take(b, at);
            }
        else if (number == 0)
            won = quiet > 0 && n > 1 && attack(b, n - 1) && all_answers_lose(b, n - 1, quiet - 1);
    }
    take(b, s);
    return won;
}

static bool attack_quiet(struct plain *b, int n, int quiet)
{
    bool won = false;
    if (n == 0 || b->empty <= b->p)
        return false;
    for (int s = 0; s < b->n && !won && --b->budget >= 0; s++)
        won = !b->cell[s] && quiet_turn_wins(b, s, n, quiet);
    return won && b->budget >= 0;
}

struct shortest shortest_quiet(const struct position *p, int quiet, int most, long budget)
{
    struct shortest out = {0};
    struct plain *b = plain_new(p, p->to_move);
    b->budget = budget;
    for (int n = 1; n <= most && !out.n && b->budget >= 0; n++)
        out.n = attack_quiet(b, n, quiet) ? n : 0;
    for (int s = 0; s < b->n && out.n && b->budget >= 0; s++)
        out.firsts += !b->cell[s] && quiet_turn_wins(b, s, out.n, quiet);
    if (b->budget < 0)
        out.n = -1;
    plain_free(b);
    return out;
}

int shortest_lost(const struct position *p, int n, long budget)
{
    struct plain *b = plain_new(p, side_other(p->to_move));
    bool forcing;
    b->budget = budget;
    int lost = after(b, n, &forcing);
    lost = b->budget < 0 ? -1 : lost;
    plain_free(b);
    return lost;
}
