/* Forcing wins (SPEC 3): VCDT, by turns that each make as many threats as the other side has stones, and
 * VCST, where turns with fewer threats are mixed in. For p = 1 both are the continuous fours of
 * five-in-a-row; there VCT, by fours and threes (threes.h), is the larger kind.
 *
 * A win that is found is a win: every turn of the tree is answered by all critical defences, the relaxed ones
 * included, and the defender's own threats and rows are reckoned with. Tables compare whole positions. */
#ifndef CONNECT_FORCING_FORCING_H
#define CONNECT_FORCING_FORCING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "connect/threat/threats.h"

struct forcing;

enum forcing_kind {
    FORCING_VCDT,
    FORCING_VCST,
    FORCING_VCT, /* with p = 1, and a limit of depth is not for it; for other games the same as VCST */
};

/* The kind that finds most. */
static inline enum forcing_kind forcing_widest(const struct rules *r)
{
    return r->p == 1 ? FORCING_VCT : FORCING_VCST;
}

enum forcing_answer {
    FORCING_WIN,  /* the side to move wins by force */
    FORCING_NONE, /* it does not, by turns of this kind, within the depth asked for */
    FORCING_CUT,  /* the budget was spent, it was stopped, or not every turn could be tried */
};

struct forcing_limits {
    enum forcing_kind kind;
    int depth;      /* attacker's turns at the most, the row at the end not counted; 0: no limit */
    uint64_t nodes; /* stones placed, 0: no limit */
    struct deadline until;
    bool quick;  /* only the single threats that SPEC 3 recommends in play: NONE is then no disproof */
    bool macros; /* defences only all at once (SPEC 4.3), never one by one: most wins for little, but NONE is
                    no disproof */
};

enum { FORCING_LINE_MOST = 126 };

struct forcing_result {
    enum forcing_answer answer;
    enum forcing_kind kind; /* of the win found: a search for VCSTs looks for VCDTs first */
    uint64_t nodes;         /* stones placed */
    int depth; /* attacker's turns to the end, of the win found, against the longest defence tried */
    struct squares turn; /* the first turn of the win, in an order in which it can be placed */
    int n;               /* stones of the main line, that turn first, both sides */
    square line[FORCING_LINE_MOST];
};

/* Room for about this many bytes of table. The caller frees it. */
struct forcing *forcing_new(const struct rules *r, size_t bytes);
/* The same for a size that people choose: NULL with a message if it cannot be had. */
struct forcing *forcing_make(const struct rules *r, size_t bytes, struct err *e);
void forcing_free(struct forcing *f);
void forcing_clear(struct forcing *f);
size_t forcing_memory(const struct forcing *f);

/* Searches for a win of the side to move, from the tracker's position, which is open; also in the middle of a
 * turn. Leaves the tracker as it was. */
void forcing_search(struct forcing *f, struct threats *t, const struct forcing_limits *l,
                    struct forcing_result *out);

/* Does the side to move lose by force: does the other side win by turns of this kind whatever is played now?
 * WIN says so, of every legal turn; nothing else is told but the nodes, and NONE is not given. The position
 * is open, also in the middle of a turn. */
void forcing_loses(struct forcing *f, struct threats *t, const struct forcing_limits *l,
                   struct forcing_result *out);

/* ---- for provers: the shortest win of p threats a turn (order 1), in position after position ---- */

/* Turns of the attacker, each of p stones, that win one after the other whatever the critical defences
 * between them: until it can complete a row, or a turn makes more than p threats. */
struct forcing_line {
    int turns;
    square s[FORCING_LINE_MOST];
};

struct forcing_order1 {
    int depth;      /* turns of the win at the most */
    uint64_t nodes; /* attacker's nodes, for lines and for trees apart; 0: no limit */
    uint64_t all;   /* the same for both together */
    bool wide;      /* every turn that makes the threats is tried: NONE is then a disproof */
    const struct deadline *until;
    void (*tell)(void *ctx); /* called now and then; may be NULL */
    void *ctx;
};

/* A table for long work on one game: of a size that does not depend on the board, as far as the bytes allow.
 */
struct forcing *forcing_for_proofs(const struct rules *r, size_t bytes);

/* Looks for the shortest win of the side to move, which cannot complete a row at once. A win goes to `out`:
 * the line, or if it has no line and needs an answer of its own to each defence, the first turn alone,
 * `tree` being set then. Adds to `nodes` the attacker's nodes that it took. */
enum forcing_answer forcing_order1(struct forcing *f, const struct position *p,
                                   const struct forcing_order1 *l, struct forcing_line *out, bool *tree,
                                   uint64_t *nodes);

/* The same only by trying the lines that were found before: cheap, and not the shortest. NULL if none wins;
 * else it is valid until the next call. */
const struct forcing_line *forcing_again(struct forcing *f, const struct position *p, uint64_t *nodes);

/* Does the line win here, too? */
bool forcing_follow(struct forcing *f, const struct position *p, const struct forcing_line *l,
                    uint64_t *nodes);

/* The turns of the side to move that make at least so many threats and leave the other side none, a stone
 * that the threats do not need being put on one of the best few squares; in no particular order. Calls
 * `each` with every one of them. */
void forcing_turns_each(struct forcing *f, const struct position *p, int least,
                        void (*each)(void *ctx, const struct squares *turn), void *ctx);

/* For a search of one's own on the handle's board, for which nothing else of the handle may be used meanwhile. */
struct field;
struct field *forcing_field(struct forcing *f);

/* Calls `each` with every turn of p stones of this side, on the board as it stands, that makes at least so many
 * threats and stops those of the other side, the promising first; a stone that the threats do not need is tried
 * on every square. False if some had to be left out. What is called may place stones, and call this again. */
bool forcing_turns_all(struct forcing *f, enum side attacker, int least,
                       void (*each)(void *ctx, const square *turn), void *ctx);

/* Zones and trees take no longer than the search that they come from may, or than this says. */
void forcing_limit(struct forcing *f, const struct deadline *until);

/* After a win was found from this position: the squares on which the defender could have interfered. If the
 * defender was to move and passed, or gave up the rest of a turn, to give this position, then every turn of
 * the defender without a stone on one of the marked squares loses to the same win. Marked squares have in
 * zone[s] (an array by square, of square_limit(rules) bytes at least) the first of the zones Z1 ⊆ … ⊆ Zp of
 * SPEC 4.1 that they are in, all others 0; returns how many are marked. For p = 2 that says more: a turn
 * loses, too, if it has no stone on a 1 and at most one on a 2 (forcing_irrelevant). */
int forcing_zone(struct forcing *f, struct threats *t, uint8_t *zone);

/* Is a turn of the defender, or a part of one, irrelevant to that win: does it lose to it? */
bool forcing_irrelevant(const uint8_t *zone, const struct squares *turn);

/* A node of the tree of a win: the attacker's turn, and for each answer of the defender the node after it.
 * The answers are critical defences, and have only the stones that matter: with fewer than p the defender may
 * put the others wherever it likes. The node after a turn of the defender is that of the largest answer
 * which is part of the turn; a turn that contains none leaves a threat, and the attacker completes a row.
 * Answers that lose to the same stones share a node. */
struct forcing_node {
    struct squares turn; /* of the attacker */
    bool wins;           /* the turn completes a row, or makes p+1 threats: there are no answers */
    int answers;
    struct squares *answer;
    struct forcing_node **next;
    int room, users; /* for the tree's own use */
};

/* The whole tree of the win last found, or NULL if it is larger than `most` nodes, has more than four times
 * as many answers, or took too long. The caller frees it. */
struct forcing_node *forcing_tree(struct forcing *f, struct threats *t, size_t most);
void forcing_node_free(struct forcing_node *n);
/* For those who make trees: one more answer, and the node after it. */
void forcing_node_answer(struct forcing_node *n, const struct squares *answer, struct forcing_node *next);

#endif
