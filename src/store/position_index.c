/* Where positions are in a tree; see position_index.h. */
#include "store/position_index.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "json/limits.h"

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
 * The main line is long and all zeros, so runs of zeros are counted: 0,0,0,2,0 is 3,2,1. What counts is never zero behind
 * a run, so that 0,0 at the beginning is free to say that a chapter's number comes, and then the path in it. */

struct path {
    uint32_t *index;
    size_t len, room;
};

static void put_path(struct buf *b, size_t chapter, const struct path *p)
{
    size_t zeros = 0;
    if (chapter) {
        put_number(b, 0);
        put_number(b, 0);
        put_number(b, chapter);
    }
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

/* Past the number of a chapter, if there is one. */
static bool take_chapter(const unsigned char **at, const unsigned char *end, size_t *chapter)
{
    *chapter = 0;
    if (end - *at < 2 || (*at)[0] || (*at)[1])
        return true;
    *at += 2;
    return take_number(at, end, chapter) && *at < end;
}

bool index_path_json(const void *path, size_t len, size_t *chapter, struct buf *out)
{
    const char *comma = "";
    enum { LONGEST = 100000 };
    if (len == 0)
        return false; /* and there may be no bytes to point to */
    const unsigned char *at = path, *end = at + len;
    if (!take_chapter(&at, end, chapter))
        return false;
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

/* Turn by turn, each with its stones in any order, on what was set up before. */
struct line {
    uint64_t before; /* the hash of what was before the turn */
    uint64_t turn;   /* of its stones; 0: none has begun */
    enum side side;  /* whose it is */
};

static uint64_t line_value(const struct line *l)
{
    return l->turn ? rng_mix(l->before ^ l->turn) : l->before;
}

static void line_add(struct line *l, square at, enum side side)
{
    if (!l->turn || l->side != side)
        *l = (struct line){line_value(l), 0, side};
    l->turn ^= position_stone_key(at, side);
}

/* The line of a position on what was set up before its plies, seen through a symmetry. */
static struct line line_through(const struct position *p, int symmetry, uint64_t setup)
{
    struct line l = {setup, 0, BLACK};
    for (int i = 0; i < p->plies; i++)
        line_add(&l, symmetry_square(&p->rules, symmetry, p->ply[i].at), (enum side)p->ply[i].side);
    return l;
}

/* What was set up is what is on the board and was not played. */
static struct line line_of(const struct position *p)
{
    uint64_t setup = p->hash;
    for (int i = 0; i < p->plies; i++)
        setup ^= position_stone_key(p->ply[i].at, (enum side)p->ply[i].side);
    return line_through(p, 0, setup);
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
    struct line l = line_through(p, symmetry, setup);
    return (int64_t)line_value(&l);
}

/* ---- Forms ---- */

/* The board packed through every symmetry (connect/board/symmetry.h), kept up to date stone by stone: packing anew at
 * every node would be most of the work of saving a tree. */
struct views {
    const struct rules *rules;
    int count;
    size_t size; /* of a packing */
    uint8_t *packed[INDEX_SYMMETRIES];
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

/* The next byte of a packing that is not empty; most of a large board is. */
static size_t next_stone(const uint8_t *packed, size_t i, size_t size)
{
    assert(packed);
    static const uint8_t none[32];
    while (i + sizeof none <= size && memcmp(packed + i, none, sizeof none) == 0)
        i += sizeof none;
    while (i < size && !packed[i])
        i++;
    return i;
}

/* Appends the rules and the canonical position: what a packing has in two bits a square, or where that is
 * shorter (early in a game) a list of its stones. */
static void put_form(struct buf *b, const struct position *p, const uint8_t *packed)
{
    const struct rules *r = &p->rules;
    size_t size = position_packed_size(r);
    const char head[] = {(char)r->m,   (char)r->n, (char)(r->exact ? r->k | 64 : r->k),
                         (char)r->p,   (char)r->q, (char)p->to_move,
                         (char)p->left};
    buf_bytes(b, head, sizeof head);
    if (2 * (size_t)p->stones >= size) {
        buf_char(b, 'P');
        buf_bytes(b, packed + 2, size - 2);
        return;
    }
    buf_char(b, 'L');
    for (size_t i = next_stone(packed, 2, size); i < size; i = next_stone(packed, i + 1, size))
        for (int k = 0; k < 4; k++) {
            int cell = packed[i] >> (6 - 2 * k) & 3; /* NOLINT: next_stone has looked */
            if (cell) {
                size_t n = 4 * (i - 2) + (size_t)k; /* below 127², so that a bit is left for the colour */
                buf_char(b, (char)(n & 255));
                buf_char(b, (char)(n >> 8 | (cell == CELL_WHITE ? 128u : 0u)));
            }
        }
}

/* ---- Places ---- */

static void add_place(struct position_index *out, const struct position *p, const struct views *v,
                      size_t chapter, const struct path *path, const struct line *line)
{
    struct place x = {
        .path = out->bytes.len, .symmetry = views_canonical(v), .line = (int64_t)line_value(line)};
    put_path(&out->bytes, chapter, path);
    x.path_len = out->bytes.len - x.path;
    x.form = out->bytes.len;
    put_form(&out->bytes, p, v->packed[x.symmetry]);
    x.form_len = out->bytes.len - x.form;
    x.hash = (int64_t)hash_bytes(buf_str(&out->bytes) + x.form, x.form_len);
    out->place = mem_grow(out->place, &out->room, out->count + 1, sizeof *out->place);
    out->place[out->count++] = x;
}

/* A walk with the views in step. */
struct tour {
    struct walk *walk;
    struct views views;
    struct path path;
    struct line *line; /* of every node on the way, the root first */
    size_t line_room;
};

/* The line of the node that the walk is at; the one above it is there. */
static void set_line(struct tour *t, const struct tree_node *n)
{
    size_t depth = t->path.len;
    t->line = mem_grow(t->line, &t->line_room, depth + 1, sizeof *t->line);
    if (depth == 0 || (n->at == SQUARE_NONE && node_is_setup(n)))
        t->line[depth] = (struct line){t->walk->position->hash, 0, BLACK};
    else
        t->line[depth] = t->line[depth - 1];
    if (n->at != SQUARE_NONE)
        line_add(&t->line[depth], n->at, (enum side)n->side);
}

/* Brings the views to what a set-up changed: to what is there now, or to what was. */
static void set_up_views(struct tour *t, bool now)
{
    size_t count;
    const struct walk_change *c = walk_changes(t->walk, &count);
    for (size_t i = 0; i < count; i++)
        views_change(&t->views, c[i].at, (enum cell)(now ? t->walk->position->cell[c[i].at] : c[i].was));
}

static void go_down(struct tour *t, const struct tree_node *n)
{
    struct err e;
    bool ok = walk_down(t->walk, n, &e);
    assert(ok);
    (void)ok;
    if (n->at != SQUARE_NONE)
        views_change(&t->views, n->at, cell_of((enum side)n->side));
    else if (node_is_setup(n))
        set_up_views(t, true);
    set_line(t, n);
}

static void go_up(struct tour *t, const struct tree_node *n)
{
    if (n->at != SQUARE_NONE)
        views_change(&t->views, n->at, CELL_EMPTY);
    else if (node_is_setup(n))
        set_up_views(t, false);
    walk_up(t->walk);
}

/* The next node in the order of the file, the tour with it; NULL when all were seen. */
static const struct tree_node *step(struct tour *t, const struct tree_node *n, const struct tree_node *root)
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

/* Bytes that a place takes in the file, where its path is in two tables. */
static size_t place_bytes(const struct place *x)
{
    return INDEX_ROW_BYTES + 2 * x->path_len + x->form_len;
}

bool index_of(const struct record *r, struct position_index *out, struct err *e)
{
    *out = (struct position_index){NULL, 0, 0, BUF_EMPTY};
    return index_add(r, 0, out, e);
}

bool index_add(const struct record *r, size_t chapter, struct position_index *out, struct err *e)
{
    struct tour t = {.path = {NULL, 0, 0}};
    size_t bytes = 0;
    for (size_t i = 0; i < out->count; i++)
        bytes += place_bytes(&out->place[i]);
    bool ok = walk_new(r, &t.walk, e);
    assert(ok);
    (void)ok;
    views_init(&t.views, t.walk->position);
    set_line(&t, r->root);
    for (const struct tree_node *n = r->root; n && bytes <= LIMIT_TREE_INDEX; n = step(&t, n, r->root)) {
        add_place(out, t.walk->position, &t.views, chapter, &t.path, &t.line[t.path.len]);
        bytes += place_bytes(&out->place[out->count - 1]);
    }
    views_free(&t.views);
    walk_free(t.walk);
    free(t.path.index);
    free(t.line);
    return bytes <= LIMIT_TREE_INDEX ||
           err_set(e, "tree: its positions take more than %d bytes of the index", LIMIT_TREE_INDEX);
}

void index_free(struct position_index *p)
{
    free(p->place);
    buf_free(&p->bytes);
}

void index_probe(const struct position *p, struct index_probe *out)
{
    struct path none = {NULL, 0, 0};
    struct line line = line_of(p);
    struct views v;
    views_init(&v, p);
    int best = views_canonical(&v);
    *out = (struct index_probe){.wanted = {NULL, 0, 0, BUF_EMPTY}, .rules = p->rules};
    add_place(&out->wanted, p, &v, 0, &none, &line);
    for (int i = 0; i < v.count; i++) {
        out->canonical[i] = memcmp(v.packed[i], v.packed[best], v.size) == 0;
        out->line[i] = line_hash_through(p, i);
    }
    views_free(&v);
}

void index_probe_free(struct index_probe *x)
{
    index_free(&x->wanted);
}

struct place_match index_match(const struct index_probe *x, int place_symmetry, int64_t place_line)
{
    const struct rules *r = &x->rules;
    struct place_match m = {-1, true};
    if (place_symmetry < 0 || place_symmetry >= symmetry_count(r)) /* the file is input */
        place_symmetry = 0;
    for (int s = 0; s < symmetry_count(r) && m.order_differs; s++) {
        if (!x->canonical[symmetry_then(s, place_symmetry)])
            continue;
        m.order_differs = x->line[s] != place_line;
        if (m.symmetry < 0 || !m.order_differs)
            m.symmetry = s;
    }
    if (m.symmetry < 0) /* the place was not of this form */
        m.symmetry = 0;
    return m;
}
