/* Games of Go to learn from. */
#ifndef NET_LEARN_GO_H
#define NET_LEARN_GO_H

#include "go/record.h"
#include "net/learn/data.h"

extern const struct data_game data_go;

/* Which games count. */
struct data_go_filter {
    int size;            /* of the board */
    int rank;            /* both players have at least so many dan (professionals have all); 0: any */
    bool no_handicap;    /* no set-up stones */
    const char *without; /* as data_filter has it */
};

/* What was read. */
struct data_go_count {
    size_t files, games;
    size_t other,
        faults
            [GO_FAULTS]; /* left out by the filter; bad, by reason. A game that is bad from some move on counts up
                                        to there, and here, too */
};

struct data_go_source;
struct data_go_source *data_go_source(const struct data_go_filter *f);
void data_go_source_free(void *source);

/* Adds the games of an SGF file, or of all *.sgf below a folder. Games that are bad are counted, not fatal; a file that cannot
 * be read is. */
bool data_go_add(struct data_go_source *s, const char *path, struct err *e);
const struct data_go_count *data_go_count(const struct data_go_source *s);

/* Replays all games: `see` is called before every move that is no pass, with the board whose side to move plays it. */
typedef void data_go_see(void *context, const struct go *g, go_point move);
void data_go_walk(const struct data_go_source *s, data_go_see *see, void *context);

#endif
