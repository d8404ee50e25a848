/* The moves of playouts; see playout.h. */
#include "go/playout.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "game/symmetry.h"
#include "go/playout_board.h"

/* What a place's surroundings say to each side, one byte for every code of eight cells:
 * bits 0, 1: an eye of Black, of White; bits 2 … 4, 5 … 7: the weight of Black's, of White's patterns. */
enum { CODES = 1 << 16, WEIGHT_BITS = 3, WEIGHT_MOST = 7 };

enum {
    LIKELY = 15,   /* sixteenths: how often a stone just played in atari is captured */
    SACRIFICE = 2, /* stones that may be left with one liberty: throwing in, playing inside a small eye */
    DEAD_MOST = 6, /* points of the largest dead shape */
    ANSWERS = 16,
};

struct go_playout {
    struct playout_board board;
    enum side to_move;
    int passes;
    uint32_t last; /* where the other side has just played, or 0 */
    int taken;     /* how many stones that captured; 0 before the playout's first move */
    uint8_t told[CODES];
    uint8_t first[PLAYOUT_PLACES];
};

/* The patterns of MoGo, the top row first, around the place to play on (*): X own, O other, . empty, # the edge,
 * x not own, o not other, ? anything. Turned and mirrored in all ways; `both`: also with the colours exchanged. */
static const struct pattern {
    char rows[10];
    uint8_t weight;
    bool both;
} patterns[] = {
    /* Hane: around the head of a stone. */
    {"XOX"
     ".*."
     "???",
     5, true},
    {"XO."
     ".*."
     "?.?",
     4, true},
    {"XO?"
     "X*."
     "?.?",
     4, true},
    {"XOO"
     ".*."
     "?.?",
     4, false},
    /* Cuts: where nobody has looked after them; where one has peeped; between two stones. */
    {"XO?"
     "O*o"
     "?o?",
     7, true},
    {"XO?"
     "O*X"
     "?x?",
     4, true},
    {"?X?"
     "O*O"
     "xxx",
     5, true},
    /* At the edge: after a stone, against a cut, against a connection, below a stone, cutting below. */
    {"X.?"
     "O*?"
     "###",
     4, true},
    {"OX?"
     "X*O"
     "###",
     4, true},
    {"?X?"
     "x*O"
     "###",
     4, true},
    {"?XO"
     "x*x"
     "###",
     3, true},
    {"?OX"
     "X*O"
     "###",
     4, true},
};

/* Which cells a letter of a pattern allows this side, as bits of enum cell. */
static int allowed(char letter, enum side side)
{
    const int own = 1 << cell_of(side), other = 1 << cell_of(side_other(side)), all = 15;
    switch (letter) {
    case '.':
        return 1 << CELL_EMPTY;
    case '#':
        return 1 << CELL_EDGE;
    case 'X':
        return own;
    case 'O':
        return other;
    case 'x':
        return all & ~own;
    case 'o':
        return all & ~other;
    default:
        return all;
    }
}

static int weight_shift(enum side side)
{
    return 2 + WEIGHT_BITS * (int)side;
}

static int weight(const struct go_playout *p, uint32_t at, enum side side)
{
    return p->told[p->board.around[at]] >> weight_shift(side) & WEIGHT_MOST;
}

/* Writes the weight into every code that the cells from this step on allow. */
static void expand(struct go_playout *p, const int allow[8], int step, uint32_t code, enum side side,
                   int worth)
{
    if (step == 8) {
        int shift = weight_shift(side), was = p->told[code] >> shift & WEIGHT_MOST;
        if (worth > was)
            p->told[code] = (uint8_t)(p->told[code] ^ (was ^ worth) << shift);
        return;
    }
    for (uint32_t c = 0; c < 4; c++)
        if (allow[step] >> c & 1)
            expand(p, allow, step + 1, code | c << 2 * step, side, worth);
}

/* One pattern as `side` sees it, written for `mover`. */
static void learn(struct go_playout *p, const struct pattern *t, enum side side, enum side mover)
{
    for (int s = 0; s < 8; s++) {
        int allow[8];
        for (int i = 0; i < 8; i++) {
            int col = (playout_step[i] + 2 * PLAYOUT_WIDTH + 1) % PLAYOUT_WIDTH;
            int row = (playout_step[i] + 2 * PLAYOUT_WIDTH + 1) / PLAYOUT_WIDTH - 1;
            symmetry_turn(s, 3, 3, &col, &row);
            allow[i] = allowed(t->rows[3 * row + col], side);
        }
        expand(p, allow, 0, 0, mover, t->weight);
    }
}

/* As go_eye says. */
static bool is_eye(uint32_t code, enum side side)
{
    int edge = 0, hostile = 0;
    for (int i = 0; i < 8; i++) {
        uint32_t c = code >> 2 * i & 3;
        if (i < 4 && c != CELL_EDGE && c != cell_of(side))
            return false;
        edge |= i < 4 && c == CELL_EDGE;
        hostile += i >= 4 && c == cell_of(side_other(side));
    }
    return hostile + edge < 2;
}

struct go_playout *go_playout_new(void)
{
    struct go_playout *p = mem_zero(1, sizeof *p);
    for (uint32_t code = 0; code < CODES; code++)
        p->told[code] = (uint8_t)(is_eye(code, BLACK) | is_eye(code, WHITE) << 1);
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        for (int side = BLACK; side <= WHITE; side++) {
            learn(p, &patterns[i], (enum side)side, (enum side)side);
            if (patterns[i].both)
                learn(p, &patterns[i], (enum side)side, side_other((enum side)side));
        }
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
    if (p->told[b->around[at]] >> p->to_move & 1 || at == b->ko)
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

/* A place beside the last move by the weights of the patterns. */
static uint32_t shape(const struct go_playout *p, struct rng *r)
{
    uint32_t list[8], weights[8], n = 0, total = 0;
    for (int i = 0; i < 8; i++) {
        uint32_t q = playout_beside(p->last, i);
        uint32_t w = p->board.cell[q] == CELL_EMPTY ? (uint32_t)weight(p, q, p->to_move) : 0;
        if (!w)
            continue;
        list[n] = q;
        weights[n++] = w;
        total += w;
    }
    while (total) {
        uint32_t x = below(r, total), i = 0;
        while (x >= weights[i])
            x -= weights[i++];
        if (playable(p, list[i]))
            return list[i];
        total -= weights[i];
        weights[i] = 0;
    }
    return 0;
}

/* Any playable place; those that are not go to the end of the list. */
static uint32_t anywhere(struct go_playout *p, struct rng *r)
{
    struct playout_board *b = &p->board;
    for (uint32_t n = b->empties; n; n--) {
        uint32_t i = below(r, n);
        uint16_t at = b->empty[i], end = b->empty[n - 1];
        if (playable(p, at))
            return at;
        b->empty[i] = end;
        b->index[end] = (uint16_t)i;
        b->empty[n - 1] = at;
        b->index[at] = (uint16_t)(n - 1);
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
