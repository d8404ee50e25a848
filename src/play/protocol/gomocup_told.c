/* What a search says, in Gomocup's words; see gomocup_told.h. */
#include "play/protocol/gomocup_told.h"

#include <inttypes.h>

#include "game/notation.h"

static void put_line(const struct rules *r, const struct report_line *l, struct buf *out)
{
    char text[SQUARE_TEXT];
    for (int i = 0; i < l->n; i++)
        buf_format(out, " %s", notation_format(NOTATION_GOMOCUP, r->n, l->move[i], text));
}

/* A turn has one stone here: the winner's last is the 2n−1st from now, or the 2n-th if the other side wins. */
static void put_value(const struct report_line *l, struct buf *out)
{
    if (l->mate > 0)
        buf_format(out, "+M%d", 2 * l->mate - 1);
    else if (l->mate < 0)
        buf_format(out, "-M%d", -2 * l->mate);
    else
        buf_format(out, "%d", l->value);
}

void gomocup_message(const struct rules *r, const struct report *report, struct buf *out)
{
    const struct report_line *l = &report->line[0];
    char end[64];
    report_end_text(l, end, sizeof end);
    buf_format(out, "MESSAGE depth %d, longest line %d, %.1f%%, ", report->depth, report->reached,
               100 * l->chance);
    if (end[0])
        buf_text(out, end);
    else
        buf_format(out, "value %+d", l->value);
    buf_format(out, ", %" PRIu64 " nodes, %.2f s, line", report->nodes, report->seconds);
    put_line(r, l, out);
    buf_char(out, '\n');
}

void gomocup_lines(const struct rules *r, const struct report *report, struct buf *out)
{
    double speed = report->seconds > 0 ? (double)report->nodes / report->seconds : 0;
    for (int i = 0; i < report->n; i++) {
        const struct report_line *l = &report->line[i];
        buf_format(out, "INFO PV %d\nINFO NUMPV %d\nINFO DEPTH %d\nINFO SELDEPTH %d\n", i, report->n,
                   report->depth, report->reached);
        buf_format(out, "INFO NODES %" PRIu64 "\nINFO TOTALNODES %" PRIu64 "\n", report->nodes,
                   report->nodes);
        buf_format(out, "INFO TOTALTIME %.0f\nINFO SPEED %.0f\nINFO EVAL ", 1000 * report->seconds, speed);
        put_value(l, out);
        buf_format(out, "\nINFO WINRATE %.4f\nINFO BESTLINE", l->chance);
        put_line(r, l, out);
        buf_text(out, "\nINFO PV DONE\n");
    }
}
