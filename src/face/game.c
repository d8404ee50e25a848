/* Games of the public face: a position of the Connect family, or any other game, in a handle; see hexad.h. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/diagram.h"
#include "connect/game/connect.h"
#include "face/face.h"
#include "go/game.h"

static const char no_game[] = "the game is NULL";

hexad_game *face_game(struct position *p, hexad_error *error)
{
    hexad_game *g = mem_zero(1, sizeof *g);
    g->position = p;
    face_fine(error);
    return g;
}

struct position *face_position(const hexad_game *game, hexad_error *error)
{
    if (!game)
        face_fail(error, HEXAD_BAD_ARGUMENT, no_game);
    else if (!game->position)
        face_fail(error, HEXAD_BAD_ARGUMENT, "this is only for the Connect family, not for %s",
                  game->other->kind->about);
    else
        return game->position;
    return NULL;
}

struct game *face_any(const hexad_game *game)
{
    return game->position ? connect_take(position_copy(game->position)) : game_copy(game->other);
}

hexad_game *hexad_game_new(const char *rules, hexad_error *error)
{
    struct game_rules r;
    if (!face_any_rules(rules, &r, error))
        return NULL;
    if (r.kind == &connect_game) {
        struct rules connect = connect_rules(&r);
        return face_game(position_new(&connect), error);
    }
    hexad_game *g = face_game(NULL, error);
    g->other = game_new(&r);
    return g;
}

hexad_game *hexad_game_copy(const hexad_game *game, hexad_error *error)
{
    if (!game) {
        face_fail(error, HEXAD_BAD_ARGUMENT, no_game);
        return NULL;
    }
    hexad_game *g = face_game(game->position ? position_copy(game->position) : NULL, error);
    g->other = game->other ? game_copy(game->other) : NULL;
    return g;
}

void hexad_game_free(hexad_game *game)
{
    if (game && game->position)
        position_free(game->position);
    if (game && game->other)
        game_free(game->other);
    free(game);
}

/* ---- Squares and moves ---- */

static void size_of(const hexad_game *g, int *columns, int *rows)
{
    if (g->position) {
        *columns = g->position->rules.m;
        *rows = g->position->rules.n;
    } else {
        g->other->kind->size(g->other, columns, rows);
    }
}

size_t face_points(const hexad_game *g)
{
    int columns, rows;
    size_of(g, &columns, &rows);
    return (size_t)columns * (size_t)rows;
}

/* Moves of other games are points, row by row, and one behind them that is a pass. */
hexad_square face_square(const hexad_game *g, game_move m)
{
    int columns, rows;
    if (g->position)
        return (hexad_square){square_col(m), square_row(m)};
    size_of(g, &columns, &rows);
    return m < columns * rows ? (hexad_square){m % columns, m / columns} : (hexad_square){-1, -1};
}

void face_moves(const hexad_game *g, const game_move *m, int n, hexad_squares *out)
{
    out->count = n;
    for (int i = 0; i < n; i++)
        out->at[i] = face_square(g, m[i]);
}

static bool on_board(const hexad_game *g, hexad_square s)
{
    int columns, rows;
    size_of(g, &columns, &rows);
    return s.column >= 0 && s.column < columns && s.row >= 0 && s.row < rows;
}

bool face_move(const hexad_game *g, hexad_square s, game_move *out)
{
    int columns, rows;
    size_of(g, &columns, &rows);
    if (!g->position && s.column == -1 && s.row == -1)
        *out = GO_PASS;
    else if (on_board(g, s))
        *out = g->position ? square_at(s.column, s.row) : (game_move)(s.row * columns + s.column);
    else
        return false;
    return true;
}

const char *hexad_game_square_text(const hexad_game *game, hexad_square at, char out[HEXAD_TEXT])
{
    game_move m;
    if (!game || game->position)
        return hexad_square_text(at, out);
    out[0] = '\0';
    return face_move(game, at, &m) ? game->other->kind->format(game->other, GAME_PEOPLE, m, out) : out;
}

hexad_status hexad_game_square_parse(const hexad_game *game, const char *text, hexad_square *out,
                                     hexad_error *error)
{
    struct err e;
    game_move m;
    if (!game || !text || !out)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL");
    bool read = game->position ? square_parse(&game->position->rules, text, NULL, &m, &e)
                               : game->other->kind->read_move(game->other, GAME_PEOPLE, text, &m, &e);
    if (!read)
        return face_fail_as(error, HEXAD_BAD_ARGUMENT, &e);
    *out = face_square(game, m);
    return face_fine(error);
}

/* ---- Playing ---- */

static int plies_of(const hexad_game *g)
{
    return g->position ? g->position->plies : game_plies(g->other);
}

static bool play(hexad_game *g, game_move m, struct err *e)
{
    if (g->position)
        return position_play(g->position, m, e);
    if (!game_allows(g->other, GAME_PEOPLE, m, e))
        return false;
    game_play(g->other, m);
    return true;
}

static void undo(hexad_game *g)
{
    if (g->position)
        position_undo(g->position);
    else
        game_undo(g->other);
}

hexad_status hexad_game_play(hexad_game *game, hexad_square at, hexad_error *error)
{
    struct err e;
    game_move m;
    int columns, rows;
    if (!game)
        return face_fail(error, HEXAD_BAD_ARGUMENT, no_game);
    size_of(game, &columns, &rows);
    if (!face_move(game, at, &m))
        return face_fail(error, HEXAD_BAD_ARGUMENT, "column %d, row %d is not on the %dx%d board", at.column,
                         at.row, columns, rows);
    return play(game, m, &e) ? face_fine(error) : face_fail_as(error, HEXAD_ILLEGAL, &e);
}

static const char between[] = " \t\r\n,/;";

/* Reads a move at `*at` and goes behind it. */
static bool read_move(const hexad_game *g, const char **at, game_move *out, struct err *e)
{
    if (g->position) {
        bool read = square_parse(&g->position->rules, *at, at, out, e);
        return read && **at && !strchr(between, **at) ? err_set(e, "'%.20s' after a square", *at) : read;
    }
    char word[32];
    size_t n = strcspn(*at, between);
    if (n >= sizeof word)
        return err_set(e, "'%.20s' is no point", *at);
    memcpy(word, *at, n);
    word[n] = '\0';
    *at += n;
    return g->other->kind->read_move(g->other, GAME_PEOPLE, word, out, e);
}

hexad_status hexad_game_play_text(hexad_game *game, const char *stones, hexad_error *error)
{
    if (!game || !stones)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL");
    int before = plies_of(game);
    hexad_status status = HEXAD_OK;
    for (const char *at = stones + strspn(stones, between); *at && status == HEXAD_OK;
         at += strspn(at, between)) {
        struct err e;
        game_move m;
        int number = plies_of(game) - before + 1;
        if (!read_move(game, &at, &m, &e))
            status = face_fail(error, HEXAD_BAD_ARGUMENT, "stone %d: %s", number, e.text);
        else if (!play(game, m, &e))
            status = face_fail(error, HEXAD_ILLEGAL, "stone %d: %s", number, e.text);
    }
    if (status == HEXAD_OK)
        return face_fine(error);
    while (plies_of(game) > before)
        undo(game);
    return status;
}

hexad_status hexad_game_undo(hexad_game *game, hexad_error *error)
{
    if (!game)
        return face_fail(error, HEXAD_BAD_ARGUMENT, no_game);
    if (plies_of(game) == 0)
        return face_fail(error, HEXAD_ILLEGAL, "there is no stone to take back");
    undo(game);
    return face_fine(error);
}

/* ---- How it stands ---- */

static hexad_state other_state(const struct game *g)
{
    hexad_state s = {.p = 1, .q = 1};
    const struct go *board = go_of(g);
    g->kind->size(g, &s.columns, &s.rows);
    s.to_move = face_colour(game_to_move(g));
    s.left = g->kind->left(g);
    s.stones = board ? board->stones[BLACK] + board->stones[WHITE] : 0;
    s.played = game_plies(g);
    s.outcome = (hexad_outcome)game_state(g);
    return s;
}

hexad_status face_plays(const hexad_game *game, const struct game_rules *rules, const char *who,
                        hexad_error *error)
{
    struct game_rules theirs;
    if (!game)
        return face_fail(error, HEXAD_BAD_ARGUMENT, no_game);
    if (game->position)
        theirs = connect_game_rules(&game->position->rules);
    else
        game->other->kind->rules(game->other, &theirs);
    if (!game_rules_equal(&theirs, rules))
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a game of %s, but %s is for %s", theirs.text, who,
                         rules->text);
    if ((game->position ? game->position->outcome : game_state(game->other)) != OUTCOME_OPEN)
        return face_fail(error, HEXAD_ILLEGAL, "the game is over");
    return HEXAD_OK;
}

hexad_status hexad_game_state(const hexad_game *game, hexad_state *out, hexad_error *error)
{
    _Static_assert((int)HEXAD_BLACK_WINS == (int)OUTCOME_BLACK && (int)HEXAD_DRAWN == (int)OUTCOME_DRAW,
                   "outcomes as in board/");
    if (!game || !out)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL");
    if (!game->position) {
        *out = other_state(game->other);
        return face_fine(error);
    }
    const struct position *p = game->position;
    *out = (hexad_state){.columns = p->rules.m,
                         .rows = p->rules.n,
                         .k = p->rules.k,
                         .p = p->rules.p,
                         .q = p->rules.q,
                         .exact = p->rules.exact,
                         .to_move = face_colour(p->to_move),
                         .left = p->left,
                         .stones = p->stones,
                         .played = p->plies,
                         .outcome = (hexad_outcome)p->outcome};
    square row[RULES_MAX_SIDE];
    if (p->outcome == OUTCOME_BLACK || p->outcome == OUTCOME_WHITE)
        face_squares(row, position_win_row(p, row), &out->row);
    return face_fine(error);
}

const char *hexad_game_rules(const hexad_game *game, char out[HEXAD_RULES_TEXT])
{
    _Static_assert((int)RULES_TEXT <= (int)HEXAD_RULES_TEXT && (int)GAME_RULES_TEXT <= (int)HEXAD_RULES_TEXT,
                   "rules fit");
    struct game_rules r;
    out[0] = '\0';
    if (game && game->position)
        return rules_numbers(&game->position->rules, out);
    if (!game)
        return out;
    game->other->kind->rules(game->other, &r);
    return memcpy(out, r.text, sizeof r.text);
}

char *hexad_game_describe(const hexad_game *game, hexad_error *error)
{
    struct buf b = BUF_EMPTY;
    if (!game) {
        face_fail(error, HEXAD_BAD_ARGUMENT, no_game);
        return NULL;
    }
    if (game->position)
        connect_state(game->position, &b);
    else
        game_describe(game->other, &b);
    face_fine(error);
    return buf_take(&b);
}

hexad_colour hexad_game_cell(const hexad_game *game, hexad_square at)
{
    _Static_assert((int)HEXAD_WHITE == (int)CELL_WHITE && (int)HEXAD_OUTSIDE == (int)CELL_EDGE,
                   "cells as in board/");
    game_move m;
    if (!game || !on_board(game, at) || !face_move(game, at, &m))
        return HEXAD_OUTSIDE;
    return (hexad_colour)(game->position ? game->position->cell[m] : go_of(game->other)->cell[m]);
}

bool hexad_game_legal(const hexad_game *game, hexad_square at)
{
    game_move m;
    return game && face_move(game, at, &m) &&
           (game->position ? position_legal_square(game->position, m) : game_legal(game->other, m));
}

hexad_status hexad_game_stone(const hexad_game *game, int index, hexad_square *out, hexad_colour *colour,
                              hexad_error *error)
{
    if (!game || !out)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL");
    if (index < 0 || index >= plies_of(game))
        return face_fail(error, HEXAD_BAD_ARGUMENT, "stone %d of %d that were played", index, plies_of(game));
    enum side side;
    game_move m;
    if (game->position) {
        m = game->position->ply[index].at;
        side = (enum side)game->position->ply[index].side;
    } else {
        m = game->other->kind->ply(game->other, index, &side);
    }
    *out = face_square(game, m);
    if (colour)
        *colour = face_colour(side);
    return face_fine(error);
}

char *hexad_game_draw(const hexad_game *game, hexad_error *error)
{
    struct buf b = BUF_EMPTY;
    if (!game) {
        face_fail(error, HEXAD_BAD_ARGUMENT, no_game);
        return NULL;
    }
    if (game->position)
        diagram_draw(game->position, DIAGRAM_PLAIN, &b);
    else
        game->other->kind->draw(game->other, DIAGRAM_PLAIN, &b);
    face_fine(error);
    return buf_take(&b);
}
