/* `hexad puzzle check`: every puzzle proved again from nothing. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/describe.h"
#include "cli/interrupt.h"
#include "cli/limit_arg.h"
#include "cli/live.h"
#include "cli/puzzle/puzzle.h"
#include "connect/puzzle/recheck.h"

struct args {
    struct limits limit;
    const char *file;
    long step;
    bool json;
};

static const struct option_row options[] = {
    ARGUMENT(struct args, file, NULL),
    OPTION_LIMIT(struct args, limit),
    {"step", 0, "N", 0, "check one puzzle in N (1)", 0, TO_LONG(struct args, step, 1, 1000000)},
    OPTION_JSON(struct args, json, 1),
    OPTION_END,
};

/* How it went. */
struct checked {
    size_t good, bad;
    bool stopped;
    json_t *faults;
};

static void check_all(const struct args *a, const struct puzzles *l, const struct deadline *until,
                      struct checked *out)
{
    struct live live = live_new();
    struct finder_seat seat = {.options = {.most = HUNT_DEPTH, .nodes = UINT64_MAX / 2, .until = *until}};
    for (size_t i = 0; i < l->n && !out->stopped; i += (size_t)a->step) {
        const struct puzzle *p = &l->at[i];
        struct err e;
        char text[80];
        snprintf(text, sizeof text, "%zu of %zu puzzles\n", i, l->n);
        live_draw(&live, text);
        bool fine = finder_recheck(seat_finder(&seat, &p->before->rules), p, &e);
        out->stopped = deadline_over(until);
        if (out->stopped)
            break;
        out->good += fine;
        out->bad += !fine;
        if (!fine) {
            live_clear(&live);
            fprintf(stderr, "hexad puzzle check: %s: %s\n", p->id, e.text);
            json_array_append_new(out->faults, json_pack("{s:s, s:s}", "id", p->id, "fault", e.text));
        }
    }
    live_clear(&live);
    finder_free(seat.finder);
}

int puzzle_check(int argc, char **argv)
{
    static const struct argp argp = {
        NULL,
        NULL,
        "[FILE]",
        "Proves the puzzles of FILE, or of the built-in collection, again: solvable in exactly as many turns "
        "as "
        "they say, by a certificate that the checker accepts, not in fewer, and with this key.",
        NULL,
        NULL,
        NULL};
    struct args a = {.step = 1};
    struct puzzles l = PUZZLES_EMPTY;
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    if (!puzzle_load(a.file, &l, &e)) {
        puzzles_free(&l);
        return cli_fail(argv[0], &e);
    }
    struct interrupt_watch watch;
    interrupt_watch(&watch);
    a.limit.stop = &watch.stop;
    struct deadline until = limits_from_now(&a.limit, CPU_PROCESS);
    struct checked c = {.faults = json_array()};
    check_all(&a, &l, &until, &c);
    interrupt_done(&watch);
    if (a.json)
        describe_print_json(json_pack("{s:I, s:I, s:b, s:O}", "accepted", (json_int_t)c.good, "rejected",
                                      (json_int_t)c.bad, "interrupted", c.stopped, "faults", c.faults));
    else
        printf("%zu accepted, %zu rejected%s\n", c.good, c.bad, c.stopped ? ", then stopped" : "");
    json_decref(c.faults);
    puzzles_free(&l);
    return c.bad || c.stopped ? EXIT_NO : EXIT_FINE;
}
