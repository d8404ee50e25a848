/* Trees of the public face: walking the variations of a record, and changing them; see hexad.h. */
#include "connect/record/record.h"
#include "face/face.h"

/* A node is one of the tree's own. */
static const hexad_node *shown(const struct tree_node *n)
{
    return (const hexad_node *)n;
}

static const struct tree_node *hidden(const hexad_node *n)
{
    return (const struct tree_node *)n;
}

/* ---- Walking ---- */

const hexad_node *hexad_record_root(const hexad_record *record, size_t number, hexad_error *error)
{
    const struct record *r = face_record(record, number, error);
    if (r)
        face_fine(error);
    return r ? shown(r->root) : NULL;
}

const hexad_node *hexad_node_parent(const hexad_node *node)
{
    return node ? shown(hidden(node)->parent) : NULL;
}

const hexad_node *hexad_node_child(const hexad_node *node)
{
    return node ? shown(hidden(node)->child) : NULL;
}

const hexad_node *hexad_node_next(const hexad_node *node)
{
    return node ? shown(hidden(node)->next) : NULL;
}

bool hexad_node_stone(const hexad_node *node, hexad_square *at, hexad_colour *colour)
{
    const struct tree_node *n = hidden(node);
    if (!n || n->at == SQUARE_NONE)
        return false;
    if (at)
        *at = (hexad_square){square_col(n->at), square_row(n->at)};
    if (colour)
        *colour = face_colour((enum side)n->side);
    return true;
}

bool hexad_node_set_up(const hexad_node *node)
{
    return node && node_is_setup(hidden(node));
}

const char *hexad_node_comment(const hexad_node *node)
{
    const struct notes *notes = node ? hidden(node)->notes : NULL;
    return notes && notes->comment ? notes->comment : "";
}

/* ---- Places in a record ---- */

/* The game of this number, if the node is of its tree. */
static struct record *game_with(const hexad_record *record, size_t number, const hexad_node *node,
                                struct tree_node **at, hexad_error *error)
{
    struct record *r = face_record(record, number, error);
    if (!r)
        return NULL;
    const struct tree_node *top = hidden(node);
    while (top && top->parent)
        top = top->parent;
    if (node && top == r->root) {
        *at = (struct tree_node *)hidden(node);
        return r;
    }
    face_fail(error, HEXAD_BAD_ARGUMENT, node ? "the node is not of this game" : "the node is NULL");
    return NULL;
}

hexad_game *hexad_record_game_at(const hexad_record *record, size_t number, const hexad_node *node,
                                 hexad_error *error)
{
    struct tree_node *at;
    struct position *p;
    struct err e;
    const struct record *r = game_with(record, number, node, &at, error);
    if (!r)
        return NULL;
    if (record_position(r, at, &p, &e))
        return face_game(p, error);
    face_fail_as(error, HEXAD_BAD_DATA, &e);
    return NULL;
}

/* ---- Changing ---- */

static struct tree_node *child_at(const struct tree_node *n, struct ply ply)
{
    for (struct tree_node *c = n->child; c; c = c->next)
        if (c->at == ply.at && c->side == ply.side)
            return c;
    return NULL;
}

const hexad_node *hexad_record_add(hexad_record *record, size_t number, const hexad_node *node,
                                   const char *stones, hexad_error *error)
{
    struct tree_node *at;
    hexad_game *g = hexad_record_game_at(record, number, node, error);
    if (!g || !game_with(record, number, node, &at, error))
        return NULL;
    int before = g->position->plies;
    bool ok = hexad_game_play_text(g, stones, error) == HEXAD_OK;
    for (int i = before; ok && i < g->position->plies; i++) {
        struct ply ply = g->position->ply[i];
        struct tree_node *there = child_at(at, ply);
        at = there ? there : node_add(at, (enum side)ply.side, ply.at);
    }
    hexad_game_free(g);
    return ok ? shown(at) : NULL;
}

hexad_status hexad_record_set_comment(hexad_record *record, size_t number, const hexad_node *node,
                                      const char *comment, hexad_error *error)
{
    struct tree_node *at;
    hexad_error own;
    if (!game_with(record, number, node, &at, &own))
        return face_fail(error, own.status, "%s", own.text);
    node_set_comment(at, comment);
    return face_fine(error);
}

hexad_status hexad_record_make_main(hexad_record *record, size_t number, const hexad_node *node,
                                    hexad_error *error)
{
    struct tree_node *at;
    hexad_error own;
    if (!game_with(record, number, node, &at, &own))
        return face_fail(error, own.status, "%s", own.text);
    node_make_main(at);
    return face_fine(error);
}

hexad_status hexad_record_remove(hexad_record *record, size_t number, const hexad_node *node,
                                 hexad_error *error)
{
    struct tree_node *at;
    hexad_error own;
    if (!game_with(record, number, node, &at, &own))
        return face_fail(error, own.status, "%s", own.text);
    if (!at->parent)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "the root cannot be taken away");
    node_delete(at);
    return face_fine(error);
}
