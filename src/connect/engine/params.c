/* The numbers of the search; see params.h. */
#include "connect/engine/params.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const struct search_params search_params_usual = {
#define USUAL(name, usual, least, most, meaning) .name = (usual),
    SEARCH_PARAMS(USUAL)
#undef USUAL
};

const struct search_param search_param_list[] = {
#define LISTED(name, usual, least, most, meaning) \
    {#name, usual, least, most, meaning, offsetof(struct search_params, name)},
    SEARCH_PARAMS(LISTED)
#undef LISTED
        {NULL, 0, 0, 0, NULL, 0},
};

static int *member(struct search_params *p, const struct search_param *which)
{
    return (int *)(void *)((char *)p + which->offset);
}

int search_param_get(const struct search_params *p, const struct search_param *which)
{
    return *(const int *)(const void *)((const char *)p + which->offset);
}

bool search_param_set(struct search_params *p, const char *name, const char *value, struct err *e)
{
    for (const struct search_param *s = search_param_list; s->name; s++)
        if (strcmp(s->name, name) == 0) {
            char *end;
            errno = 0;
            long number = strtol(value, &end, 10);
            if (end == value || *end || errno || number < s->least || number > s->most)
                return err_set(e, "%s is '%.40s', must be a whole number from %d to %d", name, value,
                               s->least, s->most);
            *member(p, s) = (int)number;
            return true;
        }
    return err_set(e, "no number '%.40s' of the search; `hexad bench params` lists them", name);
}

bool search_params_read(struct search_params *p, const char *text, struct err *e)
{
    struct search_params changed = *p;
    while (*text) {
        char item[100], *value;
        size_t len = strcspn(text, ";");
        if (len >= sizeof item)
            return err_set(e, "'%.40s…' is not NAME=VALUE", text);
        memcpy(item, text, len);
        item[len] = '\0';
        if (!(value = strchr(item, '=')))
            return err_set(e, "'%.60s' is not NAME=VALUE", item);
        *value++ = '\0';
        if (!search_param_set(&changed, item, value, e))
            return false;
        text += len + (text[len] == ';');
    }
    *p = changed;
    return true;
}
