/* Records of the Connect family in SGF: which game a file is of (docs/formats.md has the order in which the signs are
 * taken), and a position in step with the reading. */
#include "game/sgf.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "connect/record/readers.h"
#include "connect/record/walk.h"

/* ---- Which game ---- */

/* SGF numbers its games; of these only Go (whose editors people use for other games) and Gomoku will do.
 * Numbers that are given to no game are let pass. */
static bool check_game_number(struct sgf_reader *rd, bool *go, bool *gomoku, struct err *e)
{
    enum { GO = 1, GOMOKU = 4, LAST_KNOWN = 40 };
    const struct sgf_value *v = sgf_first(&rd->node, "GM");
    *go = *gomoku = false;
    if (!v)
        return true;
    char *text = sgf_text(&rd->node, "GM");
    long number = strtol(text, NULL, 10);
    bool known = number >= 1 && number <= LAST_KNOWN;
    free(text);
    *go = known && number == GO;
    *gomoku = known && number == GOMOKU;
    if (!known || number == GO || number == GOMOKU)
        return true;
    err_set(e, "the record of another game; Gomoku and its kin have 4");
    return sgf_where(rd, SGF_GAME, "GM", v, e);
}

/* What RU names: a game by its five numbers (with more text behind them), one by its name, or nothing that we
 * know. */
enum named { NAMED_NOTHING, NAMED_KIND, NAMED_ALL };

static bool read_named(struct sgf_reader *rd, const struct sgf_value *v, struct rules *out, enum named *named,
                       struct buf *note, struct err *e)
{
    char *text = sgf_text(&rd->node, "RU");
    bool ok = true;
    *named = NAMED_NOTHING;
    if (strncasecmp(text, "connect(", 8) == 0) {
        size_t len = strcspn(text, ")");
        len += text[len] == ')';
        buf_text(note, text + len);
        text[len] = '\0';
        *named = NAMED_ALL;
        ok = rules_parse(text, out, e) || sgf_where(rd, SGF_GAME, "RU", v, e);
    } else if (rules_parse(text, out, NULL)) {
        *named = strchr(text, ',') ? NAMED_ALL : NAMED_KIND;
    } else {
        buf_text(note, text);
    }
    free(text);
    return ok;
}

/* Takes up to `most` colours of single stones from the node; returns false at a value that holds several
 * stones. */
static bool colours_of(const struct sgf_node *n, char *colours, size_t *count, size_t most)
{
    for (size_t i = 0; i < n->properties; i++) {
        const struct sgf_property *p = &n->property[i];
        if (strcmp(p->id, "B") != 0 && strcmp(p->id, "W") != 0)
            continue;
        for (size_t v = p->first; v < p->first + p->count && *count < most; v++) {
            const struct sgf_value *value = &n->value[v];
            const char *digit = NULL;
            for (size_t c = 0; c < value->len; c++) {
                if (value->text[c] >= '0' && value->text[c] <= '9')
                    digit = value->text + c;
                else if (digit)
                    return false;
            }
            colours[(*count)++] = p->id[0];
        }
    }
    return true;
}

/* Do the first three stones alternate in colour, as only games of one stone a turn do? Reads ahead for it. */
static bool stones_alternate(const struct sgf_reader *rd)
{
    enum { STONES = 3, NODES = 64 };
    char colours[STONES];
    size_t count = 0;
    if (!colours_of(&rd->node, colours, &count, STONES))
        return false;
    struct source lx = rd->lx;
    struct sgf_node n = {0};
    bool single = true;
    for (int i = 0; i < NODES && single && count < STONES; i++) {
        char c = source_peek(&lx);
        if (c != '(' && c != ';')
            break;
        lx.at++;
        single = sgf_lex_node(&lx, &n, NULL) && colours_of(&n, colours, &count, STONES);
    }
    sgf_node_done(&n);
    return single && count == STONES && colours[0] != colours[1] && colours[1] != colours[2];
}

static bool read_board(struct sgf_reader *rd, bool named, struct rules *out, struct err *e)
{
    const struct sgf_value *sz = sgf_first(&rd->node, "SZ");
    struct rules usual = rules_names[0].rules; /* with this board */
    if (!sz)
        return true;
    if (!sgf_size(rd, &usual.m, &usual.n, e))
        return false;
    if (!rules_check(&usual, e))
        return sgf_where(rd, SGF_SIZE, "SZ", sz, e);
    if (named && (usual.m != out->m || usual.n != out->n)) {
        err_set(e, "RU says a board of %d:%d", out->m, out->n);
        return sgf_where(rd, SGF_SIZE, "SZ", sz, e);
    }
    out->m = usual.m;
    out->n = usual.n;
    return true;
}

static bool read_rules(struct sgf_reader *rd, struct rules *out, struct buf *note, struct err *e)
{
    const struct record_options *o = rd->how.options;
    const struct rules *fallback = o ? o->fallback : NULL;
    if (o && o->forced) {
        *out = *o->forced;
        return true;
    }
    bool go, gomoku;
    if (!check_game_number(rd, &go, &gomoku, e))
        return false;
    const struct sgf_value *ru = sgf_first(&rd->node, "RU");
    enum named named = NAMED_NOTHING;
    if (ru && !read_named(rd, ru, out, &named, note, e))
        return false;
    if (named == NAMED_NOTHING && go && !fallback && stones_alternate(rd)) {
        err_set(e, "a record of Go (--game go); if another game was played, say which");
        return sgf_where(rd, SGF_GAME, "GM", sgf_first(&rd->node, "GM"), e);
    }
    if (named == NAMED_NOTHING) {
        static const struct rules five = {15, 15, 5, 1, 1, false};
        *out = fallback ? *fallback : gomoku && stones_alternate(rd) ? five : rules_names[0].rules;
    }
    return read_board(rd, named == NAMED_ALL, out, e);
}

static struct record *start(struct sgf_reader *rd, struct err *e)
{
    struct rules rules;
    struct record *r = NULL;
    struct buf note = BUF_EMPTY;
    if (read_rules(rd, &rules, &note, e)) {
        r = record_new(&rules);
        record_set_rules_note(r, buf_str(&note));
    }
    buf_free(&note);
    return r;
}

/* ---- The table ---- */

static bool rules_same(const void *a, const void *b)
{
    return rules_equal(a, b);
}

static void rules_text(const struct record *r, struct buf *out)
{
    char game[RULES_TEXT];
    buf_text(out, rules_format(record_rules(r), game));
    if (r->rules_note)
        buf_format(out, " %s", r->rules_note);
}

static int turn_most(const void *rules)
{
    const struct rules *r = rules;
    return r->p > r->q ? r->p : r->q;
}

static bool board_new(const struct record *r, void **out, struct err *e)
{
    struct walk *w = NULL;
    bool ok = walk_new(r, &w, e);
    *out = w;
    return ok;
}

static void board_free(void *board)
{
    walk_free(board);
}

static bool down(void *board, const struct tree_node *child, struct err *e)
{
    return walk_down(board, child, e);
}

static void up(void *board)
{
    walk_up(board);
}

/* A turn that wins may have stones left over, and files that hold whole turns have them too, behind the winning one:
 * stones of the winner's, still of that turn, on empty squares. The nodes above, up to the winning one, must be such
 * too. */
static bool left_over(const struct build *b, enum side side, square at)
{
    const struct position *p = build_position(b);
    if (p->outcome != outcome_win(side) || p->plies == 0 || p->to_move != side || p->cell[at] != CELL_EMPTY)
        return false;
    /* The winning stone counts in `left`. */
    int allowed = p->left - 1;
    const struct tree_node *n = b->at;
    for (; allowed > 0 && !n->at && node_property(n, side == BLACK ? "B" : "W"); n = n->parent)
        allowed--;
    return allowed > 0 && n->at;
}

/* What servers write in the place of a stone when a game ends. */
static const char *const no_moves[] = {"pass", "resign", "forfeit", "timeout", "draw", NULL};

/* SGF has no number for games in a row but Gomoku's. */
const struct record_game connect_records = {
    .number = 4,
    .rules_size = sizeof(struct rules),
    .rules_equal = rules_same,
    .rules_text = rules_text,
    .loose = true,
    .no_moves = no_moves,
    .turn_most = turn_most,
    .start = start,
    .board_new = board_new,
    .board_free = board_free,
    .down = down,
    .up = up,
    .left_over = left_over,
};

struct record *record_new(const struct rules *r)
{
    assert(rules_check(r, NULL));
    return record_make(&connect_records, r, r->m, r->n);
}
