/* GTP: analysis, as a stream of reports in the form that lz-analyze has made common, and as GoGui draws it;
 * see gtp.h.
 *
 * A stream tells, for each of the best turns, its first stone as the move and its line as the pv. Two turns
 * that begin with the same stone would be one for those who read this, so the later one begins with another
 * of its stones. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "connect/board/region.h"
#include "connect/threat/threats.h"
#include "play/protocol/gtp_state.h"

enum { STREAM_LINES = 8, SHOW_LINES = 5 };
static const double INTERVAL_USUAL = 0.5, SHOW_SECONDS = 2;

/* ---- Streams ---- */

/* Puts a stone of the turn first that no line before has there; returns false if there is none. */
static bool begin_anew(struct report_line *l, int turn, const square *used, int n)
{
    for (int i = 0; i < turn && i < l->n; i++) {
        bool free = true;
        for (int j = 0; j < n; j++)
            free = free && used[j] != l->move[i];
        if (free) {
            square s = l->move[i];
            l->move[i] = l->move[0];
            l->move[0] = s;
            return true;
        }
    }
    return false;
}

static void put_info(const struct report *r, const struct report_line *l, int order, struct buf *out)
{
    char text[SQUARE_TEXT];
    int permyriad = (int)lround(l->chance * 10000);
    buf_format(out, "%sinfo move %s visits %llu winrate %d prior %d lcb %d order %d", out->len ? " " : "",
               gtp_vertex(l->move[0], text),
               (unsigned long long)(l->visits  ? l->visits
                                    : r->nodes ? r->nodes
                                               : 1),
               permyriad, permyriad, permyriad, order);
    buf_text(out, " pv");
    for (int i = 0; i < l->n; i++)
        buf_format(out, " %s", gtp_vertex(l->move[i], text));
}

static void put_report(const struct report *r, int turn, struct buf *out)
{
    square used[REPORT_LINES_MOST];
    int n = 0;
    for (int i = 0; i < r->n; i++) {
        struct report_line l = r->line[i];
        if (l.n == 0 || !begin_anew(&l, turn, used, n))
            continue;
        put_info(r, &l, n, out);
        used[n++] = l.move[0];
    }
    buf_char(out, '\n');
}

static void stream(void *context, const struct report *r)
{
    struct gtp *g = context;
    double now = clock_now();
    if (r->n == 0 || (now - g->last < g->interval && !seat_searched(g->seat)))
        return;
    g->last = now;
    struct buf b = BUF_EMPTY;
    put_report(r, position_turn_length(seat_position(g->seat)), &b);
    gtp_shell_say(&g->shell, buf_str(&b));
    buf_free(&b);
}

/* The squares of every `allow COLOUR A1,B2,… DEPTH` for the side to move, as the region of the search: the depth says
 * nothing to us, for whom the first turn alone is limited. */
static bool read_allowed(struct gtp *g, const struct words *w, enum side side, struct buf *out)
{
    const struct position *p = seat_position(g->seat);
    int empty;
    memset(g->region, 0, sizeof g->region);
    g->limited = false;
    for (int i = 1; i < w->n; i++) {
        enum side of;
        if (strcmp(w->word[i], "allow") != 0)
            continue;
        if (i + 2 >= w->n || !word_side(w->word[i + 1], &of))
            return gtp_wrong(out, "'allow' is followed by a colour and squares");
        char *rest = NULL;
        for (char *one = strtok_r(w->word[i + 2], ",", &rest); one; one = strtok_r(NULL, ",", &rest)) {
            square s;
            if (notation_parse(NOTATION_GTP, p->rules.m, p->rules.n, one, &s) != NOTATION_SQUARE)
                return gtp_wrong(out, "'%.40s' is no square of the board", one);
            if (of == side)
                g->region[s] = 1;
        }
        g->limited = g->limited || of == side;
    }
    region_count(p, g->region, &empty);
    return !g->limited || empty >= position_turn_length(p) ||
           gtp_wrong(out, "of the squares that are allowed %d are empty, the turn takes %d", empty,
                     position_turn_length(p));
}

/* [COLOUR] [INTERVAL in centiseconds], and what follows: `allow …`, and pairs such as `minmoves 3` or `avoid w A1 1`,
 * which are passed over. */
static bool read_arguments(struct gtp *g, const struct words *w, enum side *side, struct buf *out)
{
    *side = seat_position(g->seat)->to_move;
    g->interval = INTERVAL_USUAL;
    g->last = 0;
    for (int i = 1; i < w->n; i++) {
        double centiseconds;
        const char *word = w->word[i];
        if (i == 1 && word_side(word, side))
            continue;
        if (strcmp(word, "allow") == 0)
            break;
        if (strcmp(word, "interval") == 0 && i + 1 < w->n)
            word = w->word[++i];
        if (word_number(word, 0, 1e7, &centiseconds))
            g->interval = centiseconds / 100;
        else if (i <= 2)
            return gtp_wrong(out, "'%.40s' is neither a colour nor an interval", word);
        else
            break;
    }
    return true;
}

static bool analyze(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    enum side side;
    struct err e;
    if (!read_arguments(g, w, &side, out))
        return false;
    if (!seat_side(g->seat, side, &e))
        return gtp_wrong(out, "%s", e.text);
    if (!read_allowed(g, w, side, out))
        return false;
    g->streaming = true;
    gtp_shell_begin(shell);
    if (seat_watch(g->seat, STREAM_LINES, g->limited ? g->region : NULL, stream, g, &e))
        return true;
    g->streaming = false;
    gtp_shell_say(shell, "\n");
    return true;
}

/* genmove that tells what it thinks, then "play VERTEX". */
static bool genmove_analyze(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    enum side side;
    struct err e;
    square s;
    char text[SQUARE_TEXT], line[40];
    if (!read_arguments(g, w, &side, out))
        return false;
    if (!seat_side(g->seat, side, &e))
        return gtp_wrong(out, "%s", e.text);
    gtp_shell_begin(shell);
    bool ok = gtp_generate(g, side, true, stream, g, &s, &e);
    snprintf(line, sizeof line, "play %s\n\n", ok ? gtp_vertex(s, text) : "resign");
    gtp_shell_say(shell, line);
    return true;
}

/* ---- GoGui ---- */

static void put_threats(struct threats *t, enum side side, struct buf *out)
{
    uint8_t *seen = mem_zero(SQUARE_CELLS, 1);
    square empty[RULES_MAX_K];
    bool any = false;
    for (int i = 0; i < t->threat[side].n; i++)
        for (int j = 0, n = threats_segment_empties(t, t->threat[side].id[i], empty); j < n; j++) {
            char text[SQUARE_TEXT];
            if (!seen[empty[j]])
                buf_format(out, "%s%s",
                           any             ? " "
                           : side == BLACK ? "TRIANGLE "
                                           : "SQUARE ",
                           gtp_vertex(empty[j], text));
            any = true;
            seen[empty[j]] = 1;
        }
    free(seen);
    buf_text(out, any ? "\n" : "");
}

/* The empty squares of threats: triangles for Black's, squares for White's. */
static bool show_threats(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    (void)w;
    struct position *p = position_copy(seat_position(g->seat));
    struct threats *t = threats_new(p);
    put_threats(t, BLACK, out);
    put_threats(t, WHITE, out);
    buf_format(out, "TEXT Threats: Black %d, White %d\n", threats_number(t, BLACK), threats_number(t, WHITE));
    threats_free(t);
    position_free(p);
    return true;
}

/* Limits for a look at the position: those of a turn, or some seconds. */
static bool look(struct gtp *g, int lines, struct report *r, struct buf *out)
{
    struct engine_limits l = seat_options(g->seat)->limits;
    struct err e;
    if (seat_position(g->seat)->outcome != OUTCOME_OPEN)
        return gtp_wrong(out, "the game is over");
    l.lines = lines;
    if (!(l.work.seconds > 0) && !l.work.nodes && !l.depth)
        l.work.seconds = SHOW_SECONDS;
    return seat_judge(g->seat, &l, r, &e) || gtp_wrong(out, "%s", e.text);
}

/* The best turns, numbered on the board. */
static bool show_best(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    (void)w;
    struct report r = {0};
    if (!look(g, SHOW_LINES, &r, out))
        return false;
    const struct position *p = seat_position(g->seat);
    for (int i = 0; i < r.n; i++) {
        struct squares turn = engine_turn(p, &r.line[i]);
        for (int j = 0; j < turn.n; j++) {
            char text[SQUARE_TEXT];
            buf_format(out, "LABEL %s %d\n", gtp_vertex(turn.s[j], text), i + 1);
        }
    }
    char end[64];
    report_end_text(&r.line[0], end, sizeof end);
    buf_format(out, "TEXT Chance of %s: %.0f%%, depth %d%s%s\n", side_name(p->to_move),
               r.line[0].chance * 100, r.depth, *end ? "; " : "", end);
    return true;
}

static bool show_value(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    (void)w;
    struct report r = {0};
    if (!look(g, 1, &r, out))
        return false;
    buf_format(out, "%.4f", r.line[0].chance);
    return true;
}

/* ---- Settings ---- */

static bool set_level(struct gtp *g, const char *value, struct buf *out)
{
    struct chooser_options c = seat_options(g->seat)->chooser;
    struct err e;
    if (!level_parse(value, &c.level, &e))
        return gtp_wrong(out, "%s", e.text);
    seat_renew(g->seat, &c);
    g->planned.n = 0;
    return true;
}

static bool set_limit(struct gtp *g, const char *name, const char *value, struct buf *out)
{
    struct engine_limits *l = &seat_options(g->seat)->limits;
    double number;
    if (!word_number(value, 0, 1e15, &number))
        return gtp_wrong(out, "'%.40s' is no number", value);
    if (strcmp(name, "seconds") == 0)
        l->work.seconds = number;
    else if (strcmp(name, "cpu") == 0)
        l->work.cpu = number;
    else if (strcmp(name, "nodes") == 0)
        l->work.nodes = (uint64_t)number;
    else if (strcmp(name, "depth") == 0)
        l->depth = (int)fmin(number, 1000);
    else
        return gtp_wrong(out, "no setting '%.40s'", name);
    return true;
}

static const struct search_params *params_now(struct gtp *g)
{
    const struct search_params *p = seat_options(g->seat)->chooser.engine.params;
    return p ? p : &search_params_usual;
}

/* One of the numbers of the search: the engine is made anew with it. */
static bool set_number(struct gtp *g, const char *name, const char *value, struct buf *out)
{
    struct chooser_options c = seat_options(g->seat)->chooser;
    struct err e;
    g->params = *params_now(g);
    if (!search_param_set(&g->params, name, value, &e))
        return gtp_wrong(out, "%s", e.text);
    c.engine.params = &g->params;
    seat_renew(g->seat, &c);
    g->planned.n = 0;
    return true;
}

static bool is_number(const char *name)
{
    const struct search_param *s = search_param_list;
    while (s->name && strcmp(s->name, name) != 0)
        s++;
    return s->name != NULL;
}

/* Without words: all settings as GoGui shows them; with two: sets one. */
static bool param(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    struct gtp *g = gtp_of(shell);
    const struct seat_options *o = seat_options(g->seat);
    if (w->n == 2)
        return gtp_wrong(out, "no value for '%.40s'", w->word[1]);
    if (w->n == 3)
        return strcmp(w->word[1], "level") == 0 ? set_level(g, w->word[2], out)
               : is_number(w->word[1])          ? set_number(g, w->word[1], w->word[2], out)
                                                : set_limit(g, w->word[1], w->word[2], out);
    buf_format(out, "[string] level %s\n", o->chooser.level ? o->chooser.level->name : "full");
    buf_format(out, "[string] seconds %g\n[string] nodes %llu\n[string] depth %d\n[string] cpu %g\n",
               o->limits.work.seconds, (unsigned long long)o->limits.work.nodes, o->limits.depth,
               o->limits.work.cpu);
    for (const struct search_param *s = search_param_list; s->name; s++)
        buf_format(out, "[string] %s %d\n", s->name, search_param_get(params_now(g), s));
    return true;
}

static bool list_analyze(struct gtp_shell *shell, const struct words *w, struct buf *out)
{
    (void)shell;
    (void)w;
    buf_text(out, "gfx/Threats/hexad-threats\ngfx/Best turns/hexad-best\nstring/Chance to win/hexad-value\n"
                  "string/Game/hexad-rules\nparam/Settings/hexad-param\n");
    return true;
}

const struct gtp_command gtp_analyze_commands[] = {
    {"lz-analyze", 0, WORDS_MOST, analyze},
    {"analyze", 0, WORDS_MOST, analyze},
    {"lz-genmove_analyze", 0, WORDS_MOST, genmove_analyze},
    {"genmove_analyze", 0, WORDS_MOST, genmove_analyze},
    {"gogui-analyze_commands", 0, 0, list_analyze},
    {"hexad-threats", 0, 0, show_threats},
    {"hexad-best", 0, 0, show_best},
    {"hexad-value", 0, 0, show_value},
    {"hexad-param", 0, 2, param},
    {NULL, 0, 0, NULL},
};
