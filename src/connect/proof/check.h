/* The checker: accepts or rejects a certificate by the rules of docs/certificates.md alone.
 *
 * It shares nothing with the code that searches: only the board (board/) and the bytes (cert.h). It reads the
 * file as a stream; memory grows with the depth of the proof and the defences that lie side by side in it,
 * not with its length, and the work is bounded by the length. */
#ifndef CONNECT_PROOF_CHECK_H
#define CONNECT_PROOF_CHECK_H

#include "base/buf.h"
#include "base/clock.h"
#include "connect/proof/cert.h"
#include "connect/proof/check_zones.h"

enum check_verdict {
    CHECK_ACCEPTED,
    CHECK_REJECTED,   /* a readable file that does not prove its claim */
    CHECK_UNREADABLE, /* not a certificate, or a damaged one */
    CHECK_STOPPED,    /* the watcher had seen enough: nothing is known */
};

enum {
    CHECK_NESTED_MOST = 1024,  /* calls of W inside each other: bounds the stack */
    CHECK_OPEN_MOST = 1 << 20, /* unsolved defences of a partial claim */
};

/* Counts of an accepted or rejected proof, declared once: type, field, name in JSON (json/proof.h). */
#define CHECK_COUNTS(X)                                                               \
    X(uint64_t, turns, "turns")          /* of the attacker, read */                  \
    X(int, depth, "depth")               /* most turns of the attacker on one line */ \
    X(uint64_t, whole, "whole_defences") /* defences answered: whole turns, */        \
    X(uint64_t, semi_null, "semi_null")  /* parts of turns, */                        \
    X(uint64_t, null, "null")            /* nothing placed */

/* Where a rejection happened is told by `turns` (the turn read last, from 1), `line` and `why`. */
struct check_result {
    enum check_verdict verdict;
    struct err why;
    bool reachable; /* cert_reachable of the claim: without it nothing accepted is about the game */
    square *open;   /* a partial claim's unsolved turns, one after the other: */
    size_t opens, open_room;
    int open_stones; /* so many squares each (check_open) */
    square *
        line; /* a rejection's stones after the position of the claim; SQUARE_NONE: rest of a turn given up */
    uint8_t *side; /* whose */
    int line_length;
#define CHECK_COUNT_FIELD(type, field, name) type field;
    CHECK_COUNTS(CHECK_COUNT_FIELD)
#undef CHECK_COUNT_FIELD
    struct check_zones *zones; /* of the claim's position, if accepted and wanted */
    bool too_large;            /* stopped because it would have taken too much memory */
};

/* The squares of an unsolved turn, in order; result.open_stones of them. */
static inline const square *check_open(const struct check_result *r, size_t i)
{
    return r->open + i * (size_t)r->open_stones;
}

enum check_event_kind {
    CHECK_TURN,         /* the attacker has placed its turn: the last `stones` plies */
    CHECK_TURN_DONE,    /* everything below it was checked; the turn still stands on the board */
    CHECK_DEFENCE,      /* the defender has placed the last `stones` plies and leaves `unplaced` unplaced (if
                         * there are any, a pass lies on top) */
    CHECK_DEFENCE_DONE, /* everything below it was checked; as above */
};

struct check_event {
    enum check_event_kind kind;
    const struct position *position;
    int stones, unplaced;
    bool unsolved;                   /* of a defence: no turn of the attacker follows */
    const struct check_zones *zones; /* when done: of the position before the attacker's turn, which is the
                                      * one after the defence; NULL while not done */
};

/* Looks on. `event` returns false to stop; it may be NULL. */
struct check_watch {
    bool (*event)(void *user, const struct check_event *e);
    void *user;
    /* Of what is repeated and goes as it went before (version 3; check_memo.h) `event` hears nothing, and zones of events may be larger
     * than the smallest. What is found is the same. Always so without `event`. */
    bool brief;
    /* Zones are found only where the rules ask for them: behind a turn that the defender did not finish. Those of
     * the result and of other events are NULL. Most of the work is saved, and nothing of what is checked. */
    bool without_zones;
    /* The check stops when this has come; looked at every few milliseconds, whatever the certificate asks for. NULL: it never does. */
    const struct deadline *until;
    /* It stops when it would need more bytes of memory; 0: as many as the rules above allow, some hundred MB. */
    size_t bytes_most;
};

/* Checks what the reader, fresh from its opening, holds. `watch` may be NULL. */
enum check_verdict check_run(struct cert_reader *r, const struct check_watch *watch,
                             struct check_result *out);
/* The same of a certificate in memory. */
enum check_verdict check_bytes(const void *bytes, size_t n, const struct check_watch *watch,
                               struct check_result *out);
void check_result_free(struct check_result *r);

/* Appends the claim as a sentence, "Black, to move with 3 stones to place, wins Connect(∞,∞,6,2,3) from the
 * empty board"; says so if the position cannot be reached; with the result of an accepted partial claim also
 * the turns that it leaves open. `result` may be NULL. No full stop. */
void check_claim_text(const struct cert_claim *c, const struct check_result *result, struct buf *out);

/* Appends where and why: "turn 17, after j10 k10; j9 pass: the defender …". */
void check_fault_text(const struct check_result *result, struct buf *out);

#endif
