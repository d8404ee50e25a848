/* The end comes in time, whatever is still being done: what was saved is on the disk, and whatever else the server works at can be
 * done again. */
#ifndef SERVER_HURRY_H
#define SERVER_HURRY_H

struct hurry;

/* Calls `leave` in a thread of its own when the program has had so many seconds of processor time from now on, or so many have passed
 * by the wall: a machine that has no time for us is not our fault. NULL if there is no thread. */
struct hurry *hurry_start(double cpu, double wall, void (*leave)(void));
/* It is not needed any more; not to be called by `leave`. */
void hurry_stop(struct hurry *h);

#endif
