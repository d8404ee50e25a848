/* The record formats as the interface tells them; see formats.h. */
#include "server/formats.h"

static const struct {
    const char *extension, *mime, *about;
} forms[] = {
    [RECORD_SGF] = {".sgf", "application/x-go-sgf", "SGF: the whole tree with comments and marks"},
    [RECORD_CONTEST] = {".c6", "text/plain", "contest record: the main line with the players and the result"},
    [RECORD_PLAIN] = {".txt", "text/plain", "list of stones: the main line alone"},
};
enum { FORMATS = sizeof forms / sizeof *forms };

const char *format_extension(enum record_format f)
{
    return forms[f].extension;
}

const char *format_mime(enum record_format f)
{
    return forms[f].mime;
}

json_t *formats_json(void)
{
    json_t *list = json_array();
    for (int i = 0; i < FORMATS; i++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s, s:b}", "name",
                                              record_format_name((enum record_format)i), "extension",
                                              forms[i].extension, "mime", forms[i].mime, "about",
                                              forms[i].about, "write", 1));
    return list;
}
