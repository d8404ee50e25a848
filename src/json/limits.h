/* How much there may be of what clients ask for, keep and wait for: one table.
 *
 * GET /api/v1/info tells it, docs/api.md lists it (a test compares), and tests/server/test_limits.c tries
 * each at the limit and one past it: an entry without its test does not compile there. What connections,
 * headers and frames may be is the transport's. */
#ifndef JSON_LIMITS_H
#define JSON_LIMITS_H

#include "connect/board/rules.h"
#include "connect/engine/engine.h"

/* X(NAME, name, value, what it is) */
#define LIMITS(X)                                                                                            \
    X(SIDE, side, RULES_MAX_SIDE, "columns and rows of a board")                                             \
    X(K, k, RULES_MAX_K, "squares of a winning row")                                                         \
    X(TURN, turn, RULES_MAX_TURN, "stones of a turn, p and q")                                               \
    X(REQUEST_BYTES, request_bytes, 512 << 10,                                                               \
      "bytes of a body without a tree, a file, a proof or progress")                                         \
    X(JSON_BYTES, json_bytes, 80 << 20, "bytes of memory that the JSON of a body may become")                \
    X(ANSWER_THREADS, answer_threads, 8, "threads that answer requests; large ones have half of them")       \
    X(ANSWER_SECONDS, answer_seconds, 5, "seconds of processor time of an answer that is no search")         \
    X(TITLE, title, 200, "characters of a title, or of a player's name")                                     \
    X(LIST, list, 200, "trees or matches in one answer")                                                     \
    X(TREE_NODES, tree_nodes, 50000, "nodes of a tree")                                                      \
    X(TREE_DEPTH, tree_depth, 1000, "nodes on a line of a tree")                                             \
    X(TREE_MARKS, tree_marks, 100000, "marks and labels of a tree")                                          \
    X(TREE_SETUP, tree_setup, 200000, "squares that the set-ups of a tree name")                             \
    X(TREE_INDEX, tree_index, 16 << 20, "bytes of the index of a tree's positions")                          \
    X(CHAPTERS, chapters, 200, "chapters of a saved tree or of a file")                                      \
    X(TREES, trees, 100000, "saved trees")                                                                   \
    X(PLAYERS, players, 1000, "players whose progress is kept")                                              \
    X(PROGRESS_BYTES, progress_bytes, 4 << 20, "bytes of a player's progress")                               \
    X(DATA_BYTES, data_bytes, 1 << 30, "bytes of the data file")                                             \
    X(DATA_WAIT_MS, data_wait_ms, 2000, "milliseconds that a request waits for a locked data file")          \
    X(FILTERED_GAMES, filtered_games, 5000, "games that filtered statistics of a position are made of")      \
    X(GAMES, games, 1000, "games of an imported file")                                                       \
    X(IMPORT_NODES, import_nodes, 500000, "nodes of all games of an imported file")                          \
    X(IMPORT_POINTS, import_points, 500000, "set-up stones and marks of all games of an imported file")      \
    X(PUZZLES, puzzles, 500, "puzzles in one answer")                                                        \
    X(EXCEPT, except, 5000, "names of puzzles that are not to be picked")                                    \
    X(JUDGE_MS, judge_ms, 1000, "milliseconds of processor time of a verdict, a hint or a solution")         \
    X(PROOFS, proofs, 1000, "proofs that are kept")                                                          \
    X(PROOF_BYTES, proof_bytes, 4 << 20, "bytes of a proof that is sent")                                    \
    X(PROOFS_BYTES, proofs_bytes, 256 << 20, "bytes of all proofs that are kept")                            \
    X(CHECK_SECONDS, check_seconds, 60,                                                                      \
      "seconds of processor time of the check of a proof that is sent or walked through")                    \
    X(CHECK_MEMORY, check_memory, 16 << 20, "bytes of memory of the check of a proof")                       \
    X(GUIDE_MEMORY, guide_memory, 64 << 20, "bytes of memory of a proof that is walked through")             \
    X(GUIDES_MEMORY, guides_memory, 128 << 20, "bytes of memory of those that may be walked through again")  \
    X(LINES, lines, REPORT_LINES_MOST, "lines of an analysis")                                               \
    X(LIVE_IDS, live_ids, 16, "analyses that one socket follows at a time")                                  \
    X(MOVE_SECONDS, move_seconds, 600, "seconds of a move, of an analysis with an end, of a review's step")  \
    X(FORCING_SECONDS, forcing_seconds, 600, "seconds of a search for a forcing win")                        \
    X(MOVE_JOBS, move_jobs, 256, "moves and forcing wins that run and wait")                                 \
    X(ANALYSIS_JOBS, analysis_jobs, 512, "analyses that run and wait")                                       \
    X(REVIEW_JOBS, review_jobs, 128, "reviews that run and wait")                                            \
    X(CLIENT_MOVE_JOBS, client_move_jobs, 32, "of these, moves and forcing wins of one client")              \
    X(CLIENT_ANALYSIS_JOBS, client_analysis_jobs, 64, "of these, analyses of one client")                    \
    X(CLIENT_REVIEW_JOBS, client_review_jobs, 16, "of these, reviews of one client")                         \
    X(PROVE_SECONDS, prove_seconds, 3600, "seconds that a proof is looked for")                              \
    X(PROVE_MEMORY, prove_memory, 384 << 20, "bytes of memory of a proof that is looked for")                \
    X(PROVE_JOBS, prove_jobs, 16, "proofs that are looked for, or wait: one at a time")                      \
    X(CLIENT_PROVE_JOBS, client_prove_jobs, 4, "of these, those of one client")                              \
    X(LABS, labs, 100, "labs that are kept")                                                                 \
    X(LAB_BYTES, lab_bytes, 2000000000, "bytes of a lab's file; one that is larger does not run on")         \
    X(LABS_MEGABYTES, labs_megabytes, 8000, "million bytes of the files of all labs")                        \
    X(LABS_MEMORY, labs_memory, 256 << 20,                                                                   \
      "bytes of memory of the trees of labs that run, or are asked or exported")                             \
    X(LAB_THREAD_MEMORY, lab_thread_memory, 96 << 20,                                                        \
      "bytes of memory of the prover of each thread for labs")                                               \
    X(LAB_ASKED, lab_asked, 100, "wishes that wait to be taken up by whoever runs a lab")                    \
    X(LAB_EVENTS, lab_events, 200, "wishes and events that a lab keeps when people ask for more")            \
    X(LAB_STONES, lab_stones, 1000, "stones of a root that is added here")                                   \
    X(LAB_ROOTS, lab_roots, 100, "roots of a lab that are added here")                                       \
    X(LAB_RUNS, lab_runs, 4, "labs that run here at once")                                                   \
    X(CLIENT_LAB_RUNS, client_lab_runs, 3, "of these, those that one client wanted to run")                  \
    X(LAB_THREADS, lab_threads, 4, "threads for the jobs of all labs, and no more than --threads")           \
    X(LAB_JOBS, lab_jobs, 64, "jobs of labs that run and wait")                                              \
    X(CLIENT_LAB_JOBS, client_lab_jobs, 16, "of these, those of one lab")                                    \
    X(MAP_TURNS, map_turns, 100000, "turns of a root whose map is told")                                     \
    X(MAP_LISTED, map_listed, 20000, "turns that a map lists")                                               \
    X(LAB_ROWS, lab_rows, 1000, "turns of a lab's tree in one answer")                                       \
    X(LAB_OPEN, lab_open, 200, "places of a lab's tree whose turns are asked for at once")                   \
    X(LAB_FOLLOWERS, lab_followers, 256, "views of labs that sockets follow")                                \
    X(CLIENT_LAB_FOLLOWERS, client_lab_followers, 16, "of these, those of one client")                       \
    X(DUELS, duels, 10000, "games between people that are kept; for a new one the oldest that is over goes") \
    X(CLIENT_DUELS, client_duels, 500, "of these, open ones that one client made since the server's start")  \
    X(DUELS_BYTES, duels_bytes, 256 << 20, "bytes of the file of games between people")                      \
    X(DUEL_SQUARES, duel_squares, 1024, "squares of their boards")                                           \
    X(DUEL_NAME, duel_name, 40, "characters of a name in them")                                              \
    X(DUEL_LIST, duel_list, 200, "of them in one list")                                                      \
    X(DUEL_DAYS, duel_days, 180, "days after which one goes in which nothing was done")                      \
    X(DUEL_WAIT_DAYS, duel_wait_days, 14, "days after which one goes that nobody joined")                    \
    X(DUEL_FOLLOWERS, duel_followers, 4096, "players and watchers of games between people, on all sockets")  \
    X(CLIENT_DUEL_FOLLOWERS, client_duel_followers, 1024, "of these, those of one client")                   \
    X(DUEL_WATCHERS, duel_watchers, 200, "of these, those who follow one game")                              \
    X(DUEL_ASKED, duel_asked, 1000, "requests about games between people that wait to be dealt with")        \
    X(TOURNAMENTS, tournaments, 40, "tournaments that are kept")                                             \
    X(TOURNAMENT_PLAYERS, tournament_players, 12, "players of a tournament")                                 \
    X(TOURNAMENT_GAMES, tournament_games, 2000, "games of a tournament")                                     \
    X(TOURNAMENT_SQUARES, tournament_squares, 1024, "squares of their boards")                               \
    X(TOURNAMENT_SECONDS, tournament_seconds, 60, "seconds of processor time of a turn in them")             \
    X(TOURNAMENT_MEMORY, tournament_memory, 64 << 20,                                                        \
      "bytes of the tables and trees of the two players of a game in them")                                  \
    X(TOURNAMENT_LIST, tournament_list, 200, "games of a tournament in one list")                            \
    X(TOURNAMENT_RUNS, tournament_runs, 2, "tournaments that are played at once, a game at a time each")     \
    X(CLIENT_TOURNAMENT_RUNS, client_tournament_runs, 1, "of these, those that one client wanted")           \
    X(SQLITE_MEMORY, sqlite_memory, 128 << 20, "bytes of memory in which pages of files are kept")           \
    X(END_MS, end_ms, 1800,                                                                                  \
      "milliseconds of processor time of the end after a signal; what runs on is cut off")                   \
    X(SPARE_THREADS, spare_threads, 3, "threads for moves and forcing wins beyond those of --threads")       \
    X(SLICE_SECONDS, slice_seconds, 5, "seconds that a search has for itself while others wait")

/* What follows from them, in bytes of memory: nothing enforces it, and the attack suite measures it for every route
 * (tests/server/attack/on-routes.mjs). packaging/hexad.service has room for the sum. */
#define BOUNDS(X)                                                                                   \
    X(JOB_MEMORY, job_memory, 128 << 20, "a search, a verdict or a check that a request waits for") \
    X(ANSWER_MEMORY, answer_memory, 128 << 20,                                                      \
      "any other answer to a body of more than 64 KiB, or that saves")                              \
    X(SMALL_ANSWER_MEMORY, small_answer_memory, 48 << 20, "any other answer")

enum {
#define LIMIT_CONSTANT(NAME, name, value, about) LIMIT_##NAME = (value),
    LIMITS(LIMIT_CONSTANT)
#undef LIMIT_CONSTANT
#define BOUND_CONSTANT(NAME, name, value, about) BOUND_##NAME = (value),
        BOUNDS(BOUND_CONSTANT)
#undef BOUND_CONSTANT
};

struct limit {
    const char *name, *about;
    long value;
};
/* The last entry's name is NULL. */
extern const struct limit limits_table[], bounds_table[];

#endif
