/* What a test leaves behind when it fails in the middle: its connections. The next test is not to meet them. */
#ifndef SUPPORT_LEFTOVER_H
#define SUPPORT_LEFTOVER_H

#include <fcntl.h>
#include <stdbool.h>
#include <unistd.h>

enum { LEFTOVER_MOST = 4096 };

struct leftover {
    bool open[LEFTOVER_MOST];
};

/* Notes which files are open now. */
static inline void leftover_note(struct leftover *l)
{
    for (int fd = 0; fd < LEFTOVER_MOST; fd++)
        l->open[fd] = fcntl(fd, F_GETFD) >= 0;
}

/* Closes the others. Whoever has threads with files of their own has ended them before. */
static inline void leftover_close(const struct leftover *l)
{
    for (int fd = 0; fd < LEFTOVER_MOST; fd++)
        if (!l->open[fd])
            close(fd);
}

#endif
