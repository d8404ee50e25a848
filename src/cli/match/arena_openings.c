/* `hexad arena openings`: openings for matches, from records or at random. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/files_arg.h"
#include "cli/game_arg.h"
#include "cli/interrupt.h"
#include "cli/limit_arg.h"
#include "cli/live.h"
#include "connect/record/record.h"
#include "play/arena/opening_maker.h"
#include "json/game.h"

enum { TRIES_EACH = 1000, TRIES_MORE = 10000 }; /* random openings looked at before giving up */

struct args {
    struct game_arg game;
    struct limits limit;
    struct opening_maker_setup maker;
    long number;
    const char *out;
    bool json;
    struct files_arg files;
};

static const struct option_row options[] = {
    OPTION_GAME(struct args, game),
    OPTION_LIMIT(struct args, limit),
    ARGUMENTS_FILES(struct args, files),
    {"number", 'n', "N", 0, "how many (100; from records: all)", 0, TO_LONG(struct args, number, 1, 1000000)},
    {"turns", 't', "N", 0, "turns of both sides together (3)", 0, TO_INT(struct args, maker.turns, 1, 1000)},
    {"radius", 'r', "N", 0, "at random: stones at most this far from the centre (3)", 0,
     TO_INT(struct args, maker.radius, 0, RULES_MAX_SIDE)},
    OPTION_SEED(struct args, maker.seed, "of the random choice (0)", 0),
    {"agent", 0, "AGENT", 0, "who plays the test games (sequences)", 0, TO_TEXT(struct args, maker.agent)},
    {"games", 0, "N", 0, "test games for each opening; 0: none (20)", 0,
     TO_INT(struct args, maker.games, 0, 100000)},
    {"least", 0, "SHARE", 0, "of the points of the test games that each side must make (0.3)", 0,
     TO_REAL(struct args, maker.least, 0, 0.5)},
    {"output", 'o', "FILE", 0, "write to FILE", 0, TO_TEXT(struct args, out)},
    OPTION_JSON(struct args, json, 0),
    OPTION_END,
};

/* The work: candidates in, good ones out. */
struct search {
    const struct args *args;
    struct opening_maker *maker;
    struct live live;
    long found, seen[OPENING_VERDICTS], tried;
    bool stopped;
    struct buf lines;
    json_t *list;
};

static bool enough(struct search *s)
{
    s->stopped = s->stopped || deadline_over(&s->args->maker.until);
    return s->stopped || s->found == s->args->number;
}

static void look(struct search *s, const square *stones, int n)
{
    double black;
    enum opening_maker_verdict v = opening_maker_look(s->maker, stones, n, &black);
    if (v == OPENING_UNKNOWN)
        return;
    s->seen[v]++;
    s->tried++;
    if (v == OPENING_GOOD) {
        s->found++;
        struct buf b = BUF_EMPTY;
        stones_format(stones, n, &b);
        buf_format(&s->lines, "%s\n", buf_str(&b));
        json_array_append_new(s->list, json_pack("{s:s, s:o}", "stones", buf_str(&b), "black",
                                                 black < 0 ? json_null() : json_real(black)));
        buf_free(&b);
    }
    if (s->live.on && s->tried % 16 == 0) {
        struct buf b = BUF_EMPTY;
        buf_format(&b, "%ld found among %ld, %ld lopsided", s->found, s->tried, s->seen[OPENING_LOPSIDED]);
        live_draw(&s->live, buf_str(&b));
        buf_free(&b);
    }
}

static void search_random(struct search *s)
{
    int n = opening_maker_stones(&s->args->game.rules, s->args->maker.turns);
    square *stones = mem_alloc((size_t)n * sizeof *stones);
    long most = s->args->number * TRIES_EACH + TRIES_MORE;
    while (!enough(s) && s->tried < most) {
        opening_maker_draw(s->maker, stones);
        look(s, stones, n);
    }
    free(stones);
}

/* The first turns of all games of the files, in a random order. */
static bool gather(const struct args *a, struct openings *out, struct err *e)
{
    int n = opening_maker_stones(&a->game.rules, a->maker.turns);
    struct record_options o = {.forced = a->game.rules_given ? &a->game.rules : NULL,
                               .fallback = &a->game.rules};
    for (int i = 0; i < a->files.n; i++) {
        char *text;
        size_t len, games;
        struct record **record;
        if (!file_read(a->files.path[i], &text, &len, e))
            return false;
        bool ok = record_read_all(text, len, &o, &record, &games, e) || err_prefix(e, "%s", a->files.path[i]);
        free(text);
        if (!ok)
            return false;
        for (size_t g = 0; g < games; g++) {
            square *line = NULL;
            size_t stones = record_main_line(record[g], &line);
            if (rules_equal(record_rules(record[g]), &a->game.rules) && stones >= (size_t)n &&
                !node_is_setup(record[g]->root))
                openings_add(out, line, n);
            free(line);
        }
        record_free_all(record, games);
    }
    struct rng r;
    rng_seed(&r, a->maker.seed);
    for (size_t i = out->n; i > 1; i--) {
        size_t j = rng_below(&r, (uint32_t)i);
        struct opening swap = out->list[i - 1];
        out->list[i - 1] = out->list[j];
        out->list[j] = swap;
    }
    return true;
}

static bool search_records(struct search *s, struct err *e)
{
    struct openings all = {NULL, 0, 0};
    bool ok = gather(s->args, &all, e);
    for (size_t i = 0; ok && i < all.n && !enough(s); i++)
        look(s, all.list[i].s, all.list[i].n);
    openings_free(&all);
    return ok;
}

static json_t *result_json(const struct search *s)
{
    return json_pack("{s:o, s:i, s:I, s:I, s:{s:I, s:I, s:I, s:I}, s:O}", "rules",
                     game_rules_json(&s->args->game.rules), "turns", s->args->maker.turns, "found",
                     (json_int_t)s->found, "tried", (json_int_t)s->tried, "rejected", "over or illegal",
                     (json_int_t)s->seen[OPENING_ILLEGAL], "repeated", (json_int_t)s->seen[OPENING_SEEN],
                     "threats", (json_int_t)s->seen[OPENING_THREATS], "lopsided",
                     (json_int_t)s->seen[OPENING_LOPSIDED], "openings", s->list);
}

static bool write_result(const struct search *s, struct err *e)
{
    const struct opening_maker_setup *m = &s->args->maker;
    struct buf b = BUF_EMPTY;
    if (s->args->json) {
        json_t *j = result_json(s);
        char *text = json_dumps(j, JSON_INDENT(2));
        buf_format(&b, "%s\n", text);
        free(text);
        json_decref(j);
    } else {
        char game[RULES_TEXT];
        buf_format(&b, "# %s: %ld openings of %d turns, seed %llu, no threats",
                   rules_format(&s->args->game.rules, game), s->found, m->turns, (unsigned long long)m->seed);
        if (m->games)
            buf_format(&b, ", each side at least %g of the points in %d games of %s", m->least, m->games,
                       m->agent);
        buf_format(&b, "\n%s", buf_str(&s->lines));
    }
    bool ok = file_write(s->args->out, buf_str(&b), b.len, e);
    buf_free(&b);
    return ok;
}

static int run(const struct args *a)
{
    struct err e;
    struct search s = {
        .args = a, .maker = opening_maker_new(&a->maker, &e), .live = live_new(), .lines = BUF_EMPTY};
    if (!s.maker)
        return cli_fail("hexad arena openings", &e);
    s.list = json_array();
    bool ok = true;
    if (a->files.n)
        ok = search_records(&s, &e);
    else
        search_random(&s);
    live_clear(&s.live);
    int status = ok && write_result(&s, &e) ? EXIT_FINE : cli_fail("hexad arena openings", &e);
    bool all = a->files.n ? s.found > 0 && !s.stopped : s.found == a->number;
    if (status == EXIT_FINE && !all) {
        fflush(stdout);
        fprintf(stderr, "hexad arena openings: %ld found among %ld%s\n", s.found, s.tried,
                s.stopped ? "; stopped" : "");
        status = EXIT_NO;
    }
    opening_maker_free(s.maker);
    json_decref(s.list);
    buf_free(&s.lines);
    return status;
}

int arena_openings(int argc, char **argv)
{
    static const struct argp argp = {
        NULL,
        NULL,
        "[RECORD...]",
        "Makes openings for matches: from the first turns of games in record files, or at random.\v"
        "All of them differ, symmetry and order of stones set aside; in none does a side have a threat; and "
        "in test "
        "games of an agent against itself each side must make its share of the points. One opening to a "
        "line, as "
        "`hexad arena --openings` reads them. Ctrl-C and limits end it with what was found. Exits with 1 if "
        "fewer were found than asked for.",
        NULL,
        NULL,
        NULL};
    struct args a = {.game = game_arg_init(), .number = -1, .out = "-"};
    a.maker = (struct opening_maker_setup){
        .turns = 3, .radius = 3, .agent = "sequences", .games = 20, .least = 0.3};
    cli_parse(&argp, options, argc, argv, &a);
    if (a.number < 0 && !a.files.n)
        a.number = 100;
    a.maker.rules = a.game.rules;
    struct interrupt_watch watch;
    interrupt_watch(&watch);
    a.limit.stop = &watch.stop;
    a.maker.until = limits_from_now(&a.limit, CPU_PROCESS);
    int status = run(&a);
    interrupt_done(&watch);
    return status;
}
