/* The project's own measurements: `hexad bench`. */
#ifndef CLI_BENCH_H
#define CLI_BENCH_H

#include <stdbool.h>
#include <stdint.h>

/* Puts a stone on each of some squares of a middle-game position in turn and takes it back, `rounds` times,
 * with the numbers of threats of both sides read after each (and the line values too, if `lines`). Returns a
 * sum over what was read. Its own function, so that an instruction count can be confined to it. */
struct threats;
struct squares_list;
uint64_t bench_board_walk(struct threats *t, const uint16_t *squares, int n, int rounds, bool lines);

/* `hexad bench board`: time and instructions of placing and undoing a stone. */
int bench_board(bool json);

/* The walk alone, for the child process that is counted; `what` is "m,n,k,p,q:rounds:lines". */
int bench_board_child(const char *what);

#endif
