/* Dead stones by playouts; see final.h. */
#include "go/final.h"

#include <string.h>

#include "go/playout.h"
#include "go/score.h"

enum {
    ROUNDS = 200, /* for each side to move first, where nobody says */
    DOUBTFUL =
        10, /* per cent: what stays in hardly more playouts than not is dead, as a stone alone in a large area */
};

/* By point: playouts in which it was Black's at the end, less those in which it was White's. */
static void play_out(const struct go *g, int rounds, struct rng *r, int sum[GO_POINTS])
{
    struct go *board = go_copy(g);
    struct go_playout *p = go_playout_new();
    uint8_t owner[GO_POINTS];
    memset(sum, 0, GO_POINTS * sizeof *sum);
    while (board->moves > 0 && board->move[board->moves - 1].at == GO_PASS)
        go_undo(board); /* the game goes on */
    for (int i = 0; i < 2 * rounds; i++) {
        go_turn(board, i % 2 ? WHITE : BLACK);
        go_playout_run(p, board, r, NULL, owner);
        for (int k = 0; k < g->points; k++)
            sum[k] += (owner[k] == CELL_BLACK) - (owner[k] == CELL_WHITE);
    }
    go_playout_free(p);
    go_free(board);
}

/* Chains that are lost as often as not are dead. */
static void find_dead(const struct go *g, int playouts, const int sum[GO_POINTS], struct go_final *out)
{
    int chain[GO_POINTS] = {0};
    for (int p = 0; p < g->points; p++)
        if (g->cell[p] != CELL_EMPTY)
            chain[g->chain[p]] += g->cell[p] == CELL_BLACK ? sum[p] : -sum[p];
    for (int p = 0; p < g->points; p++) {
        go_point name = g->cell[p] == CELL_EMPTY ? (go_point)p : g->chain[p];
        bool dead = g->cell[p] != CELL_EMPTY && 100 * chain[name] < DOUBTFUL * playouts * g->length[name];
        out->status[p] = dead ? GO_DEAD : GO_ALIVE;
    }
}

/* The board without dead stones. */
static struct go *without_dead(const struct go *g, const struct go_final *f)
{
    struct go *board = go_new(&(struct go_rules){g->size, g->rules.komi, 0, g->rules.ko});
    uint8_t cells[GO_POINTS];
    for (int p = 0; p < g->points; p++)
        cells[p] = (uint8_t)(f->status[p] == GO_DEAD ? CELL_EMPTY : g->cell[p]);
    go_lay(board, cells, NULL);
    return board;
}

/* Has the chain of this stone a point of its own beside it? */
static bool has_own(const struct go *b, const uint8_t owner[GO_POINTS], go_point name)
{
    for (int p = 0; p < b->points; p++)
        if (go_set_has(&b->liberty[name], (go_point)p) && owner[p] == b->cell[name])
            return true;
    return false;
}

/* A seki: chains of both colours without a point of their own, around empty points that are nobody's. */
static void find_seki(const struct go *b, struct go_final *out)
{
    for (int p = 0; p < b->points; p++) {
        bool lives[3] = {true, true, true};
        if (b->cell[p] != CELL_EMPTY || out->owner[p] != CELL_EMPTY)
            continue;
        for (int i = 0; i < 4; i++) {
            go_point q = b->near[p][i];
            if (b->cell[q] == CELL_BLACK || b->cell[q] == CELL_WHITE)
                lives[b->cell[q]] = lives[b->cell[q]] && has_own(b, out->owner, b->chain[q]);
        }
        for (int i = 0; i < 4 && !lives[CELL_BLACK] && !lives[CELL_WHITE]; i++) {
            go_point q = b->near[p][i];
            if ((b->cell[q] == CELL_BLACK || b->cell[q] == CELL_WHITE) &&
                !has_own(b, out->owner, b->chain[q]))
                for (int k = 0; k < b->points; k++)
                    if (b->cell[k] == b->cell[q] && b->chain[k] == b->chain[q])
                        out->status[k] = GO_SEKI;
        }
    }
}

void go_final_by(const struct go *g, int rounds, struct rng *r, struct go_final *out)
{
    int sum[GO_POINTS];
    play_out(g, rounds, r, sum);
    find_dead(g, 2 * rounds, sum, out);
    struct go *board = without_dead(g, out);
    memset(out->owner, CELL_EMPTY, sizeof out->owner);
    go_area(board, out->owner);
    out->score = go_score_of(g, out->owner);
    find_seki(board, out);
    go_free(board);
}

void go_final(const struct go *g, struct rng *r, struct go_final *out)
{
    go_final_by(g, ROUNDS, r, out);
}
