/* Lines of bits for the forcing search; see field.h. */
#include "connect/forcing/field.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { ALIGN = 64 };

/* Vectors that begin a cache line; what is to be freed goes to `raw`. */
static both *aligned(int vectors, void **raw)
{
    *raw = mem_zero((size_t)vectors * sizeof(both) + ALIGN, 1);
    return (both *)(((uintptr_t)*raw + ALIGN - 1) / ALIGN * ALIGN);
}

static void number_squares(struct field *f)
{
    const struct rules *r = &f->rules;
    int n = 0;
    f->number = mem_zero((size_t)square_limit(r), sizeof *f->number);
    f->at_number = mem_alloc((size_t)(r->m * r->n) * sizeof *f->at_number);
    for (square s = square_first(); s; s = square_next(r, s)) {
        f->number[s] = (uint16_t)n;
        f->at_number[n++] = s;
    }
    f->packed_words = (n + 63) / 64;
    for (int side = 0; side < 2; side++)
        f->packed[side] = mem_zero((size_t)f->packed_words, sizeof *f->packed[side]);
    f->empty = n;
}

static void derive(struct field *f, int line);

struct field *field_new(const struct rules *r)
{
    return field_new_needs(r, r->p + 1);
}

struct field *field_new_needs(const struct rules *r, int needs)
{
    struct field *f = mem_zero(1, sizeof *f);
    f->rules = *r;
    f->k = r->k;
    f->p = r->p;
    f->delta = r->k - r->p; /* less than 1: every active segment is a threat */
    f->needs = needs < FIELD_NEEDS ? needs : FIELD_NEEDS;
    f->words = r->m > 64 || r->n > 64 ? 2 : 1;
    f->stride = f->words * (1 + f->needs);
    while (r->k >> f->bits)
        f->bits++;
    f->connect6 = r->k == 6 && r->p == 2 && f->words == 1 && !r->exact;
    f->geometry = segments_new(r);
    int lines = f->geometry->lines;
    f->line = aligned(lines * f->stride, &f->raw[0]);
    f->saved = aligned(FIELD_PLIES * DIRECTIONS * f->stride, &f->raw[1]);
    f->starts = mem_zero((size_t)lines, sizeof *f->starts);
    for (int i = 1; i < lines; i++)
        f->starts[i] = ((line_mask)1 << (f->geometry->line[i].length - r->k + 1)) - 1;
    f->has = mem_zero((size_t)lines, sizeof *f->has);
    f->stale = mem_zero((size_t)lines, sizeof *f->stale);
    f->is_stale = mem_zero((size_t)lines, sizeof *f->is_stale);
    f->some_words = (lines + 63) / 64;
    for (int side = 0; side < 2; side++)
        for (int need = 0; need < f->needs; need++)
            f->some[side][need] = mem_zero((size_t)f->some_words, sizeof *f->some[side][need]);
    number_squares(f);
    f->cell = mem_zero((size_t)square_limit(r) + SQUARE_STRIDE, sizeof *f->cell);
    for (int i = 1; i < lines; i++) /* with a small δ, empty segments are worth something, too */
        derive(f, i);
    return f;
}

void field_free(struct field *f)
{
    if (!f)
        return;
    segments_free(f->geometry);
    free(f->raw[0]);
    free(f->raw[1]);
    free(f->starts);
    free(f->has);
    free(f->stale);
    free(f->is_stale);
    for (int side = 0; side < 2; side++) {
        for (int need = 0; need < f->needs; need++)
            free(f->some[side][need]);
        free(f->packed[side]);
    }
    free(f->number);
    free(f->at_number);
    free(f->cell);
    free(f);
}

size_t field_memory(const struct field *f)
{
    return sizeof *f + (size_t)((f->geometry->lines + FIELD_PLIES * DIRECTIONS) * f->stride) * sizeof(both) +
           (size_t)square_limit(&f->rules) * (sizeof(struct span[DIRECTIONS]) + 3);
}

/* ---- what a line holds ---- */

static both swapped(both x)
{
    return (both){x[1], x[0]};
}

/* Connect6: adds the bits of six neighbours in parallel, three and three. */
static void derive_connect6(const both *stones, both *need, uint64_t starts)
{
    both x = *stones, y = x >> 1, z = x >> 2;
    both odd = x ^ y ^ z, two = (x & y) | (z & (x ^ y)); /* the sum of three as two bits */
    both odd3 = odd >> 3, two3 = two >> 3;
    both carry = odd & odd3;
    both one = odd ^ odd3, twos = two ^ two3 ^ carry, fours = (two & two3) | (carry & (two ^ two3));
    both any = x | y;
    any |= any >> 2;
    any |= any >> 2;
    both open = ~swapped(any) & (both){starts, starts};
    need[0] = fours & open;
    both low = twos & ~fours & open;
    need[1] = low & one;
    need[2] = low & ~one;
}

/* The same for any k and p, on boards of sides up to 64. */
static void derive_short(const struct field *f, const both *stones, both *need, uint64_t starts)
{
    both plane[6] = {{0, 0}}, any = {0, 0}; /* the number of stones, bit by bit */
    for (int i = 0; i < f->k; i++) {
        both carry = *stones >> i;
        any |= carry;
        for (int j = 0; j < f->bits; j++) {
            both both_set = plane[j] & carry;
            plane[j] ^= carry;
            carry = both_set;
        }
    }
    both open = ~swapped(any) & (both){starts, starts};
    for (int n = 0; n < f->needs; n++) {
        int count = f->delta - n;
        both more = {0, 0}, equal = open;
        for (int j = f->bits - 1; j >= 0 && count >= 0; j--)
            if (count >> j & 1) { /* NOLINT: there are fewer than ten bits */
                equal &= plane[j];
            } else {
                more |= equal & plane[j];
                equal &= ~plane[j];
            }
        if (count < 0)
            need[n] = n == 0 ? open : (both){0, 0};
        else
            need[n] = n == 0 ? more | equal : equal;
    }
}

/* Exact games: where segments start that have one of these stones beyond an end. */
static line_mask flanked(const struct field *f, line_mask own)
{
    return own << 1 | own >> f->k;
}

/* Where full segments start. */
static line_mask rows_of(const struct field *f, line_mask own)
{
    line_mask row = own;
    for (int i = 1; i < f->k; i++)
        row &= own >> i;
    return row;
}

/* The segments of a side by the stones they need, `needs` masks. */
static void derive_side(const struct field *f, line_mask own, line_mask other, line_mask starts,
                        line_mask *need)
{
    line_mask plane[6] = {0}, blocked = 0; /* the number of stones, bit by bit */
    for (int i = 0; i < f->k; i++) {
        line_mask carry = own >> i;
        for (int j = 0; carry && j < 6; j++) {
            line_mask both_set = plane[j] & carry;
            plane[j] ^= carry;
            carry = both_set;
        }
        blocked |= other >> i;
    }
    line_mask open = starts & ~blocked;
    for (int n = 0; n < f->needs; n++) {
        int count = f->delta - n;
        line_mask more = 0, equal = open;
        if (count < 0) {
            need[n] = n == 0 ? open : 0;
            continue;
        }
        for (int j = 5; j >= 0; j--)
            if (count >> j & 1) {
                equal &= plane[j];
            } else {
                more |= equal & plane[j];
                equal &= ~plane[j];
            }
        need[n] = n == 0 ? more | equal : equal;
    }
}

static void derive_any(const struct field *f, int line, both *at)
{
    if (f->words == 1 && !f->rules.exact) {
        derive_short(f, at, at + 1, (uint64_t)f->starts[line]);
        return;
    }
    line_mask stones[2] = {field_wide(f, at, BLACK), field_wide(f, at, WHITE)};
    for (int side = 0; side < 2; side++) {
        line_mask need[FIELD_NEEDS];
        line_mask starts = f->starts[line];
        if (f->rules.exact)
            starts &= ~(f->all_segments[side] ? rows_of(f, stones[side]) : flanked(f, stones[side]));
        derive_side(f, stones[side], stones[1 - side], starts, need);
        for (int n = 0; n < f->needs; n++)
            for (int w = 0; w < f->words; w++)
                at[(1 + n) * f->words + w][side] = (uint64_t)(need[n] >> 64 * w);
    }
}

/* Which needs a line has segments of. */
static uint16_t has_of(const struct field *f, const both *at)
{
    unsigned has = 0;
    if (f->words == 1) {
        for (int n = 0; n < f->needs; n++)
            has |= (unsigned)(at[1 + n][0] != 0) << 2 * n | (unsigned)(at[1 + n][1] != 0) << (2 * n + 1);
        return (uint16_t)has;
    }
    for (int n = 0; n < f->needs; n++)
        for (int side = 0; side < 2; side++)
            has |= (unsigned)((at[2 + 2 * n][side] | at[3 + 2 * n][side]) != 0) << (2 * n + side);
    return (uint16_t)has;
}

/* Notes what a line has now. */
static inline void note(struct field *f, int line, uint16_t has)
{
    unsigned changed = f->has[line] ^ has;
    f->has[line] = has;
    for (; changed; changed &= changed - 1) {
        int i = __builtin_ctz(changed);
        f->some[i & 1][i >> 1][line >> 6] ^= (uint64_t)1 << (line & 63);
    }
}

static void derive(struct field *f, int line)
{
    both *at = f->line + line * f->stride;
    if (f->connect6)
        derive_connect6(at, at + 1, (uint64_t)f->starts[line]);
    else
        derive_any(f, line, at);
    note(f, line, has_of(f, at));
}

/* ---- stones ---- */

static void turn_over(struct field *f, enum side side, square s)
{
    int n = f->number[s];
    f->packed[side][n >> 6] ^= (uint64_t)1 << (n & 63);
    f->hash ^= position_stone_key(s, side);
}

static void flip_bit(both *at, int place, enum side side)
{
    at[place >> 6][side] ^= (uint64_t)1 << (place & 63);
}

static inline unsigned bits_of(both x, int at)
{
    return (unsigned)(x[0] != 0) << at | (unsigned)(x[1] != 0) << (at + 1);
}

static void place_connect6(struct field *f, enum side side, const struct span *span, both *saved,
                           uint16_t *has)
{
    for (int d = 0; d < DIRECTIONS; d++, span++, saved += 4) {
        both *at = f->line + span->line * 4;
        if (!span->line)
            continue;
        memcpy(saved, at, 4 * sizeof *at);
        has[d] = f->has[span->line];
        at[0][side] |= (uint64_t)1 << span->place;
        derive_connect6(at, at + 1, (uint64_t)f->starts[span->line]);
        note(f, span->line, (uint16_t)(bits_of(at[1], 0) | bits_of(at[2], 2) | bits_of(at[3], 4)));
    }
}

static void place_any(struct field *f, enum side side, const struct span *span, both *saved, uint16_t *has)
{
    for (int d = 0; d < DIRECTIONS; d++, span++, saved += f->stride) {
        both *at = f->line + span->line * f->stride;
        if (!span->line)
            continue;
        memcpy(saved, at, (size_t)f->stride * sizeof *at);
        has[d] = f->has[span->line];
        flip_bit(at, span->place, side);
        derive_any(f, span->line, at);
        note(f, span->line, has_of(f, at));
    }
}

void field_place(struct field *f, enum side side, square s)
{
    assert(f->cell[s] == CELL_EMPTY && f->plies < FIELD_PLIES);
    struct field_ply *ply = &f->ply[f->plies];
    both *saved = f->saved + f->plies++ * DIRECTIONS * f->stride;
    ply->at = s;
    ply->side = (uint8_t)side;
    (f->connect6 ? place_connect6 : place_any)(f, side, f->geometry->at[s], saved, ply->has);
    f->cell[s] = (uint8_t)cell_of(side);
    f->empty--;
    turn_over(f, side, s);
}

void field_undo(struct field *f)
{
    assert(f->plies > 0);
    const struct field_ply *last = &f->ply[--f->plies];
    const struct span *span = f->geometry->at[last->at];
    const both *saved = f->saved + f->plies * DIRECTIONS * f->stride;
    for (int d = 0; d < DIRECTIONS; d++, span++, saved += f->stride) {
        if (!span->line)
            continue;
        both *at = f->line + span->line * f->stride;
        if (f->connect6)
            memcpy(at, saved, 4 * sizeof *at);
        else
            memcpy(at, saved, (size_t)f->stride * sizeof *at);
        note(f, span->line, last->has[d]);
    }
    f->cell[last->at] = CELL_EMPTY;
    f->empty++;
    turn_over(f, (enum side)last->side, last->at);
}

/* A stone comes or goes for good; its lines are derived later, each once. */
static void flip(struct field *f, enum side side, square s)
{
    for (int d = 0; d < DIRECTIONS; d++) {
        const struct span *span = &f->geometry->at[s][d];
        if (!span->line)
            continue;
        flip_bit(f->line + span->line * f->stride, span->place, side);
        if (!f->is_stale[span->line]) {
            f->is_stale[span->line] = 1;
            f->stale[f->stales++] = span->line;
        }
    }
    turn_over(f, side, s);
}

static void sync_square(struct field *f, square s, uint8_t cell)
{
    if (f->cell[s] == cell)
        return;
    if (f->cell[s] != CELL_EMPTY) {
        flip(f, f->cell[s] == CELL_BLACK ? BLACK : WHITE, s);
        f->empty++;
    }
    if (cell != CELL_EMPTY) {
        flip(f, cell == CELL_BLACK ? BLACK : WHITE, s);
        f->empty--;
    }
    f->cell[s] = cell;
}

void field_sync(struct field *f, const struct position *p)
{
    assert(rules_equal(&f->rules, &p->rules));
    while (f->plies)
        field_undo(f);
    size_t m = (size_t)f->rules.m;
    for (int row = 0; row < f->rules.n; row++) {
        square first = square_at(0, row);
        if (memcmp(f->cell + first, p->cell + first, m) != 0)
            for (int col = 0; col < f->rules.m; col++)
                sync_square(f, (square)(first + col), p->cell[first + col]);
    }
    while (f->stales) {
        int line = f->stale[--f->stales];
        f->is_stale[line] = 0;
        derive(f, line);
    }
}

void field_attacker(struct field *f, enum side attacker)
{
    assert(f->plies == 0);
    /* With p = 1 a macro is the one square that stops a threat: no stone is given that is not there. */
    bool all[2] = {f->rules.exact && f->p > 1 && attacker == WHITE,
                   f->rules.exact && f->p > 1 && attacker == BLACK};
    if (all[BLACK] == f->all_segments[BLACK] && all[WHITE] == f->all_segments[WHITE])
        return;
    memcpy(f->all_segments, all, sizeof all);
    for (int line = 1; line < f->geometry->lines; line++)
        derive(f, line);
}

/* ---- segments ---- */

int field_windows(const struct field *f, enum side side, int need, struct window *out, int most)
{
    int n = 0;
    for (int w = 0; w < f->some_words; w++)
        for (uint64_t lines = f->some[side][need][w]; lines; lines &= lines - 1) {
            int line = w * 64 + __builtin_ctzll(lines);
            for (line_mask m = field_need(f, line, side, need); m && n < most; m &= m - 1)
                out[n++] = (struct window){(uint16_t)line, (uint8_t)mask_lowest(m)};
        }
    return n;
}

int field_empties(const struct field *f, struct window w, square *out)
{
    const both *at = field_line(f, w.line);
    line_mask stones = field_wide(f, at, BLACK) | field_wide(f, at, WHITE);
    line_mask empty = ~(stones >> w.start) & (((line_mask)1 << f->k) - 1);
    const struct line *line = &f->geometry->line[w.line];
    int step = direction_step[line->direction], first = line->start + w.start * step, n = 0;
    for (; empty; empty &= empty - 1)
        out[n++] = (square)(first + mask_lowest(empty) * step);
    return n;
}

bool field_row_at(const struct field *f, enum side side, square s)
{
    for (int d = 0; d < DIRECTIONS; d++) {
        int line = f->geometry->at[s][d].line;
        if (!line)
            continue;
        line_mask stones = field_stones(f, line, side), row = rows_of(f, stones);
        if (f->rules.exact && !f->all_segments[side])
            row &= ~flanked(f, stones);
        if (row)
            return true;
    }
    return false;
}
