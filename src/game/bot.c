/* Making bots and asking them; see bot.h. */
#include "game/bot.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

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
            return bot_make(*kinds, spec[n] ? spec + n + 1 : NULL, g, seed, e);
        }
        buf_format(&names, " %s", (*kinds)->name);
    }
    err_set(e, "no player '%.60s' for %s; there are%s", spec, g->kind->name, buf_str(&names));
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

/* Seconds for this turn: its own limit, and of a clock for the game a share that leaves something for the turns
 * that are likely to come. */
static double turn_seconds(const struct budget *c)
{
    enum { TURNS_TO_COME = 30 };
    double share = c->game > 0 ? c->game / TURNS_TO_COME : 0;
    if (c->seconds > 0 && share > 0)
        return fmin(c->seconds, share);
    return c->seconds > 0 ? c->seconds : share;
}

struct squares bot_choose(struct bot *b, struct game *g, const struct budget *budget)
{
    struct squares out = {.n = 0};
    assert(game_state(g) == OUTCOME_OPEN);
    b->budget = budget ? *budget : (struct budget){.nodes = 0};
    b->until = deadline_in(turn_seconds(&b->budget), b->budget.cpu, CPU_THREAD, b->budget.stop);
    rng_seed(&b->rng, b->seed ^ g->kind->key(g));
    int plies = game_plies(g);
    b->kind->choose(b, g, &out);
    assert(out.n > 0 && game_plies(g) == plies);
    (void)plies;
    return out;
}

void bot_list(const struct bot_kind *const *kinds, struct buf *out)
{
    for (; *kinds; kinds++) {
        buf_format(out, "  %-12s %s\n", (*kinds)->name, (*kinds)->about);
        options_describe((*kinds)->options, out);
    }
}
