/* `hexad openings map`: every reply to a position, and what a lab knows of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/describe.h"
#include "cli/games/openings.h"
#include "lab/map.h"
#include "json/proof.h"

struct args {
    const char *path, *root;
    int most;
    bool all, json;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct args *a = state->input;
    if (key == ARGP_KEY_ARG && !a->path) {
        a->path = arg;
        return 0;
    }
    if (key == ARGP_KEY_END && !a->path)
        argp_failure(state, EXIT_USAGE, 0, "a file is needed");
    return key == ARGP_KEY_ARG ? ARGP_ERR_UNKNOWN : 0;
}

static void print_counts(const struct map *m)
{
    static const char *const about[MAP_STATES] = {
        "lose: a certificate was accepted",
        "lose: covered by the zones of another certificate",
        "lose, as a verify job says; its certificates are not put together yet",
        "do not lose",
        "resist so far",
        "are open, not tried one by one yet",
        "wait for a part of a turn that is not solved yet",
    };
    printf("%zu replies up to symmetry\n", m->n);
    for (int s = 0; s < MAP_STATES; s++)
        if (m->count[s])
            printf("%7zu %-8s (%ld turns) %s\n", m->count[s], map_state_name[s], m->turns[s], about[s]);
}

/* The board, each square with the number of turns with it that are left. */
static void print_board(const struct rules *r, const struct map *m)
{
    for (int row = r->n - 1; row >= 0; row--) {
        printf("%3d", row + 1);
        for (int col = 0; col < r->m; col++) {
            int left = m->left[square_at(col, row)];
            if (left)
                printf("%4d", left);
            else
                printf("   .");
        }
        putchar('\n');
    }
    printf("   ");
    for (int col = 0; col < r->m; col++) {
        char text[SQUARE_TEXT];
        square_format(square_at(col, 0), text);
        text[strcspn(text, "0123456789")] = '\0';
        printf("%4s", text);
    }
    putchar('\n');
}

/* Those that resist, the easiest first. */
static void print_resisting(const struct args *a, const struct map *m)
{
    uint32_t last = 0;
    int shown = 0;
    while (shown < a->most) {
        uint32_t next = UINT32_MAX;
        for (size_t i = 0; i < m->n; i++)
            if (m->reply[i].state == MAP_RESISTS && m->reply[i].pn > last && m->reply[i].pn < next)
                next = m->reply[i].pn;
        if (next == UINT32_MAX)
            return;
        for (size_t i = 0; i < m->n && shown < a->most; i++) {
            const struct map_reply *x = &m->reply[i];
            char pn[PROOF_NUMBER_TEXT], dn[PROOF_NUMBER_TEXT];
            struct buf b = BUF_EMPTY;
            if (x->state != MAP_RESISTS || x->pn != next)
                continue;
            describe_squares(x->turn.s, x->turn.n, &b);
            printf("%s  %s/%s\n", buf_str(&b), proof_number_text(x->pn, pn), proof_number_text(x->dn, dn));
            buf_free(&b);
            shown++;
        }
        last = next;
    }
}

static bool map(const struct args *a, struct err *e)
{
    struct lab *l = lab_open(a->path, false, e);
    struct map m;
    if (!l)
        return false;
    const struct lab_root *all;
    size_t n = lab_roots(l, &all);
    const struct lab_root *r = a->root ? lab_root_find(l, a->root) : n == 1 ? all : NULL;
    bool ok = (r || (a->root ? err_set(e, "there is no root '%.60s'", a->root)
                             : err_set(e, "%zu roots: which one? (--root NAME)", n))) &&
              lab_map(l, r, &m, e);
    if (ok && a->json) {
        describe_print_json(map_json(l, r, &m, a->all, 0));
    } else if (ok) {
        printf("%s, %s to win: ", r->name, side_name(lab_attacker(l, r->node)));
        print_counts(&m);
        print_board(lab_rules(l), &m);
        print_resisting(a, &m);
    }
    if (ok)
        map_free(&m);
    lab_close(l);
    return ok;
}

int openings_map(int argc, char **argv)
{
    static const struct option_row options[] = {
        {"root", 'r', "NAME", 0, "of this root (needed if there are several)", 0, TO_TEXT(struct args, root)},
        {"most", 'm', "N", 0, "list the N easiest of those that resist (10)", 0,
         TO_INT(struct args, most, 0, 1000000)},
        {"all", 'a', NULL, 0, "with --json: list verified replies, too", 0, TO_FLAG(struct args, all)},
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {
        NULL,
        parse,
        "FILE.lab",
        "Shows what a lab knows of every reply to a root in which the defender is to move, up to symmetry: "
        "how "
        "many are proved to lose, verified, resisting and open, and on a board in how many turns that are "
        "left "
        "each square has a stone. The lab grows by `hexad lab run`, also meanwhile.",
        NULL,
        NULL,
        NULL};
    struct args a = {.most = 10};
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    return map(&a, &e) ? EXIT_FINE : cli_fail(argv[0], &e);
}
