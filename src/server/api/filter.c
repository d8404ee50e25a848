/* Which games are meant; see filter.h. */
#include "server/api/filter.h"

#include <string.h>

#include "server/api/saved.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/limits.h"

/* "2017", "2017-05", "2017-05-31", as dates of SGF begin; "" is none. */
static bool read_date(const json_t *body, const char *name, const char **out, struct err *e)
{
    static const char form[] = "dddd-dd-dd";
    if (!field_text(body, name, out, e))
        return false;
    if (!*out || !**out) {
        *out = NULL;
        return true;
    }
    size_t n = strlen(*out);
    bool ok = n == 4 || n == 7 || n == 10;
    for (size_t i = 0; ok && i < n; i++)
        ok = form[i] == 'd' ? (*out)[i] >= '0' && (*out)[i] <= '9' : (*out)[i] == form[i];
    return ok || err_set(e, "'%s' must be a date such as 2017, 2017-05 or 2017-05-31", name);
}

static bool read_result(const json_t *body, int *out, struct err *e)
{
    const char *text = NULL;
    if (!field_text(body, "result", &text, e))
        return false;
    if (!text || !*text)
        return true;
    for (int i = OUTCOME_OPEN; i <= OUTCOME_DRAW; i++)
        if (strcmp(text, game_outcome((enum outcome)i)) == 0) {
            *out = i;
            return true;
        }
    return err_set(e, "'result' must be black, white, draw or open");
}

bool filter_read(const json_t *body, struct filter_read *out, struct err *e)
{
    struct explorer_filter *f = &out->filter;
    const char *side = NULL;
    *out = (struct filter_read){.filter = EXPLORER_ALL};
    if (!field_text(body, "player", &f->player, e) || (f->player && !saved_fits(f->player, "player", e)) ||
        !field_text(body, "side", &side, e) || !read_date(body, "from", &f->from, e) ||
        !read_date(body, "to", &f->to, e) || !read_result(body, &f->result, e))
        return false;
    f->side = !side || !*side ? 0 : strcmp(side, "black") == 0 ? 1 : strcmp(side, "white") == 0 ? 2 : -1;
    if (f->side < 0)
        return err_set(e, "'side' must be black or white: whose name 'player' is");
    if (f->player && !*f->player)
        f->player = NULL;
    out->any = f->player || f->from || f->to || f->result >= 0;
    return true;
}
