/* What Go adds to GTP for any game (game_gtp_inner.h): komi, handicap, stones and liberties, scores. */
#include <string.h>
#include <strings.h>

#include "go/final.h"
#include "go/game.h"
#include "go/handicap.h"
#include "play/protocol/game_gtp_inner.h"

static struct go *board_of(struct gtp_shell *shell)
{
    return go_of(game_gtp_of(shell)->game);
}

/* ---- The functions ---- */

static struct game *anew(const struct game *g, int size, struct err *e)
{
    struct go_rules r = go_of(g)->rules;
    if (size)
        r.size = size;
    r.handicap = 0; /* that of the command line counts until somebody conducts a game of his own */
    return go_rules_check(&r, e) ? go_take(go_new(&r)) : NULL;
}

static const char *refusal(const struct game *g, enum side side, game_move m)
{
    return go_verdict_text(go_judge_on(go_of(g), side, m));
}

static void play(struct game *g, enum side side, game_move m)
{
    go_play_as(go_of(g), side, m);
}

static void turn(struct game *g, enum side side)
{
    go_turn(go_of(g), side);
}

static void below(const struct game *g, struct buf *out)
{
    const struct go *b = go_of(g);
    buf_format(out, "; Black has captured %d, White %d; komi %g", b->taken[BLACK], b->taken[WHITE],
               b->rules.komi / 2.0);
}

/* ---- Komi and handicap ---- */

static bool komi(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go *b = board_of(shell);
    int halves;
    struct err e;
    if (!go_komi_parse(w->word[1], &halves, &e))
        return gtp_wrong(out, "komi is not a number: %s", e.text);
    go_set_komi(b, halves);
    return true;
}

static bool get_komi(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go *b = board_of(shell);
    (void)w;
    buf_format(out, "%g", b->rules.komi / 2.0);
    return true;
}

static bool board_is_empty(const struct go *b, struct buf *out)
{
    return (b->moves == 0 && b->stones[BLACK] + b->stones[WHITE] == 0) || gtp_wrong(out, "board not empty");
}

static void put_handicap(struct go *b, const go_point *at, int n)
{
    for (int i = 0; i < n; i++)
        go_setup(b, at[i], CELL_BLACK, NULL); /* NOLINT: n of them are there */
    go_turn(b, WHITE);
}

static void tell_points(struct gtp_shell *shell, const go_point *at, int n, struct buf *out)
{
    for (int i = 0; i < n; i++)
        game_gtp_tell(game_gtp_of(shell), at[i], out);
}

static bool fixed_handicap(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go *b = board_of(shell);
    go_point at[GO_HANDICAP_MOST];
    long n;
    if (!board_is_empty(b, out))
        return false;
    if (!word_whole(w->word[1], 2, go_handicap_most(b->size), &n))
        return gtp_wrong(out, "invalid number of stones");
    go_handicap_points(b->size, (int)n, at);
    put_handicap(b, at, (int)n);
    tell_points(shell, at, (int)n, out);
    return true;
}

/* The fixed places; on boards without so many of them, fewer, as GTP allows. */
static bool place_free_handicap(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go *b = board_of(shell);
    go_point at[GO_HANDICAP_MOST];
    long n;
    int most = go_handicap_most(b->size);
    if (!board_is_empty(b, out))
        return false;
    if (!word_whole(w->word[1], 2, b->points - 1, &n) || most < 2)
        return gtp_wrong(out, "invalid number of stones");
    int stones = n < most ? (int)n : most;
    go_handicap_points(b->size, stones, at);
    put_handicap(b, at, stones);
    tell_points(shell, at, stones, out);
    return true;
}

static bool set_free_handicap(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go *b = board_of(shell);
    go_point at[GO_POINTS];
    if (!board_is_empty(b, out))
        return false;
    for (int i = 1; i < w->n; i++) {
        if (i > b->points - 1 || !go_point_parse(b->size, w->word[i], &at[i - 1], NULL) ||
            at[i - 1] == GO_PASS)
            return gtp_wrong(out, "bad vertex list");
        for (int k = 1; k < i; k++)
            if (at[k - 1] == at[i - 1])
                return gtp_wrong(out, "repeated vertex");
    }
    put_handicap(b, at, w->n - 1);
    return true;
}

static bool get_handicap(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    game_move at[GAME_MOVES_MOST];
    uint8_t who[GAME_MOVES_MOST];
    (void)w;
    buf_format(out, "%d", go_setup_stones(board_of(shell), at, who));
    return true;
}

/* ---- Stones ---- */

/* A point of the board, not a pass. */
static bool point_at(struct gtp_shell *shell, const char *word, go_point *out, struct buf *text)
{
    game_move m = GO_PASS;
    if (!game_gtp_vertex(game_gtp_of(shell), word, &m, text))
        return false;
    *out = m;
    return m != GO_PASS || gtp_wrong(text, "invalid coordinate");
}

static bool list_stones(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go *b = board_of(shell);
    enum side side;
    if (!gtp_side(w, 1, &side, out))
        return false;
    for (int p = 0; p < b->points; p++)
        if (b->cell[p] == (int)cell_of(side))
            game_gtp_tell(game_gtp_of(shell), (game_move)p, out);
    return true;
}

static bool captures(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go *b = board_of(shell);
    enum side side;
    if (!gtp_side(w, 1, &side, out))
        return false;
    buf_format(out, "%d", b->taken[side]);
    return true;
}

static bool color(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go *b = board_of(shell);
    static const char *const names[] = {"empty", "black", "white"};
    go_point at = 0;
    if (!point_at(shell, w->word[1], &at, out))
        return false;
    buf_text(out, names[b->cell[at]]);
    return true;
}

/* The name of the chain on a vertex. */
static bool chain_at(struct gtp_shell *shell, const char *word, go_point *name, struct buf *out)
{
    struct go *b = board_of(shell);
    go_point at = 0;
    if (!point_at(shell, word, &at, out))
        return false;
    if (b->cell[at] == CELL_EMPTY)
        return gtp_wrong(out, "vertex must not be empty");
    *name = b->chain[at];
    return true;
}

static bool countlib(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go *b = board_of(shell);
    go_point name = 0;
    if (!chain_at(shell, w->word[1], &name, out))
        return false;
    buf_format(out, "%d", b->liberties[name]);
    return true;
}

static bool findlib(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go *b = board_of(shell);
    go_point name = 0;
    if (!chain_at(shell, w->word[1], &name, out))
        return false;
    for (int p = 0; p < b->points; p++)
        if (go_set_has(&b->liberty[name], (go_point)p))
            game_gtp_tell(game_gtp_of(shell), (game_move)p, out);
    return true;
}

/* ---- Results: area, without dead stones, which playouts tell ---- */

/* The same position, the same answer. */
static void judge(struct gtp_shell *shell, struct go_final *out)
{
    const struct go *b = board_of(shell);
    struct rng r;
    rng_seed(&r, game_gtp_of(shell)->options.seed ^ go_key(b));
    go_final(b, &r, out);
}

static bool final_score(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_final f;
    (void)w;
    judge(shell, &f);
    go_score_text(f.score, out);
    return true;
}

static const char *const statuses[] = {"alive", "dead", "seki", "black_territory", "white_territory", "dame"};

/* Its place in the list above. */
static int status_at(const struct go *b, const struct go_final *f, int p)
{
    if (b->cell[p] != CELL_EMPTY)
        return f->status[p];
    return f->owner[p] == CELL_BLACK ? 3 : f->owner[p] == CELL_WHITE ? 4 : 5;
}

static bool final_status(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go_final f;
    go_point at = 0;
    if (!point_at(shell, w->word[1], &at, out))
        return false;
    judge(shell, &f);
    buf_text(out, statuses[status_at(board_of(shell), &f, at)]);
    return true;
}

static bool final_status_list(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct go *b = board_of(shell);
    struct go_final f;
    int kind = 0;
    while (kind < 6 && strcasecmp(w->word[1], statuses[kind]) != 0)
        kind++;
    if (kind == 6)
        return gtp_wrong(out, "invalid status");
    judge(shell, &f);
    for (int p = 0; p < b->points; p++)
        if (status_at(b, &f, p) == kind)
            game_gtp_tell(game_gtp_of(shell), (game_move)p, out);
    return true;
}

/* ---- KGS ---- */

/* Counts as it always does, by area; the others are taken and not obeyed, where dead stones are taken off first. */
static bool kgs_rules(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    static const char *const known[] = {"chinese", "aga", "new_zealand", "japanese"};
    (void)shell;
    for (int i = 0; i < 4; i++)
        if (strcasecmp(w->word[1], known[i]) == 0)
            return true;
    return gtp_wrong(out, "unknown rules");
}

/* A move where players do not agree about dead stones: nothing is passed until those of the other side are taken. */
static bool kgs_genmove_cleanup(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct game_gtp *g = game_gtp_of(shell);
    struct go *b = board_of(shell);
    struct go_final f;
    enum side side;
    if (!gtp_side(w, 1, &side, out))
        return false;
    judge(shell, &f);
    int best = GO_PASS, most = 0;
    for (int p = 0; p < b->points; p++) {
        int dead = 0;
        if (go_judge_on(b, side, (go_point)p) != GO_LEGAL)
            continue;
        for (int i = 0; i < 4; i++) {
            go_point q = b->near[p][i];
            if (b->cell[q] == (int)cell_of(side_other(side)) && f.status[q] == GO_DEAD)
                dead += 1 + (b->liberties[b->chain[q]] == 1 ? b->points : 0);
        }
        go_play_as(b, side, (go_point)p); /* not into atari */
        bool safe = b->liberties[b->chain[p]] > 1;
        go_undo(b);
        if (dead > most && safe) {
            most = dead;
            best = p;
        }
    }
    if (best == GO_PASS)
        return game_gtp_generate(shell, side, true, out);
    go_play_as(b, side, (go_point)best);
    game_gtp_tell(g, (game_move)best, out);
    return true;
}

static const struct gtp_command commands[] = {
    {"komi", 1, 1, komi},
    {"get_komi", 0, 0, get_komi},
    {"fixed_handicap", 1, 1, fixed_handicap},
    {"place_free_handicap", 1, 1, place_free_handicap},
    {"set_free_handicap", 2, GO_POINTS, set_free_handicap},
    {"get_handicap", 0, 0, get_handicap},
    {"list_stones", 1, 1, list_stones},
    {"captures", 1, 1, captures},
    {"color", 1, 1, color},
    {"countlib", 1, 1, countlib},
    {"findlib", 1, 1, findlib},
    {"final_score", 0, 0, final_score},
    {"final_status", 1, 1, final_status},
    {"final_status_list", 1, 1, final_status_list},
    {"kgs-rules", 1, 1, kgs_rules},
    {"kgs-genmove_cleanup", 1, 1, kgs_genmove_cleanup},
    {NULL, 0, 0, NULL},
};

const struct game_gtp_more go_by_gtp = {commands, anew, refusal, play, turn, below, "pass"};
