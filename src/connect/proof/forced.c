/* Trees of forcing wins, walked by the verifier; see forced.h. */
#include "connect/proof/forced.h"

#include <stdlib.h>

#include "base/mem.h"
#include "connect/proof/cert.h"
#include "connect/proof/verifier.h"

/* A walk under way. */
struct walk {
    struct cert_writer *cert;
    const struct forcing_node **path; /* by depth: where the tree stands */
    size_t room;
    bool too_long;
};

/* The defender's turn that was played last, or the part of it that was. */
static void last_defence(const struct battle *b, struct squares *out)
{
    const struct position *p = b->position;
    out->n = 0;
    for (int i = p->plies - 1; i >= 0 && (enum side)p->ply[i].side == b->defender; i--)
        if (p->ply[i].at != SQUARE_NONE)
            out->s[out->n++] = p->ply[i].at;
}

static bool has(const struct squares *set, square s)
{
    for (int i = 0; i < set->n; i++)
        if (set->s[i] == s)
            return true;
    return false;
}

/* The node after a turn of the defender: that of the largest answer which is part of it. */
static const struct forcing_node *answer_to(const struct forcing_node *node, const struct squares *defence)
{
    const struct forcing_node *best = NULL;
    int size = -1;
    for (int i = 0; i < node->answers; i++) {
        const struct squares *a = &node->answer[i];
        bool part = a->n > size;
        for (int j = 0; j < a->n && part; j++)
            part = has(defence, a->s[j]);
        if (part) {
            size = a->n;
            best = node->next[i];
        }
    }
    return best;
}

/* The verifier wants a turn. A row that can be completed comes first: the tree may not know of it, as it was
 * searched with more stones of the defender on the board. */
static bool next_turn(void *ctx, struct battle *b, int depth, int order, struct squares *turn)
{
    struct walk *w = ctx;
    (void)order;
    *turn = threats_winning_squares(b->threats);
    if (turn->n == 0) {
        struct squares defence;
        w->path = mem_grow(w->path, &w->room, (size_t)depth + 1, sizeof(struct forcing_node *));
        last_defence(b, &defence);
        if (depth > 0)
            w->path[depth] = answer_to(w->path[depth - 1], &defence);
        if (!w->path[depth])
            return false;
        *turn = w->path[depth]->turn;
    }
    cert_write_turn(w->cert, turn->s, turn->n);
    return true;
}

static bool too_long(void *ctx)
{
    struct walk *w = ctx;
    return w->too_long = w->too_long || cert_writer_turns(w->cert) > FORCED_TURNS_MOST;
}

enum forced_status forced_certify(struct forcing *f, struct threats *t, const struct deadline *until,
                                  struct buf *out, uint64_t *turns)
{
    const struct position *p = t->position;
    struct cert_claim claim = {p, p->to_move, false, false};
    struct walk w = {.cert = NULL};
    *turns = 0;
    forcing_limit(f, until);
    struct forcing_node *tree = forcing_tree(f, t, FORCED_NODES);
    if (!tree)
        return deadline_over(until) ? FORCED_STOPPED : FORCED_TOO_LONG;
    w.cert = cert_writer_to(out, &claim);
    w.path = mem_grow(w.path, &w.room, 1, sizeof(struct forcing_node *));
    w.path[0] = tree;
    struct battle *b = battle_new(p, p->to_move);
    struct strategy strategy = {&w, next_turn, NULL, NULL, too_long, NULL};
    struct verifier *v = verifier_new(b, &strategy);
    battle_limit(b, until);
    bool won = verifier_run(v, p->rules.p, NULL) >= 0;
    enum forced_status status = won                                     ? FORCED_WRITTEN
                                : w.too_long                            ? FORCED_TOO_LONG
                                : b->pulse.over || deadline_over(until) ? FORCED_STOPPED
                                                                        : FORCED_WRONG;
    *turns = cert_writer_turns(w.cert);
    if (won)
        cert_writer_close(w.cert, NULL);
    else
        cert_writer_abandon(w.cert);
    verifier_free(v);
    battle_free(b);
    free(w.path);
    forcing_node_free(tree);
    return status;
}
