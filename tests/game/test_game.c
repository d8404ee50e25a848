/* Players for any game, their options, and counting: with a player and a table of options made for the test. */
#include "support/boards.h"

#include <string.h>

#include "game/bot.h"
#include "game/count.h"

/* ---- A player that takes the first or the last moves there are, or by lot ---- */

struct sorted {
    struct bot bot;
    int how, skip;
};

static bool init(struct bot *b, const struct game *g, const struct bot_value *v, struct err *e)
{
    struct sorted *s = (struct sorted *)b;
    (void)g;
    s->how = v[0].choice;
    s->skip = (int)v[1].number;
    return s->skip != 9 || err_set(e, "nine is too many");
}

static game_move moves[GAME_MOVES_MOST];

static void choose(struct bot *b, struct game *g, struct squares *out)
{
    struct sorted *s = (struct sorted *)b;
    int n = g->kind->moves(g, moves);
    int at = s->how == 2 ? (int)rng_below(&b->rng, (uint32_t)n) : s->how == 1 ? n - 1 - s->skip : s->skip;
    out->s[out->n++] = moves[at];
}

static const struct bot_option sorted_options[] = {
    {"from", OPTION_CHOICE, "first", 0, 0, "first|last|any", "which end"},
    {"skip", OPTION_WHOLE, "0", 0, 9, NULL, "moves to pass over"},
    {"share", OPTION_NUMBER, "0.5", 0, 1, NULL, "of nothing"},
    {"note", OPTION_TEXT, "", 0, 0, NULL, "a text"},
    {NULL, OPTION_TEXT, NULL, 0, 0, NULL, NULL},
};
static const struct bot_kind sorted_kind = {.name = "sorted",
                                            .about = "by order",
                                            .options = sorted_options,
                                            .size = sizeof(struct sorted),
                                            .init = init,
                                            .choose = choose};
static const struct bot_kind *const kinds[] = {&sorted_kind, NULL};

static struct game *start(const char *rules)
{
    struct game_rules r = test_any(rules);
    return game_new(&r);
}

static game_move chosen(const char *spec, struct game *g, uint64_t seed)
{
    struct err e;
    struct bot *b = bot_new(kinds, spec, g, seed, &e);
    if (!b)
        fail_msg("%s", e.text);
    struct squares turn = bot_choose(b, g, NULL);
    assert_int_equal(turn.n, 1);
    assert_int_equal(game_plies(g), 0);
    bot_free(b);
    return turn.s[0];
}

static void players_obey_options_and_seed(void **state)
{
    (void)state;
    struct game *g = start("tictactoe");
    int n = g->kind->moves(g, moves);
    game_move first = moves[0], last = moves[n - 1], third = moves[2];
    assert_int_equal(chosen("sorted", g, 1), first);
    assert_int_equal(chosen("sorted:from=last", g, 1), last);
    assert_int_equal(chosen("sorted:skip=2,from=first", g, 1), third);
    game_move lot = chosen("sorted:from=any", g, 5);
    bool others = false;
    for (uint64_t seed = 0; seed < 40; seed++)
        others = others || chosen("sorted:from=any", g, seed) != lot;
    assert_int_equal(chosen("sorted:from=any", g, 5), lot); /* the same seed, the same answer */
    assert_true(others);
    game_free(g);
}

static void refused(const char *spec, const char *why)
{
    struct game *g = start("tictactoe");
    struct err e;
    assert_null(bot_new(kinds, spec, g, 0, &e));
    if (!strstr(e.text, why))
        fail_msg("'%s' says '%s', not '%s'", spec, e.text, why);
    game_free(g);
}

static void bad_options_are_refused(void **state)
{
    (void)state;
    refused("unsorted", "unsorted");
    refused("sorted:skip=10", "skip");
    refused("sorted:skip=two", "skip");
    refused("sorted:skip=1.5", "skip");
    refused("sorted:from=middle", "from");
    refused("sorted:share=2", "share");
    refused("sorted:depth=2", "depth");
    refused("sorted:skip=9", "nine is too many");
}

static void options_have_values_and_descriptions(void **state)
{
    (void)state;
    struct option_values v;
    struct err e;
    assert_true(options_parse("it", sorted_options, "note=(a,b),share=0.25", &v, &e));
    assert_int_equal(v.n, 4);
    assert_int_equal(v.v[0].choice, 0);
    assert_true(v.v[2].number == 0.25);
    assert_string_equal(v.v[3].text, "a,b"); /* brackets keep commas */
    options_free(&v);
    const char *text = "a(b,c),d";
    assert_ptr_equal(options_find(text, ','), text + 6);
    assert_ptr_equal(options_find(text, ';'), text + strlen(text));
    struct buf b = BUF_EMPTY;
    bot_list(kinds, &b);
    for (const struct bot_option *o = sorted_options; o->name; o++)
        assert_non_null(strstr(buf_str(&b), o->help));
    assert_non_null(strstr(buf_str(&b), "sorted"));
    buf_free(&b);
}

/* ---- Counting ---- */

static uint64_t told;

static void add(void *context, game_move m, uint64_t count)
{
    (void)context;
    (void)m;
    told += count;
}

static void ways_are_counted(void **state)
{
    (void)state;
    struct game *g = start("tictactoe");
    /* Nine, eight, seven … until games can be over after the fifth stone: 15120 - 1440 at the sixth. */
    static const uint64_t ways[] = {1, 9, 72, 504, 3024, 15120, 54720};
    const struct limits none = {0}, few = {.nodes = 100};
    for (int depth = 0; depth <= 6; depth++) {
        told = 0;
        struct game_count c = game_count(g, depth, &none, add, NULL);
        assert_int_equal(c.count, ways[depth]);
        assert_false(c.stopped);
        assert_int_equal(told, depth ? ways[depth] : 0);
        assert_int_equal(game_plies(g), 0);
    }
    struct game_count c = game_count(g, 6, &few, NULL, NULL);
    assert_true(c.stopped);
    assert_true(c.nodes <= 101 && c.count < ways[6]);
    game_free(g);
}

/* ---- Handles ---- */

static void copies_are_apart(void **state)
{
    (void)state;
    struct game *g = start("tictactoe"), *c;
    game_play(g, moves[g->kind->moves(g, moves) - 1]);
    c = game_copy(g);
    game_undo(c);
    assert_int_equal(game_plies(g), 1);
    assert_int_equal(game_plies(c), 0);
    game_free(g);
    game_free(c);
    game_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_obey_options_and_seed),
        cmocka_unit_test(bad_options_are_refused),
        cmocka_unit_test(options_have_values_and_descriptions),
        cmocka_unit_test(ways_are_counted),
        cmocka_unit_test(copies_are_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
