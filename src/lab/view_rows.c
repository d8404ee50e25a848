/* What nodes and edges look like to those who look on; see view_inner.h. */
#include <stdlib.h>
#include <string.h>

#include "connect/board/symmetry.h"
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
    struct rows *rows =
        db_ask(v->ledger,
               "SELECT count(*), coalesce(sum(job.state = 0), 0), coalesce(sum(result.checked = 0 AND "
               "result.verdict IN (0, 2) AND job.kind = 0), 0), coalesce(sum(result.verdict = 4), 0), "
               "coalesce(sum(result.nodes), 0), coalesce(sum(result.cpu), 0) FROM job LEFT JOIN result ON "
               "result.job = job.id WHERE job.node = ?1 AND job.state < 2",
               db_int(node));
    if (!rows_next(rows))
        return;
    json_object_update_new(j,
                           json_pack("{s:I, s:I, s:I, s:I, s:I, s:f}", "jobs", (json_int_t)rows_int(rows, 0),
                                     "out", (json_int_t)rows_int(rows, 1), "claims",
                                     (json_int_t)rows_int(rows, 2), "failed", (json_int_t)rows_int(rows, 3),
                                     "searched", (json_int_t)rows_int(rows, 4), "cpu", rows_real(rows, 5)));
    rows_end(rows);
}

static bool has_children(struct lab_view *v, int64_t node)
{
    return db_number(v->ledger, 0, "SELECT 1 FROM edge WHERE parent = ?1 LIMIT 1", db_int(node));
}

/* From a row with pn, dn, state, kind, phantom, cert, effort from this column on. */
static json_t *node_row(struct lab_view *v, int64_t node, struct rows *rows, int at)
{
    static const char *const kinds[] = {"attack", "defend", "part"};
    int64_t kind = rows_int(rows, at + 3);
    json_t *j = json_pack("{s:I, s:o, s:o, s:s, s:s, s:b, s:b}", "node", (json_int_t)node, "pn",
                          proof_number_json(rows_int(rows, at)), "dn",
                          proof_number_json(rows_int(rows, at + 1)), "state",
                          view_state(rows_int(rows, at + 2)), "kind", kinds[kind >= 0 && kind < 3 ? kind : 0],
                          "phantom", (int)rows_int(rows, at + 4), "certificate", (int)rows_int(rows, at + 5));
    json_object_set_new(j, "leaf", json_boolean(!has_children(v, node)));
    put_jobs(v, node, j);
    return j;
}

#define NODE_COLUMNS \
    "node.pn, node.dn, node.state, node.kind, node.phantom, node.cert IS NOT NULL, node.effort"

json_t *view_node_json(struct lab_view *v, int64_t node)
{
    struct rows *rows = db_ask(v->ledger, "SELECT " NODE_COLUMNS " FROM node WHERE id = ?1", db_int(node));
    if (!rows_next(rows))
        return json_null();
    json_t *j = node_row(v, node, rows, 0);
    rows_end(rows);
    return j;
}

json_t *view_position_json(struct lab_view *v, struct spot at)
{
    struct rows *rows = db_ask(v->ledger, "SELECT key FROM node WHERE id = ?1", db_int(at.node));
    size_t len;
    if (!rows_next(rows))
        return json_null();
    const uint8_t *key = rows_bytes(rows, 0, &len);
    struct position *p = len == lab_key_size(&v->rules) ? lab_key_position(&v->rules, key) : NULL;
    rows_end(rows);
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
    struct rows *rows = db_ask(v->ledger, "SELECT body FROM result WHERE job = ?1", db_int(job));
    if (!rows_next(rows))
        return;
    json_t *result = json_loads(rows_text(rows, 0), JSON_REJECT_DUPLICATES, NULL);
    rows_end(rows);
    const json_t *chance = json_object_get(result, "chance"), *mate = json_object_get(result, "mate");
    if (json_is_number(chance))
        json_object_set_new(j, "chance", json_real(json_number_value(chance)));
    if (json_integer_value(mate))
        json_object_set_new(j, "mate", json_integer(json_integer_value(mate)));
    json_decref(result);
}

#define EDGE_COLUMNS "edge.id, edge.child, edge.turn, edge.symmetry, edge.source, edge.pruned, edge.job, "

/* From a row that begins with these. */
static json_t *edge_row(struct lab_view *v, struct spot from, struct rows *rows, struct spot *to)
{
    static const char *const sources[] = {"verify", "engine", "person", "part", "part"};
    int64_t edge = rows_int(rows, 0), source = rows_int(rows, 4);
    *to = (struct spot){rows_int(rows, 1), symmetry_then(from.symmetry, (int)rows_int(rows, 3))};
    json_t *j = node_row(v, to->node, rows, 7);
    bool counted = edge >= 0 && (size_t)edge < v->through_room;
    json_object_update_new(j, json_pack("{s:I, s:o, s:s, s:b, s:I, s:I}", "edge", (json_int_t)edge, "turn",
                                        view_turn_json(v, rows_text(rows, 2), from.symmetry), "source",
                                        sources[source >= 0 && source < 5 ? source : 0], "pruned",
                                        (int)rows_int(rows, 5), "through",
                                        (json_int_t)(counted ? v->through[edge] : 0), "work",
                                        (json_int_t)((size_t)edge < v->work_room ? v->work[edge] : 0)));
    if (source == LAB_BY_ENGINE)
        put_chance(v, rows_int(rows, 6), j);
    return j;
}

json_t *view_edge_json(struct lab_view *v, struct spot from, uint32_t edge, struct spot *to)
{
    struct rows *rows = db_ask(v->ledger,
                               "SELECT " EDGE_COLUMNS NODE_COLUMNS
                               " FROM edge JOIN node ON node.id = edge.child WHERE edge.id = ?1",
                               db_int(edge));
    if (!rows_next(rows))
        return json_null();
    json_t *j = edge_row(v, from, rows, to);
    rows_end(rows);
    return j;
}

static bool is_defend(struct lab_view *v, int64_t node)
{
    return db_number(v->ledger, -1, "SELECT kind FROM node WHERE id = ?1", db_int(node)) == GRAPH_DEFEND;
}

/* How many children there are, and how many of them are proved, disproved, pruned. */
static json_t *counts_json(struct lab_view *v, int64_t node)
{
    struct rows *rows =
        db_ask(v->ledger,
               "SELECT count(*), coalesce(sum(node.state = 1), 0), coalesce(sum(node.state = 2), 0), "
               "coalesce(sum(edge.pruned), 0) FROM edge JOIN node ON node.id = edge.child WHERE "
               "edge.parent = ?1",
               db_int(node));
    if (!rows_next(rows))
        return json_object();
    json_t *j = json_pack("{s:I, s:I, s:I, s:I}", "all", (json_int_t)rows_int(rows, 0), "proved",
                          (json_int_t)rows_int(rows, 1), "disproved", (json_int_t)rows_int(rows, 2), "pruned",
                          (json_int_t)rows_int(rows, 3));
    rows_end(rows);
    return j;
}

json_t *view_children_json(struct lab_view *v, struct spot at, int most, int *left)
{
    json_t *j = counts_json(v, at.node), *list = json_array();
    struct rows *rows =
        db_ask(v->ledger,
               "SELECT " EDGE_COLUMNS NODE_COLUMNS
               " FROM edge JOIN node ON node.id = edge.child WHERE edge.parent = ?1 "
               "ORDER BY edge.pruned, CASE ?2 WHEN 1 THEN node.dn ELSE node.pn END, edge.id LIMIT ?3",
               db_int(at.node), db_int(is_defend(v, at.node)), db_int(most < *left ? most : *left));
    while (rows_next(rows)) {
        struct spot to;
        json_array_append_new(list, edge_row(v, at, rows, &to));
        --*left;
    }
    json_object_set_new(j, "turns", list);
    return j;
}

/* ---- the most proving line ---- */

uint32_t view_next(struct lab_view *v, int64_t node)
{
    struct rows *rows =
        db_ask(v->ledger, "SELECT kind, state, phantom, own_pn, own_dn, chosen FROM node WHERE id = ?1",
               db_int(node));
    if (!rows_next(rows))
        return 0;
    bool defend = rows_int(rows, 0) == GRAPH_DEFEND, open = rows_int(rows, 1) == GRAPH_OPEN;
    int64_t own = rows_int(rows, 2) ? rows_int(rows, defend ? 4 : 3) : GRAPH_INFINITE,
            chosen = rows_int(rows, 5);
    rows_end(rows);
    if (!open)
        return 0;
    rows = db_ask(
        v->ledger,
        "SELECT edge.id, CASE ?2 WHEN 1 THEN node.dn ELSE node.pn END AS number FROM edge JOIN node ON "
        "node.id = edge.child WHERE edge.parent = ?1 AND edge.pruned = 0 AND node.state = 0 ORDER BY "
        "number, edge.id",
        db_int(node), db_int(defend));
    int64_t best = 0, least = 0;
    while (rows_next(rows)) {
        if (!best) {
            best = rows_int(rows, 0);
            least = rows_int(rows, 1) < own ? rows_int(rows, 1) : own;
        }
        /* The 1 + ε rule: the turn chosen last stays as long as it is not much worse. */
        if (rows_int(rows, 0) == chosen && (double)rows_int(rows, 1) <= (1 + v->patience) * (double)least) {
            rows_end(rows);
            return (uint32_t)chosen;
        }
        if (rows_int(rows, 0) == best && rows_int(rows, 1) > own)
            best = -1; /* the next is one that nobody has generated yet */
    }
    return best > 0 ? (uint32_t)best : 0;
}
