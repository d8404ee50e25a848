/* Records of the Connect family through the seam: the main line of a tree (connect/record/tree.h). Commands that care for
 * variations use src/connect/record itself. */
#include <stdlib.h>

#include "base/mem.h"
#include "connect/game/connect.h"
#include "connect/game/inner.h"
#include "connect/record/record.h"

/* Messages of the bad games of a file. */
struct bad_games {
    struct err *why;
    size_t n, room;
};

static void keep_bad(void *context, const struct err *e)
{
    struct bad_games *b = context;
    b->why = mem_grow(b->why, &b->room, b->n + 1, sizeof *b->why);
    b->why[b->n++] = *e;
}

static bool hand_over(const struct record *r, size_t number, game_read_one *one, void *context)
{
    struct position *p;
    struct err e;
    static const char *const stands[] = {"unfinished", "Black made the row", "White made the row", "drawn"};
    struct game_info info = game_info_of(r);
    if (!record_position(r, node_line_end(r->root), &p, &e))
        return one(context, number, NULL, &info, &e);
    if (p->outcome != OUTCOME_OPEN && info.said != OUTCOME_OPEN)
        info.check = info.said == p->outcome ? GAME_AGREES : GAME_CONTRADICTS;
    info.board = stands[p->outcome];
    struct game *g = connect_take(p);
    bool on = one(context, number, g, &info, NULL);
    game_free(g);
    return on;
}

/* The trees are always whole. */
bool connect_read(const char *text, size_t len, const struct game_reading *how, game_read_one *one,
                  void *context, struct err *e)
{
    struct rules rules = how->rules ? connect_rules(how->rules) : rules_names[0].rules;
    struct bad_games bad = {NULL, 0, 0};
    struct record_options o = {.forced = how->rules && !how->fallback ? &rules : NULL,
                               .fallback = how->rules && how->fallback ? &rules : NULL,
                               .most = how->first,
                               .bad = keep_bad,
                               .context = &bad};
    struct record **games;
    size_t n, told = 0;
    bool ok = record_read_all(text, len, &o, &games, &n, e), on = ok;
    for (size_t i = 0; on && i < n; i++)
        on = games[i] ? hand_over(games[i], i + 1, one, context)
                      : one(context, i + 1, NULL, NULL, &bad.why[told++]);
    if (ok)
        record_free_all(games, n);
    free(bad.why);
    return ok;
}

struct record *connect_record(const struct game *g)
{
    return record_of_position(connect_threats(g)->position);
}
