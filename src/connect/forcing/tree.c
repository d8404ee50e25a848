/* The main line and the tree of a win, from the table. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/forcing/inner.h"

/* ---- the main line ---- */

struct main_line {
    int n;
    square s[FORCING_LINE_MOST];
    bool ended; /* no room, or a free stone that the line has no square for */
};

static int line_from(struct forcing *x, struct main_line *l);

static void line_add(struct main_line *l, const square *s, int n)
{
    if (l->ended || l->n + n > FORCING_LINE_MOST) {
        l->ended = true;
        return;
    }
    memcpy(l->s + l->n, s, (size_t)n * sizeof *s);
    l->n += n;
}

/* Squares for the free stones of a defence, on which they change nothing. */
static void line_free(struct forcing *x, int free, struct main_line *l)
{
    const struct field *f = x->field;
    struct zones *z = forcing_zones_take(x, free);
    bool ok = forcing_replay_zones(x, z);
    for (int i = 0; ok && free > 0 && i < f->rules.m * f->rules.n; i++) {
        square s = f->at_number[i];
        if (f->cell[s] == CELL_EMPTY && !zones_has(z, free, s)) {
            line_add(l, &s, 1);
            free--;
        }
    }
    if (free > 0)
        l->ended = true;
    forcing_zones_give(x);
}

/* After a defence of which the first n stones are shown; `all` are on the board. Returns the turns to the
 * end. */
static int line_defence(struct forcing *x, const square *s, int n, int all, int free, struct main_line *l)
{
    place_all(x, x->defender, s, all);
    line_add(l, s, n);
    if (free > 0)
        line_free(x, free, l);
    int depth = line_from(x, l);
    take_back(x, all);
    return depth;
}

/* The attacker's turn is on the board. */
static int line_answers(struct forcing *x, enum way way, struct main_line *l)
{
    struct edges e;
    struct covers c;
    int p = x->rules.p;
    edges_find(x->field, x->attacker, &e);
    int number = edges_number(&e, p, NULL);
    if (number > p)
        return 1; /* and a row in the next turn, whatever the defender does */
    edges_covers(&e, p, &c);
    if (c.n == 0 || c.cut) { /* no time to find them */
        l->ended = true;
        return 0;
    }
    if (way == WAY_MACRO) { /* shows one of the defences; its stones come first in the macro */
        square s[FORCING_MACRO];
        int n = forcing_macro(&c, s);
        return line_defence(x, s, covers_size(&c, 0), n, p - covers_size(&c, 0), l);
    }
    struct main_line best = *l;
    int most = -1;
    for (int i = 0; i < c.n; i++) {
        struct main_line one = *l;
        int n = covers_size(&c, i), depth = line_defence(x, covers_set(&c, i), n, n, p - n, &one);
        if (depth > most) {
            most = depth;
            best = one;
        }
    }
    *l = best;
    return most;
}

static int line_turn(struct forcing *x, const struct squares *turn, enum way way, bool row,
                     struct main_line *l)
{
    line_add(l, turn->s, turn->n);
    if (row)
        return 1;
    place_all(x, x->attacker, turn->s, turn->n);
    int depth = 1 + line_answers(x, way, l);
    take_back(x, turn->n);
    return depth;
}

static int line_from(struct forcing *x, struct main_line *l)
{
    struct squares turn;
    enum way way = WAY_TREE;
    bool row;
    if (forcing_replay_turn(x, &turn, &way, &row))
        return line_turn(x, &turn, way, row, l);
    l->ended = true;
    return 0;
}

/* The first turn of the win of the root. */
static bool root_turn(struct forcing *x, struct squares *turn, enum way *way, bool *row)
{
    *row = x->root_row.n > 0;
    if (*row) {
        *turn = x->root_row;
        return true;
    }
    if (x->root_left == x->rules.p)
        return forcing_replay_turn(x, turn, way, row);
    *turn = x->root_turn;
    *way = x->root_way;
    return true;
}

void forcing_line(struct forcing *x, struct forcing_result *out)
{
    struct main_line l = {.n = 0};
    enum way way = WAY_TREE;
    bool row;
    if (!root_turn(x, &out->turn, &way, &row))
        return;
    out->depth = line_turn(x, &out->turn, way, row, &l);
    out->n = l.n;
    memcpy(out->line, l.s, (size_t)l.n * sizeof *l.s);
}

/* ---- the tree ---- */

struct builder {
    struct forcing *x;
    size_t left;    /* nodes that may still be made, */
    size_t answers; /* and answers, which share nodes */
    bool failed;
};

static struct forcing_node *build(struct builder *b);

void forcing_node_free(struct forcing_node *n)
{
    if (!n || --n->users > 0)
        return;
    for (int i = 0; i < n->answers; i++)
        forcing_node_free(n->next[i]);
    free(n->answer);
    free(n->next);
    free(n);
}

void forcing_node_answer(struct forcing_node *n, const struct squares *answer, struct forcing_node *next)
{
    size_t room = (size_t)n->room;
    n->answer = mem_grow(n->answer, &room, (size_t)n->answers + 1, sizeof *n->answer);
    n->next = mem_resize(n->next, room, sizeof(struct forcing_node *));
    n->room = (int)room;
    n->answer[n->answers] = *answer;
    n->next[n->answers++] = next;
    next->users++;
}

/* The stones of all defences in `c` from `from` to `to`, and the extra ones, are on the board; `free` more
 * are not placed: what follows, and the same for every free stone that matters. */
static void build_defence(struct builder *b, struct forcing_node *n, const struct covers *c, int from, int to,
                          const struct squares *extra, int free)
{
    struct forcing *x = b->x;
    const struct field *f = x->field;
    struct forcing_node *next = build(b);
    if (!next)
        return;
    next->users = 0;
    for (int i = from; i < to; i++) {
        struct squares answer = {.n = covers_size(c, i)};
        if (answer.n + extra->n > x->rules.p)
            continue; /* a relaxed defence has fewer stones to spare */
        memcpy(answer.s, covers_set(c, i), (size_t)answer.n * sizeof *answer.s);
        for (int j = 0; j < extra->n; j++)
            answer.s[answer.n++] = extra->s[j];
        b->failed = b->failed || b->answers-- == 0;
        if (!b->failed)
            forcing_node_answer(n, &answer, next);
    }
    if (next->users == 0) {
        next->users = 1;
        forcing_node_free(next);
    }
    if (free == 0)
        return;
    struct zones *z = forcing_zones_take(x, free);
    b->failed = b->failed || !forcing_replay_zones(x, z);
    for (int i = 0; !b->failed && i < f->rules.m * f->rules.n; i++) {
        square s = f->at_number[i];
        if (f->cell[s] != CELL_EMPTY || !zones_has(z, free, s))
            continue;
        struct squares more = *extra;
        more.s[more.n++] = s;
        place_all(x, x->defender, &s, 1);
        build_defence(b, n, c, from, to, &more, free - 1);
        take_back(x, 1);
    }
    forcing_zones_give(x);
}

static void build_answers(struct builder *b, struct forcing_node *n, enum way way)
{
    struct forcing *x = b->x;
    struct edges e;
    struct covers c;
    struct squares none = {.n = 0};
    int p = x->rules.p;
    edges_find(x->field, x->attacker, &e);
    bool sure;
    int number = edges_number(&e, p, &sure);
    n->wins = number > p;
    b->failed = b->failed || (n->wins && !sure);
    if (n->wins)
        return;
    edges_covers(&e, p, &c);
    b->failed = b->failed || c.cut;
    if (way == WAY_MACRO) {
        square s[FORCING_MACRO];
        int all = forcing_macro(&c, s);
        place_all(x, x->defender, s, all);
        build_defence(b, n, &c, 0, c.n, &none, p - number);
        take_back(x, all);
        return;
    }
    for (int i = 0; i < c.n && !b->failed; i++) {
        int all = covers_size(&c, i);
        place_all(x, x->defender, covers_set(&c, i), all);
        build_defence(b, n, &c, i, i + 1, &none, p - all);
        take_back(x, all);
    }
}

static struct forcing_node *build_turn(struct builder *b, const struct squares *turn, enum way way, bool row)
{
    if (b->failed || b->left == 0) {
        b->failed = true;
        return NULL;
    }
    b->left--;
    struct forcing_node *n = mem_zero(1, sizeof *n);
    n->turn = *turn;
    n->users = 1;
    n->wins = row;
    if (!row) {
        place_all(b->x, b->x->attacker, turn->s, turn->n);
        build_answers(b, n, way);
        take_back(b->x, turn->n);
    }
    return n;
}

static struct forcing_node *build(struct builder *b)
{
    struct squares turn;
    enum way way = WAY_TREE;
    bool row;
    if (!b->failed && forcing_replay_turn(b->x, &turn, &way, &row))
        return build_turn(b, &turn, way, row);
    b->failed = true;
    return NULL;
}

struct forcing_node *forcing_build(struct forcing *x, size_t most)
{
    struct builder b = {x, most, 4 * most, false};
    struct squares turn;
    enum way way = WAY_TREE;
    bool row;
    if (!root_turn(x, &turn, &way, &row))
        return NULL;
    struct forcing_node *n = build_turn(&b, &turn, way, row);
    if (b.failed) {
        forcing_node_free(n);
        return NULL;
    }
    return n;
}
