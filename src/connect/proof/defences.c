/* Rounds of defences, one stone more in each, shared by threads; see defences.h. */
#include "connect/proof/defences.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "connect/forcing/seen.h"
#include "connect/proof/cert.h"
#include "connect/proof/prover.h"

enum { USUAL_NODES = 100000, LEVELS = 4, DEFENCES_MOST = 1 << 20 };

/* What a solved part of a turn leaves for its next stone. */
struct follow_ups {
    bool everywhere;
    int n;
    square *s;
};

struct work {
    const struct defences_job *job;
    struct defences_result *out;
    struct follow_ups *follow; /* by defence; only parts of turns have any */
    size_t room, follow_room;
    struct seen seen;
    struct prover **prover; /* by thread */
    atomic_size_t next;     /* the defence to try next */
    size_t end;             /* of this round */
    size_t done;            /* guarded by `lock`, as the callback is */
    pthread_mutex_t lock;
    atomic_bool enough; /* the caller wants no more */
    struct prover_limits limits;
    size_t most; /* defences that the memory has room for */
    bool full;   /* there are more */
    struct pulse pulse;
};

struct hand {
    struct work *w;
    int thread;
};

/* ---- trying one defence ---- */

/* The attacker is to move after the defence: tries harder and harder. */
static enum defence_state solve_one(const struct work *w, struct prover *p)
{
    uint64_t limit = w->job->limits.nodes ? w->job->limits.nodes : USUAL_NODES;
    p->limits.nodes = p->nodes + limit;
    for (int level = 0; level < LEVELS; level++) {
        prover_level(p, level);
        if (prover_attack(p, w->job->order, level < 1 ? 0 : level, true))
            return DEFENCE_LOSES;
        if (p->stopped)
            return DEFENCE_LIMIT;
    }
    return DEFENCE_OPEN;
}

/* The stones that may follow, from the zones of the win. */
static void find_follow_ups(struct prover *p, int unplaced, struct follow_ups *f)
{
    struct zones *z = zones_new(&p->battle->position->rules);
    if (verifier_run(p->verifier, PROVER_ORDERS, z) < 0 || zones_everything(z, unplaced)) {
        f->everywhere = true;
    } else {
        f->s = mem_alloc((size_t)(z->n + 1) * sizeof *f->s);
        f->n = zones_list(z, unplaced, f->s);
    }
    zones_free(z);
}

static bool ended(const struct work *w)
{
    return deadline_over(&w->limits.until) || atomic_load(&w->enough);
}

static void try_defence(struct work *w, struct prover *p, size_t i, int thread)
{
    struct defence *d = &w->out->defence[i];
    uint64_t before = p->nodes;
    p->stopped = false;
    d->thread = thread;
    int plies = battle_turn(p->battle, d->squares.s, d->squares.n, true);
    if (p->battle->position->outcome == OUTCOME_OPEN)
        d->state = solve_one(w, p);
    else
        d->state = DEFENCE_OPEN; /* the board is full */
    if (d->state == DEFENCE_LIMIT && ended(w)) {
        d->state = DEFENCE_WAITING;
    } else if (d->unplaced > 0) {
        if (d->state == DEFENCE_LOSES)
            find_follow_ups(p, d->unplaced, &w->follow[i]);
        else
            w->follow[i].everywhere = !w->job->hold_parts;
    }
    battle_back(p->battle, plies);
    d->nodes = p->nodes - before;
}

static void *run_thread(void *arg)
{
    struct hand *h = arg;
    struct work *w = h->w;
    for (;;) {
        size_t i = atomic_fetch_add(&w->next, 1);
        if (i >= w->end || ended(w))
            return NULL;
        if (!w->prover[h->thread])
            w->prover[h->thread] =
                prover_new(w->job->position, side_other(w->job->position->to_move), &w->limits);
        try_defence(w, w->prover[h->thread], i, h->thread);
        pthread_mutex_lock(&w->lock);
        w->done++;
        if (w->job->tried && !w->job->tried(w->job->ctx, &w->out->defence[i], w->done, w->out->count))
            atomic_store(&w->enough, true);
        pthread_mutex_unlock(&w->lock);
    }
}

/* Tries the defences from `begin` to the last, by all threads. */
static void run_round(struct work *w, size_t begin)
{
    int threads = w->job->threads;
    pthread_t *id = mem_alloc((size_t)threads * sizeof *id);
    struct hand *hand = mem_alloc((size_t)threads * sizeof *hand);
    atomic_store(&w->next, begin);
    w->end = w->out->count;
    int started = 1;
    for (int i = 0; i < threads; i++)
        hand[i] = (struct hand){w, i};
    /* Without more threads the first does it all. */
    while (started < threads && pthread_create(&id[started], NULL, run_thread, &hand[started]) == 0)
        started++;
    run_thread(&hand[0]);
    for (int i = 1; i < started; i++)
        pthread_join(id[i], NULL);
    free(hand);
    free(id);
}

/* ---- rounds ---- */

static void append_defence(struct work *w, const struct squares *s, int turn)
{
    struct defences_result *out = w->out;
    out->defence = mem_grow(out->defence, &w->room, out->count + 1, sizeof *out->defence);
    w->follow = mem_grow(w->follow, &w->follow_room, out->count + 1, sizeof *w->follow);
    out->defence[out->count] = (struct defence){*s, turn - s->n, DEFENCE_WAITING, 0, 0};
    w->follow[out->count++] = (struct follow_ups){false, 0, NULL};
}

static void add_defence(struct work *w, const struct squares *s, int turn)
{
    w->full = w->full || w->out->count >= w->most;
    if (!w->full && !pulse_over(&w->pulse, 200) && seen_add(&w->seen, s))
        append_defence(w, s, turn);
}

/* By number of stones, then by squares: the order of the whole list. */
static int compare_defences(const void *a, const void *b)
{
    const struct defence *x = a, *y = b;
    if (x->squares.n != y->squares.n)
        return x->squares.n - y->squares.n;
    for (int i = 0; i < x->squares.n; i++)
        if (x->squares.s[i] != y->squares.s[i])
            return x->squares.s[i] - y->squares.s[i];
    return 0;
}

/* A part of a turn with each of the squares that may follow it. */
static void add_behind(struct work *w, const struct position *p, const struct squares *part, bool everywhere,
                       const square *follow, int n, int turn)
{
    struct squares more;
    for (int j = 0; j < n; j++) {
        squares_with(part, follow[j], &more);
        add_defence(w, &more, turn);
    }
    for (square s = square_first(); s && everywhere && !w->full && !w->pulse.over;
         s = square_next(&p->rules, s)) {
        bool free_square = p->cell[s] == CELL_EMPTY;
        for (int j = 0; j < part->n; j++)
            free_square = free_square && part->s[j] != s;
        if (free_square) {
            squares_with(part, s, &more);
            add_defence(w, &more, turn);
        }
    }
}

/* All that follow from one defence of the round before. */
static void add_follow_ups(struct work *w, const struct position *p, size_t i, int turn)
{
    struct squares part = w->out->defence[i].squares;
    struct follow_ups f = w->follow[i];
    add_behind(w, p, &part, f.everywhere, f.s, f.n, turn);
}

/* What follows the parts that were given, of so many stones with what follows. */
static void add_given(struct work *w, const struct position *p, int stones, int turn)
{
    for (size_t i = 0; i < w->job->givens; i++) {
        const struct defence_given *g = &w->job->given[i];
        if (g->squares.n == stones - 1)
            add_behind(w, p, &g->squares, g->everywhere, g->follow, g->n, turn);
    }
}

static void run_rounds(struct work *w, const struct square_sets *critical, int turn)
{
    const struct position *p = w->job->position;
    size_t last = 0; /* the first defence of the round before */
    for (size_t i = 0; i < w->job->skips; i++)
        seen_add(&w->seen, &w->job->skip[i]);
    for (int stones = 0; stones <= turn && !w->full && !w->pulse.over; stones++) {
        size_t begin = w->out->count;
        for (size_t i = last; i < begin; i++)
            add_follow_ups(w, p, i, turn);
        add_given(w, p, stones, turn);
        for (size_t i = 0; i < critical->count && !w->job->givens; i++)
            if (critical->set[i].n == stones)
                add_defence(w, &critical->set[i], turn);
        last = begin;
        if (w->out->count == begin)
            continue;
        qsort(w->out->defence + begin, w->out->count - begin, sizeof *w->out->defence, compare_defences);
        run_round(w, begin);
    }
}

/* ---- certificate ---- */

struct writing {
    struct work *w;
    struct cert_writer *cert;
    struct prover *prover; /* whose win is being written */
    struct replay *replay;
    struct seen covered;
};

static bool write_turn(void *ctx, struct battle *b, int depth, int order, struct squares *turn)
{
    struct writing *t = ctx;
    (void)b;
    if (!replay_turn(t->replay, depth, turn) &&
        !(prover_attack(t->prover, order, LEVELS, true) && replay_turn(t->replay, depth, turn)))
        return false;
    cert_write_turn(t->cert, turn->s, turn->n);
    return true;
}

static const struct defence *find_defence(const struct defences_result *r, const struct squares *s)
{
    struct defence wanted = {.squares = *s};
    if (r->count == 0)
        return NULL;
    return bsearch(&wanted, r->defence, r->count, sizeof wanted, compare_defences);
}

/* The search saw no such defence: the win it found against a part of it has been replaced by another since,
 * with other zones. Tries it now. */
static bool solve_late(struct writing *t, const struct squares *s)
{
    struct prover *p = t->w->prover[0];
    int plies = battle_turn(p->battle, s->s, s->n, true);
    p->stopped = false;
    bool won = p->battle->position->outcome == OUTCOME_OPEN && solve_one(t->w, p) == DEFENCE_LOSES;
    battle_back(p->battle, plies);
    return won;
}

/* Writes what wins against one defence. False if it cannot be replayed; nothing may be written then. */
static bool write_win(struct writing *t, const struct squares *s, int thread, struct zones *z)
{
    t->prover = t->w->prover[thread];
    t->prover->stopped = false;
    t->prover->limits.nodes = 0;
    struct strategy strategy = {t, write_turn, NULL, NULL, NULL, NULL};
    struct verifier *v = verifier_new(t->prover->battle, &strategy);
    t->replay = replay_new(t->prover->battle, t->prover->table);
    int plies = battle_turn(t->prover->battle, s->s, s->n, true);
    bool ok = verifier_run(v, t->w->job->order, z) >= 0;
    battle_back(t->prover->battle, plies);
    replay_free(t->replay);
    verifier_free(v);
    return ok;
}

/* W of SPEC 4.2 over what was found, in the order of certificates. */
static bool write_defence(struct writing *t, const struct squares *s, int turn)
{
    const struct position *p = t->w->job->position;
    if (!seen_add(&t->covered, s))
        return true;
    const struct defence *d = find_defence(t->w->out, s);
    int unplaced = turn - s->n;
    struct zones *z = unplaced > 0 ? zones_new(&p->rules) : NULL;
    bool loses = d ? d->state == DEFENCE_LOSES : solve_late(t, s), ok = true;
    if (loses)
        ok = write_win(t, s, d ? d->thread : 0, z);
    else
        cert_write_unsolved(t->cert);
    for (square q = square_first(); q && ok && unplaced > 0; q = square_next(&p->rules, q)) {
        bool mine = p->cell[q] != CELL_EMPTY || (loses && !zones_has(z, unplaced, q));
        for (int i = 0; i < s->n; i++)
            mine = mine || s->s[i] == q;
        if (mine)
            continue;
        struct squares more;
        squares_with(s, q, &more);
        ok = write_defence(t, &more, turn);
    }
    zones_free(z);
    return ok;
}

static bool write_certificate(struct work *w, const struct square_sets *critical, int turn,
                              enum side attacker, struct err *e)
{
    struct cert_claim claim = {w->job->position, attacker, false, w->out->open > 0};
    struct writing t = {w, cert_writer_open(w->job->cert, &claim, e), NULL, NULL, SEEN_EMPTY};
    if (!t.cert)
        return false;
    bool ok = true;
    for (size_t i = 0; i < critical->count && ok; i++)
        ok = write_defence(&t, &critical->set[i], turn);
    seen_free(&t.covered);
    if (!ok) {
        cert_writer_abandon(t.cert);
        if (ended(w))
            return err_set(e, "everything was tried, but there was no time to write the certificate");
        return err_set(e, "a win that was found could not be replayed; no certificate");
    }
    return cert_writer_close(t.cert, e);
}

/* The certificate of the win against one defence alone. */
static bool tell_win(struct writing *t, const struct defence *d, struct err *e)
{
    char *text = NULL;
    size_t length = 0;
    FILE *f = open_memstream(&text, &length);
    if (!f)
        return err_set(e, "the certificate: %s", strerror(errno));
    struct battle *b = t->w->prover[d->thread]->battle;
    int plies = battle_turn(b, d->squares.s, d->squares.n, true);
    struct cert_claim claim = {b->position, b->attacker, false, false};
    t->cert = cert_writer_on(f, &claim);
    battle_back(b, plies);
    bool ok = write_win(t, &d->squares, d->thread, NULL);
    if (!ok)
        cert_writer_abandon(t->cert);
    bool closed = ok && cert_writer_close(t->cert, e);
    fclose(f);
    if (closed)
        closed = t->w->job->won(t->w->job->ctx, d, text, length);
    else if (ok)
        closed = false;
    else if (!ended(t->w))
        closed = true; /* it cannot be replayed: then it is not told, and nothing is claimed */
    free(text);
    return closed || err_set(e, "stopped while the certificates were written");
}

static bool tell_wins(struct work *w, struct err *e)
{
    struct writing t = {.w = w, .covered = SEEN_EMPTY};
    bool ok = true;
    for (size_t i = 0; i < w->out->count && ok; i++)
        if (w->out->defence[i].state == DEFENCE_LOSES)
            ok = tell_win(&t, &w->out->defence[i], e);
    return ok;
}

/* ---- the whole ---- */

static void count_up(struct defences_result *r)
{
    r->complete = true;
    for (size_t i = 0; i < r->count; i++) {
        const struct defence *d = &r->defence[i];
        r->complete = r->complete && d->state != DEFENCE_WAITING;
        r->nodes += d->nodes;
        if (d->unplaced > 0) {
            r->parts++;
            r->parts_open += d->state != DEFENCE_LOSES;
        } else {
            r->losing += d->state == DEFENCE_LOSES;
            r->open += d->state != DEFENCE_LOSES;
        }
    }
}

static bool run(struct work *w, enum side attacker, struct err *e)
{
    const struct defences_job *job = w->job;
    struct battle *b = w->prover[0]->battle;
    int turn = position_turn_length(b->position);
    struct square_sets critical = SQUARE_SETS_EMPTY;
    bool ok = true;
    threats_defences(b->threats, attacker, turn, DEFENCES_MOST, &critical);
    if (critical.cut && ended(w)) {
        w->out->complete = false; /* no time even to find the defences */
    } else if (critical.cut) {
        ok = err_set(e, "there are more than %d critical defences", DEFENCES_MOST);
    } else {
        run_rounds(w, &critical, turn);
        count_up(w->out);
        w->out->complete = w->out->complete && !w->full && !w->pulse.over;
        if (job->cert && w->out->complete)
            w->out->certified = ok = write_certificate(w, &critical, turn, attacker, e);
        if (ok && job->won && w->out->complete)
            ok = tell_wins(w, e);
    }
    square_sets_free(&critical);
    return ok;
}

/* The turn that takes every empty square is the only one, and it draws. Nothing is proved of it: a
 * certificate would claim that all other turns lose, and there are none. */
static void fill_board(struct work *w)
{
    const struct position *p = w->job->position;
    struct squares all = {0, {0}};
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] == CELL_EMPTY)
            all.s[all.n++] = s;
    append_defence(w, &all, all.n); /* also when it was stopped: there is nothing to look for */
    w->out->defence[0].state = DEFENCE_OPEN;
    if (w->job->tried)
        w->job->tried(w->job->ctx, &w->out->defence[0], 1, 1);
    count_up(w->out);
}

bool defences_run(const struct defences_job *job, struct defences_result *out, struct err *e)
{
    double start = clock_now();
    enum side attacker = side_other(job->position->to_move);
    memset(out, 0, sizeof *out);
    if (job->position->outcome != OUTCOME_OPEN)
        return err_set(e, "the game is over");
    if (job->order < 1 || job->order > PROVER_ORDERS)
        return err_set(e, "order %d is not 1 to %d", job->order, PROVER_ORDERS);
    assert(job->threads >= 1);
    if (job->memory && !mem_check((size_t)job->memory, e))
        return false;
    struct work w = {.job = job, .out = out, .seen = SEEN_EMPTY};
    size_t memory = prover_memory(job->memory);
    w.limits = (struct prover_limits){
        .until = limits_from_now(&job->limits, job->threads > 1 ? CPU_PROCESS : CPU_THREAD),
        .memory = memory / (size_t)job->threads};
    w.pulse = (struct pulse){.until = &w.limits.until};
    w.most = memory / (2 * sizeof *out->defence);
    w.prover = mem_zero((size_t)job->threads, sizeof(struct prover *)); /* the others when they are needed */
    w.prover[0] = prover_new(job->position, attacker, &w.limits);
    pthread_mutex_init(&w.lock, NULL);
    out->defender_wins =
        threats_can_win(w.prover[0]->battle->threats, job->position->to_move, job->position->left);
    out->fills_board = !out->defender_wins && job->position->empty <= job->position->left;
    out->complete = out->defender_wins;
    if (out->fills_board)
        fill_board(&w);
    bool ok = out->defender_wins || out->fills_board || run(&w, attacker, e);
    pthread_mutex_destroy(&w.lock);
    for (int i = 0; i < job->threads; i++)
        prover_free(w.prover[i]);
    for (size_t i = 0; i < out->count; i++)
        free(w.follow[i].s);
    free(w.follow);
    free(w.prover);
    seen_free(&w.seen);
    out->seconds = clock_now() - start;
    return ok;
}

void defences_result_free(struct defences_result *r)
{
    free(r->defence);
    r->defence = NULL;
    r->count = 0;
}
