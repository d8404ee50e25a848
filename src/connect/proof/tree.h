/* The tree of a proof as text and as a record, made while its certificate is checked. */
#ifndef CONNECT_PROOF_TREE_H
#define CONNECT_PROOF_TREE_H

#include <stdio.h>

#include "connect/proof/guide.h"
#include "connect/record/tree.h"

/* Prints the tree, a turn or a defence a line. */
struct proof_text {
    FILE *out;
    int levels;    /* turns of the attacker one below the other that are printed */
    uint64_t most; /* lines */
    enum side attacker;
    /* while it goes on */
    int depth, above; /* turns of the attacker on the line; with the defences */
    uint64_t lines;
    bool cut; /* there was more */
};

/* For check_watch: `user` is the struct proof_text. Stops the check when `most` lines are printed. */
bool proof_text_event(void *user, const struct check_event *e);

/* Grows a record: stones as moves, the rest of a turn given up as a set-up that names who is to move, zones
 * as marks on the positions in which the attacker is to move (triangles Z1, squares Z2, labels further ones).
 *
 * What does not fit is left out from the small end: the defences behind which most of the proof lies are kept,
 * whatever the limit, and come first. */
struct proof_record {
    struct record *record; /* NULL at first; the caller frees it */
    const struct guide *guide;
    uint32_t least; /* turns behind a defence that is kept; of those with as many, the first that fit */
    uint64_t most;  /* nodes */
    enum side attacker;
    /* while it goes on */
    struct tree_node *at;
    uint32_t turn; /* of the proof that comes next */
    int skipped;   /* how many of those on the line are left out */
    uint64_t nodes;
    bool cut;
};

/* For check_watch: `user` is the struct proof_record. */
bool proof_record_event(void *user, const struct check_event *e);
void proof_record_start(struct proof_record *t, const struct guide *g, uint64_t most);
/* After an accepted check: the marks and the comment of the position itself. */
void proof_record_finish(struct proof_record *t, const struct cert_claim *claim,
                         const struct check_result *result);

#endif
