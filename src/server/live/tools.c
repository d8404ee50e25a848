/* Engines kept from job to job; see tools.h. */
#include "server/live/tools.h"

enum {
    FORCING_BYTES = 8 << 20, /* of the table of forcing wins */
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

void tools_done(struct tools *d)
{
    engine_free(d->engine);
    engine_free(d->small);
    forcing_free(d->forcing);
    judge_free(d->judge);
}
