/* What a node of an SGF file means; see docs/formats.md.
 *
 * A node of a file may become several of the tree: first its set-up, then its moves one by one. What else it
 * has goes to the last of them. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "base/text.h"
#include "game/notes.h"
#include "game/point.h"
#include "game/sgf.h"

bool sgf_where(struct sgf_reader *rd, enum sgf_fault f, const char *id, const struct sgf_value *v,
               struct err *e)
{
    char shown[TEXT_QUOTE];
    rd->fault = f;
    return err_prefix(e, "line %d, node %d: %s[%s]", v->line, rd->number, id,
                      text_quote(v->text, v->len, shown));
}

/* ---- Which property is what ---- */

/* Where a property goes; what has no place is kept verbatim. */
enum place { NO_PLACE, MOVE, SETUP, SIDE, LEFT, COMMENT, NAME, MARK, INFO, HEAD };

static bool is(const char *id, const char *name)
{
    return id[0] == name[0] && id[1] == name[1] && (!id[1] || !id[2]);
}

/* `which` tells more: the cell of a set-up, the kind of a mark, the number of a key. */
static enum place place_of(const char *id, bool root, int *which)
{
    static const struct {
        const char *id;
        enum place place;
        int which;
    } places[] = {
        {"B", MOVE, BLACK},       {"W", MOVE, WHITE}, {"C", COMMENT, 0},         {"N", NAME, 0},
        {"PL", SIDE, 0},          {"LS", LEFT, 0},    {"AB", SETUP, CELL_BLACK}, {"AW", SETUP, CELL_WHITE},
        {"AE", SETUP, CELL_EMPTY}};
    static const char *const head[] = {"FF", "GM", "CA", "AP", "SZ", "RU"};
    /* Most nodes have one property beside the move, of a clock, and below the root none of these letters begins it. */
    if (!root && id[1] && !strchr("ACLMPST", id[0]))
        return NO_PLACE;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (is(id, places[i].id)) {
            *which = places[i].which;
            return places[i].place;
        }
    for (*which = 0; *which < MARK_KINDS; ++*which)
        if (is(id, record_marks[*which].id))
            return MARK;
    for (*which = 0; root && record_info_keys[*which]; ++*which)
        if (is(id, record_info_keys[*which]))
            return INFO;
    for (size_t i = 0; root && i < sizeof head / sizeof *head; i++)
        if (is(id, head[i]))
            return HEAD;
    return NO_PLACE;
}

/* Finds the places; returns which of them there are, as bits. */
static unsigned find_places(struct sgf_node *n, bool root)
{
    unsigned seen = 0;
    for (size_t i = 0; i < n->properties; i++) {
        struct sgf_property *p = &n->property[i];
        p->place = (int)place_of(p->id, root, &p->which);
        seen |= 1u << p->place;
    }
    return seen;
}

/* The first value of the first property with this place, NULL if there is none. */
static const struct sgf_value *first_at(const struct sgf_node *n, enum place place)
{
    for (size_t i = 0; i < n->properties; i++)
        if (n->property[i].place == (int)place)
            return &n->value[n->property[i].first];
    return NULL;
}

/* ---- Moves ---- */

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

/* Nothing, or tt where the board has no such square. The value is trimmed, here and below. */
static bool is_pass(const struct record *r, struct sgf_value v)
{
    return v.len == 0 || (v.len == 2 && (v.text[0] | 32) == 't' && (v.text[1] | 32) == 't' &&
                          r->columns <= 19 && r->rows <= 19);
}

/* Values of B and W that are no move: passes where the game has none, and the words in which servers end a game.
 * They are kept and change nothing: in games without passes they give the turn to nobody, and people who record
 * them with a Go program pass to get the same colour again. */
static bool is_no_move(const struct record *r, struct sgf_value v)
{
    if (!r->game->passes && is_pass(r, v))
        return true;
    for (const char *const *word = r->game->no_moves; word && *word; word++)
        if (v.len == strlen(*word) && strncasecmp(v.text, *word, v.len) == 0)
            return true;
    return false;
}

static bool has_moves(const struct sgf_reader *rd)
{
    const struct sgf_node *n = &rd->node;
    for (size_t i = 0; i < n->properties; i++)
        for (size_t v = 0; n->property[i].place == MOVE && v < n->property[i].count; v++)
            if (!is_no_move(rd->build.record, trimmed(&n->value[n->property[i].first + v])))
                return true;
    return false;
}

/* One value of B or W: a square, or several as on Little Golem. */
static bool add_moves(struct sgf_reader *rd, const struct sgf_property *p, struct sgf_value v, struct err *e)
{
    const struct record *r = rd->build.record;
    bool pass = is_pass(r, v);
    const char *end = v.text + v.len, *at = pass ? end : v.text;
    do {
        square s = SQUARE_PASS;
        bool read = pass || (point_read(r, &at, end, &s, e) &&
                             (at == end || r->game->loose || err_set(e, "more than a square")));
        if (!read || !build_stone(&rd->build, (enum side)p->which, s, v.line, e))
            return sgf_where(rd, read ? SGF_MOVE : SGF_POINT, p->id, &v, e);
        while (at < end && (text_is_space(*at) || *at == ','))
            at++;
    } while (at < end);
    return true;
}

static bool add_all_moves(struct sgf_reader *rd, struct err *e)
{
    const struct sgf_node *n = &rd->node;
    for (size_t i = 0; i < n->properties; i++) {
        const struct sgf_property *p = &n->property[i];
        for (size_t k = p->first; p->place == MOVE && k < p->first + p->count; k++) {
            struct sgf_value v = trimmed(&n->value[k]);
            if (!is_no_move(rd->build.record, v) && !add_moves(rd, p, v, e))
                return false;
        }
    }
    return true;
}

/* ---- Set-up ---- */

/* A value of a list of points: a square, or a rectangle "aa:cc" by two of its corners. An empty one has
 * none. */
struct area {
    int left, right, low, high;
};

static bool read_area(struct sgf_reader *rd, const struct sgf_value *v, struct area *a, struct err *e)
{
    const struct record *r = rd->build.record;
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

static bool collect_setup(struct sgf_reader *rd, struct err *e)
{
    const struct sgf_node *n = &rd->node;
    rd->setups = 0;
    for (size_t i = 0; i < n->properties; i++) {
        const struct sgf_property *p = &n->property[i];
        for (size_t k = p->first; p->place == SETUP && k < p->first + p->count; k++) {
            struct area a;
            if (!read_area(rd, &n->value[k], &a, e))
                return sgf_where(rd, SGF_POINT, p->id, &n->value[k], e);
            for (int row = a.low; row <= a.high; row++)
                for (int col = a.left; col <= a.right; col++) {
                    rd->setup = mem_grow(rd->setup, &rd->setup_room, rd->setups + 1, sizeof *rd->setup);
                    rd->setup[rd->setups++] = (struct setup_stone){square_at(col, row), (uint8_t)p->which};
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

/* LS, our own: the moves of its turn that the side to move still has. 0 if this value cannot be it. */
static int read_left(const struct record *r, const struct sgf_value *v)
{
    int n = 0, most = r->game->turn_most ? r->game->turn_most(r->rules) : 0;
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
    const struct sgf_value *pl = first_at(&rd->node, SIDE), *ls = first_at(&rd->node, LEFT);
    /* Beside a move, PL says what the move says already, or who comes next: no set-up. */
    bool setup = rd->setups || (pl && !has_moves(rd));
    if (!setup)
        return true;
    enum cell to_move = CELL_EMPTY;
    if (pl && !read_side(pl, &to_move, e))
        return sgf_where(rd, SGF_VALUE, "PL", pl, e);
    int left = ls ? read_left(rd->build.record, ls) : 0;
    used->side = pl;
    used->left = left ? ls : NULL;
    if (build_setup(&rd->build, root, rd->setup, rd->setups, to_move, left, rd->node.line, e))
        return true;
    rd->fault = SGF_MOVE;
    return err_prefix(e, "line %d, node %d", rd->node.line, rd->number);
}

/* ---- The rest ---- */

static bool add_mark(struct sgf_reader *rd, enum mark_kind kind, const struct sgf_value *v, struct err *e)
{
    const struct record *r = rd->build.record;
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
    const struct sgf_node *n = &rd->node;
    for (int kind = 0; kind < MARK_KINDS; kind++)
        for (size_t i = 0; i < n->properties; i++) {
            const struct sgf_property *p = &n->property[i];
            if (p->place != MARK || p->which != kind)
                continue;
            for (size_t k = p->first; k < p->first + p->count; k++)
                if (!add_mark(rd, (enum mark_kind)kind, &n->value[k], e))
                    return sgf_where(rd, SGF_POINT, p->id, &n->value[k], e);
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
    joined_text(&rd->node, "C", '\n', &b);
    if (b.len)
        node_set_comment(rd->build.at, buf_str(&b));
    b.len = 0;
    joined_text(&rd->node, "N", ' ', &b);
    if (b.len)
        node_set_name(rd->build.at, buf_str(&b));
    buf_free(&b);
}

static struct tree_node *keeper(struct sgf_reader *rd, bool root, const char *id)
{
    const struct record *r = rd->build.record;
    for (const char *const *k = r->game->kept; root && k && *k; k++)
        if (is(id, *k))
            return r->root;
    return rd->build.at;
}

static bool keep_rest(struct sgf_reader *rd, const struct used *used, bool root, struct err *e)
{
    const struct sgf_node *n = &rd->node;
    for (size_t i = 0; i < n->properties; i++) {
        const struct sgf_property *p = &n->property[i];
        if (p->place != NO_PLACE && p->place != MOVE && p->place != SIDE && p->place != LEFT)
            continue;
        for (size_t k = p->first; k < p->first + p->count; k++) {
            const struct sgf_value *v = &n->value[k];
            bool kept = v != used->side && v != used->left &&
                        (p->place != MOVE || is_no_move(rd->build.record, trimmed(v)));
            if (kept && !notes_add_property(keeper(rd, root, p->id), p->id, v->text, v->len)) {
                err_set(e, "more than %d unknown properties in a node", PROPERTIES_MOST);
                return sgf_where(rd, SGF_SYNTAX, p->id, v, e);
            }
        }
    }
    return true;
}

/* The description keeps the order of the file. */
static bool start_game(struct sgf_reader *rd, struct err *e)
{
    struct record *r = rd->how.game->start(rd, e);
    if (!r)
        return false;
    build_start(&rd->build, r, rd->lx.budget);
    rd->started = true;
    rd->build.at->line = rd->node.line;
    struct buf b = BUF_EMPTY;
    for (size_t i = 0; i < rd->node.properties; i++) {
        const struct sgf_property *p = &rd->node.property[i];
        if (p->place != INFO || record_info(r, p->id))
            continue;
        b.len = 0;
        joined_text(&rd->node, p->id, strcmp(p->id, "GC") == 0 ? '\n' : ' ', &b);
        record_set_info(r, p->id, b.len ? buf_str(&b) : NULL);
    }
    buf_free(&b);
    return true;
}

bool sgf_add_node(struct sgf_reader *rd, struct err *e)
{
    bool root = !rd->started;
    unsigned seen = find_places(&rd->node, root);
    rd->number++;
    if (root && !start_game(rd, e))
        return false;
    struct tree_node *before = rd->build.at;
    struct used used = {NULL, NULL};
    if ((seen & (1u << SETUP | 1u << SIDE)) && !add_setup(rd, root, &used, e))
        return false;
    if ((seen & 1u << MOVE) && !add_all_moves(rd, e))
        return false;
    if (rd->build.at == before && !root && !build_empty(&rd->build, rd->node.line, e))
        return err_prefix(e, "line %d, node %d", rd->node.line, rd->number);
    if (!rd->how.lean)
        add_texts(rd);
    if ((root || !rd->how.lean) && !keep_rest(rd, &used, root, e))
        return false;
    return !(seen & 1u << MARK) || add_marks(rd, e);
}
