/* Ranks and results as records write them; see record.h. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "go/record.h"

/* "6d", "6d?", "6 dan", "9p", "P9", "3k", "12 kyu"; "?", "-" and the rest are unknown. */
go_rank go_rank_parse(const char *text)
{
    bool pro = *text == 'P' || (*text == 'p' && isdigit((unsigned char)text[1]));
    text += pro;
    if (!isdigit((unsigned char)*text))
        return 0;
    int n = atoi(text);
    while (isdigit((unsigned char)*text) || *text == ' ')
        text++;
    char kind = (char)(pro ? 'p' : tolower((unsigned char)*text));
    if (kind == 'k')
        return n >= 1 && n <= 30 ? -n : 0;
    if ((kind != 'd' && kind != 'p') || n < 1 || n > 9)
        return 0;
    return kind == 'p' ? GO_RANK_PRO + n : n;
}

const char *go_rank_format(go_rank rank, char out[GO_RANK_TEXT])
{
    if (rank == 0)
        return strcpy(out, "?");
    int n = rank < 0 ? -rank : rank % GO_RANK_PRO;
    snprintf(out, GO_RANK_TEXT, "%d%c", n & 31, rank < 0 ? 'k' : rank > GO_RANK_PRO ? 'p' : 'd');
    return out;
}

int go_rank_plane(go_rank rank)
{
    return rank > GO_RANK_PRO ? 9 : rank > 0 ? rank : 0;
}

/* Nothing but this word, blanks behind it apart? */
static bool is_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    return strncasecmp(text, word, n) == 0 && !text[n + strspn(text + n, " ")];
}

struct go_result go_result_parse(const char *text)
{
    struct go_result r = {OUTCOME_OPEN, GO_BY_UNKNOWN, 0};
    if (is_word(text, "0") || is_word(text, "draw") || is_word(text, "jigo"))
        return (struct go_result){OUTCOME_DRAW, GO_BY_POINTS, 0};
    char who = (char)toupper((unsigned char)*text);
    if ((who != 'B' && who != 'W') || text[1] != '+')
        return r;
    r.outcome = who == 'B' ? OUTCOME_BLACK : OUTCOME_WHITE;
    const char *how = text + 2;
    char *end;
    double points = strtod(how, &end);
    if (isdigit((unsigned char)*how) && end != how && points <= GO_POINTS * 2) {
        r.by = GO_BY_POINTS;
        r.points = (int)(2 * points + 0.5);
    } else if (tolower((unsigned char)*how) == 'r') {
        r.by = GO_BY_RESIGNATION;
    } else if (tolower((unsigned char)*how) == 't') {
        r.by = GO_BY_TIME;
    } else if (tolower((unsigned char)*how) == 'f') {
        r.by = GO_BY_FORFEIT;
    }
    return r;
}
