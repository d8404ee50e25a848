/* `hexad analyze GAME`: the best turns of a position, with evaluation and line. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/analyse/analyze_game.h"
#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/engine_arg.h"
#include "cli/game_arg.h"
#include "cli/interrupt.h"
#include "cli/live.h"
#include "connect/board/region.h"
#include "connect/game/connect.h"
#include "play/agent/agent.h"
#include "json/game.h"
#include "json/report.h"

static const double SECONDS_USUAL = 5;
enum { TREE_MEMORY = 64 }; /* MB */

struct args {
    struct game_arg game;
    struct engine_arg engine;
    bool json, stream, owner;
    const char *region_text, *exclude_text, *search;
    struct squares *excluded; /* turns that are not wanted */
    size_t excludes;
    /* While it runs: */
    struct live live;
    const struct position *position;
    uint8_t region[SQUARE_CELLS];
    struct interrupt_watch watch;
    char proof[KNOWN_NAME]; /* the name of the proof that the answer is from; "": it was searched for */
};

static int lines_of(const struct args *a)
{
    return a->engine.limits.lines ? a->engine.limits.lines : 1;
}

/* ---- Words ---- */

/* Appends a line with its turns set apart: "k9 i11 / j8 l10 / …". */
static void put_line(const struct position *start, const struct report_line *l, struct buf *out)
{
    struct position *p = position_copy(start);
    for (int i = 0; i < l->n && p->outcome == OUTCOME_OPEN; i++) {
        char text[SQUARE_TEXT];
        enum side side = p->to_move;
        buf_format(out, i ? " %s" : "%s", square_format(l->move[i], text));
        position_place(p, l->move[i]);
        if (i + 1 < l->n && (p->to_move != side || p->outcome != OUTCOME_OPEN))
            buf_text(out, " /");
    }
    position_free(p);
}

static void put_value(const struct report_line *l, struct buf *out)
{
    char text[64];
    if (l->mate || l->likely)
        report_end_text(l, text, sizeof text);
    else
        snprintf(text, sizeof text, "%+d", l->value);
    buf_format(out, "%5.1f%%  %-11s ", l->chance * 100, text);
}

static void put_report(const struct args *a, const struct report *r, struct buf *out)
{
    const struct position *p = a->position;
    double rate = r->seconds > 0 ? (double)r->nodes / r->seconds / 1000 : 0;
    connect_state(p, out);
    describe_opening(p, out);
    if (a->region_text)
        buf_text(out, "; turns of the region alone");
    buf_format(out, "; depth %d (longest line %d), %" PRIu64 " nodes, %.1f s, %.0f thousand nodes/s\n",
               r->depth, r->reached, r->nodes, r->seconds, rate);
    for (int i = 0; i < r->n && i < lines_of(a); i++) {
        buf_format(out, "%3d. ", i + 1);
        put_value(&r->line[i], out);
        if (r->line[i].visits)
            buf_format(out, "%6" PRIu64 " visits  ", r->line[i].visits);
        put_line(p, &r->line[i], out);
        buf_char(out, '\n');
    }
}

/* ---- JSON ---- */

static json_t *report_json(const struct args *a, const struct report *r, bool final)
{
    struct buf text = BUF_EMPTY;
    struct report_frame f = {.lines = lines_of(a), .final = final, .proof = a->proof};
    report_write(r, a->position, &f, &text);
    json_t *j = json_loadb(text.text, text.len, 0, NULL);
    buf_free(&text);
    game_put_opening(j, a->position);
    return j;
}

static void print_json_line(json_t *j)
{
    json_dumpf(j, stdout, JSON_COMPACT);
    putchar('\n');
    fflush(stdout);
    json_decref(j);
}

/* ---- Running ---- */

/* Turns with commas between them: "j9 l10, k11 k12". */
static bool read_excluded(struct args *a, struct err *e)
{
    const struct position *p = a->position;
    struct position *q = position_copy(p);
    const char *at = a->exclude_text;
    bool ok = true, more = at != NULL;
    while (ok && more) {
        struct squares turn = {.n = 0};
        while (at += strspn(at, " \t"), ok && *at && *at != ',') {
            square s;
            ok = square_parse(&p->rules, at, &at, &s, e) &&
                 (turn.n < RULES_MAX_TURN || err_set(e, "a turn of more than %d stones", RULES_MAX_TURN));
            if (ok)
                turn.s[turn.n++] = s;
        }
        ok = ok && (turn.n || err_set(e, "a turn without stones")) && position_play_turn(q, &turn, e);
        if (!ok)
            break;
        while (q->plies > p->plies)
            position_undo(q);
        a->excluded = mem_resize(a->excluded, a->excludes + 1, sizeof *a->excluded);
        a->excluded[a->excludes++] = turn;
        more = *at == ',';
        at += more;
    }
    position_free(q);
    return ok || err_prefix(e, "--exclude");
}

static void progress(void *context, const struct report *r)
{
    struct args *a = context;
    if (a->stream && r->n > 0)
        print_json_line(report_json(a, r, false));
    if (!a->live.on)
        return;
    struct buf b = BUF_EMPTY;
    put_report(a, r, &b);
    live_draw(&a->live, buf_str(&b));
    buf_free(&b);
}

/* What is proved is told at once. False: nothing is. */
static bool look_up(struct args *a, const struct chooser_book *book, struct report *r)
{
    struct chooser_known known;
    if (!chooser_known_report(book, a->position, NULL, r, &known))
        return false;
    memcpy(a->proof, *known.proof ? known.proof : "?", *known.proof ? sizeof a->proof : 2);
    return true;
}

/* By the tree search instead of the engine. */
static bool analyze_tree(struct args *a, struct report *r, struct err *e)
{
    const struct engine_limits *l = &a->engine.limits;
    const struct engine_options *o = &a->engine.engine;
    struct limits work = l->work;
    work.stop = &a->watch.stop;
    size_t memory = o->hash_bytes ? o->hash_bytes >> 20 : TREE_MEMORY;
    char spec[80];
    if (a->region_text || a->exclude_text || l->depth || o->params || a->engine.openings)
        return err_set(e, "--region, --exclude, --depth, --set and --openings are not for the tree search");
    snprintf(spec, sizeof spec, "mcts:threads=%d,memory=%zu", o->threads ? o->threads : 1,
             memory < 8 ? 8 : memory);
    struct game *g = connect_take(position_copy(a->position));
    struct bot *b = agent_player(spec, g, 1, e);
    if (b) {
        if (!(work.seconds > 0) && !(work.cpu > 0) && !work.nodes)
            work.seconds = SECONDS_USUAL;
        bot_study(b, g, &work, progress, a, r);
        live_clear(&a->live);
        bot_free(b);
    }
    game_free(g);
    return b != NULL;
}

static bool analyze(struct args *a, struct report *r, struct err *e)
{
    struct err wrong;
    if (a->search && strcmp(a->search, "mcts") == 0)
        return analyze_tree(a, r, e);
    if (a->region_text && !region_parse(a->position, a->region_text, a->region, &wrong))
        return err_set(e, "--region: %s", wrong.text);
    if (!read_excluded(a, e))
        return false;
    const struct chooser_book *book;
    if (!engine_arg_book(&a->engine, &book, e))
        return false;
    /* The proof may play outside of the region, or what is excluded. */
    bool known = !a->region_text && !a->excludes && look_up(a, book, r);
    engine_arg_done(&a->engine);
    if (known)
        return true;
    struct engine *x = engine_new(&a->position->rules, &a->engine.engine, e);
    if (!x)
        return false;
    struct engine_limits l = a->engine.limits;
    if (!(l.work.seconds > 0) && !(l.work.cpu > 0) && !l.work.nodes && !l.depth)
        l.work.seconds = SECONDS_USUAL;
    l.work.stop = &a->watch.stop;
    l.region = a->region_text ? a->region : NULL;
    l.excluded = a->excluded;
    l.excludes = a->excludes;
    engine_think(x, a->position, &l, progress, a, r);
    live_clear(&a->live);
    engine_free(x);
    return true;
}

static void print(const struct args *a, const struct report *r)
{
    if (a->stream) {
        print_json_line(report_json(a, r, true));
    } else if (a->json) {
        describe_print_json(report_json(a, r, true));
    } else {
        struct buf b = BUF_EMPTY;
        put_report(a, r, &b);
        if (*a->proof)
            buf_format(&b, "proved: %s\n", a->proof);
        fputs(buf_str(&b), stdout);
        buf_free(&b);
    }
}

/* A game outside the Connect family. */
static bool analyze_other(struct args *a, struct err *e)
{
    struct game *g;
    const struct engine_arg *x = &a->engine;
    bool engine = a->search && strcmp(a->search, "engine") == 0;
    if (a->region_text || a->exclude_text || x->limits.depth || x->engine.params || x->openings || engine)
        return err_set(
            e, "--region, --exclude, --depth, --set, --openings and the engine are for the Connect family");
    if (!game_arg_game(&a->game, &g, e))
        return false;
    struct analyze_game how = {x, &a->watch.stop, &a->live, a->json, a->stream, a->owner, SECONDS_USUAL};
    interrupt_watch(&a->watch);
    bool ok = analyze_game(&how, g, e);
    interrupt_done(&a->watch);
    game_free(g);
    return ok;
}

int command_analyze(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct args, game),
        OPTION_ENGINE(struct args, engine),
        ARGUMENTS_GAME(struct args, game),
        {"lines", 'l', "N", 0, "report the N best turns (1)", 0,
         TO_INT(struct args, engine.limits.lines, 1, REPORT_LINES_MOST)},
        {"region", 0, "SQUARES", 0,
         "look only for turns within these squares and rectangles, such as c3-h8,j10; what follows is free",
         0, TO_TEXT(struct args, region_text)},
        {"exclude", 'x', "TURNS", 0, "look for other turns than these, such as 'j9 l10, k11 k12'", 0,
         TO_TEXT(struct args, exclude_text)},
        OPTION_JSON(struct args, json, 0),
        {"search", 0, "NAME", 0,
         "engine (the default), or mcts: a tree search, whose walks are counted by --nodes, in memory of "
         "--hash",
         0, TO_TEXT(struct args, search)},
        {"stream", 0, NULL, 0, "print every report as it comes, each a line of JSON", 0,
         TO_FLAG(struct args, stream)},
        {"owner", 0, NULL, 0, "show whose each point will be (Go)", 0, TO_FLAG(struct args, owner)},
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        NULL,
        "[GAME]",
        "Looks for the best turns of the side to move: the chance to win, the value, and what "
        "is thought to follow. Without limits it thinks for five seconds; Ctrl-C ends it "
        "with what it has. A position that is proved, by the opening database, is answered at "
        "once. Go is thought about by tree search with playouts: --nodes are playouts, --hash is the "
        "memory of the tree.\v" GAME_ARG_DOC,
        NULL,
        NULL,
        NULL};
    struct args a = {.game = game_arg_any(), .live = live_new()};
    struct report r;
    struct position *p;
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    if (a.search && strcmp(a.search, "engine") != 0 && strcmp(a.search, "mcts") != 0)
        return cli_fail(argv[0], (err_set(&e, "--search is '%s', must be engine or mcts", a.search), &e));
    if (game_arg_other(&a.game))
        return analyze_other(&a, &e) ? EXIT_FINE : cli_fail(argv[0], &e);
    if (a.owner)
        return cli_fail(argv[0], (err_set(&e, "--owner is for games with territory"), &e));
    if (!game_arg_position(&a.game, &p, &e))
        return cli_fail(argv[0], &e);
    a.position = p;
    interrupt_watch(&a.watch);
    bool ok = p->outcome == OUTCOME_OPEN ? analyze(&a, &r, &e) : err_set(&e, "the game is over");
    interrupt_done(&a.watch);
    bool none = ok && !r.n;
    if (none)
        fprintf(stderr, "%s: the engine has no other turn to offer\n", argv[0]);
    else if (ok)
        print(&a, &r);
    free(a.excluded);
    position_free(p);
    return none ? EXIT_NO : ok ? EXIT_FINE : cli_fail(argv[0], &e);
}
