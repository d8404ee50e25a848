/* `hexad force GAME`: forcing wins, by threats that have to be answered turn after turn. */
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/game_arg.h"
#include "cli/interrupt.h"
#include "cli/limit_arg.h"
#include "cli/live.h"
#include "connect/forcing/forcing.h"
#include "connect/proof/check.h"
#include "connect/proof/forced.h"
#include "connect/record/record.h"
#include "json/game.h"
#include "json/searches.h"

struct args {
    struct game_arg game;
    const char *file, *cert;
    const char *kind;    /* NULL: what finds most */
    struct limits limit; /* for each position */
    size_t memory;
    bool json, check;
    struct live live;
    /* what was found so far */
    json_t *list;
    int n, count[3], by_kind[3], accepted, unsaid, failed;
    double *time, *stones;
    size_t time_room, stones_room;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    switch (key) {
    case 'k':
        if (strcmp(arg, "vcdt") != 0 && strcmp(arg, "vcst") != 0 && strcmp(arg, "vct") != 0)
            argp_error(state, "--kind is '%s', must be vcdt, vcst or vct", arg);
        a->kind = arg;
        return 0;
    case 's':
        a->limit.seconds = cli_seconds(state, "-s", arg, 0.001);
        return 0;
    case ARGP_KEY_ARGS:
        game_arg_take(&a->game, state);
        if (a->file)
            argp_error(state, "GAME and --file do not go together");
        return 0;
    case ARGP_KEY_END:
        if (a->file && a->cert)
            argp_error(state, "--cert is for one position, not for a --file of them");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* ---- one position ---- */

/* What became of a win. */
enum proved {
    NOT_ASKED,
    ACCEPTED, /* its certificate was, by the checker */
    LATE,     /* no time for it: neither accepted nor rejected */
    TOO_LONG, /* the certificate would be: the same */
    REJECTED, /* an error of the search */
};

struct found {
    struct forcing_result r;
    double seconds;
    enum proved proved;
    struct buf cert;
    uint64_t turns; /* of the certificate */
    struct err why; /* not accepted */
};

static const char *const kind_name[] = {"VCDT", "VCST", "VCT"};

static struct deadline limit_of(const struct args *a)
{
    return limits_from_now(&a->limit, CPU_THREAD);
}

/* By the clock that limits: with --cpu, processor time. */
static double seconds_now(const struct args *a)
{
    return a->limit.cpu > 0 ? clock_cpu(CPU_THREAD) : clock_now();
}

static enum forcing_kind kind_of(const struct args *a, const struct rules *r)
{
    if (!a->kind)
        return forcing_widest(r);
    return strcmp(a->kind, "vcdt") == 0   ? FORCING_VCDT
           : strcmp(a->kind, "vcst") == 0 ? FORCING_VCST
                                          : FORCING_VCT;
}

static void search(const struct args *a, struct forcing *f, struct threats *t, struct found *out)
{
    double start = seconds_now(a);
    struct forcing_limits l = {
        .kind = kind_of(a, &t->position->rules), .nodes = a->limit.nodes, .until = limit_of(a)};
    forcing_search(f, t, &l, &out->r);
    out->seconds = seconds_now(a) - start;
}

/* Writes the certificate and has it checked. Each may take as long as the search. */
static void prove(const struct args *a, struct forcing *f, struct threats *t, struct found *out)
{
    struct deadline until = limit_of(a);
    struct check_result result;
    switch (forced_certify(f, t, &until, &out->cert, &out->turns)) {
    case FORCED_STOPPED:
        out->proved = LATE;
        return;
    case FORCED_TOO_LONG:
        out->proved = TOO_LONG;
        return;
    case FORCED_WRONG:
        out->proved = REJECTED;
        err_set(&out->why, "the win does not hold against every defence");
        return;
    case FORCED_WRITTEN:
        break;
    }
    until = limit_of(a);
    struct check_watch watch = {.without_zones = true, .until = &until};
    enum check_verdict v = check_bytes(out->cert.text, out->cert.len, &watch, &result);
    out->proved = v == CHECK_ACCEPTED ? ACCEPTED : v == CHECK_STOPPED ? LATE : REJECTED;
    if (v == CHECK_REJECTED) {
        struct buf b = BUF_EMPTY;
        check_fault_text(&result, &b);
        err_set(&out->why, "%s", buf_str(&b));
        buf_free(&b);
    }
    check_result_free(&result);
}

static void line_text(const struct position *p, const struct found *o, struct buf *b)
{
    int left = p->left;
    for (int i = 0; i < o->r.n; i++) {
        char name[SQUARE_TEXT];
        buf_text(b, square_format(o->r.line[i], name));
        bool ends = --left == 0;
        if (ends)
            left = p->rules.p;
        if (i + 1 < o->r.n)
            buf_text(b, ends ? " / " : " ");
    }
}

static void proved_text(const struct found *o, struct buf *b)
{
    if (o->proved == ACCEPTED)
        buf_format(b, "; its certificate was accepted, %llu turns", (unsigned long long)o->turns);
    else if (o->proved == REJECTED)
        buf_format(b, "; NOT accepted: %s", o->why.text);
    else if (o->proved != NOT_ASKED)
        buf_text(b, o->proved == LATE ? "; no time to check it" : "; too long for a certificate");
}

static void print_one(const struct position *p, const struct found *o, const char *prefix, FILE *to)
{
    struct buf b = BUF_EMPTY;
    buf_text(&b, prefix);
    if (o->r.answer == FORCING_WIN) {
        buf_format(&b, "%s wins (%s, %d turn%s): ", side_name(p->to_move), kind_name[o->r.kind], o->r.depth,
                   o->r.depth == 1 ? "" : "s");
        line_text(p, o, &b);
    } else {
        buf_text(&b, o->r.answer == FORCING_NONE ? "no forcing win" : "not found within the limits");
    }
    buf_format(&b, " (%llu stones, %.4f s", (unsigned long long)o->r.nodes, o->seconds);
    proved_text(o, &b);
    buf_text(&b, ")\n");
    fputs(buf_str(&b), to);
    buf_free(&b);
}

static json_t *one_json(const struct position *p, const struct found *o)
{
    json_t *j = forcing_json(&o->r, p->to_move, o->seconds);
    if (o->proved != NOT_ASKED)
        json_object_set_new(j, "accepted",
                            o->proved == ACCEPTED   ? json_true()
                            : o->proved == REJECTED ? json_false()
                                                    : json_null());
    if (o->proved == ACCEPTED)
        json_object_set_new(j, "certificate_turns", json_integer((json_int_t)o->turns));
    if (o->proved == REJECTED)
        json_object_set_new(j, "why", json_string(o->why.text));
    return j;
}

static bool solve(struct args *a, struct forcing *f, struct position *p, struct found *o, struct err *e)
{
    memset(o, 0, sizeof *o);
    if (p->outcome != OUTCOME_OPEN)
        return err_set(e, "the game is over");
    if (kind_of(a, &p->rules) == FORCING_VCT && p->rules.p > 1)
        return err_set(e, "--kind vct is for games with turns of one stone");
    struct threats *t = threats_new(p);
    forcing_clear(f);
    search(a, f, t, o);
    if (o->r.answer == FORCING_WIN && (a->check || a->cert))
        prove(a, f, t, o);
    threats_free(t);
    return true;
}

/* ---- a file of positions ---- */

static void count(struct args *a, const struct found *o)
{
    size_t n = (size_t)a->n++;
    a->count[o->r.answer]++;
    if (o->r.answer == FORCING_WIN)
        a->by_kind[o->r.kind]++;
    a->accepted += o->proved == ACCEPTED;
    a->unsaid += o->proved == LATE || o->proved == TOO_LONG;
    a->failed += o->proved == REJECTED;
    a->time = mem_grow(a->time, &a->time_room, n + 1, sizeof *a->time);
    a->stones = mem_grow(a->stones, &a->stones_room, n + 1, sizeof *a->stones);
    a->time[n] = o->seconds;
    a->stones[n] = (double)o->r.nodes;
}

static int by_size(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return a < b ? -1 : a > b;
}

static double quantile(double *value, int n, double q)
{
    if (n == 0)
        return 0;
    qsort(value, (size_t)n, sizeof *value, by_size);
    return value[(int)fmin(q * n, n - 1)];
}

static void print_summary(struct args *a)
{
    double nodes[2] = {quantile(a->stones, a->n, 0.5), quantile(a->stones, a->n, 0.99)};
    double time[2] = {quantile(a->time, a->n, 0.5), quantile(a->time, a->n, 0.99)};
    if (a->json) {
        json_t *j = json_pack("{s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:f, s:f, s:f, s:f, s:o}", "positions",
                              a->n, "solved", a->count[FORCING_WIN], "vcdt", a->by_kind[FORCING_VCDT], "vcst",
                              a->by_kind[FORCING_VCST], "vct", a->by_kind[FORCING_VCT], "refuted",
                              a->count[FORCING_NONE], "cut", a->count[FORCING_CUT], "nodes_median", nodes[0],
                              "nodes_99", nodes[1], "seconds_median", time[0], "seconds_99", time[1],
                              "results", json_incref(a->list));
        if (a->check)
            json_object_update_new(j, json_pack("{s:i, s:i, s:i}", "accepted", a->accepted, "not_checked",
                                                a->unsaid, "not_accepted", a->failed));
        describe_print_json(j);
        return;
    }
    printf("%d positions: %d solved (%.1f%%; %d VCDT, %d VCST, %d VCT), %d refuted, %d out of budget\n", a->n,
           a->count[FORCING_WIN], a->n ? 100.0 * a->count[FORCING_WIN] / a->n : 0, a->by_kind[FORCING_VCDT],
           a->by_kind[FORCING_VCST], a->by_kind[FORCING_VCT], a->count[FORCING_NONE], a->count[FORCING_CUT]);
    printf("stones: median %.0f, 99%% %.0f; seconds: median %.5f, 99%% %.4f\n", nodes[0], nodes[1], time[0],
           time[1]);
    if (a->check)
        printf("certificates: %d accepted, %d not written or checked for lack of time or room, %d not "
               "accepted\n",
               a->accepted, a->unsaid, a->failed);
}

/* One line: stones, perhaps after a number and a tab. */
static bool solve_line(struct args *a, struct forcing *f, const char *line, int number, struct err *e)
{
    const char *tab = strchr(line, '\t'), *stones = tab ? tab + 1 : line;
    struct record *record;
    struct position *p = NULL;
    struct found o;
    if (!record_from_stones(&a->game.rules, 1, &stones, &record, e))
        return err_prefix(e, "%s: line %d", a->file, number);
    bool ok = record_position(record, node_line_end(record->root), &p, e);
    record_free(record);
    ok = ok && solve(a, f, p, &o, e);
    if (ok) {
        char prefix[32];
        snprintf(prefix, sizeof prefix, "%d: ", number);
        count(a, &o);
        if (a->json)
            json_array_append_new(a->list, one_json(p, &o));
        else
            print_one(p, &o, prefix, stdout);
        buf_free(&o.cert);
    }
    position_free(p);
    return ok || err_prefix(e, "%s: line %d", a->file, number);
}

static bool solve_file(struct args *a, struct forcing *f, struct err *e)
{
    char *text, *rest, *line;
    size_t len;
    if (!file_read(a->file, &text, &len, e))
        return false;
    bool ok = true;
    int number = 0;
    for (rest = text; ok && rest && *rest && !atomic_load(a->limit.stop); rest = line) {
        line = strchr(rest, '\n');
        if (line)
            *line++ = '\0';
        number++;
        if (rest[0] == '#' || rest[strspn(rest, " \t\r")] == '\0')
            continue;
        char shown[96];
        snprintf(shown, sizeof shown, "line %d: %d solved, %d refuted, %d out of budget", number,
                 a->count[FORCING_WIN], a->count[FORCING_NONE], a->count[FORCING_CUT]);
        live_draw(&a->live, shown);
        live_clear(&a->live);
        ok = solve_line(a, f, rest, number, e);
    }
    free(text);
    return ok;
}

static int force_file(struct args *a, const char *name)
{
    struct err e;
    struct forcing *f = forcing_make(&a->game.rules, a->memory, &e);
    if (!f)
        return cli_fail(name, &e);
    a->list = json_array();
    bool ok = solve_file(a, f, &e);
    if (ok)
        print_summary(a);
    json_decref(a->list);
    free(a->time);
    free(a->stones);
    forcing_free(f);
    if (!ok)
        return cli_fail(name, &e);
    return a->failed ? EXIT_NO : EXIT_FINE;
}

static int force_game(struct args *a, const char *name)
{
    struct err e;
    struct position *p;
    struct found o;
    if (!game_arg_position(&a->game, &p, &e))
        return cli_fail(name, &e);
    struct forcing *f = forcing_make(&p->rules, a->memory, &e);
    if (!f) {
        position_free(p);
        return cli_fail(name, &e);
    }
    bool ok = solve(a, f, p, &o, &e);
    if (ok && a->cert && o.proved == ACCEPTED)
        ok = file_write(a->cert, o.cert.text, o.cert.len, &e);
    FILE *to = describe_beside(a->cert);
    if (ok && a->json)
        describe_write_json(one_json(p, &o), to);
    else if (ok)
        print_one(p, &o, "", to);
    buf_free(&o.cert);
    forcing_free(f);
    position_free(p);
    if (!ok)
        return cli_fail(name, &e);
    bool fine = o.proved == ACCEPTED || (!a->cert && o.proved != REJECTED);
    return o.r.answer == FORCING_WIN && fine ? EXIT_FINE : EXIT_NO;
}

int command_force(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct args, game),
        OPTION_LIMIT(struct args, limit),
        {"kind", 'k', "vcdt|vcst|vct", 0,
         "vcdt: every turn makes as many threats as the other side has stones; vcst (the default): turns "
         "with fewer are mixed in; vct (the default where turns have one stone): fours and threes",
         0, OWN},
        {NULL, 's', "S", OPTION_HIDDEN, NULL, 0, OWN},
        OPTION_NODES(struct args, limit.nodes, 'n', "stop after placing N stones, for each position", 0),
        OPTION_HASH(struct args, memory, "memory for positions (64)"),
        {"file", 'f', "FILE", 0, "a position on each line: stones, perhaps after a number and a tab", 0,
         TO_TEXT(struct args, file)},
        {"check", 'c', NULL, 0, "have a certificate of every win checked, as hexad check does", 0,
         TO_FLAG(struct args, check)},
        {"cert", 'w', "FILE", 0,
         "write the certificate of the win there, for hexad check; `-` is standard output, and what is told "
         "goes to the other",
         0, TO_TEXT(struct args, cert)},
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        parse,
        "[GAME]",
        "Looks for a win of the side to move by threats that have to be answered, "
        "turn after turn. The limits hold for each position, and again for its certificate; without any it "
        "is "
        "ten seconds. Exit status 1: none was found, or no certificate of it was accepted.\v" GAME_ARG_DOC,
        NULL,
        NULL,
        NULL};
    struct args a = {.game = game_arg_init(), .memory = (size_t)64 << 20, .live = live_new()};
    cli_parse(&argp, options, argc, argv, &a);
    if (!(a.limit.seconds > 0) && !(a.limit.cpu > 0) && a.limit.nodes == 0)
        a.limit.seconds = 10;
    struct interrupt_watch w;
    interrupt_watch(&w);
    a.limit.stop = &w.stop;
    int status = a.file ? force_file(&a, argv[0]) : force_game(&a, argv[0]);
    interrupt_done(&w);
    return status;
}
