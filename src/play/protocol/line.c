/* Lines and words; see line.h. */
#include "play/protocol/line.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool line_read(FILE *in, char *out)
{
    size_t n = 0;
    int c;
    while ((c = getc_unlocked(in)) != EOF && c != '\n')
        if (n < LINE_MOST && c != '\0')
            out[n++] = (char)c;
    out[n] = '\0';
    return c != EOF || n > 0;
}

/* Control characters are as if they were not there, as GTP has it; a tab is a space. */
static void drop_controls(char *line)
{
    char *to = line;
    for (const char *at = line; *at; at++)
        if (!iscntrl((unsigned char)*at) || *at == '\t')
            *to++ = *at;
    *to = '\0';
}

void line_cut(char *line, const char *also, struct words *out)
{
    out->n = 0;
    drop_controls(line);
    char *at = line;
    for (;;) {
        while (*at && (isspace((unsigned char)*at) || strchr(also, *at)))
            at++;
        if (!*at || out->n == WORDS_MOST)
            return;
        out->word[out->n++] = at;
        while (*at && !isspace((unsigned char)*at) && !strchr(also, *at))
            at++;
        if (*at)
            *at++ = '\0';
    }
}

bool word_whole(const char *text, long least, long most, long *out)
{
    char *end;
    errno = 0;
    *out = strtol(text, &end, 10);
    return end != text && !*end && errno == 0 && *out >= least && *out <= most;
}

bool word_number(const char *text, double least, double most, double *out)
{
    char *end;
    *out = strtod(text, &end);
    return end != text && !*end && isfinite(*out) && *out >= least && *out <= most;
}

bool word_side(const char *text, enum side *out)
{
    bool black = strcasecmp(text, "b") == 0 || strcasecmp(text, "black") == 0;
    bool white = strcasecmp(text, "w") == 0 || strcasecmp(text, "white") == 0;
    if (black || white)
        *out = white ? WHITE : BLACK;
    return black || white;
}
