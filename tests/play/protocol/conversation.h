/* A conversation with one of the protocols, as tests hold it: lines in, all that was answered out. */
#ifndef PROTOCOL_TEST_CONVERSATION_H
#define PROTOCOL_TEST_CONVERSATION_H

#include "support/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "play/protocol/line.h"
#include "play/protocol/seat.h"

struct conversation {
    FILE *out; /* a file, since searches in the background write to it as well */
    off_t seen;
    struct buf reply; /* as long as it is: a search goes on writing while we do not come to read */
    bool on;
    bool (*line)(void *who, char *text);
    void *who;
};

static inline struct conversation *conversation_new(void)
{
    struct conversation *c = calloc(1, sizeof *c);
    assert_non_null(c);
    c->out = tmpfile();
    assert_non_null(c->out);
    c->on = true;
    return c;
}

static inline void conversation_free(struct conversation *c)
{
    fclose(c->out);
    buf_free(&c->reply);
    free(c);
}

/* Says some lines; returns what was answered to them. */
static inline const char *ask(struct conversation *c, const char *lines)
{
    while (*lines && c->on) {
        static char line[LINE_MOST + 1];
        size_t n = strcspn(lines, "\n");
        memcpy(line, lines, n);
        line[n] = '\0';
        c->on = c->line(c->who, line);
        lines += n + (lines[n] == '\n');
    }
    fflush(c->out);
    char some[4096];
    ssize_t n;
    c->reply.len = 0;
    buf_text(&c->reply, ""); /* which ends it there */
    while ((n = pread(fileno(c->out), some, sizeof some, c->seen)) > 0) {
        buf_bytes(&c->reply, some, (size_t)n);
        c->seen += n;
    }
    assert_int_equal(n, 0);
    return buf_str(&c->reply);
}

/* A seat that answers quickly, and the same every time. */
static inline struct seat_options quick_seat(const char *game)
{
    return (struct seat_options){
        .rules = test_rules(game),
        .chooser = {.engine = {.hash_bytes = 1 << 20}, .openings = true},
        .limits = {.work.nodes = 300},
    };
}

#endif
