/* The games there are, and our players of each: the one table that a new game is entered in. */
#ifndef PLAY_GAMES_GAMES_H
#define PLAY_GAMES_GAMES_H

#include "game/bot.h"
#include "game/game.h"

struct game_entry {
    const struct game_kind *kind;
    const struct bot_kind *const *players; /* NULL after the last */
    const char *usual;                     /* who plays if nobody is named */
    /* A player from its specification, for games with more to them than a name and options. The caller frees it. NULL:
     * one of `players`. */
    struct bot *(*player)(const char *spec, const struct game *g, uint64_t seed, struct err *e);
    /* Appends the players and their options. NULL: those of `players`. */
    void (*list)(struct buf *out);
    /* Which of `players` reports what it thinks of a position (bot_kind.study); it has the options threads and memory (MB), and
     * `level`. NULL: the engine of the Connect family does. */
    const char *analyst;
};

/* The first is the default; the last has no kind. It is in a file of its own (table.c), so that tests can have one with a
 * game more. */
extern const struct game_entry games_table[];

/* The entry of a kind. */
const struct game_entry *games_find(const struct game_kind *kind);

/* Reads the rules of any game: "connect6", "19,19,6,2,1", "go9", "go:19,komi=7.5". */
bool games_parse(const char *text, struct game_rules *out, struct err *e);

/* A player of ours for the game of `g`. */
struct bot *games_player(const char *spec, const struct game *g, uint64_t seed, struct err *e);
/* Appends the players of a kind of game and their options. */
void games_list_players(const struct game_kind *kind, struct buf *out);

#endif
