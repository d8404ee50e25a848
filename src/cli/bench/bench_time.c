/* Is time obeyed? Runs the program itself as a child that plays one turn after another by the contest
 * protocol or GTP, and measures from outside how long each takes: from the question's last byte to the
 * answer's. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/rng.h"
#include "cli/bench/bench.h"
#include "cli/cli.h"
#include "cli/describe.h"
#include "cli/live.h"
#include "play/arena/child.h"

/* What is allowed over a limit, besides the slack. */
static const double ALLOWED_SHARE = 0.05;
static const double ANSWER_MOST = 60; /* seconds until a child is taken to hang */
enum { TURNS_OF_GAME = 12 };          /* later turns are often forced, and quick */

struct drive {
    struct talk *talk;
    bool gtp;
    struct rng rng;
    int turns; /* of the game that is under way */
};

static bool say(struct drive *d, const char *text)
{
    return talk_send(d->talk, clock_now() + 1, "%s\n", text) == TALK_FINE;
}

/* Waits for the line that answers: one that begins with `first`. NULL if none comes. */
static const char *wait_for(struct drive *d, const char *first)
{
    const char *line;
    double deadline = clock_now() + ANSWER_MOST;
    while (talk_line(d->talk, deadline, &line) == TALK_FINE)
        if (strncmp(line, first, strlen(first)) == 0 || strncmp(line, "error", 5) == 0 || line[0] == '?')
            return line;
    return NULL;
}

/* An empty board with a black stone in the centre and white ones at random around it. */
static bool begin_contest(struct drive *d)
{
    char text[32];
    int at[2];
    for (int i = 0; i < 2; i++)
        do
            at[i] = (int)rng_below(&d->rng, 25);
        while (at[i] == 12 || (i && at[i] == at[0]));
    snprintf(text, sizeof text, "white %c%c%c%c", 'H' + at[0] % 5, 'H' + at[0] / 5, 'H' + at[1] % 5,
             'H' + at[1] / 5);
    d->turns = 0;
    /* The answer to `name` says that all before it was heard: emptying the tables is not part of a turn. */
    return say(d, "new white") && say(d, "black JJ") && say(d, text) && say(d, "name") && wait_for(d, "name");
}

static bool begin_gtp(struct drive *d)
{
    char text[40];
    static const char letters[] = "HJKLM"; /* j10 is K10 to GTP */
    int at[2];
    for (int i = 0; i < 2; i++)
        do
            at[i] = (int)rng_below(&d->rng, 25);
        while (at[i] == 12 || (i && at[i] == at[0]));
    bool ok = say(d, "clear_board") && wait_for(d, "=") && say(d, "play b K10") && wait_for(d, "=");
    for (int i = 0; ok && i < 2; i++) {
        snprintf(text, sizeof text, "play w %c%d", letters[at[i] % 5], 8 + at[i] / 5);
        ok = say(d, text) && wait_for(d, "=");
    }
    d->turns = 0;
    return ok;
}

/* Asks for one turn; its seconds, 0 if the game is over, negative if the child has failed. */
static double contest_turn(struct drive *d)
{
    double start = clock_now();
    const char *line = say(d, "next") ? wait_for(d, "move") : NULL;
    double seconds = clock_now() - start;
    return !line ? -1 : strncmp(line, "move", 4) == 0 ? seconds : 0;
}

static double gtp_turn(struct drive *d)
{
    const char *ask = d->turns % 2 ? "genmove w" : "genmove b";
    double start = clock_now();
    for (int i = 0; i < 2; i++) {
        const char *line = say(d, ask) ? wait_for(d, "=") : NULL;
        if (!line || line[0] != '=')
            return !line ? -1 : i ? clock_now() - start : 0;
    }
    return clock_now() - start;
}

static bool measure(struct drive *d, int turns, double *seconds)
{
    struct live live = live_new();
    d->turns = TURNS_OF_GAME;
    for (int i = 0; i < turns;) {
        if (d->turns == TURNS_OF_GAME && !(d->gtp ? begin_gtp(d) : begin_contest(d)))
            return false;
        double t = d->gtp ? gtp_turn(d) : contest_turn(d);
        if (t < 0)
            return false;
        d->turns = t > 0 ? d->turns + 1 : TURNS_OF_GAME;
        if (t > 0)
            seconds[i++] = t;
        char text[80];
        snprintf(text, sizeof text, "%d of %d turns", i, turns);
        live_draw(&live, text);
    }
    live_clear(&live);
    return true;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Prints what was measured; is all within what is allowed? */
static bool print(const struct bench_time *b, double *seconds, bool json)
{
    double most = b->seconds * (1 + ALLOWED_SHARE) + b->slack, sum = 0;
    int late = 0, over = 0, full = 0;
    qsort(seconds, (size_t)b->turns, sizeof *seconds, compare);
    for (int i = 0; i < b->turns; i++) {
        sum += seconds[i];
        full += seconds[i] > b->seconds / 2;
        late += seconds[i] > b->seconds;
        over += seconds[i] > most;
    }
    double median = seconds[b->turns / 2], p99 = seconds[b->turns * 99 / 100], last = seconds[b->turns - 1];
    if (json)
        describe_print_json(json_pack("{s:s, s:f, s:i, s:i, s:f, s:f, s:f, s:f, s:i, s:i}", "protocol",
                                      b->gtp ? "gtp" : "contest", "limit", b->seconds, "turns", b->turns,
                                      "full", full, "mean", sum / b->turns, "median", median, "p99", p99,
                                      "max", last, "late", late, "over", over));
    else
        printf("%s, %g s a turn, %d turns, %d of them longer than half of it: mean %.4f, median %.4f, 99%% "
               "%.4f, longest %.4f s; %d past the "
               "limit, "
               "%d past what is allowed (%.4f s)\n",
               b->gtp ? "gtp" : "contest", b->seconds, b->turns, full, sum / b->turns, median, p99, last,
               late, over, most);
    fflush(stdout);
    return over == 0;
}

int bench_time(const struct bench_time *b, bool json)
{
    char self[4096];
    struct err e;
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    self[len > 0 ? len : 0] = '\0';
    struct buf command = BUF_EMPTY;
    buf_format(&command, "exec '%s' %s --no-openings --seconds %g --threads %d", self,
               b->gtp ? "gtp" : "contest", b->seconds, b->threads);
    struct child_setup setup = {.command = buf_str(&command)};
    struct drive d = {.gtp = b->gtp};
    rng_seed(&d.rng, 6);
    child_adopt();
    d.talk = child_start(&setup, &e);
    buf_free(&command);
    if (!d.talk)
        return cli_fail("hexad bench", &e);
    double *seconds = mem_zero((size_t)b->turns, sizeof *seconds);
    bool ok = measure(&d, b->turns, seconds);
    bool within = ok && print(b, seconds, json);
    if (!ok) {
        talk_obituary(d.talk, &e);
        err_prefix(&e, "the child gave no answer");
        cli_fail("hexad bench", &e);
    }
    free(seconds);
    talk_free(d.talk);
    return within ? EXIT_FINE : EXIT_NO;
}
