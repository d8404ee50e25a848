/* What people want of a lab; see inner.h. */
#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "lab/inner.h"
#include "json/fields.h"

/* ---- stones from a root on ---- */

/* The next turn of `text`: as many stones as the position asks for, or fewer and a `-`. */
static bool next_turn(const struct position *p, const char **text, struct squares *turn, bool *part,
                      struct err *e)
{
    int length = position_turn_length(p);
    turn->n = 0;
    *part = false;
    for (;;) {
        while (isspace((unsigned char)**text) || **text == ',' || **text == '/')
            ++*text;
        if (turn->n == length || *part)
            return true;
        if (**text == '-') {
            ++*text;
            *part = true;
        } else if (**text == '\0') {
            return turn->n == 0 ||
                   err_set(e, "the last turn has %d of %d stones; `-` gives up the rest", turn->n, length);
        } else if (!square_parse(&p->rules, *text, text, &turn->s[turn->n], e)) {
            return false;
        } else {
            turn->n++;
        }
    }
}

/* The root's position in the orientation in which it was given. */
static struct position *given_position(const struct lab *l, const struct lab_root *r)
{
    struct position *canonical = lab_position(l, r->node), *p = position_new(&l->rules);
    int back = symmetry_inverse(r->symmetry);
    for (square s = square_first(); s; s = square_next(&l->rules, s))
        if (canonical->cell[s] != CELL_EMPTY)
            position_setup(p, symmetry_square(&l->rules, back, s), (enum cell)canonical->cell[s]);
    position_settle(p, canonical->to_move, canonical->left, NULL);
    position_free(canonical);
    return p;
}

static uint32_t find_node(const struct lab *l, const struct position *p, enum side attacker, int *symmetry)
{
    uint8_t key[1 + POSITION_PACKED_MOST];
    key[0] = (uint8_t)attacker;
    *symmetry = position_canonical(p, key + 1);
    return graph_find(l->graph, key);
}

/* A way from a root: where it leads, and its last turn. */
struct way {
    uint32_t node; /* 0: not in the tree */
    int symmetry;  /* from the board as it was given to the node */
    uint32_t before;
    struct squares
        turn; /* by which one came from there, as that node has it: nobody else turns what people say */
    bool any;
};

static void start(const struct lab_root *r, struct way *w)
{
    *w = (struct way){.node = r->node, .symmetry = r->symmetry};
}

/* On by a turn, after which the position is `to`. Where the tree has this very turn, its edge leads on, as it does for those who
 * look: of the symmetries that turn a symmetric position into its node only one shows the turns where people see them. */
static void step(const struct lab *l, enum side attacker, const struct squares *turn,
                 const struct position *to, struct way *w)
{
    uint32_t edge = 0;
    w->before = w->node;
    w->turn = symmetry_squares(&l->rules, w->symmetry, turn);
    w->any = true;
    if (w->node)
        edge = lab_edge_by(l, w->node, &w->turn);
    if (edge) {
        w->node = l->graph->edge[edge].child;
        w->symmetry = symmetry_then(w->symmetry, l->graph->edge[edge].symmetry);
    } else {
        w->node = find_node(l, to, attacker, &w->symmetry);
    }
}

/* Goes along the turns of `stones`; the last one may end the game if `ends`. */
static bool walk(const struct lab *l, const struct lab_root *r, const char *stones, bool ends, struct way *w,
                 struct err *e)
{
    struct position *p = given_position(l, r);
    bool ok = true;
    start(r, w);
    for (;;) {
        struct squares turn;
        bool part;
        ok = next_turn(p, &stones, &turn, &part, e);
        if (!ok || (turn.n == 0 && !part))
            break;
        struct position *q = lab_after(p, &turn, part, e);
        ok = q && (q->outcome == OUTCOME_OPEN || (ends && *stones == '\0') ||
                   err_set(e, "the game is over there"));
        if (ok)
            step(l, lab_attacker(l, r->node), &turn, q, w);
        position_free(p);
        p = q;
        if (!ok)
            break;
    }
    position_free(p);
    return ok;
}

bool lab_walk(const struct lab *l, const struct lab_root *r, const char *stones, uint32_t *node,
              int *symmetry, struct err *e)
{
    struct way w;
    if (!walk(l, r, stones, false, &w, e))
        return false;
    *node = w.node;
    *symmetry = w.symmetry;
    return w.node || err_set(e, "that position is not in the tree");
}

/* The same for a turn: the node before it has to be there. */
static bool walk_turn(const struct lab *l, const struct lab_root *r, const char *stones, struct way *w,
                      struct err *e)
{
    return walk(l, r, stones, true, w, e) && (w->any || err_set(e, "a turn is needed")) &&
           (w->before || err_set(e, "that position is not in the tree"));
}

/* ---- requests ---- */

bool lab_ask(const char *path, const char *kind, const char *body, struct err *e)
{
    struct db *d = ledger_open(path, e);
    if (d)
        ledger_event(d, kind, body, false);
    bool ok = d && db_fine(d, e);
    db_close(d);
    return ok;
}

void lab_root_write(const struct position *p, enum side attacker, const char *name, const char *stones,
                    struct buf *out)
{
    struct buf line = BUF_EMPTY, played = BUF_EMPTY;
    struct position *copy = position_copy(p);
    struct lab_job j = {.kind = LAB_EXPAND, .position = copy, .attacker = attacker};
    char text[SQUARE_TEXT];
    lab_job_write(&j, &line);
    position_free(copy);
    for (int i = 0; i < p->plies; i++)
        if (p->ply[i].at != SQUARE_NONE)
            buf_format(&played, "%s%s", played.len ? " " : "", square_format(p->ply[i].at, text));
    json_t *body = json_pack("{s:s, s:s, s:o}", "name", name, "stones", stones ? stones : buf_str(&played),
                             "position", json_loads(buf_str(&line), 0, NULL));
    char *json = json_dumps(body, JSON_COMPACT);
    buf_text(out, json ? json : "{}");
    free(json);
    json_decref(body);
    buf_free(&line);
    buf_free(&played);
}

static const struct lab_root *root_of(struct lab *l, const json_t *o, struct err *e)
{
    const char *name = "";
    if (!field_text(o, "root", &name, e))
        return NULL;
    const struct lab_root *r = *name || l->roots != 1 ? lab_root_find(l, name) : &l->root[0];
    if (!r)
        err_set(e, *name ? "there is no root '%.60s'" : "which root? there are several%.0s", name);
    return r;
}

static bool add(struct lab *l, const json_t *o, struct err *e)
{
    const char *name = "", *game = "";
    struct lab_job j;
    char *text = json_dumps(json_object_get(o, "position"), JSON_COMPACT | JSON_ENCODE_ANY);
    bool ok = text && lab_job_read(text, strlen(text), &j, e);
    free(text);
    if (!ok)
        return err_prefix(e, "add");
    ok = field_text(o, "name", &name, e) && field_text(o, "stones", &game, e);
    if (ok && (!*name || strlen(name) > 60 || lab_root_find(l, name)))
        ok = err_set(
            e, *name ? "there is a root '%.60s' already" : "a root needs a name of at most 60 letters%.0s",
            name);
    if (ok && !rules_equal(&j.position->rules, &l->rules))
        ok = err_set(e, "the file is about another game");
    if (ok) {
        int symmetry;
        uint32_t node = lab_node(l, j.position, j.attacker, false, 6, 6, &symmetry, NULL);
        db_do(l->ledger,
              "INSERT INTO root (name, node, symmetry, game, priority, paused) "
              "VALUES (?1, ?2, ?3, ?4, 0, 0)",
              db_text(name), db_int(node), db_int(symmetry), db_text(game));
    }
    lab_job_free(&j);
    return ok;
}

/* Two roots by which it is found out who wins. */
static bool pair_up(struct lab *l, const json_t *o, struct err *e)
{
    const char *name = "", *black = "", *white = "";
    if (!field_text(o, "name", &name, e) || !field_text(o, "black", &black, e) ||
        !field_text(o, "white", &white, e))
        return false;
    const struct lab_root *b = lab_root_find(l, black), *w = lab_root_find(l, white);
    if (!*name || strlen(name) > 60 || lab_root_find(l, name))
        return err_set(
            e, *name ? "there is a root '%.60s' already" : "it needs a name of at most 60 letters%.0s", name);
    if (!b || !w || lab_attacker(l, b->node) != BLACK || lab_twin(l, b->node) != w->node ||
        lab_pair_of(l, b->id) || lab_pair_of(l, w->id))
        return err_set(e, "'%.60s' and '%.60s' are not both claims about one position", black, white);
    db_do(l->ledger,
          "INSERT INTO pair (name, black, white, spent_black, spent_white) VALUES (?1, ?2, ?3, 0, 0)",
          db_text(name), db_int(b->id), db_int(w->id));
    return true;
}

/* A turn that a person suggests is tried first. */
static bool suggest(struct lab *l, const json_t *o, struct err *e)
{
    const char *stones = "";
    const struct lab_root *r = root_of(l, o, e);
    struct way w;
    bool fresh;
    if (!r || !field_text(o, "stones", &stones, e) || !walk_turn(l, r, stones, &w, e))
        return false;
    const struct graph_node *n = &l->graph->node[w.before];
    if (n->kind == GRAPH_DEFEND)
        return err_set(e, "the defender is to move there: its turns are found by verifying");
    uint32_t edge = lab_link(l, w.before, &w.turn, LAB_BY_PERSON, 0, 1, 6, &fresh);
    if (!edge)
        return err_set(e, "that turn ends the game");
    if (!fresh)
        lab_edge_turn_to(l, edge, &w.turn); /* where the person wants to see it */
    n = &l->graph->node[w.before];
    if (!n->phantom && n->state == GRAPH_OPEN && fresh)
        graph_set_own(l->graph, w.before, n->own_pn + 1, 1, true);
    graph_set_pruned(l->graph, edge, false);
    lab_edge_note(l, edge);
    graph_set_chosen(l->graph, w.before, edge);
    lab_settle_node(l, w.before); /* what the turn leads to may be known already, or be seen at a glance */
    return true;
}

static bool prune(struct lab *l, const json_t *o, bool pruned, struct err *e)
{
    const char *stones = "";
    const struct lab_root *r = root_of(l, o, e);
    struct way w;
    if (!r || !field_text(o, "stones", &stones, e) || !walk_turn(l, r, stones, &w, e))
        return false;
    uint32_t edge = lab_edge_by(l, w.before, &w.turn);
    if (!edge && w.node && graph_edge_between(l->graph, w.before, w.node))
        return err_set(e, "that turn is not in the tree, only one that a symmetry makes equal to it");
    if (!edge)
        return err_set(e, "that turn is not in the tree");
    graph_set_pruned(l->graph, edge, pruned);
    lab_edge_note(l, edge);
    return true;
}

static bool change_root(struct lab *l, const json_t *o, const char *column, int64_t value, struct err *e)
{
    const char *name = "";
    if (!field_text(o, "root", &name, e))
        return false;
    const struct lab_root *r = *name ? root_of(l, o, e) : NULL;
    if (*name && !r)
        return false;
    int64_t id = r ? r->id : 0;
    if (strcmp(column, "paused") == 0)
        db_do(l->ledger, "UPDATE root SET paused = ?1 WHERE ?2 = 0 OR id = ?2", db_int(value), db_int(id));
    else
        db_do(l->ledger, "UPDATE root SET priority = ?1 WHERE ?2 = 0 OR id = ?2", db_int(value), db_int(id));
    return true;
}

static bool take_up(struct lab *l, const char *kind, const json_t *o, struct err *e)
{
    int64_t priority = 0;
    if (!json_is_object(o))
        return err_set(e, "no object");
    if (strcmp(kind, "add") == 0)
        return add(l, o, e);
    if (strcmp(kind, "pair") == 0)
        return pair_up(l, o, e);
    if (strcmp(kind, "suggest") == 0)
        return suggest(l, o, e);
    if (strcmp(kind, "prune") == 0 || strcmp(kind, "unprune") == 0)
        return prune(l, o, kind[0] == 'p', e);
    if (strcmp(kind, "pause") == 0 || strcmp(kind, "resume") == 0)
        return change_root(l, o, "paused", kind[0] == 'p', e);
    if (strcmp(kind, "priority") == 0)
        return field_whole(o, "priority", -1000000, 1000000, &priority, e) &&
               change_root(l, o, "priority", priority, e);
    return err_set(e, "nobody knows how to '%.40s'", kind);
}

bool lab_take_up(struct lab *l, struct err *refused, struct err *e)
{
    struct db *d = l->ledger;
    if (refused)
        refused->text[0] = '\0';
    if (db_number(d, 0, "SELECT count(*) FROM event WHERE done = 0") == 0)
        return db_fine(d, e);
    bool ok = true;
    db_begin(d);
    for (;;) {
        struct rows *rows =
            db_ask(d, "SELECT rowid, kind, body FROM event WHERE done = 0 ORDER BY rowid LIMIT 1");
        if (!rows_next(rows))
            break;
        int64_t id = rows_int(rows, 0);
        char *kind = mem_strdup(rows_text(rows, 1));
        json_t *o = json_loads(rows_text(rows, 2), JSON_REJECT_DUPLICATES, NULL);
        rows_end(rows);
        struct err why;
        bool taken = take_up(l, kind, o, &why);
        if (!taken) {
            err_prefix(&why, "%s", kind);
            ledger_event(d, "refused", why.text, true);
            lab_say(l, "refused %s", why.text);
            if (refused)
                *refused = why;
        }
        db_do(d, "UPDATE event SET done = ?2 WHERE rowid = ?1", db_int(id),
              db_int(taken && strcmp(kind, "add") == 0 ? EVENT_ROOT : EVENT_DONE));
        json_decref(o);
        free(kind);
        if (!lab_load_roots(l, e)) {
            ok = false;
            break;
        }
    }
    lab_save(l);
    return db_commit(d, e) && ok;
}

bool lab_add(struct lab *l, const char *body, struct err *refused, struct err *e)
{
    ledger_event(l->ledger, "add", body, false);
    return lab_take_up(l, refused, e);
}
