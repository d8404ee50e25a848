/* Collections in files; see puzzle.h. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/puzzle/puzzle.h"
#include "connect/puzzle/collection.h"
#include "connect/puzzle/sgf.h"
#include "json/puzzle.h"

static bool load_builtin(struct puzzles *out, struct err *e)
{
    struct collection c = collection_builtin();
    struct puzzle p;
    while (collection_next(&c, &p))
        puzzles_add(out, &p);
    return c.left == 0 || err_set(e, "the built-in collection is damaged");
}

void puzzle_of_read(void *puzzle_of, char *text, struct argp_state *state)
{
    struct puzzle_of *of = puzzle_of;
    struct err e;
    if (!rules_parse(text, &of->rules, &e))
        argp_error(state, "--game: %s", e.text);
    of->given = true;
}

bool puzzle_is_of(const struct puzzle *p, const struct puzzle_of *of)
{
    return !of->given || rules_equal(&of->rules, &p->before->rules);
}

bool puzzle_load(const char *path, struct puzzles *out, struct err *e)
{
    char *text;
    size_t len;
    if (!path)
        return load_builtin(out, e);
    if (!file_read(path, &text, &len, e))
        return false;
    bool json = text[strspn(text, " \t\r\n\xef\xbb\xbf")] == '{';
    bool fine = (json ? puzzles_read(text, len, out, e) : puzzle_sgf_read(text, len, out, e)) ||
                err_prefix(e, "%s", path);
    free(text);
    return fine;
}

bool puzzle_save(const struct puzzles *l, const char *path, struct err *e)
{
    struct buf b = BUF_EMPTY;
    size_t len = strlen(path);
    bool sgf = len > 4 && strcmp(path + len - 4, ".sgf") == 0, fine = true;
    for (size_t i = 0; i < l->n && fine; i++)
        if (sgf)
            fine = puzzle_sgf_write(&l->at[i], &b, e);
        else
            puzzle_write(&l->at[i], &b);
    fine = fine && file_write(path, buf_str(&b), b.len, e);
    buf_free(&b);
    return fine;
}

struct finder *seat_finder(struct finder_seat *s, const struct rules *r)
{
    if (!s->finder || !rules_equal(&s->rules, r)) {
        finder_free(s->finder);
        s->finder = finder_new(r, &s->options);
        s->rules = *r;
    }
    return s->finder;
}
