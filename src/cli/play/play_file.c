/* Games of the terminal in files; see play_file.h. */
#include "cli/play/play_file.h"

#include <stdlib.h>

#include "base/file.h"
#include "connect/game/connect.h"
#include "connect/record/record.h"

static bool save_record(const struct position *p, const char *const name[2], const char *result,
                        const char *path, struct err *e)
{
    enum record_format format;
    if (!record_format_by_name(path, &format))
        format = RECORD_SGF;
    struct record *r = record_of_position(p);
    record_set_info(r, "PB", name[BLACK]);
    record_set_info(r, "PW", name[WHITE]);
    record_set_info(r, "RE", result);
    bool ok = record_save(r, path, format, e);
    record_free(r);
    return ok;
}

bool play_save(const struct game *g, const char *const name[2], enum outcome given, const char *path,
               struct err *e)
{
    static const char *const by_row[] = {NULL, "B+", "W+", "Draw"}, *const by_hand[] = {NULL, "B+R", "W+R",
                                                                                        NULL};
    enum outcome o = game_state(g);
    const char *result = given != OUTCOME_OPEN ? by_hand[given] : by_row[o];
    if (connect_threats(g))
        return save_record(connect_threats(g)->position, name, result, path, e);
    struct buf text = BUF_EMPTY, counted = BUF_EMPTY;
    if (given == OUTCOME_OPEN && o != OUTCOME_OPEN) {
        g->kind->ending(g, &counted);
        result = buf_str(&counted);
    }
    struct game_info info = {.name = {name[BLACK], name[WHITE]}, .result = result};
    game_write(g, &info, &text);
    bool ok = file_write(path, buf_str(&text), text.len, e);
    buf_free(&text);
    buf_free(&counted);
    return ok;
}

/* The first game of a file that is good. */
static bool take_first(void *context, size_t number, struct game *g, const struct game_info *info,
                       const struct err *bad)
{
    (void)number;
    (void)info;
    (void)bad;
    if (g)
        *(struct game **)context = game_copy(g);
    return !g;
}

static bool load_record(const char *path, const struct rules *r, enum play_rules what, struct game **out,
                        struct err *e)
{
    struct record_options o = {what == PLAY_FORCED ? r : NULL, what == PLAY_FALLBACK ? r : NULL};
    struct record *record = NULL;
    struct position *position = NULL;
    bool ok =
        record_load(path, &o, &record, e) &&
        (record_position(record, node_line_end(record->root), &position, e) || err_prefix(e, "%s", path));
    record_free(record);
    if (ok)
        *out = connect_take(position);
    return ok;
}

bool play_load(const char *path, const struct game_rules *r, enum play_rules what, struct game **out,
               struct err *e)
{
    if (r->kind == &connect_game) {
        struct rules rules = connect_rules(r);
        return load_record(path, &rules, what, out, e);
    }
    char *text;
    size_t len;
    *out = NULL;
    if (!file_read(path, &text, &len, e))
        return false;
    bool ok = r->kind->read(text, len, r, false, take_first, out, e) || err_prefix(e, "%s", path);
    free(text);
    return ok;
}
