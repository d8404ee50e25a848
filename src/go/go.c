/* Boards of Go: made, set up, asked what is legal. Moves themselves are in chains.c. */
#include "go/go.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "game/symmetry.h"
#include "go/handicap.h"
#include "go/inner.h"

static void lay_out(struct go *g, int size)
{
    g->size = size;
    g->points = size * size;
    g->words = (g->points + 63) / 64;
    for (int p = 0; p < g->points; p++) {
        int col = p % size, row = p / size;
        g->near[p][0] = (go_point)(col > 0 ? p - 1 : GO_OFF);
        g->near[p][1] = (go_point)(col + 1 < size ? p + 1 : GO_OFF);
        g->near[p][2] = (go_point)(row > 0 ? p - size : GO_OFF);
        g->near[p][3] = (go_point)(row + 1 < size ? p + size : GO_OFF);
    }
}

/* Takes every stone off the board and forgets the game. */
static void empty(struct go *g)
{
    memset(g->cell, CELL_EMPTY, sizeof g->cell);
    g->cell[GO_OFF] = CELL_EDGE;
    g->to_move = BLACK;
    g->passes = g->moves = 0;
    g->ko = GO_NONE;
    g->taken[0] = g->taken[1] = g->stones[0] = g->stones[1] = 0;
    g->hash = 0;
    g->log->saves = g->log->gones = 0;
    for (int i = 0; i < GO_BUCKETS; i++)
        g->log->bucket[i] = -1;
}

void go_clear(struct go *g, const struct go_rules *r)
{
    assert(go_rules_check(r, NULL));
    if (g->size != r->size)
        lay_out(g, r->size);
    g->rules = *r;
    empty(g);
    go_point at[GO_HANDICAP_MOST];
    int n = go_handicap_points(r->size, r->handicap, at);
    for (int i = 0; i < n; i++)
        go_setup(g, at[i], CELL_BLACK, NULL);
    g->to_move = n ? WHITE : BLACK;
}

struct go *go_new(const struct go_rules *r)
{
    struct go *g = mem_zero(1, sizeof *g);
    g->log = mem_zero(1, sizeof *g->log);
    go_clear(g, r);
    return g;
}

static void *copied(const void *from, size_t count, size_t size)
{
    return count ? memcpy(mem_alloc(count * size), from, count * size) : NULL;
}

struct go *go_copy(const struct go *g)
{
    struct go *c = copied(g, 1, sizeof *g);
    c->log = copied(g->log, 1, sizeof *g->log);
    c->move_room = (size_t)g->moves;
    c->move = copied(g->move, c->move_room, sizeof *g->move);
    c->log->save_room = g->log->saves;
    c->log->saved = copied(g->log->saved, g->log->saves, sizeof *g->log->saved);
    c->log->gone_room = g->log->gones;
    c->log->gone = copied(g->log->gone, g->log->gones, sizeof *g->log->gone);
    return c;
}

void go_free(struct go *g)
{
    if (!g)
        return;
    free(g->move);
    free(g->log->saved);
    free(g->log->gone);
    free(g->log);
    free(g);
}

int go_set_count(const struct go *g, const struct go_set *s)
{
    int n = 0;
    for (int w = 0; w < g->words; w++)
        n += __builtin_popcountll(s->w[w]);
    return n;
}

go_point go_set_first(const struct go *g, const struct go_set *s)
{
    for (int w = 0; w < g->words; w++)
        if (s->w[w])
            return (go_point)(64 * w + __builtin_ctzll(s->w[w]));
    return GO_NONE;
}

enum go_verdict go_judge_plain(const struct go *g, enum side side, go_point at)
{
    if (at == g->ko && side == g->to_move)
        return GO_KO;
    for (int i = 0; i < 4; i++) {
        go_point q = g->near[at][i];
        int c = g->cell[q];
        if (c == CELL_EMPTY ||
            (c != CELL_EDGE && (c == (int)cell_of(side)) == (g->liberties[g->chain[q]] > 1)))
            return GO_LEGAL;
    }
    return GO_SUICIDE;
}

uint64_t go_hash_after(const struct go *g, enum side side, go_point at)
{
    uint64_t hash = g->hash ^ go_stone_key(at, side);
    struct go_around a;
    go_look_around(g, at, side, &a);
    for (int i = 0; i < a.other; i++) {
        go_point q = a.other_chain[i];
        if (g->liberties[q] > 1)
            continue;
        do {
            hash ^= go_stone_key(q, side_other(side));
            q = g->next[q];
        } while (q != a.other_chain[i]);
    }
    return hash;
}

bool go_seen(const struct go *g, uint64_t hash)
{
    for (int i = g->log->bucket[hash % GO_BUCKETS]; i >= 0; i = g->move[i].older)
        if (g->move[i].hash == hash)
            return true;
    return false;
}

enum go_verdict go_judge(const struct go *g, enum side side, go_point at)
{
    bool exists = at == GO_PASS || at < g->points;
    return exists && go_over(g) ? GO_ENDED : go_judge_on(g, side, at);
}

enum go_verdict go_judge_on(const struct go *g, enum side side, go_point at)
{
    if (at != GO_PASS && at >= g->points)
        return GO_NO_POINT;
    if (at == GO_PASS)
        return GO_LEGAL;
    if (g->cell[at] != CELL_EMPTY)
        return GO_OCCUPIED;
    enum go_verdict v = go_judge_plain(g, side, at);
    /* Until something is captured there are more stones after every move. */
    if (v == GO_LEGAL && g->rules.ko == GO_SUPERKO && g->taken[BLACK] + g->taken[WHITE] > 0 &&
        go_seen(g, go_hash_after(g, side, at)))
        return GO_REPEATS;
    return v;
}

const char *go_verdict_text(enum go_verdict v)
{
    static const char *const text[] = {
        [GO_LEGAL] = NULL,
        [GO_NO_POINT] = "it is off the board",
        [GO_OCCUPIED] = "it is occupied",
        [GO_SUICIDE] = "suicide: a stone without a liberty",
        [GO_KO] = "ko: a stone was just taken there",
        [GO_REPEATS] = "superko: the position has been there before",
        [GO_ENDED] = "the game is over",
    };
    return text[v];
}

/* The chain of a set-up stone, which has no name yet: found from one stone to the next. */
static void gather(struct go *g, go_point name)
{
    go_point found[GO_POINTS];
    int n = 0;
    found[n++] = name;
    g->chain[name] = name;
    g->liberties[name] = 0;
    memset(&g->liberty[name], 0, sizeof g->liberty[name]);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 4; k++) {
            go_point q = g->near[found[i]][k];
            if (g->cell[q] == CELL_EMPTY) {
                go_set_add(&g->liberty[name], q);
            } else if (g->cell[q] == g->cell[name] && g->chain[q] == GO_NONE) {
                g->chain[q] = name;
                found[n++] = q;
            }
        }
    for (int i = 0; i < n; i++)
        g->next[found[i]] = found[i + 1 < n ? i + 1 : 0];
    g->length[name] = (go_point)n;
    g->liberties[name] = (go_point)go_set_count(g, &g->liberty[name]);
}

/* All chains found anew: set-up stones are few. False if one has no liberty. */
static bool gather_all(struct go *g)
{
    bool ok = true;
    g->hash = 0;
    g->stones[BLACK] = g->stones[WHITE] = 0;
    for (int p = 0; p < g->points; p++)
        g->chain[p] = GO_NONE;
    for (int p = 0; p < g->points; p++) {
        if (g->cell[p] == CELL_EMPTY)
            continue;
        enum side side = g->cell[p] == CELL_BLACK ? BLACK : WHITE;
        g->hash ^= go_stone_key((go_point)p, side);
        g->stones[side]++;
        if (g->chain[p] == GO_NONE)
            gather(g, (go_point)p);
        ok = ok && g->liberties[g->chain[p]] > 0;
    }
    return ok;
}

bool go_setup(struct go *g, go_point at, enum cell what, struct err *e)
{
    assert(g->moves == 0 && at < g->points && what != CELL_EDGE);
    enum cell was = g->cell[at];
    g->cell[at] = (uint8_t)what;
    if (gather_all(g))
        return true;
    g->cell[at] = (uint8_t)was;
    gather_all(g);
    return err_set(e, "a stone that is set up there leaves a chain without a liberty");
}

bool go_lay(struct go *g, const uint8_t *cells, struct err *e)
{
    assert(g->moves == 0);
    memcpy(g->cell, cells, (size_t)g->points);
    if (gather_all(g))
        return true;
    memset(g->cell, CELL_EMPTY, (size_t)g->points);
    gather_all(g);
    return err_set(e, "a chain without a liberty");
}

void go_turn(struct go *g, enum side side)
{
    if (g->to_move != side)
        g->ko = GO_NONE;
    g->to_move = side;
}

void go_set_komi(struct go *g, int komi)
{
    g->rules.komi = komi;
}

uint64_t go_key(const struct go *g)
{
    return g->hash ^ rng_mix((uint64_t)g->ko << 1 | g->to_move);
}

void go_symmetry(int size, int symmetry, go_point to[GO_POINTS])
{
    for (int row = 0; row < size; row++)
        for (int col = 0; col < size; col++) {
            int c = col, r = row;
            symmetry_turn(symmetry, size, size, &c, &r);
            to[row * size + col] = (go_point)(r * size + c);
        }
}
