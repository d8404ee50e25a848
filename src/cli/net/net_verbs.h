/* The verbs of `hexad net`, one file each, and what they share. */
#ifndef CLI_NET_NET_VERBS_H
#define CLI_NET_NET_VERBS_H

#include <jansson.h>

#include "base/buf.h"
#include "base/err.h"
#include "cli/cli.h"
#include "cli/files_arg.h"
#include "net/file.h"
#include "net/learn/data.h"
#include "net/learn/loss.h"
#include "net/run.h"

int net_train(int argc, char **argv);
int net_measure(int argc, char **argv);
int net_show(int argc, char **argv);
int net_export(int argc, char **argv);
int net_shapes(int argc, char **argv);

enum { NET_TEST_IN = 20 }; /* one game in so many is for the test */

/* The games of files (data_load), and on standard error what there is to tell of them. */
struct data *net_load_data(const char *game, const struct data_filter *filter, const struct files_arg *files,
                           int test_in, struct err *e);

/* Options of the verbs that take games: those of the filter, and FILE..., of which there must be one (net_need_files). */
/* clang-format off */
#define OPTION_NET_FILTER(T, field) \
    {"rank", 0, "DAN", 0, "Go: games of two players of at least this rank, as in 6d", 0, \
     TO_READER(net_rank_read, int, T, field.rank)}, \
    {"even", 0, NULL, 0, "Go: games without handicap", 0, TO_FLAG(T, field.even)}, \
    {"without", 0, "WORDS", 0, \
     "Go: games in which no player has one of these words in the name, as in bot,zen (which programs have)", 0, \
     TO_TEXT(T, field.without)}
/* clang-format on */
void net_rank_read(void *rank, char *text, struct argp_state *state);
void net_need_files(const struct files_arg *files, struct argp_state *state);

/* A net's file, or `builtin`: the one inside for `game`, as --game says it. Free with net_file_done. */
bool net_load(const char *path, const char *game, struct net_file *out, struct err *e);

/* Does the net see what the games show? */
bool net_fits(const struct net *n, const struct data *d, struct err *e);

/* Who computes: "onednn", "plain", or "auto", which takes the first that is there. */
const struct net_kernels *net_find_kernels(const char *name, struct err *e);
/* clang-format off */
#define OPTION_NET_KERNELS(T, field) \
    {"kernels", 0, "NAME", 0, "who computes: auto, onednn, amx (matrix tiles, shorter numbers) or plain (auto)", 0, \
     TO_READER(net_kernels_read, const char *, T, field)}
/* clang-format on */
void net_kernels_read(void *name, char *text, struct argp_state *state);

json_t *net_score_json(const struct loss_score *s);
void net_score_text(const struct loss_score *s, struct buf *out);

#endif
