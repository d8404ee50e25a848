/* Reports of collections in JSON; see report_json.h. */
#include "store/explorer/report_json.h"

#include "json/game.h"
#include "json/proof.h"

json_t *explorer_counts_json(const struct explorer_counts *c)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:I}", "games", (json_int_t)explorer_games(c), "black",
                     (json_int_t)c->black, "drawn", (json_int_t)c->draw, "white", (json_int_t)c->white,
                     "open", (json_int_t)c->open);
}

void explorer_put_verdict(json_t *o, const struct explorer_verdict *v)
{
    if (v->depth)
        json_object_set_new(
            o, "verdict",
            json_pack("{s:f, s:i, s:i}", "chance", v->chance, "mate", v->mate, "depth", v->depth));
}

void explorer_put_proof(json_t *o, const struct explorer_proof *p)
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
        json_t *one = explorer_counts_json(&t->counts);
        json_object_set_new(one, "turn", game_squares_json(t->squares.s, t->squares.n));
        explorer_put_verdict(one, &t->verdict);
        explorer_put_proof(one, &t->proof);
        json_array_append_new(list, one);
    }
    return list;
}

json_t *explorer_games_json(const struct explorer_game *games, size_t count)
{
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        const struct explorer_game *g = &games[i];
        json_array_append_new(
            list, json_pack("{s:I, s:I, s:s, s:s, s:s, s:s, s:s, s:i}", "id", (json_int_t)g->id, "collection",
                            (json_int_t)g->collection, "black", g->black, "white", g->white, "date", g->date,
                            "event", g->event, "result", game_outcome(g->result), "stones", g->stones));
    }
    return list;
}

json_t *explorer_report_json(const struct explorer_report *x, int placed)
{
    json_t *j = explorer_counts_json(&x->counts);
    explorer_put_verdict(j, &x->verdict);
    explorer_put_proof(j, &x->proof);
    json_object_set_new(j, "placed", json_integer(placed));
    json_object_set_new(j, "turns_all", json_integer((json_int_t)x->turns_all));
    json_object_set_new(j, "turns", turns_json(x));
    json_object_set_new(j, "list", explorer_games_json(x->game, x->games));
    if (x->cut)
        json_object_set_new(j, "cut", json_true());
    return j;
}
