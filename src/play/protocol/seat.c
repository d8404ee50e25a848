/* The engine's seat; see seat.h. */
#include "play/protocol/seat.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "connect/game/connect.h"

static const double SECONDS_USUAL = 5;

struct told {
    square at;
    uint8_t side;
};

struct seat {
    struct seat_options options;
    struct chooser *chooser; /* NULL: could not be made, so far */
    struct bot *player;      /* made for these rules when he is first asked */
    struct position *start;  /* before the first stone told */
    struct position *now;
    struct told *told;
    size_t count, room;
    bool in_order; /* the stones told are the plies of `now` */
    double heard;  /* clock_now() of the last line; 0: not told */

    /* The search in the background. */
    bool searching;
    pthread_t thread;
    bool over; /* it has ended by itself; only its own thread looks */
    atomic_bool stop;
    struct position *searched; /* its own */
    struct engine_limits limits;
    report_progress *progress;
    void *context;
    struct report report;
};

/* Made as early as possible, so that it does not take time of a turn. */
static bool need_chooser(struct seat *s, struct err *e)
{
    if (!s->chooser)
        s->chooser = chooser_new(&s->options.rules, &s->options.chooser, e);
    return s->chooser != NULL;
}

struct seat *seat_new(const struct seat_options *o)
{
    struct seat *s = mem_zero(1, sizeof *s);
    s->options = *o;
    s->start = position_new(&o->rules);
    s->now = position_copy(s->start);
    s->in_order = true;
    atomic_init(&s->stop, false);
    need_chooser(s, NULL);
    return s;
}

void seat_free(struct seat *s)
{
    if (!s)
        return;
    seat_stop(s);
    chooser_free(s->chooser);
    bot_free(s->player);
    position_free(s->start);
    position_free(s->now);
    free(s->told);
    free(s);
}

struct seat_options *seat_options(struct seat *s)
{
    return &s->options;
}

void seat_renew(struct seat *s, const struct chooser_options *o)
{
    seat_stop(s);
    s->options.chooser = *o;
    chooser_free(s->chooser);
    s->chooser = NULL;
    bot_free(s->player);
    s->player = NULL;
    need_chooser(s, NULL);
}

const struct position *seat_position(const struct seat *s)
{
    return s->now;
}

/* Adds a stone to the list. */
static void tell(struct seat *s, enum side side, square at)
{
    s->told = mem_grow(s->told, &s->room, s->count + 1, sizeof *s->told);
    s->told[s->count++] = (struct told){at, (uint8_t)side};
}

void seat_take(struct seat *s, struct position *p)
{
    seat_stop(s);
    bool other = !rules_equal(&p->rules, &s->options.rules);
    s->options.rules = p->rules;
    if (other)
        seat_renew(s, &s->options.chooser);
    position_free(s->start);
    position_free(s->now);
    s->now = p;
    s->count = 0;
    s->in_order = true;
    /* The plies that it has can be taken back like stones that were told. */
    s->start = position_copy(p);
    while (s->start->plies)
        position_undo(s->start);
    for (int i = 0; i < p->plies; i++) {
        assert(p->ply[i].at != SQUARE_NONE);
        tell(s, (enum side)p->ply[i].side, p->ply[i].at);
    }
}

void seat_clear(struct seat *s, const struct rules *r)
{
    seat_take(s, position_new(r ? r : &s->options.rules));
    if (s->chooser)
        engine_clear(chooser_engine(s->chooser));
}

/* ---- The position ---- */

/* Stones that `side` has to place when it is to move in a set-up. */
static int left_of(const struct position *p, enum side side)
{
    enum side turn;
    int left;
    rules_turn_at(&p->rules, p->stones, &turn, &left);
    return turn == side ? left : p->rules.p;
}

/* All stones told as a set-up with this side to move. */
static bool build_set_up(struct seat *s, enum side side, struct err *e)
{
    struct position *p = position_copy(s->start);
    for (size_t i = 0; i < s->count; i++)
        position_setup(p, s->told[i].at, cell_of((enum side)s->told[i].side));
    if (!position_settle(p, side, left_of(p, side), e)) {
        position_free(p);
        return false;
    }
    position_free(s->now);
    s->now = p;
    s->in_order = false;
    return true;
}

/* Who plays after a set-up, if nobody says: the other side, unless the last one is in the middle of a turn by
 * the number of stones. */
static enum side side_after(const struct seat *s)
{
    const struct rules *r = &s->start->rules;
    int left, stones = s->start->stones + (int)s->count;
    if (s->count == 0)
        return s->start->to_move;
    enum side last = (enum side)s->told[s->count - 1].side, now, before;
    rules_turn_at(r, stones, &now, &left);
    rules_turn_at(r, stones - 1, &before, &left);
    return now == last && before == last ? last : side_other(last);
}

/* Works the position out anew after stones were taken from the list. */
static bool build(struct seat *s, struct err *e)
{
    struct position *p = position_copy(s->start);
    bool in_order = true;
    for (size_t i = 0; in_order && i < s->count; i++) {
        in_order = p->to_move == s->told[i].side && position_legal_square(p, s->told[i].at);
        if (in_order)
            position_place(p, s->told[i].at);
    }
    if (!in_order) {
        position_free(p);
        return build_set_up(s, side_after(s), e);
    }
    position_free(s->now);
    s->now = p;
    s->in_order = true;
    return true;
}

bool seat_stone(struct seat *s, enum side side, square at, struct err *e)
{
    seat_stop(s);
    const char *refusal = position_refusal(s->now, at);
    if (refusal)
        return err_set(e, "%s", refusal);
    tell(s, side, at);
    if (s->in_order && s->now->to_move == side) {
        position_place(s->now, at);
        return true;
    }
    if (build_set_up(s, side_after(s), e))
        return true;
    s->count--;
    return false;
}

bool seat_undo(struct seat *s, struct err *e)
{
    seat_stop(s);
    if (s->count == 0)
        return err_set(e, "no stone to take back");
    s->count--;
    if (s->in_order) {
        position_undo(s->now);
        return true;
    }
    return build(s, e);
}

bool seat_remove(struct seat *s, square at, struct err *e)
{
    seat_stop(s);
    size_t i = s->count;
    while (i > 0 && s->told[i - 1].at != at)
        i--;
    if (i == 0)
        return err_set(e, "no stone was played there");
    if (i == s->count)
        return seat_undo(s, e);
    for (; i < s->count; i++)
        s->told[i - 1] = s->told[i];
    s->count--;
    return build(s, e);
}

bool seat_side(struct seat *s, enum side side, struct err *e)
{
    seat_stop(s);
    if (s->now->outcome != OUTCOME_OPEN)
        return err_set(e, "the game is over");
    return s->now->to_move == side || build_set_up(s, side, e);
}

/* ---- Thinking ---- */

/* The turn of somebody else than the engine. */
static bool choose_by_player(struct seat *s, const struct game_clock *clock, struct squares *turn,
                             struct err *e)
{
    struct limits l = s->options.limits.work;
    double left = 0;
    struct game *g = connect_take(position_copy(s->now));
    if (!s->player)
        s->player = s->options.make(s->options.player, g, s->options.chooser.seed, e);
    if (clock && clock->turn > 0)
        l.seconds = clock->turn;
    if (clock && (clock->game > 0 || clock->game < 0))
        left = fmax(clock->game, 1e-3);
    if (s->player)
        *turn = bot_choose_timed(s->player, g, &l, left);
    game_free(g);
    return s->player != NULL;
}

bool seat_think(struct seat *s, const struct game_clock *clock, report_progress *progress, void *context,
                struct squares *turn, struct report *out, struct err *e)
{
    assert(s->now->outcome == OUTCOME_OPEN);
    seat_stop(s);
    if (s->options.player) {
        if (out)
            *out = (struct report){.n = 0};
        return choose_by_player(s, clock, turn, e);
    }
    if (!need_chooser(s, e))
        return false;
    struct chooser_job job = {s->options.limits, clock, s->heard, progress, context};
    const struct level *level = s->options.chooser.level;
    /* A limit of seconds is somebody's clock, too: a part of it is kept back. */
    struct game_clock own = {.turn = job.limits.work.seconds, .lag = s->options.lag};
    bool clocked = clock && (clock->turn > 0 || clock->game > 0 || clock->game < 0);
    bool limited =
        job.limits.work.nodes || job.limits.depth || job.limits.work.cpu > 0 || (level && level->nodes);
    if (!clocked) {
        own.turn = own.turn > 0 || limited ? own.turn : SECONDS_USUAL;
        job.clock = &own;
        job.limits.work.seconds = 0;
    }
    *turn = chooser_turn(s->chooser, s->now, &job, out);
    return true;
}

bool seat_judge(struct seat *s, const struct engine_limits *l, struct report *out, struct err *e)
{
    assert(s->now->outcome == OUTCOME_OPEN);
    seat_stop(s);
    if (!need_chooser(s, e))
        return false;
    if (!chooser_known_report(s->options.chooser.book, s->now, NULL, out, NULL))
        engine_think(chooser_engine(s->chooser), s->now, l, NULL, NULL, out);
    return true;
}

static void *search(void *x)
{
    struct seat *s = x;
    const struct deadline until = {.stop = &s->stop};
    if (!chooser_known_report(s->options.chooser.book, s->searched, &until, &s->report, NULL))
        engine_think(chooser_engine(s->chooser), s->searched, &s->limits, s->progress, s->context,
                     &s->report);
    s->over = true;
    if (s->progress && !atomic_load(&s->stop))
        s->progress(s->context, &s->report);
    return NULL;
}

bool seat_watch(struct seat *s, int lines, const uint8_t *region, report_progress *progress, void *context,
                struct err *e)
{
    assert(s->now->outcome == OUTCOME_OPEN);
    seat_stop(s);
    if (!need_chooser(s, e))
        return false;
    atomic_store(&s->stop, false);
    s->over = false;
    s->searched = position_copy(s->now);
    s->limits = (struct engine_limits){.lines = lines, .work.stop = &s->stop, .region = region};
    s->progress = progress;
    s->context = context;
    s->searching = pthread_create(&s->thread, NULL, search, s) == 0;
    if (!s->searching) {
        position_free(s->searched);
        return err_set(e, "no thread to be had for the search");
    }
    return true;
}

bool seat_searched(const struct seat *s)
{
    return s->over;
}

void seat_ponder(struct seat *s)
{
    if (s->options.ponder && !s->options.player && s->now->outcome == OUTCOME_OPEN)
        seat_watch(s, 1, NULL, NULL, NULL, NULL);
}

void seat_stop(struct seat *s)
{
    if (!s->searching)
        return;
    atomic_store(&s->stop, true);
    pthread_join(s->thread, NULL);
    position_free(s->searched);
    s->searching = false;
}

void seat_heard(struct seat *s)
{
    s->heard = clock_now();
    seat_stop(s);
}
