/* Work on puzzles: /puzzles/judge, /puzzles/hint, /puzzles/tree, /puzzles/find. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/puzzle/find.h"
#include "connect/puzzle/judge.h"
#include "server/api/api.h"
#include "server/api/deferred.h"
#include "server/api/state.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/limits.h"
#include "json/puzzle.h"

#define JUDGE_SECONDS 20.0 /* for machines that stand still */
#define FIND_SECONDS  10.0

enum { TREE_NODES = 400, USUAL_TURNS = 8 };

enum judge_ask_kind { ASK_JUDGE, ASK_HINT, ASK_TREE, ASK_FIND };

struct judge_ask {
    struct deferred deferred;
    enum judge_ask_kind what;
    struct position *position;
    enum puzzle_kind kind;
    struct squares turn;
    int turns;
    double seconds;
};

static json_t *judgement_json(const struct judgement *v, double seconds)
{
    static const char *const words[] = {
        [JUDGE_WINS] = "wins",   [JUDGE_LONGER] = "longer", [JUDGE_HOLDS] = "holds",
        [JUDGE_FAILS] = "fails", [JUDGE_OPEN] = "open",     [JUDGE_UNKNOWN] = "unknown"};
    static const char *const why[] = {[JUDGE_LOST] = "lost",
                                      [JUDGE_NO_FORCED] = "forced",
                                      [JUDGE_NO_DOUBLE] = "double",
                                      [JUDGE_IN_TIME] = "turns",
                                      [JUDGE_NOTHING] = NULL};
    json_t *j = json_pack("{s:s, s:i, s:b, s:o, s:o, s:f}", "verdict", words[v->verdict], "turns", v->turns,
                          "over", v->over, "defence", game_squares_json(v->defence.s, v->defence.n), "line",
                          game_squares_json(v->line, v->n), "seconds", seconds);
    bool reason = v->verdict == JUDGE_FAILS || v->verdict == JUDGE_OPEN;
    if (reason && why[v->why])
        json_object_set_new(j, "why", json_string(why[v->why]));
    if (reason && v->why == JUDGE_IN_TIME)
        json_object_set_new(j, "within", json_integer(v->within));
    return j;
}

static json_t *solution_json(const struct solution *s, int *nodes, bool *cut)
{
    json_t *list = json_array();
    ++*nodes;
    *cut = *cut || s->cut;
    for (int i = 0; i < s->answers; i++)
        json_array_append_new(list, json_pack("{s:o, s:o}", "turn",
                                              game_squares_json(s->answer[i].turn.s, s->answer[i].turn.n),
                                              "next", solution_json(s->answer[i].next, nodes, cut)));
    return json_pack("{s:o, s:b, s:i, s:o}", "turn", game_squares_json(s->turn.s, s->turn.n), "wins", s->wins,
                     "turns", s->turns, "answers", list);
}

static void answer_hint(struct judge_ask *x, struct judge *j, const struct deadline *until, struct reply *r)
{
    struct judge_hint h;
    judge_hint(j, x->position, x->kind, x->turns, until, &h);
    reply_json(r, 200,
               json_pack("{s:i, s:i, s:o, s:o, s:o, s:o}", "turns", h.turns, "firsts", h.firsts, "zone",
                         game_squares_json(h.zone, h.zones), "key", game_squares_json(h.key.s, h.key.n),
                         "turn", game_squares_json(h.turn.s, h.turn.n), "line",
                         game_squares_json(h.line, h.n)));
    free(h.zone);
}

static void answer_tree(struct judge_ask *x, struct judge *j, const struct deadline *until, struct reply *r)
{
    struct solution *s = judge_solution(j, x->position, x->turns, TREE_NODES, until);
    int nodes = 0, turns = s ? s->turns : 0;
    bool cut = false;
    json_t *tree = s ? solution_json(s, &nodes, &cut) : json_null();
    reply_json(r, 200,
               json_pack("{s:i, s:i, s:b, s:o}", "turns", turns, "nodes", nodes, "cut", cut, "tree", tree));
    solution_free(s);
}

static void found(void *ctx, enum puzzle_reason why, struct puzzle *p)
{
    (void)why;
    if (p) {
        json_array_append_new(ctx, puzzle_json(p));
        puzzle_done(p);
    }
}

static void answer_find(struct judge_ask *x, const struct deadline *until, struct reply *r)
{
    struct finder_options o = {.most = USUAL_TURNS, .until = *until};
    struct finder *f = finder_new(&x->position->rules, &o);
    json_t *list = json_array();
    finder_game(f, x->position, 0, found, list);
    reply_json(r, 200, json_pack("{s:o, s:b}", "puzzles", list, "complete", !deadline_over(until)));
    finder_free(f);
}

static void work(struct deferred *a, struct tools *d, struct reply *r)
{
    struct judge_ask *x = (struct judge_ask *)a;
    double start = clock_now();
    /* The judge counts stones, so that verdicts are the same everywhere; on some boards stones take long. */
    double cpu = x->what == ASK_FIND ? 0 : LIMIT_JUDGE_MS / 1000.0;
    struct deadline until = deadline_in(x->seconds, cpu, CPU_THREAD, &x->deferred.stop);
    struct judge *j = tools_judge(d, &x->position->rules);
    struct judgement v;
    struct err e;
    if (x->what == ASK_HINT)
        answer_hint(x, j, &until, r);
    else if (x->what == ASK_TREE)
        answer_tree(x, j, &until, r);
    else if (x->what == ASK_FIND)
        answer_find(x, &until, r);
    else if (judge_turn(j, x->position, x->kind, &x->turn, x->turns, &until, &v, &e))
        reply_json(r, 200, judgement_json(&v, clock_now() - start));
    else
        reply_fail(r, PROBLEM_BAD_REQUEST, "'turn': %s", e.text);
}

static void ask_free(struct deferred *a)
{
    struct judge_ask *x = (struct judge_ask *)a;
    position_free(x->position);
    free(x);
}

static bool read_ask(const json_t *j, struct judge_ask *x, struct err *e)
{
    int64_t turns = USUAL_TURNS;
    if (!game_of_request(j, x->what != ASK_FIND, &x->position, e))
        return false;
    const struct position *p = x->position;
    if (!hunt_able(&p->rules))
        return err_set(e, HUNT_ABLE_TEXT);
    if (x->what == ASK_FIND)
        return field_number(j, "seconds", 0.001, LIMIT_FORCING_SECONDS, &x->seconds, e);
    if (p->left != p->rules.p)
        return err_set(e, "'game': %s is in the middle of a turn", side_name(p->to_move));
    if (x->what == ASK_JUDGE && !json_object_get(j, "turn"))
        return err_set(e, "'turn' is missing");
    if (!puzzle_squares_field(j, &p->rules, "turn", &x->turn, e) || !puzzle_kind_field(j, &x->kind, e) ||
        !field_whole(j, "turns", 1, HUNT_DEPTH, &turns, e))
        return false;
    x->turns = (int)turns;
    return true;
}

static void start(enum judge_ask_kind what, double seconds, struct server *s, struct request *q,
                  struct reply *r)
{
    struct judge_ask *x = mem_zero(1, sizeof *x);
    struct err e;
    x->deferred.work = work;
    x->deferred.free = ask_free;
    x->what = what;
    x->seconds = seconds;
    if (read_ask(q->json, x, &e)) {
        deferred_start(s, &x->deferred, q, r);
    } else {
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
        ask_free(&x->deferred);
    }
}

void api_puzzles_judge(struct server *s, struct request *q, struct reply *r)
{
    start(ASK_JUDGE, JUDGE_SECONDS, s, q, r);
}

void api_puzzles_hint(struct server *s, struct request *q, struct reply *r)
{
    start(ASK_HINT, JUDGE_SECONDS, s, q, r);
}

void api_puzzles_tree(struct server *s, struct request *q, struct reply *r)
{
    start(ASK_TREE, JUDGE_SECONDS, s, q, r);
}

void api_puzzles_find(struct server *s, struct request *q, struct reply *r)
{
    start(ASK_FIND, FIND_SECONDS, s, q, r);
}
