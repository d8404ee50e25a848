/* `hexad net train`: trains a net on games; goes on with a training that was stopped. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "cli/describe.h"
#include "cli/interrupt.h"
#include "cli/limit_arg.h"
#include "cli/live.h"
#include "cli/net/net_verbs.h"
#include "net/learn/async.h"
#include "net/learn/checkpoint.h"
#include "net/learn/curve.h"

enum { KEY_BATCH = 256 };
static const char usual_net[] = "m6x32";

struct args {
    struct limits limit;
    struct train_options train;
    const char *out, *net, *game, *kernels, *from, *curve;
    char *checkpoint;
    struct data_filter filter;
    uint64_t samples; /* 0: the usual ones */
    double epochs, save;
    float rate, momentum; /* negative: the usual ones */
    bool json, mpi, fresh_value, reduced;
    struct files_arg files;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    switch (key) {
    case KEY_BATCH:
        a->train.batch = (int)cli_number(state, "--batch", arg, TRAIN_SHARDS, 1 << 16);
        if (a->train.batch % TRAIN_SHARDS)
            argp_error(state, "--batch must be a multiple of %d", TRAIN_SHARDS);
        return 0;
    case ARGP_KEY_END:
        net_need_files(&a->files, state);
        if (!a->out)
            argp_failure(state, EXIT_USAGE, 0, "where to? -o FILE");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void read_features(void *reduced, char *text, struct argp_state *state)
{
    *(bool *)reduced = strcmp(text, "reduced") == 0;
    if (!*(bool *)reduced && strcmp(text, "all") != 0)
        argp_error(state, "--features is '%s', must be all or reduced", text);
}

static const struct option_row options[] = {
    ARGUMENTS_FILES(struct args, files),
    OPTION_LIMIT(struct args, limit),
    {"output", 'o', "FILE", 0,
     "write the net to FILE; the training is kept beside it, in FILE.train, and goes on from there", 0,
     TO_TEXT(struct args, out)},
    {"net", 0, "NAME", 0,
     "which (m6x32, or that of --from): 3x64, 12x192-sym the paper's; m8, m6x32, r4, s12x64-free ours", 0,
     TO_TEXT(struct args, net)},
    {"features", 0, "NAME", 0, "Go: all of the planes, or reduced, as in section 5.1 of the paper (all)", 0,
     TO_READER(read_features, bool, struct args, reduced)},
    {"game", 0, "GAME", 0, "a game of the Connect family (connect6), or go (go9, go13)", 0,
     TO_TEXT(struct args, game)},
    OPTION_NET_FILTER(struct args, filter),
    {"samples", 0, "N", 0,
     "positions to learn from, the whole training (1000000); a training that goes on gets a new end", 0,
     TO_COUNT(struct args, samples, 1, 1000000000000)},
    {"epochs", 0, "X", 0, "the same as passes over all positions", 0,
     TO_REAL(struct args, epochs, 1e-6, 1e6)},
    OPTION_THREADS(struct args, train.threads, 't', TRAIN_SHARDS, "up to 4; the result is the same (1)", 0),
    OPTION_SEED(struct args, train.seed, "of all that is random (0)", 0),
    {"from", 0, "NET", 0,
     "start from this net's parameters (builtin: those in the program); with --net from one with fewer "
     "blocks",
     0, TO_TEXT(struct args, from)},
    {"fresh-value", 0, NULL, 0, "with --from: but learn the value from nothing", 0,
     TO_FLAG(struct args, fresh_value)},
    {"mpi", 0, NULL, 0,
     "several processes, started by mpirun: the first keeps the parameters, the others learn (docs/net.md)",
     0, TO_FLAG(struct args, mpi)},
    {"curve", 0, "FILE", 0, "draw the learning curve, SVG, at every test", 0, TO_TEXT(struct args, curve)},
    {"save", 0, "SECONDS", 0, "between two checkpoints (60)", 0, TO_SECONDS(struct args, save, 0)},
    OPTION_NET_KERNELS(struct args, kernels),
    {"batch", KEY_BATCH, "N", 0, "positions of a step (128)", 1, OWN},
    {"rate", 0, "X", 0,
     "highest learning rate (0.05; with --mpi 0.1 by the number of replicas); it rises for 5% of the "
     "training, then falls to 0",
     1, TO_FLOAT(struct args, rate, 0, 100)},
    {"constant", 0, NULL, 0, "the same rate all the time, as in the paper", 1,
     TO_FLAG(struct args, train.constant)},
    {"halvings", 0, "N", 0,
     "with --constant: in the last tenth the rate is halved so often (the paper's fine tuning: 3)", 1,
     TO_INT(struct args, train.halvings, 0, TRAIN_HALVINGS_MOST)},
    {"momentum", 0, "X", 0, "of Nesterov (0.9; with --mpi 0.5); 0: plain descent", 1,
     TO_FLOAT(struct args, momentum, 0, 0.999)},
    {"clip", 0, "X", 0, "longest gradient (2); 0: any", 1, TO_FLOAT(struct args, train.clip, 0, 1e9)},
    {"decay", 0, "X", 0, "of weights (0.0001)", 1, TO_FLOAT(struct args, train.decay, 0, 1)},
    {"average", 0, "X", 0, "how much of the averaged weights stays at a step (0.998)", 1,
     TO_FLOAT(struct args, train.average, 0, 0.99999)},
    {"value", 0, "X", 0, "weight of the value beside the policy (0.5)", 1,
     TO_FLOAT(struct args, train.value, 0, 1000)},
    {"score", 0, "X", 0, "weight of the score, for nets that tell it (0.25)", 1,
     TO_FLOAT(struct args, train.score, 0, 1000)},
    {"owner", 0, "X", 0, "weight of whose each point will be, for nets that tell it (1)", 1,
     TO_FLOAT(struct args, train.owner, 0, 1000)},
    {"few", 0, "X", 0, "share of positions that teach who won (1)", 1,
     TO_FLOAT(struct args, train.few, 0, 1)},
    {"hide", 0, "X", 0, "share of positions whose last moves are hidden (0.06)", 1,
     TO_FLOAT(struct args, train.hide, 0, 1)},
    {"hide-ranks", 0, "X", 0, "share of positions whose players' ranks or ratings are hidden (0)", 1,
     TO_FLOAT(struct args, train.hide_ranks, 0, 1)},
    {"test", 0, "N", 0, "positions of a test on the way (4000); 0: all", 2,
     TO_INT(struct args, train.test, 0, 1 << 30)},
    {"every", 0, "N", 0, "positions between two tests (50000)", 2,
     TO_COUNT(struct args, train.every, 1, 1000000000000)},
    OPTION_JSON(struct args, json, 3),
    OPTION_END,
};

/* A training under way. */
struct work {
    const struct args *args;
    struct checkpoint check;
    struct data *data;
    struct train *train;
    struct async *async; /* NULL: this process alone */
    struct deadline until;
    struct live live;
    double start, saved; /* when */
    uint64_t first;      /* steps that were done before */
    bool stopped, resumed;
};

/* How large the steps are, unless the user has said. Gradients come as late as there are other replicas. Late ones are a
 * momentum by themselves, and bear shorter steps only (bench/results/net.md). */
static void set_steps(struct train_options *o, const struct args *a, int replicas)
{
    if (replicas > 1) {
        o->momentum = fminf(o->momentum, 0.5f);
        o->rate *= 2 / (float)replicas;
    }
    o->momentum = a->momentum < 0 ? o->momentum : a->momentum;
    o->rate = a->rate < 0 ? o->rate : a->rate;
}

/* How long the training is, if the user has said it; that of one under way may change, and its rate with it. */
static void set_end(struct work *w)
{
    const struct args *a = w->args;
    if (a->epochs > 0)
        w->check.options.samples = (uint64_t)ceil(a->epochs * (double)w->data->learns);
    else if (a->samples)
        w->check.options.samples = a->samples;
}

static bool begin_new(struct work *w, struct err *e)
{
    const struct args *a = w->args;
    struct checkpoint *c = &w->check;
    const struct data *d = w->data;
    struct game_rules r, other;
    c->options = a->train;
    set_steps(&c->options, a, w->async ? async_replicas(w->async) : 1);
    c->learns = d->learns;
    set_end(w);
    if (!data_game_of(a->game, &r, e))
        return false;
    const struct game_planes *planes = d->game->kind->planes;
    if (a->reduced && !planes->reduced)
        return err_set(e, "there is no reduced set of features of %s", r.kind->name);
    d->game->called(&r, c->game);
    struct net_file from = {.net = NULL};
    if (a->from && !net_load(a->from, c->game, &from, e))
        return false;
    c->net = net_new(a->net     ? a->net
                     : from.net ? from.net->name
                                : usual_net,
                     a->reduced ? planes->reduced : planes->planes, d->width, d->height, e);
    bool ok = c->net != NULL;
    if (ok)
        c->state = train_state_new(c->net, a->train.seed);
    if (ok && from.net)
        ok = (data_game_of(from.game, &other, NULL) == d->game &&
              train_state_from(c->state, c->net, from.net, from.parameter, a->fresh_value)) ||
             err_set(e, "%s: a net %s for '%s', which cannot become %s for '%s'", a->from, from.net->name,
                     from.game, c->net->name, c->game);
    net_file_done(&from);
    return ok;
}

/* Goes on with the training there is, or begins one. */
static bool begin(struct work *w, struct err *e)
{
    const struct args *a = w->args;
    if (access(a->checkpoint, F_OK) != 0)
        return begin_new(w, e);
    if (!checkpoint_load(a->checkpoint, &w->check, e))
        return false;
    if (!net_fits(w->check.net, w->data, e))
        return false;
    w->resumed = true;
    w->check.options.threads = a->train.threads;
    set_end(w);
    if (w->check.learns != w->data->learns)
        return err_set(e, "%s was begun with other games: %" PRIu64 " positions to learn from, here %zu",
                       a->checkpoint, w->check.learns, w->data->learns);
    return true;
}

static bool save(struct work *w, struct err *e)
{
    struct net_file f = {w->check.net, w->check.state->average, ""};
    struct buf b = BUF_EMPTY;
    memcpy(f.game, w->check.game, sizeof f.game);
    net_file_write(&f, NET_F16, &b);
    bool ok =
        checkpoint_save(w->args->checkpoint, &w->check, e) && file_write(w->args->out, b.text, b.len, e);
    buf_free(&b);
    if (ok && w->args->curve) {
        curve_svg(w->check.state, w->check.net->name, &b);
        ok = file_write(w->args->curve, b.text, b.len, e);
        buf_free(&b);
    }
    w->saved = clock_now();
    return ok;
}

static void mark_text(const struct train_mark *m, bool value, struct buf *b)
{
    buf_format(b,
               "%9" PRIu64
               " positions: learned policy %.4f, first %.1f%%; test policy %.4f, first %.1f%%, in ten %.1f%%",
               m->samples, m->learn_policy, 100 * m->learn_first, m->test_policy, 100 * m->test_first,
               100 * m->test_ten);
    if (value)
        buf_format(b, "; value %.4f, right %.1f%%", m->test_value, 100 * m->test_value_right);
    if (m->test_owner_right > 0)
        buf_format(b, "; points %.1f%%, score off by %.1f", 100 * m->test_owner_right,
                   NET_SCORE_UNIT * m->test_score);
    buf_char(b, '\n');
}

static void show(struct work *w)
{
    struct buf b = BUF_EMPTY;
    const struct train_state *s = w->check.state;
    uint64_t all = train_steps(&w->check.options), batch = (uint64_t)w->check.options.batch;
    double seconds = clock_now() - w->start, done = (double)(s->steps - w->first);
    struct loss_score now = loss_score(&s->learned);
    double left = done > 0 ? (double)(all - s->steps) * seconds / done : 0;
    buf_format(&b, "%s: %" PRIu64 " of %" PRIu64 " positions, %.0f a second, %.0f:%02.0f:%02.0f left; ",
               w->check.net->name, s->steps * batch, all * batch,
               done * (double)batch / (seconds > 0 ? seconds : 1), floor(left / 3600),
               fmod(floor(left / 60), 60), fmod(left, 60));
    buf_format(&b, "loss %.4f, first %.1f%%\n", now.policy, 100 * now.top[0]);
    for (size_t i = s->marks > 5 ? s->marks - 5 : 0; i < s->marks; i++)
        mark_text(&s->curve[i], w->check.net->value != NET_NONE, &b);
    live_draw(&w->live, buf_str(&b));
    buf_free(&b);
}

static bool step(struct work *w, struct err *e)
{
    return w->async ? async_step(w->async, &w->until, e) : train_step(w->train);
}

/* Trains to the end, or until told to stop; everything is kept either way. */
static bool run(struct work *w, struct err *e)
{
    double shown = 0;
    struct err trouble = {""};
    while (!deadline_over(&w->until) && step(w, &trouble)) {
        if (train_due(w->train)) {
            const struct train_mark *m = train_mark(w->train);
            if (!w->live.on && !w->args->json) {
                struct buf b = BUF_EMPTY;
                mark_text(m, w->check.net->value != NET_NONE, &b);
                fputs(buf_str(&b), stdout);
                fflush(stdout);
                buf_free(&b);
            }
        }
        double now = clock_now();
        if (now - shown > 0.5) {
            show(w);
            shown = now;
        }
        if (now - w->saved > w->args->save && !save(w, e))
            return false;
    }
    w->stopped = w->check.state->steps < train_steps(&w->check.options);
    if (!save(w, e))
        return false;
    /* What replicas are still at belongs to it; but they may be gone, so that the rest was kept before. */
    if (w->async && w->stopped && async_end(w->async) && !save(w, e))
        return false;
    return !trouble.text[0] || err_set(e, "%s (kept: %s)", trouble.text, w->args->checkpoint);
}

static void conclude(const struct work *w)
{
    const struct train_state *s = w->check.state;
    const struct data *d = w->data;
    uint64_t done = s->steps * (uint64_t)w->check.options.batch;
    struct train_mark none = {0};
    const struct train_mark *m = s->marks ? &s->curve[s->marks - 1] : &none;
    if (w->args->json) {
        describe_print_json(json_pack(
            "{s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:b, s:b, s:f, s:f, s:f, s:f, s:f, s:f}", "net",
            w->check.net->name, "game", w->check.game, "games", (json_int_t)(d->games[0] + d->games[1]),
            "twins", (json_int_t)d->twins, "positions", (json_int_t)d->learns, "tests", (json_int_t)d->tests,
            "samples", (json_int_t)done, "interrupted", w->stopped, "resumed", w->resumed, "seconds",
            s->seconds, "test_policy_loss", m->test_policy, "test_first", m->test_first, "test_ten",
            m->test_ten, "test_value_loss", m->test_value, "test_value_right", m->test_value_right));
        return;
    }
    printf("%s%s: %zu games to learn from, %zu to test, %zu twins left out; %" PRIu64 " of %" PRIu64
           " positions%s, %.0f s of processor time\n",
           w->resumed ? "went on with " : "", w->check.net->name, d->games[DATA_LEARN], d->games[DATA_TEST],
           d->twins, done, train_steps(&w->check.options) * (uint64_t)w->check.options.batch,
           w->stopped ? ", then stopped (the same command goes on)" : "", s->seconds);
    struct buf b = BUF_EMPTY;
    if (s->marks)
        mark_text(m, w->check.net->value != NET_NONE, &b);
    fputs(buf_str(&b), stdout);
    buf_free(&b);
}

/* Trains here, or has replicas do it. */
static bool train(struct work *w, const struct net_kernels *k, struct err *e)
{
    struct checkpoint *c = &w->check;
    if (!begin(w, e))
        return false;
    w->first = c->state->steps;
    w->start = clock_now();
    w->train = train_new(c->net, k, w->data, &c->options, c->state);
    if (!w->train)
        return err_set(e, "%s cannot run %s", k->name, c->net->name);
    if (w->async)
        async_offer(w->async, w->train, c->state, &c->options, c->net, w->data);
    bool ok = run(w, e);
    live_clear(&w->live);
    if (ok)
        conclude(w);
    return ok;
}

static bool work(const struct args *a, struct async *async, struct err *e)
{
    struct work w = {
        .args = a, .async = async, .live = live_new(), .start = clock_now(), .saved = clock_now()};
    const struct net_kernels *k = net_find_kernels(a->kernels, e);
    bool ok = k != NULL;
    if (ok)
        w.data = net_load_data(a->game, &a->filter, &a->files, NET_TEST_IN, e);
    ok = w.data && (w.data->learns > 0 || err_set(e, "no games to learn from"));
    w.until = limits_from_now(&a->limit, CPU_PROCESS);
    if (ok && async && !async_serves(async))
        ok = async_replica(async, k, w.data, a->train.threads, a->limit.stop, e);
    else if (ok)
        ok = train(&w, k, e);
    if (async && async_serves(async))
        async_end(async);
    train_free(w.train);
    checkpoint_done(&w.check);
    data_free(w.data);
    return ok;
}

/* The processes that mpirun has started as one training. Without being asked they would all write the same files. */
static bool join(const struct args *a, struct async **out, struct err *e)
{
    const char *size = getenv("OMPI_COMM_WORLD_SIZE");
    *out = NULL;
    if (!a->mpi)
        return !size || strcmp(size, "1") == 0 ||
               err_set(e, "mpirun has started %s of us: --mpi makes them one training", size);
    *out = async_join(e);
    return *out;
}

int net_train(int argc, char **argv)
{
    static const struct argp argp = {NULL,
                                     parse,
                                     "FILE...",
                                     "Trains a net to predict the moves of games, and who wins. One game in "
                                     "twenty is kept for the test; games that are "
                                     "equal up to symmetry count once.\vFiles are CSV with the columns "
                                     "stones and winner, journals of arena matches, or "
                                     "records of any kind; for Go SGF files, or folders of them. Ctrl-C, a "
                                     "limit, or being killed ends the "
                                     "training; the same command goes on from the last "
                                     "checkpoint, with the same result as if nothing had happened.",
                                     NULL,
                                     NULL,
                                     NULL};
    struct args a = {.train = train_defaults(),
                     .rate = -1,
                     .momentum = -1,
                     .game = "connect6",
                     .kernels = "auto",
                     .save = 60};
    struct err e = {""};
    cli_parse(&argp, options, argc, argv, &a);
    struct buf name = BUF_EMPTY;
    buf_format(&name, "%s.train", a.out);
    a.checkpoint = buf_take(&name);
    struct interrupt_watch watch;
    interrupt_watch(&watch);
    struct async *async;
    a.limit.stop = &watch.stop;
    bool ok = join(&a, &async, &e) && work(&a, async, &e);
    /* A replica's troubles are told by the first process; and leaving may be the end. */
    bool told = async && !async_serves(async);
    int code = ok ? EXIT_FINE : told ? EXIT_USAGE : cli_fail(argv[0], &e);
    async_leave(async, ok ? NULL : e.text);
    interrupt_done(&watch);
    free(a.checkpoint);
    return code;
}
