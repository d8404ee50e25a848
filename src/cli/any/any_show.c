/* `hexad show` and `hexad perft` for any game; see any.h. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "cli/any/any.h"
#include "cli/cli.h"
#include "cli/describe.h"
#include "cli/interrupt.h"
#include "game/count.h"

void any_state(const struct game *g, struct buf *out)
{
    static const char *const won[] = {NULL, "Black has won", "White has won", "a draw"};
    enum outcome o = game_state(g);
    if (o == OUTCOME_OPEN) {
        buf_format(out, "%s to move", side_name(game_to_move(g)));
        return;
    }
    buf_format(out, "%s: ", won[o]);
    g->kind->ending(g, out);
}

static json_t *move_json(const struct game *g, game_move m)
{
    char text[GAME_MOVE_TEXT];
    return json_string(g->kind->format(g, GAME_PEOPLE, m, text));
}

static json_t *game_json(const struct game *g)
{
    static const char *const outcomes[] = {"open", "black", "white", "draw"};
    struct game_rules r;
    int columns, rows;
    game_move *at = mem_alloc(GAME_MOVES_MOST * sizeof *at);
    uint8_t *who = mem_alloc(GAME_MOVES_MOST);
    g->kind->rules(g, &r);
    g->kind->size(g, &columns, &rows);
    json_t *setup[2] = {json_array(), json_array()}, *moves = json_array();
    int n = g->kind->setup(g, at, who);
    for (int i = 0; i < n; i++)
        json_array_append_new(setup[who[i]], move_json(g, at[i]));
    for (int i = 0; i < game_plies(g); i++) {
        enum side side;
        game_move m = g->kind->ply(g, i, &side);
        json_array_append_new(moves, json_pack("{s:s, s:o}", "side", side == BLACK ? "black" : "white",
                                               "move", move_json(g, m)));
    }
    int legal = g->kind->moves(g, at);
    free(at);
    free(who);
    struct buf state = BUF_EMPTY;
    any_state(g, &state);
    json_t *j = json_pack("{s:s, s:s, s:i, s:i, s:s, s:s, s:s, s:i, s:{s:o, s:o}, s:o}", "kind",
                          g->kind->name, "game", r.text, "columns", columns, "rows", rows, "to_move",
                          game_to_move(g) == BLACK ? "black" : "white", "outcome", outcomes[game_state(g)],
                          "state", buf_str(&state), "legal", legal, "setup", "black", setup[BLACK], "white",
                          setup[WHITE], "moves", moves);
    buf_free(&state);
    return j;
}

int any_show(const char *who, const struct game_arg *a, long moves, enum diagram_style style, bool json)
{
    struct game *g;
    struct err e;
    if (!game_arg_game(a, &g, &e))
        return cli_fail(who, &e);
    while (moves >= 0 && game_plies(g) > moves)
        game_undo(g);
    if (json) {
        describe_print_json(game_json(g));
    } else {
        struct buf b = BUF_EMPTY;
        struct game_rules r;
        g->kind->rules(g, &r);
        buf_format(&b, "%s, ", r.text);
        any_state(g, &b);
        buf_char(&b, '\n');
        g->kind->draw(g, style, &b);
        fputs(buf_str(&b), stdout);
        buf_free(&b);
    }
    game_free(g);
    return EXIT_FINE;
}

/* ---- perft ---- */

struct telling {
    const struct game *g;
    json_t *list; /* NULL: lines */
};

static void tell_move(void *context, game_move m, uint64_t count)
{
    struct telling *t = context;
    char text[GAME_MOVE_TEXT];
    if (t->list)
        json_array_append_new(
            t->list, json_pack("{s:o, s:I}", "turn", move_json(t->g, m), "count", (json_int_t)count));
    else
        printf("%s: %llu\n", t->g->kind->format(t->g, GAME_PEOPLE, m, text), (unsigned long long)count);
}

int any_perft(const char *who, const struct game_arg *a, const struct any_perft *o)
{
    struct game *g;
    struct err e;
    if (!game_arg_game(a, &g, &e))
        return cli_fail(who, &e);
    struct interrupt_watch watch;
    interrupt_watch(&watch);
    struct deadline until = deadline_in(o->limit.seconds, o->limit.cpu, CPU_PROCESS, &watch.stop);
    struct telling telling = {g, o->json ? json_array() : NULL};
    double start = clock_now();
    struct game_count c = game_count(g, o->depth, o->nodes, &until, o->divide ? tell_move : NULL, &telling);
    double seconds = clock_now() - start;
    interrupt_done(&watch);
    if (o->json) {
        json_t *j = json_pack("{s:i, s:I, s:b, s:I, s:f}", "depth", o->depth, "count", (json_int_t)c.count,
                              "stopped", c.stopped, "nodes", (json_int_t)c.nodes, "seconds", seconds);
        if (o->divide)
            json_object_set(j, "turns", telling.list);
        describe_print_json(j);
        json_decref(telling.list);
    } else {
        printf("%s%llu\n", c.stopped ? "stopped; at least " : "", (unsigned long long)c.count);
    }
    game_free(g);
    return c.stopped ? EXIT_NO : EXIT_FINE;
}
