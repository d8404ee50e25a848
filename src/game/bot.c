/* Making bots and asking them; see bot.h. */
#include "game/bot.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "game/clock.h"

struct bot *bot_make(const struct bot_kind *kind, const char *options, const struct game *g, uint64_t seed,
                     struct err *e)
{
    assert(kind->size >= sizeof(struct bot));
    struct option_values values;
    struct bot *b = NULL;
    if (options_parse(kind->name, kind->options, options, &values, e)) {
        b = mem_zero(1, kind->size);
        b->kind = kind;
        b->seed = seed;
        if (kind->init && !kind->init(b, g, values.v, e)) {
            bot_free(b);
            b = NULL;
        }
    }
    options_free(&values);
    return b;
}

struct bot *bot_new(const struct bot_kind *const *kinds, const char *spec, const struct game *g,
                    uint64_t seed, struct err *e)
{
    size_t n = strcspn(spec, ":");
    struct buf names = BUF_EMPTY;
    for (; *kinds; kinds++) {
        if (strlen((*kinds)->name) == n && strncmp((*kinds)->name, spec, n) == 0) {
            buf_free(&names);
            if (spec[n] == '\0' || spec[n + 1])
                return bot_make(*kinds, spec[n] ? spec + n + 1 : NULL, g, seed, e);
            err_set(e, "%s: options are missing after the colon", (*kinds)->name);
            return NULL;
        }
        buf_format(&names, " %s", (*kinds)->name);
    }
    err_set(e, "no player '%.*s' for %s; there are%s", n > 60 ? 60 : (int)n, spec, g->kind->name,
            buf_str(&names));
    buf_free(&names);
    return NULL;
}

void bot_free(struct bot *b)
{
    if (!b)
        return;
    if (b->kind->done)
        b->kind->done(b);
    free(b);
}

/* ---- Asking ---- */

/* The same question gets the same answer: what was asked before leaves no trace in the random numbers. */
static void start_random(struct bot *b, const struct game *g)
{
    rng_seed(&b->rng, b->seed ^ g->kind->key(g));
}

int bot_score(struct bot *b, struct game *g, struct scored *out)
{
    assert(b->kind->score && game_state(g) == OUTCOME_OPEN);
    start_random(b, g);
    int n = b->kind->score(b, g, out);
    assert(n > 0);
    return n;
}

game_move bot_best(struct bot *b, const struct scored *s, int n)
{
    assert(n > 0);
    int best = 0;
    uint32_t equal = 1;
    for (int i = 1; i < n; i++)
        if (s[i].score > s[best].score) {
            best = i;
            equal = 1;
        } else if (!(s[i].score < s[best].score) && rng_below(&b->rng, ++equal) == 0) {
            best = i; /* each of the equals so far is the choice with the same probability */
        }
    return s[best].at;
}

/* Takes a move out of the list; returns how many are left. */
static int take_out(struct scored *s, int n, game_move at)
{
    for (int i = 0; i < n; i++)
        if (s[i].at == at) {
            s[i] = s[n - 1];
            return n - 1;
        }
    return n;
}

void bot_extend(struct bot *b, struct bot *scorer, struct game *g, struct squares *turn)
{
    int columns, rows, n = 0, length = g->kind->left(g);
    g->kind->size(g, &columns, &rows);
    struct scored *scores = mem_alloc((size_t)(columns * rows) * sizeof *scores);
    struct deadline until = b->clock.until, start = deadline_now(&until);
    for (int i = 0; i < length && game_state(g) == OUTCOME_OPEN; i++) {
        /* Each move may take its share of the time. */
        scorer->clock.until = deadline_between(&start, &until, (double)(i + 1) / length);
        if (n == 0 || !deadline_over(&until))
            n = bot_score(scorer, g, scores);
        game_move m = bot_best(b, scores, n);
        n = take_out(scores, n, m);
        game_play(g, m);
        turn->s[turn->n++] = m;
    }
    scorer->clock.until = until;
    free(scores);
}

static void choose_greedily(struct bot *b, struct game *g, struct squares *out)
{
    bot_extend(b, b, g, out);
    for (int i = 0; i < out->n; i++)
        game_undo(g);
}

/* Is it a turn: legal moves to its end, or to the end of the game? */
static bool is_turn(struct game *g, const struct squares *turn)
{
    int length = g->kind->left(g), n = 0;
    bool ok = turn->n >= 1 && turn->n <= length;
    while (ok && n < turn->n && (ok = game_state(g) == OUTCOME_OPEN && game_legal(g, turn->s[n])))
        game_play(g, turn->s[n++]);
    ok = ok && (turn->n == length || game_state(g) != OUTCOME_OPEN);
    while (n--)
        game_undo(g);
    return ok;
}

static void choose(struct bot *b, struct game *g, struct squares *out)
{
    assert(game_state(g) == OUTCOME_OPEN);
    out->n = 0;
    b->work = (struct bot_work){.nodes = 0};
    start_random(b, g);
    const struct deadline *before = g->kind->limit ? g->kind->limit(g, &b->clock.until) : NULL;
    if (b->kind->choose)
        b->kind->choose(b, g, out);
    else
        choose_greedily(b, g, out);
    if (g->kind->limit)
        g->kind->limit(g, before);
    bool right = is_turn(g, out);
    assert(right);
    (void)right;
    b->clock = (struct bot_clock){.nodes = 0};
}

static void start_clock(struct bot *b, const struct game *g, const struct limits *limits, double left)
{
    double seconds = limits->seconds;
    if (left > 0) {
        struct game_clock c = {.turn = limits->seconds, .game = left};
        struct clock_plan plan = clock_plan(&c, g->kind->ahead(g));
        seconds = b->kind->plans ? plan.most : plan.usual;
    }
    b->clock = (struct bot_clock){.until = deadline_in(seconds, limits->cpu, CPU_THREAD, limits->stop),
                                  .nodes = limits->nodes,
                                  .turn = limits->seconds,
                                  .game = left};
}

struct squares bot_choose_timed(struct bot *b, struct game *g, const struct limits *limits, double left)
{
    struct squares out = {.n = 0};
    if (limits)
        start_clock(b, g, limits, left);
    choose(b, g, &out);
    return out;
}

struct squares bot_choose(struct bot *b, struct game *g, const struct limits *limits)
{
    return bot_choose_timed(b, g, limits, 0);
}

void bot_study(struct bot *b, struct game *g, const struct limits *limits, report_progress *tell,
               void *context, struct report *out)
{
    assert(b->kind->study && game_state(g) == OUTCOME_OPEN);
    start_random(b, g);
    start_clock(b, g, limits, 0);
    b->kind->study(b, g, tell, context, out);
    b->clock = (struct bot_clock){.nodes = 0};
}

void bot_delegate(struct bot *b, struct bot *other, struct game *g, struct squares *out)
{
    other->clock = b->clock;
    choose(other, g, out);
    b->work = other->work;
}

bool bot_expired(const struct bot *b)
{
    return deadline_over(&b->clock.until);
}

/* ---- Lists ---- */

void bot_describe(const struct bot_kind *k, const char *name, struct buf *out)
{
    buf_format(out, "  %-12s %s\n", name, k->about);
    options_describe(k->options, out);
}

void bot_list(const struct bot_kind *const *kinds, struct buf *out)
{
    for (; *kinds; kinds++)
        bot_describe(*kinds, (*kinds)->name, out);
}
