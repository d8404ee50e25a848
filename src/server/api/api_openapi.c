/* The interface described for programs that make clients: /openapi.json, an OpenAPI 3.0 document made from the
 * table of routes. What the fields mean is in docs/api.md; here are their types. */
#include <assert.h>
#include <string.h>

#include "base/buf.h"
#include "server/api/api.h"
#include "server/api/routes.h"

/* The types of the fields of bodies; a name means the same wherever it is. */
static const struct {
    const char *name, *schema;
} fields[] = {
    {"at", "{\"type\":\"array\",\"items\":{\"type\":\"integer\",\"minimum\":1}}"},
    {"attacker", "{\"type\":\"string\",\"enum\":[\"black\",\"white\"]}"},
    {"base64", "{\"type\":\"string\",\"format\":\"byte\"}"},
    {"collection", "{\"type\":\"integer\",\"minimum\":0}"},
    {"date", "{\"type\":\"string\",\"format\":\"date\"}"},
    {"document", "{\"type\":\"object\",\"nullable\":true}"},
    {"except", "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}"},
    {"follow", "{\"type\":\"boolean\"}"},
    {"format", "{\"type\":\"string\"}"},
    {"game", "{\"$ref\":\"#/components/schemas/Game\"}"},
    {"games", "{\"type\":\"integer\",\"minimum\":0}"},
    {"id", "{\"type\":\"integer\"}"},
    {"keep", "{\"type\":\"boolean\"}"},
    {"kind", "{\"type\":\"string\"}"},
    {"level", "{\"type\":\"integer\",\"minimum\":1,\"maximum\":11}"},
    {"limit", "{\"type\":\"integer\",\"minimum\":1}"},
    {"line", "{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/Turn\"}}"},
    {"max", "{\"type\":\"integer\"}"},
    {"min", "{\"type\":\"integer\"}"},
    {"most", "{\"type\":\"integer\",\"minimum\":1}"},
    {"name", "{\"type\":\"string\"}"},
    {"nodes", "{\"type\":\"integer\"}"},
    {"offset", "{\"type\":\"integer\",\"minimum\":0}"},
    {"open",
     "{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"array\","
     "\"items\":{\"type\":\"integer\",\"minimum\":1}},\"most\":{\"type\":\"integer\",\"minimum\":1}}}}"},
    {"openings", "{\"type\":\"boolean\"}"},
    {"options", "{\"type\":\"object\"}"},
    {"part", "{\"$ref\":\"#/components/schemas/Turn\"}"},
    {"player", "{\"type\":\"string\"}"},
    {"priority", "{\"type\":\"integer\"}"},
    {"query", "{\"type\":\"string\"}"},
    {"rating", "{\"type\":\"number\"}"},
    {"revision", "{\"type\":\"integer\",\"minimum\":0}"},
    {"root", "{\"type\":\"string\"}"},
    {"rules", "{\"$ref\":\"#/components/schemas/Rules\"}"},
    {"run", "{\"type\":\"boolean\"}"},
    {"seconds", "{\"type\":\"number\",\"minimum\":0.001}"},
    {"seed", "{\"type\":\"integer\",\"minimum\":0}"},
    {"side", "{\"type\":\"string\",\"enum\":[\"black\",\"white\"]}"},
    {"skip", "{\"type\":\"integer\",\"minimum\":0}"},
    {"stones", "{\"type\":\"string\"}"},
    {"text", "{\"type\":\"string\"}"},
    {"theme", "{\"type\":\"string\"}"},
    {"title", "{\"type\":\"string\"}"},
    {"tree", "{\"$ref\":\"#/components/schemas/Tree\"}"},
    {"turn", "{\"$ref\":\"#/components/schemas/Turn\"}"},
    {"turns", "{\"type\":\"integer\",\"minimum\":0}"},
    {"updated", "{}"},
    {"what", "{\"type\":\"string\"}"},
};

/* What GET takes behind the question mark. */
static const struct {
    const char *path, *names;
} queries[] = {
    {"/trees", "query limit offset"},
    {"/progress", "player"},
    {"/puzzles", "rules kind theme min max turns limit offset"},
    {"/puzzles/daily", "date rules kind theme min max turns"},
};

static const char components[] =
    "{\"schemas\":{"
    "\"Square\":{\"type\":\"string\",\"pattern\":\"^[a-z]{1,2}[1-9][0-9]*$\",\"example\":\"j10\"},"
    "\"Turn\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/Square\"}},"
    "\"Rules\":{\"oneOf\":[{\"type\":\"string\",\"example\":\"connect6\"},"
    "{\"type\":\"array\",\"items\":{},\"minItems\":5,\"maxItems\":6}]},"
    "\"Setup\":{\"type\":\"object\",\"properties\":{"
    "\"black\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/Square\"}},"
    "\"white\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/Square\"}},"
    "\"empty\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/Square\"}},"
    "\"to_move\":{\"type\":\"string\",\"enum\":[\"black\",\"white\"]},\"left\":{\"type\":\"integer\"}}},"
    "\"Game\":{\"type\":\"object\",\"required\":[\"rules\"],\"properties\":{"
    "\"rules\":{\"$ref\":\"#/components/schemas/Rules\"},"
    "\"setup\":{\"$ref\":\"#/components/schemas/Setup\"},"
    "\"stones\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/Square\"}}}},"
    "\"Node\":{\"type\":\"object\",\"properties\":{"
    "\"stones\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/Square\"}},"
    "\"setup\":{\"$ref\":\"#/components/schemas/Setup\"},"
    "\"name\":{\"type\":\"string\"},\"comment\":{\"type\":\"string\"},"
    "\"children\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/components/schemas/Node\"}}}},"
    "\"Tree\":{\"type\":\"object\",\"required\":[\"rules\",\"root\"],\"properties\":{"
    "\"rules\":{\"$ref\":\"#/components/schemas/Rules\"},\"info\":{\"type\":\"object\"},"
    "\"root\":{\"$ref\":\"#/components/schemas/Node\"}}},"
    "\"Error\":{\"type\":\"object\",\"required\":[\"error\"],\"properties\":{\"error\":{\"type\":\"object\","
    "\"required\":[\"code\",\"message\"],\"properties\":{"
    "\"code\":{\"type\":\"string\"},\"message\":{\"type\":\"string\"}}}}}},"
    "\"securitySchemes\":{\"token\":{\"type\":\"http\",\"scheme\":\"bearer\"}}}";

static json_t *parsed(const char *text)
{
    json_t *j = json_loads(text, JSON_DECODE_ANY, NULL);
    assert(j);
    return j;
}

json_t *openapi_field(const char *name, size_t len)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strlen(fields[i].name) == len && strncmp(fields[i].name, name, len) == 0)
            return parsed(fields[i].schema);
    return NULL;
}

const char *openapi_query(const char *path)
{
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++)
        if (strcmp(path, queries[i].path) == 0)
            return queries[i].names;
    return NULL;
}

/* One call for each of the names, which have spaces between them. */
static void each_name(const char *names, json_t *to, void (*add)(json_t *to, const char *name, size_t len))
{
    while (names && *names) {
        size_t len = strcspn(names, " ");
        add(to, names, len);
        names += len + strspn(names + len, " ");
    }
}

static void add_property(json_t *to, const char *name, size_t len)
{
    json_t *schema = openapi_field(name, len);
    json_object_setn_new(to, name, len, schema ? schema : json_object());
}

static void add_query(json_t *to, const char *name, size_t len)
{
    json_array_append_new(to, json_pack("{s:s%, s:s, s:o}", "name", name, len, "in", "query", "schema",
                                        openapi_field(name, len)));
}

static json_t *body_json(const struct route *x)
{
    json_t *properties = json_object();
    each_name(x->fields, properties, add_property);
    return json_pack("{s:b, s:{s:{s:{s:s, s:o, s:b}}}}", "required", true, "content", "application/json",
                     "schema", "type", "object", "properties", properties, "additionalProperties", false);
}

/* The parts of paths that stand for something, as routes and as OpenAPI write them. */
static const struct {
    const char *part, *written, *name, *type;
} parts[] = {{"/ID", "/{id}", "id", "integer"}, {"/NAME", "/{name}", "name", "string"}};

/* The part at this place of a path, or −1. */
static int part_at(const char *at)
{
    for (int i = 0; i < 2; i++) {
        size_t n = strlen(parts[i].part);
        if (strncmp(at, parts[i].part, n) == 0 && (!at[n] || at[n] == '/'))
            return i;
    }
    return -1;
}

static json_t *parameters_json(const struct route *x)
{
    json_t *list = json_array();
    for (const char *at = x->path; *at; at++) {
        int i = part_at(at);
        if (i >= 0)
            json_array_append_new(list, json_pack("{s:s, s:s, s:b, s:{s:s}}", "name", parts[i].name, "in",
                                                  "path", "required", true, "schema", "type", parts[i].type));
    }
    if (strcmp(x->method, "GET") == 0)
        each_name(openapi_query(x->path), list, add_query);
    return list;
}

static json_t *operation_json(const struct route *x)
{
    const char *success = x->answer ? "2XX" : "101";
    json_t *o = json_pack("{s:s, s:o, s:{s:{s:s}, s:{s:s, s:{s:{s:{s:s}}}}}}", "summary", x->about,
                          "parameters", parameters_json(x), "responses", success, "description",
                          x->answer ? "done" : "the WebSocket is open", "default", "description",
                          "what is wrong, and where", "content", "application/json", "schema", "$ref",
                          "#/components/schemas/Error");
    if (x->fields)
        json_object_set_new(o, "requestBody", body_json(x));
    return o;
}

/* "/trees/ID" as "/trees/{id}", "get". */
static void put_route(json_t *paths, const struct route *x)
{
    struct buf path = BUF_EMPTY;
    char method[8] = "";
    for (const char *at = x->path; *at;) {
        int i = part_at(at);
        buf_format(&path, "%.*s", i < 0 ? 1 : 100, i < 0 ? at : parts[i].written);
        at += i < 0 ? 1 : strlen(parts[i].part);
    }
    for (size_t i = 0; x->method[i] && i + 1 < sizeof method; i++)
        method[i] = (char)(x->method[i] | 0x20);
    const char *key = path.len ? buf_str(&path) : "/";
    json_t *at = json_object_get(paths, key);
    if (!at)
        json_object_set_new(paths, key, at = json_object());
    json_object_set_new(at, method, operation_json(x));
    buf_free(&path);
}

void api_openapi(struct server *s, struct request *q, struct reply *r)
{
    (void)s;
    (void)q;
    json_t *paths = json_object();
    for (const struct route *x = routes; x->method; x++)
        put_route(paths, x);
    reply_json(r, 200,
               json_pack("{s:s, s:{s:s, s:s}, s:[{s:s}], s:[{s:[]}, {}], s:o, s:o}", "openapi", "3.0.3",
                         "info", "title", "Hexad", "version", HEXAD_VERSION, "servers", "url", ROUTES_ROOT,
                         "security", "token", "components", parsed(components), "paths", paths));
}
