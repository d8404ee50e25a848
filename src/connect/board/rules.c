/* The rules of a game; see rules.h. */
#include "connect/board/rules.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const struct rules_name rules_names[] = {
    {"connect6", "Connect6 on a Go board", {19, 19, 6, 2, 1, false}},
    {"connect6-59", "Connect6 on the large board", {59, 59, 6, 2, 1, false}},
    {"gomoku", "free-style five in a row", {15, 15, 5, 1, 1, false}},
    {"gomoku-19", "free-style five in a row on a Go board", {19, 19, 5, 1, 1, false}},
    {"gomoku-exact", "five in a row, but not more", {15, 15, 5, 1, 1, true}},
    {"tictactoe", "three in a row on nine squares", {3, 3, 3, 1, 1, false}},
    {NULL, NULL, {0, 0, 0, 0, 0, false}},
};

static bool check_range(const char *what, int value, int most, struct err *e)
{
    if (value < 1 || value > most)
        return err_set(e, "%s is %d, must be 1 to %d", what, value, most);
    return true;
}

bool rules_check(const struct rules *r, struct err *e)
{
    return check_range("the number of columns m", r->m, RULES_MAX_SIDE, e) &&
           check_range("the number of rows n", r->n, RULES_MAX_SIDE, e) &&
           check_range("the winning length k", r->k, RULES_MAX_K, e) &&
           check_range("the stones of a turn p", r->p, RULES_MAX_TURN, e) &&
           check_range("the stones of Black's first turn q", r->q, RULES_MAX_TURN, e);
}

bool rules_equal(const struct rules *a, const struct rules *b)
{
    return a->m == b->m && a->n == b->n && a->k == b->k && a->p == b->p && a->q == b->q &&
           a->exact == b->exact;
}

/* Reads one number at *at and moves past it; the sign is read so that "-3" is out of range, not
 * unreadable. */
static bool read_number(const char **at, int *out)
{
    char *end;
    errno = 0;
    long v = strtol(*at, &end, 10);
    if (end == *at)
        return false;
    if (errno == ERANGE || v > 1000000 || v < -1000000)
        v = v < 0 ? -1000000 : 1000000;
    *out = (int)v;
    *at = end;
    return true;
}

bool rules_parse(const char *text, struct rules *out, struct err *e)
{
    for (const struct rules_name *g = rules_names; g->name; g++)
        if (strcasecmp(text, g->name) == 0) {
            *out = g->rules;
            return true;
        }
    const char *at = text;
    bool closed = strncasecmp(at, "connect(", 8) == 0;
    if (closed)
        at += 8;
    int v[5];
    for (int i = 0; i < 5; i++) {
        if ((i && *at++ != ',') || !read_number(&at, &v[i]))
            return err_set(e, "'%.60s' is not a game: a name (connect6, gomoku, tictactoe …) or m,n,k,p,q",
                           text);
    }
    bool exact = strncasecmp(at, ",exact", 6) == 0;
    if (exact)
        at += 6;
    if (closed && *at == ')')
        at++;
    if (*at)
        return err_set(e, "'%.60s' is not a game: '%.20s' follows the five numbers", text, at);
    struct rules r = {v[0], v[1], v[2], v[3], v[4], exact};
    if (!rules_check(&r, e))
        return err_prefix(e, "game '%.60s'", text);
    *out = r;
    return true;
}

const char *rules_format(const struct rules *r, char out[RULES_TEXT])
{
    char numbers[RULES_TEXT];
    snprintf(out, RULES_TEXT, "Connect(%.30s)", rules_numbers(r, numbers));
    return out;
}

const char *rules_numbers(const struct rules *r, char out[RULES_TEXT])
{
    snprintf(out, RULES_TEXT, "%d,%d,%d,%d,%d%s", r->m, r->n, r->k, r->p, r->q, r->exact ? ",exact" : "");
    return out;
}
