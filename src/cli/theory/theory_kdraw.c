/* `hexad theory kdraw`: from which k on games are drawn. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/describe.h"
#include "cli/theory/theory.h"
#include "connect/theory/kdraw.h"

enum { P_MOST = 1000000 };

struct args {
    int first, last;
    bool json;
    const char *svg;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    char end;
    switch (key) {
    case 'p':
        if (sscanf(arg, "%7d-%7d%c", &a->first, &a->last, &end) != 2)
            a->first = a->last = (int)cli_number(state, "-p", arg, 1, P_MOST);
        if (a->first < 1 || a->last < a->first || a->last > P_MOST)
            argp_failure(state, EXIT_USAGE, 0, "-p is '%s', must be a range such as 1-1000", arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* One entry at a time: a list of a million would take a gigabyte. */
static void print_entry(json_t *entry, bool first)
{
    fputs(first ? "[\n  " : ",\n  ", stdout);
    json_dumpf(entry, stdout, 0);
    json_decref(entry);
}

static void print(const struct args *a)
{
    if (!a->json)
        printf("   p  k_draw  by           Theorem 2  d    4p+7  Pluhar\n");
    for (int p = a->first; p <= a->last; p++) {
        const char *why;
        int d;
        long long best = kdraw(p, &why), general = kdraw_theorem2(p, &d), pluhar = kdraw_pluhar(p);
        if (a->json) {
            print_entry(json_pack("{s:i, s:I, s:s, s:I, s:i, s:I, s:o}", "p", p, "k_draw", (json_int_t)best,
                                  "by", why, "theorem2", (json_int_t)general, "d", d, "hsieh_tsai",
                                  (json_int_t)kdraw_hsieh_tsai(p), "pluhar",
                                  pluhar ? json_integer(pluhar) : json_null()),
                        p == a->first);
            continue;
        }
        char last[24] = "-";
        if (pluhar)
            snprintf(last, sizeof last, "%lld", pluhar);
        printf("%4d  %6lld  %-12s %9lld %2d  %6lld  %6s\n", p, best, why, general, d, kdraw_hsieh_tsai(p),
               last);
    }
    if (a->json)
        puts("\n]");
}

int theory_kdraw(int argc, char **argv)
{
    static const struct option_row options[] = {
        {NULL, 'p', "A-B", 0, "stones a turn (1-1000)", 0, OWN},
        {"svg", 0, "FILE", 0, "write a picture of k/p against p, from 1 to B", 0, TO_TEXT(struct args, svg)},
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {NULL,
                                     parse,
                                     NULL,
                                     "Tells from which k on Connect(m,n,k,p,q) is drawn for all m, n and q "
                                     "<= p: the least known, by Theorem 1 "
                                     "(p = 2), Theorem 2 (3p+3d-1 with P(d-1) < p <= P(d), P(d) = 2^d-d-2), "
                                     "Zetters (p = 1), beside 4p+7 (Hsieh "
                                     "and Tsai) and Pluhar's bound (from p = 1000 on).",
                                     NULL,
                                     NULL,
                                     NULL};
    struct args a = {1, 1000, false, NULL};
    cli_parse(&argp, options, argc, argv, &a);
    if (a.svg) {
        struct buf b = BUF_EMPTY;
        kdraw_svg(a.last, &b);
        return theory_write(argv[0], a.svg, &b);
    }
    print(&a);
    return EXIT_FINE;
}
