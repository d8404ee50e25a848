/* The shortest forced win, exactly: iterative deepening over forcing turns, none left out.
 *
 * The forcing search (forcing.h) finds wins fast, however long they are. This one answers another question:
 * is there a win within n turns of the attacker (the row at the end not counted), and which first turns have
 * one? Every turn counts that makes at least p threats; in the wider classes, so many turns of a line may make
 * fewer: they threaten to win by turns of p threats (SPEC 3: Λ²; with turns of one stone, the threes of
 * Go-Moku), and every answer that stops this loses, too.
 * A stone that the threats do not need is tried on every empty square, and every critical defence is answered,
 * so that "none" is a disproof. Tables compare whole positions. */
#ifndef CONNECT_PUZZLE_HUNT_H
#define CONNECT_PUZZLE_HUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/clock.h"
#include "connect/board/position.h"

struct hunt;

/* How many turns of a line may make fewer than p threats. */
enum hunt_class {
    HUNT_DOUBLE, /* none */
    HUNT_SINGLE, /* one, and so on up to */
    HUNT_WIDEST = 6,
};

enum hunt_answer {
    HUNT_NONE, /* there is no such win */
    HUNT_WIN,
    HUNT_CUT, /* a limit was reached */
};

struct hunt_limits {
    uint64_t nodes; /* stones placed; 0: no limit */
    struct deadline until;
};

enum {
    HUNT_TURN = 8,   /* stones of a turn at the most */
    HUNT_DEPTH = 20, /* turns of a win at the most */
};

/* Games that it knows: rows are longer than turns, and these not very long. */
bool hunt_able(const struct rules *r);
#define HUNT_ABLE_TEXT                                                                                     \
    "puzzles are for games with turns of at most eight stones, and rows of at least two more than a turn " \
    "has"
/* The widest class that it knows of a game: DOUBLE unless p is 1 or 2 and overlines win, SINGLE if p is 2. */
enum hunt_class hunt_widest(const struct rules *r);

struct hunt *hunt_new(const struct rules *r, size_t bytes);
void hunt_free(struct hunt *h);
/* Forgets everything: the same questions then cost the same nodes again. */
void hunt_clear(struct hunt *h);
uint64_t hunt_nodes(const struct hunt *h);

/* Limits of all that follows, counted from now on. */
void hunt_limit(struct hunt *h, const struct hunt_limits *l);

/* All questions: the position is open, and a whole turn begins. */

/* Does the side to move win within n turns? If so and `turn` is given, a first turn of such a win; one that
 * completes a row is a win in 0. */
enum hunt_answer hunt_within(struct hunt *h, const struct position *p, enum hunt_class c, int n,
                             struct squares *turn);

/* After NONE: is there none however long it is and however many of its turns make fewer threats? Of the class
 * DOUBLE: none of that class. */
bool hunt_exhausted(const struct hunt *h);

/* The least n up to `most` for which it does. */
enum hunt_answer hunt_shortest(struct hunt *h, const struct position *p, enum hunt_class c, int most, int *n,
                               struct squares *turn);

/* Does the side that is not to move win within n more turns, whatever the other does now? It made a turn
 * just before. */
enum hunt_answer hunt_lost(struct hunt *h, const struct position *p, enum hunt_class c, int n);

/* Told of a first turn, its threats (p+1: cannot be stopped) and whether it wins within n. */
typedef void hunt_told(void *ctx, const struct squares *turn, int threats, enum hunt_answer answer);

/* Every forcing first turn of the class in turn. CUT if a limit came between, else WIN or NONE. */
enum hunt_answer hunt_firsts(struct hunt *h, const struct position *p, enum hunt_class c, int n,
                             hunt_told *told, void *ctx);

/* After a WIN within n from this position: marks in zone[s] (by square, square_limit(rules) bytes) the empty
 * squares on which the defender could interfere (Z1 of SPEC 4.1), by 1. Only for the class DOUBLE. False if
 * a limit came. */
bool hunt_zone(struct hunt *h, const struct position *p, int n, uint8_t *zone);

/* The position has the defender to move, lost within n more turns of the attacker and without a row to
 * complete. Its strongest answer, a whole turn: it lasts the longest, then makes the most threats of its own,
 * then comes first. Returns how many turns the attacker needs after it; −1 if that was not found out within
 * the limits. */
int hunt_defence(struct hunt *h, const struct position *p, enum hunt_class c, int n, struct squares *defence);

/* The main line of a win within n turns: the solver's turns and the strongest answers, up to the turn that
 * cannot be stopped. Returns its stones, at most `most`; 0 if there is none within the limits. */
int hunt_line(struct hunt *h, const struct position *p, enum hunt_class c, int n, square *out, int most);

/* The critical defences of the side to move, with the attacker's least number of turns after each. */
struct hunt_reply {
    struct squares defence; /* fewer stones than a turn: the others are free */
    int turns;              /* −1: not within n, or not found out */
    int threats;            /* of the defender, after it */
};
int hunt_replies(struct hunt *h, const struct position *p, enum hunt_class c, int n, struct hunt_reply *out,
                 int most);

#endif
