/* What the program has and the browser's engine has not: SQLite, and with it saved trees, which the page keeps itself,
 * collections of games; and Go. (Books: play/book/absent.c.) */
#include "server/api/api.h"

static void not_here(struct reply *r)
{
    reply_fail(r, PROBLEM_NOT_FOUND, "the page keeps trees by itself where there is no server");
}

#define ABSENT(name)                                                \
    void name(struct server *s, struct request *q, struct reply *r) \
    {                                                               \
        (void)s;                                                    \
        (void)q;                                                    \
        not_here(r);                                                \
    }

ABSENT(api_analyse)
ABSENT(api_solve)
ABSENT(api_verify)
ABSENT(api_openapi)
ABSENT(api_status)
ABSENT(api_trees_get)
ABSENT(api_trees_post)
ABSENT(api_tree_get)
ABSENT(api_tree_put)
ABSENT(api_tree_delete)
ABSENT(api_count)
ABSENT(api_find)
ABSENT(api_duels_post)
ABSENT(api_duels_list)
ABSENT(api_duel_get)
ABSENT(api_duel_join)
ABSENT(api_duel_act)
ABSENT(api_tournaments_get)
ABSENT(api_tournaments_post)
ABSENT(api_tournament_get)
ABSENT(api_tournament_delete)
ABSENT(api_tournament_run)
ABSENT(api_tournament_games)
ABSENT(api_tournament_game)
ABSENT(api_labs_get)
ABSENT(api_labs_post)
ABSENT(api_lab_delete)
ABSENT(api_lab_view)
ABSENT(api_lab_roots)
ABSENT(api_lab_ask)
ABSENT(api_lab_run)
ABSENT(api_lab_map)
ABSENT(api_lab_export)
ABSENT(api_progress_get)
ABSENT(api_progress_put)
ABSENT(api_collections_get)
ABSENT(api_collections_post)
ABSENT(api_collection_put)
ABSENT(api_collection_delete)
ABSENT(api_collection_add)
ABSENT(api_game_get)
ABSENT(api_games_search)
ABSENT(api_explore)
ABSENT(api_verdict)
