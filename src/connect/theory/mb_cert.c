/* Writes strategy certificates; see mb_cert.h. */
#include "connect/theory/mb_cert.h"

#include <assert.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/mem.h"
#include "connect/theory/mb_state.h"
#include "connect/theory/mb_table.h"

struct answer {
    mb_set turn, reply;
};

struct writer {
    struct mb_solver *solver;
    const struct mb_game *game;
    struct mb_table number; /* of positions met */
    struct mb_state *position;
    size_t count, room;
    struct answer *answer; /* of the position that is being written */
    size_t answers, answer_room;
    struct buf *out;
    bool stopped;
};

/* Appends what a position with Black to move leads to; a new one gets its number. */
static void write_next(struct writer *w, mb_set black, mb_set white)
{
    struct mb_view v;
    mb_set own[MB_LINES];
    mb_view(w->game, black, white, &v);
    if (mb_pairing(w->game, &v, own))
        return;
    int symmetry;
    struct mb_state key = mb_canonical(w->game, mb_solver_symmetries(w->solver), v.state, false, &symmetry);
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

static void add_turn(struct writer *w, struct mb_table *known, mb_set turn)
{
    struct mb_state key = {turn, 0};
    if (mb_table_get(known, key) >= 0)
        return;
    mb_table_put(known, key, 0);
    w->answer = mem_grow(w->answer, &w->answer_room, w->answers + 1, sizeof *w->answer);
    w->answer[w->answers++] = (struct answer){turn, 0};
}

/* White's answers to single stones, and to what grows from them by squares of the answers. */
static void find_answers(struct writer *w, struct mb_state p)
{
    struct mb_table known = {NULL, 0, 0};
    mb_set playable = p.live & ~w->game->board->exclusive;
    mb_set white = mb_all(w->game->board) & ~(p.black | p.live);
    int most = mb_most(w->game, mb_count(playable));
    w->answers = 0;
    for (mb_set s = playable; s; s &= s - 1)
        add_turn(w, &known, mb_bit(mb_first(s)));
    for (size_t i = 0; i < w->answers && !w->stopped; i++) {
        mb_set turn = w->answer[i].turn, reply;
        enum mb_verdict v = mb_reply(w->solver, p.black | turn, white, mb_count(turn), &reply);
        assert(v != MB_LOST);
        w->stopped = v == MB_UNKNOWN;
        w->answer[i].reply = reply;
        for (mb_set s = reply & playable; s && mb_count(turn) < most; s &= s - 1)
            add_turn(w, &known, turn | mb_bit(mb_first(s)));
    }
    mb_table_free(&known);
}

static int by_turn(const void *x, const void *y)
{
    const struct answer *a = x, *b = y;
    return (a->turn > b->turn) - (a->turn < b->turn);
}

static void write_position(struct writer *w, struct mb_state p)
{
    char black[MB_SET_TEXT], live[MB_SET_TEXT];
    mb_set white = mb_all(w->game->board) & ~(p.black | p.live);
    find_answers(w, p);
    if (w->answers)
        qsort(w->answer, w->answers, sizeof *w->answer, by_turn);
    buf_format(w->out, "%s %s", mb_set_text(p.black, black), mb_set_text(p.live, live));
    for (size_t i = 0; i < w->answers && !w->stopped; i++) {
        char turn[MB_SET_TEXT], reply[MB_SET_TEXT];
        const struct answer *a = &w->answer[i];
        buf_format(w->out, " %s:%s", mb_set_text(a->turn, turn), mb_set_text(a->reply, reply));
        write_next(w, p.black | a->turn, white | a->reply);
        w->stopped = w->out->len > FILE_MOST - FILE_MOST / 8;
    }
    buf_char(w->out, '\n');
}

static void write_head(const struct writer *w)
{
    const struct mb_symmetries *sym = mb_solver_symmetries(w->solver);
    buf_text(w->out, "hexad mb-certificate 2\n");
    buf_format(w->out, w->game->b >= 0 ? "game b %d\n" : "game p %d\n",
               w->game->b >= 0 ? w->game->b : w->game->p);
    mb_write(w->game->board, w->out);
    buf_format(w->out, "end\nsymmetries %d\n", sym->count);
    for (int g = 0; g < sym->count; g++) {
        for (int s = 0; s < w->game->board->squares; s++)
            buf_format(w->out, s ? " %d" : "%d", sym->image[g][s]);
        buf_char(w->out, '\n');
    }
}

bool mb_certify(struct mb_solver *s, struct buf *out, size_t *positions)
{
    struct buf body = BUF_EMPTY, start = BUF_EMPTY;
    struct writer w = {.solver = s, .game = mb_solver_game(s), .out = &start};
    write_next(&w, 0, 0);
    w.out = &body;
    for (size_t i = 0; i < w.count && !w.stopped; i++)
        write_position(&w, w.position[i]);
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
    free(w.answer);
    return !w.stopped;
}
