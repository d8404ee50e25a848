/* `hexad proof FILE`: what a proof consists of, its tree, its answers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/describe.h"
#include "connect/game/connect.h"
#include "connect/proof/stats.h"
#include "connect/proof/tree.h"
#include "connect/record/record.h"
#include "json/game.h"
#include "json/proof.h"

enum { MOST_NODES = 100000, MOST_LINES = 1000 };

struct args {
    const char *file, *line, *sgf;
    int walk; /* levels; 0: not asked for */
    long most;
    bool json;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    switch (key) {
    case 'w':
        a->walk = arg ? (int)cli_number(state, "--walk", arg, 1, 1000) : 2;
        return 0;
    case ARGP_KEY_END:
        if (strcmp(a->file, "-") == 0)
            argp_error(state, "a proof is read more than once: it must be a file");
        if ((a->walk > 0) + (a->line != NULL) + (a->sgf != NULL) > 1)
            argp_error(state, "--walk, --line and --sgf do not go together");
        if (a->walk && a->json)
            argp_error(state, "--walk is for reading: it has no --json");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* What a verdict means for the exit status; a rejection is told. That somebody stopped it early is fine. */
static int verdict_status(const struct args *a, enum check_verdict v, const struct check_result *result)
{
    struct buf b = BUF_EMPTY;
    struct err e;
    if (v == CHECK_ACCEPTED || v == CHECK_STOPPED)
        return EXIT_FINE;
    check_fault_text(result, &b);
    err_set(&e, "%s: %s: %s", a->file, v == CHECK_REJECTED ? "rejected" : "unreadable", buf_str(&b));
    buf_free(&b);
    cli_fail("hexad proof", &e);
    return v == CHECK_REJECTED ? EXIT_NO : EXIT_USAGE;
}

/* Opens the certificate and checks it with somebody looking on. On rejection says so. Returns an exit status;
 * with EXIT_FINE the reader and the result are the caller's. A watcher that stops early is fine too. */
static int run(const struct args *a, struct cert_reader **r, const struct check_watch *watch,
               struct check_result *result)
{
    struct err e;
    if (!*r && !(*r = cert_reader_open(a->file, &e)))
        return cli_fail("hexad proof", &e);
    int status = verdict_status(a, check_run(*r, watch, result), result);
    if (status != EXIT_FINE) {
        check_result_free(result);
        cert_reader_free(*r);
        *r = NULL;
    }
    return status;
}

/* The proof's tree in memory; NULL with an exit status if it is not accepted. */
static int open_guide(const struct args *a, struct guide **out)
{
    struct check_result result;
    struct err e;
    const struct deadline never = {0};
    struct cert_reader *r = cert_reader_open(a->file, &e);
    *out = NULL;
    if (!r)
        return cli_fail("hexad proof", &e);
    enum check_verdict v = guide_open(r, &never, out, &result);
    int status = verdict_status(a, v, &result);
    if (v == CHECK_STOPPED) { /* too large */
        err_set(&e, "%s: %s", a->file, result.why.text);
        status = cli_fail("hexad proof", &e);
    }
    check_result_free(&result);
    cert_reader_free(r);
    return status;
}

/* ---- statistics ---- */

static json_t *size_json(int size)
{
    return size == PROOF_EVERYWHERE ? json_string("every empty square") : json_integer(size);
}

static void print_stats_json(const struct cert_claim *c, const struct check_result *r,
                             const struct proof_stats *s)
{
    struct buf claim = BUF_EMPTY;
    check_claim_text(c, r, &claim);
    json_t *zones = json_array(), *order = s->ordered ? json_integer(s->order) : json_null();
    for (int i = 1; i <= r->zones->r && !c->partial; i++)
        json_array_append_new(zones, size_json(proof_zone_size(r->zones, i)));
    json_t *j = proof_check_json(r);
    json_object_update_new(j, json_pack("{s:s, s:b, s:o, s:s, s:o, s:{s:I, s:I, s:o}}", "claim",
                                        buf_str(&claim), "reachable", r->reachable, "order", order, "kind",
                                        proof_stats_kind(s), "zones", zones, "first_defence",
                                        "whole_defences", (json_int_t)s->first_whole, "parts",
                                        (json_int_t)s->first_parts, "null_zone", size_json(s->null_zone)));
    describe_print_json(j);
    buf_free(&claim);
}

static void print_size(const char *what, int size)
{
    if (size == PROOF_EVERYWHERE)
        printf("%severy empty square", what);
    else
        printf("%s%d", what, size);
}

static void print_stats_text(const struct cert_claim *c, const struct check_result *r,
                             const struct proof_stats *s)
{
    struct buf claim = BUF_EMPTY;
    check_claim_text(c, r, &claim);
    printf("%s.\n", buf_str(&claim));
    buf_free(&claim);
    printf("turns of the attacker  %llu, at most %d on a line\n", (unsigned long long)r->turns, r->depth);
    if (s->ordered)
        printf("order                  %d, %s\n", s->order, proof_stats_kind(s));
    else
        printf("order                  not defined: defences are left open\n");
    printf("defences answered      %llu whole turns, %llu semi-null, %llu null\n",
           (unsigned long long)r->whole, (unsigned long long)r->semi_null, (unsigned long long)r->null);
    printf("at the first node      %llu whole turns, %llu semi-null or null",
           (unsigned long long)s->first_whole, (unsigned long long)s->first_parts);
    if (s->null_zone)
        print_size("; one stone has to be in a zone of ", s->null_zone);
    printf("\n");
    for (int i = 1; i <= r->zones->r && !c->partial; i++) {
        printf(i == 1 ? "zones of the position  " : ", ");
        print_size("", proof_zone_size(r->zones, i));
    }
    if (!c->partial)
        printf("\n");
}

/* ---- the record ---- */

/* Reads it twice: which defences have most of the proof behind them is known only at the end. */
static int write_sgf(const struct args *a)
{
    struct cert_reader *r = NULL;
    struct check_result result;
    struct proof_record t = {.record = NULL};
    struct guide *g;
    struct err e;
    int status = open_guide(a, &g);
    if (!g)
        return status;
    proof_record_start(&t, g, a->most ? (uint64_t)a->most : MOST_NODES);
    struct check_watch watch = {.event = proof_record_event, .user = &t};
    status = run(a, &r, &watch, &result);
    if (status == EXIT_FINE) {
        proof_record_finish(&t, cert_reader_claim(r), &result);
        if (!record_save(t.record, a->sgf, RECORD_SGF, &e))
            status = cli_fail("hexad proof", &e);
        else if (a->json)
            describe_print_json(
                json_pack("{s:s, s:I, s:b}", "file", a->sgf, "nodes", (json_int_t)t.nodes, "whole", !t.cut));
        else if (strcmp(a->sgf, "-") != 0)
            printf("%s: %llu nodes, %s\n", a->sgf, (unsigned long long)t.nodes,
                   t.cut ? "the most important part of the proof" : "the whole proof");
        check_result_free(&result);
        cert_reader_free(r);
    }
    record_free(t.record);
    guide_free(g);
    return status;
}

static int stats(const struct args *a)
{
    struct cert_reader *r;
    struct check_result result;
    struct proof_stats s;
    struct err e;
    if (!(r = cert_reader_open(a->file, &e)))
        return cli_fail("hexad proof", &e);
    proof_stats_start(&s, cert_reader_claim(r));
    struct check_watch watch = {.event = proof_stats_event, .user = &s};
    int status = run(a, &r, &watch, &result);
    if (status == EXIT_FINE) {
        proof_stats_finish(&s);
        if (a->json)
            print_stats_json(cert_reader_claim(r), &result, &s);
        else
            print_stats_text(cert_reader_claim(r), &result, &s);
        check_result_free(&result);
        cert_reader_free(r);
    }
    proof_stats_free(&s);
    return status;
}

/* ---- the tree and the line ---- */

static int walk(const struct args *a)
{
    struct cert_reader *r;
    struct check_result result;
    struct err e;
    if (!(r = cert_reader_open(a->file, &e)))
        return cli_fail("hexad proof", &e);
    struct proof_text t = {.out = stdout,
                           .levels = a->walk,
                           .most = a->most ? (uint64_t)a->most : MOST_LINES,
                           .attacker = cert_reader_claim(r)->attacker};
    struct check_watch watch = {.event = proof_text_event, .user = &t};
    int status = run(a, &r, &watch, &result);
    if (status == EXIT_FINE) {
        if (t.cut)
            printf("…\n");
        check_result_free(&result);
        cert_reader_free(r);
    }
    return status;
}

static void print_squares(const char *before, const struct squares *s)
{
    struct buf b = BUF_EMPTY;
    describe_squares(s->s, s->n, &b);
    printf("%s%s", before, s->n ? buf_str(&b) : "nothing");
    buf_free(&b);
}

static void print_line_text(const struct guide_line *l)
{
    if (l->first.n) {
        print_squares("first ", &l->first);
        printf("\n");
    }
    for (size_t i = 0; i < l->steps; i++) {
        const struct guide_step *step = &l->step[i];
        print_squares("", &step->defence);
        print_squares(step->why == GUIDE_COVERED ? ": " : " leaves a threat: ", &step->answer);
        if (step->why == GUIDE_COVERED && step->as.n < step->defence.n) {
            print_squares(" (as to ", &step->as);
            printf(": the rest does not matter)");
        }
        printf("\n");
    }
    struct buf b = BUF_EMPTY;
    diagram_draw(l->position, describe_style(), &b);
    connect_state(l->position, &b);
    printf("%s\n", buf_str(&b));
    buf_free(&b);
}

static void print_line_json(const struct guide_line *l)
{
    static const char *const why[] = {
        [GUIDE_COVERED] = "covered", [GUIDE_ROW] = "row", [GUIDE_OPEN] = "open"};
    json_t *steps = json_array();
    for (size_t i = 0; i < l->steps; i++) {
        const struct guide_step *step = &l->step[i];
        json_t *j =
            json_pack("{s:o, s:s, s:o}", "defence", game_squares_json(step->defence.s, step->defence.n),
                      "why", why[step->why], "answer", game_squares_json(step->answer.s, step->answer.n));
        if (step->why == GUIDE_COVERED)
            json_object_set_new(j, "as", game_squares_json(step->as.s, step->as.n));
        json_array_append_new(steps, j);
    }
    describe_print_json(json_pack("{s:o, s:o, s:o}", "first", game_squares_json(l->first.s, l->first.n),
                                  "line", steps, "position", game_position_json(l->position)));
}

static int line(const struct args *a)
{
    struct guide *g;
    struct guide_line l;
    struct err e;
    int status = open_guide(a, &g);
    if (!g)
        return status;
    guide_start(g, &l);
    if (!guide_follow(g, a->line, &l, &e))
        status = cli_fail("hexad proof", &e);
    else if (a->json)
        print_line_json(&l);
    else
        print_line_text(&l);
    guide_line_free(&l);
    guide_free(g);
    return status;
}

int command_proof(int argc, char **argv)
{
    static const struct option_row options[] = {
        ARGUMENT(struct args, file, "which certificate?"),
        {"walk", 'w', "LEVELS", OPTION_ARG_OPTIONAL,
         "print the tree, so many turns of the attacker deep (2); --most lines", 0, OWN},
        {"line", 'l', "STONES", 0,
         "the attacker's answers to these stones of the defender, turn after turn; - gives up the rest of a "
         "turn",
         0, TO_TEXT(struct args, line)},
        {"sgf", 's', "OUT", 0,
         "write the tree as SGF, zones as marks, the most important defences first, as much as fits into "
         "--most nodes; - is standard output",
         0, TO_TEXT(struct args, sgf)},
        {"most", 'm', "N", 0, "lines of --walk (1000), nodes of --sgf (100000)", 0,
         TO_LONG(struct args, most, 1, 4000000)},
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {NULL,
                                     parse,
                                     "FILE",
                                     "Looks at the proof in a certificate: what it consists of, its tree, "
                                     "its answers.\vWithout an option it "
                                     "prints how many turns the proof has, how deep and of which order it "
                                     "is, and how large its zones are. "
                                     "The certificate is checked on the way, as far as it is read.",
                                     NULL,
                                     NULL,
                                     NULL};
    struct args a = {NULL, NULL, NULL, 0, 0, false};
    cli_parse(&argp, options, argc, argv, &a);
    if (a.line)
        return line(&a);
    if (a.sgf)
        return write_sgf(&a);
    return a.walk ? walk(&a) : stats(&a);
}
