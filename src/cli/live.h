/* A few lines on the terminal that are drawn anew in place: progress of long work. */
#ifndef CLI_LIVE_H
#define CLI_LIVE_H

#include <stdbool.h>

struct live {
    bool on;   /* standard error is a terminal */
    int lines; /* drawn last */
};

/* Finds out whether there is a terminal; if not, nothing is ever drawn. */
struct live live_new(void);

/* Draws the text in place of the last one; lines and columns that do not fit are cut. */
void live_draw(struct live *l, const char *text);

/* Takes the last one away. */
void live_clear(struct live *l);

#endif
