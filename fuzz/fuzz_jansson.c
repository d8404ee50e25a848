/* The browser's JSON: what can be read is written and read back as the same. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_error_t e;
    json_t *first = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, &e);
    if (!first) {
        assert(e.text[0] && e.line >= 1);
        return 0;
    }
    char *text = json_dumps(first, JSON_COMPACT);
    assert(text);
    json_t *second = json_loads(text, JSON_REJECT_DUPLICATES, &e);
    assert(second);
    char *again = json_dumps(second, JSON_COMPACT);
    assert(again && strcmp(text, again) == 0);
    free(text);
    free(again);
    json_decref(first);
    json_decref(second);
    return 0;
}
