/* What the protocols of outside programs share (gtp.c, gomocup.c, contest.c). Only player.c uses them. */
#ifndef PLAY_ARENA_OUTSIDE_H
#define PLAY_ARENA_OUTSIDE_H

#include "connect/board/square.h"
#include "play/arena/player.h"

struct stone {
    game_move at;
    uint8_t side;
};

/* A program in the middle of a conversation. */
struct outside {
    const struct spec *spec;
    struct game_rules game;
    struct rules rules; /* of the Connect family; else nothing */
    struct talk *talk;
    bool fresh; /* the program has just been started */
    bool begun; /* it is in a game, and knows the first `known` stones of it */
    /* The stones of the position that is asked about: those set up, then those played, in order; and how many
     * of them the program knows. */
    struct stone *stones;
    size_t count, known, room;
    /* The lines that it was told and has not repeated, until it says something of its own. */
    struct buf told;
    bool speaks;
};

struct protocol {
    /* Gets ready for a game; on a fresh program, for the first. */
    bool (*open)(struct outside *o, const struct turn_clock *c, double deadline, struct fault *f);
    /* Tells the program what it does not know and asks for its turn: its stones go through outside_place. */
    bool (*choose)(struct outside *o, struct game *g, const struct turn_clock *c, double deadline,
                   struct squares *out, struct fault *f);
    const char *quit; /* the line that ends the program */
};

extern const struct protocol gtp_protocol, gomocup_protocol, contest_protocol;

/* The answer to `final_score` about the game that outside_look was told. */
bool gtp_final_score(struct outside *o, const struct game *g, double deadline, char out[PLAYER_SCORE],
                     struct fault *f);

/* Sets the list of stones to this game's. The game that the program is in goes on if the list begins with
 * the stones it knows; else it has not begun. */
void outside_look(struct outside *o, const struct game *g);

/* Makes a fault and returns false. */
bool fault_set(struct fault *f, enum fault_kind kind, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
#ifdef __clang_analyzer__ /* as in base/err.h */
#define fault_set(...) ((void)(fault_set)(__VA_ARGS__), false)
#endif

/* The fault of a conversation that failed; `what` is what was asked, for the message. Returns false. */
bool outside_fault(struct outside *o, enum talk_status s, const char *what, struct fault *f);

/* Sends a line. */
bool outside_say(struct outside *o, double deadline, struct fault *f, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* Waits for a line. A program that repeats all that it was told, line by line, and has never said anything
 * else, is none: its words are ours, not answers. */
enum talk_status outside_line(struct outside *o, double deadline, const char **out);
/* The conversation is with a new program. */
void outside_forget(struct outside *o);
/* Sends the commands of init=A;B one by one through `one`. */
bool outside_init(struct outside *o, double deadline, struct fault *f,
                  bool (*one)(struct outside *o, const char *command, double deadline, struct fault *f));

/* Plays a move of the program's answer and appends it to `out`, if it is legal. */
bool outside_place(struct game *g, game_move m, struct squares *out, struct fault *f);

/* The beginning of an answer, fit for a message. */
enum { SHOWN = 48 };
const char *outside_shown(const char *text, char out[SHOWN]);

/* Skips blanks; a word at `text` in either case, followed by a blank or the end? */
const char *skip_blanks(const char *text);
bool is_word(const char *text, const char *word);

#endif
