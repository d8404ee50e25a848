/* Routes: searches: moves, puzzles, exact values, proofs, labs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "server/api/asking.h"
#include "json/base64.h"

#define FOUR                                                                                            \
    "{\"rules\":[19,19,6,2,1],\"stones\":[\"j10\",\"a1\",\"a3\",\"k10\",\"l10\",\"c1\",\"c3\",\"m10\"," \
    "\"s1\",\"e1\","                                                                                    \
    "\"e3\"]}"

void players_make_turns(void **state)
{
    (void)state;
    json_t *j = ask(200, "POST", "/move", "{\"player\":\"random\",\"seed\":7,\"game\":" START "}");
    assert_int_equal(json_array_size(json_object_get(j, "turn")), 1);
    check(ask(200, "POST", "/move", "{\"player\":\"random\",\"seed\":7,\"game\":" START "}"), "{}");
    json_decref(j);
    j = ask(200, "POST", "/move", "{\"player\":\"engine\",\"level\":2,\"seconds\":1,\"game\":" START "}");
    assert_int_equal(json_array_size(json_object_get(j, "turn")), 1);
    json_decref(j);
    /* The engine completes a row when it can. */
    j = ask(200, "POST", "/move", "{\"player\":\"engine\",\"seconds\":0.5,\"game\":" FOUR "}");
    json_t *turn = json_object_get(j, "turn");
    assert_int_equal(json_array_size(turn), 2);
    assert_int_equal(json_integer_value(json_object_get(j, "mate")), 1);
    json_decref(j);
    error_is(ask(400, "POST", "/move", "{\"player\":\"nobody\",\"game\":" START "}"), "bad_request",
             "nobody");
    error_is(ask(400, "POST", "/move", "{\"player\":\"book:file=/etc/passwd\",\"game\":" START "}"),
             "bad_request", "files");
    error_is(ask(400, "POST", "/move", "{\"player\":\"engine:hash=100000\",\"game\":" START "}"),
             "bad_request", "options");
    error_is(ask(400, "POST", "/move", "{\"level\":12,\"game\":" START "}"), "bad_request", "'level' is 12");
    error_is(ask(400, "POST", "/move",
                 "{\"game\":{\"rules\":[3,3,3,1,1],\"stones\":[\"a1\",\"a2\",\"b1\",\"b2\",\"c1\"]}}"),
             "bad_request", "the game is over");
}

#define GO9(STONES) "{\"rules\":\"go9\",\"stones\":[" STONES "]}"

void go_is_played(void **state)
{
    (void)state;
    static const char level[] = "{\"level\":4,\"seed\":5,\"seconds\":600,\"game\":" GO9("\"E5\",\"C3\"") "}";
    json_t *a = ask(200, "POST", "/move", level), *b = ask(200, "POST", "/move", level);
    double chance = json_number_value(json_object_get(a, "chance"));
    assert_int_equal(json_array_size(json_object_get(a, "turn")), 1);
    assert_true(json_equal(json_object_get(a, "turn"), json_object_get(b, "turn")));
    assert_true(chance >= 0.01 && chance <= 0.99 && json_integer_value(json_object_get(a, "nodes")) > 0);
    json_decref(a);
    json_decref(b);
    /* Full strength, for as long as it is told; another player by name; a set-up. */
    json_decref(ask(200, "POST", "/move", "{\"seconds\":0.05,\"game\":" GO9("") "}"));
    json_decref(ask(200, "POST", "/move", "{\"player\":\"net\",\"game\":" GO9("\"pass\"") "}"));
    json_decref(
        ask(200, "POST", "/move",
            "{\"player\":\"plain\",\"game\":{\"rules\":\"go:7,komi=5.5\",\"setup\":{\"black\":[\"D4\"],"
            "\"white\":[\"C3\"],\"to_move\":\"white\"}}}"));
    error_is(ask(400, "POST", "/move", "{\"game\":" GO9("\"E5\",\"e5\"") "}"), "bad_request", "stone 2");
    error_is(ask(400, "POST", "/move", "{\"game\":" GO9("\"pass\",\"pass\"") "}"), "bad_request", "over");
    error_is(ask(400, "POST", "/move", "{\"game\":{\"rules\":\"go99\"}}"), "bad_request", "rules");
    error_is(ask(400, "POST", "/move", "{\"player\":\"mcts:threads=9\",\"game\":" GO9("") "}"), "bad_request",
             "threads");
    error_is(ask(400, "POST", "/move", "{\"player\":\"net:file=/etc/passwd\",\"game\":" GO9("") "}"),
             "bad_request", "files");
    error_is(ask(400, "POST", "/move",
                 "{\"game\":{\"rules\":\"go9\",\"setup\":{\"black\":[\"A2\",\"B1\"],\"white\":[\"A1\"]}}}"),
             "bad_request", "liberty");
}

/* Black has the left, White the right; three stones of either are dead in the other's area. */
#define DIVIDED(MORE)                                                                                      \
    "{\"rules\":\"go:9,komi=7.5\",\"setup\":{\"black\":[\"D1\",\"D2\",\"D3\",\"D4\",\"D5\",\"D6\",\"D7\"," \
    "\"D8\",\"D9\",\"H5\"],\"white\":[\"E1\",\"E2\",\"E3\",\"E4\",\"E5\",\"E6\",\"E7\",\"E8\",\"E9\","     \
    "\"B3\","                                                                                              \
    "\"B4\"],\"to_move\":\"black\"},\"stones\":[" MORE "]}"

static void has_stones(const json_t *j, const char *name, const char *text)
{
    struct buf b = BUF_EMPTY;
    const json_t *list = json_object_get(j, name);
    for (size_t i = 0; i < json_array_size(list); i++)
        buf_format(&b, i ? " %s" : "%s", json_string_value(json_array_get(list, i)));
    assert_string_equal(buf_str(&b), text);
    buf_free(&b);
}

void go_is_counted(void **state)
{
    (void)state;
    json_t *j = ask(200, "POST", "/count", "{\"game\":" DIVIDED("\"pass\",\"pass\"") "}");
    has_stones(j, "dead", "B3 B4 H5");
    has_stones(j, "seki", "");
    const json_t *owner = json_object_get(j, "owner");
    assert_int_equal(json_array_size(owner), 81);
    for (int p = 0; p < 81; p++)
        assert_int_equal(json_integer_value(json_array_get(owner, (size_t)p)), p % 9 < 4 ? 100 : -100);
    assert_true(json_number_value(json_object_get(j, "score")) == 36 - 45 - 7.5); /* exact */
    /* The same again; before the end, too. */
    json_t *again = ask(200, "POST", "/count", "{\"game\":" DIVIDED("") "}");
    assert_true(json_equal(j, again));
    json_decref(again);
    json_decref(j);
    error_is(ask(400, "POST", "/count", "{\"game\":" START "}"), "bad_request", "only games of Go");
    error_is(ask(400, "POST", "/count", "{\"game\":" GO9("\"E5\",\"E5\"") "}"), "bad_request", "stone 2");
}

void the_same_seed_makes_the_same_turn(void **state)
{
    (void)state;
    static const char body[] =
        "{\"player\":\"engine\",\"level\":3,\"seed\":5,\"seconds\":600,\"game\":{\"rules\":[15,"
        "15,5,1,1],\"stones\":[\"h8\",\"i9\",\"h9\"]}}";
    json_t *a = ask(200, "POST", "/move", body), *b = ask(200, "POST", "/move", body);
    assert_true(json_equal(json_object_get(a, "turn"), json_object_get(b, "turn")));
    json_decref(a);
    json_decref(b);
}

/* The game of a puzzle with the error played, as a request's field. */
static json_t *puzzle_game(const json_t *puzzle)
{
    json_t *game = json_deep_copy(json_object_get(puzzle, "game"));
    json_array_extend(json_object_get(game, "stones"), json_object_get(puzzle, "error"));
    return game;
}

static json_t *ask_json(int status, const char *path, json_t *body)
{
    char *text = json_dumps(body, JSON_COMPACT);
    json_t *j = ask(status, "POST", path, text);
    free(text);
    json_decref(body);
    return j;
}

void puzzles_are_picked(void **state)
{
    (void)state;
    size_t seen = 0, total;
    int last = 0;
    do {
        char path[60];
        snprintf(path, sizeof path, "/puzzles?limit=500&offset=%zu", seen);
        json_t *part = ask(200, "GET", path, NULL), *list = json_object_get(part, "puzzles"), *v;
        size_t i;
        total = (size_t)json_integer_value(json_object_get(part, "total"));
        assert_true(total >= 1300 && json_array_size(list) > 0);
        json_array_foreach(list, i, v)
        {
            int rating = (int)json_integer_value(json_object_get(v, "rating"));
            assert_true(rating >= last);
            last = rating;
        }
        seen += json_array_size(list);
        json_decref(part);
    } while (seen < total);
    assert_int_equal(seen, total);
    json_t *few = ask(200, "GET", "/puzzles?rules=gomoku&turns=2&limit=3&theme=win%20in%202", NULL);
    assert_int_equal(json_array_size(json_object_get(few, "puzzles")), 3);
    json_decref(few);
    json_t *a = ask(200, "POST", "/puzzles/pick", "{\"rules\":\"connect6\",\"rating\":1700,\"seed\":3}");
    const char *id = json_string_value(json_object_get(json_object_get(a, "puzzle"), "id"));
    json_t *b = ask_json(
        200, "/puzzles/pick",
        json_pack("{s:s, s:i, s:i, s:[s]}", "rules", "connect6", "rating", 1700, "seed", 3, "except", id));
    assert_string_not_equal(id, json_string_value(json_object_get(json_object_get(b, "puzzle"), "id")));
    json_decref(a);
    json_decref(b);
    a = ask(200, "GET", "/puzzles/daily?date=2026-01-31&rules=connect6", NULL);
    b = ask(200, "GET", "/puzzles/daily?date=2026-01-31&rules=connect6", NULL);
    assert_true(json_equal(a, b));
    json_decref(a);
    json_decref(b);
    error_is(ask(400, "GET", "/puzzles/daily?date=tomorrow", NULL), "bad_request", "2026-01-31");
    error_is(ask(400, "GET", "/puzzles?theme=nonsense", NULL), "bad_request", "theme");
    error_is(ask(404, "POST", "/puzzles/pick", "{\"rules\":[7,7,5,1,1]}"), "not_found", "no such puzzle");
}

void puzzles_are_judged(void **state)
{
    (void)state;
    json_t *all = ask(200, "GET", "/puzzles?rules=connect6&turns=3&kind=win&limit=1", NULL);
    const json_t *p = json_array_get(json_object_get(all, "puzzles"), 0);
    json_t *line = json_object_get(p, "line");
    json_t *turn = json_pack("[O, O]", json_array_get(line, 0), json_array_get(line, 1));
    check(ask_json(200, "/puzzles/judge",
                   json_pack("{s:o, s:O, s:i}", "game", puzzle_game(p), "turn", turn, "turns", 3)),
          "{'verdict': 'wins', 'turns': 2, 'over': false}");
    check(ask_json(200, "/puzzles/judge",
                   json_pack("{s:o, s:o, s:i}", "game", puzzle_game(p), "turn", turn, "turns", 2)),
          "{'verdict': 'longer', 'turns': 2}");
    check(ask_json(200, "/puzzles/judge",
                   json_pack("{s:o, s:[s,s]}", "game", puzzle_game(p), "turn", "a1", "s1")),
          "{'verdict': 'fails', 'turns': -1}");
    json_t *j = ask_json(200, "/puzzles/hint", json_pack("{s:o}", "game", puzzle_game(p)));
    assert_true(json_equal(json_object_get(j, "key"), json_object_get(p, "key")));
    assert_int_equal(json_integer_value(json_object_get(j, "turns")), 3);
    json_decref(j);
    j = ask_json(200, "/puzzles/tree", json_pack("{s:o}", "game", puzzle_game(p)));
    assert_int_equal(json_integer_value(json_object_get(j, "turns")), 3);
    assert_true(json_integer_value(json_object_get(j, "nodes")) > 2);
    json_decref(j);
    j = ask_json(200, "/puzzles/find", json_pack("{s:o}", "game", puzzle_game(p)));
    assert_true(json_is_array(json_object_get(j, "puzzles")));
    json_decref(j);
    error_is(ask_json(400, "/puzzles/judge", json_pack("{s:o}", "game", puzzle_game(p))), "bad_request",
             "turn");
    error_is(ask(400, "POST", "/puzzles/judge",
                 "{\"game\":{\"rules\":\"connect6\",\"stones\":[\"j10\"]},\"turn\":[\"a2\",\"b2\",\"c2\"],"
                 "\"turns\":3}"),
             "bad_request", "3 stones are too many");
    error_is(ask(400, "POST", "/puzzles/judge",
                 "{\"game\":{\"rules\":\"connect6\",\"stones\":[\"j10\"]},\"turn\":[\"a2\"]}"),
             "bad_request", "a turn has 2 stones here");
    json_decref(all);
}

void small_positions_have_exact_values(void **state)
{
    (void)state;
    check(ask(200, "POST", "/exact", "{\"game\":{\"rules\":\"tictactoe\",\"stones\":[\"b2\",\"a2\"]}}"),
          "{'value':'win','least':'win','most':'win'}");
    error_is(ask(400, "POST", "/exact", "{\"game\":{\"rules\":\"connect6\",\"stones\":[]}}"), "bad_request",
             "64");
}

/* A certificate with one byte changed, or as it is (`change` 0). */
static json_t *check_certificate(int status, unsigned char change)
{
    struct buf body = BUF_EMPTY;
    char *bytes;
    size_t len;
    assert_true(file_read(TEST_SOURCE "/proofs/connect-4-1-1.cert", &bytes, &len, NULL));
    bytes[len / 2] = (char)(bytes[len / 2] ^ change);
    buf_text(&body, "{\"base64\":\"");
    base64_encode(bytes, len, &body);
    buf_text(&body, "\"}");
    json_t *j = ask(status, "POST", "/check", buf_str(&body));
    free(bytes);
    buf_free(&body);
    return j;
}

void certificates_are_checked(void **state)
{
    (void)state;
    check(check_certificate(200, 0), "{'verdict':'accepted','attacker':'black','infinite':true}");
    json_t *j = check_certificate(200, 1);
    assert_string_not_equal(json_string_value(json_object_get(j, "verdict")), "accepted");
    assert_non_null(json_object_get(j, "reason"));
    json_decref(j);
    error_is(ask(400, "POST", "/check", "{\"base64\":\"AAAA\"}"), "bad_request", "no certificate");
    error_is(ask(400, "POST", "/check", "{\"base64\":\"\"}"), "bad_request", "no certificate");
    error_is(ask(400, "POST", "/check", "{}"), "bad_request", "base64");
}

#define FIVE "\"game\":{\"rules\":[9,9,5,2,1],\"stones\":[\"e5\",\"a1\",\"i9\",\"e6\",\"f5\"]}"
#define SMALL                                                                                               \
    "{\"name\":\"small\",\"rules\":[9,9,5,2,1],\"options\":{\"verify-order\":1,\"solve-order\":1,\"verify-" \
    "nodes\":"                                                                                              \
    "3,\"solve-nodes\":1,\"expand-nodes\":300}}"

/* The view when nobody runs it any more. */
static json_t *lab_at_rest(void)
{
    for (double until = clock_now() + PATIENCE; clock_now() < until; usleep(20000)) {
        json_t *j = ask(200, "POST", "/labs/small/view", "{\"open\":[{\"path\":[],\"most\":1000}]}");
        if (json_is_null(json_object_get(json_object_get(j, "run"), "where")))
            return j;
        json_decref(j);
    }
    fail_msg("it runs on");
    return NULL;
}

/* Two roots, one for each side. */
static void who_wins_is_asked(void)
{
    static const char body[] = "{\"name\":\"w\",\"attacker\":\"both\"," FIVE "}";
    check(ask(201, "POST", "/labs", "{\"name\":\"who\",\"rules\":[9,9,5,2,1]}"), "{'name':'who'}");
    check(ask(200, "POST", "/labs/who/roots", body), "{'noted':false}");
    error_is(ask(400, "POST", "/labs/who/roots", body), "bad_request", "already");
    error_is(ask(400, "POST", "/labs/who/roots", "{\"name\":\"x\",\"attacker\":\"nobody\"," FIVE "}"),
             "bad_request", "attacker");
    json_t *j = ask(200, "POST", "/labs/who/view", "{}"), *roots = json_object_get(j, "roots");
    assert_int_equal(json_array_size(roots), 2);
    for (size_t i = 0; i < 2; i++) {
        json_t *root = json_array_get(roots, i);
        assert_string_equal(json_string_value(json_object_get(root, "name")), i ? "w.white" : "w.black");
        assert_string_equal(json_string_value(json_object_get(root, "attacker")), i ? "white" : "black");
    }
    json_decref(j);
    json_decref(ask(204, "DELETE", "/labs/who", NULL));
}

void labs_are_made_run_and_read(void **state)
{
    (void)state;
    who_wins_is_asked();
    check(ask(201, "POST", "/labs", SMALL), "{'name':'small'}");
    error_is(ask(409, "POST", "/labs", SMALL), "conflict", "of this name");
    error_is(ask(400, "POST", "/labs", "{\"name\":\"../x\",\"rules\":\"connect6\"}"), "bad_request",
             "letters");
    error_is(ask(400, "POST", "/labs", "{\"name\":\"x\",\"rules\":\"connect6\",\"options\":{\"haste\":1}}"),
             "bad_request", "no option 'haste'");
    check(ask(200, "POST", "/labs/small/roots", "{\"name\":\"it\"," FIVE "}"), "{'noted':false}");
    error_is(ask(400, "POST", "/labs/small/roots", "{\"name\":\"it\"," FIVE "}"), "bad_request", "already");
    error_is(ask(400, "POST", "/labs/small/roots", "{\"name\":\"six\",\"game\":" START "}"), "bad_request",
             "another game");
    error_is(ask(404, "POST", "/labs/none/view", "{}"), "not_found", "no lab");
    error_is(ask(404, "POST", "/labs/..%2f..%2fetc/view", "{}"), "not_found", "there is no");
    check(ask(200, "POST", "/labs/small/ask", "{\"what\":\"priority\",\"root\":\"it\",\"priority\":7}"),
          "{'noted':false}");
    error_is(ask(400, "POST", "/labs/small/ask", "{\"what\":\"add\"}"), "bad_request", "'what' must be");
    error_is(ask(400, "POST", "/labs/small/ask", "{\"what\":\"prune\",\"root\":\"it\",\"stones\":\"a2 a3\"}"),
             "bad_request", "not in the tree");
    error_is(ask(409, "POST", "/labs/small/export", "{\"root\":\"it\"}"), "conflict", "not proved");
    error_is(ask(409, "POST", "/labs/small/run", "{\"run\":false}"), "conflict", "does not run here");
    check(ask(202, "POST", "/labs/small/run", "{\"run\":true}"), "{'run':true}");
    json_t *j = lab_at_rest(), *root = json_array_get(json_object_get(j, "roots"), 0);
    assert_string_equal(json_string_value(json_object_get(root, "state")), "proved");
    assert_int_equal(json_integer_value(json_object_get(root, "priority")), 7);
    assert_true(json_array_size(json_object_get(j, "history")) >= 2);
    json_t *workers = json_object_get(json_object_get(j, "stats"), "workers");
    assert_memory_equal(json_string_value(json_object_get(json_array_get(workers, 0), "worker")), "server-",
                        7);
    json_t *turns = json_object_get(json_array_get(json_object_get(j, "open"), 0), "turns");
    assert_true(json_array_size(turns) > 50);
    json_decref(j);
    j = ask(200, "POST", "/labs/small/map", "{\"root\":\"it\"}");
    assert_string_equal(json_string_value(json_object_get(j, "attacker")), "black");
    assert_true(json_array_size(json_object_get(j, "list")) > 0);
    assert_int_equal(json_array_size(json_object_get(j, "left")), 0); /* all is proved */
    json_decref(j);
    error_is(ask(404, "POST", "/labs/small/map", "{\"root\":\"none\"}"), "not_found", "no root");
    check(ask(201, "POST", "/labs/small/export", "{\"root\":\"it\",\"keep\":true}"), "{'proof':'small-it'}");
    json_decref(ask(200, "POST", "/proofs/small-it/walk", "{}"));
    assert_null(ask(204, "DELETE", "/proofs/small-it", NULL));
    j = ask(200, "POST", "/labs/small/export", "{\"root\":\"it\",\"format\":\"sgf\"}");
    assert_non_null(strstr(json_string_value(json_object_get(j, "text")), "(;FF[4]"));
    json_decref(j);
    j = ask(200, "GET", "/labs", NULL);
    assert_int_equal(json_array_size(json_object_get(j, "labs")), 1);
    json_decref(j);
    assert_null(ask(204, "DELETE", "/labs/small", NULL));
    error_is(ask(404, "DELETE", "/labs/small", NULL), "not_found", "no lab");
}

void proofs_are_walked_through(void **state)
{
    (void)state;
    check(ask(200, "POST", "/proofs/connect-4-2-2/walk", "{\"line\":[[\"j13\",\"n13\"]]}"),
          "{'turns':4,'first':['l13','m13'],'ended':false,'line':[{'defence':['j13','n13'],'why':'covered',"
          "'as':['j13','n13'],'answer':['l10','l12']}]}");
    json_t *j = ask(200, "GET", "/proofs/connect-4-2-2", NULL);
    struct buf body = BUF_EMPTY;
    buf_format(&body, "{\"name\":\"of mine.cert\",\"base64\":\"%s\"}",
               json_string_value(json_object_get(j, "base64")));
    json_decref(j);
    check(ask(201, "POST", "/proofs", buf_str(&body)), "{'name':'of-mine','turns':4}");
    buf_free(&body);
    j = ask(200, "GET", "/proofs", NULL);
    json_t *list = json_object_get(j, "proofs");
    json_t *last = json_array_get(list, json_array_size(list) - 1);
    assert_string_equal(json_string_value(json_object_get(last, "name")), "of-mine");
    check(json_incref(json_object_get(last, "claim")),
          "{'attacker':'black','infinite':true,'reachable':true}");
    json_decref(j);
    assert_null(ask(204, "DELETE", "/proofs/of-mine", NULL));
    error_is(ask(404, "DELETE", "/proofs/connect-4-2-2", NULL), "not_found", "may be deleted");
    error_is(ask(404, "POST", "/proofs/of-mine/walk", "{}"), "not_found", "no proof");
    error_is(ask(400, "POST", "/proofs", "{\"base64\":\"AAAA\"}"), "bad_request", "no certificate");
    /* Threats through each other: what a stone of one row completes is another. */
    check(ask(201, "POST", "/proofs",
              "{\"name\":\"rows\",\"base64\":"
              "\"SEVYQ0VSVAETEwYCAQICDSkBAQEUExMTE1IBAQEMKIkCJgICAgICAgICAv8A\"}"),
          "{'turns':0}");
    check(ask(200, "POST", "/proofs/rows/walk", "{\"line\":[[\"a1\",\"b1\"]]}"),
          "{'ended':true,'line':[{'defence':['a1','b1'],'why':'row','answer':['g9']}]}");
    assert_null(ask(204, "DELETE", "/proofs/rows", NULL));
}

void forcing_wins_are_shown(void **state)
{
    (void)state;
    json_t *j = ask(200, "POST", "/forcing", "{\"kind\":\"vcdt\",\"game\":" FOUR "}");
    assert_true(json_array_size(json_object_get(j, "turn")) > 0);
    assert_true(json_array_size(json_object_get(j, "zone")) > 0);
    check(j, "{'answer':'win','side':'black','depth':1}");
    check(ask(200, "POST", "/forcing", "{\"kind\":\"vcdt\",\"side\":\"white\",\"game\":" FOUR "}"),
          "{'answer':'none','side':'white','turn':[],'line':[]}");
    error_is(ask(400, "POST", "/forcing", "{\"kind\":\"vcxt\",\"game\":" FOUR "}"), "bad_request",
             "'kind' is 'vcxt'");
    error_is(ask(400, "POST", "/forcing", "{\"side\":\"grey\",\"game\":" FOUR "}"), "bad_request",
             "'side' is 'grey'");
}

/* The shares are those of a distribution, in order; the net sees a row that can be completed. */
void the_net_says_what_it_expects(void **state)
{
    (void)state;
    json_t *j = ask(200, "POST", "/policy", "{\"game\":" FOUR "}"), *squares = json_object_get(j, "squares");
    double sum = 0, before = 1;
    for (size_t i = 0; i < json_array_size(squares); i++) {
        double share = json_real_value(json_object_get(json_array_get(squares, i), "share"));
        assert_true(share > 0 && share <= before);
        sum += before = share;
    }
    assert_true(fabs(sum - 1) < 361 * 0.5e-4);
    const char *first = json_string_value(json_object_get(json_array_get(squares, 0), "at"));
    assert_true(strlen(first) == 3 && strchr("hino", first[0]) && strcmp(first + 1, "10") == 0);
    double chance = json_real_value(json_object_get(j, "chance"));
    assert_true(chance > 0 && chance < 1);
    check(j, "{'side':'black'}");
    error_is(ask(400, "POST", "/policy", "{\"game\":" START "}"), "bad_request", "empty board");
    /* Rounded numbers look so. */
    struct reply_send told = http_ask(port(), "POST", API "/policy", NULL, "{\"game\":" FOUR "}");
    for (const char *at = told.body; at && (at = strstr(at, "0.")); at += 2)
        assert_true(strspn(at + 2, "0123456789") <= 4);
    reply_send_free(&told);
    error_is(ask(400, "POST", "/policy", "{\"game\":{\"rules\":\"gomoku\",\"stones\":[\"h8\"]}}"),
             "bad_request", "the net knows k=6, p=2");
    error_is(ask(400, "POST", "/policy", "{\"game\":" FOUR ",\"level\":3}"), "bad_request", "level");
    /* Of Go the empty board, too, and a pass is a move. */
    j = ask(200, "POST", "/policy", "{\"game\":" GO9("") "}");
    check(j, "{'side':'black'}");
    error_is(ask(400, "POST", "/policy", "{\"game\":" GO9("\"pass\",\"pass\"") "}"), "bad_request", "over");
}

/* What the socket does is there for plain requests, too, with an end. */
void searches_need_no_socket(void **state)
{
    (void)state;
    json_t *j = ask(200, "POST", "/analyse", "{\"game\":" FOUR ",\"lines\":2,\"seconds\":0.1}");
    const json_t *first = json_array_get(json_object_get(j, "lines"), 0);
    assert_int_equal(json_integer_value(json_object_get(first, "mate")), 1);
    check(j, "{'final': true, 'to_move': 'black', 'left': 2}");
    check(ask(200, "POST", "/solve", "{\"game\":{\"rules\":[15,15,4,2,2],\"stones\":[]},\"order\":1}"),
          "{'status': 'won', 'order': 1}");
    check(ask(200, "POST", "/solve", "{\"game\":" START ",\"order\":1,\"nodes\":5}"),
          "{'status': 'stopped'}");
    j = ask(200, "POST", "/verify",
            "{\"order\":1,\"game\":{\"rules\":[13,13,5,2,1],"
            "\"stones\":[\"g7\",\"h8\",\"f6\",\"g9\",\"i7\"]}}");
    assert_true(json_array_size(json_object_get(j, "open")) > 0);
    check(j, "{'status': 'open'}");
    static const char *const bad[][3] = {
        {"/analyse", "\"seconds\":0", "'seconds'"},
        {"/analyse", "\"seconds\":601", "'seconds'"},
        {"/analyse", "\"lines\":33", "'lines'"},
        {"/analyse", "\"region\":\"z99\"", "'region'"},
        {"/analyse", "\"order\":1", "order"},
        {"/solve", "\"order\":5", "'order'"},
        {"/solve", "\"seconds\":3601", "'seconds'"},
        {"/verify", "\"nodes\":0", "'nodes'"},
        {"/verify", "\"id\":3", "id"},
        {"/verify", "\"do\":\"stop\"", "do"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct buf b = BUF_EMPTY;
        buf_format(&b, "{\"game\":" FOUR ",%s}", bad[i][1]);
        error_is(ask(400, "POST", bad[i][0], buf_str(&b)), "bad_request", bad[i][2]);
        buf_free(&b);
    }
    error_is(ask(400, "POST", "/solve", "{\"order\":1}"), "bad_request", "game");
}

void analysis_comes_live(void **state)
{
    (void)state;
    int fd = ws_open(port(), NULL, NULL);
    assert_true(fd >= 0);
    ws_send(fd, "{\"do\":\"analyse\",\"id\":1,\"game\":" FOUR ",\"lines\":2}");
    json_t *j = ws_json(fd, PATIENCE);
    while (json_object_get(j, "queued")) { /* threads that are free may take a while to notice */
        json_decref(j);
        j = ws_json(fd, PATIENCE);
    }
    assert_int_equal(json_integer_value(json_object_get(j, "id")), 1);
    json_t *lines = json_object_get(json_object_get(j, "report"), "lines");
    assert_true(json_array_size(lines) >= 1);
    assert_int_equal(json_array_size(json_object_get(json_array_get(lines, 0), "turn")), 2);
    json_decref(j);
    close(fd);
    cover("GET", "/live");
    error_is(ask(426, "GET", "/live", NULL), "upgrade_required", "WebSocket");
}
