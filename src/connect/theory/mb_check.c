/* Walks strategy certificates; see mb_check.h for what it accepts. Written apart from the solver, on purpose:
 * what the two share is struct mb_board. A shortcut of the solver's that is wrong must not be here, too. */
#include "connect/theory/mb_check.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/theory/mb_check_pairing.h"

enum { MOST_SYMMETRIES = 100000 };

struct place {
    mb_set black, empty;
    const char *answers; /* in the text */
};

struct answer {
    mb_set turn, reply;
};

struct check {
    const struct mb_board *board;
    const struct mb_game *game;
    uint8_t (*symmetry)[MB_SQUARES];
    size_t symmetries, places;
    struct place *place;
    struct answer *answer; /* of the position that is being checked, by turn */
    size_t answers, answer_room;
    const char *at; /* where reading goes on */
    struct mb_checked *result;
    struct err *e;
};

/* ---- Reading ---- */

static void skip_blanks(struct check *c)
{
    while (*c->at == ' ')
        c->at++;
}

static bool read_word(struct check *c, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(c->at, word, n) != 0 || (c->at[n] && !isspace((unsigned char)c->at[n])))
        return err_set(c->e, "'%s' expected before '%.20s'", word, c->at);
    c->at += n;
    skip_blanks(c);
    return true;
}

static bool read_number(struct check *c, uint64_t most, uint64_t *out)
{
    char *end;
    errno = 0;
    if (!isdigit((unsigned char)*c->at))
        return err_set(c->e, "a number expected before '%.20s'", c->at);
    *out = strtoull(c->at, &end, 10);
    if (end == c->at || errno || *out > most)
        return err_set(c->e, "a number up to %" PRIu64 " expected before '%.20s'", most, c->at);
    c->at = end;
    skip_blanks(c);
    return true;
}

/* A set of squares: a hexadecimal number. */
static bool read_set(struct check *c, mb_set *out)
{
    static const char digits[] = "0123456789abcdef";
    const char *from = c->at, *digit;
    *out = 0;
    while (*c->at && (digit = strchr(digits, *c->at)) != NULL) {
        if (c->at - from == MB_SQUARES / 4)
            return err_set(c->e, "a set of more than %d squares at '%.20s'", MB_SQUARES, from);
        *out = *out << 4 | (uint64_t)(digit - digits);
        c->at++;
    }
    if (c->at == from)
        return err_set(c->e, "a set of squares expected before '%.20s'", c->at);
    skip_blanks(c);
    return true;
}

static bool read_end_of_line(struct check *c)
{
    if (*c->at != '\n')
        return err_set(c->e, "end of line expected before '%.20s'", c->at);
    c->at++;
    return true;
}

static bool read_board(struct check *c, struct mb_board *board, struct mb_game *game)
{
    uint64_t value;
    if (!read_word(c, "hexad") || !read_word(c, "mb-certificate") || !read_word(c, "2") ||
        !read_end_of_line(c) || !read_word(c, "game"))
        return false;
    bool bound = *c->at == 'b';
    if (!read_word(c, bound ? "b" : "p") || !read_number(c, MB_SQUARES, &value) || !read_end_of_line(c))
        return false;
    const char *end = strstr(c->at, "\nend\n");
    if (!end)
        return err_set(c->e, "the board has no end");
    char *text = mem_strndup(c->at, (size_t)(end - c->at) + 1);
    bool ok = mb_read(text, board, c->e);
    free(text);
    *game = (struct mb_game){board, bound ? 0 : (int)value, bound ? (int)value : -1};
    c->at = end + strlen("\nend\n");
    if (!ok)
        return false;
    if (!bound && (value == 0 || board->exclusive))
        return err_set(c->e, "p must be positive, and exclusive squares go with a bound");
    for (int l = 0; bound && l < board->lines; l++)
        if (!(board->line[l] & board->exclusive))
            return err_set(c->e, "line %d has no exclusive square", l + 1);
    return true;
}

static mb_set moved(const uint8_t *image, mb_set s)
{
    mb_set out = 0;
    for (int i = 0; i < MB_SQUARES; i++)
        if (s >> i & 1)
            out |= mb_bit(image[i]);
    return out;
}

/* A permutation that takes lines to lines and exclusive squares to such. */
static bool is_symmetry(const struct mb_board *b, const uint8_t *image)
{
    mb_set hit = 0;
    for (int s = 0; s < b->squares; s++)
        hit |= mb_bit(image[s]);
    if (mb_check_bits(hit) != b->squares || moved(image, b->exclusive) != b->exclusive)
        return false;
    for (int l = 0; l < b->lines; l++) {
        bool found = false;
        for (int i = 0; i < b->lines; i++)
            found = found || b->line[i] == moved(image, b->line[l]);
        if (!found)
            return false;
    }
    return true;
}

static bool read_symmetries(struct check *c)
{
    uint64_t n, image;
    if (!read_word(c, "symmetries") || !read_number(c, MOST_SYMMETRIES, &n) || !read_end_of_line(c))
        return false;
    size_t room = 0;
    for (c->symmetries = 0; c->symmetries < n; c->symmetries++) {
        c->symmetry = mem_grow(c->symmetry, &room, c->symmetries + 1, sizeof *c->symmetry);
        uint8_t *g = c->symmetry[c->symmetries];
        memset(g, 0, MB_SQUARES);
        for (int s = 0; s < c->board->squares; s++) {
            if (!read_number(c, (uint64_t)c->board->squares - 1, &image))
                return false;
            g[s] = (uint8_t)image;
        }
        if (!read_end_of_line(c))
            return false;
        if (!is_symmetry(c->board, g))
            return err_set(c->e, "symmetry %zu is none", c->symmetries);
    }
    return true;
}

/* What a text leads to: -1 pairing, otherwise a position and the symmetry to be applied first. */
static bool read_next(struct check *c, int64_t *next, const uint8_t **image)
{
    uint64_t n = 0, g = 0;
    *next = -1;
    *image = NULL;
    if (*c->at != '>')
        return true;
    c->at++;
    if (!isdigit((unsigned char)*c->at) || !read_number(c, INT32_MAX, &n))
        return err_set(c->e, "a position's number expected before '%.20s'", c->at);
    if (n >= c->places)
        return err_set(c->e, "there is no position %" PRIu64, n);
    *next = (int64_t)n;
    if (*c->at != '/')
        return true;
    c->at++;
    if (!isdigit((unsigned char)*c->at) || !read_number(c, MOST_SYMMETRIES, &g) || g >= c->symmetries)
        return err_set(c->e, "there is no such symmetry before '%.20s'", c->at);
    *image = c->symmetry[g];
    return true;
}

/* ---- Judging ---- */

static bool active_in(const struct place *p, mb_set line)
{
    return (line & ~(p->black | p->empty)) == 0;
}

/* Does position `n` of the certificate cover this one, seen through the symmetry? */
static bool covered(const struct check *c, mb_set black, mb_set white, int64_t n, const uint8_t *image)
{
    const struct place *p = &c->place[n];
    for (int l = 0; l < c->board->lines; l++) {
        if (c->board->line[l] & white)
            continue;
        struct mb_check_line line = mb_check_line(c->game, l, black);
        if (image)
            line.empty = moved(image, line.empty);
        bool found = false;
        for (int i = 0; i < c->board->lines && !found; i++) {
            struct mb_check_line guard = mb_check_line(c->game, i, p->black);
            found = active_in(p, c->board->line[i]) && mb_check_guards(c->board, &guard, &line);
        }
        if (!found)
            return false;
    }
    return true;
}

static bool safe(struct check *c, mb_set black, mb_set white, int64_t next, const uint8_t *image)
{
    if (next < 0)
        c->result->paired++;
    return next < 0 ? mb_check_paired(c->game, black, white) : covered(c, black, white, next, image);
}

/* One answer: at most as many stones as Black's turn, on empty squares. */
static bool check_answer(struct check *c, const struct place *p, const struct answer *a)
{
    char turn[MB_SET_TEXT], reply[MB_SET_TEXT];
    mb_set black = p->black | a->turn, white = mb_all(c->board) & ~(p->black | p->empty);
    int64_t next;
    const uint8_t *image;
    c->result->turns++;
    if (!read_next(c, &next, &image))
        return err_prefix(c->e, "Black's turn %s", mb_set_text(a->turn, turn));
    if (a->reply & ~(p->empty & ~a->turn) || mb_check_bits(a->reply) > mb_check_bits(a->turn))
        return err_set(c->e, "Black's turn %s: the answer %s is not allowed", mb_set_text(a->turn, turn),
                       mb_set_text(a->reply, reply));
    for (int l = 0; l < c->board->lines; l++)
        if ((c->board->line[l] & ~black) == 0)
            return err_set(c->e, "Black's turn %s owns line %d", mb_set_text(a->turn, turn), l + 1);
    return safe(c, black, white | a->reply, next, image) ||
           err_set(c->e, "Black's turn %s: after the answer %s the draw does not follow",
                   mb_set_text(a->turn, turn), mb_set_text(a->reply, reply));
}

/* Reads and checks the answers of a position. */
static bool check_answers(struct check *c, const struct place *p, mb_set playable, int most)
{
    char turn[MB_SET_TEXT];
    mb_set last = 0;
    c->answers = 0;
    while (*c->at && *c->at != '\n') {
        struct answer a;
        if (!read_set(c, &a.turn))
            return false;
        if (*c->at != ':')
            return err_set(c->e, "':' expected before '%.20s'", c->at);
        c->at++;
        if (!read_set(c, &a.reply))
            return false;
        if (a.turn <= last || a.turn & ~playable || mb_check_bits(a.turn) > most)
            return err_set(c->e, "%s is no turn of Black's, or not in order", mb_set_text(a.turn, turn));
        last = a.turn;
        if (!check_answer(c, p, &a))
            return false;
        c->answer = mem_grow(c->answer, &c->answer_room, c->answers + 1, sizeof *c->answer);
        c->answer[c->answers++] = a;
    }
    return true;
}

static bool answered(const struct check *c, mb_set turn)
{
    size_t low = 0, high = c->answers;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c->answer[middle].turn < turn)
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->answers && c->answer[low].turn == turn;
}

/* Are all single stones answered, and all turns that grow from an answered one by a square of the answer? */
static bool check_growth(struct check *c, mb_set playable, int most)
{
    char turn[MB_SET_TEXT];
    mb_set missing = 0;
    for (int s = 0; s < c->board->squares && !missing; s++)
        if (playable & mb_bit(s) && !answered(c, mb_bit(s)))
            missing = mb_bit(s);
    for (size_t i = 0; i < c->answers && !missing; i++)
        for (int s = 0; s < c->board->squares && !missing; s++) {
            mb_set longer = c->answer[i].turn | mb_bit(s);
            if (c->answer[i].reply & playable & mb_bit(s) && mb_check_bits(longer) <= most &&
                !answered(c, longer))
                missing = longer;
        }
    return !missing || err_set(c->e, "Black's turn %s is not answered", mb_set_text(missing, turn));
}

static bool check_place(struct check *c, size_t n)
{
    const struct place *p = &c->place[n];
    mb_set on = 0;
    if (p->black & (p->empty | c->board->exclusive) || (p->black | p->empty) & ~mb_all(c->board))
        return err_set(c->e, "the squares do not fit the board");
    for (int l = 0; l < c->board->lines; l++)
        if (active_in(p, c->board->line[l])) {
            on |= c->board->line[l];
            struct mb_check_line line = mb_check_line(c->game, l, p->black);
            if (line.stones > line.bound)
                return err_set(c->e, "line %d is over its bound", l + 1);
        }
    mb_set playable = on & p->empty & ~c->board->exclusive;
    int most = c->game->b < 0 && c->game->p < mb_check_bits(playable) ? c->game->p : mb_check_bits(playable);
    c->at = p->answers;
    skip_blanks(c);
    return check_answers(c, p, playable, most) && read_end_of_line(c) && check_growth(c, playable, most);
}

/* Reads positions and where their answers are, so that answers may point ahead. */
static bool read_places(struct check *c, const char **start)
{
    uint64_t n = 0;
    if (!read_word(c, "positions") || !read_number(c, INT32_MAX, &n) || !read_end_of_line(c) ||
        !read_word(c, "start"))
        return false;
    *start = c->at;
    c->at += strcspn(c->at, "\n");
    size_t room = 0;
    for (c->places = 0; c->places < n; c->places++) {
        if (!read_end_of_line(c))
            return false;
        struct place p;
        if (!read_set(c, &p.black) || !read_set(c, &p.empty))
            return err_prefix(c->e, "position %zu", c->places);
        p.answers = c->at;
        c->place = mem_grow(c->place, &room, c->places + 1, sizeof *c->place);
        c->place[c->places] = p;
        c->at += strcspn(c->at, "\n");
    }
    return read_end_of_line(c) && read_word(c, "end");
}

static bool check_all(struct check *c, struct mb_board *board, struct mb_game *game)
{
    const char *start;
    int64_t next;
    const uint8_t *image;
    if (!read_board(c, board, game) || !read_symmetries(c) || !read_places(c, &start))
        return false;
    c->at = start;
    if (*c->at == '-')
        c->at++;
    if (!read_next(c, &next, &image) || !read_end_of_line(c))
        return err_prefix(c->e, "start");
    if (!safe(c, 0, 0, next, image))
        return err_set(c->e, "start: the draw does not follow");
    for (size_t i = 0; i < c->places; i++) {
        if (!check_place(c, i))
            return err_prefix(c->e, "position %zu", i);
        c->result->positions++;
    }
    return true;
}

bool mb_check(const char *text, struct mb_checked *out, struct err *e)
{
    memset(out, 0, sizeof *out);
    struct check c = {.board = &out->board, .game = &out->game, .at = text, .result = out, .e = e};
    bool ok = check_all(&c, &out->board, &out->game);
    free(c.symmetry);
    free(c.place);
    free(c.answer);
    return ok;
}
