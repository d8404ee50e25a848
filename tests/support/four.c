/* Connect Four; see four.h. Written to be plain, not to be fast. */
#include "support/four.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "game/planes.h"
#include "game/sgf.h"
#include "game/square.h"

enum { LEAST = 4, MOST = 8, CELLS = MOST * MOST, GAME_NUMBER = 44 };

struct shape {
    int columns, rows;
};

struct four {
    struct game head;
    struct shape shape;
    uint8_t cell[CELLS]; /* enum cell */
    game_move move[CELLS];
    int moves;
    bool won; /* by the last move */
};

static const struct four *of(const struct game *g)
{
    return (const struct four *)g;
}

/* ---- Rules and handles ---- */

static void format_rules(struct shape s, struct game_rules *out)
{
    out->kind = &four_game;
    snprintf(out->text, sizeof out->text, "four:%dx%d", s.columns, s.rows);
}

static bool parse_shape(const char *text, struct shape *out)
{
    char more;
    *out = (struct shape){7, 6};
    if (!*text || strcasecmp(text, "four") == 0)
        return true;
    return sscanf(text, "four:%1dx%1d%c", &out->columns, &out->rows, &more) == 2 && out->columns >= LEAST &&
           out->columns <= MOST && out->rows >= LEAST && out->rows <= MOST;
}

static bool parse(const char *text, struct game_rules *out, bool *mine, struct err *e)
{
    struct shape s;
    *mine = strcasecmp(text, "four") == 0 || strncasecmp(text, "four:", 5) == 0;
    if (*text && !*mine)
        return false;
    if (!parse_shape(text, &s))
        return err_set(e, "%s: boards of Connect Four have %d to %d columns and rows", text, LEAST, MOST);
    format_rules(s, out);
    return true;
}

static struct game *start(const struct game_rules *r)
{
    struct four *f = mem_zero(1, sizeof *f);
    bool ok = parse_shape(r->text, &f->shape);
    assert(ok);
    (void)ok;
    f->head.kind = &four_game;
    return &f->head;
}

static struct game *copy(const struct game *g)
{
    struct four *f = mem_zero(1, sizeof *f);
    *f = *of(g);
    return &f->head;
}

static void done(struct game *g)
{
    free(g);
}

static void rules(const struct game *g, struct game_rules *out)
{
    format_rules(of(g)->shape, out);
}

static void size(const struct game *g, int *columns, int *rows)
{
    *columns = of(g)->shape.columns;
    *rows = of(g)->shape.rows;
}

/* ---- The position ---- */

static enum side to_move(const struct game *g)
{
    return of(g)->moves % 2 ? WHITE : BLACK;
}

static int left(const struct game *g)
{
    (void)g;
    return 1;
}

static enum outcome outcome(const struct game *g)
{
    const struct four *f = of(g);
    if (f->won)
        return f->moves % 2 ? OUTCOME_BLACK : OUTCOME_WHITE;
    return f->moves == f->shape.columns * f->shape.rows ? OUTCOME_DRAW : OUTCOME_OPEN;
}

static void ending(const struct game *g, struct buf *out)
{
    buf_text(out, of(g)->won ? "four in a row" : "the board is full");
}

static int longest(const struct game *g)
{
    (void)g;
    return 0;
}

static double ahead(const struct game *g)
{
    return (of(g)->shape.columns * of(g)->shape.rows - of(g)->moves + 1) / 2.0;
}

/* The stones of one colour in a row through a square, itself not counted, one way. */
static int run(const struct four *f, int col, int row, int dc, int dr)
{
    int n = 0, colour = f->cell[row * f->shape.columns + col];
    for (col += dc, row += dr; col >= 0 && col < f->shape.columns && row >= 0 && row < f->shape.rows;
         col += dc, row += dr, n++)
        if (f->cell[row * f->shape.columns + col] != colour)
            break;
    return n;
}

static const char *refusal(const struct game *g, game_move m)
{
    const struct four *f = of(g);
    if (outcome(g) != OUTCOME_OPEN)
        return "the game is over";
    if (m >= f->shape.columns * f->shape.rows)
        return "it is not on the board";
    if (f->cell[m] != CELL_EMPTY)
        return "it is occupied";
    return m >= f->shape.columns && f->cell[m - f->shape.columns] == CELL_EMPTY ? "stones fall" : NULL;
}

static int moves(const struct game *g, game_move *out)
{
    int n = 0;
    for (int m = 0; m < of(g)->shape.columns * of(g)->shape.rows; m++)
        if (!refusal(g, (game_move)m))
            out[n++] = (game_move)m;
    return n;
}

static void play(struct game *g, game_move m)
{
    static const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    struct four *f = (struct four *)g;
    int col = m % f->shape.columns, row = m / f->shape.columns;
    assert(!refusal(g, m));
    f->cell[m] = (uint8_t)cell_of(to_move(g));
    f->move[f->moves++] = m;
    for (int i = 0; i < 4; i++)
        f->won =
            f->won ||
            1 + run(f, col, row, ways[i][0], ways[i][1]) + run(f, col, row, -ways[i][0], -ways[i][1]) >= 4;
}

static void undo(struct game *g)
{
    struct four *f = (struct four *)g;
    f->cell[f->move[--f->moves]] = CELL_EMPTY;
    f->won = false;
}

static int plies(const struct game *g)
{
    return of(g)->moves;
}

static game_move ply(const struct game *g, int i, enum side *who)
{
    *who = i % 2 ? WHITE : BLACK;
    return of(g)->move[i];
}

static uint64_t key(const struct game *g)
{
    uint64_t h = 1469598103934665603u;
    for (int i = 0; i < CELLS; i++)
        h = (h ^ of(g)->cell[i]) * 1099511628211u;
    return h;
}

/* ---- Symmetries and planes ---- */

static int symmetries(const struct game *g)
{
    (void)g;
    return 2;
}

static game_move turned(const struct game *g, int symmetry, game_move m)
{
    int columns = of(g)->shape.columns;
    return symmetry ? (game_move)(m - m % columns + columns - 1 - m % columns) : m;
}

static void *planes_maker(const struct game *g)
{
    (void)g;
    return NULL;
}

static void planes_done(void *maker)
{
    (void)maker;
}

static void planes_fill(void *maker, struct game *g, const int strength[2], uint8_t *out)
{
    int points = of(g)->shape.columns * of(g)->shape.rows;
    (void)maker;
    (void)strength;
    for (int p = 0; p < points; p++) {
        out[p] = of(g)->cell[p] == CELL_BLACK;
        out[points + p] = of(g)->cell[p] == CELL_WHITE;
    }
}

static int planes_head(const struct game *g)
{
    return (int)to_move(g);
}

static game_move planes_move(const struct game *g, int point)
{
    (void)g;
    return (game_move)point;
}

static bool planes_fits(const struct game *g, const char *trained, struct err *e)
{
    (void)g;
    return strncmp(trained, "four", 4) == 0 || err_set(e, "the net was trained for %s", trained);
}

static const struct game_planes four_planes = {
    .planes = 2,
    .colours = true,
    .maker = planes_maker,
    .done = planes_done,
    .fill = planes_fill,
    .head = planes_head,
    .move = planes_move,
    .fits = planes_fits,
};

/* ---- Text ---- */

static const char *format(const struct game *g, enum game_dialect d, game_move m, char out[GAME_MOVE_TEXT])
{
    int columns = of(g)->shape.columns;
    snprintf(out, GAME_MOVE_TEXT, "%c%d", (d == GAME_GTP ? 'A' : 'a') + m % columns, m / columns + 1);
    return out;
}

static bool read_move(const struct game *g, enum game_dialect d, const char *text, game_move *out,
                      struct err *e)
{
    const struct shape s = of(g)->shape;
    int col = (text[0] | 32) - 'a', row = text[0] ? text[1] - '1' : -1;
    (void)d;
    if (col < 0 || col >= s.columns || row < 0 || row >= s.rows || text[2])
        return err_set(e, "'%.10s' is not a square of the board", text);
    *out = (game_move)(row * s.columns + col);
    return true;
}

static void draw(const struct game *g, enum diagram_style style, struct buf *out)
{
    const struct four *f = of(g);
    (void)style;
    for (int row = f->shape.rows; row-- > 0;) {
        for (int col = 0; col < f->shape.columns; col++)
            buf_format(out, "%c ", ".xo"[f->cell[row * f->shape.columns + col]]);
        buf_char(out, '\n');
    }
}

/* ---- Records ---- */

static bool shapes_equal(const void *a, const void *b)
{
    const struct shape *x = a, *y = b;
    return x->columns == y->columns && x->rows == y->rows;
}

static void no_text(const struct record *r, struct buf *out)
{
    (void)r;
    (void)out;
}

static const struct record_game four_records;

static struct record *read_start(struct sgf_reader *rd, struct err *e)
{
    struct shape s = {7, 6};
    char *number = sgf_text(&rd->node, "GM");
    bool other = atoi(number) != GAME_NUMBER;
    free(number);
    if (other) {
        err_set(e, "the record of another game");
        sgf_where(rd, SGF_GAME, "GM", sgf_first(&rd->node, "GM"), e);
        return NULL;
    }
    return sgf_size(rd, &s.columns, &s.rows, e) ? record_make(&four_records, &s, s.columns, s.rows) : NULL;
}

static const struct record_game four_records = {
    .number = GAME_NUMBER,
    .rules_size = sizeof(struct shape),
    .rules_equal = shapes_equal,
    .rules_text = no_text,
    .start = read_start,
};

static struct record *record(const struct game *g)
{
    const struct four *f = of(g);
    struct record *r = record_make(&four_records, &f->shape, f->shape.columns, f->shape.rows);
    struct tree_node *at = r->root;
    for (int i = 0; i < f->moves; i++)
        at = node_add(at, i % 2 ? WHITE : BLACK,
                      square_at(f->move[i] % f->shape.columns, f->move[i] / f->shape.columns));
    return r;
}

static bool replay(const struct record *r, struct game *g, struct err *e)
{
    for (const struct tree_node *n = r->root; n; n = n->child) {
        game_move m = (game_move)(square_row(n->at) * r->columns + square_col(n->at));
        if (n->at && !game_allows(g, GAME_PEOPLE, m, e))
            return err_prefix(e, "line %d", n->line);
        if (n->at)
            game_play(g, m);
    }
    return true;
}

static bool read_games(const char *text, size_t len, const struct game_reading *reading, game_read_one *one,
                       void *context, struct err *e)
{
    struct source s = {.budget = NULL};
    struct sgf_how how = {.game = &four_records, .lean = !reading->whole};
    char *clean;
    bool ok = source_open(&s, text, len, &clean, e), on = ok;
    for (size_t number = 1; on && !(reading->first && number > 1) && source_peek(&s) == '('; number++) {
        struct record *r;
        struct game_rules rules;
        on = ok = sgf_read(&s, &how, &r, e);
        if (!ok)
            break;
        format_rules(*(const struct shape *)r->rules, &rules);
        struct game *g = game_new(&rules);
        struct game_info info = game_info_of(r);
        ok = replay(r, g, e);
        on = one(context, number, ok ? g : NULL, &info, ok ? NULL : e);
        game_free(g);
        record_free(r);
    }
    free(clean);
    return ok;
}

static int setup(const struct game *g, game_move *at, uint8_t *who)
{
    (void)g;
    (void)at;
    (void)who;
    return 0;
}

const struct game_kind four_game = {
    .name = "four",
    .about = "Connect Four: stones fall",
    .usage = "four, four:5x4",
    .parse = parse,
    .start = start,
    .copy = copy,
    .done = done,
    .rules = rules,
    .size = size,
    .to_move = to_move,
    .left = left,
    .outcome = outcome,
    .ending = ending,
    .longest = longest,
    .ahead = ahead,
    .moves = moves,
    .refusal = refusal,
    .play = play,
    .undo = undo,
    .plies = plies,
    .ply = ply,
    .key = key,
    .symmetries = symmetries,
    .turned = turned,
    .planes = &four_planes,
    .format = format,
    .read_move = read_move,
    .draw = draw,
    .read = read_games,
    .record = record,
    .setup = setup,
};

/* ---- A player ---- */

static int score_random(struct bot *b, struct game *g, struct scored *out)
{
    game_move list[CELLS];
    int n = moves(g, list);
    for (int i = 0; i < n; i++)
        out[i] = (struct scored){list[i], rng_unit(&b->rng)};
    return n;
}

static const struct bot_kind four_random = {
    .name = "random", .about = "any column", .size = sizeof(struct bot), .score = score_random};

const struct bot_kind *const four_players[] = {&four_random, NULL};
