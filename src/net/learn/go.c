/* Games of Go to learn from; see go.h.
 *
 * Every move but passes is a sample; the planes are the paper's 36, the outputs the two colours to move. A game is kept as two
 * bytes a move. Who won is the value's target, where the record says; whose the points were and by how much: go_ends.h. */
#include "net/learn/go.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/folder.h"
#include "base/mem.h"
#include "base/rng.h"
#include "go/game.h"
#include "go/planes.h"
#include "net/learn/go_ends.h"
#include "net/net.h"

enum { WHITE_BIT = 1 << 15, POINT_BITS = WHITE_BIT - 1 };

struct kept {
    uint32_t first;          /* of its steps: set-up stones, then moves */
    uint16_t setups, moves;  /* how many of each */
    uint16_t positions;      /* moves that are no passes */
    uint8_t rank[2], result; /* as planes have it; enum outcome */
};

struct data_go_source {
    struct data_go_filter filter;
    struct data_go_count count;
    struct kept *game;
    size_t games, room;
    struct go_ends *ends; /* by game */
    uint16_t *step;       /* a point or GO_PASS, and WHITE_BIT */
    size_t steps, step_room;
    struct go_record *record;
    struct go *board;
    go_point turn[8][GO_POINTS];
};

struct maker {
    const struct data_go_source *source;
    struct go *board;
    uint8_t *planes;
    enum side side; /* to move in the sample made last */
    int8_t owner[GO_POINTS];
};

struct data_go_source *data_go_source(const struct data_go_filter *f)
{
    struct data_go_source *s = mem_zero(1, sizeof *s);
    struct go_rules r = go_default;
    r.size = f->size;
    s->filter = *f;
    s->record = go_record_new();
    s->board = go_new(&r);
    s->ends = go_ends_new(s->board->points);
    for (int i = 0; i < 8; i++)
        go_symmetry(f->size, i, s->turn[i]);
    return s;
}

void data_go_source_free(void *source)
{
    struct data_go_source *s = source;
    free(s->game);
    free(s->step);
    go_ends_free(s->ends);
    go_record_free(s->record);
    go_free(s->board);
    free(s);
}

const struct data_go_count *data_go_count(const struct data_go_source *s)
{
    return &s->count;
}

/* Has the name one of the words, whatever their case? */
static bool named(const char *name, const char *words)
{
    size_t len = strlen(name);
    for (const char *w = words; *w;) {
        size_t n = strcspn(w, ",");
        for (size_t i = 0; n && i + n <= len; i++)
            if (strncasecmp(name + i, w, n) == 0)
                return true;
        w += n + (w[n] == ',');
    }
    return false;
}

static bool wanted(const struct data_go_source *s)
{
    const struct go_record *r = s->record;
    if (r->rules.size != s->filter.size || (s->filter.no_handicap && (r->setups || r->handicap > 1)))
        return false;
    for (int side = 0; side < 2; side++)
        if ((s->filter.rank && r->rank[side] < s->filter.rank) ||
            (s->filter.without && named(r->name[side], s->filter.without)))
            return false;
    return true;
}

static void add_step(struct data_go_source *s, go_point at, bool white)
{
    s->step = mem_grow(s->step, &s->step_room, s->steps + 1, sizeof *s->step);
    s->step[s->steps++] = (uint16_t)(at | (white ? WHITE_BIT : 0));
}

/* Takes the game that was read, up to the first move that is not legal. */
static void take(struct data_go_source *s)
{
    struct go_record *r = s->record;
    struct err e;
    struct kept g = {.first = (uint32_t)s->steps, .result = (uint8_t)r->result.outcome};
    if (!wanted(s)) {
        s->count.other++;
        return;
    }
    if (!go_record_start(r, s->board, &e)) {
        s->count.faults[r->fault]++;
        return;
    }
    for (int i = 0; i < r->setups && r->setups < UINT16_MAX; i++, g.setups++)
        add_step(s, r->setup[i].at, r->setup[i].side == CELL_WHITE);
    for (int i = 0; i < r->moves && i < UINT16_MAX; i++, g.moves++) {
        if (!go_record_play(r, s->board, i, &e)) {
            s->count.faults[r->fault]++;
            break;
        }
        add_step(s, r->move[i].at, r->move[i].side == WHITE);
        g.positions = (uint16_t)(g.positions + (r->move[i].at != GO_PASS));
    }
    for (int side = 0; side < 2; side++)
        g.rank[side] = (uint8_t)go_rank_plane(r->rank[side]);
    go_ends_add(s->ends, r, s->board);
    s->game = mem_grow(s->game, &s->room, s->games + 1, sizeof *s->game);
    s->game[s->games++] = g;
    s->count.games++;
}

static bool add_file(struct data_go_source *s, const char *path, struct err *e)
{
    char *text;
    size_t len;
    struct err bad;
    if (!file_read(path, &text, &len, e))
        return false;
    s->count.files++;
    for (bool fine = go_record_read(s->record, text, len, &bad);; fine = go_record_next(s->record, &bad)) {
        if (fine)
            take(s);
        else
            s->count.faults[s->record->fault]++;
        if (!go_record_more(s->record))
            break;
    }
    free(text);
    return true;
}

bool data_go_add(struct data_go_source *s, const char *path, struct err *e)
{
    struct paths files = {NULL, 0, 0};
    bool ok = folder_gather(path, ".sgf", &files, e);
    for (size_t i = 0; ok && i < files.n; i++)
        ok = add_file(s, files.path[i], e);
    paths_free(&files);
    return ok;
}

/* ---- As data ---- */

static size_t games(const void *source)
{
    return ((const struct data_go_source *)source)->games;
}

static int positions(const void *source, size_t game)
{
    return ((const struct data_go_source *)source)->game[game].positions;
}

/* A sum over the moves, each with its number and colour; the least over all symmetries. */
static uint64_t key(const void *source, size_t game)
{
    const struct data_go_source *s = source;
    const struct kept *g = &s->game[game];
    uint64_t best = UINT64_MAX;
    for (int t = 0; t < 8; t++) {
        uint64_t sum = 0;
        for (uint32_t i = 0; i < (uint32_t)g->setups + g->moves; i++) {
            uint16_t step = s->step[g->first + i];
            uint64_t at = (step & POINT_BITS) < GO_POINTS ? s->turn[t][step & POINT_BITS] : step & POINT_BITS;
            uint64_t number = i < g->setups ? 0 : i - g->setups + 1;
            sum += rng_mix(number << 32 | at << 1 | (step & WHITE_BIT ? 1 : 0));
        }
        best = sum < best ? sum : best;
    }
    return best;
}

static void *maker_new(const void *source)
{
    struct maker *m = mem_zero(1, sizeof *m);
    struct go_rules r = go_default;
    m->source = source;
    r.size = m->source->filter.size;
    m->board = go_new(&r);
    m->planes = mem_zero((size_t)(GO_PLANES * r.size * r.size), 1);
    return m;
}

static void maker_free(void *maker)
{
    struct maker *m = maker;
    go_free(m->board);
    free(m->planes);
    free(m);
}

/* The board before the first move of a game; returns its moves. */
static const uint16_t *begin(const struct data_go_source *s, const struct kept *g, struct go *board)
{
    const uint16_t *step = s->step + g->first;
    struct go_rules r = go_default;
    r.size = s->filter.size;
    go_clear(board, &r);
    for (int i = 0; i < g->setups; i++)
        go_setup(board, step[i] & POINT_BITS, step[i] & WHITE_BIT ? CELL_WHITE : CELL_BLACK, NULL);
    return step + g->setups;
}

void data_go_walk(const struct data_go_source *s, data_go_see *see, void *context)
{
    struct go_rules r = go_default;
    r.size = s->filter.size;
    struct go *board = go_new(&r);
    for (size_t n = 0; n < s->games; n++) {
        const struct kept *g = &s->game[n];
        const uint16_t *step = begin(s, g, board);
        for (int i = 0; i < g->moves; i++) {
            go_point at = step[i] & POINT_BITS;
            enum side side = step[i] & WHITE_BIT ? WHITE : BLACK;
            if (board->to_move != side)
                go_turn(board, side);
            if (at != GO_PASS)
                see(context, board, at);
            go_play(board, at);
        }
    }
    go_free(board);
}

/* The board before the move that is number `number` of those that are no passes, or at the end; returns that move. */
static uint16_t replay(struct maker *m, const struct kept *g, int number)
{
    const uint16_t *step = begin(m->source, g, m->board);
    for (int i = 0; i < g->moves; i++, step++) {
        if ((*step & POINT_BITS) != GO_PASS && number-- == 0)
            return *step;
        go_play_as(m->board, *step & WHITE_BIT ? WHITE : BLACK, *step & POINT_BITS);
    }
    return GO_PASS;
}

static void make(void *maker, size_t game, int number, struct data_sample *out)
{
    struct maker *m = maker;
    const struct kept *g = &m->source->game[game];
    uint16_t move = replay(m, g, number);
    enum side side = move & WHITE_BIT ? WHITE : BLACK;
    int points = m->board->points;
    if (m->board->to_move != side)
        go_turn(m->board, side);
    go_planes(m->board, g->rank[side], m->planes);
    *out = (struct data_sample){.planes = m->planes,
                                .legal = m->planes + GO_PLANE_LEGAL * points,
                                .moves = m->board->moves,
                                .level = g->rank[side],
                                .head = side == WHITE};
    if (out->legal[move & POINT_BITS]) { /* not if play went on after two passes */
        out->rights = 1;
        out->right[0] = move & POINT_BITS;
    }
    m->side = side;
    out->weight = g->result != OUTCOME_OPEN;
    out->target = g->result == OUTCOME_DRAW ? 0.5f : g->result == (uint8_t)outcome_win(side) ? 1 : 0;
}

static void end(void *maker, size_t game, struct data_sample *out)
{
    struct maker *m = maker;
    struct go_end x;
    if (!go_ends_known(m->source->ends, game, &x)) {
        replay(m, &m->source->game[game], INT_MAX);
        go_ends_find(m->source->ends, game, m->board, &x);
    }
    float sign = m->side == BLACK ? 1 : -1;
    out->scored = x.scored;
    out->score = sign * (float)x.score / (2 * NET_SCORE_UNIT);
    for (int p = 0; x.owner && p < m->board->points; p++)
        m->owner[p] = (int8_t)(x.owner[p] == CELL_EMPTY ? 0 : x.owner[p] == cell_of(m->side) ? 1 : -1);
    out->owner = x.owner ? m->owner : NULL;
}

static void level(int dan, char out[DATA_LEVEL])
{
    snprintf(out, DATA_LEVEL, "%dd", dan & 15);
}

/* Komi and ko are no matter to it. */
static void called(const struct game_rules *r, char out[NET_GAME])
{
    struct go_rules rules = go_default;
    go_rules_parse(r->text, &rules, NULL);
    snprintf(out, NET_GAME, "go%d", rules.size);
}

static void tell(const struct data_go_count *c, struct buf *out)
{
    buf_format(out, "%zu games of %zu files; left out %zu by the filter", c->games, c->files, c->other);
    for (int f = GO_FINE + 1; f < GO_FAULTS; f++)
        if (c->faults[f])
            buf_format(out, ", %zu cut or left out for %s", c->faults[f], go_fault_name((enum go_fault)f));
    buf_char(out, '\n');
}

static void *load(const struct game_rules *r, const struct data_filter *f, int n, char *const *path,
                  struct buf *told, struct err *e)
{
    struct go_rules rules = go_default;
    go_rules_parse(r->text, &rules, NULL);
    struct data_go_filter filter = {
        .size = rules.size, .rank = f->rank, .no_handicap = f->even, .without = f->without};
    struct data_go_source *s = data_go_source(&filter);
    for (int i = 0; i < n; i++)
        if (!data_go_add(s, path[i], e)) {
            data_go_source_free(s);
            return NULL;
        }
    tell(&s->count, told);
    return s;
}

const struct data_game data_go = {
    .kind = &go_game,
    .called = called,
    .load = load,
    .free = data_go_source_free,
    .games = games,
    .positions = positions,
    .key = key,
    .maker_new = maker_new,
    .maker_free = maker_free,
    .make = make,
    .end = end,
    .level = level,
};
