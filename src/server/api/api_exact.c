/* The exact value of a small position: /exact. */
#include "base/clock.h"
#include "connect/exact/exact.h"
#include "server/api/api.h"
#include "server/api/deferred.h"
#include "server/api/state.h"
#include "json/game.h"

#define USUAL_SECONDS 5.0
enum { TABLE_BYTES = 32 << 20 };

static const char *value_word(int value)
{
    return value > 0 ? "win" : value < 0 ? "loss" : "draw";
}

static void work(struct deferred *a, struct tools *d, struct reply *r)
{
    const struct deferred_position *x = (struct deferred_position *)a;
    struct exact *exact = exact_new(TABLE_BYTES);
    double start = clock_now();
    struct exact_options o = {.until = deadline_in(x->seconds, 0, CPU_THREAD, &x->deferred.stop)};
    struct exact_result f;
    struct err e;
    (void)d;
    if (!exact_solve(exact, x->position, &o, &f, &e))
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
    else
        reply_json(r, 200,
                   json_pack("{s:s, s:s, s:s, s:o, s:I, s:f}", "value",
                             f.lower == f.upper ? value_word(f.lower) : "unknown", "least",
                             value_word(f.lower), "most", value_word(f.upper), "turn",
                             game_squares_json(f.turn.s, f.turn.n), "nodes", (json_int_t)f.nodes, "seconds",
                             clock_now() - start));
    exact_free(exact);
}

void api_exact(struct server *s, struct request *q, struct reply *r)
{
    deferred_position(s, q, r, USUAL_SECONDS, work);
}
