/* Points as text; see go.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "go/go.h"

static const char columns[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

const char *go_point_format(int size, go_point at, char out[GO_POINT_TEXT])
{
    if (at >= size * size)
        snprintf(out, GO_POINT_TEXT, "%s", at == GO_PASS ? "pass" : "none");
    else
        snprintf(out, GO_POINT_TEXT, "%c%d", columns[at % size], at / size + 1);
    return out;
}

bool go_point_parse(int size, const char *text, go_point *out, struct err *e)
{
    if (strcasecmp(text, "pass") == 0) {
        *out = GO_PASS;
        return true;
    }
    const char *col =
        *text ? strchr(columns, *text >= 'a' && *text <= 'z' ? *text - 'a' + 'A' : *text) : NULL;
    char *end = NULL;
    long row = col && text[1] >= '0' && text[1] <= '9' ? strtol(text + 1, &end, 10) : 0;
    if (*text == 'i' || *text == 'I')
        return err_set(e, "'%.20s': boards of Go have no column I", text);
    if (!end || *end)
        return err_set(e, "'%.20s' is no point such as Q16", text);
    if (col - columns >= size || row < 1 || row > size)
        return err_set(e, "%.20s is not on the board of %dx%d", text, size, size);
    *out = (go_point)((row - 1) * size + (col - columns));
    return true;
}
