/* Inside src/mcts: nodes, and what the files share. */
#ifndef MCTS_INNER_H
#define MCTS_INNER_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/rng.h"
#include "game/playout.h"
#include "mcts/mcts.h"

/* A move, and the position after it. Its moves are nodes in a row, in the game's order. Sums are Black's, in parts of a win (WHOLE),
 * so that threads add without a lock and the order of adding does not matter. */
enum { WHOLE = 1 << 16, NO_NODE = 0, LINE_MOST = 2048, POINT_PARTS = 16 };
enum node_state { NODE_LEAF, NODE_BUSY, NODE_OPEN };
enum node_asked { ASK_NOT, ASK_WAITS, ASK_DONE };

struct node {
    _Atomic uint64_t sum, amaf_sum;
    _Atomic uint32_t visits, amaf_visits;
    _Atomic uint32_t under_way; /* walks that went through and have not come back: each counts as lost */
    _Atomic float share;        /* of the evaluator; 0: not known, or none */
    uint32_t child;             /* the first of its moves, once it is open */
    uint16_t children;
    game_move move;
    _Atomic uint8_t state, asked;
    _Atomic uint8_t
        outcome; /* for certain: the game is over here, or ends so by the moves of the tree, which are all there are */
    uint8_t
        all; /* every legal move is among its moves, loses, or stands elsewhere in its turn's part of the tree */
    _Atomic uint16_t
        turns; /* of the winner to that end, one under way among them; 0: the game is over here */
};

/* Where nodes live: half of the memory each, so that a tree is moved, without what is not wanted, from one to the other. */
struct arena {
    struct node *node;
    uint32_t room;
    _Atomic uint32_t used; /* the first is never a node; may be past `room` when it is full */
};

/* A position that waits for its evaluation. */
struct waiting {
    uint32_t node;
    struct game *game;
    uint64_t since; /* walks made when it came */
};

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    struct waiting *at; /* a ring of `room` */
    int room, first, n;
    bool closed;
};

struct worker {
    struct mcts *m;
    struct game *game; /* at the root between walks */
    struct rng rng;
    void *maker; /* of playouts */
    struct playout playout;
    uint32_t path[LINE_MOST];
    uint8_t mover[LINE_MOST]; /* who moved into path[i + 1] */
    int depth;
    struct asker {
        struct evaluator *evaluator; /* NULL: it asks nobody */
        struct evaluation *said;     /* room for a batch */
        uint16_t *slot;              /* by move: its place among the moves of a node */
    } asker;
    struct scout *scout;    /* NULL: none */
    struct scouted scouted; /* of the position reached */
    struct deadline until;  /* of long looks */
    /* Written by the worker alone, read by whoever reports meanwhile. */
    _Atomic uint64_t playouts;
    _Atomic int64_t score; /* of Black, added up, in parts of a point (POINT_PARTS) */
    _Atomic int64_t
        *owner; /* by point: playouts in which it was Black's less those in which it was White's */
};

struct mcts {
    struct mcts_options o;
    struct game *game; /* at the root */
    const struct game_playouts *playouts;
    int points;
    struct arena half[2];
    struct arena *arena; /* the one in use */
    uint32_t root;
    struct queue queue;
    struct asker behind; /* of the queue's thread */
    pthread_t asker;     /* that thread, */
    bool asks;           /* if it was begun and not waited for */
    struct worker *worker;
    /* The run. */
    _Atomic uint64_t walks,
        enough; /* made since the beginning; stop when they are so many, 0: no such limit */
    atomic_bool stop, full;
    const struct mcts_limits *limits;
    double began, told;
    uint64_t before; /* walks when it began */
    /* Counts. */
    _Atomic uint64_t opened, asked, batches, dropped, lag;
    uint64_t prunings;
};

/* tree.c */
bool arena_init(struct arena *a, size_t bytes);
void tree_clear(struct mcts *m);
/* A row of n nodes, the number of the first; NO_NODE if there is no room. */
uint32_t tree_take(struct mcts *m, int n);
/* Keeps what is below `root`, of which nothing with fewer visits, in the other half. */
void tree_move(struct mcts *m, uint32_t root, uint32_t visits);
/* Makes room: what was visited least goes. */
void tree_prune(struct mcts *m);
/* Nodes that the tree has. */
uint32_t tree_size(const struct mcts *m);

static inline struct node *tree_node(const struct mcts *m, uint32_t i)
{
    return &m->arena->node[i];
}

/* walk.c */
void walk(struct worker *w);
bool walk_open(struct worker *w, struct node *n);
/* Looks at the position by the scout and asks the evaluator: what is needed before it is opened. Gives what Black gets, and
 * notes an end that is certain, which the root is not asked for. */
double walk_look(struct worker *w, struct node *n, bool root);

/* choices.c: the moves of the position reached that become nodes, into an array with room for GAME_MOVES_MOST; returns how many. `all`
 * says what a node's does. None: every turn with the moves so far stands elsewhere. */
int choices(struct worker *w, game_move *out, bool *all);

/* ask.c */
void asker_init(struct asker *a, struct evaluator *e, int batch, int moves);
void asker_done(struct asker *a, int batch);
/* Asks at once; the chance is that of Black. */
double ask_now(struct worker *w, struct node *n);
/* The same in two steps, for nodes that are opened by the answer. */
double ask_position(struct worker *w);
void ask_put(struct worker *w, struct node *n);
/* Puts a position into the queue, or says that there is no room. With MCTS_BATCHES a full batch is evaluated. */
void ask_later(struct worker *w, struct node *n);
/* The queue's thread, until the queue is closed; and what is left in it is forgotten. */
void *ask_thread(void *mcts);
void ask_forget(struct mcts *m);

#endif
