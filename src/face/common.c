/* Errors, squares, memory and version of the public face; see hexad.h. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "face/face.h"
#include "play/games/games.h"

hexad_status face_fail(hexad_error *error, hexad_status status, const char *fmt, ...)
{
    if (error) {
        va_list args;
        va_start(args, fmt);
        vsnprintf(error->text, sizeof error->text, fmt, args);
        va_end(args);
        error->status = status;
    }
    return status;
}

hexad_status face_fail_as(hexad_error *error, hexad_status status, const struct err *e)
{
    return face_fail(error, status, "%s", e->text);
}

hexad_status face_fine(hexad_error *error)
{
    if (error) {
        error->status = HEXAD_OK;
        error->text[0] = '\0';
    }
    return HEXAD_OK;
}

const char *hexad_version(void)
{
    return HEXAD_VERSION;
}

void hexad_free(void *memory)
{
    free(memory);
}

void hexad_on_out_of_memory(hexad_memory_hook *hook)
{
    mem_on_lack(hook);
}

bool face_rules(const char *text, struct rules *out, hexad_error *error)
{
    struct err e;
    if (!text)
        *out = rules_names[0].rules;
    else if (!rules_parse(text, out, &e))
        return face_fail_as(error, HEXAD_BAD_ARGUMENT, &e) == HEXAD_OK;
    return true;
}

bool face_any_rules(const char *text, struct game_rules *out, hexad_error *error)
{
    struct err e;
    return games_parse(text ? text : rules_names[0].name, out, &e) ||
           face_fail_as(error, HEXAD_BAD_ARGUMENT, &e) == HEXAD_OK;
}

enum side face_side(hexad_colour c)
{
    return c == HEXAD_BLACK ? BLACK : WHITE;
}

hexad_colour face_colour(enum side s)
{
    return s == BLACK ? HEXAD_BLACK : HEXAD_WHITE;
}

void face_squares(const square *s, int n, hexad_squares *out)
{
    out->count = n;
    for (int i = 0; i < n; i++)
        out->at[i] = (hexad_square){square_col(s[i]), square_row(s[i])};
}

static const struct rules widest = {RULES_MAX_SIDE, RULES_MAX_SIDE, 1, 1, 1, false};

const char *hexad_square_text(hexad_square at, char out[HEXAD_TEXT])
{
    _Static_assert((int)HEXAD_TEXT == (int)SQUARE_TEXT && (int)HEXAD_SQUARES_MOST == (int)RULES_MAX_SIDE,
                   "as in board/");
    out[0] = '\0';
    if (square_on_board(&widest, at.column, at.row))
        square_format(square_at(at.column, at.row), out);
    return out;
}

hexad_status hexad_square_parse(const char *text, hexad_square *out, hexad_error *error)
{
    struct err e;
    square s;
    if (!text || !out)
        return face_fail(error, HEXAD_BAD_ARGUMENT, "a pointer is NULL");
    if (!square_parse(&widest, text, NULL, &s, &e))
        return face_fail_as(error, HEXAD_BAD_ARGUMENT, &e);
    *out = (hexad_square){square_col(s), square_row(s)};
    return face_fine(error);
}
