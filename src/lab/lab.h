/* A lab: job-level proof-number search (SPEC 5) over a graph of positions that is kept in one file.
 *
 * `lab_run` chooses the most proving nodes, gives out jobs for them through a runner, and takes the results.
 * A node is proved when a certificate for it, found by a job or composed from those below it, was accepted by
 * the checker; an evaluation only steers. Everything that matters is in the file before it is acted upon, so
 * that a lab goes on where it was, whatever happened. People look on and take part through the same file. */
#ifndef LAB_LAB_H
#define LAB_LAB_H

#include <jansson.h>
#include <stdatomic.h>

#include "base/clock.h"
#include "lab/graph.h"
#include "lab/ledger.h"
#include "lab/runner.h"

/* What is tried on a node, and how hard; kept in the file. */
struct lab_options {
    struct graph_options graph;
    int verify_order, solve_order;
    int64_t verify_nodes, solve_nodes, expand_nodes;
    int64_t verify_most; /* open defences, beyond which a node is left for later; 0: any number */
};

/* Every option: its name, what it is, its limits; the table makes help, reading and writing. */
struct lab_option {
    const char *name, *about;
    double least, most;
    const char *const *words; /* if it is a word: this many, by its number */
    double usual;
};
extern const struct lab_option lab_option_table[];
/* False with a message if there is none of that name, or the value is not one of its. */
bool lab_option_set(struct lab_options *o, const char *name, const char *value, struct err *e);
double lab_option_get(const struct lab_options *o, const char *name);
void lab_options_usual(struct lab_options *o);

struct lab;

/* Makes a file for labs of this game. */
bool lab_create(const char *path, const struct rules *r, const struct lab_options *o, struct err *e);

/* Opens it: to look at, or to change it, which one process may do at a time. The caller closes it. */
struct lab *lab_open(const char *path, bool change, struct err *e);
void lab_close(struct lab *l);

const struct rules *lab_rules(const struct lab *l);
const struct lab_options *lab_options(const struct lab *l);
const struct graph *lab_graph(const struct lab *l);
struct db *lab_ledger(struct lab *l);
/* Words that are kept with the file, by name; the caller frees them, NULL if there are none. */
char *lab_kept(struct lab *l, const char *name);
bool lab_keep(struct lab *l, const char *name, const char *value, struct err *e);

/* ---- roots ---- */

struct lab_root {
    int64_t id;
    char *name, *game; /* the stones, as they were given */
    uint32_t node;
    int symmetry; /* from the position as it was given to the node */
    int priority; /* the higher goes first */
    bool paused;
};

size_t lab_roots(const struct lab *l, const struct lab_root **out);
/* By its name, or by that of its pair. */
const struct lab_root *lab_root_find(const struct lab *l, const char *name);

/* Two roots of one position, by which it is found out who wins it. */
struct lab_pair {
    int64_t id;
    char *name;
    int64_t root[2];   /* that Black wins, that White does */
    uint64_t spent[2]; /* nodes that went into each */
};
size_t lab_pairs(const struct lab *l, const struct lab_pair **out);
const struct lab_root *lab_pair_root(const struct lab *l, const struct lab_pair *p, enum side attacker);
/* "black", "white", "nobody" or "open"; for people: "NAME: Black wins". */
const char *lab_pair_word(const struct lab *l, const struct lab_pair *p);
void lab_pair_text(const struct lab *l, const struct lab_pair *p, struct buf *out);
/* The one that is meant by the pair's name: the winner's claim, or that which looks easier. */
const struct lab_root *lab_pair_told(const struct lab *l, const struct lab_pair *p);

/* ---- looking ---- */

/* Where an edge comes from; the last two are parts of turns, before and after their continuations are known. */
enum lab_source { LAB_BY_VERIFY, LAB_BY_ENGINE, LAB_BY_PERSON, LAB_PART, LAB_PART_FOLLOWED };

/* The position of a node, in its canonical orientation; the caller frees it. */
struct position *lab_position(const struct lab *l, uint32_t node);
enum side lab_attacker(const struct lab *l, uint32_t node);
/* The turn of an edge as those see it who look through this symmetry, which leads from their board to the edge's node above. */
struct squares lab_seen_turn(const struct lab *l, uint32_t edge, int symmetry);
/* Has it a certificate of its own, and which? */
int64_t lab_cert(const struct lab *l, uint32_t node);
/* Its bytes, appended. */
bool lab_cert_bytes(struct lab *l, int64_t id, struct buf *out);
/* The node that turns lead to from a root, and the symmetry from the board as given to that node. Stones as
 * in "k11 l12 / j9 -": `/` is optional, `-` gives up the rest of a turn. */
bool lab_walk(const struct lab *l, const struct lab_root *r, const char *stones, uint32_t *node,
              int *symmetry, struct err *e);

/* ---- taking part; also while another process runs it ---- */

/* Notes what a person wants: "add", "suggest", "prune", "unprune", "pause", "resume", "priority", "pair", with a body in
 * JSON. It is checked when it is taken up. */
bool lab_ask(const char *path, const char *kind, const char *body, struct err *e);
/* The body that asks for a new root: the position, who is to win it, what it is called, and the stones that people see
 * (NULL: those that were played). */
void lab_root_write(const struct position *p, enum side attacker, const char *name, const char *stones,
                    struct buf *out);
/* Takes up everything that was asked; what cannot be done is noted as an event "refused". `refused`, if not
 * NULL, gets the last reason and is empty if there was none. */
bool lab_take_up(struct lab *l, struct err *refused, struct err *e);

/* A new root, by the body of an "add", for whoever holds the file: at once. */
bool lab_add(struct lab *l, const char *body, struct err *refused, struct err *e);

/* What was asked for in a file: its last number, how many wait to be taken up, and the roots, those that wait with them. */
struct lab_events {
    int64_t last, waiting, roots;
};
bool lab_events(const char *path, struct lab_events *out, struct err *e);
/* Forgets what was taken up: everything past this number, and everything but the last ones. What waits stays, and so does what roots
 * came from, which are compared with it, and what the lab itself has found out: how often it was stuck decides what it does next. */
bool lab_forget_events(const char *path, int64_t after, int64_t keep, struct err *e);

/* ---- running ---- */

struct lab_state {
    size_t open_roots, proved, disproved, paused; /* roots */
    size_t out;                                   /* jobs given out */
    int64_t jobs;                                 /* done in this run */
    uint64_t nodes;                               /* of them */
    double seconds, cpu;                          /* of this run; of the workers */
    bool stuck;                                   /* nothing is left to be done for an open root */
};

struct lab_run {
    struct runner runner;
    int64_t jobs; /* stop after so many; 0: no limit */
    int64_t only; /* the id of the one root that is worked on; 0: all. The others count as paused */
    /* No nodes. By the clock, what is under way then may take a tenth more, or ten seconds; processor time is that of the jobs
     * that were done. */
    struct limits limits;
    void (*tell)(void *ctx, const struct lab *l, const struct lab_state *s); /* now and then; may be NULL */
    void (*said)(void *ctx, const char *text);                               /* what happened; may be NULL */
    void *ctx;
};

/* Runs until all roots are settled or paused, or something stops it; what was done is in the file. False with
 * a message only if the file fails; the lab is then to be closed, and opened again. */
bool lab_run(struct lab *l, const struct lab_run *r, struct lab_state *out, struct err *e);

/* What was done: nodes, jobs by kind and by worker, options; docs/lab.md describes it. NULL with a message if the file fails. */
json_t *lab_stats_json(struct lab *l, struct err *e);
/* What the engine thought of each node, by its number: the attacker's chance, less than 0 where it was not asked. The caller
 * frees them; NULL with a message if the file fails. */
double *lab_chances(struct lab *l, struct err *e);

/* ---- proofs ---- */

/* Composing ends when this has come, and fails then; NULL: when it is done. It must last as long as the lab, or until another is
 * set. */
void lab_until(struct lab *l, const struct deadline *until);

/* One certificate for a proved node, seen through a symmetry of its canonical orientation, composed from those
 * in the file and accepted by the checker. Appends its bytes. */
bool lab_compose(struct lab *l, uint32_t node, int symmetry, struct buf *out, struct err *e);

struct record;
/* The tree of a proved node as a record: the defences that resisted, those with the largest proofs first, each with
 * the attacker's answer; as deep as so many stones allow. The symmetry leads from the board as it is to be shown to
 * the node. `whole` tells whether all of the tree is there. The caller frees it. */
struct record *lab_record(struct lab *l, uint32_t node, int symmetry, size_t most, bool *whole);

/* Checks the file: every state is proved or refuted by what is below it and by certificates, which are checked, and all rows say the
 * same (docs/lab.md). A lab that only looks on is loaded anew: another process may run it. Returns the number of faults, each told. */
size_t lab_check(struct lab *l, void (*say)(void *ctx, const char *text), void *ctx);

#endif
