/* The project's own measurements: `hexad bench`. */
#ifndef CLI_BENCH_BENCH_H
#define CLI_BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Puts a stone on each of some squares of a middle-game position in turn and takes it back, `rounds` times,
 * with the numbers of threats of both sides read after each (and the line values too, if `lines`). Returns a
 * sum over what was read. Its own function, so that an instruction count can be confined to it. */
struct threats;
uint64_t bench_board_walk(struct threats *t, const uint16_t *squares, int n, int rounds, bool lines);

/* `hexad bench`: the node counts of fixed searches, and their sum, the signature. */
int bench_signature(bool json);

/* `hexad bench board`: time and instructions of placing and undoing a stone. */
int bench_board(bool json);

/* The walk alone, for the child process that is counted; `what` is "m,n,k,p,q:rounds:lines". */
int bench_board_child(const char *what);

/* `hexad bench agents`: what scoring a position costs each agent, and a turn the search. */
int bench_agents(bool json);

/* Scores the position before and after each of some stones, `rounds` times; with no agent the paper's way.
 * Returns a sum over the scores. */
struct bot;
double bench_agents_walk(struct bot *a, struct threats *t, const uint16_t *squares, int n, int rounds);

/* The walk alone, for the child process that is counted; `what` is "rounds:agent". */
int bench_agents_child(const char *what);

/* `hexad bench engine`: speed, depth and memory of the engine over fixed positions of Connect6. */
struct bench_engine {
    double seconds, cpu; /* for each */
    int threads;
    size_t hash; /* bytes */
};
int bench_engine(const struct bench_engine *b, bool json);

/* `hexad bench time`: turns of the program in a process of its own, measured from outside. EXIT_NO if one
 * took longer than 5% and the slack over the limit. */
struct bench_time {
    double seconds; /* of a turn */
    double slack;   /* that it may be over, besides 5% */
    int turns, threads;
    bool gtp; /* else the contest protocol */
};
int bench_time(const struct bench_time *b, bool json);

/* `hexad bench explorer`: generated games into a collection in a file of its own, and questions about their positions. */
int bench_explorer(long games, bool json);

/* `hexad bench go`: moves, ladders and planes of Go, on games that a player of ours makes. */
int bench_go(long games, bool json);

/* `hexad bench mcts`: tree search over Go, so many seconds for each way to ask the net. */
int bench_mcts(double seconds, bool json);

/* `hexad bench net`: nets, training and at play, against oneDNN's own times for their layers. */
int bench_net(int rounds, bool json);

/* Runs `hexad bench ARGUMENTS` under callgrind, which counts the instructions inside `function`, and divides
 * by the number that it prints; negative without valgrind. */
double bench_instructions(const char *function, const char *arguments);

/* Lists the numbers of the search (connect/engine/params.h). */
int bench_params(bool json);

#endif
