/* What the tests of the routes share: one server, whose answers are counted as tests of their routes; and the tests, a file a
 * subject, all of which test_routes.c runs. */
#ifndef API_ASKING_H
#define API_ASKING_H

#include "server/serving.h"

/* The server that is asked. */
extern struct server *server;
int port(void);

/* Asks a route: the answer's JSON, which has to have this status. An answer that is no error covers the route. */
json_t *ask(int status, const char *method, const char *path, const char *body);
/* The same was done otherwise. */
void cover(const char *method, const char *path);

/* Is the answer (without the fields that are not asked about) this? `expected` is JSON with ' for ". */
void check(json_t *j, const char *expected);
void error_is(json_t *j, const char *code, const char *part);

/* routes_program.c */
void the_root_lists_all_routes(void **state);
void info_tells_games_players_levels_formats(void **state);
void listed_players_play(void **state);
void limits_are_told_and_described(void **state);
void openapi_describes_all_routes(void **state);
void openapi_is_sound(void **state);
void the_first_example_is_true(void **state);
void moves_are_those_of_the_chooser(void **state);
void status_counts(void **state);

/* routes_positions.c */
void positions_are_judged(void **state);
void openings_have_names(void **state);
void unknown_fields_are_named(void **state);
void other_methods_are_named(void **state);
void nothing_is_saved_where_all_is_read_only(void **state);
void illegal_stones_are_named(void **state);
void games_of_every_state_are_answered(void **state);
void threats_and_defences_are_listed(void **state);

/* routes_searches.c */
void players_make_turns(void **state);
void go_is_played(void **state);
void go_is_counted(void **state);
void the_same_seed_makes_the_same_turn(void **state);
void forcing_wins_are_shown(void **state);
void puzzles_are_picked(void **state);
void puzzles_are_judged(void **state);
void small_positions_have_exact_values(void **state);
void certificates_are_checked(void **state);
void proofs_are_walked_through(void **state);
void labs_are_made_run_and_read(void **state);
void the_net_says_what_it_expects(void **state);
void analysis_comes_live(void **state);
void searches_need_no_socket(void **state);

/* routes_saved.c */
void trees_are_saved_changed_and_deleted(void **state);
void studies_have_chapters(void **state);
void progress_is_kept_and_never_overwritten(void **state);
void illegal_trees_are_not_saved(void **state);
void positions_are_found_again(void **state);
void libraries_go_out_as_bytes(void **state);
void every_format_comes_in_and_goes_out(void **state);
void collections_take_games_and_answer(void **state);
void verdicts_are_kept(void **state);
void files_of_several_games_and_other_character_sets_come_in(void **state);

/* routes_tournaments.c */
void players_meet_in_tournaments(void **state);

/* routes_duels.c */
void two_people_play(void **state);

#endif
