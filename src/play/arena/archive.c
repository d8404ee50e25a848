/* Games that are over; see archive.h. */
#include "play/arena/archive.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/rng.h"
#include "base/text.h"

static const char *const outcome_text[] = {"open", "black", "white", "draw"};

json_t *archive_line(const struct match_setup *s, long number, const struct game_result *r)
{
    struct scheduled g = setup_game(s, number);
    struct buf stones = BUF_EMPTY, why = BUF_EMPTY;
    moves_format(&s->rules, r->stones, r->count, &stones);
    /* A message may have been cut within a character; JSON takes whole ones only. */
    text_clean(r->why.text, strlen(r->why.text), true, &why);
    json_t *line = json_pack(
        "{s:I, s:s, s:s, s:s, s:s, s:s, s:[i,i], s:[f,f], s:s}", "number", (json_int_t)number, "black",
        s->player[g.black].name, "white", s->player[g.white].name, "winner", outcome_text[r->outcome], "end",
        game_end_name(r->end, r->fault), "why", buf_str(&why), "turns", r->turns[BLACK], r->turns[WHITE],
        "seconds", r->seconds[BLACK], r->seconds[WHITE], "stones", buf_str(&stones));
    buf_free(&stones);
    buf_free(&why);
    return line;
}

/* Mixes a text into a hash. */
static uint64_t hash_text(uint64_t h, const char *text)
{
    for (; *text; text++)
        h = rng_mix(h + (unsigned char)*text);
    return rng_mix(h + 0x100);
}

bool archive_read(const struct match_setup *s, const json_t *line, long *number, struct archived *out,
                  struct err *e)
{
    json_int_t n;
    const char *winner, *end, *stones;
    double seconds[2];
    json_error_t bad;
    memset(out, 0, sizeof *out);
    if (json_unpack_ex((json_t *)(uintptr_t)line, &bad, 0, "{s:I, s:s, s:s, s:[i,i], s:[F,F], s:s}", "number",
                       &n, "winner", &winner, "end", &end, "turns", &out->turns[BLACK], &out->turns[WHITE],
                       "seconds", &seconds[BLACK], &seconds[WHITE], "stones", &stones) != 0)
        return err_set(e, "no game: %s", bad.text);
    if (n < 0 || n >= setup_games(s))
        return err_set(e, "game %lld of a match of %ld games", (long long)n, setup_games(s));
    enum game_end how;
    enum fault_kind fault;
    if (!game_end_parse(end, &how, &fault))
        return err_set(e, "game %lld ended by '%.40s', which is not known", (long long)n, end);
    for (int i = OUTCOME_BLACK; i <= OUTCOME_DRAW; i++)
        if (strcmp(winner, outcome_text[i]) == 0)
            out->outcome = (uint8_t)i;
    if (out->outcome == OUTCOME_OPEN)
        return err_set(e, "game %lld was won by '%.40s', which is not known", (long long)n, winner);
    struct scheduled g = setup_game(s, (long)n);
    *number = (long)n;
    out->fault = (uint8_t)fault;
    for (int i = 0; i < 2; i++)
        out->seconds[i] = (float)seconds[i];
    out->hash = hash_text(rng_mix((uint64_t)g.black << 8 | (uint64_t)g.white), stones);
    return true;
}

/* SGF's word for the result: B+, W+T, B+3.5, Draw … A fault of the loser is a forfeit. */
static void put_result(const struct game_result *r, struct buf *out)
{
    if (r->outcome == OUTCOME_DRAW) {
        buf_text(out, "Draw");
        return;
    }
    buf_text(out, r->outcome == OUTCOME_BLACK ? "B+" : "W+");
    if (r->end == GAME_FAULT)
        buf_text(out, r->fault == FAULT_TIME ? "T" : r->fault == FAULT_RESIGNED ? "R" : "F");
    else if (r->end == GAME_COUNT &&
             strncmp(r->why.text, buf_str(out), 2) == 0) /* the reason begins with the score */
        buf_bytes(out, r->why.text + 2, strcspn(r->why.text + 2, " "));
}

static void write_record(const struct match_setup *s, long number, const struct game_result *r,
                         struct buf *out)
{
    struct scheduled who = setup_game(s, number);
    struct game *g = game_new(&s->rules);
    struct buf result = BUF_EMPTY, round = BUF_EMPTY;
    for (int i = 0; i < r->count; i++)
        game_play(g, r->stones[i]);
    put_result(r, &result);
    buf_format(&round, "%ld", number + 1);
    struct game_info info = {.name = {s->player[who.black].name, s->player[who.white].name},
                             .result = buf_str(&result),
                             .round = buf_str(&round),
                             .comment = r->why.text};
    game_write(g, &info, out);
    buf_free(&result);
    buf_free(&round);
    game_free(g);
}

bool archive_sgf(const struct match_setup *s, long number, const struct game_result *r, struct err *e)
{
    if (mkdir(s->sgf, 0777) != 0 && errno != EEXIST)
        return err_set(e, "%s: %s", s->sgf, strerror(errno));
    struct buf path = BUF_EMPTY, text = BUF_EMPTY;
    write_record(s, number, r, &text);
    buf_format(&path, "%s/%06ld.sgf", s->sgf, number + 1);
    bool ok = file_write(buf_str(&path), buf_str(&text), text.len, e);
    buf_free(&path);
    buf_free(&text);
    return ok;
}
