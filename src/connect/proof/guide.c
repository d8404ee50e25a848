/* The tree of a certificate in memory; see guide.h. guide_line.c follows lines through it. */
#include "connect/proof/guide.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/proof/guide_inner.h"

/* While the certificate is checked. */
struct making {
    struct guide *guide;
    size_t bytes_most; /* of the guide; 0: any number */
    uint32_t *open;    /* the defences, or the first turn, that everything else lies below */
    size_t depth, open_room;
    bool too_many; /* turns */
    bool too_large;
};

static size_t used(const struct guide *g)
{
    return sizeof *g + g->nodes * sizeof *g->node + g->squares * sizeof *g->square + sizeof *g->position;
}

static uint32_t add_squares(struct guide *g, const struct squares *s)
{
    uint32_t at = (uint32_t)g->squares;
    if (s->n == 0)
        return at;
    g->square = mem_grow(g->square, &g->square_room, g->squares + (size_t)s->n, sizeof *g->square);
    memcpy(g->square + g->squares, s->s, (size_t)s->n * sizeof *s->s);
    g->squares += (size_t)s->n;
    return at;
}

/* The stones of an event, without the pass that may lie on top. */
static struct squares event_squares(const struct check_event *e)
{
    struct squares set = {e->stones, {0}};
    int first = e->position->plies - e->stones - (e->unplaced > 0);
    for (int i = 0; i < e->stones; i++)
        set.s[i] = e->position->ply[first + i].at;
    return set;
}

/* A new node, below everything that is open. */
static bool begin(struct making *m, const struct squares *defence, const struct check_event *e)
{
    struct guide *g = m->guide;
    m->too_many = g->nodes == GUIDE_TURNS_MOST;
    m->too_large = m->bytes_most && used(g) > m->bytes_most;
    if (m->too_many || m->too_large)
        return false;
    g->node = mem_grow(g->node, &g->node_room, g->nodes + 1, sizeof *g->node);
    g->node[g->nodes] = (struct guide_node){
        .squares = add_squares(g, defence), .defence = (uint8_t)defence->n, .unplaced = (uint8_t)e->unplaced};
    m->open = mem_grow(m->open, &m->open_room, m->depth + 1, sizeof *m->open);
    m->open[m->depth++] = (uint32_t)g->nodes++;
    return true;
}

static bool event(void *user, const struct check_event *e)
{
    struct making *m = user;
    struct guide *g = m->guide;
    struct squares set, none = {0, {0}};
    switch (e->kind) {
    case CHECK_TURN:
        if (m->depth == 0 && !begin(m, &none, e)) /* the attacker begins: nothing is defended against */
            return false;
        set = event_squares(e);
        g->node[m->open[m->depth - 1]].turn = (uint8_t)set.n;
        add_squares(g, &set); /* right behind the defence, which was added last */
        return true;
    case CHECK_DEFENCE:
        set = event_squares(e);
        return begin(m, &set, e);
    case CHECK_TURN_DONE:
        if (m->depth == 1 && g->claim.position->to_move == g->claim.attacker)
            g->node[0].end = (uint32_t)g->nodes;
        return true;
    case CHECK_DEFENCE_DONE: {
        struct guide_node *n = &g->node[m->open[--m->depth]];
        n->end = (uint32_t)g->nodes;
        n->unsolved = e->unsolved;
        return true;
    }
    }
    return true;
}

/* Why it was stopped. */
static void tell_stop(const struct making *m, struct check_result *result)
{
    if (m->too_many)
        err_set(&result->why, "it has more than %d turns, too many to walk through", GUIDE_TURNS_MOST);
    else if (m->too_large)
        err_set(&result->why, "it takes more than %zu bytes of memory to walk through", m->bytes_most);
    else if (!result->too_large)
        err_set(&result->why, "the time was over before it was checked");
    result->too_large = result->too_large || m->too_many || m->too_large;
}

enum check_verdict guide_open(struct cert_reader *r, const struct deadline *until, struct guide **out,
                              struct check_result *result)
{
    return guide_open_within(r, until, &(struct guide_memory){0, 0}, out, result);
}

enum check_verdict guide_open_within(struct cert_reader *r, const struct deadline *until,
                                     const struct guide_memory *most, struct guide **out,
                                     struct check_result *result)
{
    struct guide *g = mem_zero(1, sizeof *g);
    struct making m = {.guide = g, .bytes_most = most->guide};
    struct check_watch watch = {
        .event = event, .user = &m, .without_zones = true, .until = until, .bytes_most = most->check};
    g->claim = *cert_reader_claim(r);
    g->claim.position = g->position = position_copy(g->claim.position);
    enum check_verdict v = check_run(r, &watch, result);
    free(m.open);
    *out = NULL;
    if (v == CHECK_ACCEPTED) {
        g->node = mem_resize(g->node, g->node_room = g->nodes, sizeof *g->node);
        g->square = mem_resize(g->square, g->square_room = g->squares, sizeof *g->square);
        *out = g;
        return v;
    }
    if (v == CHECK_STOPPED)
        tell_stop(&m, result);
    guide_free(g);
    return v;
}

void guide_free(struct guide *g)
{
    if (!g)
        return;
    free(g->node);
    free(g->square);
    position_free(g->position);
    free(g);
}

const struct cert_claim *guide_claim(const struct guide *g)
{
    return &g->claim;
}

size_t guide_bytes(const struct guide *g)
{
    return used(g);
}

/* ---- nodes ---- */

uint32_t guide_turns(const struct guide *g)
{
    return (uint32_t)g->nodes;
}

uint32_t guide_size(const struct guide *g, uint32_t at)
{
    return g->node[at].end - at;
}

struct squares guide_node_defence(const struct guide *g, uint32_t at)
{
    struct squares s = {g->node[at].defence, {0}};
    if (s.n)
        memcpy(s.s, g->square + g->node[at].squares, (size_t)s.n * sizeof *s.s);
    return s;
}

struct squares guide_node_turn(const struct guide *g, uint32_t at)
{
    struct squares s = {g->node[at].turn, {0}};
    if (s.n)
        memcpy(s.s, g->square + g->node[at].squares + g->node[at].defence, (size_t)s.n * sizeof *s.s);
    return s;
}

bool guide_next(const struct guide *g, uint32_t at, uint32_t *cursor, struct guide_defence *out)
{
    uint32_t end = at == GUIDE_START ? (uint32_t)g->nodes : g->node[at].end;
    uint32_t i = *cursor ? *cursor : at == GUIDE_START ? 0 : at + 1;
    if (i >= end)
        return false;
    const struct guide_node *n = &g->node[i];
    *out = (struct guide_defence){.at = i,
                                  .squares = guide_node_defence(g, i),
                                  .unplaced = n->unplaced,
                                  .unsolved = n->unsolved,
                                  .answer = guide_node_turn(g, i),
                                  .turns = n->end - i};
    *cursor = n->end;
    return true;
}

/* ---- zones ---- */

/* What the certificate has from the turn at `at` to the end of what lies below it, as a certificate of the
 * position in which that turn is played. The caller frees the bytes. */
static char *cut_out(const struct guide *g, const struct position *p, uint32_t at, size_t *len)
{
    char *bytes = NULL;
    struct cert_claim claim = {.position = p, .attacker = g->claim.attacker};
    FILE *f = open_memstream(&bytes, len);
    if (!f)
        mem_fail(g->node[at].end - at);
    struct cert_writer *w = cert_writer_on(f, &claim);
    for (uint32_t i = at; i < g->node[at].end; i++) {
        struct squares turn = guide_node_turn(g, i);
        cert_write_turn(w, turn.s, turn.n);
    }
    struct err e;
    bool written = cert_writer_close(w, &e);
    if (fclose(f) != 0 || !written)
        mem_fail(g->node[at].end - at);
    return bytes;
}

/* The position of the proof, without the irrelevant stones of the line, after its last turn. */
static struct position *proof_position(const struct guide *g, const struct guide_line *l)
{
    struct position *p = position_copy(g->position);
    guide_place(p, &l->first);
    for (size_t i = 0; i < l->steps; i++) {
        guide_place(p, &l->step[i].as);
        if (p->to_move != g->claim.attacker)
            position_pass(p);
        guide_place(p, &l->step[i].answer);
    }
    return p;
}

bool guide_zone(const struct guide *g, const struct guide_line *line, const struct guide_defence *d,
                const struct deadline *until, struct guide_zone *out)
{
    *out = (struct guide_zone){.everywhere = d->unsolved};
    if (d->unsolved)
        return true;
    struct position *p = proof_position(g, line);
    guide_place(p, &d->squares);
    position_pass(p);
    size_t len;
    char *bytes = cut_out(g, p, d->at, &len);
    position_free(p);
    struct check_result result;
    struct check_watch watch = {.until = until};
    enum check_verdict v = check_bytes(bytes, len, &watch, &result);
    assert(v == CHECK_ACCEPTED || v == CHECK_STOPPED); /* it is a part of what was accepted */
    if (v == CHECK_ACCEPTED) {
        out->everywhere = check_zones_all(result.zones, d->unplaced);
        if (!out->everywhere)
            out->n = check_zones_list(result.zones, d->unplaced, &out->square);
    }
    check_result_free(&result);
    free(bytes);
    return v == CHECK_ACCEPTED;
}
