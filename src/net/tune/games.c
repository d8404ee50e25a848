/* Games to learn from; see games.h. */
#include "net/tune/games.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/mem.h"
#include "connect/record/record.h"

struct tune_games *tune_games_new(const struct rules *r)
{
    struct tune_games *g = mem_zero(1, sizeof *g);
    g->rules = *r;
    return g;
}

void tune_games_free(struct tune_games *g)
{
    if (!g)
        return;
    for (size_t i = 0; i < g->n; i++) {
        free(g->game[i].stone);
        free(g->game[i].value);
    }
    free(g->game);
    free(g);
}

/* A rating as a file has it: a whole number, or nothing that says one. */
static int read_rating(const char *text)
{
    char *end;
    long x = text && isdigit((unsigned char)*text) ? strtol(text, &end, 10) : 0;
    return x > 0 && x <= TUNE_RATING_MOST && *end == '\0' ? (int)x : 0;
}

/* Adds a game whose stones were replayed on `p`; `values` (may be NULL) becomes the list's. */
static void add(struct tune_games *g, const struct position *p, enum outcome said, int16_t *values,
                const char *const rating[2])
{
    enum outcome result = p->outcome != OUTCOME_OPEN ? p->outcome : said;
    if (result == OUTCOME_OPEN || p->plies == 0) {
        g->no_result++;
        free(values);
        return;
    }
    g->game = mem_grow(g->game, &g->room, g->n + 1, sizeof *g->game);
    struct tune_game *new = &g->game[g->n++];
    *new = (struct tune_game){.result = result,
                              .n = p->plies,
                              .stone = mem_zero((size_t)p->plies, sizeof(square)),
                              .value = values,
                              .rating = {read_rating(rating[BLACK]), read_rating(rating[WHITE])}};
    for (int i = 0; i < p->plies; i++)
        new->stone[i] = p->ply[i].at;
}

/* Reads the values of the stones' turns: whole numbers, or `-` where there is none. */
static bool read_values(const char *text, int n, int16_t **out, struct err *e)
{
    int16_t *v = mem_zero((size_t)n + 1, sizeof *v);
    for (int i = 0; i < n; i++) {
        char *end = NULL;
        text += strspn(text, " ");
        long x = strtol(text, &end, 10);
        if (*text == '-' && (text[1] == ' ' || text[1] == '\0')) {
            x = TUNE_NO_VALUE;
            end = (char *)(uintptr_t)text + 1;
        } else if (end == text || x < -INT16_MAX || x > INT16_MAX || (*end != ' ' && *end != '\0')) {
            free(v);
            return err_set(e, "value %d is missing or no whole number up to %d", i + 1, INT16_MAX);
        }
        v[i] = (int16_t)x;
        text = end;
    }
    *out = v;
    return true;
}

static const char *const winner_names[] = {"", "black", "white", "draw"}; /* by enum outcome */

/* What a line says of a game; the columns of CSV. */
enum { STONES, WINNER, VALUES, BLACK_RATING, WHITE_RATING, COLUMNS_READ };

/* Replays stones as people write them; only they and the winner may not be NULL. What comes after the row is not looked
 * at: some collections have the rest of the winner's turn there. */
static bool add_text(struct tune_games *g, const char *const field[COLUMNS_READ], struct err *e)
{
    const char *stones = field[STONES], *values = field[VALUES];
    enum outcome said = OUTCOME_OPEN;
    for (int i = OUTCOME_BLACK; i <= OUTCOME_DRAW; i++)
        if (strcmp(field[WINNER], winner_names[i]) == 0)
            said = (enum outcome)i;
    struct position *p = position_new(&g->rules);
    bool ok = true;
    while (ok && p->outcome == OUTCOME_OPEN && *(stones += strspn(stones, " "))) {
        square s;
        ok = square_parse(&g->rules, stones, &stones, &s, e) && position_play(p, s, e);
        if (!ok)
            err_prefix(e, "stone %d", p->plies + 1);
    }
    int16_t *v = NULL;
    if (ok && values && *values)
        ok = read_values(values, p->plies, &v, e);
    if (ok)
        add(g, p, said, v, field + BLACK_RATING);
    position_free(p);
    return ok;
}

/* Takes the next field of a line of CSV off; quotes are not needed for what we read, and not known. */
static char *next_field(char **line)
{
    char *field = *line, *comma = field ? strchr(field, ',') : NULL;
    *line = comma ? comma + 1 : NULL;
    if (comma)
        *comma = '\0';
    return field;
}

enum { FIELDS_MOST = 64 };

/* Which field is what, from the first line of a CSV file. */
static bool find_columns(char *line, int column[COLUMNS_READ], struct err *e)
{
    static const char *const names[COLUMNS_READ] = {"stones", "winner", "values", "black_rating",
                                                    "white_rating"};
    for (int c = 0; c < COLUMNS_READ; c++)
        column[c] = -1;
    for (int i = 0; line && i < FIELDS_MOST; i++) {
        const char *field = next_field(&line);
        for (int c = 0; c < COLUMNS_READ; c++)
            if (strcmp(field, names[c]) == 0)
                column[c] = i;
    }
    if (column[STONES] < 0 || column[WINNER] < 0)
        return err_set(e, "line 1: no columns 'stones' and 'winner'");
    return true;
}

static bool add_csv_line(struct tune_games *g, char *line, const int column[COLUMNS_READ], struct err *e)
{
    const char *field[COLUMNS_READ] = {NULL};
    if (*line == '\0')
        return true;
    for (int i = 0; line && i < FIELDS_MOST; i++) {
        const char *text = next_field(&line);
        for (int c = 0; c < COLUMNS_READ; c++)
            if (column[c] == i)
                field[c] = text;
    }
    if (!field[STONES] || !field[WINNER])
        return err_set(e, "no stones and winner");
    return add_text(g, field, e);
}

/* The first line of a journal says what is played, the others are games. */
static bool add_journal_line(struct tune_games *g, const char *line, bool *other, struct err *e)
{
    if (*line == '\0')
        return true;
    json_error_t bad;
    json_t *j = json_loads(line, 0, &bad);
    if (!j)
        return err_set(e, "%s", bad.text);
    const char *game = json_string_value(json_object_get(j, "game"));
    const char *field[COLUMNS_READ] = {json_string_value(json_object_get(j, "stones")),
                                       json_string_value(json_object_get(j, "winner"))};
    bool played = field[STONES] && field[WINNER];
    struct rules r;
    bool ok = true;
    if (game) {
        ok = rules_parse(game, &r, e);
        *other = ok && !rules_equal(&r, &g->rules);
    } else if (played && *other)
        g->other_rules++;
    else if (played)
        ok = add_text(g, field, e);
    else
        ok = err_set(e, "neither a match nor a game");
    json_decref(j);
    return ok;
}

enum kind { KIND_CSV, KIND_JOURNAL, KIND_RECORD };

static enum kind kind_of(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    if (*text == '{')
        return KIND_JOURNAL;
    size_t line = strcspn(text, "\r\n");
    char *head = mem_strndup(text, line);
    bool csv = strchr(head, ',') && strstr(head, "stones") && strstr(head, "winner");
    free(head);
    return csv ? KIND_CSV : KIND_RECORD;
}

/* A file whose games are its lines. */
static bool read_lines(struct tune_games *g, enum kind kind, const char *text, struct err *e)
{
    char *copy = mem_strdup(text), *line = copy;
    int column[COLUMNS_READ] = {0};
    bool ok = true, other = false;
    for (size_t number = 1; ok && line; number++) {
        char *next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        line[strcspn(line, "\r")] = '\0';
        if (kind == KIND_CSV && number == 1)
            ok = find_columns(line, column, e);
        else if (!(kind == KIND_CSV ? add_csv_line(g, line, column, e)
                                    : add_journal_line(g, line, &other, e)))
            ok = err_prefix(e, "line %zu", number);
        line = next;
    }
    free(copy);
    return ok;
}

static bool read_records(struct tune_games *g, const char *text, size_t len, struct err *e)
{
    struct record_options o = {.fallback = &g->rules};
    struct record **records;
    size_t n;
    if (!record_read_all(text, len, &o, &records, &n, e))
        return false;
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++) {
        struct position *p;
        ok = record_position(records[i], node_line_end(records[i]->root), &p, e);
        if (!ok)
            break;
        /* Set-up stones are no plies: a game from a set-up has fewer plies than stones. */
        if (!rules_equal(record_rules(records[i]), &g->rules) || p->plies != p->stones)
            g->other_rules++;
        else
            add(g, p, record_result(records[i]), NULL,
                (const char *const[]){record_info(records[i], "BR"), record_info(records[i], "WR")});
        position_free(p);
    }
    record_free_all(records, n);
    return ok;
}

bool tune_games_read(struct tune_games *g, const char *text, size_t len, struct err *e)
{
    enum kind kind = kind_of(text);
    return kind == KIND_RECORD ? read_records(g, text, len, e) : read_lines(g, kind, text, e);
}

bool tune_games_load(struct tune_games *g, const char *path, struct err *e)
{
    char *text;
    size_t len;
    if (!file_read(path, &text, &len, e))
        return false;
    bool ok = tune_games_read(g, text, len, e) || err_prefix(e, "%s", path);
    free(text);
    return ok;
}

void tune_game_write(const struct tune_game *game, struct buf *out)
{
    char text[SQUARE_TEXT];
    for (int j = 0; j < game->n; j++)
        buf_format(out, "%s%s", j ? " " : "", square_format(game->stone[j], text));
    buf_format(out, ",%s,", winner_names[game->result]);
    for (int j = 0; game->value && j < game->n; j++)
        if (game->value[j] == TUNE_NO_VALUE)
            buf_text(out, j ? " -" : "-");
        else
            buf_format(out, "%s%d", j ? " " : "", game->value[j]);
    buf_char(out, '\n');
}

void tune_games_write(const struct tune_games *g, struct buf *out)
{
    buf_text(out, TUNE_GAMES_HEAD);
    for (size_t i = 0; i < g->n; i++)
        tune_game_write(&g->game[i], out);
}
