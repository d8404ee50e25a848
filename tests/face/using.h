/* What the tests of the public face share. They include hexad.h alone: what it does not offer, they do not
 * use. */
#ifndef TESTS_FACE_USING_H
#define TESTS_FACE_USING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka wants the first four. */
#include <cmocka.h>
#include <hexad.h>

#define assert_ok(call)                            \
    do {                                           \
        hexad_error error;                         \
        memset(&error, 'x', sizeof error);         \
        if ((call) != HEXAD_OK)                    \
            fail_msg("%s: %s", #call, error.text); \
        assert_int_equal(error.status, HEXAD_OK);  \
        assert_string_equal(error.text, "");       \
    } while (0)

/* The call fails with this status, and says a part of this text. */
#define assert_fails(call, expected, part)                                  \
    do {                                                                    \
        hexad_error error;                                                  \
        memset(&error, 0, sizeof error);                                    \
        assert_int_equal((call), (expected));                               \
        assert_int_equal(error.status, (expected));                         \
        if (!strstr(error.text, (part)))                                    \
            fail_msg("%s: '%s', expected '%s'", #call, error.text, (part)); \
    } while (0)

/* The same of a call that gives NULL. */
#define assert_null_for(call, expected, part)                               \
    do {                                                                    \
        hexad_error error;                                                  \
        memset(&error, 0, sizeof error);                                    \
        assert_null(call);                                                  \
        assert_int_equal(error.status, (expected));                         \
        if (!strstr(error.text, (part)))                                    \
            fail_msg("%s: '%s', expected '%s'", #call, error.text, (part)); \
    } while (0)

/* The game after these stones. */
static inline hexad_game *game_of(const char *rules, const char *stones)
{
    hexad_error error;
    hexad_game *g = hexad_game_new(rules, &error);
    if (!g || hexad_game_play_text(g, stones, &error) != HEXAD_OK)
        fail_msg("%s: %s", stones, error.text);
    return g;
}

static inline hexad_square square_of(const char *text)
{
    hexad_square s;
    hexad_error error;
    if (hexad_square_parse(text, &s, &error) != HEXAD_OK)
        fail_msg("%s", error.text);
    return s;
}

static inline void assert_squares(const hexad_squares *s, const char *expected)
{
    char all[HEXAD_SQUARES_MOST * HEXAD_TEXT] = "", text[HEXAD_TEXT];
    for (int i = 0; i < s->count; i++) {
        strcat(all, i ? " " : "");
        strcat(all, hexad_square_text(s->at[i], text));
    }
    assert_string_equal(all, expected);
}

#endif
