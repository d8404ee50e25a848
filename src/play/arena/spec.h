/* What a player is called on a command line: an agent of ours, or a program from outside.
 *
 *     sequences+search:depth=4                  an agent (play/agent/agent.h)
 *     gtp:cmd=./bot --level 3                   a program that speaks GTP
 *     contest:cmd=./bot,row=top                 the contest protocol; likewise gomocup
 *     strong=gtp:cmd=(./bot a,b)                a name for the tables, then the player
 *
 * Options are written as those of agents are: separated by commas, a value in brackets may hold anything. */
#ifndef PLAY_ARENA_SPEC_H
#define PLAY_ARENA_SPEC_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "game/game.h"

enum spec_kind { SPEC_AGENT, SPEC_GTP, SPEC_GOMOCUP, SPEC_CONTEST, SPEC_KINDS };

/* How the contest protocol writes a turn of a single stone on j10: JJ@@, JJ, JJJJ. */
enum single_form { SINGLE_AT, SINGLE_SHORT, SINGLE_TWICE };

struct spec {
    enum spec_kind kind;
    char *name;      /* for tables and records */
    char *agent;     /* SPEC_AGENT: what agent_new takes; else NULL, and the rest counts */
    char *cmd;       /* for the shell */
    char *init;      /* commands to send at the start, "" or "A;B" */
    char *log;       /* a file for the conversation, "" for none */
    double start;    /* seconds to get ready for a game */
    bool restart;    /* a new process for every game */
    bool top;        /* contest: row A is at the top */
    bool place;      /* contest: it knows black XXYY, white XXYY, next */
    bool next_first; /* contest: it wants `next` after `new black` */
    enum single_form single;
};

/* Reads a player. An agent's own text is not checked here but by spec_check. The caller frees with
 * spec_free. */
bool spec_parse(const char *text, struct spec *out, struct err *e);
void spec_free(struct spec *s);

/* Can this player play this game at all? Says why not. */
bool spec_check(const struct spec *s, const struct game_rules *r, struct err *e);

/* Appends the kinds of outside players and their options, for help texts. */
void spec_list(struct buf *out);

#endif
