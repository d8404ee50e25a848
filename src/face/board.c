/* Whole boards of the public face: set-ups, boards, moves, symmetries and keys; see hexad.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/key.h"
#include "connect/board/symmetry.h"
#include "face/face.h"
#include "go/game.h"

/* ---- Set-ups ---- */

static bool set_up_connect(struct position *p, const uint8_t *board, hexad_colour to_move, int left,
                           hexad_error *error)
{
    const struct rules *r = &p->rules;
    struct err e;
    for (square s = square_first(); s; s = square_next(r, s))
        if (board[square_row(s) * r->m + square_col(s)] != HEXAD_EMPTY)
            position_setup(p, s, (enum cell)board[square_row(s) * r->m + square_col(s)]);
    if (left < 0 || left > (r->p > r->q ? r->p : r->q)) {
        face_fail(error, HEXAD_BAD_ARGUMENT, "%d stones left in a turn", left);
        return false;
    }
    return position_settle(p, face_side(to_move), left ? left : r->p, &e) ||
           face_fail_as(error, HEXAD_ILLEGAL, &e) == HEXAD_OK;
}

static bool set_up_other(struct game *g, const uint8_t *board, size_t size, hexad_colour to_move, int left,
                         hexad_error *error)
{
    game_move *at = mem_alloc(size * sizeof *at);
    uint8_t *who = mem_alloc(size);
    struct err e;
    int n = 0;
    for (size_t i = 0; i < size; i++)
        if (board[i] != HEXAD_EMPTY) {
            at[n] = (game_move)i;
            who[n++] = (uint8_t)face_side((hexad_colour)board[i]);
        }
    bool ok = left >= 0 && left <= 1 ? g->kind->lay && g->kind->lay(g, at, who, n, face_side(to_move), &e)
                                     : err_set(&e, "%d stones left in a turn", left);
    free(at);
    free(who);
    return ok || face_fail_as(error, HEXAD_ILLEGAL, &e) == HEXAD_OK;
}

bool face_size(const hexad_game *g, size_t size, size_t boards, hexad_error *error)
{
    if (size == boards * face_points(g))
        return true;
    face_fail(error, HEXAD_BAD_ARGUMENT, "%zu bytes: %zu, please, one for each square", size,
              boards * face_points(g));
    return false;
}

static bool good_board(const hexad_game *g, const uint8_t *board, size_t size, hexad_colour to_move,
                       hexad_error *error)
{
    if (!face_size(g, size, 1, error))
        return false;
    for (size_t i = 0; i < size; i++)
        if (board[i] > HEXAD_WHITE) {
            face_fail(error, HEXAD_BAD_ARGUMENT, "place %zu of the board: colour %d", i, board[i]);
            return false;
        }
    if (to_move == HEXAD_BLACK || to_move == HEXAD_WHITE)
        return true;
    face_fail(error, HEXAD_BAD_ARGUMENT, "the side to move is neither Black nor White");
    return false;
}

hexad_game *hexad_game_set_up(const char *rules, const uint8_t *board, size_t size, hexad_colour to_move,
                              int left, hexad_error *error)
{
    if (!board) {
        face_fail(error, HEXAD_BAD_ARGUMENT, "the board is NULL");
        return NULL;
    }
    hexad_game *g = hexad_game_new(rules, error);
    if (!g)
        return NULL;
    if (good_board(g, board, size, to_move, error) &&
        (g->position ? set_up_connect(g->position, board, to_move, left, error)
                     : set_up_other(g->other, board, size, to_move, left, error)))
        return g;
    hexad_game_free(g);
    return NULL;
}

/* ---- Boards ---- */

static void put_board(const hexad_game *g, uint8_t *out)
{
    if (!g->position) {
        memcpy(out, go_of(g->other)->cell, face_points(g));
        return;
    }
    const struct rules *r = &g->position->rules;
    for (int row = 0; row < r->n; row++)
        memcpy(out + row * r->m, g->position->cell + square_at(0, row), (size_t)r->m);
}

hexad_status hexad_game_board(const hexad_game *game, uint8_t *out, size_t size, hexad_error *error)
{
    if (!game || !out)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL");
    if (!face_size(game, size, 1, error))
        return HEXAD_BAD_ARGUMENT;
    put_board(game, out);
    return face_fine(error);
}

bool face_span(const hexad_game *game, int from, int count, const void *out, hexad_error *error)
{
    hexad_state s;
    if (!out)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL") == HEXAD_OK;
    if (hexad_game_state(game, &s, error) != HEXAD_OK)
        return false;
    if (from >= 0 && count >= 0 && count <= s.played + 1 && from <= s.played + 1 - count)
        return true;
    face_fail(error, HEXAD_BAD_ARGUMENT, "%d positions from stone %d on, in a game of %d", count, from,
              s.played);
    return false;
}

hexad_game *face_back(const hexad_game *game, int stones)
{
    hexad_game *g = hexad_game_copy(game, NULL);
    for (hexad_state s; hexad_game_state(g, &s, NULL) == HEXAD_OK && s.played > stones;)
        hexad_game_undo(g, NULL);
    return g;
}

hexad_status hexad_game_boards(const hexad_game *game, int from, int count, uint8_t *out, size_t size,
                               hexad_error *error)
{
    hexad_square at;
    if (!face_span(game, from, count, out, error) || !face_size(game, size, (size_t)count, error))
        return HEXAD_BAD_ARGUMENT;
    size_t points = face_points(game);
    hexad_game *g = face_back(game, from);
    for (int i = 0; i < count; i++) {
        put_board(g, out + (size_t)i * points);
        if (i + 1 < count && hexad_game_stone(game, from + i, &at, NULL, NULL) == HEXAD_OK)
            hexad_game_play(g, at, NULL);
    }
    hexad_game_free(g);
    return face_fine(error);
}

hexad_status hexad_game_moves(const hexad_game *game, hexad_square *out, size_t most, size_t *count,
                              hexad_error *error)
{
    if (!game || !count || (most && !out))
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL");
    size_t n = 0;
    if (game->position) {
        const struct position *p = game->position;
        bool open = p->outcome == OUTCOME_OPEN;
        for (square s = square_first(); open && s; s = square_next(&p->rules, s))
            if (p->cell[s] == CELL_EMPTY && n++ < most)
                out[n - 1] = face_square(game, s);
    } else {
        game_move *m = mem_alloc(GAME_MOVES_MOST * sizeof *m);
        int all = game->other->kind->moves(game->other, m);
        for (int i = 0; i < all; i++)
            if (n++ < most)
                out[n - 1] = face_square(game, m[i]);
        free(m);
    }
    *count = n;
    return face_fine(error);
}

/* ---- Symmetries ---- */

hexad_status hexad_game_key(const hexad_game *game, uint64_t *key, int *symmetry, hexad_error *error)
{
    if (!game || !key)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL");
    int seen = 0;
    if (game->position) {
        struct key_views k;
        key_start(&k, game->position);
        *key = (uint64_t)key_number(&k, game->position->to_move, game->position->left, &seen);
    } else {
        *key = game->other->kind->key(game->other);
    }
    if (symmetry)
        *symmetry = seen;
    return face_fine(error);
}

int hexad_game_symmetries(const hexad_game *game)
{
    if (!game)
        return 0;
    return game->position ? symmetry_count(&game->position->rules)
                          : game->other->kind->symmetries(game->other);
}

hexad_square hexad_game_turned(const hexad_game *game, int symmetry, hexad_square at)
{
    game_move m;
    if (!game || symmetry < 0 || symmetry >= hexad_game_symmetries(game) || !face_move(game, at, &m))
        return at;
    m = game->position ? symmetry_square(&game->position->rules, symmetry, m)
                       : game->other->kind->turned(game->other, symmetry, m);
    return face_square(game, m);
}
