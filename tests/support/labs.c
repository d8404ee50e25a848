/* A lab to try things on; see labs.h. */
#include "support/labs.h"

#include "connect/proof/check.h"
#include "support/boards.h"

/* Five in a row, Black wins after e5 / a1 i9 / e6 f5. It is easy, and so the jobs are kept that small that it takes
 * a hundred of them, of all kinds, with parts of turns among them. */
const char labs_problem[] =
    "{\"name\":\"it\",\"stones\":\"e5 a1 i9 e6 f5\",\"position\":{\"job\":0,\"kind\":\"expand\","
    "\"game\":\"9,9,5,2,1\",\"attacker\":\"black\",\"to_move\":\"white\",\"left\":2,\"black\":"
    "\"e5 e6 f5\",\"white\":\"a1 i9\",\"order\":0,\"nodes\":0}}";

/* A lab with this root, and jobs that are kept small. */
static void make(const char *path, const struct rules *r, const char *problem, const char *verify_nodes,
                 const char *expand_nodes)
{
    struct lab_options o;
    struct err e;
    lab_options_usual(&o);
    assert_true(lab_option_set(&o, "verify-order", "1", &e));
    assert_true(lab_option_set(&o, "solve-order", "1", &e));
    assert_true(lab_option_set(&o, "verify-nodes", verify_nodes, &e));
    assert_true(lab_option_set(&o, "solve-nodes", "1", &e));
    assert_true(lab_option_set(&o, "expand-nodes", expand_nodes, &e));
    if (!lab_create(path, r, &o, &e))
        fail_msg("%s", e.text);
    assert_true(lab_ask(path, "add", problem, &e));
}

void labs_make(const char *path)
{
    make(path, &(struct rules){.m = 9, .n = 9, .k = 5, .p = 2, .q = 1}, labs_problem, "3", "300");
}

void labs_make_tiny(const char *path)
{
    static const char problem[] =
        "{\"name\":\"it\",\"stones\":\"b2\",\"position\":{\"job\":0,\"kind\":\"expand\",\"game\":\"4,4,3,1,"
        "1\","
        "\"attacker\":\"black\",\"to_move\":\"white\",\"left\":1,\"black\":\"b2\",\"white\":\"\",\"order\":0,"
        "\"nodes\":0}}";
    make(path, &(struct rules){.m = 4, .n = 4, .k = 3, .p = 1, .q = 1}, problem, "2", "50");
}

struct lab *labs_open(const char *path)
{
    struct err e;
    struct lab *l = lab_open(path, true, &e);
    if (!l)
        fail_msg("%s", e.text);
    return l;
}

/* Runs so many jobs; true when the root is settled. */
bool labs_run(const char *path, struct runner runner, int64_t jobs)
{
    struct lab *l = labs_open(path);
    struct lab_run r = {.runner = runner, .jobs = jobs};
    struct lab_state s;
    struct err e;
    if (!lab_run(l, &r, &s, &e))
        fail_msg("%s", e.text);
    runner.free(runner.ctx);
    lab_close(l);
    assert_int_equal(s.disproved, 0);
    return s.open_roots == 0;
}

/* The proof of the root is accepted, and so is everything in the file. */
static void say(void *ctx, const char *text)
{
    (void)ctx;
    print_message("%s\n", text);
}

void labs_check(const char *path)
{
    struct lab *l = labs_open(path);
    struct buf cert = BUF_EMPTY;
    struct err e;
    uint32_t node;
    int symmetry;
    const struct lab_root *root = lab_root_find(l, "it");
    assert_non_null(root);
    assert_true(lab_walk(l, root, "", &node, &symmetry, &e));
    if (!lab_compose(l, node, 0, &cert, &e))
        fail_msg("%s", e.text);
    struct check_result result;
    assert_int_equal(check_bytes(cert.text, cert.len, NULL, &result), CHECK_ACCEPTED);
    assert_true(result.reachable);
    check_result_free(&result);
    buf_free(&cert);
    assert_int_equal(lab_check(l, say, NULL), 0);
    lab_close(l);
}
