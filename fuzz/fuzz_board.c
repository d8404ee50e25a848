/* Fuzzes what reads games, squares and drawings: the first line names the game, the rest is a drawing or
 * stones. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "connect/board/diagram.h"
#include "connect/threat/threats.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Plays what can be played of a list of stones, taking one back for each '-', and checks the tracker all the
 * way. */
static void play(struct position *p, const char *text)
{
    struct threats *t = threats_new(p);
    for (const char *at = text; *at; at++) {
        square s;
        const char *end;
        if (*at == '-' && p->plies)
            threats_undo(t);
        else if (square_parse(&p->rules, at, &end, &s, NULL) && position_legal_square(p, s)) {
            threats_place(t, s);
            at = end - 1;
        }
        if (p->stones > 64)
            break;
        if (p->rules.p <= 3 && (threats_number(t, BLACK) > p->rules.p + 1 || threats_number(t, WHITE) < 0))
            abort();
    }
    threats_hp(t, BLACK);
    threats_free(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = mem_strndup((const char *)data, size);
    char *rest = strchr(text, '\n');
    if (rest) {
        *rest++ = '\0';
        struct rules r;
        struct err e;
        if (rules_parse(text, &r, &e)) {
            struct position *p = position_new(&r);
            if (diagram_read(p, rest, &e)) {
                struct buf b = BUF_EMPTY;
                struct position *q = position_new(&r);
                diagram_draw(p, DIAGRAM_PLAIN, &b);
                if (!diagram_read(q, buf_str(&b), &e) || !position_equal(p, q))
                    abort();
                position_free(q);
                buf_free(&b);
            }
            position_clear(p);
            play(p, rest);
            position_free(p);
        }
    }
    free(text);
    return 0;
}
