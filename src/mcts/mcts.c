/* Handles and runs of a search; see mcts.h. */
#include "mcts/mcts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "mcts/inner.h"

struct mcts_options mcts_usual(void)
{
    return (struct mcts_options){.asking = MCTS_NEVER,
                                 .threads = 1,
                                 .batch = 8,
                                 .queue = 64,
                                 .mix = 0,
                                 .explore = 0,
                                 .priors = 2,
                                 .rave = 100,
                                 .urgency = 0.1,
                                 .open_after = 1,
                                 .width = 40,
                                 .memory = (size_t)256 << 20,
                                 .seed = 1};
}

static void worker_init(struct mcts *m, struct worker *w, int i)
{
    bool asks = m->o.asking == MCTS_AT_ONCE || m->o.asking == MCTS_BATCHES;
    w->m = m;
    rng_seed(&w->rng, m->o.seed + (uint64_t)i * 0x9e3779b97f4a7c15u);
    w->maker = m->playouts ? m->playouts->maker(m->game) : NULL;
    w->playout.first = mem_zero((size_t)m->points, 1);
    w->playout.owner = mem_zero((size_t)m->points, 1);
    w->owner = mem_zero((size_t)m->points, sizeof *w->owner);
    asker_init(&w->asker, asks ? m->o.evaluator[m->o.asking == MCTS_AT_ONCE ? i : 0] : NULL, m->o.batch,
               m->points + 1);
    if (m->o.scout) {
        w->scout = m->o.scout[i];
        w->scouted.move = mem_zero((size_t)m->points, sizeof *w->scouted.move);
    }
}

struct mcts *mcts_new(const struct game *g, const struct mcts_options *o)
{
    struct mcts *m = mem_zero(1, sizeof *m);
    int columns, rows;
    assert(o->threads >= 1 && o->threads <= MCTS_THREADS_MOST && o->batch >= 1 &&
           o->batch <= MCTS_BATCH_MOST);
    assert(o->asking != MCTS_BATCHES || o->threads == 1);
    assert((g->kind->playouts && !o->scout) || (o->asking == MCTS_AT_ONCE && o->mix >= 1));
    g->kind->size(g, &columns, &rows);
    m->o = *o;
    m->o.open_after =
        o->mix > 0 ? 0 : o->open_after; /* what a leaf is worth is known once it was asked about */
    m->points = columns * rows;
    m->playouts = g->kind->playouts;
    m->game = game_copy(g);
    for (int i = 0; i < 2; i++)
        if (!arena_init(&m->half[i], o->memory / 2))
            mem_fail(o->memory / 2);
    m->queue.room = o->queue;
    m->queue.at = mem_zero((size_t)o->queue, sizeof *m->queue.at);
    pthread_mutex_init(&m->queue.lock, NULL);
    pthread_cond_init(&m->queue.filled, NULL);
    asker_init(&m->behind, o->asking == MCTS_THREAD ? o->evaluator[0] : NULL, o->batch, m->points + 1);
    m->worker = mem_zero((size_t)o->threads, sizeof *m->worker);
    for (int i = 0; i < o->threads; i++)
        worker_init(m, &m->worker[i], i);
    m->arena = &m->half[0];
    tree_clear(m);
    return m;
}

/* The thread of the queue may still be at the last batch of a run that is over: nodes and evaluator are its own until then. */
static void await_asker(struct mcts *m)
{
    if (m->asks)
        pthread_join(m->asker, NULL);
    m->asks = false;
    ask_forget(m);
}

void mcts_free(struct mcts *m)
{
    if (!m)
        return;
    await_asker(m);
    for (int i = 0; i < m->o.threads; i++) {
        struct worker *w = &m->worker[i];
        if (w->maker)
            m->playouts->done(w->maker);
        asker_done(&w->asker, m->o.batch);
        free(w->playout.first);
        free(w->playout.owner);
        free(w->owner);
        free(w->scouted.move);
    }
    asker_done(&m->behind, m->o.batch);
    pthread_mutex_destroy(&m->queue.lock);
    pthread_cond_destroy(&m->queue.filled);
    free(m->queue.at);
    free(m->worker);
    free(m->half[0].node);
    free(m->half[1].node);
    game_free(m->game);
    free(m);
}

/* ---- Positions ---- */

/* The node that a move of the root leads to. */
static uint32_t node_after(const struct mcts *m, uint32_t from, game_move move)
{
    const struct node *n = tree_node(m, from);
    for (int i = 0; atomic_load(&n->state) == NODE_OPEN && i < n->children; i++)
        if (tree_node(m, n->child + (uint32_t)i)->move == move)
            return n->child + (uint32_t)i;
    return NO_NODE;
}

/* Where the position of `g` is in the tree; NO_NODE: it is not, or the game is another one. */
static uint32_t find(const struct mcts *m, const struct game *g)
{
    const struct game_kind *k = g->kind;
    struct game_rules a, b;
    int old = game_plies(m->game), now = game_plies(g);
    k->rules(g, &a);
    k->rules(m->game, &b);
    if (now < old || !game_rules_equal(&a, &b))
        return NO_NODE;
    struct game *at = game_copy(g);
    for (int i = old; i < now; i++)
        game_undo(at);
    bool same = k->key(at) == k->key(m->game);
    game_free(at);
    for (int i = 0; i < old && same; i++) {
        enum side x, y;
        same = k->ply(g, i, &x) == k->ply(m->game, i, &y) && x == y;
    }
    uint32_t n = same ? m->root : NO_NODE;
    for (int i = old; i < now && n != NO_NODE; i++) {
        enum side who;
        n = node_after(m, n, k->ply(g, i, &who));
    }
    return n;
}

static void forget_owner(struct mcts *m)
{
    for (int i = 0; i < m->o.threads; i++) {
        struct worker *w = &m->worker[i];
        for (int p = 0; p < m->points; p++)
            atomic_store(&w->owner[p], 0);
        atomic_store(&w->score, 0);
        atomic_store(&w->playouts, 0);
        rng_seed(&w->rng, (m->o.seed ^ m->game->kind->key(m->game)) + (uint64_t)i * 0x9e3779b97f4a7c15u);
    }
}

static void take_game(struct mcts *m, const struct game *g)
{
    struct game *copy = game_copy(g);
    for (int i = 0; m->o.scout && i < m->o.threads; i++)
        m->worker[i].scout->kind->begin(m->worker[i].scout);
    game_free(m->game);
    m->game = copy;
    forget_owner(m);
}

void mcts_begin(struct mcts *m, const struct game *g)
{
    await_asker(m);
    tree_clear(m);
    take_game(m, g);
}

/* In the middle of a turn a scout's tree leaves moves out, and of a position whose end is certain it has none. */
static bool of_use(const struct mcts *m, uint32_t at, const struct game *g)
{
    const struct node *n = tree_node(m, at);
    enum side last = side_other(game_to_move(g));
    if (!m->o.scout)
        return true;
    if (game_plies(g) > 0)
        g->kind->ply(g, game_plies(g) - 1, &last);
    return last != game_to_move(g) && atomic_load(&n->state) == NODE_OPEN &&
           atomic_load(&n->outcome) == OUTCOME_OPEN;
}

void mcts_go_to(struct mcts *m, const struct game *g)
{
    uint32_t at = find(m, g);
    if (at != NO_NODE && at == m->root)
        return;
    await_asker(m);
    if (at == NO_NODE || !of_use(m, at, g))
        at = NO_NODE;
    if (at == NO_NODE)
        tree_clear(m);
    else
        tree_move(m, at, 0);
    take_game(m, g);
}

/* ---- Runs ---- */

/* Can no other move overtake the first one by the walks that are left? */
static bool settled(const struct mcts *m)
{
    const struct node *root = tree_node(m, m->root);
    uint64_t first = 0, second = 0, walks = atomic_load(&m->walks), enough = atomic_load(&m->enough);
    for (int i = 0; i < root->children; i++) {
        uint64_t v = atomic_load(&tree_node(m, root->child + (uint32_t)i)->visits);
        second = v > first ? first : v > second ? v : second;
        first = v > first ? v : first;
    }
    double left = enough ? (double)(enough - walks) : 1e18;
    double wall = m->limits->until.wall, now = clock_now();
    if (wall > 0 && now > m->began) {
        double rate = (double)(walks - m->before) / (now - m->began);
        left = rate * (wall - now) < left ? rate * (wall - now) : left;
    }
    return (double)(first - second) > left;
}

static void tell(struct mcts *m)
{
    struct report r;
    m->told = clock_now();
    mcts_report(m, &r);
    m->limits->tell(m->limits->context, &r);
}

/* What the thread that asked looks at beside its walks. */
static void look(struct mcts *m, uint64_t walk)
{
    const struct mcts_limits *l = m->limits;
    if (deadline_over(&l->until) || (l->settle && walk % 64 == 63 && settled(m)))
        atomic_store(&m->stop, true);
    if (l->tell && clock_now() - m->told >= 0.1)
        tell(m);
}

static void *work(void *worker)
{
    struct worker *w = worker;
    struct mcts *m = w->m;
    for (uint64_t n = 0; !atomic_load(&m->stop) && !atomic_load(&m->full); n++) {
        uint64_t enough = atomic_load(&m->enough);
        if (atomic_fetch_add(&m->walks, 1) >= enough && enough) {
            atomic_fetch_sub(&m->walks, 1);
            break;
        }
        walk(w);
        if (w->scout && mcts_outcome(m) != OUTCOME_OPEN)
            atomic_store(&m->stop, true);
        if (w == m->worker)
            look(m, n);
    }
    return NULL;
}

/* All threads until the end, or until the tree is full. The batch that the queue's thread is at then need not be waited for. */
static void round_of(struct mcts *m)
{
    pthread_t thread[MCTS_THREADS_MOST];
    bool made[MCTS_THREADS_MOST] = {false};
    await_asker(m);
    m->queue.closed = false;
    m->asks = m->o.asking == MCTS_THREAD && pthread_create(&m->asker, NULL, ask_thread, m) == 0;
    for (int i = 1; i < m->o.threads; i++)
        made[i] = pthread_create(&thread[i], NULL, work, &m->worker[i]) == 0;
    work(&m->worker[0]);
    for (int i = 1; i < m->o.threads; i++)
        if (made[i])
            pthread_join(thread[i], NULL);
    pthread_mutex_lock(&m->queue.lock);
    m->queue.closed = true;
    pthread_cond_signal(&m->queue.filled);
    pthread_mutex_unlock(&m->queue.lock);
}

/* The root has its moves before the first walk, so that there is always an answer. */
static void open_root(struct mcts *m)
{
    struct worker *w = &m->worker[0];
    struct node *root = tree_node(m, m->root);
    w->depth = 0;
    if (w->scout && atomic_load(&root->state) == NODE_LEAF)
        walk_look(w, root, true);
    if (atomic_load(&root->state) == NODE_LEAF && !walk_open(w, root)) {
        tree_clear(m);
        root = tree_node(m, m->root);
        bool room = walk_open(w, root);
        assert(room);
        (void)room;
    }
    if (w->asker.evaluator && atomic_load(&root->asked) != ASK_DONE)
        ask_now(w, root);
}

void mcts_run(struct mcts *m, const struct mcts_limits *l)
{
    assert(game_state(m->game) == OUTCOME_OPEN);
    m->limits = l;
    m->began = m->told = clock_now();
    m->before = atomic_load(&m->walks);
    atomic_store(&m->enough, l->playouts ? atomic_load(&m->walks) + l->playouts : 0);
    atomic_store(&m->stop, false);
    for (int i = 0; i < m->o.threads; i++) {
        struct worker *w = &m->worker[i];
        w->game = game_copy(m->game);
        w->until = i == 0 ? l->until : (struct deadline){.stop = &m->stop};
        if (w->game->kind->limit)
            w->game->kind->limit(w->game, &w->until);
    }
    open_root(m);
    for (;;) {
        round_of(m);
        if (atomic_load(&m->stop) || !atomic_load(&m->full))
            break;
        await_asker(m);
        tree_prune(m);
    }
    if (l->tell)
        tell(m);
    for (int i = 0; i < m->o.threads; i++) {
        game_free(m->worker[i].game);
        m->worker[i].game = NULL;
    }
}

/* ---- What came of it ---- */

enum outcome mcts_outcome(const struct mcts *m)
{
    return m->o.scout ? (enum outcome)atomic_load(&tree_node(m, m->root)->outcome) : OUTCOME_OPEN;
}

uint64_t mcts_owner(const struct mcts *m, double *owner)
{
    uint64_t playouts = 0;
    for (int i = 0; i < m->o.threads; i++)
        playouts += atomic_load(&m->worker[i].playouts);
    for (int p = 0; p < m->points; p++) {
        int64_t sum = 0;
        for (int i = 0; i < m->o.threads; i++)
            sum += atomic_load_explicit(&m->worker[i].owner[p], memory_order_relaxed);
        owner[p] = playouts ? (double)sum / (double)playouts : 0;
    }
    return playouts;
}

double mcts_score(const struct mcts *m)
{
    uint64_t playouts = 0;
    double sum = 0;
    for (int i = 0; i < m->o.threads; i++) {
        playouts += atomic_load(&m->worker[i].playouts);
        sum += (double)atomic_load(&m->worker[i].score) / POINT_PARTS;
    }
    return playouts ? sum / (double)playouts : 0;
}

struct mcts_counts mcts_count(const struct mcts *m)
{
    return (struct mcts_counts){.walks = atomic_load(&m->walks),
                                .opened = atomic_load(&m->opened),
                                .nodes = tree_size(m),
                                .asked = atomic_load(&m->asked),
                                .batches = atomic_load(&m->batches),
                                .dropped = atomic_load(&m->dropped),
                                .lag = atomic_load(&m->lag),
                                .prunings = m->prunings,
                                .used = (size_t)tree_size(m) * sizeof(struct node),
                                .memory = 2 * (size_t)m->arena->room * sizeof(struct node)};
}
