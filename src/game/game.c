/* What all games share; see game.h. */
#include "game/game.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "game/sgf.h"

struct game *game_new(const struct game_rules *r)
{
    return r->kind->start(r);
}

struct game *game_copy(const struct game *g)
{
    return g->kind->copy(g);
}

void game_free(struct game *g)
{
    if (g)
        g->kind->done(g);
}

struct game_info game_info_of(const struct record *r)
{
    if (!r)
        return (struct game_info){.record = NULL};
    return (struct game_info){
        .name = {record_info(r, "PB"), record_info(r, "PW")},
        .rank = {record_info(r, "BR"), record_info(r, "WR")},
        .result = record_info(r, "RE"),
        .date = record_info(r, "DT"),
        .event = record_info(r, "EV"),
        .place = record_info(r, "PC"),
        .round = record_info(r, "RO"),
        .said = record_result(r),
        .game = r->rules_note,
        .record = r,
    };
}

static bool take_first(void *context, size_t number, struct game *g, const struct game_info *info,
                       const struct err *bad)
{
    (void)number;
    (void)info;
    (void)bad;
    if (g)
        *(struct game **)context = game_copy(g);
    return false;
}

bool game_load(const char *path, const struct game_kind *kind, const struct game_reading *how,
               struct game **out, struct err *e)
{
    char *text;
    size_t len;
    struct game_reading first = *how;
    first.first = true;
    *out = NULL;
    if (!file_read(path, &text, &len, e))
        return false;
    kind->read(text, len, &first, take_first, out, e);
    free(text);
    return *out || err_prefix(e, "%s", strcmp(path, "-") ? path : "standard input");
}

void game_write(const struct game *g, const struct game_info *info, struct buf *out)
{
    struct record *r = g->kind->record(g);
    if (info) {
        record_set_info(r, "PB", info->name[BLACK]);
        record_set_info(r, "PW", info->name[WHITE]);
        record_set_info(r, "BR", info->rank[BLACK]);
        record_set_info(r, "WR", info->rank[WHITE]);
        record_set_info(r, "RE", info->result);
        record_set_info(r, "DT", info->date);
        record_set_info(r, "EV", info->event);
        record_set_info(r, "PC", info->place);
        record_set_info(r, "RO", info->round);
        node_set_comment(node_line_end(r->root), info->comment);
    }
    sgf_write(r, out);
    record_free(r);
}

void game_describe(const struct game *g, struct buf *out)
{
    static const char *const won[] = {NULL, "Black has won: ", "White has won: ", "a draw: "};
    if (g->kind->state) {
        g->kind->state(g, out);
    } else if (game_state(g) == OUTCOME_OPEN) {
        buf_format(out, "%s to move", side_name(game_to_move(g)));
    } else {
        buf_text(out, won[game_state(g)]);
        g->kind->ending(g, out);
    }
}

bool game_rules_equal(const struct game_rules *a, const struct game_rules *b)
{
    return a->kind == b->kind && strcmp(a->text, b->text) == 0;
}

bool game_allows(const struct game *g, enum game_dialect d, game_move m, struct err *e)
{
    char name[GAME_MOVE_TEXT];
    const char *why = g->kind->refusal(g, m);
    if (!why)
        return true;
    g->kind->format(g, d, m, name);
    /* "it is occupied" becomes "k10 is occupied". */
    return strncmp(why, "it ", 3) == 0 ? err_set(e, "%s %s", name, why + 3) : err_set(e, "%s: %s", name, why);
}

bool game_play_text(struct game *g, enum game_dialect d, const char *text, struct err *e)
{
    game_move m;
    if (!g->kind->read_move(g, d, text, &m, e) || !game_allows(g, d, m, e))
        return false;
    game_play(g, m);
    return true;
}
