/* Comments, set-up, marks and kept properties of a node; see tree.h and notes.h. */
#include "game/notes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

const struct mark_form record_marks[MARK_KINDS] = {
    [MARK_TRIANGLE] = {"TR", false, false},   [MARK_SQUARE] = {"SQ", false, false},
    [MARK_CIRCLE] = {"CR", false, false},     [MARK_CROSS] = {"MA", false, false},
    [MARK_SELECTED] = {"SL", false, false},   [MARK_BLACK_AREA] = {"TB", false, false},
    [MARK_WHITE_AREA] = {"TW", false, false}, [MARK_LABEL] = {"LB", true, false},
    [MARK_ARROW] = {"AR", false, true},       [MARK_LINE] = {"LN", false, true},
};

char *notes_text(const char *text, bool one_line)
{
    struct buf b = BUF_EMPTY;
    if (text)
        text_clean(text, strlen(text), one_line, &b);
    return b.len ? buf_take(&b) : NULL;
}

void *notes_room(void *array, size_t count, size_t size)
{
    if (count & (count - 1))
        return array;
    return mem_resize(array, count ? 2 * count : 1, size);
}

static void free_marks(struct notes *n)
{
    for (size_t i = 0; i < n->marks; i++)
        free(n->mark[i].text);
    free(n->mark);
    n->mark = NULL;
    n->marks = 0;
}

void notes_free(struct notes *n)
{
    if (!n)
        return;
    free(n->comment);
    free(n->name);
    free(n->setup);
    free_marks(n);
    for (size_t i = 0; i < n->properties; i++) {
        for (size_t v = 0; v < n->property[i].values; v++)
            free(n->property[i].value[v]);
        free(n->property[i].value);
        free(n->property[i].id);
    }
    free(n->property);
    free(n);
}

static struct notes *notes_of(struct tree_node *n)
{
    if (!n->notes)
        n->notes = mem_zero(1, sizeof *n->notes);
    return n->notes;
}

static void set_text(char **place, char *text)
{
    free(*place);
    *place = text;
}

void node_set_comment(struct tree_node *n, const char *text)
{
    set_text(&notes_of(n)->comment, notes_text(text, false));
}

void node_set_name(struct tree_node *n, const char *text)
{
    set_text(&notes_of(n)->name, notes_text(text, true));
}

/* In the order of squares; of one square the later first, so that the last word on it is met first. */
struct placed {
    struct setup_stone stone;
    size_t order;
};

static int compare_placed(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    if (x->stone.at != y->stone.at)
        return x->stone.at < y->stone.at ? -1 : 1;
    return x->order > y->order ? -1 : 1;
}

void node_set_setup(struct tree_node *n, const struct setup_stone *stones, size_t count, enum cell to_move,
                    int left)
{
    assert(!n->at && to_move != CELL_EDGE && left >= 0 && left <= GAME_TURN_MOST);
    struct notes *notes = notes_of(n);
    free(notes->setup);
    notes->setup = NULL;
    notes->setups = 0;
    notes->to_move = (uint8_t)to_move;
    notes->left = (uint8_t)(count || to_move != CELL_EMPTY ? left : 0);
    if (!count)
        return;
    struct placed *sorted = mem_alloc(count * sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        sorted[i] = (struct placed){stones[i], i};
    qsort(sorted, count, sizeof *sorted, compare_placed);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!i || sorted[i].stone.at != sorted[i - 1].stone.at)
            sorted[kept++] = sorted[i];
    notes->setup = mem_alloc(kept * sizeof *notes->setup);
    for (size_t i = 0; i < kept; i++)
        notes->setup[i] = sorted[i].stone;
    notes->setups = kept;
    free(sorted);
}

bool node_is_setup(const struct tree_node *n)
{
    return n->notes && (n->notes->setups || n->notes->to_move != CELL_EMPTY);
}

void node_add_mark(struct tree_node *n, enum mark_kind kind, square at, square to, const char *text)
{
    const struct mark_form *form = &record_marks[kind];
    assert(kind < MARK_KINDS && at && !to == !form->two && !text == !form->text);
    struct notes *notes = notes_of(n);
    notes->mark = notes_room(notes->mark, notes->marks, sizeof *notes->mark);
    size_t i = notes->marks++;
    for (; i > 0 && notes->mark[i - 1].kind > kind; i--)
        notes->mark[i] = notes->mark[i - 1];
    char *label = text ? notes_text(text, true) : NULL;
    notes->mark[i] = (struct mark){kind, at, to, text && !label ? mem_strdup("") : label};
}

void node_clear_marks(struct tree_node *n)
{
    if (n->notes)
        free_marks(n->notes);
}

bool notes_is_id(const char *id)
{
    if (*id < 'A' || *id > 'Z')
        return false;
    for (; *id; id++)
        if ((*id < 'A' || *id > 'Z') && (*id < '0' || *id > '9'))
            return false;
    return true;
}

static uint32_t property_key(const char *id)
{
    uint32_t key = 0;
    for (; *id; id++)
        key = (key ^ (unsigned char)*id) * 16777619u;
    return key;
}

static struct property *find_property(const struct notes *notes, const char *id)
{
    uint32_t key = property_key(id);
    for (size_t i = 0; i < notes->properties; i++)
        if (notes->property[i].key == key && strcmp(notes->property[i].id, id) == 0)
            return &notes->property[i];
    return NULL;
}

bool notes_add_property(struct tree_node *n, const char *id, const char *value, size_t len)
{
    struct notes *notes = notes_of(n);
    struct property *p = find_property(notes, id);
    if (!p && notes->properties == PROPERTIES_MOST)
        return false;
    if (!p) {
        notes->property = notes_room(notes->property, notes->properties, sizeof *notes->property);
        p = &notes->property[notes->properties++];
        *p = (struct property){mem_strdup(id), property_key(id), NULL, 0};
    }
    p->value = notes_room(p->value, p->values, sizeof *p->value);
    p->value[p->values++] = mem_strndup(value, len);
    return true;
}

/* Would it end, between brackets, where it ends here? Not with an unescaped bracket or a last backslash. */
static bool is_verbatim(const char *value)
{
    for (; *value; value++) {
        if (*value == ']' || (*value == '\\' && !*++value))
            return false;
    }
    return true;
}

void node_add_property(struct tree_node *n, const char *id, const char *value)
{
    assert(notes_is_id(id) && strlen(id) < PROPERTY_ID && is_verbatim(value) &&
           text_is_utf8(value, strlen(value)));
    bool added = notes_add_property(n, id, value, strlen(value));
    assert(added);
    (void)added;
}

const struct property *node_property(const struct tree_node *n, const char *id)
{
    return n->notes ? find_property(n->notes, id) : NULL;
}

bool notes_same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_marks(const struct notes *a, const struct notes *b)
{
    if (a->marks != b->marks)
        return false;
    for (size_t i = 0; i < a->marks; i++) {
        const struct mark *x = &a->mark[i], *y = &b->mark[i];
        if (x->kind != y->kind || x->at != y->at || x->to != y->to || !notes_same_text(x->text, y->text))
            return false;
    }
    return true;
}

static bool same_setup(const struct notes *a, const struct notes *b)
{
    if (a->setups != b->setups || a->to_move != b->to_move || a->left != b->left)
        return false;
    for (size_t i = 0; i < a->setups; i++)
        if (a->setup[i].at != b->setup[i].at || a->setup[i].what != b->setup[i].what)
            return false;
    return true;
}

static bool same_properties(const struct notes *a, const struct notes *b)
{
    if (a->properties != b->properties)
        return false;
    for (size_t i = 0; i < a->properties; i++) {
        const struct property *x = &a->property[i], *y = &b->property[i];
        if (strcmp(x->id, y->id) != 0 || x->values != y->values)
            return false;
        for (size_t v = 0; v < x->values; v++)
            if (strcmp(x->value[v], y->value[v]) != 0)
                return false;
    }
    return true;
}

bool notes_equal(const struct notes *a, const struct notes *b)
{
    static const struct notes none;
    a = a ? a : &none;
    b = b ? b : &none;
    return notes_same_text(a->comment, b->comment) && notes_same_text(a->name, b->name) && same_setup(a, b) &&
           same_marks(a, b) && same_properties(a, b);
}
