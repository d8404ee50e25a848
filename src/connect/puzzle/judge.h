/* Verdicts on turns in puzzles: any turn, also one that nobody thought of; docs/puzzles.md.
 *
 * A turn is accepted only by proof: every answer of the other side is tried, as far as the zones of the wins
 * against the null moves do not show that it loses. It is called wrong only if that is decided: the other side
 * wins by force, or there is an answer after which no forced win is left, however long. A forced win is one whose
 * turns all make threats, or with turns of one stone (Go-Moku), make threats or threaten to win by those. What is
 * neither within the limits is open: it counts neither way. The limits are stones, so that the same turn gets the
 * same verdict on every machine; a deadline is only for those who do not wait. */
#ifndef CONNECT_PUZZLE_JUDGE_H
#define CONNECT_PUZZLE_JUDGE_H

#include "connect/puzzle/puzzle.h"

struct judge;

enum judge_verdict {
    JUDGE_WINS,    /* within the turns asked for */
    JUDGE_LONGER,  /* but not within them */
    JUDGE_HOLDS,   /* a defence: no forced win against it */
    JUDGE_FAILS,   /* refuted for good */
    JUDGE_OPEN,    /* no win was found within the limits, and none excluded */
    JUDGE_UNKNOWN, /* the deadline came first */
};

/* What a refutation comes to; or, of an open turn, what is known of the answer. */
enum judge_why {
    JUDGE_LOST,      /* fails: the other side wins by force */
    JUDGE_NO_FORCED, /* fails: after the answer there is no forced win */
    JUDGE_NO_DOUBLE, /* open: none by turns of p threats, however long, and none by others was found */
    JUDGE_IN_TIME, /* open: none by turns of p threats (Go-Moku: none at all) in time, and no other was found */
    JUDGE_NOTHING, /* open: not even that */
};

enum { JUDGE_LINE = 126 };

struct judgement {
    enum judge_verdict verdict;
    enum judge_why why;     /* it fails, or is open */
    int within;             /* the turns left of JUDGE_IN_TIME */
    int turns;              /* the solver needs after this one, at most; −1: it does not win */
    bool over;              /* the game is over, or cannot be saved */
    struct squares defence; /* the strongest answer, whole; none if over */
    int n;
    square line[JUDGE_LINE]; /* from the answer on */
};

struct judge_hint {
    int turns; /* of the shortest win; 0: none was found */
    enum hunt_class class;
    struct squares key, turn;
    int firsts;
    int n;
    square line[PUZZLE_LINE]; /* the solution against the longest defence */
    int zones;
    square *zone; /* the caller frees it */
};

/* Games that hunt_able takes. The caller frees it. */
struct judge *judge_new(const struct rules *r);
void judge_free(struct judge *j);

/* Is the turn (whole, or the stones up to a row) right in this position, which is open with a whole turn to
 * play? It is to win within so many turns, itself included. False with a message if the turn is illegal. */
bool judge_turn(struct judge *j, const struct position *p, enum puzzle_kind kind, const struct squares *turn,
                int turns, const struct deadline *until, struct judgement *out, struct err *e);

/* What to look at: the zone, the key, the solution. With kind DEFENCE the turns that hold. */
void judge_hint(struct judge *j, const struct position *p, enum puzzle_kind kind, int turns,
                const struct deadline *until, struct judge_hint *out);

/* The solution against every defence, at most `most` nodes (then it is cut). NULL if there is no win within
 * so many turns, or not within the limits. The caller frees it. */
struct solution {
    struct squares turn;
    bool wins; /* at once, or it cannot be stopped */
    bool cut;  /* there would be answers, but no more nodes */
    int turns; /* to the end, this one included */
    int answers;
    struct solution_answer *answer;
};
struct solution_answer {
    struct squares
        turn; /* fewer stones than a turn: the others may be anywhere off the zone of what follows */
    struct solution *next;
};
struct solution *judge_solution(struct judge *j, const struct position *p, int turns, int most,
                                const struct deadline *until);
void solution_free(struct solution *s);

#endif
