/* The moves of playouts; see playout.h. */
#include "go/playout.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "go/playout_board.h"
#include "go/shapes.h"

enum {
    LIKELY = 15,   /* sixteenths: how often a stone just played in atari is captured */
    SACRIFICE = 2, /* stones that may be left with one liberty: throwing in, playing inside a small eye */
    DEAD_MOST = 6, /* points of the largest dead shape */
    ANSWERS = 16,
    /* Found by matches: how much anywhere else weighs against the places beside the last move, of SHAPE_NEAR_UNIT (players look
     * elsewhere three times as often); how often another place is drawn instead of one that looks bad. */
    ELSEWHERE = 19,
    DRAWS = 4,
};

struct go_playout {
    struct playout_board board;
    enum side to_move;
    int passes;
    uint32_t last; /* where the other side has just played, or 0 */
    int taken;     /* how many stones that captured; 0 before the playout's first move */
    uint32_t told[SHAPE_CODES];
    uint8_t first[PLAYOUT_PLACES];
};

struct go_playout *go_playout_new(void)
{
    struct go_playout *p = mem_zero(1, sizeof *p);
    shape_table(p->told);
    return p;
}

void go_playout_free(struct go_playout *p)
{
    free(p);
}

/* Nearly uniform in 0 … n-1: off by n in 2^32, which no playout notices. */
static uint32_t below(struct rng *r, uint32_t n)
{
    return (uint32_t)((rng_next(r) >> 32) * n >> 32);
}

/* How many stones of this colour are beside the place, a new one at `fresh` among them. */
static int beside(const struct playout_board *b, uint32_t at, uint32_t fresh, enum side side)
{
    int n = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t q = playout_beside(at, i);
        n += q == fresh || b->cell[q] == cell_of(side);
    }
    return n;
}

/* Does a space of this shape hold one eye at the most, when the other side plays first? So many points, pairs of them
 * that touch, and how many touch one at the most: three in whatever shape, the square and the pyramid of four, the bulky
 * and the crossed five, the rabbitty six. */
static bool dead_shape(int points, int pairs, int most)
{
    switch (points) {
    case 1:
    case 2:
    case 3:
        return true;
    case 4:
    case 5:
        return pairs == points || most == points - 1;
    case 6:
        return pairs == 6 && most == 4;
    default:
        return false;
    }
}

/* Would the stone here make a chain with its last liberty in an eye of the other side's, and leave it a dead shape? */
static bool kills(const struct playout_board *b, uint32_t at, const struct playout_look *l, enum side side)
{
    if (l->length > DEAD_MOST || playout_open(b, playout_only(l->free)))
        return false;
    int most = beside(b, at, at, side), ends = most;
    uint32_t seen[4] = {0};
    for (int i = 0; i < 4; i++) {
        uint32_t q = playout_beside(at, i), name = b->chain[q], s = name;
        if (b->cell[q] != cell_of(side) || name == seen[0] || name == seen[1] || name == seen[2])
            continue;
        seen[i] = name;
        do {
            int n = beside(b, s, at, side);
            ends += n;
            most = n > most ? n : most;
            s = b->next[s];
        } while (s != name);
    }
    return dead_shape(l->length, ends / 2, most);
}

/* Legal on this empty place, no eye of its own, and not a chain thrown away? */
static bool playable(const struct go_playout *p, uint32_t at)
{
    const struct playout_board *b = &p->board;
    if (shape_eye(p->told[b->around[at]], p->to_move) || at == b->ko)
        return false;
    if (playout_open(b, at))
        return true;
    struct playout_look l = playout_board_look(b, at, p->to_move);
    if (l.takes)
        return true;
    return l.free && (l.length <= SACRIFICE || !playout_only(l.free) || kills(b, at, &l, p->to_move));
}

/* Ways to save the chain of this stone, which is in atari: to capture a chain beside it, or to run. Returns how many
 * there are in `list` then. */
static uint32_t saves(const struct go_playout *p, uint32_t stone, uint32_t list[ANSWERS], uint32_t n)
{
    const struct playout_board *b = &p->board;
    int other = (int)cell_of(side_other(p->to_move));
    uint32_t exit = playout_last(b, stone), s = stone;
    do {
        for (int i = 0; i < 4; i++) {
            uint32_t q = playout_beside(s, i);
            uint32_t at = b->cell[q] == other ? playout_last(b, q) : 0;
            if (at && at != exit && at != b->ko && n < ANSWERS)
                list[n++] = at;
        }
        s = b->next[s];
    } while (s != stone);
    if (exit != b->ko && n < ANSWERS) {
        struct playout_look l = playout_board_look(b, exit, p->to_move);
        if (l.takes || (l.free && !playout_only(l.free)))
            list[n++] = exit;
    }
    return n;
}

/* Saves a chain that the last move has put into atari. */
static uint32_t save(const struct go_playout *p, struct rng *r)
{
    const struct playout_board *b = &p->board;
    uint32_t list[ANSWERS], n = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t q = playout_beside(p->last, i);
        if (b->cell[q] == cell_of(p->to_move) && playout_last(b, q))
            n = saves(p, q, list, n);
    }
    return n == 0 ? 0 : n == 1 ? list[0] : list[below(r, n)];
}

/* Captures the stone just played. */
static uint32_t take(const struct go_playout *p, struct rng *r)
{
    uint32_t at = playout_last(&p->board, p->last);
    return at && at != p->board.ko && below(r, 16) < LIKELY ? at : 0;
}

/* The middle of the dead shape that the last move has made by capturing: what it took is the end of the empty list. */
static uint32_t middle(const struct go_playout *p)
{
    const struct playout_board *b = &p->board;
    uint32_t best = 0;
    int most = 0, ends = 0;
    for (uint32_t i = b->empties - (uint32_t)p->taken; i < b->empties; i++) {
        int n = 0;
        for (int k = 0; k < 4; k++)
            n += b->cell[playout_beside(b->empty[i], k)] == CELL_EMPTY;
        ends += n;
        best = n > most ? b->empty[i] : best;
        most = n > most ? n : most;
    }
    return best && dead_shape(p->taken, ends / 2, most) && playable(p, best) ? best : 0;
}

/* A place beside the last move by the weights of shapes, or 0: elsewhere. */
static uint32_t shape(const struct go_playout *p, struct rng *r)
{
    uint32_t list[8], weights[8], n = 0, total = 0;
    for (int i = 0; i < 8; i++) {
        uint32_t q = playout_beside(p->last, i);
        if (p->board.cell[q] != CELL_EMPTY)
            continue;
        uint32_t w = shape_near(p->told[p->board.around[q]], p->to_move);
        list[n] = q;
        weights[n] = i < 4 ? w : w * SHAPE_DIAGONAL / 256;
        total += weights[n++];
    }
    while (total) {
        uint32_t x = below(r, total + ELSEWHERE), i = 0;
        if (x >= total)
            return 0;
        while (x >= weights[i])
            x -= weights[i++];
        if (playable(p, list[i]))
            return list[i];
        total -= weights[i];
        weights[i] = 0;
    }
    return 0;
}

/* Any playable place, rather one whose shape is often played; those that are not playable go to the end of the list. */
static uint32_t anywhere(struct go_playout *p, struct rng *r)
{
    struct playout_board *b = &p->board;
    int draws = 0;
    for (uint32_t n = b->empties; n;) {
        uint32_t i = below(r, n);
        uint16_t at = b->empty[i], end = b->empty[n - 1];
        if (draws < DRAWS && below(r, SHAPE_FAR_MOST) >= shape_far(p->told[b->around[at]], p->to_move)) {
            draws++;
            continue;
        }
        if (playable(p, at))
            return at;
        b->empty[i] = end;
        b->index[end] = (uint16_t)i;
        b->empty[n - 1] = at;
        b->index[at] = (uint16_t)(n - 1);
        n--;
    }
    return 0;
}

static uint32_t choose(struct go_playout *p, struct rng *r)
{
    uint32_t at = 0;
    if (p->last)
        at = save(p, r);
    if (!at && p->last)
        at = take(p, r);
    if (!at && p->taken >= 3 && p->taken <= DEAD_MOST)
        at = middle(p);
    if (!at && p->last)
        at = shape(p, r);
    return at ? at : anywhere(p, r);
}

void go_playout_start(struct go_playout *p, const struct go *g)
{
    playout_board_set(&p->board, g);
    memset(p->first, CELL_EMPTY, sizeof p->first);
    p->to_move = g->to_move;
    p->passes = g->passes;
    p->last = 0;
    p->taken = 0;
    const struct go_move *m = g->moves ? &g->move[g->moves - 1] : NULL;
    if (m && m->at < g->points && m->side != g->to_move)
        p->last = p->board.place[m->at];
}

go_point go_playout_move(struct go_playout *p, struct rng *r)
{
    uint32_t at = choose(p, r);
    p->taken = playout_board_play(&p->board, at, p->to_move);
    p->passes = at ? 0 : p->passes + 1;
    if (at && !p->first[at])
        p->first[at] = (uint8_t)cell_of(p->to_move);
    p->to_move = side_other(p->to_move);
    p->last = at;
    return playout_point(&p->board, at);
}

const struct playout_board *go_playout_board(const struct go_playout *p)
{
    return &p->board;
}

int go_playout_run(struct go_playout *p, const struct go *g, struct rng *r, uint8_t *first, uint8_t *owner)
{
    go_playout_start(p, g);
    for (int moves = 0; p->passes < 2 && moves < 3 * g->points; moves++)
        go_playout_move(p, r);
    for (int i = 0; first && i < g->points; i++)
        first[i] = p->first[p->board.place[i]];
    return 2 * playout_board_area(&p->board, owner) - g->rules.komi;
}

int go_playout_near(struct go_playout *p, const struct go *g, struct rng *r, struct go_playout_place place[8])
{
    int n = 0;
    go_playout_start(p, g);
    if (!p->last || save(p, r) || playout_last(&p->board, p->last))
        return -1;
    for (int i = 0; i < 8; i++) {
        uint32_t q = playout_beside(p->last, i);
        if (p->board.cell[q] == CELL_EMPTY && playable(p, q))
            place[n++] = (struct go_playout_place){playout_point(&p->board, q), p->board.around[q], i >= 4};
    }
    return n;
}

int go_playout_code(const struct go_playout *p, go_point at)
{
    uint32_t q = p->board.place[at];
    return p->board.cell[q] == CELL_EMPTY && playable(p, q) ? p->board.around[q] : -1;
}
