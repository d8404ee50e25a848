/* Positions in words and in JSON; see describe.h. */
#include "cli/describe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *describe_side(enum side s)
{
    return s == BLACK ? "black" : "white";
}

void describe_squares(const square *s, int n, struct buf *out)
{
    for (int i = 0; i < n; i++) {
        char text[SQUARE_TEXT];
        buf_format(out, i ? " %s" : "%s", square_format(s[i], text));
    }
}

void describe_state(const struct position *p, struct buf *out)
{
    square row[RULES_MAX_SIDE];
    int n = position_win_row(p, row);
    if (n) {
        buf_format(out, "%s has won: ", side_name(p->outcome == OUTCOME_BLACK ? BLACK : WHITE));
        describe_squares(row, n, out);
    } else if (p->outcome == OUTCOME_DRAW) {
        buf_text(out, "a draw");
    } else {
        int stones = position_turn_length(p);
        buf_format(out, "%s to move, %d stone%s", side_name(p->to_move), stones, stones == 1 ? "" : "s");
    }
}

json_t *describe_squares_json(const square *s, int n)
{
    json_t *list = json_array();
    for (int i = 0; i < n; i++) {
        char text[SQUARE_TEXT];
        json_array_append_new(list, json_string(square_format(s[i], text)));
    }
    return list;
}

static json_t *stones_json(const struct position *p, enum cell what)
{
    json_t *list = json_array();
    for (square s = square_first(); s; s = square_next(&p->rules, s))
        if (p->cell[s] == what) {
            char text[SQUARE_TEXT];
            json_array_append_new(list, json_string(square_format(s, text)));
        }
    return list;
}

json_t *describe_position_json(const struct position *p)
{
    static const char *const outcomes[] = {"open", "black", "white", "draw"};
    const struct rules *r = &p->rules;
    json_t *played = json_array();
    for (int i = 0; i < p->plies; i++) {
        char text[SQUARE_TEXT];
        if (p->ply[i].at != SQUARE_NONE)
            json_array_append_new(played, json_string(square_format(p->ply[i].at, text)));
    }
    return json_pack("{s:{s:i,s:i,s:i,s:i,s:i}, s:s, s:i, s:s, s:o, s:o, s:o}", "game", "m", r->m, "n", r->n,
                     "k", r->k, "p", r->p, "q", r->q, "to_move", describe_side(p->to_move), "left",
                     position_turn_length(p), "outcome", outcomes[p->outcome], "black",
                     stones_json(p, CELL_BLACK), "white", stones_json(p, CELL_WHITE), "played", played);
}

void describe_print_json(json_t *j)
{
    json_dumpf(j, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(j);
}

enum diagram_style describe_style(void)
{
    const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");
    if (!isatty(STDOUT_FILENO) || !term || strcmp(term, "dumb") == 0)
        return DIAGRAM_PLAIN;
    return no_colour && *no_colour ? DIAGRAM_UNICODE : DIAGRAM_COLOUR;
}

bool describe_parse_style(const char *text, enum diagram_style *out)
{
    if (strcmp(text, "plain") == 0)
        *out = DIAGRAM_PLAIN;
    else if (strcmp(text, "unicode") == 0)
        *out = DIAGRAM_UNICODE;
    else if (strcmp(text, "colour") == 0 || strcmp(text, "color") == 0)
        *out = DIAGRAM_COLOUR;
    else
        return false;
    return true;
}
