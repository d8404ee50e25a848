/* The Connect family as a game; see connect.h. Records are in connect_record.c. */
#include "connect/game/connect.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/diagram.h"
#include "connect/board/pace.h"
#include "connect/board/symmetry.h"
#include "connect/game/inner.h"
#include "game/notation.h"

static const struct position *of(const struct game *g)
{
    return ((const struct connect *)g)->tracker->position;
}

struct threats *connect_threats(const struct game *g)
{
    return g->kind == &connect_game ? ((const struct connect *)g)->tracker : NULL;
}

struct connect connect_over(struct threats *t)
{
    return (struct connect){.head.kind = &connect_game, .tracker = t};
}

struct game *connect_take(struct position *p)
{
    struct connect *c = mem_zero(1, sizeof *c);
    c->head.kind = &connect_game;
    c->tracker = threats_new(p);
    return &c->head;
}

struct game_rules connect_game_rules(const struct rules *r)
{
    struct game_rules out = {.kind = &connect_game};
    char text[RULES_TEXT];
    memcpy(out.text, rules_format(r, text), strlen(rules_format(r, text)) + 1);
    return out;
}

struct rules connect_rules(const struct game_rules *r)
{
    struct rules out;
    bool ok = r->kind == &connect_game && rules_parse(r->text, &out, NULL);
    assert(ok);
    (void)ok;
    return out;
}

/* Every text that is no other game's is taken for one of the family, so that messages name its forms. */
static bool parse(const char *text, struct game_rules *out, bool *mine, struct err *e)
{
    struct rules r = rules_names[0].rules;
    *mine = true;
    if (*text && !rules_parse(text, &r, e))
        return false;
    *out = connect_game_rules(&r);
    return true;
}

static struct game *start(const struct game_rules *r)
{
    struct rules rules = connect_rules(r);
    return connect_take(position_new(&rules));
}

static struct game *copy(const struct game *g)
{
    return connect_take(position_copy(of(g)));
}

static void done(struct game *g)
{
    struct threats *t = connect_threats(g);
    struct position *p = t->position;
    threats_free(t);
    position_free(p);
    free(g);
}

static void rules(const struct game *g, struct game_rules *out)
{
    *out = connect_game_rules(&of(g)->rules);
}

static void size(const struct game *g, int *columns, int *rows)
{
    *columns = of(g)->rules.m;
    *rows = of(g)->rules.n;
}

static enum side to_move(const struct game *g)
{
    return of(g)->to_move;
}

static int left(const struct game *g)
{
    return position_turn_length(of(g));
}

static double ahead(const struct game *g)
{
    return pace_turns_ahead(of(g));
}

static const struct deadline *limit(struct game *g, const struct deadline *until)
{
    return threats_limit(connect_threats(g), until);
}

static enum outcome outcome(const struct game *g)
{
    return of(g)->outcome;
}

static void ending(const struct game *g, struct buf *out)
{
    const struct position *p = of(g);
    square row[RULES_MAX_SIDE];
    char from[SQUARE_TEXT], to[SQUARE_TEXT];
    int n = position_win_row(p, row);
    if (n)
        buf_format(out, "%s has %d in a row, %s to %s",
                   side_name(p->outcome == OUTCOME_BLACK ? BLACK : WHITE), n, square_format(row[0], from),
                   square_format(row[n - 1], to));
    else
        buf_text(out, "the board is full");
}

void connect_state(const struct position *p, struct buf *out)
{
    square row[RULES_MAX_SIDE];
    int n = position_win_row(p, row), stones = position_turn_length(p);
    if (p->outcome == OUTCOME_OPEN)
        buf_format(out, "%s to move, %d stone%s", side_name(p->to_move), stones, stones == 1 ? "" : "s");
    else if (p->outcome == OUTCOME_DRAW)
        buf_text(out, "a draw");
    else
        buf_format(out, "%s has won:", side_name(p->outcome == OUTCOME_BLACK ? BLACK : WHITE));
    for (int i = 0; i < n; i++) {
        char text[SQUARE_TEXT];
        buf_format(out, " %s", square_format(row[i], text));
    }
}

static void state(const struct game *g, struct buf *out)
{
    connect_state(of(g), out);
}

enum outcome connect_decided(struct threats *t, struct err *why)
{
    const struct position *p = t->position;
    enum side mover = p->to_move, other = side_other(mover);
    int stones = position_turn_length(p);
    if (threats_can_win(t, mover, stones)) {
        err_set(why, "%s can complete a row in this turn", side_name(mover));
        return outcome_win(mover);
    }
    /* A threat that is not stopped is filled in the next turn: that has p stones, and the squares are
     * empty. */
    int threats = threats_number(t, other);
    if (threats > stones) {
        err_set(why, "%s has %d threats against %d stone%s", side_name(other), threats, stones,
                stones == 1 ? "" : "s");
        return outcome_win(other);
    }
    return OUTCOME_OPEN;
}

static enum outcome decided(struct game *g, struct err *why)
{
    return connect_decided(connect_threats(g), why);
}

static int moves(const struct game *g, game_move *out)
{
    const struct position *p = of(g);
    int n = 0;
    if (p->outcome != OUTCOME_OPEN)
        return 0;
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] == CELL_EMPTY)
            out[n++] = s;
    return n;
}

static const char *refusal(const struct game *g, game_move m)
{
    return position_refusal(of(g), m);
}

static void play(struct game *g, game_move m)
{
    threats_place(connect_threats(g), m);
}

static void undo(struct game *g)
{
    threats_undo(connect_threats(g));
}

static int plies(const struct game *g)
{
    return of(g)->plies;
}

static game_move ply(const struct game *g, int i, enum side *who)
{
    *who = of(g)->ply[i].side;
    return of(g)->ply[i].at;
}

static uint64_t key(const struct game *g)
{
    return position_key(of(g));
}

static int symmetries(const struct game *g)
{
    return symmetry_count(&of(g)->rules);
}

static game_move turned(const struct game *g, int symmetry, game_move m)
{
    return symmetry_square(&of(g)->rules, symmetry, m);
}

static const char *format(const struct game *g, enum game_dialect d, game_move m, char out[GAME_MOVE_TEXT])
{
    if (position_refusal(of(g), m) && !square_on_board(&of(g)->rules, square_col(m), square_row(m)))
        return strcpy(out, "square");
    return notation_format(d == GAME_GTP ? NOTATION_GTP : NOTATION_PEOPLE, of(g)->rules.n, m, out);
}

static bool read_move(const struct game *g, enum game_dialect d, const char *text, game_move *out,
                      struct err *e)
{
    const struct rules *r = &of(g)->rules;
    if (d == GAME_PEOPLE)
        return square_parse(r, text, NULL, out, e);
    switch (notation_parse(NOTATION_GTP, r->m, r->n, text, out)) {
    case NOTATION_SQUARE:
        return true;
    case NOTATION_OFF_BOARD:
        return err_set(e, "%.20s is not on the board of %dx%d", text, r->m, r->n);
    default:
        return err_set(e, "'%.20s' is no vertex", text);
    }
}

static void draw(const struct game *g, enum diagram_style style, struct buf *out)
{
    diagram_draw(of(g), style, out);
}

static int setup(const struct game *g, game_move *at, uint8_t *who)
{
    const struct position *p = of(g);
    bool *played = mem_zero(SQUARE_CELLS, sizeof *played);
    int n = 0;
    for (int i = 0; i < p->plies; i++)
        played[p->ply[i].at] = true;
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] != CELL_EMPTY && !played[s]) {
            at[n] = s;
            who[n++] = p->cell[s] == CELL_BLACK ? BLACK : WHITE;
        }
    free(played);
    return n;
}

const struct game_kind connect_game = {
    .name = "connect",
    .about = "Connect(m,n,k,p,q): k stones in a row win; Connect6 first",
    .usage = "connect6, gomoku, …, or M,N,K,P,Q",
    .unit = "stone",
    .parse = parse,
    .start = start,
    .copy = copy,
    .done = done,
    .rules = rules,
    .size = size,
    .to_move = to_move,
    .left = left,
    .outcome = outcome,
    .ahead = ahead,
    .limit = limit,
    .ending = ending,
    .state = state,
    .decided = decided,
    .moves = moves,
    .refusal = refusal,
    .play = play,
    .undo = undo,
    .plies = plies,
    .ply = ply,
    .key = key,
    .symmetries = symmetries,
    .turned = turned,
    .planes = &connect_game_planes,
    .format = format,
    .read_move = read_move,
    .draw = draw,
    .read = connect_read,
    .record = connect_record,
    .setup = setup,
};
