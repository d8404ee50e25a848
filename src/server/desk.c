/* Engines kept from job to job; see desk.h. */
#include "server/desk.h"

enum { FORCING_BYTES = 8 << 20 }; /* of the table of forcing wins */

struct engine *desk_engine(struct desk *d, const struct rules *r, int threads, struct err *e)
{
    if (d->engine && rules_equal(&d->engine_rules, r) && d->engine_threads == threads)
        return d->engine;
    engine_free(d->engine);
    struct engine_options o = {.hash_bytes = d->hash_bytes, .threads = threads};
    d->engine = engine_new(r, &o, e);
    d->engine_rules = *r;
    d->engine_threads = threads;
    return d->engine;
}

struct forcing *desk_forcing(struct desk *d, const struct rules *r)
{
    if (d->forcing && rules_equal(&d->forcing_rules, r))
        return d->forcing;
    forcing_free(d->forcing);
    d->forcing = forcing_new(r, FORCING_BYTES);
    d->forcing_rules = *r;
    return d->forcing;
}

void desk_done(struct desk *d)
{
    engine_free(d->engine);
    forcing_free(d->forcing);
}
