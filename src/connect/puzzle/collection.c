/* Puzzles as bits; see collection.h. */
#include "connect/puzzle/collection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define MAGIC "HXPZ2"

enum { MAGIC_BYTES = 5, HEADER = MAGIC_BYTES + 4 };

/* Bits of the fields. */
enum {
    BITS_RULE = 7,
    BITS_FLAG = 1,
    BITS_CLASS = 3,
    BITS_STONES = 14,
    BITS_TURN = 6, /* stones of an error or a key, turns */
    BITS_FIRSTS = 20,
    BITS_LINE = 7,
    BITS_THEMES = 12,
    BITS_RATING = 13,
    BITS_SEED = 20,
    BITS_GAME = 24,
};

static const uint8_t builtin[] = {
#include "connect/puzzle/collection.inc"
};

/* ---- bits ---- */

struct writer {
    struct buf *out;
    unsigned held, bits;
};

static void put(struct writer *w, uint32_t value, int bits)
{
    for (int i = bits - 1; i >= 0; i--) {
        w->held = w->held << 1 | (value >> i & 1);
        if (++w->bits == 8) {
            buf_char(w->out, (char)w->held);
            w->held = w->bits = 0;
        }
    }
}

static uint32_t get(struct collection *c, int bits)
{
    uint32_t value = 0;
    for (int i = 0; i < bits; i++, c->at++) {
        bool one = c->at < c->bits && c->bytes[c->at / 8] >> (7 - c->at % 8) & 1;
        value = value << 1 | one;
    }
    return value;
}

static int square_bits(const struct rules *r)
{
    int bits = 1;
    while (1 << bits < r->m * r->n)
        bits++;
    return bits;
}

static void put_squares(struct writer *w, const struct rules *r, const square *s, int n)
{
    for (int i = 0; i < n; i++)
        put(w, (uint32_t)(square_row(s[i]) * r->m + square_col(s[i])), square_bits(r));
}

static bool get_squares(struct collection *c, const struct rules *r, square *s, int n)
{
    for (int i = 0; i < n; i++) {
        int at = (int)get(c, square_bits(r));
        if (at >= r->m * r->n)
            return false;
        s[i] = square_at(at % r->m, at / r->m);
    }
    return true;
}

/* ---- writing ---- */

static bool fits(const struct puzzle *p, unsigned long *seed, unsigned long *game, struct err *e)
{
    int end = 0;
    const struct position *b = p->before;
    if (b->plies != b->stones)
        return err_set(e, "%s begins with a set-up, which the collection cannot hold", p->id);
    if (sscanf(p->source, "self-play %lu/%lu%n", seed, game, &end) != 2 || p->source[end] ||
        *seed >> BITS_SEED || *game >> BITS_GAME)
        return err_set(e, "%s is from '%s', not from self-play", p->id, p->source);
    return true;
}

static void pack(struct writer *w, const struct puzzle *p, unsigned long seed, unsigned long game)
{
    const struct position *b = p->before;
    const struct rules *r = &b->rules;
    const int rule[] = {r->m, r->n, r->k, r->p, r->q};
    for (size_t i = 0; i < sizeof rule / sizeof *rule; i++)
        put(w, (uint32_t)rule[i], BITS_RULE);
    put(w, p->kind, BITS_FLAG);
    put(w, p->class, BITS_CLASS);
    put(w, (uint32_t)b->plies, BITS_STONES);
    for (int i = 0; i < b->plies; i++)
        put_squares(w, r, &b->ply[i].at, 1);
    put(w, (uint32_t)p->error.n, BITS_TURN);
    put_squares(w, r, p->error.s, p->error.n);
    put(w, (uint32_t)p->turns, BITS_TURN);
    put(w, (uint32_t)p->key.n, BITS_TURN);
    put_squares(w, r, p->key.s, p->key.n);
    put(w, (uint32_t)p->firsts, BITS_FIRSTS);
    put(w, (uint32_t)p->line_n, BITS_LINE);
    put_squares(w, r, p->line, p->line_n);
    put(w, p->themes, BITS_THEMES);
    put(w, (uint32_t)p->rating, BITS_RATING);
    put(w, (uint32_t)p->deviation, BITS_RATING);
    put(w, (uint32_t)seed, BITS_SEED);
    put(w, (uint32_t)game, BITS_GAME);
}

bool collection_pack(const struct puzzles *l, struct buf *out, struct err *e)
{
    struct writer w = {.out = out};
    unsigned long seed, game;
    buf_text(out, MAGIC);
    for (int i = 0; i < 4; i++)
        buf_char(out, (char)(l->n >> 8 * i));
    for (size_t i = 0; i < l->n; i++) {
        if (!fits(&l->at[i], &seed, &game, e))
            return false;
        pack(&w, &l->at[i], seed, game);
    }
    put(&w, 0, 7); /* the last byte */
    return true;
}

/* ---- reading ---- */

bool collection_open(struct collection *c, const uint8_t *bytes, size_t len)
{
    *c = (struct collection){bytes, len * 8, HEADER * 8, 0};
    if (len < HEADER || memcmp(bytes, MAGIC, MAGIC_BYTES) != 0)
        return false;
    for (int i = 0; i < 4; i++)
        c->left |= (uint32_t)bytes[MAGIC_BYTES + i] << 8 * i;
    return true;
}

struct collection collection_builtin(void)
{
    struct collection c;
    if (!collection_open(&c, builtin, sizeof builtin))
        c.left = 0;
    return c;
}

static bool get_turn(struct collection *c, const struct rules *r, struct squares *out)
{
    out->n = (int)get(c, BITS_TURN);
    return get_squares(c, r, out->s, out->n);
}

/* The game before the error. */
static bool get_game(struct collection *c, const struct rules *r, struct position **out)
{
    struct position *b = *out = position_new(r);
    uint32_t stones = get(c, BITS_STONES);
    for (uint32_t i = 0; i < stones; i++) {
        square s;
        if (!get_squares(c, r, &s, 1) || !position_legal_square(b, s))
            return false;
        position_place(b, s);
    }
    return true;
}

static bool get_rest(struct collection *c, const struct rules *r, struct puzzle *p)
{
    struct err e;
    if (!get_turn(c, r, &p->error))
        return false;
    p->turns = (int)get(c, BITS_TURN);
    if (p->turns > HUNT_DEPTH || !get_turn(c, r, &p->key))
        return false;
    p->firsts = (int)get(c, BITS_FIRSTS);
    p->line_n = (int)get(c, BITS_LINE);
    if (p->line_n > PUZZLE_LINE || !get_squares(c, r, p->line, p->line_n))
        return false;
    p->themes = get(c, BITS_THEMES) & ((1u << THEMES) - 1);
    p->rating = (int)get(c, BITS_RATING);
    p->deviation = (int)get(c, BITS_RATING);
    unsigned seed = get(c, BITS_SEED), game = get(c, BITS_GAME);
    snprintf(p->source, sizeof p->source, "self-play %u/%u", seed, game);
    struct position *at = puzzle_position(p, &e);
    position_free(at);
    return at && c->at <= c->bits;
}

bool collection_next(struct collection *c, struct puzzle *out)
{
    struct rules r = {0};
    struct err e;
    int *rule[] = {&r.m, &r.n, &r.k, &r.p, &r.q};
    *out = (struct puzzle){0};
    if (c->left == 0)
        return false;
    for (size_t i = 0; i < sizeof rule / sizeof *rule; i++)
        *rule[i] = (int)get(c, BITS_RULE);
    if (!rules_check(&r, &e) || !hunt_able(&r))
        return false;
    out->kind = (enum puzzle_kind)get(c, BITS_FLAG);
    out->class = (enum hunt_class)get(c, BITS_CLASS);
    if (out->class > HUNT_WIDEST || !get_game(c, &r, &out->before) || !get_rest(c, &r, out)) {
        puzzle_done(out);
        return false;
    }
    puzzle_name(out);
    c->left--;
    return true;
}
