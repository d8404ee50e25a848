/* One training by several processes; see async.h. */
#include "net/learn/async.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "net/learn/mpi.h"

/* Kinds of messages, in the order in which a replica sees them. */
enum { HELLO, SETUP, TASK, GRADIENT, PROBLEM, END };

/* How long a process that was told to stop waits for the others. */
static const double patience = 5;

/* Steps that one replica takes alone (the paper's source calls it a warm start): parameters by chance bear no gradient
 * that comes late. And of all steps, this share. */
static const uint64_t alone_least = 50;
static const double alone_share = 0.05;

/* The bytes of structures travel as they are: all processes are the same program, and a hello says so. */
struct hello {
    char version[24];
    uint64_t setup_size, learns;
    int planes;
};

struct setup {
    struct train_options options;
    char net[NET_NAME];
    int planes, width, height;
};

/* Before the parameters of a task and before a gradient. */
struct head {
    uint64_t step; /* whose batch */
    double seconds;
    struct loss_sum learned;
};

/* What the server knows of a replica. */
struct replica {
    enum { ABSENT, IDLE, BUSY, HOME } is;
    double since; /* when it was given its task */
};

struct async {
    struct mpi *mpi;
    struct replica *replica; /* by rank; [0] is the server, at home */
    struct train *train;
    struct train_state *state;
    const struct train_options *options;
    const struct net *net;
    const struct data *data;
    uint64_t given; /* batches given out: their numbers are below this */
    double slowest; /* seconds of a task */
    char *message;  /* a head and as many numbers as there are parameters */
    bool dead;      /* somebody does not answer */
};

struct async *async_join(struct err *e)
{
    struct mpi *m = mpi_open(e);
    if (!m)
        return NULL;
    struct async *a = mem_zero(1, sizeof *a);
    a->mpi = m;
    a->replica = mem_zero((size_t)mpi_size(m), sizeof *a->replica);
    a->replica[0].is = HOME;
    return a;
}

bool async_serves(const struct async *a)
{
    return mpi_rank(a->mpi) == 0;
}

int async_replicas(const struct async *a)
{
    return mpi_size(a->mpi) - 1;
}

static size_t message_size(const struct net *n)
{
    return sizeof(struct head) + n->parameters * sizeof(float);
}

static struct hello hello_of(const struct data *d)
{
    struct hello h;
    memset(&h, 0, sizeof h);
    strncpy(h.version, HEXAD_VERSION, sizeof h.version - 1);
    h.setup_size = sizeof(struct setup);
    h.learns = d->learns;
    h.planes = d->game->kind->planes->planes;
    return h;
}

/* ---- The server ---- */

void async_offer(struct async *a, struct train *t, struct train_state *s, const struct train_options *o,
                 const struct net *n, const struct data *d)
{
    assert(async_serves(a));
    a->train = t;
    a->state = s;
    a->options = o;
    a->net = n;
    a->data = d;
    a->given = s->steps;
    a->message = mem_zero(message_size(n), 1);
}

static bool tell(struct async *a, int to, int kind, const void *bytes, size_t size)
{
    struct deadline until = deadline_in(patience + a->slowest, 0, CPU_THREAD, NULL);
    a->dead = a->dead || !mpi_send(a->mpi, to, kind, bytes, size, &until);
    return !a->dead;
}

static bool give(struct async *a, int to)
{
    struct head head = {.step = a->given};
    memcpy(a->message, &head, sizeof head);
    memcpy(a->message + sizeof head, a->state->parameter, a->net->parameters * sizeof(float));
    a->given++;
    a->replica[to] = (struct replica){BUSY, clock_now()};
    return tell(a, to, TASK, a->message, message_size(a->net));
}

/* The next batches to those who have none; at the beginning to one of them. */
static bool give_out(struct async *a)
{
    uint64_t all = train_steps(a->options), share = (uint64_t)(alone_share * (double)all);
    bool alone = a->state->steps < (share > alone_least ? share : alone_least);
    int busy = 0;
    for (int i = 1; i < mpi_size(a->mpi); i++)
        busy += a->replica[i].is == BUSY;
    for (int i = 1; i < mpi_size(a->mpi) && a->given < all && !(alone && busy); i++)
        if (a->replica[i].is == IDLE) {
            if (!give(a, i))
                return false;
            busy++;
        }
    return true;
}

static bool welcome(struct async *a, const struct mpi_mail *m, struct err *e)
{
    struct hello got, want = hello_of(a->data);
    struct setup s;
    bool same = m->size == sizeof got;
    a->replica[m->from].is = IDLE; /* and goes home if it does not fit */
    if (same)
        mpi_take(a->mpi, m, &got);
    if (!same || memcmp(got.version, want.version, sizeof got.version) != 0 ||
        got.setup_size != want.setup_size)
        return err_set(e, "process %d is another version of this program", m->from);
    if (got.learns != want.learns || got.planes != want.planes)
        return err_set(e, "process %d has other games: %llu positions to learn from, here %llu", m->from,
                       (unsigned long long)got.learns, (unsigned long long)want.learns);
    memset(&s, 0, sizeof s);
    s.options = *a->options;
    memcpy(s.net, a->net->name, sizeof s.net);
    s.planes = a->net->planes;
    s.width = a->net->width;
    s.height = a->net->height;
    return tell(a, m->from, SETUP, &s, sizeof s) && give_out(a);
}

/* Takes a step with a gradient that has come. */
static void apply(struct async *a, const struct mpi_mail *m)
{
    struct replica *r = &a->replica[m->from];
    struct head head;
    double seconds = clock_now() - r->since;
    assert(m->size == message_size(a->net));
    mpi_take(a->mpi, m, a->message);
    memcpy(&head, a->message, sizeof head);
    loss_join(&a->state->learned, &head.learned);
    a->state->seconds += head.seconds;
    train_apply(a->train, (float *)(void *)(a->message + sizeof head));
    r->is = IDLE;
    a->slowest = seconds > a->slowest ? seconds : a->slowest;
}

static bool complain(struct async *a, const struct mpi_mail *m, struct err *e)
{
    char *text = mem_zero(m->size + 1, 1);
    mpi_take(a->mpi, m, text);
    a->replica[m->from].is = HOME;
    err_set(e, "process %d: %s", m->from, text);
    free(text);
    return false;
}

bool async_step(struct async *a, const struct deadline *until, struct err *e)
{
    struct mpi_mail m;
    while (a->state->steps < train_steps(a->options) && mpi_wait(a->mpi, until, &m)) {
        if (m.kind == PROBLEM)
            return complain(a, &m, e);
        if (m.kind == HELLO && !welcome(a, &m, e))
            return a->dead ? err_set(e, "a process does not answer") : false;
        if (m.kind != GRADIENT)
            continue;
        apply(a, &m);
        return give_out(a) || err_set(e, "a process does not answer");
    }
    return false;
}

/* Those that wait go home at once, those at work when they come. */
static int send_home(struct async *a)
{
    int out = 0;
    for (int i = 1; i < mpi_size(a->mpi); i++) {
        struct replica *r = &a->replica[i];
        if (r->is == IDLE && tell(a, i, END, NULL, 0))
            r->is = HOME;
        out += r->is != HOME;
    }
    return out;
}

bool async_end(struct async *a)
{
    struct deadline until = deadline_in(patience + 3 * a->slowest, 0, CPU_THREAD, NULL);
    struct mpi_mail m;
    struct err ignored;
    while (!a->dead && send_home(a) > 0) {
        a->dead = !mpi_wait(a->mpi, &until, &m);
        if (a->dead)
            break;
        if (m.kind == GRADIENT)
            apply(a, &m);
        else if (m.kind == PROBLEM)
            complain(a, &m, &ignored);
        else {
            struct hello late;
            mpi_take(a->mpi, &m, &late);
            a->replica[m.from].is = IDLE;
        }
    }
    return !a->dead;
}

/* ---- A replica ---- */

/* What a replica has when it knows the training. */
struct replica_work {
    struct net *net;
    struct train_options options;
    struct train_state *state;
    struct train *train;
    char *message;
};

static bool replica_begin(struct replica_work *w, const struct setup *s, const struct net_kernels *k,
                          const struct data *d, int threads, struct err *e)
{
    w->net = net_new(s->net, s->planes, s->width, s->height, e);
    if (!w->net)
        return false;
    w->options = s->options;
    w->options.threads = threads;
    w->state = train_state_new(w->net, s->options.seed);
    w->message = mem_zero(message_size(w->net), 1);
    w->train = train_new(w->net, k, d, &w->options, w->state);
    return w->train || err_set(e, "%s cannot run %s", k->name, w->net->name);
}

static void work(struct async *a, struct replica_work *w, const struct mpi_mail *m)
{
    struct head head;
    assert(w->net); /* what is to be trained is told first */
    size_t numbers = w->net->parameters * sizeof(float);
    assert(m->size == message_size(w->net));
    mpi_take(a->mpi, m, w->message);
    memcpy(&head, w->message, sizeof head);
    memcpy(w->state->parameter, w->message + sizeof head, numbers);
    w->state->seconds = 0;
    const float *gradient = train_gradient(w->train, head.step, &head.learned);
    head.seconds = w->state->seconds;
    memcpy(w->message, &head, sizeof head);
    memcpy(w->message + sizeof head, gradient, numbers);
    mpi_send(a->mpi, 0, GRADIENT, w->message, message_size(w->net), NULL);
}

/* Waits for the server: for ever, or when it is to stop, some seconds more. */
static bool listen(struct async *a, const atomic_bool *stop, struct mpi_mail *m, struct err *e)
{
    struct deadline told = {.stop = stop};
    if (mpi_wait(a->mpi, &told, m))
        return true;
    struct deadline until = deadline_in(10 * patience, 0, CPU_THREAD, NULL);
    a->dead = !mpi_wait(a->mpi, &until, m);
    return !a->dead || err_set(e, "the first process does not answer");
}

bool async_replica(struct async *a, const struct net_kernels *k, const struct data *d, int threads,
                   const atomic_bool *stop, struct err *e)
{
    struct replica_work w = {.net = NULL};
    struct hello hello = hello_of(d);
    struct mpi_mail m = {.kind = HELLO};
    bool ok = mpi_send(a->mpi, 0, HELLO, &hello, sizeof hello, NULL);
    while (ok && m.kind != END && (ok = listen(a, stop, &m, e))) {
        struct setup s = {0};
        if (m.kind == TASK)
            work(a, &w, &m);
        else
            mpi_take(a->mpi, &m, &s);
        if (m.kind == SETUP)
            ok = replica_begin(&w, &s, k, d, threads, e);
    }
    train_free(w.train);
    train_state_free(w.state);
    net_free(w.net);
    free(w.message);
    return ok;
}

/* ---- Both ---- */

void async_leave(struct async *a, const char *problem)
{
    if (!a)
        return;
    if (problem && !async_serves(a) && !a->dead)
        mpi_send(a->mpi, 0, PROBLEM, problem, strlen(problem), NULL);
    if (a->dead)
        mpi_end_all(a->mpi);
    mpi_close(a->mpi);
    free(a->replica);
    free(a->message);
    free(a);
}
