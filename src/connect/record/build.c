/* Trees from readers; see build.h. */
#include "connect/record/build.h"

#include <assert.h>
#include <string.h>

#include "connect/notation/notation.h"
#include "connect/record/notes.h"
#include "connect/record/point.h"

void build_start(struct build *b, const struct rules *r, struct record_budget *budget)
{
    memset(b, 0, sizeof *b);
    b->budget = budget;
    b->record = record_new(r);
    b->at = b->record->root;
    bool ok = walk_new(b->record, &b->walk, NULL);
    assert(ok); /* the root is no set-up yet */
    (void)ok;
}

struct record *build_take(struct build *b)
{
    struct record *r = b->record;
    b->record = NULL;
    build_free(b);
    return r;
}

void build_free(struct build *b)
{
    walk_free(b->walk);
    record_free(b->record);
    memset(b, 0, sizeof *b);
}

/* Takes so much off what the budget has left. */
static bool spend(struct build *b, size_t *left, size_t n, const char *what, struct err *e)
{
    if (n > *left) {
        b->budget->exceeded = true;
        return err_set(e, "too many %s to be read at once", what);
    }
    *left -= n;
    return true;
}

static struct tree_node *add(struct build *b, enum side side, square at, int line, struct err *e)
{
    if (b->nodes == BUILD_MOST_NODES) {
        err_set(e, "more than %d nodes", BUILD_MOST_NODES);
        return NULL;
    }
    if (b->budget && !spend(b, &b->budget->nodes, 1, "nodes", e))
        return NULL;
    b->nodes++;
    struct tree_node *n = node_add(b->at, side, at);
    n->line = line;
    return n;
}

static bool go_down(struct build *b, struct tree_node *n, struct err *e)
{
    if (!walk_down(b->walk, n, e))
        return false;
    b->at = n;
    return true;
}

bool build_empty(struct build *b, int line, struct err *e)
{
    struct tree_node *n = add(b, BLACK, SQUARE_NONE, line, e);
    return n && go_down(b, n, e);
}

static const char *stone_id(enum side side)
{
    return side == BLACK ? "B" : "W";
}

/* Is the stone one that the winner's turn had left over? The nodes above, up to the winning one, must be such
 * too. */
static bool is_left_over(const struct build *b, enum side side, square at)
{
    const struct position *p = b->walk->position;
    if (p->outcome != outcome_win(side) || p->plies == 0 || p->to_move != side || p->cell[at] != CELL_EMPTY)
        return false;
    /* The winning stone counts in `left`. */
    int allowed = p->left - 1;
    const struct tree_node *n = b->at;
    for (; allowed > 0 && !n->at && node_property(n, stone_id(side)); n = n->parent)
        allowed--;
    return allowed > 0 && n->at;
}

bool build_left_over(const struct rules *r, const struct tree_node *n, enum side *side, square *at)
{
    for (int s = BLACK; s <= WHITE && !n->at; s++) {
        const struct property *p = node_property(n, stone_id((enum side)s));
        *side = (enum side)s;
        if (p && point_parse(r, p->value[0], strlen(p->value[0]), at, NULL))
            return true;
    }
    return false;
}

bool build_stone(struct build *b, enum side side, square at, int line, struct err *e)
{
    if (is_left_over(b, side, at)) {
        char text[SQUARE_TEXT];
        notation_format(NOTATION_SGF, &b->record->rules, at, text);
        if (!build_empty(b, line, e))
            return false;
        notes_add_property(b->at, stone_id(side), text, strlen(text));
        return true;
    }
    struct tree_node *n = add(b, side, at, line, e);
    return n && go_down(b, n, e);
}

bool build_setup(struct build *b, bool at_root, const struct setup_stone *stones, size_t count,
                 enum cell to_move, int left, int line, struct err *e)
{
    if (at_root) {
        assert(b->at == b->record->root && !b->at->child);
        node_set_setup(b->at, stones, count, to_move, left);
        walk_free(b->walk);
        b->walk = NULL;
        return walk_new(b->record, &b->walk, e);
    }
    struct tree_node *n = add(b, BLACK, SQUARE_NONE, line, e);
    if (!n)
        return false;
    node_set_setup(n, stones, count, to_move, left);
    return go_down(b, n, e);
}

bool build_count_points(struct build *b, size_t more, struct err *e)
{
    b->points += more;
    if (b->points > BUILD_MOST_POINTS)
        return err_set(e, "more than %d set-up stones and marks", BUILD_MOST_POINTS);
    return !b->budget || spend(b, &b->budget->points, more, "set-up stones and marks", e);
}

void build_back(struct build *b, struct tree_node *ancestor)
{
    while (b->at != ancestor) {
        walk_up(b->walk);
        b->at = b->at->parent;
    }
}
