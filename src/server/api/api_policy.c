/* What the net inside the program expects of a position, of the Connect family or of Go: /policy. */
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "connect/game/connect.h"
#include "game/game.h"
#include "net/evaluator.h"
#include "server/api/api.h"
#include "server/api/deferred.h"
#include "json/game.h"

/* Shares are told in ten thousandths. Squares with less are left out: a net gives every square of a large board something. */
static double rounded(double share)
{
    return round(share * 1e4) / 1e4;
}

struct policy_ask {
    struct deferred deferred;
    struct game_asked asked;
};

static json_t *choices_json(const struct game *g, const struct prior *prior, int n)
{
    json_t *list = json_array();
    for (int i = 0; i < n; i++) {
        double share = rounded((double)prior[i].share);
        char text[GAME_MOVE_TEXT];
        const char *at = g->kind->format(g, GAME_PEOPLE, prior[i].move, text);
        if (share > 0)
            json_array_append_new(list, json_pack("{s:s, s:f}", "at", at, "share", share));
    }
    return list;
}

static void work(struct deferred *a, struct tools *d, struct reply *r)
{
    const struct game_asked *asked = &((struct policy_ask *)a)->asked;
    struct err e;
    (void)d;
    struct threats *t = asked->position ? threats_new(asked->position) : NULL;
    struct connect game = {0};
    struct game *g = asked->game;
    if (t) {
        game = connect_over(t);
        g = &game.head;
    }
    int columns, rows;
    g->kind->size(g, &columns, &rows);
    struct evaluator *net = net_evaluator_new(g, &(struct net_evaluator_options){.strength = NET_USUAL}, &e);
    if (net && atomic_load(&a->stop)) { /* between the two parts, of which neither takes long */
        reply_fail(r, PROBLEM_STOPPED, "the search was stopped");
    } else if (net) {
        struct evaluation v = {.prior = mem_zero((size_t)(columns * rows + 1), sizeof *v.prior)};
        evaluator_ask(net, &g, 1, &v);
        reply_json(r, 200,
                   json_pack("{s:s, s:s, s:f, s:o}", "net", net_evaluator_file(net)->net->name, "side",
                             game_side(game_to_move(g)), "chance", rounded(v.chance), "squares",
                             choices_json(g, v.prior, v.n)));
        free(v.prior);
    } else {
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
    }
    evaluator_free(net);
    threats_free(t);
}

static void policy_free_call(struct deferred *a)
{
    struct policy_ask *x = (struct policy_ask *)a;
    game_asked_free(&x->asked);
    free(x);
}

void api_policy(struct server *s, struct request *q, struct reply *r)
{
    struct policy_ask *x = mem_zero(1, sizeof *x);
    struct err e;
    x->deferred.work = work;
    x->deferred.free = policy_free_call;
    if (!game_asked_read(q->json, true, &x->asked, &e))
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
    else if (x->asked.position && x->asked.position->stones == 0)
        reply_fail(r, PROBLEM_BAD_REQUEST, "the net has learned nothing of the empty board");
    else {
        deferred_start(s, &x->deferred, q, r);
        return;
    }
    policy_free_call(&x->deferred);
}
