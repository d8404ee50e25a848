/* Maker-Breaker boards and their text form; see mb.h. */
#include "connect/theory/mb.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int mb_find(const struct mb_board *b, const char *name, size_t len)
{
    for (int i = 0; i < b->squares; i++)
        if (strlen(b->square_name[i]) == len && memcmp(b->square_name[i], name, len) == 0)
            return i;
    return -1;
}

void mb_begin(struct mb_board *b, const char *name)
{
    memset(b, 0, sizeof *b);
    snprintf(b->name, sizeof b->name, "%s", name);
}

int mb_add_square(struct mb_board *b, const char *name)
{
    if (b->squares == MB_SQUARES || mb_find(b, name, strlen(name)) >= 0)
        return -1;
    snprintf(b->square_name[b->squares], MB_SQUARE_NAME, "%s", name);
    return b->squares++;
}

bool mb_add_line(struct mb_board *b, mb_set squares)
{
    assert(squares && !(squares & ~mb_all(b)));
    for (int i = 0; i < b->lines; i++)
        if (b->line[i] == squares)
            return true;
    if (b->lines == MB_LINES)
        return false;
    b->line[b->lines++] = squares;
    return true;
}

/* ---- Text ---- */

const char *mb_set_text(mb_set s, char text[MB_SET_TEXT])
{
    uint64_t high = (uint64_t)(s >> 64), low = (uint64_t)s;
    if (high)
        snprintf(text, MB_SET_TEXT, "%" PRIx64 "%016" PRIx64, high, low);
    else
        snprintf(text, MB_SET_TEXT, "%" PRIx64, low);
    return text;
}

struct reader {
    struct mb_board *board;
    const char *at, *end; /* the rest of the line */
    int row;
    struct err *e;
};

static bool bad(struct reader *r, const char *what, const char *word, size_t len)
{
    return err_set(r->e, "line %d: %s '%.*s'", r->row, what, len > 40 ? 40 : (int)len, word);
}

/* The next word of the line; its length is 0 at the end. */
static size_t next_word(struct reader *r, const char **word)
{
    while (r->at < r->end && isspace((unsigned char)*r->at))
        r->at++;
    *word = r->at;
    while (r->at < r->end && !isspace((unsigned char)*r->at))
        r->at++;
    return (size_t)(r->at - *word);
}

static bool good_name(const char *word, size_t len, size_t room)
{
    if (len == 0 || len >= room)
        return false;
    for (size_t i = 0; i < len; i++)
        if (!isalnum((unsigned char)word[i]) && !strchr("_-+.,()", word[i]))
            return false;
    return true;
}

/* The squares that the rest of the line names; new ones are made. */
static bool read_squares(struct reader *r, mb_set *out)
{
    const char *word;
    size_t len;
    *out = 0;
    while ((len = next_word(r, &word)) > 0) {
        int s = mb_find(r->board, word, len);
        if (s < 0) {
            char name[MB_SQUARE_NAME];
            if (!good_name(word, len, sizeof name))
                return bad(r, "not a square's name (1 to 11 letters, digits or _-+.,()):", word, len);
            memcpy(name, word, len);
            name[len] = '\0';
            if ((s = mb_add_square(r->board, name)) < 0)
                return err_set(r->e, "line %d: more than %d squares", r->row, MB_SQUARES);
        }
        if (*out & mb_bit(s))
            return bad(r, "named twice:", word, len);
        *out |= mb_bit(s);
    }
    return *out || err_set(r->e, "line %d: squares are missing", r->row);
}

static bool read_item(struct reader *r)
{
    const char *word, *name;
    size_t len = next_word(r, &word);
    mb_set squares;
    if (len == 0)
        return true;
    bool named = r->board->name[0] != '\0';
    if (len == 5 && memcmp(word, "board", 5) == 0) {
        size_t n = next_word(r, &name);
        if (named)
            return err_set(r->e, "line %d: the board has a name already", r->row);
        if (!good_name(name, n, MB_NAME))
            return bad(r, "not a board's name:", name, n);
        memcpy(r->board->name, name, n);
        n = next_word(r, &name);
        return n == 0 || bad(r, "too much:", name, n);
    }
    if (!named)
        return bad(r, "'board NAME' must come first, not", word, len);
    if (len == 4 && memcmp(word, "line", 4) == 0)
        return read_squares(r, &squares) && (mb_add_line(r->board, squares) ||
                                             err_set(r->e, "line %d: more than %d lines", r->row, MB_LINES));
    if (len == 6 && memcmp(word, "square", 6) == 0)
        return read_squares(r, &squares);
    if (len == 9 && memcmp(word, "exclusive", 9) == 0) {
        bool ok = read_squares(r, &squares);
        r->board->exclusive |= squares;
        return ok;
    }
    return bad(r, "unknown item", word, len);
}

bool mb_read(const char *text, struct mb_board *out, struct err *e)
{
    memset(out, 0, sizeof *out);
    struct reader r = {out, text, text, 0, e};
    while (*text) {
        size_t len = strcspn(text, "\n");
        const char *comment = memchr(text, '#', len);
        r.at = text;
        r.end = comment ? comment : text + len;
        r.row++;
        if (!read_item(&r))
            return false;
        text += len + (text[len] == '\n');
    }
    if (out->name[0] == '\0')
        return err_set(e, "no board: 'board NAME' is missing");
    return true;
}

static void write_squares(const struct mb_board *b, const char *item, mb_set s, struct buf *out)
{
    buf_text(out, item);
    for (; s; s &= s - 1)
        buf_format(out, " %s", b->square_name[mb_first(s)]);
    buf_char(out, '\n');
}

void mb_write(const struct mb_board *b, struct buf *out)
{
    buf_format(out, "board %s\n", b->name);
    if (b->squares)
        write_squares(b, "square", mb_all(b), out);
    if (b->exclusive)
        write_squares(b, "exclusive", b->exclusive, out);
    for (int i = 0; i < b->lines; i++)
        write_squares(b, "line", b->line[i], out);
}
