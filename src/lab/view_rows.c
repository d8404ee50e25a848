/* What nodes and edges look like to those who look on; see view_inner.h. */
#include <stdlib.h>
#include <string.h>

#include "connect/board/symmetry.h"
#include "lab/plan.h"
#include "lab/view_inner.h"
#include "json/game.h"
#include "json/proof.h"

const char *view_state(int64_t state)
{
    return state == GRAPH_PROVED ? "proved" : state == GRAPH_DISPROVED ? "disproved" : "open";
}

json_t *view_turn_json(const struct lab_view *v, const char *turn, int symmetry)
{
    json_t *list = json_array();
    int back = symmetry_inverse(symmetry);
    char text[SQUARE_TEXT];
    square s;
    while (*turn && square_parse(&v->rules, turn, &turn, &s, NULL)) {
        json_array_append_new(list, json_string(square_format(symmetry_square(&v->rules, back, s), text)));
        turn += *turn == ' ';
    }
    return list;
}

/* ---- a node ---- */

/* Jobs on the node itself: how many, what they cost, and how many results nobody has checked yet. */
static void put_jobs(struct lab_view *v, int64_t node, json_t *j)
{
    sqlite3_stmt *s = ledger_statement(
        v->ledger,
        "SELECT count(*), coalesce(sum(job.state = 0), 0), coalesce(sum(result.checked = 0 AND "
        "result.verdict IN (0, 2) AND job.kind = 0), 0), coalesce(sum(result.verdict = 4), 0), "
        "coalesce(sum(result.nodes), 0), coalesce(sum(result.cpu), 0) FROM job LEFT JOIN result ON "
        "result.job = job.id WHERE job.node = ?1 AND job.state < 2");
    if (!s)
        return;
    ledger_bind_int(s, 1, node);
    if (!ledger_row(v->ledger, s))
        return;
    json_object_update_new(j, json_pack("{s:I, s:I, s:I, s:I, s:I, s:f}", "jobs",
                                        (json_int_t)ledger_int(s, 0), "out", (json_int_t)ledger_int(s, 1),
                                        "claims", (json_int_t)ledger_int(s, 2), "failed",
                                        (json_int_t)ledger_int(s, 3), "searched",
                                        (json_int_t)ledger_int(s, 4), "cpu", sqlite3_column_double(s, 5)));
    ledger_done(s);
}

static bool has_children(struct lab_view *v, int64_t node)
{
    sqlite3_stmt *s = ledger_statement(v->ledger, "SELECT 1 FROM edge WHERE parent = ?1 LIMIT 1");
    if (!s)
        return false;
    ledger_bind_int(s, 1, node);
    bool any = ledger_row(v->ledger, s);
    ledger_done(s);
    return any;
}

/* From a row with pn, dn, state, kind, phantom, cert, effort from this column on. */
static json_t *node_row(struct lab_view *v, int64_t node, sqlite3_stmt *s, int at)
{
    static const char *const kinds[] = {"attack", "defend", "part"};
    int64_t kind = ledger_int(s, at + 3);
    json_t *j =
        json_pack("{s:I, s:o, s:o, s:s, s:s, s:b, s:b}", "node", (json_int_t)node, "pn",
                  proof_number_json(ledger_int(s, at)), "dn", proof_number_json(ledger_int(s, at + 1)),
                  "state", view_state(ledger_int(s, at + 2)), "kind", kinds[kind >= 0 && kind < 3 ? kind : 0],
                  "phantom", (int)ledger_int(s, at + 4), "certificate", (int)ledger_int(s, at + 5));
    json_object_set_new(j, "leaf", json_boolean(!has_children(v, node)));
    put_jobs(v, node, j);
    return j;
}

#define NODE_COLUMNS \
    "node.pn, node.dn, node.state, node.kind, node.phantom, node.cert IS NOT NULL, node.effort"

json_t *view_node_json(struct lab_view *v, int64_t node)
{
    sqlite3_stmt *s = ledger_statement(v->ledger, "SELECT " NODE_COLUMNS " FROM node WHERE id = ?1");
    if (!s)
        return json_null();
    ledger_bind_int(s, 1, node);
    if (!ledger_row(v->ledger, s))
        return json_null();
    json_t *j = node_row(v, node, s, 0);
    ledger_done(s);
    return j;
}

json_t *view_position_json(struct lab_view *v, struct spot at)
{
    sqlite3_stmt *s = ledger_statement(v->ledger, "SELECT key FROM node WHERE id = ?1");
    size_t len;
    if (!s)
        return json_null();
    ledger_bind_int(s, 1, at.node);
    if (!ledger_row(v->ledger, s))
        return json_null();
    const uint8_t *key = ledger_bytes(s, 0, &len);
    struct position *p = len == lab_key_size(&v->rules) ? lab_key_position(&v->rules, key) : NULL;
    ledger_done(s);
    if (!p)
        return json_null();
    int back = symmetry_inverse(at.symmetry);
    json_t *stones[2] = {json_array(), json_array()};
    char text[SQUARE_TEXT];
    for (square q = square_first(); q; q = square_next(&v->rules, q))
        if (p->cell[q] != CELL_EMPTY)
            json_array_append_new(stones[p->cell[q] == CELL_WHITE],
                                  json_string(square_format(symmetry_square(&v->rules, back, q), text)));
    json_t *j = json_pack("{s:o, s:o, s:s, s:i}", "black", stones[0], "white", stones[1], "to_move",
                          game_side(p->to_move), "left", p->left);
    position_free(p);
    return j;
}

/* ---- edges ---- */

/* What the engine thought of its turn; nothing else but a result of it says so. */
static void put_chance(struct lab_view *v, int64_t job, json_t *j)
{
    sqlite3_stmt *s = ledger_statement(v->ledger, "SELECT body FROM result WHERE job = ?1");
    if (!s)
        return;
    ledger_bind_int(s, 1, job);
    if (!ledger_row(v->ledger, s))
        return;
    json_t *result = json_loads(ledger_text(s, 0), JSON_REJECT_DUPLICATES, NULL);
    ledger_done(s);
    const json_t *chance = json_object_get(result, "chance"), *mate = json_object_get(result, "mate");
    if (json_is_number(chance))
        json_object_set_new(j, "chance", json_real(json_number_value(chance)));
    if (json_integer_value(mate))
        json_object_set_new(j, "mate", json_integer(json_integer_value(mate)));
    json_decref(result);
}

#define EDGE_COLUMNS "edge.id, edge.child, edge.turn, edge.symmetry, edge.source, edge.pruned, edge.job, "

/* From a row that begins with these. */
static json_t *edge_row(struct lab_view *v, struct spot from, sqlite3_stmt *s, struct spot *to)
{
    static const char *const sources[] = {"verify", "engine", "person", "part", "part"};
    int64_t edge = ledger_int(s, 0), source = ledger_int(s, 4);
    *to = (struct spot){ledger_int(s, 1), symmetry_then(&v->rules, from.symmetry, (int)ledger_int(s, 3))};
    json_t *j = node_row(v, to->node, s, 7);
    bool counted = edge >= 0 && (size_t)edge < v->through_room;
    json_object_update_new(j, json_pack("{s:I, s:o, s:s, s:b, s:I, s:I}", "edge", (json_int_t)edge, "turn",
                                        view_turn_json(v, ledger_text(s, 2), from.symmetry), "source",
                                        sources[source >= 0 && source < 5 ? source : 0], "pruned",
                                        (int)ledger_int(s, 5), "through",
                                        (json_int_t)(counted ? v->through[edge] : 0), "work",
                                        (json_int_t)((size_t)edge < v->work_room ? v->work[edge] : 0)));
    if (source == LAB_BY_ENGINE)
        put_chance(v, ledger_int(s, 6), j);
    return j;
}

json_t *view_edge_json(struct lab_view *v, struct spot from, uint32_t edge, struct spot *to)
{
    sqlite3_stmt *s =
        ledger_statement(v->ledger, "SELECT " EDGE_COLUMNS NODE_COLUMNS
                                    " FROM edge JOIN node ON node.id = edge.child WHERE edge.id = ?1");
    if (!s)
        return json_null();
    ledger_bind_int(s, 1, edge);
    if (!ledger_row(v->ledger, s))
        return json_null();
    json_t *j = edge_row(v, from, s, to);
    ledger_done(s);
    return j;
}

static bool is_defend(struct lab_view *v, int64_t node)
{
    sqlite3_stmt *s = ledger_statement(v->ledger, "SELECT kind FROM node WHERE id = ?1");
    if (!s)
        return false;
    ledger_bind_int(s, 1, node);
    bool is = ledger_row(v->ledger, s) && ledger_int(s, 0) == GRAPH_DEFEND;
    ledger_done(s);
    return is;
}

/* How many children there are, and how many of them are proved, disproved, pruned. */
static json_t *counts_json(struct lab_view *v, int64_t node)
{
    sqlite3_stmt *s = ledger_statement(
        v->ledger, "SELECT count(*), coalesce(sum(node.state = 1), 0), coalesce(sum(node.state = 2), 0), "
                   "coalesce(sum(edge.pruned), 0) FROM edge JOIN node ON node.id = edge.child WHERE "
                   "edge.parent = ?1");
    if (!s)
        return json_object();
    ledger_bind_int(s, 1, node);
    if (!ledger_row(v->ledger, s))
        return json_object();
    json_t *j = json_pack("{s:I, s:I, s:I, s:I}", "all", (json_int_t)ledger_int(s, 0), "proved",
                          (json_int_t)ledger_int(s, 1), "disproved", (json_int_t)ledger_int(s, 2), "pruned",
                          (json_int_t)ledger_int(s, 3));
    ledger_done(s);
    return j;
}

json_t *view_children_json(struct lab_view *v, struct spot at, int most, int *rows)
{
    json_t *j = counts_json(v, at.node), *list = json_array();
    sqlite3_stmt *s = ledger_statement(
        v->ledger, "SELECT " EDGE_COLUMNS NODE_COLUMNS
                   " FROM edge JOIN node ON node.id = edge.child WHERE edge.parent = ?1 "
                   "ORDER BY edge.pruned, CASE ?2 WHEN 1 THEN node.dn ELSE node.pn END, edge.id LIMIT ?3");
    if (s) {
        ledger_bind_int(s, 1, at.node);
        ledger_bind_int(s, 2, is_defend(v, at.node));
        ledger_bind_int(s, 3, most < *rows ? most : *rows);
    }
    while (ledger_row(v->ledger, s)) {
        struct spot to;
        json_array_append_new(list, edge_row(v, at, s, &to));
        --*rows;
    }
    json_object_set_new(j, "turns", list);
    return j;
}

/* ---- the most proving line ---- */

uint32_t view_next(struct lab_view *v, int64_t node)
{
    sqlite3_stmt *s = ledger_statement(
        v->ledger, "SELECT kind, state, phantom, own_pn, own_dn, chosen FROM node WHERE id = ?1");
    if (!s)
        return 0;
    ledger_bind_int(s, 1, node);
    if (!ledger_row(v->ledger, s))
        return 0;
    bool defend = ledger_int(s, 0) == GRAPH_DEFEND, open = ledger_int(s, 1) == GRAPH_OPEN;
    int64_t own = ledger_int(s, 2) ? ledger_int(s, defend ? 4 : 3) : GRAPH_INFINITE,
            chosen = ledger_int(s, 5);
    ledger_done(s);
    s = ledger_statement(
        v->ledger,
        "SELECT edge.id, CASE ?2 WHEN 1 THEN node.dn ELSE node.pn END AS number FROM edge JOIN node ON "
        "node.id = "
        "edge.child WHERE edge.parent = ?1 AND edge.pruned = 0 AND node.state = 0 ORDER BY number, edge.id");
    if (!s || !open)
        return 0;
    ledger_bind_int(s, 1, node);
    ledger_bind_int(s, 2, defend);
    int64_t best = 0, least = 0;
    while (ledger_row(v->ledger, s)) {
        if (!best) {
            best = ledger_int(s, 0);
            least = ledger_int(s, 1) < own ? ledger_int(s, 1) : own;
        }
        /* The 1 + ε rule: the turn chosen last stays as long as it is not much worse. */
        if (ledger_int(s, 0) == chosen && (double)ledger_int(s, 1) <= (1 + v->patience) * (double)least) {
            ledger_done(s);
            return (uint32_t)chosen;
        }
        if (ledger_int(s, 0) == best && ledger_int(s, 1) > own)
            best = -1; /* the next is one that nobody has generated yet */
    }
    return best > 0 ? (uint32_t)best : 0;
}
