/* search: alpha-beta over turns on top of any agent's scores (connect-k-agents §4).
 *
 * A node places one stone; the stones of a turn belong to the same side, so its values are maximised through
 * without a change of sign. Of the scored stones the best `width` are tried. A turn is a set: a combination
 * that was searched in another order is not searched again (turn_set.h); as all orders of a turn meet in the
 * same maximum, skipping one loses nothing.
 *
 * What threats decide needs no search:
 *   - a row that can be completed in this turn is a win;
 *   - more threats of the opponent than stones left is a loss;
 *   - while the opponent has threats, only stones on their windows are tried: every turn that stops them
 *     contains such stones, and may as well begin with them.
 *
 * The depth counts stones as in the paper; with the suffix t it counts turns, so that every leaf is the end
 * of a turn. The search deepens by whole turns up to it, the best line so far first, and keeps what it has
 * when its budget ends. Leaves are evaluated for the side that searches, by the agent if it can, else by
 * counting segments. Equal scores are ordered by the seed. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "play/agent/kinds.h"
#include "play/agent/turn_set.h"

enum { OPTION_DEPTH, OPTION_WIDTH, OPTION_NODES, OPTION_SECONDS, OPTION_CPU, OPTION_TIME };
static const struct bot_option options[] = {
    {"depth", OPTION_TEXT, "4", 0, 0, NULL, "how far to look: stones, or turns as in 2t"},
    {"width", OPTION_WHOLE, "8", 1, 64, NULL, "stones tried at every node"},
    {"nodes", OPTION_WHOLE, "0", 0, 1e15, NULL, "stones placed in a search at the most; 0: no limit"},
    {"seconds", OPTION_NUMBER, "0", 0, 1e6, NULL, "for a turn; 0: no limit"},
    {"cpu", OPTION_NUMBER, "0", 0, 1e6, NULL, "seconds of processor time for a turn; 0: no limit"},
    {"time", OPTION_NUMBER, "0", 0, 1e6, NULL, "the same as seconds"},
    {NULL, OPTION_TEXT, NULL, 0, 0, NULL, NULL},
};

enum { DEPTH_MOST = 126, WIDTH_MOST = 64 };

static const double a_win = 1e15;     /* minus the stones it takes */
static const double evaluated = 1e14; /* evaluations are kept within */

/* The stones of a line from some ply on. */
struct line_of_play {
    int n;
    square s[DEPTH_MOST];
};

struct search {
    struct bot bot;
    struct bot *scorer;
    int depth, width;
    bool turns; /* the depth counts turns */
    uint64_t nodes;
    double seconds, cpu;

    /* The search going on: */
    struct game *game;
    struct threats *t; /* of the game */
    enum side side;    /* that searches */
    bool out;          /* of its budget */
    struct pulse pulse;
    int node_steps; /* (base/clock.h) of a node: a look every few, on large boards at every one */
    uint64_t limit; /* of nodes */
    struct scored *scores;
    struct line_of_play *line; /* by ply: the best from there on */
    struct line_of_play best;  /* of the last iteration, or of this one as soon as it has one */
    struct turn_set *tried;    /* by turn from the root */
};

static bool read_depth(struct search *s, const char *text, struct err *e)
{
    char *end;
    long depth = strtol(text, &end, 10);
    s->turns = end != text && *end == 't';
    if (end == text || end[s->turns] || depth < 1 || depth > DEPTH_MOST)
        return err_set(e, "search: depth is '%.60s', must be 1 to %d stones, or turns with a t as in 2t",
                       text, DEPTH_MOST);
    s->depth = (int)depth;
    return true;
}

static bool init(struct bot *a, const struct game *game, const struct bot_value *v, struct err *e)
{
    struct search *s = (struct search *)a;
    s->width = (int)v[OPTION_WIDTH].number;
    s->nodes = (uint64_t)v[OPTION_NODES].number;
    s->seconds = v[OPTION_TIME].number > 0 ? v[OPTION_TIME].number : v[OPTION_SECONDS].number;
    s->cpu = v[OPTION_CPU].number;
    s->scores = mem_alloc((size_t)(agent_rules(game)->m * agent_rules(game)->n) * sizeof *s->scores);
    s->line = mem_alloc((DEPTH_MOST + 1) * sizeof *s->line);
    s->tried = mem_zero(DEPTH_MOST + 1, sizeof *s->tried);
    return read_depth(s, v[OPTION_DEPTH].text, e);
}

static void done(struct bot *a)
{
    struct search *s = (struct search *)a;
    bot_free(s->scorer);
    free(s->scores);
    free(s->line);
    for (int i = 0; s->tried && i <= DEPTH_MOST; i++)
        turn_set_free(&s->tried[i]);
    free(s->tried);
}

/* ---- Leaves ---- */

/* A generic board utility: segments that may still become a row, each stone on one making it worth four
 * times as much. */
static double count_segments(const struct threats *t, enum side side)
{
    double sum = 0;
    for (int n = 1; n < t->position->rules.k; n++)
        sum += ldexp(threats_segments(t, side, n) - threats_segments(t, side_other(side), n),
                     2 * (n < 15 ? n - 1 : 14));
    return sum;
}

/* For the side to move. */
static double evaluate(struct search *s)
{
    const struct bot_kind *kind = s->scorer->kind;
    double value =
        kind->evaluate ? kind->evaluate(s->scorer, s->game, s->side) : count_segments(s->t, s->side);
    value = fmax(-evaluated, fmin(evaluated, value));
    return s->t->position->to_move == s->side ? value : -value;
}

/* ---- Stones to try ---- */

static bool before(const struct search *s, struct scored a, struct scored b)
{
    if (a.score > b.score || a.score < b.score)
        return a.score > b.score;
    return rng_mix(s->bot.seed + a.at) < rng_mix(s->bot.seed + b.at);
}

/* Puts a stone in its place among the best so far; returns how many there are. */
static int insert(const struct search *s, struct scored *best, int n, struct scored x)
{
    if (n == s->width && !before(s, x, best[n - 1]))
        return n;
    int i = n < s->width ? n : n - 1;
    for (; i > 0 && before(s, x, best[i - 1]); i--)
        best[i] = best[i - 1];
    best[i] = x;
    return n < s->width ? n + 1 : n;
}

/* Has the opponent threats that bind the side to move, and can they be counted? (A first turn may be longer
 * than the others; what is a threat against p stones need not be one against more.) */
static bool bound(struct threats *t)
{
    const struct position *p = t->position;
    enum side other = side_other(p->to_move);
    return t->threat[other].n > 0 && p->left <= p->rules.p && agent_count_threats(t, other) >= 0;
}

/* Can the threats still be stopped with the stones left if this is the next? */
static bool helps(struct search *s, square at, int left)
{
    struct threats *t = s->t;
    enum side other = side_other(t->position->to_move);
    s->out = s->out || pulse_over(&s->pulse, 1000);
    threats_place(t, at);
    bool ok = t->position->outcome != OUTCOME_OPEN || agent_count_threats(t, other) < left;
    threats_undo(t);
    return ok;
}

/* The best stones of the agent, or of those on the opponent's threats if there are any; best first. */
static int candidates(struct search *s, struct scored best[WIDTH_MOST])
{
    struct threats *t = s->t;
    struct position *p = t->position;
    enum side other = side_other(p->to_move);
    int n = 0, scored = bot_score(s->scorer, s->game, s->scores);
    if (!bound(t)) {
        for (int i = 0; i < scored; i++)
            n = insert(s, best, n, s->scores[i]);
        return n;
    }
    /* The agent need not have scored the squares that must be tried; those it did not come last. */
    bool on_threat[SQUARE_CELLS] = {false};
    for (int i = 0; i < t->threat[other].n; i++) {
        square empty[RULES_MAX_K];
        for (int j = threats_segment_empties(t, t->threat[other].id[i], empty); j > 0; j--)
            on_threat[empty[j - 1]] = true;
    }
    for (int i = 0; i < scored && !s->out; i++)
        if (on_threat[s->scores[i].at]) {
            on_threat[s->scores[i].at] = false;
            if (helps(s, s->scores[i].at, p->left))
                n = insert(s, best, n, s->scores[i]);
        }
    for (square at = square_first(); at && !s->out; at = square_next(&p->rules, at))
        if (on_threat[at] && helps(s, at, p->left))
            n = insert(s, best, n, (struct scored){at, -INFINITY});
    return n;
}

/* ---- The tree ---- */

static bool out_of_budget(struct search *s)
{
    uint64_t nodes = ++s->bot.work.nodes;
    if ((s->limit && nodes >= s->limit) || pulse_over(&s->pulse, s->node_steps))
        s->out = true;
    return s->out;
}

/* Decides what threats decide, for the side to move; the line gets the winning stones. */
static bool decided(struct search *s, int ply, double *value)
{
    struct threats *t = s->t;
    struct position *p = t->position;
    struct line_of_play *line = &s->line[ply];
    line->n = 0;
    if (p->outcome != OUTCOME_OPEN) {
        *value = p->outcome == OUTCOME_DRAW ? 0 : a_win - ply; /* the winner stays to move */
        return true;
    }
    if (threats_can_win(t, p->to_move, p->left)) {
        struct squares win = threats_winning_squares(t);
        line->n = win.n;
        memcpy(line->s, win.s, (size_t)win.n * sizeof *win.s);
        *value = a_win - ply - win.n;
        return true;
    }
    if (bound(t) && agent_count_threats(t, side_other(p->to_move)) > p->left) {
        *value = -(a_win - ply - p->left - 1);
        return true;
    }
    return false;
}

static double search_node(struct search *s, int ply, int turn, int depth, double alpha, double beta,
                          bool on_best);

/* The value of the stone just placed, for the side that placed it. */
static double search_child(struct search *s, enum side side, int ply, int turn, int depth, double alpha,
                           double beta, bool on_best)
{
    bool passed = s->t->position->to_move != side;
    depth -= !s->turns || passed;
    if (!passed)
        return search_node(s, ply + 1, turn, depth, alpha, beta, on_best);
    turn_set_clear(&s->tried[turn + 1]);
    return -search_node(s, ply + 1, turn + 1, depth, -beta, -alpha, on_best);
}

static void keep_line(struct search *s, int ply, square at)
{
    struct line_of_play *line = &s->line[ply], *rest = &s->line[ply + 1];
    int n = rest->n < DEPTH_MOST - 1 ? rest->n : DEPTH_MOST - 1;
    line->s[0] = at;
    memcpy(line->s + 1, rest->s, (size_t)n * sizeof *rest->s);
    line->n = n + 1;
    if (ply == 0)
        s->best = *line;
}

/* The value for the side to move. `on_best`: the stones so far are those of the best line of the last
 * iteration, whose next stone goes first. */
static double search_node(struct search *s, int ply, int turn, int depth, double alpha, double beta,
                          bool on_best)
{
    double value;
    if (decided(s, ply, &value))
        return value;
    if (depth <= 0 || ply >= DEPTH_MOST)
        return evaluate(s);
    struct position *p = s->t->position;
    struct scored stone[WIDTH_MOST];
    enum side side = p->to_move;
    int n = candidates(s, stone);
    square first = on_best && ply < s->best.n ? s->best.s[ply] : SQUARE_NONE;
    for (int i = 1; i < n; i++)
        if (stone[i].at == first) {
            struct scored moved = stone[i];
            memmove(stone + 1, stone, (size_t)i * sizeof *stone);
            stone[0] = moved;
        }
    double best = -INFINITY;
    for (int i = 0; i < n && !s->out; i++) {
        threats_place(s->t, stone[i].at);
        if (turn_set_add(&s->tried[turn], p->hash) && !out_of_budget(s)) {
            value = search_child(s, side, ply, turn, depth, alpha, beta, stone[i].at == first);
            if (!s->out && value > best) {
                best = value;
                keep_line(s, ply, stone[i].at);
            }
        }
        threats_undo(s->t);
        alpha = fmax(alpha, best);
        if (alpha >= beta)
            break;
    }
    return best;
}

/* ---- The turn ---- */

/* Deepens turn by turn to the full depth, or until the budget ends. */
static void deepen(struct search *s)
{
    int step = s->turns ? 1 : s->t->position->rules.p;
    for (int depth = (s->depth - 1) % step + 1; depth <= s->depth && !s->out; depth += step) {
        turn_set_clear(&s->tried[0]);
        double value = search_node(s, 0, 0, depth, -INFINITY, INFINITY, true);
        if (s->out)
            break;
        s->bot.work.depth = depth;
        s->bot.work.value = value;
        if (fabs(value) > evaluated)
            break; /* decided: deeper is no better */
    }
}

/* Places what the search found; what it did not reach of the turn is the agent's choice. */
static void choose(struct bot *a, struct game *game, struct squares *out)
{
    struct threats *t = connect_threats(game);
    struct search *s = (struct search *)a;
    struct position *p = t->position;
    enum side side = p->to_move;
    struct bot_work work;
    s->game = game;
    s->t = t;
    s->side = side;
    s->out = false;
    s->best.n = 0;
    s->limit = a->clock.nodes && (!s->nodes || a->clock.nodes < s->nodes) ? a->clock.nodes : s->nodes;
    struct deadline own = deadline_in(s->seconds, s->cpu, CPU_THREAD, a->clock.until.stop);
    a->clock.until = deadline_first(&own, &a->clock.until);
    s->scorer->clock = a->clock;
    s->pulse = (struct pulse){.until = &a->clock.until};
    s->node_steps = 10000 + 40 * p->rules.m * p->rules.n;
    double value;
    if (decided(s, 0, &value) && value > 0)
        s->best = s->line[0];
    else
        deepen(s);
    work = a->work;
    while (p->outcome == OUTCOME_OPEN && p->to_move == side && out->n < s->best.n) {
        threats_place(t, s->best.s[out->n]);
        out->s[out->n] = s->best.s[out->n];
        out->n++;
    }
    int placed = out->n;
    if (p->outcome == OUTCOME_OPEN && p->to_move == side) {
        struct squares rest = {.n = 0};
        bot_delegate(a, s->scorer, game, &rest);
        memcpy(out->s + out->n, rest.s, (size_t)rest.n * sizeof *rest.s);
        out->n += rest.n;
    }
    while (placed--)
        threats_undo(t);
    a->work = work;
}

const struct bot_kind agent_search_kind = {
    .name = "search",
    .about = "alpha-beta over turns on the agent's scores",
    .options = options,
    .size = sizeof(struct search),
    .init = init,
    .done = done,
    .choose = choose,
};

struct bot *agent_search(struct bot *scorer, const char *text, const struct game *g, uint64_t seed,
                         struct err *e)
{
    struct bot *a = NULL;
    if (scorer->kind->score)
        a = bot_make(&agent_search_kind, text, g, seed, e);
    else
        err_set(e, "search: %s chooses turns without scoring stones, so it cannot be searched",
                scorer->kind->name);
    if (a)
        ((struct search *)a)->scorer = scorer;
    else
        bot_free(scorer);
    return a;
}
