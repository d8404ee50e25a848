/* Counting by playing; see count.h. */
#include "game/count.h"

#include <stdlib.h>

#include "base/mem.h"

struct counting {
    struct game *g;
    uint64_t nodes, most;
    struct pulse pulse;
    bool stopped;
    game_move *moves; /* room for the moves of every depth, one after the other */
    size_t room;
};

enum { STEPS_A_MOVE = 100 };

static uint64_t count_from(struct counting *c, int depth, size_t at, game_count_each *each, void *context)
{
    if (depth == 0)
        return 1;
    c->moves = mem_grow(c->moves, &c->room, at + GAME_MOVES_MOST, sizeof *c->moves);
    int n = c->g->kind->moves(c->g, c->moves + at);
    if (depth == 1 && !each) /* every legal move is one way */
        return (uint64_t)n;
    uint64_t sum = 0;
    for (int i = 0; i < n && !c->stopped; i++) {
        game_move m = c->moves[at + (size_t)i];
        c->nodes++;
        if ((c->most && c->nodes > c->most) || pulse_over(&c->pulse, STEPS_A_MOVE)) {
            c->stopped = true;
            break;
        }
        game_play(c->g, m);
        uint64_t ways = count_from(c, depth - 1, at + (size_t)n, NULL, NULL);
        game_undo(c->g);
        if (each)
            each(context, m, ways);
        sum += ways;
    }
    return sum;
}

struct game_count game_count(struct game *g, int depth, const struct limits *l, game_count_each *each,
                             void *context)
{
    const struct deadline until = limits_from_now(l, CPU_THREAD);
    struct counting c = {.g = g, .most = l->nodes, .pulse = {.until = &until}};
    uint64_t sum = count_from(&c, depth, 0, each, context);
    free(c.moves);
    return (struct game_count){sum, c.nodes, c.stopped};
}
