/* The record formats as the interface tells them; see formats.h. */
#include "server/api/formats.h"

#include "connect/record/record.h"

json_t *formats_json(void)
{
    json_t *list = json_array();
    for (const struct record_form *f = record_forms; f->name; f++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s, s:b}", "name", f->name, "extension",
                                              f->extension, "mime", f->mime, "about", f->about, "write",
                                              f->write != NULL));
    return list;
}
