/* One game; see game.h. */
#include "arena/game.h"

#include <stdlib.h>
#include <string.h>

#include "arena/outside.h"
#include "base/clock.h"
#include "base/mem.h"

static const char *const end_names[] = {"row", "full", "fault", "proof", "stopped"};

const char *game_end_name(enum game_end end, enum fault_kind fault)
{
    return end == GAME_FAULT ? fault_names[fault] : end_names[end];
}

bool game_end_parse(const char *name, enum game_end *end, enum fault_kind *fault)
{
    *fault = FAULT_NONE;
    for (int i = FAULT_START; i < FAULT_STOPPED; i++)
        if (strcmp(name, fault_names[i]) == 0) {
            *end = GAME_FAULT;
            *fault = (enum fault_kind)i;
            return true;
        }
    static const enum game_end others[] = {GAME_ROW, GAME_FULL, GAME_PROOF};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(name, end_names[others[i]]) == 0) {
            *end = others[i];
            return true;
        }
    return false;
}

enum outcome game_adjudicate(struct threats *t, struct err *why)
{
    const struct position *p = t->position;
    enum side mover = p->to_move, other = side_other(mover);
    int stones = position_turn_length(p);
    if (threats_can_win(t, mover, stones)) {
        err_set(why, "%s can complete a row in this turn", side_name(mover));
        return outcome_win(mover);
    }
    /* A threat that is not stopped is filled in the next turn: that has p stones, and the squares are empty.
     */
    int threats = threats_number(t, other);
    if (threats > stones) {
        err_set(why, "%s has %d threats against %d stone%s", side_name(other), threats, stones,
                stones == 1 ? "" : "s");
        return outcome_win(other);
    }
    return OUTCOME_OPEN;
}

/* The players' clocks and how the game stands. */
struct play {
    const struct game_setup *setup;
    struct threats *tracker;
    struct game_result *result;
};

static bool limited(const struct time_control *t)
{
    return t->turn > 0 || t->game > 0;
}

static struct turn_clock clock_for(const struct play *g, enum side side)
{
    const struct time_control *t = &g->setup->time;
    double left = t->game > 0 ? t->game - g->result->seconds[side] : 0;
    /* Late within the margin: a moment is left to answer in. */
    if (t->game > 0 && left <= 0)
        left = 0.001;
    return (struct turn_clock){t->turn, left, t->margin, t->hang, t->cpu};
}

static void lose(struct play *g, enum side loser, const struct fault *f)
{
    if (f->kind == FAULT_STOPPED) {
        g->result->end = GAME_STOPPED;
        return;
    }
    g->result->outcome = outcome_win(side_other(loser));
    g->result->end = GAME_FAULT;
    g->result->fault = f->kind;
    err_set(&g->result->why, "%s: %.250s", side_name(loser), f->why.text);
}

/* Did this turn take too long? Programs are cut off at the deadline; agents are held to it here. */
static bool too_late(const struct play *g, enum side side, double seconds, struct fault *f)
{
    const struct time_control *t = &g->setup->time;
    if (t->turn > 0 && seconds > t->turn + t->margin)
        return !fault_set(f, FAULT_TIME, "%.2f s for a turn of %.2f s", seconds, t->turn);
    if (t->game > 0 && g->result->seconds[side] > t->game + t->margin)
        return !fault_set(f, FAULT_TIME, "%.2f s for a game of %.2f s", g->result->seconds[side], t->game);
    return false;
}

/* One turn; false when the game is over by a fault. */
static bool play_turn(struct play *g)
{
    enum side side = g->tracker->position->to_move;
    struct turn_clock clock = clock_for(g, side);
    struct squares turn;
    struct fault fault;
    double start = clock_now();
    bool ok = player_choose(g->setup->player[side], g->tracker, &clock, &turn, &fault);
    double seconds = clock_now() - start;
    g->result->seconds[side] += seconds;
    g->result->turns[side]++;
    if (!ok || (limited(&g->setup->time) && too_late(g, side, seconds, &fault))) {
        lose(g, side, &fault);
        return false;
    }
    for (int i = 0; i < turn.n; i++)
        threats_place(g->tracker, turn.s[i]);
    return true;
}

static void finish_on_board(struct play *g)
{
    const struct position *p = g->tracker->position;
    g->result->outcome = p->outcome;
    if (p->outcome == OUTCOME_DRAW) {
        g->result->end = GAME_FULL;
        err_set(&g->result->why, "the board is full");
        return;
    }
    square row[RULES_MAX_SIDE];
    int n = position_win_row(p, row);
    char from[SQUARE_TEXT], to[SQUARE_TEXT];
    g->result->end = GAME_ROW;
    err_set(&g->result->why, "%s has %d in a row, %s to %s",
            side_name(p->outcome == OUTCOME_BLACK ? BLACK : WHITE), n, square_format(row[0], from),
            square_format(row[n - 1], to));
}

static bool adjudicated(struct play *g)
{
    enum outcome o = g->setup->adjudicate ? game_adjudicate(g->tracker, &g->result->why) : OUTCOME_OPEN;
    if (o == OUTCOME_OPEN)
        return false;
    g->result->outcome = o;
    g->result->end = GAME_PROOF;
    return true;
}

/* Both get ready before the clock runs. */
static bool make_ready(struct play *g)
{
    for (int side = BLACK; side <= WHITE; side++) {
        struct turn_clock clock = clock_for(g, (enum side)side);
        struct fault fault;
        if (!player_ready(g->setup->player[side], rng_mix(g->setup->seed * 2 + (uint64_t)side), &clock,
                          &fault)) {
            lose(g, (enum side)side, &fault);
            return false;
        }
    }
    return true;
}

bool game_play(const struct game_setup *s, struct game_result *out)
{
    memset(out, 0, sizeof *out);
    struct position *p = position_new(&s->rules);
    struct play g = {s, threats_new(p), out};
    for (int i = 0; i < s->opening_stones; i++)
        threats_place(g.tracker, s->opening[i]);
    bool on = make_ready(&g);
    while (on && !adjudicated(&g)) {
        on = play_turn(&g);
        if (on && p->outcome != OUTCOME_OPEN) {
            finish_on_board(&g);
            break;
        }
    }
    out->count = p->plies;
    out->stones = mem_alloc(((size_t)p->plies + 1) * sizeof *out->stones);
    for (int i = 0; i < p->plies; i++)
        out->stones[i] = p->ply[i].at;
    threats_free(g.tracker);
    position_free(p);
    return out->end != GAME_STOPPED;
}

void game_result_free(struct game_result *r)
{
    free(r->stones);
    r->stones = NULL;
}
