/* What a net says of a position; see policy.h. */
#include "net/policy.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "net/builtin.h"
#include "net/connect.h"
#include "net/infer.h"

struct net_policy {
    struct net_file file;
    struct rules rules;
    struct connect_planes *planes;
    struct net_infer *infer;
    uint8_t *bytes;
    float *logit;
    int rating[2]; /* by side */
};

static bool fits(const struct net_file *f, const struct rules *r, struct err *e)
{
    struct rules trained;
    if (!rules_parse(f->game, &trained, NULL))
        return err_set(e, "a net for '%s', not for a game of the Connect family", f->game);
    if (trained.k != r->k || trained.p != r->p || trained.exact != r->exact)
        return err_set(e, "the net knows k=%d, p=%d%s", trained.k, trained.p,
                       trained.exact ? ", exact rows" : "");
    if (f->net->planes != CONNECT_PLANES && f->net->planes != CONNECT_RATING)
        return err_set(e, "the net wants %d planes, there are %d", f->net->planes, CONNECT_PLANES);
    return net_sees(f->net, r->m, r->n) ||
           err_set(e, "the net knows %dx%d boards only", f->net->width, f->net->height);
}

struct net_policy *net_policy_new(const char *path, const struct rules *r, struct err *e)
{
    struct net_file f;
    if (!net_open(path, "connect6", &f, e))
        return NULL;
    if (!fits(&f, r, e)) {
        net_file_done(&f);
        return NULL;
    }
    struct net_policy *p = mem_zero(1, sizeof *p);
    size_t points = (size_t)(r->m * r->n);
    p->file = f;
    p->rules = *r;
    p->planes = connect_planes_new(r);
    p->infer = net_infer_new(f.net, f.parameter, r->m, r->n, NET_INFER_BEST);
    p->bytes = mem_zero(CONNECT_PLANES * points, 1);
    p->logit = mem_zero(points, sizeof *p->logit);
    net_policy_rate(p, NET_POLICY_RATING);
    return p;
}

void net_policy_free(struct net_policy *p)
{
    if (!p)
        return;
    net_infer_free(p->infer);
    connect_planes_free(p->planes);
    net_file_done(&p->file);
    free(p->bytes);
    free(p->logit);
    free(p);
}

const struct net_file *net_policy_file(const struct net_policy *p)
{
    return &p->file;
}

void net_policy_rate(struct net_policy *p, int rating)
{
    p->rating[BLACK] = p->rating[WHITE] = rating;
}

static int likelier(const void *a, const void *b)
{
    const struct net_choice *x = a, *y = b;
    if (x->share > y->share || x->share < y->share)
        return x->share > y->share ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

int net_policy_ask(struct net_policy *p, struct threats *t, struct net_choice *out, float *chance)
{
    const struct position *pos = t->position;
    int n = 0, points = p->rules.m * p->rules.n;
    float most = -INFINITY, sum = 0;
    connect_planes_fill(p->planes, t, p->rating, p->bytes);
    float value = net_infer_run(p->infer, p->bytes, connect_head(pos), p->logit);
    for (int i = 0; i < points; i++) {
        square s = connect_square(&p->rules, i);
        if (pos->cell[s] != CELL_EMPTY)
            continue;
        out[n++] = (struct net_choice){s, p->logit[i]};
        most = fmaxf(most, p->logit[i]);
    }
    for (int i = 0; i < n; i++)
        sum += out[i].share = expf(out[i].share - most);
    for (int i = 0; i < n; i++)
        out[i].share /= sum;
    qsort(out, (size_t)n, sizeof *out, likelier);
    if (chance)
        *chance = 1 / (1 + expf(-value));
    return n;
}
