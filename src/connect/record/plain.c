/* Plain lists of stones: "j10 k11 i11 l11 j12", as people type them. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "connect/record/readers.h"
#include "game/build.h"
#include "game/point.h"

static bool is_between(char c)
{
    return text_is_space(c) || (c && strchr(",;/|", c));
}

/* Skips what stands between stones, and comments from # to the end of the line. */
static void skip_between(struct source *s)
{
    while (s->at < s->end && (is_between(*s->at) || *s->at == '#')) {
        if (*s->at == '#')
            s->at += strcspn(s->at, "\r\n");
        else
            source_step(s);
    }
}

/* The length of the game's name here: up to its parenthesis, or else up to a blank. */
static size_t game_length(const char *text)
{
    size_t line = strcspn(text, "\r\n#"), closed = strcspn(text, ")"), word = strcspn(text, " \t\r\n#");
    if (strncasecmp(text, "connect(", 8) != 0)
        return word;
    return closed < line ? closed + 1 : line;
}

/* The game, if the list begins with one: "Connect(15,15,5,1,1)" or "game gomoku". */
static bool read_game(struct source *s, struct rules *out, struct err *e)
{
    size_t skip = strncasecmp(s->at, "game", 4) == 0 ? strspn(s->at + 4, " \t") : 0;
    if (skip)
        s->at += 4 + skip;
    else if (strncasecmp(s->at, "connect(", 8) != 0)
        return true;
    size_t len = game_length(s->at);
    struct buf name = BUF_EMPTY;
    text_clean(s->at, len, true, &name);
    bool ok = rules_parse(buf_str(&name), out, e) || err_prefix(e, "line %d", s->line);
    buf_free(&name);
    s->at += len;
    return ok;
}

static bool start(struct source *s, const struct record_options *o, struct build *b, struct err *e)
{
    struct rules rules = o && o->fallback ? *o->fallback : rules_names[0].rules;
    skip_between(s);
    bool ok = read_game(s, &rules, e);
    if (o && o->forced)
        rules = *o->forced;
    else if (!ok)
        return false;
    build_start(b, record_new(&rules), s->budget);
    return true;
}

/* Skips the number of a turn: digits and then one of . : ). */
static void skip_number(struct source *s)
{
    size_t digits = strspn(s->at, "0123456789");
    if (digits && s->at[digits] && strchr(".:)", s->at[digits]))
        s->at += digits + 1;
}

/* A colour in front of stones: "B", "w:", "Black"; it must agree with the side to move. */
static bool read_colour(struct source *s, enum side *side)
{
    static const struct {
        const char *word;
        enum side side;
    } words[] = {{"black", BLACK}, {"white", WHITE}, {"b", BLACK}, {"w", WHITE}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t n = strlen(words[i].word);
        if (strncasecmp(s->at, words[i].word, n) != 0 ||
            (s->at[n] && s->at[n] != ':' && !is_between(s->at[n])))
            continue;
        s->at += n + (s->at[n] == ':');
        *side = words[i].side;
        return true;
    }
    return false;
}

static bool read_stone(struct source *s, struct build *b, const enum side *said, struct err *e)
{
    const char *start_at = s->at, *end = s->at;
    while (end < s->end && !is_between(*end) && *end != '#')
        end++;
    square at;
    if (!point_read(b->record, &s->at, end, &at, e))
        return false;
    /* Squares may be joined, as in i9l10, if digits show where each ends. */
    if (s->at < end && !isdigit((unsigned char)s->at[-1])) {
        char shown[TEXT_QUOTE];
        return err_set(e, "'%s' is not a square such as j10",
                       text_quote(start_at, (size_t)(end - start_at), shown));
    }
    return build_stone(b, said ? *said : build_position(b)->to_move, at, s->line, e);
}

static bool read_stones(struct source *s, struct build *b, bool typed, struct err *e)
{
    enum side side = BLACK;
    bool said = false;
    int number = 0;
    for (skip_between(s); s->at < s->end; skip_between(s)) {
        const char *before = s->at;
        skip_number(s);
        if (read_colour(s, &side))
            said = true;
        if (s->at != before)
            continue;
        number++;
        if (!read_stone(s, b, said ? &side : NULL, e))
            return typed ? err_prefix(e, "stone %d", number)
                         : err_prefix(e, "line %d, stone %d", s->line, number);
    }
    return true;
}

bool plain_read(struct source *s, const struct record_options *o, bool typed, struct record **out,
                struct err *e)
{
    struct build b = {0};
    bool ok = start(s, o, &b, e) && read_stones(s, &b, typed, e);
    if (ok)
        *out = build_take(&b);
    build_free(&b);
    return ok;
}

bool plain_write(const struct record *r, struct buf *out, struct err *e)
{
    for (const struct tree_node *n = r->root; n; n = n->child)
        if (node_is_setup(n))
            return err_set(e, "a plain list holds no set-up stones");
    if (!rules_equal(record_rules(r), &rules_names[0].rules)) {
        char game[RULES_TEXT];
        buf_format(out, "%s\n", rules_format(record_rules(r), game));
    }
    const char *between = "";
    for (const struct tree_node *n = r->root; n; n = n->child) {
        enum side side;
        square at = n->at;
        if (at || build_left_over(r, n, &side, &at)) {
            char text[SQUARE_TEXT];
            buf_format(out, "%s%s", between, square_format(at, text));
            between = " ";
        }
    }
    buf_char(out, '\n');
    return true;
}
