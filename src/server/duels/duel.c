/* One game between two people; see duel.h. */
#include "server/duels/duel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "connect/game/connect.h"
#include "json/fields.h"
#include "json/game.h"
#include "json/limits.h"

const char *const duel_states[] = {"waiting", "playing", "adjourned", "over"};
const char *const duel_offers[] = {"takeback", "draw", "adjourn", "resume", "rematch"};
const char *const duel_ends[] = {"", "board", "resigned", "time", "agreed", "long"};

void duel_free(struct duel *d)
{
    if (!d)
        return;
    for (int i = 0; i < 2; i++)
        free(d->seat[i].name);
    free(d->start);
    if (d->game)
        game_free(d->game);
    buf_free(&d->moves);
    free(d);
}

static void hash_key(const char *key, char out[SHA256_TEXT])
{
    uint8_t sum[SHA256_BYTES];
    sha256(key, strlen(key), sum);
    sha256_text(sum, out);
}

static void no_offers(struct duel *d)
{
    memset(d->offered, -1, sizeof d->offered);
}

/* ---- The game ---- */

/* The game from which it is played. */
static struct game *first_game(const char *start, struct err *e)
{
    struct game_asked a;
    json_t *game = json_loads(start, 0, NULL), *o = json_pack("{s:o}", "game", game);
    bool ok = o ? game_asked_read(o, true, &a, e) : err_set(e, "the game is no JSON");
    json_decref(o);
    if (!ok)
        return NULL;
    return a.game ? a.game : connect_take(a.position);
}

/* The next word of the moves; false at the end. */
static bool next_word(const char **at, char out[GAME_MOVE_TEXT])
{
    size_t n = strcspn(*at, " ");
    if (n == 0 || n >= GAME_MOVE_TEXT)
        return false;
    memcpy(out, *at, n);
    out[n] = '\0';
    *at += n + ((*at)[n] == ' ');
    return true;
}

struct game *duel_game(struct duel *d, struct err *e)
{
    char word[GAME_MOVE_TEXT];
    if (d->game)
        return d->game;
    struct game *g = first_game(d->start, e);
    if (!g)
        return NULL;
    d->first = game_plies(g);
    const char *at = buf_str(&d->moves);
    int n = 0;
    while (next_word(&at, word) && game_play_text(g, GAME_PEOPLE, word, e))
        n++;
    if (*at || n != d->plies) {
        game_free(g);
        err_set(e, "damaged: the moves of the game %s cannot be played", d->id);
        return NULL;
    }
    d->to_move = game_to_move(g);
    return d->game = g;
}

/* The moves since the start, from the game. */
static void note_moves(struct duel *d)
{
    const struct game *g = d->game;
    d->plies = game_plies(g) - d->first;
    d->to_move = game_to_move(g);
    d->moves.len = 0;
    buf_text(&d->moves, "");
    for (int i = 0; i < d->plies; i++) {
        enum side side;
        char text[GAME_MOVE_TEXT];
        game_move m = g->kind->ply(g, d->first + i, &side);
        buf_format(&d->moves, "%s%s", i ? " " : "", g->kind->format(g, GAME_PEOPLE, m, text));
    }
}

/* ---- A new one ---- */

/* At most so many letters, and at least one that is seen. */
static char *clean_name(const char *given, struct err *e)
{
    struct buf name = BUF_EMPTY;
    size_t letters = 0;
    text_clean(given, strlen(given), true, &name);
    for (const char *c = buf_str(&name); *c; c++)
        letters += (*c & 0xc0) != 0x80;
    if (letters <= LIMIT_DUEL_NAME)
        return name.len ? buf_take(&name) : mem_strdup("");
    buf_free(&name);
    err_set(e, "'name' is longer than %d characters", LIMIT_DUEL_NAME);
    return NULL;
}

static bool read_side(const json_t *wish, uint64_t chance, enum side *out, struct err *e)
{
    const char *side = "random";
    if (!field_text(wish, "side", &side, e))
        return false;
    if (strcmp(side, "random") == 0)
        *out = chance & 1 ? WHITE : BLACK;
    else if (strcmp(side, "black") == 0 || strcmp(side, "white") == 0)
        *out = strcmp(side, "white") == 0 ? WHITE : BLACK;
    else
        return err_set(e, "'side' must be black, white or random");
    return true;
}

static bool small_enough(const struct game *g, struct err *e)
{
    int columns, rows;
    g->kind->size(g, &columns, &rows);
    return columns * rows <= LIMIT_DUEL_SQUARES ||
           err_set(e, "people play on boards of at most %d squares here", LIMIT_DUEL_SQUARES);
}

struct duel *duel_make(const json_t *wish, const char *id, const char *key, uint64_t chance, int64_t date,
                       struct err *e)
{
    const char *name = "";
    enum side side = BLACK;
    const json_t *start = field_need(wish, "game", e);
    if (!start || !field_text(wish, "name", &name, e) || !read_side(wish, chance, &side, e))
        return NULL;
    struct duel *d = mem_zero(1, sizeof *d);
    d->start = json_dumps(start, JSON_COMPACT | JSON_ENCODE_ANY);
    d->made = d->touched = date;
    d->since = -1;
    no_offers(d);
    memcpy(d->id, id, sizeof d->id);
    struct timing_rules rules[2];
    bool ok = duel_clock_read(json_object_get(wish, "clock"), rules, e) &&
              (d->game = first_game(d->start, e)) && small_enough(d->game, e) &&
              (d->seat[side].name = clean_name(name, e));
    if (!ok) {
        duel_free(d);
        return NULL;
    }
    d->first = game_plies(d->game);
    note_moves(d);
    for (int i = 0; i < 2; i++) {
        d->seat[i].rules = rules[i];
        d->seat[i].left = timing_full(&rules[i]);
    }
    hash_key(key, d->seat[side].key);
    return d;
}

struct duel *duel_rematch(const struct duel *d, const char *id, int64_t date, struct err *e)
{
    struct duel *n = mem_zero(1, sizeof *n);
    n->start = mem_strdup(d->start);
    n->made = date;
    n->touched = date + 1; /* somebody has joined it */
    n->since = -1;
    n->client = d->client;
    n->state = DUEL_PLAYS;
    no_offers(n);
    memcpy(n->id, id, sizeof n->id);
    for (int i = 0; i < 2; i++) {
        n->seat[i] = d->seat[!i];
        n->seat[i].name = mem_strdup(d->seat[!i].name);
        n->seat[i].left = timing_full(&n->seat[i].rules);
    }
    if (duel_game(n, e))
        return n;
    duel_free(n);
    return NULL;
}

/* ---- Seats ---- */

bool duel_sit(struct duel *d, const char *name, const char *key, enum side *seat, enum problem *f,
              struct err *e)
{
    *seat = d->seat[BLACK].name ? WHITE : BLACK;
    *f = PROBLEM_CONFLICT;
    if (d->state != DUEL_WAITS)
        return err_set(e, "both seats are taken");
    *f = PROBLEM_BAD_REQUEST;
    if (!(d->seat[*seat].name = clean_name(name, e)))
        return false;
    hash_key(key, d->seat[*seat].key);
    d->state = DUEL_PLAYS;
    return true;
}

/* Sums are compared, whose first differing letter tells nothing about the key. */
bool duel_seat_of(const struct duel *d, const char *key, enum side *seat)
{
    char sum[SHA256_TEXT];
    hash_key(key, sum);
    for (int i = 0; i < 2; i++)
        if (d->seat[i].name && strcmp(d->seat[i].key, sum) == 0) {
            *seat = (enum side)i;
            return true;
        }
    return false;
}

/* ---- Clocks ---- */

void duel_wind(struct duel *d, int64_t now)
{
    bool runs =
        d->state == DUEL_PLAYS && !d->halted && d->plies > 0 && timing_runs(&d->seat[d->to_move].rules);
    if (runs == (d->since >= 0))
        return;
    d->spent = duel_used(d, now);
    d->since = runs ? now : -1;
}

int64_t duel_used(const struct duel *d, int64_t now)
{
    return d->spent + (d->since >= 0 && now > d->since ? now - d->since : 0);
}

int64_t duel_flag(const struct duel *d)
{
    const struct duel_seat *s = &d->seat[d->to_move];
    return d->since < 0 ? -1 : d->since + timing_all(&s->rules, &s->left) - d->spent;
}

static void finish(struct duel *d, enum duel_end how, enum outcome who)
{
    d->state = DUEL_OVER;
    d->end = how;
    d->outcome = who;
    no_offers(d);
}

bool duel_look(struct duel *d, int64_t now)
{
    int64_t flag = duel_flag(d);
    if (flag < 0 || now < flag)
        return false;
    d->seat[d->to_move].left = (struct timing){0, 0};
    d->spent = 0;
    d->since = -1;
    finish(d, END_TIME, outcome_win(side_other(d->to_move)));
    return true;
}

/* The turn is over: its time goes from the clock of the side that played it. */
static void charge(struct duel *d, enum side who, int64_t now)
{
    struct duel_seat *s = &d->seat[who];
    bool ran = d->since >= 0 || d->spent > 0;
    if (ran)
        timing_turn(&s->rules, &s->left, duel_used(d, now));
    d->spent = 0;
    d->since = -1;
}

/* ---- What players do ---- */

static bool open_to(const struct duel *d, enum duel_state state, enum problem *f, struct err *e)
{
    *f = PROBLEM_CONFLICT;
    if (d->state == state)
        return true;
    return err_set(e, "the game is %s",
                   d->state == DUEL_WAITS ? "waiting for its second player" : duel_states[d->state]);
}

static void over_by_board(struct duel *d)
{
    const struct game *g = d->game;
    int longest = g->kind->longest ? g->kind->longest(g) : 0;
    struct buf how = BUF_EMPTY;
    if (game_state(g) != OUTCOME_OPEN) {
        finish(d, END_BOARD, game_state(g));
        g->kind->ending(g, &how);
        snprintf(d->ending, sizeof d->ending, "%s", buf_str(&how));
    } else if (g->kind->count && longest && game_plies(g) >= longest) {
        finish(d, END_LONG, g->kind->count(g));
    }
    buf_free(&how);
}

/* Plays as many moves as the turn has; takes all of them back if one is wrong. */
static bool play_turn(struct duel *d, enum side who, const json_t *list, struct err *e)
{
    struct game *g = d->game;
    int n = 0, whole = g->kind->left(g), size = (int)json_array_size(list);
    if (!json_is_array(list))
        return err_set(e, "'stones' is missing, or no array");
    bool ok = true;
    while (ok && n < size && game_state(g) == OUTCOME_OPEN && game_to_move(g) == who && n < whole) {
        const char *text = json_string_value(json_array_get(list, (size_t)n));
        ok = text ? game_play_text(g, GAME_PEOPLE, text, e) : err_set(e, "is no text");
        n += ok;
    }
    if (!ok)
        err_prefix(e, "stone %d", n + 1);
    else if (size > n || (game_state(g) == OUTCOME_OPEN && n < whole))
        ok = err_set(e, "a whole turn is played at once: it has %d %s%s, not %d", whole, game_unit(g->kind),
                     whole == 1 ? "" : "s", size);
    for (; !ok && n > 0; n--)
        game_undo(g);
    return ok;
}

static bool act_move(struct duel *d, enum side who, const json_t *act, int64_t at, enum problem *f,
                     struct err *e)
{
    int64_t after = -1;
    if (!open_to(d, DUEL_PLAYS, f, e))
        return false;
    if (d->to_move != who)
        return err_set(e, "it is %s's turn", side_name(d->to_move));
    *f = PROBLEM_BAD_REQUEST;
    if (!field_whole(act, "at", 0, INT32_MAX, &after, e))
        return false;
    if (after >= 0 && after != d->plies) {
        *f = PROBLEM_CONFLICT;
        return err_set(e, "the game has %d moves, not %d", d->plies, (int)after);
    }
    if (!play_turn(d, who, json_object_get(act, "stones"), e))
        return false;
    charge(d, who, at);
    note_moves(d);
    no_offers(d);
    over_by_board(d);
    return true;
}

static bool act_resign(struct duel *d, enum side who, enum problem *f, struct err *e)
{
    *f = PROBLEM_CONFLICT;
    if (d->state != DUEL_PLAYS && d->state != DUEL_RESTS)
        return open_to(d, DUEL_PLAYS, f, e);
    finish(d, END_RESIGNED, outcome_win(side_other(who)));
    return true;
}

/* How many moves a takeback of this side takes: back to the beginning of its last turn; 0: it has none. */
static int taken_back(const struct duel *d, enum side who)
{
    const struct game *g = d->game;
    int i = game_plies(g);
    enum side side;
    while (i > d->first && (g->kind->ply(g, i - 1, &side), side != who))
        i--;
    int end = i;
    while (i > d->first && (g->kind->ply(g, i - 1, &side), side == who))
        i--;
    return i < end ? game_plies(g) - i : 0;
}

/* Why this may not be offered now. */
static bool may_offer(const struct duel *d, enum side who, enum duel_offer what, enum problem *f,
                      struct err *e)
{
    static const enum duel_state in[OFFERS] = {DUEL_PLAYS, DUEL_PLAYS, DUEL_PLAYS, DUEL_RESTS, DUEL_OVER};
    bool ended = what == OFFER_TAKEBACK && d->state == DUEL_OVER && d->end == END_BOARD && !*d->next;
    if (!ended && !open_to(d, in[what], f, e))
        return false;
    if (what == OFFER_TAKEBACK && !taken_back(d, who))
        return err_set(e, "%s has not played yet", side_name(who));
    return what != OFFER_REMATCH || !*d->next || err_set(e, "there is a next game already");
}

static void take_back(struct duel *d, enum side asked, int64_t at)
{
    int n = taken_back(d, asked);
    struct duel_seat *s = &d->seat[d->to_move];
    if (timing_runs(&s->rules)) /* what the side to move has used of its turn stays used */
        timing_after(&s->rules, &s->left, duel_used(d, at));
    d->spent = 0;
    d->since = -1;
    for (; n > 0; n--)
        game_undo(d->game);
    note_moves(d);
    d->state = DUEL_PLAYS;
    d->end = END_NONE;
    d->outcome = OUTCOME_OPEN;
    d->ending[0] = '\0';
}

static void agree(struct duel *d, enum duel_offer what, enum side asked, int64_t at, bool *rematch)
{
    no_offers(d);
    if (what == OFFER_TAKEBACK)
        take_back(d, asked, at);
    else if (what == OFFER_DRAW)
        finish(d, END_AGREED, OUTCOME_DRAW);
    else if (what == OFFER_REMATCH)
        *rematch = true;
    else
        d->state = what == OFFER_ADJOURN ? DUEL_RESTS : DUEL_PLAYS;
}

static bool act_offer(struct duel *d, enum side who, const char *act, const json_t *o, int64_t at,
                      bool *rematch, enum problem *f, struct err *e)
{
    const char *word = "";
    int what = 0;
    *f = PROBLEM_BAD_REQUEST;
    if (!field_text(o, "what", &word, e))
        return false;
    while (what < OFFERS && strcmp(word, duel_offers[what]) != 0)
        what++;
    if (what == OFFERS)
        return err_set(e, "'what' must be takeback, draw, adjourn, resume or rematch");
    *f = PROBLEM_CONFLICT;
    int8_t *by = &d->offered[what], other = (int8_t)side_other(who);
    if (strcmp(act, "decline") == 0) { /* the other's, or one's own */
        if (*by < 0)
            return err_set(e, "nobody offers that");
        *by = -1;
        return true;
    }
    if (strcmp(act, "accept") == 0 && *by != other)
        return err_set(e, "the other player does not offer that");
    if (!may_offer(d, *by == other ? side_other(who) : who, (enum duel_offer)what, f, e))
        return false;
    if (*by == other) /* both want it */
        agree(d, (enum duel_offer)what, (enum side)other, at, rematch);
    else
        *by = (int8_t)who;
    return true;
}

bool duel_act(struct duel *d, enum side who, const json_t *act, int64_t at, bool *rematch, enum problem *f,
              struct err *e)
{
    const char *word = "";
    *f = PROBLEM_BAD_REQUEST;
    if (!field_text(act, "act", &word, e))
        return false;
    *f = PROBLEM_INTERNAL;
    if (!duel_game(d, e))
        return false;
    if (strcmp(word, "move") == 0)
        return act_move(d, who, act, at, f, e);
    if (strcmp(word, "resign") == 0)
        return act_resign(d, who, f, e);
    if (strcmp(word, "offer") == 0 || strcmp(word, "accept") == 0 || strcmp(word, "decline") == 0)
        return act_offer(d, who, word, act, at, rematch, f, e);
    *f = PROBLEM_BAD_REQUEST;
    return err_set(e, "'act' must be move, resign, offer, accept, decline or cancel");
}
