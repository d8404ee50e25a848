/* Planes of the Connect family; see planes.h. */
#include "connect/game/planes.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/game/connect.h"
#include "game/planes.h"

enum {
    SIZES = 5,
    SIDE_PLANES = 13,
    FIRST_SIDE = 10,
    WINS = 36,
    ALL_THREATS,
    DEFENCES,
    DEAD,
    DEFENCES_MOST = 1000
};

/* What the segments through a square in one direction are to one side. */
struct seen {
    uint8_t most;  /* stones on the best open one, */
    uint8_t count; /* how many have as many, */
    uint8_t open;  /* and is there any? */
};

struct connect_planes {
    struct rules rules;
    size_t points;
    struct seen (*seen)[2][DIRECTIONS]; /* by point */
    int *threats;                       /* by point: threat segments of the other side through it */
};

struct connect_planes *connect_planes_new(const struct rules *r)
{
    struct connect_planes *c = mem_zero(1, sizeof *c);
    c->rules = *r;
    c->points = (size_t)(r->m * r->n);
    c->seen = mem_zero(c->points, sizeof *c->seen);
    c->threats = mem_zero(c->points, sizeof *c->threats);
    return c;
}

void connect_planes_free(struct connect_planes *c)
{
    if (!c)
        return;
    free(c->seen);
    free(c->threats);
    free(c);
}

static void see(struct seen *s, int stones)
{
    s->open = 1;
    if (stones > s->most) {
        s->most = (uint8_t)stones;
        s->count = 1;
    } else if (stones == s->most && s->count < UINT8_MAX)
        s->count++;
}

/* Goes through all segments once: what each is to the empty squares on it. */
static void look(struct connect_planes *c, const struct threats *t)
{
    const struct segments *g = t->segments;
    memset(c->seen, 0, c->points * sizeof *c->seen);
    for (int i = 0; i < g->count; i++)
        for (int side = BLACK; side <= WHITE; side++) {
            if (!threats_open(t, i, (enum side)side))
                continue;
            int stones = segment_count(t->state[i], (enum side)side), direction = g->segment[i].direction;
            int at = g->segment[i].start;
            for (int j = 0; j < c->rules.k; j++, at += direction_step[direction])
                see(&c->seen[connect_point(&c->rules, (square)at)][side][direction], stones);
        }
}

static void fill_stones(const struct connect_planes *c, const struct position *p, uint8_t *out)
{
    size_t n = c->points;
    for (size_t i = 0; i < n; i++) {
        enum cell cell = (enum cell)p->cell[connect_square(&c->rules, (int)i)];
        out[i] = cell == cell_of(p->to_move);
        out[n + i] = cell == cell_of(side_other(p->to_move));
        out[2 * n + i] = cell == CELL_EMPTY;
    }
    memset(out + 4 * n, p->left == 1, n);
    memset(out + 5 * n, p->left == (p->stones ? c->rules.p : c->rules.q), n);
}

/* The stones of this turn and of those before it. */
static void fill_history(const struct connect_planes *c, const struct position *p, uint8_t *out)
{
    int turn = 0; /* 0: this one */
    enum side whose = p->to_move;
    for (int i = p->plies - 1; i >= 0 && turn <= CONNECT_HISTORIES; i--) {
        if ((enum side)p->ply[i].side != whose) {
            whose = side_other(whose);
            turn++;
        }
        size_t plane = turn == 0 ? 3 : (size_t)(CONNECT_HISTORY + turn - 1);
        if (turn <= CONNECT_HISTORIES && p->ply[i].at != SQUARE_NONE)
            out[plane * c->points + (size_t)connect_point(&c->rules, p->ply[i].at)] = 1;
    }
}

/* The planes of one side at one empty point. */
static void fill_point(const struct connect_planes *c, const struct seen seen[DIRECTIONS], uint8_t *out)
{
    int at[SIZES] = {0};
    size_t n = c->points;
    for (int d = 0; d < DIRECTIONS; d++) {
        int size = c->rules.k - 1 - seen[d].most; /* 0: one stone is missing */
        if (seen[d].most == 0 || size < 0 || size >= SIZES)
            continue;
        at[size]++;
        int rich = size <= 1 ? 0 : size <= 3 ? size - 1 : -1;
        if (seen[d].count >= 3 && rich >= 0)
            out[(size_t)(2 * SIZES + rich) * n] = 1;
    }
    for (int s = 0; s < SIZES; s++) {
        out[(size_t)s * n] = at[s] >= 1;
        out[(size_t)(SIZES + s) * n] = at[s] >= 2;
    }
}

static void fill_segments(struct connect_planes *c, const struct threats *t, uint8_t *out)
{
    const struct position *p = t->position;
    size_t n = c->points;
    look(c, t);
    for (size_t i = 0; i < n; i++) {
        if (p->cell[connect_square(&c->rules, (int)i)] != CELL_EMPTY)
            continue;
        bool open = false;
        for (int side = BLACK; side <= WHITE; side++) {
            size_t first = (size_t)(FIRST_SIDE + (side == (int)p->to_move ? 0 : SIDE_PLANES));
            fill_point(c, c->seen[i][side], out + first * n + i);
            for (int d = 0; d < DIRECTIONS; d++)
                open = open || c->seen[i][side][d].open;
        }
        out[(size_t)DEAD * n + i] = !open;
    }
}

/* Squares of segments that the stones left in this turn can fill. */
static void fill_wins(const struct connect_planes *c, const struct threats *t, uint8_t *out)
{
    const struct position *p = t->position;
    for (int i = 0; i < t->threat[p->to_move].n; i++) {
        square empty[RULES_MAX_K];
        int segment = t->threat[p->to_move].id[i], count = threats_segment_empties(t, segment, empty);
        for (int j = 0; count <= p->left && j < count; j++)
            out[connect_point(&c->rules, empty[j])] = 1;
    }
}

/* What decides the turn: rows to complete, threats to stop. */
static void fill_threats(struct connect_planes *c, struct threats *t, uint8_t *out)
{
    const struct position *p = t->position;
    enum side other = side_other(p->to_move);
    size_t n = c->points;
    fill_wins(c, t, out + (size_t)WINS * n);
    if (t->threat[other].n == 0)
        return;
    memset(c->threats, 0, n * sizeof *c->threats);
    for (int i = 0; i < t->threat[other].n; i++) {
        square empty[RULES_MAX_K];
        int count = threats_segment_empties(t, t->threat[other].id[i], empty);
        for (int j = 0; j < count; j++)
            c->threats[connect_point(&c->rules, empty[j])]++;
    }
    for (size_t i = 0; i < n; i++)
        out[(size_t)ALL_THREATS * n + i] = c->threats[i] == t->threat[other].n;
    if (threats_number(t, other) > p->left)
        return;
    struct square_sets sets = SQUARE_SETS_EMPTY;
    threats_defences(t, other, p->left, DEFENCES_MOST, &sets);
    for (size_t i = 0; i < sets.count; i++)
        for (int j = 0; j < sets.set[i].n; j++)
            out[(size_t)DEFENCES * n + (size_t)connect_point(&c->rules, sets.set[i].s[j])] = 1;
    square_sets_free(&sets);
}

static void fill_ratings(const struct connect_planes *c, const struct position *p, const int rating[2],
                         uint8_t *out)
{
    static const int least[CONNECT_RATINGS / 2] = {1, 2000, 2200, 2400};
    for (int i = 0; i < CONNECT_RATINGS; i++) {
        enum side side = i < CONNECT_RATINGS / 2 ? p->to_move : side_other(p->to_move);
        memset(out + (size_t)(CONNECT_RATING + i) * c->points,
               rating[side] >= least[i % (CONNECT_RATINGS / 2)], c->points);
    }
}

void connect_planes_fill(struct connect_planes *c, struct threats *t, const int rating[2], uint8_t *out)
{
    memset(out, 0, CONNECT_PLANES * c->points);
    fill_stones(c, t->position, out);
    fill_history(c, t->position, out);
    fill_segments(c, t, out);
    fill_threats(c, t, out);
    if (rating)
        fill_ratings(c, t->position, rating, out);
}

/* ---- As every game has them (game/planes.h) ---- */

static void *maker(const struct game *g)
{
    return connect_planes_new(&connect_threats(g)->position->rules);
}

static void done(void *m)
{
    connect_planes_free(m);
}

static void fill(void *m, struct game *g, const int strength[2], uint8_t *out)
{
    connect_planes_fill(m, connect_threats(g), strength, out);
}

static int head(const struct game *g)
{
    return connect_head(connect_threats(g)->position);
}

static game_move move(const struct game *g, int point)
{
    return connect_square(&connect_threats(g)->position->rules, point);
}

static bool fits(const struct game *g, const char *trained, struct err *e)
{
    const struct rules *r = &connect_threats(g)->position->rules;
    struct rules known;
    if (!rules_parse(trained, &known, NULL))
        return err_set(e, "a net for '%s', not for a game of the Connect family", trained);
    return (known.k == r->k && known.p == r->p && known.exact == r->exact) ||
           err_set(e, "the net knows k=%d, p=%d%s", known.k, known.p, known.exact ? ", exact rows" : "");
}

const struct game_planes connect_game_planes = {
    .planes = CONNECT_PLANES,
    .history = CONNECT_HISTORY,
    .histories = CONNECT_HISTORIES,
    .rank = CONNECT_RATING,
    .ranks = CONNECT_RATINGS,
    .strength = 2400, /* the moves of the strongest */
    .maker = maker,
    .done = done,
    .fill = fill,
    .head = head,
    .move = move,
    .fits = fits,
    .builtin = "connect6",
};
