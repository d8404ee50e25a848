/* Go from its definitions; see plain_go.h. */
#include "support/plain_go.h"

#include <assert.h>
#include <string.h>

static char enemy(char side)
{
    return side == 'X' ? 'O' : 'X';
}

/* A chain: its stones, its liberties. */
struct group {
    int stones, liberties;
    bool in[PLAIN_GO_SIDE][PLAIN_GO_SIDE], liberty[PLAIN_GO_SIDE][PLAIN_GO_SIDE];
};

static void walk(const struct plain_board *b, int size, int row, int col, char colour, struct group *out)
{
    if (row < 0 || row >= size || col < 0 || col >= size)
        return;
    if (b->at[row][col] == '.' && !out->liberty[row][col]) {
        out->liberty[row][col] = true;
        out->liberties++;
    }
    if (b->at[row][col] != colour || out->in[row][col])
        return;
    out->in[row][col] = true;
    out->stones++;
    walk(b, size, row - 1, col, colour, out);
    walk(b, size, row + 1, col, colour, out);
    walk(b, size, row, col - 1, colour, out);
    walk(b, size, row, col + 1, colour, out);
}

static void group_of(const struct plain_board *b, int size, int row, int col, struct group *out)
{
    memset(out, 0, sizeof *out);
    walk(b, size, row, col, b->at[row][col], out);
}

static bool same(const struct plain_board *a, const struct plain_board *b)
{
    return memcmp(a, b, sizeof *a) == 0; /* beyond the board all are alike */
}

/* Puts the stone, takes the other side's chains without liberties; false if its own has none then. */
static bool put(struct plain_board *b, int size, char side, int at, int *taken)
{
    struct group g;
    int row = at / size, col = at % size;
    *taken = 0;
    b->at[row][col] = side;
    for (int k = 0; k < 4; k++) {
        int r = row + (k == 0) - (k == 1), c = col + (k == 2) - (k == 3);
        if (r < 0 || r >= size || c < 0 || c >= size || b->at[r][c] != enemy(side))
            continue;
        group_of(b, size, r, c, &g);
        if (g.liberties)
            continue;
        *taken += g.stones;
        for (int i = 0; i < size * size; i++)
            if (g.in[i / size][i % size])
                b->at[i / size][i % size] = '.';
    }
    group_of(b, size, row, col, &g);
    return g.liberties > 0;
}

void plain_go_start(struct plain_go *g, int size, bool superko)
{
    memset(g, 0, sizeof *g);
    g->size = size;
    g->superko = superko;
    g->to_move = 'X';
    memset(&g->now, '.', sizeof g->now);
}

bool plain_go_legal(const struct plain_go *g, char side, int at)
{
    bool over =
        g->moves >= 2 && g->played[g->moves - 1] == PLAIN_GO_PASS && g->played[g->moves - 2] == PLAIN_GO_PASS;
    if (over || at == PLAIN_GO_PASS)
        return !over;
    struct plain_board after = g->now;
    int taken;
    if (g->now.at[at / g->size][at % g->size] != '.' || !put(&after, g->size, side, at, &taken))
        return false;
    int oldest = g->superko ? 0 : g->moves - 1;
    if (!g->superko && side != g->to_move)
        return true;
    for (int i = oldest < 0 ? 0 : oldest; i < g->moves; i++)
        if (same(&after, &g->before[i]))
            return false;
    return true;
}

void plain_go_play(struct plain_go *g, char side, int at)
{
    int taken;
    assert(g->moves < PLAIN_GO_MOVES);
    g->before[g->moves] = g->now;
    g->played[g->moves] = at;
    g->turn[g->moves++] = g->to_move;
    if (at != PLAIN_GO_PASS)
        put(&g->now, g->size, side, at, &taken);
    g->to_move = enemy(side);
}

void plain_go_undo(struct plain_go *g)
{
    g->now = g->before[--g->moves];
    g->to_move = g->turn[g->moves];
}

int plain_go_liberties(const struct plain_go *g, int at)
{
    struct group of;
    group_of(&g->now, g->size, at / g->size, at % g->size, &of);
    return of.liberties;
}

int plain_go_score(const struct plain_go *g)
{
    int score = 0;
    for (int row = 0; row < g->size; row++)
        for (int col = 0; col < g->size; col++) {
            struct plain_board b = g->now;
            bool reaches[2] = {b.at[row][col] == 'X', b.at[row][col] == 'O'};
            struct group empty;
            memset(&empty, 0, sizeof empty);
            if (b.at[row][col] == '.')
                walk(&b, g->size, row, col, '.', &empty);
            for (int r = 0; r < g->size; r++)
                for (int c = 0; c < g->size; c++)
                    for (int k = 0; k < 4; k++) {
                        int nr = r + (k == 0) - (k == 1), nc = c + (k == 2) - (k == 3);
                        if (empty.in[r][c] && nr >= 0 && nr < g->size && nc >= 0 && nc < g->size) {
                            reaches[0] = reaches[0] || b.at[nr][nc] == 'X';
                            reaches[1] = reaches[1] || b.at[nr][nc] == 'O';
                        }
                    }
            score += reaches[0] == reaches[1] ? 0 : reaches[0] ? 1 : -1;
        }
    return score;
}

/* A ladder is read on boards alone. None may come again, of the ladder or of the game. */
struct ladder {
    const struct plain_go *game;
    int size;
    char attacker;
    int stone;
};

/* A board of the ladder, and those before it. */
struct boards {
    struct plain_board now;
    const struct boards *before;
};

/* Makes a move on a copy; false if it is suicide or brings a position back. */
static bool step(const struct ladder *l, const struct boards *b, char side, int at, struct boards *after)
{
    int taken;
    after->now = b->now;
    after->before = b;
    if (b->now.at[at / l->size][at % l->size] != '.' || !put(&after->now, l->size, side, at, &taken))
        return false;
    for (; b; b = b->before)
        if (same(&after->now, &b->now))
            return false;
    for (int i = 0; i < l->game->moves; i++)
        if (same(&after->now, &l->game->before[i]))
            return false;
    return true;
}

static bool captured(const struct ladder *l, const struct boards *b);

/* The defender to move, his chain with one liberty. */
static bool cornered(const struct ladder *l, const struct boards *b)
{
    const struct plain_board *now = &b->now;
    struct group prey;
    group_of(now, l->size, l->stone / l->size, l->stone % l->size, &prey);
    bool move[PLAIN_GO_SIDE][PLAIN_GO_SIDE];
    memcpy(move, prey.liberty, sizeof move);
    for (int r = 0; r < l->size; r++)
        for (int c = 0; c < l->size; c++)
            for (int k = 0; k < 4; k++) {
                int nr = r + (k == 0) - (k == 1), nc = c + (k == 2) - (k == 3);
                if (!prey.in[r][c] || nr < 0 || nr >= l->size || nc < 0 || nc >= l->size ||
                    now->at[nr][nc] != l->attacker)
                    continue;
                struct group hunter;
                group_of(now, l->size, nr, nc, &hunter);
                for (int i = 0; i < l->size * l->size && hunter.liberties == 1; i++)
                    if (hunter.liberty[i / l->size][i % l->size])
                        move[i / l->size][i % l->size] = true;
            }
    for (int at = 0; at < l->size * l->size; at++) {
        struct boards after;
        if (move[at / l->size][at % l->size] && step(l, b, enemy(l->attacker), at, &after) &&
            !captured(l, &after))
            return false;
    }
    return true;
}

/* The attacker to move. */
static bool captured(const struct ladder *l, const struct boards *b)
{
    struct group prey;
    struct boards after;
    group_of(&b->now, l->size, l->stone / l->size, l->stone % l->size, &prey);
    if (prey.liberties > 2)
        return false;
    for (int at = 0; at < l->size * l->size; at++)
        if (prey.liberty[at / l->size][at % l->size] && step(l, b, l->attacker, at, &after) &&
            (prey.liberties == 1 || cornered(l, &after)))
            return true;
    return false;
}

bool plain_go_ladder(const struct plain_go *g, int stone, int at)
{
    struct ladder l = {g, g->size, g->to_move, stone};
    struct boards now = {g->now, NULL}, after;
    return plain_go_legal(g, g->to_move, at) && step(&l, &now, g->to_move, at, &after) &&
           cornered(&l, &after);
}

static int capped(int n, int most)
{
    return n < most ? n : most;
}

/* Chains of the other side with two liberties, by one of their stones. */
struct prey {
    int count, stone[PLAIN_GO_SIDE * PLAIN_GO_SIDE];
    struct group group[PLAIN_GO_SIDE * PLAIN_GO_SIDE];
};

static void find_prey(const struct plain_go *g, struct prey *out)
{
    bool known[PLAIN_GO_SIDE][PLAIN_GO_SIDE] = {{false}};
    out->count = 0;
    for (int i = 0; i < g->size * g->size; i++) {
        int row = i / g->size, col = i % g->size;
        struct group *chain = &out->group[out->count];
        if (g->now.at[row][col] != enemy(g->to_move) || known[row][col])
            continue;
        group_of(&g->now, g->size, row, col, chain);
        for (int k = 0; k < g->size * g->size; k++)
            known[k / g->size][k % g->size] |= chain->in[k / g->size][k % g->size];
        if (chain->liberties == 2)
            out->stone[out->count++] = i;
    }
}

static void plain_move(const struct plain_go *g, int at, const struct prey *prey, uint8_t *out)
{
    int n = g->size * g->size, taken;
    if (g->now.at[at / g->size][at % g->size] != '.' || !plain_go_legal(g, g->to_move, at))
        return;
    struct plain_board after = g->now;
    put(&after, g->size, g->to_move, at, &taken);
    struct group mine;
    group_of(&after, g->size, at / g->size, at % g->size, &mine);
    out[(7 + capped(mine.liberties, 6) - 1) * n + at] = 1;
    out[13 * n + at] = 1;
    if (taken)
        out[(19 + capped(taken, 7) - 1) * n + at] = 1;
    for (int i = 0; i < prey->count; i++)
        if (prey->group[i].liberty[at / g->size][at % g->size] && plain_go_ladder(g, prey->stone[i], at))
            out[26 * n + at] = 1;
}

void plain_go_planes(const struct plain_go *g, int rank, bool ladders, uint8_t *out)
{
    int n = g->size * g->size;
    static struct prey prey;
    memset(out, 0, (size_t)(36 * n));
    prey.count = 0;
    if (ladders)
        find_prey(g, &prey);
    for (int p = 0; p < n; p++) {
        char c = g->now.at[p / g->size][p % g->size];
        out[(c == 'X' ? 0 : c == 'O' ? 1 : 2) * n + p] = 1;
        if (c != '.')
            out[(3 + capped(plain_go_liberties(g, p), 4) - 1) * n + p] = 1;
        plain_move(g, p, &prey, out);
        for (int ago = 1; ago <= 5 && ago <= g->moves; ago++)
            if (g->played[g->moves - ago] == p) {
                out[(14 + ago - 1) * n + p] = 1;
                break;
            }
        for (int d = 1; d <= 9; d++)
            out[(27 + d - 1) * n + p] = d == rank;
    }
}
