/* What a side can do on one line with one or two stones, remembered by the line's contents: in a search the
 * same few lines come up again and again, so generating turns is mostly looking up. */
#ifndef CONNECT_FORCING_PATTERN_H
#define CONNECT_FORCING_PATTERN_H

#include "connect/forcing/field.h"

enum {
    PATTERN_SINGLES = 40,
    PATTERN_PAIRS = 140,
    PATTERNS = 1 << 11, /* remembered */
};

/* A stone that makes threats of the line's own. */
struct pattern_single {
    uint8_t at;     /* place on the line */
    uint8_t number; /* threats of the line with it */
};

/* Two stones that make one together, or one each. */
struct pattern_pair {
    uint8_t a, b;
    uint8_t number; /* threats of the line with both */
    int8_t more;    /* than the sum of what each makes alone */
};

struct pattern {
    line_mask own, other, starts; /* `starts` 0: unused */
    uint8_t singles, pairs;       /* as many as there is room for */
    bool cut;                     /* there are more */
    struct pattern_single single[PATTERN_SINGLES];
    struct pattern_pair pair[PATTERN_PAIRS];
};

struct patterns {
    int k, delta;
    bool exact;           /* a stone beyond a segment's end makes it useless */
    struct pattern *slot; /* PATTERNS of them */
    struct pulse *pulse;  /* counts the work on new lines; may be NULL */
};

struct patterns *patterns_new(const struct rules *r);
void patterns_free(struct patterns *p);

/* For the owner of `own` on a line with segments at `starts`; valid until the next call. */
const struct pattern *patterns_get(struct patterns *p, line_mask own, line_mask other, line_mask starts);

#endif
