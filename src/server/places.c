/* Where positions are in a tree; see places.h. */
#include "server/places.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "board/symmetry.h"

/* ---- Numbers of one to three bytes, seven bits each, the lowest first ---- */

static void put_number(struct buf *b, size_t n)
{
    for (; n >= 128; n >>= 7)
        buf_char(b, (char)((n & 127) | 128));
    buf_char(b, (char)n);
}

static bool take_number(const unsigned char **at, const unsigned char *end, size_t *out)
{
    *out = 0;
    for (int shift = 0; *at < end && shift < 21; shift += 7) {
        unsigned char c = *(*at)++;
        *out |= (size_t)(c & 127) << shift;
        if (c < 128)
            return true;
    }
    return false;
}

/* ---- Paths ----
 *
 * The main line is long and all zeros, so runs of zeros are counted: 0,0,0,2,0 is 3,2,1. */

struct path {
    uint32_t *index;
    size_t len, room;
};

static void put_path(struct buf *b, const struct path *p)
{
    size_t zeros = 0;
    for (size_t i = 0; i < p->len; i++) {
        if (p->index[i] == 0) {
            zeros++;
            continue;
        }
        put_number(b, zeros);
        put_number(b, p->index[i]);
        zeros = 0;
    }
    put_number(b, zeros);
}

bool places_path_json(const void *path, size_t len, struct buf *out)
{
    const unsigned char *at = path, *end = at + len;
    const char *comma = "";
    enum { LONGEST = 100000 };
    buf_char(out, '[');
    for (;;) {
        size_t zeros, index;
        if (!take_number(&at, end, &zeros) || zeros > LONGEST)
            return false;
        for (; zeros; zeros--, comma = ",")
            buf_format(out, "%s0", comma);
        if (at == end)
            break;
        if (!take_number(&at, end, &index))
            return false;
        buf_format(out, "%s%zu", comma, index);
        comma = ",";
    }
    buf_char(out, ']');
    return true;
}

/* ---- Forms ---- */

/* The turns in the order in which they came, on what was set up before; seen through a symmetry. */
static int64_t line_hash(const struct position *p, int symmetry)
{
    const struct rules *r = &p->rules;
    uint64_t h = 0;
    bool *played = mem_zero(SQUARE_CELLS, sizeof *played);
    for (int i = 0; i < p->plies; i++)
        played[p->ply[i].at] = true;
    for (square s = square_first(); s; s = square_next(r, s))
        if (p->cell[s] != CELL_EMPTY && !played[s])
            h ^=
                position_stone_key(symmetry_square(r, symmetry, s), p->cell[s] == CELL_BLACK ? BLACK : WHITE);
    free(played);
    for (int i = 0; i < p->plies;) {
        enum side side = (enum side)p->ply[i].side;
        uint64_t turn = 0; /* its stones in any order */
        for (; i < p->plies && p->ply[i].side == side; i++)
            turn ^= position_stone_key(symmetry_square(r, symmetry, p->ply[i].at), side);
        h = rng_mix(h ^ turn);
    }
    return (int64_t)h;
}

static uint64_t hash_bytes(const char *bytes, size_t len)
{
    uint64_t h = len;
    for (size_t i = 0; i < len; i++)
        h = rng_mix(h ^ (unsigned char)bytes[i]);
    return h;
}

/* Appends the rules and the canonical position: what a packing has in two bits a square, or where that is
 * shorter (early in a game) a list of its stones. Returns the symmetry. */
static int put_form(struct buf *b, const struct position *p)
{
    uint8_t packed[POSITION_PACKED_MOST];
    const struct rules *r = &p->rules;
    int symmetry = position_canonical(p, packed);
    size_t size = position_packed_size(r);
    const char rules[] = {(char)r->m, (char)r->n, (char)r->k, (char)r->p, (char)r->q};
    buf_bytes(b, rules, sizeof rules);
    if (2 + 2 * (size_t)p->stones >= size) {
        buf_char(b, 'P');
        buf_bytes(b, packed, size);
        return symmetry;
    }
    buf_char(b, 'L');
    buf_bytes(b, packed, 2);
    for (size_t i = 2; i < size; i++)
        for (int k = 0; packed[i] && k < 4; k++) {
            int cell = packed[i] >> (6 - 2 * k) & 3;
            if (cell) {
                size_t n = 4 * (i - 2) + (size_t)k; /* below 127², so that a bit is left for the colour */
                buf_char(b, (char)(n & 255));
                buf_char(b, (char)(n >> 8 | (cell == CELL_WHITE ? 128u : 0u)));
            }
        }
    return symmetry;
}

static void add_place(struct places *out, const struct position *p, const struct path *path)
{
    struct place x = {.path = out->bytes.len};
    put_path(&out->bytes, path);
    x.path_len = out->bytes.len - x.path;
    x.form = out->bytes.len;
    x.symmetry = put_form(&out->bytes, p);
    x.form_len = out->bytes.len - x.form;
    x.hash = (int64_t)hash_bytes(buf_str(&out->bytes) + x.form, x.form_len);
    x.line = line_hash(p, 0);
    out->place = mem_grow(out->place, &out->room, out->count + 1, sizeof *out->place);
    out->place[out->count++] = x;
}

void places_of_position(const struct position *p, struct places *out)
{
    struct path none = {NULL, 0, 0};
    *out = (struct places){NULL, 0, 0, BUF_EMPTY};
    add_place(out, p, &none);
}

void places_of(const struct record *r, struct places *out)
{
    struct walk *w;
    struct err e;
    struct path path = {NULL, 0, 0};
    *out = (struct places){NULL, 0, 0, BUF_EMPTY};
    bool ok = walk_new(r, &w, &e);
    assert(ok);
    const struct node *n = r->root;
    add_place(out, w->position, &path);
    for (;;) {
        if (n->child) {
            path.index = mem_grow(path.index, &path.room, path.len + 1, sizeof *path.index);
            path.index[path.len++] = 0;
            n = n->child;
        } else {
            while (n != r->root && !n->next) {
                n = n->parent;
                walk_up(w);
                path.len--;
            }
            if (n == r->root)
                break;
            walk_up(w);
            path.index[path.len - 1]++;
            n = n->next;
        }
        ok = walk_down(w, n, &e);
        assert(ok);
        add_place(out, w->position, &path);
    }
    (void)ok;
    walk_free(w);
    free(path.index);
}

void places_free(struct places *p)
{
    free(p->place);
    buf_free(&p->bytes);
}

/* The symmetry that is the first, then the second. */
static int compose(const struct rules *r, int first, int second)
{
    square probe[3] = {square_at(0, 0), square_at(r->m - 1, 0), square_at(0, r->n - 1)};
    for (int x = 0; x < symmetry_count(r); x++) {
        bool same = true;
        for (int i = 0; i < 3; i++)
            same = same && symmetry_square(r, x, probe[i]) ==
                               symmetry_square(r, second, symmetry_square(r, first, probe[i]));
        if (same)
            return x;
    }
    assert(!"symmetries are a group");
    return 0;
}

struct place_match places_match(const struct position *p, int place_symmetry, int64_t place_line)
{
    uint8_t canonical[POSITION_PACKED_MOST], packed[POSITION_PACKED_MOST];
    const struct rules *r = &p->rules;
    struct place_match m = {-1, true};
    position_canonical(p, canonical);
    for (int s = 0; s < symmetry_count(r) && m.order_differs; s++) {
        position_pack(p, compose(r, s, place_symmetry), packed);
        if (memcmp(packed, canonical, position_packed_size(r)) != 0)
            continue;
        m.order_differs = line_hash(p, s) != place_line;
        if (m.symmetry < 0 || !m.order_differs)
            m.symmetry = s;
    }
    if (m.symmetry < 0) /* the place was not of this form: the file is input */
        m.symmetry = 0;
    return m;
}
