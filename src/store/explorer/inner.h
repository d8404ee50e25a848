/* The explorer's file, between the parts of this folder: db.c opens it and runs statements, collections.c and games.c write,
 * ask.c answers, verdict.c keeps what the engine said. The opening database (known.h): known_add.c takes certificates in,
 * known_lab.c labs, known_look.c answers from the rows, known.c follows proofs, known_check.c checks the file. */
#ifndef STORE_EXPLORER_INNER_H
#define STORE_EXPLORER_INNER_H

#include <pthread.h>
#include <sqlite3.h>

#include "store/explorer/explorer.h"

/* One connection for reading and one for writing, so that questions need not wait for an import. */
struct explorer_db {
    struct explorer *explorer;
    pthread_mutex_t lock;
    sqlite3 *db;
};

struct explorer {
    char *path;    /* for messages */
    bool memory;   /* no file: both connections are one */
    bool openings; /* it has the tables of the opening database (known.h) */
    struct explorer_db read, write;
};

/* Turns as bytes of a row, each square two, and back; false if they are no squares of the board. */
void known_squares_put(const struct rules *r, int symmetry, const square *s, int n, struct buf *out);
bool known_squares_get(const struct rules *r, int symmetry, const void *bytes, int len, struct squares *out);

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

/* Holds the connection for reading, for several questions. */
static inline struct explorer_db *explorer_hold(struct explorer *x)
{
    pthread_mutex_lock(&x->read.lock);
    return &x->read;
}

static inline void explorer_release(struct explorer_db *d)
{
    pthread_mutex_unlock(&d->lock);
}

/* What SQLite complains of, in the message and as an answer. */
enum explorer_answer explorer_fail(struct explorer_db *d, struct err *e);

/* Runs statements that give no rows. */
enum explorer_answer explorer_run(struct explorer_db *d, const char *sql, struct err *e);

/* Takes the connection for writing, in a transaction; explorer_end commits it if all went well, and gives it back. */
enum explorer_answer explorer_begin(struct explorer *x, struct explorer_db **d, struct err *e);
enum explorer_answer explorer_end(struct explorer_db *d, enum explorer_answer a, struct err *e);

/* Appends the statements with the collection's number for each #. */
void explorer_number(const char *sql, int64_t collection, struct buf *out);
/* A statement; each # in it is the collection's number. NULL with the message if it cannot be made. */
sqlite3_stmt *explorer_prepare(struct explorer_db *d, const char *sql, int64_t collection, struct err *e);

/* Is there such a collection? EXPLORER_NONE with a message if not. */
enum explorer_answer explorer_has(struct explorer_db *d, int64_t collection, struct err *e);

#endif
