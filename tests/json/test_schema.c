/* What compares answers with openapi.json finds what is wrong with them. */
#include "support/boards.h"

#include <jansson.h>
#include <string.h>

#include "support/schema.h"

static const char whole[] =
    "{'components':{'schemas':{"
    "'Square':{'type':'string','pattern':'^[a-z]{1,2}[1-9][0-9]*$'},"
    "'Base':{'type':'object','required':['id'],'properties':{'id':{'type':'integer','minimum':1}}},"
    "'More':{'allOf':[{'$ref':'#/components/schemas/Base'},{'type':'object','required':['side'],"
    "'properties':{'side':{'enum':['black','white']},'at':{'$ref':'#/components/schemas/Square'},"
    "'pn':{'type':['integer','null']},'row':{'type':'array','prefixItems':[{'type':'integer'}],'items':false}"
    ","
    "'list':{'type':'array','items':{'type':'number'},'maxItems':2},"
    "'any':{'type':'object','additionalProperties':{'type':'string'}}}}]},"
    "'One':{'oneOf':[{'$ref':'#/components/schemas/Base'},{'type':'null'}]}}}}";

static const struct {
    const char *schema, *value, *wrong; /* NULL: nothing is */
} cases[] = {
    {"More", "{'id':1,'side':'black'}", NULL},
    {"More", "{'id':1,'side':'black','at':'j10','pn':null,'row':[1],'list':[1,2.5],'any':{'x':'y'}}", NULL},
    {"More", "{'side':'black'}", "has no id"},
    {"More", "{'id':1}", "has no side"},
    {"More", "{'id':1.5,'side':'black'}", "answer.id: is not of the type integer"},
    {"More", "{'id':0,'side':'black'}", "below its minimum"},
    {"More", "{'id':1,'side':'Black'}", "none of the words: Black"},
    {"More", "{'id':1,'side':'black','new':1}", "answer.new: is not described"},
    {"More", "{'id':1,'side':'black','at':'10j'}", "does not look like"},
    {"More", "{'id':1,'side':'black','pn':'x'}", "answer.pn: is not of the type"},
    {"More", "{'id':1,'side':'black','row':[1,2]}", "answer.row[1]: is not described"},
    {"More", "{'id':1,'side':'black','list':[1,2,3]}", "too many"},
    {"More", "{'id':1,'side':'black','list':[1,'2']}", "answer.list[1]: is not of the type number"},
    {"More", "{'id':1,'side':'black','any':{'x':2}}", "answer.any.x: is not of the type string"},
    {"More", "[]", "no object"},
    {"One", "null", NULL},
    {"One", "{'id':1}", NULL},
    {"One", "{'id':1,'side':'black'}", "answer.side: is not described"},
    {"None", "1", "described nowhere"},
};

static json_t *parsed(const char *text)
{
    char copy[2000];
    snprintf(copy, sizeof copy, "%s", text);
    for (char *c = copy; *c; c++)
        if (*c == '\'')
            *c = '"';
    json_t *j = json_loads(copy, JSON_DECODE_ANY, NULL);
    if (!j)
        fail_msg("%s", copy);
    return j;
}

static void what_is_wrong_is_found(void **state)
{
    (void)state;
    json_t *document = parsed(whole);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct err e = {.text = ""};
        json_t *schema = json_pack("{s:s+}", "$ref", "#/components/schemas/", cases[i].schema),
               *value = parsed(cases[i].value);
        bool fits = schema_check(document, schema, value, &e);
        if (fits != !cases[i].wrong || (!fits && !strstr(e.text, cases[i].wrong)))
            fail_msg("%s: '%s', expected '%s'", cases[i].value, e.text, cases[i].wrong);
        json_decref(schema);
        json_decref(value);
    }
    json_decref(document);
}

/* A word that would be passed over, a name that leads nowhere, a field that nobody described. */
static void unsound_schemas_are_told(void **state)
{
    (void)state;
    static const char *const schemas[] = {"{'type':'string','maxLength':3}",
                                          "{'type':'array','items':{'$ref':'#/components/schemas/Nothing'}}",
                                          "{'type':'object','required':['a'],'properties':{'b':{}}}"};
    json_t *document = parsed(whole);
    struct err e;
    for (size_t i = 0; i < sizeof schemas / sizeof *schemas; i++) {
        json_t *schema = parsed(schemas[i]);
        assert_false(schema_sound(document, schema, &e));
        json_decref(schema);
    }
    json_decref(document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_wrong_is_found),
        cmocka_unit_test(unsound_schemas_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
