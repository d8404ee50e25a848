/* The verbs of `hexad net`, one file each, and what they share. */
#ifndef CLI_NET_NET_VERBS_H
#define CLI_NET_NET_VERBS_H

#include <jansson.h>

#include "base/buf.h"
#include "base/err.h"
#include "cli/cli.h"
#include "learn/data.h"
#include "learn/loss.h"
#include "net/file.h"
#include "net/run.h"

int net_train(int argc, char **argv);
int net_measure(int argc, char **argv);
int net_show(int argc, char **argv);
int net_export(int argc, char **argv);

enum { NET_TEST_IN = 20 }; /* one game in so many is for the test */

/* The games of files, one in `test_in` for the test; `game` as --game says it: a game of the Connect family, or go. */
struct net_filter {
    int rank;  /* Go: both players have at least so many dan */
    bool even; /* Go: no handicap */
};

struct data *net_load_data(const char *game, const struct net_filter *filter, int files, char **file,
                           int test_in, struct err *e);
/* Reads "6d". */
int net_rank(struct argp_state *state, const char *text);

/* A net's file, or `builtin`. Free with net_file_done. */
bool net_load(const char *path, struct net_file *out, struct err *e);

/* Who computes: "onednn", "plain", or "auto", which takes the first that is there. */
const struct net_kernels *net_find_kernels(const char *name, struct err *e);
/* The argument of --kernels, checked. */
#define NET_KERNELS_HELP "who computes: auto, onednn, amx (matrix tiles, shorter numbers) or plain (auto)"
const char *net_kernels_arg(struct argp_state *state, const char *text);

/* The game of a name as it is written in files ("19,19,6,2,1", "go 19"), and its board. */
bool net_game_name(const char *text, char out[NET_GAME], int *planes, int *width, int *height, struct err *e);

json_t *net_score_json(const struct loss_score *s);
void net_score_text(const struct loss_score *s, struct buf *out);

#endif
