/* Turns from the table and from the lines of macro wins; see replay.h. */
#include "proof/replay.h"

#include <stdlib.h>

#include "base/mem.h"
#include "proof/turns.h"

/* A macro win on the path: its turns from `depth` on. */
struct line_win {
    int depth;
    size_t first; /* in the stack of turns */
    int n;
};

enum { REPLAY_LINE = 64 }; /* no line is longer */

struct replay {
    struct battle *battle;
    struct table *table;
    size_t lines, line_room;
    struct line_win *line;
    size_t turns, turn_room;
    struct squares *turn;
};

struct replay *replay_new(struct battle *b, struct table *t)
{
    struct replay *r = mem_zero(1, sizeof *r);
    r->battle = b;
    r->table = t;
    return r;
}

void replay_free(struct replay *r)
{
    if (r) {
        free(r->line);
        free(r->turn);
        free(r);
    }
}

int replay_line(struct battle *b, struct table *t, struct squares *turn, int most)
{
    struct square_sets defences = SQUARE_SETS_EMPTY;
    int plies = 0, n = 0;
    const struct entry *e;
    while (n < most && b->position->outcome == OUTCOME_OPEN && (e = table_find(t)) && e->won >= 0 &&
           e->macro) {
        table_get_turn(t, e, &turn[n]);
        plies += battle_turn(b, turn[n].s, turn[n].n, false);
        n++;
        if (b->position->outcome != OUTCOME_OPEN ||
            threats_number(b->threats, b->attacker) > b->position->rules.p)
            break;
        threats_defences(b->threats, b->attacker, b->position->left, SIZE_MAX, &defences);
        plies += battle_macro(b, &defences);
    }
    battle_back(b, plies);
    square_sets_free(&defences);
    return n;
}

/* Puts the line that begins here on the stack. */
static void push_line(struct replay *r, int depth)
{
    r->turn = mem_grow(r->turn, &r->turn_room, r->turns + REPLAY_LINE, sizeof *r->turn);
    r->line = mem_grow(r->line, &r->line_room, r->lines + 1, sizeof *r->line);
    struct line_win *line = &r->line[r->lines++];
    line->depth = depth;
    line->first = r->turns;
    line->n = replay_line(r->battle, r->table, r->turn + r->turns, REPLAY_LINE);
    r->turns += (size_t)line->n;
}

static bool possible(const struct battle *b, const struct squares *turn)
{
    if (turn->n > position_turn_length(b->position))
        return false;
    for (int i = 0; i < turn->n; i++)
        if (b->position->cell[turn->s[i]] != CELL_EMPTY)
            return false;
    return true;
}

bool replay_turn(struct replay *r, int depth, struct squares *turn)
{
    while (r->lines && r->line[r->lines - 1].depth >= depth)
        r->turns = r->line[--r->lines].first;
    if (turns_complete(r->battle, turn))
        return true;
    const struct entry *e = table_find(r->table);
    if (e && e->won >= 0) {
        table_get_turn(r->table, e, turn);
        if (e->macro)
            push_line(r, depth);
        return true;
    }
    if (r->lines == 0)
        return false;
    const struct line_win *line = &r->line[r->lines - 1];
    if (depth - line->depth >= line->n)
        return false;
    *turn = r->turn[line->first + (size_t)(depth - line->depth)];
    return possible(r->battle, turn);
}
