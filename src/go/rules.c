/* The rules of a game of Go as text; see rules.h. */
#include "go/rules.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "go/handicap.h"

const struct go_rules go_default = {.size = 19, .komi = 15, .handicap = 0, .ko = GO_SUPERKO};

enum { KOMI_MOST = 2 * GO_MAX_SIZE * GO_MAX_SIZE };

bool go_rules_check(const struct go_rules *r, struct err *e)
{
    if (r->size < 1 || r->size > GO_MAX_SIZE)
        return err_set(e, "Go has boards of 1 to %d, not %d", GO_MAX_SIZE, r->size);
    if (r->komi < -KOMI_MOST || r->komi > KOMI_MOST)
        return err_set(e, "a komi of %g is more than the largest board has points", r->komi / 2.0);
    if (r->handicap < 0 || r->handicap == 1 || r->handicap > go_handicap_most(r->size))
        return err_set(e, "%dx%d has no places for %d handicap stones: 0, or 2 to %d", r->size, r->size,
                       r->handicap, go_handicap_most(r->size));
    return true;
}

bool go_rules_equal(const struct go_rules *a, const struct go_rules *b)
{
    return a->size == b->size && a->komi == b->komi && a->handicap == b->handicap && a->ko == b->ko;
}

bool go_komi_parse(const char *text, int *out, struct err *e)
{
    char *end;
    double komi = strtod(text, &end);
    double halves = 2 * komi;
    if (end == text || *end || !(halves >= -KOMI_MOST && halves <= KOMI_MOST))
        return err_set(e, "'%.20s' is not a komi", text);
    /* KGS writes 5.75 for 3.75 stones of the other counting and the like: the nearest half, from zero. */
    *out = (int)(halves < 0 ? halves - 0.5 : halves + 0.5);
    return true;
}

static bool whole(const char *text, int *out)
{
    char *end;
    long v = strtol(text, &end, 10);
    *out = v > 0 && v <= 1000 ? (int)v : v == 0 ? 0 : -1;
    return end != text && !*end && isdigit((unsigned char)*text);
}

static bool parse_part(const char *part, struct go_rules *r, struct err *e)
{
    if (isdigit((unsigned char)*part)) {
        if (!whole(part, &r->size))
            return err_set(e, "'%.20s' is not a size", part);
        return true;
    }
    if (strncasecmp(part, "komi=", 5) == 0)
        return go_komi_parse(part + 5, &r->komi, e);
    if (strncasecmp(part, "handicap=", 9) == 0)
        return whole(part + 9, &r->handicap) || err_set(e, "'%.20s' is not a number of stones", part + 9);
    if (strcasecmp(part, "ko=simple") == 0 || strcasecmp(part, "ko=super") == 0) {
        r->ko = part[4] == 'i' || part[4] == 'I' ? GO_SIMPLE_KO : GO_SUPERKO;
        return true;
    }
    return err_set(e, "'%.40s' is no rule of Go: a size, komi=, handicap=, ko=simple or ko=super", part);
}

bool go_rules_parse(const char *text, struct go_rules *out, struct err *e)
{
    if (strncasecmp(text, "go", 2) != 0)
        return err_set(e, "'%.40s' is not Go: go, go9, go13, go:19,komi=7.5", text);
    struct go_rules r = go_default;
    const char *at = text + 2;
    at += *at == ':';
    while (*at) {
        char part[32];
        size_t len = strcspn(at, ",");
        if (len >= sizeof part)
            return err_set(e, "'%.40s' is no rule of Go", at);
        memcpy(part, at, len);
        part[len] = '\0';
        if (!parse_part(part, &r, e))
            return false;
        at += len;
        at += *at == ',';
    }
    if (r.handicap == 1)
        r.handicap = 0; /* Black moves first: no stones, as everybody writes it */
    if (!go_rules_check(&r, e))
        return false;
    *out = r;
    return true;
}

const char *go_rules_format(const struct go_rules *r, char out[GO_RULES_TEXT])
{
    int n = snprintf(out, GO_RULES_TEXT, "go:%d,komi=%g", r->size, r->komi / 2.0);
    if (r->handicap)
        n += snprintf(out + n, GO_RULES_TEXT - (size_t)n, ",handicap=%d", r->handicap);
    if (r->ko == GO_SIMPLE_KO)
        snprintf(out + n, GO_RULES_TEXT - (size_t)n, ",ko=simple");
    return out;
}
