/* The interface described for programs that make clients: /openapi.json, an OpenAPI document. The file beside this one is all of
 * it; tests compare it with the table of routes, with every answer they get, and the page's types are made from it. */
#include <assert.h>

#include "server/api/api.h"
#include "server/api/routes.h"

/* openapi.json, by tools/embed.c. */
extern const unsigned char openapi_file[];
extern const size_t openapi_file_size;

json_t *openapi_document(void)
{
    json_t *j = json_loadb((const char *)openapi_file, openapi_file_size, JSON_REJECT_DUPLICATES, NULL);
    assert(j);
    json_object_set_new(json_object_get(j, "info"), "version", json_string(HEXAD_VERSION));
    return j;
}

void api_openapi(struct server *s, struct request *q, struct reply *r)
{
    (void)s;
    (void)q;
    reply_json(r, 200, openapi_document());
}
