/* One game; see game.h. */
#include "play/arena/game.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/rng.h"
#include "play/arena/outside.h"

static const char *const end_names[] = {"row", "full", "count", "long", "fault", "proof", "stopped"};

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
    static const enum game_end others[] = {GAME_ROW, GAME_FULL, GAME_COUNT, GAME_LONG, GAME_PROOF};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(name, end_names[others[i]]) == 0) {
            *end = others[i];
            return true;
        }
    return false;
}

/* The players' clocks and how the game stands. */
struct play {
    const struct arena_game *setup;
    struct game *game;
    struct game_result *result;
};

static bool limited(const struct turn_clock *t)
{
    return t->turn > 0 || t->game > 0;
}

static struct turn_clock clock_for(const struct play *g, enum side side)
{
    struct turn_clock t = g->setup->time;
    /* Late within the margin: a moment is left to answer in. */
    if (t.game > 0)
        t.game = fmax(t.game - g->result->seconds[side], 0.001);
    return t;
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
    const struct turn_clock *t = &g->setup->time;
    if (t->turn > 0 && seconds > t->turn + t->margin)
        return !fault_set(f, FAULT_TIME, "%.2f s for a turn of %.2f s", seconds, t->turn);
    if (t->game > 0 && g->result->seconds[side] > t->game + t->margin)
        return !fault_set(f, FAULT_TIME, "%.2f s for a game of %.2f s", g->result->seconds[side], t->game);
    return false;
}

/* One turn; false when the game is over by a fault. */
static bool play_turn(struct play *g)
{
    enum side side = game_to_move(g->game);
    struct turn_clock clock = clock_for(g, side);
    struct squares turn;
    struct fault fault;
    double start = clock_now();
    bool ok = player_choose(g->setup->player[side], g->game, &clock, &turn, &fault);
    double seconds = clock_now() - start;
    g->result->seconds[side] += seconds;
    g->result->turns[side]++;
    if (!ok || (limited(&g->setup->time) && too_late(g, side, seconds, &fault))) {
        lose(g, side, &fault);
        return false;
    }
    for (int i = 0; i < turn.n; i++)
        game_play(g->game, turn.s[i]);
    return true;
}

/* What the referee says of a game that was counted; the board's own count stands if it says nothing useful. */
static void ask_referee(struct play *g)
{
    char score[PLAYER_SCORE];
    struct turn_clock clock = clock_for(g, BLACK);
    struct fault fault;
    struct err own = g->result->why;
    enum outcome o = OUTCOME_OPEN;
    if (!player_ready(g->setup->referee, g->setup->seed, &clock, &fault) ||
        !player_score(g->setup->referee, g->game, &clock, score, &fault)) {
        if (fault.kind == FAULT_STOPPED)
            g->result->end = GAME_STOPPED;
        err_set(&g->result->why, "%.60s on the board; the referee: %.200s", own.text, fault.why.text);
        return;
    }
    if (score[0] == 'B' || score[0] == 'W')
        o = outcome_win(score[0] == 'B' ? BLACK : WHITE);
    else if (score[0] == '0')
        o = OUTCOME_DRAW;
    if (o != OUTCOME_OPEN)
        g->result->outcome = o;
    err_set(&g->result->why, "%s by the referee, %.60s on the board", score, own.text);
}

static void finish_on_board(struct play *g)
{
    const struct game_kind *kind = g->game->kind;
    struct buf b = BUF_EMPTY;
    kind->ending(g->game, &b);
    g->result->outcome = game_state(g->game);
    g->result->end = kind->count ? GAME_COUNT : g->result->outcome == OUTCOME_DRAW ? GAME_FULL : GAME_ROW;
    err_set(&g->result->why, "%s", buf_str(&b));
    buf_free(&b);
    if (g->result->end == GAME_COUNT && g->setup->referee)
        ask_referee(g);
}

/* Has it gone on too long? Then it is counted as it stands. */
static bool too_long(struct play *g)
{
    const struct game_kind *kind = g->game->kind;
    int longest = kind->longest ? kind->longest(g->game) : 0;
    if (!longest || game_plies(g->game) < longest)
        return false;
    struct buf b = BUF_EMPTY;
    kind->ending(g->game, &b);
    g->result->outcome = kind->count(g->game);
    g->result->end = GAME_LONG;
    err_set(&g->result->why, "%s after %d moves", buf_str(&b), game_plies(g->game));
    buf_free(&b);
    return true;
}

static bool adjudicated(struct play *g)
{
    enum outcome o = g->setup->adjudicate && g->game->kind->decided
                         ? g->game->kind->decided(g->game, &g->result->why)
                         : OUTCOME_OPEN;
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

bool arena_play(const struct arena_game *s, struct game_result *out)
{
    memset(out, 0, sizeof *out);
    struct play g = {s, game_new(&s->rules), out};
    for (int i = 0; i < s->opening_stones; i++)
        game_play(g.game, s->opening[i]);
    bool on = make_ready(&g);
    while (on && !adjudicated(&g) && !too_long(&g)) {
        on = play_turn(&g);
        if (on && game_state(g.game) != OUTCOME_OPEN) {
            finish_on_board(&g);
            break;
        }
    }
    out->count = game_plies(g.game);
    out->stones = mem_alloc(((size_t)out->count + 1) * sizeof *out->stones);
    for (int i = 0; i < out->count; i++) {
        enum side who;
        out->stones[i] = g.game->kind->ply(g.game, i, &who);
    }
    game_free(g.game);
    return out->end != GAME_STOPPED;
}

void game_result_free(struct game_result *r)
{
    free(r->stones);
    r->stones = NULL;
}
