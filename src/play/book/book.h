/* The statistics book: what happened in recorded games after each position (connect-k-agents §3.3, Opening
 * Book), in an SQLite file.
 *
 * A node is a position after a whole turn, with the results of the games that went through it; a link is the
 * turn from one node to the next. Equal positions are one node (key.h), so the "tree" is one of positions,
 * not of move orders. A file may hold several games of the family. A record is learned once, however often it
 * is offered; what was committed survives any interruption. */
#ifndef PLAY_BOOK_BOOK_H
#define PLAY_BOOK_BOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "connect/board/position.h"
#include "connect/record/tree.h"

struct book;

struct book_stats {
    uint64_t black, draw, white; /* games won by Black, drawn, won by White */
};

static inline uint64_t book_games(const struct book_stats *s)
{
    return s->black + s->draw + s->white;
}

static inline uint64_t book_wins(const struct book_stats *s, enum side side)
{
    return side == BLACK ? s->black : s->white;
}

/* A turn seen from a position, on its board, and the results of the games in which the position after it came
 * up. */
struct book_turn {
    struct squares squares;
    struct book_stats stats;
};

struct book_turns {
    size_t count, room;
    struct book_turn *turn; /* the most games first */
};

#define BOOK_TURNS_EMPTY \
    {                    \
        0, 0, NULL       \
    }

/* The name of the book in the program, which is read alone: the turns of recorded games of Connect6 (summary.h). */
#define BOOK_BUILTIN "builtin"

/* Opens a book to read, or to write; then it is made if it is not there. The caller closes it. */
bool book_open(const char *path, bool write, struct book **out, struct err *e);
void book_close(struct book *b);

/* ---- Of books in files ---- */

/* The game of the book, if it holds one kind only. */
bool book_rules(struct book *b, struct rules *out);

/* What became of a record. */
enum book_lesson {
    BOOK_LEARNED,
    BOOK_KNOWN,     /* it was learned before */
    BOOK_UNDECIDED, /* it has no result */
};

/* Adds the main line of a record up to `turns` turns. The book must be open to write. Several lessons may be
 * put between book_begin and book_commit: they are then kept all or not at all, and much faster. */
bool book_learn(struct book *b, const struct record *r, int turns, enum book_lesson *lesson, struct err *e);
bool book_begin(struct book *b, struct err *e);
bool book_commit(struct book *b, struct err *e);

/* The games in which this position came up. */
bool book_lookup(struct book *b, const struct position *p, struct book_stats *out, struct err *e);

/* ---- Of every book ---- */

/* The turns seen from a position. Replaces what `out` held; the caller frees it. */
bool book_turns(struct book *b, const struct position *p, struct book_turns *out, struct err *e);
void book_turns_free(struct book_turns *t);

/* The paper's choice for a side among the turns: of those seen in at least `s` games the one with the best
 * share of wins among decided games, if that is more than one half; otherwise of the rarer ones that won at
 * least once the one with the most wins, then the fewest games. Returns its index, or -1: no advice. */
int book_advice(const struct book_turns *t, enum side side, uint64_t s);

#endif
