/* The two checkers agree: certificates of all kinds, whole and changed, go with this one's verdicts into a
 * file that tools/checkcert.py reads. At night tests/connect/proof/weak.py reads it too, for the rules that are said
 * to follow from the others. */
#include "support/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/mem.h"
#include "connect/proof/defences.h"
#include "connect/proof/solve.h"
#include "support/mutants.h"
#include "support/shared.h"

enum {
    BYTES_MOST = 800, /* of a certificate: the second checker is slow */
    TURN_MOST = 7,    /* larger p can take either checker long, and they have different limits */
    PER_PROOF = 20,   /* changed certificates made of each, half of them of version 3 */
};

/* A certificate taken apart. */
struct proof {
    struct cert_claim claim;
    struct position *position; /* the claim's */
    struct squares *turn;
    size_t turns, room;
};

static void proof_free(struct proof *x)
{
    position_free(x->position);
    free(x->turn);
}

/* False if it is too large. */
static bool read_proof(const char *path, struct proof *out)
{
    struct err e;
    char *text;
    size_t size;
    if (!file_read(path, &text, &size, &e))
        fail_msg("%s", e.text);
    free(text);
    if (size > BYTES_MOST)
        return false;
    struct cert_reader *r = cert_reader_open(path, &e);
    assert_non_null(r);
    *out = (struct proof){.claim = *cert_reader_claim(r)};
    out->claim.position = out->position = position_copy(out->claim.position);
    struct squares turn = {0, {0}};
    for (enum cert_item item; (item = cert_read(r, &turn, &e)) != CERT_END;) {
        assert_int_not_equal(item, CERT_BAD);
        out->turn = mem_grow(out->turn, &out->room, out->turns + 1, sizeof *out->turn);
        out->turn[out->turns++] = item == CERT_TURN ? turn : (struct squares){0, {0}};
    }
    cert_reader_free(r);
    return true;
}

/* ---- where proofs come from ---- */

static bool plain_win(struct rng *r, const char *path, struct proof *out)
{
    (void)path;
    enum side attacker;
    struct plain *w;
    struct plain_proof f;
    struct position *p = mutants_random_win(r, &attacker, &w, &f);
    *out = (struct proof){{p, attacker, false, false}, p, f.turn, f.turns, f.room};
    plain_free(w);
    if (f.turns <= BYTES_MOST / 4)
        return true;
    proof_free(out);
    return false;
}

/* A few stones in the middle of a board, the game not over. */
static struct position *random_cluster(struct rng *r, int p)
{
    struct rules rules = {9, 9, 3 + (int)rng_below(r, 2), p, p, false};
    struct position *x = position_new(&rules);
    for (int n = 3 + (int)rng_below(r, 6); n > 0; n--) {
        square s = square_at(2 + (int)rng_below(r, 5), 2 + (int)rng_below(r, 5));
        if (x->cell[s] == CELL_EMPTY)
            position_setup(x, s, rng_below(r, 2) ? CELL_BLACK : CELL_WHITE);
    }
    if (position_settle(x, rng_below(r, 2) ? BLACK : WHITE, p, NULL) && x->outcome == OUTCOME_OPEN)
        return x;
    position_free(x);
    return NULL;
}

static bool infinite_win(struct rng *r, const char *path, struct proof *out)
{
    struct position *p = random_cluster(r, 1 + (int)rng_below(r, 2));
    struct solve_job job = {.position = p,
                            .attacker = rng_below(r, 2) ? BLACK : WHITE,
                            .order = 2,
                            .infinite = true,
                            .limits.nodes = 3000,
                            .cert = path};
    struct solve_result result;
    struct err e;
    if (!p)
        return false;
    if (!solve_run(&job, &result, &e))
        fail_msg("%s", e.text);
    position_free(p);
    return result.status == SOLVE_WON && read_proof(path, out);
}

static bool partial_win(struct rng *r, const char *path, struct proof *out)
{
    struct position *p = random_cluster(r, 1 + (int)rng_below(r, 2));
    struct defences_job job = {.position = p, .order = 1, .threads = 1, .limits.nodes = 300, .cert = path};
    struct defences_result result;
    struct err e;
    if (!p)
        return false;
    if (!defences_run(&job, &result, &e))
        fail_msg("%s", e.text);
    bool certified = result.certified;
    defences_result_free(&result);
    position_free(p);
    return certified && read_proof(path, out);
}

/* One of the project's small ones. */
static bool known_win(struct rng *r, const char *path, struct proof *out)
{
    static const char *const names[] = {"4-1-1", "4-2-1", "4-2-2", "5-3-1", "5-3-2", "6-3-1",
                                        "6-3-3", "6-4-1", "6-4-3", "7-5-1", "7-5-3"};
    char known[300];
    (void)path;
    snprintf(known, sizeof known, "%s/proofs/connect-%s.cert", TEST_SOURCE,
             names[rng_below(r, sizeof names / sizeof *names)]);
    return read_proof(known, out);
}

/* ---- the batch ---- */

/* The numbers of the game are not such that a checker could take long, if it is readable at all. */
static bool quick(const struct cert_claim *c)
{
    return !c->position || (c->position->rules.p <= TURN_MOST && c->position->rules.q <= TURN_MOST);
}

/* One line of the batch; false if the certificate is not for it. */
static bool write_line(FILE *f, const char *bytes, size_t size, int count[3])
{
    struct cert_claim claim = {NULL, BLACK, false, false};
    struct check_result result;
    enum check_verdict v = mutants_check(bytes, size, &claim, &result);
    bool taken = quick(&claim);
    if (taken) {
        fprintf(f, "%d %s ", (int)v, v == CHECK_UNREADABLE ? "-" : result.reachable ? "game" : "setup");
        for (size_t i = 0; i < size; i++)
            fprintf(f, "%02x", (unsigned char)bytes[i]);
        fputc('\n', f);
        count[v]++;
    }
    check_result_free(&result);
    position_free((struct position *)(uintptr_t)claim.position);
    return taken;
}

/* As version 3, with definitions and repetitions by chance; most of them changed. */
static char *shared_line(const struct proof *x, struct rng *r, size_t *size)
{
    char *whole = shared_certificate(&x->claim, x->turn, x->turns, r, size);
    if (rng_below(r, 10) == 0)
        return whole;
    char *bytes = shared_change(whole, 16, size, r);
    free(whole);
    return bytes;
}

/* A proof as it is, then changed again and again; returns the number of lines. */
static int write_proof(FILE *f, const struct proof *x, struct rng *r, int count[3])
{
    int lines = 0;
    for (int i = 0; i <= PER_PROOF; i++) {
        size_t size;
        char *bytes = i == 0  ? plain_certificate(&x->claim, x->turn, x->turns, &size)
                      : i % 2 ? mutants_change(&x->claim, x->turn, x->turns, true, r, &size)
                              : shared_line(x, r, &size);
        lines += write_line(f, bytes, size, count);
        free(bytes);
    }
    return lines;
}

static void write_batch(const char *path, int lines)
{
    static bool (*const sources[])(struct rng *, const char *, struct proof *) = {
        plain_win, plain_win, infinite_win, partial_win, known_win};
    int count[3] = {0, 0, 0};
    char cert[80];
    struct rng r;
    rng_seed(&r, 71);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    snprintf(cert, sizeof cert, "%s.cert", path);
    for (size_t i = 0; lines > 0; i++) {
        struct proof x;
        if (!sources[i % (sizeof sources / sizeof *sources)](&r, cert, &x))
            continue;
        lines -= write_proof(f, &x, &r, count);
        proof_free(&x);
    }
    unlink(cert);
    assert_int_equal(fclose(f), 0);
    print_message("%d accepted, %d rejected, %d unreadable\n", count[CHECK_ACCEPTED], count[CHECK_REJECTED],
                  count[CHECK_UNREADABLE]);
    assert_true(count[CHECK_ACCEPTED] > 0 && count[CHECK_REJECTED] > 0 && count[CHECK_UNREADABLE] > 0);
}

/* Runs a script of the project on the batch; it prints what it finds. */
static void run_script(const char *script, const char *path)
{
    struct buf c = BUF_EMPTY;
    buf_format(&c, "python3 '%s/%s' --batch '%s'", TEST_SOURCE, script, path);
    fflush(stdout);
    int status = system(buf_str(&c));
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail_msg("%s: the batch is left behind", buf_str(&c));
    buf_free(&c);
}

static void the_second_checker_agrees(void **state)
{
    (void)state;
    char path[64];
    snprintf(path, sizeof path, "second-%ld.txt", (long)getpid());
    write_batch(path, test_rounds(4200));
    run_script("tools/checkcert.py", path);
    if (getenv("HEXAD_NIGHTLY"))
        run_script("tests/connect/proof/weak.py", path);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_second_checker_agrees)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
