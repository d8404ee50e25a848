/* The answers of the routes, a file for each subject; docs/api.md says what goes in and comes out. */
#ifndef SERVER_API_API_H
#define SERVER_API_API_H

#include "server/api/reply.h"

struct server;

void api_info(struct server *s, struct request *q, struct reply *r);
void api_openapi(struct server *s, struct request *q, struct reply *r);
/* The document that it answers; the caller lets go of it. */
json_t *openapi_document(void);
void api_status(struct server *s, struct request *q, struct reply *r);
void api_position(struct server *s, struct request *q, struct reply *r);
void api_threats(struct server *s, struct request *q, struct reply *r);
void api_move(struct server *s, struct request *q, struct reply *r);

void api_forcing(struct server *s, struct request *q, struct reply *r);
void api_exact(struct server *s, struct request *q, struct reply *r);
void api_analyse(struct server *s, struct request *q, struct reply *r);
void api_solve(struct server *s, struct request *q, struct reply *r);
void api_verify(struct server *s, struct request *q, struct reply *r);
void api_count(struct server *s, struct request *q, struct reply *r);
void api_policy(struct server *s, struct request *q, struct reply *r);
void api_check(struct server *s, struct request *q, struct reply *r);
void api_trees_get(struct server *s, struct request *q, struct reply *r);
void api_trees_post(struct server *s, struct request *q, struct reply *r);
void api_tree_get(struct server *s, struct request *q, struct reply *r);
void api_tree_put(struct server *s, struct request *q, struct reply *r);
void api_tree_delete(struct server *s, struct request *q, struct reply *r);
void api_progress_get(struct server *s, struct request *q, struct reply *r);
void api_progress_put(struct server *s, struct request *q, struct reply *r);
void api_proofs_get(struct server *s, struct request *q, struct reply *r);
void api_proofs_post(struct server *s, struct request *q, struct reply *r);
void api_proof_get(struct server *s, struct request *q, struct reply *r);
void api_proof_delete(struct server *s, struct request *q, struct reply *r);
void api_proof_walk(struct server *s, struct request *q, struct reply *r);
void api_labs_get(struct server *s, struct request *q, struct reply *r);
void api_labs_post(struct server *s, struct request *q, struct reply *r);
void api_lab_delete(struct server *s, struct request *q, struct reply *r);
void api_lab_view(struct server *s, struct request *q, struct reply *r);
void api_lab_roots(struct server *s, struct request *q, struct reply *r);
void api_lab_ask(struct server *s, struct request *q, struct reply *r);
void api_lab_run(struct server *s, struct request *q, struct reply *r);
void api_lab_map(struct server *s, struct request *q, struct reply *r);
void api_lab_export(struct server *s, struct request *q, struct reply *r);
void api_duels_post(struct server *s, struct request *q, struct reply *r);
void api_duels_list(struct server *s, struct request *q, struct reply *r);
void api_duel_get(struct server *s, struct request *q, struct reply *r);
void api_duel_join(struct server *s, struct request *q, struct reply *r);
void api_duel_act(struct server *s, struct request *q, struct reply *r);
void api_tournaments_get(struct server *s, struct request *q, struct reply *r);
void api_tournaments_post(struct server *s, struct request *q, struct reply *r);
void api_tournament_get(struct server *s, struct request *q, struct reply *r);
void api_tournament_delete(struct server *s, struct request *q, struct reply *r);
void api_tournament_run(struct server *s, struct request *q, struct reply *r);
void api_tournament_games(struct server *s, struct request *q, struct reply *r);
void api_tournament_game(struct server *s, struct request *q, struct reply *r);
void api_find(struct server *s, struct request *q, struct reply *r);
void api_import(struct server *s, struct request *q, struct reply *r);
void api_export(struct server *s, struct request *q, struct reply *r);

void api_puzzles(struct server *s, struct request *q, struct reply *r);
void api_puzzles_pick(struct server *s, struct request *q, struct reply *r);
void api_puzzles_daily(struct server *s, struct request *q, struct reply *r);
void api_puzzles_judge(struct server *s, struct request *q, struct reply *r);
void api_puzzles_hint(struct server *s, struct request *q, struct reply *r);
void api_puzzles_tree(struct server *s, struct request *q, struct reply *r);
void api_puzzles_find(struct server *s, struct request *q, struct reply *r);
void api_collections_get(struct server *s, struct request *q, struct reply *r);
void api_collections_post(struct server *s, struct request *q, struct reply *r);
void api_collection_put(struct server *s, struct request *q, struct reply *r);
void api_collection_delete(struct server *s, struct request *q, struct reply *r);
void api_collection_add(struct server *s, struct request *q, struct reply *r);
void api_game_get(struct server *s, struct request *q, struct reply *r);
void api_explore(struct server *s, struct request *q, struct reply *r);

/* api_archive.c */
void api_games_search(struct server *s, struct request *q, struct reply *r);
void api_verdict(struct server *s, struct request *q, struct reply *r);

#endif
