/* `hexad lab show`: the tree of a lab, as it is at this moment. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/describe.h"
#include "cli/lab/lab_verbs.h"
#include "game/symmetry.h"
#include "json/game.h"
#include "json/proof.h"

struct args {
    const char *path, *root;
    struct buf stones;
    int levels, most;
    bool json;
};

static const char *const kinds[] = {"attack", "defend", "part"};
static const char *const sources[] = {"verify", "engine", "person", "part", "part"};

/* The children, the most proving first. */
static uint32_t *ordered(const struct graph *g, uint32_t node, size_t *n)
{
    uint32_t *list = NULL;
    size_t count = 0;
    for (uint32_t e = g->node[node].children; e; e = g->edge[e].next_down)
        count++;
    list = calloc(count + 1, sizeof *list);
    *n = 0;
    bool defend = g->node[node].kind == GRAPH_DEFEND;
    for (uint32_t e = g->node[node].children; list && e; e = g->edge[e].next_down) {
        const struct graph_node *c = &g->node[g->edge[e].child];
        uint32_t x = defend ? c->dn : c->pn;
        size_t at = (*n)++;
        for (; at > 0; at--) {
            const struct graph_node *o = &g->node[g->edge[list[at - 1]].child];
            if ((defend ? o->dn : o->pn) <= x)
                break;
            list[at] = list[at - 1];
        }
        list[at] = e;
    }
    return list;
}

static json_t *node_json(const struct args *a, const struct lab *l, uint32_t node, int symmetry, int levels)
{
    const struct graph *g = lab_graph(l);
    const struct graph_node *n = &g->node[node];
    json_t *o = json_pack("{s:I, s:s, s:s, s:o, s:o, s:b, s:b}", "node", (json_int_t)node, "kind",
                          kinds[n->kind], "state", lab_state_text(n), "pn", proof_number_json(n->pn), "dn",
                          proof_number_json(n->dn), "work", n->work, "certificate", lab_cert(l, node) != 0);
    if (levels == 0 || !n->children)
        return o;
    size_t count;
    uint32_t *list = ordered(g, node, &count);
    json_t *turns = json_array();
    for (size_t i = 0; i < count && i < (size_t)a->most; i++) {
        struct squares s = lab_seen_turn(l, list[i], symmetry);
        json_t *child = node_json(a, l, g->edge[list[i]].child,
                                  symmetry_then(symmetry, g->edge[list[i]].symmetry), levels - 1);
        json_object_set_new(child, "turn", game_squares_json(s.s, s.n));
        json_object_set_new(child, "source", json_string(sources[g->edge[list[i]].source]));
        json_object_set_new(child, "pruned", json_boolean(g->edge[list[i]].pruned));
        json_array_append_new(turns, child);
    }
    json_object_set_new(o, "turns", turns);
    json_object_set_new(o, "more",
                        json_integer(count > (size_t)a->most ? (json_int_t)(count - (size_t)a->most) : 0));
    free(list);
    return o;
}

static void print_node(const struct args *a, const struct lab *l, uint32_t node, int symmetry, int level)
{
    const struct graph *g = lab_graph(l);
    size_t count;
    uint32_t *list = ordered(g, node, &count);
    for (size_t i = 0; i < count && i < (size_t)a->most; i++) {
        const struct graph_edge *e = &g->edge[list[i]];
        const struct graph_node *c = &g->node[e->child];
        struct squares s = lab_seen_turn(l, list[i], symmetry);
        struct buf text = BUF_EMPTY;
        char pn[PROOF_NUMBER_TEXT], dn[PROOF_NUMBER_TEXT];
        describe_squares(s.s, s.n, &text);
        bool part = e->source >= LAB_PART;
        printf("%*s%s%s  %s", 2 * level, "", s.n ? buf_str(&text) : "", part ? " -" : "", lab_state_text(c));
        if (c->state == GRAPH_OPEN)
            printf(" %s/%s", proof_number_text(c->pn, pn), proof_number_text(c->dn, dn));
        printf("%s%s%s%s\n", e->source == LAB_BY_PERSON ? ", suggested" : "", e->pruned ? ", pruned" : "",
               c->work ? ", in work" : "", lab_cert(l, e->child) ? ", certified" : "");
        buf_free(&text);
        if (level < a->levels)
            print_node(a, l, e->child, symmetry_then(symmetry, g->edge[list[i]].symmetry), level + 1);
    }
    if (count > (size_t)a->most)
        printf("%*sand %zu more\n", 2 * level, "", count - (size_t)a->most);
    free(list);
}

/* Whose claim it is of those that ask who wins. */
static void put_pair(const struct lab *l, const struct lab_root *r, json_t *o)
{
    const struct lab_pair *pair;
    size_t n = lab_pairs(l, &pair);
    for (size_t i = 0; i < n; i++)
        if (pair[i].root[BLACK] == r->id || pair[i].root[WHITE] == r->id)
            json_object_set_new(
                o, "pair",
                json_pack("{s:s, s:s}", "name", pair[i].name, "winner", lab_pair_word(l, &pair[i])));
}

static bool show_root(const struct args *a, const struct lab *l, const struct lab_root *r, json_t *all,
                      struct err *e)
{
    uint32_t node;
    int symmetry;
    if (!lab_walk(l, r, buf_str(&a->stones), &node, &symmetry, e))
        return false;
    const struct graph_node *n = &lab_graph(l)->node[node];
    if (a->json) {
        json_t *o = node_json(a, l, node, symmetry, a->levels);
        json_object_set_new(o, "root", json_string(r->name));
        json_object_set_new(o, "game", json_string(r->game));
        json_object_set_new(o, "attacker", json_string(game_side(lab_attacker(l, node))));
        put_pair(l, r, o);
        json_object_set_new(o, "priority", json_integer(r->priority));
        json_object_set_new(o, "paused", json_boolean(r->paused));
        json_array_append_new(all, o);
        return true;
    }
    char pn[PROOF_NUMBER_TEXT], dn[PROOF_NUMBER_TEXT];
    printf("%s: %s to win, %s%s", r->name, side_name(lab_attacker(l, node)), lab_state_text(n),
           r->paused ? ", paused" : "");
    if (n->state == GRAPH_OPEN)
        printf(", proof number %s, disproof number %s", proof_number_text(n->pn, pn),
               proof_number_text(n->dn, dn));
    putchar('\n');
    if (a->levels > 0)
        print_node(a, l, node, symmetry, 1);
    return true;
}

int lab_verb_show(int argc, char **argv)
{
    static const struct option_row options[] = {
        LAB_FILE(struct args, path),
        ARGUMENT_WORDS(struct args, stones),
        {"root", 'r', "NAME", 0, "this root only", 0, TO_TEXT(struct args, root)},
        {"levels", 'l', "N", 0, "so many turns deep (1)", 0, TO_INT(struct args, levels, 0, 100)},
        {"width", 'w', "N", 0, "so many turns of a position, the most proving first (20)", 0,
         TO_INT(struct args, most, 1, 1000000)},
        OPTION_JSON(struct args, json, 0),
        OPTION_END,
    };
    static const struct argp argp = {NULL,
                                     NULL,
                                     "FILE.lab [STONES]",
                                     "Shows the tree below a root, or below the position that STONES lead "
                                     "to, also while the lab runs: each turn, "
                                     "whether it is proved, else its proof and disproof number.",
                                     NULL,
                                     NULL,
                                     NULL};
    struct args a = {.levels = 1, .most = 20};
    struct err e;
    cli_parse(&argp, options, argc, argv, &a);
    struct lab *l = lab_open(a.path, false, &e);
    if (!l)
        return cli_fail(argv[0], &e);
    const struct lab_root *root;
    size_t n = lab_roots(l, &root);
    const struct lab_root *named = a.root ? lab_root_find(l, a.root) : NULL;
    bool ok = true, any = !a.root;
    if (!a.json && !a.root)
        lab_print_pairs(l);
    json_t *all = json_array();
    for (size_t i = 0; i < n && ok; i++)
        if (!a.root || named == &root[i]) {
            any = true;
            ok = show_root(&a, l, &root[i], all, &e);
        }
    if (!any)
        ok = err_set(&e, "there is no root '%.60s'", a.root);
    lab_close(l);
    buf_free(&a.stones);
    if (ok && a.json)
        describe_print_json(all);
    else
        json_decref(all);
    return ok ? EXIT_FINE : cli_fail(argv[0], &e);
}
