/* A puzzle: a position after an error, and what is to be found in it; docs/puzzles.md. */
#ifndef CONNECT_PUZZLE_PUZZLE_H
#define CONNECT_PUZZLE_PUZZLE_H

#include "base/err.h"
#include "connect/board/position.h"
#include "connect/puzzle/hunt.h"

enum puzzle_kind { PUZZLE_WIN, PUZZLE_DEFENCE };

/* "double", "single", "single2": the words of the classes. */
extern const char *const puzzle_classes[HUNT_WIDEST + 1];

enum {
    PUZZLE_ID = 32,     /* characters of a name at the most */
    PUZZLE_LINE = 64,   /* stones of a main line at the most */
    PUZZLE_SOURCE = 80, /* bytes of a source at the most */
};

/* X(NAME, word, what it means): all but the lengths, which are themes, too. */
#define PUZZLE_THEMES(X)                                                                    \
    X(DOUBLE, "double threats", "every turn leaves the other side no free stone")           \
    X(SINGLE, "single threats", "some turn of the solution leaves it one")                  \
    X(COUNTER, "counter-threats", "a defence makes threats that the next turn has to stop") \
    X(TEMPTING, "tempting", "most forcing first turns lead nowhere, and some look good")    \
    X(ONLY, "only turn", "one first turn alone is right")                                   \
    X(FREE, "free stone", "one stone of the first turn may be anywhere")                    \
    X(EDGE, "edge", "the solution touches the edge of the board")                           \
    X(SMALL, "small", "at most 14 stones on the board")                                     \
    X(CROWDED, "crowded", "at least 40 stones on the board")

enum puzzle_theme {
#define PUZZLE_THEME_BIT(NAME, word, about) THEME_##NAME,
    PUZZLE_THEMES(PUZZLE_THEME_BIT)
#undef PUZZLE_THEME_BIT
        THEMES
};

struct puzzle_theme_name {
    const char *word, *about;
};
extern const struct puzzle_theme_name puzzle_themes[THEMES];

struct puzzle {
    char id[PUZZLE_ID + 1]; /* "": none yet */
    enum puzzle_kind kind;
    enum hunt_class class;
    struct position *before; /* the error */
    struct squares error;    /* none: `before` is the solver's position already */
    int turns;               /* the length; 0: not known yet */
    struct squares key;
    int firsts; /* right first turns; 0: not counted */
    int line_n;
    square line[PUZZLE_LINE];
    unsigned themes; /* a bit each */
    int rating, deviation, plays;
    char source[PUZZLE_SOURCE + 1];
};

enum { RATING_FIRST = 1500, DEVIATION_FIRST = 200 };

/* Frees what is in it. */
void puzzle_done(struct puzzle *p);

/* The position in which the solver is to move: the caller frees it. NULL with a message if the error cannot be
 * played, or the game is over or in the middle of a turn then. */
struct position *puzzle_position(const struct puzzle *p, struct err *e);

/* "win in 3" or "defence"; returns `out`. */
const char *puzzle_length_theme(const struct puzzle *p, char out[16]);
/* Has it this theme, by its word? */
bool puzzle_has_theme(const struct puzzle *p, const char *word);
/* Is there such a word? */
bool puzzle_theme_known(const char *word);

/* Can this be its name? */
bool puzzle_id_good(const char *id);
/* Its name from what it is: "k" and eight hexadecimal digits. */
void puzzle_name(struct puzzle *p);

/* A list of puzzles. */
struct puzzles {
    size_t n, room;
    struct puzzle *at;
};
#define PUZZLES_EMPTY \
    {                 \
        0, 0, NULL    \
    }
/* Adds a puzzle, whose contents it takes over. */
void puzzles_add(struct puzzles *l, const struct puzzle *p);
void puzzles_free(struct puzzles *l);

#endif
