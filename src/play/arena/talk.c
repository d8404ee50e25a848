/* Conversations in lines; see talk.h. */
#include "play/arena/talk.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"

enum talk_status talk_send(struct talk *t, double deadline, const char *fmt, ...)
{
    char small[512], *text = small;
    va_list args;
    va_start(args, fmt);
    int len = vsnprintf(small, sizeof small, fmt, args);
    va_end(args);
    if (len < 0)
        return TALK_FINE;
    if ((size_t)len >= sizeof small) {
        text = mem_alloc((size_t)len + 1);
        va_start(args, fmt);
        vsnprintf(text, (size_t)len + 1, fmt, args);
        va_end(args);
    }
    enum talk_status status = t->ops->send(t, text, (size_t)len, deadline);
    if (text != small)
        free(text);
    return status;
}

enum talk_status talk_line(struct talk *t, double deadline, const char **out)
{
    return t->ops->line(t, deadline, out);
}

void talk_obituary(struct talk *t, struct err *e)
{
    t->ops->obituary(t, e);
}

void talk_free(struct talk *t)
{
    if (t)
        t->ops->free(t);
}
