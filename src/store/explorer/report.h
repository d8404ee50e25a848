/* The turns of a report from rows in any order; those with one child are one. */
#ifndef STORE_EXPLORER_REPORT_H
#define STORE_EXPLORER_REPORT_H

#include "store/explorer/explorer.h"

struct report_row {
    int64_t child;
    struct explorer_counts counts;
    uint16_t len;
    uint8_t turn[6]; /* of longer turns the rest is in `more` */
    uint8_t *more;
};

struct report_rows {
    struct report_row *row;
    size_t count, room;
};

/* Adds a row. The first one may come again with the same child; its counts are added up. */
void report_add(struct report_rows *rows, int64_t child, const void *turn, size_t len,
                const struct explorer_counts *c);

/* The `most` rows with the most games become turns on the board that was asked about. The caller frees rows->row. */
void report_turns(struct report_rows *rows, const struct rules *r, int symmetry, size_t most,
                  struct explorer_report *out);

void explorer_games_free(struct explorer_game *list, size_t count);

#endif
