/* The evaluator, at once or behind a queue; see mcts.h. */
#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "mcts/inner.h"

void asker_init(struct asker *a, struct evaluator *e, int batch, int moves)
{
    *a = (struct asker){.evaluator = e};
    if (!e)
        return;
    a->said = mem_zero((size_t)batch, sizeof *a->said);
    for (int i = 0; i < batch; i++)
        a->said[i].prior = mem_zero((size_t)moves, sizeof *a->said[i].prior);
    a->slot = mem_zero(UINT16_MAX + 1, sizeof *a->slot);
}

void asker_done(struct asker *a, int batch)
{
    for (int i = 0; a->said && i < batch; i++)
        free(a->said[i].prior);
    free(a->said);
    free(a->slot);
}

/* Puts the shares into the moves of a node, which is open. */
static void put(struct mcts *m, struct asker *a, struct node *n, const struct evaluation *said)
{
    for (int i = 0; i < n->children; i++)
        a->slot[tree_node(m, n->child + (uint32_t)i)->move] = (uint16_t)(i + 1);
    for (int i = 0; i < said->n; i++) {
        int slot = a->slot[said->prior[i].move];
        if (slot)
            atomic_store(&tree_node(m, n->child + (uint32_t)slot - 1)->share, said->prior[i].share);
    }
    for (int i = 0; i < n->children; i++)
        a->slot[tree_node(m, n->child + (uint32_t)i)->move] = 0;
    atomic_store(&n->asked, ASK_DONE);
}

double ask_position(struct worker *w)
{
    evaluator_ask(w->asker.evaluator, &w->game, 1, &w->asker.said[0]);
    atomic_fetch_add(&w->m->asked, 1);
    atomic_fetch_add(&w->m->batches, 1);
    double chance = w->asker.said[0].chance;
    return game_to_move(w->game) == BLACK ? chance : 1 - chance;
}

void ask_put(struct worker *w, struct node *n)
{
    put(w->m, &w->asker, n, &w->asker.said[0]);
}

double ask_now(struct worker *w, struct node *n)
{
    double black = ask_position(w);
    ask_put(w, n);
    return black;
}

static void evaluate(struct mcts *m, struct asker *a, struct waiting *w, int n)
{
    struct game *game[MCTS_BATCH_MOST] = {NULL};
    for (int i = 0; i < n; i++)
        game[i] = w[i].game;
    evaluator_ask(a->evaluator, game, n, a->said);
    uint64_t now = atomic_load(&m->walks);
    for (int i = 0; i < n; i++) {
        put(m, a, tree_node(m, w[i].node), &a->said[i]);
        atomic_fetch_add(&m->lag, now - w[i].since);
        game_free(w[i].game);
    }
    atomic_fetch_add(&m->asked, (uint64_t)n);
    atomic_fetch_add(&m->batches, 1);
}

/* Takes up to a batch out of the queue, whose lock is held. */
static int take(struct mcts *m, struct waiting *out)
{
    struct queue *q = &m->queue;
    int n = q->n < m->o.batch ? q->n : m->o.batch;
    for (int i = 0; i < n; i++)
        out[i] = q->at[(q->first + i) % q->room];
    q->first = (q->first + n) % q->room;
    q->n -= n;
    return n;
}

void ask_later(struct worker *w, struct node *n)
{
    struct mcts *m = w->m;
    struct queue *q = &m->queue;
    uint8_t not_yet = ASK_NOT;
    if (!atomic_compare_exchange_strong(&n->asked, &not_yet, ASK_WAITS))
        return;
    pthread_mutex_lock(&q->lock);
    bool room = q->n < q->room;
    if (room) {
        uint32_t node = (uint32_t)(n - m->arena->node);
        q->at[(q->first + q->n++) % q->room] =
            (struct waiting){node, game_copy(w->game), atomic_load(&m->walks)};
        pthread_cond_signal(&q->filled);
    }
    struct waiting batch[MCTS_BATCH_MOST];
    int ready = m->o.asking == MCTS_BATCHES && q->n >= m->o.batch ? take(m, batch) : 0;
    if (!room) {
        atomic_store(&n->asked, ASK_NOT);
        atomic_fetch_add(&m->dropped, 1);
    }
    pthread_mutex_unlock(&q->lock);
    if (ready)
        evaluate(m, &w->asker, batch, ready);
}

void *ask_thread(void *mcts)
{
    struct mcts *m = mcts;
    struct queue *q = &m->queue;
    struct waiting batch[MCTS_BATCH_MOST];
    pthread_mutex_lock(&q->lock);
    while (!q->closed) {
        int n = take(m, batch);
        if (n == 0) {
            pthread_cond_wait(&q->filled, &q->lock);
            continue;
        }
        pthread_mutex_unlock(&q->lock);
        evaluate(m, &m->behind, batch, n);
        pthread_mutex_lock(&q->lock);
    }
    pthread_mutex_unlock(&q->lock);
    return NULL;
}

void ask_forget(struct mcts *m)
{
    struct queue *q = &m->queue;
    for (; q->n > 0; q->n--) {
        struct waiting *w = &q->at[q->first];
        atomic_store(&tree_node(m, w->node)->asked, ASK_NOT);
        game_free(w->game);
        q->first = (q->first + 1) % q->room;
    }
}
