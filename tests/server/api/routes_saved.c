/* Routes: saved trees, progress, records, collections. */
#include <stdlib.h>
#include <string.h>

#include "connect/record/record.h"
#include "server/api/asking.h"
#include "json/base64.h"

#define TREE                                                                                               \
    "{\"rules\":[19,19,6,2,1],\"info\":{\"black\":\"A\",\"white\":\"\\u516d\"},\"root\":{\"children\":[{"  \
    "\"stones\":"                                                                                          \
    "[\"j10\"],\"comment\":\"the centre\",\"eval\":{\"value\":12,\"chance\":0.53,\"mate\":0,\"depth\":4}," \
    "\"children\":[{\"stones\":[\"k12\"],\"children\":[{\"stones\":[\"i12\"],\"labels\":[{\"at\":\"a1\","  \
    "\"text\":"                                                                                            \
    "\"x\"}]}]},{\"stones\":[\"k11\"]}]}]}}"

static long long save(const char *title, const char *tree)
{
    struct buf b = BUF_EMPTY;
    buf_format(&b, "{\"title\":\"%s\",\"tree\":%s}", title, tree);
    json_t *j = ask(201, "POST", "/trees", buf_str(&b));
    long long id = json_integer_value(json_object_get(j, "id"));
    assert_int_equal(json_integer_value(json_object_get(j, "revision")), 1);
    json_decref(j);
    buf_free(&b);
    return id;
}

void trees_are_saved_changed_and_deleted(void **state)
{
    (void)state;
    char path[40], body[2000];
    long long id = save("First study", TREE);
    snprintf(path, sizeof path, "/trees/%lld", id);
    json_t *j = ask(200, "GET", path, NULL), *node = json_object_get(json_object_get(j, "tree"), "root");
    node = json_array_get(json_object_get(node, "children"), 0);
    assert_string_equal(json_string_value(json_object_get(node, "comment")), "the centre");
    assert_int_equal(json_integer_value(json_object_get(json_object_get(node, "eval"), "depth")), 4);
    check(j, "{'title':'First study','revision':1,'nodes':4}");
    snprintf(body, sizeof body, "{\"title\":\"Renamed\",\"revision\":1,\"tree\":%s}", TREE);
    check(ask(200, "PUT", path, body), "{'revision':2}");
    error_is(ask(409, "PUT", path, body), "conflict", "its revision is 2 now");
    char other[2000];
    snprintf(other, sizeof other, "{\"id\":%lld,\"title\":\"Other\",\"tree\":%s}", id + 1, TREE);
    error_is(ask(400, "PUT", path, other), "bad_request", "the address says");
    error_is(ask(400, "GET", "/trees?limit=1&colour=red", NULL), "bad_request", "'colour'");
    error_is(ask(400, "GET", "/info?limit=1", NULL), "bad_request", "'limit'");
    j = ask(200, "GET", "/trees?query=ename&limit=10", NULL);
    check(json_incref(json_array_get(json_object_get(j, "trees"), 0)),
          "{'title':'Renamed','rules':[19,19,6,2,1],'nodes':4,'revision':2}");
    check(j, "{'total':1}");
    check(ask(200, "GET", "/trees?query=%25", NULL), "{'total':0,'trees':[]}");
    assert_null(ask(204, "DELETE", path, NULL));
    error_is(ask(404, "DELETE", path, NULL), "not_found", "no tree");
    error_is(ask(404, "GET", path, NULL), "not_found", "no tree");
    error_is(ask(404, "PUT", path, body), "not_found", "no tree");
}

#define SMALL(stone, name)                                                                                  \
    "{\"rules\":[3,3,3,1,1],\"info\":{\"game\":\"" name "\"},\"root\":{\"children\":[{\"stones\":[\"" stone \
    "\"]}]}}"

void studies_have_chapters(void **state)
{
    (void)state;
    char path[40], expected[300];
    static const char body[] =
        "{\"title\":\"Study\",\"tree\":" SMALL("a1", "one") ",\"chapters\":[" SMALL("b2", "two") "," TREE
                                                                                                 "]}";
    json_t *j = ask(201, "POST", "/trees", body);
    long long id = json_integer_value(json_object_get(j, "id"));
    json_decref(j);
    snprintf(path, sizeof path, "/trees/%lld", id);
    j = ask(200, "GET", path, NULL);
    json_t *second = json_array_get(json_object_get(j, "chapters"), 0);
    assert_int_equal(json_array_size(json_object_get(j, "chapters")), 2);
    assert_string_equal(json_string_value(json_object_get(json_object_get(second, "info"), "game")), "two");
    /* What came may be sent back as it is. */
    char *again = json_dumps(j, 0);
    check(j, "{'title':'Study','revision':1,'nodes':8,'rules':[3,3,3,1,1]}");
    check(ask(200, "PUT", path, again), "{'revision':2}");
    free(again);
    snprintf(expected, sizeof expected,
             "{'matches':[{'id':%lld,'title':'Study','chapter':1,'path':[0],'symmetry':0,"
             "'stones_order_differs':false}],'cut':false}",
             id);
    check(ask(200, "POST", "/find", "{\"game\":{\"rules\":[3,3,3,1,1],\"stones\":[\"b2\"]}}"), expected);
    /* A tree alone again: its chapters are not found any more. */
    check(ask(200, "PUT", path, "{\"title\":\"Study\",\"tree\":" SMALL("a1", "one") "}"), "{'revision':3}");
    check(ask(200, "POST", "/find", "{\"game\":{\"rules\":[3,3,3,1,1],\"stones\":[\"b2\"]}}"),
          "{'matches':[]}");
    check(ask(200, "GET", path, NULL), "{'nodes':1,'revision':3}");
    assert_null(ask(204, "DELETE", path, NULL));

    j = ask(200, "POST", "/export",
            "{\"tree\":" SMALL("a1", "one") ",\"chapters\":[" SMALL("b2", "two") "]}");
    const char *text = json_string_value(json_object_get(j, "text")), *first = strstr(text, "GN[one]");
    assert_true(first && strstr(first, "GN[two]"));
    json_t *back = json_pack("{s:s}", "text", text);
    char *sent = json_dumps(back, 0);
    json_t *games = ask(200, "POST", "/import", sent);
    assert_int_equal(json_array_size(json_object_get(games, "games")), 2);
    check(json_incref(json_array_get(json_object_get(games, "games"), 1)), "{'title':'two'}");
    json_decref(games);
    free(sent);
    json_decref(back);
    json_decref(j);

    error_is(ask(400, "POST", "/trees", "{\"title\":\"x\",\"tree\":" TREE ",\"chapters\":{}}"), "bad_request",
             "'chapters' is an object, must be an array");
    error_is(ask(400, "POST", "/trees", "{\"title\":\"x\",\"tree\":" TREE ",\"chapters\":[" TREE ",7]}"),
             "bad_request", "chapter 3: ");
    error_is(ask(400, "POST", "/export", "{\"tree\":" TREE ",\"chapters\":[{}]}"), "bad_request",
             "chapter 2: ");
}

void progress_is_kept_and_never_overwritten(void **state)
{
    (void)state;
    check(ask(200, "GET", "/progress?player=%E6%A3%8B", NULL),
          "{'player':'棋','revision':0,'document':null}");
    check(ask(200, "PUT", "/progress", "{\"player\":\"棋\",\"revision\":0,\"document\":{\"a\":[1,2]}}"),
          "{'revision':1}");
    /* Two who read the same: the second is told. */
    check(ask(200, "PUT", "/progress", "{\"player\":\"棋\",\"revision\":1,\"document\":{\"a\":[1,2,3]}}"),
          "{'revision':2}");
    error_is(ask(409, "PUT", "/progress", "{\"player\":\"棋\",\"revision\":1,\"document\":{}}"), "conflict",
             "revision is 2 now");
    error_is(ask(409, "PUT", "/progress", "{\"player\":\"棋\",\"document\":{}}"), "conflict", "2 now");
    check(ask(200, "GET", "/progress?player=%E6%A3%8B", NULL),
          "{'player':'棋','revision':2,'document':{'a':[1,2,3]}}");
    check(ask(200, "GET", "/progress", NULL), "{'player':'','revision':0}");
    error_is(ask(400, "PUT", "/progress", "{\"player\":\"x\"}"), "bad_request", "'document' is missing");
    error_is(ask(400, "PUT", "/progress", "{\"player\":\"x\",\"document\":[]}"), "bad_request",
             "must be an object");
    error_is(ask(400, "PUT", "/progress", "{\"document\":{}}"), "bad_request", "'player' is missing");
}

void illegal_trees_are_not_saved(void **state)
{
    (void)state;
    error_is(
        ask(400, "POST", "/trees",
            "{\"title\":\"x\",\"tree\":{\"rules\":[3,3,3,1,1],\"root\":{\"children\":[{\"stones\":[\"a1\"],"
            "\"children\":[{\"stones\":[\"a1\"]}]}]}}}"),
        "bad_request", "a1");
    error_is(ask(400, "POST", "/trees", "{\"tree\":" TREE "}"), "bad_request", "'title' is missing");
    error_is(ask(400, "POST", "/trees", "{\"title\":\"x\"}"), "bad_request", "'tree' is missing");
}

void positions_are_found_again(void **state)
{
    (void)state;
    char expected[200];
    long long id = save("Found", TREE);
    /* The same position turned by half, by the same turns. */
    snprintf(
        expected, sizeof expected,
        "{'matches':[{'id':%lld,'title':'Found','path':[0,0,0],'symmetry':2,'stones_order_differs':false}],"
        "'cut':false}",
        id);
    check(
        ask(200, "POST", "/find", "{\"game\":{\"rules\":[19,19,6,2,1],\"stones\":[\"j10\",\"i8\",\"k8\"]}}"),
        expected);
    /* As it stands, by other turns. */
    snprintf(
        expected, sizeof expected,
        "{'matches':[{'id':%lld,'title':'Found','path':[0,0,0],'symmetry':0,'stones_order_differs':true}],"
        "'cut':false}",
        id);
    check(ask(200, "POST", "/find",
              "{\"game\":{\"rules\":[19,19,6,2,1],\"setup\":{\"black\":[\"j10\"],\"white\":[\"k12\",\"i12\"],"
              "\"to_move\":\"black\",\"left\":2}}}"),
          expected);
    check(ask(200, "POST", "/find", "{\"game\":{\"rules\":[19,19,6,2,1],\"stones\":[\"a1\"]}}"),
          "{'matches':[]}");
    check(ask(200, "POST", "/find", "{\"game\":{\"rules\":[19,19,6,2,2],\"stones\":[\"j10\"]}}"),
          "{'matches':[]}");
}

/* ---- Records ---- */

void libraries_go_out_as_bytes(void **state)
{
    (void)state;
#define FIVE "{\"rules\":[15,15,5,1,1],\"root\":{\"children\":[{\"stones\":[\"h8\"]},{\"stones\":[\"i9\"]}]}}"
    json_t *j = ask(200, "POST", "/export", "{\"tree\":" FIVE ",\"format\":\"renlib\"}");
    assert_null(json_object_get(j, "text"));
    json_t *sent = json_pack("{s:O, s:s}", "base64", json_object_get(j, "base64"), "format", "renlib");
    check(j, "{'extension':'.lib','mime':'application/octet-stream'}");
    char *text = json_dumps(sent, 0);
    json_t *back = ask(200, "POST", "/import", text);
    const json_t *game = json_array_get(json_object_get(back, "games"), 0),
                 *root = json_object_get(json_object_get(game, "tree"), "root");
    assert_int_equal(json_array_size(json_object_get(root, "children")), 2);
    json_decref(back);
    json_decref(sent);
    free(text);
    error_is(ask(400, "POST", "/export", "{\"tree\":" TREE ",\"format\":\"renlib\"}"), "bad_request",
             "five in a row on 15x15");
    error_is(ask(400, "POST", "/export", "{\"tree\":" FIVE ",\"chapters\":[" FIVE "],\"format\":\"renlib\"}"),
             "bad_request", "one tree each");
}

void every_format_comes_in_and_goes_out(void **state)
{
    (void)state;
    static const struct {
        const char *text, *format;
    } files[] = {
        {"(;GM[4]SZ[19];B[jj];W[ih];W[kh])", "sgf"},
        {"{[C6][A B][C D][Black wins][2017.01.01 Here][Event];B(J,10);W(I,12)W(K,12)}", "contest"},
        {"j10 i12 k12", "plain"},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        json_t *body = json_pack("{s:s, s:s}", "text", files[i].text, "name", "some/file.txt");
        char *text = json_dumps(body, 0);
        json_t *j = ask(200, "POST", "/import", text);
        assert_string_equal(json_string_value(json_object_get(j, "format")), files[i].format);
        json_t *game = json_array_get(json_object_get(j, "games"), 0);
        json_t *back =
            json_pack("{s:O, s:s}", "tree", json_object_get(game, "tree"), "format", files[i].format);
        char *again = json_dumps(back, 0);
        json_t *out = ask(200, "POST", "/export", again);
        const char *written = json_string_value(json_object_get(out, "text"));
        assert_non_null(strstr(written, i == 0   ? ";B[jj];W[ih];W[kh]"
                                        : i == 1 ? ";B(J,10);W(I,12)W(K,12)"
                                                 : "j10 i12 k12"));
        json_decref(out);
        json_decref(back);
        json_decref(j);
        json_decref(body);
        free(text);
        free(again);
    }
}

void files_of_several_games_and_other_character_sets_come_in(void **state)
{
    (void)state;
    json_t *j = ask(200, "POST", "/import",
                    "{\"text\":\"(;GN[One];B[aa])(;PB[Two];B[bb])(;B[cc])\",\"name\":\"x.sgf\"}");
    json_t *games = json_object_get(j, "games");
    assert_int_equal(json_array_size(games), 3);
    assert_string_equal(json_string_value(json_object_get(json_array_get(games, 0), "title")), "One");
    assert_string_equal(json_string_value(json_object_get(json_array_get(games, 1), "title")), "Two – ?");
    assert_string_equal(json_string_value(json_object_get(json_array_get(games, 2), "title")), "x 3");
    json_decref(j);
    /* (;CA[GBK]PB[六];B[jj]) in GBK, as base64 */
    j = ask(200, "POST", "/import", "{\"base64\":\"KDtDQVtHQktdUEJbwfldO0JbampdKQ==\"}");
    json_decref(j);
    error_is(ask(400, "POST", "/import", "{\"text\":\"(;B[jj];W[jj])\"}"), "bad_request", "line 1");
    error_is(ask(400, "POST", "/import", "{\"text\":\"j10\",\"format\":\"sgf\"}"), "bad_request",
             "this is not sgf");
    /* (;B[jj]) in UTF-16, big and little endian, with its mark */
    json_decref(ask(200, "POST", "/import", "{\"base64\":\"/v8AKAA7AEIAWwBqAGoAXQAp\",\"format\":\"sgf\"}"));
    json_decref(ask(200, "POST", "/import", "{\"base64\":\"//4oADsAQgBbAGoAagBdACkA\",\"format\":\"sgf\"}"));
    error_is(ask(400, "POST", "/import", "{\"base64\":\"/v8AKAA7AEIAWwBqAGoAXQAp\",\"format\":\"plain\"}"),
             "bad_request", "not plain");
    error_is(ask(400, "POST", "/import", "{}"), "bad_request", "'text' or 'base64'");
    error_is(ask(400, "POST", "/import", "{\"base64\":\"***\"}"), "bad_request", "base64");
    error_is(ask(400, "POST", "/export", "{\"format\":\"xls\",\"tree\":" TREE "}"), "bad_request", "'xls'");
}

/* ---- Collections ---- */

#define TWO_GAMES "(;PB[A]PW[B]RE[B+];B[jj];W[ih];W[kh])(;PB[C]PW[D]RE[W+]DT[2020];B[jj];W[il];W[kl];B[aa])"

/* In a collection of TWO_GAMES: A – B, which Black won, and C – D, which White won. */
static void games_are_looked_for(long long id)
{
    char body[400];
    check(ask(200, "POST", "/games/search", "{\"player\":\"c\",\"side\":\"black\"}"), "{'total':1}");
    check(ask(200, "POST", "/games/search", "{\"player\":\"c\",\"side\":\"white\"}"),
          "{'total':0,'games':[]}");
    check(ask(200, "POST", "/games/search", "{\"from\":\"2021\"}"), "{'total':0}");
    check(ask(200, "POST", "/games/search", "{\"from\":\"2017\",\"to\":\"2020\"}"), "{'total':1}");
    check(ask(200, "POST", "/games/search", "{\"opening\":\"XX-B22\"}"), "{'total':0}");
    check(ask(200, "POST", "/games/search",
              "{\"game\":{\"rules\":\"connect6\",\"stones\":[\"j10\",\"i8\"]},\"limit\":0}"),
          "{'total':2,'games':[]}");
    json_t *j = ask(200, "POST", "/games/search", "{\"result\":\"black\"}");
    check(json_incref(json_array_get(json_object_get(j, "games"), 0)),
          "{'black':'A','white':'B','result':'black'}");
    json_decref(j);
    snprintf(
        body, sizeof body,
        "{\"collection\":%lld,\"result\":\"white\",\"game\":{\"rules\":\"connect6\",\"stones\":[\"j10\"]}}",
        id);
    check(ask(200, "POST", "/explore", body), "{'games':1,'black':0,'white':1,'turns_all':1}");
    error_is(ask(400, "POST", "/explore",
                 "{\"result\":\"white\",\"game\":{\"rules\":\"connect6\",\"stones\":[]}}"),
             "bad_request", "counts without games");
    error_is(ask(400, "POST", "/games/search", "{\"from\":\"May\"}"), "bad_request", "must be a date");
    error_is(ask(400, "POST", "/games/search", "{\"side\":\"green\"}"), "bad_request", "black or white");
    error_is(ask(400, "POST", "/games/search", "{\"result\":\"none\"}"), "bad_request", "'result' must be");
    error_is(ask(400, "POST", "/games/search", "{\"opening\":\"none\"}"), "bad_request",
             "no opening is called");
    error_is(ask(404, "POST", "/games/search", "{\"collection\":99}"), "not_found", "no collection 99");
}

void collections_take_games_and_answer(void **state)
{
    (void)state;
    json_t *j = ask(201, "POST", "/collections", "{\"name\":\"Mine\"}");
    char path[80], body[400];
    long long id = json_integer_value(json_object_get(j, "id"));
    json_decref(j);
    snprintf(path, sizeof path, "/collections/%lld/games", id);
    check(ask(200, "POST", path, "{\"text\":\"" TWO_GAMES "(;B[jj];W[jj])\"}"),
          "{'added':2,'known':0,'bad':1}");
    check(ask(200, "POST", path, "{\"text\":\"" TWO_GAMES "\"}"),
          "{'added':0,'known':2,'bad':0,'messages':[]}");
    error_is(ask(400, "POST", path, "{\"text\":\"(;B[jj];W[jj])\"}"), "bad_request", "occupied");
    snprintf(body, sizeof body,
             "{\"collection\":%lld,\"game\":{\"rules\":\"connect6\",\"stones\":[\"j10\",\"i8\"]}}", id);
    j = ask(200, "POST", "/explore", body);
    json_t *turn = json_array_get(json_object_get(j, "turns"), 0),
           *game = json_array_get(json_object_get(j, "list"), 0);
    assert_int_equal(json_integer_value(json_object_get(turn, "games")), 2); /* mirrored, so one turn */
    assert_string_equal(json_string_value(json_object_get(game, "black")), "C");
    assert_string_equal(json_string_value(json_object_get(game, "result")), "white");
    long long number = json_integer_value(json_object_get(game, "id"));
    check(j, "{'games':2,'black':1,'white':1,'drawn':0,'open':0,'placed':1,'turns_all':1}");
    snprintf(path, sizeof path, "/games/%lld", number);
    check(ask(200, "GET", path, NULL), "{'title':'C – D'}");
    games_are_looked_for(id);
    snprintf(path, sizeof path, "/collections/%lld", id);
    json_decref(ask(204, "PUT", path, "{\"name\":\"Yours\"}"));
    j = ask(200, "GET", "/collections", NULL);
    json_t *first = json_array_get(json_object_get(j, "collections"), 0);
    assert_string_equal(json_string_value(json_object_get(first, "name")), "Yours");
    assert_int_equal(json_integer_value(json_object_get(first, "games")), 2);
    json_decref(j);
    json_decref(ask(204, "DELETE", path, NULL));
    error_is(ask(404, "POST", "/explore", body), "not_found", "no collection");
    error_is(ask(404, "GET", "/games/1", NULL), "not_found", "no game");
    error_is(ask(400, "POST", "/collections", "{\"name\":\"\"}"), "bad_request", "'name' is missing");
}

#define OPENING "\"game\":{\"rules\":\"connect6\",\"stones\":[\"j10\"]}"

void verdicts_are_kept(void **state)
{
    (void)state;
    json_t *j = ask(200, "POST", "/explore", "{\"turns\":3," OPENING "}");
    assert_int_equal(json_array_size(json_object_get(j, "turns")), 3);
    assert_null(json_object_get(j, "verdict"));
    json_decref(j);
    bool judged = false;
    for (double seconds = 0.05; !judged; seconds *= 4) { /* a busy machine may leave it no time at all */
        char body[200];
        snprintf(body, sizeof body, "{\"seconds\":%g," OPENING "}", seconds);
        j = ask(200, "POST", "/explore/verdict", body);
        judged = json_object_get(j, "verdict");
        json_decref(j);
    }
    j = ask(200, "POST", "/explore", "{\"turns\":3," OPENING "}");
    assert_non_null(json_object_get(j, "verdict"));
    json_decref(j);
}
