/* Go as a game; see game.h. */
#include "go/game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "go/record.h"
#include "go/score.h"

struct go_handle {
    struct game head;
    struct go *board;
};

static const struct go *of(const struct game *g)
{
    return ((const struct go_handle *)g)->board;
}

struct go *go_of(const struct game *g)
{
    return g->kind == &go_game ? ((const struct go_handle *)g)->board : NULL;
}

struct game *go_take(struct go *board)
{
    struct go_handle *h = mem_zero(1, sizeof *h);
    h->head.kind = &go_game;
    h->board = board;
    return &h->head;
}

static bool parse(const char *text, struct game_rules *out, bool *mine, struct err *e)
{
    struct go_rules r = go_default;
    /* "go", "go9", "go:…"; gomoku is another game. */
    *mine = strncasecmp(text, "go", 2) == 0 && (!text[2] || strchr(":0123456789", text[2]));
    if (*text && (!*mine || !go_rules_parse(text, &r, e)))
        return false;
    out->kind = &go_game;
    go_rules_format(&r, out->text);
    return true;
}

static struct game *start(const struct game_rules *r)
{
    struct go_rules rules;
    bool ok = go_rules_parse(r->text, &rules, NULL);
    assert(ok);
    (void)ok;
    return go_take(go_new(&rules));
}

static struct game *copy(const struct game *g)
{
    return go_take(go_copy(of(g)));
}

static void done(struct game *g)
{
    go_free(go_of(g));
    free(g);
}

static void rules(const struct game *g, struct game_rules *out)
{
    out->kind = &go_game;
    go_rules_format(&of(g)->rules, out->text);
}

static void size(const struct game *g, int *columns, int *rows)
{
    *columns = *rows = of(g)->size;
}

static enum side to_move(const struct game *g)
{
    return of(g)->to_move;
}

static int left(const struct game *g)
{
    (void)g;
    return 1;
}

static enum outcome count(const struct game *g)
{
    int score = go_score(of(g));
    return score > 0 ? OUTCOME_BLACK : score < 0 ? OUTCOME_WHITE : OUTCOME_DRAW;
}

static enum outcome outcome(const struct game *g)
{
    return go_over(of(g)) ? count(g) : OUTCOME_OPEN;
}

static void ending(const struct game *g, struct buf *out)
{
    go_score_text(go_score(of(g)), out);
}

/* Players who never pass go on for long, and not for ever: positions do not repeat. */
static int longest(const struct game *g)
{
    return 4 * of(g)->points + 20;
}

/* People's games on 19x19 take some 230 moves; one that has gone on for long will go on for some more. */
static double ahead(const struct game *g)
{
    double usual = 0.65 * of(g)->points - of(g)->moves, least = 0.08 * of(g)->points + 4;
    return (usual > least ? usual : least) / 2;
}

static int moves(const struct game *g, game_move *out)
{
    const struct go *b = of(g);
    int n = 0;
    if (go_over(b))
        return 0;
    for (int p = 0; p < b->points; p++)
        if (go_legal(b, (go_point)p))
            out[n++] = (game_move)p;
    out[n++] = GO_PASS;
    return n;
}

static const char *refusal(const struct game *g, game_move m)
{
    return go_verdict_text(go_judge(of(g), of(g)->to_move, m));
}

static void play(struct game *g, game_move m)
{
    go_play(go_of(g), m);
}

static void undo(struct game *g)
{
    go_undo(go_of(g));
}

static int plies(const struct game *g)
{
    return of(g)->moves;
}

static game_move ply(const struct game *g, int i, enum side *who)
{
    *who = of(g)->move[i].side;
    return of(g)->move[i].at;
}

static uint64_t key(const struct game *g)
{
    return go_key(of(g));
}

static int symmetries(const struct game *g)
{
    (void)g;
    return 8;
}

static game_move turned(const struct game *g, int symmetry, game_move m)
{
    go_point to[GO_POINTS];
    if (m >= of(g)->points)
        return m;
    go_symmetry(of(g)->size, symmetry, to);
    return to[m];
}

static const char *format(const struct game *g, enum game_dialect d, game_move m, char out[GAME_MOVE_TEXT])
{
    (void)d; /* Go's players write as GTP does */
    return go_point_format(of(g)->size, m, out);
}

static bool read_move(const struct game *g, enum game_dialect d, const char *text, game_move *out,
                      struct err *e)
{
    (void)d;
    return go_point_parse(of(g)->size, text, out, e);
}

static void draw(const struct game *g, enum diagram_style style, struct buf *out)
{
    go_draw(of(g), style, out);
}

static int setup(const struct game *g, game_move *at, uint8_t *who)
{
    return go_setup_stones(of(g), at, who);
}

static bool lay(struct game *g, const game_move *at, const uint8_t *who, int n, enum side to_move,
                struct err *e)
{
    struct go *b = go_of(g);
    uint8_t cells[GO_POINTS];
    assert(b->moves == 0);
    for (int p = 0; p < b->points; p++)
        cells[p] = b->cell[p];
    for (int i = 0; i < n; i++) {
        if (at[i] >= b->points)
            return err_set(e, "a set-up has no passes");
        cells[at[i]] = (uint8_t)cell_of((enum side)who[i]);
    }
    if (!go_lay(b, cells, e))
        return false;
    go_turn(b, to_move);
    return true;
}

static void gtp_rules(const struct game *g, struct buf *out)
{
    buf_format(out, "komi %g", of(g)->rules.komi / 2.0);
}

static struct record *record(const struct game *g)
{
    return go_tree(of(g));
}

/* ---- Reading ---- */

static bool hand_over(struct go_record *r, struct go *board, size_t number, const struct err *bad,
                      game_read_one *one, void *context)
{
    char rank[2][GO_RANK_TEXT];
    struct game_info info = game_info_of(r->tree);
    info.said = r->result.outcome;
    for (int side = 0; side < 2; side++)
        info.rank[side] = r->rank[side] ? go_rank_format(r->rank[side], rank[side]) : "";
    if (bad) {
        info.fault = go_fault_name(r->fault);
        return one(context, number, NULL, &info, bad);
    }
    struct buf counted = BUF_EMPTY;
    int score;
    if (r->result.by == GO_BY_POINTS && go_record_count(r, board, &score)) {
        int said = r->result.outcome == OUTCOME_WHITE ? -r->result.points : r->result.points;
        info.check = score == said ? GAME_AGREES : GAME_CONTRADICTS;
        go_score_text(score, &counted);
        info.counted = buf_str(&counted);
    }
    struct go_handle h = {{&go_game}, board};
    bool on = one(context, number, &h.head, &info, NULL);
    buf_free(&counted);
    return on;
}

/* Size and komi always come from the file; the ko rule is that of the rules. */
static bool read_games(const char *text, size_t len, const struct game_reading *how, game_read_one *one,
                       void *context, struct err *e)
{
    struct go_rules rules = go_default;
    struct go_record *r = go_record_new();
    struct err why, first = {""};
    size_t number = 0, good = 0;
    bool on = true;
    r->whole = how->whole;
    if (how->rules)
        go_rules_parse(how->rules->text, &rules, NULL);
    struct go *board = go_new(&rules);
    do {
        number++;
        bool ok = number == 1 ? go_record_read(r, text, len, &why) : go_record_next(r, &why);
        ok = ok && go_record_replay(r, board, r->moves, &why);
        good += ok;
        if (!ok && number > 1)
            err_prefix(&why, "game %zu", number);
        if (!ok && !first.text[0])
            first = why;
        on = hand_over(r, board, number, ok ? NULL : &why, one, context);
    } while (on && !how->first && go_record_more(r));
    go_free(board);
    go_record_free(r);
    return good > 0 || err_set(e, "%s", first.text);
}

const struct game_kind go_game = {
    .name = "go",
    .about = "Go on square boards up to 25x25, area scoring, positional superko",
    .usage = "go, go9, go13, go:19,komi=7.5,handicap=4,ko=simple",
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
    .count = count,
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
    .planes = &go_game_planes,
    .playouts = &go_game_playouts,
    .format = format,
    .read_move = read_move,
    .draw = draw,
    .read = read_games,
    .record = record,
    .setup = setup,
    .lay = lay,
    .gtp_rules = gtp_rules,
};
