/* The exact value of a small position: /exact. */
#include "base/clock.h"
#include "server/api/api.h"
#include "server/api/deferred.h"
#include "server/api/state.h"
#include "json/searches.h"

#define USUAL_SECONDS 5.0
enum { TABLE_BYTES = 32 << 20 };

static void work(struct deferred *a, struct tools *d, struct reply *r)
{
    const struct deferred_position *x = (struct deferred_position *)a;
    struct exact *exact = exact_new(TABLE_BYTES);
    double start = clock_now();
    struct limits l = {.seconds = x->seconds, .stop = &x->deferred.stop};
    struct exact_result f;
    struct err e;
    (void)d;
    if (!exact_solve(exact, x->position, &l, &f, &e))
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
    else
        reply_json(r, 200, exact_json(&f, clock_now() - start));
    exact_free(exact);
}

void api_exact(struct server *s, struct request *q, struct reply *r)
{
    deferred_position(s, q, r, USUAL_SECONDS, work);
}
