/* The board of playouts: set, played on, counted; see playout_board.h. */
#include "go/playout_board.h"

#include <assert.h>
#include <string.h>

/* The step back is the other one of a pair: 0 and 1, 2 and 3, 4 and 7, 5 and 6. Unrolled by the compiler. */
static inline void recode(uint16_t *around, uint32_t at, uint32_t change)
{
    static const int back[8] = {1, 0, 3, 2, 7, 6, 5, 4};
    for (int i = 0; i < 8; i++) {
        uint16_t *a = &around[playout_beside(at, i)];
        *a = (uint16_t)(*a ^ change << 2 * back[i]);
    }
}

static void lay_out(struct playout_board *b, int size)
{
    b->size = size;
    b->points = size * size;
    memset(b->bare_cell, CELL_EDGE, sizeof b->bare_cell);
    memset(b->bare_around, 0xff, sizeof b->bare_around);
    for (int p = 0; p < b->points; p++) {
        b->place[p] = (uint16_t)((p / size + 1) * PLAYOUT_WIDTH + p % size + 1);
        b->bare_cell[b->place[p]] = CELL_EMPTY;
        recode(b->bare_around, b->place[p], CELL_EDGE ^ CELL_EMPTY);
    }
}

static void add_empty(struct playout_board *b, uint32_t at)
{
    b->index[at] = (uint16_t)b->empties;
    b->empty[b->empties++] = (uint16_t)at;
}

static void drop_empty(struct playout_board *b, uint32_t at)
{
    uint16_t last = b->empty[--b->empties];
    b->empty[b->index[at]] = last;
    b->index[last] = b->index[at];
}

void playout_board_set(struct playout_board *b, const struct go *g)
{
    if (b->size != g->size)
        lay_out(b, g->size);
    memcpy(b->cell, b->bare_cell, sizeof b->cell);
    memcpy(b->around, b->bare_around, sizeof b->around);
    memset(b->chain, 0, sizeof b->chain);
    b->stones[BLACK] = g->stones[BLACK];
    b->stones[WHITE] = g->stones[WHITE];
    b->ko = g->ko < g->points ? b->place[g->ko] : 0;
    b->empties = 0;
    for (int p = 0; p < b->points; p++) {
        uint32_t at = b->place[p];
        if (g->cell[p] == CELL_EMPTY) {
            add_empty(b, at);
            continue;
        }
        b->cell[at] = g->cell[p];
        recode(b->around, at, g->cell[p]);
        b->chain[at] = b->place[g->chain[p]];
        b->next[at] = b->place[g->next[p]];
        if (g->chain[p] == p) {
            b->length[at] = g->length[p];
            b->free[at] = 0;
        }
    }
    for (uint32_t i = 0; i < b->empties; i++)
        for (int k = 0; k < 4; k++)
            b->free[b->chain[playout_beside(b->empty[i], k)]] += playout_key(b->empty[i]);
}

struct playout_look playout_board_look(const struct playout_board *b, uint32_t at, enum side side)
{
    struct playout_look l = {.length = 1};
    uint32_t seen[4] = {0};
    for (int i = 0; i < 4; i++) {
        uint32_t q = playout_beside(at, i), name = b->chain[q];
        int c = b->cell[q];
        if (c == CELL_EMPTY) {
            l.free += playout_key(q);
        } else if (c == (int)cell_of(side)) {
            l.free -= playout_key(at);
            if (name == seen[0] || name == seen[1] || name == seen[2])
                continue;
            seen[i] = name;
            l.free += b->free[name];
            l.length += b->length[name];
        } else if (c != CELL_EDGE) {
            l.takes = l.takes || playout_only(b->free[name]);
        }
    }
    return l;
}

bool playout_board_legal(const struct playout_board *b, uint32_t at, enum side side)
{
    if (at == b->ko)
        return false;
    if (playout_open(b, at))
        return true;
    struct playout_look l = playout_board_look(b, at, side);
    return l.takes || l.free;
}

/* Two chains become one, which keeps the name of the longer; returns it. */
static uint32_t join(struct playout_board *b, uint32_t a, uint32_t c)
{
    uint32_t name = b->length[a] >= b->length[c] ? a : c, other = a ^ c ^ name, q = other;
    do {
        b->chain[q] = (uint16_t)name;
        q = b->next[q];
    } while (q != other);
    uint16_t was = b->next[name]; /* two rings become one */
    b->next[name] = b->next[other];
    b->next[other] = was;
    b->length[name] = (uint16_t)(b->length[name] + b->length[other]);
    b->free[name] += b->free[other];
    return name;
}

static int capture(struct playout_board *b, uint32_t name)
{
    uint32_t q = name;
    int n = 0;
    do {
        uint64_t key = playout_key(q);
        recode(b->around, q, b->cell[q]);
        b->cell[q] = CELL_EMPTY;
        b->chain[q] = 0;
        add_empty(b, q);
        for (int i = 0; i < 4; i++)
            b->free[b->chain[playout_beside(q, i)]] += key;
        q = b->next[q];
        n++;
    } while (q != name);
    return n;
}

/* Puts the stone there, a part of the chains beside it; returns the name of its chain. */
static uint32_t place(struct playout_board *b, uint32_t at, enum cell c)
{
    uint64_t key = playout_key(at), own = 0;
    drop_empty(b, at);
    b->cell[at] = (uint8_t)c;
    recode(b->around, at, c);
    for (int i = 0; i < 4; i++) {
        uint32_t q = playout_beside(at, i);
        b->free[b->chain[q]] -= key;
        if (b->cell[q] == CELL_EMPTY)
            own += playout_key(q);
    }
    uint32_t name = at;
    b->chain[at] = b->next[at] = (uint16_t)at;
    b->length[at] = 1;
    b->free[at] = own;
    for (int i = 0; i < 4; i++) {
        uint32_t q = playout_beside(at, i);
        if (b->cell[q] == c && b->chain[q] != name)
            name = join(b, b->chain[q], name);
    }
    return name;
}

int playout_board_play(struct playout_board *b, uint32_t at, enum side side)
{
    b->ko = 0;
    if (!at)
        return 0;
    assert(b->cell[at] == CELL_EMPTY);
    uint32_t name = place(b, at, cell_of(side)), gone = 0;
    int taken = 0;
    for (int i = 0; i < 4; i++) {
        uint32_t q = playout_beside(at, i);
        if (b->cell[q] == cell_of(side_other(side)) && b->free[b->chain[q]] == 0) {
            taken += capture(b, b->chain[q]);
            gone = q;
        }
    }
    b->stones[side]++;
    b->stones[side_other(side)] -= taken;
    if (taken == 1 && b->length[name] == 1 && b->free[name] == playout_key(gone))
        b->ko = gone;
    return taken;
}

/* The empty region of a place: who borders on it, as bits of enum cell. Its places are listed in `found`. */
static int region(const struct playout_board *b, uint32_t from, uint8_t seen[PLAYOUT_PLACES],
                  uint16_t found[GO_POINTS], int *n)
{
    int borders = 0;
    *n = 0;
    found[(*n)++] = (uint16_t)from;
    seen[from] = 1;
    for (int i = 0; i < *n; i++)
        for (int k = 0; k < 4; k++) {
            uint32_t q = playout_beside(found[i], k);
            borders |= 1 << b->cell[q];
            if (b->cell[q] == CELL_EMPTY && !seen[q]) {
                seen[q] = 1;
                found[(*n)++] = (uint16_t)q;
            }
        }
    return borders & (1 << CELL_BLACK | 1 << CELL_WHITE);
}

int playout_board_area(const struct playout_board *b, uint8_t *owner)
{
    uint8_t seen[PLAYOUT_PLACES] = {0};
    uint16_t found[GO_POINTS];
    int score = b->stones[BLACK] - b->stones[WHITE];
    for (int p = 0; owner && p < b->points; p++)
        owner[p] = b->cell[b->place[p]];
    for (uint32_t e = 0; e < b->empties; e++) {
        if (seen[b->empty[e]])
            continue;
        int n, borders = region(b, b->empty[e], seen, found, &n);
        if (borders != 1 << CELL_BLACK && borders != 1 << CELL_WHITE)
            continue;
        score += borders == 1 << CELL_BLACK ? n : -n;
        for (int i = 0; owner && i < n; i++)
            owner[playout_point(b, found[i])] = borders == 1 << CELL_BLACK ? CELL_BLACK : CELL_WHITE;
    }
    return score;
}
