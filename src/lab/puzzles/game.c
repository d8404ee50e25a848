/* A game of the engine against itself, in which somebody may err; see making.h. */
#include "lab/puzzles/making.h"
#include "play/chooser.h"

enum {
    HASH_BYTES = 4 << 20,
    OPENING_LEVEL = 3, /* the first turns, so that no two games are alike */
    OPENING_TURNS = 4, /* up to so many */
    STONES_MOST = 120,
};

/* Three who play: the opening, Black, White. */
static bool seat_players(const struct make_options *o, struct rng *rng, struct chooser *player[3])
{
    struct err e;
    for (int i = 0; i < 3; i++) {
        int level = o->level[0] + (int)rng_below(rng, (uint32_t)(o->level[1] - o->level[0] + 1));
        struct chooser_options c = {.engine = {.hash_bytes = HASH_BYTES},
                                    .level = level_of(i == 0 ? OPENING_LEVEL : level),
                                    .seed = rng_next(rng)};
        player[i] = chooser_new(&o->rules, &c, &e);
        if (!player[i])
            return false;
    }
    return true;
}

static void play(const struct make_options *o, struct position *p, struct chooser *player[3], int opening)
{
    struct chooser_job job = {.limits = {.work.stop = o->find.until.stop}};
    for (int turn = 0;
         p->outcome == OUTCOME_OPEN && p->stones < STONES_MOST && !deadline_over(&o->find.until); turn++) {
        struct squares s = chooser_turn(player[turn < opening ? 0 : 1 + (int)p->to_move], p, &job, NULL);
        for (int i = 0; i < s.n && p->outcome == OUTCOME_OPEN; i++)
            position_place(p, s.s[i]);
    }
}

struct position *make_game(const struct make_options *o, uint64_t number)
{
    struct rng rng;
    struct chooser *player[3] = {NULL, NULL, NULL};
    struct position *p = NULL;
    rng_seed(&rng, rng_mix(o->seed + rng_mix(number + 1)));
    if (seat_players(o, &rng, player)) {
        p = position_new(&o->rules);
        play(o, p, player, 1 + (int)rng_below(&rng, OPENING_TURNS));
        if (deadline_over(&o->find.until)) {
            position_free(p);
            p = NULL;
        }
    }
    for (int i = 0; i < 3; i++)
        chooser_free(player[i]);
    return p;
}
