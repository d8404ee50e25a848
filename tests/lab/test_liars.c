/* Small games of the whole family, searched by honest workers and by those who say anything at all: whatever is proved is won,
 * whatever is disproved is not, both by exhaustive search; and what is won is proved in the end, however much was lied on the way. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/exact/exact.h"
#include "connect/proof/check.h"
#include "lab/bundle.h"
#include "lab/inner.h"
#include "lab/work.h"
#include "support/folder.h"
#include "support/labs.h"
#include "support/scatter.h"

enum { MEMORY = 4 << 20, JOBS_MOST = 20000 };

/* A runner whose jobs are done when their results are asked for, by an honest worker or, a number of times, by a liar. */
struct court {
    struct lab_worker *honest;
    struct rng rng;
    struct buf waiting; /* the line of the job; one at a time */
    struct buf old;     /* some bundle that was brought before */
    int lies, lies_most;
};

static int court_room(void *ctx)
{
    return ((struct court *)ctx)->waiting.len == 0;
}

static void court_give(void *ctx, const struct lab_job *j)
{
    lab_job_write(j, &((struct court *)ctx)->waiting);
}

static void court_cancel(void *ctx, int64_t job)
{
    (void)job;
    buf_free(&((struct court *)ctx)->waiting);
}

static void court_free(void *ctx)
{
    struct court *c = ctx;
    lab_worker_free(c->honest);
    buf_free(&c->waiting);
    buf_free(&c->old);
}

/* ---- lies ---- */

/* Any squares of the board, now and then those of a turn that could be played. */
static struct squares any_turn(struct court *c, const struct position *p)
{
    struct squares out = {.n = (int)rng_below(&c->rng, (uint32_t)position_turn_length(p) + 2)};
    if (out.n > RULES_MAX_TURN)
        out.n = RULES_MAX_TURN;
    bool legal = rng_below(&c->rng, 4) > 0;
    for (int i = 0; i < out.n; i++)
        for (int tries = 0; tries < 100; tries++) {
            out.s[i] = square_at((int)rng_below(&c->rng, (uint32_t)p->rules.m),
                                 (int)rng_below(&c->rng, (uint32_t)p->rules.n));
            bool twice = false;
            for (int k = 0; k < i; k++)
                twice = twice || out.s[k] == out.s[i];
            if (!legal || (p->cell[out.s[i]] == CELL_EMPTY && !twice))
                break;
        }
    return out;
}

static void any_bundle(struct court *c, struct buf *b)
{
    switch (rng_below(&c->rng, 5)) {
    case 0:
        buf_free(b);
        break;
    case 1:
        buf_free(b);
        bundle_add(b, "HEXCERT", 7);
        break;
    case 2: /* of another position */
        buf_free(b);
        buf_bytes(b, c->old.text, c->old.len);
        break;
    case 3:
        if (b->len)
            b->text[rng_below(&c->rng, (uint32_t)b->len)] ^= (char)(1 << rng_below(&c->rng, 8));
        break;
    default: /* as it is */
        break;
    }
}

static void any_open(struct court *c, const struct position *p, struct lab_turns *open)
{
    switch (rng_below(&c->rng, 4)) {
    case 0:
        lab_turns_clear(open);
        break;
    case 1: /* some of them */
        for (size_t i = open->n; i-- > 0;)
            if (rng_below(&c->rng, 2)) {
                free(open->turn[i].follow);
                open->turn[i] = open->turn[--open->n];
            }
        break;
    default:
        for (uint32_t i = rng_below(&c->rng, 6); i > 0; i--) {
            struct squares s = any_turn(c, p);
            lab_turns_add(open, &s, false, NULL, 0);
        }
        break;
    }
}

/* Any verdict, with anything beside it; what it was may stay. */
static void lie(struct court *c, const struct lab_job *j, struct lab_result *r)
{
    if (rng_below(&c->rng, 4))
        r->verdict = (enum lab_verdict)rng_below(&c->rng, LAB_VERDICTS);
    if (rng_below(&c->rng, 2))
        any_bundle(c, &r->bundle);
    if (rng_below(&c->rng, 2))
        any_open(c, j->position, &r->open);
    if (rng_below(&c->rng, 2))
        r->turn = j->excluded.n && rng_below(&c->rng, 2)
                      ? j->excluded.turn[rng_below(&c->rng, (uint32_t)j->excluded.n)].squares
                      : any_turn(c, j->position);
    r->chance = rng_below(&c->rng, 101) / 100.0;
    r->mate = rng_below(&c->rng, 2) ? 0 : (int)rng_below(&c->rng, 9) - 4;
    if (r->verdict == LAB_FAILED)
        snprintf(r->why, sizeof r->why, "no reason");
}

static bool court_take(void *ctx, double seconds, struct lab_result *out)
{
    struct court *c = ctx;
    struct lab_job j;
    struct err e;
    (void)seconds;
    if (c->waiting.len == 0)
        return false;
    if (!lab_job_read(c->waiting.text, c->waiting.len, &j, &e))
        fail_msg("%s", e.text);
    assert_true(lab_worker_do(c->honest, &j, NULL, out));
    if (out->bundle.len && (c->old.len == 0 || rng_below(&c->rng, 4) == 0)) {
        buf_free(&c->old);
        buf_bytes(&c->old, out->bundle.text, out->bundle.len);
    }
    if (c->lies < c->lies_most && rng_below(&c->rng, 2)) {
        /* By another name each time: a quarantined one is not heard any more. */
        snprintf(out->worker, sizeof out->worker, "liar-%d", c->lies++);
        lie(c, &j, out);
    }
    lab_job_free(&j);
    buf_free(&c->waiting);
    return true;
}

/* ---- labs ---- */

/* Games with wins that take some jobs, and how many squares are empty at most where the attacker wins, and where it does not: a
 * refutation tries everything. */
static const struct family {
    const char *game;
    int won, other;
    int rounds;
} families[] = {
    {"5,5,4,2,1", 14, 7, 60}, {"4,4,3,1,1", 12, 9, 60}, {"4,4,4,2,1", 10, 7, 40},
    {"5,4,3,1,1", 12, 9, 40}, {"6,3,3,1,1", 12, 9, 40}, {"5,5,4,3,2", 13, 7, 40},
    {"7,2,4,2,1", 10, 7, 20}, {"9,1,4,2,1", 8, 6, 20},  {"5,5,4,2,1,exact", 13, 7, 40},
};

static void make(const char *path, const struct position *p, enum side attacker, struct rng *rng)
{
    static const char *const few[][2] = {{"verify-order", "1"},
                                         {"solve-order", "1"},
                                         {"verify-nodes", "1"},
                                         {"solve-nodes", "1"},
                                         {"expand-nodes", "1"}};
    struct lab_options o;
    struct err e;
    struct buf body = BUF_EMPTY;
    lab_options_usual(&o);
    for (size_t i = 0; i < sizeof few / sizeof *few; i++)
        if (rng_below(rng, 4))
            assert_true(lab_option_set(&o, few[i][0], few[i][1], &e));
    if (!lab_create(path, &p->rules, &o, &e))
        fail_msg("%s", e.text);
    lab_root_write(p, attacker, "it", NULL, &body);
    assert_true(lab_ask(path, "add", buf_str(&body), &e));
    buf_free(&body);
}

struct tally {
    int proved, disproved, open, lies, quarantined, stuck;
    int64_t jobs;
};
static int faults;

#define WRONG(position, attacker, ...)                                                 \
    do {                                                                               \
        printf("FALSE: %s, %s to win: ", scatter_text(position), side_name(attacker)); \
        printf(__VA_ARGS__);                                                           \
        printf("\n");                                                                  \
        faults++;                                                                      \
    } while (0)

static void say(void *ctx, const char *text)
{
    (void)ctx;
    printf("%s\n", text);
}

/* The lab to its end, and what it says of the root, against the truth. */
static void compare(const char *path, const struct position *p, enum side attacker, bool wins, int lies,
                    uint64_t seed, struct tally *t)
{
    struct court c = {.honest = lab_worker_new("honest", MEMORY), .lies_most = lies};
    rng_seed(&c.rng, seed);
    struct lab_run r = {
        .runner = {&c, court_room, court_give, court_take, court_cancel, court_free, NULL, NULL},
        .jobs = JOBS_MOST};
    struct lab_state s;
    struct err e;
    struct lab *l = labs_open(path);
    if (!lab_run(l, &r, &s, &e))
        fail_msg("%s", e.text);
    t->jobs += s.jobs;
    t->lies += c.lies;
    t->proved += s.proved > 0;
    t->disproved += s.disproved > 0;
    t->open += s.open_roots > 0;
    const struct graph_node *root = &lab_graph(l)->node[lab_root_find(l, "it")->node];
    if (s.proved && !wins)
        WRONG(p, attacker, "a false proof");
    if (s.disproved && wins)
        WRONG(p, attacker, "a false disproof");
    if (s.open_roots && !(wins && p->rules.exact)) /* of some wins in exact games there is no certificate */
        WRONG(p, attacker, "%s after %d jobs and %d lies, numbers %u/%u", s.stuck ? "stuck" : "open",
              (int)s.jobs, c.lies, root->pn, root->dn);
    if (s.open_roots && wins && root->pn >= GRAPH_INFINITE)
        WRONG(p, attacker, "hopeless");
    t->quarantined += (int)db_number(lab_ledger(l), 0, "SELECT count(*) FROM worker");
    t->stuck += (int)db_number(lab_ledger(l), 0, "SELECT count(*) FROM event WHERE kind = 'stuck'");
    if (db_number(lab_ledger(l), 0, "SELECT count(*) FROM worker WHERE name = 'honest'"))
        WRONG(p, attacker, "an honest worker was quarantined");
    if (lab_check(l, say, NULL) != 0)
        WRONG(p, attacker, "the file is not accepted");
    if (s.proved) {
        struct buf cert = BUF_EMPTY;
        struct check_result result;
        if (!lab_compose(l, lab_root_find(l, "it")->node, 0, &cert, &e))
            WRONG(p, attacker, "no certificate: %s", e.text);
        else if (check_bytes(cert.text, cert.len, NULL, &result) != CHECK_ACCEPTED)
            WRONG(p, attacker, "a certificate that is rejected");
        else
            check_result_free(&result);
        buf_free(&cert);
    }
    r.runner.free(r.runner.ctx);
    lab_close(l);
}

/* An open position, seldom one that is over in one turn, and whether the attacker wins it. */
static struct position *pick(const struct family *f, const struct rules *rules, struct exact *x,
                             struct rng *rng, enum side *attacker, bool *wins)
{
    bool wanted = rng_below(rng, 3) > 0;
    for (int tries = 0;; tries++) {
        int most = wanted ? f->won : f->other;
        struct exact_result truth;
        struct err e;
        struct position *p =
            scatter_game(rules, rules->p + 1 + (int)rng_below(rng, (uint32_t)(most - rules->p)), rng);
        *attacker = rng_below(rng, 2) ? BLACK : WHITE;
        if (p->outcome == OUTCOME_OPEN && (lab_end(p, NULL) == LAB_END_NONE || rng_below(rng, 64) == 0)) {
            assert_true(exact_solve(x, p, NULL, &truth, &e));
            *wins = truth.lower == (p->to_move == *attacker ? 1 : -1);
            if (*wins == wanted || (tries > 200 && p->empty <= f->other))
                return p;
        }
        position_free(p);
    }
}

static void test_small_games(void **state)
{
    (void)state;
    struct exact *x = exact_new(0);
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        const struct family *f = &families[i];
        struct rules rules = test_rules(f->game);
        struct tally t = {0};
        for (int round = 0; round < test_rounds(f->rounds); round++) {
            struct folder folder = folder_quick();
            struct rng rng;
            enum side attacker;
            bool wins;
            rng_seed(&rng, 1000 * i + (uint64_t)round);
            struct position *p = pick(f, &rules, x, &rng, &attacker, &wins);
            make(folder.file, p, attacker, &rng);
            compare(folder.file, p, attacker, wins, round % 5 * 8, (uint64_t)round, &t);
            position_free(p);
            folder_remove(&folder);
        }
        printf(
            "%-16s %4d proved, %4d disproved, %4d open; %lld jobs, %d lies, %d quarantined, %d times stuck\n",
            f->game, t.proved, t.disproved, t.open, (long long)t.jobs, t.lies, t.quarantined, t.stuck);
    }
    exact_free(x);
    assert_int_equal(faults, 0);
}

/* Before wins in one turn were seen by the lab itself, one lie made their root hopeless for good: solve answered "open", an honest
 * expand brought the turn that ends the game, to which there is no edge. Such a file is healed by the next run. */
static void test_hopeless_file(void **state)
{
    (void)state;
    struct folder f = folder_quick();
    struct rng rng;
    struct tally t = {0};
    struct err e;
    rng_seed(&rng, 1);
    struct position *p = test_game("5,5,4,2,1", "a1 e5 e4 b1 c1 e1 d5");
    make(f.file, p, p->to_move, &rng);
    lab_close(labs_open(f.file));
    compare(f.file, p, p->to_move, true, 0, 0, &t);
    assert_int_equal(t.proved, 1);
    assert_int_equal(t.jobs, 0);
    struct db *d = ledger_open(f.file, &e);
    assert_non_null(d);
    db_do(d, "UPDATE node SET state = 0, effort = 3, pn = 1048576, dn = 1, own_pn = 1048576, own_dn = 1, "
             "cert = NULL");
    assert_true(db_fine(d, &e));
    db_close(d);
    compare(f.file, p, p->to_move, true, 0, 0, &t);
    assert_int_equal(t.proved, 2);
    position_free(p);
    folder_remove(&f);
    assert_int_equal(faults, 0);
}

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_small_games),
                                       cmocka_unit_test(test_hopeless_file)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
