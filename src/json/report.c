/* Reports of searches in JSON; see report.h. */
#include "json/report.h"

#include <inttypes.h>
#include <string.h>

#include "json/game.h"

#define NAME_LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-"

static void put_squares(struct buf *out, const char *name, const square *s, int n)
{
    buf_format(out, "\"%s\":[", name);
    for (int i = 0; i < n; i++) {
        char text[SQUARE_TEXT];
        buf_format(out, "%s\"%s\"", i ? "," : "", square_format(s[i], text));
    }
    buf_text(out, "],");
}

static void put_line(struct buf *out, const struct position *p, const struct report_line *l)
{
    struct squares turn = engine_turn(p, l);
    buf_char(out, '{');
    put_squares(out, "turn", turn.s, turn.n);
    put_squares(out, "line", l->move, l->n);
    buf_format(out, "\"value\":%d,\"chance\":%.4f,\"mate\":%d,\"likely\":%d", l->value, l->chance, l->mate,
               l->likely);
    if (l->visits)
        buf_format(out, ",\"visits\":%" PRIu64, l->visits);
    buf_char(out, '}');
}

void report_write(const struct report *r, const struct position *p, uint64_t earlier_nodes,
                  double earlier_seconds, bool final, const char *proof, struct buf *out)
{
    buf_format(out, "{\"to_move\":\"%s\",\"left\":%d,\"depth\":%d,\"reached\":%d,\"nodes\":%" PRIu64,
               game_side(p->to_move), position_turn_length(p), r->depth, r->reached,
               r->nodes + earlier_nodes);
    buf_format(out, ",\"seconds\":%.3f,\"hash_permill\":%d,\"lines\":[", r->seconds + earlier_seconds,
               r->hash_permill);
    for (int i = 0; i < r->n; i++) {
        buf_text(out, i ? "," : "");
        put_line(out, p, &r->line[i]);
    }
    buf_format(out, "],\"final\":%s", final ? "true" : "false");
    /* Names of proofs are letters, digits and . _ - (store/shelf.h); what is none is not told. */
    if (proof && *proof && !proof[strspn(proof, NAME_LETTERS)])
        buf_format(out, ",\"proof\":\"%s\"", proof);
    buf_char(out, '}');
}
