/* What the protocols share; see outside.h. */
#include "play/arena/outside.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/clock.h"
#include "base/mem.h"
#include "connect/game/connect.h"

bool(fault_set)(struct fault *f, enum fault_kind kind, const char *fmt, ...)
{
    f->kind = kind;
    va_list args;
    va_start(args, fmt);
    vsnprintf(f->why.text, sizeof f->why.text, fmt, args);
    va_end(args);
    return false;
}

bool outside_fault(struct outside *o, enum talk_status s, const char *what, struct fault *f)
{
    struct err how;
    switch (s) {
    case TALK_LATE:
        return fault_set(f, FAULT_TIME, "no answer in time to %s", what);
    case TALK_ENDED:
        talk_obituary(o->talk, &how);
        return fault_set(f, FAULT_CRASH, "%s at %s", how.text, what);
    case TALK_FLOOD:
        return fault_set(f, FAULT_NONSENSE, "more than %d kB without an answer to %s", TALK_ANSWER_MOST >> 10,
                         what);
    case TALK_STOPPED:
        return fault_set(f, FAULT_STOPPED, "stopped");
    case TALK_ECHO:
        return fault_set(f, FAULT_NONSENSE, "it only repeats what it is told");
    default:
        return true;
    }
}

bool outside_say(struct outside *o, double deadline, struct fault *f, const char *fmt, ...)
{
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, fmt, args);
    char *text = mem_alloc((size_t)len + 1);
    vsnprintf(text, (size_t)len + 1, fmt, again);
    va_end(again);
    va_end(args);
    enum talk_status s = talk_send(o->talk, deadline, "%s\n", text);
    if (!o->speaks)
        buf_format(&o->told, "%s\n", text);
    /* The message names the first line of what was said. */
    text[strcspn(text, "\r\n")] = '\0';
    bool ok = s == TALK_FINE || outside_fault(o, s, text, f);
    free(text);
    return ok;
}

void outside_forget(struct outside *o)
{
    buf_free(&o->told);
    o->speaks = false;
}

enum talk_status outside_line(struct outside *o, double deadline, const char **out)
{
    enum talk_status s = talk_line(o->talk, deadline, out);
    if (s != TALK_FINE || o->speaks)
        return s;
    size_t n = strcspn(buf_str(&o->told), "\n");
    o->speaks = strlen(*out) != n || strncmp(buf_str(&o->told), *out, n) != 0;
    if (o->speaks) {
        buf_free(&o->told);
        return s;
    }
    char *rest = mem_strdup(buf_str(&o->told) + n + 1);
    buf_free(&o->told);
    buf_text(&o->told, rest);
    free(rest);
    return o->told.len ? TALK_FINE : TALK_ECHO;
}

bool outside_init(struct outside *o, double deadline, struct fault *f,
                  bool (*one)(struct outside *o, const char *command, double deadline, struct fault *f))
{
    const char *at = o->spec->init;
    while (*at) {
        size_t n = strcspn(at, ";");
        char *command = mem_strndup(at, n);
        const char *bare = skip_blanks(command);
        bool ok = !*bare || one(o, bare, deadline, f);
        free(command);
        if (!ok)
            return false;
        at += n + (at[n] == ';');
    }
    return true;
}

static void add_stone(struct outside *o, game_move at, enum side side)
{
    size_t i = o->count;
    if (i < o->known && (o->stones[i].at != at || o->stones[i].side != side))
        o->begun = false;
    o->stones = mem_grow(o->stones, &o->room, i + 1, sizeof *o->stones);
    o->stones[i] = (struct stone){at, (uint8_t)side};
    o->count++;
}

void outside_look(struct outside *o, const struct game *g)
{
    game_move *at = mem_alloc(GAME_MOVES_MOST * sizeof *at);
    uint8_t *who = mem_alloc(GAME_MOVES_MOST);
    int set_up = g->kind->setup(g, at, who);
    o->count = 0;
    for (int i = 0; i < set_up; i++)
        add_stone(o, at[i], (enum side)who[i]);
    free(at);
    free(who);
    for (int i = 0; i < game_plies(g); i++) {
        enum side side;
        game_move m = g->kind->ply(g, i, &side);
        if (m != SQUARE_NONE || o->game.kind != &connect_game) /* the rest of a turn given up is no stone */
            add_stone(o, m, side);
    }
    if (o->count < o->known)
        o->begun = false;
    if (!o->begun)
        o->known = 0;
}

bool outside_place(struct game *g, game_move m, struct squares *out, struct fault *f)
{
    struct err why;
    if (!game_allows(g, GAME_PEOPLE, m, &why))
        return fault_set(f, FAULT_ILLEGAL, "%s", why.text);
    game_play(g, m);
    out->s[out->n++] = m;
    return true;
}

const char *outside_shown(const char *text, char out[SHOWN])
{
    size_t n = 0;
    for (; text[n] && n < SHOWN - 4; n++)
        out[n] = isprint((unsigned char)text[n]) ? text[n] : '?';
    strcpy(out + n, text[n] ? "..." : "");
    return out;
}

const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

bool is_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    return strncasecmp(text, word, n) == 0 && (!text[n] || isspace((unsigned char)text[n]));
}
