/* Positions in words and in JSON; see describe.h. */
#include "cli/describe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play/opening_names.h"

void describe_squares(const square *s, int n, struct buf *out)
{
    for (int i = 0; i < n; i++) {
        char text[SQUARE_TEXT];
        buf_format(out, i ? " %s" : "%s", square_format(s[i], text));
    }
}

void describe_opening(const struct position *p, struct buf *out)
{
    const struct opening_name *found = opening_name_of(p, NULL);
    if (!found)
        return;
    buf_text(out, "; opening ");
    opening_name_text(found, out);
}

void describe_print_json(json_t *j)
{
    describe_write_json(j, stdout);
}

void describe_write_json(json_t *j, FILE *to)
{
    json_dumpf(j, to, JSON_INDENT(2));
    putc('\n', to);
    json_decref(j);
}

FILE *describe_beside(const char *cert)
{
    return cert && strcmp(cert, "-") == 0 ? stderr : stdout;
}

enum diagram_style describe_style(void)
{
    const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");
    if (!isatty(STDOUT_FILENO) || !term || strcmp(term, "dumb") == 0)
        return DIAGRAM_PLAIN;
    return no_colour && *no_colour ? DIAGRAM_UNICODE : DIAGRAM_COLOUR;
}

bool describe_parse_style(const char *text, enum diagram_style *out)
{
    if (strcmp(text, "plain") == 0)
        *out = DIAGRAM_PLAIN;
    else if (strcmp(text, "unicode") == 0)
        *out = DIAGRAM_UNICODE;
    else if (strcmp(text, "colour") == 0 || strcmp(text, "color") == 0)
        *out = DIAGRAM_COLOUR;
    else
        return false;
    return true;
}
