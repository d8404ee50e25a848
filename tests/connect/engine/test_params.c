/* The numbers of the search: their table, how they are set, and that they matter. */
#include "support/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/engine/engine.h"
#include "connect/engine/params.h"

static void usual_values_are_in_range(void **state)
{
    (void)state;
    int n = 0;
    for (const struct search_param *s = search_param_list; s->name; s++, n++) {
        assert_true(s->least <= s->usual && s->usual <= s->most && *s->meaning);
        assert_int_equal(search_param_get(&search_params_usual, s), s->usual);
    }
    assert_int_equal((size_t)n * sizeof(int), sizeof(struct search_params));
}

static void they_are_set_by_name(void **state)
{
    (void)state;
    struct search_params p = search_params_usual;
    struct err e;
    assert_true(search_params_read(&p, "root_width=11;lmr_percent=90", &e));
    assert_int_equal(p.root_width, 11);
    assert_int_equal(p.lmr_percent, 90);
    assert_int_equal(p.root_turns, search_params_usual.root_turns);
    assert_true(search_params_read(&p, "", &e));
    static const char *const wrong[][2] = {{"root_width=0", "from 1 to 48"},
                                           {"root_width=49", "from 1 to 48"},
                                           {"root_width=1x", "'1x'"},
                                           {"root_width=", "whole number"},
                                           {"root_width", "NAME=VALUE"},
                                           {"nonsense=1", "no number 'nonsense'"},
                                           {"turns_1=9;root_width=99", "root_width"},
                                           {"root_width=99999999999999999999", "from 1"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct search_params before = p;
        assert_false(search_params_read(&p, wrong[i][0], &e));
        if (!strstr(e.text, wrong[i][1]))
            fail_msg("%s: %s", wrong[i][0], e.text);
        assert_memory_equal(&before, &p, sizeof p);
    }
}

static uint64_t nodes_of(const struct search_params *params)
{
    struct position *p = test_game("gomoku", "h8 i10 k9 g7");
    struct engine_options o = {.hash_bytes = 1 << 20, .params = params};
    struct engine *x = engine_new(&p->rules, &o, NULL);
    struct engine_limits l = {.depth = 6};
    struct report *r = mem_zero(1, sizeof *r);
    engine_think(x, p, &l, NULL, NULL, r);
    uint64_t nodes = r->nodes;
    free(r);
    engine_free(x);
    position_free(p);
    return nodes;
}

/* The usual ones are the same as none; every other value that can be had works, at both ends of its range. */
static void they_change_the_search(void **state)
{
    (void)state;
    uint64_t usual = nodes_of(NULL);
    struct search_params p = search_params_usual;
    int matter = 0, all = 0;
    assert_int_equal(nodes_of(&p), usual);
    for (const struct search_param *s = search_param_list; s->name; s++, all++) {
        char value[20];
        p = search_params_usual;
        snprintf(value, sizeof value, "%d", s->least);
        assert_true(search_param_set(&p, s->name, value, NULL));
        bool matters = nodes_of(&p) != usual;
        snprintf(value, sizeof value, "%d", s->most < 4 * s->usual + 4 ? s->most : 4 * s->usual + 4);
        assert_true(search_param_set(&p, s->name, value, NULL));
        matter += matters || nodes_of(&p) != usual;
    }
    assert_true(matter >= all * 2 / 3); /* not all do in every position */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(usual_values_are_in_range),
        cmocka_unit_test(they_are_set_by_name),
        cmocka_unit_test(they_change_the_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
