/* Points as text; see go.h. */
#include <stdio.h>
#include <strings.h>

#include "game/notation.h"
#include "go/tree.h"

const char *go_point_format(int size, go_point at, char out[GO_POINT_TEXT])
{
    if (at < size * size)
        return notation_format(NOTATION_GTP, size, go_square(size, at), out);
    snprintf(out, GO_POINT_TEXT, "%s", at == GO_PASS ? "pass" : "none");
    return out;
}

bool go_point_parse(int size, const char *text, go_point *out, struct err *e)
{
    square s = SQUARE_PASS;
    enum notation_answer a =
        strcasecmp(text, "pass") == 0 ? NOTATION_SQUARE : notation_parse(NOTATION_GTP, size, size, text, &s);
    if (*text == 'i' || *text == 'I')
        return err_set(e, "'%.20s': boards of Go have no column I", text);
    if (a == NOTATION_NO_SQUARE)
        return err_set(e, "'%.20s' is no point such as Q16", text);
    if (a == NOTATION_OFF_BOARD)
        return err_set(e, "%.20s is not on the board of %dx%d", text, size, size);
    *out = go_from_square(size, s);
    return true;
}
