/* `hexad check` and `hexad proof` from outside, on certificates that `hexad solve` and `hexad verify`
 * wrote. */
#include "support/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "connect/record/record.h"

static char folder[] = "/tmp/hexad-proof-XXXXXX";

/* Runs `hexad ARGS` in the folder; the exit status. Output and errors are appended to `out`, if it is
 * given. */
static int run(const char *args, struct buf *out)
{
    struct buf c = BUF_EMPTY;
    char text[4096];
    size_t n;
    buf_format(&c, "cd %s && '%s' %s 2>&1", folder, TEST_PROGRAM, args);
    FILE *f = popen(buf_str(&c), "r");
    assert_non_null(f);
    while ((n = fread(text, 1, sizeof text, f)) > 0)
        if (out)
            buf_bytes(out, text, n);
    int status = pclose(f);
    buf_free(&c);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void expect(const char *args, int status, const char *words)
{
    struct buf out = BUF_EMPTY;
    int got = run(args, &out);
    if (got != status || !strstr(buf_str(&out), words))
        fail_msg("hexad %s: status %d, not %d with \"%s\":\n%s", args, got, status, words, buf_str(&out));
    buf_free(&out);
}

/* three.cert: three in a row on the infinite board; part.cert: what draws after the middle of nine
 * squares. */
static int make_certificates(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    return run("solve --game 9,9,3,1,1 --board infinite --attacker black --order 2 --cert three.cert", NULL) |
           (run("verify --game tictactoe b2 --order 4 --cert part.cert", NULL) != 1);
}

static int remove_folder(void **state)
{
    (void)state;
    struct buf c = BUF_EMPTY;
    buf_format(&c, "rm -rf %s", folder);
    int status = system(buf_str(&c));
    buf_free(&c);
    return status;
}

static void check_says_what_was_proved(void **state)
{
    (void)state;
    expect("check three.cert", 0,
           "accepted: Black, to move with 1 stone to place, wins Connect(∞,∞,3,1,1) from the empty board.\n");
    expect("check --json three.cert", 0, "\"verdict\": \"accepted\"");
    expect("check part.cert", 0,
           "from black b2, White to move with 1 stone to place, against every turn but");
    expect("check --json part.cert", 0, "\"open\": [");
}

/* With `-` standard output is the certificate and nothing else; what is told goes to standard error. */
static void certificates_go_through_pipes(void **state)
{
    static const char *const commands[] = {
        "solve --game 9,9,3,1,1 --attacker black --order 2 --board infinite --cert -",
        "solve --game 9,9,3,1,1 --attacker black --order 2 --json --cert -",
        "verify --game 9,9,3,1,1 e5 --order 2 --cert -",
        "force --cert - j10 k11 l9 j12 i11 h10 j8",
        "force --json --nodes 200000 --cert - j10 j9 l10 i8 h8 k11 l11 l12 m11",
    };
    (void)state;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        struct buf c = BUF_EMPTY;
        buf_format(&c, "%s 2>told.txt | '%s' check -", commands[i], TEST_PROGRAM);
        expect(buf_str(&c), 0, "accepted: ");
        buf_free(&c);
    }
    expect("--version >/dev/null; grep -c '\"accepted\": true' told.txt", 0, "1");
    expect("force --cert none.cert j10 k11 i11 --nodes 1000", 1, "no forcing win");
    expect("check none.cert", 2, "No such file");
}

/* The same proof in a game whose first turn has another number of stones: right, and about no position of
 * it. */
static void check_refuses_what_no_game_reaches(void **state)
{
    (void)state;
    struct squares turns = {3, {2, 3, RULES_MAX_TURN}};
    char path[64], *text;
    size_t len;
    struct err e;
    for (int i = 0; i < turns.n; i++) {
        snprintf(path, sizeof path, "%s/three.cert", folder);
        assert_true(file_read(path, &text, &len, &e));
        text[12] = (char)turns.s[i]; /* q */
        snprintf(path, sizeof path, "%s/setup.cert", folder);
        assert_true(file_write(path, text, len, &e));
        free(text);
        expect("check setup.cert", 1,
               "rejected, set up: Black, to move with 1 stone to place, wins Connect(∞,∞,3,1,");
        expect("check setup.cert", 1, ") from the empty board (set up, not reachable in this game).\n");
        expect("check --json setup.cert", 1, "\"verdict\": \"rejected\"");
        expect("check --json setup.cert", 1, "\"reachable\": false");
        expect("check --setup setup.cert", 0, "accepted: Black, to move with 1 stone to place, wins");
        expect("check --setup --json setup.cert", 0, "\"reachable\": false");
        expect("proof --json setup.cert", 0, "\"reachable\": false");
        expect("proof setup.cert", 0, "(set up, not reachable in this game)");
        expect("openings add --file db setup.cert", 1, "a position that no game comes to");
    }
    expect("openings add --file db three.cert", 0, "1 proofs added");
    expect("check --json three.cert", 0, "\"reachable\": true");
}

/* The attacker's last turn gone, and the count set right. */
static void check_names_the_turn_at_fault(void **state)
{
    (void)state;
    char path[64], *text;
    size_t len;
    struct err e;
    snprintf(path, sizeof path, "%s/three.cert", folder);
    assert_true(file_read(path, &text, &len, &e));
    text[len - 3] = text[len - 2];
    text[len - 2] = (char)(text[len - 1] - 1);
    snprintf(path, sizeof path, "%s/short.cert", folder);
    assert_true(file_write(path, text, len - 1, &e));
    expect("check short.cert", 1, ": a turn of the attacker is missing: the certificate ends");
    expect("check --json short.cert", 1, "\"line\": [");
    expect("proof short.cert", 1, "rejected");
    assert_true(file_write(path, text, len - 2, &e));
    expect("check short.cert", 2, "short.cert: byte ");
    expect("check --json short.cert", 2, "\"verdict\": \"unreadable\"");
    free(text);
}

static void proof_counts_and_walks(void **state)
{
    (void)state;
    expect("proof three.cert", 0, "order                  2, VCNT");
    expect("proof --json three.cert", 0, "\"null_zone\": 3");
    expect("proof part.cert", 0, "not defined: defences are left open");
    expect("proof --walk three.cert", 0, "\n  White nothing\n    Black ");
    expect("proof --walk --most 2 three.cert", 0, "…");
}

static void proof_answers_any_defence(void **state)
{
    (void)state;
    expect("proof three.cert --line a1", 0, "as to nothing: the rest does not matter");
    expect("proof three.cert --line 'a1 b1'", 0, "b1 leaves a threat: ");
    expect("proof three.cert --line 'a1 b1' --json", 0, "\"outcome\": \"black\"");
    expect("proof three.cert --line 'a1 b1 c1'", 2, "Black has won already");
    expect("proof three.cert --line 'a1 a1'", 2, "a1 is occupied");
    expect("proof three.cert --line 'zz99'", 2, "zz99");
}

/* The record can be read, and has the whole tree, with the zones. */
static void proof_becomes_a_record(void **state)
{
    (void)state;
    expect("proof three.cert --sgf three.sgf", 0, "the whole proof");
    char path[64];
    snprintf(path, sizeof path, "%s/three.sgf", folder);
    struct record *r;
    struct err e;
    if (!record_load(path, NULL, &r, &e))
        fail_msg("%s", e.text);
    int answers = 0, zones = 0;
    for (struct tree_node *n = r->root; n; n = node_next(n, r->root)) {
        answers += n->at && n->side == BLACK;
        zones += n->notes && n->notes->marks > 0;
    }
    assert_int_equal(answers, 5); /* the first turn, and those after the null move and three defences */
    assert_int_equal(zones, 4);
    record_free(r);
    expect("proof three.cert --sgf - --most 1", 0, "not all of them are here");
    expect("proof three.cert --sgf nowhere/x.sgf", 2, "nowhere/x.sgf");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_says_what_was_proved),    cmocka_unit_test(check_refuses_what_no_game_reaches),
        cmocka_unit_test(check_names_the_turn_at_fault), cmocka_unit_test(proof_counts_and_walks),
        cmocka_unit_test(proof_answers_any_defence),     cmocka_unit_test(proof_becomes_a_record),
        cmocka_unit_test(certificates_go_through_pipes),
    };
    return cmocka_run_group_tests(tests, make_certificates, remove_folder);
}
