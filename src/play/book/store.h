/* The book's file between the parts of this folder. */
#ifndef PLAY_BOOK_STORE_H
#define PLAY_BOOK_STORE_H

#include "db/db.h"
#include "play/book/book.h"

struct book {
    struct db *db;
};

#endif
