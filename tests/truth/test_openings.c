/* The opening database, asked about positions on and beside every proof that comes with the program: the winner errs, the loser
 * passes up a threat, all of it through symmetries, in other orders of stones, set up, in the middle of a turn, and under
 * other rules on other boards. They are asked in random order, of one process that remembers parts of proofs; what it says
 * must be what is said when nothing is remembered, every proof must be confirmed by the certificate itself, followed
 * from its root, and no loss may be one that the side to move wins by force. */
#include "truth/truth.h"

#include <dirent.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "connect/forcing/forcing.h"
#include "store/explorer/known.h"
#include "support/beside.h"
#include "support/proof_walk.h"

enum {
    QUESTIONS = 300,      /* a hundred times as many in the nightly run */
    FORCE_STONES = 20000, /* stones that the forcing search may place */
    FORCE_TABLE = 1 << 16,
};

static const struct deadline forever = {0};

/* ---- The proofs ---- */

struct proof {
    struct guide *guide; /* the whole of it */
    uint32_t weight;
};

struct proofs {
    struct proof *list;
    size_t count, room;
    uint32_t weight;
    struct explorer *database;
};

static void take_in(struct proofs *all, const char *name, const char *bytes, size_t len)
{
    struct known_added added;
    struct check_result result;
    struct err e;
    if (explorer_prove(all->database, name, bytes, len, &forever, &added, &e) != EXPLORER_FINE)
        fail_msg("%s: %s", name, e.text);
    struct cert_reader *r = cert_reader_bytes(bytes, len, &e);
    assert_non_null(r);
    all->list = mem_grow(all->list, &all->room, all->count + 1, sizeof *all->list);
    struct proof *x = &all->list[all->count++];
    assert_int_equal(guide_open(r, &forever, &x->guide, &result), CHECK_ACCEPTED);
    check_result_free(&result);
    cert_reader_free(r);
    /* The larger ones are asked more often, but the smallest too. */
    for (x->weight = 1; guide_turns(x->guide) >> x->weight; x->weight++)
        ;
    all->weight += x->weight;
}

/* Those that take a second to check, one of them large enough that parts of it are remembered; the nightly run has all. */
static const char *const quick[] = {
    "connect-19-19-6-3-1", "connect-4-1-1", "connect-4-2-1", "connect-5-2-2",
    "connect-5-3-2",       "connect-6-3-1", "connect-7-5-1", "connect-9-6-6",
};

static bool is_wanted(const char *name)
{
    bool found = getenv("HEXAD_NIGHTLY");
    for (size_t i = 0; i < sizeof quick / sizeof *quick && !found; i++)
        found = strcmp(quick[i], name) == 0;
    return found;
}

static int is_proof(const struct dirent *f)
{
    return strstr(f->d_name, ".cert") != NULL;
}

static struct proofs load_proofs(void)
{
    struct proofs all = {0};
    struct dirent **files;
    struct err e;
    if (!explorer_open(NULL, true, 0, &all.database, &e))
        fail_msg("%s", e.text);
    int n = scandir(TEST_SOURCE "/proofs", &files, is_proof, alphasort);
    for (int i = 0; i < n; i++) {
        char path[600], *bytes;
        size_t len;
        snprintf(path, sizeof path, TEST_SOURCE "/proofs/%s", files[i]->d_name);
        if (!file_read(path, &bytes, &len, &e))
            fail_msg("%s", e.text);
        *strstr(files[i]->d_name, ".cert") = '\0';
        if (is_wanted(files[i]->d_name))
            take_in(&all, files[i]->d_name, bytes, len);
        free(bytes);
        free(files[i]);
    }
    free(files);
    assert_true(all.count >= sizeof quick / sizeof *quick);
    return all;
}

static const struct guide *pick_proof(const struct proofs *all, struct rng *rng)
{
    uint32_t at = rng_below(rng, all->weight);
    size_t i = 0;
    while (at >= all->list[i].weight)
        at -= all->list[i++].weight;
    return all->list[i].guide;
}

/* ---- Answers ---- */

struct tally {
    int won, lost, nothing;
};

/* What is said when nothing is remembered. */
static struct known_answer ask_fresh(struct explorer *x, const struct position *p)
{
    struct known_answer a;
    struct known *k = known_new();
    known_add(k, x, false);
    known_ask(k, p, &forever, &a);
    known_free(k);
    return a;
}

static bool same_answer(const struct known_answer *a, const struct known_answer *b)
{
    bool same = a->what == b->what && a->attacker == b->attacker && a->depth == b->depth &&
                a->turns == b->turns && a->turn.n == b->turn.n && strcmp(a->name, b->name) == 0;
    for (int i = 0; same && i < a->turn.n; i++)
        same = a->turn.s[i] == b->turn.s[i];
    return same;
}

/* Does any certificate win it, followed from its root? */
static bool is_confirmed(const struct proofs *all, const struct position *p, const struct known_answer *a)
{
    struct position *q = position_copy(p);
    struct squares turn = a->turn;
    bool ok = false;
    /* The stones of a turn that is begun belong to the winner's turn, and do not help the loser. */
    while (q->plies && q->ply[q->plies - 1].side == q->to_move) {
        if (turn.n < RULES_MAX_TURN)
            turn.s[turn.n++] = q->ply[q->plies - 1].at;
        position_undo(q);
    }
    for (size_t i = 0; i < all->count && !ok; i++)
        ok = guide_claim(all->list[i].guide)->attacker == a->attacker &&
             proof_walk_wins(all->list[i].guide, q, &turn);
    position_free(q);
    return ok;
}

/* Has the side to move a forcing win? */
static bool wins_by_force(const struct position *p)
{
    struct forcing *f = forcing_new(&p->rules, FORCE_TABLE);
    struct position *copy = position_copy(p);
    struct threats *t = threats_new(copy);
    struct forcing_result r;
    forcing_search(f, t, &(struct forcing_limits){.kind = FORCING_VCST, .nodes = FORCE_STONES}, &r);
    threats_free(t);
    position_free(copy);
    forcing_free(f);
    return r.answer == FORCING_WIN;
}

/* The answers with nothing remembered are true. */
static void judge(const struct proofs *all, const struct position *p, const struct known_answer *a,
                  struct tally *t)
{
    if (a->what != KNOWN_PROVED) {
        t->nothing++;
        return;
    }
    bool wins = a->attacker == p->to_move;
    t->won += wins;
    t->lost += !wins;
    for (int i = 0; i < a->turn.n; i++)
        if (!position_legal_square(p, a->turn.s[i]))
            TRUTH_CONTRADICTS(p, "the turn told cannot be played");
    if (wins && a->turn.n == 0)
        TRUTH_CONTRADICTS(p, "a win without a turn");
    if (!is_confirmed(all, p, a))
        TRUTH_CONTRADICTS(p, "%s wins by %s, which no certificate confirms", side_name(a->attacker), a->name);
    if (!wins && wins_by_force(p))
        TRUTH_CONTRADICTS(p, "a loss by %s, and there is a forcing win", a->name);
}

/* Asked of one that remembers, in this order: the same answers. */
static void compare(const struct proofs *proofs, const struct beside *all, const struct known_answer *fresh,
                    const size_t *order)
{
    struct known *k = known_new();
    known_add(k, proofs->database, false);
    for (size_t i = 0; i < all->count; i++) {
        const struct position *p = all->list[order[i]].position;
        const struct known_answer *b = &fresh[order[i]];
        struct known_answer a;
        known_ask(k, p, &forever, &a);
        if (!same_answer(&a, b))
            TRUTH_CONTRADICTS(p, "%s wins by '%s' in %d; with nothing remembered, %s by '%s' in %d",
                              a.what == KNOWN_PROVED ? side_name(a.attacker) : "nobody", a.name, a.depth,
                              b->what == KNOWN_PROVED ? side_name(b->attacker) : "nobody", b->name, b->depth);
    }
    known_free(k);
}

/* In random order; `lines`: one line after the other, what is asked of each at random. */
static size_t *shuffled(const struct beside *all, bool lines, struct rng *rng)
{
    size_t *order = mem_alloc((all->count + 1) * sizeof *order);
    for (size_t i = 0; i < all->count; i++)
        order[i] = i;
    for (size_t begin = 0, end; begin < all->count; begin = end) {
        for (end = begin + 1; end < all->count && (!lines || all->list[end].line == all->list[begin].line);
             end++)
            ;
        for (size_t i = end - begin; i > 1; i--) {
            size_t j = rng_below(rng, (uint32_t)i), swap = order[begin + i - 1];
            order[begin + i - 1] = order[begin + j];
            order[begin + j] = swap;
        }
    }
    return order;
}

static void test_openings(void **state)
{
    (void)state;
    enum { ROUNDS = 4 };
    setvbuf(stdout, NULL, _IOLBF, 0);
    struct rng rng;
    struct tally t = {0};
    struct proofs proofs = load_proofs();
    rng_seed(&rng, 26);
    struct beside all = {.rng = &rng, .most = (size_t)truth_rounds(QUESTIONS)};
    while (all.count < all.most)
        beside_line(&all, pick_proof(&proofs, &rng));
    struct known_answer *fresh = mem_alloc(all.count * sizeof *fresh);
    for (size_t i = 0; i < all.count; i++) {
        fresh[i] = ask_fresh(proofs.database, all.list[i].position);
        judge(&proofs, all.list[i].position, &fresh[i], &t);
    }
    int alone = truth_contradictions;
    for (int round = 0; round < ROUNDS; round++) {
        size_t *order = shuffled(&all, round < ROUNDS - 1, &rng);
        compare(&proofs, &all, fresh, order);
        free(order);
    }
    printf(
        "%zu proofs, %zu positions on %u lines: %d won, %d lost, of %d nothing is known; %d contradictions "
        "with nothing remembered, %d in %zu questions to one that remembers\n",
        proofs.count, all.count, all.lines, t.won, t.lost, t.nothing, alone, truth_contradictions - alone,
        ROUNDS * all.count);
    free(fresh);
    beside_free(&all);
    for (size_t i = 0; i < proofs.count; i++)
        guide_free(proofs.list[i].guide);
    free(proofs.list);
    explorer_close(proofs.database);
    truth_holds();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_openings)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
