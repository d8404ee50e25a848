/* What the routes of saved things share; see saved.h. */
#include "server/api/saved.h"

#include <string.h>

#include "base/text.h"
#include "json/fields.h"
#include "json/limits.h"

bool saved_report(enum store_answer a, struct reply *r, const struct err *e)
{
    if (a == STORE_BUSY)
        return reply_fail(r, PROBLEM_BUSY, "%s", e->text);
    if (a == STORE_FULL)
        return reply_fail(r, PROBLEM_FULL, "%s", e->text);
    if (a == STORE_STOPPED)
        return reply_fail(r, PROBLEM_STOPPED, "%s", e->text);
    return a == STORE_FINE || reply_fail(r, PROBLEM_INTERNAL, "%s", e->text);
}

/* The characters of a UTF-8 text. */
static size_t characters(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += (*text & 0xc0) != 0x80;
    return n;
}

bool saved_fits(const char *name, const char *field, struct err *e)
{
    return characters(name) <= LIMIT_TITLE ||
           err_set(e, "'%s' is longer than %d characters", field, LIMIT_TITLE);
}

bool saved_name(const json_t *o, const char *field, struct buf *out, struct err *e)
{
    const char *name = NULL;
    if (!field_text(o, field, &name, e))
        return false;
    if (!name)
        return err_set(e, "'%s' is missing", field);
    text_clean(name, strlen(name), true, out);
    return saved_fits(buf_str(out), field, e);
}
