/* The solver for Maker-Breaker games; see mb_solve.h. */
#include "connect/theory/mb_solve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/theory/mb_turns.h"

enum {
    SYMMETRIES = 64,
    ASK_EVERY = 256,
};

struct mb_solver {
    struct mb_game game;
    struct mb_symmetries symmetries;
    struct mb_table table;
    struct mb_counts counts;
    struct mb_limits limits;
    uint64_t asked;
    bool stopped;
};

/* ---- The search ---- */

static bool over(struct mb_solver *s)
{
    uint64_t looked = s->counts.black + s->counts.white;
    if (s->limits.positions && looked >= s->limits.positions)
        s->stopped = true;
    if (!s->stopped && s->asked++ % ASK_EVERY == 0) {
        if (s->limits.tell)
            s->limits.tell(s->limits.ctx);
        s->stopped = deadline_over(&s->limits.until);
    }
    return s->stopped;
}

/* Gives up if there were too many turns to list. */
static bool too_wide(struct mb_solver *s, const struct mb_turns *t)
{
    s->counts.wide = s->counts.wide || t->cut;
    s->stopped = s->stopped || t->cut;
    return t->cut;
}

static enum mb_verdict black_to_move(struct mb_solver *s, mb_set black, mb_set white);

/* Does pairing draw, with Black to move? */
static bool paired(struct mb_solver *s, mb_set black, mb_set white)
{
    struct mb_view v;
    mb_set own[MB_LINES];
    s->counts.black++;
    mb_view(&s->game, black, white, &v);
    bool drawn = mb_pairing(&s->game, &v, own);
    s->counts.paired += drawn;
    return drawn;
}

/* A reply after which pairing draws: on exclusive squares alone (Black cannot take these instead), the greedy
 * one, or that with its last stone elsewhere. If none does `reply` gets the greedy one, which is nearly
 * always good enough and saves listing them all. */
static bool easy_reply(struct mb_solver *s, const struct mb_view *v, mb_set black, mb_set white, int stones,
                       mb_set *reply)
{
    mb_set exclusive = s->game.board->exclusive, live = v->state.live;
    *reply = mb_white_greedy(v, exclusive, stones);
    if (*reply && paired(s, black, white | *reply))
        return true;
    mb_set greedy = mb_white_greedy(v, live, stones), but_one = mb_white_greedy(v, live, stones - 1);
    *reply = greedy;
    if (paired(s, black, white | greedy))
        return true;
    for (mb_set last = live & ~greedy; last; last &= last - 1) {
        *reply = but_one | mb_bit(mb_first(last));
        if (paired(s, black, white | *reply))
            return true;
    }
    *reply = greedy;
    return false;
}

static enum mb_verdict white_to_move(struct mb_solver *s, mb_set black, mb_set white, int stones,
                                     mb_set *reply)
{
    struct mb_view v;
    s->counts.white++;
    mb_view(&s->game, black, white, &v);
    for (int i = 0; i < v.lines; i++)
        if (!v.line[i].empty)
            return MB_LOST; /* Black owns it */
    if (easy_reply(s, &v, black, white, stones, reply))
        return MB_DRAWN;
    enum mb_verdict verdict = black_to_move(s, black, white | *reply);
    if (verdict != MB_LOST)
        return verdict;
    struct mb_turns turns = {NULL, 0, 0, false};
    mb_white_turns(&v, stones, &turns);
    if (too_wide(s, &turns))
        verdict = MB_UNKNOWN;
    for (size_t i = 0; i < turns.count && verdict == MB_LOST; i++) {
        verdict = black_to_move(s, black, white | turns.turn[i].squares);
        *reply = turns.turn[i].squares;
    }
    mb_turns_free(&turns);
    return verdict;
}

/* Black's turns, from a position that no static argument settles. */
static enum mb_verdict try_black(struct mb_solver *s, const struct mb_view *v)
{
    struct mb_black_turns b;
    enum mb_verdict verdict = MB_DRAWN;
    mb_set gone = mb_all(s->game.board) & ~(v->state.black | v->state.live), turn, reply;
    mb_black_begin(&s->game, v, &b);
    while (verdict == MB_DRAWN && mb_black_next(&b, &turn)) {
        verdict =
            over(s) ? MB_UNKNOWN : white_to_move(s, v->state.black | turn, gone, mb_count(turn), &reply);
        if (verdict == MB_DRAWN)
            mb_black_grow(&b, turn, reply);
        if (too_wide(s, &b.waiting))
            verdict = MB_UNKNOWN;
    }
    mb_black_end(&b);
    return verdict;
}

static enum mb_verdict black_to_move(struct mb_solver *s, mb_set black, mb_set white)
{
    struct mb_view v;
    mb_set parts[MB_LINES];
    s->counts.black++;
    mb_view(&s->game, black, white, &v);
    for (int i = 0; i < v.lines; i++)
        if (v.line[i].slack < 0)
            return MB_LOST;
    if (mb_pairing(&s->game, &v, parts)) {
        s->counts.paired++;
        return MB_DRAWN;
    }
    struct mb_state key = mb_canonical(&s->game, &s->symmetries, v.state, true, NULL);
    int known = mb_table_get(&s->table, key);
    if (known >= 0) {
        s->counts.hits++;
        return (enum mb_verdict)known;
    }
    enum mb_verdict verdict = try_black(s, &v);
    if (verdict != MB_UNKNOWN) {
        mb_table_put(&s->table, key, (int)verdict);
        s->counts.stored++;
    }
    return verdict;
}

/* ---- For users ---- */

bool mb_game_check(const struct mb_game *g, struct err *e)
{
    if (g->b < 0 && (g->p < 1 || g->p > MB_SQUARES))
        return err_set(e, "p is %d, must be 1 to %d", g->p, MB_SQUARES);
    if (g->b < 0 && g->board->exclusive)
        return err_set(e, "%s has exclusive squares: give the bound of stones on a line, not p",
                       g->board->name);
    for (int l = 0; g->b >= 0 && l < g->board->lines; l++)
        if (!(g->board->line[l] & g->board->exclusive))
            return err_set(e, "line %d of %s has no exclusive square, which a bound of stones needs", l + 1,
                           g->board->name);
    return true;
}

struct mb_solver *mb_solver_new(const struct mb_game *g, const struct mb_limits *limits)
{
    assert(mb_game_check(g, NULL));
    struct mb_solver *s = mem_zero(1, sizeof *s);
    s->game = *g;
    mb_symmetries_find(g->board, limits && limits->plain ? 1 : SYMMETRIES, &s->symmetries);
    mb_limit(s, limits);
    return s;
}

void mb_solver_free(struct mb_solver *s)
{
    if (s) {
        mb_symmetries_free(&s->symmetries);
        mb_table_free(&s->table);
        free(s);
    }
}

void mb_limit(struct mb_solver *s, const struct mb_limits *limits)
{
    s->stopped = false;
    s->limits = limits ? *limits : (struct mb_limits){.plain = false};
    if (s->limits.positions)
        s->limits.positions += s->counts.black + s->counts.white;
}

enum mb_verdict mb_solve(struct mb_solver *s, mb_set black, mb_set white)
{
    assert(!(black & white));
    return black_to_move(s, black, white);
}

enum mb_verdict mb_reply(struct mb_solver *s, mb_set black, mb_set white, int stones, mb_set *reply)
{
    assert(!(black & white) && stones >= 1);
    *reply = 0;
    return white_to_move(s, black, white, stones, reply);
}

const struct mb_counts *mb_counts(const struct mb_solver *s)
{
    return &s->counts;
}

const struct mb_game *mb_solver_game(const struct mb_solver *s)
{
    return &s->game;
}

const struct mb_symmetries *mb_solver_symmetries(const struct mb_solver *s)
{
    return &s->symmetries;
}
