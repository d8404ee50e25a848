/* Games of the terminal in files; see play_file.h. */
#include "cli/play/play_file.h"

#include "connect/game/connect.h"
#include "connect/record/record.h"

bool play_save(const struct game *g, const char *const name[2], enum outcome given, const char *path,
               struct err *e)
{
    static const char *const by_row[] = {NULL, "B+", "W+", "Draw"}, *const by_hand[] = {NULL, "B+R", "W+R",
                                                                                        NULL};
    enum outcome o = game_state(g);
    const char *result = given != OUTCOME_OPEN ? by_hand[given] : by_row[o];
    enum record_format format;
    if (!connect_threats(g) || !record_format_by_name(path, &format))
        format = RECORD_SGF;
    struct buf counted = BUF_EMPTY;
    if (!connect_threats(g) && given == OUTCOME_OPEN && o != OUTCOME_OPEN) {
        g->kind->ending(g, &counted);
        result = buf_str(&counted);
    }
    struct record *r = g->kind->record(g);
    record_set_info(r, "PB", name[BLACK]);
    record_set_info(r, "PW", name[WHITE]);
    record_set_info(r, "RE", result);
    bool ok = record_save(r, path, format, e);
    record_free(r);
    buf_free(&counted);
    return ok;
}
