/* The AND/OR graph of a proof search (SPEC 5): positions as nodes, turns as edges, proof and disproof numbers.
 *
 * In an attack node the attacker is to move (OR), in a defend node the defender (AND); a part is an attack
 * node behind a turn that the defender did not finish: won, it settles all that follows it; if it is not, that
 * says nothing of the node above it. The graph knows its nodes by bytes that the caller
 * makes from whole positions, and nothing of the game. It has no cycles: an edge leads to a higher level.
 *
 * A node without edges is a leaf with numbers of its own. A node with edges may have a phantom child besides,
 * which stands for those that nobody has generated yet and carries the numbers of its own. */
#ifndef LAB_GRAPH_H
#define LAB_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum graph_kind { GRAPH_ATTACK, GRAPH_DEFEND, GRAPH_PART };
enum graph_state { GRAPH_OPEN, GRAPH_PROVED, GRAPH_DISPROVED };

/* How a node in work looks to the choice of the next one. */
enum graph_policy { GRAPH_LOSS, GRAPH_WIN, GRAPH_GREEDY, GRAPH_EQUAL, GRAPH_POLICIES };
extern const char *const graph_policy_name[GRAPH_POLICIES];

enum { GRAPH_INFINITE = 1 << 30, GRAPH_NONE = 0, GRAPH_PATH_MOST = 1024 };

struct graph_options {
    enum graph_policy policy;
    bool weak;       /* weak proof numbers: the largest and one for each other child, instead of the sum */
    double patience; /* ε: a subtree is left when its number exceeds 1 + ε times the runner-up's */
};

/* Numbers of nodes and edges are their places, from 1; 0 is none. */
struct graph_node {
    uint32_t pn, dn;                        /* as they are now, with what is in work */
    uint32_t own_pn, own_dn;                /* of the leaf, or of the phantom child */
    uint32_t children, last_child, parents; /* first and last edge down, first edge up */
    uint32_t chosen;                        /* the edge that was chosen last */
    uint32_t key;                           /* where its bytes are */
    uint32_t hash;
    uint32_t stamp;
    uint16_t level;
    uint8_t kind, state;
    bool phantom;   /* there may be more children */
    bool work;      /* the leaf, or its phantom child, is in work */
    bool spent;     /* nothing can be done for the leaf, or its phantom child: it is not chosen */
    uint8_t effort; /* the caller's: what was tried on it */
};

struct graph_edge {
    uint32_t parent, child;
    uint32_t next_down, next_up; /* of the same parent, of the same child */
    uint8_t symmetry;            /* the caller's: how the child is turned to become the node */
    uint8_t source;              /* the caller's */
    bool pruned;                 /* not to be gone into */
    uint8_t stones;
    uint32_t turn; /* where its squares are */
};

struct graph {
    struct graph_options options;
    size_t key_size;
    struct graph_node *node;
    struct graph_edge *edge;
    uint32_t nodes, edges;
    size_t node_room, edge_room;
    uint8_t *keys;
    size_t key_room;
    uint16_t *turns;
    size_t turn_used, turn_room;
    uint32_t *slot; /* hash table of nodes */
    size_t slots;
    uint32_t *heap; /* nodes whose numbers are to be found again, the deepest first */
    size_t heaped, heap_room;
    uint32_t stamp;
    uint32_t *changed; /* nodes whose row is no longer what it was, since graph_forget_changes */
    size_t changes, change_room;
    uint32_t change_stamp;
    uint32_t *marked; /* by node: the stamp of its last change */
    size_t marked_room;
};

struct graph *graph_new(size_t key_size, const struct graph_options *o);
void graph_free(struct graph *g);
size_t graph_memory(const struct graph *g);

const uint8_t *graph_key(const struct graph *g, uint32_t node);
/* The node of these bytes, or none. */
uint32_t graph_find(const struct graph *g, const uint8_t *key);
/* The same, made as a leaf with these numbers if it is not there. */
uint32_t graph_add(struct graph *g, const uint8_t *key, enum graph_kind kind, int level, uint32_t pn,
                   uint32_t dn, bool *fresh);

/* The edge from one to the other, by whichever turn, or none. */
uint32_t graph_edge_between(const struct graph *g, uint32_t parent, uint32_t child);
/* A new edge; the numbers above it are found again. */
uint32_t graph_link(struct graph *g, uint32_t parent, uint32_t child, const uint16_t *turn, int stones,
                    int symmetry, int source);
/* The same without finding numbers, for loading. */
uint32_t graph_join(struct graph *g, uint32_t parent, uint32_t child, const uint16_t *turn, int stones,
                    int symmetry, int source);
/* A place that leads from and to nothing. */
void graph_skip_edge(struct graph *g);
static inline const uint16_t *graph_turn(const struct graph *g, uint32_t edge)
{
    return g->turns + g->edge[edge].turn;
}

/* Takes all children away; their edges stay as places that lead from and to nothing. */
void graph_cut(struct graph *g, uint32_t node);

/* The numbers of a leaf or of the phantom child; is there one? */
void graph_set_own(struct graph *g, uint32_t node, uint32_t pn, uint32_t dn, bool phantom);
void graph_set_state(struct graph *g, uint32_t node, enum graph_state s);
void graph_set_pruned(struct graph *g, uint32_t edge, bool pruned);
void graph_set_chosen(struct graph *g, uint32_t node, uint32_t edge);
/* In work, or no longer. */
void graph_set_work(struct graph *g, uint32_t node, bool work);
/* Nothing can be done for it, until its own numbers are set again. */
void graph_set_spent(struct graph *g, uint32_t node);
/* The edge by another turn that leads to the same child; as many stones. */
void graph_set_turn(struct graph *g, uint32_t edge, const uint16_t *turn, int symmetry);
/* Something else of the node was changed by the caller. */
void graph_note(struct graph *g, uint32_t node);
void graph_forget_changes(struct graph *g);

/* Everything anew, after loading. */
void graph_renew(struct graph *g);

/* The most proving node below `root` that is not in work: a leaf, or a node whose phantom child is meant. Its
 * path is in `edge`, from the root on; returns how many, −1 if there is nothing to choose. */
int graph_choose(struct graph *g, uint32_t root, uint32_t *edge, int most, uint32_t *node);

#endif
