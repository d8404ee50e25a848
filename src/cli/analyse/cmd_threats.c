/* `hexad threats GAME`: the threats of both sides and what stops them. */
#include <stdio.h>

#include "cli/commands.h"
#include "cli/describe.h"
#include "cli/game_arg.h"
#include "cli/limit_arg.h"
#include "connect/game/connect.h"
#include "connect/threat/threats.h"
#include "json/game.h"
#include "json/searches.h"

struct args {
    struct game_arg game;
    struct limits limit;
    long most; /* segments, and defences, to list for a side */
    bool json;
};

enum { USUAL_MOST = 1000 };

/* The squares of a segment, in order. */
static int segment_squares(const struct threats *t, int id, square out[RULES_MAX_K])
{
    const struct segment *s = &t->segments->segment[id];
    for (int i = 0; i < t->position->rules.k; i++)
        out[i] = (square)(s->start + i * direction_step[s->direction]);
    return t->position->rules.k;
}

/* "j10-o10", or "j10-l10 with k10 empty" */
static void print_segment(const struct threats *t, int id)
{
    square s[RULES_MAX_K] = {0}, empties[RULES_MAX_K];
    int k = segment_squares(t, id, s), n = threats_segment_empties(t, id, empties);
    char first[SQUARE_TEXT], last[SQUARE_TEXT];
    struct buf b = BUF_EMPTY;
    describe_squares(empties, n, &b);
    printf("    %s-%s%s%s\n", square_format(s[0], first), square_format(s[k - 1], last),
           n ? ", empty: " : ", a row", buf_str(&b));
    buf_free(&b);
}

/* "live-3" of a line, for people: those with highly potential threats, or the others (dead-2 in Connect6). Real threats are
 * counted elsewhere, and what needs more than a turn is left out. */
static void print_lines(struct threats *t, enum side owner, bool hp)
{
    const struct rules *r = &t->position->rules;
    int delta = rules_delta(r), shown = 0;
    for (int id = 1; id < t->segments->lines; id++) {
        struct line_value v = threats_line(t, owner, id);
        if (!line_is_near(r, v) || line_is_hp(r, v) != hp)
            continue;
        if (shown++ == 0)
            printf(hp ? "  lines with highly potential threats:\n"
                      : "  other lines that get a threat within a turn:\n");
        const struct line *l = &t->segments->line[id];
        char first[SQUARE_TEXT], last[SQUARE_TEXT];
        square end = (square)(l->start + (l->length - 1) * direction_step[l->direction]);
        printf("    %s-%s: ", square_format(l->start, first), square_format(end, last));
        if (v.one == v.two)
            printf("live-%d\n", delta - v.two);
        else if (v.two <= r->p)
            printf("dead-%d, live-%d\n", delta - v.one, delta - v.two);
        else
            printf("dead-%d\n", delta - v.one);
    }
}

static int segments_shown(const struct threats *t, enum side owner, long most)
{
    return t->threat[owner].n < most ? t->threat[owner].n : (int)most;
}

static void print_side(struct threats *t, enum side owner, long most)
{
    const struct rules *r = &t->position->rules;
    bool exact;
    int number = threats_number_exact(t, owner, &exact), shown = segments_shown(t, owner, most);
    printf("%s: %s%d threat%s\n", side_name(owner), number > r->p || !exact ? "at least " : "", number,
           number == 1 ? "" : "s");
    if (t->threat[owner].n)
        printf("  threat segments:\n");
    for (int i = 0; i < shown; i++)
        print_segment(t, t->threat[owner].id[i]);
    if (shown < t->threat[owner].n)
        printf("    … and %d more\n", t->threat[owner].n - shown);
    struct square_sets d = SQUARE_SETS_EMPTY;
    threats_defences(t, owner, r->p, (size_t)most, &d);
    if (number)
        printf("  critical defences:%s\n", d.count ? "" : " none");
    for (size_t i = 0; i < d.count && number; i++) {
        struct buf b = BUF_EMPTY;
        describe_squares(d.set[i].s, d.set[i].n, &b);
        printf("    %s%s\n", buf_str(&b), d.set[i].n > number ? " (relaxed)" : "");
        buf_free(&b);
    }
    if (d.cut)
        printf("    … and %s\n",
               d.count == (size_t)most ? "more than --most" : "perhaps more: no time to find all");
    square_sets_free(&d);
    print_lines(t, owner, true);
    print_lines(t, owner, false);
}

static void print_all(struct threats *t, const struct args *a)
{
    const struct position *p = t->position;
    struct squares win = threats_winning_squares(t);
    if (p->outcome != OUTCOME_OPEN)
        win.n = 0;
    if (a->json) {
        json_t *j = threats_json(t, (size_t)a->most, NULL);
        json_object_set_new(j, "position", game_position_json(p));
        describe_print_json(j);
        return;
    }
    struct buf b = BUF_EMPTY;
    connect_state(p, &b);
    if (win.n) {
        buf_text(&b, ", who wins in this turn: ");
        describe_squares(win.s, win.n, &b);
    }
    puts(buf_str(&b));
    buf_free(&b);
    print_side(t, BLACK, a->most);
    print_side(t, WHITE, a->most);
}

int command_threats(int argc, char **argv)
{
    static const struct option_row options[] = {
        OPTION_GAME(struct args, game),
        OPTION_LIMIT(struct args, limit),
        ARGUMENTS_GAME(struct args, game),
        {"most", 'm', "N", 0, "list at most N critical defences, and threat segments, a side (1000)", 0,
         TO_LONG(struct args, most, 0, 1000000)},
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {NULL,
                                     NULL,
                                     "[GAME]",
                                     "Tells the threats of both sides: their exact number (the stones the "
                                     "other side needs to stop them all, counted up to "
                                     "p+1), the threat segments, the critical defences, and the lines that "
                                     "hold dead, live and highly potential "
                                     "threats. Where p is in the tens counting may take too long: then the "
                                     "number is the least that it can "
                                     "be.\v" GAME_ARG_DOC,
                                     NULL,
                                     NULL,
                                     NULL};
    struct args a = {.game = game_arg_init(), .most = USUAL_MOST};
    cli_parse(&argp, options, argc, argv, &a);
    struct position *p;
    struct err e;
    if (!game_arg_position(&a.game, &p, &e))
        return cli_fail(argv[0], &e);
    struct threats *t = threats_new(p);
    struct deadline until = limits_from_now(&a.limit, CPU_PROCESS);
    threats_limit(t, &until);
    print_all(t, &a);
    threats_free(t);
    position_free(p);
    return EXIT_FINE;
}
