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

/* ---- Lines ---- */

/* Turn by turn on what was set up before; `h` stands for that. Seen through a symmetry. */
static uint64_t hash_turns(const struct position *p, int symmetry, uint64_t h)
{
    for (int i = 0; i < p->plies;) {
        enum side side = (enum side)p->ply[i].side;
        uint64_t turn = 0; /* its stones in any order */
        for (; i < p->plies && p->ply[i].side == side; i++)
            turn ^= position_stone_key(symmetry_square(&p->rules, symmetry, p->ply[i].at), side);
        h = rng_mix(h ^ turn);
    }
    return h;
}

/* The hash of a position's line: what was set up is what is on the board and was not played. */
static int64_t line_hash(const struct position *p)
{
    uint64_t setup = p->hash;
    for (int i = 0; i < p->plies; i++)
        setup ^= position_stone_key(p->ply[i].at, (enum side)p->ply[i].side);
    return (int64_t)hash_turns(p, 0, setup);
}

/* The same through a symmetry, for which every square must be looked at. */
static int64_t line_hash_through(const struct position *p, int symmetry)
{
    const struct rules *r = &p->rules;
    uint64_t setup = 0;
    for (square s = square_first(); s; s = square_next(r, s))
        if (p->cell[s] != CELL_EMPTY)
            setup ^=
                position_stone_key(symmetry_square(r, symmetry, s), p->cell[s] == CELL_BLACK ? BLACK : WHITE);
    for (int i = 0; i < p->plies; i++)
        setup ^= position_stone_key(symmetry_square(r, symmetry, p->ply[i].at), (enum side)p->ply[i].side);
    return (int64_t)hash_turns(p, symmetry, setup);
}

/* ---- Forms ---- */

enum { SYMMETRIES = 8 };

/* The board packed through every symmetry (board/symmetry.h), kept up to date stone by stone: packing anew at
 * every node would be most of the work of saving a tree. */
struct views {
    const struct rules *rules;
    int count;
    size_t size; /* of a packing */
    uint8_t *packed[SYMMETRIES];
};

static void views_init(struct views *v, const struct position *p)
{
    *v = (struct views){.rules = &p->rules, .count = symmetry_count(&p->rules)};
    v->size = position_packed_size(&p->rules);
    for (int i = 0; i < v->count; i++) {
        v->packed[i] = mem_alloc(v->size);
        position_pack(p, i, v->packed[i]);
    }
}

static void views_free(struct views *v)
{
    for (int i = 0; i < v->count; i++)
        free(v->packed[i]);
}

/* Everything may have changed. */
static void views_anew(struct views *v, const struct position *p)
{
    for (int i = 0; i < v->count; i++)
        position_pack(p, i, v->packed[i]);
}

/* A stone came on this square, or went. */
static void views_change(struct views *v, square s, enum cell what)
{
    for (int i = 0; i < v->count; i++) {
        square at = symmetry_square(v->rules, i, s);
        size_t n = (size_t)square_row(at) * (size_t)v->rules->m + (size_t)square_col(at);
        int shift = 6 - 2 * (int)(n % 4);
        uint8_t *byte = &v->packed[i][2 + n / 4];
        *byte = (uint8_t)((*byte & ~(3 << shift)) | (int)what << shift);
    }
}

/* The symmetry whose packing is the smallest; side and stones left are the same in all. */
static int views_canonical(const struct views *v)
{
    int best = 0;
    for (int i = 1; i < v->count; i++)
        if (memcmp(v->packed[i] + 2, v->packed[best] + 2, v->size - 2) < 0)
            best = i;
    return best;
}

static uint64_t hash_bytes(const char *bytes, size_t len)
{
    uint64_t h = len;
    for (size_t i = 0; i < len; i++)
        h = rng_mix(h ^ (unsigned char)bytes[i]);
    return h;
}

/* Appends the rules and the canonical position: what a packing has in two bits a square, or where that is
 * shorter (early in a game) a list of its stones. */
static void put_form(struct buf *b, const struct position *p, const uint8_t *packed)
{
    const struct rules *r = &p->rules;
    size_t size = position_packed_size(r);
    const char head[] = {(char)r->m, (char)r->n,       (char)r->k,   (char)r->p,
                         (char)r->q, (char)p->to_move, (char)p->left};
    buf_bytes(b, head, sizeof head);
    if (2 * (size_t)p->stones >= size) {
        buf_char(b, 'P');
        buf_bytes(b, packed + 2, size - 2);
        return;
    }
    buf_char(b, 'L');
    for (size_t i = 2; i < size; i++)
        for (int k = 0; packed[i] && k < 4; k++) {
            int cell = packed[i] >> (6 - 2 * k) & 3;
            if (cell) {
                size_t n = 4 * (i - 2) + (size_t)k; /* below 127², so that a bit is left for the colour */
                buf_char(b, (char)(n & 255));
                buf_char(b, (char)(n >> 8 | (cell == CELL_WHITE ? 128u : 0u)));
            }
        }
}

/* ---- Places ---- */

static void add_place(struct places *out, const struct position *p, const struct views *v,
                      const struct path *path)
{
    struct place x = {.path = out->bytes.len, .symmetry = views_canonical(v), .line = line_hash(p)};
    put_path(&out->bytes, path);
    x.path_len = out->bytes.len - x.path;
    x.form = out->bytes.len;
    put_form(&out->bytes, p, v->packed[x.symmetry]);
    x.form_len = out->bytes.len - x.form;
    x.hash = (int64_t)hash_bytes(buf_str(&out->bytes) + x.form, x.form_len);
    out->place = mem_grow(out->place, &out->room, out->count + 1, sizeof *out->place);
    out->place[out->count++] = x;
}

void places_of_position(const struct position *p, struct places *out)
{
    struct path none = {NULL, 0, 0};
    struct views v;
    *out = (struct places){NULL, 0, 0, BUF_EMPTY};
    views_init(&v, p);
    add_place(out, p, &v, &none);
    views_free(&v);
}

/* A walk with the views in step. */
struct tour {
    struct walk *walk;
    struct views views;
    struct path path;
};

static void go_down(struct tour *t, const struct node *n)
{
    struct err e;
    bool ok = walk_down(t->walk, n, &e);
    assert(ok);
    (void)ok;
    if (n->at != SQUARE_NONE)
        views_change(&t->views, n->at, cell_of((enum side)n->side));
    else if (node_is_setup(n))
        views_anew(&t->views, t->walk->position);
}

static void go_up(struct tour *t, const struct node *n)
{
    walk_up(t->walk);
    if (n->at != SQUARE_NONE)
        views_change(&t->views, n->at, CELL_EMPTY);
    else if (node_is_setup(n))
        views_anew(&t->views, t->walk->position);
}

/* The next node in the order of the file, the tour with it; NULL when all were seen. */
static const struct node *step(struct tour *t, const struct node *n, const struct node *root)
{
    if (n->child) {
        t->path.index = mem_grow(t->path.index, &t->path.room, t->path.len + 1, sizeof *t->path.index);
        t->path.index[t->path.len++] = 0;
        n = n->child;
    } else {
        for (; n != root && !n->next; n = n->parent) {
            go_up(t, n);
            t->path.len--;
        }
        if (n == root)
            return NULL;
        go_up(t, n);
        t->path.index[t->path.len - 1]++;
        n = n->next;
    }
    go_down(t, n);
    return n;
}

void places_of(const struct record *r, struct places *out)
{
    struct tour t = {.path = {NULL, 0, 0}};
    struct err e;
    *out = (struct places){NULL, 0, 0, BUF_EMPTY};
    bool ok = walk_new(r, &t.walk, &e);
    assert(ok);
    (void)ok;
    views_init(&t.views, t.walk->position);
    for (const struct node *n = r->root; n; n = step(&t, n, r->root))
        add_place(out, t.walk->position, &t.views, &t.path);
    views_free(&t.views);
    walk_free(t.walk);
    free(t.path.index);
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
    assert(false); /* symmetries are a group */
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
        m.order_differs = line_hash_through(p, s) != place_line;
        if (m.symmetry < 0 || !m.order_differs)
            m.symmetry = s;
    }
    if (m.symmetry < 0) /* the place was not of this form: the file is input */
        m.symmetry = 0;
    return m;
}
