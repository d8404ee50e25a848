/* The rules of a game of Go: its size, komi, handicap and ko rule, as people write them. */
#ifndef GO_RULES_H
#define GO_RULES_H

#include <stdbool.h>

#include "base/err.h"

enum { GO_MAX_SIZE = 25, GO_RULES_TEXT = 64 };

enum go_ko {
    GO_SUPERKO,   /* positional: no position of stones may come again */
    GO_SIMPLE_KO, /* only not the one before the last move */
};

struct go_rules {
    int size;     /* 1 … 25 columns and rows */
    int komi;     /* in half points, for White */
    int handicap; /* black stones on the fixed places of GTP before White's first move: 0, 2 … 9 */
    enum go_ko ko;
};

/* 19x19, komi 7.5, no handicap, superko. */
extern const struct go_rules go_default;

/* Reads "go", "go9", "go:13,komi=5.5,handicap=4,ko=simple". */
bool go_rules_parse(const char *text, struct go_rules *out, struct err *e);

/* What go_rules_parse reads: "go:19,komi=7.5"; returns `out`. */
const char *go_rules_format(const struct go_rules *r, char out[GO_RULES_TEXT]);

bool go_rules_check(const struct go_rules *r, struct err *e);
bool go_rules_equal(const struct go_rules *a, const struct go_rules *b);

/* Komi from and to text: "7.5", "-3", "0"; in half points. */
bool go_komi_parse(const char *text, int *out, struct err *e);

#endif
