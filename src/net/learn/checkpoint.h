/* A training in a file, so that it goes on from there: options, steps, the three vectors, the learning curve. */
#ifndef NET_LEARN_CHECKPOINT_H
#define NET_LEARN_CHECKPOINT_H

#include "net/file.h"
#include "net/learn/train.h"

struct checkpoint {
    struct net *net;
    struct train_state *state;
    struct train_options options; /* but for the number of threads */
    char game[NET_GAME];
    uint64_t learns; /* positions of the data: with others it would not be the same training */
};

/* Writes it so that the file holds the old or the new one whole. */
bool checkpoint_save(const char *path, const struct checkpoint *c, struct err *e);

/* Reads one; free with checkpoint_done. */
bool checkpoint_load(const char *path, struct checkpoint *out, struct err *e);
bool checkpoint_read(const char *bytes, size_t len, struct checkpoint *out, struct err *e);
void checkpoint_done(struct checkpoint *c);

#endif
