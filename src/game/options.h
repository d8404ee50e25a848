/* Reading the options of agents: "c=6,marking=paper" against a table. */
#ifndef GAME_OPTIONS_H
#define GAME_OPTIONS_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"

enum option_type {
    OPTION_WHOLE,  /* a whole number from least to most */
    OPTION_NUMBER, /* a number from least to most */
    OPTION_CHOICE, /* one of the words of `words` */
    OPTION_TEXT,
    OPTION_PATH, /* a file that the player reads: not for clients of a server */
};

struct bot_option {
    const char *name;
    enum option_type type;
    const char *initial; /* the value if none is given; NULL: one must be given */
    double least, most;  /* of numbers */
    const char *words;   /* of a choice: "exact|paper" */
    const char *help;    /* one line */
};

struct bot_value {
    double number;    /* of numbers */
    int choice;       /* of a choice: which word, from 0 */
    const char *text; /* as written, whatever the type; valid during `init` only */
};

enum { OPTIONS_MOST = 20 };

struct option_values {
    int n;
    struct bot_value v[OPTIONS_MOST];
    char *text[OPTIONS_MOST]; /* what v[i].text points to */
};

/* Reads `text` ("" or NULL: nothing given) for the options of a table (NULL: there are none); options not
 * named get their initial values. On failure the message begins with `who`. The values are to be freed either
 * way. */
bool options_parse(const char *who, const struct bot_option *table, const char *text,
                   struct option_values *out, struct err *e);
void options_free(struct option_values *v);

/* Where the first character `stop` outside brackets is, or the end of the text. */
const char *options_find(const char *text, char stop);

/* Appends a line for each option: name, initial value, range, help. */
void options_describe(const struct bot_option *table, struct buf *out);

#endif
