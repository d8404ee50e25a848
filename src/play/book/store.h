/* A book's file between the parts of this folder. */
#ifndef PLAY_BOOK_STORE_H
#define PLAY_BOOK_STORE_H

#include "db/db.h"
#include "play/book/book.h"
#include "play/book/summary.h"

struct book {
    struct db *db;                /* NULL: what is in the program */
    const struct summary *inside; /* that; NULL: the file */
};

#endif
