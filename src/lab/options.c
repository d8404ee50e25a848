/* The table of a lab's options; see lab.h. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lab/lab.h"

static const char *const no_yes[] = {"no", "yes", NULL};
static const char *const policies[] = {"loss", "win", "greedy", "equal", NULL};

const struct lab_option lab_option_table[] = {
    {"policy", "how nodes in work look to the choice: loss, win, greedy or equal", 0, 3, policies,
     GRAPH_EQUAL},
    {"weak", "weak proof numbers: the largest, and one for each other child", 0, 1, no_yes, 0},
    {"patience", "a subtree is left when its number exceeds 1 + this times the runner-up's", 0, 100, NULL,
     0.25},
    {"verify-order", "order of wins against defences, when they are listed", 1, 4, NULL, 2},
    {"verify-nodes", "nodes for each defence", 1, 1e12, NULL, 20000},
    {"solve-order", "order of wins looked for before a position is expanded", 1, 4, NULL, 3},
    {"solve-nodes", "nodes of that", 1, 1e12, NULL, 200000},
    {"expand-nodes", "nodes of the engine for a turn", 1, 1e12, NULL, 100000},
    {"verify-most", "open defences, beyond which a position is left for later; 0: any number", 0, 1e6, NULL,
     16},
    {NULL, NULL, 0, 0, NULL, 0},
};

static void put(struct lab_options *o, size_t which, double x)
{
    switch (which) {
    case 0:
        o->graph.policy = (enum graph_policy)x;
        break;
    case 1:
        o->graph.weak = x > 0;
        break;
    case 2:
        o->graph.patience = x;
        break;
    case 3:
        o->verify_order = (int)x;
        break;
    case 4:
        o->verify_nodes = (int64_t)x;
        break;
    case 5:
        o->solve_order = (int)x;
        break;
    case 6:
        o->solve_nodes = (int64_t)x;
        break;
    case 7:
        o->expand_nodes = (int64_t)x;
        break;
    default:
        o->verify_most = (int64_t)x;
        break;
    }
}

void lab_options_usual(struct lab_options *o)
{
    memset(o, 0, sizeof *o);
    for (size_t i = 0; lab_option_table[i].name; i++)
        put(o, i, lab_option_table[i].usual);
}

bool lab_option_set(struct lab_options *o, const char *name, const char *value, struct err *e)
{
    for (size_t i = 0; lab_option_table[i].name; i++) {
        const struct lab_option *t = &lab_option_table[i];
        if (strcmp(t->name, name) != 0)
            continue;
        for (int w = 0; t->words && t->words[w]; w++)
            if (strcmp(t->words[w], value) == 0) {
                put(o, i, w);
                return true;
            }
        char *end;
        double x = strtod(value, &end);
        if (t->words || end == value || *end || !(x >= t->least && x <= t->most))
            return err_set(e, "%s is '%.40s'; it is: %s", name, value, t->about);
        put(o, i, x);
        return true;
    }
    return err_set(e, "there is no option '%.40s'", name);
}

double lab_option_get(const struct lab_options *o, const char *name)
{
    const double values[] = {o->graph.policy,        o->graph.weak,           o->graph.patience,
                             o->verify_order,        (double)o->verify_nodes, o->solve_order,
                             (double)o->solve_nodes, (double)o->expand_nodes, (double)o->verify_most};
    for (size_t i = 0; lab_option_table[i].name; i++)
        if (strcmp(lab_option_table[i].name, name) == 0)
            return values[i];
    return 0;
}
