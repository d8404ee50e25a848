/* Games of Go from SGF; see record.h. What the texts of a root mean is in record_text.c. */
#include "go/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "game/sgf.h"

struct go_record_lexer {
    struct source lx;
    struct sgf_node node;
    char *decoded; /* a file that is not UTF-8, turned into it; NULL */
    struct go_record *r;
    bool begun; /* the root has been read */
};

const char *go_fault_name(enum go_fault f)
{
    static const char *const name[GO_FAULTS] = {
        [GO_FINE] = "fine",          [GO_FAULT_SYNTAX] = "syntax",     [GO_FAULT_GAME] = "another game",
        [GO_FAULT_SIZE] = "size",    [GO_FAULT_VALUE] = "value",       [GO_FAULT_POINT] = "point",
        [GO_FAULT_SETUP] = "set-up", [GO_FAULT_OCCUPIED] = "occupied", [GO_FAULT_SUICIDE] = "suicide",
        [GO_FAULT_KO] = "ko",        [GO_FAULT_SUPERKO] = "superko",
    };
    return name[f];
}

struct go_record *go_record_new(void)
{
    struct go_record *r = mem_zero(1, sizeof *r);
    r->lexer = mem_zero(1, sizeof *r->lexer);
    r->lexer->r = r;
    return r;
}

static char **texts(struct go_record *r, int i)
{
    char **const all[] = {&r->name[0], &r->name[1], &r->date,       &r->event,
                          &r->place,   &r->ruleset, &r->result_text};
    return i < (int)(sizeof all / sizeof *all) ? all[i] : NULL;
}

static void clear(struct go_record *r)
{
    for (int i = 0; texts(r, i); i++) {
        free(*texts(r, i));
        *texts(r, i) = NULL;
    }
    r->rules = go_default;
    r->rules.komi = 0;
    r->handicap = r->setups = r->moves = 0;
    r->first = BLACK;
    r->rank[0] = r->rank[1] = 0;
    r->result = (struct go_result){OUTCOME_OPEN, GO_BY_UNKNOWN, 0};
    r->counted = false;
    r->fault = GO_FINE;
    r->lexer->begun = false;
}

void go_record_free(struct go_record *r)
{
    if (!r)
        return;
    clear(r);
    free(r->lexer->decoded);
    free(r->lexer->node.value);
    free(r->lexer);
    free(r->setup);
    free(r->move);
    free(r);
}

/* "line 3: W[jj]: " in front of the message. Returns false. */
static bool fault(struct go_record_lexer *l, enum go_fault f, const char *id, const struct sgf_value *v,
                  const char *why, struct err *e)
{
    char shown[TEXT_QUOTE];
    l->r->fault = f;
    return err_set(e, "line %d: %s[%s]: %s", v->line, id, text_quote(v->text, v->len, shown), why);
}

static char *value_text(const struct sgf_node *n, const char *id)
{
    struct buf b = BUF_EMPTY;
    const struct sgf_value *v = sgf_first(n, id);
    if (v)
        sgf_unescape(v->text, v->len, true, &b);
    while (b.len && text_is_space(b.text[b.len - 1]))
        b.text[--b.len] = '\0';
    const char *text = buf_str(&b);
    char *trimmed = mem_strdup(text + strspn(text, " "));
    buf_free(&b);
    return trimmed;
}

static bool root_size(struct go_record_lexer *l, struct err *e)
{
    const struct sgf_value *gm = sgf_first(&l->node, "GM"), *sz = sgf_first(&l->node, "SZ");
    if (gm && !(gm->len == 1 && gm->text[0] == '1'))
        return fault(l, GO_FAULT_GAME, "GM", gm, "the record of another game; Go has 1", e);
    if (!sz)
        return true;
    char *text = value_text(&l->node, "SZ"), *end, *end2;
    long m = strtol(text, &end, 10), n = *end == ':' ? strtol(end + 1, &end2, 10) : m;
    bool number = end != text && (*end == ':' ? end2 != end + 1 && !*end2 : !*end);
    free(text);
    if (!number)
        return fault(l, GO_FAULT_VALUE, "SZ", sz, "not a board's size such as 19", e);
    if (m != n || m < 1 || m > GO_MAX_SIZE)
        return fault(l, GO_FAULT_SIZE, "SZ", sz, "Go has square boards up to 25 here", e);
    l->r->rules.size = (int)m;
    return true;
}

static bool root_numbers(struct go_record_lexer *l, struct err *e)
{
    struct go_record *r = l->r;
    const struct sgf_value *km = sgf_first(&l->node, "KM"), *ha = sgf_first(&l->node, "HA");
    char *text = value_text(&l->node, "KM");
    bool ok = !*text || go_komi_parse(text, &r->rules.komi, NULL);
    free(text);
    if (!ok)
        return fault(l, GO_FAULT_VALUE, "KM", km, "not a komi", e);
    text = value_text(&l->node, "HA");
    char *end;
    long n = strtol(text, &end, 10);
    ok = !*end && n >= 0 && n <= GO_POINTS;
    free(text);
    r->handicap = ok ? (int)n : 0;
    return ok || fault(l, GO_FAULT_VALUE, "HA", ha, "not a number of handicap stones", e);
}

static bool read_root(struct go_record_lexer *l, struct err *e)
{
    static const char *const ids[] = {"PB", "PW", "DT", "EV", "PC", "RU", "RE"};
    struct go_record *r = l->r;
    l->begun = true;
    if (!root_size(l, e) || !root_numbers(l, e))
        return false;
    for (int i = 0; texts(r, i); i++)
        *texts(r, i) = value_text(&l->node, ids[i]);
    r->result = go_result_parse(r->result_text);
    for (int side = 0; side < 2; side++) {
        char *rank = value_text(&l->node, side == BLACK ? "BR" : "WR");
        r->rank[side] = go_rank_parse(rank);
        free(rank);
    }
    return true;
}

/* "pd"; "" and, up to 19x19, "tt" are passes. */
static bool read_point(const struct go_record *r, const char *text, size_t len, bool pass, go_point *out)
{
    if (pass && (len == 0 || (len == 2 && memcmp(text, "tt", 2) == 0 && r->rules.size <= 19))) {
        *out = GO_PASS;
        return true;
    }
    if (len != 2)
        return false;
    int col = (text[0] | 32) - 'a', down = (text[1] | 32) - 'a';
    if (col < 0 || col >= r->rules.size || down < 0 || down >= r->rules.size)
        return false;
    *out = (go_point)((r->rules.size - 1 - down) * r->rules.size + col);
    return true;
}

static void add(struct go_record_stone **list, int *n, size_t *room, struct go_record_stone s)
{
    *list = mem_grow(*list, room, (size_t)*n + 1, sizeof **list);
    (*list)[(*n)++] = s;
}

/* More stones than these are set up by nobody, and rectangles make many from few bytes. */
enum { SETUPS_MOST = 16 * GO_POINTS };

/* Every point of a list of points or rectangles ("aa:cc") is handed on. */
typedef void each_point(struct go_record *r, go_point at, int what, int line);

static bool read_points(struct go_record_lexer *l, const struct sgf_property *p, each_point *each, int what,
                        struct err *e)
{
    for (size_t i = p->first; i < p->first + p->count; i++) {
        const struct sgf_value *v = &l->node.value[i];
        size_t colon = sgf_colon(v->text, v->len);
        go_point a, b = 0;
        if (v->len == 0) /* an empty list: TB[] */
            continue;
        if (!read_point(l->r, v->text, colon, false, &a) ||
            (colon < v->len && !read_point(l->r, v->text + colon + 1, v->len - colon - 1, false, &b)))
            return fault(l, GO_FAULT_POINT, p->id, v, "not a point of the board", e);
        if (colon == v->len)
            b = a;
        int size = l->r->rules.size;
        if (l->r->setups > SETUPS_MOST)
            return fault(l, GO_FAULT_SETUP, p->id, v, "too many stones set up", e);
        for (int row = b / size; row <= a / size; row++) /* upper left, lower right */
            for (int col = a % size; col <= b % size; col++)
                each(l->r, (go_point)(row * size + col), what, v->line);
    }
    return true;
}

static void add_setup(struct go_record *r, go_point at, int what, int line)
{
    add(&r->setup, &r->setups, &r->setup_room, (struct go_record_stone){at, (uint8_t)what, line});
}

static void add_territory(struct go_record *r, go_point at, int what, int line)
{
    (void)line;
    r->territory[at] = (uint8_t)what;
}

static bool read_setup(struct go_record_lexer *l, const struct sgf_property *p, struct err *e)
{
    if (l->r->moves > 0)
        return fault(l, GO_FAULT_SETUP, p->id, &l->node.value[p->first], "stones set up after the first move",
                     e);
    return read_points(l, p, add_setup,
                       p->id[1] == 'B'   ? CELL_BLACK
                       : p->id[1] == 'W' ? CELL_WHITE
                                         : CELL_EMPTY,
                       e);
}

static bool read_moves(struct go_record_lexer *l, const struct sgf_property *p, struct err *e)
{
    struct go_record *r = l->r;
    for (size_t i = p->first; i < p->first + p->count; i++) {
        const struct sgf_value *v = &l->node.value[i];
        struct go_record_stone s = {0, p->id[0] == 'B' ? BLACK : WHITE, v->line};
        if (!read_point(r, v->text, v->len, true, &s.at))
            return fault(l, GO_FAULT_POINT, p->id, v, "not a point of the board", e);
        if (r->moves == 0)
            r->first = s.side;
        add(&r->move, &r->moves, &r->move_room, s);
    }
    return true;
}

static bool is(const struct sgf_property *p, const char *a, const char *b, const char *c)
{
    return strcmp(p->id, a) == 0 || strcmp(p->id, b) == 0 || strcmp(p->id, c) == 0;
}

/* Territory of an earlier node is no count of the end. */
static bool read_territory(struct go_record_lexer *l, struct err *e)
{
    l->r->counted = false;
    for (size_t i = 0; i < l->node.properties; i++) {
        const struct sgf_property *p = &l->node.property[i];
        if (!is(p, "TB", "TW", "TB"))
            continue;
        if (!l->r->counted)
            memset(l->r->territory, CELL_EMPTY, sizeof l->r->territory);
        l->r->counted = true;
        if (!read_points(l, p, add_territory, p->id[1] == 'B' ? CELL_BLACK : CELL_WHITE, e))
            return false;
    }
    return true;
}

static bool read_node(struct go_record_lexer *l, struct err *e)
{
    if (!sgf_lex_node(&l->lx, &l->node, e)) {
        l->r->fault = GO_FAULT_SYNTAX;
        return false;
    }
    if (!l->begun && !read_root(l, e))
        return false;
    for (size_t i = 0; i < l->node.properties; i++)
        if (is(&l->node.property[i], "AB", "AW", "AE") && !read_setup(l, &l->node.property[i], e))
            return false;
    for (size_t i = 0; i < l->node.properties; i++)
        if (is(&l->node.property[i], "B", "W", "B") && !read_moves(l, &l->node.property[i], e))
            return false;
    const struct sgf_value *pl = sgf_first(&l->node, "PL");
    if (pl && l->r->moves == 0)
        l->r->first = pl->len && (pl->text[0] == 'W' || pl->text[0] == 'w') ? WHITE : BLACK;
    return read_territory(l, e);
}

static bool broken(struct go_record_lexer *l, const char *why, struct err *e)
{
    l->r->fault = GO_FAULT_SYNTAX;
    return err_set(e, "line %d: %s", l->lx.line, why);
}

/* From the first '(' to its ')'. What stands behind the first ')' are other variations. */
static bool read_tree(struct go_record_lexer *l, struct err *e)
{
    int depth = 0;
    bool main_line = true;
    do {
        char c = source_peek(&l->lx);
        if (c != '(' && c != ')' && c != ';')
            return broken(l, c ? "'(', ')' or ';' should be here" : "the file ends before the game", e);
        if (depth == 0 && c != '(')
            return broken(l, "a game begins with '('", e);
        l->lx.at++;
        depth += (c == '(') - (c == ')');
        if (c == ')' && !l->begun)
            return broken(l, "a game without a node", e);
        main_line = main_line && c != ')';
        if (c == ';' && !(main_line ? read_node(l, e) : sgf_lex_node(&l->lx, &l->node, e))) {
            if (l->r->fault == GO_FINE)
                l->r->fault = GO_FAULT_SYNTAX;
            return false;
        }
    } while (depth > 0);
    return true;
}

/* Behind the game that begins here; to the end of the file if its end is not found. */
static void pass_over(struct source *s)
{
    int depth = 0;
    bool value = false;
    do {
        char c = *s->at;
        if (value && c == '\\' && s->at + 1 < s->end)
            s->at++;
        else if (c == '[' || c == ']')
            value = c == '[';
        else if (!value)
            depth += (c == '(') - (c == ')');
        source_step(s);
    } while (s->at < s->end && depth > 0);
}

bool go_record_more(struct go_record *r)
{
    return source_peek(&r->lexer->lx) != '\0';
}

bool go_record_next(struct go_record *r, struct err *e)
{
    struct go_record_lexer *l = r->lexer;
    clear(r);
    source_peek(&l->lx);
    struct source begin = l->lx;
    if (read_tree(l, e))
        return true;
    if (begin.at < begin.end) {
        l->lx = begin;
        pass_over(&l->lx);
    }
    return false;
}

bool go_record_read(struct go_record *r, const char *text, size_t len, struct err *e)
{
    struct go_record_lexer *l = r->lexer;
    clear(r);
    free(l->decoded);
    l->decoded = NULL;
    bool plain = len < 3 || memcmp(text, "\xef\xbb\xbf", 3) != 0;
    if (!plain || memchr(text, '\0', len) || !text_is_utf8(text, len)) {
        char charset[CHARSET_NAME];
        sgf_charset(text, len, charset);
        if (!text_decode(text, len, charset[0] ? charset : NULL, &l->decoded, &len, e)) {
            r->fault = GO_FAULT_SYNTAX;
            l->lx = (struct source){.line = 1};
            return false;
        }
        text = l->decoded;
    }
    l->lx = (struct source){text, text + len, 1, NULL};
    return go_record_next(r, e);
}
