/* What the net inside the program expects of a position: /policy. */
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "net/policy.h"
#include "server/api/api.h"
#include "server/api/deferred.h"
#include "json/game.h"

/* Shares are told in ten thousandths. Squares with less are left out: a net gives every square of a large board something. */
static double rounded(float share)
{
    return round((double)share * 1e4) / 1e4;
}

struct policy_ask {
    struct deferred deferred;
    struct position *position;
};

static json_t *choices_json(const struct net_choice *choice, int n)
{
    json_t *list = json_array();
    for (int i = 0; i < n; i++) {
        double share = rounded(choice[i].share);
        char text[SQUARE_TEXT];
        if (share > 0)
            json_array_append_new(
                list, json_pack("{s:s, s:f}", "at", square_format(choice[i].at, text), "share", share));
    }
    return list;
}

static void work(struct deferred *a, struct tools *d, struct reply *r)
{
    struct position *p = ((struct policy_ask *)a)->position;
    struct err e;
    (void)d;
    struct net_policy *net = net_policy_new("builtin", &p->rules, &e);
    if (!net) {
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
        return;
    }
    struct net_choice *choice = mem_zero((size_t)(p->rules.m * p->rules.n), sizeof *choice);
    struct threats *t = threats_new(p);
    float chance;
    int n = net_policy_ask(net, t, choice, &chance);
    reply_json(r, 200,
               json_pack("{s:s, s:s, s:f, s:o}", "net", net_policy_file(net)->net->name, "side",
                         game_side(p->to_move), "chance", rounded(chance), "squares",
                         choices_json(choice, n)));
    threats_free(t);
    free(choice);
    net_policy_free(net);
}

static void policy_free_call(struct deferred *a)
{
    struct policy_ask *x = (struct policy_ask *)a;
    position_free(x->position);
    free(x);
}

void api_policy(struct server *s, struct request *q, struct reply *r)
{
    struct policy_ask *x = mem_zero(1, sizeof *x);
    struct err e;
    x->deferred.work = work;
    x->deferred.free = policy_free_call;
    if (!game_of_request(q->json, true, &x->position, &e))
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
    else if (x->position->stones == 0)
        reply_fail(r, PROBLEM_BAD_REQUEST, "the net has learned nothing of the empty board");
    else {
        deferred_start(s, &x->deferred, q, r);
        return;
    }
    policy_free_call(&x->deferred);
}
