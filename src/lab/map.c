/* The map of a root; see map.h. */
#include "lab/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "lab/inner.h"
#include "json/game.h"
#include "json/proof.h"

const char *const map_state_name[MAP_STATES] = {"proved",  "covered", "verified", "refuted",
                                                "resists", "open",    "waits"};

/* ---- turns and their images ---- */

struct mapping {
    struct lab *l;
    const struct lab_root *root;
    struct position *p;          /* the node's, in its own orientation */
    int symmetry[8], symmetries; /* that leave the position as it is */
    bool *covered;               /* by node: proved by the zones of another */
    struct map *out;
};

static void find_symmetries(struct mapping *m)
{
    uint8_t here[POSITION_PACKED_MOST], there[POSITION_PACKED_MOST];
    size_t size = position_packed_size(&m->p->rules);
    position_pack(m->p, 0, here);
    for (int s = 0; s < symmetry_count(&m->p->rules); s++) {
        position_pack(m->p, s, there);
        if (memcmp(here, there, size) == 0)
            m->symmetry[m->symmetries++] = s;
    }
}

static struct squares image(const struct mapping *m, int symmetry, const struct squares *turn)
{
    struct squares s = symmetry_squares(&m->p->rules, symmetry, turn);
    if (s.n == 2 && s.s[0] > s.s[1]) {
        square first = s.s[0];
        s.s[0] = s.s[1];
        s.s[1] = first;
    }
    return s;
}

static int compare(const struct squares *a, const struct squares *b)
{
    for (int i = 0; i < a->n && i < b->n; i++)
        if (a->s[i] != b->s[i])
            return a->s[i] < b->s[i] ? -1 : 1;
    return a->n - b->n;
}

/* The first of all images. */
static struct squares first_image(const struct mapping *m, const struct squares *turn)
{
    struct squares best = image(m, m->symmetry[0], turn);
    for (int i = 1; i < m->symmetries; i++) {
        struct squares s = image(m, m->symmetry[i], turn);
        if (compare(&s, &best) < 0)
            best = s;
    }
    return best;
}

static int by_turn(const void *a, const void *b)
{
    return compare(&((const struct map_reply *)a)->turn, &((const struct map_reply *)b)->turn);
}

static struct map_reply *find(const struct mapping *m, const struct squares *turn)
{
    struct map_reply key = {.turn = first_image(m, turn)};
    return m->out->n ? bsearch(&key, m->out->reply, m->out->n, sizeof key, by_turn) : NULL;
}

/* Every turn that is the first of its images, in order. */
static void list_turns(struct mapping *m)
{
    size_t room = 0;
    int n = position_turn_length(m->p);
    for (square a = square_first(); a; a = square_next(&m->p->rules, a))
        for (square b = n == 2 ? square_next(&m->p->rules, a) : a; b; b = square_next(&m->p->rules, b)) {
            struct squares turn = {.n = n, .s = {a, b}};
            if (m->p->cell[a] == CELL_EMPTY && m->p->cell[b] == CELL_EMPTY) {
                struct squares first = first_image(m, &turn);
                if (compare(&first, &turn) == 0) {
                    m->out->reply = mem_grow(m->out->reply, &room, m->out->n + 1, sizeof *m->out->reply);
                    m->out->reply[m->out->n++] = (struct map_reply){.turn = turn, .state = MAP_VERIFIED};
                }
            }
            if (n < 2)
                break;
        }
}

/* ---- what is known of them ---- */

/* Nodes that were proved by the zones of a sibling. */
static void find_covered(struct mapping *m)
{
    uint32_t nodes = m->l->graph->nodes;
    m->covered = mem_zero((size_t)nodes + 1, sizeof *m->covered);
    struct rows *rows = db_ask(m->l->ledger, "SELECT body FROM event WHERE kind = 'transfer'");
    while (rows_next(rows)) {
        const char *text = rows_text(rows, 0);
        unsigned long node = strncmp(text, "node ", 5) == 0 ? strtoul(text + 5, NULL, 10) : 0;
        if (node <= nodes)
            m->covered[node] = true;
    }
}

static bool waits_for(const struct squares *turn, const struct squares *part)
{
    for (int i = 0; i < part->n; i++)
        if (part->s[i] != turn->s[0] && (turn->n < 2 || part->s[i] != turn->s[1]))
            return false;
    return true;
}

/* What stands behind a part that nobody has solved, or asked on from, was not looked at. */
static void wait_for(struct mapping *m, uint32_t edge)
{
    struct squares part;
    lab_edge_turn(m->l, edge, &part);
    for (size_t i = 0; i < m->out->n; i++) {
        struct map_reply *r = &m->out->reply[i];
        for (int k = 0; k < m->symmetries && r->state == MAP_VERIFIED; k++) {
            struct squares s = image(m, m->symmetry[k], &r->turn);
            if (waits_for(&s, &part))
                r->state = MAP_WAITS;
        }
    }
}

/* The attacker's turn that is proved to win against a reply. */
static struct squares answer_to(const struct mapping *m, uint32_t edge)
{
    const struct graph *g = m->l->graph;
    struct squares turn = {.n = 0};
    for (uint32_t e = g->node[g->edge[edge].child].children; e && !turn.n; e = g->edge[e].next_down)
        if (g->node[g->edge[e].child].state == GRAPH_PROVED)
            turn = lab_seen_turn(m->l, e, symmetry_then(m->root->symmetry, g->edge[edge].symmetry));
    return turn;
}

static void enter(struct mapping *m, uint32_t edge)
{
    struct squares turn;
    lab_edge_turn(m->l, edge, &turn);
    struct map_reply *r = find(m, &turn);
    if (!r || (r->edge && compare(&turn, &r->turn) != 0))
        return; /* of equal turns the first, if it is there */
    const struct graph_node *child = &m->l->graph->node[m->l->graph->edge[edge].child];
    r->edge = edge;
    r->pn = child->pn;
    r->dn = child->dn;
    r->answer = answer_to(m, edge);
    r->state = child->state == GRAPH_PROVED
                   ? m->covered[m->l->graph->edge[edge].child] ? MAP_COVERED : MAP_PROVED
               : child->state == GRAPH_DISPROVED  ? MAP_REFUTED
               : child->effort || child->children ? MAP_RESISTS
                                                  : MAP_OPEN;
}

static void find_states(struct mapping *m)
{
    const struct graph *g = m->l->graph;
    const struct graph_node *n = &g->node[m->root->node];
    bool fresh = n->state == GRAPH_OPEN && n->effort == EFFORT_NONE;
    for (size_t i = 0; i < m->out->n; i++)
        m->out->reply[i].state = n->state == GRAPH_PROVED ? MAP_PROVED : fresh ? MAP_WAITS : MAP_VERIFIED;
    for (uint32_t e = n->children; e; e = g->edge[e].next_down)
        if (!lab_edge_is_part(g, e))
            enter(m, e);
    for (uint32_t e = n->children; e; e = g->edge[e].next_down)
        if (n->state == GRAPH_OPEN && lab_edge_is_part(g, e) && g->edge[e].source == LAB_PART)
            wait_for(m, e);
}

/* Counts, and turns as people see them. */
static void finish(struct mapping *m)
{
    int back = symmetry_inverse(m->root->symmetry);
    for (size_t i = 0; i < m->out->n; i++) {
        struct map_reply *r = &m->out->reply[i];
        struct squares seen[8];
        bool left = r->state >= MAP_REFUTED;
        for (int k = 0; k < m->symmetries; k++) {
            struct squares s = image(m, m->symmetry[k], &r->turn);
            bool known = false;
            for (int j = 0; j < r->images; j++)
                known = known || compare(&seen[j], &s) == 0;
            if (known)
                continue;
            seen[r->images++] = s;
            for (int j = 0; left && j < s.n; j++)
                m->out->left[symmetry_square(&m->p->rules, back, s.s[j])]++;
        }
        m->out->count[r->state]++;
        m->out->turns[r->state] += r->images;
        r->turn = image(m, back, &r->turn);
    }
}

size_t lab_map_turns(const struct lab *l, const struct lab_root *r)
{
    struct position *p = lab_position(l, r->node);
    size_t empty = (size_t)p->empty, turns = position_turn_length(p) < 2 ? empty : empty * (empty - 1) / 2;
    position_free(p);
    return turns;
}

bool lab_map(struct lab *l, const struct lab_root *r, struct map *out, struct err *e)
{
    struct mapping m = {.l = l, .root = r, .p = lab_position(l, r->node), .out = out};
    memset(out, 0, sizeof *out);
    bool ok = (m.p->to_move != lab_attacker(l, r->node) ||
               err_set(e, "the map is of the defender's turns, and the attacker is to move")) &&
              (position_turn_length(m.p) <= 2 || err_set(e, "turns of more than two stones are not mapped"));
    if (ok) {
        find_symmetries(&m);
        find_covered(&m);
        list_turns(&m);
        find_states(&m);
        finish(&m);
        ok = db_fine(l->ledger, e);
    }
    free(m.covered);
    position_free(m.p);
    if (!ok)
        map_free(out);
    return ok;
}

void map_free(struct map *m)
{
    free(m->reply);
    m->reply = NULL;
    m->n = 0;
}

/* ---- JSON ---- */

static json_t *left_json(const struct rules *r, const struct map *m)
{
    json_t *left = json_array();
    for (square s = square_first(); s; s = square_next(r, s)) {
        char text[SQUARE_TEXT];
        if (m->left[s])
            json_array_append_new(
                left, json_pack("{s:s, s:i}", "square", square_format(s, text), "turns", m->left[s]));
    }
    return left;
}

json_t *map_json(const struct lab *l, const struct lab_root *r, const struct map *m, bool all, size_t most)
{
    bool cut = false;
    json_t *replies = json_object(), *turns = json_object(), *list = json_array();
    for (int s = 0; s < MAP_STATES; s++) {
        json_object_set_new(replies, map_state_name[s], json_integer((json_int_t)m->count[s]));
        json_object_set_new(turns, map_state_name[s], json_integer(m->turns[s]));
    }
    for (size_t i = 0; i < m->n; i++) {
        const struct map_reply *x = &m->reply[i];
        if (x->state == MAP_VERIFIED && !all)
            continue;
        cut = most && json_array_size(list) == most;
        if (cut)
            break;
        json_t *o = json_pack("{s:o, s:i, s:s}", "turn", game_squares_json(x->turn.s, x->turn.n), "images",
                              x->images, "state", map_state_name[x->state]);
        if (x->state == MAP_RESISTS || x->state == MAP_OPEN) {
            json_object_set_new(o, "pn", proof_number_json(x->pn));
            json_object_set_new(o, "dn", proof_number_json(x->dn));
        }
        if (x->answer.n)
            json_object_set_new(o, "answer", game_squares_json(x->answer.s, x->answer.n));
        json_array_append_new(list, o);
    }
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:b}", "root", r->name, "game", r->game, "attacker",
                     game_side(lab_attacker(l, r->node)), "replies", replies, "turns", turns, "left",
                     left_json(lab_rules(l), m), "list", list, "cut", cut);
}
