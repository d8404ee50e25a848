/* Studies of several trees; see chapters.h. */
#include "server/api/chapters.h"

#include "json/fields.h"
#include "json/limits.h"

bool chapters_of(const json_t *body, const json_t **out, bool *large, struct err *e)
{
    const json_t *list = json_object_get(body, "chapters");
    *out = NULL;
    if (!list || json_is_null(list))
        return true;
    if (!json_is_array(list))
        return err_set(e, "'chapters' is %s, must be an array", field_type(list));
    *large = json_array_size(list) >= LIMIT_CHAPTERS;
    if (*large)
        return err_set(e, "more than %d chapters", LIMIT_CHAPTERS);
    *out = list;
    return true;
}
