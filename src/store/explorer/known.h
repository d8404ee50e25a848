/* The opening database: positions that are proved, with their certificates, and positions that a lab has weighed, beside the games
 * of an explorer's file. Asked by position, up to symmetry and order of stones; whole positions are compared.
 *
 * Nothing is proved here without a certificate that the checker accepted when it was added, of a position that the game
 * can reach. Of each certificate the large branches are listed: every position in which the loser has just answered one
 * of them, the winner's turn there, and how much of the proof lies below. Whatever lies deeper is found by following the
 * rest of the game through that part of the certificate, so that any turn of the loser's has its answer. */
#ifndef STORE_EXPLORER_KNOWN_H
#define STORE_EXPLORER_KNOWN_H

#include "base/clock.h"
#include "play/chooser.h"
#include "store/explorer/explorer.h"

enum { KNOWN_NAME = 101 }; /* bytes of a name */

enum known_what { KNOWN_NOTHING, KNOWN_WEIGHED, KNOWN_PROVED };

struct known_answer {
    enum known_what what;
    enum side attacker;    /* proved: the winner; weighed: who is to win */
    char name[KNOWN_NAME]; /* of the proof, or of the lab */
    /* Proved: */
    struct squares
        turn; /* the rest of the turn: the winner's, or one of the loser's that resists longest; may be none */
    int depth;      /* turns of the winner at most */
    uint64_t turns; /* of the proof from here on */
    /* Weighed: */
    uint32_t pn, dn;
    double chance; /* that the attacker wins, by the engine; less than 0: not known */
};

/* ---- In ---- */

struct known_added {
    uint64_t turns;   /* of the certificate */
    size_t positions; /* listed */
    bool known;       /* it was there before */
};

/* Checks a certificate and adds it. EXPLORER_REFUSED with the reason if it is not accepted, leaves turns open, or is about
 * a position that no game comes to; EXPLORER_FAILED also if the time is over. */
enum explorer_answer explorer_prove(struct explorer *x, const char *name, const void *bytes, size_t len,
                                    const struct deadline *until, struct known_added *out, struct err *e);

/* A position that a lab is about. */
struct known_weight {
    struct position *position; /* at the beginning of a turn */
    enum side attacker;
    uint32_t pn, dn;
    double chance; /* less than 0: not known */
};
/* Notes them, in place of what was noted of them before. */
enum explorer_answer explorer_weigh(struct explorer *x, const char *lab, const struct known_weight *list,
                                    size_t count, struct err *e);

struct known_lab {
    size_t proofs, positions, weighed; /* certificates taken in, positions that they list, open ones noted */
    size_t known;                      /* certificates that were there */
};
/* Takes in what a lab's file has: one certificate for each proved root, certificates of whatever else it proved, and the
 * numbers of what is open. */
enum explorer_answer explorer_take_lab(struct explorer *x, const char *path, const struct deadline *until,
                                       struct known_lab *out, struct err *e);

struct known_proof {
    int64_t id;
    char *name, *claim; /* the claim as a sentence */
    uint64_t turns, bytes;
    size_t positions;
    char sha256[65];
};
enum explorer_answer explorer_proofs(struct explorer *x, struct known_proof **out, size_t *count,
                                     struct err *e);
void explorer_proofs_free(struct known_proof *list, size_t count);

/* Checks every certificate again, and that the file lists what they prove and nothing else. Returns the number of
 * faults, each told; SIZE_MAX if the file cannot be read. */
size_t explorer_check(struct explorer *x, const struct deadline *until,
                      void (*say)(void *ctx, const char *text), void *ctx, struct err *e);

/* ---- Questions ---- */

/* What is noted of this very position, or of one that a turn of the mover's leads to. Quick; knows nothing of what lies between
 * what is listed. */
enum explorer_answer explorer_look(struct explorer *x, const struct position *p, struct known_answer *out,
                                   struct err *e);

/* Several files together, and the parts of proofs that were looked at last. Safe to use from several threads. */
struct known;

struct known *known_new(void);
void known_free(struct known *k);
/* Asks this one, too. `own`: closes it at the end. */
void known_add(struct known *k, struct explorer *x, bool own);
/* Asks the file at this path, too, once there is one: somebody makes it at the moment, and gives it its name when it is whole. */
void known_await(struct known *k, const char *path);
bool known_empty(const struct known *k);

/* What is known of the position, by the game that led to it if need be; the game may be in the middle of a turn. Gives up
 * when the time is over: then nothing is known, or less. Files that fail are passed over. */
void known_ask(struct known *k, const struct position *p, const struct deadline *until,
               struct known_answer *out);

/* The same from the rows alone, as explorer_look: for many positions at once. The game is at the beginning of a turn. */
void known_look(struct known *k, const struct position *p, struct known_answer *out);

/* Fills in what is known of a report's position and of those after its turns, by known_look; the mover's winning turn comes
 * first if it is known and was not among them. */
void known_judge(struct known *k, const struct position *p, struct explorer_report *r);

/* What is proved, for whoever plays and analyses; `k` must outlive it. */
struct chooser_book known_book(struct known *k);

#endif
