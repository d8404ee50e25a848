/* Records of games in and out: which formats there are, and reading without knowing which it is.
 *
 * docs/formats.md describes the formats, how their dialects are told apart, and what each cannot hold. */
#ifndef CONNECT_RECORD_RECORD_H
#define CONNECT_RECORD_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"
#include "connect/record/tree.h"
#include "connect/record/walk.h"
#include "game/build.h"

enum record_format { RECORD_SGF, RECORD_CONTEST, RECORD_PLAIN, RECORD_PSQ, RECORD_RENLIB };

struct record_options;
struct source;

/* All that is known of a format, once: for the program, the server and the page. */
struct record_form {
    const char *name;         /* "sgf" */
    const char *extension;    /* ".sgf" */
    const char *mime, *about; /* for people who choose one */
    const char *begins;       /* with one of these characters its games begin; "": with any other */
    const char *word;         /* with this word its files begin; NULL: see `begins` */
    bool (*read)(struct source *s, const struct record_options *o, struct record **out, struct err *e);
    bool (*write)(const struct record *r, struct buf *out, struct err *e);
};

/* By enum record_format; the last has no name. */
extern const struct record_form record_forms[];

/* Told why a game of a file is bad, with its number and its place. */
typedef void record_bad(void *context, const struct err *e);

/* How to read. All may be NULL, as may the options themselves. */
struct record_options {
    const struct rules *forced;   /* this game, whatever the file says */
    const struct rules *fallback; /* this game if the file does not say; NULL: guessed, Connect6 at last */
    struct record_budget *budget; /* how much may be read (game/build.h) */
    size_t most;                  /* games to read; 0: all */
    record_bad *bad; /* read on behind a bad game, which leaves NULL in the list; they are told in order */
    void *context;   /* for `bad` */
};

/* Reads a record; the format is found by looking. Of a file with several games it is the first. Every stone
 * of every variation is checked. On failure the message names the line and the node or stone. The caller
 * frees `*out`. */
bool record_read(const char *text, size_t len, const struct record_options *o, struct record **out,
                 struct err *e);

/* Reads all games of a file, at least one. Fails, with the message of the first, if one of them is bad; with `bad` of
 * the options only if all are; then the list is NULL and empty. The caller frees it with record_free_all. */
bool record_read_all(const char *text, size_t len, const struct record_options *o, struct record ***out,
                     size_t *count, struct err *e);
void record_free_all(struct record **records, size_t count);

/* The record of stones as on a command line, each argument one or several as in a plain list. */
bool record_from_stones(const struct rules *r, int count, const char *const *stones, struct record **out,
                        struct err *e);

/* Appends the record. Fails, having appended nothing, if the format cannot hold its main line (a set-up in a
 * contest record or a plain list). Only SGF and RenLib hold variations; the latter is bytes, no text. */
bool record_write(const struct record *r, enum record_format f, struct buf *out, struct err *e);

/* The same from and to a file ("-": standard input or output); messages begin with its name. */
bool record_load(const char *path, const struct record_options *o, struct record **out, struct err *e);
bool record_save(const struct record *r, const char *path, enum record_format f, struct err *e);

/* The format of a text, found by looking, whatever its character set. */
bool record_look(const char *text, size_t len, enum record_format *out, struct err *e);

/* By its name in the table. */
bool record_format_parse(const char *name, enum record_format *out, struct err *e);
/* By the file's name: .sgf, .c6 (contest), .lib (renlib), .txt (plain, but contest if it begins with "C6-", as contests name
 * their files). False if the name does not say. */
bool record_format_by_name(const char *path, enum record_format *out);

#endif
