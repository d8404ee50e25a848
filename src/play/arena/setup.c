/* What a match is; see setup.h. */
#include "play/arena/setup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "play/games/games.h"

void setup_init(struct match_setup *s)
{
    memset(s, 0, sizeof *s);
    games_parse("", &s->rules, NULL);
    s->rounds = 50;
    s->time.margin = 0.5;
    s->time.hang = 60;
    s->sprt = (struct sprt){0, 10, 0.05, 0.05};
}

void setup_free(struct match_setup *s)
{
    for (int i = 0; i < s->players; i++) {
        free(s->player_text[i]);
        spec_free(&s->player[i]);
    }
    openings_free(&s->openings);
    free(s->sgf);
    if (s->referee_text)
        spec_free(&s->referee);
    free(s->referee_text);
    memset(s, 0, sizeof *s);
}

static bool name_taken(const struct match_setup *s, const char *name)
{
    for (int i = 0; i < s->players; i++)
        if (strcmp(s->player[i].name, name) == 0)
            return true;
    return false;
}

bool setup_add_player(struct match_setup *s, const char *text, struct err *e)
{
    if (s->players == SETUP_MOST_PLAYERS)
        return err_set(e, "more than %d players", SETUP_MOST_PLAYERS);
    struct spec spec;
    if (!text_is_utf8(text, strlen(text)))
        return err_set(e, "player %d is not text in UTF-8", s->players + 1);
    if (!spec_parse(text, &spec, e))
        return false;
    char *plain = mem_strdup(spec.name);
    for (int number = 2; name_taken(s, spec.name); number++) {
        struct buf b = BUF_EMPTY;
        buf_format(&b, "%s#%d", plain, number);
        free(spec.name);
        spec.name = buf_take(&b);
    }
    free(plain);
    s->player_text[s->players] = mem_strdup(text);
    s->player[s->players++] = spec;
    return true;
}

bool setup_set_referee(struct match_setup *s, const char *text, struct err *e)
{
    if (!text_is_utf8(text, strlen(text)))
        return err_set(e, "the referee is not text in UTF-8");
    if (!spec_parse(text, &s->referee, e))
        return err_prefix(e, "the referee");
    s->referee_text = mem_strdup(text);
    return s->referee.kind == SPEC_GTP || err_set(e, "the referee must speak GTP: gtp:cmd=...");
}

static bool check_numbers(const struct match_setup *s, struct err *e)
{
    const double times[] = {s->time.turn, s->time.game, s->time.margin, s->time.hang, s->time.cpu};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (!isfinite(times[i]) || times[i] < 0 || times[i] > 1e6)
            return err_set(e, "times must be 0 to 1000000 seconds");
    if (s->time.hang <= 0)
        return err_set(e, "a program must be given some time before it is taken to hang");
    if (s->rounds < 1 || s->rounds > SETUP_MOST_GAMES || setup_games(s) > SETUP_MOST_GAMES)
        return err_set(e, "a match has 2 to %d games", SETUP_MOST_GAMES);
    if (!s->test)
        return true;
    const struct sprt *t = &s->sprt;
    if (s->players != 2)
        return err_set(e, "a sequential test is between two players, not %d", s->players);
    /* Written so that not-a-number fails too. */
    if (!(fabs(t->elo0) <= 2000 && fabs(t->elo1) <= 2000 && t->elo0 < t->elo1))
        return err_set(e, "the test needs elo0 < elo1, both within 2000");
    if (!(t->alpha > 0 && t->beta > 0 && t->alpha + t->beta < 1))
        return err_set(e, "the test needs alpha and beta above 0 and together below 1");
    return true;
}

bool setup_check(struct match_setup *s, struct err *e)
{
    if (s->players < 2)
        return err_set(e, "a match needs at least two players");
    if (!check_numbers(s, e))
        return false;
    if (s->sgf && !text_is_utf8(s->sgf, strlen(s->sgf)))
        return err_set(e, "the folder for records has a name that is not UTF-8");
    if (s->openings.n == 0)
        openings_add(&s->openings, NULL, 0);
    if (s->referee_text && !s->rules.kind->count)
        return err_set(e, "games of this kind end by themselves: a referee has nothing to count");
    for (int i = 0; i < s->players; i++) {
        const struct spec *p = &s->player[i];
        if (!spec_check(p, &s->rules, e))
            return false;
        bool plain = s->openings.n == 1 && s->openings.list[0].n == 0;
        if (p->kind == SPEC_CONTEST && !p->place && !plain)
            return err_set(e, "player '%.80s' has place=no and cannot begin from openings", p->name);
    }
    return true;
}

int setup_meetings(const struct match_setup *s)
{
    return s->gauntlet ? s->players - 1 : s->players * (s->players - 1) / 2;
}

void setup_meeting(const struct match_setup *s, int meeting, int *first, int *second)
{
    *first = 0;
    *second = meeting + 1;
    if (s->gauntlet)
        return;
    for (int row = s->players - 1; meeting >= row; row--) {
        meeting -= row;
        ++*first;
    }
    *second = *first + 1 + meeting;
}

long setup_games(const struct match_setup *s)
{
    return s->rounds * setup_meetings(s) * 2;
}

struct scheduled setup_game(const struct match_setup *s, long game)
{
    int meetings = setup_meetings(s), first, second;
    struct scheduled g;
    g.swapped = game % 2;
    g.meeting = (int)(game / 2 % meetings);
    g.round = game / 2 / meetings;
    setup_meeting(s, g.meeting, &first, &second);
    g.black = g.swapped ? second : first;
    g.white = g.swapped ? first : second;
    g.opening = &s->openings.list[(size_t)g.round % s->openings.n];
    g.seed = rng_mix(rng_mix(s->seed + 0x9e3779b97f4a7c15u) + (uint64_t)game);
    return g;
}

json_t *setup_to_json(const struct match_setup *s)
{
    json_t *players = json_array(), *openings = json_array();
    for (int i = 0; i < s->players; i++)
        json_array_append_new(players, json_string(s->player_text[i]));
    for (size_t i = 0; i < s->openings.n; i++) {
        struct buf b = BUF_EMPTY;
        moves_format(&s->rules, s->openings.list[i].s, s->openings.list[i].n, &b);
        json_array_append_new(openings, json_string(buf_str(&b)));
        buf_free(&b);
    }
    json_t *j =
        json_pack("{s:s, s:s, s:o, s:b, s:I, s:o, s:{s:f, s:f, s:f, s:f}, s:b}", "match", "hexad", "game",
                  s->rules.text, "players", players, "gauntlet", s->gauntlet, "rounds", (json_int_t)s->rounds,
                  "openings", openings, "time", "turn", s->time.turn, "game", s->time.game, "margin",
                  s->time.margin, "hang", s->time.hang, "adjudicate", s->adjudicate);
    /* As text: JSON readers lose the low bits of large numbers. */
    struct buf seed = BUF_EMPTY;
    buf_format(&seed, "%llu", (unsigned long long)s->seed);
    json_object_set_new(j, "seed", json_string(buf_str(&seed)));
    buf_free(&seed);
    if (s->time.cpu > 0)
        json_object_set_new(json_object_get(j, "time"), "cpu", json_real(s->time.cpu));
    if (s->test)
        json_object_set_new(j, "sprt",
                            json_pack("{s:f, s:f, s:f, s:f}", "elo0", s->sprt.elo0, "elo1", s->sprt.elo1,
                                      "alpha", s->sprt.alpha, "beta", s->sprt.beta));
    if (s->sgf)
        json_object_set_new(j, "sgf", json_string(s->sgf));
    if (s->referee_text)
        json_object_set_new(j, "referee", json_string(s->referee_text));
    return j;
}

static bool read_players(const json_t *array, struct match_setup *out, struct err *e)
{
    size_t i;
    json_t *v;
    json_array_foreach(array, i, v)
    {
        if (!json_is_string(v))
            return err_set(e, "a player that is no text");
        if (!setup_add_player(out, json_string_value(v), e))
            return false;
    }
    return true;
}

static bool read_openings(const json_t *array, struct match_setup *out, struct err *e)
{
    size_t i;
    json_t *v;
    json_array_foreach(array, i, v)
    {
        if (!json_is_string(v))
            return err_set(e, "an opening that is no text");
        if (!*json_string_value(v))
            openings_add(&out->openings, NULL, 0);
        else if (!openings_read(json_string_value(v), &out->rules, &out->openings, e))
            return err_prefix(e, "opening %zu", i + 1);
    }
    return true;
}

bool setup_from_json(const json_t *j, struct match_setup *out, struct err *e)
{
    const char *kind, *game, *seed, *sgf = NULL, *referee = NULL;
    json_t *players, *openings, *sprt = NULL;
    json_int_t rounds;
    int gauntlet, adjudicate;
    json_error_t bad;
    if (json_unpack_ex((json_t *)(uintptr_t)j, &bad, 0,
                       "{s:s, s:s, s:o, s:b, s:I, s:s, s:o, s:{s:F, s:F, s:F, s:F, s?F}, s:b, s?o, s?s, s?s}",
                       "match", &kind, "game", &game, "players", &players, "gauntlet", &gauntlet, "rounds",
                       &rounds, "seed", &seed, "openings", &openings, "time", "turn", &out->time.turn, "game",
                       &out->time.game, "margin", &out->time.margin, "hang", &out->time.hang, "cpu",
                       &out->time.cpu, "adjudicate", &adjudicate, "sprt", &sprt, "sgf", &sgf, "referee",
                       &referee) != 0)
        return err_set(e, "no description of a match: %s", bad.text);
    if (!games_parse(game, &out->rules, e))
        return false;
    out->gauntlet = gauntlet;
    out->adjudicate = adjudicate;
    if (rounds < 1 || rounds > SETUP_MOST_GAMES)
        return err_set(e, "a match has 2 to %d games", SETUP_MOST_GAMES);
    out->rounds = (long)rounds;
    out->seed = strtoull(seed, NULL, 10);
    out->sgf = sgf ? mem_strdup(sgf) : NULL;
    out->test = sprt != NULL;
    if (sprt && json_unpack_ex(sprt, &bad, 0, "{s:F, s:F, s:F, s:F}", "elo0", &out->sprt.elo0, "elo1",
                               &out->sprt.elo1, "alpha", &out->sprt.alpha, "beta", &out->sprt.beta) != 0)
        return err_set(e, "no description of a test: %s", bad.text);
    if (referee && !setup_set_referee(out, referee, e))
        return false;
    return read_players(players, out, e) && read_openings(openings, out, e) && setup_check(out, e);
}
