/* From JSON to game trees; see tree.h.
 *
 * The JSON is a tree already and no deeper than jansson reads (2,048 brackets), so it may be walked by
 * recursion. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "game/notes.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/limits.h"
#include "json/tree.h"

/* A mark as it was read; the text is the JSON's. */
struct mark_read {
    enum mark_kind kind;
    square at, to;
    const char *text;
};

struct reader {
    struct record *record;
    struct walk *walk;
    size_t nodes, depth, marks, squares;
    struct mark_read *mark; /* of the node being read, as they come */
    size_t mark_room;
    bool large; /* what failed is a limit */
    struct err *err;
};

/* Counts towards a limit of the tree. */
static bool count(struct reader *d, size_t *counter, size_t more, int most, const char *what)
{
    *counter += more;
    d->large = *counter > (size_t)most;
    return !d->large || err_set(d->err, "more than %d %s", most, what);
}

void tree_eval_format(const struct tree_eval *v, char out[80])
{
    snprintf(out, 80, "%.10g %.10g %d %d", v->value, v->chance, v->mate, v->depth);
}

static bool read_square(const struct reader *d, const json_t *o, const char *name, square *out)
{
    const char *text = NULL;
    if (!field_text(o, name, &text, d->err))
        return false;
    if (!text)
        return err_set(d->err, "'%s' is missing", name);
    return square_parse(record_rules(d->record), text, NULL, out, d->err);
}

/* One mark of "marks", or one label of "labels". */
static bool read_mark(struct reader *d, const json_t *o, bool label, struct mark_read *out)
{
    const char *text = NULL, *word = label ? "label" : NULL;
    square at, to = SQUARE_NONE;
    if (!json_is_object(o))
        return err_set(d->err, "%s, must be an object", field_type(o));
    if (!read_square(d, o, "at", &at) || !field_text(o, "text", &text, d->err) ||
        (!label && !field_text(o, "kind", &word, d->err)))
        return false;
    int kind = 0;
    while (kind < MARK_KINDS && (!word || strcmp(word, tree_mark_names[kind]) != 0))
        kind++;
    if (kind == MARK_KINDS || (!label && kind == MARK_LABEL)) {
        char quote[TEXT_QUOTE];
        return err_set(d->err, "no kind of mark is '%s'", word ? text_quote(word, strlen(word), quote) : "");
    }
    if (record_marks[kind].two && !read_square(d, o, "to", &to))
        return false;
    *out = (struct mark_read){(enum mark_kind)kind, at, to, !label ? NULL : text ? text : ""};
    return true;
}

/* Reads a list into d->mark, behind the `*n` that are there. */
static bool read_mark_list(struct reader *d, const json_t *o, const char *name, bool labels, size_t *n)
{
    const json_t *list = json_object_get(o, name);
    if (!list || json_is_null(list))
        return true;
    if (!json_is_array(list))
        return err_set(d->err, "'%s' is %s, must be an array", name, field_type(list));
    if (!count(d, &d->marks, json_array_size(list), LIMIT_TREE_MARKS, "marks and labels"))
        return false;
    d->mark = mem_grow(d->mark, &d->mark_room, *n + json_array_size(list), sizeof *d->mark);
    for (size_t i = 0; i < json_array_size(list); i++, (*n)++)
        if (!read_mark(d, json_array_get(list, i), labels, &d->mark[*n]))
            return err_prefix(d->err, "'%s', entry %zu", name, i + 1);
    return true;
}

/* A node keeps its marks in the order of kinds: added in that order, each finds its place at the end. */
static bool read_marks(struct reader *d, struct tree_node *n, const json_t *o)
{
    size_t marks = 0;
    if (!read_mark_list(d, o, "marks", false, &marks) || !read_mark_list(d, o, "labels", true, &marks))
        return false;
    for (int kind = 0; kind < MARK_KINDS && marks; kind++)
        for (size_t i = 0; i < marks; i++)
            if (d->mark[i].kind == (enum mark_kind)kind)
                node_add_mark(n, d->mark[i].kind, d->mark[i].at, d->mark[i].to, d->mark[i].text);
    return true;
}

static bool read_eval(struct reader *d, struct tree_node *n, const json_t *o)
{
    const json_t *j = json_object_get(o, "eval");
    if (!j || json_is_null(j))
        return true;
    if (!json_is_object(j))
        return err_set(d->err, "'eval' is %s, must be an object", field_type(j));
    struct tree_eval v = {0, 0, 0, 0};
    int64_t mate = 0, depth = 0;
    if (!field_number(j, "value", -TREE_EVAL_VALUE, TREE_EVAL_VALUE, &v.value, d->err) ||
        !field_number(j, "chance", 0, 1, &v.chance, d->err) ||
        !field_whole(j, "mate", -TREE_EVAL_TURNS, TREE_EVAL_TURNS, &mate, d->err) ||
        !field_whole(j, "depth", 0, TREE_EVAL_TURNS, &depth, d->err))
        return err_prefix(d->err, "'eval'");
    v.mate = (int)mate;
    v.depth = (int)depth;
    char text[80];
    tree_eval_format(&v, text);
    node_add_property(n, TREE_EVAL, text);
    return true;
}

/* A value as between the brackets of SGF: what would end it must be escaped. */
static bool is_verbatim(const char *text)
{
    for (; *text; text++) {
        if (*text == ']')
            return false;
        if (*text == '\\' && !*++text)
            return false;
    }
    return true;
}

/* Has the tree a field of its own for this property? */
static bool is_taken(const char *id, bool root)
{
    static const char *const own[] = {"AB", "AW", "AE", "C", "N", TREE_EVAL, NULL};
    static const char *const head[] = {"FF", "GM", "CA", "AP", "SZ", "RU", NULL};
    for (const char *const *k = own; *k; k++)
        if (strcmp(id, *k) == 0)
            return true;
    for (int i = 0; i < MARK_KINDS; i++)
        if (strcmp(id, record_marks[i].id) == 0)
            return true;
    for (const char *const *k = head; root && *k; k++)
        if (strcmp(id, *k) == 0)
            return true;
    for (const char *const *k = record_info_keys; root && *k; k++)
        if (strcmp(id, *k) == 0)
            return true;
    return false;
}

static bool read_property(struct reader *d, struct tree_node *n, const char *id, const json_t *values)
{
    if (!notes_is_id(id) || strlen(id) >= PROPERTY_ID || is_taken(id, n == d->record->root))
        return err_set(d->err, "'%.40s' cannot be the name of a property", id);
    if (!json_is_array(values) || json_array_size(values) == 0)
        return err_set(d->err, "'%.40s' must be an array of texts", id);
    for (size_t i = 0; i < json_array_size(values); i++) {
        const char *text = json_string_value(json_array_get(values, i));
        if (!text || !is_verbatim(text))
            return err_set(d->err, "'%.40s', value %zu: must be a text with ] and \\ escaped by a \\", id,
                           i + 1);
        if (!notes_add_property(n, id, text, strlen(text)))
            return err_set(d->err, "more than %d properties", PROPERTIES_MOST);
    }
    return true;
}

static bool read_properties(struct reader *d, struct tree_node *n, const json_t *o)
{
    json_t *all = json_object_get(o, "properties"), *values;
    const char *id;
    if (!all || json_is_null(all))
        return true;
    if (!json_is_object(all))
        return err_set(d->err, "'properties' is %s, must be an object", field_type(all));
    json_object_foreach(all, id, values)
    {
        if (!read_property(d, n, id, values))
            return err_prefix(d->err, "'properties'");
    }
    return true;
}

/* All but stones, set-up and children. */
static bool read_notes(struct reader *d, struct tree_node *n, const json_t *o)
{
    const char *name = NULL, *comment = NULL;
    if (!field_text(o, "name", &name, d->err) || !field_text(o, "comment", &comment, d->err))
        return false;
    if (name)
        node_set_name(n, name);
    if (comment)
        node_set_comment(n, comment);
    return read_marks(d, n, o) && read_eval(d, n, o) && read_properties(d, n, o);
}

static bool read_setup(struct reader *d, struct tree_node *n, const json_t *o)
{
    struct game_setup setup;
    if (!game_setup_read(record_rules(d->record), o, &setup, d->err))
        return false;
    node_set_setup(n, setup.stones, setup.count, setup.to_move, setup.left);
    free(setup.stones);
    return count(d, &d->squares, setup.count, LIMIT_TREE_SETUP, "squares in set-ups");
}

/* Adds a node and steps to it. */
static bool enter(struct reader *d, struct tree_node *n)
{
    size_t depth = d->depth;
    if (!count(d, &d->nodes, 1, LIMIT_TREE_NODES, "nodes") ||
        !count(d, &depth, 1, LIMIT_TREE_DEPTH, "nodes on a line") || !walk_down(d->walk, n, d->err))
        return false;
    d->depth = depth;
    return true;
}

static void leave(struct reader *d, size_t depth)
{
    for (; d->depth > depth; d->depth--)
        walk_up(d->walk);
}

/* The stones of a node, one below the other; *n becomes the last. */
static bool read_stones(struct reader *d, struct tree_node **n, const json_t *stones)
{
    struct tree_node *at = *n;
    for (size_t i = 0; i < json_array_size(stones); i++) {
        const char *text = json_string_value(json_array_get(stones, i));
        square s;
        if (!text)
            return err_set(d->err, "'stones' must be an array of squares such as \"j10\"");
        if (!square_parse(record_rules(d->record), text, NULL, &s, d->err))
            return false;
        at = node_add(at, d->walk->position->to_move, s);
        if (!enter(d, at))
            return false;
    }
    *n = at;
    return true;
}

static bool read_node(struct reader *d, struct tree_node *parent, const json_t *o);

static bool read_children(struct reader *d, struct tree_node *n, const json_t *o)
{
    const json_t *list = json_object_get(o, "children");
    if (!list || json_is_null(list))
        return true;
    if (!json_is_array(list))
        return err_set(d->err, "'children' is %s, must be an array", field_type(list));
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!read_node(d, n, json_array_get(list, i)))
            return false;
    return true;
}

/* Reads a node below `parent`, where the walk is, with all below it; the walk comes back. */
static bool read_node(struct reader *d, struct tree_node *parent, const json_t *o)
{
    size_t depth = d->depth;
    struct tree_node *n = parent;
    if (!json_is_object(o))
        return err_set(d->err, "a node is %s, must be an object", field_type(o));
    const json_t *stones = json_object_get(o, "stones"), *setup = json_object_get(o, "setup");
    bool has_setup = setup && !json_is_null(setup);
    if (stones && !json_is_null(stones) && !json_is_array(stones))
        return err_set(d->err, "'stones' is %s, must be an array", field_type(stones));
    if (has_setup || json_array_size(stones) == 0) {
        n = node_add(parent, BLACK, SQUARE_NONE);
        if ((has_setup && !read_setup(d, n, setup)) || !enter(d, n))
            return false;
    }
    if (!read_stones(d, &n, stones))
        return false;
    if (!read_notes(d, n, o) || !read_children(d, n, o))
        return false;
    leave(d, depth);
    return true;
}

static bool read_root(struct reader *d, const json_t *o)
{
    const json_t *setup = json_object_get(o, "setup"), *stones = json_object_get(o, "stones");
    if (setup && !json_is_null(setup) && !read_setup(d, d->record->root, setup))
        return false;
    if (stones && !json_is_null(stones) && (!json_is_array(stones) || json_array_size(stones) > 0))
        return err_set(d->err, "the root has no stones: it is the position before the first");
    return walk_new(d->record, &d->walk, d->err) && read_notes(d, d->record->root, o) &&
           read_children(d, d->record->root, o);
}

/* Where the reading stopped: the stones on the way to the node. */
static bool say_where(struct reader *d)
{
    char text[SQUARE_TEXT];
    const struct tree_node *n = d->walk ? d->walk->at : NULL;
    if (d->walk && d->depth > 0 && n->at != SQUARE_NONE)
        return err_prefix(d->err, "tree, below node %zu of the line, %s", d->depth,
                          square_format(n->at, text));
    return err_prefix(d->err, "tree, at the root");
}

static bool read_info(struct record *r, const json_t *o, struct err *e)
{
    json_t *info = json_object_get(o, "info"), *value;
    const char *name;
    if (!info || json_is_null(info))
        return true;
    if (!json_is_object(info))
        return err_set(e, "tree: 'info' is %s, must be an object", field_type(info));
    json_object_foreach(info, name, value)
    {
        const struct tree_info_name *i = tree_info_names;
        while (i->key && strcmp(i->name, name) != 0)
            i++;
        if (!i->key)
            return err_set(e, "tree: 'info' has no '%.40s'", name);
        if (!json_is_string(value) && !json_is_null(value))
            return err_set(e, "tree: 'info': '%s' is %s, must be a text", name, field_type(value));
        record_set_info(r, i->key, json_string_value(value));
    }
    return true;
}

bool tree_read(const json_t *j, struct record **out, bool *large, struct err *e)
{
    *large = false;
    struct rules rules;
    const char *note = NULL;
    if (!json_is_object(j))
        return err_set(e, "'tree' is %s, must be an object", field_type(j));
    const json_t *root = field_need(j, "root", e);
    if (!root || !game_rules(j, &rules, e) || !field_text(j, "rules_note", &note, e))
        return err_prefix(e, "tree");
    if (!json_is_object(root))
        return err_set(e, "tree: 'root' is %s, must be an object", field_type(root));
    struct reader d = {.record = record_new(&rules), .err = e};
    if (note)
        record_set_rules_note(d.record, note);
    bool ok = read_info(d.record, j, e) && (read_root(&d, root) || say_where(&d));
    *large = d.large;
    walk_free(d.walk);
    free(d.mark);
    if (ok)
        *out = d.record;
    else
        record_free(d.record);
    return ok;
}
