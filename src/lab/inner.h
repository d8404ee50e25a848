/* The inside of a lab, for its files:
 *
 *     options.c   the table of options
 *     lab.c       opening, rows out
 *     load.c      rows in, and whether a lab can work with them
 *     audit.c     whether they are true, each of them
 *     nodes.c     positions, keys, children
 *     choose.c    from the most proving node to a job
 *     turns.c     turns that end the game, those that were tried, those that were not
 *     accept.c    from a result to the graph: claims and checks
 *     lies.c      workers that lied: quarantine, and what they claimed is void
 *     settle.c    from the state of a node to those above it
 *     compose.c   one certificate from several
 *     twins.c     both claims about a position, and roots that ask for both
 *     transfer.c  zones across siblings: a proof that holds for the neighbour, too
 *     ask.c       what people want
 *     events.c    how much of it there is
 *     run.c       the loop over a runner (runner.h); those of this process share tasks.c
 *     simulate.c  the same with workers that are made up
 *     stats.c     what was done, summed up
 *     history.c   what those who look on want to know: numbers over time, who does what
 *     map.c       every reply to a root (map.h)
 *     view.c      the file looked at, without a graph in memory (view.h)
 */
#ifndef LAB_INNER_H
#define LAB_INNER_H

#include "db/db.h"
#include "lab/lab.h"

/* Effort on attack nodes and parts: solve, then expand; on defend nodes: verified. */
enum { EFFORT_NONE, EFFORT_SOLVED, EFFORT_SOLVED_MORE, EFFORT_GIVEN_UP };
enum { EFFORT_VERIFIED = 1, EFFORT_STUCK = 2 };

enum { JOB_OUT, JOB_DONE, JOB_VOID };
/* Events that were taken up; one that a root came from stays, since the root is compared with it. */
enum { EVENT_OPEN, EVENT_DONE, EVENT_ROOT };
enum { RESULT_CLAIMED, RESULT_ACCEPTED, RESULT_REJECTED, RESULT_VOID };

/* Numbers of new nodes: a defence that is left open, a part of one. Parts look easier to refute, so that they
 * are tried before what hangs on them. */
enum {
    OPEN_PN = 1,
    OPEN_DN = 2,
    PART_PN = 4,
    PART_DN = 1,
    PART_PATIENCE = 200,
    FAILED_PN = 1 << 20,
    MANY_PN = 8,
    DOUBT = 3
};

/* A job that has no result yet. */
struct outstanding {
    int64_t id;
    uint32_t node;
    enum lab_kind kind;
    bool given;   /* to the runner of this process */
    int64_t root; /* for whose sake; 0: not known any more */
};

struct lab {
    struct db *ledger;
    int own; /* the right to change the graph (ledger_own); less than 0: not held */
    struct rules rules;
    struct lab_options options;
    struct graph *graph;
    bool change;
    struct lab_root *root;
    size_t roots, root_room;
    struct lab_pair *pair;
    size_t pairs, pair_room;
    int64_t *cert; /* by node: its own certificate's row, 0 if none */
    size_t cert_room;
    uint32_t saved_nodes, saved_edges; /* rows that are in the file already */
    int64_t *edge_job;                 /* by edge: the job that brought it, 0: a person */
    size_t edge_job_room;
    uint32_t *edge_changed; /* edges whose row is to be written again */
    size_t edges_changed, edge_changed_room;
    struct outstanding *out;
    size_t outs, out_room;
    int64_t next_job;
    struct lab_run *run;          /* under way, for what is said; may be NULL */
    const struct deadline *until; /* of composing; NULL: none */
    struct lab_told {
        int64_t root;
        uint32_t pn, dn;
    } * told; /* what the history says last of each root */
    size_t tolds, told_room;
};

/* Is nothing to be done for the root now? */
static inline bool lab_root_rests(const struct lab *l, const struct lab_root *r)
{
    return r->paused || (l->run && l->run->only && l->run->only != r->id);
}

/* nodes.c */
size_t lab_key_size(const struct rules *r);
/* The position of a key; the caller frees it. NULL if it is not one of an open position. */
struct position *lab_key_position(const struct rules *r, const uint8_t *key);
/* The node of a position, made if need be with these numbers, and settled if that is seen at a glance; the symmetry that
 * turns the position into it. */
uint32_t lab_node(struct lab *l, const struct position *p, enum side attacker, bool part, uint32_t pn,
                  uint32_t dn, int *symmetry, bool *fresh);
/* The position after a turn of the node's mover; `part`: the rest of it is given up. NULL with a message if it
 * is not possible. An ended game is possible. */
struct position *lab_after(const struct position *p, const struct squares *turn, bool part, struct err *e);
/* The edge by this turn from the node, made if need be; 0 if the turn ends the game or is not possible. */
uint32_t lab_link(struct lab *l, uint32_t node, const struct squares *turn, int source, int64_t job,
                  uint32_t pn, uint32_t dn, bool *fresh);
/* The edge by a turn of the attacker's that leads to the same child in the place of the one that it has. */
void lab_edge_turn_to(struct lab *l, uint32_t edge, const struct squares *turn);
/* The edge by these very squares, in the node's orientation, or none. */
uint32_t lab_edge_by(const struct lab *l, uint32_t node, const struct squares *turn);
void lab_edge_turn(const struct lab *l, uint32_t edge, struct squares *out);
/* Does the defender leave stones of this turn unplaced? */
bool lab_edge_is_part(const struct graph *g, uint32_t edge);
void lab_edge_note(struct lab *l, uint32_t edge);
void lab_edge_job(struct lab *l, uint32_t edge, int64_t job);
void lab_cert_set(struct lab *l, uint32_t node, int64_t cert);
void lab_say(struct lab *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* load.c: everything from the file, or what is wrong with it. */
bool lab_load(struct lab *l, struct err *e);
bool lab_load_roots(struct lab *l, struct err *e);
/* Settles in an older file what is seen at a glance now, once; the lab may be changed. */
bool lab_heal(struct lab *l, struct err *e);
#define LAB_GLANCED "glanced" /* in `meta`: that was done */
#define LAB_TWINNED "twinned" /* the same: what a proved twin disproves is disproved */
/* Squares as they are kept in a row: "j10 k11". */
bool lab_turn_read(const struct rules *r, const char *text, struct squares *out);

/* lab.c: writes what has changed since the last time, within a transaction. */
void lab_save(struct lab *l);

/* turns.c: how the side to move can end the game in this turn. `turn`, if not NULL, gets the stones of the row. */
enum lab_end { LAB_END_NONE, LAB_END_ROW, LAB_END_FULL };
enum lab_end lab_end(const struct position *p, struct squares *turn);
/* Settles an open node in which the side to move completes a row or fills the board at once: the attacker has won, and the
 * turn is its certificate; or it does not win. So it does not if its twin is proved. False if nothing of it can be seen. What follows for the nodes above is the caller's. */
bool lab_glance(struct lab *l, uint32_t node);
/* Turns that are there already; where the attacker is to move, all by which the position becomes one of the children, whatever
 * symmetry that takes. */
void lab_tried(const struct lab *l, uint32_t node, const struct position *p, struct lab_turns *out);
/* The first turn, in the order of squares, that is not among them; false if there is none. */
bool lab_untried(const struct lab *l, uint32_t node, struct squares *out);

/* choose.c: the next job, put among those that are out and into the file; false if there is nothing to do. The
 * caller frees it. `room` is how many more would be welcome. */
bool lab_next(struct lab *l, int room, struct lab_job *out);
/* The same job again from its row; false if that cannot be read, or is not about its node. */
bool lab_job_again(struct lab *l, const struct outstanding *o, struct lab_job *out);
/* Is there a way from an open, running root to this open node? */
bool lab_needed(const struct lab *l, uint32_t node);

/* accept.c: takes in a result, within a transaction of its own. Results of unknown jobs, or of those that have
 * one, change nothing. */
bool lab_accept(struct lab *l, struct lab_result *r, struct err *e);
/* A defend node that left too many defences open: as hard as so many children; tried again when everything else is harder. */
void lab_many(struct graph *g, uint32_t node);
/* The numbers of a new node by the chance of the attacker, and by how much that went up and down (SPEC 5). */
void lab_numbers(double chance, double swing, int mate, uint32_t *pn, uint32_t *dn);

/* lies.c: the worker of this job's result lied. What it claimed and nobody has checked is void, and done again by others. */
void lab_quarantine(struct lab *l, int64_t job, const char *why);
bool lab_quarantined(struct lab *l, const char *worker);

/* settle.c: after the state of a node changed, what follows for those above it. */
void lab_settle(struct lab *l, uint32_t node);
/* After something changed below a node: what follows for itself. */
void lab_settle_node(struct lab *l, uint32_t node);
/* Is a part proved, refuted, or has it resisted for so long that what follows it is listed instead? */
bool lab_part_over(const struct graph_node *part);
/* Among the nodes that have changed. */
void lab_give_up_parts(struct lab *l);

/* history.c: notes the numbers of the roots that have others after this job, within a transaction. */
void lab_history(struct lab *l, int64_t job);
/* Notes who does the jobs that are out, if that is not what was noted last; `none`: nobody any more. */
bool lab_busy(struct lab *l, const struct runner *r, bool none, struct err *e);

/* twins.c: the node of the same position with the other attacker, or none; and is that proved? Then this one is disproved. */
uint32_t lab_twin(const struct lab *l, uint32_t node);
bool lab_twin_proved(const struct lab *l, uint32_t node);
/* The node is proved, and so its twin is disproved, with what follows for those above that one. What follows for those above this
 * one is the caller's. */
void lab_prove(struct lab *l, uint32_t node);
struct lab_pair *lab_pair_of(const struct lab *l, int64_t root);
/* Which of the two is to be searched now: mostly the one that looks easier. */
const struct lab_root *lab_pair_next(const struct lab *l, const struct lab_pair *p);
/* So many nodes went into a root. */
void lab_pair_spent(struct lab *l, int64_t root, uint64_t nodes);
void lab_forget_pairs(struct lab *l);
/* From the rows; the number of one that is damaged, else 0. The roots must be there. */
int64_t lab_load_pairs(struct lab *l);

/* transfer.c: a child of a defend node is proved: by the zones of its certificate, if that is not large, some open siblings may be
 * won as well. Writes certificates for them and proves them; returns how many. */
int lab_transfer(struct lab *l, uint32_t edge);

/* compose.c */
struct composed {
    bool ok;
    struct squares missing; /* if not: the defence that nothing wins against, if the node is a defend node */
    bool has_missing;
    int64_t liar; /* the job whose certificates were rejected, 0 if none */
};
/* Composes and checks the certificate of a node of which everything below is proved; keeps it as its own. */
struct composed lab_compose_own(struct lab *l, uint32_t node);
/* Does the checker accept it, as a proof of just this node? `claim`, if not NULL, gets what it proves in words. */
bool lab_cert_accepted(struct lab *l, uint32_t node, const char *cert, size_t len, struct buf *claim,
                       struct err *e);
/* Checks one certificate of a node and keeps it; 0 with a message if it is not accepted. */
int64_t lab_cert_keep(struct lab *l, uint32_t node, const char *cert, size_t len, struct err *e);
/* What the row of a certificate says that it claims, appended. */
bool lab_cert_claim(struct lab *l, int64_t id, struct buf *out);
/* The zones of a certificate's row, by square the first zone it is in (0: none); the caller frees them. `all`: from
 * which on they are everything. NULL if they cannot be read. */
uint8_t *lab_cert_zones(struct lab *l, int64_t id, int *all);
/* The squares that may follow a proved part that leaves so many stones unplaced. Composes its certificate if it
 * has none of its own. False if that fails. The caller frees `*follow`. */
bool lab_follow(struct lab *l, uint32_t part, int unplaced, bool *everywhere, square **follow, int *n);

#endif
