/* Games of Piskvork (.psq), the manager of Gomocup:
 *
 *     Piskvorky 20x20, 11:11, 1
 *     8,9,0                       column and row from 1 at the top left, milliseconds; the first player's stone first
 *     …
 *     first player's name
 *     second player's name
 *
 * Five in a row, one stone a turn. What stands behind the names is not read. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "connect/record/readers.h"
#include "game/build.h"

enum { LINE_MOST = 300 };

/* The next line without its end; false at the end of the file. */
static bool take_line(struct source *s, char out[LINE_MOST])
{
    if (s->at >= s->end)
        return false;
    size_t len = strcspn(s->at, "\r\n");
    if (len > (size_t)(s->end - s->at))
        len = (size_t)(s->end - s->at);
    snprintf(out, LINE_MOST, "%.*s", len < LINE_MOST ? (int)len : LINE_MOST - 1, s->at);
    for (s->at += len; s->at < s->end && (*s->at == '\r' || *s->at == '\n');)
        source_step(s);
    return true;
}

static bool read_head(struct source *s, const struct record_options *o, struct rules *out, struct err *e)
{
    char line[LINE_MOST];
    int columns, rows, number = s->line;
    if (!take_line(s, line) || sscanf(line, PSQ_WORD "%3dx%3d", &columns, &rows) != 2)
        return err_set(e, "line %d: no size of the board behind '" PSQ_WORD "'", number);
    *out = (struct rules){columns, rows, 5, 1, 1, false};
    if (o && o->forced)
        *out = *o->forced;
    return rules_check(out, e) || err_prefix(e, "line %d", number);
}

/* "8,9,0": a stone. */
static bool is_stone(const char *line, int *col, int *row)
{
    int end = 0, time;
    return isdigit((unsigned char)*line) && sscanf(line, "%4d,%4d,%9d%n", col, row, &time, &end) == 3 &&
           end > 0 && !line[end + (int)strspn(line + end, " \t0123456789")];
}

static bool read_stones(struct source *s, struct build *b, char line[LINE_MOST], bool *more, struct err *e)
{
    int col, row, number = s->line;
    while ((*more = take_line(s, line)) && is_stone(line, &col, &row)) {
        if (!square_on_board(record_rules(b->record), col - 1, b->record->rows - row))
            return err_set(e, "line %d: %d,%d is off the board", number, col, row);
        if (!build_stone(b, build_position(b)->to_move, square_at(col - 1, b->record->rows - row), number, e))
            return err_prefix(e, "line %d", number);
        number = s->line;
    }
    return true;
}

/* A program's name without its folder and ending. */
static void set_name(struct record *r, const char *key, const char *line)
{
    const char *base = line;
    for (const char *c = line; *c; c++)
        if (*c == '/' || *c == '\\')
            base = c + 1;
    const char *dot = strrchr(base, '.');
    char name[LINE_MOST];
    snprintf(name, sizeof name, "%.*s", (int)(dot && dot > base ? dot - base : (ptrdiff_t)strlen(base)),
             base);
    struct buf clean = BUF_EMPTY;
    text_clean(name, strlen(name), true, &clean);
    if (clean.len)
        record_set_info(r, key, buf_str(&clean));
    buf_free(&clean);
}

bool psq_read(struct source *s, const struct record_options *o, struct record **out, struct err *e)
{
    struct build b = {0};
    struct rules rules;
    char line[LINE_MOST];
    bool more = false, ok = read_head(s, o, &rules, e);
    if (ok) {
        build_start(&b, record_new(&rules), s->budget);
        ok = read_stones(s, &b, line, &more, e);
    }
    if (ok) {
        /* A line of numbers is no name: some versions leave the names out. */
        static const char *const keys[] = {"PB", "PW"};
        for (int i = 0; i < 2 && more && !isdigit((unsigned char)*line) && *line != '-'; i++) {
            set_name(b.record, keys[i], line);
            more = take_line(s, line);
        }
        *out = build_take(&b);
        s->at = s->end;
    }
    build_free(&b);
    return ok;
}
