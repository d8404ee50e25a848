/* The map of a root: every reply is there once, and is what the lab says of it. */
#include <string.h>

#include "base/mem.h"
#include "lab/inner.h"
#include "lab/map.h"
#include "support/folder.h"
#include "support/labs.h"

static struct folder make(const char *game, const char *stones, enum side attacker)
{
    struct folder f = folder_new();
    struct rules r = test_rules(game);
    struct position *p = test_game(game, stones);
    struct lab_options o;
    struct buf text = BUF_EMPTY;
    struct err e;
    lab_options_usual(&o);
    assert_true(lab_create(f.file, &r, &o, &e));
    lab_root_write(p, attacker, "it", stones, &text);
    assert_true(lab_ask(f.file, "add", buf_str(&text), &e));
    buf_free(&text);
    position_free(p);
    return f;
}

static long sum(const struct map *m)
{
    long all = 0;
    for (int s = 0; s < MAP_STATES; s++)
        all += m->turns[s];
    return all;
}

static void run(struct lab *l, int64_t jobs)
{
    struct lab_run r = {.runner = runner_threads(1, 64 << 20), .jobs = jobs};
    struct lab_state s;
    struct err e;
    assert_true(lab_run(l, &r, &s, &e));
    r.runner.free(r.runner.ctx);
}

static struct map map_of(struct lab *l)
{
    struct map m;
    struct err e;
    if (!lab_map(l, lab_root_find(l, "it"), &m, &e))
        fail_msg("%s", e.text);
    return m;
}

static void every_turn_is_there_once(void **state)
{
    (void)state;
    struct err e;
    struct folder f = make("connect6", "j10", BLACK);
    struct lab *l = labs_open(f.file);
    assert_true(lab_take_up(l, NULL, &e));
    struct map m = map_of(l);
    assert_int_equal(sum(&m), 360 * 359 / 2);
    assert_int_equal(m.count[MAP_WAITS], m.n);          /* nothing was looked at */
    assert_int_equal(m.n, (64620 + 180 + 4 * 324) / 8); /* Burnside: no symmetry, half a turn, four mirrors */
    for (size_t i = 0; i < m.n; i++)
        assert_true(8 % m.reply[i].images == 0);
    assert_int_equal(m.left[square_at(0, 0)], 359);
    assert_int_equal(m.left[square_at(9, 9)], 0);
    map_free(&m);
    lab_close(l);
    folder_remove(&f);
}

/* Job after job, until all is proved: the map agrees with the tree, and nothing that was proved is lost again. */
static void it_grows_until_all_is_proved(void **state)
{
    (void)state;
    struct folder f = folder_new();
    labs_make(f.file);
    struct lab *l = labs_open(f.file);
    long proved = 0;
    bool between = false, open = true;
    for (int i = 0; i < 500 && open; i++) {
        run(l, 5);
        struct map m = map_of(l);
        uint32_t root = lab_root_find(l, "it")->node;
        open = lab_graph(l)->node[root].state == GRAPH_OPEN;
        assert_int_equal(sum(&m), 76 * 75 / 2);
        assert_int_equal(m.count[MAP_REFUTED], 0);
        assert_true(m.turns[MAP_PROVED] + m.turns[MAP_COVERED] >= proved);
        proved = m.turns[MAP_PROVED] + m.turns[MAP_COVERED];
        between = between || (m.count[MAP_VERIFIED] && m.count[MAP_RESISTS] + m.count[MAP_OPEN] && proved);
        for (size_t k = 0; k < m.n; k++)
            if (m.reply[k].edge)
                assert_true((lab_graph(l)->node[lab_graph(l)->edge[m.reply[k].edge].child].state ==
                             GRAPH_PROVED) == (m.reply[k].state <= MAP_COVERED));
        json_t *j = map_json(l, lab_root_find(l, "it"), &m, true, 0);
        assert_int_equal(json_array_size(json_object_get(j, "list")), m.n);
        assert_false(json_is_true(json_object_get(j, "cut")));
        json_decref(j);
        j = map_json(l, lab_root_find(l, "it"), &m, true, 5);
        assert_int_equal(json_array_size(json_object_get(j, "list")), 5);
        assert_true(json_is_true(json_object_get(j, "cut")));
        json_decref(j);
        map_free(&m);
    }
    assert_false(open);
    assert_true(between);
    assert_int_equal(proved, 76 * 75 / 2);
    lab_close(l);
    folder_remove(&f);
}

static void only_the_defenders_turns_are_mapped(void **state)
{
    (void)state;
    static const struct {
        const char *game, *stones, *why;
        enum side attacker;
    } cases[] = {{"connect6", "j10", "the attacker is to move", WHITE},
                 {"9,9,6,3,1", "e5", "more than two", BLACK}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct folder f = make(cases[i].game, cases[i].stones, cases[i].attacker);
        struct lab *l = labs_open(f.file);
        struct err e;
        struct map m;
        assert_true(lab_take_up(l, NULL, &e));
        assert_false(lab_map(l, lab_root_find(l, "it"), &m, &e));
        assert_non_null(strstr(e.text, cases[i].why));
        lab_close(l);
        folder_remove(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_turn_is_there_once),
        cmocka_unit_test(it_grows_until_all_is_proved),
        cmocka_unit_test(only_the_defenders_turns_are_mapped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
