/* Ladders by search; see ladder.h. */
#include "go/ladder.h"

#include <assert.h>
#include <string.h>

#include "go/inner.h"

struct reading {
    struct go *g;
    enum side attacker;
    int left;  /* positions that may still be looked at */
    int depth; /* moves of the attacker so far */
};

static bool attack(struct reading *r, go_point stone);

/* Legal, and no position comes again. */
static bool playable(const struct go *g, enum side side, go_point at)
{
    return go_judge_plain(g, side, at) == GO_LEGAL &&
           (g->taken[BLACK] + g->taken[WHITE] == 0 || !go_seen(g, go_hash_after(g, side, at)));
}

/* The defender plays there: is he captured all the same? */
static bool fails(struct reading *r, go_point stone, go_point at)
{
    if (!playable(r->g, side_other(r->attacker), at))
        return true;
    go_play_as(r->g, side_other(r->attacker), at);
    bool lost = attack(r, stone);
    go_undo(r->g);
    return lost;
}

/* The defender's chain has one liberty, and it is his turn: is he captured? */
static bool defend(struct reading *r, go_point stone)
{
    struct go *g = r->g;
    go_point name = g->chain[stone], last = go_set_first(g, &g->liberty[name]);
    /* The last liberties of the attackers around. */
    struct go_set captures = {{0}};
    go_point q = name;
    do {
        for (int i = 0; i < 4; i++) {
            go_point n = g->near[q][i];
            if (g->cell[n] == (int)cell_of(r->attacker) && g->liberties[g->chain[n]] == 1)
                go_set_add(&captures, go_set_first(g, &g->liberty[g->chain[n]]));
        }
        q = g->next[q];
    } while (q != name);
    go_set_drop(&captures, last);
    for (go_point at; (at = go_set_first(g, &captures)) != GO_NONE; go_set_drop(&captures, at))
        if (!fails(r, stone, at))
            return false;
    return fails(r, stone, last);
}

/* The attacker plays there: is the chain captured? */
static bool atari(struct reading *r, go_point stone, go_point at)
{
    if (!playable(r->g, r->attacker, at))
        return false;
    if (r->depth == GO_LADDER_DEEPEST) {
        r->left = -1;
        return false;
    }
    r->depth++;
    go_play_as(r->g, r->attacker, at);
    bool won = defend(r, stone);
    go_undo(r->g);
    r->depth--;
    return won;
}

/* It is the attacker's turn: does he capture the chain of this stone? */
static bool attack(struct reading *r, go_point stone)
{
    struct go *g = r->g;
    go_point name = g->chain[stone];
    if (g->liberties[name] > 2 || r->left < 0 || --r->left < 0)
        return false;
    go_point one = go_set_first(g, &g->liberty[name]);
    if (g->liberties[name] == 1)
        return playable(g, r->attacker, one);
    struct go_set rest = g->liberty[name];
    go_set_drop(&rest, one);
    go_point two = go_set_first(g, &rest);
    return atari(r, stone, one) || atari(r, stone, two);
}

static bool captures(struct go *g, go_point chain, go_point at, int *cut)
{
    struct reading r = {g, g->to_move, GO_LADDER_MOST, 0};
    bool won = atari(&r, chain, at);
    *cut += r.left < 0;
    return won;
}

bool go_ladder_captures(struct go *g, go_point chain, go_point at)
{
    assert(g->liberties[g->chain[chain]] == 2 && go_set_has(&g->liberty[g->chain[chain]], at));
    int cut = 0;
    return go_legal(g, at) && captures(g, chain, at, &cut);
}

int go_ladders(struct go *g, struct go_set *out)
{
    int cut = 0;
    memset(out, 0, sizeof *out);
    for (int p = 0; p < g->points; p++) {
        if (g->cell[p] != (int)cell_of(side_other(g->to_move)) || g->chain[p] != p || g->liberties[p] != 2)
            continue;
        struct go_set rest = g->liberty[p];
        for (int i = 0; i < 2; i++) {
            go_point at = go_set_first(g, &rest);
            go_set_drop(&rest, at);
            if (!go_set_has(out, at) && go_legal(g, at) && captures(g, (go_point)p, at, &cut))
                go_set_add(out, at);
        }
    }
    return cut;
}
