/* `hexad solve GAME`: finds and proves a win, and writes its certificate. */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/game_arg.h"
#include "cli/interrupt.h"
#include "cli/limit_arg.h"
#include "cli/live.h"
#include "cli/prove/rewrite.h"
#include "connect/proof/solve.h"
#include "json/game.h"
#include "json/proof.h"

struct args {
    struct game_arg game;
    struct solve_job job;
    bool attacker_given, compact, json;
    struct live live;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    switch (key) {
    case 'a':
        if (strcmp(arg, "black") != 0 && strcmp(arg, "white") != 0)
            argp_error(state, "--attacker is '%s', must be black or white", arg);
        a->job.attacker = strcmp(arg, "black") == 0 ? BLACK : WHITE;
        a->attacker_given = true;
        return 0;
    case 'b':
        if (strcmp(arg, "infinite") != 0)
            argp_error(state, "--board is '%s', must be infinite; --game gives other boards their size", arg);
        a->job.infinite = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void show_progress(void *ctx, const struct solve_progress *p)
{
    struct args *a = ctx;
    char text[160], board[32] = "";
    if (p->side)
        snprintf(board, sizeof board, ", board %dx%d", p->side, p->side);
    snprintf(text, sizeof text, "level %d%s: %llu nodes, %.1f s", p->level + 1, board,
             (unsigned long long)p->nodes, p->seconds);
    live_draw(&a->live, text);
}

/* The board that the answer holds for. */
static const char *board_text(const struct args *a, const struct solve_result *r, char out[64])
{
    char game[RULES_TEXT];
    if (a->job.infinite)
        snprintf(out, 64, "Connect(∞,∞,%d,%d,%d%s)", r->board.k, r->board.p, r->board.q,
                 r->board.exact ? ",exact" : "");
    else
        snprintf(out, 64, "%s", rules_format(&r->board, game));
    return out;
}

static void print_text(const struct args *a, const struct solve_result *r, FILE *to)
{
    char board[64];
    const char *attacker = side_name(a->job.attacker);
    if (r->status != SOLVE_WON) {
        fprintf(to, "not proved: %s (order %d, %llu nodes, %.2f s)\n", r->why, a->job.order,
                (unsigned long long)r->nodes, r->search_seconds);
        return;
    }
    fprintf(to, "%s wins %s, order %d (%s)\n", attacker, board_text(a, r, board), r->order, solve_kind(r));
    if (r->board_turn.n) {
        const struct squares *turn = r->turn.n ? &r->turn : &r->board_turn;
        struct buf b = BUF_EMPTY;
        describe_squares(turn->s, turn->n, &b);
        fprintf(to, "turn: %s%s\n", buf_str(&b),
                r->turn.n ? "" : " (on the board of the proof: it goes beyond the one given)");
        buf_free(&b);
    }
    fprintf(to, "search: %llu nodes, %.2f s; board %dx%d", (unsigned long long)r->nodes, r->search_seconds,
            r->board.m, r->board.n);
    if (r->right || r->up)
        fprintf(to, ", the stones moved %d right and %d up", r->right, r->up);
    fprintf(to, "%s\n", r->infinite ? "; the proof holds on the infinite board" : "");
    fprintf(to, "proof: %llu attacker nodes, %d turns deep, verified in %.2f s\n",
            (unsigned long long)r->proof_nodes, r->deepest, r->verify_seconds);
    fprintf(to, "first defence: %llu verifier calls, %llu squares in the null move's zone, %llu full turns\n",
            (unsigned long long)r->root_calls, (unsigned long long)r->root_zone,
            (unsigned long long)r->root_full);
    if (a->job.cert)
        fprintf(to, "certificate: %s\n", a->job.cert);
}

static void print_json(const struct args *a, const struct solve_result *r, FILE *to)
{
    json_t *j = proof_solve_json(r);
    json_object_update_new(j, json_pack("{s:s, s:b, s:i, s:i, s:i, s:i}", "attacker",
                                        game_side(a->job.attacker), "infinite", a->job.infinite, "columns",
                                        r->board.m, "rows", r->board.n, "right", r->right, "up", r->up));
    if (r->status == SOLVE_WON)
        json_object_set_new(j, "board_turn", game_squares_json(r->board_turn.s, r->board_turn.n));
    if (r->status == SOLVE_WON && a->job.cert)
        json_object_set_new(j, "certificate", json_string(a->job.cert));
    describe_write_json(j, to);
}

int command_solve(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct args, game),
        OPTION_LIMIT(struct args, job.limits),
        ARGUMENTS_GAME(struct args, game),
        {"attacker", 'a', "SIDE", 0, "black or white: who is to be shown to win (the side to move)", 0, OWN},
        {"order", 'o', "1..4", 0, "the highest order of the win (1: every turn makes p threats; 2)", 0,
         TO_INT(struct args, job.order, 1, 4)},
        {"board", 'b', "infinite", 0,
         "the win is to hold on the infinite board; its proof has a board of its own, the turn told is one "
         "of "
         "yours",
         0, OWN},
        {"time", 't', "S", OPTION_HIDDEN, "the old name of --seconds", 0,
         TO_SECONDS(struct args, job.limits.seconds, 0.001)},
        OPTION_NODES(struct args, job.limits.nodes, 'n', "give up after so many nodes", 0),
        OPTION_HASH(struct args, job.memory, "memory for what the search remembers (1024)"),
        {"cert", 'c', "FILE", 0,
         "write the certificate there, for hexad check; `-` is standard output, and what is told goes to the "
         "other",
         0, TO_TEXT(struct args, job.cert)},
        OPTION_COMPACT(struct args, compact),
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {NULL,
                                     parse,
                                     "[GAME]",
                                     "Looks for a forced win and proves it against every defence. The side "
                                     "to move may be the attacker or the defender. Exits with 1 if no win "
                                     "was proved.\v" GAME_ARG_DOC,
                                     NULL,
                                     NULL,
                                     NULL};
    struct args a = {.game = game_arg_init(), .live = live_new()};
    struct solve_result r;
    struct position *p;
    struct err e;
    a.job.order = 2;
    cli_parse(&argp, options, argc, argv, &a);
    if (!rewrite_can(a.compact, a.job.cert, &e) || !game_arg_position(&a.game, &p, &e))
        return cli_fail(argv[0], &e);
    if (!a.attacker_given)
        a.job.attacker = p->to_move;
    a.job.position = p;
    a.job.progress = show_progress;
    a.job.ctx = &a;
    struct interrupt_watch watch;
    interrupt_watch(&watch);
    a.job.limits.stop = &watch.stop;
    bool ok = solve_run(&a.job, &r, &e);
    interrupt_done(&watch);
    live_clear(&a.live);
    position_free(p);
    if (!ok || (r.status == SOLVE_WON && !rewrite_after(a.compact, a.job.cert, &e)))
        return cli_fail(argv[0], &e);
    (a.json ? print_json : print_text)(&a, &r, describe_beside(a.job.cert));
    return r.status == SOLVE_WON ? EXIT_FINE : EXIT_NO;
}
