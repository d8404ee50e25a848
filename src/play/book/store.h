/* The book's file between the parts of this folder. */
#ifndef PLAY_BOOK_STORE_H
#define PLAY_BOOK_STORE_H

#include <sqlite3.h>

#include "play/book/book.h"

enum book_statement {
    BOOK_LOOKUP,
    BOOK_TURNS,
    BOOK_ADD_GAME,
    BOOK_ADD_NODE,
    BOOK_ADD_LINK,
    BOOK_ADD_RECORD,
    BOOK_STATEMENTS,
};

struct book {
    char *path; /* for messages */
    sqlite3 *db;
    sqlite3_stmt *statement[BOOK_STATEMENTS]; /* prepared when first needed */
};

/* The message of the last call to SQLite; returns false. */
bool store_fail(struct book *b, struct err *e);
/* Runs statements that give no rows. */
bool store_run(struct book *b, const char *sql, struct err *e);
/* Prepares a statement if it is not. */
bool store_statement(struct book *b, enum book_statement which, const char *sql, struct err *e);

#endif
