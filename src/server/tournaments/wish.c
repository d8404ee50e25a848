/* A new tournament: its match, with openings where they are wanted; see inner.h. */
#include <string.h>

#include "connect/game/connect.h"
#include "play/arena/opening_maker.h"
#include "server/tournaments/inner.h"

enum {
    OPENINGS_MOST = 100,
    TRIES = 50, /* for each opening */
    RADIUS = 3,
};

bool tournament_allowed(const struct match_setup *s, struct err *e)
{
    for (int i = 0; i < s->players; i++)
        if (s->player[i].kind != SPEC_AGENT)
            return err_set(e, "player %d is a program from outside: none is run here", i + 1);
    return !s->referee_text || err_set(e, "no referee is run here");
}

/* So many openings that differ and have no threats, or as many as are found. */
static bool draw_openings(const struct tournament_wish *w, struct match_setup *out, struct err *e)
{
    struct opening_maker_setup wish = {.rules = connect_rules(&w->rules),
                                       .turns = (int)w->random,
                                       .radius = RADIUS,
                                       .seed = (uint64_t)w->seed,
                                       .until = w->until};
    struct opening_maker *m = opening_maker_new(&wish, e);
    if (!m)
        return false;
    long want = w->rounds < OPENINGS_MOST ? (long)w->rounds : OPENINGS_MOST;
    square at[(2 * RADIUS + 1) * (2 * RADIUS + 1)];
    game_move moves[sizeof at / sizeof *at];
    int n = opening_maker_stones(&wish.rules, wish.turns);
    for (long tries = 0; tries < TRIES * want && (long)out->openings.n < want && !deadline_over(&w->until);
         tries++) {
        double black;
        opening_maker_draw(m, at);
        for (int i = 0; i < n; i++)
            moves[i] = at[i];
        if (opening_maker_look(m, at, n, &black) == OPENING_GOOD)
            openings_add(&out->openings, moves, n);
    }
    opening_maker_free(m);
    return out->openings.n > 0 ||
           err_set(e, "'random': no opening of %d turns was found that has no threats", wish.turns);
}

bool tournament_setup(const struct tournament_wish *w, struct match_setup *out, struct err *e)
{
    setup_init(out);
    out->rules = w->rules;
    out->rounds = (long)w->rounds;
    out->seed = (uint64_t)w->seed;
    out->time.cpu = w->seconds;
    for (int i = 0; i < w->players; i++)
        if (!setup_add_player(out, w->player[i], e))
            return false;
    if (!tournament_allowed(out, e))
        return false;
    struct game *g = game_new(&w->rules);
    int columns, rows;
    g->kind->size(g, &columns, &rows);
    game_free(g);
    if (columns * rows > LIMIT_TOURNAMENT_SQUARES)
        return err_set(e, "the board has %d squares, those of tournaments %d at most", columns * rows,
                       LIMIT_TOURNAMENT_SQUARES);
    if (out->players < 2)
        return err_set(e, "a tournament needs at least two players");
    if (setup_games(out) > LIMIT_TOURNAMENT_GAMES)
        return err_set(e, "these are %ld games, a tournament has %d at most", setup_games(out),
                       LIMIT_TOURNAMENT_GAMES);
    if (w->random && w->rules.kind != &connect_game)
        return err_set(e, "'random': openings are made for the Connect family alone");
    return (!w->random || draw_openings(w, out, e)) && setup_check(out, e);
}
