/* Wins on tiny boards the plain way; see plain.h. */
#include "support/plain.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { SEGMENTS = 4 * PLAIN_SQUARES, MEMO = 1 << 14 };

/* A position with its value, if that is known. */
struct memo {
    uint64_t attacker, defender;
    uint8_t side, left, known, value;
};

struct plain {
    struct rules rules;
    enum side attacker;
    int squares, segments, r;
    uint64_t segment[SEGMENTS], board;
    struct memo *memo;
};

static uint64_t bit(int i)
{
    return (uint64_t)1 << i;
}

static int count(uint64_t mask)
{
    return __builtin_popcountll(mask);
}

/* Takes the lowest bit off the mask and returns its number. */
static int next_bit(uint64_t *mask)
{
    int i = __builtin_ctzll(*mask);
    *mask &= *mask - 1;
    return i;
}

struct plain *plain_new(const struct rules *r, enum side attacker)
{
    struct plain *w = mem_zero(1, sizeof *w);
    assert(r->m * r->n <= PLAIN_SQUARES);
    w->rules = *r;
    w->attacker = attacker;
    w->squares = r->m * r->n;
    w->board = w->squares == 64 ? ~(uint64_t)0 : bit(w->squares) - 1;
    w->r = r->k - r->p - 1 > 1 ? r->k - r->p - 1 : 1;
    static const int dx[4] = {1, 0, 1, -1}, dy[4] = {0, 1, 1, 1};
    for (int i = 0; i < w->squares; i++)
        for (int d = 0; d < 4; d++) {
            int x = i % r->m, y = i / r->m;
            uint64_t mask = 0;
            for (int j = 0; j < r->k && square_on_board(r, x + j * dx[d], y + j * dy[d]); j++)
                mask |= bit((y + j * dy[d]) * r->m + x + j * dx[d]);
            /* With k = 1 the four directions give the same segment; that does no harm. */
            if (count(mask) == r->k)
                w->segment[w->segments++] = mask;
        }
    w->memo = mem_zero(MEMO, sizeof *w->memo);
    return w;
}

void plain_free(struct plain *w)
{
    free(w->memo);
    free(w);
}

uint64_t plain_stones(const struct plain *w, const struct position *p, enum side side)
{
    uint64_t mask = 0;
    for (int i = 0; i < w->squares; i++)
        if (p->cell[plain_square(w, i)] == cell_of(side))
            mask |= bit(i);
    return mask;
}

square plain_square(const struct plain *w, int i)
{
    return square_at(i % w->rules.m, i / w->rules.m);
}

static bool has_row(const struct plain *w, uint64_t stones)
{
    for (int i = 0; i < w->segments; i++)
        if ((stones & w->segment[i]) == w->segment[i])
            return true;
    return false;
}

static struct memo *memo_find(struct plain *w, uint64_t a, uint64_t d, enum side side, int left)
{
    uint64_t h = rng_mix(a ^ rng_mix(d + 77) ^ (uint64_t)(2 * left + (int)side)) & (MEMO - 1);
    struct memo *m = &w->memo[h]; /* one place each: the newer position stays */
    if (!m->known || m->attacker != a || m->defender != d || m->side != side || m->left != left)
        *m = (struct memo){a, d, (uint8_t)side, (uint8_t)left, 0, 0};
    return m;
}

/* The attacker's or the defender's best stone: the value for the attacker. */
static bool best_stone(struct plain *w, uint64_t a, uint64_t d, enum side side, int left, int *at)
{
    bool attacks = side == w->attacker;
    enum side then = left == 1 ? side_other(side) : side;
    int more = left == 1 ? w->rules.p : left - 1;
    for (uint64_t empty = w->board & ~(a | d); empty;) {
        int i = next_bit(&empty);
        bool value =
            attacks ? plain_wins(w, a | bit(i), d, then, more) : plain_wins(w, a, d | bit(i), then, more);
        if (value == attacks) {
            *at = i;
            return attacks;
        }
    }
    return !attacks;
}

bool plain_wins(struct plain *w, uint64_t a, uint64_t d, enum side side, int left)
{
    if (has_row(w, d))
        return false;
    if (has_row(w, a))
        return true;
    if ((a | d) == w->board)
        return false;
    struct memo *m = memo_find(w, a, d, side, left);
    if (m->known)
        return m->value;
    int at;
    bool value = best_stone(w, a, d, side, left, &at);
    m = memo_find(w, a, d, side, left);
    m->known = 1;
    m->value = value;
    return value;
}

bool plain_wins_position(struct plain *w, const struct position *p)
{
    return plain_wins(w, plain_stones(w, p, w->attacker), plain_stones(w, p, side_other(w->attacker)),
                      p->to_move, p->left);
}

/* ---- the verifier ---- */

struct zones {
    uint64_t z[PLAIN_ZONES + 1];
};

struct run {
    struct plain *w;
    struct plain_proof *out;
    size_t most;
};

static uint64_t zone_at(const struct run *run, const struct zones *z, int i)
{
    return i > run->w->r ? ~(uint64_t)0 : z->z[i];
}

static void add_to_all(const struct run *run, struct zones *z, uint64_t mask)
{
    for (int i = 1; i <= run->w->r; i++)
        z->z[i] |= mask;
}

static void add_counter_rows(const struct run *run, struct zones *z, uint64_t a, uint64_t d, int more)
{
    for (int i = 1; i <= run->w->r; i++)
        for (int j = 0; j < run->w->segments; j++) {
            uint64_t g = run->w->segment[j];
            if (!(g & a) && count(g & ~d) <= i + more)
                z->z[i] |= g & ~d;
        }
}

static bool defend(struct run *run, uint64_t a, uint64_t d, int left, struct zones *z);

/* On boards too large for minimax: a turn that completes a row, or one after which no reply stops all
 * threats. */
static bool reply_stops(const struct plain *w, uint64_t a, uint64_t d, uint64_t from, int stones)
{
    uint64_t unmet = 0;
    for (int i = 0; i < w->segments && !unmet; i++)
        if (!(w->segment[i] & d) && count(w->segment[i] & ~a) <= w->rules.p)
            unmet = w->segment[i] & ~a;
    if (!unmet)
        return true;
    for (unmet &= from; stones > 0 && unmet;)
        if (reply_stops(w, a, d | bit(next_bit(&unmet)), from, stones - 1))
            return true;
    return false;
}

static bool wins_now(const struct plain *w, uint64_t a, uint64_t d, int left, uint64_t *turn)
{
    for (int i = 0; i < w->segments; i++)
        if (!(w->segment[i] & d) && count(w->segment[i] & ~a) <= left) {
            *turn = w->segment[i] & ~a;
            return true;
        }
    return false;
}

bool plain_completes(const struct plain *w, uint64_t own, uint64_t other, int left)
{
    uint64_t unused;
    return wins_now(w, own, other, left, &unused);
}

static bool threatens(const struct plain *w, uint64_t a, uint64_t d, uint64_t from, int left, uint64_t *turn)
{
    if (left == 0)
        return !plain_completes(w, d, a, w->rules.p) &&
               !reply_stops(w, a, d, w->board & ~(a | d), w->rules.p);
    while (from) {
        uint64_t one = bit(next_bit(&from));
        if (threatens(w, a | one, d, from, left - 1, turn)) {
            *turn |= one;
            return true;
        }
    }
    return false;
}

static bool quick_turn(const struct plain *w, uint64_t a, uint64_t d, int left, uint64_t *turn)
{
    *turn = 0;
    return wins_now(w, a, d, left, turn) || threatens(w, a, d, w->board & ~(a | d), left, turn);
}

/* A winning turn as the stones to place, the last one being the one that wins if any does. */
static bool choose(struct plain *w, uint64_t a, uint64_t d, int left, struct squares *turn)
{
    turn->n = 0;
    if (count(w->board & ~(a | d)) > PLAIN_MINIMAX) {
        uint64_t set;
        if (!quick_turn(w, a, d, left, &set))
            return false;
        while (set)
            turn->s[turn->n++] = plain_square(w, next_bit(&set));
        return true;
    }
    if (!plain_wins(w, a, d, w->attacker, left))
        return false;
    for (; left > 0 && !has_row(w, a) && (a | d) != w->board; left--) {
        int at = -1;
        best_stone(w, a, d, w->attacker, left, &at);
        turn->s[turn->n++] = plain_square(w, at);
        a |= bit(at);
    }
    return true;
}

static bool attack(struct run *run, uint64_t a, uint64_t d, int left, struct zones *z)
{
    struct squares turn;
    run->out->cut |= run->out->turns == run->most;
    if (run->out->cut || !choose(run->w, a, d, left, &turn))
        return false;
    run->out->turn = mem_grow(run->out->turn, &run->out->room, run->out->turns + 1, sizeof *run->out->turn);
    run->out->turn[run->out->turns++] = turn;
    uint64_t placed = 0;
    for (int i = 0; i < turn.n; i++)
        placed |= bit(square_row(turn.s[i]) * run->w->rules.m + square_col(turn.s[i]));
    a |= placed;
    memset(z, 0, sizeof *z);
    if (has_row(run->w, a))
        add_counter_rows(run, z, a, d, 0);
    else if (!defend(run, a, d, run->w->rules.p, z))
        return false;
    add_to_all(run, z, placed);
    return true;
}

/* The sets that a node has covered. */
struct covered {
    uint64_t *set;
    size_t n, room;
};

static bool is_covered(struct covered *c, uint64_t set)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->set[i] == set)
            return true;
    c->set = mem_grow(c->set, &c->room, c->n + 1, sizeof *c->set);
    c->set[c->n++] = set;
    return false;
}

static bool sub_verify(struct run *run, uint64_t a, uint64_t d, uint64_t set, int length, struct covered *c,
                       struct zones *z)
{
    if (is_covered(c, set))
        return true;
    struct zones answer;
    int rest = length - count(set);
    run->out->unplaced += rest > 0;
    if (!attack(run, a, d | set, run->w->rules.p, &answer))
        return false;
    for (int i = 1; i <= run->w->r; i++)
        z->z[i] |= zone_at(run, &answer, i + rest);
    if (rest == 0)
        return true;
    for (uint64_t zone = zone_at(run, &answer, rest) & run->w->board & ~(a | d | set); zone;)
        if (!sub_verify(run, a, d, set | bit(next_bit(&zone)), length, c, z))
            return false;
    return true;
}

static bool hits(const uint64_t *threat, int threats, uint64_t set)
{
    for (int i = 0; i < threats; i++)
        if (!(threat[i] & set))
            return false;
    return true;
}

static bool is_critical(const uint64_t *threat, int threats, uint64_t set)
{
    if (!hits(threat, threats, set))
        return false;
    for (uint64_t rest = set; rest;)
        if (hits(threat, threats, set & ~bit(next_bit(&rest))))
            return false;
    return true;
}

/* Tries all sets of `size` more squares out of `from`, in the order of squares. */
static bool each_set(struct run *run, uint64_t a, uint64_t d, uint64_t set, uint64_t from, int size,
                     const uint64_t *threat, int threats, int length, struct covered *c, struct zones *z)
{
    if (size == 0)
        return !is_critical(threat, threats, set) || sub_verify(run, a, d, set, length, c, z);
    while (from) {
        uint64_t one = bit(next_bit(&from));
        if (!each_set(run, a, d, set | one, from, size - 1, threat, threats, length, c, z))
            return false;
    }
    return true;
}

static bool defend(struct run *run, uint64_t a, uint64_t d, int left, struct zones *z)
{
    const struct plain *w = run->w;
    uint64_t empty = w->board & ~(a | d), threat[SEGMENTS], squares = 0;
    int threats = 0;
    if (count(empty) <= left)
        return false;
    for (int i = 0; i < w->segments; i++) {
        uint64_t g = w->segment[i];
        if (!(g & a) && count(g & ~d) <= left)
            return false;
        if (!(g & d) && count(g & ~a) <= w->rules.p) {
            threat[threats++] = g & ~a;
            squares |= g & ~a;
        }
    }
    memset(z, 0, sizeof *z);
    struct covered c = {NULL, 0, 0};
    bool ok = true;
    for (int size = 0; ok && size <= left; size++)
        ok = each_set(run, a, d, 0, squares, size, threat, threats, left, &c, z);
    free(c.set);
    add_to_all(run, z, squares);
    add_counter_rows(run, z, a, d, left);
    return ok;
}

bool plain_prove(struct plain *w, const struct position *p, size_t most, struct plain_proof *out)
{
    struct run run = {w, out, most};
    *out = (struct plain_proof){.turns = 0};
    struct zones z = {{0}};
    uint64_t a = plain_stones(w, p, w->attacker), d = plain_stones(w, p, side_other(w->attacker));
    bool ok = p->to_move == w->attacker ? attack(&run, a, d, p->left, &z) : defend(&run, a, d, p->left, &z);
    memcpy(out->zone, z.z, sizeof z.z);
    if (!ok) {
        bool cut = out->cut;
        plain_proof_free(out);
        out->cut = cut;
    }
    return ok;
}

void plain_proof_free(struct plain_proof *f)
{
    free(f->turn);
    *f = (struct plain_proof){.turns = 0};
}

char *plain_certificate(const struct cert_claim *claim, const struct squares *turn, size_t turns,
                        size_t *size)
{
    char *bytes = NULL;
    FILE *f = open_memstream(&bytes, size);
    assert(f);
    struct cert_writer *cw = cert_writer_on(f, claim);
    for (size_t i = 0; i < turns; i++)
        if (turn[i].n)
            cert_write_turn(cw, turn[i].s, turn[i].n);
        else
            cert_write_unsolved(cw);
    bool ok = cert_writer_close(cw, NULL);
    fclose(f);
    assert(ok);
    (void)ok;
    return bytes;
}
