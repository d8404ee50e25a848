/* Options of commands as tables: a row says what an option is called, what it is about, and where its value
 * goes. Help, manual pages and completion are made from the rows (argp), and so is the reading: a command's
 * own parser only gets what a row leaves to it. */
#ifndef CLI_OPTION_H
#define CLI_OPTION_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

/* What becomes of an option's argument. */
enum option_kind {
    OPTION_TO_PARSER, /* the command's parser gets its key */
    OPTION_TO_FLAG,
    OPTION_TO_TEXT,
    OPTION_TO_INT,
    OPTION_TO_LONG,
    OPTION_TO_SIZE,
    OPTION_TO_COUNT, /* uint64_t */
    OPTION_TO_SECONDS,
    OPTION_TO_REAL,
    OPTION_TO_FLOAT,
    OPTION_TO_MEMORY,    /* in MiB; kept in bytes */
    OPTION_TO_READER,    /* `reader` knows what the field is made of */
    OPTION_TO_CHILD,     /* no option but those of `child`, whose input is the field */
    OPTION_TO_ARGUMENTS, /* no option but what is left of the command line */
    OPTION_TO_ARGUMENT,  /* the next argument, a text; `doc` asks for it if there is none */
    OPTION_TO_WORDS,     /* all further ones, with blanks between them, into a struct buf */
};

struct option_value {
    enum option_kind kind;
    size_t at; /* in the struct that cli_parse fills in */
    long least, most;
    double low, high;
    const struct argp *child;
    void (*arguments)(void *to, struct argp_state *state);
    void (*reader)(void *to, char *text, struct argp_state *state); /* ends with a usage error if it is bad */
};

/* As argp's rows are, and the value. A row of an alias or of a headline has none: OWN. */
struct option_row {
    const char *name;
    int key; /* a letter, or a number for the command's parser; 0: none */
    const char *arg;
    int flags;
    const char *doc;
    int group;
    struct option_value to;
};

/* clang-format off */

/* The place of a field, which has to have this type. */
#define OPTION_AT(type, T, field) offsetof(T, field) + 0 * sizeof(1 ? &((T *)0)->field : (type *)0)
#define OPTION_WHOLE(to, type, T, field, from, up_to) \
    {.kind = to, .at = OPTION_AT(type, T, field), .least = from, .most = up_to}
#define OPTION_BROKEN(to, type, T, field, from, up_to) \
    {.kind = to, .at = OPTION_AT(type, T, field), .low = from, .high = up_to}

/* Values: a row's last member. OWN is for the command's parser. */
#define OWN                             {.kind = OPTION_TO_PARSER}
#define TO_FLAG(T, field)               {.kind = OPTION_TO_FLAG, .at = OPTION_AT(bool, T, field)}
#define TO_TEXT(T, field)               {.kind = OPTION_TO_TEXT, .at = OPTION_AT(const char *, T, field)}
#define TO_MEMORY(T, field)             {.kind = OPTION_TO_MEMORY, .at = OPTION_AT(size_t, T, field)}
#define TO_READER(read, type, T, field) \
    {.kind = OPTION_TO_READER, .at = OPTION_AT(type, T, field), .reader = read}
#define TO_INT(T, field, least, most)   OPTION_WHOLE(OPTION_TO_INT, int, T, field, least, most)
#define TO_LONG(T, field, least, most)  OPTION_WHOLE(OPTION_TO_LONG, long, T, field, least, most)
#define TO_SIZE(T, field, least, most)  OPTION_WHOLE(OPTION_TO_SIZE, size_t, T, field, least, most)
#define TO_COUNT(T, field, least, most) OPTION_WHOLE(OPTION_TO_COUNT, uint64_t, T, field, least, most)
#define TO_SECONDS(T, field, low)       OPTION_BROKEN(OPTION_TO_SECONDS, double, T, field, low, 0)
#define TO_REAL(T, field, low, high)    OPTION_BROKEN(OPTION_TO_REAL, double, T, field, low, high)
#define TO_FLOAT(T, field, low, high)   OPTION_BROKEN(OPTION_TO_FLOAT, float, T, field, low, high)

/* Rows that are no options: those of a child, the arguments, one of them (may be left out if `missing` is NULL), a
 * headline, the end. */
#define OPTION_CHILD(parser, type, T, field) \
    {.to = {.kind = OPTION_TO_CHILD, .at = OPTION_AT(type, T, field), .child = &parser}}
#define OPTION_ARGUMENTS(take, type, T, field) \
    {.to = {.kind = OPTION_TO_ARGUMENTS, .at = OPTION_AT(type, T, field), .arguments = take}}
#define ARGUMENT(T, field, missing) \
    {.doc = missing, .to = {.kind = OPTION_TO_ARGUMENT, .at = OPTION_AT(const char *, T, field)}}
#define ARGUMENT_WORDS(T, field) {.to = {.kind = OPTION_TO_WORDS, .at = OPTION_AT(struct buf, T, field)}}
#define OPTION_HEAD(text, which) {.doc = text, .group = which}
#define OPTION_END {.name = NULL}

/* Options that many commands have. `letter` may be 0; `group` is where the help has it. */
#define OPTION_JSON(T, field, group) {"json", 'j', NULL, 0, "print JSON", group, TO_FLAG(T, field)}
#define OPTION_NODES(T, field, letter, doc, group) \
    {"nodes", letter, "N", 0, doc, group, TO_COUNT(T, field, 1, OPTION_NODES_MOST)}
#define OPTION_SEED(T, field, doc, group) \
    {"seed", 0, "N", 0, doc, group, TO_COUNT(T, field, 0, OPTION_SEED_MOST)}
#define OPTION_THREADS(T, field, letter, most, doc, group) \
    {"threads", letter, "N", 0, doc, group, TO_INT(T, field, 1, most)}
/* With the name that it had. */
#define OPTION_HASH(T, field, doc) \
    {"hash", 'm', "MIB", 0, doc, 0, TO_MEMORY(T, field)}, \
    {"memory", 0, NULL, OPTION_ALIAS | OPTION_HIDDEN, NULL, 0, OWN}

/* clang-format on */

#define OPTION_NODES_MOST 1000000000000000
#define OPTION_SEED_MOST  (1L << 62)

#endif
