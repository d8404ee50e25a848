/* engine: the program's strongest player (connect/engine/engine.h), as an agent.
 *
 * One engine is kept for the game and remembers what it searched, so that unlike other agents its answers may
 * depend on what it was asked before. With a limit of nodes or depth and one thread, the same game gives the
 * same turns. */
#include <math.h>

#include "base/clock.h"
#include "connect/engine/params.h"
#include "connect/eval/weights.h"
#include "play/agent/kinds.h"
#include "play/chooser.h"

enum { LEVEL, HASH, THREADS, SECONDS, CPU, NODES, DEPTH, OPENINGS, SET, WEIGHTS };
static const struct bot_option options[] = {
    {"level", OPTION_TEXT, "full", 0, 0, NULL, "1 (newcomer) to 10 (champion), or full"},
    {"hash", OPTION_WHOLE, "64", 1, 1 << 20, NULL, "MiB of tables"},
    {"threads", OPTION_WHOLE, "1", 1, ENGINE_THREADS_MOST, NULL, "that search together"},
    {"seconds", OPTION_NUMBER, "0", 0, 1e6, NULL,
     "for a turn; 0: no limit of its own, but 1 if there is no other limit at all"},
    {"cpu", OPTION_NUMBER, "0", 0, 1e6, NULL,
     "seconds of processor time for a turn; with several threads, of the whole program"},
    {"nodes", OPTION_WHOLE, "0", 0, 1e15, NULL, "stones placed in the search of a turn; 0: no limit"},
    {"depth", OPTION_WHOLE, "0", 0, 1000, NULL, "turns looked ahead; 0: no limit"},
    {"openings", OPTION_CHOICE, "yes", 0, 0, "no|yes", "play known openings"},
    {"set", OPTION_TEXT, "", 0, 0, NULL, "numbers of the search, NAME=VALUE;NAME=VALUE (hexad bench params)"},
    {"weights", OPTION_PATH, "", 0, 0, NULL,
     "of the evaluation, a file by `hexad tune`; none: those of the program"},
    {NULL, OPTION_TEXT, NULL, 0, 0, NULL, NULL},
};

/* What an agent keeps back of the caller's seconds; whoever drives us from outside has a margin of its
 * own. */
static const double KEPT_SHARE = 0.01, KEPT = 0.002;

struct engine_agent {
    struct bot bot;
    struct chooser *chooser;
    struct engine_limits limits;
    const struct level *level;
    struct weights *weights; /* NULL: the program's */
};

static bool init(struct bot *a, const struct game *game, const struct bot_value *v, struct err *e)
{
    struct engine_agent *g = (struct engine_agent *)a;
    if (!level_parse(v[LEVEL].text, &g->level, e))
        return err_prefix(e, "engine: level");
    struct search_params params = search_params_usual;
    if (v[SET].text && !search_params_read(&params, v[SET].text, e))
        return err_prefix(e, "engine: set");
    if (v[WEIGHTS].text && *v[WEIGHTS].text &&
        !(g->weights = weights_load(v[WEIGHTS].text, agent_rules(game), e)))
        return err_prefix(e, "engine: weights");
    g->limits.work.seconds = v[SECONDS].number;
    g->limits.work.cpu = v[CPU].number;
    g->limits.work.nodes = (uint64_t)v[NODES].number;
    g->limits.depth = (int)v[DEPTH].number;
    struct chooser_options o = {
        .engine = {.hash_bytes = (size_t)v[HASH].number << 20,
                   .threads = (int)v[THREADS].number,
                   .params = &params,
                   .weights = g->weights},
        .level = g->level,
        .openings = v[OPENINGS].choice == 1,
        .seed = a->seed,
    };
    g->chooser = chooser_new(agent_rules(game), &o, e);
    return g->chooser != NULL;
}

static void done(struct bot *a)
{
    struct engine_agent *g = (struct engine_agent *)a;
    chooser_free(g->chooser);
    weights_free(g->weights);
}

/* The agent's own limit and what is left of the caller's, whichever is less. */
static double less_of(double own, double left)
{
    left = fmax(left * (1 - KEPT_SHARE) - KEPT, 1e-3);
    return own > 0 ? fmin(own, left) : left;
}

/* The agent's own limits and the caller's, whichever is less. */
static struct engine_limits limits_of(const struct engine_agent *g)
{
    struct engine_limits l = g->limits;
    const struct bot_clock *c = &g->bot.clock;
    const struct deadline *until = &c->until, now = deadline_now(until);
    if (until->wall > 0)
        l.work.seconds = less_of(l.work.seconds, until->wall - now.wall);
    if (until->cpu > 0)
        l.work.cpu = less_of(l.work.cpu, until->cpu - now.cpu);
    if (c->nodes && (l.work.nodes == 0 || c->nodes < l.work.nodes))
        l.work.nodes = c->nodes;
    if (!(l.work.seconds > 0) && !(l.work.cpu > 0) && l.work.nodes == 0 && l.depth == 0 &&
        g->level->nodes == 0)
        l.work.seconds = 1;
    l.work.stop = until->stop;
    return l;
}

static void choose(struct bot *a, struct game *game, struct squares *out)
{
    struct threats *t = connect_threats(game);
    struct engine_agent *g = (struct engine_agent *)a;
    struct game_clock clock = {.turn = a->clock.turn, .game = a->clock.game};
    struct chooser_job job = {.limits = limits_of(g), .clock = clock.game > 0 ? &clock : NULL};
    struct report r;
    *out = chooser_turn(g->chooser, t->position, &job, &r);
    a->work = (struct bot_work){.nodes = r.nodes, .depth = r.depth, .value = r.line[0].value};
}

const struct bot_kind agent_engine = {
    .name = "engine",
    .about = "forcing wins, alpha-beta over turns, learned evaluation: the strongest",
    .options = options,
    .size = sizeof(struct engine_agent),
    .init = init,
    .done = done,
    .choose = choose,
    .plans = true,
};
