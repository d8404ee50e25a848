/* Walks strategy certificates; see mb_check.h for what it accepts. Written apart from the solver, on purpose:
 * what the two share is struct mb_board. */
#include "theory/mb_check.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { MOST_SYMMETRIES = 100000 };

struct place {
    uint64_t black, empty;
    const char *answers; /* in the text */
};

struct check {
    const struct mb_board *board;
    const struct mb_game *game;
    uint8_t (*symmetry)[MB_SQUARES];
    size_t symmetries, places;
    struct place *place;
    const char *at; /* where reading goes on */
    struct mb_checked *result;
    struct err *e;
};

static int bits(uint64_t s)
{
    int n = 0;
    for (; s; s &= s - 1)
        n++;
    return n;
}

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

static bool read_number(struct check *c, int base, uint64_t most, uint64_t *out)
{
    char *end;
    errno = 0;
    if (!isxdigit((unsigned char)*c->at))
        return err_set(c->e, "a number expected before '%.20s'", c->at);
    *out = strtoull(c->at, &end, base);
    if (end == c->at || errno || *out > most)
        return err_set(c->e, "a number up to %" PRIu64 " expected before '%.20s'", most, c->at);
    c->at = end;
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
    if (!read_word(c, "hexad") || !read_word(c, "mb-certificate") || !read_word(c, "1") ||
        !read_end_of_line(c) || !read_word(c, "game"))
        return false;
    bool bound = *c->at == 'b';
    if (!read_word(c, bound ? "b" : "p") || !read_number(c, 10, MB_SQUARES, &value) || !read_end_of_line(c))
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

static uint64_t moved(const uint8_t *image, uint64_t s)
{
    uint64_t out = 0;
    for (int i = 0; i < MB_SQUARES; i++)
        if (s >> i & 1)
            out |= (uint64_t)1 << image[i];
    return out;
}

/* A permutation that takes lines to lines and exclusive squares to such. */
static bool is_symmetry(const struct mb_board *b, const uint8_t *image)
{
    uint64_t hit = 0;
    for (int s = 0; s < b->squares; s++)
        hit |= (uint64_t)1 << image[s];
    if (bits(hit) != b->squares || moved(image, b->exclusive) != b->exclusive)
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
    if (!read_word(c, "symmetries") || !read_number(c, 10, MOST_SYMMETRIES, &n) || !read_end_of_line(c))
        return false;
    size_t room = 0;
    for (c->symmetries = 0; c->symmetries < n; c->symmetries++) {
        c->symmetry = mem_grow(c->symmetry, &room, c->symmetries + 1, sizeof *c->symmetry);
        uint8_t *g = c->symmetry[c->symmetries];
        memset(g, 0, MB_SQUARES);
        for (int s = 0; s < c->board->squares; s++) {
            if (!read_number(c, 10, (uint64_t)c->board->squares - 1, &image))
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
    uint64_t n, g;
    *next = -1;
    *image = NULL;
    if (*c->at != '>')
        return true;
    c->at++;
    if (!isdigit((unsigned char)*c->at) || !read_number(c, 10, INT32_MAX, &n))
        return err_set(c->e, "a position's number expected before '%.20s'", c->at);
    if (n >= c->places)
        return err_set(c->e, "there is no position %" PRIu64, n);
    *next = (int64_t)n;
    if (*c->at != '/')
        return true;
    c->at++;
    if (!isdigit((unsigned char)*c->at) || !read_number(c, 10, MOST_SYMMETRIES, &g) || g >= c->symmetries)
        return err_set(c->e, "there is no such symmetry before '%.20s'", c->at);
    *image = c->symmetry[g];
    return true;
}

/* ---- Judging ---- */

static int bound_of(const struct check *c, int line)
{
    return c->game->b >= 0 ? c->game->b : bits(c->board->line[line]) - c->game->p - 1;
}

/* One more square of its own for the line, moving others' if need be. owner[s] is 1 + the line that has s. */
static bool give(const struct check *c, int line, uint64_t usable, int *owner, uint64_t *tried)
{
    for (int s = 0; s < c->board->squares; s++) {
        uint64_t bit = (uint64_t)1 << s;
        if (!(c->board->line[line] & usable & bit) || *tried & bit || owner[s] == line + 1)
            continue;
        *tried |= bit;
        if (owner[s] == 0 || give(c, owner[s] - 1, usable, owner, tried)) {
            owner[s] = line + 1;
            return true;
        }
    }
    return false;
}

/* Is there another active line whose empty squares are all on this one? Black owns that one no later. */
static bool needless(const struct check *c, int line, uint64_t black, uint64_t white)
{
    uint64_t mine = c->board->line[line] & ~black;
    for (int l = 0; l < c->board->lines; l++) {
        uint64_t other = c->board->line[l] & ~black;
        if (l != line && !(c->board->line[l] & white) && !(other & ~mine) && (other != mine || l < line))
            return true;
    }
    return false;
}

/* Does pairing draw? Every active line that matters must get enough squares of its own. */
static bool paired(const struct check *c, uint64_t black, uint64_t white)
{
    uint64_t usable = mb_all(c->board) & ~(black | white | c->board->exclusive);
    int owner[MB_SQUARES] = {0};
    for (int l = 0; l < c->board->lines; l++) {
        uint64_t line = c->board->line[l];
        if (line & white || needless(c, l, black, white))
            continue;
        int stones = bits(line & black), bound = bound_of(c, l);
        if (stones > bound)
            return false;
        for (int need = stones + bits(line & usable) - bound; need > 0; need--) {
            uint64_t tried = 0;
            if (!give(c, l, usable, owner, &tried))
                return false;
        }
    }
    return true;
}

static bool active_in(const struct place *p, uint64_t line)
{
    return (line & ~(p->black | p->empty)) == 0;
}

/* Does position `n` of the certificate cover this one, seen through the symmetry? */
static bool covered(const struct check *c, uint64_t black, uint64_t white, int64_t n, const uint8_t *image)
{
    const struct place *p = &c->place[n];
    for (int l = 0; l < c->board->lines; l++) {
        uint64_t line = c->board->line[l];
        if (line & white)
            continue;
        uint64_t empty = image ? moved(image, line & ~black) : line & ~black;
        bool found = false;
        for (int i = 0; i < c->board->lines && !found; i++)
            found = active_in(p, c->board->line[i]) && (c->board->line[i] & ~p->black & ~empty) == 0;
        if (!found)
            return false;
    }
    return true;
}

static bool safe(struct check *c, uint64_t black, uint64_t white, int64_t next, const uint8_t *image)
{
    if (next < 0)
        c->result->paired++;
    return next < 0 ? paired(c, black, white) : covered(c, black, white, next, image);
}

/* One answer: at most as many stones as Black's turn, on empty squares. */
static bool check_answer(struct check *c, const struct place *p, uint64_t turn)
{
    uint64_t reply, black = p->black | turn, white = mb_all(c->board) & ~(p->black | p->empty);
    int64_t next;
    const uint8_t *image;
    c->result->turns++;
    if (!read_number(c, 16, UINT64_MAX, &reply) || !read_next(c, &next, &image))
        return err_prefix(c->e, "Black's turn %" PRIx64, turn);
    if (reply & ~(p->empty & ~turn) || bits(reply) > bits(turn))
        return err_set(c->e, "Black's turn %" PRIx64 ": the answer %" PRIx64 " is not allowed", turn, reply);
    for (int l = 0; l < c->board->lines; l++)
        if ((c->board->line[l] & ~black) == 0)
            return err_set(c->e, "Black's turn %" PRIx64 " owns line %d", turn, l + 1);
    return safe(c, black, white | reply, next, image) ||
           err_set(c->e, "Black's turn %" PRIx64 ": after the answer %" PRIx64 " the draw does not follow",
                   turn, reply);
}

/* The turns that extend `turn` by squares of `from`, in the certificate's order. */
static bool check_turns(struct check *c, const struct place *p, uint64_t from, uint64_t turn, int left)
{
    for (int s = 0; left && s < c->board->squares; s++) {
        uint64_t bit = (uint64_t)1 << s;
        if (!(from & bit))
            continue;
        from &= ~bit;
        if (!check_answer(c, p, turn | bit) || !check_turns(c, p, from, turn | bit, left - 1))
            return false;
    }
    return true;
}

static bool check_place(struct check *c, size_t n)
{
    const struct place *p = &c->place[n];
    uint64_t on = 0;
    if (p->black & (p->empty | c->board->exclusive) || (p->black | p->empty) & ~mb_all(c->board))
        return err_set(c->e, "the squares do not fit the board");
    for (int l = 0; l < c->board->lines; l++)
        if (active_in(p, c->board->line[l])) {
            on |= c->board->line[l];
            if (bits(c->board->line[l] & p->black) > bound_of(c, l))
                return err_set(c->e, "line %d is over its bound", l + 1);
        }
    uint64_t playable = on & p->empty & ~c->board->exclusive;
    int left = bits(playable);
    if (c->game->b < 0 && c->game->p < left)
        left = c->game->p;
    c->at = p->answers;
    skip_blanks(c);
    return check_turns(c, p, playable, 0, left) && read_end_of_line(c);
}

/* Reads positions and where their answers are, so that answers may point ahead. */
static bool read_places(struct check *c, const char **start)
{
    uint64_t n;
    if (!read_word(c, "positions") || !read_number(c, 10, INT32_MAX, &n) || !read_end_of_line(c) ||
        !read_word(c, "start"))
        return false;
    *start = c->at;
    c->at += strcspn(c->at, "\n");
    size_t room = 0;
    for (c->places = 0; c->places < n; c->places++) {
        if (!read_end_of_line(c))
            return false;
        struct place p;
        if (!read_number(c, 16, UINT64_MAX, &p.black) || !read_number(c, 16, UINT64_MAX, &p.empty))
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
    return ok;
}
