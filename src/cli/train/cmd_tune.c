/* `hexad tune FILES`: learns the weights of the evaluation from games, and measures them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/files_arg.h"
#include "cli/game_arg.h"
#include "cli/interrupt.h"
#include "cli/limit_arg.h"
#include "cli/live.h"
#include "cli/train/tune.h"
#include "net/tune/trainer.h"

enum { TEST_IN = 20, MEASURE_MOST = 20000 };

struct args {
    struct game_arg game;
    struct limits limit;
    struct deadline until;
    struct trainer_options train;
    struct tune_play play;
    const char *out, *embed, *from;
    bool measure, json;
    struct files_arg files;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    (void)arg;
    switch (key) {
    case ARGP_KEY_END:
        if (a->play.games && (a->files.n || !a->out || a->embed || a->measure))
            argp_failure(state, EXIT_USAGE, 0, "--play takes no games, and writes some to -o FILE");
        if (a->play.games)
            return 0;
        if (a->files.n == 0 && !(a->from && a->embed))
            argp_failure(state, EXIT_USAGE, 0, "which games? (and see --help)");
        if (!a->out && !a->embed && !a->measure)
            argp_failure(state, EXIT_USAGE, 0, "where to? -o FILE or --embed FILE; or --measure");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct option_row options[] = {
    OPTION_GAME(struct args, game),
    OPTION_LIMIT(struct args, limit),
    ARGUMENTS_FILES(struct args, files),
    {"output", 'o', "FILE", 0, "write the weights to FILE", 0, TO_TEXT(struct args, out)},
    {"embed", 0, "FILE", 0, "write them to FILE as the C text that is built into the program", 0,
     TO_TEXT(struct args, embed)},
    {"from", 0, "WEIGHTS", 0, "start from these weights; `builtin`: from those of the program", 0,
     TO_TEXT(struct args, from)},
    {"measure", 0, NULL, 0, "do not train: measure the weights of --from (builtin) on all games", 0,
     TO_FLAG(struct args, measure)},
    {"epochs", 'e', "N", 0, "passes over all positions (6)", 0, TO_REAL(struct args, train.epochs, 0, 10000)},
    OPTION_THREADS(struct args, train.threads, 't', TRAINER_THREADS_MOST,
                   "up to 4; the result is the same (1)", 0),
    OPTION_SEED(struct args, train.seed, "of all that is random (0)", 0),
    {"rate", 0, "X", 0, "learning rate at the start (0.004)", 1, TO_FLOAT(struct args, train.rate, 0, 1)},
    {"batch", 0, "N", 0, "positions of a step (256)", 1,
     TO_INT(struct args, train.batch, TRAINER_THREADS_MOST, 1 << 20)},
    {"decay", 0, "X", 0, "of what single patterns have apart from others of their sort (0.02)", 1,
     TO_FLOAT(struct args, train.decay, 0, 1)},
    {"value", 0, "X", 0, "weight of the value beside the policy (2)", 1,
     TO_FLOAT(struct args, train.value, 0, 1000)},
    {"share", 0, "X", 0, "of a search's value in the target, where games have them (0.7)", 1,
     TO_FLOAT(struct args, train.share, 0, 1)},
    {"play", 0, "N", 0,
     "do not train: let the engine (with the weights of --from) play against itself, until -o FILE has N "
     "games, as CSV",
     2, TO_LONG(struct args, play.games, 1, 100000000)},
    OPTION_NODES(struct args, play.play.nodes, 0, "with --play: of each search (20000)", 2),
    {"turns", 0, "N", 0, "with --play: the first turns by lot, up to N (6)", 2,
     TO_INT(struct args, play.play.turns, 1, 1000)},
    OPTION_JSON(struct args, json, 3),
    OPTION_END,
};

static json_t *score_json(const struct trainer_score *s)
{
    return json_pack("{s:I, s:f, s:f, s:f, s:I, s:f, s:f}", "samples", (json_int_t)s->samples, "policy_loss",
                     s->policy_loss, "first", s->first, "ten", s->ten, "values", (json_int_t)s->values,
                     "value_loss", s->value_loss, "value_right", s->value_right);
}

static void score_text(const struct trainer_score *s, struct buf *out)
{
    buf_format(out, "policy %.4f, first %.1f%%, in ten %.1f%%; value %.4f, right %.1f%%", s->policy_loss,
               100 * s->first, 100 * s->ten, s->value_loss, 100 * s->value_right);
}

/* The training as it is watched. */
struct watch {
    struct live live;
    double start;
    const struct deadline *until;
    bool json, stopped;
    struct trainer_progress last, best;
};

static bool report(void *context, const struct trainer_progress *p)
{
    struct watch *w = context;
    struct buf b = BUF_EMPTY;
    w->last = *p;
    if (p->best)
        w->best = *p;
    buf_format(&b, "%6.0f s, epoch %.2f of %g: learned ", clock_now() - w->start, p->epoch, p->epochs);
    score_text(&p->learn, &b);
    buf_text(&b, "\n                        test ");
    score_text(&p->test, &b);
    buf_text(&b, p->best ? " *\n" : "\n");
    live_draw(&w->live, buf_str(&b));
    buf_free(&b);
    return true;
}

static bool stop(void *context)
{
    struct watch *w = context;
    w->stopped = w->stopped || deadline_over(w->until);
    return w->stopped;
}

/* What the games and the weights are, and how good. */
static void conclude(const struct args *a, const struct tune_games *g, const struct samples *s,
                     const struct watch *w, const struct trainer_score *played)
{
    if (a->json) {
        json_t *j =
            json_pack("{s:I, s:I, s:I, s:I, s:I, s:o}", "games", (json_int_t)g->n, "other_rules",
                      (json_int_t)g->other_rules, "no_result", (json_int_t)g->no_result, "positions",
                      (json_int_t)s->learns, "tests", (json_int_t)s->tests, "played", score_json(played));
        if (w)
            json_object_update_new(
                j, json_pack("{s:f, s:b, s:o, s:o}", "epochs", w->last.epoch, "interrupted", w->stopped,
                             "learned", score_json(&w->last.learn), "test", score_json(&w->best.test)));
        describe_print_json(j);
        return;
    }
    struct buf b = BUF_EMPTY;
    buf_format(
        &b, "%zu games, %zu of other rules and %zu without a result left out; %zu positions, %zu to test\n",
        g->n, g->other_rules, g->no_result, s->learns, s->tests);
    if (w) {
        buf_format(&b, "%s%.2f epochs; learned: ", w->stopped ? "stopped after " : "", w->last.epoch);
        score_text(&w->last.learn, &b);
        buf_format(&b, "\nbest in the test, epoch %.2f: ", w->best.epoch);
        score_text(&w->best.test, &b);
        buf_char(&b, '\n');
    }
    buf_text(&b, "in whole numbers: ");
    score_text(played, &b);
    puts(buf_str(&b));
    buf_free(&b);
}

/* Writes the weights wherever they are wanted. */
static bool save(const struct args *a, const struct weights *w, struct err *e)
{
    struct buf file = BUF_EMPTY, text = BUF_EMPTY;
    weights_write(w, &file);
    weights_embed(w, &text);
    bool ok = (!a->out || file_write(a->out, file.text, file.len, e)) &&
              (!a->embed || file_write(a->embed, text.text, text.len, e));
    buf_free(&file);
    buf_free(&text);
    return ok;
}

/* The weights of --from; those built in are not to be freed. */
static bool load(const struct args *a, const struct weights **out, struct weights **owned, struct err *e)
{
    *owned = NULL;
    if (strcmp(a->from, "builtin") == 0) {
        *out = weights_for(&a->game.rules);
        return *out || err_set(e, "no weights for this game are built in");
    }
    *out = *owned = weights_load(a->from, &a->game.rules, e);
    return *out != NULL;
}

static bool work(struct args *a, struct tune_games *g, struct err *e)
{
    const struct weights *from = NULL;
    struct weights *owned = NULL, *made = NULL;
    if (a->from && !load(a, &from, &owned, e))
        return false;
    bool ok = true;
    for (int i = 0; ok && i < a->files.n; i++)
        ok = tune_games_load(g, a->files.path[i], e);
    if (ok && a->files.n && g->n == 0)
        ok = err_set(e, "no games with a result");
    if (ok && a->files.n) {
        struct samples *s = samples_new(g, a->measure ? 1 : TEST_IN, a->train.seed);
        struct watch w = {.live = live_new(), .start = clock_now(), .until = &a->until};
        a->train.from = from;
        if (!a->measure) {
            struct trainer *t = trainer_new(s, &a->train);
            trainer_run(t, report, stop, &w);
            live_clear(&w.live);
            made = trainer_weights(t);
            trainer_free(t);
        }
        struct trainer_score played = trainer_measure(s, made ? made : from, MEASURE_MOST, a->train.share);
        conclude(a, g, s, a->measure ? NULL : &w, &played);
        samples_free(s);
    }
    ok = ok && save(a, made ? made : from, e);
    weights_free(made);
    weights_free(owned);
    return ok;
}

static bool play(struct args *a, struct err *e)
{
    struct weights *owned = NULL;
    if (a->from && !load(a, &a->play.play.weights, &owned, e))
        return false;
    a->play.play.seed = a->train.seed;
    a->play.threads = a->train.threads;
    a->play.out = a->out;
    a->play.json = a->json;
    bool ok = tune_play(&a->game.rules, &a->play, &a->until, e);
    weights_free(owned);
    return ok;
}

int command_tune(int argc, char **argv)
{
    static const struct argp argp = {
        NULL,
        parse,
        "FILE...",
        "Learns the weights of the engine's evaluation from games: which stones were played, and who won. "
        "One game in "
        "twenty is kept for the test.\vFiles are CSV with the columns stones and winner (and values, what a "
        "search "
        "thought before each stone), journals of arena matches, or records of any kind; games of other rules "
        "than --game are left out. Ctrl-C, or a limit, ends the training and keeps the best so far. `hexad "
        "tune --from "
        "WEIGHTS "
        "--embed FILE` needs no games. Games of --play are written as they end; a file that is there is gone "
        "on with.",
        NULL,
        NULL,
        NULL};
    struct args a = {
        .game = game_arg_init(), .train = trainer_defaults(), .play.play = {.nodes = 20000, .turns = 6}};
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    if (a.measure && !a.from)
        a.from = "builtin";
    if (a.game.rules.k > CELLS_K_MOST || a.game.rules.p > WEIGHTS_HEADS_MOST || a.game.rules.k < 2) {
        err_set(&e, "weights are for k from 2 to %d and p up to %d", CELLS_K_MOST, WEIGHTS_HEADS_MOST);
        return cli_fail(argv[0], &e);
    }
    struct interrupt_watch watch;
    interrupt_watch(&watch);
    a.limit.stop = &watch.stop;
    a.until = limits_from_now(&a.limit, CPU_PROCESS);
    bool ok;
    if (a.play.games) {
        ok = play(&a, &e);
    } else {
        struct tune_games *g = tune_games_new(&a.game.rules);
        ok = work(&a, g, &e);
        tune_games_free(g);
    }
    interrupt_done(&watch);
    return ok ? EXIT_FINE : cli_fail(argv[0], &e);
}
