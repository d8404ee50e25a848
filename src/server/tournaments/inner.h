/* The parts of tournaments: their files and those that are played (tournaments.c), a new one (wish.c), the games of a file
 * (games.c). One lock for all; files are read without it. */
#ifndef SERVER_TOURNAMENTS_INNER_H
#define SERVER_TOURNAMENTS_INNER_H

#include <pthread.h>

#include "play/arena/match.h"
#include "server/tournaments/tournaments.h"

/* A file whose match is in memory: all that were asked about. */
struct tournament {
    struct tournament *next;
    char name[TOURNAMENT_NAME];
    struct match_setup setup;
    struct match *match;
    bool started, halted; /* it plays, or did; somebody wanted it to end */
    uint64_t client;      /* who wanted it to play */
};

struct tournaments {
    pthread_mutex_t lock;
    char *folder;
    bool read_only, ending;
    struct tournament *first;
};

bool tournament_fail(enum problem *f, enum problem what, struct err *e, const char *text);
/* The path of one that is there, or NULL with what is wrong. The caller frees it. */
char *tournament_path(const struct tournaments *t, const char *name, enum problem *f, struct err *e);

/* As requests have them: five numbers, or a text. */
json_t *tournament_rules(const struct game_rules *r);

/* wish.c: what the match is to be; setup_free it in any case. */
bool tournament_setup(const struct tournament_wish *w, struct match_setup *out, struct err *e);
/* Is it one that this server may play: agents alone, whoever wrote the file? */
bool tournament_allowed(const struct match_setup *s, struct err *e);

#endif
