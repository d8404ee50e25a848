/* The explorer's file, between the parts of this folder: db.c opens it and runs statements, collections.c and games.c write,
 * ask.c answers, verdict.c keeps what the engine said. The opening database (known.h): known_add.c takes certificates in,
 * known_lab.c labs, known_look.c answers from the rows, known.c follows proofs, known_check.c checks the file. */
#ifndef STORE_EXPLORER_INNER_H
#define STORE_EXPLORER_INNER_H

#include <pthread.h>

#include "connect/board/key.h"
#include "db/db.h"
#include "store/explorer/explorer.h"

/* One connection for reading and one for writing, so that questions need not wait for an import. */
struct explorer_db {
    pthread_mutex_t lock;
    struct db *db;
};

struct explorer {
    bool memory;   /* no file: there is only the one for writing */
    bool openings; /* it has the tables of the opening database (known.h) */
    struct explorer_db read, write;
};

/* One game that ended so. */
static inline struct explorer_counts explorer_one(int64_t result)
{
    return (struct explorer_counts){result == OUTCOME_BLACK, result == OUTCOME_DRAW, result == OUTCOME_WHITE,
                                    result == OUTCOME_OPEN};
}

/* A position of a game at the beginning of a turn, and the turn that followed it (none after the last). */
struct explorer_step {
    int64_t key;
    size_t len;
    uint8_t turn[KEY_TURN_MOST];
};

struct explorer_way {
    struct explorer_step *step;
    size_t count, room;
};

/* The positions of the main line, up to a set-up or a stone that the rules do not allow. The caller frees out->step. */
bool explorer_find_way(const struct record *r, struct explorer_way *out, struct err *e);

/* The columns of a game's row, for explorer_row_record and explorer_row_game. */
#define EXPLORER_ROW "rules, black, white, date, event, result, stones, sgf, id, collection"
bool explorer_row_record(struct rows *row, struct record **out, struct err *e);
struct explorer_game explorer_row_game(struct rows *row);

/* A listed part of a proof. */
struct known_row {
    int64_t proof, at, turns;
    int depth, symmetry; /* from the certificate's orientation to the key's */
    struct squares turn; /* in the key's orientation */
};
/* Is anything noted of this game at all? The connection is held. */
bool known_game(struct explorer_db *d, const struct rules *r);
/* The row of a key; false if there is none or it cannot be read. The connection is held. */
bool known_row(struct explorer_db *d, const struct buf *key, const struct rules *r, struct known_row *out);
/* The row of a part that stands for this turn (in the key's orientation) of the position's loser; the same. `part` gets it. */
bool known_part(struct explorer_db *d, const struct buf *key, const struct rules *r,
                const struct squares *turn, struct squares *part, struct known_row *out);
/* The certificate of a proof and its name; false if it cannot be read. */
bool known_bytes(struct explorer_db *d, int64_t proof, struct buf *out);
void known_name(struct explorer_db *d, int64_t proof, char *out, size_t size);

/* Holds the connection for reading, for several questions about one moment. */
struct explorer_db *explorer_hold(struct explorer *x);
/* Takes the connection for writing, in a transaction. NULL with a message if there is none. */
struct explorer_db *explorer_begin(struct explorer *x, struct err *e);
/* Gives either back. Returns `a`, or what failed in the file; what was written is in it if that is EXPLORER_FINE, otherwise
 * nothing of it. */
enum explorer_answer explorer_end(struct explorer_db *d, enum explorer_answer a, struct err *e);

/* For those who pass over a file that fails. */
static inline void explorer_release(struct explorer_db *d)
{
    (void)explorer_end(d, EXPLORER_FINE, NULL);
}

/* Is there such a collection? EXPLORER_NONE with a message if not. */
enum explorer_answer explorer_has(struct explorer_db *d, int64_t collection, struct err *e);

#endif
