/* Questions about positions of recorded games: /explore, and what the engine thinks of them. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "server/api/api.h"
#include "server/api/collections.h"
#include "server/api/deferred.h"
#include "server/api/state.h"
#include "store/explorer/known.h"
#include "store/explorer/summary.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/limits.h"
#include "json/proof.h"

enum { USUAL_TURNS = 30, USUAL_GAMES = 10 };
#define USUAL_SECONDS 1.0

/* ---- Reports in JSON ---- */

static json_t *counts_json(const struct explorer_counts *c)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:I}", "games", (json_int_t)explorer_games(c), "black",
                     (json_int_t)c->black, "drawn", (json_int_t)c->draw, "white", (json_int_t)c->white,
                     "open", (json_int_t)c->open);
}

static void put_verdict(json_t *o, const struct explorer_verdict *v)
{
    if (v->depth)
        json_object_set_new(
            o, "verdict",
            json_pack("{s:f, s:i, s:i}", "chance", v->chance, "mate", v->mate, "depth", v->depth));
}

static void put_proof(json_t *o, const struct explorer_proof *p)
{
    const char *side = game_side(p->attacker);
    if (p->proved)
        json_object_set_new(o, "proved",
                            json_pack("{s:s, s:i, s:I, s:s}", "winner", side, "depth", p->depth, "turns",
                                      (json_int_t)p->turns, "proof", p->name));
    else if (p->weighed)
        json_object_set_new(o, "lab",
                            json_pack("{s:s, s:o, s:o, s:s}", "attacker", side, "pn",
                                      proof_number_json(p->pn), "dn", proof_number_json(p->dn), "lab",
                                      p->name));
}

static json_t *turns_json(const struct explorer_report *x)
{
    json_t *list = json_array();
    for (size_t i = 0; i < x->turns; i++) {
        const struct explorer_turn *t = &x->turn[i];
        json_t *one = counts_json(&t->counts);
        json_object_set_new(one, "turn", game_squares_json(t->squares.s, t->squares.n));
        put_verdict(one, &t->verdict);
        put_proof(one, &t->proof);
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *games_json(const struct explorer_report *x)
{
    json_t *list = json_array();
    for (size_t i = 0; i < x->games; i++) {
        const struct explorer_game *g = &x->game[i];
        json_array_append_new(list,
                              json_pack("{s:I, s:s, s:s, s:s, s:s, s:s, s:i}", "id", (json_int_t)g->id,
                                        "black", g->black, "white", g->white, "date", g->date, "event",
                                        g->event, "result", game_outcome(g->result), "stones", g->stones));
    }
    return list;
}

static json_t *report_json(const struct explorer_report *x, int placed)
{
    json_t *j = counts_json(&x->counts);
    put_verdict(j, &x->verdict);
    put_proof(j, &x->proof);
    json_object_set_new(j, "placed", json_integer(placed));
    json_object_set_new(j, "turns_all", json_integer((json_int_t)x->turns_all));
    json_object_set_new(j, "turns", turns_json(x));
    json_object_set_new(j, "list", games_json(x));
    return j;
}

/* ---- /explore ---- */

/* Back to the beginning of the turn; returns how many stones of it were placed. */
static int rewind_turn(struct position *p)
{
    int n = 0;
    while (p->outcome == OUTCOME_OPEN && p->plies && p->ply[p->plies - 1].side == p->to_move) {
        position_undo(p);
        n++;
    }
    return n;
}

struct question {
    int64_t collection, turns, games, skip;
    struct position *position;
    int placed;
};

static bool read_question(const struct request *q, struct question *x, struct err *e)
{
    *x = (struct question){.turns = USUAL_TURNS, .games = USUAL_GAMES};
    if (!field_whole(q->json, "collection", 0, INT64_MAX, &x->collection, e) ||
        !field_whole(q->json, "turns", 0, LIMIT_LIST, &x->turns, e) ||
        !field_whole(q->json, "games", 0, LIMIT_LIST, &x->games, e) ||
        !field_whole(q->json, "skip", 0, INT32_MAX, &x->skip, e) ||
        !game_of_request(q->json, false, &x->position, e))
        return false;
    x->placed = rewind_turn(x->position);
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
    if (x.collection == COLLECTION_BUILTIN)
        summary_ask(summary_builtin(), x.position, (size_t)x.turns, &report);
    else if (!collections_need(s, r))
        goto done;
    else
        a = explorer_ask(s->explorer, x.collection, x.position, (size_t)x.turns, (size_t)x.games,
                         (size_t)x.skip, &report, &e);
    if (!collections_report(s, q, a, r, &e))
        goto done;
    if (s->explorer)
        a = explorer_judge(s->explorer, x.position, &report, &e);
    known_judge(s->known, x.position, &report);
    if (collections_report(s, q, a, r, &e))
        reply_json(r, 200, report_json(&report, x.placed));
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
    struct engine_limits limits = {.seconds = x->seconds, .stop = &x->deferred.stop};
    struct report *report = mem_zero(1, sizeof *report);
    engine_think(engine, x->position, &limits, NULL, NULL, report);
    if (report->n) {
        const struct report_line *best = &report->line[0];
        struct explorer_verdict v = {best->chance, best->mate, report->depth > 0 ? report->depth : 1};
        json_t *j = json_object();
        /* What cannot be kept is told all the same. */
        if (a->server->explorer && !a->server->read_only)
            (void)explorer_note(a->server->explorer, x->position, &v, &e);
        put_verdict(j, &v);
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
