/* sequences: the stone with the best board after it (connect-k-agents §3.3, Sequences).
 *
 * Utility of a board for the side that places:
 *   1. a row is made, or can be made with the stones left in this turn: the highest;
 *   2. the opponent has threats: low, the lower the more of them;
 *   3. p+1 threats of one's own, which no turn can stop: very high;
 *   4. otherwise the sum over one's own windows of their stones squared, minus c times the opponent's.
 * Within each of the first three the sum of the fourth decides.
 *
 * The paper counts threats by marking all empty squares of a threat window, which under-counts where threats
 * cross (§2.3). Here they are counted exactly, unless turns are so long that it would take too long;
 * marking=paper counts as the paper does, for comparison, and marking=wu as the papers before it did: by marking the
 * rightmost empty square alone, which is exact on each line and over-counts where threats cross (§2.2).
 *
 * The paper rescans 32 windows for each stone it considers. Here the sums of rule 4 are kept up to date for
 * all squares at once (sums.h), and a stone is only tried on the board if it stands on a window that can
 * change the number of threats: an own one with at least δ−1 stones, or a threat window of the opponent. When
 * the time is over, stones are scored without being tried. */
#include <stdlib.h>

#include "base/mem.h"
#include "play/agent/kinds.h"
#include "play/agent/sums.h"

enum { OPTION_C, OPTION_MARKING };
enum marking { MARKING_EXACT, MARKING_PAPER, MARKING_WU };
static const struct bot_option options[] = {
    {"c", OPTION_NUMBER, "0.8", 0, 100, NULL, "weight of the opponent's windows: the defensive constant"},
    {"marking", OPTION_CHOICE, "exact", 0, 0, "exact|paper|wu", "how threats are counted"},
    {NULL, OPTION_TEXT, NULL, 0, 0, NULL, NULL},
};

/* Tiers above any sum of rule 4, which is at most 100 · 64,516 windows · 63² < 3e10. */
static const double a_threat = 1e11, unstoppable = 1e13, wins = 1e14, won = 2e14;

/* Channels of the sums: what a stone of a side adds to its own windows, with the number of windows that can
 * become threats in the upper half; and what the windows of a side are worth to it, which a stone of the
 * other takes away. */
enum { GAIN = 0, LOSS = 2 };
static const int64_t hot = (int64_t)1 << 32;

struct sequences {
    struct bot bot;
    struct sums sums;
    double c;
    enum marking marking;
    uint32_t stamp, *mark; /* by square: marks that carry the current stamp are set */
    int marks;             /* how many */
    uint16_t *order;       /* scratch: threat windows in the order of the scan */
};

static struct sum worth(const struct rules *r, int black, int white, const void *context)
{
    (void)context;
    int stones[2] = {black, white};
    struct sum w = {{0, 0, 0, 0}};
    for (int side = BLACK; side <= WHITE; side++)
        if (stones[!side] == 0) {
            int n = stones[side];
            w.of[GAIN + side] = 2 * n + 1 + (n + 1 >= rules_delta(r) ? hot : 0);
            w.of[LOSS + side] = n * n;
        }
    return w;
}

static bool init(struct bot *a, const struct game *game, const struct bot_value *v, struct err *e)
{
    (void)e;
    struct sequences *q = (struct sequences *)a;
    q->c = v[OPTION_C].number;
    q->marking = (enum marking)v[OPTION_MARKING].choice;
    q->marks = square_limit(agent_rules(game));
    q->mark = mem_zero((size_t)q->marks, sizeof *q->mark);
    q->order =
        mem_alloc((size_t)(DIRECTIONS * agent_rules(game)->m * agent_rules(game)->n) * sizeof *q->order);
    sums_init(&q->sums, agent_rules(game), worth, NULL);
    return true;
}

static void done(struct bot *a)
{
    struct sequences *q = (struct sequences *)a;
    sums_free(&q->sums);
    free(q->mark);
    free(q->order);
}

static uint32_t next_stamp(struct sequences *q)
{
    if (++q->stamp == 0) { /* after 2^32 uses old marks would look new */
        for (int s = 0; s < q->marks; s++)
            q->mark[s] = 0;
        q->stamp = 1;
    }
    return q->stamp;
}

static int compare_ids(const void *x, const void *y)
{
    return *(const uint16_t *)x - *(const uint16_t *)y;
}

/* The paper's count: slide a window along rows, columns and diagonals; one with threats and no mark counts,
 * and all its empty squares are marked, or only the last. */
static int count_by_marking(struct sequences *q, const struct threats *t, enum side owner)
{
    const struct segment_list *l = &t->threat[owner];
    const struct rules *r = &t->position->rules;
    uint32_t stamp = next_stamp(q);
    int count = 0;
    if (l->n > DIRECTIONS * r->k * r->p)
        return r->p + 1; /* too many for p stones, and to look at */
    for (int i = 0; i < l->n; i++)
        q->order[i] = l->id[i];
    qsort(q->order, (size_t)l->n, sizeof *q->order, compare_ids);
    for (int i = 0; i < l->n; i++) {
        square empty[RULES_MAX_K];
        bool marked = false;
        int n = threats_segment_empties(t, q->order[i], empty);
        for (int j = 0; j < n; j++)
            marked = marked || q->mark[empty[j]] == stamp;
        for (int j = q->marking == MARKING_WU ? n - 1 : 0; j < n && !marked; j++)
            q->mark[empty[j]] = stamp;
        count += !marked;
    }
    return count;
}

static int number(struct sequences *q, struct threats *t, enum side owner)
{
    int n = t->threat[owner].n == 0 ? 0 : q->marking == MARKING_EXACT ? agent_count_threats(t, owner) : -1;
    return n >= 0 ? n : count_by_marking(q, t, owner);
}

/* Rules 1 to 3 for the side that placed the last stone and had `left` more in this turn. */
static double verdict(struct sequences *q, struct threats *t, enum side side, int left)
{
    if (t->position->outcome == outcome_win(side))
        return won;
    if (left > 0 && threats_can_win(t, side, left))
        return wins;
    int against = number(q, t, side_other(side));
    if (against > 0)
        return -a_threat * against;
    return number(q, t, side) > t->position->rules.p ? unstoppable : 0;
}

/* Rule 4: the windows' worth as the board is. */
static double sum_of_squares(const struct threats *t, enum side side)
{
    double sum = 0;
    for (int n = 1; n <= t->position->rules.k; n++)
        sum += (double)n * n * threats_segments(t, side, n);
    return sum;
}

static double evaluate(struct bot *a, struct game *game, enum side side)
{
    struct threats *t = connect_threats(game);
    return sum_of_squares(t, side) - ((struct sequences *)a)->c * sum_of_squares(t, side_other(side));
}

/* Marks the empty squares of a side's threat windows; returns the stamp. */
static uint32_t mark_threats(struct sequences *q, const struct threats *t, enum side owner)
{
    uint32_t stamp = next_stamp(q);
    const struct segment_list *l = &t->threat[owner];
    for (int i = 0; i < l->n; i++) {
        square empty[RULES_MAX_K];
        for (int n = threats_segment_empties(t, l->id[i], empty); n > 0; n--)
            q->mark[empty[n - 1]] = stamp;
    }
    return stamp;
}

/* The steps (base/clock.h) of trying a stone. */
static int stone_steps(const struct threats *t)
{
    return 1000 + (t->threat[BLACK].n + t->threat[WHITE].n) * (t->position->rules.k + 16);
}

static int score(struct bot *a, struct game *game, struct scored *out)
{
    struct threats *t = connect_threats(game);
    struct sequences *q = (struct sequences *)a;
    struct position *p = t->position;
    enum side side = p->to_move, other = side_other(side);
    int left = p->left - 1, n = agent_empties(p, out);
    /* Only a first turn longer than the others can win from windows that are not hot. */
    bool try_all = left > p->rules.p;
    sums_update(&q->sums, t);
    double now = evaluate(a, game, side), quiet = verdict(q, t, side, left);
    /* Trying stones needs the stamp of the marks; those that block are told apart beforehand. */
    uint32_t stamp = mark_threats(q, t, other);
    for (int i = 0; i < n; i++)
        out[i].score = q->mark[out[i].at] == stamp;
    struct pulse pulse = {.until = &a->clock.until};
    for (int i = 0; i < n; i++) {
        const struct sum *sum = &q->sums.at[out[i].at];
        int64_t gain = sum->of[GAIN + side];
        double utility = now + (double)(gain % hot) + q->c * (double)sum->of[LOSS + other], rule = quiet;
        bool tried = try_all || gain >= hot || out[i].score > 0;
        if (tried && !pulse_over(&pulse, stone_steps(t))) {
            threats_place(t, out[i].at);
            rule = verdict(q, t, side, left);
            threats_undo(t);
        }
        out[i].score = rule + utility;
    }
    return n;
}

const struct bot_kind agent_sequences = {
    .name = "sequences",
    .about = "own windows' stones squared against the opponent's, threats first",
    .options = options,
    .size = sizeof(struct sequences),
    .init = init,
    .done = done,
    .score = score,
    .evaluate = evaluate,
};
