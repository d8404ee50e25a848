/* A lab looked at from outside, and its proof as a record: what is told is what is in the file. */
#include "support/boards.h"

#include <jansson.h>
#include <string.h>

#include "connect/record/record.h"
#include "connect/record/tree.h"
#include "lab/lab.h"
#include "lab/runner.h"
#include "lab/view.h"
#include "support/folder.h"
#include "support/labs.h"

static struct folder folder;
static char path[200];

static json_int_t number(const json_t *j, const char *name)
{
    const json_t *x = json_object_get(j, name);
    assert_true(json_is_integer(x));
    return json_integer_value(x);
}

static json_t *look(struct lab_view *v, const char *what)
{
    struct lab_sight w;
    struct err e;
    json_t *o = json_loads(what, 0, NULL);
    assert_non_null(o);
    if (!lab_sight_read(o, 10, 100, &w, &e))
        fail_msg("%s", e.text);
    json_t *j = lab_view_json(v, &w, &e);
    if (!j)
        fail_msg("%s", e.text);
    lab_sight_free(&w);
    json_decref(o);
    return j;
}

static void a_file_is_looked_at_while_it_grows(void **state)
{
    (void)state;
    struct err e;
    struct lab_view *v = lab_view_open(path, &e);
    if (!v)
        fail_msg("%s", e.text);
    assert_int_equal(lab_view_rules(v)->k, 5);
    lab_view_changed(v);
    assert_false(lab_view_changed(v));
    json_t *before = lab_view_summary(v, &e);
    labs_run(path, runner_threads(1, 64 << 20), 20);
    assert_true(lab_view_changed(v));
    json_t *after = lab_view_summary(v, &e);
    assert_true(number(after, "nodes") > number(before, "nodes"));
    assert_int_equal(json_array_size(json_object_get(after, "roots")), 1);
    json_decref(before);
    json_decref(after);

    json_t *j = look(v, "{\"root\":\"it\",\"follow\":true}");
    assert_string_equal(json_string_value(json_object_get(j, "root")), "it");
    assert_true(json_is_array(json_object_get(j, "at")) || json_is_object(json_object_get(j, "at")));
    assert_non_null(json_object_get(j, "out"));
    assert_non_null(json_object_get(j, "stats"));
    assert_non_null(json_object_get(j, "events"));
    json_decref(j);
    lab_view_close(v);
    assert_null(lab_view_open("/nowhere.lab", &e));
}

static void sights_that_are_none_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"{\"root\":5}", "{\"at\":[0]}", "{\"at\":\"x\"}", "{\"follow\":1}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct lab_sight w;
        struct err e;
        json_t *o = json_loads(bad[i], 0, NULL);
        if (lab_sight_read(o, 10, 100, &w, &e))
            fail_msg("%s", bad[i]);
        lab_sight_free(&w);
        json_decref(o);
    }
}

/* Stones of a record, all of them. */
static size_t stones_below(const struct tree_node *n)
{
    size_t all = 0;
    for (const struct tree_node *c = n->child; c; c = c->next)
        all += 1 + stones_below(c);
    return all;
}

static void a_proof_is_a_record(void **state)
{
    (void)state;
    assert_true(labs_run(path, runner_threads(1, 64 << 20), 0));
    struct lab *l = labs_open(path);
    const struct lab_root *r = lab_root_find(l, "it");
    assert_non_null(r);
    bool whole, part;
    struct record *all = lab_record(l, r->node, r->symmetry, 100000, &whole);
    struct record *few = lab_record(l, r->node, r->symmetry, 12, &part);
    assert_true(whole);
    assert_false(part);
    assert_true(stones_below(few->root) <= 12);
    assert_true(stones_below(all->root) > stones_below(few->root));
    assert_true(stones_below(few->root) > 1);
    record_free(all);
    record_free(few);
    lab_close(l);
}

static int start(void **state)
{
    (void)state;
    folder = folder_new();
    snprintf(path, sizeof path, "%s/it.lab", folder.path);
    labs_make(path);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    folder_remove(&folder);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_looked_at_while_it_grows),
        cmocka_unit_test(sights_that_are_none_are_refused),
        cmocka_unit_test(a_proof_is_a_record),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
