/* Game trees: nodes, their order, the game's description; see tree.h. What a node carries is in notes.c. */
#include "game/tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "game/notes.h"
#include "game/sgf.h"

/* SGF's game info, in the order in which its specification lists it; RU is of the rules. */
const char *const record_info_keys[] = {"PB", "PW", "BR", "WR", "BT", "WT", "RE", "DT", "EV", "RO", "PC",
                                        "GN", "GC", "ON", "OT", "TM", "SO", "US", "AN", "CP", NULL};

static const char *info_key(const char *key)
{
    for (const char *const *k = record_info_keys; *k; k++)
        if (strcmp(*k, key) == 0)
            return *k;
    return NULL;
}

struct record *record_make(const struct record_game *game, const void *rules, int columns, int rows)
{
    struct record *r = mem_zero(1, sizeof *r);
    r->game = game;
    r->rules = memcpy(mem_alloc(game->rules_size), rules, game->rules_size);
    r->columns = columns;
    r->rows = rows;
    r->root = mem_zero(1, sizeof *r->root);
    return r;
}

struct node_block {
    struct node_block *older;
    size_t used, room;
    struct tree_node node[];
};

/* Frees a node that is out of any tree, and all below it, from the leaves up. */
static void free_tree(struct tree_node *top)
{
    struct tree_node *n = top;
    for (;;) {
        while (n->child)
            n = n->child;
        struct tree_node *parent = n->parent, *next = n->next;
        bool end = n == top;
        notes_free(n->notes);
        if (!n->in_block)
            free(n);
        if (end)
            return;
        parent->child = next;
        n = parent;
    }
}

void record_free(struct record *r)
{
    if (!r)
        return;
    free_tree(r->root);
    while (r->blocks) {
        struct node_block *older = r->blocks->older;
        free(r->blocks);
        r->blocks = older;
    }
    for (size_t i = 0; i < r->infos; i++)
        free(r->info[i].value);
    free(r->info);
    free(r->rules_note);
    free((void *)r->rules);
    free(r);
}

const char *record_info(const struct record *r, const char *key)
{
    for (size_t i = 0; i < r->infos; i++)
        if (strcmp(r->info[i].key, key) == 0)
            return r->info[i].value;
    return NULL;
}

void record_set_info(struct record *r, const char *key, const char *value)
{
    key = info_key(key);
    assert(key);
    size_t i = 0;
    while (i < r->infos && r->info[i].key != key)
        i++;
    char *clean = notes_text(value, strcmp(key, "GC") != 0);
    if (!clean && i < r->infos) {
        free(r->info[i].value);
        memmove(r->info + i, r->info + i + 1, (--r->infos - i) * sizeof *r->info);
    } else if (clean && i < r->infos) {
        free(r->info[i].value);
        r->info[i].value = clean;
    } else if (clean) {
        r->info = notes_room(r->info, r->infos, sizeof *r->info);
        r->info[r->infos++] = (struct info){key, clean};
    }
}

/* Blanks around the note do not count: a file has it behind the game, in the same value. */
void record_set_rules_note(struct record *r, const char *note)
{
    char *clean = notes_text(note, true);
    free(r->rules_note);
    r->rules_note = NULL;
    if (!clean)
        return;
    const char *start = clean + strspn(clean, " ");
    size_t len = strlen(start);
    while (len && start[len - 1] == ' ')
        len--;
    if (len)
        r->rules_note = mem_strndup(start, len);
    free(clean);
}

/* Links a new node, all zeros, as the last child. */
static struct tree_node *link_node(struct tree_node *n, struct tree_node *parent, enum side side, square at)
{
    n->parent = parent;
    n->side = (uint8_t)(at ? side : BLACK);
    n->at = at;
    if (parent->last)
        parent->last->next = n;
    else
        parent->child = n;
    parent->last = n;
    return n;
}

struct tree_node *node_add(struct tree_node *parent, enum side side, square at)
{
    return link_node(mem_zero(1, sizeof *parent), parent, side, at);
}

struct tree_node *record_add(struct record *r, struct tree_node *parent, enum side side, square at)
{
    enum { FIRST = 32, MOST = 4096 };
    struct node_block *b = r->blocks;
    if (!b || b->used == b->room) {
        size_t room = !b ? FIRST : b->room < MOST ? 2 * b->room : MOST;
        b = mem_alloc(sizeof *b + room * sizeof *b->node);
        *b = (struct node_block){.older = r->blocks, .room = room};
        r->blocks = b;
    }
    struct tree_node *n = &b->node[b->used++];
    *n = (struct tree_node){.in_block = true};
    return link_node(n, parent, side, at);
}

/* The sibling before this one, NULL for the first. */
static struct tree_node *previous(const struct tree_node *n)
{
    struct tree_node *before = NULL;
    for (struct tree_node *s = n->parent->child; s != n; s = s->next)
        before = s;
    return before;
}

static void unlink_node(struct tree_node *n)
{
    struct tree_node *before = previous(n);
    if (before)
        before->next = n->next;
    else
        n->parent->child = n->next;
    if (n->parent->last == n)
        n->parent->last = before;
    n->next = NULL;
}

void node_delete(struct tree_node *n)
{
    assert(n->parent);
    unlink_node(n);
    n->parent = NULL;
    free_tree(n);
}

void node_make_first(struct tree_node *n)
{
    assert(n->parent);
    struct tree_node *parent = n->parent;
    if (parent->child == n)
        return;
    unlink_node(n);
    n->next = parent->child;
    parent->child = n;
}

void node_promote(struct tree_node *n)
{
    assert(n->parent);
    struct tree_node *before = previous(n);
    if (!before || before == n->parent->child) {
        node_make_first(n);
        return;
    }
    unlink_node(n);
    struct tree_node *place = previous(before);
    n->next = before;
    place->next = n;
}

void node_make_main(struct tree_node *n)
{
    for (; n->parent; n = n->parent)
        node_make_first(n);
}

struct tree_node *node_next(const struct tree_node *n, const struct tree_node *top)
{
    if (n->child)
        return n->child;
    while (n != top && !n->next)
        n = n->parent;
    return n == top ? NULL : n->next;
}

struct tree_node *node_line_end(const struct tree_node *n)
{
    while (n->child)
        n = n->child;
    return (struct tree_node *)n;
}

size_t node_depth(const struct tree_node *n)
{
    size_t depth = 0;
    for (; n->parent; n = n->parent)
        depth++;
    return depth;
}

size_t record_main_line(const struct record *r, square **out)
{
    square *stones = NULL;
    size_t count = 0, room = 0;
    for (const struct tree_node *n = r->root; n; n = n->child)
        if (n->at) {
            stones = mem_grow(stones, &room, count + 1, sizeof *stones);
            stones[count++] = n->at;
        }
    *out = stones;
    return count;
}

static bool same_head(const struct record *a, const struct record *b)
{
    if (a->game != b->game || !a->game->rules_equal(a->rules, b->rules) ||
        !notes_same_text(a->rules_note, b->rules_note) || a->infos != b->infos)
        return false;
    for (size_t i = 0; i < a->infos; i++)
        if (a->info[i].key != b->info[i].key || strcmp(a->info[i].value, b->info[i].value) != 0)
            return false;
    return true;
}

bool record_equal(const struct record *a, const struct record *b)
{
    if (!same_head(a, b))
        return false;
    const struct tree_node *m = a->root, *n = b->root;
    while (m && n) {
        /* Walking in step, the shapes are the same if every node agrees on whether it has a child and a
         * sibling. */
        if (m->at != n->at || m->side != n->side || !m->child != !n->child || !m->next != !n->next ||
            !notes_equal(m->notes, n->notes))
            return false;
        m = node_next(m, a->root);
        n = node_next(n, b->root);
    }
    return !m && !n;
}

enum outcome record_result(const struct record *r)
{
    /* How the words begin: "B+Resign", "Black wins", "先手胜". */
    static const struct {
        const char *start;
        enum outcome outcome;
    } words[] = {
        {"B+", OUTCOME_BLACK},     {"Black", OUTCOME_BLACK},  {"W+", OUTCOME_WHITE},
        {"White", OUTCOME_WHITE},  {"先手胜", OUTCOME_BLACK}, {"黑", OUTCOME_BLACK},
        {"后手胜", OUTCOME_WHITE}, {"白", OUTCOME_WHITE},     {"先手勝", OUTCOME_BLACK},
        {"平", OUTCOME_DRAW},      {"後手勝", OUTCOME_WHITE}, {"和", OUTCOME_DRAW},
        {"Draw", OUTCOME_DRAW},    {"Jigo", OUTCOME_DRAW},
    };
    const char *said = record_info(r, "RE");
    if (said && strcmp(said, "0") == 0)
        return OUTCOME_DRAW;
    for (size_t i = 0; said && i < sizeof words / sizeof *words; i++)
        if (strncasecmp(said, words[i].start, strlen(words[i].start)) == 0)
            return words[i].outcome;
    return OUTCOME_OPEN;
}
