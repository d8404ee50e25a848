/* Values of fields for requests: by their type as OpenAPI tells it, and for words and lists by what stands for such things;
 * see requests.h. */
#include <string.h>

#include "support/described.h"
#include "support/requests.h"
#include "json/limits.h"

json_t *requests_word(struct requests *q, const char *words)
{
    size_t sound = strcspn(words, "#"), len = q->sound ? sound : strlen(words);
    uint32_t n = 1;
    for (size_t i = 0; i < len; i++)
        n += words[i] == '|' || words[i] == '#';
    for (uint32_t skip = choose(q->c, n); skip > 0; skip--)
        words += strcspn(words, "|#") + 1;
    return json_stringn(words, strcspn(words, "|#"));
}

/* ---- numbers ---- */

static const int64_t usual[] = {0,
                                1,
                                2,
                                3,
                                5,
                                8,
                                10,
                                20,
                                30,
                                50,
                                100,
                                199,
                                200,
                                201,
                                1000,
                                LIMIT_PUZZLES,
                                5001,
                                9999,
                                -1,
                                -2,
                                1 << 16,
                                INT32_MAX,
                                (int64_t)INT32_MAX + 1};
static const int64_t large[] = {(int64_t)1 << 53, INT64_MAX, INT64_MIN, -10000, 1000000, 1000001};

static json_t *whole(struct requests *q, const json_t *schema)
{
    const json_t *least = json_object_get(schema, "minimum"), *most = json_object_get(schema, "maximum");
    int64_t low = json_integer_value(least), high = json_integer_value(most);
    switch (q->sound ? 7 : choose(q->c, 8)) {
    case 0:
        return json_integer(most ? high + (int)choose(q->c, 2) : large[choose(q->c, 6)]);
    case 1:
        return json_integer(least ? low - (int)choose(q->c, 2) : large[choose(q->c, 6)]);
    case 2:
        return json_integer(usual[choose(q->c, sizeof usual / sizeof *usual)]);
    default:
        return json_integer(low + choose(q->c, most ? (uint32_t)(high - low) + 1 : 6));
    }
}

/* Of searching: little, so that many requests can be made; or as much as one likes, for whoever then goes away. */
static json_t *seconds(struct requests *q)
{
    static const double some[] = {0.001, 0.001, 0.002,  0.01, 0.02, 0.05, 0.2,
                                  600,   3600,  0.0009, 0,    601,  -1,   1e300};
    double s = some[choose(q->c, choose(q->c, 8) ? 6 : q->sound ? 9 : 14)];
    if (q->sound && strcmp(q->path, ROUTES_LIVE) == 0 && s < 0.01)
        s = 0.01;
    q->seconds = s;
    return json_real(s);
}

static json_t *rating(struct requests *q)
{
    return q->sound || choose(q->c, 4) ? json_integer(800 + (int)choose(q->c, 1600)) : json_real(1500.5);
}

/* Most things are as they were first saved. */
static json_t *revision(struct requests *q)
{
    return json_integer(choose(q->c, 2) ? 1 : (int)choose(q->c, 4) - (q->sound ? 0 : 1));
}

/* The built-in one, that of the server, those of requests. */
static json_t *collection(struct requests *q)
{
    return json_integer((int)choose(q->c, q->sound ? 2 : 6) - (!q->sound && once_in(q->c, 4)));
}

/* Of the lab that the request is about, or one that may be there. */
static json_t *root(struct requests *q)
{
    return q->lab && choose(q->c, 4) ? json_string(q->lab->root) : requests_word(q, "r2|r3|#it|r1|nobody");
}

/* ---- lists and objects ---- */

static json_t *edges(struct requests *q)
{
    json_t *list = json_array();
    for (uint32_t n = once_in(q->c, 32) ? 251 : choose(q->c, 4); n > 0; n--) {
        uint32_t told = q->edges < REQUESTS_EDGES ? q->edges : REQUESTS_EDGES;
        json_array_append_new(
            list, json_integer(told && choose(q->c, 5) ? q->edge[choose(q->c, told)] : choose(q->c, 40)));
    }
    return list;
}

static json_t *places(struct requests *q)
{
    static const int most[] = {1, 5, 30, 1000, 1001, 0};
    json_t *list = json_array();
    for (uint32_t n = !q->sound && once_in(q->c, 32) ? 201 : choose(q->c, 4); n > 0; n--) {
        json_t *one = json_pack("{s:o}", "path", edges(q));
        if (choose(q->c, 2))
            json_object_set_new(one, "most", json_integer(most[choose(q->c, q->sound ? 4 : 6)]));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *names(struct requests *q)
{
    json_t *list = json_array();
    json_t *told = json_object_get(q->puzzle, "id");
    for (uint32_t n = choose(q->c, 5); n > 0; n--)
        json_array_append_new(list, told && choose(q->c, 2)       ? json_incref(told)
                                    : q->sound || choose(q->c, 6) ? requests_word(q, "k9759dcd3|k0|x||none")
                                                                  : json_integer(3));
    return list;
}

/* What a lab may be told; its jobs are small. */
static json_t *lab_options(struct requests *q)
{
    json_t *o = json_object();
    if (choose(q->c, 2))
        json_object_set_new(o, "solve-nodes", json_integer(1 + choose(q->c, 2000)));
    if (choose(q->c, 2))
        json_object_set_new(o, "verify-order", json_integer(q->sound ? 1 : choose(q->c, 6)));
    if (choose(q->c, 2))
        json_object_set_new(o, "policy", requests_word(q, "loss|win|greedy|equal#other"));
    if (once_in(q->c, 4))
        json_object_set_new(o, "weak", json_true());
    if (!q->sound && once_in(q->c, 4))
        json_object_set_new(o, "nothing", json_null());
    return o;
}

static json_t *document(struct requests *q)
{
    json_t *o = json_object(), *list = json_array();
    for (uint32_t n = choose(q->c, 6); n > 0; n--)
        json_array_append_new(list, json_pack("{s:s, s:i}", "item", "ö六\\\"", "at", (int)choose(q->c, 9)));
    json_object_set_new(o, "items", list);
    return o;
}

/* ---- games between people ---- */

static json_t *key(struct requests *q)
{
    const char *text = q->key[choose(q->c, 2)];
    return json_string(q->sound || choose(q->c, 8) ? text : "nobody");
}

/* Of both, of each, or none. */
static json_t *clock_of(struct requests *q)
{
    static const double some[] = {0, 1, 60, 600.5, 2592000, -1, 1e9};
    json_t *o = json_object();
    if (once_in(q->c, 4))
        return json_decref(o), json_null();
    if (once_in(q->c, 4))
        return json_decref(o), json_pack("{s:{s:i}, s:n}", "black", "main", 60, "white");
    json_object_set_new(o, "main", json_real(some[choose(q->c, q->sound ? 4 : 7) + q->sound]));
    if (choose(q->c, 2))
        json_object_set_new(o, "increment", json_real(some[choose(q->c, q->sound ? 4 : 7)]));
    if (choose(q->c, 2))
        json_object_update_new(
            o, json_pack("{s:i, s:i}", "periods", 3, "period", q->sound ? 30 : (int)choose(q->c, 2)));
    return o;
}

static json_t *duels(struct requests *q)
{
    json_t *list = json_array();
    for (uint32_t n = !q->sound && once_in(q->c, 32) ? LIMIT_DUEL_LIST + 1 : choose(q->c, 4); n > 0; n--)
        json_array_append_new(list, json_pack("{s:s, s:o}", "id", q->duel, "key", key(q)));
    return list;
}

static json_t *whole_moves(struct requests *q)
{
    return json_integer((int)choose(q->c, 4));
}

/* A turn of the game, whose moves so far nobody here knows. */
static json_t *turn_of_duel(struct requests *q)
{
    json_t *list = json_array();
    for (uint32_t n = 1 + choose(q->c, 2); n > 0; n--)
        json_array_append_new(list, requests_word(q, "a1|b2|c3|d4|e5|f6|A1|B2|pass#zz99||a0"));
    return list;
}

/* ---- tournaments ---- */

static json_t *tournament_players(struct requests *q)
{
    json_t *list = json_array();
    for (uint32_t n = !q->sound && once_in(q->c, 16) ? LIMIT_TOURNAMENT_PLAYERS + 1 : 2 + choose(q->c, 3);
         n > 0; n--) {
        json_t *o = json_pack(
            "{s:o}", "player",
            requests_word(q, "random|adjacent|windows|sequences|threats+search:depth=1#engine|mcts|gtp:cmd="
                             "false|x=gomocup:cmd=false|book|nobody|mcts:memory=9999|"));
        if (!q->sound && once_in(q->c, 4))
            json_object_set_new(o, "level", json_integer((int)choose(q->c, 13)));
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *chapters(struct requests *q)
{
    json_t *list = json_array();
    struct rules first = q->rules;
    for (uint32_t n = choose(q->c, 4); n > 0; n--)
        json_array_append_new(list, requests_tree(q));
    q->rules = first;
    return list;
}

/* ---- who knows what ---- */

/* `at`: on the routes that begin so; the first row that fits counts. */
static const struct {
    const char *name, *at;
    json_t *(*make)(struct requests *q);
    const char *words;
} rows[] = {
    {"act", NULL, NULL, "move|move|offer|accept|decline|resign#cancel|think"},
    {"at", "/duels", whole_moves, NULL},
    {"at", NULL, edges, NULL},
    {"clock", NULL, clock_of, NULL},
    {"base64", NULL, requests_base64, NULL},
    {"collection", NULL, collection, NULL},
    {"date", NULL, NULL, "2026-01-31|2024-02-29#2026-13-01|today|0000-00-00"},
    {"document", NULL, document, NULL},
    {"duels", NULL, duels, NULL},
    {"except", NULL, names, NULL},
    {"format", "/import", NULL, "sgf#plain|renlib|x"},
    {"format", "/labs", NULL, "cert|cert|sgf#nonsense"},
    {"format", NULL, NULL, "sgf|contest|plain#psq|SGF|nonsense|renlib"},
    {"game", NULL, requests_game, NULL},
    {"key", NULL, key, NULL},
    {"kind", "/forcing", NULL, "vcst|vcdt#vcxt"},
    {"kind", NULL, NULL, "win|defence|win#neither"},
    {"line", NULL, requests_line, NULL},
    {"name", "/labs/NAME/roots", NULL,
     "r2|r3|r4|r5#r1||sixty letters are as many as the name of a root may have: here"},
    {"name", "/labs", NULL,
     "made|made|other|a.b_c#small|-x|a b||../x|eighty-letters-are-as-many-as-a-lab-s-name-may-have"},
    {"name", "/tournaments", NULL, "cup|cup|cup2|a.b_c#-x|a b||../x"},
    {"name", NULL, NULL, "mine|mine.cert|/a/b/mine.cert|games|ö六#.hidden|..||a\nb"},
    {"open", NULL, places, NULL},
    {"options", NULL, lab_options, NULL},
    {"part", NULL, requests_turn, NULL},
    {"players", "/tournaments", tournament_players, NULL},
    {"player", "/move", NULL,
     "engine|engine|random|adjacent|windows|threats|montecarlo|sequences|mesh|tiling|net|mcts|sequences+"
     "search:"
     "depth=2|"
     "threats+search:depth=4,width=3#windows:c=2|random:x=1|book|nobody|engine:hash=3|montecarlo:playouts="
     "10|mcts:memory=9999"},
    {"player", NULL, NULL, "ann|ö六||bob"},
    {"query", NULL, NULL, "a|game|ö|%|_||'"},
    {"rating", NULL, rating, NULL},
    {"region", NULL, requests_region, NULL},
    {"revision", NULL, revision, NULL},
    {"root", NULL, root, NULL},
    {"rules", "/puzzles", NULL, "connect6|gomoku|15,15,5,1,1#tictactoe|nonsense"},
    {"rules", NULL, requests_rules, NULL},
    {"seconds", NULL, seconds, NULL},
    {"from", NULL, NULL, "2017|2017-05|2017-05-31|#today|17|2017-5"},
    {"to", NULL, NULL, "2018|2018-12|2018-12-31|#tomorrow"},
    {"result", NULL, NULL, "black|white|draw|open|#maybe"},
    {"opening", NULL, NULL, "XX-B22|mickey mouse|T-P12|#nonsense"},
    {"side", "/games", NULL, "black|white|#green"},
    {"side", "/explore", NULL, "black|white|#green"},
    {"side", "/duels", NULL, "black|white|random#green"},
    {"stones", "/duels", turn_of_duel, NULL},
    {"stones", NULL, requests_stones, NULL},
    {"text", NULL, requests_text, NULL},
    {"theme", NULL, NULL, "||win in 3#edge|win in 2|defence|double threats|nonsense"},
    {"title", NULL, NULL, "a game|ö六||a\nb|%s"},
    {"chapters", NULL, chapters, NULL},
    {"tree", NULL, requests_tree, NULL},
    {"turn", NULL, requests_turn, NULL},
    {"updated", NULL, NULL, "2026-01-31|"},
    {"what", "/duels", NULL, "takeback|draw|adjourn|resume|rematch#peace"},
    {"what", NULL, NULL, "suggest|prune|unprune|pause|resume|priority#suggest unprune|nonsense"},
};

static bool is(const char *word, const char *name, size_t len)
{
    return strlen(word) == len && strncmp(word, name, len) == 0;
}

/* By its type alone. */
static json_t *by_type(struct requests *q, const char *name, size_t len)
{
    const json_t *schema = described_field(q->path, name, len);
    json_t *value = NULL;
    const char *type = json_string_value(json_object_get(schema, "type"));
    const json_t *words = json_object_get(schema, "enum");
    if (words && choose(q->c, 16))
        value = json_incref(json_array_get(words, choose(q->c, (uint32_t)json_array_size(words))));
    else if (words)
        value = json_string("neither");
    else if (type && strcmp(type, "integer") == 0)
        value = whole(q, schema);
    else if (type && strcmp(type, "boolean") == 0)
        value = json_boolean(choose(q->c, 2));
    return value;
}

json_t *requests_value(struct requests *q, const char *name, size_t len)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (is(rows[i].name, name, len) &&
            (!rows[i].at || strncmp(q->path, rows[i].at, strlen(rows[i].at)) == 0))
            return rows[i].make ? rows[i].make(q) : requests_word(q, rows[i].words);
    return by_type(q, name, len);
}
