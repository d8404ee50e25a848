/* Trees from readers; see build.h. */
#include "game/build.h"

#include <assert.h>
#include <string.h>

#include "game/notes.h"
#include "game/point.h"
#include "game/sgf.h"

void build_start(struct build *b, struct record *r, struct record_budget *budget)
{
    *b = (struct build){.record = r, .at = r->root, .budget = budget};
    bool ok = !r->game->board_new || r->game->board_new(r, &b->board, NULL);
    assert(ok); /* the root is no set-up yet */
    (void)ok;
}

static void free_board(struct build *b)
{
    if (b->board)
        b->record->game->board_free(b->board);
    b->board = NULL;
}

struct record *build_take(struct build *b)
{
    struct record *r = b->record;
    free_board(b);
    *b = (struct build){0};
    return r;
}

void build_free(struct build *b)
{
    free_board(b);
    record_free(b->record);
    *b = (struct build){0};
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

enum { LOOK_EVERY = 1024 }; /* nodes: less than a millisecond */

static bool in_time(const struct record_budget *b, struct err *e)
{
    return !b->until || b->nodes % LOOK_EVERY != 0 || !deadline_over(b->until) ||
           err_set(e, "the time was over before the file was read");
}

static struct tree_node *add(struct build *b, enum side side, square at, int line, struct err *e)
{
    if (b->nodes == BUILD_MOST_NODES) {
        err_set(e, "more than %d nodes", BUILD_MOST_NODES);
        return NULL;
    }
    if (b->budget && (!spend(b, &b->budget->nodes, 1, "nodes", e) || !in_time(b->budget, e)))
        return NULL;
    b->nodes++;
    struct tree_node *n = record_add(b->record, b->at, side, at);
    n->line = line;
    return n;
}

static bool go_down(struct build *b, struct tree_node *n, struct err *e)
{
    if (b->board && !b->record->game->down(b->board, n, e))
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

bool build_left_over(const struct record *r, const struct tree_node *n, enum side *side, square *at)
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
    const struct record_game *game = b->record->game;
    if (game->left_over && game->left_over(b, side, at)) {
        char text[SQUARE_TEXT];
        point_format(b->record, at, text);
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
        if (!b->board)
            return true;
        free_board(b);
        return b->record->game->board_new(b->record, &b->board, e);
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
    for (; b->at != ancestor; b->at = b->at->parent)
        if (b->board)
            b->record->game->up(b->board);
}
