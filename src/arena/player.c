/* Players; see player.h. */
#include "arena/player.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agent/agent.h"
#include "arena/child.h"
#include "arena/outside.h"
#include "base/clock.h"
#include "base/mem.h"

const char *const fault_names[FAULT_KINDS] = {"none",    "start",    "time",     "crash",
                                              "illegal", "nonsense", "resigned", "stopped"};

enum { TURNS_AHEAD = 20 }; /* among how many turns an agent shares out its time for the game */

struct player {
    const struct spec *spec;
    struct rules rules;
    const atomic_bool *stop;
    struct agent *agent;             /* of an agent player that is ready */
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
    p->outside.rules = s->rules;
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
    agent_free(p->agent);
    p->agent = NULL;
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

static bool start_agent(struct player *p, uint64_t seed, struct fault *f)
{
    struct err e;
    agent_free(p->agent);
    p->agent = agent_new(p->spec->agent, &p->rules, seed, &e);
    return p->agent || fault_set(f, FAULT_START, "%s", e.text);
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
    return p->spec->kind == SPEC_AGENT ? start_agent(p, seed, f) : ready_outside(p, seed, c, f);
}

/* The limit for this turn: the smaller of those there are, 0 if there is none. */
static double turn_limit(const struct turn_clock *c)
{
    if (c->turn > 0 && c->game > 0)
        return fmin(c->turn, c->game);
    return c->turn > 0 ? c->turn : c->game;
}

static bool choose_by_agent(struct player *p, struct threats *t, const struct turn_clock *c,
                            struct squares *out, struct fault *f)
{
    double seconds = c->game > 0 ? c->game / TURNS_AHEAD : 0;
    if (c->turn > 0)
        seconds = c->game > 0 ? fmin(seconds, c->turn) : c->turn;
    struct budget b = {.seconds = seconds, .stop = p->stop, .cpu = c->cpu};
    struct squares chosen = agent_choose(p->agent, t, &b);
    if (p->stop && atomic_load(p->stop))
        return fault_set(f, FAULT_STOPPED, "stopped");
    int length = position_turn_length(t->position);
    /* Agents are ours and should be right; a match must not trust that. */
    for (int i = 0; i < chosen.n && t->position->outcome == OUTCOME_OPEN; i++)
        if (out->n == length)
            return fault_set(f, FAULT_ILLEGAL, "more than %d stones", length);
        else if (!outside_place(t, chosen.s[i], out, f))
            return false;
    return t->position->outcome != OUTCOME_OPEN || out->n == length ||
           fault_set(f, FAULT_ILLEGAL, "%d of %d stones", out->n, length);
}

static bool choose_outside(struct player *p, struct threats *t, const struct turn_clock *c,
                           struct squares *out, struct fault *f)
{
    struct outside *o = &p->outside;
    double limit = turn_limit(c);
    outside_look(o, t->position);
    double deadline = clock_now() + (limit > 0 ? limit + c->margin : c->hang);
    if (!p->protocol->choose(o, t, c, deadline, out, f))
        return false;
    /* Its own stones it knows. */
    outside_look(o, t->position);
    o->known = o->count;
    return true;
}

bool player_choose(struct player *p, struct threats *t, const struct turn_clock *c, struct squares *out,
                   struct fault *f)
{
    assert(t->position->outcome == OUTCOME_OPEN);
    out->n = 0;
    f->kind = FAULT_NONE;
    f->why.text[0] = '\0';
    int plies = t->position->plies;
    bool ok =
        p->spec->kind == SPEC_AGENT ? choose_by_agent(p, t, c, out, f) : choose_outside(p, t, c, out, f);
    while (t->position->plies > plies)
        threats_undo(t);
    if (!ok && p->spec->kind != SPEC_AGENT && !p->given && f->kind != FAULT_RESIGNED)
        player_stop(p); /* it may be in any state: a new process for the next game */
    return ok;
}
