/* Questions about positions of recorded games: /explore, and what the engine thinks of them. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "server/api/api.h"
#include "server/api/collections.h"
#include "server/api/deferred.h"
#include "server/api/filter.h"
#include "server/api/state.h"
#include "store/explorer/known.h"
#include "store/explorer/report_json.h"
#include "store/explorer/summary.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/limits.h"

enum { USUAL_TURNS = 30, USUAL_GAMES = 10 };
#define USUAL_SECONDS 1.0

/* ---- /explore ---- */

struct question {
    int64_t collection, turns, games, skip;
    struct position *position;
    int placed;
    struct filter_read filter;
};

static bool read_question(const struct request *q, struct question *x, struct err *e)
{
    *x = (struct question){.turns = USUAL_TURNS, .games = USUAL_GAMES};
    if (!field_whole(q->json, "collection", 0, INT64_MAX, &x->collection, e) ||
        !field_whole(q->json, "turns", 0, LIMIT_LIST, &x->turns, e) ||
        !field_whole(q->json, "games", 0, LIMIT_LIST, &x->games, e) ||
        !field_whole(q->json, "skip", 0, INT32_MAX, &x->skip, e) || !filter_read(q->json, &x->filter, e) ||
        !game_of_request(q->json, false, &x->position, e))
        return false;
    x->placed = position_undo_part(x->position);
    return true;
}

void api_explore(struct server *s, struct request *q, struct reply *r)
{
    struct question x;
    struct explorer_report report;
    struct err e;
    if (!read_question(q, &x, &e)) {
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
        return;
    }
    enum explorer_answer a = EXPLORER_FINE;
    if (x.collection == COLLECTION_BUILTIN && x.filter.any) {
        reply_fail(r, PROBLEM_BAD_REQUEST,
                   "the collection that is built in has counts without games: nothing to choose from");
        goto done;
    }
    if (x.collection == COLLECTION_BUILTIN)
        summary_ask(summary_builtin(), x.position, (size_t)x.turns, &report);
    else if (!collections_need(s, r))
        goto done;
    else if (x.filter.any)
        a = explorer_ask_some(s->explorer, x.collection, x.position, &x.filter.filter, (size_t)x.turns,
                              (size_t)x.games, (size_t)x.skip, &report, &e);
    else
        a = explorer_ask(s->explorer, x.collection, x.position, (size_t)x.turns, (size_t)x.games,
                         (size_t)x.skip, &report, &e);
    if (!collections_report(s, q, a, r, &e))
        goto done;
    if (s->explorer)
        a = explorer_judge(s->explorer, x.position, &report, &e);
    known_judge(s->known, x.position, &report);
    if (collections_report(s, q, a, r, &e)) {
        json_t *j = explorer_report_json(&report, x.placed);
        game_put_opening(j, x.position);
        reply_json(r, 200, j);
    }
    explorer_report_free(&report);
done:
    position_free(x.position);
}

/* ---- /explore/verdict ---- */

static void work(struct deferred *a, struct tools *d, struct reply *r)
{
    const struct deferred_position *x = (struct deferred_position *)a;
    struct err e;
    struct engine *engine = tools_engine(d, &x->position->rules, 1, 0, &e);
    if (!engine) {
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
        return;
    }
    struct engine_limits limits = {.work.seconds = x->seconds, .work.stop = &x->deferred.stop};
    struct report *report = mem_zero(1, sizeof *report);
    engine_think(engine, x->position, &limits, NULL, NULL, report);
    if (report->n) {
        const struct report_line *best = &report->line[0];
        struct explorer_verdict v = {best->chance, best->mate, report->depth > 0 ? report->depth : 1};
        json_t *j = json_object();
        /* What cannot be kept is told all the same. */
        if (a->server->explorer && !a->server->read_only)
            (void)explorer_note(a->server->explorer, x->position, &v, &e);
        explorer_put_verdict(j, &v);
        json_object_set_new(j, "turn", game_squares_json(best->move, engine_turn(x->position, best).n));
        reply_json(r, 200, j);
    } else {
        reply_fail(r, PROBLEM_STOPPED, "the search was stopped");
    }
    free(report);
}

void api_verdict(struct server *s, struct request *q, struct reply *r)
{
    deferred_position(s, q, r, USUAL_SECONDS, work);
}
