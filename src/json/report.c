/* Reports of searches in JSON; see report.h. */
#include "json/report.h"

#include <inttypes.h>
#include <string.h>

#include "json/game.h"

#define NAME_LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"

/* Whose position it is: of the Connect family, or of another game. */
struct place {
    const struct position *position;
    const struct game *game;
    enum side to_move;
    int left;
};

static const char *move_text(const struct place *at, game_move m, char out[GAME_MOVE_TEXT])
{
    _Static_assert((int)SQUARE_TEXT <= (int)GAME_MOVE_TEXT, "a square is a move");
    return at->game ? at->game->kind->format(at->game, GAME_PEOPLE, m, out) : square_format(m, out);
}

static void put_moves(struct buf *out, const struct place *at, const char *name, const game_move *m, int n)
{
    buf_format(out, "\"%s\":[", name);
    for (int i = 0; i < n; i++) {
        char text[GAME_MOVE_TEXT];
        buf_format(out, "%s\"%s\"", i ? "," : "", move_text(at, m[i], text));
    }
    buf_text(out, "],");
}

static void put_line(struct buf *out, const struct place *at, const struct report_line *l)
{
    int turn = at->position ? engine_turn(at->position, l).n : at->left < l->n ? at->left : l->n;
    buf_char(out, '{');
    put_moves(out, at, "turn", l->move, turn);
    put_moves(out, at, "line", l->move, l->n);
    buf_format(out, "\"value\":%d,\"chance\":%.4f,\"mate\":%d,\"likely\":%d", l->value, l->chance, l->mate,
               l->likely);
    if (l->visits)
        buf_format(out, ",\"visits\":%" PRIu64, l->visits);
    if (l->share > 0)
        buf_format(out, ",\"share\":%.4f", l->share);
    buf_char(out, '}');
}

static void put_playouts(struct buf *out, const struct report *r)
{
    buf_format(out, ",\"playouts\":%" PRIu64 ",\"score\":%.2f", r->playouts, r->score);
    buf_text(out, ",\"owner\":[");
    for (int p = 0; p < r->points; p++)
        buf_format(out, p ? ",%d" : "%d", r->owner[p]);
    buf_char(out, ']');
}

static void put(const struct report *r, const struct place *at, const struct report_frame *f, struct buf *out)
{
    int lines = f->lines && f->lines < r->n ? f->lines : r->n;
    buf_format(out, "{\"to_move\":\"%s\",\"left\":%d,\"depth\":%d,\"reached\":%d,\"nodes\":%" PRIu64,
               game_side(at->to_move), at->left, r->depth, r->reached, r->nodes + f->earlier_nodes);
    buf_format(out, ",\"seconds\":%.3f,\"hash_permill\":%d,\"lines\":[", r->seconds + f->earlier_seconds,
               r->hash_permill);
    for (int i = 0; i < lines; i++) {
        buf_text(out, i ? "," : "");
        put_line(out, at, &r->line[i]);
    }
    buf_format(out, "],\"final\":%s", f->final ? "true" : "false");
    if (r->playouts)
        put_playouts(out, r);
    /* Names of proofs are letters, digits and . _ - (store/shelf.h); what is none is not told. */
    if (f->proof && *f->proof && !f->proof[strspn(f->proof, NAME_LETTERS)])
        buf_format(out, ",\"proof\":\"%s\"", f->proof);
    buf_char(out, '}');
}

void report_write(const struct report *r, const struct position *p, const struct report_frame *f,
                  struct buf *out)
{
    struct place at = {.position = p, .to_move = p->to_move, .left = position_turn_length(p)};
    put(r, &at, f, out);
}

void report_write_game(const struct report *r, const struct game *g, const struct report_frame *f,
                       struct buf *out)
{
    struct place at = {.game = g, .to_move = game_to_move(g), .left = g->kind->left(g)};
    put(r, &at, f, out);
}
