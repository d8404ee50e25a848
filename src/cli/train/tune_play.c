/* `hexad tune --play`: games of the engine against itself, written as they end.
 *
 * Game i is the same whatever was played before it, and the file has the games in order. So a file that is there already is gone
 * on with, and a run that was ended at any moment has lost only the games that were being played. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "cli/describe.h"
#include "cli/live.h"
#include "cli/train/tune.h"

enum { WRITES = 16 }; /* games that may end before an earlier one does */

struct match {
    const struct rules *rules;
    const struct selfplay_options *options;
    const struct deadline *until;
    FILE *file;
    const char *path;
    struct live live;
    double start;

    pthread_mutex_t lock;
    pthread_cond_t written;
    long there, next, games; /* those that the file had, the next to begin, all that are wanted */
    long done;               /* the first that is not written yet */
    char *line[WRITES];      /* of game `done` + i, if it is over */
    size_t by[OUTCOME_DRAW + 1], stones;
    bool stopped;
    _Atomic bool failed; /* looked at without the lock while a game is played */
    struct err *e;
};

static void show(struct match *m)
{
    struct buf b = BUF_EMPTY;
    double seconds = clock_now() - m->start;
    long played = m->done - m->there;
    buf_format(&b, "%ld of %ld games, %.0f s, %.2f s a game\n", m->done, m->games, seconds,
               played ? seconds / (double)played : 0);
    live_draw(&m->live, buf_str(&b));
    buf_free(&b);
}

static bool over(void *context)
{
    struct match *m = context;
    struct deadline until = *m->until;
    return m->failed || deadline_over(&until);
}

/* Writes what is over, in order; the lock is held. */
static void write_out(struct match *m)
{
    while (m->line[0] && !m->failed) {
        if (fputs(m->line[0], m->file) == EOF || fflush(m->file) != 0) {
            err_set(m->e, "%s: %s", m->path, strerror(errno));
            m->failed = true;
        }
        free(m->line[0]);
        memmove(m->line, m->line + 1, (WRITES - 1) * sizeof *m->line);
        m->line[WRITES - 1] = NULL;
        m->done += !m->failed;
        pthread_cond_broadcast(&m->written);
    }
}

static void keep(struct match *m, long number, const struct tune_game *game)
{
    struct buf b = BUF_EMPTY;
    tune_game_write(game, &b);
    pthread_mutex_lock(&m->lock);
    while (number - m->done >= WRITES && !m->failed)
        pthread_cond_wait(&m->written, &m->lock);
    if (!m->failed) {
        m->line[number - m->done] = buf_take(&b);
        m->by[game->result]++;
        m->stones += (size_t)game->n;
        write_out(m);
    }
    pthread_mutex_unlock(&m->lock);
    buf_free(&b);
}

static void *play(void *context)
{
    struct match *m = context;
    pthread_mutex_lock(&m->lock);
    while (m->next < m->games && !m->stopped && !m->failed) {
        long number = m->next++;
        show(m);
        pthread_mutex_unlock(&m->lock);
        struct tune_games *g = tune_games_new(m->rules);
        bool whole = selfplay_game(g, m->options, (uint64_t)number, over, m);
        if (whole)
            keep(m, number, &g->game[0]);
        tune_games_free(g);
        pthread_mutex_lock(&m->lock);
        m->stopped |= !whole;
    }
    pthread_mutex_unlock(&m->lock);
    return NULL;
}

/* Opens the file behind the last game that it has whole. */
static bool take_up(struct match *m, struct err *e)
{
    const char *head = TUNE_GAMES_HEAD;
    bool fresh = true, fine = true;
    long at = 0, whole = 0, lines = 0;
    if (strcmp(m->path, "-") == 0) {
        m->file = stdout;
    } else {
        m->file = fopen(m->path, "r+");
        if (!m->file)
            m->file = fopen(m->path, "w+");
        if (!m->file)
            return err_set(e, "%s: %s", m->path, strerror(errno));
        for (int c; fine && (c = getc(m->file)) != EOF;) {
            fine = lines > 0 || c == head[at];
            at++;
            if (c == '\n' && fine) {
                lines++;
                whole = at;
            }
        }
        fresh = lines == 0;
        if (!fine)
            return err_set(e, "%s is there, and holds no games of --play", m->path);
        if (ferror(m->file) || fseek(m->file, whole, SEEK_SET) != 0 || ftruncate(fileno(m->file), whole) != 0)
            return err_set(e, "%s: %s", m->path, strerror(errno));
    }
    if (fresh && fputs(head, m->file) == EOF)
        return err_set(e, "%s: %s", m->path, strerror(errno));
    m->there = m->next = m->done = fresh ? 0 : lines - 1;
    return true;
}

static void conclude(const struct match *m, bool json)
{
    if (json)
        describe_print_json(json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:b}", "there", (json_int_t)m->there,
                                      "games", (json_int_t)(m->done - m->there), "stones",
                                      (json_int_t)m->stones, "black", (json_int_t)m->by[OUTCOME_BLACK],
                                      "white", (json_int_t)m->by[OUTCOME_WHITE], "drawn",
                                      (json_int_t)m->by[OUTCOME_DRAW], "interrupted", m->stopped));
    else
        printf("%ld games%s, %zu stones: Black won %zu, White %zu, drawn %zu\n", m->done - m->there,
               m->stopped ? ", then stopped" : "", m->stones, m->by[OUTCOME_BLACK], m->by[OUTCOME_WHITE],
               m->by[OUTCOME_DRAW]);
    if (!json && m->there)
        printf("%ld were there already\n", m->there);
}

bool tune_play(const struct rules *r, const struct tune_play *o, const struct deadline *until, struct err *e)
{
    struct match m = {
        .rules = r, .options = &o->play, .until = until, .path = o->out, .games = o->games, .e = e};
    pthread_t thread[TRAINER_THREADS_MOST];
    int started = 0;
    pthread_mutex_init(&m.lock, NULL);
    pthread_cond_init(&m.written, NULL);
    m.live = live_new();
    m.start = clock_now();
    bool ok = take_up(&m, e);
    while (ok && started + 1 < o->threads && pthread_create(&thread[started], NULL, play, &m) == 0)
        started++;
    if (ok)
        play(&m);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    live_clear(&m.live);
    for (int i = 0; i < WRITES; i++)
        free(m.line[i]);
    ok = ok && !m.failed;
    if (m.file && m.file != stdout && fclose(m.file) != 0 && ok)
        ok = err_set(e, "%s: %s", m.path, strerror(errno));
    if (ok)
        conclude(&m, o->json);
    pthread_cond_destroy(&m.written);
    pthread_mutex_destroy(&m.lock);
    return ok;
}
