/* Writes strategy certificates; see mb_cert.h. */
#include "theory/mb_cert.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/mem.h"
#include "theory/mb_state.h"
#include "theory/mb_table.h"

struct writer {
    struct mb_solver *solver;
    const struct mb_game *game;
    struct mb_table number; /* of positions met */
    struct mb_state *position;
    size_t count, room;
    struct buf *out;
    bool stopped;
};

/* Appends what a position with Black to move leads to; a new one gets its number. */
static void write_next(struct writer *w, mb_set black, mb_set white)
{
    struct mb_view v;
    mb_set own[MB_LINES];
    mb_view(w->game, black, white, true, &v);
    if (mb_pairing(w->game, &v, own))
        return;
    int symmetry;
    struct mb_state key = mb_canonical(w->game, mb_solver_symmetries(w->solver), &v, false, &symmetry);
    int n = mb_table_get(&w->number, key);
    if (n < 0) {
        n = (int)w->count;
        mb_table_put(&w->number, key, n);
        w->position = mem_grow(w->position, &w->room, w->count + 1, sizeof *w->position);
        w->position[w->count++] = key;
    }
    buf_format(w->out, ">%d", n);
    if (symmetry)
        buf_format(w->out, "/%d", symmetry);
}

static void write_answers(struct writer *w, struct mb_state p, mb_set from, mb_set turn, int left)
{
    for (mb_set s = from; s && left && !w->stopped; s &= s - 1) {
        mb_set longer = turn | mb_bit(mb_first(s)), reply;
        mb_set white = mb_all(w->game->board) & ~(p.black | p.live);
        enum mb_verdict v = mb_reply(w->solver, p.black | longer, white, mb_count(longer), &reply);
        assert(v != MB_LOST);
        if (v == MB_UNKNOWN || w->out->len > FILE_MOST - FILE_MOST / 8) {
            w->stopped = true;
            return;
        }
        buf_format(w->out, " %" PRIx64, reply);
        write_next(w, p.black | longer, white | reply);
        write_answers(w, p, s & (s - 1), longer, left - 1);
    }
}

static void write_head(const struct writer *w)
{
    const struct mb_symmetries *sym = mb_solver_symmetries(w->solver);
    buf_text(w->out, "hexad mb-certificate 1\n");
    buf_format(w->out, w->game->b >= 0 ? "game b %d\n" : "game p %d\n",
               w->game->b >= 0 ? w->game->b : w->game->p);
    mb_write(w->game->board, w->out);
    buf_format(w->out, "end\nsymmetries %d\n", sym->count);
    for (int g = 0; g < sym->count; g++)
        for (int s = 0; s < w->game->board->squares; s++)
            buf_format(w->out, "%d%c", sym->image[g][s], s + 1 < w->game->board->squares ? ' ' : '\n');
}

bool mb_certify(struct mb_solver *s, struct buf *out, size_t *positions)
{
    struct buf body = BUF_EMPTY, start = BUF_EMPTY;
    struct writer w = {.solver = s, .game = mb_solver_game(s), .out = &start};
    write_next(&w, 0, 0);
    w.out = &body;
    for (size_t i = 0; i < w.count && !w.stopped; i++) {
        struct mb_state p = w.position[i];
        mb_set playable = p.live & ~w.game->board->exclusive;
        buf_format(&body, "%" PRIx64 " %" PRIx64, p.black, p.live);
        write_answers(&w, p, playable, 0, mb_most(w.game, mb_count(playable)));
        buf_char(&body, '\n');
    }
    if (!w.stopped) {
        w.out = out;
        write_head(&w);
        buf_format(out, "positions %zu\nstart %s\n%send\n", w.count, start.len ? buf_str(&start) : "-",
                   buf_str(&body));
        *positions = w.count;
    }
    buf_free(&body);
    buf_free(&start);
    mb_table_free(&w.number);
    free(w.position);
    return !w.stopped;
}
