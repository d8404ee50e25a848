/* mcts, of Go: Monte Carlo tree search (mcts/mcts.h) with playouts, and a net that says where to look (SPEC 9).
 *
 * It passes as the bare net does: when the other side has passed and nothing can be won by going on, or when every other move
 * spoils something. */
#include "play/games/go_mcts.h"

#include <stdlib.h>

#include "base/mem.h"
#include "go/game.h"
#include "go/record.h"
#include "go/settle.h"
#include "mcts/mcts.h"
#include "net/evaluator.h"
#include "play/games/go_level.h"

enum { RESIGN_AFTER = 3 };

enum {
    OPTION_PLAYOUTS,
    OPTION_NET,
    OPTION_FILE,
    OPTION_RANK,
    OPTION_THREADS,
    OPTION_BATCH,
    OPTION_MIX,
    OPTION_POINTS,
    OPTION_PRIORS,
    OPTION_RAVE,
    OPTION_EXPLORE,
    OPTION_URGENCY,
    OPTION_OPEN,
    OPTION_MEMORY,
    OPTION_KEEP,
    OPTION_LEVEL,
    OPTION_RESIGN,
};
static const struct bot_option options[] = {
    {"playouts", OPTION_WHOLE, "0", 0, 1e9, NULL, "for a move (0: as the clock says, 1000 if there is none)"},
    {"net", OPTION_CHOICE, "sync", 0, 0, "none|sync|batch|async",
     "asked never, at every new position, about batches, by a thread of its own while the search goes on"},
    {"file", OPTION_PATH, "builtin", 0, 0, NULL,
     "a net of `hexad net train --game go` (builtin: that of the program)"},
    {"rank", OPTION_TEXT, "9d", 0, 0, NULL, "the net expects moves of players of this rank, 1d to 9d"},
    {"threads", OPTION_WHOLE, "1", 1, MCTS_THREADS_MOST, NULL, "that search"},
    {"batch", OPTION_WHOLE, "8", 1, MCTS_BATCH_MOST, NULL, "positions that are evaluated together"},
    {"mix", OPTION_NUMBER, "0", 0, 1, NULL, "the part of the net's value; the rest is the playouts'"},
    {"points", OPTION_NUMBER, "0.7", 0, 1, NULL,
     "the part of a playout's value that is by how much it was won"},
    {"priors", OPTION_NUMBER, "2", 0, 100, NULL, "weight of what the net expects"},
    {"rave", OPTION_NUMBER, "100", 0, 1e6, NULL,
     "playouts after which moves played later count half; 0: never"},
    {"explore", OPTION_NUMBER, "0", 0, 100, NULL, "weight of what was seldom tried"},
    {"urgency", OPTION_NUMBER, "0.1", -1, 1, NULL,
     "a move never tried counts so much less than its position"},
    {"open", OPTION_WHOLE, "1", 0, 1000, NULL, "playouts of a position before its moves are told apart"},
    {"memory", OPTION_WHOLE, "256", 8, 65536, NULL, "MB of the tree"},
    {"keep", OPTION_CHOICE, "no", 0, 0, "no|yes", "go on with the tree of the move before"},
    {"level", OPTION_WHOLE, "11", GO_LEVEL_LEAST, GO_LEVEL_FULL, NULL,
     "as people play: 1, a beginner, to 10; 11: as well as it can"},
    {"resign", OPTION_NUMBER, "0", 0, 0.5, NULL,
     "give up when the chance to win was below this for three moves; 0: never"},
    {NULL, OPTION_TEXT, NULL, 0, 0, NULL, NULL},
};

struct player {
    struct bot bot;
    struct mcts_options o;
    struct evaluator *evaluator[MCTS_THREADS_MOST];
    int evaluators;
    struct mcts *search; /* made when it is first asked for */
    uint64_t playouts;
    bool keep;
    const struct go_level *level; /* NULL: full strength */
    double resign;
    int low; /* choices in a row with less */
};

static bool init(struct bot *b, const struct game *g, const struct bot_value *v, struct err *e)
{
    struct player *p = (struct player *)b;
    int rank = go_rank_plane(go_rank_parse(v[OPTION_RANK].text));
    p->o = mcts_usual();
    p->o.asking = (enum mcts_asking)v[OPTION_NET].choice;
    p->o.threads = (int)v[OPTION_THREADS].number;
    p->o.batch = (int)v[OPTION_BATCH].number;
    p->o.queue = 8 * p->o.batch;
    p->o.mix = v[OPTION_MIX].number;
    p->o.points = v[OPTION_POINTS].number;
    p->o.priors = v[OPTION_PRIORS].number;
    p->o.rave = v[OPTION_RAVE].number;
    p->o.explore = v[OPTION_EXPLORE].number;
    p->o.urgency = v[OPTION_URGENCY].number;
    p->o.open_after = (int)v[OPTION_OPEN].number;
    p->o.memory = (size_t)v[OPTION_MEMORY].number << 20;
    p->o.evaluator = p->evaluator;
    p->o.seed = b->seed;
    p->playouts = (uint64_t)v[OPTION_PLAYOUTS].number;
    p->keep = v[OPTION_KEEP].choice == 1;
    p->level = go_level_of((int)v[OPTION_LEVEL].number);
    p->resign = v[OPTION_RESIGN].number;
    if (rank == 0)
        return err_set(e, "mcts: rank is '%s', must be 1d to 9d", v[OPTION_RANK].text);
    if (p->o.asking == MCTS_BATCHES && p->o.threads > 1)
        return err_set(e, "mcts: net=batch is for one thread; net=async is for several");
    if (p->o.asking != MCTS_AT_ONCE && p->o.mix > 0)
        return err_set(e, "mcts: mix needs net=sync");
    if (!mem_check(p->o.memory, e))
        return err_prefix(e, "mcts");
    int wanted = p->o.asking == MCTS_NEVER ? 0 : p->o.asking == MCTS_AT_ONCE ? p->o.threads : 1;
    struct net_evaluator_options net = {v[OPTION_FILE].text, rank, NET_LAST_USUAL};
    for (; p->evaluators < wanted; p->evaluators++)
        if (!(p->evaluator[p->evaluators] = net_evaluator_new(g, &net, e)))
            return err_prefix(e, "mcts");
    return true;
}

static void done(struct bot *b)
{
    struct player *p = (struct player *)b;
    mcts_free(p->search);
    for (int i = 0; i < p->evaluators; i++)
        evaluator_free(p->evaluator[i]);
}

/* A pass that wins by the stones as they stand is not yet the end: where dead stones are taken off it may lose. Without need it is
 * not chosen. */
static game_move pick(const struct report *r)
{
    const struct report_line *l = r->line;
    bool other = r->n > 1 && l[1].visits > 0 && (l[1].chance > 0.4 || l[1].chance > l[0].chance);
    return l[0].move[0] == GO_PASS && other ? l[1].move[0] : l[0].move[0];
}

/* The search, at the position of `g`. */
static struct mcts *search_at(struct player *p, const struct game *g, bool keep)
{
    if (!p->search)
        p->search = mcts_new(g, &p->o);
    if (keep)
        mcts_go_to(p->search, g);
    else
        mcts_begin(p->search, g);
    return p->search;
}

/* Nobody resigns in the opening, nor after a single bad surprise. */
static bool resigns(struct player *p, const struct go *g, double chance)
{
    p->low = chance < p->resign ? p->low + 1 : 0;
    return p->low >= RESIGN_AFTER && g->moves > g->points / 5;
}

static void choose(struct bot *b, struct game *game, struct squares *out)
{
    struct player *p = (struct player *)b;
    const struct bot_clock *c = &b->clock;
    bool clock = c->until.wall > 0 || c->until.cpu > 0;
    struct mcts_limits limits = {.until = c->until, .settle = true, .tell = b->tell, .context = b->told};
    struct report r;
    limits.playouts = c->nodes ? c->nodes : p->playouts ? p->playouts : clock ? 0 : 1000;
    if (p->level && (!limits.playouts || limits.playouts > p->level->playouts))
        limits.playouts = p->level->playouts;
    out->s[out->n++] = GO_PASS;
    if (go_enough(go_of(game), &b->rng))
        return;
    struct mcts *m = search_at(p, game, p->keep && !p->level);
    mcts_run(m, &limits);
    mcts_report(m, &r);
    out->s[0] = p->level ? go_level_choose(p->level, go_of(game), &r, pick(&r), &b->rng) : pick(&r);
    b->work = (struct bot_work){.nodes = r.nodes,
                                .depth = r.reached,
                                .value = r.line[0].chance,
                                .judged = true,
                                .resigns = resigns(p, go_of(game), r.line[0].chance)};
}

static void study(struct bot *b, struct game *game, report_progress *tell, void *context, struct report *out)
{
    struct player *p = (struct player *)b;
    struct mcts_limits limits = {
        .until = b->clock.until, .playouts = b->clock.nodes, .tell = tell, .context = context};
    struct mcts *m = search_at(p, game, true);
    mcts_run(m, &limits);
    mcts_report(m, out);
}

const struct bot_kind go_mcts = {
    .name = "mcts",
    .about = "tree search with playouts, and a net that says where to look",
    .options = options,
    .size = sizeof(struct player),
    .init = init,
    .done = done,
    .choose = choose,
    .study = study,
};
