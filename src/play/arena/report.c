/* Results of a match; see report.h. */
#include "play/arena/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { NAME_MOST = 28 };

static long sum2(const long v[2])
{
    return v[0] + v[1];
}

/* A name of at most NAME_MOST characters; longer ones lose their middle. Cuts between characters of UTF-8. */
static const char *short_name(const char *name, char out[NAME_MOST * 4 + 1])
{
    size_t chars = 0, at = 0;
    for (const char *c = name; *c; c++)
        chars += ((unsigned char)*c & 0xc0) != 0x80;
    size_t number = 0;
    for (const char *c = name; *c && at + 4 < NAME_MOST * 4;) {
        size_t n = 1;
        while (((unsigned char)c[n] & 0xc0) == 0x80)
            n++;
        bool skip = chars > NAME_MOST && number >= NAME_MOST / 2 && number < chars - NAME_MOST / 2 + 2;
        if (!skip && n <= 4) {
            memcpy(out + at, c, n);
            at += n;
        } else if (number == NAME_MOST / 2) {
            memcpy(out + at, "..", 2);
            at += 2;
        }
        number++;
        c += n;
    }
    out[at] = '\0';
    return out;
}

/* "+12.3", "-inf" in a column. */
static void put_elo(double elo, int width, struct buf *out)
{
    if (isinf(elo))
        buf_format(out, "%*s", width, elo > 0 ? "+inf" : "-inf");
    else
        buf_format(out, "%+*.1f", width, elo);
}

/* Everything about one player over all its meetings. */
struct summary {
    long games, win, draw, loss, fault[FAULT_KINDS];
    double seconds;
    long turns;
    struct rating rating;
};

static void add_meeting(struct summary *p, const struct tally *t, int second)
{
    p->win += second ? sum2(t->loss) : sum2(t->win);
    p->loss += second ? sum2(t->win) : sum2(t->loss);
    p->draw += sum2(t->draw);
    p->games += sum2(t->win) + sum2(t->draw) + sum2(t->loss);
    p->seconds += t->seconds[second];
    p->turns += t->turns[second];
    for (int i = 0; i < FAULT_KINDS; i++)
        p->fault[i] += t->fault[second][i];
}

static struct summary *summarise(const struct match_setup *s, const struct standing *now)
{
    struct summary *p = mem_zero((size_t)s->players, sizeof *p);
    struct meeting *m = mem_zero((size_t)now->meetings, sizeof *m);
    struct rating *r = mem_zero((size_t)s->players, sizeof *r);
    for (int i = 0; i < now->meetings; i++) {
        setup_meeting(s, i, &m[i].first, &m[i].second);
        memcpy(m[i].penta, now->tally[i].penta, sizeof m[i].penta);
        add_meeting(&p[m[i].first], &now->tally[i], 0);
        add_meeting(&p[m[i].second], &now->tally[i], 1);
    }
    ratings_find(m, (size_t)now->meetings, r, s->players);
    for (int i = 0; i < s->players; i++)
        p[i].rating = r[i];
    free(m);
    free(r);
    return p;
}

static double share(const struct summary *p)
{
    return p->games ? ((double)p->win + 0.5 * (double)p->draw) / (double)p->games : 0.5;
}

/* The players from the strongest; equal ones in the order they were given in. */
static void sort_players(const struct summary *p, int n, int *order)
{
    for (int i = 0; i < n; i++) {
        int at = i;
        for (; at > 0 && p[order[at - 1]].rating.elo < p[i].rating.elo; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static void put_ratings(const struct match_setup *s, const struct summary *p, struct buf *out)
{
    int order[SETUP_MOST_PLAYERS];
    char name[NAME_MOST * 4 + 1];
    sort_players(p, s->players, order);
    buf_format(out, "%-*s %8s %7s %7s %6s %6s %6s %6s %9s\n", NAME_MOST + 3, "player", "Elo", "+-", "score",
               "games", "won", "drawn", "lost", "ms/turn");
    for (int i = 0; i < s->players; i++) {
        const struct summary *q = &p[order[i]];
        buf_format(out, "%2d %-*s ", i + 1, NAME_MOST, short_name(s->player[order[i]].name, name));
        put_elo(q->rating.elo, 8, out);
        buf_format(out, " %7.1f %6.1f%% %6ld %6ld %6ld %6ld %9.2f\n", q->rating.error, 100 * share(q),
                   q->games, q->win, q->draw, q->loss, q->turns ? 1000 * q->seconds / (double)q->turns : 0);
    }
    buf_char(out, '\n');
}

/* Games and points of one player against another, over all their meetings. */
struct score {
    long games;
    double points;
};

static struct score score_against(const struct match_setup *s, const struct standing *now, int one, int other)
{
    struct score sum = {0};
    for (int i = 0; i < now->meetings; i++) {
        const struct tally *t = &now->tally[i];
        int first, second;
        setup_meeting(s, i, &first, &second);
        if ((first != one || second != other) && (first != other || second != one))
            continue;
        long win = sum2(first == one ? t->win : t->loss), draw = sum2(t->draw);
        sum.games += sum2(t->win) + draw + sum2(t->loss);
        sum.points += (double)win + 0.5 * (double)draw;
    }
    return sum;
}

/* Who has how many points against whom: rows and columns from the strongest. */
static void put_cross(const struct match_setup *s, const struct standing *now, const struct summary *p,
                      struct buf *out)
{
    int order[SETUP_MOST_PLAYERS];
    char name[NAME_MOST * 4 + 1], cell[48];
    sort_players(p, s->players, order);
    buf_format(out, "%-*s", NAME_MOST + 3, "points against");
    for (int i = 0; i < s->players; i++)
        buf_format(out, " %7d", i + 1);
    for (int i = 0; i < s->players; i++) {
        buf_format(out, "\n%2d %-*s", i + 1, NAME_MOST, short_name(s->player[order[i]].name, name));
        for (int j = 0; j < s->players; j++) {
            struct score c = score_against(s, now, order[i], order[j]);
            snprintf(cell, sizeof cell, "%g/%ld", c.points, c.games);
            buf_format(out, " %7s", i == j ? "." : c.games ? cell : "-");
        }
    }
    buf_text(out, "\n\n");
}

static void put_meeting(const struct match_setup *s, const struct standing *now, int meeting, struct buf *out)
{
    const struct tally *t = &now->tally[meeting];
    int first, second;
    char name[2][NAME_MOST * 4 + 1];
    setup_meeting(s, meeting, &first, &second);
    struct estimate e = stats_pairs(t->penta);
    long win = sum2(t->win), draw = sum2(t->draw), loss = sum2(t->loss), games = win + draw + loss;
    buf_format(out, "%s - %s\n", short_name(s->player[first].name, name[0]),
               short_name(s->player[second].name, name[1]));
    buf_format(out, "  %ld games: won %ld, drawn %ld, lost %ld: %.1f%%", games, win, draw, loss,
               games ? 100 * ((double)win + 0.5 * (double)draw) / (double)games : 50.0);
    buf_format(out, "   as Black +%ld =%ld -%ld   as White +%ld =%ld -%ld\n", t->win[BLACK], t->draw[BLACK],
               t->loss[BLACK], t->win[WHITE], t->draw[WHITE], t->loss[WHITE]);
    buf_format(out, "  pairs 0-2: %ld, 0.5: %ld, 1-1: %ld, 1.5: %ld, 2-0: %ld   Elo ", t->penta[0],
               t->penta[1], t->penta[2], t->penta[3], t->penta[4]);
    put_elo(e.elo, 0, out);
    buf_text(out, ", 95% from ");
    put_elo(e.elo_low, 0, out);
    buf_text(out, " to ");
    put_elo(e.elo_high, 0, out);
    buf_format(out, ", stronger with %.1f%%\n", 100 * e.los);
}

static void put_faults(const struct match_setup *s, const struct summary *p, struct buf *out)
{
    char name[NAME_MOST * 4 + 1];
    for (int i = 0; i < s->players; i++) {
        const char *between = "";
        for (int k = FAULT_START; k < FAULT_STOPPED; k++) {
            if (!p[i].fault[k])
                continue;
            if (!*between)
                buf_format(out, "%s lost ", short_name(s->player[i].name, name));
            buf_format(out, "%s%ld by %s", between, p[i].fault[k], fault_names[k]);
            between = ", ";
        }
        buf_text(out, *between ? "\n" : "");
    }
}

static const char *verdict_text(enum sprt_verdict v)
{
    static const char *const text[] = {"open", "elo0", "elo1"};
    return text[v];
}

static void put_test(const struct match_setup *s, const struct standing *now, struct buf *out)
{
    double lower, upper;
    sprt_bounds(&s->sprt, &lower, &upper);
    buf_format(out, "SPRT elo0=%g elo1=%g alpha=%g beta=%g: LLR %.2f (%.2f to %.2f), ", s->sprt.elo0,
               s->sprt.elo1, s->sprt.alpha, s->sprt.beta, now->llr, lower, upper);
    if (now->verdict == SPRT_OPEN)
        buf_text(out, "not decided\n");
    else
        buf_format(out, "%s accepted after %ld games\n", verdict_text(now->verdict), now->played);
    if (now->unused)
        buf_format(out, "%ld more games were over by then; they are on record but not counted\n",
                   now->unused);
}

void report_text(const struct match_setup *s, const struct standing *now, struct buf *out)
{
    struct summary *p = summarise(s, now);
    buf_format(out, "%s, %ld of %ld games, %ld distinct, seed %llu\n", s->rules.text, now->played,
               now->planned, now->distinct, (unsigned long long)s->seed);
    if (s->players > 2) {
        put_ratings(s, p, out);
        put_cross(s, now, p, out);
    }
    for (int i = 0; i < now->meetings; i++)
        put_meeting(s, now, i, out);
    put_faults(s, p, out);
    if (s->test)
        put_test(s, now, out);
    free(p);
}

void report_live(const struct match_setup *s, const struct standing *now, struct buf *out)
{
    struct summary *p = summarise(s, now);
    if (s->players > 2)
        put_ratings(s, p, out);
    else
        put_meeting(s, now, 0, out);
    if (s->test)
        put_test(s, now, out);
    free(p);
}

/* ---- JSON ---- */

static json_t *number(double v)
{
    return isfinite(v) ? json_real(v) : json_null();
}

static json_t *faults_json(const long fault[FAULT_KINDS])
{
    json_t *j = json_object();
    for (int k = FAULT_START; k < FAULT_STOPPED; k++)
        if (fault[k])
            json_object_set_new(j, fault_names[k], json_integer(fault[k]));
    return j;
}

static json_t *colour_json(const struct tally *t, enum side colour)
{
    return json_pack("{s:I, s:I, s:I}", "won", (json_int_t)t->win[colour], "drawn",
                     (json_int_t)t->draw[colour], "lost", (json_int_t)t->loss[colour]);
}

static json_t *meeting_json(const struct match_setup *s, const struct standing *now, int meeting)
{
    const struct tally *t = &now->tally[meeting];
    int first, second;
    setup_meeting(s, meeting, &first, &second);
    struct estimate e = stats_pairs(t->penta);
    json_t *penta = json_array();
    for (int i = 0; i < PENTA; i++)
        json_array_append_new(penta, json_integer(t->penta[i]));
    long win = sum2(t->win), draw = sum2(t->draw), loss = sum2(t->loss);
    return json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:[o,o], s:o, s:[o,o], s:o}",
                     "first", s->player[first].name, "second", s->player[second].name, "games",
                     (json_int_t)(win + draw + loss), "won", (json_int_t)win, "drawn", (json_int_t)draw,
                     "lost", (json_int_t)loss, "as_black", colour_json(t, BLACK), "as_white",
                     colour_json(t, WHITE), "pairs", penta, "score", number(e.score), "score_95",
                     number(e.low), number(e.high), "elo", number(e.elo), "elo_95", number(e.elo_low),
                     number(e.elo_high), "superiority", number(e.los));
}

static json_t *player_json(const struct match_setup *s, const struct summary *p, int i)
{
    return json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o}", "name", s->player[i].name,
                     "player", s->player_text[i], "games", (json_int_t)p->games, "won", (json_int_t)p->win,
                     "drawn", (json_int_t)p->draw, "lost", (json_int_t)p->loss, "score", number(share(p)),
                     "elo", number(p->rating.elo), "elo_error", number(p->rating.error), "seconds_per_turn",
                     p->turns ? number(p->seconds / (double)p->turns) : json_null(), "faults",
                     faults_json(p->fault));
}

/* A row for each player, with its points against each; null against itself and whom it has not met. */
static json_t *cross_json(const struct match_setup *s, const struct standing *now)
{
    json_t *rows = json_array();
    for (int i = 0; i < s->players; i++) {
        json_t *row = json_array();
        for (int j = 0; j < s->players; j++) {
            struct score c = score_against(s, now, i, j);
            json_array_append_new(row, i != j && c.games ? json_real(c.points) : json_null());
        }
        json_array_append_new(rows, row);
    }
    return rows;
}

json_t *report_json(const struct match_setup *s, const struct standing *now)
{
    struct summary *p = summarise(s, now);
    json_t *players = json_array(), *meetings = json_array();
    for (int i = 0; i < s->players; i++)
        json_array_append_new(players, player_json(s, &p[i], i));
    for (int i = 0; i < now->meetings; i++)
        json_array_append_new(meetings, meeting_json(s, now, i));
    free(p);
    struct buf seed = BUF_EMPTY;
    buf_format(&seed, "%llu", (unsigned long long)s->seed);
    json_t *j =
        json_pack("{s:s, s:s, s:I, s:I, s:I, s:b, s:o, s:o, s:o}", "game", s->rules.text, "seed",
                  buf_str(&seed), "planned", (json_int_t)now->planned, "played", (json_int_t)now->played,
                  "distinct", (json_int_t)now->distinct, "interrupted", now->stopped, "players", players,
                  "cross", cross_json(s, now), "meetings", meetings);
    buf_free(&seed);
    if (s->test) {
        double lower, upper;
        sprt_bounds(&s->sprt, &lower, &upper);
        json_object_set_new(j, "sprt",
                            json_pack("{s:f, s:f, s:f, s:f, s:o, s:[f,f], s:s, s:I}", "elo0", s->sprt.elo0,
                                      "elo1", s->sprt.elo1, "alpha", s->sprt.alpha, "beta", s->sprt.beta,
                                      "llr", number(now->llr), "bounds", lower, upper, "accepted",
                                      verdict_text(now->verdict), "unused", (json_int_t)now->unused));
    }
    return j;
}
