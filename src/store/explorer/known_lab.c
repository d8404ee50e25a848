/* What a lab has found, into the opening database; see known.h. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/symmetry.h"
#include "lab/job.h"
#include "lab/lab.h"
#include "store/explorer/known.h"

struct taking {
    struct explorer *x;
    struct lab *lab;
    const char *name; /* of the lab */
    const struct deadline *until;
    struct known_lab *sum;
    struct err *e;
};

/* "openings" of "/tmp/openings.lab". */
static char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    slash = slash ? slash + 1 : path;
    const char *dot = strrchr(slash, '.');
    size_t len = dot && dot > slash ? (size_t)(dot - slash) : strlen(slash);
    return mem_strndup(slash, len < KNOWN_NAME / 2 ? len : KNOWN_NAME / 2);
}

static enum explorer_answer take_cert(struct taking *t, const char *name, const struct buf *bytes)
{
    struct known_added added;
    enum explorer_answer a = explorer_prove(t->x, name, buf_str(bytes), bytes->len, t->until, &added, t->e);
    if (a == EXPLORER_FINE) {
        t->sum->proofs += !added.known;
        t->sum->known += added.known;
        t->sum->positions += added.positions;
    }
    return a;
}

/* Proved roots, each by one certificate as it was given. */
static enum explorer_answer take_roots(struct taking *t)
{
    const struct lab_root *root;
    size_t n = lab_roots(t->lab, &root);
    enum explorer_answer a = EXPLORER_FINE;
    for (size_t i = 0; i < n && a == EXPLORER_FINE; i++) {
        if (lab_graph(t->lab)->node[root[i].node].state != GRAPH_PROVED)
            continue;
        struct buf bytes = BUF_EMPTY, name = BUF_EMPTY;
        buf_format(&name, "%s-%.40s", t->name, root[i].name);
        a = lab_compose(t->lab, root[i].node, symmetry_inverse(root[i].symmetry), &bytes, t->e)
                ? take_cert(t, buf_str(&name), &bytes)
                : EXPLORER_FAILED;
        if (a == EXPLORER_REFUSED)
            a = EXPLORER_FINE; /* a position that was set up is none of the game's */
        buf_free(&bytes);
        buf_free(&name);
    }
    return a;
}

/* Other proved positions that have a certificate of their own, unless they are known by now. */
static enum explorer_answer take_node(struct taking *t, uint32_t node)
{
    struct buf bytes = BUF_EMPTY, name = BUF_EMPTY;
    struct position *p = lab_position(t->lab, node);
    struct known_answer k;
    enum explorer_answer a = explorer_look(t->x, p, &k, t->e);
    if (a == EXPLORER_FINE && k.what != KNOWN_PROVED &&
        lab_cert_bytes(t->lab, lab_cert(t->lab, node), &bytes)) {
        buf_format(&name, "%s-%u", t->name, node);
        a = take_cert(t, buf_str(&name), &bytes);
        if (a == EXPLORER_REFUSED)
            a = EXPLORER_FINE;
    }
    position_free(p);
    buf_free(&bytes);
    buf_free(&name);
    return a;
}

/* Those with fewer stones first: their proofs have others in them. */
static enum explorer_answer take_nodes(struct taking *t)
{
    const struct graph *g = lab_graph(t->lab);
    enum explorer_answer a = EXPLORER_FINE;
    int level = 0, next = 0;
    while (next >= 0 && a == EXPLORER_FINE) {
        level = next;
        next = -1;
        for (uint32_t n = 1; n <= g->nodes && a == EXPLORER_FINE; n++) {
            if (g->node[n].state != GRAPH_PROVED || g->node[n].kind == GRAPH_PART || !lab_cert(t->lab, n))
                continue;
            if (g->node[n].level == level)
                a = take_node(t, n);
            else if (g->node[n].level > level && (next < 0 || g->node[n].level < next))
                next = g->node[n].level;
        }
    }
    return a;
}

static enum explorer_answer take_open(struct taking *t)
{
    const struct graph *g = lab_graph(t->lab);
    struct known_weight *list = NULL;
    size_t n = 0, room = 0;
    double *chance = lab_chances(t->lab, t->e);
    if (!chance)
        return EXPLORER_FAILED;
    for (uint32_t i = 1; i <= g->nodes; i++) {
        const struct graph_node *x = &g->node[i];
        if (x->state != GRAPH_OPEN || x->kind == GRAPH_PART)
            continue;
        list = mem_grow(list, &room, n + 1, sizeof *list);
        list[n++] =
            (struct known_weight){lab_position(t->lab, i), lab_attacker(t->lab, i), x->pn, x->dn, chance[i]};
    }
    enum explorer_answer a = explorer_weigh(t->x, t->name, list, n, t->e);
    t->sum->weighed = a == EXPLORER_FINE ? n : 0;
    for (size_t i = 0; i < n; i++)
        position_free(list[i].position);
    free(list);
    free(chance);
    return a;
}

enum explorer_answer explorer_take_lab(struct explorer *x, const char *path, const struct deadline *until,
                                       struct known_lab *out, struct err *e)
{
    *out = (struct known_lab){0};
    struct lab *lab = lab_open(path, false, e);
    if (!lab)
        return EXPLORER_FAILED;
    char *name = name_of(path);
    struct taking t = {.x = x, .lab = lab, .name = name, .until = until, .sum = out, .e = e};
    enum explorer_answer a = take_roots(&t);
    if (a == EXPLORER_FINE)
        a = take_nodes(&t);
    if (a == EXPLORER_FINE)
        a = take_open(&t);
    lab_close(lab);
    free(name);
    return a;
}
