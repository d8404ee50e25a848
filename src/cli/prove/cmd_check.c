/* `hexad check FILE`: accepts or rejects a certificate. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/live.h"
#include "cli/prove/rewrite.h"
#include "connect/proof/check.h"
#include "json/game.h"
#include "json/proof.h"

struct args {
    const char *file, *compact, *expanded;
    bool json, setup;
    struct live live;
    double shown; /* when progress was told last */
    uint64_t turns;
};

static bool show_progress(void *user, const struct check_event *e)
{
    struct args *a = user;
    if (e->kind != CHECK_TURN || ++a->turns % 1024 != 0 || clock_now() < a->shown + 0.2)
        return true;
    char text[80];
    a->shown = clock_now();
    snprintf(text, sizeof text, "%llu turns checked", (unsigned long long)a->turns);
    live_draw(&a->live, text);
    return true;
}

static const char *verdict_name(enum check_verdict v)
{
    return v == CHECK_ACCEPTED   ? "accepted"
           : v == CHECK_REJECTED ? "rejected"
           : v == CHECK_STOPPED  ? "unknown"
                                 : "unreadable";
}

static json_t *stones_json(const square *s, int n)
{
    json_t *j = json_array();
    char text[SQUARE_TEXT];
    for (int i = 0; i < n; i++)
        json_array_append_new(j, json_string(s[i] ? square_format(s[i], text) : "pass"));
    return j;
}

/* What is proved of a position that the game cannot reach is refused, unless it was asked for. */
static const char refusal[] = "the proof holds, but the game cannot reach its position: --setup accepts it";

static bool accepts(const struct args *a, const struct check_result *r)
{
    return r->verdict == CHECK_ACCEPTED && (r->reachable || a->setup);
}

static void print_json(const struct args *a, const struct cert_claim *c, const struct check_result *r)
{
    bool refused = r->verdict == CHECK_ACCEPTED && !accepts(a, r);
    struct buf claim = BUF_EMPTY;
    check_claim_text(c, r->verdict == CHECK_ACCEPTED ? r : NULL, &claim);
    json_t *j = proof_check_json(r);
    json_object_update_new(j, json_pack("{s:s, s:s, s:b, s:s, s:b, s:b, s:o}", "verdict",
                                        verdict_name(refused ? CHECK_REJECTED : r->verdict), "claim",
                                        buf_str(&claim), "reachable", r->reachable, "attacker",
                                        game_side(c->attacker), "infinite", c->infinite, "partial",
                                        c->partial, "position", game_position_json(c->position)));
    if (accepts(a, r) && c->partial) {
        json_t *open = json_array();
        for (size_t i = 0; i < r->opens; i++)
            json_array_append_new(open, stones_json(check_open(r, i), r->open_stones));
        json_object_set_new(j, "open", open);
    }
    if (!accepts(a, r))
        json_object_set_new(j, "reason", json_string(refused ? refusal : r->why.text));
    if (r->verdict == CHECK_REJECTED)
        json_object_set_new(j, "line", stones_json(r->line, r->line_length));
    describe_print_json(j);
    buf_free(&claim);
}

static void print_text(const struct args *a, const struct cert_claim *c, const struct check_result *r)
{
    struct buf b = BUF_EMPTY;
    check_claim_text(c, r->verdict == CHECK_ACCEPTED ? r : NULL, &b);
    if (accepts(a, r)) {
        printf("accepted: %s.\n", buf_str(&b));
        printf("%llu turns, at most %d on a line; defences answered: %llu whole turns, %llu semi-null, %llu "
               "null\n",
               (unsigned long long)r->turns, r->depth, (unsigned long long)r->whole,
               (unsigned long long)r->semi_null, (unsigned long long)r->null);
    } else if (r->verdict == CHECK_ACCEPTED) {
        printf("rejected, set up: %s.\n%s\n", buf_str(&b), refusal);
    } else {
        printf("rejected, not proved: %s.\n", buf_str(&b));
        buf_free(&b);
        check_fault_text(r, &b);
        printf("%s\n", buf_str(&b));
    }
    buf_free(&b);
}

/* What was accepted, in the other form. */
static int rewrite(const struct args *a)
{
    struct err e;
    bool ok = (!a->compact || rewrite_compact(a->file, a->compact, &e)) &&
              (!a->expanded || rewrite_expanded(a->file, a->expanded, &e));
    return ok ? EXIT_FINE : cli_fail("hexad check", &e);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    (void)arg;
    if (key != ARGP_KEY_END)
        return ARGP_ERR_UNKNOWN;
    if ((a->compact || a->expanded) && strcmp(a->file, "-") == 0)
        argp_error(state, "a certificate that is written again is read more than once: it must be a file");
    if ((a->compact && strcmp(a->compact, "-") == 0) || (a->expanded && strcmp(a->expanded, "-") == 0))
        argp_error(state, "standard output has what is told: the certificate must go to a file");
    return 0;
}

int command_check(int argc, char **argv)
{
    static const struct option_row options[] = {
        ARGUMENT(struct args, file, "which certificate?"),
        {"setup", 's', NULL, 0, "accept a proof of a position that the game cannot reach, too", 0,
         TO_FLAG(struct args, setup)},
        {"compact", 'c', "OUT", 0,
         "if it is accepted, write it there as version 3: what is in it more than once is written once", 0,
         TO_TEXT(struct args, compact)},
        {"expand", 'e', "OUT", 0,
         "if it is accepted, write it there as version 1 (2 for exact games), with all that is repeated", 0,
         TO_TEXT(struct args, expanded)},
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        parse,
        "FILE",
        "Accepts or rejects a certificate, as `hexad solve --cert` and `hexad verify --cert` write them, and "
        "says what it proves.\vFILE may be `-` for standard input. The exit status is 0 if the certificate "
        "is accepted, 1 if "
        "it is rejected (the turn at fault is named, or that the game cannot reach the position: a proof of "
        "one that was set up "
        "says nothing about the game), 2 if it cannot be read. docs/certificates.md describes the format and "
        "the rules.",
        NULL,
        NULL,
        NULL};
    struct args a = {.live = live_new()};
    cli_parse(&argp, options, argc, argv, &a);
    struct err e;
    struct cert_reader *reader = cert_reader_open(a.file, &e);
    if (!reader)
        return cli_fail("hexad check", &e);
    struct check_watch watch = {
        .event = a.live.on ? show_progress : NULL, .user = &a, .brief = true, .without_zones = true};
    struct check_result result;
    enum check_verdict verdict = check_run(reader, &watch, &result);
    live_clear(&a.live);
    if (verdict != CHECK_UNREADABLE || a.json) {
        if (a.json)
            print_json(&a, cert_reader_claim(reader), &result);
        else
            print_text(&a, cert_reader_claim(reader), &result);
    }
    if (verdict == CHECK_UNREADABLE) {
        err_prefix(&result.why, "%s", a.file);
        cli_fail("hexad check", &result.why);
    }
    int status = accepts(&a, &result) ? EXIT_FINE : verdict == CHECK_UNREADABLE ? EXIT_USAGE : EXIT_NO;
    check_result_free(&result);
    cert_reader_free(reader);
    return status == EXIT_FINE ? rewrite(&a) : status;
}
