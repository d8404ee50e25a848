/* What was wrong and where: the message that bad input leaves behind. */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stdbool.h>

struct err {
    char text[320];
};

/* Formats the message (cut if too long). Returns false, so that a function that
 * returns success can say `return err_set(e, ...)`. `e` may be NULL. */
bool err_set(struct err *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Puts "prefix: " in front of the message there is; for callers that know where. Returns false. */
bool err_prefix(struct err *e, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The analyser looks at one file at a time; this is what it has to know of them. */
#ifdef __clang_analyzer__
#define err_set(...)    ((void)(err_set)(__VA_ARGS__), false)
#define err_prefix(...) ((void)(err_prefix)(__VA_ARGS__), false)
#endif

#endif
