/* A guide through a proof: an accepted certificate with its tree in memory, so that every turn of the defender
 * that somebody thinks of gets the proved answer at once, with the reason why no other turn of its kind helps.
 *
 * The tree is the certificate's own: the attacker's turns in the order of the file, each below the defence
 * that it answers. Zones are not kept: they are worked out again when they are asked for, by checking the part of
 * the proof behind a null or semi-null move once more. That is at most 121 turns in the proofs known so far. */
#ifndef CONNECT_PROOF_GUIDE_H
#define CONNECT_PROOF_GUIDE_H

#include "base/clock.h"
#include "connect/proof/check.h"

struct guide;

enum {
    GUIDE_TURNS_MOST = 4000000, /* turns of a proof that a guide takes: about 30 bytes each */
    GUIDE_START = UINT32_MAX,   /* the place before the attacker's first turn */
};

/* Checks what the reader, fresh from its opening, holds, and keeps its tree. With CHECK_ACCEPTED there is a
 * guide, which the caller frees; CHECK_STOPPED: the time was over, or there are too many turns (`result.why`
 * says so). The caller frees the result in any case. */
enum check_verdict guide_open(struct cert_reader *r, const struct deadline *until, struct guide **out,
                              struct check_result *result);
/* The same with at most so many bytes of memory for the check and for the guide; 0: any number. What needs more is stopped, and
 * `result.too_large` says so. */
struct guide_memory {
    size_t check, guide;
};
enum check_verdict guide_open_within(struct cert_reader *r, const struct deadline *until,
                                     const struct guide_memory *most, struct guide **out,
                                     struct check_result *result);
void guide_free(struct guide *g);

const struct cert_claim *guide_claim(const struct guide *g);
/* Bytes of memory that it takes. */
size_t guide_bytes(const struct guide *g);

/* Turns of the proof; and how many of them lie behind the one at `at`, itself included. */
uint32_t guide_turns(const struct guide *g);
uint32_t guide_size(const struct guide *g, uint32_t at);

/* ---- following a line ---- */

enum guide_why {
    GUIDE_COVERED, /* the proof has an answer to `as`; the other stones of the defence lie outside its zone */
    GUIDE_ROW,     /* the defence leaves a threat, and the answer completes the row */
    GUIDE_OPEN,    /* a partial claim leaves this defence open: no answer */
};

struct guide_step {
    struct squares defence; /* as given; fewer stones than the turn has: the rest was given up */
    enum guide_why why;
    struct squares as; /* GUIDE_COVERED: the defence in the proof, `defence` or a part of it */
    struct squares answer;
};

struct guide_line {
    struct position *position; /* after the last answer: the board as it is, irrelevant stones included */
    struct squares first;      /* the attacker's first turn, if it is to move in the claim */
    struct guide_step *step;
    size_t steps, room;
    uint32_t at; /* the attacker's turn in the proof that was played last; GUIDE_START: none yet */
    bool ended;  /* the game is won, or the line left the proof by GUIDE_OPEN */
};

/* The claim's position, and the attacker's first turn if it is to move. The caller frees the line. */
void guide_start(const struct guide *g, struct guide_line *out);
void guide_line_free(struct guide_line *l);

/* The defender, to move, plays these stones, fewer than the turn has to give up the rest; the answer is
 * played too. False with a message if they cannot be placed, the line has ended, or the time is over: nothing
 * is changed. */
bool guide_play(const struct guide *g, struct guide_line *l, const struct squares *defence,
                const struct deadline *until, struct err *e);

/* Plays the defender's stones of a text, "k11 l12 m13 -" (`-` gives up the rest of a turn). False with a message on bad
 * stones, or where the proof leaves a defence open. */
bool guide_follow(const struct guide *g, const char *text, struct guide_line *l, struct err *e);

/* ---- what the proof has at a place ---- */

/* A defence of the proof and its answer. */
struct guide_defence {
    uint32_t at; /* the answering turn: its number in the file, from 0 */
    struct squares squares;
    int unplaced;          /* stones of the turn that it gives up: a null or semi-null move */
    bool unsolved;         /* of a partial claim: there is no answer */
    struct squares answer; /* none if unsolved */
    uint32_t turns;        /* of the proof behind it, the answer included */
};

/* Goes through the defences that the proof answers after the turn at `at` (GUIDE_START in a claim with the
 * defender to move: of its position): sets `*cursor` to 0 first; false if there are no more. */
bool guide_next(const struct guide *g, uint32_t at, uint32_t *cursor, struct guide_defence *out);

/* Squares on which a further stone of a turn would make a difference. */
struct guide_zone {
    bool everywhere; /* every empty square */
    int n;
    square *square; /* the caller frees them */
};

/* The zone of a defence of the proof that leaves stones unplaced. `line` has led to the turn that it defends
 * against. False: the time is over. */
bool guide_zone(const struct guide *g, const struct guide_line *line, const struct guide_defence *d,
                const struct deadline *until, struct guide_zone *out);

#endif
