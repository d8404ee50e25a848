/* Reports of the engine in JSON; see report_json.h. */
#include "server/report_json.h"

#include <inttypes.h>

static void put_squares(struct buf *out, const char *name, const square *s, int n)
{
    buf_format(out, "\"%s\":[", name);
    for (int i = 0; i < n; i++) {
        char text[SQUARE_TEXT];
        buf_format(out, "%s\"%s\"", i ? "," : "", square_format(s[i], text));
    }
    buf_text(out, "],");
}

static void put_line(struct buf *out, const struct position *p, const struct engine_line *l)
{
    struct squares turn = engine_turn(p, l);
    buf_char(out, '{');
    put_squares(out, "turn", turn.s, turn.n);
    put_squares(out, "line", l->stone, l->n);
    buf_format(out, "\"value\":%d,\"chance\":%.4f,\"mate\":%d,\"likely\":%d}", l->value, l->chance, l->mate,
               l->likely);
}

void report_write(const struct engine_report *r, const struct position *p, uint64_t earlier_nodes,
                  double earlier_seconds, bool final, struct buf *out)
{
    buf_format(out, "{\"depth\":%d,\"reached\":%d,\"nodes\":%" PRIu64 ",\"seconds\":%.3f,\"lines\":[",
               r->depth, r->reached, r->nodes + earlier_nodes, r->seconds + earlier_seconds);
    for (int i = 0; i < r->n; i++) {
        buf_text(out, i ? "," : "");
        put_line(out, p, &r->line[i]);
    }
    buf_format(out, "],\"final\":%s}", final ? "true" : "false");
}
