/* Players; see player.h. */
#include "play/arena/player.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "connect/game/connect.h"
#include "play/arena/child.h"
#include "play/arena/outside.h"
#include "play/games/games.h"

const char *const fault_names[FAULT_KINDS] = {"none",    "start",    "time",     "crash",
                                              "illegal", "nonsense", "resigned", "stopped"};

struct player {
    const struct spec *spec;
    struct game_rules rules;
    const atomic_bool *stop;
    struct bot *bot;                 /* of a player of ours that is ready */
    const struct protocol *protocol; /* of an outside player */
    bool given;                      /* the conversation was handed in: nothing to start */
    struct outside outside;
};

struct player *player_new(const struct player_setup *s)
{
    static const struct protocol *const protocols[] = {NULL, &gtp_protocol, &gomocup_protocol,
                                                       &contest_protocol};
    struct player *p = mem_zero(1, sizeof *p);
    p->spec = s->spec;
    p->rules = s->rules;
    p->stop = s->stop;
    p->protocol = protocols[s->spec->kind];
    p->outside.spec = s->spec;
    p->outside.game = s->rules;
    if (s->rules.kind == &connect_game)
        p->outside.rules = connect_rules(&s->rules);
    return p;
}

struct player *player_over(const struct player_setup *s, struct talk *talk)
{
    assert(s->spec->kind != SPEC_AGENT);
    struct player *p = player_new(s);
    p->outside.talk = talk;
    p->outside.fresh = true;
    p->given = true;
    return p;
}

void player_stop(struct player *p)
{
    bot_free(p->bot);
    p->bot = NULL;
    struct outside *o = &p->outside;
    if (!o->talk)
        return;
    /* A last word; whether it is heard does not matter. */
    talk_send(o->talk, clock_now() + 0.05, "%s\n", p->protocol->quit);
    talk_free(o->talk);
    o->talk = NULL;
    o->begun = false;
}

void player_free(struct player *p)
{
    if (!p)
        return;
    player_stop(p);
    outside_forget(&p->outside);
    free(p->outside.stones);
    free(p);
}

static bool start_bot(struct player *p, uint64_t seed, struct fault *f)
{
    struct err e;
    bot_free(p->bot);
    struct game *g = game_new(&p->rules);
    p->bot = games_player(p->spec->agent, g, seed, &e);
    game_free(g);
    return p->bot || fault_set(f, FAULT_START, "%s", e.text);
}

static bool start_program(struct player *p, uint64_t seed, struct fault *f)
{
    struct err e;
    struct child_setup setup = {p->spec->cmd, *p->spec->log ? p->spec->log : NULL, seed, p->stop};
    p->outside.talk = child_start(&setup, &e);
    p->outside.fresh = true;
    outside_forget(&p->outside);
    return p->outside.talk || fault_set(f, FAULT_START, "%s", e.text);
}

static bool open_game(struct player *p, const struct turn_clock *c, struct fault *f)
{
    struct outside *o = &p->outside;
    o->begun = false;
    o->known = o->count = 0;
    if (!p->protocol->open(o, c, clock_now() + p->spec->start, f))
        return false;
    o->fresh = false;
    return true;
}

static bool ready_outside(struct player *p, uint64_t seed, const struct turn_clock *c, struct fault *f)
{
    struct outside *o = &p->outside;
    if (p->given)
        return open_game(p, c, f);
    if (o->talk && (p->spec->restart || child_ended(o->talk)))
        player_stop(p);
    bool running = o->talk != NULL;
    if (!running && !start_program(p, seed, f))
        return false;
    if (open_game(p, c, f))
        return true;
    player_stop(p);
    /* A program that was left from the last game gets a second chance with a new process. */
    if (running && f->kind != FAULT_STOPPED) {
        f->kind = FAULT_NONE;
        return ready_outside(p, seed, c, f);
    }
    if (f->kind != FAULT_STOPPED)
        f->kind = FAULT_START;
    return false;
}

bool player_ready(struct player *p, uint64_t seed, const struct turn_clock *c, struct fault *f)
{
    f->kind = FAULT_NONE;
    f->why.text[0] = '\0';
    return p->spec->kind == SPEC_AGENT ? start_bot(p, seed, f) : ready_outside(p, seed, c, f);
}

/* The limit for this turn: the smaller of those there are, 0 if there is none. */
static double turn_limit(const struct turn_clock *c)
{
    if (c->turn > 0 && c->game > 0)
        return fmin(c->turn, c->game);
    return c->turn > 0 ? c->turn : c->game;
}

static bool choose_by_bot(struct player *p, struct game *g, const struct turn_clock *c, struct squares *out,
                          struct fault *f)
{
    struct limits l = {.seconds = c->turn, .cpu = c->cpu, .stop = p->stop};
    struct squares chosen = bot_choose_timed(p->bot, g, &l, c->game);
    if (p->stop && atomic_load(p->stop))
        return fault_set(f, FAULT_STOPPED, "stopped");
    int length = g->kind->left(g);
    /* Players of ours should be right; a match must not trust that. */
    for (int i = 0; i < chosen.n && game_state(g) == OUTCOME_OPEN; i++)
        if (out->n == length)
            return fault_set(f, FAULT_ILLEGAL, "more than %d stones", length);
        else if (!outside_place(g, chosen.s[i], out, f))
            return false;
    return game_state(g) != OUTCOME_OPEN || out->n == length ||
           fault_set(f, FAULT_ILLEGAL, "%d of %d stones", out->n, length);
}

static bool choose_outside(struct player *p, struct game *g, const struct turn_clock *c, struct squares *out,
                           struct fault *f)
{
    struct outside *o = &p->outside;
    double limit = turn_limit(c);
    outside_look(o, g);
    double deadline = clock_now() + (limit > 0 ? limit + c->margin : c->hang);
    if (!p->protocol->choose(o, g, c, deadline, out, f))
        return false;
    /* Its own stones it knows. */
    outside_look(o, g);
    o->known = o->count;
    return true;
}

bool player_choose(struct player *p, struct game *g, const struct turn_clock *c, struct squares *out,
                   struct fault *f)
{
    assert(game_state(g) == OUTCOME_OPEN);
    out->n = 0;
    f->kind = FAULT_NONE;
    f->why.text[0] = '\0';
    int plies = game_plies(g);
    bool ok = p->spec->kind == SPEC_AGENT ? choose_by_bot(p, g, c, out, f) : choose_outside(p, g, c, out, f);
    while (game_plies(g) > plies)
        game_undo(g);
    if (!ok && p->spec->kind != SPEC_AGENT && !p->given && f->kind != FAULT_RESIGNED)
        player_stop(p); /* it may be in any state: a new process for the next game */
    return ok;
}

bool player_score(struct player *p, const struct game *g, const struct turn_clock *c, char out[PLAYER_SCORE],
                  struct fault *f)
{
    assert(p->spec->kind == SPEC_GTP);
    f->kind = FAULT_NONE;
    f->why.text[0] = '\0';
    outside_look(&p->outside, g);
    bool ok = gtp_final_score(&p->outside, g, clock_now() + c->hang, out, f);
    if (!ok && !p->given)
        player_stop(p);
    return ok;
}
