/* Games, turns, trees, records and certificates for requests; see requests.h. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "connect/forcing/forcing.h"
#include "connect/proof/cert.h"
#include "connect/proof/forced.h"
#include "connect/threat/threats.h"
#include "support/requests.h"
#include "support/scatter.h"
#include "support/trees.h"
#include "json/base64.h"
#include "json/game.h"
#include "json/tree.h"

/* ---- rules ---- */

static const char *const games[] = {
    "19,19,6,2,1", "15,15,5,1,1", "9,9,5,2,1",   "5,5,4,2,1",         "3,3,3,1,1",        "7,7,4,2,2",
    "6,6,5,3,2",   "4,4,4,1,1",   "8,3,3,1,3",   "15,15,5,1,1,exact", "7,7,4,2,1,exact",  "12,12,10,8,8",
    "2,2,2,1,1",   "1,1,1,1,1",   "5,1,3,2,1",   "59,59,6,2,1",       "127,127,63,63,63", "127,127,5,1,1",
    "20,20,6,5,4", "9,9,9,8,7",   "11,11,7,4,1", "6,5,4,1,1",
};

/* Small numbers; seldom the largest, and one more. */
static int number(struct choices *c, int most)
{
    return once_in(c, 24) ? most + (int)choose(c, 2) : 1 + (int)choose(c, 12);
}

json_t *requests_rules(struct requests *q)
{
    struct rules r = test_rules(games[choose(q->c, choose(q->c, 3) ? 8 : sizeof games / sizeof *games)]);
    if (q->fixed)
        r = q->rules;
    else if (q->sound && strcmp(q->path, "/policy") == 0) /* the net knows no other game */
        r = test_rules("connect6");
    else if (!q->sound && once_in(q->c, 6))
        r = (struct rules){.m = number(q->c, RULES_MAX_SIDE),
                           .n = number(q->c, RULES_MAX_SIDE),
                           .k = number(q->c, RULES_MAX_K),
                           .p = number(q->c, RULES_MAX_TURN),
                           .q = number(q->c, RULES_MAX_TURN)};
    else if (once_in(q->c, 8))
        return requests_word(q, "connect6|gomoku|tictactoe|gomoku-exact|19,19,6,2,1#go9|nonsense||k=6");
    if (rules_check(&r, NULL))
        q->rules = r;
    return game_rules_json(&r);
}

/* ---- games ---- */

static json_t *square_json(square s)
{
    char text[SQUARE_TEXT];
    return json_string(square_format(s, text));
}

/* A square beside the last stones, so that rows come about; on the board. */
static square near(struct requests *q, const struct position *p)
{
    const struct rules *r = &p->rules;
    square from = square_at(r->m / 2, r->n / 2);
    if (p->plies) {
        int back = 1 + (int)choose(q->c, 6);
        from = p->ply[p->plies - (back < p->plies ? back : p->plies)].at;
    }
    int col = square_col(from) + (int)choose(q->c, 5) - 2, row = square_row(from) + (int)choose(q->c, 5) - 2;
    return square_on_board(r, col, row) ? square_at(col, row) : from;
}

/* The next square of a line of its own for either side. */
static square along(const struct position *p, int direction)
{
    for (int i = p->plies - 1; i >= 0; i--)
        if (p->ply[i].side == p->to_move) {
            int s = p->ply[i].at + direction_step[direction];
            return s < SQUARE_CELLS ? (square)s : SQUARE_NONE;
        }
    return SQUARE_NONE;
}

/* One that may be played, if there is one near. */
static square some_square(struct requests *q, const struct position *p)
{
    square s = choose(q->c, 2) ? along(p, (int)choose(q->c, DIRECTIONS)) : near(q, p);
    for (int i = 0; i < 20 && !position_legal_square(p, s); i++)
        s = near(q, p);
    for (square t = square_first(); t && !position_legal_square(p, s); t = square_next(&p->rules, t))
        s = t;
    return s;
}

/* Names of squares that are none, or not of this board. */
static json_t *no_square(struct requests *q)
{
    return requests_word(q, "zz99|a0|0|j10 |J10|dx127|ae1|-|");
}

static json_t *played(struct requests *q, struct position *p)
{
    json_t *list = json_array();
    uint32_t n = choose(q->c, choose(q->c, 3) ? 16 : 60);
    if (p->empty <= 64 && once_in(q->c, 4)) /* a few squares are left */
        n = (uint32_t)p->empty - choose(q->c, (uint32_t)p->empty < 8 ? (uint32_t)p->empty : 8);
    bool whole = q->sound && choose(q->c, 4); /* a turn begins then */
    while (p->outcome == OUTCOME_OPEN && (n > 0 || (whole && p->left != p->rules.p))) {
        square s = some_square(q, p);
        position_place(p, s);
        if (q->sound && p->outcome != OUTCOME_OPEN) {
            position_undo(p);
            break;
        }
        json_array_append_new(list, square_json(s));
        n -= n > 0;
    }
    if (!q->sound && once_in(q->c, 8)) /* one too many: taken, after the end, or nowhere */
        json_array_append_new(list, choose(q->c, 2) ? square_json(near(q, p)) : no_square(q));
    return list;
}

/* The same stones set up. */
static json_t *set_up(struct requests *q, const struct position *p)
{
    json_t *o = json_pack("{s:o, s:o}", "black", game_stones_json(p, CELL_BLACK), "white",
                          game_stones_json(p, CELL_WHITE));
    static const int left[] = {1, 1, 2, 3, 0, RULES_MAX_TURN, RULES_MAX_TURN + 1};
    if (choose(q->c, 4))
        json_object_set_new(o, "to_move", requests_word(q, "black|white#nobody"));
    if (choose(q->c, 2))
        json_object_set_new(o, "left",
                            choose(q->c, 3) ? json_integer(p->rules.p) : json_integer(left[choose(q->c, 7)]));
    return o;
}

static json_t *puzzle_game(struct requests *q)
{
    json_t *game = json_deep_copy(json_object_get(q->puzzle, "game"));
    if (game && choose(q->c, 6))
        json_array_extend(json_object_get(game, "stones"), json_object_get(q->puzzle, "error"));
    return game;
}

/* A game of Go, good or bad: most routes are for the Connect family. */
static json_t *go_game_json(struct requests *q)
{
    json_t *stones = json_array();
    for (uint32_t n = choose(q->c, 12); n > 0; n--)
        json_array_append_new(stones, requests_word(q, "E5|C3|G7|D4|pass|e6|J9|A1#I5|Q16|zz|"));
    json_t *game = json_pack("{s:o, s:o}", "rules", requests_word(q, "go9|go:7,komi=5.5|go#go:99|go5,x"),
                             "stones", stones);
    if (once_in(q->c, 3))
        json_object_set_new(game, "setup",
                            json_pack("{s:[o], s:[o], s:o}", "black", requests_word(q, "B2|D5#pass|x"),
                                      "white", requests_word(q, "B3|E4#B2"), "to_move",
                                      requests_word(q, "black|white#me")));
    return game;
}

json_t *requests_game(struct requests *q)
{
    json_t *game = NULL;
    bool counted = strcmp(q->path, "/count") == 0; /* of Go alone */
    if (!q->sound ? once_in(q->c, counted ? 2 : 24) : counted) {
        position_free(q->position);
        q->position = NULL;
        return go_game_json(q);
    }
    if (q->puzzle && !q->fixed && once_in(q->c, 4))
        game = puzzle_game(q);
    if (!game) {
        json_t *rules = requests_rules(q);
        struct position *p = position_new(&q->rules);
        json_t *stones = played(q, p);
        if (once_in(q->c, 6)) {
            game = json_pack("{s:o, s:o}", "rules", rules, "setup", set_up(q, p));
            json_array_clear(stones);
            position_free(p);
            p = position_new(&q->rules);
            if (once_in(q->c, 4))
                json_object_set_new(game, "stones", played(q, p));
            json_decref(stones);
        } else {
            game = json_pack("{s:o, s:o}", "rules", rules, "stones", stones);
        }
        position_free(p);
    }
    position_free(q->position);
    q->position = NULL;
    if (game_position(game, &q->position, NULL))
        q->rules = q->position->rules;
    return game;
}

/* ---- turns ---- */

static uint32_t turn_length(struct requests *q, const struct position *p)
{
    uint32_t whole = (uint32_t)position_turn_length(p);
    switch (q->sound ? 12 : choose(q->c, 12)) {
    case 0:
        return whole > 0 ? whole - 1 : 0;
    case 1:
        return whole + 1;
    case 2:
        return choose(q->c, 6);
    case 3:
        return RULES_MAX_TURN + choose(q->c, 2);
    default:
        return whole;
    }
}

/* The turn, which is played on the position as far as it can be. */
static json_t *turn_on(struct requests *q, struct position *p)
{
    json_t *list = json_array();
    for (uint32_t n = turn_length(q, p); n > 0; n--) {
        if (q->sound && p->outcome != OUTCOME_OPEN)
            break;
        square s =
            (q->sound || choose(q->c, 24)) && p->outcome == OUTCOME_OPEN ? some_square(q, p) : near(q, p);
        json_array_append_new(list, !q->sound && once_in(q->c, 64) ? no_square(q) : square_json(s));
        if (position_legal_square(p, s))
            position_place(p, s);
    }
    return list;
}

static struct position *board(const struct requests *q)
{
    return q->position ? position_copy(q->position) : position_new(&q->rules);
}

json_t *requests_turn(struct requests *q)
{
    if (q->walking && choose(q->c, 4)) { /* a part of a turn that the proof answers */
        const json_t *d = json_object_get(q->walk, "defences");
        json_t *squares =
            json_object_get(json_array_get(d, choose(q->c, (uint32_t)json_array_size(d) + 1)), "squares");
        if (squares)
            return json_incref(squares);
    }
    const char *of_puzzle = choose(q->c, 2) ? "line" : "key";
    const json_t *line = q->position ? json_object_get(q->puzzle, of_puzzle) : NULL;
    if (line && once_in(q->c, 4)) { /* of the puzzle whose game this may be */
        json_t *turn = json_array();
        for (size_t i = 0; i < (size_t)q->position->left; i++)
            json_array_append(turn, json_array_get(line, i));
        return turn;
    }
    struct position *p = board(q);
    json_t *turn = turn_on(q, p);
    position_free(p);
    return turn;
}

/* Turns of the defender of a proof: some, or those of the last walk and one more. */
json_t *requests_line(struct requests *q)
{
    json_t *line = q->walking ? json_deep_copy(json_object_get(q->walk, "line")) : json_array();
    if (!line)
        line = json_array();
    for (uint32_t n = q->walking ? 1 : choose(q->c, 3); n > 0; n--)
        json_array_append_new(line, requests_turn(q));
    return line;
}

/* Turns from the root of a lab: "k11 l12 / j9 -". */
json_t *requests_stones(struct requests *q)
{
    struct buf b = BUF_EMPTY;
    struct position *p = board(q);
    bool root = q->sound && strcmp(q->path, "/labs/NAME/export") == 0 && choose(q->c, 3); /* itself */
    for (uint32_t n = root ? 0 : choose(q->c, 4); n > 0; n--) {
        json_t *turn = turn_on(q, p), *s;
        size_t i;
        json_array_foreach(turn, i, s)
        {
            buf_format(&b, "%s ", json_string_value(s));
        }
        json_decref(turn);
        buf_text(&b, once_in(q->c, 6) ? "- " : once_in(q->c, 4) ? "/ " : "");
    }
    json_t *text = json_string(buf_str(&b));
    buf_free(&b);
    position_free(p);
    return text;
}

json_t *requests_region(struct requests *q)
{
    struct buf b = BUF_EMPTY;
    struct position *p = board(q);
    for (uint32_t n = choose(q->c, 5); n > 0; n--) {
        char from[SQUARE_TEXT], to[SQUARE_TEXT];
        square_format(near(q, p), from);
        square_format(some_square(q, p), to);
        buf_format(&b, choose(q->c, 2) ? "%s-%s " : "%s,%s ", from, to);
    }
    json_t *text = !q->sound && once_in(q->c, 4) ? no_square(q) : json_string(buf_str(&b));
    buf_free(&b);
    position_free(p);
    return text;
}

/* ---- trees and records ---- */

json_t *requests_tree(struct requests *q)
{
    struct rng rng = choices_rng(q->c);
    struct record *r = test_random_record(&rng, choose(q->c, 2));
    struct buf b = BUF_EMPTY;
    tree_write(r, &b);
    json_t *j = json_loadb(buf_str(&b), b.len, 0, NULL);
    assert_non_null(j);
    q->rules = *record_rules(r);
    record_free(r);
    buf_free(&b);
    return j;
}

static void put_record(struct requests *q, struct buf *out)
{
    static const enum record_format forms[] = {RECORD_SGF, RECORD_SGF, RECORD_CONTEST, RECORD_PLAIN};
    struct rng rng = choices_rng(q->c);
    enum record_format form = forms[choose(q->c, q->sound ? 2 : 4)];
    for (uint32_t n = 1 + choose(q->c, 3); n > 0; n--) {
        struct record *r = test_random_record(&rng, choose(q->c, 2));
        if (!record_write(r, form, out, NULL))
            buf_text(out, "(;GM[1];B[jj])");
        buf_char(out, '\n');
        record_free(r);
    }
    if (out->len && !q->sound && once_in(q->c, 3))
        out->text[choose(q->c, (uint32_t)out->len)] = (char)choose(q->c, 256);
}

json_t *requests_text(struct requests *q)
{
    struct buf b = BUF_EMPTY;
    put_record(q, &b);
    json_t *text = json_stringn(buf_str(&b), b.len); /* not everything is UTF-8 */
    buf_free(&b);
    return text ? text : json_string("(;GM[11]SZ[19];B[j10];W[i10][i11])");
}

/* ---- certificates ---- */

/* One of the files of the project, small ones more often. */
static void put_stored(struct requests *q, struct buf *out)
{
    static const char *const names[] = {"4-2-2", "5-3-1", "4-2-1", "6-4-3",
                                        "8-6-1", "4-1-1", "6-3-1", "5-3-2"};
    char path[1024], *bytes;
    size_t len;
    struct err e;
    snprintf(path, sizeof path, "%s/proofs/connect-%s.cert", TEST_SOURCE, names[choose(q->c, 8)]);
    if (!file_read(path, &bytes, &len, &e))
        fail_msg("%s", e.text);
    buf_bytes(out, bytes, len);
    free(bytes);
}

/* A claim about a position with something going on, and some turns of which nobody says that they prove it. */
static void put_claim(struct requests *q, const struct position *p, struct buf *out)
{
    struct cert_claim claim = {.position = p,
                               .attacker = choose(q->c, 3) ? side_other(p->to_move) : p->to_move,
                               .infinite = once_in(q->c, 5)};
    claim.partial = claim.attacker != p->to_move && once_in(q->c, 4);
    struct cert_writer *w = cert_writer_to(out, &claim);
    for (uint32_t n = choose(q->c, 3) ? 0 : choose(q->c, 12); n > 0; n--) {
        square s[RULES_MAX_TURN];
        int count = 1 + (int)choose(q->c, (uint32_t)p->rules.p);
        for (int i = 0; i < count && i < RULES_MAX_TURN; i++)
            s[i] =
                square_at((int)choose(q->c, (uint32_t)p->rules.m), (int)choose(q->c, (uint32_t)p->rules.n));
        if (claim.partial && choose(q->c, 2))
            cert_write_unsolved(w);
        else
            cert_write_turn(w, s, count);
    }
    struct err e;
    cert_writer_close(w, &e);
}

/* A win by threats, proved, if there is one. */
static bool put_win(struct position *p, struct buf *out)
{
    static const struct deadline never = {0};
    struct forcing *f = forcing_new(&p->rules, 1 << 20);
    struct threats *t = threats_new(p);
    struct forcing_limits l = {.kind = FORCING_VCST, .nodes = 3000};
    struct forcing_result r;
    uint64_t turns;
    forcing_search(f, t, &l, &r);
    bool ok = r.answer == FORCING_WIN && forced_certify(f, t, &never, out, &turns) == FORCED_WRITTEN;
    threats_free(t);
    forcing_free(f);
    return ok;
}

static void put_certificate(struct requests *q, struct buf *out)
{
    uint32_t what = choose(q->c, 8);
    if (what < 2) {
        put_stored(q, out);
    } else {
        struct rng rng = choices_rng(q->c);
        struct rules r = test_rules(games[choose(q->c, 11)]);
        struct position *p = scatter(&r, 9, (int)choose(q->c, 40), &rng);
        if (what >= 5 || !put_win(p, out))
            put_claim(q, p, out);
        position_free(p);
    }
    for (uint32_t n = !q->sound && choose(q->c, 2) ? 1 + choose(q->c, 3) : 0; n > 0 && out->len; n--)
        out->text[choose(q->c, (uint32_t)out->len)] = (char)choose(q->c, 256);
}

json_t *requests_base64(struct requests *q)
{
    struct buf bytes = BUF_EMPTY, text = BUF_EMPTY;
    bool proof = strncmp(q->path, "/proofs", 7) == 0 || strcmp(q->path, "/check") == 0;
    if (proof)
        put_certificate(q, &bytes);
    else
        put_record(q, &bytes);
    base64_encode(buf_str(&bytes), bytes.len, &text);
    json_t *j = json_stringn(buf_str(&text), text.len);
    buf_free(&bytes);
    buf_free(&text);
    return j;
}
