/* From a position to a certificate; see solve.h. */
#include "connect/proof/solve.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "connect/proof/cert.h"
#include "connect/proof/prover.h"

enum { OPENINGS = 8, LEVELS = 6, INFINITE_STEP = 20, WIDE_NODES = 100000 };

/* A solve under way. */
struct solve {
    const struct solve_job *job;
    struct solve_result *result;
    struct prover *prover;
    struct replay *replay;
    struct cert_writer *cert;
    struct deadline until;
    double start, told; /* when progress was told last */
};

const char *solve_kind(const struct solve_result *r)
{
    return r->fewest_threats >= r->board.p ? "VCDT" : r->fewest_threats > 0 ? "VCST" : "VCNT";
}

static void tell(struct solve *s)
{
    const struct solve_job *job = s->job;
    s->told = clock_now();
    if (job->progress) {
        struct solve_progress p = {job->infinite ? s->result->board.m : 0, s->prover->level, s->prover->nodes,
                                   clock_now() - s->start};
        job->progress(job->ctx, &p);
    }
}

enum { TELL_EVERY = 1 << 10 }; /* nodes between looks at the clock */

/* Called by the prover now and then. */
static void on_the_way(void *ctx)
{
    struct solve *s = ctx;
    if (s->prover->nodes % TELL_EVERY == 0 && clock_now() - s->told > 0.2)
        tell(s);
}

/* ---- search ---- */

/* How many turns of order 2 or more may follow the first on a path: none at first, so that what order-1 wins
 * alone prove is found before the rest is begun. */
static int depth_of(int level)
{
    return level < 2 ? 0 : level - 1;
}

/* Does the attacker win with this turn? */
static bool turn_wins(struct prover *p, const struct squares *turn, int order, int depth)
{
    int plies = battle_turn(p->battle, turn->s, turn->n, false);
    bool won = prover_defend(p, order, depth);
    battle_back(p->battle, plies);
    if (won)
        table_set_turn(p->table, table_make(p->table, true), turn, order);
    return won;
}

/* The empty board: tries one shape after the other, more of them with each level. */
static bool search_opening(struct solve *s, int level)
{
    struct prover *p = s->prover;
    struct turn_list l = TURN_LIST_EMPTY;
    bool won = false;
    turns_opening(p->battle, (size_t)OPENINGS << level, &l);
    for (size_t i = 0; i < l.count && !won && !p->stopped; i++) {
        struct squares turn;
        turn_list_get(&l, i, &turn);
        tell(s);
        won = turn_wins(p, &turn, s->job->order, depth_of(level));
    }
    turn_list_free(&l);
    return won;
}

static bool search_level(struct solve *s, int level)
{
    struct prover *p = s->prover;
    const struct position *at = p->battle->position;
    prover_level(p, level);
    tell(s);
    if (at->to_move != p->battle->attacker)
        return prover_defend(p, s->job->order, depth_of(level));
    if (at->stones == 0 && !threats_can_win(p->battle->threats, p->battle->attacker, at->left))
        return search_opening(s, level);
    return prover_attack(p, s->job->order, depth_of(level) + 1, false);
}

/* Before it is said that there is no win, those of order 1 are looked for without leaving out any turn: the
 * levels pad with the best few squares, which misses one in some hundred. A new prover, as the old one
 * remembers what failed. */
static bool search_wide(struct solve *s, const struct prover_limits *limits, bool *stopped)
{
    struct prover *p = prover_new(s->prover->battle->position, s->job->attacker, limits);
    p->nodes = s->prover->nodes;
    prover_free(s->prover);
    s->prover = p;
    prover_widen(p, WIDE_NODES);
    bool attacks = p->battle->position->to_move == s->job->attacker;
    bool won = attacks ? prover_order1(p, false) : prover_defend(p, 1, 0);
    *stopped = p->stopped || (!won && p->partial && s->job->order == 1);
    return won;
}

/* ---- verification ---- */

static bool strategy_turn(void *ctx, struct battle *b, int depth, int order, struct squares *turn)
{
    struct solve *s = ctx;
    (void)b;
    /* A node that the search did not see, because zones settled it: it is looked for now. */
    if (!replay_turn(s->replay, depth, turn) &&
        !(prover_attack(s->prover, order, depth_of(s->prover->level) + 1, true) &&
          replay_turn(s->replay, depth, turn)))
        return false;
    if (s->cert)
        cert_write_turn(s->cert, turn->s, turn->n);
    return true;
}

static bool strategy_stop(void *ctx)
{
    return prover_tick(((struct solve *)ctx)->prover);
}

/* The turn in squares of the position's own board; none if one of them lies beyond it. */
static struct squares seen_from(const struct rules *own, const struct solve_result *r)
{
    struct squares turn = r->board_turn;
    for (int i = 0; i < turn.n; i++) {
        int col = square_col(turn.s[i]) - r->right, row = square_row(turn.s[i]) - r->up;
        if (!square_on_board(own, col, row))
            return (struct squares){.n = 0};
        turn.s[i] = square_at(col, row);
    }
    return turn;
}

static void keep_turn(struct solve *s)
{
    struct solve_result *r = s->result;
    if (s->prover->battle->position->to_move != s->job->attacker ||
        !replay_turn(s->replay, 0, &r->board_turn))
        r->board_turn.n = 0;
    r->turn = seen_from(&s->job->position->rules, r);
}

static bool open_cert(struct solve *s, struct err *e)
{
    const struct solve_job *job = s->job;
    struct cert_claim claim = {s->prover->battle->position, job->attacker, job->infinite, false};
    s->cert = job->cert ? cert_writer_open(job->cert, &claim, e) : cert_writer_to(job->bytes, &claim);
    return s->cert;
}

static bool close_cert(struct solve *s, bool keep, struct err *e)
{
    if (keep)
        return cert_writer_close(s->cert, e);
    cert_writer_abandon(s->cert);
    return true;
}

/* Verifies what was found and writes it down. Says through `fits` whether it holds on the board asked for. */
static bool verify(struct solve *s, bool *fits, struct err *e)
{
    const struct solve_job *job = s->job;
    struct solve_result *r = s->result;
    double start = clock_now();
    /* The nodes of writing down what was found do not count. */
    uint64_t nodes = s->prover->nodes;
    s->prover->limits.nodes = 0;
    if ((job->cert || job->bytes) && !open_cert(s, e))
        return false;
    struct strategy strategy = {s, strategy_turn, NULL, NULL, strategy_stop, NULL};
    struct verifier *v = verifier_new(s->prover->battle, &strategy);
    s->replay = replay_new(s->prover->battle, s->prover->table);
    r->order = verifier_run(v, job->order, NULL);
    *fits = r->order >= 0 && (!job->infinite || verifier_infinite(v));
    r->infinite = r->order >= 0 && verifier_infinite(v);
    r->fewest_threats = v->fewest_threats < r->board.p ? v->fewest_threats : r->board.p;
    r->deepest = v->deepest;
    r->proof_nodes = v->attacks;
    r->root_calls = v->root_calls;
    r->root_zone = v->root_zone;
    r->root_full = v->root_full;
    r->verify_seconds = clock_now() - start;
    s->prover->nodes = nodes;
    keep_turn(s);
    verifier_free(v);
    replay_free(s->replay);
    return !s->cert || close_cert(s, *fits, e);
}

/* Solves one board. */
static bool solve_board(const struct solve_job *job, const struct position *p, const struct solve *began,
                        bool *fits, struct err *e)
{
    struct solve s = *began;
    struct solve_result *r = s.result;
    struct prover_limits limits = {s.until, job->limits.nodes, prover_memory(job->memory), on_the_way, &s};
    s.prover = prover_new(p, job->attacker, &limits);
    bool won = false, fine = true;
    r->board = p->rules;
    *fits = false;
    for (int level = 0; level < LEVELS && !won && !s.prover->stopped; level++)
        won = search_level(&s, level);
    bool stopped = s.prover->stopped;
    if (!won && !stopped)
        won = search_wide(&s, &limits, &stopped);
    r->nodes = s.prover->nodes;
    r->search_seconds = clock_now() - s.start;
    s.prover->stopped = s.prover->stopped || s.prover->battle->pulse.over;
    stopped = stopped || s.prover->stopped;
    r->status = won ? SOLVE_WON : stopped ? SOLVE_STOPPED : SOLVE_UNKNOWN;
    r->why = won ? NULL : stopped ? "stopped at a limit" : "no win of this order was found";
    if (won) {
        fine = verify(&s, fits, e);
        if (r->order < 0) {
            r->status = s.prover->stopped ? SOLVE_STOPPED : SOLVE_UNKNOWN;
            r->why = s.prover->stopped ? "a win was found, but there was no time to verify it"
                                       : "a win was found but could not be verified whole";
        }
    }
    prover_free(s.prover);
    return fine;
}

/* ---- infinite boards ---- */

/* The stones of `p`, moved to the middle of a board with `frame` squares on every side; NULL if that is too
 * large. */
static struct position *on_larger_board(const struct position *p, int frame, int *right_by, int *up_by)
{
    struct rules r = p->rules;
    int left = r.m, right = -1, low = r.n, high = -1;
    for (square s = square_first(); s; s = square_next(&r, s))
        if (p->cell[s] != CELL_EMPTY) {
            int col = square_col(s), row = square_row(s);
            left = col < left ? col : left;
            right = col > right ? col : right;
            low = row < low ? row : low;
            high = row > high ? row : high;
        }
    int side = right - left > high - low ? right - left + 1 : high - low + 1;
    if (right < 0)
        side = 1;
    r.m = r.n = side + 2 * frame;
    if (r.m > RULES_MAX_SIDE)
        return NULL;
    struct position *out = position_new(&r);
    *right_by = (r.m - (right - left + 1)) / 2 - left;
    *up_by = (r.n - (high - low + 1)) / 2 - low;
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] != CELL_EMPTY)
            position_setup(out, square_at(square_col(s) + *right_by, square_row(s) + *up_by),
                           (enum cell)p->cell[s]);
    position_settle(out, p->to_move, p->left, NULL);
    return out;
}

static bool solve_infinite(const struct solve_job *job, const struct solve *began, struct err *e)
{
    bool fits = false, fine = true;
    struct solve_result *r = began->result;
    r->status = SOLVE_UNKNOWN;
    r->why = "the position does not fit on the largest board with room around it";
    /* Room for the stones of a proof, which has to keep k−1 squares from the edge. */
    for (int frame = 3 * job->position->rules.k; fine && !fits; frame += INFINITE_STEP) {
        struct position *p = on_larger_board(job->position, frame, &r->right, &r->up);
        if (!p)
            break;
        fine = solve_board(job, p, began, &fits, e);
        position_free(p);
        if (r->status != SOLVE_WON)
            return fine;
        if (!fits) {
            r->status = SOLVE_UNKNOWN;
            r->why = "the win found needs the edge, or a zone that is the whole board";
        } else {
            r->status = SOLVE_WON;
        }
    }
    return fine;
}

bool solve_run(const struct solve_job *job, struct solve_result *result, struct err *e)
{
    struct solve s = {.job = job, .result = result, .start = clock_now()};
    s.told = s.start;
    s.until = limits_from_now(&job->limits, CPU_THREAD);
    memset(result, 0, sizeof *result);
    result->board = job->position->rules;
    if (job->position->outcome != OUTCOME_OPEN)
        return err_set(e, "the game is over");
    if (job->order < 1 || job->order > PROVER_ORDERS)
        return err_set(e, "order %d is not 1 to %d", job->order, PROVER_ORDERS);
    if (job->memory && !mem_check((size_t)job->memory, e))
        return false;
    if (job->infinite)
        return solve_infinite(job, &s, e);
    bool fits;
    return solve_board(job, job->position, &s, &fits, e);
}

bool solve_quick(const struct solve_job *asked, struct solve_result *result)
{
    struct solve_job job = *asked;
    struct err e;
    job.attacker = asked->position->to_move;
    job.order = 1;
    if (!job.limits.nodes || job.limits.nodes > SOLVE_QUICK_NODES)
        job.limits.nodes = SOLVE_QUICK_NODES;
    return solve_run(&job, result, &e) && result->status == SOLVE_WON;
}
