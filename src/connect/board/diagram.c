/* Boards drawn with characters; see diagram.h. */
#include "connect/board/diagram.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "game/notation.h"

/* Marks the stones of the last turn: those of the side that placed the last stone, as far back as it was
 * placing. */
static void mark_last_turn(const struct position *p, bool marked[SQUARE_CELLS])
{
    memset(marked, 0, SQUARE_CELLS * sizeof *marked);
    for (int i = p->plies - 1; i >= 0 && p->ply[i].side == p->ply[p->plies - 1].side; i--)
        marked[p->ply[i].at] = true;
}

static void draw_columns(const struct position *p, struct buf *out)
{
    /* Two-letter columns are written upwards, so that a column stays two characters wide. */
    for (int line = p->rules.m > 26 ? 0 : 1; line < 2; line++) {
        buf_text(out, "   ");
        for (int col = 0; col < p->rules.m; col++) {
            char text[SQUARE_TEXT];
            notation_column(NOTATION_PEOPLE, col, text);
            size_t n = strlen(text);
            buf_char(out, ' ');
            buf_char(out, line == 0 ? (n == 2 ? text[0] : ' ') : text[n - 1]);
        }
        buf_char(out, '\n');
    }
}

static const char *plain_text(enum cell c, bool last)
{
    static const char *const text[2][3] = {{".", "x", "o"}, {".", "X", "O"}};
    return text[last][c];
}

/* An empty square as the crossing of the lines of a board. */
static const char *crossing(const struct rules *r, square s)
{
    static const char *const text[3][3] = {{"└", "┴", "┘"}, {"├", "┼", "┤"}, {"┌", "┬", "┐"}};
    int col = square_col(s), row = square_row(s);
    int across = col == 0 ? 0 : col == r->m - 1 ? 2 : 1;
    int up = row == 0 ? 0 : row == r->n - 1 ? 2 : 1;
    return text[up][across];
}

static void draw_square(const struct position *p, square s, bool last, enum diagram_style style,
                        struct buf *out)
{
    enum cell c = (enum cell)p->cell[s];
    if (style == DIAGRAM_PLAIN) {
        buf_text(out, plain_text(c, last));
        return;
    }
    const char *stone = c == CELL_EMPTY ? crossing(&p->rules, s) : c == CELL_BLACK ? "●" : "○";
    if (style == DIAGRAM_UNICODE) {
        static const char *const marked[] = {NULL, "◆", "◇"};
        buf_text(out, last && c != CELL_EMPTY ? marked[c] : stone);
        return;
    }
    /* Colours: a wooden board, filled discs in black and white, the last turn on a red ground. */
    static const char *const ink[] = {"38;5;94", "38;5;16", "38;5;231"};
    buf_format(out, "\033[%sm%s\033[39m", ink[c], c == CELL_EMPTY ? stone : last ? "◉" : "●");
}

void diagram_draw(const struct position *p, enum diagram_style style, struct buf *out)
{
    bool marked[SQUARE_CELLS];
    mark_last_turn(p, marked);
    draw_columns(p, out);
    for (int row = p->rules.n - 1; row >= 0; row--) {
        buf_format(out, "%3d", row + 1);
        if (style == DIAGRAM_COLOUR)
            buf_text(out, "\033[48;5;179m");
        for (int col = 0; col < p->rules.m; col++) {
            square s = square_at(col, row);
            bool joined = style != DIAGRAM_PLAIN && col > 0;
            buf_text(out, joined ? (style == DIAGRAM_COLOUR ? "\033[38;5;94m─" : "─") : " ");
            draw_square(p, s, marked[s], style, out);
        }
        buf_text(out, style == DIAGRAM_COLOUR ? " \033[0m" : "");
        buf_format(out, " %d\n", row + 1);
    }
    draw_columns(p, out);
}

static bool is_stone_or_dot(char c)
{
    return c == '.' || c == 'x' || c == 'X' || c == 'o' || c == 'O';
}

/* Reads one row of a drawing; a row number on either side of it is passed over. Returns the number of
 * squares. */
static int read_row(struct position *p, const char *line, size_t len, int row)
{
    int col = 0;
    for (size_t i = 0; i < len; i++) {
        char c = line[i];
        if (!is_stone_or_dot(c))
            continue;
        if (c != '.' && col < p->rules.m && row >= 0)
            position_setup(p, square_at(col, row),
                           tolower((unsigned char)c) == 'x' ? CELL_BLACK : CELL_WHITE);
        col++;
    }
    return col;
}

/* A line of the drawing is a row if it has nothing but squares, blanks and digits; otherwise it is a
 * heading. */
static bool is_row(const char *line, size_t len)
{
    bool any = false;
    for (size_t i = 0; i < len; i++) {
        any = any || is_stone_or_dot(line[i]);
        if (!is_stone_or_dot(line[i]) && !isspace((unsigned char)line[i]) && !isdigit((unsigned char)line[i]))
            return false;
    }
    return any;
}

bool diagram_read(struct position *p, const char *text, struct err *e)
{
    position_clear(p);
    int row = p->rules.n;
    for (const char *line = text; *line;) {
        size_t len = strcspn(line, "\n");
        if (is_row(line, len)) {
            int squares = read_row(p, line, len, --row);
            if (squares != p->rules.m)
                return err_set(e, "row %d from the top has %d squares, the board %d", p->rules.n - row,
                               squares, p->rules.m);
        }
        line += len + (line[len] == '\n');
    }
    if (row != 0)
        return err_set(e, "the drawing has %d rows, the board %d", p->rules.n - row, p->rules.n);
    enum side to_move;
    int left;
    rules_turn_at(&p->rules, p->stones, &to_move, &left);
    return position_settle(p, to_move, left, e);
}
