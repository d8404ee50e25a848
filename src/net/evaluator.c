/* A net as an evaluator; see evaluator.h. */
#include "net/evaluator.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "game/planes.h"
#include "net/builtin.h"
#include "net/infer.h"

struct net_evaluator {
    struct evaluator head;
    const struct game_planes *planes;
    struct net_file file;
    struct net_infer *infer;
    void *maker;
    uint8_t *bytes;
    float *logit;
    int points, strength[2];
    bool hide;
};

static void ask_one(struct net_evaluator *x, struct game *g, struct evaluation *out)
{
    const struct game_planes *d = x->planes;
    const struct net *net = x->file.net;
    d->fill(x->maker, g, x->strength, x->bytes);
    int head =
        game_planes_show(d, x->bytes, net->planes, x->points, d->head(g), net->by_colour, x->hide, false);
    float value = net_infer_run(x->infer, x->bytes, head, x->logit);
    out->n = 0;
    for (int i = 0; i < x->points; i++) {
        game_move m = d->move(g, i);
        if (game_legal(g, m))
            out->prior[out->n++] = (struct prior){m, x->logit[i]};
    }
    out->chance = 1 / (1 + exp(-(double)value));
    evaluation_settle(out);
}

static void ask(struct evaluator *e, struct game *const *g, int n, struct evaluation *out)
{
    for (int i = 0; i < n; i++)
        ask_one((struct net_evaluator *)e, g[i], &out[i]);
}

static void done(struct evaluator *e)
{
    struct net_evaluator *x = (struct net_evaluator *)e;
    net_infer_free(x->infer);
    net_file_done(&x->file);
    if (x->maker)
        x->planes->done(x->maker);
    free(x->bytes);
    free(x->logit);
    free(x);
}

static const struct evaluator_kind kind = {.name = "net", .ask = ask, .done = done, .batch = 1};

static bool fits(const struct net_file *f, const struct game *g, struct err *e)
{
    const struct game_planes *d = g->kind->planes;
    int columns, rows;
    g->kind->size(g, &columns, &rows);
    if (!d->fits(g, f->game, e))
        return false;
    if (!game_planes_serve(d, f->net->planes))
        return err_set(e, "the net wants %d planes, there are %d", f->net->planes, d->planes);
    return net_sees(f->net, columns, rows) ||
           err_set(e, "the net knows %dx%d boards only", f->net->width, f->net->height);
}

struct evaluator *net_evaluator_new(const struct game *g, const struct net_evaluator_options *o,
                                    struct err *e)
{
    const struct game_planes *d = g->kind->planes;
    struct net_file f;
    int columns, rows;
    if (!d) {
        err_set(e, "there are no nets for %s yet", g->kind->name);
        return NULL;
    }
    if (!net_open(o->path ? o->path : "builtin", d->builtin, &f, e))
        return NULL;
    if (!fits(&f, g, e)) {
        net_file_done(&f);
        return NULL;
    }
    g->kind->size(g, &columns, &rows);
    struct net_evaluator *x = mem_zero(1, sizeof *x);
    *x = (struct net_evaluator){
        .head.kind = &kind, .planes = d, .file = f, .points = columns * rows, .maker = d->maker(g)};
    x->infer = net_infer_new(f.net, f.parameter, columns, rows, NET_INFER_BEST);
    x->bytes = mem_zero((size_t)(d->planes * x->points), 1);
    x->logit = mem_zero((size_t)x->points, sizeof *x->logit);
    x->strength[BLACK] = x->strength[WHITE] = o->strength == NET_USUAL ? d->strength : o->strength;
    x->hide = o->last == NET_LAST_USUAL ? d->hide : o->last == NET_LAST_HIDE;
    return &x->head;
}

const struct net_file *net_evaluator_file(const struct evaluator *x)
{
    return &((const struct net_evaluator *)x)->file;
}
