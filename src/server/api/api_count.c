/* The end of a game of Go: which stones are dead, who owns what, and the score: /count. */
#include <stdlib.h>

#include "base/mem.h"
#include "go/final.h"
#include "go/game.h"
#include "server/api/api.h"
#include "server/api/deferred.h"
#include "json/game.h"

struct count {
    struct deferred deferred;
    struct game_asked asked;
};

/* The stones that are so. */
static json_t *stones_json(const struct game *g, const struct go_final *f, enum go_status what)
{
    const struct go *board = go_of(g);
    game_move list[GO_POINTS];
    int n = 0;
    for (int p = 0; p < board->points; p++)
        if (board->cell[p] != CELL_EMPTY && f->status[p] == what)
            list[n++] = (game_move)p;
    return game_moves_json(g, list, n);
}

/* By point, row by row from the bottom left, as reports have it: 100 is Black's, -100 White's, 0 nobody's. */
static json_t *owner_json(const struct go_final *f, int points)
{
    json_t *list = json_array();
    for (int p = 0; p < points; p++)
        json_array_append_new(list, json_integer(f->owner[p] == CELL_BLACK   ? 100
                                                 : f->owner[p] == CELL_WHITE ? -100
                                                                             : 0));
    return list;
}

static void work(struct deferred *a, struct tools *d, struct reply *r)
{
    const struct game *g = ((struct count *)a)->asked.game;
    struct go_final *f = mem_zero(1, sizeof *f);
    struct rng chance;
    (void)d;
    rng_seed(&chance, 1);
    go_final(go_of(g), &chance, f);
    reply_json(r, 200,
               json_pack("{s:f, s:o, s:o, s:o}", "score", f->score / 2.0, "dead", stones_json(g, f, GO_DEAD),
                         "seki", stones_json(g, f, GO_SEKI), "owner", owner_json(f, go_of(g)->points)));
    free(f);
}

static void count_free(struct deferred *a)
{
    game_asked_free(&((struct count *)a)->asked);
    free(a);
}

void api_count(struct server *s, struct request *q, struct reply *r)
{
    struct count *x = mem_zero(1, sizeof *x);
    struct err e;
    x->deferred.work = work;
    x->deferred.free = count_free;
    if (!game_asked_read(q->json, false, &x->asked, &e)) {
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
    } else if (!x->asked.game || !go_of(x->asked.game)) {
        reply_fail(r, PROBLEM_BAD_REQUEST, "only games of Go are counted");
    } else {
        deferred_start(s, &x->deferred, q, r);
        return;
    }
    count_free(&x->deferred);
}
