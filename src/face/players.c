/* Players of the public face, of any game; see hexad_players.h. */
#include <hexad_players.h>
#include <stdlib.h>

#include "base/mem.h"
#include "face/face.h"
#include "play/games/games.h"

struct hexad_player {
    struct game_rules rules;
    struct bot *bot;
};

hexad_player *hexad_player_new(const char *player, const char *rules, uint64_t seed, hexad_error *error)
{
    struct game_rules r;
    struct err e;
    if (!player) {
        face_fail(error, HEXAD_BAD_ARGUMENT, "the player's name is NULL");
        return NULL;
    }
    if (!face_any_rules(rules, &r, error))
        return NULL;
    struct game *g = game_new(&r);
    struct bot *b = games_player(player, g, seed, &e);
    game_free(g);
    if (!b) {
        face_fail_as(error, HEXAD_BAD_ARGUMENT, &e);
        return NULL;
    }
    hexad_player *p = mem_zero(1, sizeof *p);
    p->rules = r;
    p->bot = b;
    face_fine(error);
    return p;
}

void hexad_player_free(hexad_player *player)
{
    if (player)
        bot_free(player->bot);
    free(player);
}

hexad_status hexad_player_turn(hexad_player *player, const hexad_game *game, const hexad_limits *limits,
                               hexad_squares *out, hexad_error *error)
{
    if (!player || !out)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL");
    hexad_status status = face_plays(game, &player->rules, "the player", error);
    if (status == HEXAD_OK)
        status = face_check_limits(limits, error);
    if (status != HEXAD_OK)
        return status;
    struct face_work *w = face_work_new(limits);
    struct limits l = face_work_limits(w);
    struct game *g = face_any(game);
    struct squares turn = bot_choose(player->bot, g, &l);
    game_free(g);
    free(w);
    face_moves(game, turn.s, turn.n, out);
    return face_fine(error);
}

char *hexad_players(const char *rules, hexad_error *error)
{
    struct game_rules r;
    struct buf b = BUF_EMPTY;
    if (!face_any_rules(rules, &r, error))
        return NULL;
    games_list_players(r.kind, &b);
    face_fine(error);
    return buf_take(&b);
}
