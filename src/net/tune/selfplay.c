/* Games of the engine against itself; see selfplay.h. */
#include "net/tune/selfplay.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "connect/engine/engine.h"
#include "connect/eval/eval.h"

enum {
    HASH_BYTES = 16 << 20,
    STONES_MOST = 240, /* a game that is longer is drawn */
    VALUE_WON = 1000,  /* what a win that was found counts, in EVAL_UNITs */
};

struct play {
    struct position *position;
    struct threats *threats;
    struct eval *eval;
    struct eval_score *scores;
    int16_t *value; /* by stone */
    struct rng rng;
};

static void put(struct play *y, square s, int value)
{
    enum side side = y->position->to_move;
    y->value[y->position->plies] = (int16_t)value;
    threats_place(y->threats, s);
    eval_placed(y->eval, s, side);
}

/* A stone by lot, as likely as the policy says. */
static square draw_stone(struct play *y)
{
    int n = eval_policy(y->eval, y->scores), most = y->scores[0].score;
    double sum = 0, pick;
    for (int i = 1; i < n; i++)
        most = y->scores[i].score > most ? y->scores[i].score : most;
    for (int i = 0; i < n; i++)
        sum += exp((double)(y->scores[i].score - most) / EVAL_UNIT);
    pick = rng_unit(&y->rng) * sum;
    for (int i = 0; i < n; i++) {
        pick -= exp((double)(y->scores[i].score - most) / EVAL_UNIT);
        if (pick < 0)
            return y->scores[i].at;
    }
    return y->scores[0].at;
}

static void draw_opening(struct play *y, int turns)
{
    const struct position *p = y->position;
    while (turns-- > 0 && p->outcome == OUTCOME_OPEN)
        for (enum side side = p->to_move; p->outcome == OUTCOME_OPEN && p->to_move == side;)
            put(y, draw_stone(y), TUNE_NO_VALUE);
}

/* Thinks and plays one turn. Returns the winner if the search found a win, else OUTCOME_OPEN. */
static enum outcome play_turn(struct play *y, struct engine *x, uint64_t nodes)
{
    struct engine_limits limits = {.work.nodes = nodes};
    struct report *r = mem_zero(1, sizeof *r);
    enum side side = y->position->to_move;
    engine_think(x, y->position, &limits, NULL, NULL, r);
    struct squares turn = engine_turn(y->position, &r->line[0]);
    int mate = r->line[0].mate, value = r->line[0].value;
    if (r->depth == 0 && mate == 0)
        value = TUNE_NO_VALUE; /* the only turn there was: nobody looked */
    else
        value = mate > 0 || value > VALUE_WON    ? VALUE_WON
                : mate < 0 || value < -VALUE_WON ? -VALUE_WON
                                                 : value;
    for (int i = 0; i < turn.n && y->position->outcome == OUTCOME_OPEN; i++)
        put(y, turn.s[i], value);
    free(r);
    return mate > 0 ? outcome_win(side) : OUTCOME_OPEN;
}

static void finish(struct play *y, struct tune_games *g, enum outcome result)
{
    const struct position *p = y->position;
    g->game = mem_grow(g->game, &g->room, g->n + 1, sizeof *g->game);
    struct tune_game *new = &g->game[g->n++];
    *new = (struct tune_game){.result = result,
                              .n = p->plies,
                              .stone = mem_zero((size_t)p->plies, sizeof(square)),
                              .value = y->value};
    for (int i = 0; i < p->plies; i++)
        new->stone[i] = p->ply[i].at;
    y->value = NULL;
}

bool selfplay_game(struct tune_games *g, const struct selfplay_options *o, uint64_t number,
                   selfplay_stop *stop, void *context)
{
    struct engine_options options = {.hash_bytes = HASH_BYTES, .weights = o->weights};
    struct engine *x = engine_new(&g->rules, &options, NULL);
    struct play y = {.position = position_new(&g->rules)};
    size_t squares = (size_t)(g->rules.m * g->rules.n);
    y.threats = threats_new(y.position);
    y.eval = eval_with(y.threats, o->weights);
    y.scores = mem_zero(squares, sizeof *y.scores);
    y.value = mem_zero(squares, sizeof *y.value);
    rng_seed(&y.rng, rng_mix(o->seed + rng_mix(number + 1)));
    enum outcome result = OUTCOME_OPEN;
    bool stopped = x == NULL;
    draw_opening(&y, 1 + (int)rng_below(&y.rng, (uint32_t)o->turns));
    while (result == OUTCOME_OPEN && !stopped) {
        if (y.position->outcome != OUTCOME_OPEN)
            result = y.position->outcome;
        else if (y.position->stones >= STONES_MOST)
            result = OUTCOME_DRAW;
        else if (!(stopped = stop(context)))
            result = play_turn(&y, x, o->nodes);
    }
    if (!stopped)
        finish(&y, g, result);
    free(y.value);
    free(y.scores);
    eval_free(y.eval);
    threats_free(y.threats);
    position_free(y.position);
    engine_free(x);
    return !stopped;
}
