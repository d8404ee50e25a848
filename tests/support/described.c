/* What openapi.json says; see described.h. */
#include "support/described.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "server/api/api.h"
#include "support/schema.h"

const json_t *described_whole(void)
{
    static json_t *whole;
    if (!whole)
        whole = openapi_document();
    return whole;
}

const struct route *described_find(const char *method, const char *path)
{
    struct buf b = BUF_EMPTY;
    for (const char *at = path; *at && *at != '?';) {
        bool duel = strcmp(buf_str(&b), "/duels/") == 0 && strcmp(at, "list") != 0;
        if (duel || strcmp(buf_str(&b), "/tournaments/") == 0 || strcmp(buf_str(&b), "/proofs/") == 0 ||
            strcmp(buf_str(&b), "/labs/") == 0) {
            buf_text(&b, "NAME");
            at += strcspn(at, "/?");
        } else if (isdigit((unsigned char)*at) && at > path && at[-1] == '/') {
            buf_text(&b, "ID");
            at += strspn(at, "0123456789");
        } else {
            buf_char(&b, *at++);
        }
    }
    const struct route *x = routes;
    while (x->method && (strcmp(x->method, method) != 0 || strcmp(x->path, buf_str(&b)) != 0))
        x++;
    buf_free(&b);
    return x->method ? x : NULL;
}

/* "/trees/ID" as "/trees/{id}". */
static void put_path(const char *path, struct buf *out)
{
    static const char *const parts[][2] = {{"/ID", "/{id}"}, {"/NAME", "/{name}"}};
    for (const char *at = path; *at;) {
        size_t n = 1;
        const char *text = NULL;
        for (int i = 0; i < 2 && !text; i++) {
            size_t len = strlen(parts[i][0]);
            if (strncmp(at, parts[i][0], len) == 0 && (!at[len] || at[len] == '/')) {
                text = parts[i][1];
                n = len;
            }
        }
        text ? buf_text(out, text) : buf_bytes(out, at, n);
        at += n;
    }
    if (!out->len)
        buf_char(out, '/');
}

/* The methods of a path of the table of routes. */
static const json_t *methods(const char *path)
{
    struct buf b = BUF_EMPTY;
    put_path(path, &b);
    const json_t *found = json_object_get(json_object_get(described_whole(), "paths"), buf_str(&b));
    buf_free(&b);
    return found;
}

const json_t *described_route(const struct route *x)
{
    char method[8] = "";
    for (size_t i = 0; x->method[i] && i + 1 < sizeof method; i++)
        method[i] = (char)tolower((unsigned char)x->method[i]);
    return json_object_get(methods(x->path), method);
}

static const json_t *content(const json_t *o)
{
    const json_t *types = json_object_get(o, "content");
    return json_object_get(json_object_get(types, "application/json"), "schema");
}

static const json_t *body_of(const json_t *operation)
{
    const json_t *schema = content(json_object_get(operation, "requestBody"));
    return schema ? schema_follow(described_whole(), schema) : NULL;
}

const json_t *described_body(const struct route *x)
{
    return body_of(described_route(x));
}

static const json_t *parameter_of(const json_t *operation, const char *in, const char *name, size_t len)
{
    const json_t *list = json_object_get(operation, "parameters");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *one = json_array_get(list, i);
        const char *called = json_string_value(json_object_get(one, "name"));
        if (strcmp(json_string_value(json_object_get(one, "in")), in) == 0 && strlen(called) == len &&
            strncmp(called, name, len) == 0)
            return one;
    }
    return NULL;
}

const json_t *described_parameter(const struct route *x, const char *in, const char *name, size_t len)
{
    return parameter_of(described_route(x), in, name, len);
}

/* The field of one of the messages that go to the live socket. */
static const json_t *field_of_messages(const char *name, size_t len)
{
    const json_t *whole = described_whole(),
                 *all = json_object_get(json_object_get(whole, "components"), "schemas"),
                 *kinds = json_object_get(json_object_get(all, "LiveAsk"), "oneOf"), *found = NULL;
    for (size_t i = 0; !found && i < json_array_size(kinds); i++) {
        const json_t *one = schema_follow(whole, json_array_get(kinds, i));
        found = json_object_getn(json_object_get(one, "properties"), name, len);
    }
    return found;
}

const json_t *described_field(const char *path, const char *name, size_t len)
{
    const char *method;
    json_t *operation;
    const json_t *found = NULL;
    json_object_foreach((json_t *)methods(path), method, operation)
    {
        if (!found)
            found = json_object_getn(json_object_get(body_of(operation), "properties"), name, len);
        if (!found)
            found = json_object_get(parameter_of(operation, "query", name, len), "schema");
    }
    if (!found)
        found = field_of_messages(name, len);
    return found ? schema_follow(described_whole(), found) : NULL;
}

bool described_answer(const struct route *x, int status, const json_t *answer, struct err *e)
{
    char number[16];
    snprintf(number, sizeof number, "%d", status);
    const json_t *response = json_object_get(json_object_get(described_route(x), "responses"), number);
    if (!response)
        return err_set(e, "%s %s: the status %d is not described", x->method, x->path, status);
    const json_t *schema = content(response);
    if (!schema || !answer)
        return (!schema && !answer) || err_set(e, "%s %s: status %d %s a body", x->method, x->path, status,
                                               answer ? "has" : "is without");
    return schema_check(described_whole(), schema, answer, e) || err_prefix(e, "%s %s", x->method, x->path);
}

bool described_message(const json_t *message, struct err *e)
{
    const json_t *all = json_object_get(json_object_get(described_whole(), "components"), "schemas");
    return schema_check(described_whole(), json_object_get(all, "LiveMessage"), message, e);
}

/* ---- commands ---- */

const char *described_command(const char *args)
{
    const char *name, *found = NULL;
    json_t *schema;
    json_object_foreach(json_object_get(described_whole(), "x-commands"), name, schema)
    {
        size_t len = strlen(name);
        bool begins = strncmp(args, name, len) == 0 && (!args[len] || args[len] == ' ');
        if (begins && (!found || len > strlen(found)))
            found = name;
    }
    return found;
}

bool described_output(const char *command, const char *text, struct err *e)
{
    const json_t *whole = described_whole(),
                 *schema = json_object_get(json_object_get(whole, "x-commands"), command);
    size_t left = strlen(text), values = 0;
    bool ok = schema != NULL || err_set(e, "openapi.json does not describe hexad %s --json", command);
    while (ok && strspn(text, " \n") < left) {
        json_error_t wrong;
        json_t *j = json_loadb(text, left, JSON_DISABLE_EOF_CHECK | JSON_REJECT_DUPLICATES, &wrong);
        ok = j ? schema_check(whole, schema, j, e) : err_set(e, "no JSON: %s", wrong.text);
        text += j ? wrong.position : 0;
        left -= j ? (size_t)wrong.position : 0;
        values++;
        json_decref(j);
    }
    return ok && (values > 0 || err_set(e, "it printed nothing"));
}
