/* Lines drawn in place; see live.h. */
#include "cli/live.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/buf.h"

struct live live_new(void)
{
    return (struct live){isatty(STDERR_FILENO) == 1, 0};
}

static void window(int *rows, int *columns)
{
    struct winsize w;
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &w) == 0;
    *rows = known && w.ws_row > 1 ? w.ws_row : 24;
    *columns = known && w.ws_col > 1 ? w.ws_col : 80;
}

/* Appends at most `columns` characters of a line of UTF-8. */
static void put_cut(const char *line, size_t len, int columns, struct buf *out)
{
    int chars = 0;
    for (size_t i = 0; i < len; i++) {
        chars += ((unsigned char)line[i] & 0xc0) != 0x80;
        if (chars > columns)
            break;
        buf_char(out, line[i]);
    }
    buf_char(out, '\n');
}

void live_draw(struct live *l, const char *text)
{
    if (!l->on)
        return;
    int rows, columns, lines = 0;
    window(&rows, &columns);
    struct buf b = BUF_EMPTY;
    if (l->lines)
        buf_format(&b, "\033[%dA\033[J", l->lines);
    while (*text && lines < rows - 1) {
        size_t len = strcspn(text, "\n");
        put_cut(text, len, columns - 1, &b);
        text += len + (text[len] == '\n');
        lines++;
    }
    l->lines = lines;
    fputs(buf_str(&b), stderr);
    fflush(stderr);
    buf_free(&b);
}

void live_clear(struct live *l)
{
    live_draw(l, "");
}
