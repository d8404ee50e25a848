/* Hexad as a library: Connect(m,n,k,p,q) games and Go, their records, threats, the engine, and proofs.
 *
 *     hexad_error error;
 *     hexad_game *game = hexad_game_new("connect6", &error);
 *     if (!game || hexad_game_play_text(game, "j10 k11 i11", &error) != HEXAD_OK)
 *         fprintf(stderr, "%s\n", error.text);
 *
 * Handles are opaque. What a function returns as a pointer that is not const is yours, to be given back to
 * the free function of its kind (texts and bytes: hexad_free); NULL may be given back too. What is const
 * belongs to the handle that it came from and lasts until that handle changes.
 *
 * Errors are values: a function that can fail returns a hexad_status, or NULL for a handle, and fills in the
 * hexad_error that the caller may hand over (the last argument, or NULL). What `out` points to is written on
 * success only. Nothing is printed, no signal is touched, and the process is not ended, except for lack of
 * memory (hexad_on_out_of_memory).
 *
 * Threads: different handles may be used at the same time. One handle is for one thread at a time, but any
 * number may read a game that nobody changes; hexad_stop_set may come from anywhere at any time.
 *
 * Players, nets, planes and puzzles are in hexad_players.h. docs/library.md has examples in C and Python,
 * docs/spec.md the definitions. */
#ifndef HEXAD_H
#define HEXAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HEXAD_VERSION "1.0.0" /* of this header; the build takes it from here */

#if defined(__GNUC__)
#define HEXAD_API __attribute__((visibility("default")))
#else
#define HEXAD_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Errors, memory, version ---- */

typedef enum hexad_status {
    HEXAD_OK,
    HEXAD_BAD_ARGUMENT, /* a NULL, a number out of its range, a name that is none */
    HEXAD_ILLEGAL,      /* the rules do not allow it: an occupied square, a game that is over */
    HEXAD_BAD_DATA,     /* a record or certificate that cannot be read */
    HEXAD_FILE,         /* a file that cannot be read or written */
    HEXAD_NO_MEMORY     /* tables as large as asked for cannot be had */
} hexad_status;

typedef struct hexad_error {
    hexad_status status;
    char text[320]; /* what was wrong and where, one line */
} hexad_error;

/* The version of the library that runs, as in HEXAD_VERSION. */
HEXAD_API const char *hexad_version(void);

/* For texts and bytes that came as pointers which are not const. */
HEXAD_API void hexad_free(void *memory);

/* When small amounts of memory cannot be had, handles are left half done and no call can go on: this hook is
 * called, from any thread, and should end the process in the way that the application likes. If it returns,
 * or there is none (NULL, as at first), a line goes to standard error and abort is called. */
typedef void hexad_memory_hook(size_t bytes);
HEXAD_API void hexad_on_out_of_memory(hexad_memory_hook *hook);

/* ---- Squares ---- */

enum {
    HEXAD_SQUARES_MOST = 127, /* in a hexad_squares; also the longest side of a board */
    HEXAD_LINES_MOST = 32,    /* turns that the engine reports at once */
    HEXAD_THREADS_MOST = 64,
    HEXAD_POINTS_MOST = 625, /* of a board of Go */
    HEXAD_TEXT = 8,          /* room for the text of a square, */
    HEXAD_RULES_TEXT = 64    /* and for that of rules */
};

typedef struct hexad_square {
    int column, row; /* from 0 at the bottom left: j10 is {9, 9}; a pass, in Go, is {-1, -1} */
} hexad_square;

typedef struct hexad_squares {
    int count;
    hexad_square at[HEXAD_SQUARES_MOST];
} hexad_squares;

/* "j10": column letters a … z, aa …, without skipping i, then the row from 1. "" if it is no square of any
 * board. Returns `out`. */
HEXAD_API const char *hexad_square_text(hexad_square at, char out[HEXAD_TEXT]);
HEXAD_API hexad_status hexad_square_parse(const char *text, hexad_square *out, hexad_error *error);

/* ---- Games: a position, and the stones that led to it ---- */

typedef struct hexad_game hexad_game;

typedef enum hexad_colour { HEXAD_EMPTY, HEXAD_BLACK, HEXAD_WHITE, HEXAD_OUTSIDE } hexad_colour;
typedef enum hexad_outcome { HEXAD_OPEN, HEXAD_BLACK_WINS, HEXAD_WHITE_WINS, HEXAD_DRAWN } hexad_outcome;

typedef struct hexad_state {
    int columns, rows;
    int k, p, q; /* the rules: k in a row win, p stones a turn, q in Black's first; k is 0 in Go */
    int exact;   /* 1: a row of more than k wins nothing; else 0 */
    hexad_colour to_move;
    int left;   /* stones that the side to move has still to place in this turn */
    int stones; /* on the board, those of a set-up included */
    int played; /* stones that can be taken back */
    hexad_outcome outcome;
    hexad_squares row; /* the winner's */
} hexad_state;

/* The empty board of "connect6", "connect6-59", "gomoku", "gomoku-19", "gomoku-exact", "tictactoe", or of five
 * numbers "m,n,k,p,q", "m,n,k,p,q,exact" where more than k in a row win nothing; NULL is Connect6. And of Go,
 * docs/go.md: "go", "go9", "go13", "go:19,komi=5.5,handicap=2,ko=simple". Go has no threats, forcing wins,
 * exact values, proofs and records here: their functions refuse it with HEXAD_BAD_ARGUMENT. */
HEXAD_API hexad_game *hexad_game_new(const char *rules, hexad_error *error);
/* A set-up: `board` has columns times rows colours (hexad_colour), row by row from the bottom left. `left`
 * stones are to be placed by the side to move in this turn; 0: a whole turn. */
HEXAD_API hexad_game *hexad_game_set_up(const char *rules, const uint8_t *board, size_t size,
                                        hexad_colour to_move, int left, hexad_error *error);
HEXAD_API hexad_game *hexad_game_copy(const hexad_game *game, hexad_error *error);
HEXAD_API void hexad_game_free(hexad_game *game);

/* Places a stone of the side to move; or several, "j10 k11 i11", all of them or none. */
HEXAD_API hexad_status hexad_game_play(hexad_game *game, hexad_square at, hexad_error *error);
HEXAD_API hexad_status hexad_game_play_text(hexad_game *game, const char *stones, hexad_error *error);
/* Takes back the last stone. */
HEXAD_API hexad_status hexad_game_undo(hexad_game *game, hexad_error *error);

HEXAD_API hexad_status hexad_game_state(const hexad_game *game, hexad_state *out, hexad_error *error);
/* The rules as hexad_game_new reads them, equal for equal rules: "19,19,6,2,1", "go:9,komi=7.5". Returns `out`. */
HEXAD_API const char *hexad_game_rules(const hexad_game *game, char out[HEXAD_RULES_TEXT]);
/* How it stands in a line, "White to move, 2 stones". */
HEXAD_API char *hexad_game_describe(const hexad_game *game, hexad_error *error);
HEXAD_API hexad_colour hexad_game_cell(const hexad_game *game, hexad_square at);
HEXAD_API bool hexad_game_legal(const hexad_game *game, hexad_square at);
/* The whole board, as in hexad_game_set_up, into `size` bytes, which must be as many as there are squares. */
HEXAD_API hexad_status hexad_game_board(const hexad_game *game, uint8_t *out, size_t size,
                                        hexad_error *error);
/* The boards after the first `from` stones that were played, after one more … `count` of them. */
HEXAD_API hexad_status hexad_game_boards(const hexad_game *game, int from, int count, uint8_t *out,
                                         size_t size, hexad_error *error);
/* All squares where the side to move may play, from the bottom left; at most `most` are written, `count` says
 * how many there are. None when the game is over. */
HEXAD_API hexad_status hexad_game_moves(const hexad_game *game, hexad_square *out, size_t most, size_t *count,
                                        hexad_error *error);
/* The texts of squares as people write them in this game: as above, in Go letters without I, "K10", "pass". */
HEXAD_API const char *hexad_game_square_text(const hexad_game *game, hexad_square at, char out[HEXAD_TEXT]);
HEXAD_API hexad_status hexad_game_square_parse(const hexad_game *game, const char *text, hexad_square *out,
                                               hexad_error *error);

/* A number that is the same for all positions of these rules that a symmetry of the board maps onto each other,
 * whatever the order of their stones, side to move and its stones left among them; of ten million two share
 * one with a chance of three in a million. `symmetry`, which may be NULL, is how this board is seen in it, for
 * hexad_game_turned. */
HEXAD_API hexad_status hexad_game_key(const hexad_game *game, uint64_t *key, int *symmetry,
                                      hexad_error *error);
/* How many symmetries the board has, 8 or 4; and where a symmetry (from 0, nothing moved) takes a square. */
HEXAD_API int hexad_game_symmetries(const hexad_game *game);
HEXAD_API hexad_square hexad_game_turned(const hexad_game *game, int symmetry, hexad_square at);
/* The stone that was played as number `index`, from 0. */
HEXAD_API hexad_status hexad_game_stone(const hexad_game *game, int index, hexad_square *out,
                                        hexad_colour *colour, hexad_error *error);
/* The board drawn with characters, coordinates around it. */
HEXAD_API char *hexad_game_draw(const hexad_game *game, hexad_error *error);

/* ---- Threats ---- */

typedef struct hexad_threats {
    int number;        /* stones that the other side needs to stop them all; p + 1: more than p */
    int segments;      /* runs of k squares that a turn can fill */
    hexad_squares win; /* if the owner is to move and can: what completes a row in this turn */
} hexad_threats;

HEXAD_API hexad_status hexad_game_threats(const hexad_game *game, hexad_colour owner, hexad_threats *out,
                                          hexad_error *error);

/* The critical defences against the threats of `owner`: all sets of at most p squares that stop every threat
 * and none of whose squares can be spared, the smallest first (without threats: one empty set). Writes at
 * most `most` of them; `more`, which may be NULL, tells that there are others. */
HEXAD_API hexad_status hexad_game_defences(const hexad_game *game, hexad_colour owner, size_t most,
                                           hexad_squares *out, size_t *count, bool *more, hexad_error *error);

/* ---- Limits of whatever takes long ---- */

/* Stops work from another thread. Once set it stays set until it is cleared, so that nothing is missed. It
 * must outlive the work that was given it. */
typedef struct hexad_stop hexad_stop;
HEXAD_API hexad_stop *hexad_stop_new(void);
HEXAD_API void hexad_stop_free(hexad_stop *stop);
HEXAD_API void hexad_stop_set(hexad_stop *stop);
HEXAD_API void hexad_stop_clear(hexad_stop *stop);

typedef struct hexad_report hexad_report;

/* Called now and then, in the thread that called. Anything but 0 stops the work (and sets `stop`, if there is
 * one). The report is whole for hexad_engine_think; else it has only nodes and seconds. */
typedef int hexad_progress(void *context, const hexad_report *report);

/* All zero, or NULL instead of a pointer to it: no limit. The first limit reached ends the work. */
typedef struct hexad_limits {
    double seconds;
    uint64_t nodes; /* stones placed; of hexad_game_solve, turns looked at */
    int depth;      /* think: turns looked ahead; force: turns of the attacker */
    int lines;      /* think: how many of the best turns to report; 0 as 1 */
    size_t memory;  /* force, exact, solve: bytes for what is remembered; 0: as usual */
    hexad_stop *stop;
    hexad_progress *progress; /* think, solve, check */
    void *context;            /* handed to `progress` */
    /* think: a byte for each square, row by row from the bottom left; only turns with all their stones where it is
     * not 0 are looked for. NULL: the whole board. */
    const uint8_t *region;
} hexad_limits;

/* ---- The engine ---- */

typedef struct hexad_engine hexad_engine;

/* One turn, and what is thought to follow. */
typedef struct hexad_line {
    hexad_squares stones; /* in the order of play; the turns follow from the rules */
    int turn;             /* how many of them are the turn to play now */
    int value;            /* for the side to move, 100 about a won advantage */
    double chance;        /* the same as a share of games won, 0 to 1 */
    int mate;   /* certain: the side to move wins in so many of its turns; negative: loses; 0: not known */
    int likely; /* the same by what was tried, which is not everything */
    uint64_t visits; /* Go: playouts that began with it */
    double share;    /* Go: what the net expected of it, 0 to 1 */
} hexad_line;

struct hexad_report {
    int depth;        /* turns looked ahead; 0: a forced turn, or a forcing win */
    int reached;      /* turns of the longest line looked at */
    uint64_t nodes;   /* stones placed */
    double seconds;   /* since the start */
    int hash_permill; /* of the table in use */
    int count;        /* lines, the best first */
    hexad_line line[HEXAD_LINES_MOST];
    /* Go: how many playouts what follows is from, 0: there is nothing; the mean of Black's points less White's with
     * komi; and whose each of `points` points was at the end, row by row from the bottom left: 100 always Black's,
     * -100 always White's. */
    uint64_t playouts;
    double score;
    int points;
    int8_t owner[HEXAD_POINTS_MOST];
};

/* An engine for games of these rules (as in hexad_game_new). `hash` bytes for its tables, 0: 64 MiB (Go: for its
 * tree, 256 MiB); `threads` that search together, 0: one. It keeps what it learned from one call to the next; with
 * one thread and a limit of nodes (Go: playouts) or depth, a new engine answers the same every time. */
HEXAD_API hexad_engine *hexad_engine_new(const char *rules, size_t hash, int threads, hexad_error *error);
HEXAD_API void hexad_engine_free(hexad_engine *engine);
/* Forgets what was learned. */
HEXAD_API void hexad_engine_clear(hexad_engine *engine);

/* Finds the best turns of the side to move; at least one. There must be a limit, a stop or a progress. */
HEXAD_API hexad_status hexad_engine_think(hexad_engine *engine, const hexad_game *game,
                                          const hexad_limits *limits, hexad_report *out, hexad_error *error);

/* ---- Wins ---- */

typedef enum hexad_answer {
    HEXAD_WIN,
    HEXAD_NONE,   /* there is none of the kind asked for */
    HEXAD_UNKNOWN /* not found within the limits, or by what was tried */
} hexad_answer;

typedef struct hexad_win {
    hexad_answer answer;
    hexad_squares turn; /* the first turn of the win, on the board of the game; of a defender to move there is
                             none, and of a win on the infinite board that begins beyond the game's */
    hexad_squares stones; /* force: that turn and a line that follows */
    int depth;            /* turns of the attacker to the end, on the longest path */
    int order;            /* solve: of the win, 1 … 4 */
    uint64_t nodes;
    double seconds;
} hexad_win;

/* A win of the side to move by threats that have to be answered, turn after turn. `doubled` looks only for
 * turns that make as many threats as the other side has stones, which is faster; NONE is then about those. In games with
 * turns of one stone it is fours alone that are doubled; otherwise threes are looked for, too, unless a depth is asked for. */
HEXAD_API hexad_status hexad_game_force(const hexad_game *game, bool doubled, const hexad_limits *limits,
                                        hexad_win *out, hexad_error *error);

/* The value for the side to move of a position with at most 64 empty squares, by trying everything: 1 win, 0
 * draw, -1 loss. It lies between `lower` and `upper`, which are equal unless a limit was reached; `turn`
 * achieves `lower`. */
typedef struct hexad_value {
    int lower, upper;
    hexad_squares turn;
    uint64_t nodes;
} hexad_value;
HEXAD_API hexad_status hexad_game_exact(const hexad_game *game, const hexad_limits *limits, hexad_value *out,
                                        hexad_error *error);

/* ---- Proofs: wins as certificates (docs/certificates.md), which a separate small checker accepts ---- */

typedef struct hexad_proof hexad_proof;

typedef struct hexad_question {
    hexad_colour attacker; /* who is to be shown to win; HEXAD_EMPTY: the side to move */
    int order;             /* the highest order of the win, 1 … 4; 0 as 2 */
    bool infinite;         /* the win is to hold on the infinite board */
    const char *file;      /* where the certificate goes; NULL: it stays in memory */
} hexad_question;

/* Looks for a win and proves it against every defence. `question` may be NULL (all zero). `*proof` is the
 * proof, or NULL if none was found. */
HEXAD_API hexad_status hexad_game_solve(const hexad_game *game, const hexad_question *question,
                                        const hexad_limits *limits, hexad_win *out, hexad_proof **proof,
                                        hexad_error *error);

/* A certificate from memory, which is copied, or from a file, which is read when it is checked. */
HEXAD_API hexad_proof *hexad_proof_read(const void *bytes, size_t length, hexad_error *error);
HEXAD_API hexad_proof *hexad_proof_open(const char *file, hexad_error *error);
HEXAD_API void hexad_proof_free(hexad_proof *proof);
/* The certificate; NULL if it is in a file. */
HEXAD_API const void *hexad_proof_bytes(const hexad_proof *proof, size_t *length);
/* What is claimed, "Black wins Connect(∞,∞,6,2,3) from the empty board"; proved only once it was accepted. */
HEXAD_API const char *hexad_proof_claim(const hexad_proof *proof);
/* The position of the claim. One about the infinite board has a board of its own, with the stones in its middle. */
HEXAD_API hexad_game *hexad_proof_game(const hexad_proof *proof, hexad_error *error);

typedef enum hexad_verdict {
    HEXAD_ACCEPTED,
    HEXAD_REJECTED,   /* it does not prove its claim */
    HEXAD_UNREADABLE, /* it is damaged */
    HEXAD_STOPPED,    /* at a limit: nothing is known */
    HEXAD_SET_UP      /* it proves its claim, but of a position that its game cannot come to */
} hexad_verdict;

HEXAD_API hexad_status hexad_proof_check(hexad_proof *proof, const hexad_limits *limits, hexad_verdict *out,
                                         hexad_error *error);
/* Where and why the last check did not accept it; "" if it did, or there was none. */
HEXAD_API const char *hexad_proof_fault(const hexad_proof *proof);

/* ---- Records: the games of a file, in any format (docs/formats.md) ---- */

typedef struct hexad_record hexad_record;

/* Reads SGF in any dialect, contest records and lists of stones; the format is found by looking. `rules`: as
 * in hexad_game_new, whatever the record says; NULL: as it says. A bad game among good ones keeps its number:
 * asking for it fails with HEXAD_BAD_DATA and says where and why. */
HEXAD_API hexad_record *hexad_record_read(const void *text, size_t length, const char *rules,
                                          hexad_error *error);
/* The record of one game. */
HEXAD_API hexad_record *hexad_record_new(const hexad_game *game, hexad_error *error);
HEXAD_API void hexad_record_free(hexad_record *record);

/* How many games it holds; the functions below take their number, from 0. */
HEXAD_API size_t hexad_record_count(const hexad_record *record);
/* The game at the end of the main line. */
HEXAD_API hexad_game *hexad_record_game(const hexad_record *record, size_t number, hexad_error *error);
/* Stones and set-ups that are not on the main line. */
HEXAD_API size_t hexad_record_variations(const hexad_record *record, size_t number);
/* What is said about the game, by SGF's names: PB and PW the players, RE the result, DT the date … */
HEXAD_API const char *hexad_record_info(const hexad_record *record, size_t number, const char *key);
HEXAD_API hexad_status hexad_record_set_info(hexad_record *record, size_t number, const char *key,
                                             const char *value, hexad_error *error);
/* The game as "sgf", "contest" or "plain"; only SGF holds variations and set-ups. `length` may be NULL. */
HEXAD_API char *hexad_record_write(const hexad_record *record, size_t number, const char *format,
                                   size_t *length, hexad_error *error);

/* A place in the tree of a game: the root, a stone, or a set-up. It belongs to its record, and lasts until it is
 * removed or the record freed. Those below it come in the order of the file, the main line first. */
typedef struct hexad_node hexad_node;
HEXAD_API const hexad_node *hexad_record_root(const hexad_record *record, size_t number, hexad_error *error);
/* NULL where there is none. */
HEXAD_API const hexad_node *hexad_node_parent(const hexad_node *node);
HEXAD_API const hexad_node *hexad_node_child(const hexad_node *node); /* the first, */
HEXAD_API const hexad_node *hexad_node_next(const hexad_node *node);  /* and the next of the same parent */
/* The stone; false if the node has none. `at` and `colour` may be NULL. */
HEXAD_API bool hexad_node_stone(const hexad_node *node, hexad_square *at, hexad_colour *colour);
/* Does it set the position up? */
HEXAD_API bool hexad_node_set_up(const hexad_node *node);
/* What is written there; "" if nothing is. */
HEXAD_API const char *hexad_node_comment(const hexad_node *node);
/* The position there, which must be legal. */
HEXAD_API hexad_game *hexad_record_game_at(const hexad_record *record, size_t number, const hexad_node *node,
                                           hexad_error *error);

/* Goes on from a node by stones, "k11 i11": where they are there already it only goes, otherwise they are added
 * behind the variations that there are. All of them or none; the node of the last one, NULL if one is illegal. */
HEXAD_API const hexad_node *hexad_record_add(hexad_record *record, size_t number, const hexad_node *node,
                                             const char *stones, hexad_error *error);
/* NULL or "" takes the comment away. */
HEXAD_API hexad_status hexad_record_set_comment(hexad_record *record, size_t number, const hexad_node *node,
                                                const char *comment, hexad_error *error);
/* Makes the line from the root to the node the main line. */
HEXAD_API hexad_status hexad_record_make_main(hexad_record *record, size_t number, const hexad_node *node,
                                              hexad_error *error);
/* Takes the node away with all below it; the root cannot be. */
HEXAD_API hexad_status hexad_record_remove(hexad_record *record, size_t number, const hexad_node *node,
                                           hexad_error *error);

#ifdef __cplusplus
}
#endif

#endif
