/* The readers and writers of the formats; record.h is what others use.
 *
 * Readers get clean UTF-8 that ends with a NUL, start at *text and leave it behind the game they read. */
#ifndef CONNECT_RECORD_READERS_H
#define CONNECT_RECORD_READERS_H

#include "connect/record/record.h"
#include "game/build.h"
#include "game/source.h"

/* The position of the node that a reader is at. */
static inline struct position *build_position(const struct build *b)
{
    return ((const struct walk *)b->board)->position;
}

bool contest_read(struct source *s, const struct record_options *o, struct record **out, struct err *e);
bool contest_write(const struct record *r, struct buf *out, struct err *e);

/* `typed`: not a file but stones on a command line, so messages count stones, not lines. */
bool plain_read(struct source *s, const struct record_options *o, bool typed, struct record **out,
                struct err *e);
bool plain_write(const struct record *r, struct buf *out, struct err *e);

#define PSQ_WORD "Piskvorky "
bool psq_read(struct source *s, const struct record_options *o, struct record **out, struct err *e);

/* This one gets the bytes of the file as they are. */
#define RENLIB_WORD \
    "\xff"          \
    "RenLib\xff"
/* Do the bytes begin as a library does? */
bool renlib_is(const char *bytes, size_t len);
bool renlib_read(struct source *s, const struct record_options *o, struct record **out, struct err *e);
bool renlib_write(const struct record *r, struct buf *out, struct err *e);

#endif
