/* Certificates: the file in which a claimed win is written down, and read back turn by turn.
 *
 * A certificate holds a claim (the game, a position, who wins it) and then nothing but the attacker's turns,
 * in the order in which the traversal of docs/certificates.md asks for them. Defences and zones are not
 * stored: the checker (check.h) derives them, so none can be missing. This file knows the bytes; what the
 * turns mean is the checker's affair. */
#ifndef CONNECT_PROOF_CERT_H
#define CONNECT_PROOF_CERT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/err.h"
#include "connect/board/position.h"

/* What is claimed: the attacker wins this position. */
struct cert_claim {
    const struct position *position; /* open; its rules, stones, side to move and stones left count */
    enum side attacker;
    bool infinite; /* the win holds on the infinite board too (SPEC 4.6) */
    bool partial;  /* the defender is to move, and some of its turns may stay unsolved (SPEC 4.4) */
};

/* Can the game come to this position, by turns of q, p, p … stones? Any position can be set up and its claim
 * be proved, but only one that can be reached says something about the game: whoever concludes from a claim
 * to a game asks this first (docs/certificates.md, "Which positions a game can reach"). */
bool cert_reachable(const struct cert_claim *c);

/* Is the claim, with no turn left open, that this side wins this very position? How it came about does not matter. */
bool cert_claims(const struct cert_claim *c, const struct position *p, enum side attacker);

/* ---- writing ---- */

struct cert_writer;

/* Starts a certificate at `path` ("-" is standard output). It is written to `path.part` and takes its name
 * only when it is closed whole; on standard output nothing appears before. The position is read here and not kept. NULL with a message on failure. */
struct cert_writer *cert_writer_open(const char *path, const struct cert_claim *claim, struct err *e);
/* The same at the end of these bytes, which lose it again if it is abandoned. Closing it cannot fail. */
struct cert_writer *cert_writer_to(struct buf *out, const struct cert_claim *claim);
/* The same on a stream that stays the caller's. */
struct cert_writer *cert_writer_on(FILE *f, const struct cert_claim *claim);

/* The same as version 3, at the end of bytes: parts that repeat are written once. What is written between begin and end is a
 * definition, numbered from 0 as they begin; it must have at least one item, or a reference. */
struct cert_writer *cert_writer_shared(struct buf *out, const struct cert_claim *claim);
void cert_write_begin(struct cert_writer *w);
void cert_write_end(struct cert_writer *w);
/* Everything that definition `number`, which has ended, consists of once more: so many items. */
void cert_write_reference(struct cert_writer *w, uint64_t number, uint64_t items);

/* The attacker's next turn, its stones in the order of placing; n is 1 … RULES_MAX_TURN. What goes wrong with
 * the file is kept and told by cert_writer_close. */
void cert_write_turn(struct cert_writer *w, const square *stones, int n);

/* In place of a turn, in a partial claim after a defence of the root position: this one is not solved. */
void cert_write_unsolved(struct cert_writer *w);

/* Turns and unsolved marks written so far, repeated ones included, and the bytes they and the header take. */
uint64_t cert_writer_turns(const struct cert_writer *w);
uint64_t cert_writer_bytes(const struct cert_writer *w);

/* Ends the certificate and gives it its name; on failure there is no file of that name that was not there
 * before. Frees the writer either way. */
bool cert_writer_close(struct cert_writer *w, struct err *e);
/* Gives it up: nothing is left behind. */
void cert_writer_abandon(struct cert_writer *w);

/* ---- reading ---- */

struct cert_reader;

/* Opens a certificate ("-" is standard input) and reads its claim. NULL with a message if that cannot be. */
struct cert_reader *cert_reader_open(const char *path, struct err *e);
/* The same on a stream, which is the reader's from then on, and closed even if there is no certificate in it. */
struct cert_reader *cert_reader_on(FILE *f, struct err *e);
/* The same of bytes in memory, which stay the caller's and outlive the reader. */
struct cert_reader *cert_reader_bytes(const void *bytes, size_t n, struct err *e);
void cert_reader_free(struct cert_reader *r);

/* Is it of version 3? Its repetitions are read as if they were written out, in the same calls. */
bool cert_reader_shared(const struct cert_reader *r);
/* Bytes of memory that it takes for them. */
size_t cert_reader_kept(const struct cert_reader *r);

/* Its position is the reader's and is open: legal stones, the game not over. */
const struct cert_claim *cert_reader_claim(const struct cert_reader *r);

enum cert_item {
    CERT_TURN,     /* a turn: 1 … RULES_MAX_TURN squares of the board, not checked further */
    CERT_UNSOLVED, /* what cert_write_unsolved wrote */
    CERT_END,      /* no more: the footer was read, its count is right, and nothing follows it */
    CERT_BAD,      /* not a certificate from here on; see the message */
};

/* The next item. After CERT_END or CERT_BAD it is the same again. */
enum cert_item cert_read(struct cert_reader *r, struct squares *turn, struct err *e);

/* Turns and unsolved marks read so far, repeated ones included. */
uint64_t cert_reader_turns(const struct cert_reader *r);

/* ---- definitions of version 3, for a checker that need not go through all of a repetition ---- */

enum { CERT_NO_DEFINITION = UINT32_MAX };

/* The definition that begins with the next item, the longest if several do; CERT_NO_DEFINITION if none does, or the file cannot be
 * read on. */
uint32_t cert_reader_begins(struct cert_reader *r);
/* How many items it has altogether; 0 as long as it has not ended. */
uint64_t cert_reader_items(struct cert_reader *r, uint32_t definition);
/* Goes past the definition that begins with the next item, as cert_reader_begins just said, and has ended before. False if its
 * items are too many for the file: then that is found where they are read. */
bool cert_reader_skip(struct cert_reader *r, uint32_t definition);

#endif
