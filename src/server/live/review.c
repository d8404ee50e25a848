/* The analysis of a whole game, position by position; see feed_inner.h.
 *
 * Every position is a job of its own, put at the end of the queue, so that a review of an hour leaves room
 * for others after every half second. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "server/live/feed_inner.h"
#include "json/report.h"

struct review {
    struct solo solo;
    struct game_asked game; /* with all its stones */
    int at;                 /* stones of the position that is next */
    int lines;
    double seconds;

    /* Of the position that was searched last. */
    bool yielded; /* it was cut short to let others have their turn */
    bool ok;
    struct buf report;
    struct err err;
};

static void review_free(struct solo *s)
{
    struct review *v = (struct review *)s;
    game_asked_free(&v->game);
    buf_free(&v->report);
    free(v);
}

/* The game after its first `n` stones. */
static struct position *position_at(const struct position *game, int n)
{
    struct position *p = position_copy(game);
    while (p->plies > n)
        position_undo(p);
    return p;
}

/* The next position at or behind `at` at which somebody begins a turn and the game is open; -1: there is
 * none. */
static int next_turn(const struct game_asked *asked, int at)
{
    const struct position *game = asked->position;
    if (asked->game) /* every move is a turn */
        return at < game_plies(asked->game) ||
                       (at == game_plies(asked->game) && game_state(asked->game) == OUTCOME_OPEN)
                   ? at
                   : -1;
    for (; at < game->plies; at++)
        if (at == 0 || game->ply[at].side != game->ply[at - 1].side)
            return at;
    if (at > game->plies || game->outcome != OUTCOME_OPEN)
        return -1;
    bool begun = game->plies > 0 && game->ply[game->plies - 1].side == game->to_move;
    return begun ? -1 : at;
}

static void say(struct review *v, const char *report)
{
    struct buf b = BUF_EMPTY;
    if (report)
        buf_format(&b, "{\"id\":%lld,\"at\":%d,\"of\":%d,\"report\":%s}", (long long)v->solo.id, v->at,
                   v->game.game ? game_plies(v->game.game) : v->game.position->plies, report);
    else
        buf_format(&b, "{\"id\":%lld,\"final\":true}", (long long)v->solo.id);
    feed_say(v->solo.socket, buf_str(&b), b.len);
    buf_free(&b);
}

/* Searches one position, of a game outside the Connect family. */
static void work_game(struct review *v, struct tools *d)
{
    struct solo *s = &v->solo;
    struct bot *b = tools_analyst(d, v->game.game, pool_width(s->feed->pool), 0, &v->err);
    v->ok = b != NULL;
    if (!b)
        return;
    struct game *g = game_copy(v->game.game);
    while (game_plies(g) > v->at)
        game_undo(g);
    struct report *r = mem_zero(1, sizeof *r);
    struct limits l = {.seconds = v->seconds, .stop = &s->stop};
    pool_slice(d, &s->stop);
    bot_study(b, g, &l, NULL, NULL, r);
    v->yielded = pool_slice_end(d);
    buf_free(&v->report);
    report_write_game(r, g, &(struct report_frame){.lines = v->lines, .final = true}, &v->report);
    free(r);
    game_free(g);
}

/* Searches one position. */
static void work(struct solo *s, struct tools *d)
{
    struct review *v = (struct review *)s;
    if (v->game.game) {
        work_game(v, d);
        return;
    }
    struct engine *engine = tools_engine(d, &v->game.position->rules, pool_width(s->feed->pool), 0, &v->err);
    v->ok = engine != NULL;
    if (!engine) /* there is none for this game */
        return;
    struct position *p = position_at(v->game.position, v->at);
    struct report *r = mem_zero(1, sizeof *r);
    struct engine_limits limits = {.work.seconds = v->seconds, .lines = v->lines, .work.stop = &s->stop};
    pool_slice(d, &s->stop);
    engine_think(engine, p, &limits, NULL, NULL, r);
    v->yielded = pool_slice_end(d);
    buf_free(&v->report);
    report_write(r, p, &(struct report_frame){.final = true}, &v->report);
    free(r);
    position_free(p);
}

/* Tells the socket and goes on to the next position. */
static bool tell(struct solo *s)
{
    struct review *v = (struct review *)s;
    if (!v->ok) {
        feed_say_fault(s->socket, s->id, PROBLEM_BAD_REQUEST, v->err.text);
        return false;
    }
    say(v, buf_str(&v->report));
    v->at = next_turn(&v->game, v->at + 1);
    if (v->at < 0) {
        say(v, NULL);
        return false;
    }
    if (v->yielded)
        atomic_store(&s->stop, false);
    return true;
}

bool review_start(struct feed_socket *s, int64_t id, struct game_asked *p, int lines, double seconds)
{
    static const struct solo_kind kind = {JOB_REVIEW, "too many searches are waiting; try again in a moment",
                                          work, tell, review_free};
    struct review *v = mem_zero(1, sizeof *v);
    v->game = *p;
    v->at = next_turn(p, 0);
    v->lines = lines;
    v->seconds = seconds;
    if (v->at < 0) {
        v->solo.socket = s;
        v->solo.id = id;
        say(v, NULL);
        review_free(&v->solo);
        return true;
    }
    return solo_start(&v->solo, &kind, s, id);
}
