/* Agents: the players of the Connect family (SPEC 6; connect-k-agents §3.1), which score stones, choose turns, or both.
 *
 * An agent is a bot (game/bot.h), one entry of the table in agents.c. Beyond a name and options its specification may have
 * the shared search on top, and other agents inside:
 *
 *     sequences                              an agent with its default options
 *     sequences+search:depth=4,width=8       the shared alpha-beta search on top of the agent's scores
 *     threats:c=4+search:width=6             options of both
 *     book:file=b.db,fallback=(sequences+search:depth=2)    a value in brackets may hold anything
 *
 * Agents keep up with a tracker by themselves (follow.h): any position of their game may be asked about at
 * any time, set up or played, in the middle of a turn or not. docs/agents.md shows how to write one. */
#ifndef PLAY_AGENT_AGENT_H
#define PLAY_AGENT_AGENT_H

#include "connect/game/connect.h"
#include "game/bot.h"

/* All agents; the last entry is NULL. */
extern const struct bot_kind *const agent_kinds[];

/* ---- For those who use agents ---- */

/* Makes the agent of a specification, for games of the rules of `g`. The caller frees it. */
struct bot *agent_player(const char *spec, const struct game *g, uint64_t seed, struct err *e);

/* The same where there are rules, which must be valid; and for a kind that need not be in the table, `options` as after the
 * colon, "" or NULL for none. */
struct bot *agent_new(const char *spec, const struct rules *r, uint64_t seed, struct err *e);
struct bot *agent_make(const struct bot_kind *kind, const char *options, const struct rules *r, uint64_t seed,
                       struct err *e);

/* The shared search over an agent, which it owns from now on (also if it fails). The agent must score. */
struct bot *agent_search(struct bot *scorer, const char *options, const struct game *g, uint64_t seed,
                         struct err *e);

/* bot_score and bot_choose where there is a tracker. */
int agent_score(struct bot *b, struct threats *t, struct scored *out);
struct squares agent_choose(struct bot *b, struct threats *t, const struct limits *limits);

/* Appends what there is: every agent with its options, the search and its options. */
void agent_list(struct buf *out);

/* ---- For those who write them ---- */

/* The rules of a game of the family. */
const struct rules *agent_rules(const struct game *g);

/* What is on a square one step off another, which may be off the board: the step down and left of a1 leaves
 * even the edge. */
static inline enum cell agent_cell(const struct position *p, int at)
{
    return at < 0 ? CELL_EDGE : (enum cell)p->cell[at];
}

/* The exact number of threats of `owner` as threats_number gives it, or -1 if it would take too long: up to
 * p^p steps, so with long turns only few threats are counted. */
int agent_count_threats(struct threats *t, enum side owner);

/* Every empty square with score 0; for agents that fill in some. Returns how many. */
int agent_empties(const struct position *p, struct scored *out);

/* The empty square nearest to the centre (the lowest of equally near ones): where to begin on a board without
 * stones. */
square agent_centre(const struct position *p);

#endif
