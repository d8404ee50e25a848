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
    uint64_t flank[SEGMENTS]; /* exact games: the squares next to a segment's ends */
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
            if (count(mask) != r->k)
                continue;
            for (int j = -1; j <= r->k && r->exact; j += r->k + 1)
                if (square_on_board(r, x + j * dx[d], y + j * dy[d]))
                    w->flank[w->segments] |= bit((y + j * dy[d]) * r->m + x + j * dx[d]);
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

/* Can the owner of `own` make a row of a segment? Then the stones that are missing for it. */
static bool active(const struct plain *w, int i, uint64_t own, uint64_t other, uint64_t *missing)
{
    *missing = w->segment[i] & ~own;
    return !(w->segment[i] & other) && !(w->flank[i] & own);
}

static bool has_row(const struct plain *w, uint64_t stones)
{
    for (int i = 0; i < w->segments; i++)
        if ((stones & w->segment[i]) == w->segment[i] && !(w->flank[i] & stones))
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

/* The sets that a node has covered. */
struct covered {
    uint64_t *set;
    size_t n, room;
};

struct run {
    struct plain *w;
    struct plain_proof *out;
    size_t most;
    enum plain_rule lacks;     /* this rule */
    struct rng *rng;           /* of a forger; NULL: an honest one */
    int depth;                 /* turns of the attacker that a forger may still play on this line */
    struct covered everywhere; /* of a forger that lacks PLAIN_COVERED */
};

static uint64_t zone_at(const struct run *run, const struct zones *z, int i)
{
    if (i > run->w->r)
        return run->lacks == PLAIN_PAST ? 0 : ~(uint64_t)0;
    return z->z[i];
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
            uint64_t missing;
            if (active(run->w, j, d, a, &missing) &&
                count(missing) <= (run->lacks == PLAIN_ROWS_FIRST ? 1 : i) + more)
                z->z[i] |= missing;
        }
}

static bool defend(struct run *run, uint64_t a, uint64_t d, int left, struct zones *z);

/* On boards too large for minimax: a turn that completes a row, or one after which no reply stops all
 * threats. */
static bool reply_stops(const struct plain *w, uint64_t a, uint64_t d, uint64_t from, int stones)
{
    uint64_t unmet = 0, missing;
    for (int i = 0; i < w->segments && !unmet; i++)
        if (active(w, i, a, d, &missing) && count(missing) <= w->rules.p)
            unmet = missing;
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
        if (active(w, i, a, d, turn) && count(*turn) <= left)
            return true;
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

/* The attacker plays this turn. */
static bool attack_with(struct run *run, uint64_t a, uint64_t d, const struct squares *turn, struct zones *z)
{
    run->out->turn = mem_grow(run->out->turn, &run->out->room, run->out->turns + 1, sizeof *run->out->turn);
    run->out->turn[run->out->turns++] = *turn;
    uint64_t placed = 0;
    for (int i = 0; i < turn->n; i++)
        placed |= bit(square_row(turn->s[i]) * run->w->rules.m + square_col(turn->s[i]));
    a |= placed;
    memset(z, 0, sizeof *z);
    if (has_row(run->w, a)) {
        if (run->lacks != PLAIN_END)
            add_counter_rows(run, z, a, d, 0);
    } else if (!defend(run, a, d, run->w->rules.p, z)) {
        return false;
    }
    if (run->lacks != PLAIN_TURN)
        add_to_all(run, z, placed);
    return true;
}

/* One more turn to try; false if it was one too many. */
static bool count_try(struct run *run)
{
    run->out->cut |= run->most == 0;
    run->most -= run->most > 0;
    return !run->out->cut;
}

/* A forger's turn: tries all sets of `size` more squares of the list. */
static bool forge_turn(struct run *run, uint64_t a, uint64_t d, const int *free, int n, struct squares *turn,
                       int size, struct zones *z)
{
    if (size == 0) {
        size_t turns = run->out->turns, covered = run->everywhere.n;
        if (!count_try(run))
            return false;
        if (attack_with(run, a, d, turn, z))
            return true;
        run->out->turns = turns;
        run->everywhere.n = covered;
        return false;
    }
    for (int i = 0; i + size <= n; i++) {
        turn->s[turn->n++] = plain_square(run->w, free[i]);
        if (forge_turn(run, a, d, free + i + 1, n - i - 1, turn, size - 1, z))
            return true;
        turn->n--;
        if (run->out->cut)
            return false;
    }
    return false;
}

/* The row that can be completed, if the rule is that a turn ends with it: with more stones behind it. */
static bool forge_row(struct run *run, uint64_t a, uint64_t d, int left, uint64_t row, struct zones *z)
{
    struct squares turn = {0, {0}};
    uint64_t more = run->w->board & ~(a | d | row);
    while (row)
        turn.s[turn.n++] = plain_square(run->w, next_bit(&row));
    while (run->lacks == PLAIN_AFTER_ROW && turn.n < left && more && rng_below(run->rng, 2))
        turn.s[turn.n++] = plain_square(run->w, next_bit(&more));
    return count_try(run) && attack_with(run, a, d, &turn, z);
}

static bool forge_any(struct run *run, uint64_t a, uint64_t d, int left, struct zones *z)
{
    int free[PLAIN_SQUARES], n = 0;
    uint64_t row;
    if (wins_now(run->w, a, d, left, &row))
        return forge_row(run, a, d, left, row, z);
    for (uint64_t empty = run->w->board & ~(a | d); empty; n++) {
        int at = (int)rng_below(run->rng, (uint32_t)n + 1);
        free[n] = free[at];
        free[at] = next_bit(&empty);
    }
    int whole = left < n ? left : n, least = run->lacks == PLAIN_SHORT ? 1 : whole;
    for (int size = whole; size >= least && size > 0; size--) {
        struct squares turn = {0, {0}};
        if (size < n && forge_turn(run, a, d, free, n, &turn, size, z))
            return true;
    }
    return false;
}

static bool forge(struct run *run, uint64_t a, uint64_t d, int left, struct zones *z)
{
    if (run->depth == 0)
        return false;
    run->depth--;
    bool ok = forge_any(run, a, d, left, z);
    run->depth++;
    return ok;
}

static bool attack(struct run *run, uint64_t a, uint64_t d, int left, struct zones *z)
{
    struct squares turn;
    if (run->rng)
        return forge(run, a, d, left, z);
    run->out->cut |= run->out->turns == run->most;
    return !run->out->cut && choose(run->w, a, d, left, &turn) && attack_with(run, a, d, &turn, z);
}

static bool is_covered(struct run *run, struct covered *c, uint64_t set)
{
    if (run->lacks == PLAIN_COVERED)
        c = &run->everywhere;
    for (size_t i = 0; i < c->n; i++)
        if (c->set[i] == set)
            return true;
    c->set = mem_grow(c->set, &c->room, c->n + 1, sizeof *c->set);
    c->set[c->n++] = set;
    return false;
}

/* The squares to be added to a defence that leaves `rest` stones unplaced. */
static uint64_t zone_to_try(const struct run *run, const struct zones *z, int rest)
{
    switch (run->lacks) {
    case PLAIN_TRY:
        return 0;
    case PLAIN_TRY_FIRST:
        return zone_at(run, z, 1);
    case PLAIN_TRY_MORE:
        return rest > 1 ? 0 : zone_at(run, z, rest);
    case PLAIN_TRY_LAST:
        return rest == 1 ? 0 : zone_at(run, z, rest);
    default:
        return zone_at(run, z, rest);
    }
}

static void merge(const struct run *run, struct zones *z, const struct zones *answer, int rest)
{
    for (int i = 1; i <= run->w->r && run->lacks != PLAIN_MERGE; i++)
        z->z[i] |= zone_at(run, answer, run->lacks == PLAIN_SHIFT ? i : i + rest);
}

static bool sub_verify(struct run *run, uint64_t a, uint64_t d, uint64_t set, int length, struct covered *c,
                       struct zones *z)
{
    if (is_covered(run, c, set))
        return true;
    struct zones answer;
    int rest = length - count(set);
    run->out->unplaced += rest > 0;
    if (!attack(run, a, d | set, run->w->rules.p, &answer))
        return false;
    merge(run, z, &answer, rest);
    if (rest == 0)
        return true;
    for (uint64_t zone = zone_to_try(run, &answer, rest) & run->w->board & ~(a | d | set); zone;)
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

/* The attacker's threats at a node, and what stops them. */
struct battle {
    uint64_t a, d, threat[SEGMENTS], squares;
    int threats, length;
    size_t defences;
    struct covered covered;
};

/* A critical defence, unless the forger may leave it out. */
static bool defence(struct run *run, struct battle *b, uint64_t set, int *smallest, uint64_t *done,
                    struct zones *z)
{
    b->defences++;
    if (run->lacks == PLAIN_RELAXED && *smallest && count(set) > *smallest)
        return true;
    if (run->lacks == PLAIN_NORMAL && *done & bit(count(set)))
        return true;
    *smallest = count(set);
    *done |= bit(count(set));
    return sub_verify(run, b->a, b->d, set, b->length, &b->covered, z);
}

/* Tries all sets of `size` more squares out of `from`, in the order of squares. */
static bool each_set(struct run *run, struct battle *b, uint64_t set, uint64_t from, int size, int *smallest,
                     uint64_t *done, struct zones *z)
{
    if (size == 0)
        return !is_critical(b->threat, b->threats, set) || defence(run, b, set, smallest, done, z);
    while (from) {
        uint64_t one = bit(next_bit(&from));
        if (!each_set(run, b, set | one, from, size - 1, smallest, done, z))
            return false;
    }
    return true;
}

/* (a) and (b). */
static void add_node(const struct run *run, const struct battle *b, struct zones *z)
{
    bool won = b->defences == 0;
    if (run->lacks != (won ? PLAIN_THREATS_WON : PLAIN_THREATS_DEFENDED))
        add_to_all(run, z, b->squares);
    if (run->lacks != (won ? PLAIN_ROWS_WON : PLAIN_ROWS_DEFENDED))
        add_counter_rows(run, z, b->a, b->d, run->lacks == PLAIN_ROWS_LENGTH ? 0 : b->length);
}

static bool defend(struct run *run, uint64_t a, uint64_t d, int left, struct zones *z)
{
    const struct plain *w = run->w;
    struct battle b = {.a = a, .d = d, .length = left};
    int most = w->rules.p + (run->lacks == PLAIN_THREAT), smallest = 0;
    uint64_t done = 0;
    if (count(w->board & ~(a | d)) <= left && run->lacks != PLAIN_FILL)
        return false;
    for (int i = 0; i < w->segments; i++) {
        uint64_t missing;
        if (active(w, i, d, a, &missing) && count(missing) <= left && run->lacks != PLAIN_ROW)
            return false;
        if (active(w, i, a, d, &missing) && count(missing) <= most) {
            b.threat[b.threats++] = missing;
            b.squares |= missing;
        }
    }
    memset(z, 0, sizeof *z);
    bool ok = true;
    int longest = run->lacks == PLAIN_LENGTH && w->rules.p < left ? w->rules.p : left;
    for (int size = 0; ok && size <= longest; size++)
        ok = each_set(run, &b, 0, b.squares, size, &smallest, &done, z);
    free(b.covered.set);
    add_node(run, &b, z);
    return ok;
}

static bool prove(struct run *run, const struct position *p)
{
    struct plain *w = run->w;
    *run->out = (struct plain_proof){.turns = 0};
    struct zones z = {{0}};
    uint64_t a = plain_stones(w, p, w->attacker), d = plain_stones(w, p, side_other(w->attacker));
    bool ok = p->to_move == w->attacker ? attack(run, a, d, p->left, &z) : defend(run, a, d, p->left, &z);
    memcpy(run->out->zone, z.z, sizeof z.z);
    free(run->everywhere.set);
    if (!ok) {
        bool cut = run->out->cut;
        plain_proof_free(run->out);
        run->out->cut = cut;
    }
    return ok;
}

bool plain_prove(struct plain *w, const struct position *p, size_t most, struct plain_proof *out)
{
    struct run run = {.w = w, .out = out, .most = most};
    return prove(&run, p);
}

const char *const plain_rule_name[PLAIN_RULES] = {
    [PLAIN_NONE] = "none",
    [PLAIN_SHORT] = "short",
    [PLAIN_AFTER_ROW] = "after row",
    [PLAIN_END] = "end",
    [PLAIN_TURN] = "turn",
    [PLAIN_FILL] = "fill",
    [PLAIN_ROW] = "row",
    [PLAIN_THREAT] = "threat",
    [PLAIN_RELAXED] = "relaxed",
    [PLAIN_NORMAL] = "normal",
    [PLAIN_LENGTH] = "length",
    [PLAIN_THREATS_WON] = "threats won",
    [PLAIN_THREATS_DEFENDED] = "threats defended",
    [PLAIN_ROWS_WON] = "rows won",
    [PLAIN_ROWS_DEFENDED] = "rows defended",
    [PLAIN_ROWS_LENGTH] = "rows length",
    [PLAIN_ROWS_FIRST] = "rows first",
    [PLAIN_SHIFT] = "shift",
    [PLAIN_MERGE] = "merge",
    [PLAIN_TRY] = "try",
    [PLAIN_TRY_FIRST] = "try first",
    [PLAIN_TRY_MORE] = "try more",
    [PLAIN_TRY_LAST] = "try last",
    [PLAIN_PAST] = "past",
    [PLAIN_COVERED] = "covered",
};

bool plain_forge(struct plain *w, const struct position *p, enum plain_rule lacks, struct rng *rng,
                 size_t work, struct plain_proof *out)
{
    for (int depth = 0;; depth++) {
        struct run run = {.w = w, .out = out, .most = work, .lacks = lacks, .rng = rng, .depth = depth};
        if (prove(&run, p))
            return true;
        work = run.most;
        if (out->cut || depth == p->empty)
            return false;
    }
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
