/* `hexad bench params`: the numbers of the search, from their table. */
#include <stdio.h>

#include "cli/bench/bench.h"
#include "cli/describe.h"
#include "connect/engine/params.h"

int bench_params(bool json)
{
    json_t *list = json_array();
    for (const struct search_param *s = search_param_list; s->name; s++)
        if (json)
            json_array_append_new(list,
                                  json_pack("{s:s, s:i, s:i, s:i, s:s}", "name", s->name, "usual", s->usual,
                                            "least", s->least, "most", s->most, "about", s->meaning));
        else
            printf("%-16s %5d  %2d … %-5d %s\n", s->name, s->usual, s->least, s->most, s->meaning);
    if (json)
        describe_print_json(list);
    else
        json_decref(list);
    return 0;
}
