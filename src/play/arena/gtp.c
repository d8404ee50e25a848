/* GTP version 2: programs that take `play` and `genmove`, one stone at a time.
 *
 * Columns are letters without I, rows count from 1 at the bottom. A turn of several stones is that many
 * genmoves of the same colour; an answer with several vertices counts as so many stones. Programs learn the
 * board's size and the time from standard commands; k, p and q they must know (or be told by init=). */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/arena/outside.h"

static const char *colour(enum side s)
{
    return s == BLACK ? "black" : "white";
}

/* The text after "=" or "?" and an optional number. */
static const char *answer_text(const char *line)
{
    line++;
    while (isdigit((unsigned char)*line))
        line++;
    return skip_blanks(line);
}

/* Waits for the answer to a command and copies the text of its first line. Lines before the answer are passed
 * over: programs talk. `*fine` tells "=" from "?". */
static bool answer(struct outside *o, const char *what, double deadline, char text[TALK_LINE_MOST + 1],
                   bool *fine, struct fault *f)
{
    const char *line;
    enum talk_status s;
    do
        s = outside_line(o, deadline, &line);
    while (s == TALK_FINE && *line != '=' && *line != '?');
    if (s == TALK_FINE) {
        *fine = *line == '=';
        strcpy(text, answer_text(line));
        /* The rest of it, up to the empty line that ends an answer. */
        do
            s = outside_line(o, deadline, &line);
        while (s == TALK_FINE && *line);
    }
    return s == TALK_FINE || outside_fault(o, s, what, f);
}

/* Sends a command and waits for its answer. */
static bool ask(struct outside *o, const char *command, double deadline, char text[TALK_LINE_MOST + 1],
                bool *fine, struct fault *f)
{
    return outside_say(o, deadline, f, "%s", command) && answer(o, command, deadline, text, fine, f);
}

/* A command that a program may not refuse. */
static bool order(struct outside *o, const char *command, double deadline, struct fault *f)
{
    char text[TALK_LINE_MOST + 1], shown[SHOWN];
    bool fine = false;
    if (!ask(o, command, deadline, text, &fine, f))
        return false;
    return fine || fault_set(f, FAULT_NONSENSE, "refuses %.60s: %s", command, outside_shown(text, shown));
}

/* GTP counts whole seconds; limits below one cannot be told. A program need not know these commands. */
static bool tell_time(struct outside *o, const struct turn_clock *c, double deadline, struct fault *f)
{
    char command[96], text[TALK_LINE_MOST + 1];
    bool fine = false;
    if (c->game >= 1)
        snprintf(command, sizeof command, "time_settings %.0f 0 0", floor(c->game));
    else if (c->turn >= 1)
        snprintf(command, sizeof command, "time_settings 0 %.0f %d", floor(c->turn),
                 o->rules.p ? o->rules.p : 1);
    else
        return true;
    return ask(o, command, deadline, text, &fine, f);
}

static bool tell_time_left(struct outside *o, const struct turn_clock *c, enum side side, double deadline,
                           struct fault *f)
{
    char command[96], text[TALK_LINE_MOST + 1];
    bool fine = false;
    if (c->game < 1)
        return true;
    snprintf(command, sizeof command, "time_left %s %.0f 0", colour(side), floor(c->game));
    return ask(o, command, deadline, text, &fine, f);
}

static bool clear(struct outside *o, double deadline, struct fault *f)
{
    o->begun = order(o, "clear_board", deadline, f);
    o->known = 0;
    return o->begun;
}

/* What belongs to the rules beside the size. */
static bool tell_rules(struct outside *o, const struct game *g, double deadline, struct fault *f)
{
    struct buf b = BUF_EMPTY;
    if (g->kind->gtp_rules)
        g->kind->gtp_rules(g, &b);
    bool ok = b.len == 0 || order(o, buf_str(&b), deadline, f);
    buf_free(&b);
    return ok;
}

static bool gtp_open(struct outside *o, const struct turn_clock *c, double deadline, struct fault *f)
{
    char command[32];
    struct game *g = game_new(&o->game);
    int columns, rows;
    g->kind->size(g, &columns, &rows);
    snprintf(command, sizeof command, "boardsize %d", columns);
    bool ok = (!o->fresh || (outside_init(o, deadline, f, order) && order(o, command, deadline, f))) &&
              clear(o, deadline, f) && tell_rules(o, g, deadline, f) && tell_time(o, c, deadline, f);
    game_free(g);
    return ok;
}

static bool tell_stones(struct outside *o, const struct game *g, double deadline, struct fault *f)
{
    for (; o->known < o->count; o->known++) {
        struct stone s = o->stones[o->known];
        char command[40], vertex[GAME_MOVE_TEXT];
        snprintf(command, sizeof command, "play %s %s", colour((enum side)s.side),
                 g->kind->format(g, GAME_GTP, s.at, vertex));
        if (!order(o, command, deadline, f))
            return false;
    }
    return true;
}

/* Takes the moves of an answer to genmove: usually one. */
static bool take_moves(const char *text, struct game *g, struct squares *out, int length, struct fault *f)
{
    char shown[SHOWN], vertex[SHOWN];
    if (is_word(text, "resign"))
        return fault_set(f, FAULT_RESIGNED, "resigned");
    const char *at = text;
    do {
        game_move m;
        size_t n = strcspn(at, " \t,");
        snprintf(vertex, sizeof vertex, "%.*s", (int)(n < SHOWN ? n : SHOWN - 1), at);
        if (n >= SHOWN || !g->kind->read_move(g, GAME_GTP, vertex, &m, NULL))
            return fault_set(f, FAULT_NONSENSE, "genmove: '%s' is no vertex", outside_shown(text, shown));
        if (out->n == length)
            return fault_set(f, FAULT_ILLEGAL, "genmove: '%s' has too many stones",
                             outside_shown(text, shown));
        if (!outside_place(g, m, out, f))
            return false;
        at += n;
        at += strspn(at, " \t,");
    } while (*at && game_state(g) == OUTCOME_OPEN);
    return true;
}

static bool gtp_choose(struct outside *o, struct game *g, const struct turn_clock *c, double deadline,
                       struct squares *out, struct fault *f)
{
    enum side side = game_to_move(g);
    int length = g->kind->left(g);
    char command[32], text[TALK_LINE_MOST + 1], shown[SHOWN];
    if ((!o->begun && !clear(o, deadline, f)) || !tell_stones(o, g, deadline, f) ||
        !tell_time_left(o, c, side, deadline, f))
        return false;
    snprintf(command, sizeof command, "genmove %s", colour(side));
    while (out->n < length && game_state(g) == OUTCOME_OPEN) {
        bool fine = false;
        if (!ask(o, command, deadline, text, &fine, f))
            return false;
        if (!fine)
            return fault_set(f, FAULT_NONSENSE, "refuses %s: %s", command, outside_shown(text, shown));
        if (!take_moves(text, g, out, length, f))
            return false;
    }
    return true;
}

bool gtp_final_score(struct outside *o, const struct game *g, double deadline, char out[PLAYER_SCORE],
                     struct fault *f)
{
    char text[TALK_LINE_MOST + 1], shown[SHOWN];
    bool fine = false;
    if ((!o->begun && !clear(o, deadline, f)) || !tell_stones(o, g, deadline, f) ||
        !ask(o, "final_score", deadline, text, &fine, f))
        return false;
    size_t n = strcspn(text, " \t");
    if (!fine || n == 0 || n >= PLAYER_SCORE)
        return fault_set(f, FAULT_NONSENSE, "final_score: %s", outside_shown(text, shown));
    memcpy(out, text, n);
    out[n] = '\0';
    return true;
}

const struct protocol gtp_protocol = {gtp_open, gtp_choose, "quit"};
