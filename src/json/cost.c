/* What a JSON text costs to read; see cost.h. */
#include "json/cost.h"

#include <stdbool.h>

/* Of jansson on 64 bits, with what malloc adds: tests/json/test_cost.c compares. */
enum {
    COST_OBJECT = 224, /* with its first eight buckets */
    COST_ARRAY = 128,  /* with its first eight places */
    COST_TEXT = 80,    /* beside its bytes: a value, or the name of one */
    COST_NEXT = 56,    /* of a list: a place that may be moved, and a number on it */
    COST_NAMED = 64,   /* a number behind a name, and buckets for more than eight */
    COPIES = 4,        /* of the longest text while it is read: it grows in a buffer first */
};

size_t cost_of_json(const char *text, size_t len)
{
    size_t cost = COST_NAMED, from = 0, longest = 0;
    bool inside = false; /* a text, which began at `from` */
    for (size_t i = 0; i < len; i++) {
        char c = text[i];
        if (inside) {
            cost++;
            if (c == '\\')
                i++;
            else if (c == '"')
                inside = false;
            if (i - from > longest)
                longest = i - from;
        } else if (c == '"') {
            inside = true;
            from = i;
            cost += COST_TEXT;
        } else if (c == '{') {
            cost += COST_OBJECT;
        } else if (c == '[') {
            cost += COST_ARRAY;
        } else if (c == ',') {
            cost += COST_NEXT;
        } else if (c == ':') {
            cost += COST_NAMED;
        }
    }
    return cost + COPIES * longest;
}
