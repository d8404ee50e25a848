/* Every computation keeps its limits, for every legal game: over extreme rules and boards, all that can take
 * long ends soon after its time, and soon after it is told to stop, and agents and the engine have a legal
 * turn then. Time is processor time, so that a busy machine does not matter. */
#include "support/boards.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "connect/exact/exact.h"
#include "connect/exact/perft.h"
#include "connect/forcing/forcing.h"
#include "connect/proof/check.h"
#include "connect/proof/defences.h"
#include "connect/proof/forced.h"
#include "connect/proof/solve.h"
#include "connect/puzzle/find.h"
#include "connect/puzzle/judge.h"
#include "play/agent/agent.h"
#include "play/arena/opening_maker.h"
#include "play/book/book.h"
#include "play/chooser.h"
#include "play/protocol/seat.h"
#include "support/sanitized.h"

static const double slower = TEST_SANITIZED ? 20 : 1; /* than a plain build */

/* Seconds of processor time: that work gets, that it may take more, after which it is taken to hang. */
static const double given = 0.02, late = 0.1, hangs = 5;

/* ---- Games ---- */

enum fill { EMPTY, FEW, HALF, ONE_SIDED, PATTERN_64, PATTERN_P, PATTERN_1, FILLS };
static const char *const fill_name[] = {"empty",         "a few stones",     "half full",
                                        "one-sided",     "64 empty squares", "p empty squares",
                                        "1 empty square"};

/* All the extremes, and the games that were once found to run on. */
static const char *const games[] = {
    "1,1,1,1,1",      "1,127,63,1,1",    "127,1,2,63,1",     "1,127,2,63,63",    "127,127,1,1,1",
    "127,127,1,63,1", "127,127,2,1,1",   "127,127,2,2,2",    "127,127,2,63,63",  "127,127,3,2,1",
    "127,127,6,2,1",  "127,127,63,1,1",  "127,127,63,2,1",   "127,127,63,3,63",  "127,127,63,8,8",
    "127,127,63,9,1", "127,127,63,31,1", "127,127,63,62,62", "127,127,63,63,63", "127,127,63,63,1",
    "19,19,7,6,6",    "19,19,6,2,1",     "19,19,19,8,8",     "20,20,10,5,63",    "8,8,8,7,1",
    "8,8,5,4,4",      "63,63,63,20,20",  "127,127,10,5,5",   "127,127,12,8,1",   "127,127,5,4,1",
    "15,15,5,1,1",    "30,30,9,6,2",     "127,127,40,20,63", "7,9,4,3,63",       "127,2,20,10,10",
};
enum { GAMES = sizeof games / sizeof *games };

/* Any legal game, extremes more often than others. */
static void any_game(struct rng *rng, char out[RULES_TEXT])
{
    static const int side[] = {1, 2, 7, 19, 63, 64, 65, 126, 127}, extreme[] = {1, 2, 62, 63};
    int n[5];
    for (int i = 0; i < 5; i++)
        if (i < 2)
            n[i] = side[rng_below(rng, sizeof side / sizeof *side)];
        else if (rng_below(rng, 2))
            n[i] = extreme[rng_below(rng, sizeof extreme / sizeof *extreme)];
        else
            n[i] = 1 + (int)rng_below(rng, rng_below(rng, 2) ? 12 : 63);
    if (rng_below(rng, 2))
        n[4] = n[3];
    snprintf(out, RULES_TEXT, "%d,%d,%d,%d,%d", n[0], n[1], n[2], n[3], n[4]);
}

/* Stones in a pattern without long rows, all but some squares of the board. */
static void set_pattern(struct position *p, int empty, struct rng *rng)
{
    int squares = p->rules.m * p->rules.n, left = squares;
    for (square s = square_first(); s; s = square_next(&p->rules, s), left--)
        if (rng_below(rng, (uint32_t)left) >= (uint32_t)empty)
            position_setup(p, s, (square_col(s) / 2 + square_row(s)) % 2 ? CELL_BLACK : CELL_WHITE);
        else
            empty--;
}

static void set_random(struct position *p, double share, double black, struct rng *rng)
{
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (rng_unit(rng) < share)
            position_setup(p, s, rng_unit(rng) < black ? CELL_BLACK : CELL_WHITE);
}

/* The board; NULL if there is none of this kind that leaves the game open. */
static struct position *make_board(const char *game, enum fill fill, uint64_t seed)
{
    static const double share[] = {[FEW] = 0.02, [HALF] = 0.5, [ONE_SIDED] = 0.3};
    struct rules r = test_rules(game);
    struct rng rng;
    rng_seed(&rng, seed);
    for (double part = 1; part > 0.02; part /= 2) {
        struct position *p = position_new(&r);
        int squares = r.m * r.n, empty = fill == PATTERN_64 ? 64 : fill == PATTERN_P ? r.p : 1;
        if (fill >= PATTERN_64)
            set_pattern(p, empty < squares ? empty : squares, &rng);
        else if (fill != EMPTY)
            set_random(p, share[fill] * part, fill == ONE_SIDED ? 0.9 : 0.5, &rng);
        enum side side = rng_below(&rng, 2) ? BLACK : WHITE;
        bool first = p->stones == 0;
        if (position_settle(p, first ? BLACK : side, first ? r.q : r.p, NULL) && p->outcome == OUTCOME_OPEN)
            return p;
        position_free(p);
        if (fill == EMPTY || fill >= PATTERN_64)
            break;
    }
    return NULL;
}

/* ---- What can take long ---- */

/* A question with its limits. */
struct task {
    struct position *position;
    struct limits limits;
    const char *spec; /* of an agent */
    int number;       /* depth, order or the like */
};

static struct deadline deadline_of(const struct task *t)
{
    return limits_from_now(&t->limits, CPU_PROCESS);
}

static void assert_turn(const struct position *start, const struct squares *turn)
{
    struct position *p = position_copy(start);
    int length = position_turn_length(p), n = 0;
    while (n < turn->n && position_legal_square(p, turn->s[n]))
        position_place(p, turn->s[n++]);
    assert_int_equal(n, turn->n);
    assert_true(n == length || p->outcome != OUTCOME_OPEN);
    position_free(p);
}

static void analyze(const struct task *t)
{
    struct engine_options o = {.threads = t->number};
    struct engine_limits l = {.work = t->limits, .lines = t->number == 2 ? 8 : 1};
    struct report *r = calloc(1, sizeof *r);
    struct engine *x = engine_new(&t->position->rules, &o, NULL);
    engine_think(x, t->position, &l, NULL, NULL, r);
    assert_true(r->n > 0);
    struct squares turn = engine_turn(t->position, &r->line[0]);
    assert_turn(t->position, &turn);
    engine_free(x);
    free(r);
}

static void play_level(const struct task *t)
{
    struct chooser_options o = {.level = level_of(t->number), .openings = true};
    struct chooser_job j = {.limits.work = t->limits};
    struct chooser *c = chooser_new(&t->position->rules, &o, NULL);
    struct squares turn = chooser_turn(c, t->position, &j, NULL);
    assert_turn(t->position, &turn);
    chooser_free(c);
}

static void genmove(const struct task *t)
{
    struct seat_options o = {.rules = t->position->rules, .limits.work = t->limits};
    struct seat *s = seat_new(&o);
    struct squares turn;
    seat_take(s, position_copy(t->position));
    assert_true(seat_think(s, NULL, NULL, NULL, &turn, NULL, NULL));
    assert_turn(t->position, &turn);
    seat_free(s);
}

static void force(const struct task *t)
{
    struct forcing *f = forcing_new(&t->position->rules, 8 << 20);
    struct threats *tracker = threats_new(t->position);
    struct forcing_limits l = {.kind = t->number ? forcing_widest(&t->position->rules) : FORCING_VCDT,
                               .until = deadline_of(t)};
    struct forcing_result r;
    forcing_search(f, tracker, &l, &r);
    if (r.answer == FORCING_WIN) {
        uint8_t *zone = calloc((size_t)square_limit(&t->position->rules), 1);
        forcing_zone(f, tracker, zone);
        free(zone);
        struct buf bytes = BUF_EMPTY;
        uint64_t turns;
        forced_certify(f, tracker, &l.until, &bytes, &turns);
        buf_free(&bytes);
    }
    threats_free(tracker);
    forcing_free(f);
}

static void solve(const struct task *t)
{
    struct solve_job j = {.position = t->position,
                          .attacker = t->number > 4 ? side_other(t->position->to_move) : t->position->to_move,
                          .order = t->number > 4 ? t->number - 4 : t->number,
                          .limits = t->limits};
    struct solve_result r;
    assert_true(solve_run(&j, &r, NULL));
}

static void verify(const struct task *t)
{
    struct defences_job j = {.position = t->position, .order = 2, .threads = t->number, .limits = t->limits};
    struct defences_result r;
    defences_run(&j, &r, NULL);
    defences_result_free(&r);
}

static void exact(const struct task *t)
{
    struct exact *x = exact_new(0);
    struct limits l = t->limits;
    struct exact_result r;
    struct exact_stone stone[EXACT_MOST];
    int n;
    if (t->position->empty <= EXACT_MOST)
        assert_true(t->number ? exact_all(x, t->position, &l, stone, &n, &r, NULL)
                              : exact_solve(x, t->position, &l, &r, NULL));
    exact_free(x);
}

static void count(const struct task *t)
{
    struct perft_options o = {.limits = t->limits};
    struct perft_result r = perft(t->position, t->number, &o);
    perft_result_free(&r);
}

static void list_threats(const struct task *t)
{
    struct threats *tracker = threats_new(t->position);
    struct deadline until = deadline_of(t);
    struct square_sets sets = SQUARE_SETS_EMPTY;
    threats_limit(tracker, &until);
    for (int side = BLACK; side <= WHITE; side++) {
        threats_number(tracker, (enum side)side);
        threats_defences(tracker, (enum side)side, t->position->rules.p, 1000, &sets);
        threats_hp(tracker, (enum side)side);
    }
    square_sets_free(&sets);
    threats_free(tracker);
}

static void agent(const struct task *t)
{
    struct bot *a = agent_new(t->spec, &t->position->rules, 1, NULL);
    if (!a && strcmp(t->spec, "tiling") == 0)
        return; /* it does not play every game */
    assert_non_null(a);
    struct threats *tracker = threats_new(t->position);
    struct squares turn = agent_choose(a, tracker, &t->limits);
    threats_free(tracker);
    bot_free(a);
    assert_turn(t->position, &turn);
}

static void opening(const struct task *t)
{
    struct opening_maker_setup s = {.rules = t->position->rules,
                                    .turns = 2,
                                    .radius = 63,
                                    .agent = t->spec,
                                    .games = 10,
                                    .until = deadline_of(t)};
    struct opening_maker *m = opening_maker_new(&s, NULL);
    if (!m)
        return;
    square stones[2 * RULES_MAX_TURN];
    double black;
    opening_maker_draw(m, stones);
    opening_maker_look(m, stones, opening_maker_stones(&s.rules, s.turns), &black);
    opening_maker_free(m);
}

/* An empty book in a folder of its own: sequences plays. */
static char folder[] = "/tmp/hexad-limits-XXXXXX", book[100];

static int make_book(void **state)
{
    (void)state;
    struct book *b;
    if (!mkdtemp(folder))
        return -1;
    snprintf(book, sizeof book, "book:file=%s/b.db", folder);
    if (!book_open(strchr(book, '/'), true, &b, NULL))
        return -1;
    book_close(b);
    return 0;
}

static int remove_book(void **state)
{
    (void)state;
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char path[120];
        snprintf(path, sizeof path, "%s%s", strchr(book, '/'), ends[i]);
        unlink(path);
    }
    return rmdir(folder);
}

/* A claim that leaves everything open, as long as it is: every turn of the defender's has to be gone through. */
static void check_open_claim(const struct task *t)
{
    struct buf bytes = BUF_EMPTY;
    struct cert_claim claim = {
        .position = t->position, .attacker = side_other(t->position->to_move), .partial = true};
    struct cert_writer *w = cert_writer_to(&bytes, &claim);
    for (int i = 0; i < 100000; i++)
        cert_write_unsolved(w);
    assert_true(cert_writer_close(w, NULL));
    struct deadline until = deadline_of(t);
    struct check_watch watch = {.without_zones = t->number, .until = &until};
    struct check_result r;
    check_bytes(bytes.text, bytes.len, &watch, &r);
    check_result_free(&r);
    buf_free(&bytes);
}

static void found(void *context, enum puzzle_reason why, struct puzzle *p)
{
    (void)context;
    (void)why;
    if (p)
        puzzle_done(p);
}

/* Whatever may be asked about a puzzle: a verdict on the first squares that there are, a hint, the solution, a defence. */
static void puzzle(const struct task *t)
{
    const struct position *p = t->position;
    if (!hunt_able(&p->rules) || p->left != p->rules.p)
        return;
    struct judge *j = judge_new(&p->rules);
    struct deadline until = deadline_of(t);
    struct squares turn = {0, {0}};
    for (square s = square_first(); s && turn.n < position_turn_length(p); s = square_next(&p->rules, s))
        if (p->cell[s] == CELL_EMPTY)
            turn.s[turn.n++] = s;
    enum puzzle_kind kind = t->number % 2 ? PUZZLE_DEFENCE : PUZZLE_WIN;
    if (t->number < 2) {
        struct judgement v;
        struct err e;
        (void)judge_turn(j, p, kind, &turn, 8, &until, &v, &e);
    } else if (t->number < 4) {
        struct judge_hint h;
        judge_hint(j, p, kind, 8, &until, &h);
        free(h.zone);
    } else {
        solution_free(judge_solution(j, p, 8, 400, &until));
    }
    judge_free(j);
}

static void find_puzzles(const struct task *t)
{
    if (!hunt_able(&t->position->rules))
        return;
    struct finder_options o = {.most = 8, .until = deadline_of(t)};
    struct finder *f = finder_new(&t->position->rules, &o);
    finder_game(f, t->position, 0, found, NULL);
    finder_free(f);
}

static const struct {
    const char *name;
    void (*run)(const struct task *t);
    const char *spec;
    int number;
} works[] = {
    {"analyze", analyze, NULL, 1},
    {"analyze with two threads", analyze, NULL, 2},
    {"analyze with 16 threads", analyze, NULL, 16},
    {"level 1", play_level, NULL, 1},
    {"level full", play_level, NULL, LEVEL_FULL},
    {"genmove", genmove, NULL, 0},
    {"force vcdt", force, NULL, 0},
    {"force vcst", force, NULL, 1},
    {"solve 1", solve, NULL, 1},
    {"solve 2", solve, NULL, 2},
    {"solve 4", solve, NULL, 4},
    {"solve 2 for the other side", solve, NULL, 6},
    {"verify", verify, NULL, 1},
    {"verify with two threads", verify, NULL, 2},
    {"exact", exact, NULL, 0},
    {"exact --all", exact, NULL, 1},
    {"perft 1", count, NULL, 1},
    {"perft 2", count, NULL, 2},
    {"perft 63", count, NULL, 63},
    {"threats", list_threats, NULL, 0},
    {"check", check_open_claim, NULL, 1},
    {"check with zones", check_open_claim, NULL, 0},
    {"a verdict", puzzle, NULL, 0},
    {"a verdict on a defence", puzzle, NULL, 1},
    {"a hint", puzzle, NULL, 2},
    {"a hint for a defence", puzzle, NULL, 3},
    {"a solution", puzzle, NULL, 4},
    {"puzzles of a game", find_puzzles, NULL, 0},
    {"openings", opening, "sequences", 0},
    {"random", agent, "random", 0},
    {"adjacent", agent, "adjacent", 0},
    {"windows", agent, "windows", 0},
    {"threats agent", agent, "threats", 0},
    {"montecarlo", agent, "montecarlo", 0},
    {"montecarlo of whole games", agent, "montecarlo:near=100,playout=random,games=1000000", 0},
    {"sequences", agent, "sequences", 0},
    {"sequences by marking", agent, "sequences:marking=paper", 0},
    {"mesh", agent, "mesh", 0},
    {"mesh, stiff", agent, "mesh:elasticity=0.95", 0},
    {"tiling", agent, "tiling", 0},
    {"book", agent, book, 0},
    {"engine", agent, "engine", 0},
    {"tree search", agent, "mcts:memory=8", 0},
    {"engine level 3", agent, "engine:level=3", 0},
    {"random+search", agent, "random+search:depth=9", 0},
    {"adjacent+search", agent, "adjacent+search:depth=9", 0},
    {"windows+search", agent, "windows+search:depth=9", 0},
    {"threats+search", agent, "threats+search:depth=9", 0},
    {"montecarlo+search", agent, "montecarlo+search:depth=9", 0},
    {"sequences+search", agent, "sequences+search:depth=9", 0},
    {"sequences+search of turns", agent, "sequences+search:depth=3t,width=64", 0},
    {"mesh+search", agent, "mesh+search:depth=9", 0},
};
enum { WORKS = sizeof works / sizeof *works };

/* ---- Measuring ---- */

static char running[200]; /* what is going on, for the handler */

static void give_up(int signal)
{
    (void)signal;
    static const char text[] = " does not end\n";
    if (write(2, running, strlen(running)) < 0 || write(2, text, sizeof text - 1) < 0)
        _exit(2);
    _exit(1);
}

static void set_alarm(double seconds)
{
    struct itimerval t = {{0, 0}, {(time_t)seconds, 0}};
    setitimer(ITIMER_PROF, &t, NULL);
}

/* Says stop when so much processor time has been used. */
struct stopper {
    double at, came; /* clock_cpu(CPU_PROCESS): when it is to be said; when it was */
    atomic_bool stop, done;
};

static void *say_stop(void *ctx)
{
    struct stopper *s = ctx;
    while (!atomic_load(&s->done) && clock_cpu(CPU_PROCESS) < s->at)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    s->came = clock_cpu(CPU_PROCESS);
    atomic_store(&s->stop, true);
    return NULL;
}

/* How it is to end: the limit of seconds counts here, too, as processor time never passes faster. */
enum how { BY_CPU, BY_WALL, TOLD, HOWS };
static const char *const how_name[] = {"limited by --cpu", "limited by --seconds", "told to stop"};

/* Runs it; returns the processor time that it took too long. */
static double measure(int work, struct position *p, enum how how)
{
    struct stopper s = {.at = clock_cpu(CPU_PROCESS) + given};
    bool told = how == TOLD;
    struct task t = {p,
                     {.seconds = how == BY_WALL ? given : 0,
                      .cpu = how == BY_CPU ? given : 0,
                      .stop = told ? &s.stop : NULL},
                     works[work].spec,
                     works[work].number};
    pthread_t thread;
    double start = clock_cpu(CPU_PROCESS);
    set_alarm(hangs * slower);
    if (told)
        assert_int_equal(pthread_create(&thread, NULL, say_stop, &s), 0);
    works[work].run(&t);
    double end = clock_cpu(CPU_PROCESS);
    set_alarm(0);
    if (told) {
        atomic_store(&s.done, true);
        pthread_join(thread, NULL);
        return s.came < end ? end - s.came : 0;
    }
    return end - start - given;
}

/* One work on one board, told to stop or with its limit; returns whether it was in time. */
static bool in_time(int work, const char *game, enum fill fill, uint64_t seed, enum how how)
{
    struct position *p = make_board(game, fill, seed);
    if (!p)
        return true;
    snprintf(running, sizeof running, "%s on %s, %s, %s (seed %llu)", works[work].name, game, fill_name[fill],
             how_name[how], (unsigned long long)seed);
    int plies = p->plies;
    double over = measure(work, p, how);
    for (int again = 0; again < 2 && over > late * slower; again++) {
        double once_more = measure(work, p, how); /* a machine that is busy elsewhere is not at fault twice */
        over = once_more < over ? once_more : over;
    }
    assert_int_equal(p->plies, plies);
    position_free(p);
    if (over > late * slower)
        print_message("%s: %.0f ms too long\n", running, over * 1e3);
    return over <= late * slower;
}

static void everything_ends_in_time(void **state)
{
    (void)state;
    struct rng rng;
    rng_seed(&rng, 7);
    int bad = 0;
    for (int i = 0; i < test_rounds(300); i++) {
        int work = (int)rng_below(&rng, WORKS);
        char game[RULES_TEXT];
        snprintf(game, sizeof game, "%s", games[rng_below(&rng, GAMES)]);
        if (rng_below(&rng, 2))
            any_game(&rng, game);
        enum fill fill = (enum fill)rng_below(&rng, FILLS);
        bad += !in_time(work, game, fill, rng_next(&rng) % 1000, (enum how)rng_below(&rng, HOWS));
    }
    assert_int_equal(bad, 0);
}

/* What was once found to run on for minutes. */
static void the_worst_of_old(void **state)
{
    (void)state;
    static const struct {
        const char *work, *game;
    } cases[] = {
        {"force vcst", "19,19,7,6,6"},
        {"sequences", "127,127,63,62,62"},
        {"perft 1", "127,127,63,63,63"},
        {"perft 63", "19,19,6,2,1"},
    };
    int bad = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int work = 0; work < WORKS; work++)
            for (int game = 0; game < GAMES; game++)
                if (strcmp(works[work].name, cases[i].work) == 0 && strcmp(games[game], cases[i].game) == 0)
                    bad += !in_time(work, games[game], EMPTY, 1, BY_CPU) +
                           !in_time(work, games[game], EMPTY, 1, TOLD);
    assert_int_equal(bad, 0);
}

static void no_game_needs_much_memory(void **state)
{
    (void)state;
    struct rusage u;
    assert_int_equal(getrusage(RUSAGE_SELF, &u), 0);
    if (slower < 2)
        assert_true(u.ru_maxrss < 1 << 20); /* kilobytes */
}

int main(int argc, char **argv)
{
    signal(SIGPROF, give_up);
    if (argc > 1) { /* all, or those whose name begins so: to look for what is slow */
        int bad = make_book(NULL);
        for (int work = 0; work < WORKS; work++)
            for (int game = 0; game < GAMES; game++)
                for (int fill = 0; fill < FILLS && strncmp(works[work].name, argv[1], strlen(argv[1])) == 0;
                     fill++)
                    for (int how = 0; how < HOWS; how++)
                        bad += !in_time(work, games[game], (enum fill)fill, 1, (enum how)how);
        remove_book(NULL);
        return bad != 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worst_of_old),
        cmocka_unit_test(everything_ends_in_time),
        cmocka_unit_test(no_game_needs_much_memory),
    };
    return cmocka_run_group_tests(tests, make_book, remove_book);
}
