/* montecarlo: the stone after which the most random games are won (connect-k-agents §3.3, Monte Carlo).
 *
 * The games are shared out by halving: every round has as many, the first for all candidates, the next for
 * the better half of them, and so on to the last; a draw counts one half. A candidate's score is the number
 * of rounds it came through and the share of games it won.
 *
 * In the games of playout=random both sides place anywhere, as in the paper, which tells little on a large
 * board. With playout=sharp a side completes a row if it can, else blocks one that the opponent could
 * complete, else places near a stone; such a game is broken off after a while and counts as drawn. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "play/agent/kinds.h"

enum { OPTION_GAMES, OPTION_NEAR, OPTION_PLAYOUT, OPTION_LENGTH };
static const struct bot_option options[] = {
    {"games", OPTION_WHOLE, "40", 1, 1000000, NULL, "random games for each stone considered, on average"},
    {"near", OPTION_WHOLE, "1", 0, 126, NULL, "consider squares this near to a stone; 0: all"},
    {"playout", OPTION_CHOICE, "sharp", 0, 0, "random|sharp", "games at random, or with the obvious played"},
    {"length", OPTION_WHOLE, "0", 0, 100000, NULL,
     "stones after which a game counts as drawn; 0: 30 in sharp games, else to the end"},
    {NULL, OPTION_TEXT, NULL, 0, 0, NULL, NULL},
};

/* Stones of sharp games: how near to another, how often to try; and how many of them. Against threats a
 * length of 40 did not worse than one of 120 (97% and 78% of 16 games) in a third of the time. */
enum { CLOSE = 2, TRIES = 8, SHARP_LENGTH = 30 };

enum { STONE_STEPS = 500 }; /* (base/clock.h) of a stone of a game, at most */

struct arm {
    square at;
    double won, games;
    int rounds; /* came through */
};

struct montecarlo {
    struct bot bot;
    int columns, rows, games, near, length;
    bool sharp;

    /* The games going on: */
    struct pulse pulse; /* when the time is over, a game is broken off like a long one */
    struct arm *candidate;
    square *stone;                    /* the squares with a stone when they began */
    int stones, first;                /* and how many; the number of plies then */
    int (*count)[RULES_MAX_SIDE + 1]; /* by rows and columns below: the stones there */
};

static bool init(struct bot *a, const struct game *game, const struct bot_value *v, struct err *e)
{
    (void)e;
    struct montecarlo *m = (struct montecarlo *)a;
    m->columns = agent_rules(game)->m;
    m->rows = agent_rules(game)->n;
    size_t squares = (size_t)(m->columns * m->rows);
    m->games = (int)v[OPTION_GAMES].number;
    m->near = (int)v[OPTION_NEAR].number;
    m->sharp = v[OPTION_PLAYOUT].choice == 1;
    m->length = (int)v[OPTION_LENGTH].number;
    if (m->length == 0)
        m->length = m->sharp ? SHARP_LENGTH : (int)squares;
    m->stone = mem_alloc(squares * sizeof *m->stone);
    m->candidate = mem_alloc(squares * sizeof *m->candidate);
    m->count = mem_zero((size_t)m->rows + 1, sizeof *m->count);
    return true;
}

static void done(struct bot *a)
{
    struct montecarlo *m = (struct montecarlo *)a;
    free(m->stone);
    free(m->candidate);
    free(m->count);
}

/* ---- One game ---- */

/* Any empty square: tries at random first, which is quick while there are many. */
static square anywhere(struct montecarlo *m, const struct position *p)
{
    struct rng *rng = &m->bot.rng;
    for (int i = 0; i < TRIES; i++) {
        square s =
            square_at((int)rng_below(rng, (uint32_t)p->rules.m), (int)rng_below(rng, (uint32_t)p->rules.n));
        if (p->cell[s] == CELL_EMPTY)
            return s;
    }
    uint32_t skip = rng_below(rng, (uint32_t)p->empty);
    square s = square_first();
    while (p->cell[s] != CELL_EMPTY || skip-- > 0)
        s = square_next(&p->rules, s);
    return s;
}

/* An empty square on a line with a stone, at most CLOSE away from it. */
static square nearby(struct montecarlo *m, const struct position *p)
{
    struct rng *rng = &m->bot.rng;
    /* The stones that were there and those placed since. */
    int since = p->plies - m->first, all = m->stones + since;
    for (int i = 0; i < TRIES && all > 0; i++) {
        int which = (int)rng_below(rng, (uint32_t)all);
        square from = which < m->stones ? m->stone[which] : p->ply[m->first + which - m->stones].at;
        uint32_t way = rng_below(rng, 2 * DIRECTIONS * CLOSE);
        int step = direction_step[way % DIRECTIONS] * (way / DIRECTIONS % 2 ? 1 : -1);
        int at = from + step;
        if (way >= 2 * DIRECTIONS && agent_cell(p, at) != CELL_EDGE)
            at += step;
        if (agent_cell(p, at) == CELL_EMPTY)
            return (square)at;
    }
    return anywhere(m, p);
}

/* A stone of a sharp game that does not win: on a window that the opponent could fill, if there is one. */
static square sharp(struct montecarlo *m, const struct threats *t)
{
    const struct segment_list *l = &t->threat[side_other(t->position->to_move)];
    square empty[RULES_MAX_K];
    if (l->n == 0)
        return nearby(m, t->position);
    int id = l->id[rng_below(&m->bot.rng, (uint32_t)l->n)], n = threats_segment_empties(t, id, empty);
    return empty[rng_below(&m->bot.rng, (uint32_t)n)];
}

/* Plays a game to its end from here and takes it back; 1 if `side` won it, ½ for a draw. */
static double play(struct montecarlo *m, struct threats *t, enum side side)
{
    struct position *p = t->position;
    int start = p->plies;
    enum outcome end = p->outcome;
    while (end == OUTCOME_OPEN)
        if (m->sharp && threats_can_win(t, p->to_move, p->left)) {
            end = outcome_win(p->to_move);
        } else if (p->plies - start >= m->length || pulse_over(&m->pulse, STONE_STEPS)) {
            end = OUTCOME_DRAW;
        } else {
            threats_place(t, m->sharp ? sharp(m, t) : anywhere(m, p));
            end = p->outcome;
        }
    while (p->plies > start)
        threats_undo(t);
    return end == OUTCOME_DRAW ? 0.5 : end == outcome_win(side);
}

/* ---- All games of a stone ---- */

/* Counts the stones below and left of every square: those of a rectangle are then four looks. */
static void count_stones(struct montecarlo *m, const struct position *p)
{
    for (int row = 0; row < p->rules.n; row++)
        for (int col = 0, sum = 0; col < p->rules.m; col++) {
            sum += p->cell[square_at(col, row)] != CELL_EMPTY;
            m->count[row + 1][col + 1] = m->count[row][col + 1] + sum;
        }
}

/* Is there a stone within `near` squares? */
static bool has_company(const struct montecarlo *m, square s)
{
    int col = square_col(s), row = square_row(s), near = m->near;
    int west = col > near ? col - near : 0, south = row > near ? row - near : 0;
    int east = col + near < m->columns ? col + near + 1 : m->columns;
    int north = row + near < m->rows ? row + near + 1 : m->rows;
    return m->count[north][east] - m->count[north][west] - m->count[south][east] + m->count[south][west] > 0;
}

/* Lists the stones, and the squares to consider: those near a stone, all without one. Returns how many. */
static int begin(struct montecarlo *m, const struct position *p)
{
    int n = 0;
    m->stones = 0;
    m->first = p->plies;
    count_stones(m, p);
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] != CELL_EMPTY)
            m->stone[m->stones++] = s;
        else if (p->stones == 0 || m->near == 0 || has_company(m, s))
            m->candidate[n++] = (struct arm){.at = s};
    return n;
}

/* Best share first; equals by square, so that the order is one. */
static int compare(const void *x, const void *y)
{
    const struct arm *a = x, *b = y;
    double sa = a->won / a->games, sb = b->won / b->games;
    return sa > sb ? -1 : sa < sb ? 1 : a->at - b->at;
}

static bool spent(const struct bot *a)
{
    return bot_expired(a) || (a->clock.nodes && a->work.nodes >= a->clock.nodes);
}

/* Plays `games` games for each of the first n candidates, in turn, until the budget is spent; the first time
 * each of them gets one unless even that takes too long. Returns how many had any. */
static int play_round(struct montecarlo *m, struct threats *t, int n, int games, bool first)
{
    enum side side = t->position->to_move;
    for (int game = 0; game < games; game++)
        for (int i = 0; i < n; i++) {
            struct arm *c = &m->candidate[i];
            if (spent(&m->bot) && (game > 0 || !first || i > 0))
                return game > 0 || !first ? n : i;
            threats_place(t, c->at);
            c->won += play(m, t, side);
            c->games++;
            threats_undo(t);
            m->bot.work.nodes++;
        }
    return n;
}

static int score(struct bot *a, struct game *game, struct scored *out)
{
    struct threats *t = connect_threats(game);
    struct montecarlo *m = (struct montecarlo *)a;
    int all = begin(m, t->position), rounds = 1;
    while (1 << rounds < all)
        rounds++;
    struct deadline until = a->clock.until, start = deadline_now(&until);
    m->pulse = (struct pulse){.until = &until};
    if (deadline_over(&until)) { /* no time for a single game */
        for (int i = 0; i < all; i++)
            out[i] = (struct scored){m->candidate[i].at, 0};
        return all;
    }
    for (int round = 0, n = all; round < rounds; round++) {
        assert(n > 0);
        int64_t games = (int64_t)m->games * all / ((int64_t)rounds * n);
        a->clock.until = deadline_between(&start, &until, (double)(round + 1) / rounds);
        int had = play_round(m, t, n, games < 1 ? 1 : (int)games, round == 0);
        if (round == 0)
            n = all = had;
        qsort(m->candidate, (size_t)n, sizeof *m->candidate, compare);
        n = (n + 1) / 2;
        for (int i = 0; i < n; i++)
            m->candidate[i].rounds++;
    }
    a->clock.until = until;
    for (int i = 0; i < all; i++) {
        const struct arm *c = &m->candidate[i];
        out[i] = (struct scored){c->at, c->rounds + c->won / c->games};
    }
    return all;
}

const struct bot_kind agent_montecarlo = {
    .name = "montecarlo",
    .about = "the stone after which the most random games are won",
    .options = options,
    .size = sizeof(struct montecarlo),
    .init = init,
    .done = done,
    .score = score,
};
