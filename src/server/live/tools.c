/* Engines kept from job to job; see tools.h. */
#include "server/live/tools.h"

#include <stdio.h>

#include "play/games/games.h"

enum {
    FORCING_BYTES = 8 << 20, /* of the table of forcing wins */
    ANALYST_LEAST = 8,       /* MB of a tree */
    FRESH_BYTES = 4 << 20,   /* of an engine that is cleared for every turn: enough for a level's nodes */
};

struct engine *tools_engine(struct tools *d, const struct rules *r, int threads, size_t hash_bytes,
                            struct err *e)
{
    size_t bytes = hash_bytes > 0 && hash_bytes < d->hash_bytes ? hash_bytes : d->hash_bytes;
    if (d->engine && rules_equal(&d->engine_rules, r) && d->engine_threads == threads &&
        d->engine_hash == bytes)
        return d->engine;
    engine_free(d->engine);
    struct engine_options o = {.hash_bytes = bytes, .threads = threads};
    d->engine = engine_new(r, &o, e);
    d->engine_rules = *r;
    d->engine_threads = threads;
    d->engine_hash = bytes;
    return d->engine;
}

struct engine *tools_fresh(struct tools *d, const struct rules *r, struct err *e)
{
    if (d->small && rules_equal(&d->small_rules, r)) {
        engine_clear(d->small);
        return d->small;
    }
    engine_free(d->small);
    struct engine_options o = {.hash_bytes = FRESH_BYTES, .threads = 1};
    d->small = engine_new(r, &o, e);
    d->small_rules = *r;
    return d->small;
}

struct forcing *tools_forcing(struct tools *d, const struct rules *r)
{
    if (d->forcing && rules_equal(&d->forcing_rules, r))
        return d->forcing;
    forcing_free(d->forcing);
    d->forcing = forcing_new(r, FORCING_BYTES);
    d->forcing_rules = *r;
    return d->forcing;
}

struct judge *tools_judge(struct tools *d, const struct rules *r)
{
    if (d->judge && rules_equal(&d->judge_rules, r))
        return d->judge;
    judge_free(d->judge);
    d->judge = judge_new(r);
    d->judge_rules = *r;
    return d->judge;
}

struct bot *tools_analyst(struct tools *d, const struct game *g, int threads, size_t hash_bytes,
                          struct err *e)
{
    size_t bytes = hash_bytes > 0 && hash_bytes < d->hash_bytes ? hash_bytes : d->hash_bytes;
    const char *name = games_find(g->kind)->analyst;
    struct game_rules r;
    char spec[80];
    g->kind->rules(g, &r);
    if (d->analyst && game_rules_equal(&d->analyst_game, &r) && d->analyst_threads == threads &&
        d->analyst_memory == bytes)
        return d->analyst;
    bot_free(d->analyst);
    d->analyst = NULL;
    if (!name) {
        err_set(e, "nobody here thinks about %s", g->kind->name);
        return NULL;
    }
    int memory = (int)(bytes >> 20);
    snprintf(spec, sizeof spec, "%s:threads=%d,memory=%d", name, threads,
             memory < ANALYST_LEAST ? ANALYST_LEAST : memory);
    d->analyst = games_player(spec, g, 1, e);
    d->analyst_game = r;
    d->analyst_threads = threads;
    d->analyst_memory = bytes;
    return d->analyst;
}

void tools_done(struct tools *d)
{
    engine_free(d->engine);
    engine_free(d->small);
    forcing_free(d->forcing);
    judge_free(d->judge);
    bot_free(d->analyst);
}
