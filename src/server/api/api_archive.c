/* Games looked for in the collections: /games/search. */
#include <string.h>

#include "play/opening_names.h"
#include "server/api/api.h"
#include "server/api/collections.h"
#include "server/api/filter.h"
#include "server/api/state.h"
#include "store/explorer/report_json.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/limits.h"

enum { USUAL_FOUND = 50 };

/* The positions that the games went through: the opening's, and that of "game". */
static bool read_positions(const struct request *q, struct position *out[2], struct err *e)
{
    const char *opening = NULL;
    if (!field_text(q->json, "opening", &opening, e))
        return false;
    if (opening && *opening && !(out[0] = opening_position(opening)))
        return err_set(e, "no opening is called '%.60s'", opening);
    if (!json_object_get(q->json, "game"))
        return true;
    if (!game_of_request(q->json, false, &out[1], e))
        return false;
    position_undo_part(out[1]);
    return true;
}

static bool read_search(const struct request *q, struct explorer_search *s, struct position *through[2],
                        struct err *e)
{
    struct filter_read filter;
    int64_t collection = 0, limit = USUAL_FOUND, skip = 0;
    if (!filter_read(q->json, &filter, e) ||
        !field_whole(q->json, "collection", 0, INT64_MAX, &collection, e) ||
        !field_whole(q->json, "limit", 0, LIMIT_LIST, &limit, e) ||
        !field_whole(q->json, "skip", 0, INT32_MAX, &skip, e) || !read_positions(q, through, e))
        return false;
    *s = (struct explorer_search){
        .collection = collection,
        .filter = filter.filter,
        .through = {through[0] ? through[0] : through[1], through[0] ? through[1] : NULL},
        .most = (size_t)limit,
        .skip = (size_t)skip};
    return true;
}

void api_games_search(struct server *s, struct request *q, struct reply *r)
{
    struct position *through[2] = {NULL, NULL};
    struct explorer_search search;
    struct explorer_found found;
    struct err e;
    if (!read_search(q, &search, through, &e))
        reply_fail(r, PROBLEM_BAD_REQUEST, "%s", e.text);
    else if (collections_need(s, r) &&
             collections_report(s, q, explorer_search(s->explorer, &search, &found, &e), r, &e)) {
        reply_json(r, 200,
                   json_pack("{s:I, s:o}", "total", (json_int_t)found.total, "games",
                             explorer_games_json(found.game, found.games)));
        explorer_found_free(&found);
    }
    position_free(through[0]);
    position_free(through[1]);
}
