/* Trees to JSON and back: nothing is lost. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "connect/record/records.h"
#include "support/trees.h"
#include "json/tree.h"

static json_t *tree_to_json(const struct record *r)
{
    struct buf b = BUF_EMPTY;
    json_error_t e;
    tree_write(r, &b);
    json_t *j = json_loadb(buf_str(&b), b.len, JSON_REJECT_DUPLICATES, &e);
    if (!j)
        fail_msg("%s\n%s", e.text, buf_str(&b));
    buf_free(&b);
    return j;
}

static void check_round(const struct record *r)
{
    struct record *back = NULL;
    struct err e;
    json_t *j = tree_to_json(r);
    bool large;
    if (!tree_read(j, &back, &large, &e))
        fail_msg("%s: %s", e.text, json_dumps(j, 0));
    if (!record_equal(r, back))
        fail_msg("not the same: %s", json_dumps(j, 0));
    json_t *again = tree_to_json(back);
    assert_true(json_equal(j, again));
    json_decref(again);
    json_decref(j);
    record_free(back);
}

static void random_trees_come_back_the_same(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 6);
    for (int i = test_rounds(1000); i > 0; i--) {
        struct record *r = test_random_record(&rng, true);
        check_round(r);
        record_free(r);
    }
}

static void files_come_back_the_same(void **state)
{
    (void)state;
    static const char folder[] = TEST_SOURCE "/fuzz/corpus/fuzz_record";
    DIR *d = opendir(folder);
    assert_non_null(d);
    int seen = 0;
    for (struct dirent *entry; (entry = readdir(d)) != NULL;) {
        char path[1000], *text;
        size_t len, count;
        struct record **games;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] == '.' || !file_read(path, &text, &len, NULL))
            continue;
        if (record_read_all(text, len, NULL, &games, &count, NULL)) {
            for (size_t i = 0; i < count; i++)
                if (tree_fits(games[i], NULL))
                    check_round(games[i]);
            record_free_all(games, count);
            seen++;
        }
        free(text);
    }
    closedir(d);
    assert_true(seen >= 10);
}

static struct record *read_json(const char *text)
{
    struct record *r = NULL;
    struct err e;
    json_error_t where;
    json_t *j = json_loads(text, 0, &where);
    if (!j)
        fail_msg("%s: %s", where.text, text);
    bool large;
    if (!tree_read(j, &r, &large, &e))
        fail_msg("%s", e.text);
    json_decref(j);
    return r;
}

static void a_node_of_several_stones_becomes_several(void **state)
{
    (void)state;
    struct record *r =
        read_json("{\"rules\":[19,19,6,2,1],\"root\":{\"children\":[{\"stones\":[\"j10\",\"k11\",\"i11\"],"
                  "\"comment\":\"here\"}]}}");
    assert_main_line(r, "j10 k11 i11");
    const struct tree_node *end = node_line_end(r->root);
    assert_string_equal(end->notes->comment, "here");
    assert_int_equal(node_depth(end), 3);
    assert_int_equal(end->side, WHITE);
    record_free(r);
}

static void a_setup_beside_stones_comes_first(void **state)
{
    (void)state;
    struct record *r =
        read_json("{\"rules\":[19,19,6,2,1],\"root\":{\"children\":[{\"setup\":{\"white\":[\"a1\"],"
                  "\"to_move\":\"white\",\"left\":1},\"stones\":[\"b1\"],\"name\":\"n\"}]}}");
    const struct tree_node *first = r->root->child, *second = first->child;
    assert_true(node_is_setup(first) && second);
    assert_int_equal(second->side, WHITE);
    assert_string_equal(second->notes->name, "n");
    record_free(r);
}

static void evaluations_are_kept_in_sgf(void **state)
{
    (void)state;
    struct record *r =
        read_json("{\"rules\":[19,19,6,2,1],\"root\":{\"children\":[{\"stones\":[\"j10\"],\"eval\":"
                  "{\"value\":-7.25,\"chance\":0.375,\"mate\":-3,\"depth\":9}}]}}");
    char *sgf = write_record(r, RECORD_SGF);
    assert_non_null(strstr(sgf, ";B[jj]HXV[-7.25 0.375 -3 9]"));
    struct record *back = read_record(sgf);
    assert_true(record_equal(r, back));
    json_t *j = tree_to_json(back),
           *eval = json_object_get(json_array_get(json_object_get(json_object_get(j, "root"), "children"), 0),
                                   "eval");
    assert_true(json_number_value(json_object_get(eval, "chance")) == 0.375);
    assert_int_equal(json_integer_value(json_object_get(eval, "mate")), -3);
    json_decref(j);
    record_free(back);
    record_free(r);
    free(sgf);
    /* One that somebody made up is no evaluation, and does no harm. */
    r = read_record("(;SZ[19]HXV[nonsense];B[jj]HXV[1 2 3 4])");
    j = tree_to_json(r);
    assert_null(json_object_get(json_object_get(j, "root"), "eval"));
    json_decref(j);
    record_free(r);
}

static void wrong_trees_are_refused_with_the_place(void **state)
{
    (void)state;
#define BELOW(node) \
    "{\"rules\":[3,3,3,1,1],\"root\":{\"children\":[{\"stones\":[\"b2\"],\"children\":[" node "]}]}}"
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"{}", "tree: 'root' is missing"},
        {"{\"root\":{}}", "tree: 'rules' is missing"},
        {"{\"rules\":[3,3,3,1],\"root\":{}}",
         "tree: 'rules' must be five whole numbers [m,n,k,p,q], in exact games followed by \"exact\""},
        {"{\"rules\":[3,3,3,1,1,\"exactly\"],\"root\":{}}",
         "tree: 'rules' must be five whole numbers [m,n,k,p,q], in exact games followed by \"exact\""},
        {"{\"rules\":[300,3,3,1,1],\"root\":{}}",
         "tree: 'rules': the number of columns m is 300, must be 1 to 127"},
        {"{\"rules\":\"connect6\",\"root\":[]}", "tree: 'root' is an array, must be an object"},
        {"{\"rules\":\"connect6\",\"root\":{\"stones\":[\"a1\"]}}",
         "tree, at the root: the root has no stones: it is the position before the first"},
        {"{\"rules\":\"connect6\",\"info\":{\"x\":\"y\"},\"root\":{}}", "tree: 'info' has no 'x'"},
        {"{\"rules\":\"connect6\",\"info\":{\"black\":1},\"root\":{}}",
         "tree: 'info': 'black' is a number, must be a text"},
        {BELOW("{\"stones\":[\"b2\"]}"), "tree, below node 1 of the line, b2: b2 is occupied"},
        {BELOW("{\"stones\":[\"d1\"]}"), "tree, below node 1 of the line, b2: 'd1' is not on the 3x3 board"},
        {BELOW("{\"stones\":[1]}"),
         "tree, below node 1 of the line, b2: 'stones' must be an array of squares such as \"j10\""},
        {BELOW("{\"stones\":\"a1\"}"),
         "tree, below node 1 of the line, b2: 'stones' is a text, must be an array"},
        {BELOW("{\"setup\":{\"black\":[\"a9\"]}}"),
         "tree, below node 1 of the line, b2: set-up: 'black', square 1: 'a9' is not on the 3x3 board"},
        {BELOW("{\"setup\":{\"left\":2}}"),
         "tree, below node 1 of the line, b2: set-up: 'left' is 2, must be 1 to 1"},
        {BELOW("{\"stones\":[\"a1\"],\"comment\":7}"),
         "tree, below node 2 of the line, a1: 'comment' is a number, must be a text"},
        {BELOW("{\"stones\":[\"a1\"],\"marks\":[{\"at\":\"a1\",\"kind\":\"heart\"}]}"),
         "tree, below node 2 of the line, a1: 'marks', entry 1: no kind of mark is 'heart'"},
        {BELOW("{\"stones\":[\"a1\"],\"marks\":[{\"at\":\"a1\",\"kind\":\"arrow\"}]}"),
         "tree, below node 2 of the line, a1: 'marks', entry 1: 'to' is missing"},
        {BELOW("{\"stones\":[\"a1\"],\"eval\":{\"chance\":2}}"),
         "tree, below node 2 of the line, a1: 'eval': 'chance' is 2, must be 0 to 1"},
        {BELOW("{\"stones\":[\"a1\"],\"properties\":{\"AB\":[\"aa\"]}}"),
         "tree, below node 2 of the line, a1: 'properties': 'AB' cannot be the name of a property"},
        {BELOW("{\"stones\":[\"a1\"],\"properties\":{\"X\":[\"a]b\"]}}"),
         "tree, below node 2 of the line, a1: 'properties': 'X', value 1: must be a text with ] and \\ "
         "escaped by a \\"},
        {BELOW("7"), "tree, below node 1 of the line, b2: a node is a number, must be an object"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct record *r = NULL;
        struct err e = {"no complaint"};
        json_t *j = json_loads(cases[i].text, 0, NULL);
        assert_non_null(j);
        bool large;
        if (tree_read(j, &r, &large, &e))
            record_free(r);
        assert_false(large);
        assert_string_equal(e.text, cases[i].message);
        json_decref(j);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_trees_come_back_the_same),
        cmocka_unit_test(files_come_back_the_same),
        cmocka_unit_test(a_node_of_several_stones_becomes_several),
        cmocka_unit_test(a_setup_beside_stones_comes_first),
        cmocka_unit_test(evaluations_are_kept_in_sgf),
        cmocka_unit_test(wrong_trees_are_refused_with_the_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
