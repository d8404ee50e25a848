/* GTP's forms; see gtp_frame.h. */
#include "play/protocol/gtp_frame.h"

#include <stdarg.h>
#include <string.h>

bool gtp_wrong(struct buf *out, const char *fmt, ...)
{
    char text[400];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    buf_text(out, text);
    return false;
}

bool gtp_side(const struct words *w, int at, enum side *side, struct buf *out)
{
    return word_side(w->word[at], side) || gtp_wrong(out, "'%.40s' is no colour", w->word[at]);
}

bool gtp_clock_set(struct gtp_clock *c, const struct words *w, struct buf *out)
{
    double main, byo;
    long stones;
    if (!word_number(w->word[1], 0, 1e9, &main) || !word_number(w->word[2], 0, 1e9, &byo) ||
        !word_whole(w->word[3], 0, 1000000, &stones))
        return gtp_wrong(out, "syntax error: seconds, seconds of byo yomi, stones");
    c->main = main;
    c->byo = byo;
    c->byo_stones = (int)stones;
    /* Byo yomi time without stones is GTP's way to say: no limit. */
    c->timed = !(byo > 0 && stones == 0) && (main > 0 || byo > 0);
    gtp_clock_restart(c);
    return true;
}

bool gtp_clock_left(struct gtp_clock *c, const struct words *w, struct buf *out)
{
    enum side side;
    double seconds;
    long stones;
    if (!gtp_side(w, 1, &side, out))
        return false;
    if (!word_number(w->word[2], -1e9, 1e9, &seconds) || !word_whole(w->word[3], 0, 1000000, &stones))
        return gtp_wrong(out, "syntax error: colour, seconds, stones");
    c->time[side] = (struct gtp_time){true, seconds, (int)stones};
    return true;
}

void gtp_clock_restart(struct gtp_clock *c)
{
    c->time[BLACK] = c->time[WHITE] = (struct gtp_time){.told = false};
}

/* It begins with "=" or "?" and the number. */
void gtp_answer(FILE *to, const char *id, bool fine, const struct buf *text)
{
    struct buf b = BUF_EMPTY;
    buf_format(&b, "%c%s", fine ? '=' : '?', id);
    char last = '\n';
    for (const char *at = buf_str(text); *at; at++) {
        if (at == buf_str(text))
            buf_char(&b, ' ');
        if (*at != '\n' || last != '\n')
            buf_char(&b, *at);
        last = *at;
    }
    while (b.len && b.text[b.len - 1] == '\n')
        b.text[--b.len] = '\0';
    buf_text(&b, "\n\n");
    fputs(buf_str(&b), to);
    fflush(to);
    buf_free(&b);
}

void gtp_take_id(struct words *w, char id[GTP_ID])
{
    id[0] = '\0';
    const char *word = w->word[0];
    size_t n = strspn(word, "0123456789");
    if (word[n] || n >= GTP_ID)
        return;
    memcpy(id, word, n + 1);
    w->n--;
    memmove(w->word, w->word + 1, (size_t)w->n * sizeof *w->word);
}
