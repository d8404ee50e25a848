/* A program run as a child process, spoken to in lines over its standard input and output.
 *
 * It is run by /bin/sh in a process group of its own, so that the terminal's Ctrl-C does not reach it and
 * that killing the group leaves nothing behind. */
#ifndef PLAY_ARENA_CHILD_H
#define PLAY_ARENA_CHILD_H

#include <stdatomic.h>
#include <stdint.h>

#include "play/arena/talk.h"

struct child_setup {
    const char *command;     /* as for sh -c */
    const char *log;         /* a file that gets the conversation and the program's standard error; or NULL */
    uint64_t seed;           /* handed over in the environment as HEXAD_SEED */
    const atomic_bool *stop; /* waiting ends with TALK_STOPPED when it becomes true; may be NULL */
};

/* For the main function of a program that runs others: makes sure that it can wait for them (whoever started
 * it may have it ignore their ends), and that processes which they leave behind become its own to bury. */
void child_adopt(void);

/* Starts the program. NULL with a message if the system does not allow it; that the command cannot be run
 * shows later, by its ending at once. Free it with talk_free. */
struct talk *child_start(const struct child_setup *s, struct err *e);

/* Has the program ended (by itself or by somebody's hand)? */
bool child_ended(struct talk *t);

#endif
