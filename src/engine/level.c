/* Levels for people; see level.h. */
#include "engine/level.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"

const struct level levels[] = {
    {1, "newcomer", "sees rows, often looks away", 100, 32, 150, 0.30, false},
    {2, "beginner", "completes and blocks rows, mostly", 200, 32, 110, 0.18, false},
    {3, "learner", "blocks what it sees", 400, 24, 80, 0.10, false},
    {4, "casual", "makes threats of its own", 800, 20, 60, 0.05, false},
    {5, "regular", "seldom misses a threat", 1600, 16, 45, 0.02, true},
    {6, "club", "plays sound turns", 4000, 12, 32, 0, true},
    {7, "strong", "sees short combinations", 12000, 8, 22, 0, true},
    {8, "expert", "sees long combinations", 40000, 6, 15, 0, true},
    {9, "master", "few mistakes", 120000, 4, 10, 0, true},
    {10, "champion", "about a second of thought", 400000, 3, 6, 0, true},
    {LEVEL_FULL, "full", "as strong as the time allows", 0, 0, 0, 0, true},
    {0, NULL, NULL, 0, 0, 0, 0, false},
};

const struct level *level_of(int number)
{
    return &levels[(number >= LEVEL_LEAST && number <= LEVEL_MOST ? number : LEVEL_FULL) - LEVEL_LEAST];
}

bool level_parse(const char *text, const struct level **out, struct err *e)
{
    char *end;
    long number = strtol(text, &end, 10);
    for (const struct level *v = levels; v->name; v++)
        if (strcasecmp(text, v->name) == 0 || (end != text && !*end && number == v->number)) {
            *out = v;
            return true;
        }
    return err_set(e, "'%.40s' is no level: %d, %s, to %d, %s, or full", text, LEVEL_LEAST, levels[0].name,
                   LEVEL_MOST, level_of(LEVEL_MOST)->name);
}

void level_narrow(const struct level *v, struct engine_limits *l)
{
    if (v->nodes && (l->nodes == 0 || v->nodes < l->nodes))
        l->nodes = v->nodes;
    if (v->lines > l->lines)
        l->lines = v->lines;
}

/* One of the lines, the better ones more often. */
static int draw_line(const struct level *v, const struct engine_report *r, struct rng *rng)
{
    double weight[ENGINE_LINES_MOST], sum = 0;
    int n = r->n < v->lines ? r->n : v->lines;
    if (!(v->spread > 0) || n < 2)
        return 0;
    for (int i = 0; i < n; i++)
        sum += weight[i] = exp((double)(r->line[i].value - r->line[0].value) / v->spread);
    double at = rng_unit(rng) * sum;
    for (int i = 0; i < n - 1; i++) {
        at -= weight[i];
        if (at < 0)
            return i;
    }
    return n - 1;
}

/* Is there a stone within two squares? */
static bool is_near(const struct position *p, square s)
{
    int col = square_col(s), row = square_row(s);
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++)
            if (square_on_board(&p->rules, col + dx, row + dy)) {
                uint8_t c = p->cell[square_at(col + dx, row + dy)];
                if (c == CELL_BLACK || c == CELL_WHITE)
                    return true;
            }
    return false;
}

/* An empty square near a stone (any, if there is none), other than those of the turn so far. */
static square near_stone(const struct position *p, const struct squares *turn, struct rng *rng)
{
    square found = SQUARE_NONE, any = SQUARE_NONE;
    uint32_t n = 0, all = 0;
    for (square s = square_first(); s; s = square_next(&p->rules, s)) {
        bool taken = p->cell[s] != CELL_EMPTY;
        for (int i = 0; i < turn->n; i++)
            taken = taken || turn->s[i] == s;
        if (taken)
            continue;
        if (rng_below(rng, ++all) == 0)
            any = s;
        if (is_near(p, s) && rng_below(rng, ++n) == 0)
            found = s;
    }
    return found ? found : any;
}

/* Cuts the turn where it wins and fills it up to its length, on a board of our own: stones that slipped may
 * have spoilt or made a row. */
static void complete(const struct position *p, struct squares *turn, struct rng *rng)
{
    struct position *mine = position_copy(p);
    int length = position_turn_length(p), placed = 0;
    while (placed < length && mine->outcome == OUTCOME_OPEN) {
        if (placed == turn->n)
            turn->s[turn->n++] = near_stone(p, turn, rng);
        position_place(mine, turn->s[placed++]);
    }
    turn->n = placed;
    position_free(mine);
}

struct squares level_choose(const struct level *v, const struct position *p, const struct engine_report *r,
                            struct rng *rng)
{
    assert(r->n > 0);
    struct squares turn = engine_turn(p, &r->line[draw_line(v, r, rng)]);
    bool slipped = false;
    for (int i = 0; v->slip > 0 && i < turn.n; i++) {
        if (rng_unit(rng) >= v->slip)
            continue;
        square s = near_stone(p, &turn, rng);
        slipped = slipped || s != SQUARE_NONE;
        turn.s[i] = s ? s : turn.s[i];
    }
    if (slipped)
        complete(p, &turn, rng);
    return turn;
}
