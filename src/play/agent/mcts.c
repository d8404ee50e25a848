/* mcts, of the Connect family: tree search (mcts/mcts.h) stone by stone, each order of a turn's stones but one left out.
 *
 * At every new position a forcing search of a small budget looks for a win of the side to move, and one for what the other side
 * threatens, whose zone limits the replies (connect/game/scout.h); the engine's evaluation, or a net, says what the position is worth
 * and which stones are likely. At the root the search for a forcing win comes first, with a larger budget. */
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "connect/engine/engine.h"
#include "connect/eval/eval.h"
#include "connect/game/evaluator.h"
#include "connect/game/scout.h"
#include "mcts/mcts.h"
#include "net/evaluator.h"
#include "play/agent/kinds.h"

enum { OPTION_PLAYOUTS, OPTION_NET, OPTION_FILE, OPTION_RANK, OPTION_THREADS, OPTION_PRIORS, OPTION_URGENCY };
enum {
    OPTION_WIDTH = OPTION_URGENCY + 1,
    OPTION_FORCE,
    OPTION_FIRST,
    OPTION_ZONES,
    OPTION_MEMORY,
    OPTION_KEEP
};
static const struct bot_option options[] = {
    {"playouts", OPTION_WHOLE, "0", 0, 1e9, NULL,
     "walks through the tree for a turn (0: as the clock says, 1000 if there is none)"},
    {"net", OPTION_CHOICE, "no", 0, 0, "no|yes", "ask a net instead of the engine's evaluation"},
    {"file", OPTION_PATH, "builtin", 0, 0, NULL, "a net of `hexad net train`"},
    {"rank", OPTION_WHOLE, "2400", 0, 9999, NULL,
     "the net expects stones of players of this rating; 0: of any"},
    {"threads", OPTION_WHOLE, "1", 1, MCTS_THREADS_MOST, NULL, "that search"},
    {"priors", OPTION_NUMBER, "1", 0, 100, NULL, "weight of what is expected"},
    {"urgency", OPTION_NUMBER, "0.1", -1, 1, NULL,
     "a stone never tried counts so much less than its position"},
    {"width", OPTION_WHOLE, "40", 1, 10000, NULL, "stones tried at a position where any may be right"},
    {"force", OPTION_WHOLE, "200", 0, 1e9, NULL,
     "stones that a forcing search of a new position may place; 0: none is made"},
    {"first", OPTION_WHOLE, "10000", 0, 1e9, NULL, "the same for the first, of the position itself"},
    {"zones", OPTION_CHOICE, "yes", 0, 0, "no|yes", "look for what the other side threatens, too"},
    {"memory", OPTION_WHOLE, "64", 8, 65536, NULL, "MB of the tree"},
    {"keep", OPTION_CHOICE, "no", 0, 0, "no|yes", "go on with the tree of the turn before"},
    {NULL, OPTION_TEXT, NULL, 0, 0, NULL, NULL},
};

enum { TABLE = 1 << 20 }; /* bytes, of the forcing searches of a thread */

struct player {
    struct bot bot;
    struct mcts_options o;
    struct evaluator *evaluator[MCTS_THREADS_MOST];
    struct scout *scout[MCTS_THREADS_MOST];
    int helpers; /* so many of both there are */
    struct evaluation said;
    struct mcts *search; /* made when it is first asked for */
    uint64_t playouts, first;
    bool keep;
    report_progress *tell; /* of the question under way, and the game it is about */
    void *told;
    struct game *game;
};

static bool init(struct bot *a, const struct game *game, const struct bot_value *v, struct err *e)
{
    struct player *p = (struct player *)a;
    const struct rules *r = agent_rules(game);
    p->o = mcts_usual();
    p->o.asking = MCTS_AT_ONCE;
    p->o.mix = 1;
    p->o.rave = 0;
    p->o.threads = (int)v[OPTION_THREADS].number;
    p->o.priors = v[OPTION_PRIORS].number;
    p->o.urgency = v[OPTION_URGENCY].number;
    p->o.width = (int)v[OPTION_WIDTH].number;
    p->o.memory = (size_t)v[OPTION_MEMORY].number << 20;
    p->o.evaluator = p->evaluator;
    p->o.scout = p->scout;
    p->o.seed = a->seed;
    p->playouts = (uint64_t)v[OPTION_PLAYOUTS].number;
    p->first = (uint64_t)v[OPTION_FIRST].number;
    p->keep = v[OPTION_KEEP].choice == 1;
    p->said.prior = mem_zero((size_t)(r->m * r->n + 1), sizeof *p->said.prior);
    if (!mem_check(p->o.memory, e))
        return err_prefix(e, "mcts");
    struct net_evaluator_options net = {v[OPTION_FILE].text, (int)v[OPTION_RANK].number, NET_LAST_USUAL};
    for (; p->helpers < p->o.threads; p->helpers++) {
        struct evaluator *x =
            v[OPTION_NET].choice == 1 ? net_evaluator_new(game, &net, e) : connect_evaluator();
        if (!x)
            return err_prefix(e, "mcts");
        p->evaluator[p->helpers] = x;
        p->scout[p->helpers] =
            connect_scout(r, (uint64_t)v[OPTION_FORCE].number, v[OPTION_ZONES].choice == 1, TABLE);
    }
    return true;
}

static void done(struct bot *a)
{
    struct player *p = (struct player *)a;
    mcts_free(p->search);
    for (int i = 0; i < p->helpers; i++) {
        evaluator_free(p->evaluator[i]);
        scout_free(p->scout[i]);
    }
    free(p->said.prior);
}

/* ---- What is certain at once ---- */

static bool win_by_force(struct player *p, struct threats *t, uint64_t nodes, struct forcing_result *r)
{
    struct forcing_limits l = {.kind = FORCING_VCST, .nodes = nodes, .until = p->bot.clock.until};
    if (nodes)
        forcing_search(connect_scout_forcing(p->scout[0]), t, &l, r);
    return nodes && r->answer == FORCING_WIN;
}

static square likeliest(struct player *p, struct game *g)
{
    if (connect_threats(g)->position->stones == 0) /* which nets have never seen */
        return agent_centre(connect_threats(g)->position);
    evaluator_ask(p->evaluator[0], &g, 1, &p->said);
    game_move any[GAME_MOVES_MOST];
    g->kind->moves(g, any);
    return p->said.n ? p->said.prior[0].move : any[0];
}

/* Makes the turn that the line begins with complete: rows are completed, else the likeliest stones are added. */
static void complete(struct player *p, struct game *g, struct report_line *l)
{
    struct threats *t = connect_threats(g);
    int turn = position_turn_length(t->position), n = 0;
    for (; n < l->n && n < turn && game_state(g) == OUTCOME_OPEN; n++)
        game_play(g, l->move[n]);
    while (n < turn && game_state(g) == OUTCOME_OPEN) {
        struct squares win = threats_winning_squares(t);
        l->move[n] = win.n ? win.s[0] : likeliest(p, g);
        game_play(g, l->move[n++]);
        l->n = n;
    }
    while (n--)
        game_undo(g);
}

/* Values as the engine gives them. */
static void judge(struct report_line *l)
{
    double odds = EVAL_UNIT * log(fmax(l->chance, 1e-9) / fmax(1 - l->chance, 1e-9));
    l->value = l->mate ? engine_mate_value(l->mate) : (int)fmax(-EVAL_MOST, fmin(EVAL_MOST, odds));
}

/* One line: rows, numbers of threats or a forcing win decide. */
static bool decided(struct player *p, struct game *g, struct report *out)
{
    struct threats *t = connect_threats(g);
    struct report_line *l = &out->line[0];
    struct forcing_result r = {.n = 0};
    struct err why;
    enum outcome end = connect_decided(t, &why);
    *out = (struct report){.n = 1};
    if (end == OUTCOME_OPEN && !win_by_force(p, t, p->first, &r)) {
        out->nodes = r.nodes;
        return false;
    }
    out->nodes = r.nodes;
    l->mate = end == OUTCOME_OPEN ? r.depth : end == outcome_win(game_to_move(g)) ? 1 : -1;
    l->chance = l->mate > 0;
    for (l->n = 0; l->n < r.n && l->n < REPORT_LINE_MOST; l->n++)
        l->move[l->n] = r.line[l->n];
    complete(p, g, l);
    judge(l);
    out->reached = l->n;
    return true;
}

/* ---- The search ---- */

/* The report of the tree, as whoever asked gets it. */
static void finish(struct player *p, struct report *r)
{
    for (int i = 0; i < r->n; i++) {
        complete(p, p->game, &r->line[i]);
        judge(&r->line[i]);
    }
}

static void hear(void *context, const struct report *r)
{
    struct player *p = context;
    struct report *own = mem_alloc(sizeof *own);
    *own = *r;
    finish(p, own);
    p->tell(p->told, own);
    free(own);
}

static void search(struct player *p, struct game *g, struct mcts_limits *l, bool keep, struct report *out)
{
    if (decided(p, g, out)) {
        if (p->tell)
            p->tell(p->told, out);
        return;
    }
    if (!p->search)
        p->search = mcts_new(g, &p->o);
    if (keep)
        mcts_go_to(p->search, g);
    else
        mcts_begin(p->search, g);
    p->game = g;
    l->tell = p->tell ? hear : NULL;
    l->context = p;
    mcts_run(p->search, l);
    mcts_report(p->search, out);
    finish(p, out);
}

static void choose(struct bot *a, struct game *g, struct squares *out)
{
    struct player *p = (struct player *)a;
    const struct bot_clock *c = &a->clock;
    bool clock = c->until.wall > 0 || c->until.cpu > 0;
    struct mcts_limits l = {.until = c->until, .settle = true};
    struct report *r = mem_zero(1, sizeof *r);
    int turn = position_turn_length(connect_threats(g)->position);
    l.playouts = c->nodes ? c->nodes : p->playouts ? p->playouts : clock ? 0 : 1000;
    p->tell = a->tell;
    p->told = a->told;
    search(p, g, &l, p->keep, r);
    for (int i = 0; i < turn && i < r->line[0].n; i++)
        out->s[out->n++] = r->line[0].move[i];
    a->work =
        (struct bot_work){.nodes = r->nodes, .depth = r->reached, .value = r->line[0].chance, .judged = true};
    free(r);
}

static void study(struct bot *a, struct game *g, report_progress *tell, void *context, struct report *out)
{
    struct player *p = (struct player *)a;
    struct mcts_limits l = {.until = a->clock.until, .playouts = a->clock.nodes};
    p->tell = tell;
    p->told = context;
    search(p, g, &l, true, out);
}

const struct bot_kind agent_mcts = {
    .name = "mcts",
    .about = "tree search stone by stone, by the engine's evaluation or a net, with forcing searches",
    .options = options,
    .size = sizeof(struct player),
    .init = init,
    .done = done,
    .choose = choose,
    .study = study,
};
