/* Every route over real HTTP, as docs/api.md describes it; a route without a test in routes_*.c, or without a word
 * there, fails. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "server/api/asking.h"
#include "server/api/routes.h"
#include "support/described.h"
#include "support/folder.h"

enum { ROUTES_MOST = 100 };
static bool covered[ROUTES_MOST];

struct server *server;
static struct folder proofs, lab_folder, cups;

int port(void)
{
    return server_port(server);
}

/* Marks the route that answered. */
void cover(const char *method, const char *path)
{
    const struct route *x = described_find(method, path);
    if (x)
        covered[x - routes] = true;
}

json_t *ask(int status, const char *method, const char *path, const char *body)
{
    struct buf b = BUF_EMPTY;
    buf_format(&b, API "%s", path);
    json_t *j = http_json(port(), status, method, buf_str(&b), body);
    buf_free(&b);
    if (status < 300)
        cover(method, path);
    return j;
}

/* Is the answer (without the fields that are not asked about) this? `expected` is JSON with ' for ". */
void check(json_t *j, const char *expected)
{
    char *text = strdup(expected);
    for (char *c = text; *c; c++)
        if (*c == '\'')
            *c = '"';
    json_error_t e;
    json_t *want = json_loads(text, JSON_DECODE_ANY, &e), *value;
    if (!want)
        fail_msg("%s: %s", text, e.text);
    const char *key;
    json_object_foreach(want, key, value)
    {
        if (!json_equal(json_object_get(j, key), value)) {
            char *got = json_dumps(j, JSON_COMPACT);
            fail_msg("'%s' of %s\nexpected %s", key, got, text);
        }
    }
    json_decref(want);
    json_decref(j);
    free(text);
}

void error_is(json_t *j, const char *code, const char *part)
{
    const char *message = NULL, *word = NULL;
    assert_int_equal(json_unpack(j, "{s:{s:s, s:s}}", "error", "code", &word, "message", &message), 0);
    assert_string_equal(word, code);
    if (!strstr(message, part))
        fail_msg("'%s' does not say '%s'", message, part);
    json_decref(j);
}

/* ---- The table ---- */

static void every_route_is_covered_and_described(void **state)
{
    char *docs;
    size_t len;
    struct err e;
    (void)state;
    if (!file_read(TEST_SOURCE "/docs/api.md", &docs, &len, &e))
        fail_msg("%s", e.text);
    for (int i = 0; routes[i].method; i++) {
        struct buf b = BUF_EMPTY;
        buf_format(&b, "### %s " ROUTES_ROOT "%s\n", routes[i].method, routes[i].path);
        if (!strstr(docs, buf_str(&b)))
            fail_msg("docs/api.md has no section '%s'", buf_str(&b));
        if (!covered[i])
            fail_msg("no test covers %s %s", routes[i].method, routes[i].path);
        buf_free(&b);
    }
    free(docs);
}

static int start(void **state)
{
    (void)state;
    proofs = folder_new();
    lab_folder = folder_new();
    cups = folder_new();
    server = serving_start(&(struct server_options){.proofs = TEST_SOURCE "/proofs",
                                                    .own_proofs = proofs.path,
                                                    .labs = lab_folder.path,
                                                    .tournaments = cups.path});
    return 0;
}

static int stop(void **state)
{
    (void)state;
    server_stop(server);
    folder_remove(&proofs);
    folder_remove(&lab_folder);
    folder_remove(&cups);
    return 0;
}

SERVING_FIXTURE(server)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SERVING_TEST(the_root_lists_all_routes),
        SERVING_TEST(info_tells_games_players_levels_formats),
        SERVING_TEST(listed_players_play),
        SERVING_TEST(limits_are_told_and_described),
        SERVING_TEST(openapi_describes_all_routes),
        SERVING_TEST(openapi_is_sound),
        SERVING_TEST(the_first_example_is_true),
        SERVING_TEST(moves_are_those_of_the_chooser),
        SERVING_TEST(status_counts),
        SERVING_TEST(positions_are_judged),
        SERVING_TEST(openings_have_names),
        SERVING_TEST(unknown_fields_are_named),
        SERVING_TEST(other_methods_are_named),
        SERVING_TEST(nothing_is_saved_where_all_is_read_only),
        SERVING_TEST(illegal_stones_are_named),
        SERVING_TEST(games_of_every_state_are_answered),
        SERVING_TEST(threats_and_defences_are_listed),
        SERVING_TEST(players_make_turns),
        SERVING_TEST(go_is_played),
        SERVING_TEST(go_is_counted),
        SERVING_TEST(the_net_says_what_it_expects),
        SERVING_TEST(the_same_seed_makes_the_same_turn),
        SERVING_TEST(forcing_wins_are_shown),
        SERVING_TEST(puzzles_are_picked),
        SERVING_TEST(puzzles_are_judged),
        SERVING_TEST(searches_need_no_socket),
        SERVING_TEST(small_positions_have_exact_values),
        SERVING_TEST(certificates_are_checked),
        SERVING_TEST(proofs_are_walked_through),
        SERVING_TEST(labs_are_made_run_and_read),
        SERVING_TEST(analysis_comes_live),
        SERVING_TEST(trees_are_saved_changed_and_deleted),
        SERVING_TEST(studies_have_chapters),
        SERVING_TEST(progress_is_kept_and_never_overwritten),
        SERVING_TEST(illegal_trees_are_not_saved),
        SERVING_TEST(positions_are_found_again),
        SERVING_TEST(every_format_comes_in_and_goes_out),
        SERVING_TEST(libraries_go_out_as_bytes),
        SERVING_TEST(collections_take_games_and_answer),
        SERVING_TEST(verdicts_are_kept),
        SERVING_TEST(files_of_several_games_and_other_character_sets_come_in),
        SERVING_TEST(two_people_play),
        SERVING_TEST(players_meet_in_tournaments),
        SERVING_TEST(every_route_is_covered_and_described),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
