/* Whatever somebody outside says to the engine in any of its protocols: it answers in the protocol's form,
 * and the game that it has in mind stays a legal one.
 *
 * The first byte chooses protocol and game, the rest are lines. Lines that lift the limit of nodes are left
 * out, since they would be obeyed. */
#define _GNU_SOURCE /* strcasestr */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/protocol/contest.h"
#include "play/protocol/gomocup.h"
#include "play/protocol/gtp.h"
#include "play/protocol/line.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { GTP, CONTEST, GOMOCUP, PROTOCOLS, LINES_MOST = 60 };

static const struct rules games[] = {
    {19, 19, 6, 2, 1, false}, {5, 5, 4, 2, 1, false}, {26, 9, 5, 3, 2, false}, {15, 15, 5, 1, 1, true}};
enum { GAMES = sizeof games / sizeof *games };

static void claim(bool truth, const char *what, const char *text)
{
    if (truth)
        return;
    fprintf(stderr, "%s:\n%s\n", what, text);
    abort();
}

static bool obey_gtp(void *who, char *line)
{
    return gtp_line(who, line);
}

static bool obey_contest(void *who, char *line)
{
    return contest_line(who, line);
}

static bool obey_gomocup(void *who, char *line)
{
    return gomocup_line(who, line);
}

static bool lifts_limits(const char *line)
{
    return strcasestr(line, "param") || strcasestr(line, "nodes");
}

static void converse(bool (*obey)(void *who, char *line), void *who, const uint8_t *data, size_t size)
{
    static char line[LINE_MOST + 1];
    FILE *in = fmemopen((void *)(uintptr_t)data, size, "r");
    bool on = in != NULL;
    for (int i = 0; on && i < LINES_MOST && line_read(in, line); i++)
        if (!lifts_limits(line))
            on = obey(who, line);
    if (in)
        fclose(in);
}

/* Answers of GTP begin with = or ? and end with an empty line. */
static void check_gtp(const char *text)
{
    for (const char *at = text; *at;) {
        claim(*at == '=' || *at == '?', "no answer", at);
        const char *end = strstr(at, "\n\n");
        if (!end) /* an analysis that nobody ended */
            return;
        at = end + 2;
    }
}

/* Every line is a move, or talk that cannot be taken for one. */
static void check_contest(const char *text)
{
    for (const char *at = text; *at;) {
        size_t n = strcspn(at, "\n");
        claim(at[n] == '\n', "a line without end", at);
        if (strncmp(at, "move ", 5) == 0)
            claim(n > 5 && (n - 5) % 2 == 0, "half a stone", at);
        at += n + 1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    int protocol = data[0] % PROTOCOLS;
    struct seat_options seat = {
        .rules = games[data[0] / PROTOCOLS % GAMES],
        .chooser = {.engine = {.hash_bytes = 1 << 18}, .openings = data[0] & 64},
        .limits = {.work = {.nodes = 30}},
        .ponder = data[0] & 128,
    };
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    if (!out)
        return 0;
    if (protocol == GTP) {
        struct gtp_options o = {seat, false};
        struct gtp *g = gtp_new(&o, out);
        converse(obey_gtp, g, data + 1, size - 1);
        gtp_free(g);
    } else if (protocol == CONTEST) {
        struct contest_options o = {seat, data[0] & 32, data[0] & 16, data[0] % 3};
        struct contest *c = contest_new(&o, out);
        converse(obey_contest, c, data + 1, size - 1);
        contest_free(c);
    } else {
        seat.rules = games[3];
        struct gomocup *g = gomocup_new(&seat, out);
        converse(obey_gomocup, g, data + 1, size - 1);
        gomocup_free(g);
    }
    fclose(out);
    if (protocol == GTP)
        check_gtp(text);
    if (protocol == CONTEST)
        check_contest(text);
    free(text);
    return 0;
}
