/* Games of the public face: a position in a handle; see hexad.h. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/diagram.h"
#include "face/face.h"

hexad_game *face_game(struct position *p, hexad_error *error)
{
    hexad_game *g = mem_zero(1, sizeof *g);
    g->position = p;
    face_fine(error);
    return g;
}

hexad_game *hexad_game_new(const char *rules, hexad_error *error)
{
    struct rules r;
    return face_rules(rules, &r, error) ? face_game(position_new(&r), error) : NULL;
}

hexad_game *hexad_game_copy(const hexad_game *game, hexad_error *error)
{
    if (game)
        return face_game(position_copy(game->position), error);
    face_fail(error, HEXAD_BAD_ARGUMENT, "the game is NULL");
    return NULL;
}

void hexad_game_free(hexad_game *game)
{
    if (game)
        position_free(game->position);
    free(game);
}

/* The board's number of a square, SQUARE_NONE if it is not on the board. */
static square on_board(const struct position *p, hexad_square s)
{
    return square_on_board(&p->rules, s.column, s.row) ? square_at(s.column, s.row) : SQUARE_NONE;
}

hexad_status hexad_game_play(hexad_game *game, hexad_square at, hexad_error *error)
{
    struct err e;
    if (!game)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "the game is NULL");
    const struct rules *r = &game->position->rules;
    if (!on_board(game->position, at))
        return face_fail(error, HEXAD_BAD_ARGUMENT, "column %d, row %d is not on the %dx%d board", at.column,
                         at.row, r->m, r->n);
    if (!position_play(game->position, on_board(game->position, at), &e))
        return face_fail_as(error, HEXAD_ILLEGAL, &e);
    return face_fine(error);
}

hexad_status hexad_game_play_text(hexad_game *game, const char *stones, hexad_error *error)
{
    static const char between[] = " \t\r\n,/;";
    if (!game || !stones)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL");
    struct position *p = game->position;
    int before = p->plies;
    hexad_status status = HEXAD_OK;
    for (const char *at = stones + strspn(stones, between); *at; at += strspn(at, between)) {
        struct err e;
        square s;
        bool read = square_parse(&p->rules, at, &at, &s, &e);
        if (read && *at && !strchr(between, *at))
            read = err_set(&e, "'%.20s' after a square", at);
        if (!read)
            status = face_fail(error, HEXAD_BAD_ARGUMENT, "stone %d: %s", p->plies - before + 1, e.text);
        else if (!position_play(p, s, &e))
            status = face_fail(error, HEXAD_ILLEGAL, "stone %d: %s", p->plies - before + 1, e.text);
        if (status != HEXAD_OK)
            break;
    }
    if (status == HEXAD_OK)
        return face_fine(error);
    while (p->plies > before)
        position_undo(p);
    return status;
}

hexad_status hexad_game_undo(hexad_game *game, hexad_error *error)
{
    if (!game)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "the game is NULL");
    if (game->position->plies == 0)
        return face_fail(error, HEXAD_ILLEGAL, "there is no stone to take back");
    position_undo(game->position);
    return face_fine(error);
}

hexad_status hexad_game_state(const hexad_game *game, hexad_state *out, hexad_error *error)
{
    _Static_assert((int)HEXAD_BLACK_WINS == (int)OUTCOME_BLACK && (int)HEXAD_DRAWN == (int)OUTCOME_DRAW,
                   "outcomes as in board/");
    if (!game || !out)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL");
    const struct position *p = game->position;
    *out = (hexad_state){.columns = p->rules.m,
                         .rows = p->rules.n,
                         .k = p->rules.k,
                         .p = p->rules.p,
                         .q = p->rules.q,
                         .exact = p->rules.exact,
                         .to_move = p->to_move == BLACK ? HEXAD_BLACK : HEXAD_WHITE,
                         .left = p->left,
                         .stones = p->stones,
                         .played = p->plies,
                         .outcome = (hexad_outcome)p->outcome};
    square row[RULES_MAX_SIDE];
    if (p->outcome == OUTCOME_BLACK || p->outcome == OUTCOME_WHITE)
        face_squares(row, position_win_row(p, row), &out->row);
    return face_fine(error);
}

hexad_colour hexad_game_cell(const hexad_game *game, hexad_square at)
{
    _Static_assert((int)HEXAD_WHITE == (int)CELL_WHITE && (int)HEXAD_OUTSIDE == (int)CELL_EDGE,
                   "cells as in board/");
    if (!game || !on_board(game->position, at))
        return HEXAD_OUTSIDE;
    return (hexad_colour)game->position->cell[on_board(game->position, at)];
}

bool hexad_game_legal(const hexad_game *game, hexad_square at)
{
    return game && on_board(game->position, at) &&
           position_legal_square(game->position, on_board(game->position, at));
}

hexad_status hexad_game_stone(const hexad_game *game, int index, hexad_square *out, hexad_colour *colour,
                              hexad_error *error)
{
    if (!game || !out)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL");
    if (index < 0 || index >= game->position->plies)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "stone %d of %d that were played", index,
                         game->position->plies);
    struct ply ply = game->position->ply[index];
    *out = (hexad_square){square_col(ply.at), square_row(ply.at)};
    if (colour)
        *colour = ply.side == BLACK ? HEXAD_BLACK : HEXAD_WHITE;
    return face_fine(error);
}

char *hexad_game_draw(const hexad_game *game, hexad_error *error)
{
    struct buf b = BUF_EMPTY;
    if (!game) {
        face_fail(error, HEXAD_BAD_ARGUMENT, "the game is NULL");
        return NULL;
    }
    diagram_draw(game->position, DIAGRAM_PLAIN, &b);
    face_fine(error);
    return buf_take(&b);
}
