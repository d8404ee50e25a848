/* Turns from the table and from the lines of macro wins; see replay.h. */
#include "connect/proof/replay.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* A macro win on the path: its turns from `depth` on. */
struct line_win {
    int depth;
    size_t first; /* in the stack of turns */
    int n;
};

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

/* Puts the line that begins here on the stack. */
static void push_line(struct replay *r, const struct entry *e, int depth)
{
    struct forcing_line l;
    int p = e->turn_length;
    table_get_line(r->table, e, &l);
    r->turn = mem_grow(r->turn, &r->turn_room, r->turns + (size_t)l.turns, sizeof *r->turn);
    r->line = mem_grow(r->line, &r->line_room, r->lines + 1, sizeof *r->line);
    r->line[r->lines++] = (struct line_win){depth, r->turns, l.turns};
    for (int i = 0; i < l.turns; i++) {
        struct squares *turn = &r->turn[r->turns++];
        turn->n = p;
        memcpy(turn->s, l.s + i * p, (size_t)p * sizeof *turn->s);
    }
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
    *turn = threats_winning_squares(r->battle->threats);
    if (turn->n)
        return true;
    const struct entry *e = table_find(r->table);
    if (e && e->won >= 0) {
        table_get_turn(r->table, e, turn);
        if (e->line)
            push_line(r, e, depth);
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
