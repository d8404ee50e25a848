/* Lists of openings; see openings.h. */
#include "play/arena/openings.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "connect/game/connect.h"
#include "connect/record/record.h"

void openings_add(struct openings *o, const game_move *s, int n)
{
    o->list = mem_grow(o->list, &o->room, o->n + 1, sizeof *o->list);
    struct opening *new = &o->list[o->n++];
    new->n = n;
    new->s = mem_alloc(((size_t)n + 1) * sizeof *s);
    if (n)
        memcpy(new->s, s, (size_t)n * sizeof *s);
}

void openings_free(struct openings *o)
{
    for (size_t i = 0; i < o->n; i++)
        free(o->list[i].s);
    free(o->list);
    memset(o, 0, sizeof *o);
}

void stones_format(const square *s, int n, struct buf *out)
{
    for (int i = 0; i < n; i++) {
        char text[SQUARE_TEXT];
        buf_format(out, "%s%s", i ? " " : "", square_format(s[i], text));
    }
}

void moves_format(const struct game_rules *r, const game_move *m, int n, struct buf *out)
{
    struct game *g = game_new(r);
    for (int i = 0; i < n; i++) {
        char text[GAME_MOVE_TEXT];
        buf_format(out, "%s%s", i ? " " : "", g->kind->format(g, GAME_PEOPLE, m[i], text));
    }
    game_free(g);
}

/* An opening must stop between turns, as outside programs are asked for whole ones. */
static bool check(const struct record *r, struct err *e)
{
    struct position *p = NULL;
    if (!record_position(r, node_line_end(r->root), &p, e))
        return false;
    bool ok = true;
    if (p->outcome != OUTCOME_OPEN)
        ok = err_set(e, "the game is over after %d stones", p->plies);
    else if (p->plies && p->ply[p->plies - 1].side == p->to_move)
        ok = err_set(e, "ends in the middle of a turn: %s has %d more to place", side_name(p->to_move),
                     p->left);
    position_free(p);
    return ok;
}

/* Of the Connect family: everything that a list of stones may contain. */
static bool read_stones(const char *line, const struct rules *r, struct openings *out, struct err *e)
{
    struct record *record = NULL;
    if (!record_from_stones(r, 1, &line, &record, e))
        return false;
    bool ok = check(record, e);
    if (ok) {
        square *s = NULL;
        size_t n = record_main_line(record, &s);
        openings_add(out, s, (int)n);
        free(s);
    }
    record_free(record);
    return ok;
}

/* Of any other game: moves with blanks between them. */
static bool read_moves(char *line, const struct game_rules *r, struct openings *out, struct err *e)
{
    struct game *g = game_new(r);
    game_move *m = NULL;
    size_t room = 0;
    int n = 0;
    bool ok = true;
    char *rest = NULL;
    for (char *word = strtok_r(line, " \t\r,", &rest); ok && word && *word != '#';
         word = strtok_r(NULL, " \t\r,", &rest)) {
        m = mem_grow(m, &room, (size_t)n + 1, sizeof *m);
        ok = game_play_text(g, GAME_PEOPLE, word, e);
        enum side who;
        if (ok)
            m[n] = g->kind->ply(g, n, &who);
        n += ok;
    }
    if (ok && game_state(g) != OUTCOME_OPEN)
        ok = err_set(e, "the game is over after %d moves", n);
    if (ok)
        openings_add(out, m, n);
    free(m);
    game_free(g);
    return ok;
}

static bool read_line(char *line, const struct game_rules *r, struct openings *out, struct err *e)
{
    if (r->kind != &connect_game)
        return read_moves(line, r, out, e);
    struct rules rules = connect_rules(r);
    return read_stones(line, &rules, out, e);
}

bool openings_read(const char *text, const struct game_rules *r, struct openings *out, struct err *e)
{
    int number = 1;
    for (const char *at = text; *at; number++) {
        size_t len = strcspn(at, "\n");
        const char *bare = at + strspn(at, " \t\r");
        if (bare < at + len && *bare != '#') {
            char *line = mem_strndup(at, len);
            bool ok = read_line(line, r, out, e) || err_prefix(e, "line %d", number);
            free(line);
            if (!ok)
                return false;
        }
        at += len + (at[len] == '\n');
    }
    return true;
}

bool openings_load(const char *path, const struct game_rules *r, struct openings *out, struct err *e)
{
    char *text = NULL;
    size_t len, before = out->n;
    if (!file_read(path, &text, &len, e))
        return false;
    bool ok = openings_read(text, r, out, e) && (out->n > before || err_set(e, "no openings in it"));
    free(text);
    return ok || err_prefix(e, "%s", path);
}
