/* `hexad verify GAME`: all defences that are not proved losing. */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/game_arg.h"
#include "cli/interrupt.h"
#include "cli/limit_arg.h"
#include "cli/live.h"
#include "cli/prove/rewrite.h"
#include "connect/proof/defences.h"
#include "connect/proof/solve.h"
#include "connect/threat/threats.h"
#include "json/game.h"
#include "json/proof.h"

struct args {
    struct game_arg game;
    struct defences_job job;
    bool compact, json;
    struct live live;
    size_t shown; /* survivors told so far */
};

static const char *reason(const struct defence *d)
{
    switch (d->state) {
    case DEFENCE_WAITING:
        return "not tried";
    case DEFENCE_OPEN:
        return "no win of this order found";
    case DEFENCE_LIMIT:
        return "no win found within the limit of nodes";
    default:
        return "loses";
    }
}

/* Streamed results are one object a line. */
static void print_line(json_t *j, FILE *to)
{
    json_dumpf(j, to, JSON_COMPACT);
    putc('\n', to);
    json_decref(j);
}

/* One surviving defence, as text or as a line of JSON. */
static void print_survivor(const struct args *a, const struct defence *d)
{
    FILE *to = describe_beside(a->job.cert);
    if (a->json) {
        json_t *j =
            json_pack("{s:o, s:i, s:s, s:I}", "defence", game_squares_json(d->squares.s, d->squares.n),
                      "unplaced", d->unplaced, "reason", reason(d), "nodes", (json_int_t)d->nodes);
        print_line(j, to);
    } else {
        struct buf b = BUF_EMPTY;
        describe_squares(d->squares.s, d->squares.n, &b);
        fprintf(to, "%s%s: %s\n", d->squares.n ? buf_str(&b) : "nothing", d->unplaced ? " and no more" : "",
                reason(d));
        buf_free(&b);
    }
    fflush(to);
}

/* Survivors are told as they are found; what loses only counts. */
static bool on_tried(void *ctx, const struct defence *d, size_t done, size_t known)
{
    struct args *a = ctx;
    if (d->state == DEFENCE_OPEN || d->state == DEFENCE_LIMIT) {
        live_clear(&a->live);
        print_survivor(a, d);
        a->shown += d->unplaced == 0;
    }
    if (a->live.on && (done % 16 == 0 || done == known)) {
        char text[120];
        snprintf(text, sizeof text, "%zu of %zu defences tried, %zu left open", done, known, a->shown);
        live_draw(&a->live, text);
    }
    return true;
}

static void print_end(const struct args *a, const struct defences_result *r)
{
    FILE *to = describe_beside(a->job.cert);
    if (a->json) {
        json_t *j = proof_defences_json(r);
        json_object_update_new(j, json_pack("{s:b, s:b, s:b, s:b, s:i, s:i}", "complete", r->complete,
                                            "defender_wins", r->defender_wins, "fills_board", r->fills_board,
                                            "certified", r->certified, "order", a->job.order, "threads",
                                            a->job.threads));
        print_line(j, to);
        return;
    }
    const struct position *p = a->job.position;
    const char *attacker = side_name(side_other(p->to_move)), *defender = side_name(p->to_move);
    if (r->defender_wins) {
        fprintf(to, "%s completes a row in this turn\n", defender);
        return;
    }
    if (r->fills_board) {
        fprintf(to, "%s fills the board in this turn: a draw, and nothing to certify\n", defender);
        return;
    }
    if (r->complete && r->open == 0)
        fprintf(to, "%s wins: every defence loses\n", attacker);
    else
        fprintf(to, "%zu defence%s not proved losing%s\n", r->open, r->open == 1 ? "" : "s",
                r->complete ? "; every other turn of the defender loses" : "; stopped before the end");
    fprintf(to,
            "%zu whole turns tried and %zu parts of turns, %zu of these not proved; order %d, %llu nodes, "
            "%.2f s, %d thread%s\n",
            r->losing + r->open, r->parts, r->parts_open, a->job.order, (unsigned long long)r->nodes,
            r->seconds, a->job.threads, a->job.threads == 1 ? "" : "s");
    if (r->certified)
        fprintf(to, "certificate: %s\n", a->job.cert);
}

/* The defender has a forcing win of its own: there is nothing to list. */
static void print_refuted(const struct args *a, const struct solve_result *r)
{
    const struct position *p = a->job.position;
    FILE *to = describe_beside(a->job.cert);
    if (a->json) {
        print_line(json_pack("{s:s, s:o, s:I}", "refuted_by", game_side(p->to_move), "turn",
                             game_squares_json(r->turn.s, r->turn.n), "nodes", (json_int_t)r->nodes),
                   to);
        return;
    }
    struct buf b = BUF_EMPTY;
    describe_squares(r->turn.s, r->turn.n, &b);
    fprintf(to, "%s, to move, wins by force: %s\n", side_name(p->to_move), buf_str(&b));
    buf_free(&b);
}

static bool completes_row(struct position *p)
{
    struct threats *t = threats_new(p);
    bool can = threats_can_win(t, p->to_move, p->left);
    threats_free(t);
    return can;
}

int command_verify(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct args, game),
        OPTION_LIMIT(struct args, job.limits),
        ARGUMENTS_GAME(struct args, game),
        {"order", 'o', "1..4", 0, "the highest order of the wins looked for (2)", 0,
         TO_INT(struct args, job.order, 1, 4)},
        OPTION_THREADS(struct args, job.threads, 'T', 256, "work with so many threads (1)", 0),
        {"time", 't', "S", OPTION_HIDDEN, "the old name of --seconds", 0,
         TO_SECONDS(struct args, job.limits.seconds, 0.001)},
        OPTION_NODES(struct args, job.limits.nodes, 'n', "give a defence up after so many nodes (100000)", 0),
        OPTION_HASH(struct args, job.memory, "memory for what the search remembers (1024)"),
        {"cert", 'c', "FILE", 0,
         "write a certificate of what was proved, for hexad check; none if the defender completes a row or "
         "fills the board",
         0, TO_TEXT(struct args, job.cert)},
        OPTION_COMPACT(struct args, compact),
        {"json", 'j', NULL, 0, "print JSON, one object a line", 0, TO_FLAG(struct args, json)},
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        NULL,
        "[GAME]",
        "The side to move is the defender: lists all its turns that are not "
        "proved losing, as they are found, and proves every other. Where it has a quick win by "
        "force itself, that is told instead. Exits with 1 "
        "if any is left.\v" GAME_ARG_DOC,
        NULL,
        NULL,
        NULL};
    struct args a = {.game = game_arg_init(), .live = live_new()};
    struct defences_result r;
    struct position *p;
    struct err e;
    a.job.order = 2;
    a.job.threads = 1;
    cli_parse(&argp, options, argc, argv, &a);
    if (!rewrite_can(a.compact, a.job.cert, &e) || !game_arg_position(&a.game, &p, &e))
        return cli_fail(argv[0], &e);
    a.job.position = p;
    a.job.tried = on_tried;
    a.job.ctx = &a;
    struct interrupt_watch watch;
    interrupt_watch(&watch);
    a.job.limits.stop = &watch.stop;
    struct solve_result quick;
    struct solve_job look = {.position = p, .limits = a.job.limits, .memory = a.job.memory};
    /* A tenth of the time is for the first look. */
    look.limits.nodes = 0;
    look.limits.seconds *= 0.1;
    look.limits.cpu *= 0.1;
    a.job.limits.seconds *= 0.9;
    a.job.limits.cpu *= 0.9;
    if (p->outcome == OUTCOME_OPEN && !completes_row(p) && solve_quick(&look, &quick)) {
        interrupt_done(&watch);
        print_refuted(&a, &quick);
        position_free(p);
        return EXIT_NO;
    }
    bool ok = defences_run(&a.job, &r, &e);
    interrupt_done(&watch);
    live_clear(&a.live);
    ok = ok && (!r.certified || rewrite_after(a.compact, a.job.cert, &e));
    if (ok)
        print_end(&a, &r);
    bool all_lose = ok && r.complete && r.open == 0 && !r.defender_wins;
    defences_result_free(&r);
    position_free(p);
    if (!ok)
        return cli_fail(argv[0], &e);
    return all_lose ? EXIT_FINE : EXIT_NO;
}
