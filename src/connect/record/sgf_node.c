/* What a node of an SGF file means; see docs/formats.md.
 *
 * A node of a file may become several of the tree: first its set-up, then its stones one by one. What else it
 * has goes to the last of them. */
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "connect/record/notes.h"
#include "connect/record/point.h"
#include "connect/record/sgf.h"
#include "connect/record/text.h"

bool sgf_where(const struct sgf_reader *rd, const char *id, const struct sgf_value *v, struct err *e)
{
    char shown[TEXT_QUOTE];
    return err_prefix(e, "line %d, node %d: %s[%s]", v->line, rd->number, id,
                      text_quote(v->text, v->len, shown));
}

static bool is_stone_id(const char *id)
{
    return strcmp(id, "B") == 0 || strcmp(id, "W") == 0;
}

/* The value without the blanks around it. */
static struct sgf_value trimmed(const struct sgf_value *v)
{
    struct sgf_value t = *v;
    while (t.len && text_is_space(t.text[t.len - 1]))
        t.len--;
    for (; t.len && text_is_space(*t.text); t.text++)
        t.len--;
    return t;
}

/* Values of B and W that are no stone: a pass (nothing, or tt where the board has no such square) and the
 * words in which servers end a game. They are kept and change nothing: a pass gives the turn to nobody in
 * these games, and people who record them with a Go program pass to get the same colour again. */
static bool is_no_stone(const struct rules *r, const struct sgf_value *v)
{
    static const char *const words[] = {"pass", "resign", "forfeit", "timeout", "draw"};
    struct sgf_value t = trimmed(v);
    if (t.len == 0)
        return true;
    if (t.len == 2 && r->m <= 19 && r->n <= 19 && strncasecmp(t.text, "tt", 2) == 0)
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (t.len == strlen(words[i]) && strncasecmp(t.text, words[i], t.len) == 0)
            return true;
    return false;
}

static bool has_stones(const struct sgf_reader *rd)
{
    const struct sgf_node *n = rd->node;
    for (size_t i = 0; i < n->properties; i++)
        for (size_t v = 0; is_stone_id(n->property[i].id) && v < n->property[i].count; v++)
            if (!is_no_stone(&rd->build.record->rules, &n->value[n->property[i].first + v]))
                return true;
    return false;
}

/* One value of B or W: a square, or several as on Little Golem. */
static bool add_stones(struct sgf_reader *rd, enum side side, const struct sgf_value *v, struct err *e)
{
    const struct rules *r = &rd->build.record->rules;
    struct sgf_value t = trimmed(v);
    const char *at = t.text, *end = t.text + t.len;
    while (at < end) {
        square s;
        if (!point_read(r, &at, end, &s, e) || !build_stone(&rd->build, side, s, v->line, e))
            return false;
        while (at < end && (text_is_space(*at) || *at == ','))
            at++;
    }
    return true;
}

static bool add_all_stones(struct sgf_reader *rd, struct err *e)
{
    const struct sgf_node *n = rd->node;
    for (size_t i = 0; i < n->properties; i++) {
        const struct sgf_property *p = &n->property[i];
        if (!is_stone_id(p->id))
            continue;
        for (size_t k = p->first; k < p->first + p->count; k++)
            if (!is_no_stone(&rd->build.record->rules, &n->value[k]) &&
                !add_stones(rd, p->id[0] == 'B' ? BLACK : WHITE, &n->value[k], e))
                return sgf_where(rd, p->id, &n->value[k], e);
    }
    return true;
}

/* A value of a list of points: a square, or a rectangle "aa:cc" by two of its corners. An empty one has
 * none. */
struct area {
    int left, right, low, high;
};

static bool read_area(struct sgf_reader *rd, const struct sgf_value *v, struct area *a, struct err *e)
{
    const struct rules *r = &rd->build.record->rules;
    *a = (struct area){0, -1, 0, -1};
    if (trimmed(v).len == 0)
        return true;
    square s, t;
    size_t colon = sgf_colon(v->text, v->len);
    if (!point_parse(r, v->text, colon, &s, e))
        return false;
    t = s;
    if (colon < v->len && !point_parse(r, v->text + colon + 1, v->len - colon - 1, &t, e))
        return false;
    int c1 = square_col(s), c2 = square_col(t), r1 = square_row(s), r2 = square_row(t);
    *a = (struct area){c1 < c2 ? c1 : c2, c1 < c2 ? c2 : c1, r1 < r2 ? r1 : r2, r1 < r2 ? r2 : r1};
    size_t squares = (size_t)(a->right - a->left + 1) * (size_t)(a->high - a->low + 1);
    return build_count_points(&rd->build, squares, e);
}

/* What a set-up property puts on its squares; CELL_EDGE if the id is of none. */
static enum cell setup_cell(const char *id)
{
    static const char *const ids[] = {[CELL_EMPTY] = "AE", [CELL_BLACK] = "AB", [CELL_WHITE] = "AW"};
    for (int c = CELL_EMPTY; c <= CELL_WHITE; c++)
        if (strcmp(id, ids[c]) == 0)
            return (enum cell)c;
    return CELL_EDGE;
}

static bool collect_setup(struct sgf_reader *rd, struct err *e)
{
    const struct sgf_node *n = rd->node;
    rd->setups = 0;
    for (size_t i = 0; i < n->properties; i++) {
        const struct sgf_property *p = &n->property[i];
        enum cell what = setup_cell(p->id);
        for (size_t k = p->first; what != CELL_EDGE && k < p->first + p->count; k++) {
            struct area a;
            if (!read_area(rd, &n->value[k], &a, e))
                return sgf_where(rd, p->id, &n->value[k], e);
            for (int row = a.low; row <= a.high; row++)
                for (int col = a.left; col <= a.right; col++) {
                    rd->setup = mem_grow(rd->setup, &rd->setup_room, rd->setups + 1, sizeof *rd->setup);
                    rd->setup[rd->setups++] = (struct setup_stone){square_at(col, row), (uint8_t)what};
                }
        }
    }
    return true;
}

static bool read_side(const struct sgf_value *v, enum cell *out, struct err *e)
{
    struct sgf_value t = trimmed(v);
    char c = t.len ? *t.text : '\0';
    if (!c || !strchr("bB1wW2", c))
        return err_set(e, "not a side; B or W");
    *out = strchr("bB1", c) ? CELL_BLACK : CELL_WHITE;
    return true;
}

/* LS, our own: the stones that the side to move has still to place. 0 if this value cannot be it. */
static int read_left(const struct rules *r, const struct sgf_value *v)
{
    int n = 0, most = r->p > r->q ? r->p : r->q;
    for (size_t i = 0; i < v->len; i++) {
        if (v->text[i] < '0' || v->text[i] > '9' || n > most)
            return 0;
        n = n * 10 + (v->text[i] - '0');
    }
    return n <= most ? n : 0;
}

/* Which of the node's own properties its set-up took: of these only the first value counts. */
struct used {
    const struct sgf_value *side, *left;
};

static bool add_setup(struct sgf_reader *rd, bool root, struct used *used, struct err *e)
{
    if (!collect_setup(rd, e))
        return false;
    const struct sgf_value *pl = sgf_first(rd->node, "PL"), *ls = sgf_first(rd->node, "LS");
    /* Beside a stone, PL says what the stone says already, or who comes next: no set-up. */
    bool setup = rd->setups || (pl && !has_stones(rd));
    if (!setup)
        return true;
    enum cell to_move = CELL_EMPTY;
    if (pl && !read_side(pl, &to_move, e))
        return sgf_where(rd, "PL", pl, e);
    int left = ls ? read_left(&rd->build.record->rules, ls) : 0;
    used->side = pl;
    used->left = left ? ls : NULL;
    return build_setup(&rd->build, root, rd->setup, rd->setups, to_move, left, rd->node->line, e) ||
           err_prefix(e, "line %d, node %d", rd->node->line, rd->number);
}

static bool add_mark(struct sgf_reader *rd, enum mark_kind kind, const struct sgf_value *v, struct err *e)
{
    const struct rules *r = &rd->build.record->rules;
    const struct mark_form *form = &record_marks[kind];
    struct tree_node *n = rd->build.at;
    if (!form->text && !form->two) {
        struct area a;
        if (!read_area(rd, v, &a, e))
            return false;
        for (int row = a.low; row <= a.high; row++)
            for (int col = a.left; col <= a.right; col++)
                node_add_mark(n, kind, square_at(col, row), SQUARE_NONE, NULL);
        return true;
    }
    size_t colon = sgf_colon(v->text, v->len);
    if (colon == v->len)
        return err_set(e, "no ':' in it");
    const char *second = v->text + colon + 1;
    size_t len = v->len - colon - 1;
    square at, to = SQUARE_NONE;
    if (!point_parse(r, v->text, colon, &at, e) || (form->two && !point_parse(r, second, len, &to, e)) ||
        !build_count_points(&rd->build, 1, e))
        return false;
    struct buf text = BUF_EMPTY;
    if (form->text)
        sgf_unescape(second, len, true, &text);
    node_add_mark(n, kind, at, to, form->text ? buf_str(&text) : NULL);
    buf_free(&text);
    return true;
}

static bool add_marks(struct sgf_reader *rd, struct err *e)
{
    /* By kinds, so that each is added behind those that are there. */
    for (int kind = 0; kind < MARK_KINDS; kind++) {
        const char *id = record_marks[kind].id;
        for (const struct sgf_property *p = NULL; (p = sgf_find(rd->node, id, p));)
            for (size_t k = p->first; k < p->first + p->count; k++)
                if (!add_mark(rd, (enum mark_kind)kind, &rd->node->value[k], e))
                    return sgf_where(rd, id, &rd->node->value[k], e);
    }
    return true;
}

/* All values of all properties of this id as one text, with `join` between them. */
static void joined_text(const struct sgf_node *n, const char *id, char join, struct buf *out)
{
    for (const struct sgf_property *p = NULL; (p = sgf_find(n, id, p));)
        for (size_t k = p->first; k < p->first + p->count; k++) {
            if (out->len)
                buf_char(out, join);
            sgf_unescape(n->value[k].text, n->value[k].len, join != '\n', out);
        }
}

static void add_texts(struct sgf_reader *rd)
{
    struct buf b = BUF_EMPTY;
    joined_text(rd->node, "C", '\n', &b);
    if (b.len)
        node_set_comment(rd->build.at, buf_str(&b));
    b.len = 0;
    joined_text(rd->node, "N", ' ', &b);
    if (b.len)
        node_set_name(rd->build.at, buf_str(&b));
    buf_free(&b);
}

/* Has the tree a place for this property, so that it is not kept verbatim? */
static bool has_place(const char *id, bool root)
{
    static const char *const at_root[] = {"FF", "GM", "CA", "AP", "SZ", "RU"};
    if (setup_cell(id) != CELL_EDGE || strcmp(id, "C") == 0 || strcmp(id, "N") == 0)
        return true;
    for (int i = 0; i < MARK_KINDS; i++)
        if (strcmp(id, record_marks[i].id) == 0)
            return true;
    for (size_t i = 0; root && i < sizeof at_root / sizeof *at_root; i++)
        if (strcmp(id, at_root[i]) == 0)
            return true;
    for (const char *const *k = record_info_keys; root && *k; k++)
        if (strcmp(id, *k) == 0)
            return true;
    return false;
}

static bool keep_rest(struct sgf_reader *rd, const struct used *used, bool root, struct err *e)
{
    const struct sgf_node *n = rd->node;
    for (size_t i = 0; i < n->properties; i++) {
        const struct sgf_property *p = &n->property[i];
        if (has_place(p->id, root))
            continue;
        bool stones = is_stone_id(p->id);
        for (size_t k = p->first; k < p->first + p->count; k++) {
            const struct sgf_value *v = &n->value[k];
            bool kept =
                v != used->side && v != used->left && (!stones || is_no_stone(&rd->build.record->rules, v));
            if (kept && !notes_add_property(rd->build.at, p->id, v->text, v->len)) {
                err_set(e, "more than %d unknown properties in a node", PROPERTIES_MOST);
                return sgf_where(rd, p->id, v, e);
            }
        }
    }
    return true;
}

static bool start_game(struct sgf_reader *rd, struct err *e)
{
    struct rules rules;
    struct buf b = BUF_EMPTY;
    if (!sgf_rules(rd, &rules, &b, e)) {
        buf_free(&b);
        return false;
    }
    build_start(&rd->build, &rules, rd->lx.budget);
    rd->started = true;
    rd->build.at->line = rd->node->line;
    struct record *r = rd->build.record;
    record_set_rules_note(r, buf_str(&b));
    /* In the order of the file. */
    for (size_t i = 0; i < rd->node->properties; i++)
        for (const char *const *k = record_info_keys; *k; k++)
            if (strcmp(rd->node->property[i].id, *k) == 0 && !record_info(r, *k)) {
                b.len = 0;
                joined_text(rd->node, *k, strcmp(*k, "GC") == 0 ? '\n' : ' ', &b);
                record_set_info(r, *k, b.len ? buf_str(&b) : NULL);
            }
    buf_free(&b);
    return true;
}

bool sgf_add_node(struct sgf_reader *rd, struct err *e)
{
    bool root = !rd->started;
    rd->number++;
    if (root && !start_game(rd, e))
        return false;
    struct tree_node *before = rd->build.at;
    struct used used = {NULL, NULL};
    if (!add_setup(rd, root, &used, e) || !add_all_stones(rd, e))
        return false;
    if (rd->build.at == before && !root && !build_empty(&rd->build, rd->node->line, e))
        return err_prefix(e, "line %d, node %d", rd->node->line, rd->number);
    add_texts(rd);
    return keep_rest(rd, &used, root, e) && add_marks(rd, e);
}
