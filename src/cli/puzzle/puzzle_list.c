/* `hexad puzzle list`: which puzzles there are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/describe.h"
#include "cli/puzzle/puzzle.h"
#include "json/puzzle.h"

enum { KEY_KIND = 256 };

struct args {
    const char *file, *theme;
    struct puzzle_of of;
    bool json;
    int kind; /* −1: any */
    long least, most, turns;
};

static const struct option_row options[] = {
    ARGUMENT(struct args, file, NULL),
    OPTION_PUZZLE_OF(struct args, of),
    {"kind", KEY_KIND, "KIND", 0, "only `win` or `defence`", 0, OWN},
    {"theme", 't', "THEME", 0, "only those of a theme, as in \"win in 3\"", 0, OWN},
    {"least", 0, "N", 0, "of a rating of at least N", 0, TO_LONG(struct args, least, -10000, 10000)},
    {"most", 0, "N", 0, "of a rating of at most N", 0, TO_LONG(struct args, most, -10000, 10000)},
    {"json", 'j', NULL, 0, "print JSON lines, as collections have them", 1, TO_FLAG(struct args, json)},
    OPTION_END,
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    switch (key) {
    case KEY_KIND:
        a->kind = strcmp(arg, "win") == 0 ? PUZZLE_WIN : strcmp(arg, "defence") == 0 ? PUZZLE_DEFENCE : -1;
        if (a->kind < 0)
            argp_error(state, "--kind is '%s', must be win or defence", arg);
        return 0;
    case 't':
        if (!puzzle_theme_known(arg))
            argp_error(state, "there is no theme '%s'; docs/puzzles.md lists them", arg);
        a->theme = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool wanted(const struct args *a, const struct puzzle *p)
{
    return puzzle_is_of(p, &a->of) && (a->kind < 0 || a->kind == (int)p->kind) &&
           (!a->theme || puzzle_has_theme(p, a->theme)) && p->rating >= a->least && p->rating <= a->most;
}

static void print(const struct puzzle *p)
{
    char rules[RULES_TEXT], length[16];
    printf("%-10s %5d  %-9s %-22s", p->id, p->rating, p->turns ? puzzle_length_theme(p, length) : "?",
           rules_format(&p->before->rules, rules));
    const char *before = " ";
    for (int i = 0; i < THEMES; i++)
        if (p->themes >> i & 1) {
            printf("%s%s", before, puzzle_themes[i].word);
            before = ", ";
        }
    putchar('\n');
}

int puzzle_list(int argc, char **argv)
{
    static const struct argp argp = {
        NULL,
        parse,
        "[FILE]",
        "Lists puzzles with their ratings and themes: those of FILE, or of the built-in collection.",
        NULL,
        NULL,
        NULL};
    struct args a = {.kind = -1, .least = -10000, .most = 10000};
    struct puzzles l = PUZZLES_EMPTY;
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    bool fine = puzzle_load(a.file, &l, &e);
    size_t n = 0;
    for (size_t i = 0; i < l.n && fine; i++) {
        if (!wanted(&a, &l.at[i]))
            continue;
        n++;
        if (a.json) {
            struct buf b = BUF_EMPTY;
            puzzle_write(&l.at[i], &b);
            fputs(buf_str(&b), stdout);
            buf_free(&b);
        } else {
            print(&l.at[i]);
        }
    }
    if (fine && !a.json)
        printf("%zu puzzle%s\n", n, n == 1 ? "" : "s");
    puzzles_free(&l);
    return fine ? EXIT_FINE : cli_fail(argv[0], &e);
}
